"""What belongs to one game only: a module here of the game's name is found and used by the report."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any, Protocol, cast

import numpy.typing as npt
import pandas as pd

from teocalli_analysis.manifest import Settings
from teocalli_analysis.records import Columns
from teocalli_analysis.svg import Picture
from teocalli_analysis.tables import HtmlTable

Counts = dict[str, npt.NDArray[Any]]
Frames = dict[str, pd.DataFrame]


class GamePart(Protocol):
    """What such a module has.

    It may also have ``known(settings)``, ``headlines(tables, settings)`` and ``comparison(tables)``: what
    they return is what the functions of this module with these names say.
    """

    def count(self, columns: Columns, players: int) -> Counts:
        """Count over the games of one shard; the arrays are added up over shards."""

    def tables(self, counts: Counts, games: int, players: int) -> dict[str, pd.DataFrame]:
        """Return tables by name from the counts of a run; all of them go to CSV."""

    def pictures(self, tables: dict[str, pd.DataFrame], players: int) -> list[Picture]:
        """Return pictures of those tables."""

    def page_tables(self, tables: dict[str, pd.DataFrame], players: int) -> list[HtmlTable]:
        """Return those tables, or parts of them, that the page shows."""


def game_part(game: str) -> GamePart | None:
    """Return the module of a game, or None if it has none."""
    name = f"{__name__}.{game}"
    if importlib.util.find_spec(name) is None:
        return None
    return cast(GamePart, importlib.import_module(name))


def known(settings: Settings) -> Counts:
    """Return what a run's settings say, such as the board; ``tables`` gets it together with the counts."""
    function = getattr(game_part(settings.game), "known", None)
    return cast(Counts, function(settings)) if function else {}


def headlines(tables: Frames, settings: Settings) -> list[str]:
    """Return whole sentences on a run that its game wants to stand at the top of the page."""
    function = getattr(game_part(settings.game), "headlines", None)
    return cast(list[str], function(tables, settings)) if function else []


def comparison(game: str, tables: Frames) -> list[HtmlTable]:
    """Return tables that compare the settings of a game, one row a setting.

    Parameters
    ----------
    game : str
    tables : dict of str to DataFrame
        The game's own tables of all settings, with the column ``setting``.
    """
    function = getattr(game_part(game), "comparison", None)
    return cast(list[HtmlTable], function(tables)) if function else []
