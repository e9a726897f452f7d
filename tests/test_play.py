"""The commands analyse and play: what they print, what they make of what is typed, and their errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import teocalli
from teocalli import cli, cli_play

OVER = "a8/9/9/9/9/9/9/9/9 e1N/- 1 1"
START = teocalli.Azacru().fen()
PROMPT = "player 1> "
ASKED = f"{PROMPT}\nthe game is unfinished\nfen: "


def call(*args: str, typed: str | bytes = "") -> Result:
    return CliRunner().invoke(cli.cli, args, input=typed)


def play(*typed: str, args: tuple[str, ...] = ("azacru",), agent: str = "mcts:20") -> Result:
    return call("play", *args, "--agent", agent, typed="".join(f"{line}\n" for line in typed))


def answers(*typed: str) -> list[str]:
    """Return what comes after each prompt when no move is made."""
    return [text.rstrip("\n") for text in play(*typed).stdout.split(PROMPT)[1:]]


# ---- analyse


def test_analyse_prints_values_moves_and_line() -> None:
    lines = call("analyse", "azacru", "--agent", "mcts:200", "--seed", "3", "--top", "2").stdout.splitlines()
    assert lines[0].startswith("player 1: 0.")
    assert lines[0].endswith(" (to move)")
    assert lines[1].startswith("player 2: 0.")
    assert lines[2:4] == ["exact: no", ""]
    assert lines[4].split() == ["move", "visits", "value"]
    assert [len(line.split()) for line in lines[5:7]] == [3, 3]
    assert lines[7] == ""
    assert lines[8].startswith(f"line: {lines[5].split()[0]}")
    assert len(lines) == 9


def test_analyse_prints_five_moves_unless_told() -> None:
    lines = call("analyse", "azacru", "--agent", "mcts:100").stdout.splitlines()
    assert len(lines) == 12


def test_analyse_in_json() -> None:
    result = call("analyse", "azacru", "--moves", "e1-e2", "--agent", "ab:1", "--json", "--top", "3")
    found = json.loads(result.stdout)
    assert result.stdout.count("\n") == 1
    assert (found["game"], found["players"], found["moves"]) == ("azacru", 2, ["e1-e2"])
    assert (found["agent"], found["seed"], found["to_move"]) == ("ab:1", 0, 2)
    assert sum(found["values"]) == pytest.approx(1)
    assert found["exact"] is False
    assert len(found["choices"]) == 3
    assert found["move"] == found["line"][0] == found["choices"][0]["move"]
    values = [choice["values"][1] for choice in found["choices"]]
    assert values == sorted(values, reverse=True)


def test_analyse_is_what_the_agent_says() -> None:
    found = json.loads(call("analyse", "azacru", "--agent", "mcts:100", "--seed", "5", "--json").stdout)
    analysis = teocalli.Agent("mcts:100", 5).analyse(teocalli.Azacru())
    assert found["move"] == str(analysis.move)
    assert tuple(found["values"]) == analysis.values


# ---- play: a game


def test_moves_are_made_and_answered() -> None:
    output = play("e1-e2").stdout
    assert output.startswith("\n9  .")
    assert "\nplayer 2 (mcts:20): " in output.replace(PROMPT, "\n")
    assert output.count(PROMPT) == 2


def test_a_game_ends_as_show_ends() -> None:
    shown = call("show", "azacru", "--fen", OVER)
    assert play(args=("azacru", "--fen", OVER)).stdout == shown.stdout


def test_a_whole_game_is_played() -> None:
    game = teocalli.Azacru()
    agent = teocalli.Agent("random", 1)
    moves = []
    while not game.is_game_over():
        moves.append(str(agent.choose(game)))
        game.push(moves[-1])
    result = play(*moves, args=("azacru", "--seat", "1", "--seat", "2"))
    shown = call("show", "azacru", "--moves", " ".join(moves)).stdout
    assert result.exit_code == 0
    assert result.stdout.endswith(shown)
    assert "winners: " in shown


def test_the_other_seat_moves_second() -> None:
    output = play(args=("azacru", "--seat", "2")).stdout
    assert output.startswith("player 1 (mcts:20): ")
    assert "player 2> " in output


def test_bids_that_an_agent_cannot_think_about_are_random() -> None:
    output = play("hint", args=("aztec", "--players", "3", "--seat", "3")).stdout
    assert "player 1 (random): " in output or "player 2 (random): " in output


# ---- play: notation


def test_a_beginning_is_completed() -> None:
    position = teocalli.Azacru()
    assert str(cli_play.complete(position, "e1-d")) == "e1-d2"
    assert "4a4/9 e2N" in play("e1-e", "quit", args=("azacru", "--seat", "1", "--seat", "2")).stdout


def test_candidates_of_an_ambiguous_beginning_are_listed() -> None:
    assert answers("e1")[0] == "'e1' is ambiguous: e1-d2, e1-e2, e1-f2"


def test_many_candidates_are_cut() -> None:
    output = play("S", args=("tabu",), agent="random").stdout
    line = next(line for line in output.splitlines() if "is ambiguous" in line)
    assert line.count(",") == cli_play.CANDIDATES - 1
    assert line.endswith(" more")


def test_an_exact_notation_wins() -> None:
    auction = teocalli.Aztec(players=3)
    names = [str(move) for move in auction.legal_moves]
    assert "bid1" in names
    assert "bid12" in names
    assert str(cli_play.complete(auction, "bid1")) == "bid1"


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("zz", "'zz' is not a move of azacru"),
        ("a1-a2", "a1-a2 is not a legal move here"),
        ("", "type a move, or 'help'"),
        ("undo 2", "undo takes nothing after it"),
        ("undo", "nothing to undo: this is your first turn"),
        ("save", "save needs a file"),
        ("save /nowhere/at/all", "cannot save to '/nowhere/at/all': No such file or directory"),
        ("save /", "cannot save to '/': Is a directory"),
        ("save a\0b", "cannot save to 'a\\x00b': "),
    ],
)
def test_what_makes_no_sense_gets_one_line_and_is_asked_again(typed: str, message: str) -> None:
    found = answers(typed)
    assert len(found) == 2
    assert message in found[0]
    assert "\n" not in found[0]


def test_bytes_that_are_no_text_are_asked_again() -> None:
    result = call("play", "azacru", "--agent", "random", typed=b"\xff\xfe\nquit\n")
    assert result.exit_code == 0
    assert "that is not text" in result.stdout


# ---- play: commands


def test_hint_is_what_the_agent_would_do() -> None:
    analysis = teocalli.Agent("mcts:20").analyse(teocalli.Azacru())
    assert answers("hint")[0] == f"hint: {analysis.move} ({analysis.values[0]:.4f})"


def test_hints_change_no_move_of_the_agent() -> None:
    told, untold = (play(*typed, "e1-e2", "quit").stdout for typed in (("hint",), ()))
    assert told.splitlines()[-1] == untold.splitlines()[-1]


def test_moves_lists_all() -> None:
    assert answers("moves")[0].split() == [str(move) for move in teocalli.Azacru().legal_moves]


def test_undo_goes_back_to_the_previous_turn() -> None:
    output = play("e1-e2", "undo", "quit").stdout
    assert output.endswith(f"fen: {START}\n")
    output = play("e1-e2", "a7-b7", "undo", args=("azacru", "--seat", "1", "--seat", "2")).stdout
    assert output.endswith(f"fen: {START}\n")


def test_undo_leaves_the_moves_that_were_given() -> None:
    output = play("undo", args=("azacru", "--moves", "e1-e2 a7-b7")).stdout
    assert "nothing to undo" in output


def test_resign_says_so() -> None:
    result = play("resign")
    assert result.exit_code == 0
    assert result.stdout.endswith(f"{PROMPT}player 1 resigns\n")


def test_save_writes_position_and_moves(tmp_path: Path) -> None:
    file = tmp_path / "my game.txt"
    args = ("azacru", "--moves", "e1-e2", "--seat", "1", "--seat", "2")
    assert f"saved to {str(file)!r}" in play("a7-b7", f"save {file}", args=args).stdout
    assert file.read_text(encoding="utf-8").splitlines() == [START, "e1-e2", "a7-b7"]


def test_help_names_every_command() -> None:
    page = answers("help")[0]
    assert all(name in page for name in ("hint", "undo", "moves", "resign", "save", "help", "quit"))


def test_quit_and_the_end_of_input_leave() -> None:
    for result in (play("quit"), play()):
        assert result.exit_code == 0
        assert result.stdout.endswith(f"the game is unfinished\nfen: {START}\n")
    assert ASKED in play().stdout


# ---- wrong calls


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["play", "azacru", "--seat", "3"], "seat 3 is out of range: this game has seats 1 to 2"),
        (["play", "azacru", "--seat", "0"], "seat 0 is out of range: this game has seats 1 to 2"),
        (["play", "azacru", "--agent", "oracle"], "no agent 'oracle'; there is: "),
        (["play", "azacru", "--seed", "-1"], "seed -1"),
        (["analyse", "azacru", "--agent", "oracle"], "no agent 'oracle'; there is: "),
        (["analyse", "azacru", "--fen", OVER], "the game is over: there is no move to analyse"),
        (["analyse", "azacru", "--top", "0"], "'--top'"),
        (["analyse", "aztec", "--players", "3"], "AX-12"),
    ],
)
def test_a_wrong_call_gets_one_line_and_status_2(args: list[str], message: str) -> None:
    result = call(*args)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("teocalli: ")
    assert result.stderr.count("\n") == 1
    assert message in result.stderr


def test_help_lists_both_commands() -> None:
    page = call("--help").stdout
    assert "analyse" in page
    assert "play " in page
