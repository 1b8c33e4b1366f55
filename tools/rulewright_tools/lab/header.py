"""What each document of many matches says first, and the command that makes the same matches from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulewright import __version__
from rulewright.play.record import packs_data
from rulewright_tools.prepare import Setup


def header(
    kind: str,
    setup: Setup,
    seed: int,
    first: int | None,
    *,
    other: Setup | None = None,
    settings: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Program, game, and who plays: `docs/json.md`.

    Args:
        kind: the command.
        other: the game that is compared with the first.
        settings: those that were given if left out.
    """
    return {
        "format": f"rulewright.{kind}",
        "version": 1,
        "engine": __version__,
        **(_game(setup) if other is None else {"a": _game(setup), "b": _game(other)}),
        "settings": {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in (setup.settings if settings is None else settings).items()
        },
        "players": setup.seats,
        "first": "random" if first is None else first,
        "policies": list(setup.policies),
        "entry_policies": {entry: name for (_, entry), name in setup.entries.items()},
        "seed": seed,
    }


def _game(setup: Setup) -> dict[str, Any]:
    return {"spec": setup.spec, "packs": packs_data(setup.rules.game)}


def bots(head: Mapping[str, Any]) -> list[str]:
    """Who decides, by the words of `--policy`; of a ladder its rungs."""
    names = head.get("rungs") or head.get("policies", ())
    shown = [names[0]] if len(set(names)) == 1 else list(names)
    return [*shown, *(f"{entry}={name}" for entry, name in head.get("entry_policies", {}).items())]


def settings_of(head: Mapping[str, Any]) -> list[str]:
    """By the words of `--set`."""
    return [f"{name}={_setting(value)}" for name, value in head["settings"].items()]


def _setting(value: object) -> str:
    match value:
        case list():
            return f"[{','.join(map(_setting, value))}]"
        case None:
            return "none"
        case bool():
            return str(value).lower()
    return str(value)


def run_words(head: Mapping[str, Any]) -> list[str]:
    """The options with which a command plays the same matches again, but for how many; not quoted."""
    words = ["--players", str(head["players"]), "--policy", ",".join(bots(head))]
    for setting in settings_of(head):
        words += ["--set", setting]
    if head["first"] != "random":
        words += ["--first", str(head["first"])]
    return [*words, "--seed", str(head["seed"])]


def number_word(value: float) -> str:
    """A number as it was given, to its last digit."""
    return str(value).removesuffix(".0")
