"""Walks over a reference game: counting and random play, the same for every game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Protocol, Self


class ReferenceGame(Protocol):
    """What every reference game offers to the tests."""

    def legal_moves(self) -> list[str]: ...
    def push(self, move: str) -> None: ...
    def copy(self) -> Self: ...


def perft(game: ReferenceGame, depth: int) -> int:
    """Count the move sequences of exactly ``depth`` plies."""
    if depth == 0:
        return 1
    moves = game.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(perft(after(game, move), depth - 1) for move in moves)


def after(game: ReferenceGame, move: str) -> ReferenceGame:
    """Return the position after ``move``; ``game`` stays as it is."""
    child = game.copy()
    child.push(move)
    return child


def random_game(game: ReferenceGame, rng: random.Random) -> Iterator[str]:
    """Play ``game`` to its end at random, yielding each move just before it is made."""
    while moves := game.legal_moves():
        move = rng.choice(moves)
        yield move
        game.push(move)
