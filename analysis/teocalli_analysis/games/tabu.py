"""Tabu: how games end, who is put out, captures, how far Virgins get, and where pieces go."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

import teocalli
from teocalli.layout import COLUMNS, DEFAULT_LAYOUT_FILE, layout_text
from teocalli_analysis import intervals
from teocalli_analysis.games.tabu_pictures import PIECES, RACE, pictures
from teocalli_analysis.manifest import Settings
from teocalli_analysis.records import Columns
from teocalli_analysis.tables import COUNT, SHARE, HtmlTable, column, interval, make

__all__ = ["comparison", "count", "headlines", "known", "page_tables", "pictures", "tables"]

Array = npt.NDArray[Any]
Row = dict[str, Any]

ENDS = {"altar": "Virgin on the altar", "last": "last player still in", "truncated": "truncated"}
SEATS = {2: (1, 3), 3: (1, 2, 3), 4: (1, 2, 3, 4)}  # the colours of the players (TB-2)
GOALS = ("level 2", "level 3", "altar")
QUANTILES = {"q05": 0.05, "q25": 0.25, "q50": 0.5, "q75": 0.75, "q95": 0.95}


# ---- Counts


def known(settings: Settings) -> dict[str, Array]:
    """Return ``levels`` and ``areas`` of the board: by row from the south and column; area 0 is nobody's."""
    text = layout_text(settings.options.get("layout", DEFAULT_LAYOUT_FILE))
    lines = dict(line.split(" ", 1) for line in text.splitlines() if line.startswith(("levels ", "areas ")))
    return {
        name: np.array([[int(cell) for cell in row.replace(".", "0")] for row in reversed(map_.split("/"))])
        for name, map_ in lines.items()
    }


def count(columns: Columns, players: int) -> dict[str, Array]:
    """Count over the games of one shard.

    Returns
    -------
    dict of str to array
        ``ends`` by termination; ``climbs``, games by player, goal (levels 2 and 3, altar) and ply of first
        reaching it; ``climbed`` by goal, games in which anybody did; ``out`` by player and ply, and
        ``out_by`` by player and who did it; ``eliminations``, games by number of players out; ``moves``,
        ``captures`` and ``captured`` by piece type, with sums of squares in ``..._squares``; ``plies`` and
        ``passes``; ``visits`` by piece type and square.
    """
    climbs, out = climb_plies(columns, players), columns["eliminated_ply"][:, :players]
    sums: dict[str, Array] = {}
    for name in ("moves", "captures", "captured"):
        values = columns[name].astype(np.int64)
        sums |= {name: values.sum(axis=0), f"{name}_squares": (values**2).sum(axis=0)}
    by = columns["eliminated_by"][:, :players]
    return sums | {
        "ends": np.bincount(columns["termination"], minlength=len(teocalli.TERMINATIONS)),
        "climbs": histograms(climbs.reshape(len(climbs), -1)).reshape(players, len(GOALS), -1),
        "climbed": (climbs >= 0).any(axis=1).sum(axis=0),
        "out": histograms(out),
        "out_by": np.array([(by == player).sum(axis=0) for player in range(players)]).T,
        "eliminations": np.bincount(columns["eliminations"], minlength=players),
        "plies": np.array([columns["plies"].sum(dtype=np.int64)]),
        "passes": np.array([columns["passes"].sum(dtype=np.int64)]),
        "visits": columns["visits"].reshape(len(out), len(PIECES), -1).sum(axis=0, dtype=np.int64),
    }


def climb_plies(columns: Columns, players: int) -> Array:
    """Return the ply at which a Virgin first got so far or further, by game, player and goal; -1: never."""
    won = np.column_stack([columns[f"winner_{player}"] for player in range(players)])
    at_altar = won & (columns["termination"] == teocalli.TERMINATIONS.index("altar"))[:, None]
    never = np.iinfo(np.int64).max
    stages = [columns[f"{name}_ply"][:, :players].astype(np.int64) for name in ("level2", "level3")]
    stages.append(np.where(at_altar, columns["plies"].astype(np.int64)[:, None], -1))
    plies = np.stack(stages, axis=2)
    plies[plies < 0] = never
    first: Array = np.minimum.accumulate(plies[:, :, ::-1], axis=2)[:, :, ::-1]
    return np.where(first == never, -1, first)


