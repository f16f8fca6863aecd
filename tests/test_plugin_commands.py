"""Commands that plugins add: each plugin's are whole or left out, and one that fails names its plugin."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, cast

import pytest
import typer
from tests.fake_plugins import FakePoint, data_host, host_with, plugin, point
from typer.testing import CliRunner

from solitaire_engine.errors import PluginError, SolitaireError
from solitaire_engine.host import Host
from solitaire_engine.words import Gap


def app_with_commands() -> typer.Typer:
    """An app as the engine's own, with two commands."""
    app = typer.Typer()

    @app.command()
    def play() -> None:
        print("played")

    @app.command("list")
    def list_games() -> None:
        print("listed")

    return app


def commands(function: Callable[[typer.Typer], object], name: str = "tools") -> FakePoint:
    """A plugin with a commands hook, and a word."""

    def solitaire_commands(app: typer.Typer) -> object:
        return function(app)

    gap = Gap(name=f"{name}-gap", takes=lambda card, base: True)
    return point(name, plugin(gap, hooks=[solitaire_commands]))


def greet(app: typer.Typer) -> None:
    """A good hook."""

    @app.command()
    def greet(name: str, loud: bool = False) -> None:
        print(f"HELLO {name}" if loud else f"Hello {name}")


def run(app: typer.Typer, *arguments: str) -> str:
    """What a command prints; what it raises is raised."""
    result = CliRunner().invoke(app, list(arguments), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_a_plugin_adds_a_command_with_its_own_parameters() -> None:
    app = app_with_commands()
    Host([commands(greet)]).add_commands(app)
    assert run(app, "greet", "Ann", "--loud") == "HELLO Ann\n"
    assert run(app, "list") == "listed\n"


def test_a_distribution_on_the_path_adds_a_command() -> None:
    with data_host("acme") as host:
        app = app_with_commands()
        host.add_commands(app)
        assert run(app, "acme-count", "--least", "2") == "5 games, at least 2\n"


def fails_half_way(app: typer.Typer) -> None:
    greet(app)
    raise RuntimeError("half way")


def takes_play(app: typer.Typer) -> None:
    app.command("play")(lambda: None)


def odd_parameter(app: typer.Typer) -> None:
    @app.command("odd")
    def odd(value: int | str) -> None:
        print(value)


def callback(app: typer.Typer) -> None:
    greet(app)
    app.callback()(lambda: None)


def takes_apart(app: typer.Typer) -> None:
    app.registered_commands = cast(Any, None)


class Odd(BaseException):
    """What no ``except Exception`` catches."""


def odd_error(app: typer.Typer) -> None:
    raise Odd("at all")


@pytest.mark.parametrize(
    ("hook", "why"),
    [
        (
            fails_half_way,
            r"its hook solitaire_commands failed: RuntimeError: half way \(tests/test_plugin_commands\.py:\d+\)",
        ),
        (takes_play, r"its hook solitaire_commands adds the command 'play', which the engine has .*"),
        (odd_parameter, r"typer cannot use them: \S.*"),
        (takes_apart, r"typer cannot use them: \S.*"),
        (odd_error, r"its hook solitaire_commands failed: Odd: at all \(tests/test_plugin_commands\.py:\d+\)"),
        (callback, r"its hook solitaire_commands sets a callback, which would replace .* whole command .*"),
    ],
)
def test_commands_that_fail_are_left_out_with_one_line_on_stderr_and_the_rest_works(
    hook: Callable[[typer.Typer], object], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    app = app_with_commands()
    host = Host([commands(hook), commands(lambda app: app.command("other")(lambda: print("other")), "other")])
    host.add_commands(app)
    out, err = capsys.readouterr()
    assert out == ""
    assert re.fullmatch(rf"solitaire: the plugin 'tools' \(tools-pack 1\.0\): its commands are left out: {why}\n", err)
    info = host.info("tools")
    assert info is not None and info.status == "faulty" and f"{info.blame}: {info.reason}" in err
    assert host.words.owner(Gap, "tools-gap") == "tools"
    assert run(app, "play") == "played\n"
    assert run(app, "other") == "other\n"
    assert "greet" not in [command.name or "greet" for command in app.registered_commands[2:]]


def test_the_second_of_two_plugins_with_one_command_is_left_out() -> None:
    told: list[str] = []
    app = app_with_commands()
    Host([commands(greet), commands(greet, "zealous")]).add_commands(app, told.append)
    (line,) = told
    assert "'zealous'" in line and "adds the command 'greet', which the plugin 'tools' (tools-pack 1.0) has" in line
    assert run(app, "greet", "Ann") == "Hello Ann\n"


def sub_app(app: typer.Typer) -> None:
    tools = typer.Typer()

    @tools.command()
    def crash(how: str) -> None:
        if how == "exit":
            raise typer.Exit(5)
        if how == "usage":
            raise typer.BadParameter("no such way")
        if how == "refusal":
            raise SolitaireError("as it is")
        if how == "oddly":
            raise Odd("indeed")
        raise ZeroDivisionError(how)

    app.add_typer(tools, name="tools")


def test_a_command_that_fails_when_it_runs_names_its_plugin() -> None:
    app = app_with_commands()
    Host([commands(sub_app)]).add_commands(app)
    with pytest.raises(PluginError) as caught:
        run(app, "tools", "crash", "badly")
    assert re.fullmatch(
        r"the plugin 'tools' \(tools-pack 1\.0\): its command crash failed: ZeroDivisionError: badly"
        r" \(tests/test_plugin_commands\.py:\d+\)",
        str(caught.value),
    )


def test_an_error_of_the_oddest_kind_in_a_command_is_told_too() -> None:
    app = app_with_commands()
    Host([commands(sub_app)]).add_commands(app)
    with pytest.raises(PluginError, match=r"its command crash failed: Odd: indeed \("):
        run(app, "tools", "crash", "oddly")


def test_what_a_command_says_on_purpose_is_left_as_it_is() -> None:
    app = app_with_commands()
    Host([commands(sub_app)]).add_commands(app)
    assert CliRunner().invoke(app, ["tools", "crash", "exit"]).exit_code == 5
    assert CliRunner().invoke(app, ["tools", "crash", "usage"]).exit_code == 2
    with pytest.raises(SolitaireError, match=r"^as it is$"):
        run(app, "tools", "crash", "refusal")


def test_without_commands_of_plugins_typer_is_not_asked() -> None:
    host_with().add_commands(cast(typer.Typer, None))
