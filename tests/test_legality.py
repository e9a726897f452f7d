"""Every number that could encode a move is judged legal exactly if it is in the list."""

from __future__ import annotations

import random

import pytest
from support import SETTINGS, Setting, by_setting, facts, finished_game, random_game, random_positions

from teocalli import IllegalMoveError
from teocalli.game import BoardGame

BEYOND = [-(2**63), -1, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**64 - 1, 2**64, 10**30]


def judged(game: BoardGame, limit: int) -> list[int]:
    view = game.legal_moves
    return [number for number in range(limit) if number in view]


def check_all(game: BoardGame) -> None:
    limit = facts(game.name)["move_limit"]
    assert judged(game, 2 * limit) == sorted(game.legal_moves), game.fen()
    assert [number for number in BEYOND if number in game.legal_moves] == []


@pytest.mark.parametrize("setting", SETTINGS, ids=by_setting)
def test_every_number_in_random_positions(setting: Setting) -> None:
    n = facts(setting.game).get("number_positions", 25)
    for game in [setting.new(), *random_positions(setting, n), finished_game(setting)]:
        check_all(game)


@pytest.mark.parametrize("setting", SETTINGS, ids=by_setting)
def test_every_number_along_a_game(setting: Setting) -> None:
    game = setting.new()
    every = facts(setting.game).get("number_every", 3)
    for ply, _ in enumerate(random_game(game, random.Random(5))):
        if ply % every == 0:
            check_all(game)


@pytest.mark.parametrize("setting", SETTINGS, ids=by_setting)
def test_moves_of_other_positions(setting: Setting) -> None:
    """A move that is legal elsewhere is pushed exactly if it is listed here; a refusal changes nothing."""
    pool = {move for game in random_positions(setting, 30) for move in game.legal_moves}
    for game in random_positions(setting, 10):
        listed, before = set(game.legal_moves), game.fen()
        for move in pool:
            if move in listed:
                game.push(move)
                game.pop()
            else:
                with pytest.raises(IllegalMoveError, match=str(move).replace("^", r"\^")):
                    game.push(move)
            assert game.fen() == before


@pytest.mark.parametrize("setting", SETTINGS, ids=by_setting)
def test_numbers_that_encode_no_move(setting: Setting) -> None:
    """Pushing any other number is refused too, whatever its bits."""
    game, rng = setting.new(), random.Random(9)
    limit = facts(setting.game)["move_limit"]
    for number in [*BEYOND, *(rng.randrange(2 * limit) for _ in range(3000))]:
        if number not in game.legal_moves:
            with pytest.raises(IllegalMoveError):
                game.push(number)
    assert game == setting.new()


@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS, ids=by_setting)
def test_every_number_along_many_games(setting: Setting) -> None:
    for seed in range(5):
        game = setting.new()
        for _ in random_game(game, random.Random(seed)):
            check_all(game)
