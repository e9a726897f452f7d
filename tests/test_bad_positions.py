"""Position texts that make no sense are refused with the part that is wrong and why."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import SETTINGS, Setting, brief, by_setting, random_position, random_positions

import teocalli
from teocalli import Azacru, GameError, PositionError

EMPTY = "9/9/9/9/9/9/9/9/9"
CHEVRONS = "e1N/a1NE"


def azacru(markers: str = EMPTY, chevrons: str = CHEVRONS, tail: str = "1 -") -> str:
    return f"{markers} {chevrons} {tail}"


def row(text: str) -> str:
    """Return an otherwise empty board whose row 1 is ``text``."""
    return "9/" * 8 + text


# What is wrong, and a part of the message: the value or the rule.
REFUSED = {
    "nothing": ("", "4 fields"),
    "one field": (EMPTY, "1 of the 4"),
    "two fields": (f"{EMPTY} {CHEVRONS}", "2 of the 4"),
    "three fields": (f"{EMPTY} {CHEVRONS} 1", "3 of the 4"),
    "two blanks": (azacru().replace(" ", "  ", 1), "makes no sense"),
    "a blank in front": (" " + azacru(), "makes no sense"),
    "a blank behind": (azacru() + " ", "trailing text ''"),
    "a line end behind": (azacru() + "\n", "first passer"),
    "tabs": (azacru().replace(" ", "\t"), "4 fields"),
    "trailing text": (azacru() + " x", "trailing text 'x'"),
    "trailing text after the order": (azacru(tail="1 - order=2,1 x"), "trailing text 'order=2,1 x'"),
    "the order twice": (azacru(tail="1 - order=2,1 order=2,1"), "trailing text"),
    "eight rows": (azacru("9/9/9/9/9/9/9/9"), "9 rows (AZ-1)"),
    "ten rows": (azacru(EMPTY + "/9"), "9 rows (AZ-1)"),
    "an empty row": (azacru(row("")), "row of markers ''"),
    "a slash behind": (azacru(EMPTY + "/"), "9 rows (AZ-1)"),
    "a short row": (azacru(row("8")), "row of markers '8'"),
    "a long row": (azacru(row("9a")), "row of markers '9a'"),
    "ten markers": (azacru(row("a" * 10)), "9 fields (AZ-1)"),
    "a million markers": (azacru(row("a" * 10**6)), "9 fields (AZ-1)"),
    "a zero": (azacru(row("a0b7")), "row of markers 'a0b7'"),
    "two numbers": (azacru(row("45")), "form one number"),
    "an unknown marker": (azacru(row("e8")), "row of markers 'e8'"),
    "a capital": (azacru(row("A8")), "row of markers 'A8'"),
    "a dot": (azacru(row("." * 9)), "a-d for markers"),
    "a marker of an absent player 3": (azacru(row("c8")), "not in the game"),
    "a marker of an absent player 4": (azacru(row("d8"), "e1N/a1NE/-"), "not in the game"),
    "one group": (azacru(chevrons="e1N"), "2 to 4 groups"),
    "five groups": (azacru(chevrons="-/-/-/-/-"), "2 to 4 groups"),
    "many groups": (azacru(chevrons="/" * 10**5), "2 to 4 groups"),
    "an empty group": (azacru(chevrons="e1N/"), "chevron ''"),
    "a comma behind": (azacru(chevrons="e1N,/a1NE"), "chevron ''"),
    "a dash beside a chevron": (azacru(chevrons="e1N,-/a1NE"), "chevron '-'"),
    "two dashes": (azacru(chevrons="--/a1NE"), "chevron '--'"),
    "an unknown facing": (azacru(chevrons="e1X/a1NE"), "chevron 'e1X'"),
    "a facing in small letters": (azacru(chevrons="e1n/a1NE"), "chevron 'e1n'"),
    "a facing between": (azacru(chevrons="e1NNE/a1NE"), "chevron 'e1NNE'"),
    "no facing": (azacru(chevrons="e1/a1NE"), "chevron 'e1'"),
    "no field": (azacru(chevrons="NE/a1NE"), "chevron 'NE'"),
    "column j": (azacru(chevrons="j1N/a1NE"), "chevron 'j1N'"),
    "row 0": (azacru(chevrons="a0N/a1NE"), "chevron 'a0N'"),
    "row 10": (azacru(chevrons="a10N/a1NE"), "chevron 'a10N'"),
    "a capital column": (azacru(chevrons="E1N/a1NE"), "chevron 'E1N'"),
    "two chevrons of a player on a field": (azacru(chevrons="e1N,e1E/a1NE"), "'e1E' makes no sense: another"),
    "chevrons of two players on a field": (
        azacru(chevrons="e1N/e1N"),
        "another chevron stands on that field",
    ),
    "a fifth chevron": (azacru(chevrons="a1N,b1N,c1N,d1N,e1N/-"), "at most 4 with 2 players"),
    "a fourth chevron with three players": (azacru(chevrons="-/-/a1N,b1N,c1N,d1N"), "3 with more"),
    "a fourth chevron with four players": (azacru(chevrons="-/a1N,b1N,c1N,d1N/-/-"), "3 with more"),
    "player 0 to move": (azacru(tail="0 -"), "player to move '0'"),
    "player 3 of 2 to move": (azacru(tail="3 -"), "player to move '3'"),
    "nobody to move": (azacru(tail="- -"), "player to move '-'"),
    "a name to move": (azacru(tail="a -"), "player to move 'a'"),
    "a leading zero": (azacru(tail="01 -"), "player to move '01'"),
    "a sign": (azacru(tail="+1 -"), "player to move '+1'"),
    "a huge number": (azacru(tail=f"{2**64 + 1} -"), f"player to move '{2**64 + 1}'"),
    "257, which is 1 in eight bits": (azacru(tail="257 -"), "player to move '257'"),
    "player 0 passed": (azacru(tail="1 0"), "first passer '0'"),
    "player 3 of 2 passed": (azacru(tail="1 3"), "first passer '3'"),
    "256 passed": (azacru(tail="1 256"), "first passer '256'"),
    "a word for a passer": (azacru(tail="1 none"), "first passer 'none'"),
    "an empty order": (azacru(tail="1 - order="), "order ''"),
    "an order of one": (azacru(tail="1 - order=1"), "order '1'"),
    "an order of three": (azacru(tail="1 - order=1,2,3"), "order '1,2,3'"),
    "an order with one twice": (azacru(tail="1 - order=1,1"), "order '1,1'"),
    "an order from 0": (azacru(tail="1 - order=0,1"), "order '0,1'"),
    "an order without commas": (azacru(tail="1 - order=21"), "order '21'"),
    "an order with a comma behind": (azacru(tail="1 - order=2,1,"), "order"),
    "a long order": (azacru(tail="1 - order=" + "1," * 10**5), "order"),
    "a capital order": (azacru(tail="1 - ORDER=2,1"), "trailing text 'ORDER=2,1'"),
    "an unknown option": (azacru(tail="1 - power=2"), "trailing text 'power=2'"),
    "another script": (azacru(row("а8")), "row of markers"),
    "a lone surrogate": (azacru(row("\ud8008")), "row of markers"),
    "format letters": ("%s%n%x%d %s%n %d %n", "makes no sense"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_azacru_refuses(what: str) -> None:
    text, part = REFUSED[what]
    with pytest.raises((PositionError, GameError)) as error:
        Azacru.from_fen(text)
    message = str(error.value)
    assert part in message
    assert message.isascii()
    assert message.isprintable()
    assert len(message) < 512


# Texts that are not as the engine writes them, or that no game reaches, and what they become.
ACCEPTED = {
    "chevrons in any order": (azacru(chevrons="i9N,a3E,e1N/a1NE"), azacru(chevrons="e1N,a3E,i9N/a1NE")),
    "the order that is the default": (azacru(tail="1 - order=1,2"), azacru()),
    "no chevrons at all": (azacru(chevrons="-/-"), azacru(chevrons="-/-")),
    "a full board of one colour": (azacru("/".join(["a" * 9] * 9)), azacru("/".join(["a" * 9] * 9))),
    "a finished game": (azacru(tail="2 2"), azacru(tail="2 2")),
    "a pass and chevrons that move": (azacru(tail="1 2"), azacru(tail="1 2")),
    "four chevrons with two players": (
        azacru(chevrons="a1N,b1N,c1N,d1N/a9S,b9S,c9S,d9S"),
        azacru(chevrons="a1N,b1N,c1N,d1N/a9S,b9S,c9S,d9S"),
    ),
}


@pytest.mark.parametrize("what", ACCEPTED)
def test_azacru_accepts(what: str) -> None:
    text, canonical = ACCEPTED[what]
    assert Azacru.from_fen(text).fen() == canonical
    assert Azacru.from_fen(canonical).fen() == canonical


# Every game


@pytest.mark.parametrize("name", teocalli.GAMES)
@pytest.mark.parametrize("thing", [None, 5, 1.5, b"9/9", bytearray(b"9"), [], object()], ids=brief)
def test_wrong_type(name: str, thing: object) -> None:
    with pytest.raises(TypeError):
        teocalli.GAMES[name].from_fen(thing)


@pytest.mark.parametrize("name", teocalli.GAMES)
@pytest.mark.parametrize(
    "text", ["", " ", "\n", "x" * 2**20, " " * 2**20, "/" * 2**20, "é", "\ud800", "-" * 99]
)
def test_no_position(name: str, text: str) -> None:
    with pytest.raises((PositionError, GameError)) as error:
        teocalli.GAMES[name].from_fen(text)
    assert 0 < len(str(error.value)) < 512


@pytest.mark.parametrize("setting", SETTINGS, ids=by_setting)
def test_every_part_is_needed(setting: Setting) -> None:
    """A text that was cut short anywhere is either refused or means what it says."""
    text = random_positions(setting, 3)[2].fen()
    for end in range(len(text)):
        check_refused_or_sound(setting, text[:end])


@pytest.mark.parametrize("setting", SETTINGS, ids=by_setting)
def test_every_character_changed(setting: Setting) -> None:
    text = random_positions(setting, 2)[1].fen()
    for place in range(len(text)):
        for sign in "0129abdeziNSEW/,- =?":
            check_refused_or_sound(setting, text[:place] + sign + text[place + 1 :])


def check_refused_or_sound(setting: Setting, text: str) -> None:
    """Reading either fails with the right error, or gives a game that can be played and written."""
    cls = teocalli.GAMES[setting.game]
    try:
        game = cls.from_fen(text)
    except (PositionError, GameError):
        return
    assert cls.from_fen(game.fen()).fen() == game.fen()
    assert len(game.legal_moves) == len(list(game.legal_moves)) == game.perft(1)
    assert game.is_game_over() == (game.outcome() is not None)
    assert str(game).isascii()
    for move in list(game.legal_moves)[:3]:
        game.push(move)
        assert cls.from_fen(game.fen()).fen() == game.fen()
        game.pop()
    assert game.perft(2) == sum(game.divide(2).values())


ALPHABET = "abcdefghijNSEW0123456789/,-= .xABorder?é"


@st.composite
def mutated(draw: st.DrawFn) -> tuple[Setting, str]:
    """Draw a position text and change it in a few places."""
    setting = draw(st.sampled_from(SETTINGS))
    text = random_position(setting, draw(st.integers(0, 50))).fen()
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 3)))
        piece = draw(st.one_of(st.text(ALPHABET, max_size=3), st.just(text[start : end + 2])))
        text = text[:start] + piece + text[end:]
    return setting, text


@given(mutated())
@settings(max_examples=1500)
def test_mutated_texts(case: tuple[Setting, str]) -> None:
    check_refused_or_sound(*case)


@given(st.sampled_from(SETTINGS), st.text(st.characters(exclude_characters="\0"), max_size=200))
def test_any_text(setting: Setting, text: str) -> None:
    check_refused_or_sound(setting, text)


@given(
    st.lists(st.sampled_from([EMPTY, row("a8"), "-/-", "-/-/-", CHEVRONS, "1", "2", "4", "-", "order=2,1"]))
)
def test_any_fields(fields: list[str]) -> None:
    check_refused_or_sound(Setting("azacru", 2), " ".join(fields))


@pytest.mark.slow
@given(mutated())
@settings(max_examples=20_000)
def test_many_mutated_texts(case: tuple[Setting, str]) -> None:
    check_refused_or_sound(*case)
