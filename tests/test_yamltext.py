"""What the reader of variant files promises: values, places, sentences, limits."""

from __future__ import annotations

import os
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from solitaire_engine.errors import VariantError
from solitaire_engine.yamltext import Map, Mark, Plain, Scalar, Seq, looks_boolean, read_file, read_text, to_plain

KLONDIKE = """\
# a comment
name: Klondike
piles:
  tableau: {kind: tableau, count: 7, build: down alternate}
  waste: ~
deal:
  - to: tableau
    cards: 1..7
  - {to: [a, 'b'], each: 1}
"""


def problems_of(text: str | bytes) -> list[str]:
    with pytest.raises(VariantError) as caught:
        read_text(text, "v.yaml")
    return [str(problem) for problem in caught.value.problems]


# --- what comes out


def test_a_file_becomes_maps_lists_text_numbers_truth_values_and_nothing() -> None:
    assert to_plain(read_text(KLONDIKE, "v.yaml")) == {
        "name": "Klondike",
        "piles": {"tableau": {"kind": "tableau", "count": 7, "build": "down alternate"}, "waste": None},
        "deal": [{"to": "tableau", "cards": "1..7"}, {"to": ["a", "b"], "each": 1}],
    }


def test_every_node_knows_its_line_and_column() -> None:
    root = read_text(KLONDIKE, "v.yaml")
    piles, deal = root.get("piles"), root.get("deal")
    assert isinstance(piles, Map) and isinstance(deal, Seq)
    tableau, step = piles.get("tableau"), deal.items[0]
    assert isinstance(tableau, Map) and isinstance(step, Map)
    assert (root.mark, piles.mark, deal.mark) == (Mark(2, 1), Mark(4, 3), Mark(7, 3))
    assert (tableau.mark, step.mark) == (Mark(4, 12), Mark(7, 5))
    assert tableau.get("count") == Scalar(7, "7", False, Mark(4, 35))
    assert step.key_node("cards") == Scalar("cards", "cards", False, Mark(8, 5))


def test_a_map_answers_for_a_key_it_does_not_have() -> None:
    root = read_text("a: ~\nb: 1\n", "v.yaml")
    assert root.keys() == ("a", "b")
    assert root.get("c") is None and root.key_node("c") is None
    assert root.get("a") == Scalar(None, "~", False, Mark(1, 4))


def test_columns_count_characters_not_bytes() -> None:
    assert read_text("{日本: é, b: 1}", "v.yaml").key_node("b") == Scalar("b", "b", False, Mark(1, 9))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("true", True),
        ("false", False),
        ("True", "True"),
        ("TRUE", "TRUE"),
        ("yes", "yes"),
        ("off", "off"),
        ("~", None),
        ("null", None),
        ("", None),
        ("Null", "Null"),
        ("0", 0),
        ("-0", 0),
        ("-12", -12),
        ("999999999", 999999999),
        ("+5", "+5"),
        ("10", 10),
        ("'10'", "10"),
        ('"true"', "true"),
        ("'~'", "~"),
        ("''", ""),
        ("A", "A"),
        ("7:S", "7:S"),
        ("1..7", "1..7"),
        ("1.2.3", "1.2.3"),
        (".inf", ".inf"),
        (".nan", ".nan"),
        ("-.inf", "-.inf"),
        ("2020-01-31", "2020-01-31"),
        ("$draw", "$draw"),
        ("base-1", "base-1"),
        ("http://example.org/x:y", "http://example.org/x:y"),
        ("Klondike (Draw One)", "Klondike (Draw One)"),
        ("'a: b'", "a: b"),
        ('"\\u00e9\\x41"', "éA"),
        ("two\n  lines", "two lines"),
        ("|\n  two\n  lines\n", "two\nlines\n"),
        ("|\n  12", "12"),
        (">\n  -x\n  count:7", "-x count:7"),
        ("b # comment: yes", "b"),
    ],
)
def test_a_value_is_what_yaml_1_2_says(text: str, value: Plain) -> None:
    plain = to_plain(read_text(f"k: {text}", "v.yaml"))
    assert plain == {"k": value}
    assert isinstance(plain, dict) and type(plain["k"]) is type(value)


