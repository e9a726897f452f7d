"""What the data say about a setting, in plain words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import pandas as pd

from teocalli_analysis.metrics import Kind
from teocalli_analysis.studies import Study, seats

DISTINCT_ENOUGH = 0.95  # below this share of distinct games the intervals mean little

Word = Literal["fair", "unfair", "not decided", "not judged"]
NAMES: dict[Kind, str] = {"player": "start place", "turn place": "turn place"}


@dataclass(frozen=True)
class Verdict:
    """A judgement on the seats of one kind.

    Attributes
    ----------
    kind : str
        ``player`` or ``turn place``.
    word : str
        ``fair``: the edges of all seats are within the threshold. ``unfair``: that of one seat is
        beyond it. Both with 95% confidence for all seats together; else ``not decided``.
        ``not judged``: no game has a winner.
    seat : str
        The seat that decides: the one that is furthest from its share.
    edge, low, high : float
        Its edge in percentage points, and the interval.
    threshold : float
        Edge in percentage points up to which a seat counts as fair in practice.
    """

    kind: Kind
    word: Word
    seat: str
    edge: float
    low: float
    high: float
    threshold: float

    @property
    def seat_text(self) -> str:
        """The seat, and what that is."""
        if self.kind == "player":
            return f"{self.seat} (start place)"
        return f"{self.seat} (moves first)" if self.seat == "turn place 1" else self.seat

    @property
    def finding(self) -> str:
        """The edge of the seat as a clause."""
        size = f"{abs(self.edge):.1f} points {'more' if self.edge >= 0 else 'less'} than its share"
        if self.low <= 0 <= self.high:
            return f"{self.seat_text} wins {size} (interval {self.low:+z.1f} to {self.high:+z.1f})"
        low, high = sorted((abs(self.low), abs(self.high)))
        return f"{self.seat_text} wins {size} (interval {low:.1f} to {high:.1f})"

    @property
    def headline(self) -> str:
        """The judgement in a few words."""
        if self.word == "fair":
            return f"fair within {self.threshold:g} points"
        if self.word == "not judged":
            return "not judged"
        return self.word if self.word == "unfair" else "not decided by this many games"

    @property
    def reason(self) -> str:
        """What the judgement rests on."""
        if self.word == "fair":
            return f"the largest edge is that {self.finding}"
        if self.word == "unfair":
            return self.finding
        if self.word == "not judged":
            return "no game has a winner, so that all seats have equal shares by rule"
        return f"{self.finding}, and the threshold of {self.threshold:g} points lies inside"

    @property
    def text(self) -> str:
        """The whole judgement."""
        return f"{self.headline}: {self.reason}"


def judge(frame: pd.DataFrame, kind: Kind, threshold: float) -> Verdict:
    """Judge the seats of one kind.

    Parameters
    ----------
    frame : DataFrame
        The rows of ``studies.seats`` of one setting and kind.
    kind : str
    threshold : float
    """
    beyond = frame[(frame["edge_low"] > threshold) | (frame["edge_high"] < -threshold)]
    open_ones = frame[(frame["edge_low"] < -threshold) | (frame["edge_high"] > threshold)]
    word: Word = "unfair" if len(beyond) else "not decided" if len(open_ones) else "fair"
    candidates = next(rows for rows in (beyond, open_ones, frame) if len(rows))
    candidates = candidates.sort_values("edge", ascending=False)  # of two equal edges, name the winner's
    seat = candidates.loc[candidates["edge"].abs().round(9).idxmax()]
    edge, low, high = (float(seat[name]) for name in ("edge", "edge_low", "edge_high"))
    return Verdict(kind, word, str(seat["seat"]), edge, low, high, threshold)


def verdicts(study: Study, threshold: float) -> list[Verdict]:
    """Judge a setting: its players, and its turn places if they can be told apart from them."""
    frame = seats([study])
    found = [judge(frame[frame["kind"] == kind], kind, threshold) for kind in study.tally.kinds]
    if not frame[["alone", "shared"]].to_numpy().any():
        return [replace(verdict, word="not judged") for verdict in found]
    return found


def warning(study: Study) -> str | None:
    """Return what makes the numbers of a setting doubtful, or None."""
    share = study.tally.distinct / study.tally.count
    if share >= DISTINCT_ENOUGH:
        return None
    return (
        f"{study.name}: only {share:.1%} of the games are distinct. Repeated games carry no news, so the "
        "intervals are narrower than they should be; do not trust the verdict."
    )