def histograms(plies: Array) -> Array:
    """Return how often each ply occurs in each column; -1 is not counted."""
    longest = int(plies.max(initial=0)) + 1
    return np.array([np.bincount(values[values >= 0], minlength=longest) for values in plies.T])


# ---- Tables


def tables(counts: dict[str, Array], games: int, players: int) -> dict[str, pd.DataFrame]:
    """Return the tables of a run.

    Returns
    -------
    dict of str to DataFrame
        ``tabu_ends`` (one row a way to end): ``end``, and ``games``, ``share``, ``low``, ``high`` (95%,
        Wilson) as in all tables that count games. ``tabu_out_numbers`` (one row a number of players):
        ``out``, that number. ``tabu_out`` (one row a player): ``player``, ``colour``, in how many games the
        player was put out, quantiles of the ply, ``by_1`` ... in how many games by whom. ``tabu_climb`` (one
        row a goal and a player, or anybody): how many games the Virgin got so far in, quantiles of the ply
        of first getting there. ``tabu_pieces`` (one row a piece type): ``moves``, ``captures`` made and
        pieces ``captured``, each with ``..._mean`` a game and its 95% interval; ``moves_share``.
        ``tabu_visits`` (one row a piece type and square): ``moves`` that ended there, ``share`` of all moves
        of such pieces.
        ``tabu_settings`` (one row a setting): the most telling of these numbers side by side.
    """
    found = {
        "tabu_ends": pd.DataFrame(end_rows(counts, games)),
        "tabu_out_numbers": pd.DataFrame(
            {"out": number} | share_row(int(n), games) for number, n in enumerate(counts["eliminations"])
        ),
        "tabu_out": pd.DataFrame(out_rows(counts, games, players)),
        "tabu_climb": pd.DataFrame(climb_rows(counts, games, players)),
        "tabu_pieces": pd.DataFrame(piece_rows(counts, games)),
        "tabu_visits": visits_table(counts),
    }
    return found | {"tabu_settings": pd.DataFrame([setting_row(counts, games, found)])}


def share_row(number: int, games: int) -> Row:
    """Return a number of games, its share of all, and the interval."""
    low, high = intervals.wilson(number, games)
    return {"games": number, "share": number / games, "low": low, "high": high}


def quantile_row(histogram: Array) -> Row:
    """Return quantiles of plies, empty if there are none."""
    running = np.cumsum(histogram)
    if running[-1] == 0:
        return dict.fromkeys(QUANTILES, float("nan"))
    return {name: float(np.searchsorted(running, q * running[-1] - 1e-9)) for name, q in QUANTILES.items()}


def seat_row(player: int, players: int) -> Row:
    """Return what names a player."""
    return {"player": f"player {player + 1}", "colour": f"colour {SEATS[players][player]}"}


def end_rows(counts: dict[str, Array], games: int) -> Iterator[Row]:
    """Yield the rows of ``tabu_ends``."""
    for word, text in ENDS.items():
        number = int(counts["ends"][teocalli.TERMINATIONS.index(word)])
        yield {"end": text} | share_row(number, games)


def out_rows(counts: dict[str, Array], games: int, players: int) -> Iterator[Row]:
    """Yield the rows of ``tabu_out``."""
    for player in range(players):
        plies = counts["out"][player]
        by = {f"by_{other + 1}": int(n) for other, n in enumerate(counts["out_by"][player])}
        yield seat_row(player, players) | share_row(int(plies.sum()), games) | quantile_row(plies) | by