@pytest.mark.parametrize("key", ["10", "2", "true", "null", "0123", "1.5", "2020-01-01", "'quoted key'", "K", "yes"])
def test_a_key_is_always_its_text(key: str) -> None:
    assert read_text(f"{key}: 1", "v.yaml").keys() == (key.strip("'"),)


def test_quoted_text_is_marked_as_quoted() -> None:
    root = read_text("a: '1'\nb: \"1\"\nc: |\n  1\nd: 1\n", "v.yaml")
    assert [value.quoted for _, value in root.entries if isinstance(value, Scalar)] == [True, True, True, False]


@pytest.mark.parametrize(
    ("text", "expected"),
    [(word, True) for word in ("yes", "Yes", "NO", "on", "Off", "y", "N", "True", "TRUE", "False")]
    + [(word, False) for word in ("true", "false", "'yes'", "yEs", "yesterday", "", "1")],
)
def test_words_that_were_truth_values_in_yaml_1_1_can_be_told(text: str, expected: bool) -> None:
    value = read_text(f"k: {text}", "v.yaml").get("k")
    assert isinstance(value, Scalar) and looks_boolean(value) is expected


@pytest.mark.parametrize(
    "data",
    [
        "a: 1\r\nb: [x,\r\n  y]\r\n",
        "a: 1\rb: [x,\r  y]\r",
        "\ufeffa: 1\nb: [x, y]",
        "---\na: 1\nb: [x, y]\n...\n",
        b"\xef\xbb\xbfa: 1\nb: [x, y]\n",
        "? a\n: 1\nb:\n- x\n- y\n",
        "a: &one 1\nb: &two [x, y]\n",
        "{a: 1, b: [x, y,], }",
    ],
)
def test_line_ends_byte_order_marks_and_spellings_of_structure_do_not_matter(data: str | bytes) -> None:
    assert to_plain(read_text(data, "v.yaml")) == {"a": 1, "b": ["x", "y"]}


def test_places_are_right_with_windows_line_ends_and_a_byte_order_mark() -> None:
    root = read_text("\ufeffa: 1\r\nb: 2\r\n", "v.yaml")
    assert [key.mark for key, _ in root.entries] == [Mark(1, 1), Mark(2, 1)]


def test_an_alias_stands_for_the_value_of_its_anchor() -> None:
    root = read_text("a: &step {to: tableau}\nb: [*step, *step]\n", "v.yaml")
    assert to_plain(root) == {"a": {"to": "tableau"}, "b": [{"to": "tableau"}, {"to": "tableau"}]}


# --- what is refused: file:line:col, path, sentence, way out

