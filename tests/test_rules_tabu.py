"""The rules of Tabu: positions where a rule decides, each beside one where it just does not.

Every expectation was worked out by hand from the rules in ``docs/rules/tabu.md``. On the default board
colour 1 owns a11-c13 (level 1), d9-e10 (level 2) and f8 (level 3), with the stairs g11-g10 and g9-g8;
the altar is g7. Unless a case says otherwise players 1 and 2 have the colours 1 and 3, it is the turn of
player 1, the Virgin of colour 3 is safe on m1, and the Virgin of colour 1 out of the way on a13.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from support import TESTS

from teocalli import IllegalMoveError, InvalidMoveError, PositionError, Tabu

COLUMNS = "abcdefghijklmno"
SMALL = TESTS / "layouts" / "small.toml"
CORNERS = {1: "a13", 2: "m13", 3: "m1", 4: "a1"}
COLOURS = {2: (1, 3), 3: (1, 2, 3), 4: (1, 2, 3, 4)}


def board_text(pieces: str, size: int = 13) -> str:
    """Turn ``V1a13 P1b13`` into the board of a position text."""
    cells = {piece[2:]: piece[:2] for piece in pieces.split()}
    assert len(cells) == len(pieces.split())
    rows = []
    for row in range(size, 0, -1):
        text = "".join(cells.get(f"{column}{row}", ".") for column in COLUMNS[:size])
        rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), text))
    return "/".join(rows)


def position(
    pieces: str, players: int = 2, turn: int = 1, ply: int = 0, out: str = "-", options: str = ""
) -> Tabu:
    """Set up pieces; a colour that is in and has no Virgin gets one in the corner of its home."""
    for player, colour in enumerate(COLOURS[players], 1):
        if f"V{colour}" not in pieces and f"W{colour}" not in pieces and str(player) not in out.split(","):
            pieces += f" V{colour}{CORNERS[colour]}"
    tail = f" {options}" if options else ""
    return Tabu.from_fen(f"{board_text(pieces)} {turn} {ply} {players} {out}{tail}")


def moves_of(game: Tabu, piece: str) -> set[str]:
    """Return the legal moves of the piece, such as ``Va13``."""
    return {str(move) for move in game.legal_moves if re.fullmatch(f"{piece}[-x].*", str(move))}


@dataclass(frozen=True)
class Case:
    """A move that is legal (``fault`` is empty), or forbidden by the rule that ``fault`` names."""

    rule: str
    what: str
    pieces: str
    move: str
    fault: str = ""
    options: str = ""
    turn: int = 1

    def __str__(self) -> str:
        return f"{self.rule} {self.what}"


CASES = [
    # TB-3, TB-9: squares of an area may touch at a corner; within it no Priest is needed.
    Case("TB-3", "from corner to corner of one area", "V1d9", "Vd9-e10"),
    Case("TB-3", "from one area to another", "V1c11", "Vc11-d10", "TB-9"),
    # TB-4: g11-g10 is a stair of colour 1, k7-j7 one of colour 2.
    Case("TB-4", "over the own stair", "S1g11", "Sg11-g10"),
    Case("TB-4", "over a stair of another colour", "S1k7", "Sk7-j7", "TB-7"),
    # TB-6: reach. a4 to a10 are level 1 and nobody's; a11 to a13 are colour 1's.
    Case("TB-6", "a Virgin moves 2", "V1a4", "Va4-a6"),
    Case("TB-6", "a Virgin does not move 3", "V1a4", "Va4-a7", "TB-6"),
    Case("TB-6", "a Foot-soldier moves 5", "S1a4", "Sa4-a9"),
    Case("TB-6", "a Foot-soldier does not move 6", "S1a4", "Sa4-a10", "TB-6"),
    Case("TB-6", "a Priest moves 7", "P1a4", "Pa4-a11"),
    Case("TB-6", "a Priest does not move 8", "P1a4", "Pa4-a12", "TB-6"),
    Case("TB-6", "a Priest captures at 7", "P1a11 S3a4", "Pa11xa4"),
    Case("TB-6", "a Priest does not capture at 8", "P1a12 S3a4", "Pa12xa4", "TB-6"),
    Case("TB-6", "a Foot-soldier captures at 5", "S1a10 P3a5", "Sa10xa5"),
    Case("TB-6", "a Foot-soldier does not capture at 6", "S1a10 P3a4", "Sa10xa4", "TB-6"),
    Case("TB-6", "a straight line", "P1a4", "Pa4-c6"),
    Case("TB-6", "not straight", "P1a4", "Pa4-b6", "TB-6"),
    Case("TB-6", "up to one's own piece", "P1a10 S1a7", "Pa10-a8"),
    Case("TB-6", "not onto one's own piece", "P1a10 S1a7", "Pa10-a7", "TB-6"),
    Case("TB-6", "not over one's own piece", "P1a10 S1a7", "Pa10-a6", "TB-6"),
    Case("TB-6", "onto another's piece", "P1a10 S3a7", "Pa10xa7"),
    Case("TB-6", "not over another's piece", "P1a10 S3a7", "Pa10-a6", "TB-6"),
    Case("TB-6", "not over another's piece to capture", "P1a10 S3a7 S3a6", "Pa10xa6", "TB-6"),
    Case("TB-6", "a capture is not compulsory", "P1a10 S3a9", "Pa10-b10"),
    Case("TB-6", "a Virgin beside another's piece", "V1a8 S3a7", "Va8-b7"),
    Case("TB-6", "a Virgin does not capture", "V1a8 S3a7", "Va8xa7", "TB-6"),
    Case("TB-6", "another's piece does not move", "V1a8 S3a7", "Sa7-a6", "TB-6"),
    # TB-7: climbing. f11, g11 are level 1; f10, g10 level 2; g9 level 2, g8 level 3.
    Case("TB-7", "beside the stair", "S1f11", "Sf11-f10", "TB-7"),
    Case("TB-7", "across the stair", "S1f11", "Sf11-g10", "TB-7"),
    Case("TB-7", "both stairs in one move of 5", "S1g13", "Sg13-g8"),
    Case("TB-7", "a Priest over a stair", "P1g13", "Pg13-g9"),
    Case("TB-7", "a Priest without a stair", "P1h13", "Ph13-h10", "TB-7"),
    Case("TB-7", "a Virgin on a stair", "V1g11", "Vg11-g10", "TB-7"),
    Case("TB-7", "a Virgin up from her taboo square", "V1c11 P1d9", "Vc11-d10"),
    Case("TB-7", "a Virgin up from beside it", "V1c10 P1d9", "Vc10-d10", "TB-7"),
    Case("TB-7", "a Virgin up with the second step", "V1b12 P1d9", "Vb12-d10"),
    Case("TB-7", "a Virgin to level 3 from her taboo square", "V1e9 P1f8", "Ve9-f8"),
    Case("TB-7", "a Virgin to level 3 from beside it", "V1f9 P1f8", "Vf9-f8", "TB-7"),
    Case("TB-7", "a Virgin up to a square that is not taboo", "V1c11", "Vc11-d11"),
    Case("TB-7", "down where one likes", "S1f10", "Sf10-f11"),
    Case("TB-7", "down beside a stair with stairs", "S1f10", "Sf10-f11", "TB-7", "descend=stairs"),
    Case("TB-7", "down the stair with stairs", "S1g10", "Sg10-g11", "", "descend=stairs"),
    Case("TB-7", "a Virgin down where she likes", "V1d10", "Vd10-d11"),
    Case("TB-7", "a Virgin down beside with stairs", "V1d10", "Vd10-d11", "TB-7", "descend=stairs"),
    Case("TB-7", "a Virgin down to her area with stairs", "V1d10 P1a13", "Vd10-c11", "", "descend=stairs"),
    # TB-8: k1-m3 and i4-j5 are colour 3's, d4-e5 colour 4's, who is absent.
    Case("TB-8", "beside another's area", "P1i3", "Pi3-j3"),
    Case("TB-8", "into another's area", "P1j3", "Pj3-k3", "TB-8"),
    Case("TB-8", "into an absent colour's area", "P1a4", "Pa4-a3", "TB-8"),
    Case("TB-8", "a line past an area", "P1d7", "Pd7-f5"),
    Case("TB-8", "a line across an area", "P1d6", "Pd6-f4", "TB-8"),
    Case("TB-8", "a piece beside its area", "S3j2 P1j3", "Pj3xj2"),
    Case("TB-8", "a piece on its area", "S3k3 P1j3", "Pj3xk3", "TB-8"),
    # TB-9
    Case("TB-9", "in with a Priest there", "V1c10 P1a12", "Vc10-c11"),
    Case("TB-9", "in without one", "V1c10", "Vc10-c11", "TB-9"),
    Case("TB-9", "in with the Priest beside the area", "V1c10 P1d12", "Vc10-c11", "TB-9"),
    Case("TB-9", "in with a Foot-soldier there", "V1c10 S1a12", "Vc10-c11", "TB-9"),
    Case("TB-9", "in with a Priest in another area of hers", "V1c10 P1d10", "Vc10-c11", "TB-9"),
    Case("TB-9", "inside without a Priest", "V1c11", "Vc11-a13"),
    Case("TB-9", "across an area with a Priest there", "V1d8 P1d10", "Vd8-f10"),
    Case("TB-9", "across an area without one", "V1d8", "Vd8-f10", "TB-9"),
    Case("TB-9", "through the next area's first square", "V1c11 P1e10", "Vc11-e9"),
    Case("TB-9", "not onto the Priest of a larger area", "V1d10 P1d9", "Vd10-d9", "TB-9"),
    Case("TB-9", "onto the Priest at the top", "V1e9 P1f8", "Ve9-f8"),
    Case("TB-9", "to the top without a Priest", "V1e9", "Ve9-f8", "TB-9"),
    Case("TB-9", "no Priest onto his Virgin", "V1f8 P1g8", "Pg8-f8", "TB-6"),
    Case("TB-9", "a Priest to the top", "V1e9 P1g8", "Pg8-f8"),
    Case("TB-9", "a second Priest onto the first", "V1e9 P1g8 P1f8", "Pg8-f8", "TB-6"),
    Case("TB-9", "the Priest leaves first", "W1f8", "Pf8-f9"),
    Case("TB-9", "the Virgin leaves first", "W1f8", "Vf8-f9"),
    # TB-10
    Case("TB-10", "from the top taboo square", "V1f8", "Vf8-g7"),
    Case("TB-10", "from the top, her Priest beside her", "W1f8", "Vf8-g7"),
    Case("TB-10", "from beside it", "V1f7", "Vf7-g7", "TB-10"),
    Case("TB-10", "from level 2 over the Priest", "V1e9 P1f8", "Ve9-g7", "TB-6"),
    Case("TB-10", "a Priest", "P1f8", "Pf8-g7", "TB-10"),
    Case("TB-10", "a line through the altar", "P1f7", "Pf7-h7", "TB-10"),
    Case("TB-10", "a Virgin does not pass it either", "V1f8", "Vf8-h6", "TB-10"),
    Case("TB-10", "a line past the altar", "P1g8", "Pg8-h7"),
    # TB-12
    Case("TB-12", "who can move does not pass", "V1a8", "pass", "TB-12"),
    # TB-14
    Case("TB-14", "a capture has an x", "P1a10 S3a9", "Pa10-a9", "TB-14"),
    Case("TB-14", "no x without a capture", "P1a10", "Pa10xa9", "TB-14"),
    Case("TB-14", "the letter of the piece", "P1a10", "Sa10-a9", "TB-6"),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    game = position(case.pieces, turn=case.turn, options=case.options)
    assert (case.move in game.legal_moves) == (case.move in map(str, game.legal_moves)) == (not case.fault)
    if not case.fault:
        game.push(case.move)
        return
    before = game.fen()
    with pytest.raises(IllegalMoveError, match=rf"{case.move} is not .*{case.fault}\b"):
        game.push(case.move)
    assert game.fen() == before


def test_tb1_the_edge() -> None:
    game = position("V1g1")
    targets = ["e1", "f1", "h1", "i1", "g2", "g3", "f2", "e3", "h2", "i3"]
    assert moves_of(game, "Vg1") == {f"Vg1-{to}" for to in targets}
    game = position("V1g2")
    assert moves_of(game, "Vg2") == {
        f"Vg2-{to}" for to in ["e2", "f2", "h2", "i2", "g1", "g3", "f1", "h1", "f3", "h3"]
    }  # row 4 is level 2


def test_tb2_colours_and_turns() -> None:
    two = Tabu(players=2)
    two.push("Sc12-e12")
    assert two.turn == 1
    two.push("Sk2-i2")  # the second player has the south-east
    assert two.turn == 0
    three = Tabu(players=3, order=(2, 0, 1))
    turns = []
    for move in ("Sk2-i2", "Sc12-e12", "Sl11-l10"):
        turns.append(three.turn)
        three.push(move)
    assert turns == [2, 0, 1]
    with pytest.raises(PositionError, match="TB-2"):
        position("S4a5")
    assert position("S4a5", players=4).fen()


def test_tb5_setup() -> None:
    assert Tabu().fen() == (
        "V1P1S17S2P2V2/P1P1S17S2P2P2/S1S1S17S2S2S2/13/13/13/13/13/13/13/"
        "S4S4S47S3S3S3/P4P4S47S3P3P3/V4P4S47S3P3V3 1 0 4 -"
    )
    with pytest.raises(PositionError, match="TB-5"):
        position("P1d1 P1e1 P1f1 P1g1")
    assert position("P1d1 P1e1 P1f1").fen()


def test_tb9_she_stays_after_the_priest_and_needs_one_to_return() -> None:
    game = position("V1d10 P1e10 S3m2")
    game.push("Pe10-h13")
    game.push("Sm2-m3")
    game.push("Vd10-e10")
    game.push("Sm3-m2")
    game.push("Ve10-f10")
    game.push("Sm2-m3")
    with pytest.raises(IllegalMoveError, match="TB-9"):
        game.push("Vf10-e10")
    for move in ("Ph13-f11", "Sm3-m2", "Vf10-f9", "Sm2-m3"):
        game.push(move)
    assert "Vf9-e9" not in game.legal_moves


def test_tb9_sharing_in_either_order() -> None:
    game = position("V1e9 P1f8 S3m2")
    game.push("Ve9-f8")
    assert "W1" in game.fen()
    priest_first, virgin_first = game.copy(), game.copy()
    for other, moves in (
        (priest_first, "Sm2-m3 Pf8-f9 Sm3-m2 Vf8-e8"),
        (virgin_first, "Sm2-m3 Vf8-e8 Sm3-m2 Pf8-f9"),
    ):
        for move in moves.split():
            other.push(move)
    assert priest_first == virgin_first
    assert game.fen().split()[0] != priest_first.fen().split()[0]


def test_tb11_altar() -> None:
    game = position("V1f8")
    assert game.scores() == (0, 0)
    game.push("Vf8-g7")
    assert game.outcome().termination == "altar"
    assert (game.outcome().winners, game.scores(), game.outcome().utilities) == ((0,), (1, 0), (1.0, 0.0))
    assert list(game.legal_moves) == []
    assert game.perft(1) == 0


@pytest.mark.parametrize("eliminated", ["remove", "inert"])
def test_tb11_elimination(eliminated: str) -> None:
    options = "" if eliminated == "remove" else "eliminated=inert"
    game = position("S1a5 V2a8 S2d13 P2k13 S2h12", players=4, options=options, ply=10)
    game.push("Sa5xa8")
    assert game.out == (1,)
    assert game.eliminations == ((1, 0, 11),)
    assert game.outcome() is None
    assert game.turn == 2  # player 2 is skipped, without a ply
    assert game.ply() == 11
    assert ("S2" in game.fen()) == (eliminated == "inert")
    game.push("Vm1-l2")
    game.push("Va1-b2")
    assert game.turn == 0
    assert ("Sa8-a7" in game.legal_moves) is True
    game.pop()
    game.pop()
    game.pop()
    assert game.eliminations == ()
    assert game.out == ()


def test_tb11_inert_pieces_block_and_are_captured_but_not_at_home() -> None:
    game = position("P1e13 S2h13 S2k12 P1j12", players=3, out="2", options="eliminated=inert")
    assert "Pe13xh13" in game.legal_moves
    assert "Pe13-i13" not in game.legal_moves
    with pytest.raises(IllegalMoveError, match="TB-8"):
        game.push("Pj12xk12")
    removed = position("P1e13 P1j12", players=3, out="2")
    assert "Pe13-i13" in removed.legal_moves
    with pytest.raises(IllegalMoveError, match="TB-8"):  # the area stays closed
        removed.push("Pj12-k12")


def test_tb11_last_player() -> None:
    game = position("S1a5 V3a8")
    game.push("Sa5xa8")
    assert game.outcome().termination == "last"
    assert (game.outcome().winners, game.scores()) == ((0,), (0, 0))
    near = position("S1a5 S3a8")
    near.push("Sa5xa8")
    assert near.outcome() is None


def test_tb12_forced_pass() -> None:
    # The Virgin in the corner is walled in by Foot-soldiers of colour 2 outside her home.
    fen = "12V2/13/13/V1S211/S2S211/13/13/13/13/13/13/13/V411V3 1 40 4 -"
    game = Tabu.from_fen(fen)
    assert [str(move) for move in game.legal_moves] == ["pass"]
    game.push("pass")
    assert (game.turn, game.ply()) == (1, 41)
    freed = Tabu.from_fen(fen.replace("V1S211", "V112"))
    assert "pass" not in freed.legal_moves
    assert "Va10-b10" in freed.legal_moves


def test_tb12_truncation() -> None:
    game = position("S3m2", ply=58, options="max_plies=60")
    game.push("Va13-b12")
    assert game.outcome() is None
    game.push("Sm2-m3")
    assert game.outcome().termination == "truncated"
    assert (game.outcome().winners, game.outcome().utilities) == ((), (0.5, 0.5))
    three = position("", players=4, out="2", ply=60, options="max_plies=60")
    assert three.outcome().utilities == pytest.approx((1 / 3, 0, 1 / 3, 1 / 3))
    last = position("V1f8", ply=59, options="max_plies=60")
    last.push("Vf8-g7")
    assert last.outcome().termination == "altar"
    with pytest.raises(PositionError, match="TB-12"):
        position("", ply=61, options="max_plies=60")


def test_tb13_another_board() -> None:
    game = Tabu(layout=SMALL)
    assert game.fen().startswith("3S15/1V1P13P2V21/")
    assert Tabu.from_fen(game.fen(), layout=SMALL) == game
    with pytest.raises(PositionError, match="TB-13"):
        Tabu.from_fen(game.fen())
    with pytest.raises(PositionError, match="TB-13"):
        Tabu.from_fen(Tabu().fen(), layout=SMALL)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Pass",
        "a1-a2",
        "Pa1a2",
        "Pa0-a1",
        "Pa1-p1",
        "Pa1-a16",
        "Pa01-a2",
        "pa1-a2",
        "Wa1-a2",
        "Pa1-a2 ",
        "Pa1--a2",
        "PA1-a2",
        "Pa1Xa2",
    ],
)
def test_tb14_not_a_move(text: str) -> None:
    with pytest.raises(InvalidMoveError, match="TB-14"):
        Tabu().push(text)
