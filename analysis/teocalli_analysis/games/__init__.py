"""What belongs to one game only: a module here of the game's name is found and used by the report."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from typing import Any, Protocol, cast

import numpy.typing as npt
import pandas as pd

from teocalli_analysis.records import Columns
from teocalli_analysis.svg import Picture
from teocalli_analysis.tables import HtmlTable

Counts = dict[str, npt.NDArray[Any]]


class GamePart(Protocol):
    """What such a module has; it may have ``note`` as well, see ``game_note``."""

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


def game_note(part: GamePart, tables: dict[str, pd.DataFrame], players: int) -> str:
    """Return what a part's ``note`` says about a setting beside the verdicts, or nothing if it has none."""
    note: Callable[[dict[str, pd.DataFrame], int], str] | None = getattr(part, "note", None)
    return note(tables, players) if note else ""
