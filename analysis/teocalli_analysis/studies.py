"""The questions of the report, each answered by a data frame.

Every function takes a list of ``Study`` and returns one frame for all, with the column ``setting``
first. Seats are written as text, so players and turn places count from 1: ``player 1`` is the start
place (or colour), ``turn place 1`` moves first. Shares are fractions, edges are percentage points.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from statsmodels.stats.multitest import multipletests

import teocalli
from teocalli.games import game_class
from teocalli_analysis import intervals
from teocalli_analysis.games import game_part, known
from teocalli_analysis.manifest import Settings
from teocalli_analysis.metrics import Array, Kind, Tally, tally_run
from teocalli_analysis.records import Run

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)

Row = dict[str, Any]


@dataclass(frozen=True)
class Study:
    """One setting: what was played, and what was counted.

    Attributes
    ----------
    name : str
        Tells the settings of a report apart.
    settings : Settings
    tally : Tally
    """

    name: str
    settings: Settings
    tally: Tally

    @property
    def fair(self) -> float:
        """The fair share of a seat."""
        return 1 / self.settings.players

    @property
    def has_order(self) -> bool:
        """Whether the game has an order of turns to choose."""
        return "order" in game_class(self.settings.game).OPTIONS

    @cached_property
    def own_tables(self) -> dict[str, pd.DataFrame]:
        """Tables of the game's own part."""
        part = game_part(self.settings.game)
        counts = self.tally.own | known(self.settings)
        return part.tables(counts, self.tally.count, self.settings.players) if part else {}


def load(folders: Sequence[str | Path]) -> list[Study]:
    """Read runs and count over their games.

    Raises
    ------
    ValueError
        If two folders hold runs with the same settings: the second adds no information.
    """
    runs = [Run.open(folder) for folder in folders]
    for number, run in enumerate(runs):
        for before in runs[:number]:
            if run.settings == before.settings:
                raise ValueError(f"{before.folder} and {run.folder} hold the same games; leave one out")
    names = setting_names([run.settings for run in runs])
    return [Study(name, run.settings, tally_run(run)) for name, run in zip(names, runs, strict=True)]


def setting_names(settings: Sequence[Settings]) -> list[str]:
    """Name settings by game and players, and by what else differs between them."""
    several_seeds = len({s.seed for s in settings}) > 1
    several_sizes = len({s.games for s in settings}) > 1
    names = []
    for s in settings:
        parts = [f"{s.game.capitalize()}, {s.players} players"]
        parts += [f"{name}={brief(value)}" for name, value in s.options.items() if value != "all"]
        parts += [] if set(s.agents) == {"random"} else [" against ".join(s.agents)]
        parts += [f"seed {s.seed}"] if several_seeds else []
        parts += [f"{s.games} games"] if several_sizes else []
        names.append(", ".join(parts))
    return names


def brief(value: str) -> str:
    """Return the value of an option; one of several lines, such as a layout, as the digits that name it."""
    return hashlib.sha256(value.encode()).hexdigest()[:16] if "\n" in value else value


def table(studies: Sequence[Study], rows: Any) -> pd.DataFrame:
    """Return the rows of all settings as one frame."""
    return pd.DataFrame([{"setting": study.name} | row for study in studies for row in rows(study)])


# ---- Seats


def seats(studies: Sequence[Study]) -> pd.DataFrame:
    """Return how often each seat wins.

    Returns
    -------
    DataFrame
        ``kind`` (player or turn place), ``seat``, ``games``; ``alone`` and ``shared``, games won so;
        ``share``, the mean share of the win, with ``share_low`` and ``share_high`` (95%, Wilson, corrected
        for shared wins); ``alone_share`` with ``alone_low`` and ``alone_high`` (95%, Wilson); ``fair``;
        ``edge``, share less fair share in percentage points, with ``edge_low`` and ``edge_high`` (95% for
        all seats of the kind together, Bonferroni).
    """
    return table(studies, lambda study: (row for kind in study.tally.kinds for row in seat_rows(study, kind)))


def seat_moments(tally: Tally, kind: Kind) -> tuple[Array, Array, Array]:
    """Return games, mean share and variance of the share of each seat of a kind."""
    games = tally.by(kind, "games")
    share = tally.by(kind, "share") / games
    return games, share, np.maximum(tally.by(kind, "square") / games - share**2, 0.0)


