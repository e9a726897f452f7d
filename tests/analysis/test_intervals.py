"""Estimates and tests agree with published numbers, other libraries, and simulation."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import DescrStatsW
from teocalli_analysis import intervals

# R. G. Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17
# (1998), 857-872, table I, method 3.
NEWCOMBE = [
    (81, 263, 0.2553, 0.3662),
    (15, 148, 0.0624, 0.1605),
    (0, 20, 0.0000, 0.1611),
    (1, 29, 0.0061, 0.1718),
]


@pytest.mark.parametrize(("wins", "games", "low", "high"), NEWCOMBE)
def test_wilson_is_the_published_one(wins: int, games: int, low: float, high: float) -> None:
    assert intervals.wilson(wins, games) == pytest.approx((low, high), abs=6e-5)


@pytest.mark.parametrize("wins", [0, 1, 17, 50, 99, 100])
@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.999])
def test_without_shared_wins_all_wilsons_are_one(wins: int, confidence: float) -> None:
    share = wins / 100
    expected = proportion_confint(wins, 100, alpha=1 - confidence, method="wilson")
    assert intervals.wilson(wins, 100, confidence) == pytest.approx(expected)
    assert intervals.wilson_share(share, share * (1 - share), 100, confidence) == pytest.approx(expected)


def test_no_games_say_nothing() -> None:
    assert intervals.wilson(0, 0) == (0.0, 1.0)
    assert intervals.wilson_share(0.0, 0.0, 0) == (0.0, 1.0)


def shared_games(rng: np.random.Generator, games: int) -> np.ndarray:
    """Return fair games of 3 players by game and player; half of them are shared by two."""
    winner = rng.integers(0, 3, games)
    other = (winner + rng.integers(1, 3, games)) % 3
    tied = rng.random(games) < 0.5
    shares = np.zeros((games, 3))
    shares[np.arange(games), winner] = np.where(tied, 0.5, 1.0)
    shares[np.flatnonzero(tied), other[tied]] = 0.5
    return shares


def test_with_shared_wins_the_interval_covers_and_is_shorter() -> None:
    rng = np.random.default_rng(5)
    covered, narrower = 0, 0
    for _ in range(2000):
        shares = shared_games(rng, 200)[:, 0]
        low, high = intervals.wilson_share(shares.mean(), shares.var(), 200)
        plain = proportion_confint(shares.sum(), 200, method="wilson")
        covered += low <= 1 / 3 <= high
        narrower += high - low < plain[1] - plain[0]
    assert covered / 2000 == pytest.approx(0.95, abs=0.015)
    assert narrower == 2000


def test_equality_without_shared_wins_is_pearsons() -> None:
    wins = np.array([520, 480, 500])
    shares = wins / 1500
    found = intervals.equality(shares, shares * (1 - shares), 1500)
    pearson = stats.chisquare(wins)
    assert (found.statistic, found.pvalue) == pytest.approx((pearson.statistic, pearson.pvalue))
    assert found.effect == pytest.approx(np.sqrt(((shares - 1 / 3) ** 2 * 3).sum()))


def test_equality_with_shared_wins_keeps_its_level() -> None:
    rng = np.random.default_rng(6)
    pvalues = []
    for _ in range(2000):
        shares = shared_games(rng, 300)
        pvalues.append(intervals.equality(shares.mean(axis=0), shares.var(axis=0), 300).pvalue)
    assert np.mean(np.array(pvalues) < 0.05) == pytest.approx(0.05, abs=0.015)


def test_mean_interval_is_students() -> None:
    data = np.array([3.0, 4.0, 4.0, 7.0, 12.0])
    expected = DescrStatsW(data).tconfint_mean()
    assert intervals.mean_interval(data.mean(), data.std(ddof=1), 5) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("players", "edge", "games"),
    [(2, 5, 783), (2, 2, 4904), (3, 5, 711), (3, 2, 4398), (4, 2, 3736), (4, 1, 14832)],
)
def test_sample_sizes(players: int, edge: float, games: int) -> None:
    assert np.ceil(intervals.games_needed(1 / players, edge / 100)) == games
    assert intervals.smallest_edge(1 / players, games) == pytest.approx(edge / 100, rel=0.01)


def test_the_power_is_what_is_said() -> None:
    rng = np.random.default_rng(7)
    edge = intervals.smallest_edge(1 / 3, 1000)
    wins = rng.binomial(1000, 1 / 3 + edge, 4000)
    pvalues = np.array([stats.binomtest(k, 1000, 1 / 3).pvalue for k in np.unique(wins)])
    seen = dict(zip(np.unique(wins), pvalues < 0.05, strict=True))
    assert np.mean([seen[k] for k in wins]) == pytest.approx(0.8, abs=0.03)


def test_few_games_see_nothing() -> None:
    assert intervals.smallest_edge(0.5, 1) == 0.5


def test_simultaneous_is_bonferroni() -> None:
    assert intervals.simultaneous(4) == pytest.approx(1 - 0.05 / 4)
