"""The page: true to its tables, the same each time, and complete in itself."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pandas as pd
import pytest
from fakes import fake_run
from teocalli_analysis import studies
from teocalli_analysis.games import azacru
from teocalli_analysis.report import Written, write_report
from teocalli_analysis.selfplay import make_settings, play_run

import teocalli

VOID = {"meta", "link", "br", "hr", "img", "input"}


class Page(HTMLParser):
    """Collects what the tests ask about, and whether every element is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.words: list[str] = []
        self.pictures = 0
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        given = dict(attributes)
        self.ids += [value for name, value in attributes if name == "id"]
        self.links += [value for name, value in attributes if name in {"href", "src", "xlink:href"}]
        if tag == "svg":
            self.pictures += 1
            assert given["role"] == "img"
            assert given["aria-labelledby"]

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attributes)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("runs")
    for players in (2, 3, 4):
        play_run(folder / f"a{players}", make_settings("azacru", players, 3000, seed=1))
    return [folder / f"a{players}" for players in (2, 3, 4)]


@pytest.fixture(scope="module")
def report(runs: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Written:
    return write_report(runs, tmp_path_factory.mktemp("report") / "azacru.html")


def test_the_same_runs_give_the_same_bytes(runs: list[Path], report: Written, tmp_path: Path) -> None:
    page, data, _ = write_report(runs, tmp_path / "new" / "other.html")
    assert page.read_bytes() == report[0].read_bytes()
    assert data == tmp_path / "new" / "other-data"
    for path in data.iterdir():
        assert path.read_bytes() == (report[1] / path.name).read_bytes()


def test_the_page_is_complete_in_itself(report: Written) -> None:
    text = report[0].read_text()
    page = Page(text)
    assert "http" not in text
    assert "<script" not in text
    assert "@import" not in text
    assert set(re.findall(r"url\(([^)]*)\)", text)) <= {f"#{name}" for name in page.ids}
    assert all(link.startswith("#") and link[1:] in page.ids for link in page.links)
    assert len(page.ids) == len(set(page.ids))
    assert page.pictures == 1 + 3 * 6


def test_the_page_says_what_the_data_say(report: Written, runs: list[Path]) -> None:
    page = Page(report[0].read_text())
    for players in (2, 3, 4):
        assert f"Azacru, {players} players" in page.text
        assert (
            f"teocalli selfplay azacru --players {players} --games 3000 --agent random --seed 1" in page.text
        )
    assert "Turn places are unfair : turn place 1 (moves first) wins" in page.text
    assert "moved at random" in page.text
    seats = studies.seats(studies.load(runs))
    for share in seats["share"]:
        assert f"{share:.2%}" in page.text


def test_tables_are_the_data_frames(report: Written, runs: list[Path]) -> None:
    frames = studies.all_tables(studies.load(runs))
    assert {path.stem for path in report[1].iterdir()} == set(frames)
    for name, frame in frames.items():
        read = pd.read_csv(report[1] / f"{name}.csv", dtype={"value": str})
        pd.testing.assert_frame_equal(read, frame, check_dtype=False, rtol=1e-8)


def test_ownership_is_that_of_the_board(runs: list[Path]) -> None:
    """All shares of a field add up to one, and those of a player to its score."""
    frame = studies.all_tables(studies.load(runs))["ownership"]
    assert frame.groupby(["setting", "field"])["share"].sum().to_numpy() == pytest.approx(1)
    scores = studies.load(runs)[0].tally.by("player", "scores")
    owned = frame[frame["setting"] == "Azacru, 2 players"].groupby("owner")["games"].sum()
    for player in (0, 1):
        assert owned[f"player {player + 1}"] == sum(s * n for s, n in enumerate(scores[player]))


def test_field_names_are_in_the_order_of_records() -> None:
    """They are compared with the position text of the same game, which lists rows from the north."""
    records = teocalli.playouts("azacru", 1, seed=1)
    rows = teocalli.playout("azacru", 1, 0).fen().split()[0].split("/")
    board = [re.sub(r"\d", lambda found: "." * int(found[0]), row) for row in rows]
    expected = {f"{'abcdefghi'[x]}{9 - y}": board[y][x] for x in range(9) for y in range(9)}
    frame = azacru.tables(azacru.count({"owner": records["owner"]}, 2), 1, 2)["ownership"]
    ends = frame[frame["games"] == 1].set_index("field")["owner"]
    letters = ends.map({"neutral": ".", "player 1": "a", "player 2": "b"})
    assert letters.to_dict() == expected


def test_a_warning_stands_out(tmp_path: Path) -> None:
    folder = fake_run(tmp_path / "run", 2, 5000, [1, 1], distinct=False)
    page, _, warnings = write_report([folder], tmp_path / "x.html")
    assert len(warnings) == 1
    assert f'<p class="warning">{warnings[0]}</p>' in page.read_text()


def test_text_from_outside_is_escaped(tmp_path: Path) -> None:
    folder = fake_run(tmp_path / "<b>run&", 2, 5000, [1, 1])
    page, _, _ = write_report([folder], tmp_path / "x.html")
    assert "<b>run" not in page.read_text()
    Page(page.read_text())


def test_settings_are_told_apart(tmp_path: Path) -> None:
    folders = [fake_run(tmp_path / f"r{seed}", 2, 5000, [1, 1], seed=seed) for seed in (1, 2)]
    names = [study.name for study in studies.load(folders)]
    assert names == ["Azacru, 2 players, seed 1", "Azacru, 2 players, seed 2"]
    with pytest.raises(ValueError, match="hold the same games"):
        studies.load([folders[0], folders[0]])


@pytest.mark.parametrize("threshold", [0, -1, 100, float("nan")])
def test_a_threshold_out_of_range(runs: list[Path], tmp_path: Path, threshold: float) -> None:
    with pytest.raises(ValueError, match=r"threshold .* is out of range"):
        write_report(runs, tmp_path / "x.html", threshold)
    assert not list(tmp_path.iterdir())


def test_a_page_that_cannot_be_written(runs: list[Path], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="cannot make the folder"):
        write_report(runs, tmp_path / "file" / "x.html")
