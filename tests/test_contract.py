"""What every game promises, whatever its rules: one contract, run on every setting of every game."""

from __future__ import annotations

import copy
import itertools
import pickle
import random
import sys
from pathlib import Path

import hypothesis.strategies as st
import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from hypothesis.stateful import run_state_machine_as_test as run_machine
from support import (
    SETTINGS,
    Setting,
    by_setting,
    finished_game,
    random_game,
    random_positions,
    read,
    run_python,
    state_of,
)

import teocalli
from teocalli import GameError, Move, Outcome
from teocalli.game import BoardGame

every_setting = pytest.mark.parametrize("setting", SETTINGS, ids=by_setting)


# push and pop


@every_setting
def test_pop_restores_everything(setting: Setting) -> None:
    for seed in range(5):
        game = setting.new()
        states = [state_of(game) for _ in random_game(game, random.Random(seed))]
        for state in reversed(states):
            undone = game.peek()
            assert game.pop() == undone
            assert state_of(game) == state
        assert game.move_stack == []


@every_setting
def test_push_takes_a_move_its_int_or_its_text(setting: Setting) -> None:
    for move in setting.new().legal_moves:
        games = [setting.new() for _ in range(3)]
        for game, form in zip(games, (move, int(move), str(move)), strict=True):
            assert game.push(form) is None
            assert game.move_stack == [move]
            assert isinstance(game.move_stack[0], Move)
        assert state_of(games[0]) == state_of(games[1]) == state_of(games[2])


@every_setting
def test_push_and_pop_at_every_move_of_a_position(setting: Setting) -> None:
    for game in random_positions(setting, 10):
        before = state_of(game)
        for move in game.legal_moves:
            game.push(move)
            assert game.ply() == before[3] + 1
            assert game.pop() == move
        assert state_of(game) == before


@every_setting
def test_no_history(setting: Setting) -> None:
    game = setting.new()
    with pytest.raises(IndexError):
        game.pop()
    with pytest.raises(IndexError):
        game.peek()
    game.push(next(iter(game.legal_moves)))
    with pytest.raises(IndexError):
        game.copy(stack=False).pop()
    with pytest.raises(IndexError):
        read(game).pop()


# legal_moves


@every_setting
def test_legal_moves_is_a_view(setting: Setting) -> None:
    game = setting.new()
    view = game.legal_moves
    for move in random_game(game, random.Random(1)):
        moves = list(view)
        assert len(moves) == len(view) == view.count()
        assert len(set(moves)) == len(moves)
        assert bool(view)
        assert move in view
        assert int(move) in view
        assert str(move) in view
        assert all(str(move) in repr(view) for move in moves)
        assert moves == list(game.copy().legal_moves)  # the order belongs to the position
    assert not view
    assert list(view) == []


@every_setting
def test_in_takes_anything(setting: Setting) -> None:
    view = setting.new().legal_moves
    things = [
        None,
        1.5,
        b"pass",
        [],
        {},
        -1,
        2**31,
        2**32,
        2**64,
        10**40,
        "",
        "pass\0",
        "\ud800",
        "é",
        object(),
    ]
    assert [thing for thing in things if thing in view] == []


# moves


@every_setting
def test_moves(setting: Setting) -> None:
    game = setting.new()
    for move in game.legal_moves:
        assert move == int(move)
        assert hash(move) == hash(int(move))
        assert {move: 1}[int(move)] == 1
        assert move == game.parse_move(str(move)) == Move.from_text(game.name, str(move))
        assert eval(repr(move), {"Move": Move}) == move
        assert f"{move}" == str(move) == f"{move:s}"
        assert f"{move:>40}".strip() == str(move)
        again = pickle.loads(pickle.dumps(move))
        assert (again, str(again), type(again)) == (move, str(move), Move)
        assert copy.deepcopy(move) == move
    assert len({str(move) for move in game.legal_moves}) == len(game.legal_moves)


