"""Agents: specs, determinism, records, refusals."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from support import SETTINGS, Setting, by_setting
from teocalli_analysis.manifest import read_manifest
from teocalli_analysis.selfplay import make_settings, play_run

import teocalli
from teocalli import _core
from teocalli.playouts import playout

SPECS = ("greedy", "ab:1", "ab:50n", "mcts:20", "mcts:20:c=1.4:cut=3:playout=greedy", "ab:1:mode=paranoid")
DEFAULTS = [setting for setting in SETTINGS if not setting.options]


def can_think(setting: Setting) -> bool:
    """Three players of Aztec begin with an auction."""
    return (setting.game, setting.players) != ("aztec", 3)


thinkable = pytest.mark.parametrize("setting", [s for s in DEFAULTS if can_think(s)], ids=by_setting)


@pytest.mark.parametrize(
    ("spec", "part"),
    [
        ("", "no agent ''"),
        ("Random", "no agent 'Random'"),
        ("random:1", "'1'"),
        ("greedy:", "''"),
        ("ab", "no budget"),
        ("ab:0", "'0'"),
        ("ab:65", "'65'"),
        ("ab:x", "'x'"),
        ("ab:4:mode=none", "'mode=none'"),
        ("ab:4:c=1", "'c=1'"),
        ("mcts", "no budget"),
        ("mcts:-1", "'-1'"),
        ("mcts:1.5", "'1.5'"),
        ("mcts:9999999999", "'9999999999'"),
        ("mcts:10n", "'10n'"),
        ("mcts:10:c=", "'c='"),
        ("mcts:10:c=1e9", "'c=1e9'"),
        ("mcts:10:cut=-1", "'cut=-1'"),
        ("mcts:10:playout=best", "'playout=best'"),
        ("mcts:0ms", "'0ms'"),
    ],
)
def test_a_bad_spec_is_refused(spec: str, part: str) -> None:
    with pytest.raises(teocalli.GameError) as caught:
        teocalli.Agent(spec)
    assert part in str(caught.value)
    assert "mcts:SIMULATIONS" in str(caught.value)


@thinkable
@pytest.mark.parametrize("spec", SPECS)
def test_agents_play_whole_games(setting: Setting, spec: str) -> None:
    options = {"max_plies": 30} if setting.game == "tabu" else {}
    records = teocalli.playouts(setting.game, 2, players=setting.players, agents=spec, threads=1, **options)
    assert (records["termination"] > 0).all()
    assert records["utilities"].sum(axis=1) == pytest.approx(1)


@thinkable
def test_threads_do_not_matter_and_a_game_replays(setting: Setting) -> None:
    options = {"max_plies": 40} if setting.game == "tabu" else {}
    agents = ("mcts:15", "random", "greedy", "ab:1")[: setting.players]
    one, two = (
        teocalli.playouts(setting.game, 40, 5, setting.players, agents, threads, **options)
        for threads in (1, 2)
    )
    assert np.array_equal(one, two)
    game = playout(setting.game, 5, 33, setting.players, agents, **options)
    assert game.ply() == one["plies"][33]
    assert game.outcome().winners == tuple(p for p in range(4) if one["winners"][33] >> p & 1)


@thinkable
@pytest.mark.parametrize("spec", SPECS)
def test_an_analysis_is_whole(setting: Setting, spec: str) -> None:
    game = setting.new()
    found = teocalli.Agent(spec, seed=3).analyse(game)
    assert [choice.move for choice in found.choices] == list(game.legal_moves)
    assert found.line[0] == found.move
    assert found.move in game.legal_moves
    assert sum(found.values) == pytest.approx(1, abs=1e-5)
    for choice in found.choices:
        assert sum(choice.values) == pytest.approx(1, abs=1e-5)


def test_fresh_agents_agree_and_forget_makes_fresh() -> None:
    game = teocalli.Azacru(players=3)
    agent = teocalli.Agent("mcts:60", seed=9)
    first = agent.analyse(game)
    assert teocalli.Agent("mcts:60", seed=9).analyse(game) == first
    agent.forget()
    assert agent.analyse(game) == first


def test_the_tree_is_kept_between_plies() -> None:
    game = teocalli.Azacru()
    agent = teocalli.Agent("mcts:3000", seed=1)
    for move in agent.analyse(game).line[:2]:
        game.push(move)
    assert sum(choice.visits for choice in agent.analyse(game).choices) > 3000


def test_a_clock_ends_the_search() -> None:
    agent = teocalli.Agent("mcts:5ms")
    assert agent.is_timed
    assert not teocalli.Agent("mcts:5").is_timed
    assert agent.choose(teocalli.Tabu()) in teocalli.Tabu().legal_moves


@pytest.mark.parametrize(("spec", "reproducible"), [("mcts:1ms", False), ("mcts:5", True)])
def test_a_run_on_the_clock_is_marked(tmp_path: Path, spec: str, reproducible: bool) -> None:
    play_run(tmp_path / "run", make_settings("azacru", 2, 2, agents=(spec,)), threads=1)
    assert read_manifest(tmp_path / "run").reproducible is reproducible


def test_only_random_bids() -> None:
    auction = teocalli.Aztec(players=3)
    assert teocalli.Agent("random").choose(auction) in auction.legal_moves
    with pytest.raises(teocalli.GameError, match="AX-12"):
        teocalli.Agent("greedy").choose(auction)
    with pytest.raises(teocalli.GameError, match="AX-12"):
        teocalli.playouts("aztec", 1, players=3, agents="greedy")
    assert len(teocalli.playouts("aztec", 1, players=3, agents="greedy", barrier=6)) == 1


def test_a_finished_game_has_no_move() -> None:
    over = playout("azacru", 1, 1)
    with pytest.raises(IndexError):
        teocalli.Agent("greedy").choose(over)
    assert teocalli.solve(over) == (over.outcome().utilities, None)
    assert over.evaluate() == over.outcome().utilities


def test_one_agent_thinks_about_games_in_turn() -> None:
    """What it keeps is of the game before, whose states are of another size and may be freed."""
    agent = teocalli.Agent("mcts:30")
    for number in range(30):
        for game in (teocalli.Azacru(), teocalli.Aztec(), teocalli.Tabu(max_plies=100 + number)):
            assert agent.choose(game) in game.legal_moves


def test_the_binding_refuses_what_would_crash() -> None:
    two, three = _core.make_rules("azacru", 2), _core.make_rules("azacru", 3)
    records = np.zeros(2, dtype=two.record_dtype()).view(np.uint8)
    with pytest.raises(teocalli.GameError, match="2 agents for 3 players"):
        _core.play([two, three], ("greedy", "greedy"), 0, 0, records, False, None)
    for spec in ("random", "greedy", "ab:2", "mcts:10"):
        with pytest.raises(IndexError):
            _core.Thinker(spec).analyse(playout("azacru", 1, 1), 0, 0)


def test_solve_refuses_what_it_cannot() -> None:
    with pytest.raises(teocalli.GameError, match="two players"):
        teocalli.solve(teocalli.Azacru(players=3))
    with pytest.raises(teocalli.GameError, match="more than 100 positions"):
        teocalli.solve(teocalli.Azacru(), nodes=100)
    with pytest.raises(ValueError, match="nodes"):
        teocalli.solve(teocalli.Azacru(), nodes=-1)
