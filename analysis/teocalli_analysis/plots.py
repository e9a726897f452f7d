"""The pictures of every game."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from teocalli_analysis.metrics import Kind
from teocalli_analysis.svg import COLOURS, STYLES, Picture, new_figure, picture, style

MARKERS: dict[Kind, str] = {"player": "o", "turn place": "s"}
GREY = "#777777"
MOST_BARS = 100  # of a distribution; more could not be told apart


def edges_picture(seats: pd.DataFrame, threshold: float) -> Picture:
    """Show the edge of every seat of every setting."""
    settings = list(dict.fromkeys(seats["setting"]))
    heights = [len(seats[seats["setting"] == name]) + 2 for name in settings]
    with style():
        figure = new_figure(0.19 * sum(heights) + 0.5)
        panels = figure.subplots(
            len(settings), sharex=True, squeeze=False, gridspec_kw={"height_ratios": heights}
        )[:, 0]
        for axes, name in zip(panels, settings, strict=True):
            draw_edges(axes, seats[seats["setting"] == name], threshold)
            axes.set_title(name)
        panels[-1].set_xlabel("edge over the fair share, percentage points")
        return picture(
            figure,
            "Edge of every seat",
            f"For each setting and seat, its share of wins less the fair share, with intervals; a band marks"
            f" {threshold:g} points on either side.",
        )


def draw_edges(axes: Axes, rows: pd.DataFrame, threshold: float) -> None:
    """Draw one point with its interval a seat, from top to bottom."""
    axes.axvspan(-threshold, threshold, color="#e8e8e8", zorder=0)
    axes.axvline(0, color=GREY, linewidth=1)
    for height, (_, row) in enumerate(rows.iterrows()):
        kind: Kind = row["kind"]
        colour = COLOURS[0] if kind == "player" else COLOURS[1]
        spread = [[row["edge"] - row["edge_low"]], [row["edge_high"] - row["edge"]]]
        axes.errorbar(
            row["edge"], -height, xerr=spread, fmt=MARKERS[kind], color=colour, markersize=4, capsize=3
        )
    axes.set_yticks(-np.arange(len(rows)), rows["seat"])
    axes.set_ylim(-len(rows) + 0.4, 0.6)
    axes.tick_params(axis="y", length=0)


def scores_picture(distribution: pd.DataFrame, kind: Kind) -> Picture:
    """Show the distribution of the score of every seat of one kind, of one setting."""
    rows = distribution[distribution["kind"] == kind]
    with style():
        figure = new_figure(2.7)
        axes = figure.subplots()
        for number, (seat, part) in enumerate(rows.groupby("seat")):
            share = 100 * part["games"] / part["games"].sum()
            line, colour = STYLES[number % 4], COLOURS[number % 4]
            axes.plot(part["score"], share, line, color=colour, label=str(seat))
        axes.set_xlabel("score at the end")
        axes.set_ylabel("games, %")
        axes.set_ylim(bottom=0)
        axes.legend()
        return picture(
            figure, f"Scores by {kind}", f"Distribution of the score at the end, one line a {kind}."
        )


def lengths_picture(distribution: pd.DataFrame) -> Picture:
    """Show the distribution of the length of the games of one setting."""
    with style():
        figure = new_figure(2.4)
        axes = figure.subplots()
        width = 1 + int(np.ptp(distribution["plies"])) // MOST_BARS
        games = distribution["games"].groupby(distribution["plies"] // width).sum()
        share = 100 * games / games.sum()
        axes.bar(share.index * width + (width - 1) / 2, share, width=width, color=COLOURS[0])
        axes.set_xlabel("plies" if width == 1 else f"plies, {width} a bar")
        axes.set_ylabel("games, %")
        return picture(figure, "Length of the games", "Distribution of the number of plies of a game.")


def branching_picture(branching: pd.DataFrame) -> Picture:
    """Show the number of legal moves by ply, as far as at least 1% of the games get."""
    rows = branching[branching["positions"] >= branching["positions"].max() / 100]
    with style():
        figure = new_figure(2.4)
        axes = figure.subplots()
        axes.plot(rows["ply"], rows["branching"], color=COLOURS[0])
        axes.set_xlabel("ply")
        axes.set_ylabel("legal moves, mean")
        axes.set_ylim(bottom=0)
        return picture(
            figure,
            "Legal moves by ply",
            "Mean number of legal moves at each ply, as far as at least 1% of the games get.",
        )


def shares_picture(seats: pd.DataFrame) -> Picture:
    """Show the share of wins of every seat of one setting, split into wins alone and shared."""
    heights = -np.arange(len(seats))
    with style():
        figure = new_figure(0.24 * len(seats) + 1.0)
        axes = figure.subplots()
        alone, shared = 100 * seats["alone_share"], 100 * (seats["share"] - seats["alone_share"])
        axes.barh(heights, alone, color=COLOURS[0], label="alone")
        axes.barh(heights, shared, left=alone, color="#9ecae1", label="shared")
        spread = 100 * np.array([seats["share"] - seats["share_low"], seats["share_high"] - seats["share"]])
        axes.errorbar(
            100 * seats["share"], heights, xerr=spread, fmt="none", color="black", capsize=3, label="95%"
        )
        axes.axvline(100 * seats["fair"].iloc[0], color=COLOURS[1], linestyle="--", label="fair")
        axes.set_yticks(heights, seats["seat"])
        axes.tick_params(axis="y", length=0)
        axes.set_xlabel("share of wins, %")
        figure.legend(loc="outside upper center", ncols=4, fontsize=8, handlelength=1.5)
        return picture(
            figure,
            "Share of wins by seat",
            "For each seat the share of wins alone and shared, with 95% intervals and the fair share.",
        )
