"""The report's part on Tabu: counts and tables on columns made by hand, and runs from end to end."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from teocalli_analysis import games as parts
from teocalli_analysis import studies
from teocalli_analysis.games import tabu
from teocalli_analysis.metrics import add_padded
from teocalli_analysis.records import Run
from teocalli_analysis.report import Written, write_report
from teocalli_analysis.selfplay import make_settings, play_run

import teocalli
from teocalli.layout import layout_text

SMALL = Path(__file__).parents[1] / "layouts" / "small.toml"
LARGE = Path(__file__).parents[1] / "layouts" / "large.toml"
ALTAR, LAST, TRUNCATED = (teocalli.TERMINATIONS.index(word) for word in ("altar", "last", "truncated"))
HALVES = (slice(0, 2), slice(2, 4))
NEVER = [-1, -1, -1, -1]


def columns_by_hand() -> dict[str, np.ndarray]:
    """Four games of two players: an altar win, two last players, and one cut off."""
    visits = np.zeros((4, 3, 225), np.uint16)
    visits[0, 0, 12 * 13] = 3  # Virgins on a13
    visits[3, 0, 6 * 13 + 6] = 1  # and on g7
    visits[1, 2, 168] = 8  # Foot-soldiers on m13
    return {
        "plies": np.array([40, 30, 50, 20], np.uint32),
        "termination": np.array([ALTAR, LAST, TRUNCATED, LAST], np.int8),
        "winner_0": np.array([True, False, False, True]),
        "winner_1": np.array([False, True, False, False]),
        "moves": np.array([[3, 10, 20], [0, 10, 20], [5, 5, 40], [1, 9, 10]], np.uint32),
        "captures": np.array([[0, 1, 2], [0, 0, 4], [0, 0, 0], [0, 1, 0]], np.uint32),
        "captured": np.array([[0, 1, 2], [1, 0, 3], [0, 0, 0], [1, 0, 0]], np.uint32),
        "passes": np.array([7, 0, 0, 0], np.uint32),
        "level2_ply": np.array([[10, -1, -1, -1], [-1, 12, -1, -1], NEVER, NEVER], np.int32),
        "level3_ply": np.array([[20, -1, -1, -1], NEVER, [5, -1, -1, -1], NEVER], np.int32),
        "eliminated_ply": np.array([NEVER, [30, -1, -1, -1], NEVER, [-1, 20, -1, -1]], np.int32),
        "eliminated_by": np.array([NEVER, [1, -1, -1, -1], NEVER, [-1, 0, -1, -1]], np.int8),
        "eliminations": np.array([0, 1, 0, 1], np.uint8),
        "visits": visits.reshape(4, -1),
    }


@pytest.fixture(scope="module")
def by_hand() -> dict[str, pd.DataFrame]:
    counts = tabu.count(columns_by_hand(), 2) | parts.known(make_settings("tabu", 2, 4))
    return tabu.tables(counts, 4, 2)


def test_shards_add_up() -> None:
    columns = columns_by_hand()
    whole = tabu.count(columns, 2)
    halves = [tabu.count({name: values[part] for name, values in columns.items()}, 2) for part in HALVES]
    for name, values in whole.items():
        np.testing.assert_array_equal(add_padded(halves[0][name], halves[1][name]), values, err_msg=name)


def test_how_games_end(by_hand: dict[str, pd.DataFrame]) -> None:
    frame = by_hand["tabu_ends"]
    assert frame["games"].tolist() == [1, 2, 1]
    assert frame["share"].tolist() == [0.25, 0.5, 0.25]
    assert frame.loc[0, ["low", "high"]].tolist() == pytest.approx([0.0456, 0.6994], abs=1e-4)
    assert frame.loc[1, ["low", "high"]].tolist() == pytest.approx([0.1500, 0.8500], abs=1e-4)


def test_who_is_put_out(by_hand: dict[str, pd.DataFrame]) -> None:
    assert by_hand["tabu_out_numbers"][["out", "games"]].to_numpy().tolist() == [[0, 2], [1, 2]]
    frame = by_hand["tabu_out"]
    assert frame["player"].tolist() == ["player 1", "player 2"]
    assert frame["colour"].tolist() == ["colour 1", "colour 3"]
    assert frame[["games", "q50", "by_1", "by_2"]].to_numpy().tolist() == [[1, 30, 0, 1], [1, 20, 1, 0]]


def test_how_far_virgins_get(by_hand: dict[str, pd.DataFrame]) -> None:
    """Who comes to level 3 or the altar without a stop on level 2 has come as far as level 2."""
    frame = by_hand["tabu_climb"].set_index(["goal", "player"])
    assert frame["games"].to_dict() == {
        ("level 2", "player 1"): 2,
        ("level 2", "player 2"): 1,
        ("level 2", "anybody"): 3,
        ("level 3", "player 1"): 2,
        ("level 3", "player 2"): 0,
        ("level 3", "anybody"): 2,
        ("altar", "player 1"): 1,
        ("altar", "player 2"): 0,
        ("altar", "anybody"): 1,
    }
    assert frame.loc[("level 2", "player 1"), ["q05", "q50", "q95"]].tolist() == [5, 5, 10]
    assert frame.loc[("level 3", "player 1"), ["q05", "q95"]].tolist() == [5, 20]
    assert frame.loc[("altar", "player 1"), "q50"] == 40
    assert frame.loc[("level 2", "anybody"), ["share", "q50"]].tolist() == [0.75, 10]
    assert np.isnan(frame.loc[("altar", "player 2"), "q50"])


def test_what_pieces_do(by_hand: dict[str, pd.DataFrame]) -> None:
    """Foot-soldiers capture 2, 4, 0, 0: mean 1.5, sd 1.915; Student's t with 3 degrees is 3.182."""
    frame = by_hand["tabu_pieces"].set_index("piece")
    assert frame["moves"].tolist() == [9, 34, 90]
    assert frame["moves_share"].tolist() == pytest.approx([9 / 133, 34 / 133, 90 / 133])
    assert frame["captured"].tolist() == [2, 1, 5]
    soldier = frame.loc["Foot-soldier", ["captures_mean", "captures_low", "captures_high"]]
    assert soldier.tolist() == pytest.approx([1.5, 0, 1.5 + 3.182 * 1.915 / 2], abs=1e-3)


