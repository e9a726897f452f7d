"""The pictures of Aztec, drawn from the tables in ``aztec.py``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from teocalli_analysis.svg import COLOURS, STYLES, WIDTH, Picture, new_figure, picture, style

SIDE = 9
LETTERS = "abcdefghi"
LEVELS = 10
SHADES = ("#999999", *COLOURS[:3])
MARKERS = ("o", "s", "^", "D")
GREY = "#777777"


def pictures(tables: dict[str, pd.DataFrame], players: int) -> list[Picture]:
    """Return the pictures of one setting."""
    found = [sides_picture(tables["side_points"])]
    if players == 3:
        found.append(barrier_picture(tables["barriers"], tables["fair_barrier"]))
        found += [roles_picture(tables["roles"])] if "roles" in tables else []
    return [*found, rim_picture(tables["edge_squares"]), heights_picture(tables["height_distribution"])]


def draw_lines(
    axes: Axes, frame: pd.DataFrame, by: str, x: str, colours: Sequence[str], markers: Sequence[str]
) -> None:
    """Draw shares in percent, one line for each value of ``by``."""
    for number, (name, part) in enumerate(frame.groupby(by, sort=False)):
        axes.plot(
            part[x],
            100 * part["share"],
            STYLES[number],
            marker=markers[number],
            color=colours[number],
            label=str(name),
            markersize=3.5,
        )


def sides_picture(frame: pd.DataFrame) -> Picture:
    """Show the distribution of the points of each side."""
    with style():
        figure = new_figure(2.7)
        axes = figure.subplots()
        draw_lines(axes, frame, "side", "points", COLOURS, MARKERS)
        axes.set_xlabel("points at the end")
        axes.set_ylabel("games, %")
        axes.set_ylim(bottom=0)
        axes.legend()
        return picture(
            figure, "Points of each side", "Distribution of the points at the end, one line for each side."
        )


def heights_picture(frame: pd.DataFrame) -> Picture:
    """Show the distribution of the number of squares of each height."""
    with style():
        figure = new_figure(2.9)
        axes = figure.subplots()
        draw_lines(axes, frame, "highest_cube", "squares", SHADES, [""] * len(SHADES))
        axes.set_xlabel("squares, out of 81")
        axes.set_ylabel("games, %")
        axes.set_ylim(bottom=0)
        figure.legend(loc="outside upper center", ncols=4, fontsize=8, handlelength=2, columnspacing=1.2)
        return picture(
            figure,
            "Height profile: squares by their highest cube",
            "In how many games so many squares have their highest cube on level 1, 2 or 3, or no cube.",
        )


# ---- The rim


def rim_picture(frame: pd.DataFrame) -> Picture:
    """Show how often each square of the rim is topped at level 3."""
    percent = np.full((SIDE, SIDE), np.nan)
    for row in frame.itertuples():
        percent[int(row.square[1:]) - 1, LETTERS.index(row.square[0])] = 100 * row.share
    with style():
        figure = new_figure(WIDTH * 0.88)
        axes = figure.subplots()
        draw_rim(axes, percent)
        return picture(
            figure,
            "Points by square: the rim of the board",
            "The board from above: in how many games, in percent, a square of the rim has a cube on "
            "level 3. Rows 1 and 9 score for North/South, columns a and i for East/West.",
        )


def draw_rim(axes: Axes, percent: npt.NDArray[np.float64]) -> None:
    """Draw the rim with a colour and a number a square, row 1 at the bottom."""
    colours = colormaps["cividis"].resampled(LEVELS)
    low, high = 5 * np.floor(np.nanmin(percent) / 5), 5 * np.ceil(np.nanmax(percent) / 5 + 1e-9)
    mesh = axes.pcolormesh(
        np.ma.masked_invalid(percent), vmin=low, vmax=high, cmap=colours, edgecolor="white", linewidth=0.6
    )
    for y, x in np.argwhere(~np.isnan(percent)):
        dark = (percent[y, x] - low) / (high - low) < 0.5
        text = f"{percent[y, x]:.0f}"
        colour = "white" if dark else "black"
        axes.text(x + 0.5, y + 0.5, text, ha="center", va="center", color=colour, fontsize=9)
    name_edges(axes)
    axes.set_xticks(np.arange(SIDE) + 0.5, list(LETTERS))
    axes.set_yticks(np.arange(SIDE) + 0.5, [str(row + 1) for row in range(SIDE)])
    axes.tick_params(length=0, labelsize=8)
    axes.spines[:].set_visible(False)
    axes.set_aspect("equal")
    ticks = MaxNLocator(6, steps=[1, 2, 5, 10])
    bar = axes.figure.colorbar(mesh, ax=axes, shrink=0.7, format="%.0f%%", ticks=ticks)
    bar.ax.tick_params(labelsize=8)


def name_edges(axes: Axes) -> None:
    """Write into the inside of the board who scores where."""
    middle, near, far = SIDE / 2, 1.45, SIDE - 1.45
    across: Any = {"ha": "center", "va": "center", "fontsize": 8, "color": GREY}
    axes.text(middle, near, "North/South", **across)
    axes.text(middle, far, "North/South", **across)
    axes.text(near, middle, "East/West", rotation=90, **across)
    axes.text(far, middle, "East/West", rotation=270, **across)


# ---- Three players


def draw_third(axes: Axes) -> None:
    """Draw the fair share of three, and name the axes."""
    axes.axhline(100 / 3, color=GREY, linewidth=1, linestyle="--", label="one in three")
    axes.set_xlabel("barrier")
    axes.set_ylim(0, 100)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))


def draw_points(axes: Axes, part: pd.DataFrame, marker: str, colour: str, label: str, shift: float) -> None:
    """Draw shares with their intervals, a little beside the barriers."""
    there = part[part["games"] > 0]
    spread = 100 * np.array([there["share"] - there["low"], there["high"] - there["share"]])
    axes.errorbar(
        there["barrier"] + shift,
        100 * there["share"],
        yerr=np.maximum(spread, 0),
        fmt=marker,
        color=colour,
        markersize=4,
        capsize=2,
        label=label,
    )


def barrier_picture(frame: pd.DataFrame, fair: pd.DataFrame) -> Picture:
    """Show the chance that Oh Puch holds each barrier, and the fair barrier."""
    at_barrier, points = (part for _, part in frame.groupby("estimate", sort=False))
    best = fair.iloc[-1]
    with style():
        figure = new_figure(3.2)
        axes = figure.subplots()
        draw_third(axes)
        axes.plot(points["barrier"], 100 * points["share"], color=COLOURS[0], label="by points in all games")
        axes.fill_between(
            points["barrier"],
            100 * points["low"],
            100 * points["high"],
            color=COLOURS[0],
            alpha=0.3,
            linewidth=0,
        )
        if at_barrier["games"].any():
            draw_points(axes, at_barrier, "s", COLOURS[1], "in games at the barrier", 0)
        mark_fair(axes, best)
        axes.set_ylabel("Oh Puch holds it, % of games")
        figure.legend(loc="outside upper center", ncols=3, fontsize=8, handlelength=1.5, columnspacing=1)
        return picture(
            figure,
            "How often Oh Puch holds a barrier",
            "For each barrier the share of games in which neither builder reaches it, with 95% intervals; "
            "an arrow marks the barrier at which Oh Puch wins one game in three.",
        )


def mark_fair(axes: Axes, best: Any) -> None:
    """Mark the fair barrier, if there is one."""
    if np.isnan(best["barrier"]):
        return
    spot = (best["barrier"], 100 / 3)
    axes.plot(*spot, "o", color="black", markersize=5, zorder=5)
    text = f"fair: {best['barrier']:.2f}"
    if not np.isnan(best["low"]) and not np.isnan(best["high"]):
        text += f"\n({best['low']:.2f} to {best['high']:.2f})"
    aside = (spot[0] + 3, 12)
    axes.annotate(
        text, spot, aside, fontsize=8, va="center", arrowprops={"arrowstyle": "->", "color": "black"}
    )


def roles_picture(frame: pd.DataFrame) -> Picture:
    """Show the share of wins of each role at each barrier."""
    with style():
        figure = new_figure(3.2)
        axes = figure.subplots()
        draw_third(axes)
        for number, (role, part) in enumerate(frame.groupby("role", sort=False)):
            label = str(role).split(" (", maxsplit=1)[0]
            draw_points(axes, part, MARKERS[number], COLOURS[number], label, 0.15 * (number - 1))
            axes.plot(
                part["barrier"] + 0.15 * (number - 1),
                100 * part["share"],
                STYLES[number],
                color=COLOURS[number],
                linewidth=0.8,
            )
        axes.set_ylabel("share of wins, %")
        figure.legend(loc="outside upper center", ncols=2, fontsize=8, handlelength=1.5, columnspacing=1)
        return picture(
            figure,
            "Share of wins of each role",
            "For each barrier the share of wins of Oh Puch and of the two builders, with 95% intervals.",
        )
