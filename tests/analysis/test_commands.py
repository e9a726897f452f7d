"""The commands ``selfplay`` and ``report``, called as the program calls them."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from teocalli.cli import cli


def call(*args: object) -> Result:
    return CliRunner().invoke(cli, [str(arg) for arg in args])


def selfplay(folder: Path, *more: object) -> Result:
    return call("selfplay", "azacru", "--players", 2, "--games", 300, "--seed", 1, "--out", folder, *more)


def test_play_then_complete_then_report(tmp_path: Path) -> None:
    first = selfplay(tmp_path / "a2")
    assert first.exit_code == 0, first.stderr
    assert "played 300 games" in first.stdout
    assert first.stderr == ""  # nobody is watching: no bar
    again = selfplay(tmp_path / "a2", "--agent", "random", "--threads", 1)
    assert again.exit_code == 0
    assert again.stdout == f"{tmp_path / 'a2'} is complete: 300 games.\n"
    report = call("report", tmp_path / "a2", "-o", tmp_path / "a.html", "--threshold", 5)
    assert report.exit_code == 0, report.stderr
    assert report.stdout == f"report: {tmp_path / 'a.html'}\ntables: {tmp_path / 'a-data'}\n"
    assert "--threshold 5" in (tmp_path / "a.html").read_text()
    assert (tmp_path / "a-data" / "seats.csv").exists()


@pytest.mark.parametrize("games", [1, 2, 7])
def test_few_games_are_no_trouble(tmp_path: Path, games: int) -> None:
    selfplay(tmp_path / "run", "--games", games)
    report = call("report", tmp_path / "run", "-o", tmp_path / "x.html")
    assert report.exit_code == 0, report.stderr
    assert "not decided" in (tmp_path / "x.html").read_text()


def refused(result: Result, status: int, message: str) -> None:
    assert result.exit_code == status
    assert result.stderr.startswith("teocalli: ")
    assert result.stderr.count("\n") == 1
    assert message in result.stderr


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--games", 0], "games 0 is out of range"),
        (["--seed", -1], "seed -1 is out of range: 0 to 2^64 - 1"),
        (["--games", "many"], "'many' is not a valid integer"),
        (["--players", 7], "players"),
        (["--threads", 0], "threads 0 is out of range"),
        (["--agent", "oracle"], "no agent 'oracle'; there is: random"),
        (["--option", "order"], "option 'order' is not of the form name=value"),
        (["--option", "order=2,1", "--option", "order=1,2"], "option 'order' is given twice"),
        (["--option", "order=2,2"], "order"),
        (["--option", "wind=north"], "wind"),
    ],
)
def test_a_wrong_call(tmp_path: Path, args: list[object], message: str) -> None:
    refused(selfplay(tmp_path / "run", *args), 2, message)
    assert not list(tmp_path.iterdir())


def test_an_unknown_game(tmp_path: Path) -> None:
    refused(call("selfplay", "azakru", "--games", 1, "--out", tmp_path / "x"), 2, "did you mean azacru?")


def test_other_settings(tmp_path: Path) -> None:
    selfplay(tmp_path / "run")
    refused(selfplay(tmp_path / "run", "--seed", 2), 2, "seed is 1, not 2")


def test_an_option_is_kept_as_text(tmp_path: Path) -> None:
    assert selfplay(tmp_path / "run", "--option", "order=2,1").exit_code == 0
    refused(selfplay(tmp_path / "run"), 2, 'options is {"order": "2,1"}, not {"order": "all"}')


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "run").write_text("")
    refused(selfplay(tmp_path / "run"), 1, "cannot make the folder")


def test_a_damaged_shard(tmp_path: Path) -> None:
    selfplay(tmp_path / "run")
    (tmp_path / "run" / "games-00000.parquet").write_bytes(b"PAR1")
    refused(selfplay(tmp_path / "run"), 1, "games-00000.parquet is damaged")
    refused(call("report", tmp_path / "run", "-o", tmp_path / "x.html"), 1, "games-00000.parquet is damaged")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["-o", "x.html"], "Missing argument 'FOLDER...'"),
        (["nowhere"], "Missing option '-o'"),
        (["a", "-o", "x.html", "--threshold", "0"], "threshold 0.0 is out of range"),
        (["a", "-o", "x.csv"], "the report is a page: x.csv should end in .html"),
    ],
)
def test_a_wrong_report(args: list[str], message: str) -> None:
    refused(call("report", *args), 2, message)


def test_no_run(tmp_path: Path) -> None:
    refused(call("report", tmp_path, "-o", tmp_path / "x.html"), 1, "holds no run")


def test_ctrl_c_says_how_to_go_on(tmp_path: Path) -> None:
    folder = tmp_path / "run with space"
    command = [sys.executable, "-m", "teocalli", "selfplay", "azacru", "--games", "100000000", "--seed", "3"]
    process = subprocess.Popen([*command, "--out", str(folder)], stderr=subprocess.PIPE, text=True)
    while not list(folder.glob("*.parquet")):
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    shown = "teocalli selfplay azacru --players 2 --games 100000000 --agent random --seed 3"
    assert f"to go on: {shown} --option order=all --out '{folder}'\n" in errors
    assert errors.endswith("teocalli: interrupted\n")
    assert not list(folder.glob("*writing*"))
