"""Aztec: the two sides' points, the board's rim, and what a barrier is worth.

Three kinds of rows are kept apart. A *seat* is a player. A *side* is North/South or East/West, whoever
has it. A *role* is Oh Puch or a builder; the first builder moves right after Oh Puch and has North/South.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from teocalli_analysis import intervals
from teocalli_analysis.games.aztec_page import headlines, page_tables
from teocalli_analysis.games.aztec_pictures import pictures
from teocalli_analysis.metrics import per_player
from teocalli_analysis.records import Columns
from teocalli_analysis.studies import spread

__all__ = ["count", "headlines", "page_tables", "pictures", "tables"]

Array = npt.NDArray[Any]
Counts = dict[str, Array]
Frames = dict[str, pd.DataFrame]
Row = dict[str, Any]

SIDE, PIECES, HIGHEST = 9, 22, 18
LETTERS = "abcdefghi"
SIDES = ("North/South", "East/West")
ROLES = ("Oh Puch", "first builder (North/South)", "second builder (East/West)")
HEIGHTS = ("no cube", "level 1", "level 2", "level 3")
EDGES = ("row 1 (North/South)", "row 9 (North/South)", "column a (East/West)", "column i (East/West)")
AT_BARRIER, FROM_POINTS = "games at the barrier", "points in all games"


# ---- Counts


def count(columns: Columns, players: int) -> Counts:
    """Count over the games of one shard.

    Returns
    -------
    dict of array of int
        ``points``: games by side and points. ``top3``: games by square that has a cube on level 3.
        ``heights``: games by height and number of squares of that height. ``pieces``: games by pieces
        placed. And what ``count_two`` or ``count_three`` returns.
    """
    points = columns["points"].astype(np.int64)
    shared = {
        "points": histograms(points, HIGHEST),
        "top3": columns["top3"].sum(axis=0, dtype=np.int64),
        "heights": histograms(columns["heights"], SIDE * SIDE),
        "pieces": np.bincount(columns["pieces"], minlength=PIECES + 1),
    }
    return shared | (count_two(columns, points) if players == 2 else count_three(columns, points))


def histograms(values: Array, highest: int) -> Array:
    """Count how often each number from 0 to ``highest`` is in each column."""
    return np.array([np.bincount(part, minlength=highest + 1) for part in values.T])


def count_two(columns: Columns, points: Array) -> Counts:
    """Count the games of two players.

    Returns
    -------
    dict of array of int
        ``starter``: games that player 1 wins, in rows: with more points, equal, fewer; and all such games.
    """
    lead = 1 - np.sign(points[:, 0] - points[:, 1])
    games = np.bincount(lead, minlength=3)
    wins = np.bincount(lead[columns["winner_0"]], minlength=3)
    return {"starter": np.column_stack([wins, games])}


def count_three(columns: Columns, points: Array) -> Counts:
    """Count the games of three players.

    Returns
    -------
    dict of array of int
        ``best``: games by barrier (0: none) and points of the better builder. ``roles``: games won, by
        barrier and role.
    """
    given = np.maximum(columns["barrier"], 0).astype(np.int64)
    best = np.zeros((HIGHEST + 1, HIGHEST + 1), np.int64)
    np.add.at(best, (given, points.max(axis=1)), 1)
    seats = (columns["oh_puch"].astype(np.int64)[:, None] + np.arange(3)) % 3
    wins = np.zeros((HIGHEST + 1, len(ROLES)), np.int64)
    np.add.at(wins, given, np.take_along_axis(per_player(columns, "winner", 3), seats, axis=1))
    return {"best": best, "roles": wins}


# ---- Tables


def tables(counts: Counts, games: int, players: int) -> Frames:
    """Return tables by name.

    Returns
    -------
    dict of DataFrame
        ``side_points``: ``side``, ``points``, ``games``, ``share``. ``side_summary``: ``side``, and mean,
        interval and quantiles of its points. ``edge_squares``: ``square``, ``edge``, ``games``, ``share``
        in which it has a cube on level 3, ``low``, ``high``; a corner is there once an edge. ``heights``:
        ``highest_cube``, and mean, interval and quantiles of the number of such squares.
        ``height_distribution``: ``highest_cube``, ``squares``, ``games``, ``share``. ``early_ends``:
        ``pieces``, ``games``, ``share``, ``low``, ``high``. Two players: ``starter``; three: ``barriers``,
        ``fair_barrier``, ``roles``; see the functions of these names.
    """
    frames = {
        "side_points": distribution("side", SIDES, "points", counts["points"]),
        "side_summary": summary("side", SIDES, counts["points"]),
        "edge_squares": edge_squares(counts["top3"], games),
        "heights": summary("highest_cube", HEIGHTS, counts["heights"]),
        "height_distribution": distribution("highest_cube", HEIGHTS, "squares", counts["heights"]),
        "early_ends": early_ends(counts["pieces"]),
    }
    if players == 2:
        return frames | {"starter": starter(counts["starter"])}
    frames["barriers"] = barriers(counts["best"])
    frames["fair_barrier"] = fair_barrier(frames["barriers"])
    if counts["best"][1:].any():
        frames["roles"] = roles(counts["best"], counts["roles"])
    return frames


def share(part: int, games: int) -> Row:
    """Return a share of games with Wilson's 95% interval."""
    low, high = intervals.wilson(part, games)
    return {"games": games, "share": part / games if games else float("nan"), "low": low, "high": high}


