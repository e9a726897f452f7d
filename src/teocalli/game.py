"""What the classes of all games share: options, position texts, counting."""

from __future__ import annotations

import itertools
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


def every_order(players: int, _options: Mapping[str, str]) -> list[str]:
    """Return every turn order as text, in lexicographic order."""
    return [players_text(order) for order in itertools.permutations(range(players))]


Sweep = Callable[[int, Mapping[str, str]], list[str]]
"""Returns every value of an option, as text, for a number of players and the other options; none if the
option makes no sense with those."""


class BoardGame(_core.Game):
    """A game in progress: a position, and the moves that led to it.

    Attributes
    ----------
    name : str
        The game's name on the command line and in records.
    OPTIONS : mapping
        The rule options; each maps to the function that writes its value as text.
    SWEEPS : mapping
        The options that take the value ``all`` in runs of many games, which then take all values in turn.
    """

    name: ClassVar[str]
    OPTIONS: ClassVar[Mapping[str, Callable[[Any], str]]]
    SWEEPS: ClassVar[Mapping[str, Sweep]] = {}

    def __init__(self, players: int | None = None, **options: Any) -> None:
        super().__init__(players, self.options_text(options))

    @classmethod
    def options_text(cls, options: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
        """Write option values as text; None stands for the default and is left out."""
        given = {name: value for name, value in options.items() if value is not None}
        return tuple(sorted((name, cls.value_text(name, value)) for name, value in given.items()))

    @classmethod
    def value_text(cls, name: str, value: Any) -> str:
        """Write the value of an option as text."""
        if isinstance(value, str) and value == "all":
            return value
        return cls.OPTIONS.get(name, str)(value)

    @classmethod
    def variants(cls, players: int | None, options: Mapping[str, str]) -> list[_core.Rules]:
        """Return the rules that the games of a run take in turn: one, or one for each value of ``all``."""
        asked = [name for name in sorted(options) if options[name] == "all" and name in cls.SWEEPS]
        fixed = {name: value for name, value in options.items() if name not in asked}
        values = cls.sweeps(players, fixed)
        for name in asked:
            if name not in values:
                raise GameError(
                    f"{name} 'all' is not possible: with these players and options it has no values"
                )
        return [
            _core.make_rules(cls.name, players, (*fixed.items(), *zip(asked, choice, strict=True)))
            for choice in itertools.product(*(values[name] for name in asked))
        ]

    @classmethod
    def sweeps(cls, players: int | None, fixed: Mapping[str, str]) -> dict[str, list[str]]:
        """Return the options that may be ``all`` beside those that are fixed, with their values as text."""
        number = _core.make_rules(cls.name, players).players
        found = {name: sweep(number, fixed) for name, sweep in cls.SWEEPS.items() if name not in fixed}
        return {name: values for name, values in found.items() if values}

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
