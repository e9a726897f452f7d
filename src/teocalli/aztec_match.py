"""A match of Aztec: three games, each player Oh Puch once."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Self

from teocalli._core import LegalMoves, Move
from teocalli.aztec import Aztec

PLAYERS = 3


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a finished match. Players count from 0.

    Attributes
    ----------
    winners : tuple of int
        All who have the highest total.
    totals : tuple of int
        By player, the points of both games as a builder.
    """

    winners: tuple[int, ...]
    totals: tuple[int, ...]


class AztecMatch:
    """A match of Aztec in progress (AX-13).

    Three games without auction and barrier, one after the other; players 0, 1, 2 are Oh Puch in turn.
    Nobody wins a single game: the points that each player scores as a builder are added up.

    Parameters
    ----------
    insertion, corners : str, optional
        As in ``Aztec``.

    Attributes
    ----------
    games : tuple of Aztec
        The three games, played or not.

    Examples
    --------
    >>> match = AztecMatch()
    >>> match.turn, match.totals()
    (0, (0, 0, 0))
    >>> while not match.is_over():
    ...     match.push(next(iter(match.legal_moves)))
    >>> sum(match.result().totals) == sum(sum(p or 0 for p in game.scores()) for game in match.games)
    True
    """

    def __init__(self, insertion: str | None = None, corners: str | None = None) -> None:
        self.games = tuple(
            Aztec(PLAYERS, oh_puch=player, insertion=insertion, corners=corners, match=True)
            for player in range(PLAYERS)
        )

    @property
    def game(self) -> Aztec:
        """The game being played; after the end the last one."""
        return next((game for game in self.games if not game.is_game_over()), self.games[-1])

    @property
    def turn(self) -> int:
        """The player to move."""
        return self.game.turn

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves of the game being played."""
        return self.game.legal_moves

    def push(self, move: Move | int | str) -> None:
        """Make a move in the game being played; IllegalMoveError if the rules forbid it."""
        self.game.push(move)

    def pop(self) -> Move:
        """Take the last move of the match back and return it; IndexError if there is none."""
        played = [game for game in self.games if game.move_stack]
        if not played:
            raise IndexError("pop from a match without moves")
        return played[-1].pop()

    @property
    def move_stack(self) -> list[Move]:
        """The moves of all games so far: a new list."""
        return [move for game in self.games for move in game.move_stack]

    def ply(self) -> int:
        """Return the number of moves made so far, in all games."""
        return sum(game.ply() for game in self.games)

    def copy(self) -> Self:
        """Return a match that goes its own way from here."""
        return copy.deepcopy(self)

    __copy__ = copy

    def __eq__(self, other: object) -> bool:
        return self.games == other.games if isinstance(other, AztecMatch) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.games)

    def is_over(self) -> bool:
        """Tell whether all three games are over."""
        return self.game.is_game_over()

    def totals(self) -> tuple[int, ...]:
        """Return by player the points scored as a builder so far."""
        by_game = [game.scores() for game in self.games]
        return tuple(sum(scores[player] or 0 for scores in by_game) for player in range(PLAYERS))

    def result(self) -> MatchResult | None:
        """Return who has won, or None while the match goes on."""
        if not self.is_over():
            return None
        totals = self.totals()
        return MatchResult(tuple(p for p in range(PLAYERS) if totals[p] == max(totals)), totals)
