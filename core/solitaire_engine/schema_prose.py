"""The parts of the reference page that are written by hand; `schema_docs` puts the tables between them."""

from __future__ import annotations

from typing import Final

BEFORE: Final = """\
# Variant files

<!-- Made by python -m solitaire_engine.schema_docs > docs/schema.md from the tables that validate the files. -->

A game is a YAML file: which piles there are, which card may be put on which, how the cards are dealt. This page is the
reference of everything that such a file may say. It is made from the same tables that check the files, so it cannot
say anything else than the engine does.

## A first game

This is a whole game. Save it as `rows_of_six.yaml`, and `solitaire play rows_of_six.yaml` plays it.

```yaml
schema: 1
name: Rows of Six
piles:
  cell:       {kind: cell, count: 2}
  foundation: {kind: foundation}
  tableau:    {kind: tableau, count: 8, build: down alternate, lift: sequence, limit: supermove, gap: any}
deal:
  - {to: tableau, each: 6}
  - {to: tableau, cards: 4}
layout: [cell foundation, tableau]
```

`solitaire check rows_of_six.yaml` reads a file with every choice and preset that it offers, deals and plays it at
random, and tells all problems at once, each with its place and a way out:

```text
rows_of_six.yaml:9:10: deal[1].to: there is no group 'tabelau'; groups: cell, foundation, tableau; did you mean \
'tableau'?
```

`solitaire rules rows_of_six.yaml` shows the rules as the engine understood them, in English: read it before you trust
your file.

## How to write values

- **Ids.** The name of the file without its ending is the id of the game: small letters, digits and `_`;
  `check` refuses another one. Groups, parameters and presets are named likewise.
- **Ranks** are `A 2 3 4 5 6 7 8 9 10 J Q K`; `T` and `"10"` are `10` too. **Cards** are `AS`, `10D`, `TD`.
- **Truth values** are `true` and `false`. `yes`, `no`, `on` and `off` are words.
- **Lists** of one item may be written without brackets: `to: tableau`.
- **Quote** text that has `: ` in it or begins with a character such as `*`, `&`, `[` or `$`.
- A file has at most 256 kB, 50 aliases and 30 levels. Tags and merge keys are refused, and so are keys given twice.

## Building on another game

```yaml
schema: 1
name: Rows of Six, No Cells
extends: rows_of_six
meta: {difficulty: 5}
piles:
  cell: ~
  tableau: {gap: K}
layout: [foundation, tableau]
```

`extends` names one other game, whose file stands beside this one or in the catalogue. The file says only what is
different.

1. Keys are merged one by one inside `meta`, `deck`, each parameter of `params` and each group of `piles`. **Everything
   deeper, and every list, is replaced whole**: a new `gap`, `deal` or `layout` takes nothing from the old one.
2. `~` removes a key, a group or a parameter of the parent; it is an error if there is none.
3. The order is: parent, file, preset, patches of the choices, values of the parameters.
4. `id`, `name`, `aliases` and `presets` are not inherited.
5. Parents can have parents, up to 20 of them.

## Parameters and presets

```yaml
schema: 1
name: Rows of Any Size
params:
  cells: {default: 2, choices: [0, 1, 2, 3, 4], text: number of cells}
  gaps:
    default: any
    text: what may start an empty column
    choices:
      any: ~
      kings: {piles: {tableau: {gap: K, limit: cells}}}
piles:
  cell:       {kind: cell, count: $cells}
  foundation: {kind: foundation}
  tableau:    {kind: tableau, count: 8, build: down alternate, lift: sequence, limit: supermove, gap: any}
deal:
  - {to: tableau, cards: rest}
layout: [cell foundation, tableau]
presets:
  rows_for_beginners: {name: Rows for Beginners, with: {cells: 4}, meta: {difficulty: 1}}
```

A parameter is a choice that the player has: `solitaire play rows_of_any_size.yaml --param cells=3`. `$cells` stands for
its value, as if that were written there, and always for a whole value. Where a choice changes more than one value,
`choices` is a map from each choice to a patch, or `~` for no change; patches merge as a file merges with its parent.

A preset is a game of its own, with an id and a name, that sets parameters and may have a patch. Ids of presets are as
unique as those of files.

## Keys\
"""

PILES: Final = """\

## Piles

`piles` is a map of groups. The order of the groups is the order in which piles are numbered and in which the engine
looks through them. A group is one or several piles of a kind under the same rules; a game may have as many groups of a
kind as it needs, but one stock and one waste at most.

What the keys are where a group does not say:
"""

LANGUAGES: Final = """\

## Rules of piles

**`build`** is a direction and a match, such as `down alternate`, `up suit`, `updown any`; then perhaps `wrap` (the king
goes on the ace, or the other way round), `by 2` (two ranks a step), `dead K` (nothing goes on a king), in this order.
After `dead`, `base` is the base rank of the foundations, whichever it is: `dead base K`. Two rules can be joined by
`or`. A single word may be the whole rule: `none`, `any`, or a plugin's. A list gives a rule to each pile of the group.

**`lift`** says what a pile lets go: a word, or a building rule (`lift: down suit`) where cards hang together otherwise
than they are built.

**`limit`** says how many cards can be carried at once: a number or a word. Without it there is no limit.

**`gap`** says what may start an empty pile, `start` the same for foundations: a rank, a list of ranks, a word, or for
`gap` a map that also says where the cards come from. A list of lists gives `start` for each foundation. Piles with
`auto` that are empty after the deal are filled before the first move, as they are after every move.

**`accept`** is `single` (one card at a time), `group` (as many as may be lifted), `run` (a whole suit, king to ace, and
nothing else) or `none` (nothing by hand).

**`when`** is `always`, `no-gaps` (while no tableau pile is empty), `stock-empty` (once the stock is empty),
`first-deal` (before the first redeal) or `last-deal` (after the last one).\
"""

STEPS: Final = """\

## The deal, and rules of the whole game

`deal` is a list of steps. A step deals `each` so many cards to every pile of its groups, or `cards` so many in all, or
a number for each pile (`[3, 2, 1]`, `1..7`, `7..1`), or the `rest` of the pack. What no step deals is the stock, and
without a stock nothing may be left. Without `up` and `down` all cards lie face up;
`up: last-row` is for groups with a `shape`.

`layout` is a list of rows; a row has names of groups with spaces between them, `.` for an empty place, and `tableau/6`
for a group that is wrapped after six piles. A group that no row names is not shown, which
`solitaire check` notes if cards can lie there.

`text` replaces the sentences of the rules page about a group, or about
`pack`, `deal`, `transfer`, `remove`, `redeal`, `score` or `win`.\
"""

WORDS: Final = """\

## Words

Plugins bring further words. A file that uses them names the plugins under `plugins`: who
lacks one is then told so. `solitaire check` notes a plugin that is not named.\
"""

AFTER: Final = """\

## When rules change

A saved game remembers a digest of its rules, and is not replayed under others. Names, notes, `meta`, `text`, `aliases`
and `layout` do not count; every other key does, and so does the order of the groups.\
"""