def climb_rows(counts: dict[str, Array], games: int, players: int) -> Iterator[Row]:
    """Yield the rows of ``tabu_climb``: of levels 2 and 3 those that are below the altar."""
    highest = int(counts["levels"].max())
    for index, goal in enumerate(GOALS):
        if goal != "altar" and index + 2 >= highest:
            continue
        for player in range(players):
            plies = counts["climbs"][player, index]
            who = {"goal": goal} | seat_row(player, players)
            yield who | share_row(int(plies.sum()), games) | quantile_row(plies)
        plies = counts["climbs"][:, index].sum(axis=0)
        row = share_row(int(counts["climbed"][index]), games)
        yield {"goal": goal, "player": "anybody", "colour": "any"} | row | quantile_row(plies)


def piece_rows(counts: dict[str, Array], games: int) -> Iterator[Row]:
    """Yield the rows of ``tabu_pieces``."""
    for kind, piece in enumerate(PIECES):
        row: Row = {"piece": piece}
        for name in ("moves", "captures", "captured"):
            total, squares = int(counts[name][kind]), int(counts[f"{name}_squares"][kind])
            mean = total / games
            sd = np.sqrt(max(squares - total * mean, 0.0) / max(games - 1, 1))
            low, high = intervals.mean_interval(mean, float(sd), games)
            row |= {name: total, f"{name}_mean": mean, f"{name}_low": max(low, 0.0), f"{name}_high": high}
        yield row | {"moves_share": int(counts["moves"][kind]) / max(int(counts["moves"].sum()), 1)}


def visits_table(counts: dict[str, Array]) -> pd.DataFrame:
    """Return ``tabu_visits``: squares go a1, b1, ... within each piece type; ``area`` is a colour or 0."""
    levels, areas = counts["levels"], counts["areas"]
    size = len(levels)
    squares = [f"{COLUMNS[index % size]}{index // size + 1}" for index in range(size * size)]
    moves = counts["visits"][:, : size * size]
    share = moves / np.maximum(moves.sum(axis=1, keepdims=True), 1)
    return pd.DataFrame(
        {
            "piece": np.repeat(PIECES, len(squares)),
            "square": np.tile(squares, len(PIECES)),
            "level": np.tile(levels.reshape(-1), len(PIECES)),
            "area": np.tile(areas.reshape(-1), len(PIECES)),
            "moves": moves.reshape(-1),
            "share": share.reshape(-1),
        }
    )


def setting_row(counts: dict[str, Array], games: int, found: dict[str, pd.DataFrame]) -> Row:
    """Return the row of ``tabu_settings``."""
    row: Row = {"games": games}
    for name, part in zip(("altar", "last", "truncated"), found["tabu_ends"].itertuples(), strict=True):
        row |= {name: part.share, f"{name}_low": part.low, f"{name}_high": part.high}
    climb = found["tabu_climb"].query("player == 'anybody'").set_index("goal")["share"]
    totals = {"plies": "plies", "passes": "passes", "captures": "captures"}
    row |= {f"{name}_mean": int(counts[key].sum()) / games for name, key in totals.items()}
    row["out_mean"] = int(counts["eliminations"] @ np.arange(len(counts["eliminations"]))) / games
    row |= {f"level{level}": climb.get(f"level {level}", float("nan")) for level in (2, 3)}
    moves = np.maximum(counts["moves"].sum(), 1)
    return row | {
        f"moves_{piece}": int(n) / int(moves) for piece, n in zip(PIECES, counts["moves"], strict=True)
    }


# ---- Words


def headlines(tables: dict[str, pd.DataFrame], settings: Settings) -> list[str]:
    """Say how many games are won at the altar, and if they are few, that the race does not show in them."""
    row = tables["tabu_settings"].iloc[0]
    games = int(row["games"])
    number = int(tables["tabu_ends"]["games"].iloc[0])
    first = (
        f"{number:,} of {games:,} games ({row['altar']:.1%}; 95% interval {row['altar_low']:.1%} to"
        f" {row['altar_high']:.1%}) {'is' if number == 1 else 'are'} won at the altar."
    )
    if row["altar"] >= RACE:
        return [first]
    random = set(settings.agents) == {"random"}
    reason = "random play almost never climbs" if random else "these players seldom climb to it"
    return [
        first,
        f"As that is below {RACE:.0%}, these games do not show the race to the altar, because {reason}.",
    ]


