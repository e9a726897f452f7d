"""Perft over threads: splitting a count into units, with progress and prompt interruption.

A unit is a position a few plies below the root. Its count does not depend on who computes it, and
sums of integers do not depend on their order, so neither does the result.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any

from teocalli import _core
from teocalli.work import thread_count

DIRECT_DEPTH = 3  # counted at once, in the calling thread
UNITS_PER_THREAD = 64
LARGEST_COUNT = 2**64 - 1

Progress = Callable[[int, int], None]  # units done, units in all


@dataclass(frozen=True, slots=True)
class Unit:
    """A position to count from, and the root move that it belongs to."""

    root: int
    game: _core.Game
    depth: int


def check_depth(depth: int) -> int:
    """Return ``depth`` as an int, or raise ValueError if it is out of range."""
    number = operator.index(depth)
    if not 0 <= number <= _core.MAX_DEPTH:
        raise ValueError(f"depth {number} is out of range: perft takes 0 to {_core.MAX_DEPTH}")
    return number


def perft(game: _core.Game, depth: int, threads: int | None = 1, progress: Progress | None = None) -> int:
    """Count the move sequences of exactly ``depth`` plies; see ``BoardGame.perft``."""
    depth, threads = check_depth(depth), thread_count(threads)
    if depth <= DIRECT_DEPTH:
        return game.count(depth)
    return check_count(sum(divide(game, depth, threads, progress).values()), depth)


def divide(
    game: _core.Game, depth: int, threads: int | None = 1, progress: Progress | None = None
) -> dict[_core.Move, int]:
    """Count by first move, in the order of ``legal_moves``; see ``BoardGame.divide``."""
    depth, threads = check_depth(depth), thread_count(threads)
    if depth == 0:
        return {}
    moves = list(game.legal_moves)
    counts = [0] * len(moves)
    units = split(game, moves, depth, threads)
    for unit, nodes in count_units(units, threads, progress):
        counts[unit.root] += nodes
    return {move: check_count(nodes, depth) for move, nodes in zip(moves, counts, strict=True)}


def check_count(nodes: int, depth: int) -> int:
    """Return the count, or raise OverflowError if it does not fit 64 bits."""
    if nodes > LARGEST_COUNT:
        raise OverflowError(f"perft({depth}) is above 2^64 - 1")
    return nodes


def split(game: _core.Game, moves: list[_core.Move], depth: int, threads: int) -> list[Unit]:
    """Return the positions after one ply or more, enough of them to share a long count fairly."""
    units = [Unit(index, after(game, move), depth - 1) for index, move in enumerate(moves)]
    while units and len(units) < UNITS_PER_THREAD * threads and units[0].depth > DIRECT_DEPTH:
        units = [
            Unit(unit.root, after(unit.game, move), unit.depth - 1)
            for unit in units
            for move in unit.game.legal_moves
        ]
    return units


def after(game: _core.Game, move: _core.Move) -> _core.Game:
    """Return the position after ``move``, without history."""
    child = game.copy(stack=False)
    child.push(move)
    return child


def count_units(units: list[Unit], threads: int, progress: Progress | None) -> Iterator[tuple[Unit, int]]:
    """Count every unit, yielding each as it is done; short ones in this thread."""
    if not units or units[0].depth < DIRECT_DEPTH:
        for unit in units:
            yield unit, unit.game.count(unit.depth)
        return
    stop = _core.Stop()
    with ThreadPoolExecutor(threads) as pool:
        futures = {pool.submit(unit.game.count, unit.depth, stop): unit for unit in units}
        try:
            for done, future in enumerate(as_completed(futures), 1):
                yield futures[future], future.result()
                if progress:
                    progress(done, len(units))
        finally:  # on an error, an interrupt, or a caller who went away
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)


def as_completed(futures: dict[Future[int], Any]) -> Iterator[Future[int]]:
    """Yield futures as they are done, waking up often enough for Ctrl-C."""
    # A queue, since waiting for the first of n futures costs as much as n of them each time.
    finished: SimpleQueue[Future[int]] = SimpleQueue()
    for future in futures:
        future.add_done_callback(finished.put)
    for _ in futures:
        yield next_of(finished)


def next_of(finished: SimpleQueue[Future[int]]) -> Future[int]:
    """Wait for the next item of a queue."""
    while True:
        try:
            return finished.get(timeout=0.1)
        except Empty:
            continue
