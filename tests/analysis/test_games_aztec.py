"""The report of Aztec: counts and tables on hand-made games, and real runs from end to end."""

from __future__ import annotations

from html import unescape
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from teocalli_analysis import studies
from teocalli_analysis.games import aztec, aztec_page
from teocalli_analysis.intervals import wilson
from teocalli_analysis.metrics import add_padded
from teocalli_analysis.report import write_report
from teocalli_analysis.selfplay import make_settings, play_run

import teocalli


def columns(points: list[tuple[int, int]], winners: list[int], players: int, **more: list[int]) -> dict:
    """Return columns of games with these points of North/South and East/West, won by these players."""
    n = len(points)
    made = {
        "points": np.array(points, np.uint8),
        "heights": np.tile(np.array([10, 20, 30, 21], np.uint8), (n, 1)),
        "pieces": np.full(n, 22, np.uint8),
        "top3": np.zeros((n, 81), np.uint8),
        "barrier": np.full(n, -1, np.int8),
        "oh_puch": np.full(n, -1, np.int8),
    }
    made |= {f"winner_{player}": np.array(winners) == player for player in range(players)}
    return made | {name: np.array(values, np.int8) for name, values in more.items()}


# Oh Puch is player 3 in the first two games, so player 1 is the first builder and player 2 the second.
THREE = columns(
    [(4, 2), (2, 6), (4, 5), (3, 1), (0, 0)],
    [0, 2, 2, 0, 0],
    players=3,
    barrier=[3, 7, 5, 5, 5],
    oh_puch=[2, 2, 0, 0, 0],
)


def frames(made: dict, players: int) -> dict[str, pd.DataFrame]:
    return aztec.tables(aztec.count(made, players), len(made["points"]), players)


# ---- Two players


def test_the_starters_advantage_is_split_by_what_decides() -> None:
    made = columns(
        [(4, 2), (3, 3), (3, 3), (1, 6), (0, 5), (2, 3), (9, 1), (4, 4)], [0, 0, 0, 1, 1, 1, 0, 0], 2
    )
    table = frames(made, 2)["starter"].set_index("what")
    assert table["wins"].tolist() == [5, 2, 3, 2]
    assert table["games"].tolist() == [8, 8, 8, 5]
    assert table["share"].tolist() == pytest.approx([5 / 8, 2 / 8, 3 / 8, 2 / 5])
    assert (table.loc["wins", "low"], table.loc["wins", "high"]) == pytest.approx(wilson(5, 8))
    assert set(table["seat"]) == {"player 1"}
    text = " ".join(aztec_page.starter_sentences(frames(made, 2)["starter"]))
    assert "In 37.5% of the games the points are equal, and player 1 wins" in text
    assert "Of the other games player 1 wins 40.0% (" in text


def test_two_players_who_are_always_level() -> None:
    made = frames(columns([(3, 3), (4, 4)], [0, 0], 2), 2)
    assert made["starter"]["share"].isna().tolist() == [False, False, False, True]
    assert "Of the other games" not in " ".join(aztec_page.starter_sentences(made["starter"]))
    shown = aztec.page_tables(made, 2)
    assert not any("nan" in cell for table in shown for row in table.rows for cell in row)
    assert aztec.pictures(made, 2)


def test_points_are_by_side() -> None:
    made = frames(columns([(4, 2), (3, 3), (3, 6)], [0, 0, 1], 2), 2)
    points = made["side_points"].pivot_table("games", "side", "points")
    assert points.columns.tolist() == [2, 3, 4, 5, 6]
    assert points.loc["North/South"].tolist() == [0, 2, 1, 0, 0]
    assert points.loc["East/West"].tolist() == [1, 1, 0, 0, 1]
    summary = made["side_summary"].set_index("side")
    assert summary["mean"].tolist() == pytest.approx([10 / 3, 11 / 3])
    assert summary["max"].tolist() == [4, 6]


def test_squares_of_the_rim() -> None:
    made = columns([(1, 1)] * 4, [0] * 4, 2)
    made["top3"][:3, 0] = 1  # a1
    made["top3"][0, 1] = 1  # b1
    made["top3"][1:3, 9 * 7 + 8] = 1  # i8
    made["top3"][:, 9 * 4 + 4] = 1  # e5 is inside
    table = frames(made, 2)["edge_squares"]
    assert len(table) == 4 * 9
    assert table["square"].nunique() == 32
    topped = table[table["topped"] > 0].set_index(["edge", "square"])["share"].to_dict()
    assert topped == {
        ("row 1 (North/South)", "a1"): 0.75,
        ("row 1 (North/South)", "b1"): 0.25,
        ("column a (East/West)", "a1"): 0.75,
        ("column i (East/West)", "i8"): 0.5,
    }
    by_edge = table.groupby("edge", sort=False)["square"].agg(["first", "last"]).to_numpy().tolist()
    assert by_edge == [["a1", "i1"], ["a9", "i9"], ["a1", "a9"], ["i1", "i9"]]