# copies, equality, pickle


def check_same(game: BoardGame, other: BoardGame) -> None:
    assert other is not game
    assert state_of(other) == state_of(game)
    assert other == game
    assert hash(other) == hash(game)
    assert type(other) is type(game)


@every_setting
def test_copies_are_equal_and_independent(setting: Setting) -> None:
    for game in [*random_positions(setting, 10), finished_game(setting)]:
        before = state_of(game)
        for make in (BoardGame.copy, copy.copy, copy.deepcopy):
            other = make(game)
            check_same(game, other)
            while other.move_stack:
                other.pop()
            assert state_of(game) == before
            other.push(next(iter(other.legal_moves)))
            assert state_of(game) == before


@every_setting
def test_copy_without_stack(setting: Setting) -> None:
    for game in random_positions(setting, 10):
        other = game.copy(stack=False)
        assert other == game
        assert other.ply() == game.ply()
        assert other.move_stack == []
        check_same(other, pickle.loads(pickle.dumps(other)))


@every_setting
def test_copy_outlives_its_source(setting: Setting) -> None:
    game = finished_game(setting)
    state, other, view = state_of(game), game.copy(), game.copy().legal_moves
    del game
    assert state_of(other) == state
    assert len(view) == 0


@every_setting
def test_equality_ignores_history_only(setting: Setting) -> None:
    for game in random_positions(setting, 10):
        assert read(game) == game
        if not game.is_game_over():
            other = game.copy()
            other.push(next(iter(other.legal_moves)))
            assert other != game
    assert setting.new() != setting.new().fen()
    assert setting.new() != None  # noqa: E711
    assert len({setting.new(), setting.new()}) == 1


@pytest.mark.parametrize("name", teocalli.GAMES)
def test_settings_are_unequal(name: str) -> None:
    games = [setting.new() for setting in SETTINGS if setting.game == name]
    for one, other in itertools.combinations(games, 2):
        assert one != other
        assert one.fen() != other.fen()


@every_setting
@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_pickle(setting: Setting, protocol: int) -> None:
    middle = random_positions(setting, 5)
    popped = [game.copy() for game in middle if game.move_stack]
    for game in popped:
        game.pop()
    for game in [setting.new(), *middle, *popped, finished_game(setting)]:
        other = pickle.loads(pickle.dumps(game, protocol))
        check_same(game, other)
        while other.move_stack:
            assert other.pop() == game.move_stack[other.ply()]


@every_setting
def test_pickle_of_a_position_that_was_read(setting: Setting) -> None:
    for game in random_positions(setting, 5):
        other = read(game)
        if not other.is_game_over():
            other.push(next(iter(other.legal_moves)))
        check_same(other, pickle.loads(pickle.dumps(other)))


@every_setting
def test_pickle_goes_to_another_process(setting: Setting) -> None:
    """The other process sees the same game, and sends it back."""
    code = """
import pickle, sys
games = pickle.load(sys.stdin.buffer)
facts = [(g.fen(), g.key(), g.ply(), list(map(str, g.move_stack)), list(g.legal_moves)) for g in games]
sys.stdout.buffer.write(pickle.dumps((games, facts)))
"""
    games = [*random_positions(setting, 3), finished_game(setting)]
    back, seen = pickle.loads(run_python(code, stdin=pickle.dumps(games), PYTHONHASHSEED="7"))
    for game, other, facts in zip(games, back, seen, strict=True):
        check_same(game, other)
        stack = [str(move) for move in game.move_stack]
        assert facts == (game.fen(), game.key(), game.ply(), stack, list(game.legal_moves))


# position text


