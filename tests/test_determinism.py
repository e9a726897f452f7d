"""Playouts are a function of seed and game index alone; the draws are those of a published generator."""

from __future__ import annotations

import hashlib
import importlib
import itertools

import numpy as np
import pytest
from support import SETTINGS, Setting, by_setting, facts, run_python

import teocalli
from teocalli.game import BoardGame

N = 300
playouts_module = importlib.import_module("teocalli.playouts")  # the name in the package is the function
every_setting = pytest.mark.parametrize("setting", SETTINGS, ids=by_setting)
games_with_order = pytest.mark.parametrize(
    "name", [name for name, cls in teocalli.GAMES.items() if "order" in cls.OPTIONS]
)


def run(setting: Setting, n: int = N, seed: int = 11, threads: int | None = 1, **more: object) -> np.ndarray:
    return teocalli.playouts(setting.game, n, seed=seed, threads=threads, **setting.arguments, **more)


def run_with_sums(setting: Setting, threads: int | None = 1) -> tuple[bytes, bytes]:
    records, sums = run(setting, threads=threads, by_ply=True)
    return records.tobytes(), sums.tobytes()


# What a run does not depend on


@every_setting
def test_threads_and_batches(setting: Setting, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = run_with_sums(setting)
    for batch, threads in itertools.product([1, 7, N - 1, N, 10**6], [1, 2, 5, None]):
        monkeypatch.setattr(playouts_module, "BATCH", batch)
        assert run_with_sums(setting, threads) == expected, (batch, threads)


@every_setting
def test_a_shorter_run_is_the_beginning_of_a_longer_one(setting: Setting) -> None:
    longer = run(setting)
    for n in (0, 1, 2, 99):
        assert run(setting, n).tobytes() == longer[:n].tobytes()
        assert run(setting, n).shape == (n,)


@every_setting
def test_by_ply_changes_no_record(setting: Setting) -> None:
    assert run(setting, by_ply=True)[0].tobytes() == run(setting).tobytes()


@every_setting
def test_seeds_give_different_games(setting: Setting) -> None:
    runs = {run(setting, 50, seed).tobytes() for seed in (0, 1, 2, 2**32, 2**63, 2**64 - 1)}
    assert len(runs) == 6


@every_setting
def test_agents_named_or_not(setting: Setting) -> None:
    expected = run(setting).tobytes()
    for agents in ("random", ("random",) * setting.players, ["random"] * setting.players):
        assert run(setting, agents=agents).tobytes() == expected


@every_setting
def test_fresh_processes_give_the_same_bytes(setting: Setting) -> None:
    code = """
import hashlib, sys, teocalli
records, sums = teocalli.playouts(sys.argv[1], 300, seed=11, by_ply=True, **eval(sys.argv[2]))
print(hashlib.sha256(records.tobytes() + sums.tobytes()).hexdigest(), end="")
"""
    here = hashlib.sha256(b"".join(run_with_sums(setting))).hexdigest()
    for hash_seed in ("1", "2"):
        there = run_python(code, setting.game, repr(setting.arguments), PYTHONHASHSEED=hash_seed)
        assert there.decode() == here


# A game of a run, replayed alone


def expected_record(game: BoardGame) -> dict[str, object]:
    """Return what the common fields of a record say of a finished game."""
    outcome, absent = game.outcome(), 4 - game.players
    return {
        "plies": game.ply(),
        "scores": [*(-1 if score is None else score for score in outcome.scores), *[-1] * absent],
        "utilities": [*outcome.utilities, *[0] * absent],
        "order": [*game.rules.order, *[-1] * absent],
        "winners": sum(1 << player for player in outcome.winners),
        "termination": teocalli.TERMINATIONS.index(outcome.termination),
    }


def owners(game: BoardGame) -> list[int]:
    """Return who owns each field from a1, b1 ... to i9, read from the position text; -1: nobody."""
    rows = reversed(game.fen().split(" ")[0].split("/"))
    signs = "".join("." * int(sign) if sign.isdigit() else sign for row in rows for sign in row)
    return [".abcd".index(sign) - 1 for sign in signs]


@every_setting
def test_replay_gives_the_record(setting: Setting) -> None:
    records = run(setting, 120)
    for index in range(0, 120, 3):
        game = teocalli.playout(setting.game, 11, index, **setting.arguments)
        record = records[index]
        for field, value in expected_record(game).items():
            assert np.array_equal(record[field], np.asarray(value, record[field].dtype)), (index, field)


def test_replay_gives_the_owners_of_the_fields() -> None:
    """The field that Azacru adds to the record."""
    records = teocalli.playouts("azacru", 40, seed=5, players=3)
    for index, record in enumerate(records):
        assert record["owner"].tolist() == owners(teocalli.playout("azacru", 5, index, players=3))
        assert [np.count_nonzero(record["owner"] == p) for p in range(3)] == record["scores"][:3].tolist()


@every_setting
def test_replay_far_out(setting: Setting) -> None:
    """Index and seed take all 64 bits."""
    for seed, index in [(0, 2**64 - 1), (2**64 - 1, 0), (2**64 - 1, 2**64 - 1), (0, 2**32)]:
        game = teocalli.playout(setting.game, seed, index, **setting.arguments)
        again = teocalli.playout(setting.game, seed, index, **setting.arguments)
        assert game.is_game_over()
        assert game.move_stack == again.move_stack
    other = teocalli.playout(setting.game, 0, 0, **setting.arguments)
    assert game.move_stack != other.move_stack


@every_setting
def test_sums_by_ply(setting: Setting) -> None:
    n = facts(setting.game).get("replayed_games", 150)
    records, sums = run(setting, n, by_ply=True)
    positions, moves = np.zeros(records["plies"].max(), int), np.zeros(records["plies"].max(), int)
    for index in range(n):
        game = teocalli.playout(setting.game, 11, index, **setting.arguments)
        while game.move_stack:
            game.pop()
            positions[game.ply()] += 1
            moves[game.ply()] += len(game.legal_moves)
    assert sums["positions"].tolist() == positions.tolist()
    assert sums["moves"].tolist() == moves.tolist()
    assert sums["positions"].sum() == records["plies"].sum()


# Orders


@games_with_order
def test_all_orders_are_played_in_turn(name: str) -> None:
    """Game i takes order i modulo their number, lexicographically, and is what that order alone gives."""
    for players in {setting.players for setting in SETTINGS if setting.game == name}:
        orders = list(itertools.permutations(range(players)))
        n = 3 * len(orders)
        records = teocalli.playouts(name, n, seed=4, players=players, order="all")
        got = [tuple(record["order"][:players]) for record in records]
        assert got == orders * 3
        for place, order in enumerate(orders):
            alone = teocalli.playouts(name, n, seed=4, players=players, order=order)
            assert np.array_equal(alone[place :: len(orders)], records[place :: len(orders)])
        replayed = teocalli.playout(name, 4, n - 1, players=players, order="all")
        assert replayed.rules.order == orders[-1]
        assert replayed.ply() == records[n - 1]["plies"]


@games_with_order
def test_all_orders_over_threads(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = teocalli.playouts(name, 100, seed=4, players=3, order="all", threads=1)
    monkeypatch.setattr(playouts_module, "BATCH", 7)
    got = teocalli.playouts(name, 100, seed=4, players=3, order="all", threads=3)
    assert got.tobytes() == expected.tobytes()


# The generator


def philox_draw(seed: int, game: int, ply: int) -> int:
    """Return the 64 bits of a ply from NumPy's Philox4x64-10, which counts one on before each block."""
    counter = (ply // 4 + (game << 64) - 1) % 2**256
    return int(np.random.Philox(counter=counter, key=seed).random_raw(4)[ply % 4])


@every_setting
def test_draws_are_philox(setting: Setting) -> None:
    """The move is number ``draw * n / 2**64`` of the n legal ones, at every ply of a game."""
    for seed, index in [(0, 0), (1, 0), (0, 1), (2**64 - 1, 2**64 - 1), (123456789, 987654321)]:
        game = setting.new()
        while not game.is_game_over():
            moves = list(game.legal_moves)
            number = philox_draw(seed, index, game.ply()) * len(moves) >> 64
            move = game.random_move(seed, index, game.ply())
            assert move == moves[number]
            game.push(move)
        replayed = teocalli.playout(setting.game, seed, index, **setting.arguments)
        assert replayed.move_stack == game.move_stack


@every_setting
def test_draws_reach_every_move_equally(setting: Setting) -> None:
    """Chi-square over the first moves of many games, far below what a fault would give."""
    game = setting.new()
    moves = list(game.legal_moves)
    n = 200 * len(moves)
    counts = dict.fromkeys(moves, 0)
    for index in range(n):
        counts[game.random_move(8, index, 0)] += 1
    chi_square = sum((count - 200) ** 2 / 200 for count in counts.values())
    degrees = len(moves) - 1
    assert chi_square < degrees + 6 * (2 * degrees) ** 0.5