def test_where_pieces_go(by_hand: dict[str, pd.DataFrame]) -> None:
    frame = by_hand["tabu_visits"]
    assert len(frame) == 3 * 169
    there = frame[frame["moves"] > 0].set_index(["piece", "square"])
    assert there["moves"].to_dict() == {
        ("Virgin", "g7"): 1,
        ("Virgin", "a13"): 3,
        ("Foot-soldier", "m13"): 8,
    }
    assert there["share"].tolist() == [0.25, 0.75, 1]
    assert there["level"].tolist() == [4, 1, 1]
    assert there["area"].tolist() == [0, 1, 2]


def test_settings_side_by_side(by_hand: dict[str, pd.DataFrame]) -> None:
    row = by_hand["tabu_settings"].iloc[0]
    expected = {"altar": 0.25, "last": 0.5, "truncated": 0.25, "plies_mean": 35, "passes_mean": 1.75}
    expected |= {"captures_mean": 2, "out_mean": 0.5, "level2": 0.75, "level3": 0.5}
    assert row[list(expected)].to_dict() == expected


def test_the_headline(by_hand: dict[str, pd.DataFrame]) -> None:
    settings = make_settings("tabu", 2, 4)
    assert parts.headlines(by_hand, settings) == [
        "1 of 4 games (25.0%; 95% interval 4.6% to 69.9%) is won at the altar."
    ]
    few = by_hand | {"tabu_settings": by_hand["tabu_settings"].assign(altar=0.199)}
    assert parts.headlines(few, settings)[1] == (
        "As that is below 20%, these games do not show the race to the altar, because random play almost"
        " never climbs."
    )
    exact = by_hand | {"tabu_settings": by_hand["tabu_settings"].assign(altar=0.2)}
    assert len(parts.headlines(exact, settings)) == 1


def test_games_without_such_parts() -> None:
    assert parts.known(make_settings("azacru", 2, 4)) == {}
    assert parts.headlines({}, make_settings("azacru", 2, 4)) == []
    assert parts.comparison("azacru", {}) == []


@pytest.mark.parametrize(("layout", "size", "highest"), [(SMALL, 9, 3), (LARGE, 15, None)])
def test_another_board(tmp_path: Path, layout: Path, size: int, highest: int | None) -> None:
    """All moves are on the map, which has the size of the layout, and only its levels are goals."""
    text = layout_text(layout)
    settings = make_settings("tabu", 4, 40, options={"layout": str(layout), "max_plies": "200"})
    assert settings.options["layout"] == text  # the file may change, the run may not
    play_run(tmp_path / "run", settings)
    study = studies.load([tmp_path / "run"])[0]
    assert re.search(r"layout=[0-9a-f]{16},", study.name)
    found = study.own_tables
    visits = found["tabu_visits"]
    assert len(visits) == 3 * size**2
    assert (
        visits.groupby("piece", sort=False)["moves"].sum().tolist() == found["tabu_pieces"]["moves"].tolist()
    )
    levels = {int(line) for line in re.findall(r"\d", text.splitlines()[1].removeprefix("levels"))}
    assert visits["level"].max() == max(levels) == (highest or max(levels))
    goals = {f"level {level}" for level in (2, 3) if level < max(levels)} | {"altar"}
    assert set(found["tabu_climb"]["goal"]) == goals
    write_report([tmp_path / "run"], tmp_path / "page.html")


