"""Azacru: chevrons that claim fields in nine borderlands, for 2 to 4 players."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from teocalli.game import BoardGame, every_order, players_text


class Azacru(BoardGame):
    """A game of Azacru in progress.

    Parameters
    ----------
    players : int, optional
        2 (default), 3 or 4.
    order : tuple of int, optional
        The turn order: every player once (AZ-3). Default: 0, 1, 2, 3.

    Raises
    ------
    GameError
        If the game is not for that many players, or ``order`` does not name each of them once.

    Notes
    -----
    The rules AZ-1 to AZ-14 and the grammar of the position text are in ``docs/rules/azacru.md``.

    Examples
    --------
    >>> game = Azacru(players=2)
    >>> game.perft(3)
    3932
    >>> game.push("e1-e2")
    >>> game.scores()
    (1, 0)
    """

    name = "azacru"
    OPTIONS: ClassVar = {"order": players_text}
    SWEEPS: ClassVar = {"order": every_order}

    def __init__(self, players: int | None = None, order: Iterable[int] | None = None) -> None:
        super().__init__(players, order=order)