GAMES = [column("games", "games", COUNT), column("share of games", "share", "{:.2%}")]
SPREAD = interval("95% interval", "low", "high", "{:.2%}")


def page_tables(tables: dict[str, pd.DataFrame], players: int) -> list[HtmlTable]:
    """Return the tables of the page; each says what its rows are."""
    seats = [column("player", "player"), column("colour", "colour")]
    return [
        make(
            "How games end. A row is a way to end.",
            tables["tabu_ends"],
            [column("end", "end"), *GAMES, SPREAD],
        ),
        make(
            "How many players are put out in a game. A row is a number of players.",
            tables["tabu_out_numbers"],
            [column("players out", "out"), *GAMES, SPREAD],
        ),
        make(
            "Who is put out: in how many games the player's Virgin is captured, and at which ply (quantiles)."
            " A row is a player, who is a colour of the board.",
            tables["tabu_out"],
            [*seats, *GAMES, SPREAD, *plies_columns()],
        ),
        make(
            "How far Virgins get: in how many games a Virgin comes so far or further, and at which ply she is"
            " there first (quantiles over those games). A row is a goal and a player, who is a colour of the"
            " board; 'anybody' counts games in which at least one player comes so far, and its plies are"
            " those of all who do.",
            tables["tabu_climb"],
            [column("goal", "goal"), *seats, *GAMES, SPREAD, *plies_columns()],
        ),
        pieces_table(tables["tabu_pieces"]),
    ]


def pieces_table(frame: pd.DataFrame) -> HtmlTable:
    """Show ``tabu_pieces``."""
    columns = [column("piece", "piece"), column("moves a game", "moves_mean", "{:.1f}")]
    columns.append(column("share of moves", "moves_share", SHARE))
    for heading, name in (("captures made a game", "captures"), ("captured a game", "captured")):
        columns.append(column(heading, f"{name}_mean", "{:.3f}"))
        columns.append(interval("95% interval", f"{name}_low", f"{name}_high", "{:.3f}"))
    caption = (
        "Moves and captures. A row is a piece type, all players together: how often such pieces move,"
        " capture, and are captured."
    )
    return make(caption, frame, columns)


def comparison(tables: dict[str, pd.DataFrame]) -> list[HtmlTable]:
    """Return the table that compares settings."""
    columns = [
        column("setting", "setting"),
        column("won at the altar", "altar", "{:.2%}"),
        interval("95% interval", "altar_low", "altar_high", "{:.2%}"),
        ("a Virgin on level 2", lambda row: share_text(row.level2)),
        ("on level 3", lambda row: share_text(row.level3)),
        column("last player", "last", SHARE),
        column("truncated", "truncated", SHARE),
        column("plies a game", "plies_mean", "{:.1f}"),
        column("players out a game", "out_mean", "{:.2f}"),
        column("captures a game", "captures_mean", "{:.2f}"),
    ]
    caption = (
        "Tabu. A row is a setting, all players together: to see what an option does, compare rows that differ"
        " in nothing else. Shares are shares of games."
    )
    return [make(caption, tables["tabu_settings"], columns)]


def share_text(share: float) -> str:
    """Return a share as text; a level that the board does not have is a dash."""
    return "–" if np.isnan(share) else f"{share:.2%}"


def plies_columns() -> list[Any]:
    """Return columns with quantiles of plies; empty if it never happened."""
    return [
        (f"ply, {heading}", lambda row, name=name: ply_text(getattr(row, name)))
        for heading, name in (("5%", "q05"), ("median", "q50"), ("95%", "q95"))
    ]


def ply_text(ply: float) -> str:
    """Return a ply as text; that of what never happened is a dash."""
    return "–" if np.isnan(ply) else f"{ply:,.0f}"
