"""How many threads to work with."""

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
