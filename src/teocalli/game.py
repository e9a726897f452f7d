"""What the classes of all games share: options, position texts, counting."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Self

from teocalli import _core, counting
from teocalli.errors import GameError


def players_text(order: Iterable[int]) -> str:
    """Write players, who count from 0 in Python, as text, where they count from 1."""
    try:
        return ",".join(str(player + 1) for player in order)
    except TypeError:
        raise GameError(f"order must be a tuple of players such as (1, 0), not {order!r:.80}") from None


class BoardGame(_core.Game):
    """A game in progress: a position, and the moves that led to it.

    Attributes
    ----------
    name : str
        The game's name on the command line and in records.
    OPTIONS : mapping
        The rule options; each maps to the function that writes its value as text.
    """

    name: ClassVar[str]
    OPTIONS: ClassVar[Mapping[str, Callable[[Any], str]]]

    def __init__(self, players: int | None = None, **options: Any) -> None:
        super().__init__(players, self.options_text(options))

    @classmethod
    def options_text(cls, options: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
        """Write option values as text; None stands for the default and is left out."""
        given = {name: value for name, value in options.items() if value is not None}
        return tuple(sorted((name, cls.OPTIONS.get(name, str)(value)) for name, value in given.items()))

    @classmethod
    def from_text_options(cls, players: int | None, options: Mapping[str, str]) -> Self:
        """Start a game whose options are text, as on the command line (players count from 1)."""
        game = cls()
        _core.Game.__init__(game, players, tuple(sorted(options.items())))
        return game

    @classmethod
    def from_fen(cls, text: str) -> Self:
        """Set up a position from its text, whether or not a game can reach it.

        Raises
        ------
        PositionError
            Naming the part that makes no sense, and what would be valid.
        """
        return cls.read_fen(text)

    def perft(self, depth: int, threads: int | None = 1) -> int:
        """Count the move sequences of exactly ``depth`` plies from here.

        Parameters
        ----------
        depth : int
            0 to 64.
        threads : int, optional
            The count does not depend on it. None takes all cores.

        Raises
        ------
        ValueError
            If ``depth`` or ``threads`` is out of range.
        OverflowError
            If the count is above 2**64 - 1.
        """
        return counting.perft(self, depth, threads)

    def divide(self, depth: int, threads: int | None = 1) -> dict[_core.Move, int]:
        """Return ``perft(depth - 1)`` after each legal move; for ``depth`` 0 there is nothing to divide.

        Parameters and errors are those of ``perft``.
        """
        return counting.divide(self, depth, threads)