def test_heights_and_early_ends() -> None:
    made = columns([(1, 1)] * 5, [0] * 5, 2)
    made["heights"][0] = [12, 20, 30, 19]
    made["pieces"][:] = [22, 22, 20, 22, 20]
    found = frames(made, 2)
    assert found["heights"].set_index("highest_cube")["mean"].to_dict() == pytest.approx(
        {"no cube": 10.4, "level 1": 20, "level 2": 30, "level 3": 20.6}
    )
    ends = found["early_ends"]
    assert ends[["pieces", "ended"]].to_numpy().tolist() == [[20, 2], [22, 3]]
    assert ends["low"].tolist() == pytest.approx([wilson(2, 5).low, wilson(3, 5).low])


# ---- Three players


def test_a_barrier_holds_if_the_better_builder_stays_below() -> None:
    """The better builders have 4, 6, 5, 3 and 0 points."""
    table = frames(THREE, 3)["barriers"]
    points = table[table["estimate"] == "points in all games"].set_index("barrier")
    assert points["held"].to_dict() == {1: 1, 2: 1, 3: 1, 4: 2, 5: 3, 6: 4, 7: 5}
    assert set(points["games"]) == {5}
    played = table[table["estimate"] == "games at the barrier"].set_index("barrier")
    assert played["games"].to_dict() == {1: 0, 2: 0, 3: 1, 4: 0, 5: 3, 6: 0, 7: 1}
    assert played["held"].to_dict() == {1: 0, 2: 0, 3: 0, 4: 0, 5: 2, 6: 0, 7: 1}
    assert (played.loc[5, "low"], played.loc[5, "high"]) == pytest.approx(wilson(2, 3))
    assert set(table["role"]) == {"Oh Puch"}


def test_roles_are_not_seats() -> None:
    table = frames(THREE, 3)["roles"].pivot_table("wins", "barrier", "role")
    table.columns = [name.split(" (")[0] for name in table.columns]
    order = ["Oh Puch", "first builder", "second builder"]
    assert table.loc[3, order].tolist() == [0, 1, 0]
    assert table.loc[5, order].tolist() == [2, 0, 1]
    assert table.loc[7, order].tolist() == [1, 0, 0]


def test_the_fair_barrier_is_interpolated() -> None:
    """Held 1 in 5 up to 3, 2 in 5 at 4: a third is two thirds of the way from 3 to 4."""
    table = frames(THREE, 3)["fair_barrier"].set_index("estimate")
    points = table.loc["points in all games"]
    assert points["barrier"] == pytest.approx(3 + 2 / 3)
    assert points[["below", "below_share", "above", "above_share"]].tolist() == pytest.approx(
        [3, 0.2, 4, 0.4]
    )
    # at 5 two of three, at 3 none of one: a third is half way
    assert table.loc["games at the barrier", "barrier"] == pytest.approx(4)


def test_the_interval_of_the_fair_barrier_is_where_the_ends_reach_a_third() -> None:
    frame = pd.DataFrame(
        {
            "estimate": "points in all games",
            "barrier": [4, 5, 6, 7],
            "games": 9,
            "share": [0.1, 0.3, 0.5, 0.9],
            "low": [0.0, 0.1, 0.3, 0.7],
            "high": [0.2, 0.6, 0.8, 1.0],
        }
    )
    row = aztec.fair_barrier(frame, 0.4).iloc[0]
    assert row["low"] == pytest.approx(4.5)
    assert row["barrier"] == pytest.approx(5.5)
    assert row["high"] == pytest.approx(6.25)


def test_a_fair_barrier_that_was_not_reached() -> None:
    made = frames(columns([(9, 2), (2, 9)], [1, 2], 3, barrier=[3, 3], oh_puch=[0, 0]), 3)
    table = made["fair_barrier"].set_index("estimate")
    assert np.isnan(table.loc["games at the barrier", "barrier"])
    cells = [cell for shown in aztec.page_tables(made, 3) for row in shown.rows for cell in row]
    assert "not reached by these games" in cells
    assert not any("nan" in cell for cell in cells)
    assert "barriers from" not in " ".join(aztec_page.barrier_sentences(made))
    assert aztec.pictures(made, 3)


def test_one_barrier_alone() -> None:
    """The better builders have 6 and 3 points, so that half of the games hold 4: a third is at 3 2/3."""
    made = frames(columns([(6, 2), (2, 3)], [1, 0], 3, barrier=[6, 6], oh_puch=[0, 0]), 3)
    table = made["fair_barrier"]
    assert table["estimate"].tolist() == ["games at the barrier", "points in all games"]
    assert table["barrier"].tolist() == pytest.approx([4, 3 + 2 / 3])
    assert "at a barrier of 3.67 (interval" in " ".join(aztec_page.barrier_sentences(made))
    assert "0.0% at 3, 50.0% at 4." in " ".join(aztec_page.barrier_sentences(made))
    assert aztec.pictures(made, 3)


def test_games_of_a_match_have_no_roles() -> None:
    made = frames(columns([(4, 2), (2, 6)], [-1, -1], 3, oh_puch=[0, 1]), 3)
    assert "roles" not in made
    assert set(made["barriers"].query("games > 0")["estimate"]) == {"points in all games"}
    assert aztec.page_tables(made, 3)
    assert len(aztec.pictures(made, 3)) == 4