def distribution(what: str, names: tuple[str, ...], of: str, counts: Array) -> pd.DataFrame:
    """Return the counts of numbers as rows, from the lowest to the highest number that is there."""
    there = np.flatnonzero(counts.any(axis=0))
    return pd.DataFrame(
        {what: name, of: int(value), "games": int(row[value]), "share": row[value] / row.sum()}
        for name, row in zip(names, counts, strict=True)
        for value in range(there[0], there[-1] + 1)
    )


def summary(what: str, names: tuple[str, ...], counts: Array) -> pd.DataFrame:
    """Return mean and quantiles of numbers, given how often each is."""
    return pd.DataFrame({what: name} | spread(row) for name, row in zip(names, counts, strict=True))


def edge_squares(top3: Array, games: int) -> pd.DataFrame:
    """Return how often each square of the four edges is topped at level 3, edge by edge."""
    squares = np.arange(SIDE * SIDE).reshape(SIDE, SIDE)
    lines: list[list[int]] = [
        line.tolist() for line in (squares[0], squares[-1], squares[:, 0], squares[:, -1])
    ]
    return pd.DataFrame(
        {"square": square_text(square), "edge": edge, "topped": int(top3[square])}
        | share(int(top3[square]), games)
        for edge, line in zip(EDGES, lines, strict=True)
        for square in line
    )


def square_text(square: int) -> str:
    """Return the name of a square; they are numbered from a1 eastwards, then northwards."""
    return f"{LETTERS[square % SIDE]}{square // SIDE + 1}"


def early_ends(pieces: Array) -> pd.DataFrame:
    """Return after how many pieces games end: with fewer than 22 no placement was left."""
    total = int(pieces.sum())
    ends = list(enumerate(pieces.tolist()))
    return pd.DataFrame(
        {"pieces": number, "ended": ended} | share(ended, total)
        for number, ended in ends
        if ended or number == PIECES
    )


def starter(counts: Array) -> pd.DataFrame:
    """Return how player 1, who begins, fares against player 2.

    Returns
    -------
    DataFrame
        ``seat``, ``what``; ``wins`` of ``games``, ``share``, ``low``, ``high`` (95%, Wilson).
    """
    (more, with_more), (equal, ties), (fewer, with_fewer) = counts.tolist()
    games = with_more + ties + with_fewer
    rows = [
        ("wins", more + equal + fewer, games),
        ("has more points", with_more, games),
        ("has equal points, and wins for having begun", equal, games),
        ("has more points, of the games without equal points", with_more, with_more + with_fewer),
    ]
    return pd.DataFrame(
        {"seat": "player 1", "what": what, "wins": wins} | share(wins, of) for what, wins, of in rows
    )