REFUSALS: list[tuple[str, str]] = [
    # keys
    ("a: 1\nb: 2\na: 3\n", "v.yaml:3:1: a: the key a is already given in line 1; remove one of the two"),
    ("p:\n  x: 1\n  'x': 2\n", "v.yaml:3:3: p.x: the key x is already given in line 2"),
    ("p: {10: a, '10': b}\n", "v.yaml:1:12: p.10: the key 10 is already given in line 1"),
    ("[a]: 1\n", "v.yaml:1:1: a key must be a word; write it out"),
    ("a: 1\n[b,\n c]: 1\n", "v.yaml:2:1: a key must be a word; write it out before the colon, without brackets"),
    ("{? {a: 1} : 1}\n", "v.yaml:1:4: a key must be a word"),
    ("a: &a 1\n*a : 2\n", "v.yaml:2:1: a key must be a word"),
    ("? |\n  x\n: 1\n", "v.yaml:1:3: a key must be a word"),
    ("&a k: 1\n", "v.yaml:1:1: k: a key cannot have an anchor; put the anchor after the colon"),
    ("a: 1\n<<: {b: 2}\n", "v.yaml:2:1: <<: merge keys (<<) are not allowed; use extends"),
    ("? \n: 1\n", "v.yaml:1:2: a key is missing before the colon; write key: value"),
    ("{: 1}\n", "v.yaml:1:2: a key is missing before the colon; write key: value"),
    ("a: 1\n: 2\n", "v.yaml:2:1: a key is missing before the colon; write key: value"),
    ("p: {kind: cell, count}\n", "v.yaml:1:17: p.count: count stands in a map without a colon; write count: and"),
    # spaces that are missing
    (
        "a: 1\ncount:7\n",
        "v.yaml:2:1: the colon in count:7 has no space after it; put a space after the colon: count: 7",
    ),
    ("a: 1\ncount:7\nb: 2\n", "v.yaml:2:1: the colon in count:7 has no space after it; put a space"),
    ("count:7\nb: 2\n", "v.yaml:1:1: the colon in count:7 has no space after it; put a space"),
    ("p:\n  - kind:cell\n    b: 1\n", "v.yaml:2:5: the colon in kind:cell has no space after it"),
    (
        "p:\n  count:7\n",
        "v.yaml:2:3: p: the colon in count:7 has no space after it; put a space after the colon: count: 7",
    ),
    ("p: {count:7}\n", "v.yaml:1:5: p.count:7: the colon in count:7 has no space after it; put a space"),
    ("p: {1:30}\n", "v.yaml:1:5: p.1:30: the colon in 1:30 has no space after it; put a space after the colon: 1: 30"),
    ("p: [count:7]\n", "v.yaml:1:5: p[0]: the colon in count:7 has no space after it; put a space"),
    ("a: 1\n'b':2\n", "v.yaml:2:1: the colon in 'b':2 has no space after it; put a space after the colon: 'b': 2"),
    ("'b':2\na: 1\n", "v.yaml:1:4: the colon has no space after it; put a space after the colon"),
    ("deal:\n  -x\n", "v.yaml:2:3: deal: the dash in -x has no space after it; put a space after the dash: - x"),
    ("deal:\n  - a\n  -b\n", "v.yaml:3:3: the dash in -b has no space after it; put a space after the dash: - b"),
    ("deal:\n  - {a: 1}\n  -{b: 1}\n", "v.yaml:3:3: the dash in -{b: 1} has no space after it"),
    ("deal:\n  - a\n   -b: 1\n", "v.yaml:3:4: the dash in -b: 1 has no space after it"),
    ("-a: 1\n", "v.yaml:1:1: -a: the dash in -a has no space after it; put a space after the dash: - a"),
    ("a: 1\n  - b\n", "v.yaml:2:3: a: this line is read as a part of the value above it; indent lists alike"),
    # numbers
    ("a: 0123\n", "v.yaml:1:4: a: 0123 begins with a zero; write 123, or quote it"),
    ("a: -007\n", "v.yaml:1:4: a: -007 begins with a zero; write -7, or quote it"),
    ("a: 0x1F\n", "v.yaml:1:4: a: 0x1F is a hexadecimal number; write 31, or quote it"),
    ("a: 0o17\n", "v.yaml:1:4: a: 0o17 is an octal number; write 15, or quote it"),
    ("a: 0b101\n", "v.yaml:1:4: a: 0b101 is a binary number; write 5, or quote it"),
    ("a: 1_000\n", "v.yaml:1:4: a: 1_000 has _ between its digits; write 1000, or quote it"),
    ("a: 1:30\n", "v.yaml:1:4: a: 1:30 is a time of day or a number to other programs; quote it"),
    ("a: 1.5\n", "v.yaml:1:4: a: a number with a fraction means nothing here; quote it if it is a name"),
    ("a: -.5e-3\n", "v.yaml:1:4: a: a number with a fraction means nothing here; quote it if it is a name"),
    ("a: 1234567890\n", "v.yaml:1:4: a: the number 1234567890 has more than 9 digits; write a smaller one"),
    (f"a: -{'9' * 5000}\n", f"v.yaml:1:4: a: the number -{'9' * 36}... has more than 9 digits"),
    (f"a: 0x{'F' * 5000}\n", f"v.yaml:1:4: a: 0x{'F' * 35}... is a hexadecimal number; write it with fewer digits"),
    ("p:\n  - {x: [1, 01]}\n", "v.yaml:2:13: p[0].x[1]: 01 begins with a zero; write 1, or quote it"),
    # tags, anchors, directives, documents
    ("a: !!python/object/apply:os.system [ls]\n", "v.yaml:1:4: a: the tag !!python/object/apply:os.system is not"),
    ("a: !!str 10\n", "v.yaml:1:4: a: the tag !!str is not allowed; remove it; quote a value that is text"),
    ("!x a: 1\n", "v.yaml:1:1: the tag !x is not allowed"),
    ("a: ! b\n", "v.yaml:1:4: a: the tag ! is not allowed"),
    ("a: !x!y b\n", "v.yaml:1:4: an unquoted ! begins a tag, which is not allowed; quote the value"),
    ("a: *b\n", "v.yaml:1:4: a: *b refers to no anchor above it; write the value out, or quote it"),
    ("a: &x [1, *x]\n", "v.yaml:1:11: a[1]: *x stands inside the very value it refers to; write the value out"),
    ("a: &x 1\nb: &x 2\n", "v.yaml:2:4: b: the anchor &x is already given in line 1; give it another name"),
    ("%YAML 1.2\n---\na: 1\n", "v.yaml:1:1: a line cannot begin with %; remove the line, or quote it"),
    ("# x\n%FOO bar\n---\na: 1\n", "v.yaml:2:1: a line cannot begin with %; remove the line, or quote it"),
    ("%YAML 1.2\na: 1\n", "v.yaml:1:1: a line cannot begin with %; remove the line, or quote it"),
    (f"%YAML {'1' * 5000}.1\n---\na: 1\n", "v.yaml:1:1: a line cannot begin with %; remove the line, or quote it"),
    ("a: 1\n%x: 2\n", "v.yaml:2:1: a line cannot begin with %; remove the line, or quote it"),
    ("a: 1\n---\nb: 2\n", "v.yaml:2:1: a second document begins here; a variant file holds one; remove the ---"),
    # characters
    ("a: b\tc\n", "v.yaml:1:5: a tab stands here; type a space instead"),
    ("a:\tb\n", "v.yaml:1:3: a tab stands here; type a space instead"),
    ("a:\n  b: 1\n\tc: 1\n", "v.yaml:3:1: a tab is used for indentation; indent with spaces, in every line"),
    ("a:\n  \tb: 1\n", "v.yaml:2:3: a tab is used for indentation; indent with spaces, in every line"),
    ("a: b\n\nc: \x07\n", "v.yaml:3:4: the character U+0007 is not allowed; delete it"),
    ("a: \x85\n", "v.yaml:1:4: the character U+0085 is not allowed; delete it"),
    ("a: 1\n\ufeffb: 2\n", "v.yaml:2:1: the character U+FEFF is not allowed; delete it"),
    ("a: \ud800\n", "v.yaml:1:4: the character U+D800 is not allowed; delete it"),
    ('a: "\\e[2J"\n', "v.yaml:1:4: a: an escape gives the character U+001B; remove it"),
    ('a: "\\ud800"\n', "v.yaml:1:4: a: an escape gives the character U+D800; remove it"),
    ('"a\\0": 1\n', "v.yaml:1:1: a\\x00: an escape gives the character U+0000; remove it"),
    ("a: b\u00a0c\n", "v.yaml:1:5: a: the character U+00A0 looks like a space but is none; type an ordinary space"),
    ("a:\u00a0b\nc: 1\n", "v.yaml:1:3: the character U+00A0 looks like a space but is none"),
    ("a: 1\n\u200bb: 1\n", "v.yaml:2:1: \\u200bb: the character U+200B looks like a space but is none"),
    ("a: @x\n", "v.yaml:1:4: an unquoted @ cannot begin a value; quote the value"),
    ("a: `x`\n", "v.yaml:1:4: an unquoted ` cannot begin a value; quote the value"),
    ("a: %x\n", "v.yaml:1:4: an unquoted % cannot begin a value; quote the value"),
    ("a: *\n", "v.yaml:1:4: an unquoted * begins an alias; quote the value"),
    ("a: & b\n", "v.yaml:1:4: an unquoted & begins an anchor; quote the value"),
    ("a: >5x\n", "v.yaml:1:4: an unquoted > begins a text that stands on the lines below; quote the value"),
    ("a: |x\n", "v.yaml:1:4: an unquoted | begins a text that stands on the lines below; quote the value"),
    ("a: ? b\n", "v.yaml:1:4: an unquoted ? cannot begin a value; quote the value"),
    ("a: [- b]\n", "v.yaml:1:5: an unquoted - cannot begin a value; quote the value"),
    # quotes
    ("a: 'b\nc: 1\n", "v.yaml:1:4: the quote ' is never closed; close it"),
    ('a: 1\nb: {c: "d}\n', 'v.yaml:2:8: the quote " is never closed; close it'),
    (
        "a: 'it's'\n",
        "v.yaml:1:8: text stands after the closing quote; quote the whole value; in single quotes write ''",
    ),
    ('a: "b" c\nd: 1\n', "v.yaml:1:8: text stands after the closing quote; quote the whole value"),
    ('a: "\\q"\n', "v.yaml:1:5: the escape \\q means nothing here; write \\\\ for a backslash"),
    ('a: "\\xZZ"\n', "v.yaml:1:5: the escape \\x means nothing here"),
    ('a: "\\UFFFFFFFF"\n', "v.yaml:1:5: the escape \\U means nothing here"),
    ('a: "\\U00110000"\n', "v.yaml:1:5: the escape \\U means nothing here"),
    # colons
    ("a: b: c\n", "v.yaml:1:5: the value has a colon of its own; quote the value"),
    ("deal:\n  - to: a: b\n", "v.yaml:2:10: the value has a colon of its own; quote the value"),
    ("a: 1\nb\nc: 2\n", "v.yaml:2:1: b has no colon; write b: and its value"),
    ("a: 1\nb\n", "v.yaml:2:1: b has no colon; write b: and its value"),
    ("piles # all\n  a: 1\n", "v.yaml:1:1: piles has no colon; write piles: and indent what belongs to it"),
    ("x:\n  deal # all\n    to: 1\n", "v.yaml:2:3: deal has no colon; write deal: and indent what belongs to it"),
    ("piles\n  a: 1\n", "v.yaml:1:1: piles has no colon; write piles: and indent what belongs to it"),
    ("x:\n  - deal\n    to: 1\n", "v.yaml:2:5: deal has no colon; write deal: and indent what belongs to it"),
    ("--- a: 1\n", "v.yaml:1:6: keys stand on the line of the ---; begin them on the next line"),
    (f"{'k' * 1500}: 1\n", "v.yaml:1:1: this key is too long; use fewer than 1000 characters"),
    # indentation
    ("name: x\n  count: 3\n", "v.yaml:2:3: this line is indented too far to follow line 1; remove its indentation"),
    ("a:\n b: 1\n  c: 2\n", "v.yaml:3:3: this line is indented too far to follow line 2; indent it with 0 or 1 spaces"),
    ("a:\n    b: 1\n  c: 2\n", "v.yaml:3:3: this line is indented like no line above it; indent it with 0 or 4 spaces"),
    ("a:\n  - b: 1\n   c: 2\n", "v.yaml:3:4: this line is indented like no line above it; indent it with 0 or 2 or 4"),
    ("  a: 1\nb: 2\n", "v.yaml:2:1: this line stands outside the map above it; indent it like the first key"),
    ("p:\n  a: 1\n  - b\n", "v.yaml:3:3: a list item stands among the keys of a map; indent the list under its key"),
    ("p:\n  - a\n  b: 1\n", "v.yaml:3:3: a key stands among the items of a list; begin it with a dash, or indent it"),
    ("a: - b\n", "v.yaml:1:4: a list item cannot stand here; begin the list on the next line, or quote the value"),
    # brackets
    ("a: [1, 2\nb: 3\n", "v.yaml:1:4: the [ is never closed; close it with ]"),
    ("a: {b: 1\nc: 3\n", "v.yaml:1:4: the { is never closed; close it with }"),
    ("a: [1,\n", "v.yaml:1:4: the [ is never closed; close it with ]"),
    ("a: {b:\n", "v.yaml:1:4: the { is never closed; close it with }"),
    ("deal:\n- {to: a\n- {to: b}\n", "v.yaml:2:3: the { is never closed; close it with }"),
    ("a: {b: 1]\n", "v.yaml:1:9: the { of line 1 is closed by ]; close it with }"),
    ("a: [b, {c: 1}\n  }\n", "v.yaml:2:3: the [ of line 1 is closed by }; close it with ]"),
    ("a: {\n  b: 1\n  c: 2\n}\n", "v.yaml:3:4: this entry has two colons; put a comma between the entries"),
    ("a: ['b' 'c']\n", "v.yaml:1:9: a comma is missing here; put a comma between the entries"),
    ("a: [1,,2]\n", "v.yaml:1:7: the comma has nothing before it; remove it"),
    ("a: ]\n", "v.yaml:1:4: the ] belongs to nothing; remove it, or quote the value"),
    ("a: , b\n", "v.yaml:1:4: the , belongs to nothing; remove it, or quote the value"),
    ("{a: 1}}\n", "v.yaml:1:7: the } belongs to nothing; remove it, or quote the value"),
    ("a: [1] b\n", "v.yaml:1:8: text stands after the end of the value; quote the whole value, or remove it"),
    # the root
    ("", "v.yaml: is empty; write keys and values, such as name: Antares"),
    (" \n# only a comment\n", "v.yaml: is empty; write keys"),
    ("---\n", "v.yaml: is empty; write keys"),
    ("- a\n- b\n", "v.yaml:1:1: a variant is a map of keys; write keys and values, such as name: Antares"),
    ("\n  just text\n", "v.yaml:2:3: a variant is a map of keys; write keys and values"),
    ("~\n", "v.yaml:1:1: a variant is a map of keys; write keys and values"),
]


