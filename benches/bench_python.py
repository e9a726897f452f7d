"""What a ply costs from Python, and what the short bulk calls cost; counts are asserted, then timed."""

from __future__ import annotations

import random
from typing import Any

import pytest

import teocalli

GAMES = list(teocalli.GAMES)


def middle(name: str, plies: int) -> Any:
    """Return the position after so many random plies of a seeded game."""
    game = teocalli.playout(name, seed=1, index=0)
    while game.ply() > plies:
        game.pop()
    return game


@pytest.mark.parametrize("name", GAMES)
def test_ply(benchmark: Any, name: str) -> None:
    """List the moves, make one, ask whether the game is over: what a playing loop does each ply."""
    game = middle(name, 12)
    move = random.Random(1).choice(list(game.legal_moves))

    def ply() -> bool:
        list(game.legal_moves)
        game.push(move)
        return game.is_game_over()

    def take_back() -> None:
        if game.move_stack and game.ply() > 12:
            game.pop()

    assert benchmark.pedantic(ply, setup=take_back, rounds=20000, warmup_rounds=100) is False


@pytest.mark.parametrize("name", GAMES)
def test_copy(benchmark: Any, name: str) -> None:
    game = middle(name, 12)
    assert benchmark(lambda: game.copy(stack=False)) == game


@pytest.mark.parametrize("name", GAMES)
def test_perft_2(benchmark: Any, name: str) -> None:
    game = teocalli.new_game(name)
    nodes = sum(game.divide(2).values())
    assert benchmark(lambda: game.perft(2)) == nodes
