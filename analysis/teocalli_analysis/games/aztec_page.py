"""What the page says about Aztec, in words and tables, from the tables in ``aztec.py``."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from teocalli_analysis.games.aztec_pictures import LETTERS
from teocalli_analysis.manifest import Settings
from teocalli_analysis.tables import COUNT, NO_VALUE, Column, HtmlTable, column, interval, make

Frames = dict[str, pd.DataFrame]


# ---- Words


def headlines(frames: Frames, settings: Settings) -> list[str]:
    """Return what decides the seats' shares, in plain words."""
    return starter_sentences(frames["starter"]) if settings.players == 2 else barrier_sentences(frames)


def starter_sentences(frame: pd.DataFrame) -> list[str]:
    """Say how much of the starter's advantage is the rule for equal points."""
    _, _, equal, others = frame.itertuples()
    sentences = [
        f"In {equal.share:.1%} of the games the points are equal, and player 1 wins for having begun."
    ]
    if others.games:
        sentences.append(f"Of the other games player 1 wins {range_text(others)}.")
    return sentences


def barrier_sentences(frames: Frames) -> list[str]:
    """Say whether barriers are mixed, and which one is fair."""
    if "roles" not in frames:
        return []  # a match, where no barrier matters (AX-13)
    played = frames["roles"]["barrier"].unique()
    sentences = []
    if len(played) > 1:
        sentences.append(
            f"The games have {len(played)} barriers from {min(played)} to {max(played)}, and a seat's share "
            "is an average over them: judge roles at one barrier instead."
        )
    best = next(frames["fair_barrier"].tail(1).itertuples())
    if not np.isnan(best.barrier):
        sentences.append(
            "By the better builder's points, Oh Puch wins one game in three at a barrier of "
            f"{best.barrier:.2f} (interval {span_text(best)}): {beside_text(best)}."
        )
    return sentences


# ---- Tables

SHARE = column("share", "share", "{:.2%}")
SHARE_INTERVAL = interval("95% interval", "low", "high", "{:.2%}")


def page_tables(frames: Frames, players: int) -> list[HtmlTable]:
    """Return what the page shows of the tables."""
    found = [show_sides(frames["side_summary"])]
    if players == 2:
        found.append(show_starter(frames["starter"]))
    else:
        found += [show_fair_barrier(frames["fair_barrier"]), show_barriers(frames["barriers"])]
        found += [show_roles(frames["roles"])] if "roles" in frames else []
    return [
        *found,
        show_edges(frames["edge_squares"]),
        show_heights(frames["heights"]),
        show_early_ends(frames["early_ends"]),
    ]


def numbers(first: Column, mean: str) -> list[Column]:
    """Return columns for mean and quantiles."""
    return [
        first,
        column(mean, "mean", "{:.2f}"),
        interval("95% interval", "low", "high", "{:.2f}"),
        column("sd", "sd", "{:.2f}"),
        column("fewest", "min"),
        *(column(f"{q}%", f"q{q:02d}") for q in (5, 25, 50, 75, 95)),
        column("most", "max"),
    ]


def show_sides(frame: pd.DataFrame) -> HtmlTable:
    """Show ``side_summary``."""
    return make(
        "Points of each side. A row is a side.", frame, numbers(column("side", "side"), "mean points")
    )


def show_starter(frame: pd.DataFrame) -> HtmlTable:
    """Show ``starter``."""
    columns = [
        column("player 1", "what"),
        SHARE,
        SHARE_INTERVAL,
        column("games", "wins", COUNT),
        column("of games", "games", COUNT),
    ]
    caption = (
        "The advantage of beginning. All rows are about one seat: player 1, who begins, has North/South "
        "and wins if both have equal points."
    )
    return make(caption, frame, columns)