@pytest.mark.parametrize(("text", "expected"), REFUSALS, ids=[repr(text)[:40] for text, _ in REFUSALS])
def test_a_mistake_is_named_once_with_its_place_and_the_way_out(text: str, expected: str) -> None:
    (problem,) = problems_of(text)
    assert problem.startswith(expected)


def test_all_mistakes_of_a_file_come_at_once_and_in_its_order() -> None:
    text = """\
name: A: B
name: C
count:7
piles:
  a: {kind:cell, max: 01}
  b: @x
  b: 1.5
deal:
  - {to: a, each: 0x10}
  - {to: *none, each: !!int 3}
text:\tx
"""
    assert [problem.split(";")[0] for problem in problems_of(text)] == [
        "v.yaml:1:8: the value has a colon of its own",
        "v.yaml:2:1: name: the key name is already given in line 1",
        "v.yaml:3:1: the colon in count:7 has no space after it",
        "v.yaml:5:7: piles.a.kind:cell: the colon in kind:cell has no space after it",
        "v.yaml:5:23: piles.a.max: 01 begins with a zero",
        "v.yaml:6:6: an unquoted @ cannot begin a value",
        "v.yaml:7:3: piles.b: the key b is already given in line 6",
        "v.yaml:7:6: piles.b: a number with a fraction means nothing here",
        "v.yaml:9:19: deal[0].each: 0x10 is a hexadecimal number",
        "v.yaml:10:10: deal[1].to: *none refers to no anchor above it",
        "v.yaml:10:23: deal[1].each: the tag !!int is not allowed",
        "v.yaml:11:6: a tab stands here",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: 1\na: 2\nb: [1\nc: 01\n", ["v.yaml:2:1: a: the key a is", "v.yaml:3:4: the [ is never closed"]),
        ("{a: 1, a: 2, 'b\n", ["v.yaml:1:8: a: the key a is", "v.yaml:1:14: the quote ' is never closed"]),
        ("a: 01\n\tb: 1\nc: 02\n", ["v.yaml:1:4: a: 01 begins", "v.yaml:2:1: a tab is used for indentation"]),
    ],
)
def test_mistakes_before_broken_syntax_are_named_with_it(text: str, expected: list[str]) -> None:
    problems = problems_of(text)
    assert len(problems) == len(expected)
    assert all(problem.startswith(start) for problem, start in zip(problems, expected, strict=True))


def test_the_first_forbidden_character_of_every_line_is_named() -> None:
    assert problems_of("a: \x01\x02\nb: 1\nc: \x03\n") == [
        "v.yaml:1:4: the character U+0001 is not allowed; delete it",
        "v.yaml:3:4: the character U+0003 is not allowed; delete it",
    ]


def test_no_text_of_the_file_can_steer_a_terminal_or_break_the_line_of_a_message() -> None:
    for problem in problems_of('"\\e[2J\\n": 1\n"\\e[2J\\n": {"\\u202e": 01, "\\t": 1, "\\t": !<!\u202ex> 1}\n'):
        assert problem.isprintable()


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"a: 1\n\xe9: 2\n", "v.yaml:2:1: byte 6 of the file (0xE9) is not UTF-8; save the file as UTF-8"),
        (b"\xef\xbb\xbf# \xc3\xa9\r\n a: \xff", "v.yaml:2:5: byte 14 of the file (0xFF) is not UTF-8"),
        (b"a: \xc3", "v.yaml:1:4: byte 4 of the file (0xC3) is not UTF-8"),
        (b"a: \xed\xa0\x80", "v.yaml:1:4: byte 4 of the file (0xED) is not UTF-8"),
        ("a: 1\n".encode("utf-16"), "v.yaml: is written in UTF-16; save it as UTF-8"),
        (b"\xfe\xff\x00a", "v.yaml: is written in UTF-16; save it as UTF-8"),
        (b"\x7fELF\0\1", "v.yaml: is not a text file (byte 5 is NUL)"),
    ],
)
def test_bytes_that_are_no_utf_8_text_are_refused(data: bytes, expected: str) -> None:
    (problem,) = problems_of(data)
    assert problem.startswith(expected)


