"""Azacru: who owns each field at the end."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from matplotlib import colormaps
from matplotlib.axes import Axes

from teocalli_analysis.records import Columns
from teocalli_analysis.svg import Picture, new_figure, picture, style
from teocalli_analysis.tables import HtmlTable

SIDE, BORDERLAND = 9, 3
COLUMNS = "abcdefghi"
LEVELS = 10


def count(columns: Columns, players: int) -> dict[str, npt.NDArray[Any]]:
    """Count the games in which each field ends neutral (row 0), or with each player's marker."""
    owner = columns["owner"]
    return {"owner": np.array([(owner == who).sum(axis=0) for who in range(-1, players)])}


def tables(counts: dict[str, npt.NDArray[Any]], games: int, players: int) -> dict[str, pd.DataFrame]:
    """Return ``ownership``: ``field``, ``owner``, ``games``, ``share`` of games in which it ends so."""
    owners = ["neutral", *(f"player {player + 1}" for player in range(players))]
    fields = [f"{COLUMNS[index % SIDE]}{index // SIDE + 1}" for index in range(SIDE * SIDE)]
    frame = pd.DataFrame(
        {
            "field": np.tile(fields, len(owners)),
            "owner": np.repeat(owners, len(fields)),
            "games": counts["owner"].reshape(-1),
        }
    )
    return {"ownership": frame.assign(share=frame["games"] / games)}


def pictures(tables: dict[str, pd.DataFrame], players: int) -> list[Picture]:
    """Return a map of the board for each player, and one of the fields that stay neutral."""
    frame = tables["ownership"]
    owners = [*(f"player {player + 1}" for player in range(players)), "neutral"]
    highest = float(frame.loc[frame["owner"] != "neutral", "share"].max())
    rows = -(-len(owners) // 2)
    with style():
        figure = new_figure(2.0 * rows)
        panels = figure.subplots(rows, 2).reshape(-1)
        for axes, owner in zip(panels, owners, strict=False):
            shares = frame.loc[frame["owner"] == owner, "share"].to_numpy().reshape(SIDE, SIDE)
            draw_map(axes, 100 * shares, 100 * (shares.max() if owner == "neutral" else highest))
            axes.set_title(owner if owner != "neutral" else "nobody")
        for axes in panels[len(owners) :]:
            axes.set_axis_off()
        return [
            picture(
                figure,
                "Who owns each field at the end",
                "Maps of the board: in how many games, in percent, a field ends with a player's marker, "
                "or neutral. Thick lines part the borderlands.",
            )
        ]


def page_tables(tables: dict[str, pd.DataFrame], players: int) -> list[HtmlTable]:
    """Return nothing: the map shows the one table there is."""
    return []


def draw_map(axes: Axes, percent: npt.NDArray[np.float64], highest: float) -> None:
    """Draw the board with a colour a field, row 1 at the bottom."""
    mesh = axes.pcolormesh(
        percent,
        vmin=0,
        vmax=highest,
        cmap=colormaps["cividis"].resampled(LEVELS),
        edgecolor="white",
        linewidth=0.3,
    )
    for line in range(0, SIDE + 1, BORDERLAND):
        axes.axhline(line, color="black", linewidth=1.5, clip_on=False)
        axes.axvline(line, color="black", linewidth=1.5, clip_on=False)
    axes.set_xticks(np.arange(SIDE) + 0.5, list(COLUMNS))
    axes.set_yticks(np.arange(SIDE) + 0.5, [str(row + 1) for row in range(SIDE)])
    axes.tick_params(length=0, labelsize=8)
    axes.set_aspect("equal")
    bar = axes.figure.colorbar(mesh, ax=axes, shrink=0.7, format="%.0f%%")
    bar.ax.tick_params(labelsize=8)
