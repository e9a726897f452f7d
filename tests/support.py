"""What several test modules share. All of it works for any game in ``teocalli.GAMES``."""

from __future__ import annotations

import functools
import importlib
import os
import random
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import teocalli
from teocalli.game import BoardGame

TESTS = Path(__file__).parent
ROOT = TESTS.parent


# Settings: the players and options that the shared tests run a game with


@dataclass(frozen=True)
class Setting:
    """A game with its players and options."""

    game: str
    players: int
    options: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        return "-".join([self.game, str(self.players), *(f"{name}={value}" for name, value in self.options)])

    @property
    def arguments(self) -> dict[str, Any]:
        return {
            "players": self.players,
            **{name: ARGUMENTS.get(name, plain)(value) for name, value in self.options},
        }

    def new(self) -> BoardGame:
        return teocalli.new_game(self.game, **self.arguments)

    def reference(self) -> Any:
        arguments = self.arguments
        if "layout" in arguments:
            arguments["layout"] = read_toml(Path(arguments["layout"]))
        return reference_class(self.game)(**arguments)


def plain(value: Any) -> Any:
    """Return a value of the settings as an option takes it: arrays are tuples."""
    return tuple(value) if isinstance(value, list) else value


# How options take the values of the settings, where it is not ``plain``.
ARGUMENTS = {"layout": lambda name: str(TESTS / "layouts" / name)}


def read_toml(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        return tomllib.load(file)


@functools.cache
def facts(name: str) -> dict[str, Any]:
    """Return the file of a game in ``tests/settings``."""
    return read_toml(TESTS / "settings" / f"{name}.toml")


def settings_of(name: str) -> list[Setting]:
    return [
        Setting(name, entry["players"], tuple((k, plain(v)) for k, v in entry.items() if k != "players"))
        for entry in facts(name)["setting"]
    ]


def brief(thing: object) -> str:
    """Name a parametrised test after any value, the same in every process."""
    return ascii(thing)[:18]


SETTINGS = [setting for name in teocalli.GAMES for setting in settings_of(name)]


def by_setting(setting: Setting) -> str:
    """Name a parametrised test after its setting."""
    return str(setting)


# The reference rules


def reference_class(name: str) -> Any:
    """Return the class of the slow rules of a game: same name as the fast one, in ``tests/reference``."""
    return getattr(
        importlib.import_module(f"reference.{name.replace('-', '_')}"), teocalli.GAMES[name].__name__
    )


@functools.cache
def layouts_by_name() -> dict[str, Any]:
    """Return the boards of ``tests/layouts``, each under the name that position texts give it."""
    layout_class = importlib.import_module("reference.tabu").Layout
    boards = [read_toml(path) for path in sorted((TESTS / "layouts").glob("*.toml"))]
    return {layout_class.from_dict(board).hash(): board for board in boards}


def reference_from_fen(name: str, text: str) -> Any:
    """Set up a position text in the reference rules, on the board that it names."""
    _, named, board = text.partition(" layout=")
    extra = {"layout": layouts_by_name()[board]} if named else {}
    return reference_class(name).from_fen(text, **extra)


# Random games


def random_game(game: BoardGame, rng: random.Random) -> Iterator[teocalli.Move]:
    """Play ``game`` to its end at random, yielding each move just before it is made."""
    while moves := list(game.legal_moves):
        move = rng.choice(moves)
        yield move
        game.push(move)


def random_position(setting: Setting, seed: int, plies: int = 60) -> BoardGame:
    """Return a position after fewer than ``plies`` random plies, fewer still if the game ends before."""
    rng = random.Random(f"{setting} {seed}")
    game = setting.new()
    stop = rng.randrange(plies)
    for ply, _ in enumerate(random_game(game, rng)):
        if ply == stop:
            break
    return game


def random_positions(setting: Setting, n: int) -> list[BoardGame]:
    return [random_position(setting, seed) for seed in range(n)]


def finished_game(setting: Setting, seed: int = 0) -> BoardGame:
    return teocalli.playout(setting.game, seed, 0, **setting.arguments)


def state_of(game: BoardGame) -> tuple[Any, ...]:
    """Return all that can be seen of a position."""
    return (
        game.fen(),
        game.key(),
        hash(game),
        game.ply(),
        game.turn,
        game.scores(),
        list(game.legal_moves),
        game.is_game_over(),
        game.outcome(),
        list(game.move_stack),
        str(game),
    )


def read(game: BoardGame, text: str | None = None) -> BoardGame:
    """Read a position text of the same game, with the options of ``game`` that no text holds."""
    text = game.fen() if text is None else text
    extra = game.text_options()
    return type(game).read_fen(text, extra) if extra else type(game).from_fen(text)


# Perft suites


@dataclass(frozen=True)
class Suite:
    """One position of a perft suite and its counts by depth."""

    game: str
    id: str
    fen: str
    counts: tuple[tuple[int, int], ...]

    def new(self) -> BoardGame:
        return teocalli.GAMES[self.game].from_fen(self.fen)


def read_suite(name: str, text: str) -> list[Suite]:
    """Read ``id``, ``fen`` and ``perft <depth> <nodes>`` lines; ``#`` begins a comment line."""
    suites: list[Suite] = []
    for number, line in enumerate(text.splitlines(), 1):
        word, _, rest = line.partition(" ")
        match word:
            case "" | "#":
                continue
            case "id":
                suites.append(Suite(name, rest, "", ()))
            case "fen" if suites and not suites[-1].fen:
                suites[-1] = Suite(name, suites[-1].id, rest, ())
            case "perft" if suites and suites[-1].fen:
                depth, nodes = map(int, rest.split())
                last = suites[-1]
                suites[-1] = Suite(name, last.id, last.fen, (*last.counts, (depth, nodes)))
            case _:
                raise ValueError(f"line {number} of the perft suite of {name} makes no sense: {line!r}")
    return suites


@functools.cache
def suites_of(name: str) -> list[Suite]:
    """Return all positions of ``tests/perft/<name>*.perft``."""
    return [
        suite
        for path in sorted((TESTS / "perft").glob(f"{name}*.perft"))
        for suite in read_suite(name, path.read_text())
    ]


# Processes


def run_python(code: str, *arguments: str, stdin: bytes = b"", **environment: str) -> bytes:
    """Run Python code in a fresh process with warnings as errors, and return what it writes."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code, *arguments],
        input=stdin,
        capture_output=True,
        cwd=TESTS,
        env=os.environ | environment,
        timeout=120,
    )
    assert done.returncode == 0, f"exit status {done.returncode}\n{done.stderr.decode(errors='replace')}"
    return done.stdout
