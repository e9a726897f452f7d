"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a finished game. Players count from 0.

    Attributes
    ----------
    winners : tuple of int
        All who share the win; empty if nobody has won.
    scores : tuple of (int or None)
        The score of each player; None for a player without one.
    utilities : tuple of float
        The share of the win of each player; they add up to 1.
    termination : str
        Why the game ended, one of ``teocalli.TERMINATIONS``.
    early : bool
        Aztec: the game ended before all pieces were placed (AX-8).
    """

    winners: tuple[int, ...]
    scores: tuple[int | None, ...]
    utilities: tuple[float, ...]
    termination: str
    early: bool = False
