"""Checks of the numbers that long work takes: threads and seeds."""

from __future__ import annotations

import operator
import os


def thread_count(threads: int | None) -> int:
    """Return a number of threads; None takes all cores that this process may use."""
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    number = operator.index(threads)
    if not 1 <= number <= 1024:
        raise ValueError(f"threads {number} is out of range: 1 to 1024")
    return number


def check_seed(seed: int, what: str = "seed", largest: int = 2**64 - 1) -> int:
    """Return a seed, or another number from 0, as an int; ValueError if it is out of range."""
    number = operator.index(seed)
    if not 0 <= number <= largest:
        limit = "2^64 - 1" if largest == 2**64 - 1 else largest
        raise ValueError(f"{what} {number} is out of range: 0 to {limit}")
    return number
