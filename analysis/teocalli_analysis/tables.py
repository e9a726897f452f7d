"""Tables of the page: data frames as text, with the headings and the digits that a reader wants."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import pandas as pd

Row = Any
Column = tuple[str, Callable[[Row], str]]

NO_VALUE = "\u2013"


@dataclass(frozen=True)
class HtmlTable:
    """A table of texts.

    Attributes
    ----------
    caption : str
    headings : list of str
    rows : list of list of str
    """

    caption: str
    headings: list[str]
    rows: list[list[str]]


def make(caption: str, frame: pd.DataFrame, columns: Iterable[Column]) -> HtmlTable:
    """Return a table whose cells are functions of the rows of a frame."""
    cells = list(columns)
    rows = [[text(row) for _, text in cells] for row in frame.itertuples()]
    return HtmlTable(caption, [heading for heading, _ in cells], rows)


def column(heading: str, name: str, form: str = "{}") -> Column:
    """Return a column that shows one value a row."""
    return heading, lambda row: value_text(getattr(row, name), form)


def value_text(value: Any, form: str) -> str:
    """Return a value as text; a dash for one that does not exist."""
    return NO_VALUE if pd.isna(value) else form.format(value)


def interval(heading: str, low: str, high: str, form: str) -> Column:
    """Return a column that shows an interval."""

    def text(row: Row) -> str:
        ends = [value_text(getattr(row, end), form) for end in (low, high)]
        return NO_VALUE if set(ends) == {NO_VALUE} else " to ".join(ends)

    return heading, text


def pvalue(heading: str, name: str) -> Column:
    """Return a column that shows a p-value."""

    def text(row: Row) -> str:
        value = float(getattr(row, name))
        return "< 0.0001" if value < 0.0001 else f"{value:.4f}"

    return heading, text


COUNT, SHARE, EDGE = "{:,}", "{:.1%}", "{:+.2f}"


def overview(frame: pd.DataFrame) -> HtmlTable:
    """Show ``studies.overview``."""
    columns = [
        column("setting", "setting"),
        column("games", "games", COUNT),
        column("distinct games", "distinct", "{:.2%}"),
        column("plies a game", "mean_plies", "{:.1f}"),
        column("legal moves a ply", "mean_branching", "{:.1f}"),
        column("shared wins", "shared_wins", SHARE),
    ]
    return make("All settings at a glance.", frame, columns)


def seats(frame: pd.DataFrame) -> HtmlTable:
    """Show how often seats win, from ``studies.seats``."""
    columns = [
        column("seat", "seat"),
        column("share of wins", "share", "{:.2%}"),
        interval("95% interval", "share_low", "share_high", "{:.2%}"),
        column("fair", "fair", SHARE),
        column("won alone", "alone_share", "{:.2%}"),
        interval("95% interval", "alone_low", "alone_high", "{:.2%}"),
        column("games alone", "alone", COUNT),
        column("games shared", "shared", COUNT),
    ]
    caption = (
        "How often each seat wins. The share of wins counts a win shared by two as half a win, and so on; "
        "it is what is compared with the fair share."
    )
    return make(caption, frame, columns)


def edges(frame: pd.DataFrame) -> HtmlTable:
    """Show the edges of seats, from ``studies.seats``."""
    columns = [
        column("seat", "seat"),
        column("edge, points", "edge", EDGE),
        interval("interval, all seats together", "edge_low", "edge_high", EDGE),
    ]
    return make("Share of wins less the fair share, in percentage points.", frame, columns)


def cells(frame: pd.DataFrame) -> HtmlTable:
    """Show the share of wins by player and turn place, from ``studies.cells``."""
    places = list(dict.fromkeys(frame.sort_values("turn_place")["turn_place"]))
    rows = [
        [str(player), *(cell_text(part[part["turn_place"] == place]) for place in places)]
        for player, part in frame.groupby("player")
    ]
    return HtmlTable("Share of wins of each player in each turn place.", ["player", *places], rows)


def cell_text(rows: pd.DataFrame) -> str:
    """Return a share with its interval, or nothing if there are no such games."""
    if rows.empty:
        return ""
    row = rows.iloc[0]
    return f"{row['share']:.1%} ({row['share_low']:.1%} to {row['share_high']:.1%})"


def scores(frame: pd.DataFrame) -> HtmlTable:
    """Show ``studies.scores``."""
    columns = [
        column("seat", "seat"),
        column("mean score", "mean", "{:.2f}"),
        interval("95% interval", "low", "high", "{:.2f}"),
        column("sd", "sd", "{:.2f}"),
        column("5%", "q05"),
        column("median", "q50"),
        column("95%", "q95"),
        column("mean rank", "mean_rank", "{:.3f}"),
    ]
    return make("Scores at the end; rank 1 is best.", frame, columns)


def lengths(frame: pd.DataFrame) -> HtmlTable:
    """Show ``studies.lengths``."""
    columns = [
        column("mean", "mean", "{:.2f}"),
        interval("95% interval", "low", "high", "{:.2f}"),
        column("sd", "sd", "{:.2f}"),
        column("shortest", "min"),
        *(column(f"{q}%", f"q{q:02d}") for q in (5, 25, 50, 75, 95)),
        column("longest", "max"),
    ]
    return make("Plies a game.", frame, columns)


def outcomes(frame: pd.DataFrame) -> HtmlTable:
    """Show ``studies.outcomes``."""
    columns: list[Column] = [
        ("how games end", lambda row: f"{row.value} {'winner' if row.value == '1' else 'winners'}"),
        column("games", "games", COUNT),
        column("share", "share", "{:.2%}"),
    ]
    winners = frame[frame["what"] == "winners"]
    ends = frame[frame["what"] == "termination"]
    first = make("How games end: by number of winners, and by reason.", winners, columns)
    return HtmlTable(
        first.caption, first.headings, first.rows + make("", ends, [column("", "value"), *columns[1:]]).rows
    )


def equality(frame: pd.DataFrame) -> HtmlTable:
    """Show ``studies.equality``."""
    columns = [
        column("setting", "setting"),
        column("seats", "kind"),
        column("largest edge, points", "largest_edge", "{:.2f}"),
        column("effect w", "effect", "{:.3f}"),
        column("smallest visible edge, points", "smallest_visible", "{:.2f}"),
        column("chi-square", "statistic", "{:.1f}"),
        pvalue("p", "pvalue"),
        pvalue("p, Holm", "pvalue_holm"),
    ]
    caption = (
        "Do seats win equally often? The effect comes first: with many games even an edge that nobody "
        "would notice has a small p. The smallest visible edge is what so many games show with 80% power."
    )
    return make(caption, frame, columns)
