"""The rules of Aztec: positions where a rule decides, each beside one where it just does not.

Every expectation was worked out by hand from the rules in ``docs/rules/aztec.md``; the comments say
how, naming cells as column, row, level. No test here takes a number from the engine. A position
need not be reachable, so a piece may float where a case needs a cube.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import pytest
from reference.aztec import LEVELS, PIECE, PLACEMENTS, START_CUBE, Cell, shift

from teocalli import Aztec, AztecMatch, GameError, IllegalMoveError, InvalidMoveError

PIECES = 22
RIM = {(x, y) for x in range(9) for y in range(9) if x in (0, 8) or y in (0, 8)}

# Eight pieces that top every square of the rim: four cover a corner and the two squares to each side
# of it, four cover three squares of an edge.
FULL_RIM = "M@a1.2 B@a4.1 N@a7.2 D@d1.1 G@d8.1 F@g1.2 W@g7.2 F@g4.2"


def position(pieces: str, tail: str = "2", turn: int = 1) -> Aztec:
    """Set up a position: placements, whoever placed them; the end of the text; the player to move."""
    listed = ",".join("1" + piece for piece in sorted(pieces.split()))
    return Aztec.from_fen(f"{listed or '-'} {turn} {tail}")


def finished(pieces: str, tail: str = "2") -> Aztec:
    """Set up a game with 22 pieces, of which only ``pieces`` reach level 3 above the rim."""
    chosen = pieces.split()
    used = {START_CUBE}.union(*(PLACEMENTS[piece] for piece in chosen))
    for name, cells in sorted(PLACEMENTS.items(), key=lambda item: sum(z for _, _, z in item[1])):  # flat
        scoring = any(z == LEVELS and (x, y) in RIM for x, y, z in cells)
        if len(chosen) < PIECES and not cells & used and not scoring:
            chosen.append(name)
            used |= cells
    assert len(chosen) == PIECES
    return position(" ".join(chosen), tail)


def moves(game: Aztec) -> set[str]:
    return {str(move) for move in game.legal_moves}


# AX-1 to AX-3: board, piece, placements


def turns() -> set[frozenset[Cell]]:
    """Turn the piece in every way, by quarter turns about two axes, each pushed against zero."""
    seen: set[frozenset[Cell]] = set()
    new = [frozenset(PIECE)]
    while new:
        cells = new.pop()
        low = [min(cell[axis] for cell in cells) for axis in range(3)]
        cells = shift(cells, (-low[0], -low[1], -low[2]))
        if cells not in seen:
            seen.add(cells)
            new += [frozenset((-y, x, z) for x, y, z in cells), frozenset((x, -z, y) for x, y, z in cells)]
    return seen


SHAPES = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWX", sorted(map(sorted, turns())), strict=True))


def board_cells(game: Aztec) -> set[Cell]:
    """Read the cells that players have filled from the text board."""
    rows = str(game).splitlines()[1:10]
    return {
        (x, 8 - i, z + 1)
        for i, row in enumerate(rows)
        for z, x in itertools.product(range(3), range(9))
        if row[3 + 21 * z + 2 * x] in "123"
    }


def test_ax1_the_starting_cube_fills_e5() -> None:
    # D@e5.1 has its column on e5; D@d5.1 beside it begins with d5 and bends over it on level 3.
    with pytest.raises(ValueError, match="AX-4"):
        position("D@e5.1")
    assert (4, 4, 3) in board_cells(position("D@d5.1"))


def test_ax2_orientations_differ_and_the_mirror_image_is_none_of_them() -> None:
    assert len(SHAPES) == 24
    mirrored = shift(frozenset((-x, y, z) for x, y, z in PIECE), (2, 0, 0))
    assert mirrored not in turns()
    assert frozenset(PIECE) in turns()


@pytest.mark.parametrize("letter", SHAPES)
def test_ax3_each_placement_fills_its_cells(letter: str) -> None:
    count = 0
    shape = SHAPES[letter]
    width, depth, height = (max(cell[axis] for cell in shape) + 1 for axis in range(3))
    for x, y, z in itertools.product(range(10 - width), range(10 - depth), range(1, 5 - height)):
        name = f"{letter}@{'abcdefghi'[x]}{y + 1}.{z}"
        cells = shift(shape, (x, y, z))
        if START_CUBE not in cells:
            assert board_cells(position(name)) == cells, name
        count += 1
    assert count == sum(name[0] == letter for name in PLACEMENTS)
    assert len(PLACEMENTS) == 1680


def test_ax3_notation_is_exact() -> None:
    game = Aztec()
    assert str(game.parse_move("X@a1.1")) == "X@a1.1"
    for text in (
        "Y@a1.1",
        "x@a1.1",
        "X@A1.1",
        "X@a0.1",
        "X@j1.1",
        "X@a1.0",
        "X@a1.4",
        "X@a1",
        "X@a1.1 ",
        "Xa1.1",
    ):
        with pytest.raises(InvalidMoveError, match="AX-3"):
            game.parse_move(text)


def test_ax4_inside() -> None:
    # A is 2 wide, 3 deep, 3 high: its last anchor is h7.1.
    game = Aztec()
    assert str(game.parse_move("A@h7.1")) == "A@h7.1"
    for outside in ("A@i7.1", "A@h8.1", "A@h7.2"):
        with pytest.raises(InvalidMoveError, match="AX-4"):
            game.parse_move(outside)


def test_ax4_empty_cells() -> None:
    # J@d4.1 fills d4 d5 e4 f4 on level 1 and f4 on 2 and 3. L@b3.1 ends in d5.1 and d5.2: on a filled cell.
    # The same piece one row further north, L@b4.1 (b4 c4 d4..), is too; one to the west L@a3.1
    # (a3 b3 c3 c4 c5, c5 on level 2) touches d4 and d5 from the west and is legal.
    game = position("J@d4.1")
    with pytest.raises(IllegalMoveError, match=r"filled.*AX-4"):
        game.push("L@b3.1")
    game.push("L@a3.1")


# AX-5: contact


@dataclass(frozen=True)
class Try:
    """A position, a placement, and the rule that forbids it, if one does."""

    what: str
    pieces: str
    move: str
    forbidden_by: str = ""

    def __str__(self) -> str:
        return self.what


CONTACTS = [
    # I@d4.1 fills d4 d5 d6 e4 f4 and f4.2: d5 and e4 touch e5.
    Try("two faces of the starting cube", "", "I@d4.1"),
    # I@f5.1 fills f5 f6 f7 g5 h5 and h5.2: only f5 touches e5.
    Try("one face of the starting cube", "", "I@f5.1", "AX-5"),
    # I@f6.1 meets e5 only along an edge.
    Try("an edge is no face", "", "I@f6.1", "AX-5"),
    Try("the ground does not count", "", "I@a1.1", "AX-5"),
    # I@a4.1 fills a4 a5 a6 b4 c4 and c4.2. A@d4.1 stands on d4 on all levels: c4.1 and c4.2 touch it.
    Try("one face on each of two levels", "A@d4.1", "I@a4.1"),
    # I@d4.1 has d4 on level 1 only.
    Try("one of the two levels is missing", "I@d4.1", "I@a4.1", "AX-5"),
    # A@d4.1 also fills d5 d6 e6 on the ground. E@d5.2 stands on d5 and d6 and touches d4, but d7 e7 f7 hang.
    Try("faces from above count, yet it hangs", "A@d4.1", "E@d5.2", "AX-6"),
]


@pytest.mark.parametrize("case", CONTACTS, ids=str)
def test_ax5_contact(case: Try) -> None:
    check(case)


def check(case: Try, tail: str = "2") -> None:
    game = position(case.pieces, tail)
    assert (case.move in game.legal_moves) == (not case.forbidden_by)
    if case.forbidden_by:
        with pytest.raises(IllegalMoveError, match=case.forbidden_by + r"\)"):
            game.push(case.move)
    else:
        game.push(case.move)


# AX-6: support. I@c3.2 lies on level 2: c5 c4 c3 d3 e3 in a chain round the corner c3, and e3.3 on e3.2. The
# pieces below, which do not share a cell with it, put cubes under exactly the squares named.

SUPPORTS = [
    Try("c3 c5 e3: c4 and d3 hang apart", "A@b1.1 A@e1.1 B@b5.1", "I@c3.2"),
    Try("c4 d3 e3: the corner and one end hang apart", "A@b2.1 A@d1.1", "I@c3.2"),
    Try("c3 c4 e3: c5 and d3 hang apart", "A@b1.1 A@e1.1 B@b4.1", "I@c3.2"),
    Try("c3 d3 e3: c4 and c5 hang, a chain of two at the end", "A@b1.1 A@d1.1", "I@c3.2", "AX-6"),
    Try("c5 d3 e3: c3 and c4 hang, a chain of two at the corner", "A@b3.1 A@d1.1", "I@c3.2", "AX-6"),
    Try("c4 e3: c3 and d3 hang, a chain of two at the corner", "A@b2.1 A@e1.1", "I@c3.2", "AX-6"),
    Try("c5 e3: three hang round the corner", "A@b3.1 A@e1.1", "I@c3.2", "AX-6"),
    Try("c5: a chain of four hangs", "A@b3.1", "I@c3.2", "AX-6"),
    Try("c3 c4 c5 d3: e3.2 and e3.3 hang one above the other", "A@b1.1 A@d2.1 H@c4.1", "I@c3.2", "AX-6"),
]


@pytest.mark.parametrize("case", SUPPORTS, ids=str)
def test_ax6_support(case: Try) -> None:
    check(case)


def test_ax6_the_squares_below_are_those_named() -> None:
    """The cases above have cubes under I@c3.2 just where they say."""
    for case in SUPPORTS:
        below = {(x, y) for x, y, z in PLACEMENTS[case.move] if z == 2}
        cubes = {(x, y) for x, y, z in board_cells(position(case.pieces)) if z == 1}
        named = case.what.split(":")[0].split()
        assert {"abcdefghi"[x] + str(y + 1) for x, y in below & cubes} == set(named)


# AX-7: insertion

UNDER = [
    # D@c3.1 fills c3 on levels 1 to 3, d3.3, e3.3, e4.3. K@c2.1 fills c2 d2 d3 d4 on level 1, d4.2, d4.3.
    # They interlock. From its place and one level higher K cannot go east (d4.3 meets e4.3), south (d4.3
    # meets d3.3), north (c2 meets c3) or west (d3 meets c3), and d3 stops it under d3.3.
    Try("interlocking pieces", "D@c3.1", "K@c2.1", "AX-7"),
    # N@b1.2 fills b1 b2 b3 c3 d3 on level 3 and d3.2. E@b1.1 fills b1.1 b1.2 b2 b3 c3 d3: a roof over
    # each square, but south is free all the way over the rim.
    Try("under a roof, in over the rim", "N@b1.2", "E@b1.1"),
]


@pytest.mark.parametrize("case", UNDER, ids=str)
def test_ax7_slide(case: Try) -> None:
    check(case, "2 insertion=slide")


@pytest.mark.parametrize("case", UNDER, ids=str)
def test_ax7_any(case: Try) -> None:
    check(Try(case.what, case.pieces, case.move))


def test_ax7_everything_can_be_slid_in_at_first() -> None:
    assert moves(Aztec(insertion="slide")) == moves(Aztec())


# AX-8: turns and end


def test_ax8_players_alternate_and_nobody_passes() -> None:
    game = Aztec()
    for player, move in enumerate(("J@d4.1", "L@a3.1")):
        assert game.turn == player
        with pytest.raises(IllegalMoveError, match=r"no passing.*AX-8"):
            game.push("pass")
        game.push(move)
    assert game.turn == 0


def test_ax8_the_game_ends_after_22_pieces() -> None:
    names = finished("C@a1.1").fen().split()[0].split(",")
    assert len(names) == PIECES
    last_but_one = Aztec.from_fen(",".join(names[1:]) + " 1 2")
    assert not last_but_one.is_game_over()
    outcome = finished("C@a1.1").outcome()
    assert outcome is not None
    assert not outcome.early


def test_ax8_the_game_ends_early_when_nothing_fits() -> None:
    # Twenty pieces of a real game in which no placement is left; that none is, the reference rules say too.
    twenty = (
        "2A@a3.1,1A@d4.1,2A@d7.1,1C@c1.1,2C@c3.1,2C@e2.1,1C@f3.1,1C@g1.1,2G@f8.1,2I@e5.2,2I@g2.2,1K@a2.1,"
        "1K@h2.1,2K@h5.1,2L@e4.1,2L@e7.1,1O@e6.1,1Q@b5.1,1Q@g6.1,1T@a7.1"
    )
    game = Aztec.from_fen(f"{twenty} 1 2")
    assert list(game.legal_moves) == []
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.early
    assert outcome.winners == (0 if game.scores()[0] >= game.scores()[1] else 1,)
    with pytest.raises(IllegalMoveError, match="over"):
        game.push("J@d4.1")


# AX-9: points

TOWERS = [
    # pieces, points with corners, points without
    (FULL_RIM, (18, 18), (14, 14)),
    # C@a1.1: a1 to level 3, a2.3; the rest lies on the ground. a1 is in row 1 and column a, a2 in column a.
    ("C@a1.1", (1, 2), (0, 1)),
    # A@a1.1: a1 to level 3, the rest on the ground.
    ("A@a1.1", (1, 1), (0, 0)),
    # D@d1.1: d1.3 e1.3 f1.3 in row 1, f2.3 inside.
    ("D@d1.1", (3, 0), (3, 0)),
    # The same one row further north tops no square of the rim.
    ("D@d2.1", (0, 0), (0, 0)),
    # F@g1.1 is F@g1.2 of the full rim one level lower: nothing on level 3.
    ("F@g1.2", (3, 3), (2, 2)),
    ("F@g1.1", (0, 0), (0, 0)),
]


@pytest.mark.parametrize(("pieces", "both", "none"), TOWERS)
def test_ax9_points(pieces: str, both: tuple[int, int], none: tuple[int, int]) -> None:
    assert position(pieces).scores() == both
    assert position(pieces, "2 corners=none").scores() == none


def test_ax9_it_does_not_matter_who_placed_a_cube() -> None:
    assert Aztec.from_fen("2D@d1.1 1 2").scores() == Aztec.from_fen("1D@d1.1 1 2").scores() == (3, 0)


# AX-10 and AX-11: results

RESULTS = [
    ("AX-10 North/South has more", "D@d1.1", "2", (0,), "points"),
    ("AX-10 East/West has more", "C@a1.1", "2", (1,), "points"),
    ("AX-10 a tie is the starter's", "A@a1.1", "2", (0,), "starter"),
    ("AX-10 nobody scored", "", "2", (0,), "starter"),
    ("AX-11 East/West reaches 2", "C@a1.1", "3 barrier=2 oh_puch=1", (2,), "broken"),
    ("AX-11 nobody reaches 3", "C@a1.1", "3 barrier=3 oh_puch=1", (0,), "held"),
    ("AX-11 North/South reaches 3", "D@d1.1", "3 barrier=3 oh_puch=1", (1,), "broken"),
    ("AX-11 both reach 1: North/South", "A@a1.1", "3 barrier=1 oh_puch=1", (1,), "broken"),
    ("AX-11 both have 1 of 2", "A@a1.1", "3 barrier=2 oh_puch=1", (0,), "held"),
    ("AX-11 Oh Puch is player 3: North/South is player 1", "D@d1.1", "3 barrier=3 oh_puch=3", (0,), "broken"),
    ("AX-11 Oh Puch is player 2: East/West is player 1", "C@a1.1", "3 barrier=2 oh_puch=2", (0,), "broken"),
]


@pytest.mark.parametrize(("what", "pieces", "tail", "winners", "termination"), RESULTS)
def test_ax10_ax11_results(
    what: str, pieces: str, tail: str, winners: tuple[int, ...], termination: str
) -> None:
    outcome = finished(pieces, tail).outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.termination) == (winners, termination), what
    assert outcome.utilities == tuple(float(player in winners) for player in range(len(outcome.scores)))


def test_ax11_turns_and_scores() -> None:
    game = Aztec(players=3, barrier=5, oh_puch=1)
    assert [game.turn, game.scores()] == [1, (0, None, 0)]
    game.push("J@d4.1")
    assert game.turn == 2
    game.push("L@a3.1")
    assert game.turn == 0
    counts = [0, 0, 0]
    for piece in range(PIECES):
        counts[(1 + piece) % 3] += 1
    assert counts == [7, 8, 7]
    assert position("C@a1.1", "3 barrier=5 oh_puch=2").scores() == (2, None, 1)


# AX-12: the auction


def after(*bids: str, **options: object) -> Aztec:
    game = Aztec(players=3, **options)
    for bid in bids:
        game.push(bid)
    return game


def bids(last: int, passing: bool = True) -> set[str]:
    return {f"bid{number}" for number in range(1, last + 1)} | ({"pass"} if passing else set())


def test_ax12_the_first_player_must_bid() -> None:
    game = Aztec(players=3)
    assert moves(game) == bids(18, passing=False)
    assert moves(Aztec(players=3, corners="none")) == bids(14, passing=False)
    with pytest.raises(IllegalMoveError, match=r"must bid.*AX-12"):
        game.push("pass")
    with pytest.raises(IllegalMoveError, match=r"after the auction.*AX-12"):
        game.push("J@d4.1")
    with pytest.raises(IllegalMoveError, match="AX-12"):
        Aztec(players=3, corners="none").push("bid15")


def test_ax12_bids_go_down_and_round() -> None:
    game = after("bid12")
    assert moves(game) == bids(11)
    with pytest.raises(IllegalMoveError, match=r"lower.*AX-12"):
        game.push("bid12")
    assert [after("bid12").turn, after("bid12", "bid11").turn, after("bid12", "bid11", "bid9").turn] == [
        1,
        2,
        0,
    ]
    assert after("bid12", "bid11").scores() == (0, 0, 0)


def test_ax12_a_pass_is_for_good() -> None:
    game = after("bid12", "pass", "bid9")
    assert game.turn == 0
    game.push("bid8")
    assert game.turn == 2  # not player 2 (1 here), who has passed


AUCTIONS = [
    # bids, Oh Puch, barrier
    (("bid18", "pass", "pass"), 0, 18),
    (("bid12", "bid11", "pass", "pass"), 1, 11),
    (("bid12", "pass", "bid9", "pass"), 2, 9),
    (("bid12", "bid11", "bid9", "bid8", "pass", "pass"), 0, 8),
    (("bid1",), 0, 1),
    (("bid2", "bid1"), 1, 1),
    (("bid5", "pass", "bid1"), 2, 1),
]


@pytest.mark.parametrize(("made", "oh_puch", "barrier"), AUCTIONS)
def test_ax12_end(made: tuple[str, ...], oh_puch: int, barrier: int) -> None:
    assert "bids=" in after(*made[:-1]).fen()
    game = after(*made)
    assert game.fen() == f"- {oh_puch + 1} 3 barrier={barrier} oh_puch={oh_puch + 1}"
    assert (game.turn, game.ply()) == (oh_puch, len(made))
    assert game.scores()[oh_puch] is None
    assert game == Aztec(players=3, barrier=barrier, oh_puch=oh_puch)
    assert game.key() == Aztec(players=3, barrier=barrier, oh_puch=oh_puch).key()
    with pytest.raises(IllegalMoveError, match="no auction now"):
        game.push("bid1")


def test_ax12_given_barrier() -> None:
    assert Aztec(players=3, barrier=7).fen() == "- 1 3 barrier=7 oh_puch=1"
    assert Aztec(players=3, barrier=18).turn == 0
    assert Aztec(players=3, barrier=14, corners="none", oh_puch=2).turn == 2


REFUSED = [
    ({"players": 3, "barrier": 0}, "barrier '0'.*1 to 18.*AX-12"),
    ({"players": 3, "barrier": 19}, "barrier '19'.*1 to 18.*AX-12"),
    ({"players": 3, "barrier": 15, "corners": "none"}, "barrier '15'.*1 to 14.*AX-12"),
    ({"players": 3, "barrier": "many"}, "barrier must be"),
    ({"players": 3, "barrier": 5, "oh_puch": 3}, "oh_puch '4'.*1 to 3.*AX-12"),
    ({"players": 3, "barrier": 5, "oh_puch": -1}, "oh_puch '0'.*AX-12"),
    ({"players": 3, "oh_puch": 1}, "AX-12"),
    ({"players": 2, "barrier": 5}, "AX-10"),
    ({"players": 2, "oh_puch": 0}, "AX-10"),
    ({"players": 2, "match": True, "oh_puch": 0}, "AX-10"),
    ({"players": 3, "match": True}, "needs oh_puch.*AX-13"),
    ({"players": 3, "match": True, "oh_puch": 0, "barrier": 5}, "AX-13"),
    ({"players": 3, "match": "yes", "oh_puch": 0}, "True or False"),
    ({"insertion": "drop"}, "insertion 'drop'.*any or slide.*AX-7"),
    ({"corners": "one"}, "corners 'one'.*both or none.*AX-9"),
    ({"players": 4}, "2 to 3"),
]


@pytest.mark.parametrize(("options", "message"), REFUSED)
def test_options_that_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(GameError, match=message):
        Aztec(**options)


# AX-13: the match


def test_ax13_nobody_wins_a_game_of_a_match() -> None:
    outcome = finished("C@a1.1", "3 oh_puch=2 match=yes").outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.termination) == ((), "points")
    assert outcome.scores == (2, None, 1)
    assert outcome.utilities == (1 / 3, 1 / 3, 1 / 3)


def test_ax13_each_player_is_oh_puch_once() -> None:
    match = AztecMatch(corners="none")
    assert [game.scores() for game in match.games] == [(None, 0, 0), (0, None, 0), (0, 0, None)]
    starters = []
    while not match.is_over():
        if not match.game.move_stack:
            starters.append(match.turn)
        match.push(next(iter(match.legal_moves)))
    assert starters == [0, 1, 2]
    assert len(match.move_stack) == match.ply() == sum(game.ply() for game in match.games)
    assert list(match.legal_moves) == []


def finished_match(*pieces: str) -> AztecMatch:
    """Set up a match of three finished games."""
    match = AztecMatch()
    match.games = tuple(finished(name, f"3 oh_puch={seat + 1} match=yes") for seat, name in enumerate(pieces))
    assert match.is_over()
    return match


def test_ax13_totals() -> None:
    # Builders: 1 and 2, then 2 and 0, then 0 and 1. D@d1.1 is 3 to 0, A@a1.1 is 1 to 1, C@a1.1 is 1 to 2.
    match = finished_match("D@d1.1", "A@a1.1", "C@a1.1")
    assert match.totals() == (1 + 1, 3 + 2, 0 + 1)
    assert match.result().totals == match.totals()
    assert match.result().winners == (1,)


def test_ax13_equal_totals_share() -> None:
    # A@a1.1 gives one point to each builder: every player has two in the end.
    result = finished_match("A@a1.1", "A@a1.1", "A@a1.1").result()
    assert (result.winners, result.totals) == ((0, 1, 2), (2, 2, 2))


def test_ax13_take_back_over_the_border_of_games() -> None:
    match = AztecMatch()
    with pytest.raises(IndexError):
        match.pop()
    while match.game is match.games[0]:
        match.push(next(iter(match.legal_moves)))
    before = match.copy()
    match.push(next(iter(match.legal_moves)))
    assert match != before
    match.pop()
    assert match == before
    match.pop()
    assert match.game is match.games[0]
    assert match.result() is None