@every_setting
def test_fen_round_trip(setting: Setting) -> None:
    for game in [*random_positions(setting, 40), finished_game(setting)]:
        text = game.fen()
        other = read(game, text)
        assert other.fen() == text
        assert (other.key(), other.turn, other.scores()) == (game.key(), game.turn, game.scores())
        assert other.players == setting.players
        assert list(other.legal_moves) == list(game.legal_moves)
        assert other.outcome() == game.outcome()
        assert other.rules.order == game.rules.order
        assert repr(game) == f"{type(game).__name__}.from_fen({text!r})"
        assert "\n" not in text


@every_setting
def test_equal_keys_mean_equal_games(setting: Setting) -> None:
    """A key holds all that decides moves and result: a collision in a few thousand positions is a fault."""
    seen: dict[int, tuple] = {}
    for seed in range(30):
        game = setting.new()
        for _ in random_game(game, random.Random(seed)):
            facts = (game.turn, tuple(game.legal_moves), game.scores())
            assert seen.setdefault(game.key(), facts) == facts
            assert 0 <= game.key() < 2**64
    assert len(seen) > 100


# the end


def check_outcome(game: BoardGame) -> None:
    outcome = game.outcome()
    assert isinstance(outcome, Outcome)
    assert sum(outcome.utilities) == pytest.approx(1)
    assert len(outcome.utilities) == len(outcome.scores) == game.players
    assert outcome.scores == game.scores()
    assert outcome.termination in teocalli.TERMINATIONS[1:]
    assert list(outcome.winners) == sorted(set(outcome.winners))
    assert set(outcome.winners) <= set(range(game.players))
    for player in outcome.winners:
        assert outcome.utilities[player] == pytest.approx(1 / len(outcome.winners))


@every_setting
def test_games_end(setting: Setting) -> None:
    for seed in range(30):
        game = finished_game(setting, seed)
        assert game.is_game_over()
        assert [game.perft(depth) for depth in range(4)] == [1, 0, 0, 0]
        assert game.divide(2) == {}
        assert game.ply() == len(game.move_stack)
        assert game.turn in range(setting.players)
        check_outcome(game)
        with pytest.raises(ValueError, match="over"):
            game.push(game.peek())
        with pytest.raises(IndexError):
            game.random_move(0, 0, 0)
        game.pop()
        assert not game.is_game_over()
        assert game.outcome() is None


@every_setting
def test_turn_and_scores_on_the_way(setting: Setting) -> None:
    game = setting.new()
    for ply, _ in enumerate(random_game(game, random.Random(2))):
        assert game.ply() == ply
        assert game.turn in range(setting.players)
        assert len(game.scores()) == setting.players
        assert game.perft(0) == 1
        assert game.divide(0) == {}
        assert str(game).isascii()


# processor variants

VARIANTS = ["baseline", "avx2", "avx512"]
AVX2_FLAGS = {"avx2", "bmi1", "bmi2", "popcnt"}
AVX512_FLAGS = {"avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512_vpopcntdq"}


def machine_has(variant: str) -> bool:
    """Tell whether this machine has a variant, by what the system says of its processor."""
    if not sys.platform.startswith("linux"):
        pytest.skip("only Linux tells what the processor has")
    flags = set(Path("/proc/cpuinfo").read_text().split())
    needed = {"baseline": set(), "avx2": AVX2_FLAGS, "avx512": AVX2_FLAGS | AVX512_FLAGS}
    return needed[variant] <= flags


def facts_of(setting: Setting) -> tuple:
    """Return what must not depend on the variant."""
    games = []
    for seed in range(4):
        game = setting.new()
        games += [
            (game.fen(), game.key(), list(game.legal_moves), len(game.legal_moves))
            for _ in random_game(game, random.Random(seed))
        ]
    counts = [game.perft(2) for game in random_positions(setting, 10)]
    records, sums = teocalli.playouts(setting.game, 200, seed=3, by_ply=True, threads=1, **setting.arguments)
    return games, counts, setting.new().divide(3), records.tobytes(), sums.tobytes()


