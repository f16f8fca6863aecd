"""What the settings file promises: strict reading, every problem with its place, nothing overwritten."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from solitaire_engine.catalog import default_catalog
from solitaire_engine.errors import SettingsError
from solitaire_engine.settings import KEYS, Settings, load_settings, settings_path, settings_text, write_default

DEFAULTS = Settings()
EVERYTHING = """\
ascii: true
color: never
autoplay: off
theme: high-contrast
four_colors: true
params:
  klondike: {draw: 1, back: none}
  freecell: {cells: 6}
hints: peek
think_ahead: false
"""


def load(folder: Path, text: str | bytes) -> Settings:
    (folder / "settings.yaml").write_bytes(text if isinstance(text, bytes) else text.encode())
    return load_settings(folder)


def problems(folder: Path, text: str | bytes) -> list[str]:
    """The problems of a settings file, without the file's name."""
    with pytest.raises(SettingsError) as caught:
        load(folder, text)
    lines = str(caught.value).splitlines()
    assert all(line.startswith(str(folder / "settings.yaml")) and line.isprintable() for line in lines)
    return [line.removeprefix(str(folder / "settings.yaml")).lstrip(":").strip() for line in lines]


def test_the_file_is_in_the_folder_that_is_given_else_named_by_the_environment_else_the_users(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOLITAIRE_CONFIG", str(tmp_path / "config"))
    assert settings_path(tmp_path) == tmp_path / "settings.yaml"
    assert settings_path() == tmp_path / "config" / "settings.yaml"
    monkeypatch.setenv("SOLITAIRE_CONFIG", "")
    assert settings_path().parent.name == "solitaire-engine"


def test_without_a_file_every_setting_has_its_default(tmp_path: Path) -> None:
    assert load_settings(tmp_path) == DEFAULTS
    assert load_settings(tmp_path / "no" / "folder") == DEFAULTS
    assert Settings(False, "auto", "off", "dark", False, {}, "fair", True, frozenset()) == DEFAULTS


def test_every_key_is_a_field_of_the_settings_and_the_other_way_round() -> None:
    assert [field.name for field in fields(Settings)] == [*KEYS, "given"]


def test_every_setting_is_read(tmp_path: Path) -> None:
    params = {"klondike": {"draw": "1", "back": "none"}, "freecell": {"cells": "6"}}
    assert load(tmp_path, EVERYTHING) == Settings(
        True, "never", "off", "high-contrast", True, params, "peek", False, frozenset(KEYS)
    )


def test_a_file_of_the_environments_folder_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOLITAIRE_CONFIG", str(tmp_path))
    (tmp_path / "settings.yaml").write_text("hints: peek\n", "utf-8")
    assert load_settings() == Settings(hints="peek", given=frozenset({"hints"}))


def test_parameters_of_a_variant_can_be_played_with_as_they_are(tmp_path: Path) -> None:
    settings = load(tmp_path, "params: {klondike: {draw: 1, redeals: unlimited}}")
    rules = default_catalog().rules("klondike", settings.params_of("klondike"))
    assert rules.variant.changed_values == {"draw": "1"}
    assert settings.params_of("antares") == {}


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing yet\n\n  # theme: light\n", "\ufeff# saved by an editor\r\n"])
def test_a_file_with_nothing_but_comments_is_as_good_as_none(tmp_path: Path, text: str) -> None:
    assert load(tmp_path, text) == DEFAULTS


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("asci: true", "1:1: asci: 'asci' is not a key of the settings; keys: ascii, color, autoplay, theme, "
         "four_colors, params, hints, think_ahead; did you mean 'ascii'?"),
        ("theme: drak", "1:8: theme: 'drak' is not known here; allowed: dark, light, high-contrast; "
         "did you mean 'dark'?"),
        ("\ncolor: true", "2:8: color: 'true' is not known here; allowed: auto, always, never"),
        ("params: {klondike: 3}", "1:20: params.klondike: must be a map (parameters and their values), not '3'"),
        ("params: [klondike]", "1:9: params: must be a map (variants and the parameters to play them with), "
         "not a list"),
        ("- ascii: true", "1:1: the settings are a map of keys; write keys and values, such as ascii: true"),
        ("ascii: true\nascii: true", "2:1: ascii: the key ascii is already given in line 1; remove one of the two"),
        (b"# \xff\nascii: true", "1:3: byte 3 of the file (0xFF) is not UTF-8; save the file as UTF-8"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_place_and_the_way_out(tmp_path: Path, text: str | bytes, expected: str) -> None:
    assert problems(tmp_path, text) == [expected]


def test_only_true_and_false_are_truth_values(tmp_path: Path) -> None:
    [problem] = problems(tmp_path, "ascii: yes")
    assert problem.startswith("1:8: ascii: must be true or false, not 'yes'; ")


def test_a_variants_parameters_need_values(tmp_path: Path) -> None:
    [problem] = problems(tmp_path, "params: {klondike: {draw: [1]}}")
    assert problem.startswith("1:27: params.klondike.draw: must be text, not a list")


def test_all_problems_of_a_file_are_told_at_once(tmp_path: Path) -> None:
    places = [line.split(" ")[0] for line in problems(tmp_path, "ascii: 1\ncolor: red\nhint: fair\ntheme: light\n")]
    assert places == ["1:8:", "2:8:", "3:1:"]


@pytest.mark.parametrize("text", ["- a", "x", "x: [", "&a [*a]", "\tx: 1", "ascii: true\n" * 30000])
def test_no_message_takes_the_settings_for_a_variant(tmp_path: Path, text: str) -> None:
    said = " ".join(problems(tmp_path, text))
    assert "a variant" not in said
    assert "Antares" not in said


def test_a_folder_in_the_place_of_the_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "settings.yaml").mkdir()
    with pytest.raises(SettingsError, match=re.escape("settings.yaml: is a folder, not a file")):
        load_settings(tmp_path)


def test_a_file_in_the_place_of_the_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "config").touch()
    for use in (
        lambda: load_settings(tmp_path / "config"),
        lambda: write_default(tmp_path / "config" / "settings.yaml"),
    ):
        with pytest.raises(SettingsError, match="choose another folder with SOLITAIRE_CONFIG"):
            use()


