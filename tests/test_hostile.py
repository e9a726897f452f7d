"""Nothing that Python code can do crashes the process, however odd. Each case runs in its own."""

from __future__ import annotations

import pytest
from support import run_python

PRELUDE = """
import copy, gc, pickle, threading, time
import teocalli
from teocalli import Azacru, LegalMoves, Move, _core

def attempt(call, *arguments):
    try:
        return call(*arguments)
    except Exception as error:
        return error

def refused(call, *arguments):
    result = attempt(call, *arguments)
    assert isinstance(result, Exception), result

NAMES = list(teocalli.GAMES)
game = Azacru()
START = game.fen()
"""


def run(code: str) -> None:
    run_python(PRELUDE + code)


def test_unbound_methods_check_their_object() -> None:
    run("""
others = [None, 5, "x", object(), game.rules, game.legal_moves, _core.Stop(), Azacru, [], Move(3)]
classes = [Azacru, _core.Game, LegalMoves, _core.Rules, _core.MoveTable, _core.Stop]
for cls in classes:
    for name in dir(cls):
        if name in ("__class__", "__init_subclass__", "__subclasshook__", "__new__"):
            continue
        method = getattr(cls, name)
        for other in others:
            if callable(method) and not isinstance(other, cls):
                for arguments in ((), (1,), (1, 2), (1, 2, 3)):
                    attempt(method, other, *arguments)
""")


def test_objects_made_directly() -> None:
    run("""
for cls in (LegalMoves, _core.Rules, _core.MoveTable, _core.Game):
    for arguments in ((), (None,), (5,), ("azacru",), (game,), (game.rules,)):
        for made in (attempt(cls, *arguments), attempt(cls.__new__, cls, *arguments)):
            for name in dir(made):
                if not isinstance(made, Exception) and not name.startswith("__"):
                    value = attempt(getattr, made, name)
                    if callable(value):
                        attempt(value)
            attempt(len, made), attempt(list, made), attempt(repr, made), attempt(lambda: 1 in made)
""")


def test_new_without_init() -> None:
    """It is the start position of the defaults."""
    run("""
for name in NAMES:
    cls = teocalli.GAMES[name]
    bare = cls.__new__(cls)
    assert bare == cls() and bare.perft(2) == cls().perft(2) and list(bare.legal_moves)
    refused(bare.pop)
refused(_core.Game.__new__, _core.Game)
""")


def test_init_again() -> None:
    """The game starts anew, also with another number of players; a refused one leaves it usable."""
    run("""
for name in NAMES:
    game = teocalli.new_game(name)
    view = game.legal_moves
    game.push(next(iter(view)))
    for players in (3, 2, 3):
        game.__init__(players=players)
        assert game == teocalli.new_game(name, players=players) and game.move_stack == []
        assert list(view) == list(game.legal_moves)
    refused(game.__init__, 99)
    assert game.perft(2)
    for _ in range(10000):
        game.__init__()
""")


def test_subclasses() -> None:
    run("""
class Plain(Azacru):
    pass
class NoInit(Azacru):
    def __init__(self): pass
class OtherName(Azacru):
    name = "chess"
class BadName(Azacru):
    name = None
for cls in (Plain, NoInit):
    made = cls()
    made.push("a3-b3")
    assert made.copy().fen() == made.fen() and type(made.copy()) is cls
    assert made != Azacru.from_fen(made.fen()) and made == cls.from_fen(made.fen())
refused(OtherName)
refused(BadName)
refused(OtherName.from_fen, START)
refused(BadName.from_fen, START)
""")


def test_copy_of_a_class_that_hands_out_one_object() -> None:
    run("""
class Single(Azacru):
    only = None
    def __new__(cls, *arguments, **options):
        if cls.only is None:
            cls.only = super().__new__(cls)
        return cls.only
single = Single()
for move in ("a3-b3", "a7-b7", "b3-c3"):
    single.push(move)
before = single.fen()
for _ in range(50):
    twin = single.copy()
    assert twin.fen() == single.fen() == before
    assert len(twin.move_stack) == 3
""")


def test_views_outlive_their_game() -> None:
    run("""
views = [Azacru(2 + n % 3).legal_moves for n in range(300)]
gc.collect()
assert {len(view) for view in views} == {16, 13}
iterator = iter(Azacru().legal_moves)
gc.collect()
assert len(list(iterator)) == 16
""")