def seat_rows(study: Study, kind: Kind) -> Iterator[Row]:
    """Yield the rows of ``seats`` for one setting and kind."""
    together = intervals.simultaneous(study.settings.players)
    alone, shared = study.tally.by(kind, "alone"), study.tally.by(kind, "shared")
    for seat, moments in enumerate(zip(*seat_moments(study.tally, kind), strict=True)):
        games, share, variance = int(moments[0]), float(moments[1]), float(moments[2])
        low, high = intervals.wilson_share(share, variance, games)
        edge_low, edge_high = intervals.wilson_share(share, variance, games, together)
        alone_low, alone_high = intervals.wilson(int(alone[seat]), games)
        yield {
            "kind": kind,
            "seat": f"{kind} {seat + 1}",
            "games": games,
            "alone": int(alone[seat]),
            "shared": int(shared[seat]),
            "share": share,
            "share_low": low,
            "share_high": high,
            "alone_share": int(alone[seat]) / games,
            "alone_low": alone_low,
            "alone_high": alone_high,
            "fair": study.fair,
            "edge": 100 * (share - study.fair),
            "edge_low": 100 * (edge_low - study.fair),
            "edge_high": 100 * (edge_high - study.fair),
        }


def equality(studies: Sequence[Study]) -> pd.DataFrame:
    """Return whether seats win equally often.

    Returns
    -------
    DataFrame
        ``kind``; ``largest_edge`` in percentage points; ``effect`` (Cohen's w); ``smallest_visible``, the
        edge in percentage points that so many games show with 80% power; ``statistic`` (chi-square),
        ``pvalue``, and ``pvalue_holm``, adjusted for all rows of the table.
    """
    frame = table(studies, lambda study: (equality_row(study, kind) for kind in study.tally.kinds))
    frame["pvalue_holm"] = multipletests(frame["pvalue"], method="holm")[1]
    return frame


def equality_row(study: Study, kind: Kind) -> Row:
    """Return the row of ``equality`` for one setting and kind."""
    games, share, variance = seat_moments(study.tally, kind)
    found = intervals.equality(share.tolist(), variance.tolist(), study.tally.count)
    return {
        "kind": kind,
        "largest_edge": 100 * float(np.abs(share - study.fair).max()),
        "effect": found.effect,
        "smallest_visible": 100 * intervals.smallest_edge(study.fair, int(games.min())),
        "statistic": found.statistic,
        "pvalue": found.pvalue,
    }


def cells(studies: Sequence[Study]) -> pd.DataFrame:
    """Return the share of the win of each player in each turn place.

    Returns
    -------
    DataFrame
        ``player``, ``turn_place``, ``games``, ``share``, ``share_low``, ``share_high`` (95%, Wilson,
        corrected for shared wins).
    """
    return table(studies, cell_rows)


def cell_rows(study: Study) -> Iterator[Row]:
    """Yield the rows of ``cells`` for one setting."""
    tally = study.tally
    for player, place in np.argwhere(tally.games):
        games = int(tally.games[player, place])
        share = float(tally.share[player, place]) / games
        variance = max(float(tally.square[player, place]) / games - share**2, 0.0)
        low, high = intervals.wilson_share(share, variance, games)
        yield {
            "player": f"player {player + 1}",
            "turn_place": f"turn place {place + 1}",
            "games": games,
            "share": share,
            "share_low": low,
            "share_high": high,
        }


# ---- Distributions


def spread(counts: Array) -> Row:
    """Return mean, standard deviation, extremes and quantiles of whole numbers, given how often each is."""
    total = counts.sum()
    if total == 0:
        names = ["mean", "sd", "low", "high", "min", *map(quantile_name, QUANTILES), "max"]
        return dict.fromkeys(names, float("nan"))
    values = np.arange(len(counts))
    mean = float(counts @ values / total)
    sd = float(np.sqrt(counts @ (values - mean) ** 2 / max(total - 1, 1)))
    low, high = intervals.mean_interval(mean, sd, int(total))
    there = np.flatnonzero(counts)
    return {
        "mean": mean,
        "low": low,
        "high": high,
        "sd": sd,
        "min": int(there[0]),
        **{quantile_name(q): quantile(counts, q) for q in QUANTILES},
        "max": int(there[-1]),
    }


def quantile_name(q: float) -> str:
    """Return the column of a quantile, such as ``q05``."""
    return f"q{round(100 * q):02d}"


def quantile(counts: Array, q: float) -> int:
    """Return the smallest number that at least the fraction ``q`` of all do not exceed."""
    running = np.cumsum(counts)
    return int(np.searchsorted(running, q * running[-1] - 1e-9))


def scores(studies: Sequence[Study]) -> pd.DataFrame:
    """Return the scores of each seat.

    Returns
    -------
    DataFrame
        ``kind``, ``seat``; ``mean`` with ``low`` and ``high`` (95%, Student), ``sd``, ``min``, quantiles,
        ``max`` of the score; ``mean_rank`` (1 is best, equal scores share the mean of their ranks).
    """
    return table(
        studies, lambda study: (row for kind in study.tally.kinds for row in score_rows(study, kind))
    )


