"""Aztec: two builders, or two and Oh Puch, raise a pyramid of hexacubes."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Any, ClassVar

from teocalli.errors import GameError
from teocalli.game import BoardGame


def number_text(value: Any) -> str:
    """Write a barrier as text."""
    try:
        return str(operator.index(value))
    except TypeError:
        raise GameError(f"barrier must be a whole number such as 12 (AX-12), not {value!r}") from None


def player_text(player: Any) -> str:
    """Write a player, who counts from 0 in Python, as text, where players count from 1."""
    try:
        return str(operator.index(player) + 1)
    except TypeError:
        raise GameError(f"oh_puch must be a player, 0 to 2 (AX-12), not {player!r}") from None


def yes_text(value: Any) -> str:
    """Write True and False as yes and no."""
    if not isinstance(value, bool):
        raise GameError(f"match must be True or False (AX-13), not {value!r}")
    return "yes" if value else "no"


def every_barrier(_players: int, options: Mapping[str, str]) -> list[str]:
    """Return every barrier that a side can reach (AX-12), as text."""
    return [str(barrier) for barrier in range(1, 15 if options.get("corners") == "none" else 19)]


def every_player(players: int, _options: Mapping[str, str]) -> list[str]:
    """Return every player as text."""
    return [str(player + 1) for player in range(players)]


class Aztec(BoardGame):
    """A game of Aztec in progress.

    Parameters
    ----------
    players : int, optional
        2 (default), or 3: one of them is Oh Puch, whom an auction finds unless ``barrier`` is given.
    barrier : int, optional
        The points that Oh Puch has to keep the builders from (AX-11); then there is no auction.
    oh_puch : int, optional
        The player, 0 to 2, who is Oh Puch; with ``barrier`` the default is 0.
    insertion : str, optional
        ``any`` (default), or ``slide``: a piece has to reach its place without turning (AX-7).
    corners : str, optional
        ``both`` (default): a corner counts for both sides; ``none``: corners do not count (AX-9).
    match : bool, optional
        Whether this is a game of a match (AX-13), with ``oh_puch`` and without a barrier.

    Raises
    ------
    GameError
        If a value is out of its range, or the values do not go together.

    See Also
    --------
    AztecMatch : three games, each player Oh Puch once.

    Notes
    -----
    The rules AX-1 to AX-13 and the grammar of the position text are in ``docs/rules/aztec.md``.

    Examples
    --------
    >>> game = Aztec()
    >>> game.perft(3)
    74860
    >>> game.push("J@d4.1")
    >>> game.fen()
    '1J@d4.1 2 2'
    >>> game = Aztec(players=3)
    >>> for bid in ("bid12", "pass", "bid9", "pass"):
    ...     game.push(bid)
    >>> game.fen()
    '- 3 3 barrier=9 oh_puch=3'
    """

    name = "aztec"
    OPTIONS: ClassVar = {
        "barrier": number_text,
        "oh_puch": player_text,
        "insertion": str,
        "corners": str,
        "match": yes_text,
    }
    SWEEPS: ClassVar = {"barrier": every_barrier, "oh_puch": every_player}

    def __init__(
        self,
        players: int | None = None,
        barrier: int | None = None,
        oh_puch: int | None = None,
        insertion: str | None = None,
        corners: str | None = None,
        match: bool | None = None,
    ) -> None:
        super().__init__(
            players, barrier=barrier, oh_puch=oh_puch, insertion=insertion, corners=corners, match=match
        )
