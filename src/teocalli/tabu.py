"""Tabu: a race of Virgins up a pyramid, for 2 to 4 players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike
from typing import ClassVar, Self

from teocalli import _core
from teocalli.game import BoardGame, every_order, players_text
from teocalli.layout import Layout, layout_text

LayoutLike = str | PathLike[str] | Layout


def with_layout_text(options: Mapping[str, str]) -> dict[str, str]:
    """Return options in which a layout file is replaced by its canonical text."""
    return {name: layout_text(value) if name == "layout" else value for name, value in options.items()}


class Tabu(BoardGame):
    """A game of Tabu in progress.

    Parameters
    ----------
    players : int, optional
        4 (default), 3 or 2.
    order : tuple of int, optional
        The turn order: every player once (TB-2). Default: 0, 1, 2, 3.
    descend : str, optional
        ``free`` (default) or ``stairs`` (TB-7).
    eliminated : str, optional
        What becomes of the pieces of a player who is out: ``remove`` (default) or ``inert`` (TB-11).
    max_plies : int, optional
        Plies after which the game is a draw, 1 to 999999999 (TB-12). Default: 2000.
    layout : path or Layout, optional
        A layout file (TB-13), or what ``teocalli.layout.read_layout`` returns. Default: the built-in board.

    Raises
    ------
    GameError
        If a value is not one of those above; a ``LayoutError`` names all faults of a layout.

    Notes
    -----
    The rules TB-1 to TB-14, the layout file and the grammar of the position text are in
    ``docs/rules/tabu.md``.

    Examples
    --------
    >>> game = Tabu()
    >>> game.perft(3)
    73332
    >>> game.push("Sc12-e12")
    >>> game.scores()
    (0, 0, 0, 0)
    """

    name = "tabu"
    OPTIONS: ClassVar = {
        "order": players_text,
        "descend": str,
        "eliminated": str,
        "max_plies": str,
        "layout": layout_text,
    }
    SWEEPS: ClassVar = {"order": every_order}

    def __init__(
        self,
        players: int | None = None,
        order: Iterable[int] | None = None,
        descend: str | None = None,
        eliminated: str | None = None,
        max_plies: int | None = None,
        layout: LayoutLike | None = None,
    ) -> None:
        super().__init__(
            players,
            order=order,
            descend=descend,
            eliminated=eliminated,
            max_plies=max_plies,
            layout=layout,
        )

    @classmethod
    def from_text_options(cls, players: int | None, options: Mapping[str, str]) -> Self:
        """Start a game whose options are text, as on the command line; ``layout`` is a file."""
        return super().from_text_options(players, with_layout_text(options))

    @classmethod
    def variants(cls, players: int | None, options: Mapping[str, str]) -> list[_core.Rules]:
        """Return the rules that the games of a run take in turn; ``layout`` may be a file."""
        return super().variants(players, with_layout_text(options))

    @classmethod
    def from_fen(cls, text: str, layout: LayoutLike | None = None) -> Self:
        """Set up a position from its text, whether or not a game can reach it.

        Parameters
        ----------
        text : str
            The position.
        layout : path or Layout, optional
            The layout that the text names by its hash; a text without a name is of the default one.

        Raises
        ------
        PositionError
            Naming the part that makes no sense, and what would be valid.
        """
        return cls.read_fen(text, () if layout is None else (("layout", layout_text(layout)),))

    def text_options(self) -> tuple[tuple[str, str], ...]:
        """Return the layout, which a position text names but does not hold."""
        return tuple((name, value) for name, value in self.rules.options if name == "layout")

    @property
    def out(self) -> tuple[int, ...]:
        """The players who are out (TB-11)."""
        field = self.fen().split(" ")[4]
        return () if field == "-" else tuple(int(player) - 1 for player in field.split(","))

    @property
    def eliminations(self) -> tuple[tuple[int, int, int], ...]:
        """Who was put out in the moves made so far: player, by whom, and ``ply()`` right after that."""
        found = []
        game = self.root()
        for move in self.move_stack:
            by, before = game.turn, game.out if "x" in str(move) else ()
            game.push(move)
            if "x" in str(move):
                found += [(player, by, game.ply()) for player in game.out if player not in before]
        return tuple(found)
