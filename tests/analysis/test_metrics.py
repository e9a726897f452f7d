"""What is counted, on hand-made games, and for records unlike those of any one game."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest
from teocalli_analysis import studies
from teocalli_analysis.manifest import Settings
from teocalli_analysis.metrics import Tally, add_padded, tally_shard
from teocalli_analysis.records import Shard, shard_table
from teocalli_analysis.selfplay import make_settings
from teocalli_analysis.studies import Study

import teocalli
from teocalli.playouts import PLY_SUMS

# Four games of three players: scores, order, winners.
GAMES = [
    ((5, 3, 1), (0, 1, 2), (0,)),
    ((2, 2, 1), (0, 2, 1), (0, 1)),
    ((4, 4, 4), (1, 0, 2), (0, 1, 2)),
    ((0, 3, 6), (2, 0, 1), (2,)),
]
DTYPE = [
    ("plies", "u4"),
    ("utilities", "f4", (4,)),
    ("scores", "i2", (4,)),
    ("order", "i1", (4,)),
    ("winners", "u1"),
    ("termination", "u1"),
    ("extra", "i4"),
    ("grid", "i1", (2, 3)),
]


def hand_made() -> np.ndarray:
    records = np.zeros(len(GAMES), DTYPE)
    records["scores"] = records["order"] = -1
    for record, (scores, order, winners) in zip(records, GAMES, strict=True):
        record["scores"][:3], record["order"][:3] = scores, order
        record["winners"] = sum(1 << player for player in winners)
        record["utilities"][list(winners)] = 1 / len(winners)
        record["termination"] = 1 if len(winners) == 1 else 2
    records["plies"] = [4, 5, 6, 7]
    return records


def settings(players: int = 3) -> Settings:
    return make_settings("azacru", players, len(GAMES))


def tally(records: np.ndarray, players: int = 3) -> Tally:
    sums = np.array([(len(records), 6 * len(records)), (1, 2)], PLY_SUMS)
    return tally_shard(Shard(shard_table(settings(players), 0, records, sums)), "unknown", players)


def study(records: np.ndarray, players: int = 3) -> Study:
    return Study("made up", settings(players), tally(records, players))


def test_seats_are_counted_by_player_and_by_turn_place() -> None:
    found = tally(hand_made())
    assert found.kinds == ("player", "turn place")
    assert found.by("player", "alone").tolist() == [1, 0, 1]
    assert found.by("player", "shared").tolist() == [2, 2, 1]
    assert found.by("turn place", "alone").tolist() == [2, 0, 0]
    assert found.by("turn place", "shared").tolist() == [2, 1, 2]
    third = 1 / 3
    assert found.by("player", "share") == pytest.approx([1.5 + third, 0.5 + third, 1 + third])
    assert found.by("turn place", "share") == pytest.approx([2.5 + third, third, 0.5 + third])
    assert found.games.sum() == 12


def test_ranks_share_equal_places() -> None:
    found = tally(hand_made())
    assert found.by("player", "ranks").tolist() == [1 + 1.5 + 2 + 3, 2 + 1.5 + 2 + 2, 3 + 3 + 2 + 1]


def test_distributions() -> None:
    made = study(hand_made())
    lengths = studies.lengths([made]).iloc[0]
    assert (lengths["mean"], lengths["min"], lengths["q50"], lengths["max"]) == (5.5, 4, 5, 7)
    assert lengths["sd"] == pytest.approx(np.std([4, 5, 6, 7], ddof=1))
    scores = studies.scores([made]).set_index("seat")
    assert scores.loc["player 1", "mean"] == pytest.approx(11 / 4)
    assert scores.loc["turn place 1", "mean"] == pytest.approx((5 + 2 + 4 + 6) / 4)
    outcomes = studies.outcomes([made]).set_index("value")["games"].to_dict()
    assert outcomes == {"1": 2, "2": 1, "3": 1, teocalli.TERMINATIONS[1]: 2, teocalli.TERMINATIONS[2]: 2}
    assert studies.branching([made])["branching"].tolist() == [6, 2]


@pytest.mark.parametrize("q", studies.QUANTILES)
def test_quantiles_are_those_of_numpy(q: float) -> None:
    values = np.random.default_rng(3).poisson(20, 1001)
    expected = np.quantile(values, q, method="inverted_cdf")
    assert studies.quantile(np.bincount(values), q) == expected


def test_tallies_add_in_any_order() -> None:
    records = hand_made()
    parts = [tally(records[:1]), tally(records[1:2]), tally(records[2:])]
    forth, back = parts[0] + parts[1] + parts[2], parts[2] + (parts[1] + parts[0])
    whole = tally(records)
    for field in fields(Tally):
        if field.name not in {"hashes", "by_ply", "own"}:
            assert np.allclose(getattr(forth, field.name), getattr(whole, field.name)), field.name
            assert np.allclose(getattr(back, field.name), getattr(whole, field.name)), field.name
    assert sorted(back.hashes) == sorted(whole.hashes)


def test_add_padded() -> None:
    assert add_padded(np.array([[1, 2]]), np.array([[1], [5]])).tolist() == [[2, 2], [5, 0]]


def test_players_without_a_score() -> None:
    records = hand_made()
    records["scores"][1, 2] = -1
    found = tally(records)
    assert found.by("player", "ranked").tolist() == [3, 3, 3]
    assert found.by("player", "scores").sum(axis=1).tolist() == [4, 4, 3]
    records["scores"] = -1
    made = study(records)
    assert studies.scores([made])[["mean", "mean_rank"]].isna().all().all()


def test_one_turn_order_has_one_kind_of_seat() -> None:
    records = hand_made()
    records["order"][:, :3] = [2, 0, 1]
    made = study(records)
    assert made.tally.kinds == ("player",)
    assert set(studies.seats([made])["kind"]) == {"player"}


def test_a_game_without_winner() -> None:
    records = hand_made()
    records["winners"][0] = 0
    records["utilities"][0, :3] = 1 / 3
    found = study(records)
    assert found.tally.winners.tolist() == [1, 1, 1, 1]
    assert studies.seats([found])["share"].sum() == pytest.approx(2)


def test_distinct_games() -> None:
    records = hand_made()
    assert tally(records).distinct == 4
    assert tally(np.concatenate([records, records[:2]])).distinct == 4
    records["grid"][0, 1, 2] = 1
    assert tally(np.concatenate([records, hand_made()])).distinct == 5


def test_columns_of_any_game() -> None:
    records = hand_made()
    records["extra"] = [1, 2, 3, 4]
    records["grid"] = np.arange(6).reshape(2, 3)
    columns = Shard(shard_table(settings(), 10, records, np.zeros(1, PLY_SUMS))).columns()
    assert columns["game"].tolist() == [10, 11, 12, 13]
    assert columns["extra"].tolist() == [1, 2, 3, 4]
    assert columns["grid"].tolist() == [list(range(6))] * 4
