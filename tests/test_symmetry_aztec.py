"""Aztec has no favourite direction and no favourite hand, and no piece topples (AX-2, AX-6)."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest
from reference import aztec as slow
from support import Setting, by_setting, finished_game, random_position, settings_of

from teocalli import Aztec

POSITIONS = 12
NAMES = {cells: name for name, cells in slow.PLACEMENTS.items()}
Point = tuple[Fraction, Fraction]


def turned(placement: str) -> str:
    """Turn a placement by a quarter about the middle of the board."""
    return NAMES[frozenset((y, 8 - x, z) for x, y, z in slow.PLACEMENTS[placement])]


def turned_move(move: str) -> str:
    return turned(move) if "@" in move else move


def turned_position(fen: str) -> str:
    pieces, rest = fen.split(" ", 1)
    if pieces == "-":
        return fen
    turned_pieces = [(turned(piece[1:]), piece[0]) for piece in pieces.split(",")]
    return ",".join(player + name for name, player in sorted(turned_pieces)) + " " + rest


@pytest.mark.parametrize("setting", settings_of("aztec"), ids=by_setting)
def test_quarter_turn(setting: Setting) -> None:
    """It maps placements to placements and keeps the counts by move."""
    for seed in range(POSITIONS):
        game = random_position(setting, seed, plies=24)
        image = Aztec.from_fen(turned_position(game.fen()))
        expected = {turned_move(str(move)): nodes for move, nodes in game.divide(2).items()}
        assert {str(move): nodes for move, nodes in image.divide(2).items()} == expected, game.fen()


@pytest.mark.parametrize("setting", [s for s in settings_of("aztec") if s.players == 2], ids=by_setting)
def test_quarter_turn_swaps_the_scores(setting: Setting) -> None:
    for seed in range(50):
        game = finished_game(setting, seed)
        image = Aztec.from_fen(turned_position(game.fen()))
        assert image.scores() == game.scores()[::-1]
        assert image.is_game_over()


def test_four_quarter_turns_are_none() -> None:
    for placement in slow.PLACEMENTS:
        images = list(itertools.accumulate(range(4), lambda name, _: turned(name), initial=placement))
        assert images[4] == placement
        assert len(set(images)) == 4


# The mirrored piece


def count(cubes: set[slow.Cell], placements: list[frozenset[slow.Cell]], depth: int) -> int:
    """Count sequences of placements, with sets of cells alone."""
    legal = [
        piece
        for piece in placements
        if not piece & cubes and slow.contacts(piece, cubes) >= 2 and slow.is_supported(piece, cubes)
    ]
    return len(legal) if depth == 1 else sum(count(cubes | piece, placements, depth - 1) for piece in legal)


@pytest.mark.parametrize("depth", [1, 2, pytest.param(3, marks=pytest.mark.slow)])
def test_mirrored_piece_has_the_same_perft(monkeypatch: pytest.MonkeyPatch, depth: int) -> None:
    monkeypatch.setattr(slow, "PIECE", [(-x, y, z) for x, y, z in slow.PIECE])
    mirrored = [cells for _, cells in slow.placements()]
    assert len(mirrored) == 1680
    assert not set(mirrored) & set(NAMES)
    assert count({slow.START_CUBE}, mirrored, depth) == Aztec().perft(depth)


# No legal piece topples


def cross(a: Point, b: Point, c: Point) -> Fraction:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def half_hull(points: list[Point]) -> list[Point]:
    hull: list[Point] = []
    for point in points:
        while len(hull) > 1 and cross(hull[-2], hull[-1], point) <= 0:
            hull.pop()
        hull.append(point)
    return hull[:-1]


def stands(piece: frozenset[slow.Cell], squares: set[tuple[int, int]]) -> bool:
    """Tell whether the centre of mass lies strictly inside the hull of the unit squares."""
    corners = sorted({(Fraction(x + i), Fraction(y + j)) for x, y in squares for i in (0, 1) for j in (0, 1)})
    if not corners:
        return False
    hull = half_hull(corners) + half_hull(corners[::-1])
    half = Fraction(1, 2)
    centre = tuple(sum(cell[axis] for cell in piece) / Fraction(len(piece)) + half for axis in (0, 1))
    return all(cross(a, b, centre) > 0 for a, b in zip(hull, hull[1:] + hull[:1], strict=True))


def supports(piece: frozenset[slow.Cell]) -> list[slow.Cell]:
    """Return the cells below a piece that may hold a cube."""
    return sorted({(x, y, z - 1) for x, y, z in piece} - piece)


def placements_with_supports() -> list[tuple[str, frozenset[slow.Cell], tuple[slow.Cell, ...]]]:
    """Return each orientation on each level, with each set of cubes below it."""
    cases = []
    for (letter, shape), level in itertools.product(slow.orientations().items(), (1, 2, 3)):
        piece = slow.shift(shape, (3, 3, level))
        below = [cell for cell in supports(piece) if cell[2] >= 1]
        for n in range(len(below) + 1):
            cases += [(letter, piece, chosen) for chosen in itertools.combinations(below, n)]
    return cases


def test_what_is_supported_stands() -> None:
    checked = 0
    for letter, piece, chosen in placements_with_supports():
        ground = {(x, y) for x, y, z in supports(piece) if z == 0}
        if slow.is_supported(piece, set(chosen)):
            checked += 1
            assert stands(piece, ground | {(x, y) for x, y, _ in chosen}), (letter, sorted(piece), chosen)
    assert checked > 300


def test_the_looser_reading_would_let_pieces_topple() -> None:
    """With "right below" taken as the own piece too, held or not, half the orientations could topple."""

    def loosely(piece: frozenset[slow.Cell], cubes: set[slow.Cell]) -> bool:
        hanging = {
            (x, y, z)
            for x, y, z in piece
            if z > 1 and (x, y, z - 1) not in piece and (x, y, z - 1) not in cubes
        }
        return not any(slow.neighbours(cell) & hanging for cell in hanging)

    toppling = {
        letter
        for letter, piece, chosen in placements_with_supports()
        if all(z > 1 for _, _, z in piece)
        and loosely(piece, set(chosen))
        and not stands(piece, {(x, y) for x, y, _ in chosen})
    }
    assert len(toppling) == 12
