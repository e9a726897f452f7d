"""How much faster two threads are than one, for counting and for playouts, side by side in one run."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import click

import teocalli


def seconds(work: Callable[[int], object], threads: int) -> float:
    start = time.perf_counter()
    work(threads)
    return time.perf_counter() - start


def count(threads: int) -> int:
    return teocalli.Azacru().perft(8, threads=threads)


def play(threads: int) -> object:
    return teocalli.playouts("azacru", 400_000, seed=1, threads=threads)


@click.command()
@click.option("--repeats", default=5, show_default=True, help="Runs of each; the median ratio counts.")
def main(repeats: int) -> None:
    """Measure what a second thread brings."""
    for name, work in (("perft(8)", count), ("400,000 playouts", play)):
        ratios = [seconds(work, 1) / seconds(work, 2) for _ in range(repeats)]
        ratio = statistics.median(ratios)
        print(f"azacru, {name}: two threads are {ratio:.2f} times as fast as one (median of {repeats})")


if __name__ == "__main__":
    main()