@every_setting
@pytest.mark.parametrize("variant", VARIANTS)
def test_processor_variants_agree(setting: Setting, variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves, their order, counts and playouts are the same; a variant that is not here is refused."""
    monkeypatch.setenv("TEOCALLI_CPU", "baseline")
    assert setting.new().rules.cpu == "baseline"
    expected = facts_of(setting)
    monkeypatch.setenv("TEOCALLI_CPU", variant)
    if machine_has(variant):
        assert setting.new().rules.cpu == variant
        assert facts_of(setting) == expected
    else:
        with pytest.raises(GameError, match=variant):
            setting.new()


@every_setting
def test_unknown_processor_variant(setting: Setting, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("sse9", "", "AVX2", "avx2 "):
        monkeypatch.setenv("TEOCALLI_CPU", name)
        with pytest.raises(GameError, match="baseline, avx2, avx512"):
            setting.new()


def test_best_processor_variant_is_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TEOCALLI_CPU", raising=False)
    best = [variant for variant in VARIANTS if machine_has(variant)][-1]
    assert SETTINGS[0].new().rules.cpu == best


# any sequence of push, pop and copy


class Machine(RuleBasedStateMachine):
    """A game beside a list of its states: the slow and obvious way to take moves back."""

    setting: Setting

    @initialize()
    def start(self) -> None:
        self.game = self.setting.new()
        self.states = [state_of(self.game)]
        self.aside: list[tuple[BoardGame, tuple]] = []

    @precondition(lambda self: not self.game.is_game_over())
    @rule(data=st.data())
    def push(self, data: st.DataObject) -> None:
        moves = list(self.game.legal_moves)
        move = moves[data.draw(st.integers(0, len(moves) - 1))]
        self.game.push(data.draw(st.sampled_from([move, int(move), str(move)])))
        self.states.append(state_of(self.game))
        assert self.game.move_stack[-1] == move

    @rule(n=st.integers(1, 30), seed=st.integers(0, 1000))
    def push_many(self, n: int, seed: int) -> None:
        for _ in itertools.islice(random_game(self.game, random.Random(seed)), n):
            if self.game.ply() == len(self.states):
                self.states.append(state_of(self.game))
        if self.game.ply() == len(self.states):
            self.states.append(state_of(self.game))

    @precondition(lambda self: len(self.states) > 1)
    @rule(n=st.integers(1, 40))
    def pop(self, n: int) -> None:
        for _ in range(min(n, len(self.states) - 1)):
            self.game.pop()
            self.states.pop()

    @rule(number=st.integers(-10, 2**70))
    def push_any_number(self, number: int) -> None:
        if number not in self.game.legal_moves:
            with pytest.raises(ValueError, match=r".+"):
                self.game.push(number)

    @rule(text=st.text())
    def push_any_text(self, text: str) -> None:
        if text not in self.game.legal_moves:
            with pytest.raises(ValueError, match=r".+"):
                self.game.push(text)

    @rule()
    def put_aside(self) -> None:
        """Go on with a copy; the old game must stay as it is."""
        self.aside.append((self.game, self.states[-1]))
        self.game = self.game.copy()

    @rule()
    def through_pickle(self) -> None:
        self.game = pickle.loads(pickle.dumps(self.game))

    @invariant()
    def same_as_the_model(self) -> None:
        if hasattr(self, "game"):
            assert state_of(self.game) == self.states[-1]
            assert len(self.game.move_stack) == len(self.states) - 1
            assert all(state_of(game) == state for game, state in self.aside)


@every_setting
def test_any_sequence(setting: Setting) -> None:
    made = type("SettingMachine", (Machine,), {"setting": setting})
    run_machine(made, settings=settings(max_examples=30, stateful_step_count=30, deadline=None))


@pytest.mark.slow
@every_setting
def test_any_sequence_at_length(setting: Setting) -> None:
    made = type("SettingMachine", (Machine,), {"setting": setting})
    run_machine(made, settings=settings(max_examples=200, stateful_step_count=50, deadline=None))
