"""Perft: the suites, and that every way to ask for a count gives the same number."""

from __future__ import annotations

import pytest
from support import SETTINGS, Setting, Suite, by_setting, random_positions, read, read_suite, suites_of

import teocalli
from teocalli.game import BoardGame

NODE_LIMIT = 20_000_000  # counts above it are slow

SUITES = [suite for name in teocalli.GAMES for suite in suites_of(name)]


def entries() -> list:
    """Return a test parameter for each count of each suite."""
    return [
        pytest.param(
            suite,
            depth,
            nodes,
            id=f"{suite.id}-{depth}",
            marks=pytest.mark.slow if nodes > NODE_LIMIT else (),
        )
        for suite in SUITES
        for depth, nodes in suite.counts
    ]


def explain(game: BoardGame, depth: int, expected: int, got: int) -> str:
    """Return what one needs to find the fault behind a wrong count."""
    divide = "\n".join(f"{move}: {count}" for move, count in game.divide(depth).items())
    return f"{game.fen()}\n{game}\nperft({depth}): expected {expected}, got {got}\n{divide}"


def check(game: BoardGame, depth: int, expected: int, threads: int = 1) -> None:
    got = game.perft(depth, threads=threads)
    if got != expected:
        pytest.fail(explain(game, depth, expected, got), pytrace=False)


@pytest.mark.parametrize(("suite", "depth", "nodes"), entries())
def test_suite(suite: Suite, depth: int, nodes: int) -> None:
    check(suite.new(), depth, nodes, threads=2 if nodes > NODE_LIMIT else 1)


def test_wrong_count_explains_itself() -> None:
    suite = SUITES[0]
    depth, nodes = suite.counts[0]
    with pytest.raises(pytest.fail.Exception) as failure:
        check(suite.new(), depth, nodes + 1)
    text = str(failure.value)
    for part in (suite.fen, f"expected {nodes + 1}", f"got {nodes}"):
        assert part in text
    for move in suite.new().legal_moves:
        assert f"{move}: 1" in text


@pytest.mark.parametrize("line", ["perft 1 2", "fen x", "id a\nperft 1 2", "id a\nfen x\nfen y", "what"])
def test_suite_parser_refuses(line: str) -> None:
    with pytest.raises(ValueError, match="makes no sense"):
        read_suite("game", line)


@pytest.mark.parametrize("suite", SUITES, ids=lambda suite: suite.id)
def test_suites_are_sound(suite: Suite) -> None:
    """Ids are unique, depths ascend, and the position is written as the engine writes it."""
    assert [other.id for other in SUITES].count(suite.id) == 1
    depths = [depth for depth, _ in suite.counts]
    assert depths == sorted(set(depths))
    assert depths[0] == 1
    assert suite.new().fen() == suite.fen


@pytest.mark.parametrize("setting", SETTINGS, ids=by_setting)
def test_from_start_after_moves_and_from_a_position(setting: Setting) -> None:
    """The count of a position does not depend on how one got there."""
    game = setting.new()
    divide = game.divide(3)
    assert list(divide) == list(game.legal_moves)
    assert sum(divide.values()) == game.perft(3)
    for move, nodes in list(divide.items())[:20]:
        game.push(move)
        check(game, 2, nodes)
        check(read(game), 2, nodes)
        game.pop()
    check(game, 3, sum(divide.values()))


@pytest.mark.parametrize("setting", SETTINGS, ids=by_setting)
def test_counting_agrees_with_listing(setting: Setting) -> None:
    """The bulk count of the last plies is another path than the list of moves."""
    for game in random_positions(setting, 12):
        total = 0
        for move in game.legal_moves:
            game.push(move)
            assert game.perft(1) == len(game.legal_moves) == len(list(game.legal_moves))
            total += len(game.legal_moves)
            game.pop()
        check(game, 2, total)


@pytest.mark.parametrize("threads", [2, 3, 8, None])
@pytest.mark.parametrize("setting", SETTINGS, ids=by_setting)
def test_threads_change_nothing(setting: Setting, threads: int | None) -> None:
    game = setting.new()
    depth = max(depth for depth in range(1, 6) if depth < 4 or game.perft(depth - 1) < 70_000)
    assert game.perft(depth, threads=threads) == game.perft(depth)
    assert game.divide(depth, threads=threads) == game.divide(depth)


@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS, ids=by_setting)
def test_one_depth_deeper_agrees_with_its_parts(setting: Setting) -> None:
    game = setting.new()
    depth = next(depth for depth in range(1, 64) if game.perft(depth, threads=2) > NODE_LIMIT)
    parts = 0
    for move in game.legal_moves:
        game.push(move)
        parts += game.perft(depth - 1)
        game.pop()
    assert game.perft(depth, threads=2) == parts