def test_game_changes_while_a_move_is_read() -> None:
    """``__index__`` of a move may do anything to the game that is reading it."""
    run("""
def play_on():
    while game.ply() < 40 and not game.is_game_over():
        game.push(next(iter(game.legal_moves)))
def rewind():
    while game.move_stack:
        game.pop()
def anew():
    game.__init__(4)
    gc.collect()
    return [Azacru.from_fen(START) for _ in range(50)]
class Index:
    def __init__(self, act):
        self.act = act
    def __index__(self):
        self.act()
        return 5
for act in (play_on, rewind, anew):
    for start in (Azacru.from_fen(START), Azacru(3)):
        game = start
        attempt(game.push, Index(act))
        Index(act) in game.legal_moves
        attempt(game.perft, Index(act))
        attempt(game.divide, Index(act))
        assert game.perft(1) == len(game.legal_moves)
""")


def test_odd_strings() -> None:
    run("""
class Odd(str):
    result = b"a3-b3"
    def encode(self, *arguments):
        return self.result
for Odd.result in (b"a3-b3", b"", b"\\0", None, 5, "text", b"x" * 10**6):
    game = Azacru()
    for call in (game.push, game.parse_move, Azacru.from_fen, teocalli.new_game):
        attempt(call, Odd("a3-b3"))
    attempt(_core.make_rules, Odd("azacru"))
    assert game.perft(1) == len(game.legal_moves)
""")


def test_moves_that_were_tampered_with() -> None:
    run("""
class Mine(Move):
    pass
for cls in (Move, Mine):
    for number in (-1, 0, 5, 2**16, 2**20, 2**32, 2**64, 10**30):
        for game_name in (None, "azacru", "chess", 5):
            move = cls(number)
            move.game, move.text = game_name, None
            for call in (game.push, game.legal_moves.__contains__, str, repr, pickle.dumps, format):
                attempt(call, move)
assert game.fen() == START
""")


def test_threads_push_while_others_count() -> None:
    run("""
stop = False
def work():
    while not stop:
        try:
            if game.is_game_over():
                while game.move_stack:
                    game.pop()
            game.push(next(iter(game.legal_moves)))
        except (ValueError, IndexError, StopIteration):
            pass
threads = [threading.Thread(target=work) for _ in range(3)]
for thread in threads:
    thread.start()
for _ in range(100):
    for call in (game.count, game.perft, game.divide):
        attempt(call, 2)
    for call in (game.copy, game.fen, game.__str__, game.key, game.outcome, game.__reduce__):
        attempt(call)
stop = True
for thread in threads:
    thread.join()
""")


def test_a_game_made_anew_while_it_is_counted() -> None:
    """The count goes on with the rules and the position that it began with."""
    run("""
expected = Azacru().perft(5)
for _ in range(60):
    game, counts = Azacru.from_fen(START), []
    thread = threading.Thread(target=lambda: counts.append(game.count(5)))
    thread.start()
    time.sleep(0.001)
    game.__init__(3)
    gc.collect()
    junk = [Azacru.from_fen(Azacru(4).fen()) for _ in range(20)]
    thread.join()
    assert counts in ([expected], [Azacru(3).perft(5)]), counts
""")


def test_rules_let_go_while_they_are_played() -> None:
    run("""
for _ in range(20):
    rules = [Azacru.from_fen(START).rules for _ in range(50)]
    size = game.rules.record_dtype()["itemsize"]
    buffer = bytearray(size * 5000)
    thread = threading.Thread(target=lambda: attempt(_core.play, rules, 1, 0, buffer, True, None))
    thread.start()
    time.sleep(0.001)
    rules.clear()
    gc.collect()
    junk = [Azacru.from_fen(Azacru(4).fen()) for _ in range(50)]
    thread.join()
""")