def show_edges(frame: pd.DataFrame) -> HtmlTable:
    """Show ``edge_squares``, a row for each edge."""
    headings = ["edge (side)", *(f"{letter} or {row}" for row, letter in enumerate(LETTERS, 1))]
    rows = [
        [str(edge), *(f"{value:.1%}" for value in part["share"])]
        for edge, part in frame.groupby("edge", sort=False)
    ]
    caption = (
        "In how many games a square of the rim has a cube on level 3, which is a point (corners: for both "
        "sides, or with corners=none for nobody). A row is an edge of the board, with the side that scores "
        "there; its squares run from a to i, or from 1 to 9."
    )
    return HtmlTable(caption, headings, rows)


def show_heights(frame: pd.DataFrame) -> HtmlTable:
    """Show ``heights``."""
    caption = "Squares by their highest cube, out of 81. A row is a height, not a seat or side."
    return make(caption, frame, numbers(column("highest cube", "highest_cube"), "mean squares"))


def show_early_ends(frame: pd.DataFrame) -> HtmlTable:
    """Show ``early_ends``."""
    columns = [
        column("pieces placed", "pieces"),
        column("games", "ended", COUNT),
        column("share", "share", "{:.3%}"),
        interval("95% interval", "low", "high", "{:.3%}"),
    ]
    caption = (
        "Early ends: after how many pieces a game is over. With fewer than 22 nobody could place another "
        "one. A row is a number of pieces, not a seat or side."
    )
    return make(caption, frame, columns)


def range_text(row: Any, form: str = "{:.1%}") -> str:
    """Return a share with its interval, or a dash where no game was played."""
    if row.games == 0:
        return NO_VALUE
    return f"{form.format(row.share)} ({form.format(row.low)} to {form.format(row.high)})"


def show_wide(caption: str, frame: pd.DataFrame, by: str) -> HtmlTable:
    """Show shares with a row for each barrier, and a column for each value of ``by``."""
    rows = [
        [str(barrier), *(range_text(row) for row in part.itertuples())]
        for barrier, part in frame.groupby("barrier")
    ]
    return HtmlTable(caption, ["barrier", *dict.fromkeys(frame[by])], rows)


def show_barriers(frame: pd.DataFrame) -> HtmlTable:
    """Show ``barriers``."""
    caption = (
        "How often the role Oh Puch holds a barrier, with 95% intervals: in the games that were played at "
        "it, and by the better builder's points in all games. A row is a barrier. The two agree unless "
        "players mind the barrier when they move."
    )
    return show_wide(caption, frame, "estimate")


def show_roles(frame: pd.DataFrame) -> HtmlTable:
    """Show ``roles``."""
    caption = "Share of wins of each role, with 95% intervals. A row is a barrier, a column is a role."
    return show_wide(caption, frame, "role")


def fair_text(row: Any) -> str:
    """Return a fair barrier, or where it must lie."""
    return "not reached by these games" if np.isnan(row.barrier) else f"{row.barrier:.2f}"


def span_text(row: Any) -> str:
    """Return the interval of a fair barrier; an end that the games do not reach is left open."""
    low, high = ("?" if np.isnan(end) else f"{end:.2f}" for end in (row.low, row.high))
    return f"{low} to {high}"


def beside_text(row: Any) -> str:
    """Return what Oh Puch wins at the whole barriers on either side."""
    pairs = ((row.below, row.below_share), (row.above, row.above_share))
    return ", ".join(f"{won:.1%} at {at:.0f}" for at, won in pairs if not np.isnan(at))


def show_fair_barrier(frame: pd.DataFrame) -> HtmlTable:
    """Show ``fair_barrier``."""
    columns: list[Column] = [
        column("estimated from", "estimate"),
        ("fair barrier", fair_text),
        ("what the 95% intervals allow", span_text),
        ("Oh Puch wins", beside_text),
    ]
    caption = (
        "The fair barrier: where the role Oh Puch wins one game in three, interpolated between whole "
        "barriers. A row is a way to estimate it."
    )
    return make(caption, frame, columns)