# --- limits


def test_a_bomb_of_aliases_is_refused_before_it_goes_off() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 6)}]" for n in range(1, 9)]
    (problem,) = problems_of("\n".join(lines))
    assert problem == (
        "v.yaml:6:10: a5[0]: there are more than 20,000 values once the aliases are written out; make the file smaller"
    )


def test_fifty_aliases_are_enough() -> None:
    def text(count: int) -> str:
        return f"a: &a 1\nb: [{', '.join(['*a'] * count)}]\n"

    assert to_plain(read_text(text(50), "v.yaml")) == {"a": 1, "b": [1] * 50}
    (problem,) = problems_of(text(51))
    assert problem.startswith("v.yaml:2:205: b[50]: there are more than 50 aliases; write the values out")


def test_aliases_cannot_nest_deeper_than_brackets_can() -> None:
    lines = ["a0: &a0 [x]"] + [f"a{n}: &a{n} [*a{n - 1}]" for n in range(1, 30)]
    (problem,) = problems_of("\n".join(lines))
    assert problem.startswith("v.yaml:30:12: a29[0]: lists and maps are nested deeper than 30 levels")
    assert read_text("\n".join(lines[:29]), "v.yaml").keys()[-1] == "a28"


def test_more_than_twenty_thousand_values_are_refused() -> None:
    assert len(read_text("\n".join(f"k{n}: 1" for n in range(9_999)), "v.yaml").entries) == 9_999
    (problem,) = problems_of("\n".join(f"k{n}: 1" for n in range(10_000)))
    assert problem.startswith("v.yaml:10000:8: k9999: there are more than 20,000 values; make the file smaller")


