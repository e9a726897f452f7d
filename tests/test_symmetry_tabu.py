"""Tabu has no favourite corner: a quarter turn of the board with the next colour for each piece maps
positions to positions, moves to moves, and keeps all counts. With two players it takes a half turn.
"""

from __future__ import annotations

import random
import re

import pytest
from support import layouts_by_name, read_toml, reference_from_fen
from test_agreement_tabu import TESTS_LAYOUTS, VARIANTS, play

from teocalli import Tabu
from teocalli.game import BoardGame

GAMES = 48
CASES = [(players, turns) for players, turns in ((4, 1), (4, 2), (4, 3), (2, 2))]


def turned_square(square: tuple[int, int], size: int, turns: int) -> tuple[int, int]:
    for _ in range(turns):
        square = (square[1], size - 1 - square[0])
    return square


def turned_move(text: str, size: int, turns: int) -> str:
    def image(found: re.Match[str]) -> str:
        x, y = turned_square(("abcdefghijklmno".index(found[1]), int(found[2]) - 1), size, turns)
        return f"{'abcdefghijklmno'[x]}{y + 1}"

    return text if text == "pass" else text[0] + re.sub(r"([a-o])(\d+)", image, text[1:])


def turned_position(game: BoardGame, turns: int) -> str:
    """Turn the board clockwise, and give each piece and player the colour of its new corner."""
    slow = reference_from_fen("tabu", game.fen())
    size = slow.layout.size

    def player(old: int) -> int:
        return (old + turns * game.players // 4) % game.players

    def colour(old: int) -> int:
        return (old - 1 + turns) % 4 + 1

    slow.men = {
        turned_square(square, size, turns): piece._replace(colour=colour(piece.colour))
        for square, piece in slow.men.items()
    }
    slow.virgins = {colour(c): turned_square(square, size, turns) for c, square in slow.virgins.items()}
    slow.order = tuple(player(p) for p in slow.order)
    slow.turn, slow.out = player(slow.turn), {player(p) for p in slow.out}
    return slow.fen()


def board_of(text: str):
    """Return what ``from_fen`` needs beside a position text, and the size of its board."""
    for path in TESTS_LAYOUTS:
        if text.endswith(next(n for n, raw in layouts_by_name().items() if raw == read_toml(path))):
            return {"layout": path}, read_toml(path)["size"]
    return {}, 13


@pytest.mark.parametrize(("players", "turns"), CASES)
def test_turned_board(players: int, turns: int) -> None:
    rng = random.Random(turns)
    for index in range(GAMES):
        game = play(players, index)
        for _ in range(rng.randrange(1, game.ply())):
            game.pop()
        text = turned_position(game, turns)
        board, size = board_of(text)
        image = Tabu.from_fen(text, **board)
        moves = {turned_move(str(move), size, turns) for move in game.legal_moves}
        assert {str(move) for move in image.legal_moves} == moves, game.fen()
        assert image.perft(3) == game.perft(3), game.fen()
        move = rng.choice(list(game.legal_moves))
        game.push(move)
        image.push(turned_move(str(move), size, turns))
        assert image.fen() == turned_position(game, turns)


def test_all_variants_are_turned() -> None:
    assert len(VARIANTS) <= GAMES // 2