def test_buffers_of_playouts() -> None:
    """Whole records are written and nothing else; what is no list of rules or no buffer is refused."""
    run("""
rules, stop = game.rules, _core.Stop()
size = rules.record_dtype()["itemsize"]
for length in (0, 1, size - 1, size, size + 1, 3 * size - 1):
    buffer = bytearray(b"?" * length)
    attempt(_core.play, [rules], 1, 0, buffer, True, None)
    assert bytes(buffer[length // size * size :]) == b"?" * (length % size)
large = bytearray(10 * size + 1)
for bad in ([], None, [None], [1], [rules, None], [rules, 5], (), {}, {0: 5}, "azacru", rules, game):
    refused(_core.play, bad, 1, 0, large, True, None)
for bad in (None, 5, b"x" * size, "x" * size, memoryview(large)[::2], [1, 2]):
    refused(_core.play, [rules], 1, 0, bad, True, None)
for seed, first in ((-1, 0), (0, -1), (2**64, 0), (0, 2**64), (None, 0)):
    refused(_core.play, [rules], seed, first, large, True, None)
refused(_core.play, [rules], 1, 0, large, True, 5)
attempt(_core.play, [rules], 1, 2**64 - 1, large, True, None)
attempt(_core.play, [rules], 1, 0, memoryview(large)[1:], True, None)
stop.set()
refused(_core.play, [rules], 1, 0, large, True, stop)
for one in NAMES:
    for other in NAMES:
        if one != other:
            mixed = [teocalli.new_game(one).rules, teocalli.new_game(other).rules]
            refused(_core.play, mixed, 1, 0, bytearray(2**16), True, None)
""")


def test_stopped_work() -> None:
    run("""
stop = _core.Stop()
stop.set()
for call in (lambda: game.count(9, stop), lambda: game.count(12, stop)):
    assert isinstance(attempt(call), InterruptedError)
late = _core.Stop()
threading.Timer(0.05, late.set).start()
assert isinstance(attempt(game.count, 12, late), InterruptedError)
assert game.perft(1) == 16
for depth in (-1, 65, 2**31, 2**40, None):
    refused(game.count, depth)
""")


def test_hostile_pickles() -> None:
    run("""
class Bad:
    def __init__(self, *state):
        self.state = state
    def __reduce__(self):
        return make, self.state
make, good_state = game.__reduce__()
assert pickle.loads(pickle.dumps(Bad(*good_state))) == game
things = [int, _core.Game, None, 5, -1, 1.5, 10**30, "x", "ab", b"x", [1, 2], ["a1-a2"], ["a3-b3"] * 2,
          [None], ["\\0"], (("x", "y"),), (("order",),), ((1, 2),), (("order", "2,1"),) * 99, {}, START]
for place in range(len(good_state)):
    for thing in things:
        state = [*good_state[:place], thing, *good_state[place + 1 :]]
        made = attempt(lambda: pickle.loads(pickle.dumps(Bad(*state))))
        assert isinstance(made, Exception) or made.perft(1) == len(made.legal_moves)
for state in ((), good_state[:-1], (*good_state, 5)):
    assert isinstance(attempt(lambda: pickle.loads(pickle.dumps(Bad(*state)))), TypeError)
good = pickle.dumps(game)
for place in range(len(good)):
    for change in (0, 1, 0x80, 0xFF):
        attempt(pickle.loads, good[:place] + bytes([good[place] ^ change]) + good[place + 1 :])
    attempt(pickle.loads, good[:place])
assert pickle.loads(good) == game
for thing in (game.legal_moves, game.rules, _core.move_table("azacru")):
    for call in (pickle.dumps, copy.copy, copy.deepcopy):
        attempt(lambda: repr(call(thing)))
""")


def test_attributes_are_read_only() -> None:
    run("""
for name in ("rules", "turn", "players", "legal_moves", "move_stack"):
    refused(setattr, game, name, None)
    refused(delattr, game, name)
game.move_stack.append(5)
assert game.move_stack == []
assert game.perft(1) == 16
""")


def test_long_histories() -> None:
    """Growing and shrinking the history many times keeps every state."""
    run("""
for _ in range(200):
    texts = []
    while not game.is_game_over():
        texts.append(game.fen())
        game.push(game.random_move(1, _, game.ply()))
    copies = [game.copy() for _ in range(3)]
    while game.move_stack:
        game.pop()
        assert game.fen() == texts[game.ply()]
    del copies
""")


def test_memory_does_not_grow() -> None:
    """Games, copies, texts and refusals give back what they take."""
    pytest.importorskip("resource")
    run("""
import resource
def work():
    for _ in range(3000):
        one = Azacru.from_fen(START)
        one.push("a3-b3")
        one.copy(), one.fen(), list(one.legal_moves), str(one)
        attempt(one.push, "a3-b3"), attempt(Azacru.from_fen, START + " x"), attempt(Azacru, 9)
    teocalli.playouts("azacru", 2000, by_ply=True)
work()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for _ in range(4):
    work()
assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 8_000
""")
