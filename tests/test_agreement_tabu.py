"""Tabu against its reference rules, in games that climb.

Random play hardly ever climbs the pyramid, so half of these games are weighted uphill: Priests are
drawn to their stairs and areas, Virgins to whatever is higher. The games are spread over all options
and boards. The reference is slow: it judges some plies of each game, and the end.
"""

from __future__ import annotations

import functools
import random
import re
from collections import Counter
from collections.abc import Iterator

import pytest
from support import TESTS, Setting, layouts_by_name, reference_class, reference_from_fen
from test_agreement import compare, compare_step

import teocalli
from teocalli.game import BoardGame

GAMES = 200  # per number of players, half of them uphill
SAMPLES = 12  # plies a game that the reference judges
CHUNKS = 5
SLOW_SAMPLES = 1_000_000  # every ply
LIMIT = 500  # plies of a game here
VARIANTS = [
    {},
    {"descend": "stairs"},
    {"eliminated": "inert"},
    {"layout": "small.toml"},
    {"layout": "large.toml"},
    {"descend": "stairs", "eliminated": "inert", "layout": "small.toml"},
    {"eliminated": "inert", "layout": "large.toml", "max_plies": 150},
    {"descend": "stairs", "eliminated": "inert"},
]
TESTS_LAYOUTS = sorted((TESTS / "layouts").glob("*.toml"))
ORDERS = {2: (1, 0), 3: (1, 2, 0), 4: (2, 3, 1, 0)}


@functools.cache
def board_of(text: str):
    """Return the reference's layout of a position text."""
    reference = reference_class("tabu")
    _, named, board = text.partition(" layout=")
    return reference(layout=layouts_by_name()[board] if named else None).layout


def board_name(game: BoardGame) -> str:
    """Return the part of a position text that names its board."""
    _, named, board = game.fen().partition(" layout=")
    return named + board


def colour_of(game: BoardGame) -> int:
    return (1, 3)[game.turn] if game.players == 2 else game.turn + 1


def distance(layout, square: tuple[int, int]) -> int:
    """Return the steps from a square to the altar."""
    return max(abs(a - b) for a, b in zip(square, layout.altar, strict=True))


@functools.cache
def weight(move: str, board: str, colour: int) -> float:
    """Weigh a move on the board of that name: the more it helps a Virgin up, the more."""
    layout = board_of(board)
    found = re.fullmatch(r"([VPS])([a-o]\d+)[-x]([a-o]\d+)", move)
    if found is None:
        return 1
    here, there = (("abcdefghijklmno".index(text[0]), int(text[1:]) - 1) for text in found.groups()[1:])
    rise = layout.levels[there] - layout.levels[here]
    own = [layout.taboo.get(square) == colour and layout.levels[square] > 1 for square in (here, there)]
    if found[1] == "V":
        away = layout.taboo.get(here) == colour != layout.taboo.get(there)
        return 200.0**rise * 3.0 ** (distance(layout, here) - distance(layout, there)) * (0.05 if away else 1)
    if found[1] == "P":
        return (
            8.0**rise * (30 if own[1] else 1) * (0.02 if own[0] and rise <= 0 else 1) * (1 if own[0] else 3)
        )
    return 0.4


def uphill_game(game: BoardGame, rng: random.Random) -> Iterator[teocalli.Move]:
    board = board_name(game)
    while moves := list(game.legal_moves):
        colour = colour_of(game)
        weights = [weight(move.text, board, colour) for move in moves]
        move = rng.choices(moves, weights)[0]
        yield move
        game.push(move)


def flat_game(game: BoardGame, rng: random.Random) -> Iterator[teocalli.Move]:
    while moves := list(game.legal_moves):
        move = rng.choice(moves)
        yield move
        game.push(move)


def setting_of(players: int, index: int) -> Setting:
    options = {"max_plies": LIMIT} | VARIANTS[index // 2 % len(VARIANTS)]
    if index % 3 == 0:
        options["order"] = ORDERS[players]
    return Setting("tabu", players, tuple(options.items()))


def play(players: int, index: int) -> BoardGame:
    """Play one of the games: even ones uphill, odd ones uniformly."""
    game = setting_of(players, index).new()
    rng = random.Random(f"tabu {players} {index}")
    for _ in (uphill_game if index % 2 == 0 else flat_game)(game, rng):
        pass
    return game


def judge(game: BoardGame, rng: random.Random, samples: int) -> None:
    """Compare the end of a game, and some plies of it, with the reference."""
    compare(game, reference_from_fen("tabu", game.fen()))
    moves = list(game.move_stack)
    plies = sorted(rng.sample(range(len(moves)), min(samples, len(moves))))
    while plies and game.ply() > plies[0]:
        game.pop()
        if game.ply() in plies:
            compare_step(game, moves[game.ply()])


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_sampled_plies(players: int, chunk: int) -> None:
    for index in range(chunk, GAMES, CHUNKS):
        judge(play(players, index), random.Random(index), SAMPLES)


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_ply(players: int, chunk: int) -> None:
    for index in range(chunk, GAMES, CHUNKS):
        judge(play(players, index), random.Random(index), SLOW_SAMPLES)


def events(game: BoardGame) -> Counter[str]:
    """Count what makes a game worth comparing."""
    count: Counter[str] = Counter()
    outcome = game.outcome()
    count[outcome.termination] += 1
    layout = board_of(board_name(game))
    while game.move_stack:
        move = str(game.pop())
        if move[0] == "V":
            target = re.split("[-x]", move)[1]
            level = layout.levels["abcdefghijklmno".index(target[0]), int(target[1:]) - 1]
            count[f"level {level}"] += 1
        count["shared"] += "W" in game.fen().split(" ")[0]
        count["pass"] += move == "pass"
    return count


def test_the_games_do_climb() -> None:
    """Hundreds of Virgins on levels 2 and 3, shared squares and wins at the altar are compared above."""
    total: Counter[str] = Counter()
    for players in (2, 3, 4):
        for index in range(0, GAMES, 2):
            total += events(play(players, index))
    assert total["level 2"] >= 400
    assert total["level 3"] >= 200
    assert total["shared"] >= 400
    assert total["altar"] >= 200
    assert total["last"] >= 10
    assert total["truncated"] >= 10
