"""The list of games."""

from __future__ import annotations

import difflib
from typing import Any

from teocalli.azacru import Azacru
from teocalli.aztec import Aztec
from teocalli.errors import GameError
from teocalli.game import BoardGame
from teocalli.tabu import Tabu

GAMES: dict[str, type[BoardGame]] = {cls.name: cls for cls in (Azacru, Aztec, Tabu)}
"""The classes of all games by name."""


def game_class(name: str) -> type[BoardGame]:
    """Return the class of a game, or raise GameError that lists what there is."""
    if name in GAMES:
        return GAMES[name]
    near = difflib.get_close_matches(str(name).lower(), GAMES, n=1)
    hint = f"; did you mean {near[0]}?" if near else ""
    raise GameError(f"no game {name!r}; there is: {', '.join(GAMES)}{hint}")


def new_game(name: str, players: int | None = None, **options: Any) -> BoardGame:
    """Start a game by name.

    Parameters
    ----------
    name : str
        One of ``GAMES``.
    players : int, optional
        Default: the game's.
    **options
        The game's rule options, with the names and values of its class.

    Raises
    ------
    GameError
        Naming the value that is unknown or out of range, and what there is.
    """
    cls = game_class(name)
    unknown = sorted(set(options) - set(cls.OPTIONS))
    if unknown:
        raise GameError(f"{name} has no option {unknown[0]!r}; there is: {', '.join(cls.OPTIONS)}")
    return cls(players, **options)
