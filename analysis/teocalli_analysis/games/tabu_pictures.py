"""The pictures of Tabu, drawn from the tables in ``tabu.py``."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.collections import LineCollection
from matplotlib.colors import Normalize
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from teocalli.layout import COLUMNS
from teocalli_analysis.svg import COLOURS, Picture, new_figure, picture, style

Array = npt.NDArray[Any]

PIECES = ("Virgin", "Priest", "Foot-soldier")
RACE = 0.2  # below this share of games won at the altar, they are not about the race
STEPS = 10  # of the colours of maps
TINTS = ("#cfe4f3", "#f8d5bb", "#bfe5d6", "#f3dce9")  # of the areas: those of the players, lighter
MARKERS = ("o", "s", "^", "D")


def pictures(tables: dict[str, pd.DataFrame], players: int) -> list[Picture]:
    """Return how games end, how far Virgins get, what pieces do, and where they go."""
    return [
        ends_picture(tables["tabu_ends"]),
        climb_picture(tables["tabu_climb"]),
        pieces_picture(tables["tabu_pieces"]),
        visits_picture(tables["tabu_visits"]),
    ]


def ends_picture(frame: pd.DataFrame) -> Picture:
    """Show ``tabu_ends``."""
    heights = -np.arange(len(frame))
    share = 100 * frame["share"]
    spread = np.array([share - 100 * frame["low"], 100 * frame["high"] - share]).clip(0)
    with style():
        figure = new_figure(1.5)
        axes = figure.subplots()
        axes.barh(heights, share, xerr=spread, color=COLOURS[0], capsize=3)
        axes.axvline(100 * RACE, color=COLOURS[1], linestyle="--")
        axes.set_yticks(heights, frame["end"])
        axes.tick_params(axis="y", length=0)
        axes.set_xlim(0, 102)
        axes.set_xlabel("share of games, %")
        return picture(
            figure,
            f"How games end. Dashed: {RACE:.0%}, below which altar wins do not show the race",
            f"Share of games by how they end, with 95% intervals. Left of the dashed line, at {RACE:.0%},"
            " games won at the altar are too few to show the race.",
        )


def climb_picture(frame: pd.DataFrame) -> Picture:
    """Show how far the Virgin of each player gets."""
    goals = list(dict.fromkeys(frame["goal"]))
    seats = frame[frame["player"] != "anybody"]
    with style():
        figure = new_figure(2.7)
        axes = figure.subplots()
        for number, (player, rows) in enumerate(seats.groupby("player", sort=False)):
            shift = 0.14 * (number - (seats["player"].nunique() - 1) / 2)
            share = 100 * rows["share"]
            spread = np.array([share - 100 * rows["low"], 100 * rows["high"] - share]).clip(0)
            places = np.arange(len(goals)) + shift
            label = f"{player} ({rows['colour'].iloc[0]})"
            axes.errorbar(
                places,
                share,
                spread,
                fmt=MARKERS[number],
                color=COLOURS[number],
                capsize=3,
                label=label,
                clip_on=False,
            )
        axes.set_xticks(np.arange(len(goals)), goals)
        axes.set_xlim(-0.5, len(goals) - 0.5)
        axes.set_ylim(bottom=0)
        axes.set_ylabel("share of games, %")
        figure.legend(loc="outside upper center", ncols=2, fontsize=8)
        return picture(
            figure,
            "How far Virgins get: so far or further",
            "Share of games in which the Virgin of each player comes so far or further, with 95% intervals.",
        )


def pieces_picture(frame: pd.DataFrame) -> Picture:
    """Show moves and captures by piece type."""
    heights = -np.arange(len(frame))
    with style():
        figure = new_figure(1.9)
        left, right = figure.subplots(1, 2, sharey=True)
        left.barh(heights, frame["moves_mean"], color=COLOURS[0])
        left.set_xlabel("moves a game")
        for name, label, shift, colour in (
            ("captures", "captures made", 0.2, COLOURS[0]),
            ("captured", "captured", -0.2, COLOURS[1]),
        ):
            right.barh(heights + shift, frame[f"{name}_mean"], 0.4, color=colour, label=label)
        right.set_xlabel("a game")
        figure.legend(loc="outside upper right", ncols=2, fontsize=8)
        left.set_yticks(heights, frame["piece"])
        for axes in (left, right):
            axes.tick_params(axis="y", length=0)
        return picture(
            figure,
            "What each piece type does",
            "By piece type, all players together: moves a game, captures made by such pieces a game, and such"
            " pieces captured a game.",
        )


def visits_picture(frame: pd.DataFrame) -> Picture:
    """Show where the pieces of each type go, and the board with its levels and areas."""
    highest = 100 * max(float(frame["share"].max()), 1e-6)
    colours = ScalarMappable(Normalize(0, highest), colormaps["cividis"].resampled(STEPS))
    with style():
        figure = new_figure(5.2)
        panels = figure.subplots(2, 2).reshape(-1)
        for axes, piece in zip(panels, PIECES, strict=False):
            rows = frame[frame["piece"] == piece]
            draw_visits(axes, 100 * grid(rows, "share"), highest, colours)
            draw_lines(axes, grid(rows, "level"), grid(rows, "area"))
            axes.set_title(piece)
        draw_board(panels[3], grid(rows, "level"), grid(rows, "area"))
        bar = figure.colorbar(
            colours, ax=panels, location="bottom", aspect=40, format="%.3g%%", label="share of moves"
        )
        bar.ax.tick_params(labelsize=8)
        return picture(
            figure,
            "Where pieces go. White: never moved to; thick lines part levels, dashed ones taboo areas",
            "Maps of the board, one a piece type, all players together: the share of the moves of such pieces"
            " that end on a square; a white square is never moved to. Thick lines part the levels, dashed"
            " lines the taboo areas. The last map shows the board: tinted squares are taboo areas, one tint"
            " a colour, and numbers in the row and column of the altar are levels.",
        )


def grid(rows: pd.DataFrame, name: str) -> Array:
    """Return a column of one piece type as a map, row 1 first."""
    values: Array = rows[name].to_numpy()
    size = round(len(values) ** 0.5)
    return values.reshape(size, size)


def fill(axes: Axes, squares: Array, colour: Any) -> None:
    """Fill the squares where a map is true, as one shape: a shape a square would make a large page."""
    corners = np.array([(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)])
    paths = [Path(corners + np.array([x, y]), closed=True) for y, x in zip(*np.nonzero(squares), strict=True)]
    if paths:
        axes.add_patch(PathPatch(Path.make_compound_path(*paths), facecolor=colour, linewidth=0))


def draw_visits(axes: Axes, percent: Array, highest: float, colours: ScalarMappable) -> None:
    """Colour the squares by the share of moves that end there."""
    steps = np.minimum((percent / highest * STEPS).astype(int), STEPS - 1)
    shades = colours.to_rgba((np.arange(STEPS) + 0.5) * highest / STEPS)
    for step, shade in enumerate(shades):
        fill(axes, (steps == step) & (percent > 0), shade)


def draw_lines(axes: Axes, levels: Array, areas: Array) -> None:
    """Draw the edges between levels and around taboo areas, and name columns and rows."""
    size = len(levels)
    dashes: Any = (0, (2, 1.5))
    axes.add_collection(LineCollection(edges(areas), colors="white", linewidths=1.6))
    axes.add_collection(LineCollection(edges(areas), colors="black", linewidths=0.9, linestyles=dashes))
    axes.add_collection(LineCollection(edges(levels), colors="black", linewidths=1.8))
    axes.set_xticks(np.arange(size) + 0.5, list(COLUMNS[:size]))
    axes.set_yticks(np.arange(size) + 0.5, [str(row + 1) for row in range(size)])
    axes.tick_params(length=0, labelsize=7)
    axes.set_xlim(0, size)
    axes.set_ylim(0, size)
    axes.spines[["top", "right"]].set_visible(True)
    axes.set_aspect("equal")


def edges(values: Array) -> list[list[tuple[int, int]]]:
    """Return the sides between squares with different values, as lines."""
    found = []
    for y, x in np.argwhere(values[:, 1:] != values[:, :-1]).tolist():
        found.append([(x + 1, y), (x + 1, y + 1)])
    for y, x in np.argwhere(values[1:] != values[:-1]).tolist():
        found.append([(x, y + 1), (x + 1, y + 1)])
    return found


def draw_board(axes: Axes, levels: Array, areas: Array) -> None:
    """Tint the areas by colour, and write the levels along the row and the column of the altar."""
    for number, tint in enumerate(TINTS, 1):
        fill(axes, areas == number, tint)
    altar = np.unravel_index(levels.argmax(), levels.shape)
    for (row, place), level in np.ndenumerate(levels):
        if row == altar[0] or place == altar[1]:
            axes.text(place + 0.5, row + 0.45, str(level), ha="center", va="center", fontsize=7)
    draw_lines(axes, levels, areas)
    axes.set_title("levels and taboo areas")
