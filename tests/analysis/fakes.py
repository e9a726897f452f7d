"""Runs whose outcome is made up, so that what the statistics must find is known."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
from teocalli_analysis import manifest as manifests
from teocalli_analysis.manifest import Manifest, Settings
from teocalli_analysis.records import write_shard
from teocalli_analysis.selfplay import make_settings, rules_of

from teocalli.playouts import PLY_SUMS, record_dtype

MARKERS, TIE = 1, 2  # codes of terminations


def fake_records(
    settings: Settings,
    by_player: list[float],
    by_place: list[float] | None = None,
    ties: float = 0.0,
    distinct: bool = True,
) -> np.ndarray:
    """Return records in which a player in a place wins in proportion to the product of two weights."""
    rng = np.random.default_rng(settings.seed)
    n, players = settings.games, settings.players
    records = np.zeros(n, record_dtype(rules_of(settings)[0]))
    orders = np.array(list(itertools.permutations(range(players))))
    order = orders[np.arange(n) % len(orders)]
    weights = np.array(by_player)[order] * np.array(by_place or [1.0] * players)
    weights /= weights.sum(axis=1, keepdims=True)
    first = (rng.random((n, 1)) > weights.cumsum(axis=1)).sum(axis=1).clip(max=players - 1)
    winner = order[np.arange(n), first]
    second = (winner + 1) % players
    tied = rng.random(n) < ties
    fill(records, order, winner, second, tied)
    if distinct:
        records["owner"] = rng.integers(-1, players, records["owner"].shape)
    return records


def fill(
    records: np.ndarray, order: np.ndarray, winner: np.ndarray, second: np.ndarray, tied: np.ndarray
) -> None:
    players, games = order.shape[1], np.arange(len(records))
    records["plies"] = 40
    records["order"][:] = -1
    records["order"][:, :players] = order
    records["scores"][:] = -1
    records["scores"][:, :players] = 10
    records["scores"][games, winner] = 20
    records["scores"][games[tied], second[tied]] = 20
    records["winners"] = (1 << winner) | np.where(tied, 1 << second, 0)
    records["utilities"][games, winner] = np.where(tied, 0.5, 1.0)
    records["utilities"][games[tied], second[tied]] = 0.5
    records["termination"] = np.where(tied, TIE, MARKERS)


def fake_sums(games: int) -> np.ndarray:
    sums = np.zeros(40, PLY_SUMS)
    sums["positions"], sums["moves"] = games, 10 * games
    return sums


def fake_run(folder: Path, players: int, games: int, by_player: list[float], **about: object) -> Path:
    """Write a complete run, in shards of 5,000 games."""
    folder.mkdir()
    seed = about.pop("seed", 1)
    settings = make_settings("azacru", players, games, seed=seed, shard_games=5000)
    records = fake_records(settings, by_player, **about)
    manifests.write_manifest(
        folder, Manifest(settings=settings, versions=manifests.versions(), machine={}, started="")
    )
    for number in range(settings.shards):
        first, size = settings.shard_range(number)
        write_shard(folder, settings, number, records[first : first + size], fake_sums(size))
    return folder