def test_counts_add_up_over_shards() -> None:
    halves = [{name: values[part] for name, values in THREE.items()} for part in (slice(2), slice(2, None))]
    parts = [aztec.count(half, 3) for half in halves]
    for name, whole in aztec.count(THREE, 3).items():
        assert np.array_equal(add_padded(parts[0][name], parts[1][name]), whole), name


# ---- Real games


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("runs")
    play_run(folder / "a2", make_settings("aztec", 2, 1800, seed=1, shard_games=1000))
    swept = {"barrier": "all", "oh_puch": "2"}
    play_run(folder / "a3", make_settings("aztec", 3, 1800, seed=1, options=swept, shard_games=1000))
    return [folder / "a2", folder / "a3"]


def test_the_report_of_real_games(runs: list[Path], tmp_path: Path) -> None:
    written = write_report(runs, tmp_path / "x.html")
    text = unescape(written.page.read_text())
    for title in (
        "Points of each side",
        "Points by square: the rim of the board",
        "Height profile",
        "How often Oh Puch holds a barrier",
        "Share of wins of each role",
        "The advantage of beginning.",
        "Early ends:",
        "The fair barrier:",
        "The games have 18 barriers from 1 to 18",
    ):
        assert title in text, title
    assert ">nan" not in text
    again = write_report(runs, tmp_path / "y.html")
    assert again.page.read_text().replace("y-data", "x-data") == written.page.read_text()
    for path in written.data.iterdir():
        assert path.read_bytes() == (again.data / path.name).read_bytes()


def test_the_tables_of_real_games_agree(runs: list[Path]) -> None:
    """What is counted twice, in different ways, is the same."""
    two, three = studies.load(runs)
    starter = two.own_tables["starter"].set_index("what")["wins"]
    assert starter["wins"] == two.tally.by("player", "alone")[0]
    for study in (two, three):
        points = study.own_tables["side_points"]
        topped = study.own_tables["edge_squares"].groupby("edge", sort=False)["topped"].sum()
        north_south, east_west = (topped[topped.index.str.contains(side)].sum() for side in aztec.SIDES)
        made = (points["points"] * points["games"]).groupby(points["side"]).sum()
        assert made.to_dict() == {"North/South": north_south, "East/West": east_west}
    roles = three.own_tables["roles"]
    assert roles.groupby("barrier")["wins"].sum().tolist() == [100] * 18
    seats = three.tally.by("player", "alone")
    assert roles.groupby("role", sort=False)["wins"].sum().tolist() == [seats[1], seats[2], seats[0]]
    held = three.own_tables["barriers"].query("estimate == 'games at the barrier'")
    assert held["held"].tolist() == roles[roles["role"] == "Oh Puch"]["wins"].tolist()


def test_the_two_estimates_agree_at_random_play(runs: list[Path]) -> None:
    table = studies.load(runs)[1].own_tables["fair_barrier"].set_index("estimate")
    at, points = table.loc["games at the barrier"], table.loc["points in all games"]
    assert max(at["low"], points["low"]) < min(at["high"], points["high"])
    assert 5.5 < points["barrier"] < 6.5


# ---- Sweeps


def test_barriers_are_taken_in_turn() -> None:
    records = teocalli.playouts("aztec", 40, players=3, barrier="all")
    assert records["barrier"].tolist() == [1 + game % 18 for game in range(40)]
    assert set(records["oh_puch"]) == {0}
    fewer = teocalli.playouts("aztec", 20, players=3, barrier="all", corners="none", oh_puch=2)
    assert fewer["barrier"].tolist() == [1 + game % 14 for game in range(20)]
    assert set(fewer["oh_puch"]) == {2}
    assert "barrier=12 oh_puch=1" in teocalli.playout("aztec", 0, 11, players=3, barrier="all").fen()


def test_barriers_and_roles_are_taken_in_turn() -> None:
    records = teocalli.playouts("aztec", 108, players=3, barrier="all", oh_puch="all")
    pairs = [(barrier, player) for barrier in range(1, 19) for player in range(3)]
    assert list(zip(records["barrier"], records["oh_puch"], strict=True)) == 2 * pairs


@pytest.mark.parametrize(("players", "more"), [(2, {}), (3, {"match": True, "oh_puch": 0})])
def test_no_barriers_to_take(players: int, more: dict) -> None:
    with pytest.raises(ValueError, match="barrier 'all' is not possible"):
        teocalli.playouts("aztec", 4, players=players, barrier="all", **more)
    cls = teocalli.Aztec
    assert cls.sweeps(players, dict(cls.options_text(more))) == {}


def test_what_may_be_swept() -> None:
    assert list(teocalli.Aztec.sweeps(3, {})) == ["barrier", "oh_puch"]
    assert list(teocalli.Aztec.sweeps(3, {"barrier": "6"})) == ["oh_puch"]
    assert teocalli.Aztec.sweeps(None, {}) == {}
    with pytest.raises(ValueError, match="oh_puch needs a barrier"):
        teocalli.playouts("aztec", 4, players=3, oh_puch="all")