def test_the_listing_tells_where_each_value_comes_from_and_what_is_allowed(tmp_path: Path) -> None:
    settings = load(tmp_path, "theme: light\nascii: false\nparams: {klondike: {draw: 1}}\n")
    path = tmp_path / "settings.yaml"
    assert settings_text(settings, path) == (
        f"settings: {path}\n"
        "ascii: false                   file     allowed: true, false\n"
        "color: auto                    default  allowed: auto, always, never\n"
        "autoplay: off                  default  allowed: off, safe, all\n"
        "theme: light                   file     allowed: dark, light, high-contrast\n"
        "four_colors: false             default  allowed: true, false\n"
        "params: {klondike: {draw: 1}}  file     such as {klondike: {draw: 1}}\n"
        "hints: fair                    default  allowed: fair, peek\n"
        "think_ahead: true              default  allowed: true, false\n"
    )


def test_the_listing_tells_that_there_is_no_file(tmp_path: Path) -> None:
    path = tmp_path / "settings.yaml"
    first = settings_text(DEFAULTS, path).splitlines()[0]
    assert first == f"settings: {path} (there is no such file; all settings have their defaults)"


def test_the_file_that_is_written_says_nothing_until_a_comment_is_taken_away(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "settings.yaml"
    assert write_default(path)
    text = path.read_text("utf-8")
    assert load_settings(path.parent) == DEFAULTS
    assert all(key.doc[1:] in text for key in KEYS.values())
    told = load(path.parent, re.sub("^#(?=[a-z])", "", text, flags=re.MULTILINE))
    assert told == Settings(params={"klondike": {"draw": "1"}}, given=frozenset(KEYS))


def test_a_file_that_is_there_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "settings.yaml"
    path.write_text("theme: light\n", "utf-8")
    assert not write_default(path)
    assert path.read_text("utf-8") == "theme: light\n"
