"""The agents that search against slow searches over the reference rules."""

from __future__ import annotations

import functools
import random
from typing import Any

import pytest
from reference.search import children, maxn, minimax
from support import random_game, reference_from_fen

import teocalli
from teocalli.game import BoardGame

WHOLE = 99  # plies, more than any position here has left
START = {"aztec-3": {"barrier": 9, "oh_puch": 0}}  # without auction


class Twin:
    """A reference game that lists its moves in the engine's order and knows the engine's estimate."""

    def __init__(self, engine: BoardGame, reference: Any) -> None:
        self.engine = engine
        self.reference = reference
        self._moves: list[str] | None = None

    @property
    def turn(self) -> int:
        return self.reference.turn

    def legal_moves(self) -> list[str]:
        if self._moves is None:
            self._moves = [str(move) for move in self.engine.legal_moves]
            assert sorted(self._moves) == sorted(self.reference.legal_moves())
        return self._moves

    def push(self, move: str) -> None:
        self.reference.push(move)
        self.engine.push(move)
        self._moves = None

    def copy(self) -> Twin:
        return Twin(self.engine.copy(), self.reference.copy())

    def outcome(self) -> Any:
        return None if self.legal_moves() else self.reference.outcome()


def estimate(game: Twin) -> tuple[float, ...]:
    return game.engine.evaluate()


def twin(name: str, fen: str) -> Twin:
    return Twin(teocalli.GAMES[name].from_fen(fen), reference_from_fen(name, fen))


@functools.cache
def solution(place: tuple[str, int, int, int]) -> dict[str, float]:
    """Return what best play gives the mover of a game of two after each move."""
    game = late(*place)
    after = [minimax(child, WHOLE, estimate, game.turn) for child in children(game)]
    return dict(zip(game.legal_moves(), after, strict=True))


# Positions near the end


def late_fen(name: str, players: int, seed: int, left: int) -> str:
    """Return the position ``left`` plies before the end of a random game."""
    options = START.get(f"{name}-{players}", {})
    game = teocalli.new_game(name, players=players, **options)
    moves = [str(move) for move in random_game(game, random.Random(seed))]
    game = teocalli.new_game(name, players=players, **options)
    for move in moves[:-left]:
        game.push(move)
    return game.fen()


def lonely_tabu_fen(players: int, seed: int, left: int) -> str:
    """Return a position where everybody has a Virgin and one more piece, ``left`` plies before the limit."""
    rng = random.Random(seed)
    game = teocalli.Tabu(players=players, max_plies=40 + left)
    for _, move in zip(range(40), random_game(game, rng), strict=False):
        del move
    reference = reference_from_fen("tabu", game.fen())
    for colour in {piece.colour for piece in reference.men.values()}:
        others = [at for at, piece in reference.men.items() if piece.colour == colour and piece.kind != "V"]
        for square in rng.sample(others, len(others) - 1):
            del reference.men[square]
    return reference.fen()


@functools.cache
def late(name: str, players: int, seed: int, left: int) -> Twin:
    make = lonely_tabu_fen if name == "tabu" else functools.partial(late_fen, name)
    return twin(name, make(players, seed, left))


DUELS = [
    *(("azacru", 2, seed, 6) for seed in range(4)),
    ("aztec", 2, 0, 2),
    *(("tabu", 2, seed, 4) for seed in range(3)),
]
CROWDS = [
    *(("azacru", players, seed, 7) for players in (3, 4) for seed in range(3)),
    ("aztec", 3, 0, 2),
    *(("tabu", players, seed, 5) for players in (3, 4) for seed in range(2)),
]
ENDS = [
    *(("azacru", 2, seed, 3) for seed in range(5)),
    *(("aztec", 2, seed, 2) for seed in range(2)),
    *(("tabu", 2, seed, 2) for seed in range(2)),
]
DEPTHS = pytest.mark.parametrize("depth", [1, 2])


# Depth-first search


@DEPTHS
@pytest.mark.parametrize("place", DUELS, ids=str)
def test_two_players_play_minimax(place: tuple[str, int, int, int], depth: int) -> None:
    game = late(*place)
    found = teocalli.Agent(f"ab:{depth}").analyse(game.engine)
    assert found.values[game.turn] == pytest.approx(minimax(game, depth, estimate, game.turn), abs=1e-5)


@DEPTHS
@pytest.mark.parametrize("place", CROWDS, ids=str)
def test_a_paranoid_player_expects_everybody_to_be_against_them(
    place: tuple[str, int, int, int], depth: int
) -> None:
    game = late(*place)
    found = teocalli.Agent(f"ab:{depth}:mode=paranoid").analyse(game.engine)
    assert found.values[game.turn] == pytest.approx(minimax(game, depth, estimate, game.turn), abs=1e-5)


@DEPTHS
@pytest.mark.parametrize("place", CROWDS, ids=str)
def test_more_players_play_maxn(place: tuple[str, int, int, int], depth: int) -> None:
    game = late(*place)
    found = teocalli.Agent(f"ab:{depth}").analyse(game.engine)
    assert found.values[game.turn] == pytest.approx(maxn(game, depth, estimate)[game.turn], abs=1e-5)


