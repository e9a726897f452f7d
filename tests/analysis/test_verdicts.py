"""The report says what is so, on runs in which that is known."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from fakes import fake_run
from teocalli_analysis import studies, verdicts
from teocalli_analysis.selfplay import make_settings, play_run
from teocalli_analysis.verdicts import Verdict, judge


def judged(folder: Path) -> dict[str, Verdict]:
    return {verdict.kind: verdict for verdict in verdicts.verdicts(studies.load([folder])[0], 2.0)}


def test_fair_games_are_called_fair(tmp_path: Path) -> None:
    found = judged(fake_run(tmp_path / "run", 3, 40_000, [1, 1, 1], ties=0.2))
    assert found["player"].word == found["turn place"].word == "fair"
    assert found["player"].text.startswith("fair within 2 points: the largest edge is that player")


def test_a_biased_start_place_is_found_and_not_taken_for_a_turn_place(tmp_path: Path) -> None:
    found = judged(fake_run(tmp_path / "run", 3, 40_000, [1, 1.3, 1]))
    assert (found["player"].word, found["player"].seat) == ("unfair", "player 2")
    assert found["player"].low < 100 * (1.3 / 3.3 - 1 / 3) < found["player"].high
    assert found["turn place"].word == "fair"
    assert "player 2 (start place) wins 6." in found["player"].text
    assert "more than its share" in found["player"].text


def test_a_biased_turn_place_is_found_and_not_taken_for_a_start_place(tmp_path: Path) -> None:
    found = judged(fake_run(tmp_path / "run", 2, 40_000, [1, 1], by_place=[1.2, 1], ties=0.3))
    assert found["player"].word == "fair"
    assert (found["turn place"].word, found["turn place"].seat) == ("unfair", "turn place 1")


def test_few_games_decide_nothing(tmp_path: Path) -> None:
    found = judged(fake_run(tmp_path / "run", 4, 400, [1, 1, 1, 1]))
    assert found["player"].word == "not decided"
    assert "not decided by this many games" in found["player"].text


def test_repeated_games_are_complained_about(tmp_path: Path) -> None:
    folder = fake_run(tmp_path / "run", 2, 5000, [1, 1], distinct=False)
    text = verdicts.warning(studies.load([folder])[0])
    assert text is not None
    assert "games are distinct" in text


@pytest.mark.parametrize(
    ("low", "high", "word"),
    [
        (-1.9, 1.9, "fair"),
        (0.1, 1.9, "fair"),
        (1.9, 2.1, "not decided"),
        (-2.1, -1.9, "not decided"),
        (-3.0, 3.0, "not decided"),
        (2.1, 2.3, "unfair"),
        (-2.3, -2.1, "unfair"),
    ],
)
def test_the_word_depends_on_the_interval(low: float, high: float, word: str) -> None:
    edge = (low + high) / 2
    rows = [("player 1", edge, low, high), ("player 2", 0.0, -0.1, 0.1)]
    frame = pd.DataFrame(rows, columns=["seat", "edge", "edge_low", "edge_high"])
    verdict = judge(frame, "player", 2.0)
    assert (verdict.word, verdict.seat) == (word, "player 1" if edge else verdict.seat)


def test_the_unfair_seat_is_named_before_a_wider_open_one() -> None:
    rows = [("player 1", 2.5, 2.1, 2.9), ("player 2", -2.6, -3.3, -1.9)]
    frame = pd.DataFrame(rows, columns=["seat", "edge", "edge_low", "edge_high"])
    assert judge(frame, "player", 2.0).seat == "player 1"


def test_equality_comes_with_holms_adjustment(tmp_path: Path) -> None:
    folders = [fake_run(tmp_path / f"run{seed}", 2, 5000, [1, 1], seed=seed) for seed in (1, 2)]
    frame = studies.equality(studies.load(folders))
    assert len(frame) == 4
    assert frame["pvalue_holm"].min() == pytest.approx(min(1.0, 4 * frame["pvalue"].min()))
    assert (frame["pvalue_holm"] >= frame["pvalue"]).all()


def test_games_without_winners_are_not_judged(tmp_path: Path) -> None:
    play_run(tmp_path, make_settings("tabu", 3, 60, options={"max_plies": "5"}))
    for verdict in verdicts.verdicts(studies.load([tmp_path])[0], 2.0):
        assert verdict.text == "not judged: no game has a winner, so that all seats have equal shares by rule"
