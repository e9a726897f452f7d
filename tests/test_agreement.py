"""The engine against the reference rules, over many random games.

The reference is slow. Most games are therefore played by the engine alone and compared at a few
plies each and at the end; some are played by both side by side and compared at every ply.
"""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import pytest
from support import SETTINGS, Setting, by_setting, facts, random_game, reference_from_fen

from teocalli.game import BoardGame

CHUNK = 250  # games a test, at most
SLOW_FACTOR = 10


def chunk_size(setting: Setting) -> int:
    return min(CHUNK, facts(setting.game)["agreement_games"])


def chunks(factor: int = 1) -> list:
    """Return the test parameters (setting, first game) that cover every game of every setting."""
    return [
        pytest.param(setting, first, id=f"{setting}-{first}")
        for setting in SETTINGS
        for first in range(0, facts(setting.game)["agreement_games"] * factor, chunk_size(setting))
    ]


def compare(game: BoardGame, slow: Any) -> None:
    """Compare all that both know of a position."""
    position = game.fen()
    moves = [str(move) for move in game.legal_moves]
    assert slow.fen() == position
    assert sorted(moves) == sorted(slow.legal_moves()), position
    assert len(set(moves)) == len(moves), position
    assert game.turn == slow.turn, position
    assert game.scores() == slow.scores(), position
    assert game.is_game_over() == (not moves), position
    compare_outcomes(game.outcome(), slow.outcome(), position)


def compare_outcomes(fast: Any, slow: Any, position: str) -> None:
    assert (fast is None) == (slow is None), position
    if slow is not None:
        for field in dataclasses.fields(slow):
            assert getattr(fast, field.name) == getattr(slow, field.name), (position, field.name)


def compare_step(game: BoardGame, move: object) -> None:
    """Compare a position and what ``move`` makes of it; the reference starts from the text."""
    slow = reference_from_fen(game.name, game.fen())
    compare(game, slow)
    after = game.copy(stack=False)
    after.push(move)
    slow.push(str(move))
    assert after.fen() == slow.fen(), (game.fen(), str(move))
    assert after.scores() == slow.scores(), (game.fen(), str(move))
    assert after.turn == slow.turn, (game.fen(), str(move))


def compare_sampled(setting: Setting, index: int) -> None:
    """Play a game, then compare at random plies and at the end."""
    rng = random.Random(f"{setting} {index}")
    game = setting.new()
    for _ in random_game(game, rng):
        pass
    compare(game, reference_from_fen(game.name, game.fen()))
    moves = list(game.move_stack)
    plies = sorted(rng.sample(range(len(moves)), min(facts(setting.game)["agreement_plies"], len(moves))))
    while game.ply() > plies[0]:
        game.pop()
        if game.ply() in plies:
            compare_step(game, moves[game.ply()])


@pytest.mark.parametrize(("setting", "first"), chunks())
def test_sampled_plies(setting: Setting, first: int) -> None:
    for index in range(first, first + chunk_size(setting)):
        compare_sampled(setting, index)


@pytest.mark.parametrize("setting", SETTINGS, ids=by_setting)
def test_every_ply(setting: Setting) -> None:
    """Both play the same games side by side; the reference never sees the engine's positions."""
    for index in range(facts(setting.game)["full_games"]):
        slow, game = setting.reference(), setting.new()
        for move in random_game(game, random.Random(index)):
            compare(game, slow)
            slow.push(str(move))
        compare(game, slow)


@pytest.mark.parametrize("setting", SETTINGS, ids=by_setting)
def test_every_move_of_some_positions(setting: Setting) -> None:
    """Each legal move leads to the same position, not only the one that a game happens to choose."""
    game = setting.new()
    for ply, _ in enumerate(random_game(game, random.Random(1))):
        if ply % facts(setting.game)["every_move_step"] == 0:
            for move in game.legal_moves:
                compare_step(game, move)


@pytest.mark.slow
@pytest.mark.parametrize(("setting", "first"), chunks(SLOW_FACTOR))
def test_many_more_games(setting: Setting, first: int) -> None:
    for index in range(first, first + chunk_size(setting)):
        compare_sampled(setting, 10**6 + index)
