"""Wrong calls, each with the error that tells its user what was wrong and what would be right."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from support import SETTINGS, Setting, brief, by_setting, finished_game, random_game, state_of

import teocalli
from teocalli import GameError, IllegalMoveError, InvalidMoveError, Move, PositionError, _core

every_setting = pytest.mark.parametrize("setting", SETTINGS, ids=by_setting)
every_game = pytest.mark.parametrize("name", teocalli.GAMES)

WRONG_TYPES = [None, 1.5, b"pass", bytearray(b"pass"), [], (), {}, object(), Fraction(1), 1j, Ellipsis, len]
HUGE = [-(10**30), -(2**64), -(2**63), -1, 2**32, 2**63, 2**64, 2**64 + 1, 10**30]
STRANGE_TEXTS = [
    "",
    " ",
    "\n",
    "?",
    "é",
    "a3–d3",  # an en dash
    "а3-b3",  # a Cyrillic a
    "\N{FULLWIDTH LATIN SMALL LETTER A}3-b3",
    "\ud800",
    "\udcff\udcfe",
    "pass\ud800",
    "\U0001f600" * 100,
    "%s%n%x%d",
    "\x7f\x1b[31m",
    "x" * 2**20,
    "é" * 2**20,
    "-" * 2**20,
]


def test_errors_are_value_errors() -> None:
    """One except clause catches them all."""
    for error in (GameError, PositionError, InvalidMoveError, IllegalMoveError):
        assert issubclass(error, ValueError)


def check_message(error: pytest.ExceptionInfo[BaseException], *parts: object) -> None:
    """The message is one line of reasonable length and names the values."""
    message = str(error.value)
    assert message.splitlines() == [message]
    assert len(message) < 1500
    for part in parts:
        assert str(part) in message


# Moves


@every_setting
@pytest.mark.parametrize("thing", WRONG_TYPES, ids=brief)
def test_move_of_wrong_type(setting: Setting, thing: object) -> None:
    game = setting.new()
    before = state_of(game)
    with pytest.raises(TypeError):
        game.push(thing)
    assert thing not in game.legal_moves
    with pytest.raises(TypeError):
        game.parse_move(thing)
    assert state_of(game) == before


@every_setting
@pytest.mark.parametrize("number", HUGE)
def test_move_number_out_of_range(setting: Setting, number: int) -> None:
    game = setting.new()
    with pytest.raises(IllegalMoveError) as error:
        game.push(number)
    check_message(error, setting.game)
    assert number not in game.legal_moves


@every_setting
@pytest.mark.parametrize("text", STRANGE_TEXTS, ids=brief)
def test_malformed_move(setting: Setting, text: str) -> None:
    game = setting.new()
    before = state_of(game)
    for call in (game.push, game.parse_move):
        with pytest.raises(InvalidMoveError) as error:
            call(text)
        check_message(error, setting.game)
        assert str(error.value).isascii()
    assert text not in game.legal_moves
    assert state_of(game) == before


@every_setting
def test_almost_a_move(setting: Setting) -> None:
    """Notation is exact: no blanks, no other case, nothing left out or added."""
    game = setting.new()
    for _ in random_game(game, random.Random(3)):
        for move in list(game.legal_moves)[:5]:
            text = str(move)
            for wrong in (
                text + " ",
                " " + text,
                text.swapcase(),
                text + "\n",
                text[:1],
                text + "x",
                text * 2,
            ):
                with pytest.raises(ValueError, match=r".+"):
                    game.push(wrong)
                assert wrong not in game.legal_moves


@every_setting
def test_zero_characters(setting: Setting) -> None:
    """They would cut the text short in C."""
    game = setting.new()
    for text in ("\0", f"{next(iter(game.legal_moves))}\0", "\0pass"):
        with pytest.raises(InvalidMoveError, match="zero"):
            game.push(text)
    with pytest.raises(PositionError, match="zero"):
        type(game).from_fen(game.fen() + "\0")


@every_setting
def test_illegal_move_names_move_and_position(setting: Setting) -> None:
    game = setting.new()
    later = finished_game(setting).move_stack
    illegal = next(move for move in later if move not in game.legal_moves)
    for form in (illegal, int(illegal), str(illegal)):
        with pytest.raises(IllegalMoveError) as error:
            game.push(form)
        check_message(error, illegal, game.fen())
    assert game == setting.new()


@every_game
def test_move_text_of_another_game(name: str) -> None:
    with pytest.raises(GameError, match="chess"):
        Move.from_text("chess", "e2e4")
    with pytest.raises(InvalidMoveError):
        Move.from_text(name, "e2e4")
    for other in set(teocalli.GAMES) - {name}:
        game, move = teocalli.new_game(other), next(iter(teocalli.new_game(name).legal_moves))
        assert move not in game.legal_moves
        with pytest.raises(IllegalMoveError, match=name):
            game.push(move)


# Players and options


@every_game
@pytest.mark.parametrize("players", [0, 1, 5, 9, 1000, 1001, *HUGE, True, np.int64(7)])
def test_wrong_number_of_players(name: str, players: int) -> None:
    calls: list[Callable[[], object]] = [
        lambda: teocalli.new_game(name, players=players),
        lambda: teocalli.GAMES[name](players),
        lambda: teocalli.playouts(name, 1, players=players),
        lambda: teocalli.playout(name, 0, 0, players=players),
    ]
    for call in calls:
        with pytest.raises(GameError) as error:
            call()
        check_message(error, int(players), "players")


@every_game
@pytest.mark.parametrize("players", [2.0, "2", b"2", [], (2,), object()], ids=brief)
def test_players_of_wrong_type(name: str, players: object) -> None:
    with pytest.raises(TypeError):
        teocalli.new_game(name, players=players)
    with pytest.raises(TypeError):
        teocalli.playouts(name, 1, players=players)


@pytest.mark.parametrize("name", ["", "chess", "AZACRU", "azacru ", "azacru\0", "é", "x" * 10**4, None, 5])
def test_unknown_game(name: str) -> None:
    calls: list[Callable[[], object]] = [
        lambda: teocalli.new_game(name),
        lambda: teocalli.playouts(name, 1),
        lambda: teocalli.playout(name, 0, 0),
    ]
    for call in calls:
        with pytest.raises(GameError) as error:
            call()
        assert all(game in str(error.value) for game in teocalli.GAMES)


def test_unknown_game_that_is_nearly_one() -> None:
    with pytest.raises(GameError, match=r"did you mean azacru\?"):
        teocalli.new_game("Azacrú")


@every_game
def test_unknown_option(name: str) -> None:
    """It lists what there is."""
    calls: list[Callable[[], object]] = [
        lambda: teocalli.new_game(name, colour="red"),
        lambda: teocalli.playouts(name, 1, colour="red"),
        lambda: teocalli.playout(name, 0, 0, colour="red"),
        lambda: teocalli.GAMES[name].from_text_options(None, {"colour": "red"}),
    ]
    for call in calls:
        with pytest.raises(GameError) as error:
            call()
        check_message(error, "colour", *teocalli.GAMES[name].OPTIONS)
    with pytest.raises(TypeError, match="colour"):
        teocalli.GAMES[name](colour="red")


BAD_ORDERS = [
    (),
    (0,),
    (0, 0),
    (0, 2),
    (1, 2),
    (0, 1, 2),
    (-1, 0),
    (0, 10**30),
    (0.0, 1.0),
    (None, 0),
    ("0", "1"),
    "1,2",
    "12",
    "all",
    b"\1\0"[:1],
    5,
    1.5,
    [[0], [1]],
    object(),
    "x" * 2**20,
]
with_order = pytest.mark.parametrize(
    "name", [name for name, cls in teocalli.GAMES.items() if "order" in cls.OPTIONS]
)


@with_order
@pytest.mark.parametrize("order", BAD_ORDERS, ids=brief)
def test_bad_order(name: str, order: object) -> None:
    with pytest.raises(GameError) as error:
        teocalli.new_game(name, players=2, order=order)
    check_message(error, "order")


@with_order
@pytest.mark.parametrize(
    "order", ["", "1", "1,1", "0,1", "1,3", "1,2,3", "2;1", "2,1,", ",2,1", "a,b", "2, 1", "all", "2,1\0"]
)
def test_bad_order_as_text(name: str, order: str) -> None:
    with pytest.raises(ValueError, match="order"):
        teocalli.GAMES[name].from_text_options(2, {"order": order})


@with_order
def test_order_forms(name: str) -> None:
    """Any iterable of the players will do; None is the default."""
    expected = teocalli.new_game(name, players=2, order=(1, 0))
    for order in ([1, 0], iter((1, 0)), np.array([1, 0]), range(1, -1, -1), {1: "a", 0: "b"}):
        assert teocalli.new_game(name, players=2, order=order) == expected
    assert teocalli.new_game(name, players=2, order=None) == teocalli.new_game(name, players=2, order=(0, 1))


# Counting


@every_setting
@pytest.mark.parametrize("depth", [-1, 65, 1000, *HUGE])
def test_depth_out_of_range(setting: Setting, depth: int) -> None:
    game = setting.new()
    for call in (game.perft, game.divide):
        with pytest.raises(ValueError, match=r"0 to 64") as error:
            call(depth)
        check_message(error, depth)


@every_setting
@pytest.mark.parametrize("depth", [1.0, "1", None, b"1", [1], float("nan")], ids=brief)
def test_depth_of_wrong_type(setting: Setting, depth: object) -> None:
    for call in (setting.new().perft, setting.new().divide):
        with pytest.raises(TypeError):
            call(depth)


@every_setting
@pytest.mark.parametrize("threads", [0, -1, 1025, *HUGE])
def test_threads_out_of_range(setting: Setting, threads: int) -> None:
    calls: list[Callable[[], object]] = [
        lambda: setting.new().perft(1, threads=threads),
        lambda: setting.new().divide(1, threads=threads),
        lambda: teocalli.playouts(setting.game, 1, threads=threads, **setting.arguments),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="threads") as error:
            call()
        check_message(error, threads)


def test_integers_of_other_types_are_taken() -> None:
    """Whatever Python takes as an index."""
    game = teocalli.new_game("azacru")
    assert game.perft(np.int8(2), threads=np.uint16(1)) == game.perft(2)
    assert teocalli.new_game("azacru", players=np.int64(3)).players == 3
    move = next(iter(game.legal_moves))
    assert np.int64(move) in game.legal_moves
    game.push(np.int64(move))
    assert game.move_stack == [move]


# Playouts


@every_game
@pytest.mark.parametrize("seed", [-1, 2**64, -(10**30), 10**30])
def test_seed_out_of_range(name: str, seed: int) -> None:
    calls: list[Callable[[], object]] = [
        lambda: teocalli.playouts(name, 1, seed=seed),
        lambda: teocalli.playout(name, seed, 0),
        lambda: teocalli.playout(name, 0, seed),
    ]
    for call in calls:
        with pytest.raises(ValueError, match=r"0 to 2\^64 - 1") as error:
            call()
        check_message(error, seed)


@every_game
@pytest.mark.parametrize("value", [1.0, "1", None, b"1", [1]], ids=brief)
def test_numbers_of_wrong_type(name: str, value: object) -> None:
    calls: list[Callable[[], object]] = [
        lambda: teocalli.playouts(name, value),
        lambda: teocalli.playouts(name, 1, seed=value),
        lambda: teocalli.playout(name, value, 0),
        lambda: teocalli.playout(name, 0, value),
    ]
    for call in calls:
        with pytest.raises(TypeError):
            call()


@every_game
def test_number_of_games(name: str) -> None:
    for n in (-1, -(10**30)):
        with pytest.raises(ValueError, match="number of games") as error:
            teocalli.playouts(name, n)
        check_message(error, n)
    records, sums = teocalli.playouts(name, 0, by_ply=True)
    assert (len(records), len(sums)) == (0, 0)
    assert records.dtype == teocalli.playouts(name, 1).dtype
    for n in (2**62, 10**30):
        with pytest.raises((ValueError, MemoryError)):
            teocalli.playouts(name, n)


@every_game
@pytest.mark.parametrize("agents", ["", "Random", "chess", ("random",), ("random",) * 9, (), ["random", "x"]])
def test_agents(name: str, agents: object) -> None:
    with pytest.raises(ValueError, match="agent") as error:
        teocalli.playouts(name, 1, agents=agents)
    check_message(error)


@every_setting
def test_random_move_out_of_range(setting: Setting) -> None:
    game = setting.new()
    for arguments in [(-1, 0, 0), (0, -1, 0), (0, 0, -1), (2**64, 0, 0), (0, 2**64, 0), (0, 0, 2**32)]:
        with pytest.raises(ValueError, match="out of range"):
            game.random_move(*arguments)
    for arguments in [(None, 0, 0), (0, 1.5, 0), (0, 0, "1")]:
        with pytest.raises(TypeError):
            game.random_move(*arguments)


# Moves that no game made


@every_setting
def test_moves_made_by_hand(setting: Setting) -> None:
    """They are their integer."""
    game = setting.new()
    legal = next(iter(game.legal_moves))
    game.push(Move(legal))
    assert game.move_stack == [legal]
    assert str(game.move_stack[0]) == str(legal)
    game.pop()
    assert Move(legal) in game.legal_moves
    for number in (*HUGE, sys.maxsize):
        assert Move(number) not in game.legal_moves
        with pytest.raises(IllegalMoveError):
            game.push(Move(number))
    for text in (str(Move(5)), repr(Move(5)), f"{Move(5)}"):
        assert "5" in text


# Unused by games, but public in the extension


def test_move_table_reads_text_only() -> None:
    table = _core.move_table("azacru")
    for thing in WRONG_TYPES:
        with pytest.raises(TypeError):
            table.parse(thing)