def score_rows(study: Study, kind: Kind) -> Iterator[Row]:
    """Yield the rows of ``scores`` for one setting and kind."""
    tally = study.tally
    ranks, ranked = tally.by(kind, "ranks"), tally.by(kind, "ranked")
    for seat, counts in enumerate(tally.by(kind, "scores")):
        rank = float(ranks[seat] / ranked[seat]) if ranked[seat] else float("nan")
        yield {"kind": kind, "seat": f"{kind} {seat + 1}", **spread(counts), "mean_rank": rank}


def score_distribution(studies: Sequence[Study]) -> pd.DataFrame:
    """Return how often each seat ends with each score: ``kind``, ``seat``, ``score``, ``games``."""
    return table(studies, score_counts)


def score_counts(study: Study) -> Iterator[Row]:
    """Yield the rows of ``score_distribution`` for one setting."""
    for kind in study.tally.kinds:
        for seat, counts in enumerate(study.tally.by(kind, "scores")):
            for score in np.flatnonzero(counts):
                yield {
                    "kind": kind,
                    "seat": f"{kind} {seat + 1}",
                    "score": int(score),
                    "games": int(counts[score]),
                }


def lengths(studies: Sequence[Study]) -> pd.DataFrame:
    """Return the length of the games in plies: mean with 95% interval, ``sd``, extremes, quantiles."""
    return table(studies, lambda study: [{"games": study.tally.count} | spread(study.tally.plies)])


def length_distribution(studies: Sequence[Study]) -> pd.DataFrame:
    """Return how many games have each length: ``plies``, ``games``."""
    return table(
        studies,
        lambda study: (
            {"plies": int(plies), "games": int(study.tally.plies[plies])}
            for plies in np.flatnonzero(study.tally.plies)
        ),
    )


def branching(studies: Sequence[Study]) -> pd.DataFrame:
    """Return the number of legal moves by ply.

    Returns
    -------
    DataFrame
        ``ply`` (0 is the start), ``positions`` (games undecided there), ``moves`` (their legal moves in
        all), ``branching`` (moves a position).
    """
    return table(
        studies,
        lambda study: (
            {"ply": ply, "positions": int(positions), "moves": int(moves), "branching": moves / positions}
            for ply, (positions, moves) in enumerate(study.tally.by_ply.tolist())
        ),
    )


def outcomes(studies: Sequence[Study]) -> pd.DataFrame:
    """Return how games end: ``what`` (``winners`` or ``termination``), ``value``, ``games``, ``share``."""
    return table(studies, outcome_rows)


def outcome_rows(study: Study) -> Iterator[Row]:
    """Yield the rows of ``outcomes`` for one setting."""
    total = study.tally.count
    named: list[tuple[str, str, Any]] = [
        ("winners", str(number), count) for number, count in enumerate(study.tally.winners)
    ]
    named += [
        ("termination", teocalli.TERMINATIONS[code], count)
        for code, count in enumerate(study.tally.terminations)
    ]
    for what, value, count in named:
        if count:
            yield {"what": what, "value": value, "games": int(count), "share": int(count) / total}


def overview(studies: Sequence[Study]) -> pd.DataFrame:
    """Return one row a setting.

    Returns
    -------
    DataFrame
        ``game``, ``players``, ``games``, ``distinct`` (share of distinct games), ``mean_plies``,
        ``mean_branching`` (over all positions), ``shared_wins`` (share of games), ``seed``.
    """
    return table(studies, lambda study: [overview_row(study)])


def overview_row(study: Study) -> Row:
    """Return the row of ``overview`` for one setting."""
    tally = study.tally
    return {
        "game": study.settings.game,
        "players": study.settings.players,
        "games": tally.count,
        "distinct": tally.distinct / tally.count,
        "mean_plies": float(tally.plies @ np.arange(len(tally.plies)) / tally.count),
        "mean_branching": float(tally.by_ply["moves"].sum() / tally.by_ply["positions"].sum()),
        "shared_wins": float(tally.winners[2:].sum() / tally.count),
        "seed": study.settings.seed,
    }


def own_tables(studies: Sequence[Study]) -> dict[str, pd.DataFrame]:
    """Return the tables of the games' own parts, each for all settings that have it."""
    found: dict[str, list[pd.DataFrame]] = {}
    for study in studies:
        for name, frame in study.own_tables.items():
            found.setdefault(name, []).append(frame.assign(setting=study.name))
    joined = {name: pd.concat(frames, ignore_index=True) for name, frames in found.items()}
    return {name: frame[["setting", *frame.columns.drop("setting")]].copy() for name, frame in joined.items()}


def all_tables(studies: Sequence[Study]) -> dict[str, pd.DataFrame]:
    """Return every table of the report by name."""
    functions = (
        overview,
        seats,
        equality,
        cells,
        scores,
        score_distribution,
        lengths,
        length_distribution,
        branching,
        outcomes,
    )
    return {function.__name__: function(studies) for function in functions} | own_tables(studies)
