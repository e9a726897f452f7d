"""What is counted over the games of a run: sums that can be added in any order."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import reduce
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from scipy import stats

from teocalli.playouts import PLY_SUMS, add_sums
from teocalli_analysis.games import game_part
from teocalli_analysis.records import Columns, Run, Shard

Array = npt.NDArray[Any]
Kind = Literal["player", "turn place"]
KINDS: tuple[Kind, ...] = ("player", "turn place")
BY_SEAT = ("games", "share", "square", "alone", "shared", "ranks", "ranked", "scores")
ADDED = (*BY_SEAT, "plies", "winners", "terminations")


@dataclass(frozen=True)
class Tally:
    """Sums over games. Arrays by seat have the axes player and turn place, counted from 0.

    Attributes
    ----------
    games : array of int
        Games by player and turn place: how often who moved when.
    share, square : array of float
        Sums of the shares of the win, and of their squares.
    alone, shared : array of int
        Games won alone, and won together with others.
    ranks : array of float
        Sums of the ranks by score, over games in which every player has a score.
    ranked : array of int
        Those games, likewise by seat.
    scores : array of int
        Games by player, turn place and score.
    plies, winners, terminations : array of int
        Games by number of plies, by number of winners, and by how they ended.
    by_ply : structured array
        Positions and their legal moves by ply.
    hashes : array of uint64
        One a game: of all that is recorded but its number.
    own : dict of str to array
        What the game's own part counts.
    """

    games: Array
    share: Array
    square: Array
    alone: Array
    shared: Array
    ranks: Array
    ranked: Array
    scores: Array
    plies: Array
    winners: Array
    terminations: Array
    by_ply: npt.NDArray[np.void]
    hashes: npt.NDArray[np.uint64]
    own: dict[str, Array]

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.games)

    @property
    def count(self) -> int:
        """Number of games."""
        return len(self.hashes)

    @property
    def distinct(self) -> int:
        """Number of distinct games, at least: two that differ only on the way count as one."""
        return len(np.unique(self.hashes))

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of seats that can be told apart: turn places only if players take several."""
        return KINDS if np.count_nonzero(self.games) > self.players else KINDS[:1]

    @property
    def scored(self) -> bool:
        """Whether scores tell anything: not all are the same."""
        return bool(np.count_nonzero(self.scores.sum(axis=(0, 1))) > 1)

    def by(self, kind: Kind, name: str) -> Array:
        """Return an array by seat as one by player or one by turn place."""
        values: Array = getattr(self, name).sum(axis=1 - KINDS.index(kind))
        return values

    def __add__(self, other: Tally) -> Tally:
        parts: dict[str, Any] = {
            name: add_padded(getattr(self, name), getattr(other, name)) for name in ADDED
        }
        return Tally(
            **parts,
            by_ply=add_sums([self.by_ply, other.by_ply]),
            hashes=np.concatenate([self.hashes, other.hashes]),
            own={name: add_padded(value, other.own[name]) for name, value in self.own.items()},
        )


def add_padded(first: Array, second: Array) -> Array:
    """Add two arrays, of which either may be longer along any axis."""
    shape = [max(sizes) for sizes in zip(first.shape, second.shape, strict=True)]
    total = np.zeros(shape, np.result_type(first, second))
    for part in (first, second):
        total[tuple(map(slice, part.shape))] += part
    return total


def tally_run(run: Run) -> Tally:
    """Count over all games of a run, one shard at a time."""
    game, players = run.settings.game, run.settings.players
    return reduce(Tally.__add__, (tally_shard(shard, game, players) for shard in run.shards()))


def tally_shard(shard: Shard, game: str, players: int) -> Tally:
    """Count over the games of one shard."""
    columns = shard.columns()
    part = game_part(game)
    return Tally(
        **seat_sums(columns, players),
        plies=np.bincount(columns["plies"]),
        winners=np.bincount(per_player(columns, "winner", players).sum(axis=1), minlength=players + 1),
        terminations=np.bincount(columns["termination"]),
        by_ply=shard.by_ply.astype(PLY_SUMS),
        hashes=row_hashes(columns),
        own=part.count(columns, players) if part else {},
    )


def per_player(columns: Columns, name: str, players: int) -> Array:
    """Return what each player has one of as an array by game and player."""
    return np.column_stack([columns[f"{name}_{player}"] for player in range(players)])


def seat_sums(columns: Columns, players: int) -> dict[str, Any]:
    """Return the sums by player and turn place."""
    places = per_player(columns, "turn_place", players).astype(np.int64)
    shares = per_player(columns, "utility", players).astype(np.float64)
    wins = per_player(columns, "winner", players)
    scores = per_player(columns, "score", players).astype(np.float64)
    together = wins.sum(axis=1, keepdims=True) > 1
    scored = ~np.isnan(scores).any(axis=1, keepdims=True) & np.ones_like(wins)
    ranks = np.where(scored, stats.rankdata(-np.nan_to_num(scores), axis=1), 0.0)
    values = {
        "share": shares,
        "square": shares**2,
        "alone": wins & ~together,
        "shared": wins & together,
        "ranks": ranks,
        "ranked": scored,
        "games": np.ones_like(wins),
    }
    sums = {name: sum_by_place(places, value) for name, value in values.items()}
    return sums | {"scores": count_scores(places, scores)}


def sum_by_place(places: Array, values: Array) -> Array:
    """Sum values, given by game and player, by player and turn place; whole if they are true or false."""
    players = range(places.shape[1])
    sums = [np.bincount(places[:, p], weights=values[:, p], minlength=len(players)) for p in players]
    return np.array(sums, dtype=np.int64 if values.dtype == bool else np.float64)


def count_scores(places: Array, scores: Array) -> Array:
    """Count games by player, turn place and score, where there is one."""
    players = places.shape[1]
    counts = np.zeros((players, players, int(np.nanmax(scores, initial=0)) + 1), np.int64)
    for player in range(players):
        there = ~np.isnan(scores[:, player])
        np.add.at(counts[player], (places[there, player], scores[there, player].astype(np.int64)), 1)
    return counts


def row_hashes(columns: Columns) -> npt.NDArray[np.uint64]:
    """Return a hash of each game's record."""
    parts = [
        np.ascontiguousarray(values).view(np.uint8).reshape(len(values), -1)
        for name, values in columns.items()
        if name != "game"
    ]
    rows = np.hstack(parts)
    digests = b"".join(hashlib.blake2b(row, digest_size=8).digest() for row in rows)
    return np.frombuffer(digests, "<u8").astype(np.uint64)
