"""Leaf nodes per second against Stockfish's ``go perft``, side by side in one run, on one core.

Both count the last ply in bulk. The two take turns, so that a noisy machine is noisy to both.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass

import click

import teocalli

STOCKFISH_DEPTH, STOCKFISH_NODES = 6, 119_060_324


@dataclass(frozen=True)
class Case:
    """A count to time, with the number that it must give and the ratio it should reach."""

    game: str
    players: int
    depth: int
    nodes: int
    goal: float


CASES = (
    Case("azacru", 2, 7, 306_122_621, 2.5),
    Case("aztec", 2, 5, 1_025_401_120, 20),  # with AVX2 alone the goal is 8
    Case("tabu", 4, 5, 156_946_581, 2.5),  # this engine's own count; slow rules confirm depths 1 to 4
)


def find_stockfish() -> str | None:
    return shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")


def stockfish_rate(binary: str) -> float:
    """Return Stockfish's nodes per second, without the time that it needs to start."""
    with subprocess.Popen([binary], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
        assert engine.stdin and engine.stdout
        ask(engine, "isready", "readyok")
        start = time.perf_counter()
        nodes = int(ask(engine, f"go perft {STOCKFISH_DEPTH}", "Nodes searched").split()[-1])
        seconds = time.perf_counter() - start
        engine.communicate("quit\n")
    assert nodes == STOCKFISH_NODES
    return nodes / seconds


def ask(engine: subprocess.Popen[str], question: str, answer: str) -> str:
    """Send a line and return the first line of the answer that begins as expected."""
    assert engine.stdin and engine.stdout
    print(question, file=engine.stdin, flush=True)
    return next(line for line in engine.stdout if line.startswith(answer))


def our_rate(case: Case) -> float:
    game = teocalli.new_game(case.game, case.players)
    start = time.perf_counter()
    nodes = game.perft(case.depth, threads=1)
    seconds = time.perf_counter() - start
    assert nodes == case.nodes
    return nodes / seconds


def million(rate: float) -> str:
    return f"{rate / 1e6:,.0f} million/s"


@click.command()
@click.option("--repeats", default=5, show_default=True, help="Runs of each; the median counts.")
def main(repeats: int) -> None:
    """Compare perft speed with Stockfish's."""
    binary = find_stockfish()
    if binary is None:
        print(
            "perft_vs_stockfish: stockfish is not installed (Debian: apt install stockfish); nothing compared"
        )
        sys.exit(0)
    for case in CASES:
        pairs = [(our_rate(case), stockfish_rate(binary)) for _ in range(repeats)]
        ours, theirs = (statistics.median(rates) for rates in zip(*pairs, strict=True))
        print(
            f"{case.game}, {case.players} players, perft({case.depth}): {million(ours)}; "
            f"stockfish perft({STOCKFISH_DEPTH}): {million(theirs)}; "
            f"ratio {ours / theirs:.2f} (goal {case.goal}), median of {repeats}"
        )


if __name__ == "__main__":
    main()
