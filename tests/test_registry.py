"""No game is registered without all that belongs to one."""

from __future__ import annotations

import re

import pytest
from support import ROOT, SETTINGS, TESTS, Setting, by_setting, reference_from_fen, settings_of, suites_of

import teocalli
from teocalli import _core
from teocalli.game import BoardGame

every_game = pytest.mark.parametrize("name", teocalli.GAMES)


def test_python_and_c_list_the_same_games() -> None:
    assert tuple(teocalli.GAMES) == _core.game_names()


@every_game
def test_class(name: str) -> None:
    cls = teocalli.GAMES[name]
    assert issubclass(cls, BoardGame)
    assert cls.name == name
    assert getattr(teocalli, cls.__name__) is cls
    assert cls.__name__ in teocalli.__all__
    assert ">>>" in cls.__doc__


@every_game
def test_settings_cover_every_number_of_players(name: str) -> None:
    """The shared tests run the defaults for each number of players that the game takes."""
    possible = set()
    for players in range(1, 9):
        try:
            teocalli.new_game(name, players=players)
        except teocalli.GameError:
            continue
        possible.add(players)
    assert {s.players for s in settings_of(name) if not s.options} == possible


@every_game
def test_settings_cover_every_option(name: str) -> None:
    used = {option for setting in settings_of(name) for option, _ in setting.options}
    assert used == set(teocalli.GAMES[name].OPTIONS)


@pytest.mark.parametrize("setting", [s for s in SETTINGS if not s.options], ids=by_setting)
def test_perft_suite(setting: Setting) -> None:
    """There is a suite, the start position of each number of players in it, and positions from later on."""
    suites = suites_of(setting.game)
    starts = [suite for suite in suites if suite.fen == setting.new().fen()]
    assert len(starts) == 1
    assert len(starts[0].counts) >= 3
    assert len(suites) > len({s.players for s in SETTINGS if s.game == setting.game})


@pytest.mark.parametrize("setting", SETTINGS, ids=by_setting)
def test_reference(setting: Setting) -> None:
    slow = setting.reference()
    assert slow.fen() == setting.new().fen()
    assert reference_from_fen(setting.game, slow.fen()).legal_moves() == slow.legal_moves()


def rule_ids(text: str) -> set[str]:
    return set(re.findall(r"\b[A-Z]{2}-\d+\b", text))


@every_game
def test_rules_page_and_rule_tests(name: str) -> None:
    """Each rule of the rules page is named in the tests of the rules, and the page cites no other."""
    page = (ROOT / "docs" / "rules" / f"{name}.md").read_text()
    defined = set(re.findall(r"\*\*([A-Z]{2}-\d+)", page))
    assert defined, "the rules page defines its rules in bold: **XX-1"
    prefixes = {rule.split("-")[0] for rule in defined}
    assert len(prefixes) == 1
    numbers = sorted(int(rule.split("-")[1]) for rule in defined)
    assert numbers == list(range(1, len(numbers) + 1))
    tests = (TESTS / f"test_rules_{name}.py").read_text()
    in_names = {f"{word.upper()}-{number}" for word, number in re.findall(r"_([a-z]{2})(\d+)", tests)}
    assert defined <= rule_ids(tests) | in_names
    assert rule_ids(page) <= defined


@every_game
def test_playthroughs(name: str) -> None:
    players = {setting.players for setting in settings_of(name)}
    assert all((TESTS / "playthroughs" / f"{name}-{n}.txt").exists() for n in players)


def test_no_file_belongs_to_no_game() -> None:
    """No suite, playthrough or settings that nothing runs."""
    stray = [
        path.name
        for folder, pattern in [("settings", "*.toml"), ("playthroughs", "*.txt"), ("perft", "*.perft")]
        for path in (TESTS / folder).glob(pattern)
        if not path.name.startswith(tuple(teocalli.GAMES))
    ]
    assert stray == []
