"""Aztec against the reference rules at every ply of many random games, ending by hand-made auctions too.

The two play side by side: the reference never sees a position of the engine. A game costs the
reference a sixth of a second, with slides a second, so the games are split into tests that run in
parallel.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from support import Setting

from teocalli import Aztec, playout

CHUNK = 10  # games a test

# Settings, and how many games each; with any insertion 300 in all, with slides 40.
GAMES = [
    (Setting("aztec", 2), 150),
    (Setting("aztec", 3), 60),
    (Setting("aztec", 3, (("barrier", 9), ("oh_puch", 1), ("corners", "none"))), 60),
    (Setting("aztec", 3, (("match", True), ("oh_puch", 2))), 30),
    (Setting("aztec", 2, (("insertion", "slide"),)), 20),
    (Setting("aztec", 3, (("insertion", "slide"), ("barrier", 5))), 20),
]
SLOW_FACTOR = 4


def chunks(factor: int, first: int) -> list:
    return [
        pytest.param(setting, index, id=f"{setting}-{index}")
        for setting, games in GAMES
        for index in range(first, first + games * factor, CHUNK)
    ]


def compare_outcome(game: Aztec, slow: Any) -> None:
    fast, expected = game.outcome(), slow.outcome()
    assert fast is not None
    for field in ("winners", "scores", "utilities", "termination", "early"):
        assert getattr(fast, field) == getattr(expected, field), (game.fen(), field)


def play(setting: Setting, index: int) -> None:
    """Follow a seeded game of the engine, comparing the moves at every ply."""
    moves = playout(setting.game, seed=7, index=index, **setting.arguments).move_stack
    game, slow = setting.new(), setting.reference()
    for move in moves:
        assert sorted(map(str, game.legal_moves)) == sorted(slow.legal_moves()), slow.fen()
        game.push(move)
        slow.push(str(move))
        assert (game.fen(), game.turn, game.scores()) == (slow.fen(), slow.turn, slow.scores())
    compare_outcome(game, slow)


@pytest.mark.parametrize(("setting", "first"), chunks(1, 0))
def test_every_ply(setting: Setting, first: int) -> None:
    for index in range(first, first + CHUNK):
        play(setting, index)


@pytest.mark.slow
@pytest.mark.parametrize(("setting", "first"), chunks(SLOW_FACTOR, 10_000))
def test_every_ply_of_many_more_games(setting: Setting, first: int) -> None:
    for index in range(first, first + CHUNK):
        play(setting, index)


def bid_rarely(game: Aztec, rng: random.Random) -> str:
    """Pass, or bid high, so that auctions are long and end by passes as often as not."""
    bids = [str(move) for move in game.legal_moves]
    return "pass" if "pass" in bids and rng.random() < 0.3 else rng.choice(bids[-4:])


@pytest.mark.parametrize("corners", ["both", "none"])
def test_auctions_that_end_by_passes(corners: str) -> None:
    setting = Setting("aztec", 3, (("corners", corners),))
    by_passes = 0
    for seed in range(100):
        rng = random.Random(seed)
        game, slow = setting.new(), setting.reference()
        while slow.in_auction:
            assert sorted(map(str, game.legal_moves)) == sorted(slow.legal_moves()), slow.fen()
            move = bid_rarely(game, rng)
            game.push(move)
            slow.push(move)
            assert (game.fen(), game.turn, game.scores()) == (slow.fen(), slow.turn, slow.scores())
        assert sorted(map(str, game.legal_moves)) == sorted(slow.legal_moves())
        by_passes += move == "pass"
    assert by_passes > 30
