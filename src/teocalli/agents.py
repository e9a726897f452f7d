"""Agents: players who think in C, named by a spec."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any

from teocalli import _core
from teocalli.work import check_seed


@dataclass(frozen=True, slots=True)
class Choice:
    """What an agent found out about one legal move.

    Attributes
    ----------
    move : Move
    visits : int
        Simulations or positions spent on it.
    values : tuple of float
        Expected utilities after it, by player; they add up to 1.
    """

    move: _core.Move
    visits: int
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Analysis:
    """What an agent found out about a position.

    Attributes
    ----------
    move : Move
        The move that the agent makes.
    values : tuple of float
        Expected utilities, by player; they add up to 1.
    exact : bool
        Whether the values are those of best play, proven (two players).
    depth : int
        Plies searched in full by ``ab``, else 0.
    nodes : int
        Simulations (``mcts``) or positions searched.
    line : tuple of Move
        The move, and what the agent expects to follow.
    choices : tuple of Choice
        Every legal move, in the order of ``legal_moves``. Once ``ab`` has proven a loss they, and ``move``,
        are those of the last search that saw none.
    """

    move: _core.Move
    values: tuple[float, ...]
    exact: bool
    depth: int
    nodes: int
    line: tuple[_core.Move, ...]
    choices: tuple[Choice, ...]


class Agent:
    """A player who thinks in C, with the GIL released.

    Parameters
    ----------
    spec : str
        ``random``, ``greedy``, ``ab:4``, ``mcts:400`` and more (``docs/agents.md``).
    seed : int
        0 to 2**64 - 1. A fresh agent makes the same move in the same position.

    Raises
    ------
    GameError
        Naming the part of the spec that makes no sense, and what there is.

    Notes
    -----
    ``mcts`` keeps its tree: an agent that has followed the game knows more than a fresh one.

    Examples
    --------
    >>> import teocalli
    >>> game = teocalli.Azacru()
    >>> agent = Agent("mcts:100", seed=1)
    >>> agent.choose(game) in game.legal_moves
    True
    """

    def __init__(self, spec: str, seed: int = 0) -> None:
        self._thinker = _core.Thinker(spec)
        self.seed = check_seed(seed)

    @property
    def spec(self) -> str:
        """The spec that the agent was made from."""
        return self._thinker.spec

    @property
    def is_timed(self) -> bool:
        """Whether the budget is time, so that moves cannot be reproduced."""
        return self._thinker.is_timed

    def choose(self, game: _core.Game) -> _core.Move:
        """Return the move that the agent makes; errors are those of ``analyse``."""
        return self.analyse(game).move

    def analyse(self, game: _core.Game) -> Analysis:
        """Think about the position of ``game``, which stays as it is.

        Raises
        ------
        IndexError
            If the game is over.
        GameError
            In an auction, where only ``random`` bids (AX-12).
        """
        found = interruptible(self._thinker.analyse, game, self.seed, 0)
        move, values, exact, depth, nodes, line, choices = found
        return Analysis(move, values, exact, depth, nodes, line, tuple(Choice(*choice) for choice in choices))

    def forget(self) -> None:
        """Drop what is kept from earlier positions."""
        self._thinker.forget()

    def __repr__(self) -> str:
        return f"Agent({self.spec!r}, seed={self.seed})"


def solve(game: _core.Game, nodes: int = 1_000_000) -> tuple[tuple[float, ...], _core.Move | None]:
    """Find the result of a game of two under best play.

    Parameters
    ----------
    game : Game
        It stays as it is.
    nodes : int
        Positions that may be searched, 1 to 2**64 - 1.

    Returns
    -------
    utilities : tuple of float
        By player.
    move : Move or None
        A best move; None if the game is over.

    Raises
    ------
    GameError
        If the game is not for two, or ``nodes`` positions do not prove a result.
    """
    utilities, move = interruptible(_core.solve, game, check_seed(nodes, "nodes"))
    return utilities, move


def interruptible(work: Callable[..., Any], *arguments: Any) -> Any:
    """Call ``work`` with a Stop as its last argument in a thread, so that Ctrl-C ends it."""
    stop = _core.Stop()
    with ThreadPoolExecutor(1) as pool:
        future: Future[Any] = pool.submit(lambda: work(*arguments, stop))
        try:
            while not wait([future], timeout=0.1).done:
                pass
        except BaseException:
            stop.set()
            raise
        return future.result()
