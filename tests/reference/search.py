"""Searches over a reference game, slow and obvious: no pruning, no memory, no order of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, Self, TypeVar

Values = tuple[float, ...]


class SearchableGame(Protocol):
    """What a reference game offers to a search."""

    turn: int

    def legal_moves(self) -> list[str]: ...
    def push(self, move: str) -> None: ...
    def copy(self) -> Self: ...
    def outcome(self) -> Any: ...


Evaluate = Callable[[Any], Values]
Game = TypeVar("Game", bound=SearchableGame)


def children(game: Game) -> list[Game]:
    """Return the position after each legal move, in the order of the moves."""
    found = []
    for move in game.legal_moves():
        child = game.copy()
        child.push(move)
        found.append(child)
    return found


def known_values(game: SearchableGame, depth: int, evaluate: Evaluate) -> Values | None:
    """Return the values of a position that is not searched on, None if it is.

    Parameters
    ----------
    game : SearchableGame
        The position.
    depth : int
        Plies left to search.
    evaluate : callable
        Estimates the utilities of a position by player.

    Returns
    -------
    tuple of float or None
        The utilities if the game is over, the estimate at depth 0.
    """
    outcome = game.outcome()
    if outcome is not None:
        return tuple(outcome.utilities)
    return evaluate(game) if depth == 0 else None


def minimax(game: SearchableGame, depth: int, evaluate: Evaluate, me: int) -> float:
    """Return what ``me`` gets when all others play against ``me``.

    Parameters
    ----------
    game : SearchableGame
        The position.
    depth : int
        Plies to search.
    evaluate : callable
        Estimates the utilities of a position by player.
    me : int
        The player who maximises.

    Returns
    -------
    float
        The value for ``me``.
    """
    values = known_values(game, depth, evaluate)
    if values is not None:
        return values[me]
    best = max if game.turn == me else min
    return best(minimax(child, depth - 1, evaluate, me) for child in children(game))


def maxn(game: SearchableGame, depth: int, evaluate: Evaluate) -> Values:
    """Return what everybody gets when each player maximises their own value.

    Parameters
    ----------
    game : SearchableGame
        The position.
    depth : int
        Plies to search.
    evaluate : callable
        Estimates the utilities of a position by player.

    Returns
    -------
    tuple of float
        The values by player; of moves that are equally good for the mover the first counts.
    """
    values = known_values(game, depth, evaluate)
    if values is not None:
        return values
    mover = game.turn
    found = [maxn(child, depth - 1, evaluate) for child in children(game)]
    return max(found, key=lambda after: after[mover])  # the first of equals