def test_tables_are_true_to_the_games(tmp_path: Path) -> None:
    """Everything is counted anew from the moves of each game."""
    settings = make_settings("tabu", 3, 12, seed=5, options={"max_plies": "400"})
    play_run(tmp_path / "run", settings)
    visits: Counter[tuple[str, str]] = Counter()
    captures: Counter[str] = Counter()
    out: Counter[tuple[int, int]] = Counter()
    for number in range(12):
        game = teocalli.playout("tabu", 5, number, players=3, max_plies=400, order="all")
        moves = [str(move) for move in game.move_stack if str(move) != "pass"]
        visits.update((move[0], re.split("[-x]", move)[1]) for move in moves)
        captures.update(move[0] for move in moves if "x" in move)
        out.update((player, by) for player, by, _ in game.eliminations)
    found = studies.load([tmp_path / "run"])[0].own_tables
    rows = found["tabu_visits"].query("moves > 0")
    assert dict(zip(zip(rows["piece"].str[0], rows["square"], strict=True), rows["moves"], strict=True)) == {
        ({"S": "F"}.get(piece, piece), square): n for (piece, square), n in visits.items()
    }
    assert found["tabu_pieces"]["captures"].tolist() == [captures[piece] for piece in "VPS"]
    by = found["tabu_out"][["by_1", "by_2", "by_3"]].to_numpy()
    assert {(p, q): int(by[p, q]) for p in range(3) for q in range(3) if by[p, q]} == dict(out)


# ---- From end to end

SETTINGS = [(2, {}), (3, {}), (4, {}), (4, {"descend": "stairs"}), (4, {"eliminated": "inert"})]


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("runs")
    for number, (players, options) in enumerate(SETTINGS):
        settings = make_settings("tabu", players, 60, seed=1, options=options | {"max_plies": "300"})
        play_run(folder / f"t{number}", settings)
    return [folder / f"t{number}" for number in range(len(SETTINGS))]


@pytest.fixture(scope="module")
def report(runs: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Written:
    return write_report(runs, tmp_path_factory.mktemp("report") / "tabu.html")


def test_the_same_runs_give_the_same_bytes(runs: list[Path], report: Written, tmp_path: Path) -> None:
    again = write_report(runs, tmp_path / "tabu.html")
    assert again.page.read_bytes() == report.page.read_bytes()
    for path in again.data.iterdir():
        assert path.read_bytes() == (report.data / path.name).read_bytes()


def test_the_page_has_it_all(report: Written) -> None:
    page = report.page.read_text()
    answer = page[page.index('id="answer"') : page.index("<nav")]
    assert len(re.findall(r"\d of 60 games .{,60} won at the altar", answer)) == len(SETTINGS)
    assert answer.count("do not show the race to the altar") == len(SETTINGS)
    pictures = ("How games end", "How far Virgins get", "What each piece type does", "Where pieces go")
    for title in pictures:
        assert page.count(f"<figcaption>{title}") == len(SETTINGS)
    rows = ("a way to end", "a number of players", "a player", "a goal and a player", "a piece type")
    for row in rows:
        captions = re.findall(rf'<p class="caption">[^<]*A row is {row}\b', page)
        assert len(captions) == len(SETTINGS)
    assert page.count("Scores by player") == 0


def test_settings_are_compared(runs: list[Path], report: Written, tmp_path: Path) -> None:
    page = report.page.read_text()
    part = page[page.index('<h2 id="options">') :]
    part = part[: part.index("</table>")]
    names = [study.name for study in studies.load(runs)]
    assert re.findall(r'<th scope="row">(.*?)</th>', part) == names
    assert "Tabu, 4 players, descend=stairs, max_plies=300" in names
    frame = pd.read_csv(report.data / "tabu_settings.csv")
    assert frame["setting"].tolist() == names
    alone = write_report(runs[:1], tmp_path / "one.html").page.read_text()
    assert 'id="options"' not in alone


def test_tables_agree_with_the_records(runs: list[Path], report: Written) -> None:
    frame = pd.read_csv(report.data / "tabu_settings.csv")
    for row, run in zip(frame.itertuples(), runs, strict=True):
        games = Run.open(run).games()
        assert row.truncated == pytest.approx((games["termination"] == "truncated").mean())
        assert row.plies_mean == pytest.approx(games["plies"].mean())
        assert row.out_mean == pytest.approx(games["eliminations"].mean())