@pytest.mark.parametrize("mode", ["maxn", "paranoid"])
@pytest.mark.parametrize("place", [("azacru", 3, 0, 5), ("azacru", 4, 1, 5)], ids=str)
def test_three_plies(place: tuple[str, int, int, int], mode: str) -> None:
    game = late(*place)
    found = teocalli.Agent(f"ab:3:mode={mode}").analyse(game.engine)
    slow = maxn(game, 3, estimate)[game.turn] if mode == "maxn" else minimax(game, 3, estimate, game.turn)
    assert found.values[game.turn] == pytest.approx(slow, abs=1e-5)


@pytest.mark.parametrize("place", DUELS[:2], ids=str)
def test_every_choice_has_its_minimax_value(place: tuple[str, int, int, int]) -> None:
    game = late(*place)
    found = teocalli.Agent("ab:2").analyse(game.engine)
    slow = [minimax(child, 1, estimate, game.turn) for child in children(game)]
    assert [choice.values[game.turn] for choice in found.choices] == pytest.approx(slow, abs=1e-5)


# Exact play


@pytest.mark.parametrize("place", ENDS, ids=str)
def test_solve_is_exhaustive_minimax(place: tuple[str, int, int, int]) -> None:
    game = late(*place)
    slow = solution(place)
    utilities, move = teocalli.solve(game.engine, 1_000_000)
    assert utilities[game.turn] == pytest.approx(max(slow.values()), abs=1e-5)
    assert slow[str(move)] == max(slow.values())


@pytest.mark.parametrize("place", ENDS, ids=str)
def test_ab_to_the_end_is_exact(place: tuple[str, int, int, int]) -> None:
    game = late(*place)
    found = teocalli.Agent("ab:64").analyse(game.engine)
    assert found.exact
    assert found.values[game.turn] == pytest.approx(max(solution(place).values()), abs=1e-5)


# Simulations


@pytest.mark.parametrize("place", ENDS, ids=str)
def test_mcts_converges_to_the_solution(place: tuple[str, int, int, int]) -> None:
    game = late(*place)
    slow = solution(place)
    found = teocalli.Agent("mcts:20000", seed=1).analyse(game.engine)
    assert found.values[game.turn] == pytest.approx(max(slow.values()), abs=0.05)
    assert slow[str(found.move)] == max(slow.values())


# Decisive moves


def decisive(name: str, left: int) -> list[tuple[Twin, str]]:
    """Return late positions where a single move has the best result, with that move."""
    found = []
    for seed in range(60):
        place = (name, 2, seed, left)
        values = solution(place)
        best = [move for move, value in values.items() if value == max(values.values())]
        if len(best) == 1 and len(values) > 1:
            found.append((late(*place), best[0]))
    return found


@pytest.mark.parametrize("spec", ["greedy", "ab:1", "ab:3", "mcts:400", "mcts:400:c=1.4:cut=40"])
@pytest.mark.parametrize("name", ["azacru", "aztec"])
def test_the_one_last_move_that_decides_is_found(name: str, spec: str) -> None:
    positions = decisive(name, 1)
    assert positions
    for game, move in positions:
        assert str(teocalli.Agent(spec).choose(game.engine)) == move


@pytest.mark.parametrize("spec", ["ab:3", "mcts:2000"])
def test_the_one_move_that_saves_the_game_is_found(spec: str) -> None:
    positions = decisive("azacru", 3)
    assert positions
    for game, move in positions:
        assert str(teocalli.Agent(spec).choose(game.engine)) == move


# All of them


@pytest.mark.parametrize("spec", ["greedy", "ab:2", "ab:2:mode=paranoid", "mcts:300"])
@pytest.mark.parametrize("place", [*DUELS[::4], *CROWDS[::4]], ids=str)
def test_values_add_up_to_one(place: tuple[str, int, int, int], spec: str) -> None:
    found = teocalli.Agent(spec).analyse(late(*place).engine)
    sums = [sum(values) for values in (found.values, *(choice.values for choice in found.choices))]
    assert sums == pytest.approx([1] * len(sums), abs=1e-5)


@pytest.mark.parametrize("spec", ["random", "greedy", "ab:2", "mcts:300"])
@pytest.mark.parametrize("place", [DUELS[0], CROWDS[0]], ids=str)
def test_a_seed_decides_the_move(place: tuple[str, int, int, int], spec: str) -> None:
    one, two = (teocalli.Agent(spec, seed=7).choose(late(*place).engine) for _ in range(2))
    assert one == two


@pytest.mark.parametrize(
    "spec",
    ["greedy:1", "ab:0n", "ab:2:", "ab:2:mode=", "mcts:10:mode=maxn", "mcts:10:c=1:depth=3", "mcts:10:cut=x"],
)
def test_a_malformed_spec_is_refused(spec: str) -> None:
    with pytest.raises(teocalli.GameError, match=r"there is: random, greedy, ab:DEPTH"):
        teocalli.Agent(spec)