def barriers(best: Array) -> pd.DataFrame:
    """Return the chance that Oh Puch holds a barrier, for every barrier.

    It is estimated twice: from the games with that barrier, and from the points of the better builder in
    all games, whatever their barrier. The second is right if the barrier does not change how people play,
    as with random moves.

    Returns
    -------
    DataFrame
        ``role`` (Oh Puch), ``barrier``, ``estimate``; ``held`` of ``games``, ``share``, ``low``, ``high``
        (95%, Wilson).
    """
    highest = int(max(np.flatnonzero(best.any(axis=1))[-1], np.flatnonzero(best.any(axis=0))[-1]))
    points = best.sum(axis=0)

    def row(barrier: int, estimate: str, counts: Array) -> Row:
        held = int(counts[:barrier].sum())
        named = {"role": ROLES[0], "barrier": barrier, "estimate": estimate, "held": held}
        return named | share(held, int(counts.sum()))

    return pd.DataFrame(
        row(barrier, estimate, counts)
        for barrier in range(1, highest + 1)
        for estimate, counts in ((AT_BARRIER, best[barrier]), (FROM_POINTS, points))
    )


def fair_barrier(frame: pd.DataFrame, level: float = 1 / 3) -> pd.DataFrame:
    """Return the barrier at which Oh Puch wins one game in three.

    Shares and the ends of their intervals are interpolated between barriers. ``low`` is where the upper
    end first reaches a third and ``high`` is where the lower end does so for the last time.

    Parameters
    ----------
    frame : DataFrame
        From ``barriers``.
    level : float

    Returns
    -------
    DataFrame
        ``role`` (Oh Puch), ``estimate``, ``barrier``, ``low``, ``high`` (NaN if the barriers played do not
        reach so far); ``below`` and ``above``, the whole barriers on either side (0 below the first), with
        ``below_share`` and ``above_share``, what Oh Puch wins there.
    """
    played = frame[frame["games"] > 0]
    return pd.DataFrame(
        {"role": ROLES[0], "estimate": estimate} | fair_row(played[played["estimate"] == estimate], level)
        for estimate in (AT_BARRIER, FROM_POINTS)
        if (played["estimate"] == estimate).any()
    )


def fair_row(part: pd.DataFrame, level: float) -> Row:
    """Return the fair barrier by one estimate; nobody can hold the barrier 0."""
    at = np.array([0, *part["barrier"]])
    held, lower, upper = (np.array([0.0, *part[name]]) for name in ("share", "low", "high"))
    missing = float("nan")
    return {
        "barrier": next(crossings(at, held, level), missing),
        "low": next(crossings(at, upper, level), missing),
        "high": [missing, *crossings(at, lower, level)][-1],
        **neighbours(at, held, level),
    }


def crossings(at: Array, shares: Array, level: float) -> Iterator[float]:
    """Yield where shares, interpolated, rise to a level."""
    for k in range(1, len(at)):
        if shares[k - 1] < level <= shares[k]:
            part = (level - shares[k - 1]) / (shares[k] - shares[k - 1])
            yield float(at[k - 1] + part * (at[k] - at[k - 1]))


def neighbours(at: Array, shares: Array, level: float) -> Row:
    """Return the barriers on either side of the first that reaches a level, with their shares."""
    reached = np.flatnonzero(shares >= level)
    k = int(reached[0]) if len(reached) else len(at)
    missing = float("nan")
    return {
        "below": float(at[k - 1]),
        "below_share": float(shares[k - 1]),
        "above": float(at[k]) if k < len(at) else missing,
        "above_share": float(shares[k]) if k < len(at) else missing,
    }


def roles(best: Array, wins: Array) -> pd.DataFrame:
    """Return how often each role wins, for every barrier that was played.

    Returns
    -------
    DataFrame
        ``barrier``, ``role``; ``wins`` of ``games``, ``share``, ``low``, ``high`` (95%, Wilson).
    """
    games = best.sum(axis=1)
    return pd.DataFrame(
        {"barrier": int(barrier), "role": role, "wins": int(won)} | share(int(won), int(games[barrier]))
        for barrier in np.flatnonzero(games[1:]) + 1
        for role, won in zip(ROLES, wins[barrier], strict=True)
    )