def test_thirty_levels_are_read_and_the_next_is_refused() -> None:
    assert read_text("a: " + "[" * 29 + "]" * 29, "v.yaml").keys() == ("a",)
    (problem,) = problems_of("a: " + "[" * 30 + "]" * 30)
    assert problem.startswith("v.yaml:1:33: a[0][0]")
    assert problem.endswith(": lists and maps are nested deeper than 30 levels; nest them less")


@pytest.mark.parametrize("piece", ["[", "{a: ", "- ", "? ", "[[{a: "])
def test_a_hundred_thousand_levels_are_refused_like_thirty_one(piece: str) -> None:
    text = (piece * 100_000)[: 256 * 1024]
    assert any("nested deeper than 30 levels" in problem for problem in problems_of(text))


@pytest.mark.parametrize("piece", ["a:b\n", "a: 1\n", "a: @\n", "%a\n", "\x01\n", "a: [", " "])
def test_a_large_file_of_mistakes_is_refused_like_a_small_one(piece: str) -> None:
    assert problems_of((piece * 256 * 1024)[: 256 * 1024])


def test_text_of_more_than_256_kilobytes_is_refused() -> None:
    fits = "a: 1\n#" + "é" * (128 * 1024 - 3)
    assert to_plain(read_text(fits, "v.yaml")) == {"a": 1}
    for data in (fits + "x", fits.encode() + b"x"):
        (problem,) = problems_of(data)
        assert problem == "v.yaml: is larger than 256 kB; a variant is a few dozen lines; shorten it"


