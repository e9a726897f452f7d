"""Bulk self-play in C."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any, Literal, overload

import numpy as np
import numpy.typing as npt

from teocalli import _core
from teocalli.games import game_class
from teocalli.work import check_seed, thread_count

BATCH = 2048  # games that a thread plays in one go
AGENT_BATCH = 16  # the same for agents who think

PLY_SUMS = np.dtype([("positions", "u8"), ("moves", "u8")])
"""By ply, over games that were undecided there: positions, and their legal moves in all."""

Records = npt.NDArray[np.void]
Agents = str | Sequence[str] | None


def check_agents(agents: Agents, players: int) -> tuple[str, ...]:
    """Return one agent spec a player; None is random for all, one spec is for all."""
    agents = "random" if agents is None else agents
    specs = (agents,) * players if isinstance(agents, str) else tuple(agents)
    if len(specs) != players:
        raise ValueError(f"{len(specs)} agents for {players} players: give one for all, or one a player")
    for spec in specs:
        _core.Thinker(spec)
    return specs


def rule_variants(game: str, players: int | None, options: Mapping[str, Any]) -> list[_core.Rules]:
    """Return the rules that the games of a run take in turn; see ``BoardGame.variants``."""
    cls = game_class(game)
    return cls.variants(players, dict(cls.options_text(options)))


def record_dtype(rules: _core.Rules) -> np.dtype[np.void]:
    """Return the dtype of one record of a game; ``docs/records.md`` explains the fields."""
    dtype: np.dtype[np.void] = np.dtype(rules.record_dtype())
    return dtype


def play_range(
    rules: list[_core.Rules],
    agents: tuple[str, ...],
    seed: int,
    first: int,
    n: int,
    threads: int,
    by_ply: bool,
) -> tuple[Records, npt.NDArray[np.void]]:
    """Play games ``first`` to ``first + n - 1`` of a run; the result does not depend on ``threads``."""
    records = np.zeros(n, record_dtype(rules[0]))
    raw = records.view(np.uint8)
    size = records.itemsize
    stop = _core.Stop()
    with ThreadPoolExecutor(threads) as pool:
        step = BATCH if set(agents) == {"random"} else AGENT_BATCH
        batches = [(start, min(start + step, n)) for start in range(0, n, step)]
        futures = [
            pool.submit(
                _core.play, rules, agents, seed, first + start, raw[start * size : end * size], by_ply, stop
            )
            for start, end in batches
        ]
        try:
            wait_for(futures)
        except BaseException:
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return records, add_sums([np.frombuffer(future.result(), PLY_SUMS) for future in futures])


def wait_for(futures: list[Future[bytes]]) -> None:
    """Wait until all are done, waking up often enough for Ctrl-C, and raise what one of them raised."""
    pending = set(futures)
    while pending:
        done, pending = wait(pending, timeout=0.1)
        for future in done:
            future.result()


def add_sums(parts: Sequence[npt.NDArray[np.void]]) -> npt.NDArray[np.void]:
    """Add up by-ply sums of different lengths."""
    total = np.zeros(max((len(part) for part in parts), default=0), PLY_SUMS)
    for part in parts:
        for field in PLY_SUMS.names or ():
            total[field][: len(part)] += part[field]
    return total


@overload
def playouts(
    game: str,
    n: int,
    seed: int = 0,
    players: int | None = None,
    agents: Agents = None,
    threads: int | None = None,
    by_ply: Literal[False] = False,
    **options: Any,
) -> Records: ...
@overload
def playouts(
    game: str,
    n: int,
    seed: int = 0,
    players: int | None = None,
    agents: Agents = None,
    threads: int | None = None,
    *,
    by_ply: Literal[True],
    **options: Any,
) -> tuple[Records, npt.NDArray[np.void]]: ...
def playouts(
    game: str,
    n: int,
    seed: int = 0,
    players: int | None = None,
    agents: Agents = None,
    threads: int | None = None,
    by_ply: bool = False,
    **options: Any,
) -> Records | tuple[Records, npt.NDArray[np.void]]:
    """Play many games from the start position, in C, with the GIL released.

    Parameters
    ----------
    game : str
        A name in ``teocalli.GAMES``.
    n : int
        Number of games; 0 gives an empty array.
    seed : int
        0 to 2**64 - 1. The result depends on it alone, not on threads; game ``i`` is the same game
        whatever ``n`` is, and ``playout`` replays it.
    players : int, optional
        Default: the game's.
    agents : str or sequence of str, optional
        One spec for all players or one a player (``docs/agents.md``). Default: ``random``.
    threads : int, optional
        Default: all cores.
    by_ply : bool
        Also sum positions and legal moves by ply.
    **options
        The game's rule options. ``order="all"`` plays all turn orders in turn: game ``i`` takes
        order number ``i`` modulo their number, in lexicographic order. So does ``barrier="all"`` with
        the barriers of Aztec for three, the lowest first, and ``oh_puch="all"`` with its players; with
        both, games take all pairs in turn.

    Returns
    -------
    records : structured array of shape (n,)
        Element ``i`` is game ``i``: ``plies`` (uint32), ``utilities`` (float32, shape (4,)), ``scores``
        (int16, shape (4,), -1: absent or without score), ``order`` (int8, shape (4,): who moved k-th,
        -1 past the last), ``winners`` (bit mask), ``termination`` (index into
        ``teocalli.TERMINATIONS``), and the game's own fields (``docs/records.md``).
    sums : structured array of shape (longest game,)
        With ``by_ply``: ``positions`` (games still undecided at the ply) and ``moves`` (their legal
        moves in all), both uint64.

    Raises
    ------
    ValueError
        Naming the value that is out of range or unknown, and what there is.
    """
    number = operator.index(n)
    if number < 0:
        raise ValueError(f"n {number} is out of range: the number of games is 0 or more")
    rules = rule_variants(game, players, options)
    specs = check_agents(agents, rules[0].players)
    records, sums = play_range(rules, specs, check_seed(seed), 0, number, thread_count(threads), by_ply)
    return (records, sums) if by_ply else records


def playout(
    game: str, seed: int, index: int, players: int | None = None, agents: Agents = None, **options: Any
) -> _core.Game:
    """Return game ``index`` of the run ``seed``, finished, with its moves.

    Parameters and errors are those of ``playouts``; ``index`` is 0 to 2**64 - 1.
    """
    rules = rule_variants(game, players, options)
    thinkers = [_core.Thinker(spec) for spec in check_agents(agents, rules[0].players)]
    number = check_seed(index, "index")
    position = game_class(game).from_text_options(players, dict(rules[number % len(rules)].options))
    for ply in itertools.count():
        if position.is_game_over():
            break
        thinker = thinkers[position.turn]
        if thinker.spec == "random":
            position.push(position.random_move(check_seed(seed), number, ply))
        else:
            position.push(thinker.analyse(position, check_seed(seed), number)[0])
    return position
