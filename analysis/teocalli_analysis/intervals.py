"""Estimates and tests for shares of a win, where players may share one.

The share that a seat has of each game's win is a number between 0 and 1. Without shared wins it is 0
or 1 and everything here is the textbook method for proportions. A shared win lowers the variance below
that of a proportion; the *design effect* is by how much, and it enters as in surveys: as a number of
games other than the real one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from scipy import optimize, stats

CONFIDENCE = 0.95
POWER = 0.8


class Interval(NamedTuple):
    """A confidence interval."""

    low: float
    high: float


def wilson(wins: int, games: int, confidence: float = CONFIDENCE) -> Interval:
    """Return Wilson's interval for the proportion of games won.

    References
    ----------
    Wilson, E. B. (1927), Probable inference, the law of succession, and statistical inference,
    Journal of the American Statistical Association 22, 209-212.
    """
    if games == 0:
        return Interval(0.0, 1.0)
    found = stats.binomtest(wins, games).proportion_ci(confidence, method="wilson")
    return Interval(float(found.low), float(found.high))


def design_effect(share: float, variance: float) -> float:
    """Return the variance of shares of a win over that of a proportion with the same mean."""
    binomial = share * (1 - share)
    return variance / binomial if binomial > 0 and variance > 0 else 1.0


def wilson_share(share: float, variance: float, games: float, confidence: float = CONFIDENCE) -> Interval:
    """Return Wilson's interval for a mean share of wins, some of them shared.

    The number of games is divided by the design effect; without shared wins this is ``wilson``.

    Parameters
    ----------
    share, variance : float
        Mean and variance of the shares over the games.
    games : float
    confidence : float

    References
    ----------
    Korn, E. L. and Graubard, B. I. (1998), Confidence intervals for proportions with small expected
    number of positive counts estimated from survey data, Survey Methodology 24, 193-201.
    """
    if games == 0:
        return Interval(0.0, 1.0)
    z = float(stats.norm.ppf((1 + confidence) / 2))
    effective = games / design_effect(share, variance)
    shrink = 1 + z * z / effective
    middle = (share + z * z / (2 * effective)) / shrink
    spread = z * np.sqrt(share * (1 - share) / effective + z * z / (4 * effective**2)) / shrink
    return Interval(max(0.0, float(middle - spread)), min(1.0, float(middle + spread)))


def mean_interval(mean: float, sd: float, games: int, confidence: float = CONFIDENCE) -> Interval:
    """Return Student's interval for a mean."""
    if games < 2:
        return Interval(-np.inf, np.inf)
    spread = float(stats.t.ppf((1 + confidence) / 2, games - 1)) * sd / np.sqrt(games)
    return Interval(mean - spread, mean + spread)


def simultaneous(seats: int, confidence: float = CONFIDENCE) -> float:
    """Return the confidence for each of several intervals so that all hold together (Bonferroni)."""
    return 1 - (1 - confidence) / seats


@dataclass(frozen=True)
class Equality:
    """A test of whether seats have equal shares.

    Attributes
    ----------
    effect : float
        Cohen's w: 0 for equal shares; 0.1 is called small.
    statistic, pvalue : float
        Chi-square, corrected for shared wins.
    """

    effect: float
    statistic: float
    pvalue: float


def equality(shares: Sequence[float], variances: Sequence[float], games: int) -> Equality:
    """Test whether all seats win equally often.

    Pearson's chi-square on the shares of the wins, divided by the mean design effect; without shared
    wins it is Pearson's.

    References
    ----------
    Rao, J. N. K. and Scott, A. J. (1981), The analysis of categorical data from complex sample surveys,
    Journal of the American Statistical Association 76, 221-230.
    """
    observed: Any = np.asarray(shares) * games
    effects = [design_effect(s, v) for s, v in zip(shares, variances, strict=True)]
    pearson = float(stats.chisquare(observed, np.full(len(observed), observed.mean())).statistic)
    statistic = pearson / float(np.mean(effects))
    pvalue = float(stats.chi2.sf(statistic, len(observed) - 1))
    return Equality(float(np.sqrt(pearson / games)), statistic, pvalue)


def games_needed(fair: float, edge: float, confidence: float = CONFIDENCE, power: float = POWER) -> float:
    """Return how many games show an edge over a fair share, known beforehand, with the given power."""
    z, z_power = stats.norm.ppf((1 + confidence) / 2), stats.norm.ppf(power)
    share = fair + edge
    root = z * np.sqrt(fair * (1 - fair)) + z_power * np.sqrt(share * (1 - share))
    return float((root / edge) ** 2)


def smallest_edge(fair: float, games: int) -> float:
    """Return the edge over a fair share that so many games show with 80% power at the 5% level."""
    largest = 1 - fair
    if games_needed(fair, largest) > games:
        return largest
    return float(optimize.brentq(lambda edge: games_needed(fair, edge) - games, 1e-9, largest))