def test_a_ten_megabyte_file_is_refused_without_being_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "big.yaml"
    path.write_bytes(b"a: 1\n" * 2 * 1024 * 1024)
    tracemalloc.start()
    try:
        with pytest.raises(VariantError, match=r"big\.yaml: is larger than 256 kB"):
            read_file(path)
        assert tracemalloc.get_traced_memory()[1] < 1024 * 1024
    finally:
        tracemalloc.stop()


# --- files


def test_a_file_is_read_and_its_problems_carry_its_path(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_bytes(b"name: Antares\r\n")
    assert to_plain(read_file(path)) == {"name": "Antares"}
    path.write_bytes(b"a: 01\n")
    with pytest.raises(VariantError) as caught:
        read_file(path)
    assert [(problem.file, problem.line) for problem in caught.value.problems] == [(str(path), 1)]


def refusal_of_file(path: Path) -> str:
    with pytest.raises(VariantError) as caught:
        read_file(path)
    (problem,) = caught.value.problems
    assert (problem.file, problem.line, problem.col) == (str(path), 0, 0)
    return f"{problem.message}; {problem.way_out}"


def test_a_folder_and_a_missing_file_are_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("a: 1", encoding="utf-8")
    missing = "there is no such file; check the name and the folder"
    assert refusal_of_file(tmp_path) == "is a folder, not a file; name a YAML file in it"
    assert refusal_of_file(tmp_path / "none.yaml") == missing
    assert refusal_of_file(tmp_path / "file" / "x.yaml") == missing
    assert refusal_of_file(tmp_path / "a\0b.yaml") == missing


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (PermissionError(13, "Permission denied"), "there is no permission to read it; change the permissions"),
        (OSError(5, "Input/output error"), "cannot be read (Input/output error); check the name and the disk"),
    ],
)
def test_a_file_that_cannot_be_opened_is_refused_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: OSError, expected: str
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise error

    (tmp_path / "x.yaml").write_text("a: 1", encoding="utf-8")
    monkeypatch.setattr(Path, "open", refuse)
    assert refusal_of_file(tmp_path / "x.yaml").startswith(expected)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no named pipes in folders")
