"""The command line: output, errors of one line with their exit status, interruption, progress."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import teocalli
from teocalli import cli

TEOCALLI = [sys.executable, "-m", "teocalli"]
START = "9/9/9/9/9/9/9/9/9 e1N,a3E,i3W,i9SW/a1NE,a7E,i7W,e9S 1 -"


def call(*args: str) -> Result:
    return CliRunner().invoke(cli.cli, args)


# ---- perft


def test_perft_prints_the_count() -> None:
    result = call("perft", "azacru", "--players", "2", "--depth", "5")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "Nodes searched: 1012794\n", "")


def test_perft_of_depth_0_is_1() -> None:
    assert call("perft", "azacru", "--depth", "0").stdout == "Nodes searched: 1\n"
    assert call("perft", "azacru", "--depth", "0", "--divide").stdout == "\nNodes searched: 1\n\n"


def test_divide_prints_as_chess_engines_do() -> None:
    """One ``move: count`` a line, sorted by notation, an empty line, the sum, an empty line."""
    lines = call("perft", "azacru", "--players", "3", "--depth", "3", "--divide").stdout.split("\n")
    assert lines[-4:] == ["", "Nodes searched: 2015", "", ""]
    moves = [line.split(": ") for line in lines[:-4]]
    assert len(moves) == 13
    assert moves == sorted(moves)
    assert sum(int(count) for _, count in moves) == 2015


def test_json_names_everything_that_was_counted() -> None:
    result = call("perft", "azacru", "--depth", "3", "--json", "--divide", "--option", "order=2,1")
    found = json.loads(result.stdout)
    assert result.stdout.count("\n") == 1
    assert found["game"] == "azacru"
    assert found["players"] == 2
    assert found["options"] == {"order": "2,1"}
    assert (found["depth"], found["nodes"]) == (3, sum(found["divide"].values()))
    assert found["nps"] == pytest.approx(found["nodes"] / found["seconds"], rel=0.02)


def test_moves_and_fen_lead_to_the_same_position() -> None:
    game = teocalli.Azacru()
    for move in ("e1-e2", "a7-b7"):
        game.push(move)
    by_moves = call("perft", "azacru", "--depth", "3", "--moves", "e1-e2 a7-b7")
    by_fen = call("perft", "azacru", "--depth", "3", "--fen", game.fen())
    after_fen = call("perft", "azacru", "--depth", "3", "--fen", START, "--moves", "e1-e2 a7-b7")
    assert by_moves.stdout == by_fen.stdout == after_fen.stdout
    assert (
        json.loads(call("perft", "azacru", "--depth", "1", "--fen", game.fen(), "--json").stdout)["fen"]
        == game.fen()
    )


def test_options_of_a_position_text_are_told() -> None:
    fen = teocalli.Azacru(players=3, order=(2, 0, 1)).fen()
    found = json.loads(call("perft", "azacru", "--depth", "1", "--fen", fen, "--json").stdout)
    assert found["options"] == {"order": "3,1,2"}
    assert found["players"] == 3


def test_threads_change_nothing_that_is_printed() -> None:
    outputs = {call("perft", "azacru", "--depth", "5", "--divide", "--threads", n).stdout for n in "123"}
    assert len(outputs) == 1


# ---- show, version, help


def test_show_prints_board_and_position() -> None:
    lines = call("show", "azacru", "--moves", "e1-e2").stdout.splitlines()
    assert lines[-2] == "fen: 9/9/9/9/9/9/9/4a4/9 e2N,a3E,i3W,i9SW/a1NE,a7E,i7W,e9S 2 -"
    assert lines[-1] == "legal moves: 16"
    assert any("aAN" in line for line in lines)


def test_show_tells_the_result() -> None:
    over = "a8/9/9/9/9/9/9/9/9 e1N/- 1 1"
    assert call("show", "azacru", "--fen", over).stdout.endswith("winners: 1 (markers)\n")


def test_version_names_the_processor_variant() -> None:
    assert re.fullmatch(r"teocalli \d+\.\d+\.\d+ \((baseline|avx2|avx512)\)\n", call("--version").stdout)


def test_help_lists_every_command() -> None:
    page = call("--help").stdout
    assert all(name in page for name in ("perft", "show", "selfplay", "report"))


# ---- errors


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["perft", "azacru"], "Missing option '--depth'."),
        (["perft", "azacro", "--depth", "1"], "no game 'azacro'; there is: "),
        (["perft", "azacru", "--depth", "-1"], "depth -1 is out of range: perft takes 0 to 64"),
        (["perft", "azacru", "--depth", "65"], "depth 65 is out of range: perft takes 0 to 64"),
        (["perft", "azacru", "--depth", "two"], "'two' is not a valid integer"),
        (["perft", "azacru", "--depth", "1", "--players", "1"], "azacru is for 2 to 4 players, not 1"),
        (["perft", "azacru", "--depth", "1", "--players", "5"], "azacru is for 2 to 4 players, not 5"),
        (["perft", "azacru", "--depth", "1", "--threads", "0"], "threads 0 is out of range"),
        (
            ["perft", "azacru", "--depth", "1", "--option", "colour=red"],
            "no option 'colour'; there is: order",
        ),
        (["perft", "azacru", "--depth", "1", "--option", "order=1,1"], "order '1,1'"),
        (["perft", "azacru", "--depth", "1", "--option", "order"], "'order' is not of the form name=value"),
        (
            ["perft", "azacru", "--depth", "1", "--option", "order=1,2", "--option", "order=2,1"],
            "given twice",
        ),
        (
            ["perft", "azacru", "--depth", "1", "--moves", "e1-e2 e1-e2"],
            "move 2 of --moves: e1-e2 is not a legal",
        ),
        (["perft", "azacru", "--depth", "1", "--moves", "e1e2"], "'e1e2' is not a move of azacru (AZ-14)"),
        (["perft", "azacru", "--depth", "1", "--fen", START, "--players", "2"], "leave out --players"),
        (["perft", "azacru", "--depth", "1", "--fen", START, "--option", "order=2,1"], "leave out --players"),
        (["perft", "azacru", "--depth", "1", "--fen", START + " x"], "trailing text 'x'"),
        (["show", "azacru", "--fen", ""], "position ''"),
        (["explode"], "No such command 'explode'."),
    ],
)
def test_a_wrong_call_gets_one_line_and_status_2(args: list[str], message: str) -> None:
    result = call(*args)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("teocalli: ")
    assert result.stderr.count("\n") == 1
    assert message in result.stderr


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_pandas(name: str) -> None:
        raise ModuleNotFoundError("No module named 'pandas'", name="pandas")

    monkeypatch.setattr(cli.importlib, "import_module", no_pandas)
    result = call("report", "runs/a2", "-o", "x.html")
    assert result.exit_code == 1
    assert (
        result.stderr == "teocalli: report needs pandas; install it with: pip install 'teocalli[analysis]'\n"
    )


def test_an_unknown_processor_variant_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEOCALLI_CPU", "abacus")
    result = call("perft", "azacru", "--depth", "1")
    assert result.exit_code == 2
    assert "processor variant 'abacus' is not available" in result.stderr


# ---- long work


@pytest.mark.parametrize("threads", ["1", "2"])
def test_ctrl_c_stops_at_once_with_status_130(threads: str) -> None:
    args = [*TEOCALLI, "perft", "azacru", "--depth", "14", "--threads", threads]
    with subprocess.Popen(args, stderr=subprocess.PIPE, text=True) as process:
        time.sleep(1.5)  # for the interpreter to start and the count to be under way
        process.send_signal(signal.SIGINT)
        sent = time.monotonic()
        _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in errors
    assert errors.strip().endswith("teocalli: interrupted")
    assert time.monotonic() - sent < 5


def test_a_reader_who_leaves_is_no_failure_worth_words() -> None:
    done = subprocess.run(
        f"{' '.join(TEOCALLI)} perft azacru --depth 3 --divide | true",
        shell=True,
        capture_output=True,
        text=True,
    )
    assert "Traceback" not in done.stderr


def watch(args: list[str], seconds: float) -> str:
    """Return what a command prints on a terminal that is its stderr, in its first seconds."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(args, stdout=subprocess.DEVNULL, stderr=theirs) as process:
        os.close(theirs)
        time.sleep(seconds)
        process.send_signal(signal.SIGINT)
        process.wait(30)
    seen = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # how Linux says that the other side is closed
            break
        if not part:
            break
        seen += part
    os.close(ours)
    return seen.decode()


def test_a_watched_long_count_shows_a_bar() -> None:
    assert "%" in watch([*TEOCALLI, "perft", "azacru", "--depth", "9"], 4)


def test_nobody_watching_means_no_bar(tmp_path: Path) -> None:
    errors = tmp_path / "errors"
    with errors.open("w") as stream:
        process = subprocess.Popen([*TEOCALLI, "perft", "azacru", "--depth", "9"], stderr=stream)
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        process.wait(30)
    assert errors.read_text().strip() == "teocalli: interrupted"


def test_json_names_a_board_by_its_hash() -> None:
    """Whichever way it was given, as in position texts."""
    board = str(Path(__file__).parent / "layouts" / "small.toml")
    found = [
        json.loads(call("perft", "tabu", "--depth", "1", "--json", *args).stdout)["options"]
        for args in (["--layout", board], ["--option", f"layout={board}"])
    ]
    assert found[0] == found[1]
    assert re.fullmatch("[0-9a-f]{16}", found[0]["layout"])
