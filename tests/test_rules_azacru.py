"""The rules of Azacru: positions where a rule decides, each beside one where it just does not.

Every expectation was worked out by hand from the rules in ``docs/rules/azacru.md``; the comments say
how. No test here may take a number from the engine. The borderlands are columns a-c, d-f, g-i by
rows 1-3, 4-6, 7-9. Unless the case says otherwise the other players have one chevron, i9 N, that
has nothing to do with it, and player 1 (colour a) is to move.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import pytest

from teocalli import Azacru, IllegalMoveError, InvalidMoveError

COLUMNS, ROWS = "abcdefghi", "987654321"


def marker_rows(markers: str) -> str:
    """Turn ``b2a c3b`` (field, then colour) into the rows of a position text."""
    owner = {text[:2]: text[2] for text in markers.split()}
    rows = []
    for row in ROWS:
        text = "".join(owner.get(column + row, ".") for column in COLUMNS)
        runs = [(sign, len(list(run))) for sign, run in itertools.groupby(text)]
        rows.append("".join(str(n) if sign == "." else sign * n for sign, n in runs))
    return "/".join(rows)


def position(
    chevrons: str, markers: str = "", turn: int = 1, passed: int | str = "-", order: str = ""
) -> Azacru:
    """Set up a position: ``b2N c3E / i9N`` (one group a player), ``b2a c3b``, player to move, passer."""
    groups = "/".join(",".join(group.split()) or "-" for group in chevrons.split("/"))
    tail = f" order={order}" if order else ""
    return Azacru.from_fen(f"{marker_rows(markers)} {groups} {turn} {passed}{tail}")


def moves(game: Azacru) -> set[str]:
    return {str(move) for move in game.legal_moves}


def expand(text: str) -> set[str]:
    """Write out ``c2-d2*``, which stands for the three moves of a twist."""
    return {
        move.replace("*", mark)
        for move in text.split()
        for mark in (("^", "<", ">") if "*" in move else ("",))
    }


@dataclass(frozen=True)
class Offer:
    """A position and all its legal moves."""

    rule: str
    what: str
    chevrons: str
    markers: str
    moves: str

    def __str__(self) -> str:
        return f"{self.rule} {self.what}"


OFFERS = [
    # AZ-1: c2 is in the borderland a-c, and d1 to d3 in the next one: each of its moves crosses.
    Offer("AZ-1", "the border between c and d is crossed", "c2E/i9N", "", "c2-d1* c2-d2* c2-d3*"),
    Offer("AZ-1", "one field further west it is not", "b2E/i9N", "", "b2-c1 b2-c2 b2-c3"),
    Offer("AZ-1", "the border between rows 6 and 7", "e6N/i9N", "", "e6-d7* e6-e7* e6-f7*"),
    Offer("AZ-1", "one field further south it is not", "e5N/i9N", "", "e5-d6 e5-e6 e5-f6"),
    # The board ends after column i: E, NE and SE of i5 are all off it; facing NE, north stays on it.
    Offer("AZ-1", "the edge stops a chevron that faces it", "i5E/i9N", "", "pass"),
    Offer("AZ-1", "the edge leaves a way along itself", "i5NE/i9N", "", "i5-i6"),
    # AZ-2: the eight facings from the middle field: straight on and 45 degrees to each side.
    Offer("AZ-2", "facing N", "e5N/i9N", "", "e5-d6 e5-e6 e5-f6"),
    Offer("AZ-2", "facing NE", "e5NE/i9N", "", "e5-e6 e5-f6 e5-f5"),
    Offer("AZ-2", "facing E", "e5E/i9N", "", "e5-f6 e5-f5 e5-f4"),
    Offer("AZ-2", "facing SE", "e5SE/i9N", "", "e5-f5 e5-f4 e5-e4"),
    Offer("AZ-2", "facing S", "e5S/i9N", "", "e5-f4 e5-e4 e5-d4"),
    Offer("AZ-2", "facing SW", "e5SW/i9N", "", "e5-e4 e5-d4 e5-d5"),
    Offer("AZ-2", "facing W", "e5W/i9N", "", "e5-d4 e5-d5 e5-d6"),
    Offer("AZ-2", "facing NW", "e5NW/i9N", "", "e5-d5 e5-d6 e5-e6"),
    # AZ-4: a chevron on b2 facing N has b3 and b4 ahead, a3 on the left (then the edge), c3 and d4 on
    # the right. With power 1 it reaches the first of each, with power 2 also b4 and d4 (they cross).
    Offer("AZ-4", "no marker: power 1", "b2N/i9N", "", "b2-a3 b2-b3 b2-c3"),
    Offer("AZ-4", "one marker: power 1 too", "b2N/i9N", "c1a", "b2-a3 b2-b3 b2-c3"),
    Offer("AZ-4", "two markers: power 2", "b2N/i9N", "a1a c1a", "b2-a3 b2-b3 b2-c3 b2-b4* b2-d4*"),
    Offer("AZ-4", "the second one across the border", "b2N/i9N", "a1a d1a", "b2-a3 b2-b3 b2-c3"),
    Offer("AZ-4", "the one under the mover counts", "b2N/i9N", "b2a c1a", "b2-a3 b2-b3 b2-c3 b2-b4* b2-d4*"),
    Offer("AZ-4", "another's under the mover does not", "b2N/i9N", "b2b c1a", "b2-a3 b2-b3 b2-c3"),
    Offer("AZ-4", "one under a chevron of another", "b2N/a1N", "a1a c1a", "b2-a3 b2-b3 b2-c3 b2-b4* b2-d4*"),
    Offer("AZ-4", "a chevron without a marker", "b2N/a1N", "c1a", "b2-a3 b2-b3 b2-c3"),
    Offer("AZ-4", "one under another chevron of one's own (stuck)", "b2N a1SW/i9N", "a1a c1a",
          "b2-a3 b2-b3 b2-c3 b2-b4* b2-d4*"),
    Offer("AZ-4", "markers of others do not count", "b2N/i9N", "a1a c1b a2b", "b2-a3 b2-b3 b2-c3"),
    # AZ-5: with power 3 (d4, e4, f4) e5 facing N reaches 1, 2 and 3 fields on each of three lines.
    # e6, d6, f6 are in its own borderland; e7, e8, c7, b8, g7, h8 are not.
    Offer("AZ-5", "any number of fields up to the power", "e5N/i9N", "d4a e4a f4a",
          "e5-e6 e5-d6 e5-f6 e5-e7* e5-e8* e5-c7* e5-b8* e5-g7* e5-h8*"),
    # AZ-6: power 2 from a1 and c1; b2 itself is neutral, so nothing below is a connection.
    Offer("AZ-6", "no landing on another colour", "b2N/i9N", "b3b", "b2-a3 b2-c3"),
    Offer("AZ-6", "landing on one's own", "b2N/i9N", "b3a", "b2-a3 b2-b3 b2-c3"),
    Offer("AZ-6", "passing over another colour", "b2N/i9N", "a1a c1a b3b", "b2-a3 b2-c3 b2-b4* b2-d4*"),
    Offer("AZ-6", "another colour at the end", "b2N/i9N", "a1a c1a b3b b4b", "b2-a3 b2-c3 b2-d4*"),
    Offer("AZ-6", "no landing on a chevron of another", "b2N/b3S", "", "b2-a3 b2-c3"),
    Offer("AZ-6", "no landing on one's own chevron", "b2N b3NE/i9N b4N c4N c3N", "", "b2-a3"),
    Offer("AZ-6", "not even on one's own field", "b2N/b3S", "b2a b3a", "b2-a3 b2-c3 b2-d4*"),
    # AZ-7: b2 and b4 own, a1 own: power 3. Ahead: b3, b4, b5; right: c3, d4, e5; left: a3.
    Offer("AZ-7", "a connection jumps", "b2N/b3S", "a1a b2a b4a", "b2-a3 b2-c3 b2-b4* b2-d4*"),
    Offer("AZ-7", "neutral target: no jump", "b2N/b3S", "a1a b2a", "b2-a3 b2-c3 b2-d4*"),
    Offer("AZ-7", "neutral start: no jump", "b2N/b3S", "a1a c1a b4a", "b2-a3 b2-c3 b2-d4*"),
    Offer("AZ-7", "another's start field: no jump", "b2N/b3S", "a1a c1a b2b b4a", "b2-a3 b2-c3 b2-d4*"),
    # power 3, b4 neutral and b5 own: the jump reaches b5 only
    Offer("AZ-7", "only the connected field is reached", "b2N/b3S", "a1a c1a b2a b5a",
          "b2-a3 b2-c3 b2-b5* b2-d4* b2-e5*"),
    # power 4 (a1, b1, c1, b2) reaches b6 over three chevrons, one of them one's own (b4 W: a3? no:
    # b4 has no marker in a-c/4-6 but b6, so power 1: a3 crosses south, a4 is W, a5 is NW)
    Offer("AZ-7", "any number of chevrons of any colour", "b2N b4W/b3S b5S", "a1a b1a c1a b2a b6a",
          "b2-a3 b2-c3 b2-d4* b2-e5* b2-f6* b2-b6* b4-a3* b4-a4 b4-a5"),
    Offer("AZ-7", "the same with b6 neutral", "b2N b4W/b3S b5S", "a1a b1a c1a b2a",
          "b2-a3 b2-c3 b2-d4* b2-e5* b2-f6* b4-a3* b4-a4 b4-a5"),
    # AZ-9, AZ-10: from a1 facing E with power 2: b1, c1; b2, c3; the third line leaves the board.
    Offer("AZ-9", "no cost when the fields between are neutral", "b2N/i9N", "b2a c1a b4a",
          "b2-a3 b2-b3 b2-c3 b2-b4* b2-d4*"),
    Offer("AZ-9", "a changed field of another: one move, no mark", "b2N/i9N", "b2a c1a b4a b3b",
          "b2-a3 b2-c3 b2-b4 b2-d4*"),
    Offer("AZ-9", "target neutral: no connection, no cost", "b2N/i9N", "b2a c1a b3b",
          "b2-a3 b2-c3 b2-b4* b2-d4*"),
    Offer("AZ-9", "a jump changes nothing and costs nothing", "b2N/b3S", "b2a c1a b4a b3b",
          "b2-a3 b2-c3 b2-b4* b2-d4*"),
    Offer("AZ-10", "no twist inside the borderland, however long", "a1E/i9N", "a1a a3a",
          "a1-b1 a1-c1 a1-b2 a1-c3"),
    Offer("AZ-10", "a chevron that leaves offers one move, inside too", "a1E/i9N", "a1a c1a b1b",
          "a1-c1 a1-b2 a1-c3"),
    # AZ-11: a1 facing SW has all three directions off the board.
    Offer("AZ-11", "stuck: the pass is forced", "a1SW/i9N", "", "pass"),
    Offer("AZ-11", "no chevrons: the pass is forced", "-/i9N", "a1a", "pass"),
    Offer("AZ-11", "one chevron can move: no pass", "a1SW i5NE/i9N", "", "i5-i6"),
    Offer("AZ-11", "blocked by another colour", "i5NE/i9N", "i6b", "pass"),
    Offer("AZ-11", "blocked by a chevron", "i5NE/i6N", "", "pass"),
]  # fmt: skip


@pytest.mark.parametrize("case", OFFERS, ids=str)
def test_offered_moves(case: Offer) -> None:
    groups = case.chevrons.replace("-/", "/")
    assert moves(position(groups, case.markers)) == expand(case.moves)


@dataclass(frozen=True)
class Change:
    """A move, and all the markers and chevrons after it."""

    rule: str
    what: str
    chevrons: str
    markers: str
    move: str
    chevrons_after: str
    markers_after: str

    def __str__(self) -> str:
        return f"{self.rule} {self.what}"


CHANGES = [
    Change("AZ-8", "a neutral target gets a marker, the start stays neutral", "b2N/i9N", "",
           "b2-b3", "b3N/i9N", "b3a"),
    Change("AZ-8", "a start field of one's own stays so", "b2N/i9N", "b2a", "b2-b3", "b3N/i9N", "b2a b3a"),
    Change("AZ-8", "a start field of another stays so", "b2N/i9N", "b2b", "b2-b3", "b3N/i9N", "b2b b3a"),
    Change("AZ-8", "a target of one's own stays so", "b2N/i9N", "b3a", "b2-b3", "b3N/i9N", "b3a"),
    Change("AZ-8", "fields passed over do not change without a connection", "b2N/i9N", "a1a c1a b3b",
           "b2-b4^", "b4N/i9N", "a1a c1a b3b b4a"),
    Change("AZ-9", "a connection fills the neutral field between", "b2N/i9N", "b2a c1a b4a",
           "b2-b4<", "b4NW/i9N", "b2a c1a b4a b3a"),
    Change("AZ-9", "not from a neutral start", "b2N/i9N", "a1a c1a b4a", "b2-b4<", "b4NW/i9N", "a1a c1a b4a"),
    Change("AZ-9", "not to a neutral target", "b2N/i9N", "b2a c1a", "b2-b4<", "b4NW/i9N", "b2a c1a b4a"),
    Change("AZ-9", "a step of one field has nothing between", "b2N/i9N", "b2a b3a",
           "b2-b3", "b3N/i9N", "b2a b3a"),
    Change("AZ-9", "one's own fields between cost nothing", "b2N/i9N", "b2a b3a b4a",
           "b2-b4>", "b4NE/i9N", "b2a b3a b4a"),
    Change("AZ-9", "a field of another changes, and the chevron leaves", "b2N/i9N", "b2a c1a b4a b3b",
           "b2-b4", "/i9N", "b2a c1a b4a b3a"),
    Change("AZ-9", "so it does inside one borderland", "a1E/i9N", "a1a c1a b1b",
           "a1-c1", "/i9N", "a1a b1a c1a"),
    # power 3 (b2, a1, c1): b3 neutral and b4 of another between b2 and b5
    Change("AZ-9", "all fields between change, whoever had them", "b2N/i9N", "b2a a1a c1a b4b b5a",
           "b2-b5", "/i9N", "b2a a1a c1a b3a b4a b5a"),
    Change("AZ-9", "of two other players", "b2N/i9N/i1S", "b2a a1a c1a b3c b4b b5a",
           "b2-b5", "/i9N/i1S", "b2a a1a c1a b3a b4a b5a"),
    Change("AZ-9", "a connection jump changes none of them", "b2N/b3S", "b2a a1a c1a b4b b5a",
           "b2-b5^", "b5N/b3S", "b2a a1a c1a b4b b5a"),
    Change("AZ-9", "a connection jump over a field with a chevron and another's marker", "b2N/b3S",
           "b2a a1a c1a b3b b5a", "b2-b5>", "b5NE/b3S", "b2a a1a c1a b3b b5a"),
    Change("AZ-10", "the way it travelled, inside a borderland", "e5N/i9N", "", "e5-f6", "f6NE/i9N", "f6a"),
    Change("AZ-10", "straight on across a border", "c2E/i9N", "", "c2-d2^", "d2E/i9N", "d2a"),
    Change("AZ-10", "left of east is north-east", "c2E/i9N", "", "c2-d2<", "d2NE/i9N", "d2a"),
    Change("AZ-10", "right of east is south-east", "c2E/i9N", "", "c2-d2>", "d2SE/i9N", "d2a"),
    Change("AZ-10", "left of south is south-east", "b4S/i9N", "", "b4-b3<", "b3SE/i9N", "b3a"),
    Change("AZ-10", "right of south is south-west", "b4S/i9N", "", "b4-b3>", "b3SW/i9N", "b3a"),
    Change("AZ-10", "the turn counts from the way travelled, not from the old facing", "c2E/i9N", "",
           "c2-d3<", "d3N/i9N", "d3a"),
    Change("AZ-10", "left of north is north-west", "b3N/i9N", "", "b3-b4<", "b4NW/i9N", "b4a"),
    Change("AZ-10", "right of north-west is north", "b3N/i9N", "", "b3-a4>", "a4N/i9N", "a4a"),
]  # fmt: skip


@pytest.mark.parametrize("case", CHANGES, ids=str)
def test_changes(case: Change) -> None:
    game = position(case.chevrons, case.markers)
    game.push(case.move)
    assert game.fen() == position(case.chevrons_after, case.markers_after, turn=2).fen()


REFUSALS = [
    # rule, chevrons, markers, move
    ("AZ-4", "b2N/i9N", "b2a", "b2-b4^"),  # power 1
    ("AZ-5", "e5N/i9N", "d4a e4a", "e5-d5"),  # 90 degrees to the left
    ("AZ-5", "e5N/i9N", "d4a e4a", "e5-e4"),  # backwards
    ("AZ-5", "e5N/i9N", "d4a e4a", "e5-f7^"),  # not a straight line
    ("AZ-5", "e5N/i9N", "", "e5-e5"),  # nowhere
    ("AZ-5", "e5N/i9N", "", "i9-i8"),  # another player's chevron
    ("AZ-5", "e5N/i9N", "", "a1-a2"),  # no chevron
    ("AZ-6", "b2N/i9N", "b3b", "b2-b3"),
    ("AZ-6", "b2N/b3S", "", "b2-b3"),
    ("AZ-7", "b2N/b3S", "a1a b2a", "b2-b4^"),
    ("AZ-10", "b2N/i9N", "", "b2-b3^"),  # no border crossed
    ("AZ-10", "c2E/i9N", "", "c2-d2"),  # a border crossed and no mark
    ("AZ-10", "b2N/i9N", "b2a c1a b4a b3b", "b2-b4^"),  # the chevron leaves the board
    ("AZ-11", "b2N/i9N", "", "pass"),
]


@pytest.mark.parametrize(("rule", "chevrons", "markers", "move"), REFUSALS)
def test_refusals_name_move_rule_and_position(rule: str, chevrons: str, markers: str, move: str) -> None:
    game = position(chevrons, markers)
    before = game.fen()
    with pytest.raises(IllegalMoveError) as refusal:
        game.push(move)
    for part in (move, f"({rule})", before):
        assert part in str(refusal.value)
    assert game.fen() == before


# AZ-2, AZ-3: the start

START = {
    2: "a3E e1N i3W i9SW / a7E e9S i7W a1NE",
    3: "g9S i5W g1N / c9S a5E c1N / e9S a7E i7W",
    4: "g9S i5W g1N / c9S a5E c1N / e9S a7E i7W / a3E i3W e1N",
}


@pytest.mark.parametrize("players", START)
def test_az2_az3_start(players: int) -> None:
    game = Azacru(players)
    assert game.fen() == position(START[players]).fen()
    assert game.scores() == (0,) * players  # AZ-2: neutral under the chevrons too
    assert game.turn == 0


def test_az2_start_fields_are_neutral() -> None:
    """The start fields hold no markers: power 1, and a step back onto one claims it."""
    game = Azacru(2)
    assert "a3-c3" not in game.legal_moves  # it would need power 2
    for move in ("a3-b3", "a7-b7"):
        game.push(move)
    assert game.scores() == (1, 1)  # b3 and b7 alone, not a3 and a7


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 0, 2)])
def test_az3_turns_go_round_in_order(order: tuple[int, ...]) -> None:
    game = Azacru(3, order=order)
    turns = []
    for _ in range(7):
        turns.append(game.turn)
        game.push(next(iter(game.legal_moves)))
    assert turns == [*order, *order, order[0]]


def test_az3_order_moves_no_chevron() -> None:
    """The start places belong to the players, whoever moves first."""
    assert Azacru(4, order=(3, 2, 1, 0)).fen() == position(START[4], turn=4, order="4,3,2,1").fen()


def test_az4_power_nine_is_more_than_the_board() -> None:
    """Seven of the nine markers reach h1, seven fields away; eight reach i1, which is the last one."""
    seven = "a1a a2a b1a b2a c1a c2a c3a"
    game = position("a1E/i9N", seven)
    assert "a1-h1^" in game.legal_moves
    assert "a1-i1^" not in game.legal_moves
    for markers in (seven + " b3a", seven + " a3a b3a"):
        game = position("a1E/i9N", markers)
        assert {"a1-h1^", "a1-i1^"} <= moves(game)


def test_az4_counts_where_the_move_starts() -> None:
    """Markers where the move ends do not matter: a-c holds one, under c2, and d-f six."""
    game = position("c2E/i9N", "c2a d2a d3a e1a e2a e3a f2a")
    assert moves(game) == expand("c2-d1* c2-d2* c2-d3*")


# AZ-12: the end


def play(game: Azacru, text: str) -> None:
    """Push moves, none of which but the last may end the game."""
    for move in text.split():
        assert not game.is_game_over(), (move, game.fen())
        assert game.outcome() is None
        game.push(move)


def check_over(game: Azacru) -> None:
    assert game.is_game_over()
    assert list(game.legal_moves) == []
    assert not game.legal_moves
    assert [game.perft(depth) for depth in (0, 1, 2, 5)] == [1, 0, 0, 0]
    assert game.outcome() is not None


# Each stuck chevron (a1 SW, i1 SE, a9 NW) has only fields off the board ahead. A chevron that can
# move stands in the middle of nothing: e5 N (player 2), h5 N (3), b5 N (4): it goes one field north.
MOVES = {2: "e5-e6", 3: "h5-h6", 4: "b5-b6"}
LAST_ROUNDS = [
    # chevrons, turn, order, plies to the end
    pytest.param("a1SW/e5N", 1, "", "pass e5-e6", id="2: the other player has one more turn"),
    pytest.param("a1SW/i1SE", 1, "", "pass pass", id="2: who cannot use it"),
    pytest.param("e5N/a1SW", 2, "", "pass e5-e6", id="2: player 2 passes first"),
    pytest.param("a1SW/e5N", 1, "2,1", "pass e5-e6", id="2: other order"),
    pytest.param("a1SW/e5N/h5N", 1, "", "pass e5-e6 h5-h6", id="3: two more turns"),
    pytest.param("h5N/a1SW/e5N", 2, "", "pass e5-e6 h5-h6", id="3: the first passer is not first in order"),
    pytest.param("a1SW/i1SE/h5N", 1, "", "pass pass h5-h6", id="3: second pass changes nothing"),
    pytest.param("a1SW/e5N/i1SE", 1, "", "pass e5-e6 pass", id="3: pass on the last turn"),
    pytest.param("a1SW/e5N/h5N", 1, "1,3,2", "pass h5-h6 e5-e6", id="3: order 1,3,2"),
    pytest.param("e5N/h5N/a1SW", 3, "3,1,2", "pass e5-e6 h5-h6", id="3: order 3,1,2"),
    pytest.param("a1SW/e5N/h5N/b5N", 1, "", "pass e5-e6 h5-h6 b5-b6", id="4: three more turns"),
    pytest.param("a1SW/e5N/i1SE/b5N", 1, "", "pass e5-e6 pass b5-b6", id="4: a pass between"),
    pytest.param("b5N/e5N/a1SW/h5N", 3, "", "pass h5-h6 b5-b6 e5-e6", id="4: player 3 first"),
    pytest.param("a1SW/i1SE/a9NW/-", 1, "", "pass pass pass pass", id="4: all pass"),
    pytest.param("b5N/e5N/a1SW/h5N", 3, "4,2,3,1", "pass b5-b6 h5-h6 e5-e6", id="4: order 4,2,3,1"),
]


@pytest.mark.parametrize(("chevrons", "turn", "order", "plies"), LAST_ROUNDS)
def test_az12_last_round(chevrons: str, turn: int, order: str, plies: str) -> None:
    game = position(chevrons.replace("-", ""), turn=turn, order=order)
    play(game, plies)
    check_over(game)
    assert game.turn == turn - 1  # the turn has come back to the first passer


def test_az12_no_pass_no_end() -> None:
    """A player who will have to pass is still in the game; only the pass starts the last round."""
    game = position("e8N/h1N")
    play(game, "e8-e9 h1-h2")
    assert not game.is_game_over()
    assert moves(game) == {"pass"}  # e9 faces the edge
    play(game, "pass h2-h3")
    check_over(game)


def test_az12_only_the_first_pass_counts() -> None:
    """The second passer does not get a last round of his own, and the text keeps the first one."""
    game = position("a1SW/i1SE/h5N")
    play(game, "pass pass")
    assert game.fen().split()[2:] == ["3", "1"]
    play(game, "h5-h6")
    check_over(game)


def test_az12_twist_in_the_last_round() -> None:
    """All rules hold to the end: the move across a border still comes in three."""
    game = position("a1SW/c2E")
    play(game, "pass")
    assert moves(game) == expand("c2-d1* c2-d2* c2-d3*")
    with pytest.raises(IllegalMoveError, match="AZ-10"):
        game.push("c2-d2")


def test_az12_connection_change_in_the_last_round() -> None:
    """A last move may still cost its chevron and take a field: 1 of 2 goes from player 1 to player 2."""
    game = position("a1SW/g1E", "h1a a9a g1b i1b")
    assert game.scores() == (2, 2)
    play(game, "pass g1-i1")
    check_over(game)
    assert game.scores() == (1, 3)


def test_az12_example_with_three_players() -> None:
    """A player's own connection removes their last chevron; they pass on their next turn.

    Player 1 has e5, player 2 a1 with a connection over b1 (colour a) to c1, player 3 h5. In order:
    1 moves, 2 moves and loses the chevron, 3 moves, 1 moves, 2 passes, 3 moves, 1 moves, end. At the
    end: e6 e7 e8 for player 1, a1 b1 c1 for player 2, h6 h7 for player 3.
    """
    game = position("e5N/a1E/h5N", "a1b c1b b1a")
    play(game, "e5-e6 a1-c1 h5-h6 e6-e7^")
    assert moves(game) == {"pass"}
    play(game, "pass h6-h7^ e7-e8")
    check_over(game)
    assert game.scores() == (3, 3, 2)
    assert game.outcome().winners == (0, 1)


# AZ-13: the result, in positions where the turn has come back to the first passer

RESULTS = [
    # chevrons, markers, winners, scores, termination
    pytest.param("/", "a1a b1a c1b", (0,), (2, 1), "markers", id="one more marker wins"),
    pytest.param("/", "a1a b1a c1b d1b", (0, 1), (2, 2), "tie", id="equal markers share"),
    pytest.param("/", "a1a b1b c1b", (1,), (1, 2), "markers", id="the first passer may lose"),
    pytest.param("/", "", (0, 1), (0, 0), "tie", id="nothing each is a tie"),
    pytest.param("a1N/b1N", "a1a b1b c1b", (1,), (1, 2), "markers", id="markers under chevrons count"),
    pytest.param("a1N b2N c3N/", "a1b", (1,), (0, 1), "markers", id="chevrons do not count"),
    pytest.param("//", "a1a b1b c1c", (0, 1, 2), (1, 1, 1), "tie", id="three-way tie"),
    pytest.param("//", "a1a b1b c1c d1c", (2,), (1, 1, 2), "markers", id="no three-way tie by one"),
    pytest.param("//", "a1a b1c", (0, 2), (1, 0, 1), "tie", id="two of three tie"),
    pytest.param("//", "a1a b1b c1c d1c e1b", (1, 2), (1, 2, 2), "tie", id="the other two of three"),
    pytest.param("///", "a1a b1b c1c d1d", (0, 1, 2, 3), (1, 1, 1, 1), "tie", id="four-way tie"),
    pytest.param("///", "a1b b1b c1d d1d e1a", (1, 3), (1, 2, 0, 2), "tie", id="two of four tie"),
    pytest.param("///", "a1d", (3,), (0, 0, 0, 1), "markers", id="one marker wins"),
]


@pytest.mark.parametrize(("chevrons", "markers", "winners", "scores", "termination"), RESULTS)
def test_az13_result(
    chevrons: str, markers: str, winners: tuple[int, ...], scores: tuple[int, ...], termination: str
) -> None:
    game = position(chevrons, markers, turn=1, passed=1)
    check_over(game)
    outcome = game.outcome()
    assert (outcome.winners, outcome.scores, outcome.termination) == (winners, scores, termination)
    share = 1 / len(winners)
    assert outcome.utilities == tuple(share if p in winners else 0 for p in range(len(scores)))
    assert position(chevrons, markers, turn=2, passed=1).outcome() is None  # one more turn: no result yet


# AZ-14: notation


def test_az14_moves_read_and_print() -> None:
    """The example of the rule: power 3 from a1, a2 and a3 itself takes a3 to d3."""
    game = position("a3E/i9N", "a1a a2a a3a")
    for text in ("a3-d3^", "a3-d3<", "a3-d3>", "a3-b3"):
        move = game.parse_move(text)
        assert str(move) == text
        assert move in game.legal_moves
    assert "a3-d3" not in game.legal_moves
    game.push("a3-d3>")
    assert str(game.move_stack[-1]) == "a3-d3>"
    assert str(position("/i9N").parse_move("pass")) == "pass"


@pytest.mark.parametrize(
    "text",
    ["", " ", "a3", "a3-", "a3b3", "A3-b3", "a3-B3", "a3-b3 ", " a3-b3", "a3xb3", "a3-b3x", "a3-b3^^",
     "a3-b3*", "a3-j3", "a3-b0", "a0-b3", "j3-b3", "a10-b3", "a3–b3", "PASS", "Pass", "pass ",
     "pass^", "a3-b3\n"],
)  # fmt: skip
def test_az14_nothing_else_is_a_move(text: str) -> None:
    with pytest.raises(InvalidMoveError, match="AZ-14"):
        Azacru(2).push(text)


def test_every_rule_is_tested() -> None:
    """Each rule id names at least one case above, in a table or in the name of a test."""
    tables = {case.rule for case in [*OFFERS, *CHANGES]} | {rule for rule, *_ in REFUSALS}
    names = {
        f"AZ-{word.removeprefix('az')}"
        for name in globals()
        if name.startswith("test_az")
        for word in name.split("_")
        if word.startswith("az")
    }
    assert tables | names == {f"AZ-{number}" for number in range(1, 15)}