def test_a_pipe_is_refused_instead_of_waited_for(tmp_path: Path) -> None:
    make_pipe: Callable[[Path], None] = os.mkfifo
    make_pipe(tmp_path / "pipe.yaml")
    assert refusal_of_file(tmp_path / "pipe.yaml") == "is not an ordinary file; copy its text into a file"


# --- anything at all

PIECES = (
    *("a", "b:", "c:7", "-x", "-", "01", "1.5", "true", "\u00e9", "\u00a0", "#", "~", "<<", "---", "..."),
    *("'", '"', "\\", "\\q", "[", "]", "{", "}", ",", ":", "?", "&", "&x", "*x", "!", "!!str", "|", ">", "%", "@", "`"),
    *(" ", "  ", "\n", "\n  ", "\n- ", "\t", "\r", "k: v\n", "k:\n", "%YAML 1.2\n"),
)
SCRAPS = st.lists(st.sampled_from(PIECES)).map("".join)


@settings(max_examples=400, deadline=2000)
@given(st.one_of(SCRAPS, st.text(), st.binary()))
def test_any_text_and_any_bytes_give_a_map_or_problems_of_one_line_each(data: str | bytes) -> None:
    try:
        root = read_text(data, "v.yaml")
    except VariantError as error:
        assert error.problems
        for problem in error.problems:
            assert str(problem).isprintable() and problem.message and problem.way_out
            assert (problem.line == 0) == (problem.col == 0)
            assert "cannot be read" not in problem.message
    else:
        assert isinstance(to_plain(root), dict)


# No colons and dashes: safe_dump leaves count:7 and -x unquoted, which this reader refuses.
WORDS = st.from_regex(r"\A[A-Za-zé日][A-Za-z0-9 é日\n\t,.'\"#&*!|>%@{}\[\]]*\Z")
LEAVES = st.one_of(WORDS, st.integers(-999_999_999, 999_999_999), st.booleans(), st.none())


@settings(max_examples=50, deadline=2000)
@given(
    st.dictionaries(
        WORDS,
        st.recursive(LEAVES, lambda inner: st.one_of(st.lists(inner), st.dictionaries(WORDS, inner)), max_leaves=20),
    ),
    st.sampled_from([None, True, False]),
)
def test_what_safe_dump_writes_is_read_back(document: dict[str, Plain], flow: bool | None) -> None:
    text = yaml.safe_dump(document, default_flow_style=flow, allow_unicode=True, sort_keys=False)
    assert to_plain(read_text(text, "v.yaml")) == document
