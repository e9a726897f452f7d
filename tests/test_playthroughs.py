"""Whole games as readable text, run again line by line.

A playthrough shows a rule change as a difference that a person can read. To write the files anew::

    python tests/test_playthroughs.py

and then look at the difference before committing it.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from support import SETTINGS, TESTS, Setting, by_setting

import teocalli
from teocalli.game import BoardGame

FOLDER = TESTS / "playthroughs"
SEED = 2024  # each file is game 0 of this run
EVERY = 5  # plies from one position text to the next

DEFAULTS = [setting for setting in SETTINGS if not setting.options]


def path_of(setting: Setting) -> Path:
    return FOLDER / f"{setting.game}-{setting.players}.txt"


def position_lines(game: BoardGame) -> list[str]:
    scores = " ".join("-" if score is None else str(score) for score in game.scores())
    return [f"position {game.fen()}", f"scores {scores}", f"moves {len(game.legal_moves)}"]


def end_lines(game: BoardGame) -> list[str]:
    outcome = game.outcome()
    winners = " ".join(str(player + 1) for player in outcome.winners) or "-"
    return [f"end {outcome.termination}", f"winners {winners}"]


def playthrough(setting: Setting) -> list[str]:
    """Return the lines of the game of a setting."""
    moves = teocalli.playout(setting.game, SEED, 0, **setting.arguments).move_stack
    game = setting.new()
    lines = [f"# {setting.game}, {setting.players} players: game 0 of seed {SEED}", *position_lines(game)]
    for move in moves:
        lines.append(f"{game.ply() + 1}. player {game.turn + 1}: {move}")
        game.push(move)
        if game.ply() % EVERY == 0 or game.is_game_over():
            lines += position_lines(game)
    return lines + end_lines(game)


def expected_lines(game: BoardGame) -> set[str]:
    """Return every line that may be said of a position as it is."""
    lines = set(position_lines(game))
    return lines | set(end_lines(game)) if game.is_game_over() else lines


@pytest.mark.parametrize("setting", DEFAULTS, ids=by_setting)
def test_playthrough(setting: Setting) -> None:
    """Follow the file: each move is legal for the player named, each statement true where it stands."""
    game = setting.new()
    for number, line in enumerate(path_of(setting).read_text().splitlines(), 1):
        if line.startswith("#"):
            continue
        where = f"{path_of(setting).name}:{number}: {line}"
        head, _, move = line.rpartition(": ")
        if head:
            assert head == f"{game.ply() + 1}. player {game.turn + 1}", where
            assert move in game.legal_moves, where
            game.push(move)
        else:
            assert line in expected_lines(game), (where, expected_lines(game))
    assert game.is_game_over()


@pytest.mark.parametrize("setting", DEFAULTS, ids=by_setting)
def test_playthrough_is_the_seeded_game(setting: Setting) -> None:
    """Seeded runs do not drift unseen: whoever changes them writes these files anew."""
    assert path_of(setting).read_text().splitlines() == playthrough(setting)


def write_all() -> None:
    for setting in DEFAULTS:
        path_of(setting).write_text("\n".join(playthrough(setting)) + "\n")


if __name__ == "__main__":
    write_all()
