"""Tabu, played slowly and plainly from the text of its rules: the oracle of the fast engine.

Each piece of code names the rule that it carries out (TB-1 to TB-14).
"""

from __future__ import annotations

import copy
import functools
import hashlib
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Self

Square = tuple[int, int]  # column and row, both from 0: a1 is (0, 0)
Step = tuple[Square, Square]

DEFAULT_LAYOUT_FILE = Path(__file__).resolve().parents[2] / "src" / "teocalli" / "layouts" / "default.toml"

COLOURS = (1, 2, 3, 4)  # TB-2
COLOURS_IN_PLAY = {2: (1, 3), 3: (1, 2, 3), 4: (1, 2, 3, 4)}  # TB-2, by number of players
REACH = {"V": 2, "P": 7, "S": 5}  # TB-6
SETUP_COUNTS = {"V": (1, 1), "P": (1, 3), "S": (0, 5)}  # TB-13, least and most per colour
DIRECTIONS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))  # TB-6

DESCEND = ("free", "stairs")  # TB-7, the default first
ELIMINATED = ("remove", "inert")  # TB-11, the default first
MAX_PLIES = 2000  # TB-12
LARGEST_NUMBER = 999_999_999  # of plies, so that any 32-bit integer can hold it


class Piece(NamedTuple):
    """A piece: its kind, ``V``, ``P`` or ``S``, and its colour, 1 to 4."""

    kind: str
    colour: int


@dataclass(frozen=True)
class Outcome:
    """How a game ended; tuples are by player."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    utilities: tuple[float, ...]
    termination: str


def require(condition: bool, message: str) -> None:
    """Raise ValueError with ``message`` unless ``condition`` holds."""
    if not condition:
        raise ValueError(message)


def square_text(square: Square) -> str:
    """Write a square as its column letter and row number."""
    column, row = square
    return f"{'abcdefghijklmno'[column]}{row + 1}"


def read_square(text: str, size: int) -> Square:
    """Read a square of a board of ``size`` rows and columns."""
    require(bool(re.fullmatch(r"[a-o](1[0-5]|[1-9])", text)), f"{text!r} is not a square")
    column, row = "abcdefghijklmno".index(text[0]), int(text[1:]) - 1
    require(column < size and row < size, f"{text} is not on a board of {size}x{size} squares (TB-13)")
    return column, row


def neighbours(square: Square) -> list[Square]:
    """Return the eight squares around ``square``, also those beyond the edge."""
    column, row = square
    return [(column + right, row + up) for right, up in DIRECTIONS]


def rows_from_the_top(size: int) -> Iterator[list[Square]]:
    """Yield each row of the board as squares from the west, the top row first."""
    for row in reversed(range(size)):
        yield [(column, row) for column in range(size)]


# ---- The layout (TB-13) ----


@dataclass(frozen=True)
class Layout:
    """A board: levels, taboo areas, stairs, setup and altar (TB-13).

    The canonical text of a layout has nine lines, each ended by a newline::

        size <number>
        levels <a digit per square, rows from the top, joined by />
        areas <likewise: the colour's digit or . per square>
        stairs 1 <stairs such as g11-g10, sorted as text, each after one space>
        stairs 2 ...
        stairs 3 ...
        stairs 4 ...
        setup <the board field of the position notation, all four colours>
        altar <square>

    The line of a colour without stairs ends after the digit. The hash of a layout is the first 16 hexadecimal
    digits, in lower case, of the SHA-256 of this text in ASCII.
    """

    size: int
    levels: dict[Square, int]
    taboo: dict[Square, int]  # the colour of each taboo square
    stairs: dict[int, set[Step]]  # by colour, from the lower square to the upper one
    setup: dict[Square, Piece]
    altar: Square

    @classmethod
    def from_dict(cls, raw: dict[str, Any]) -> Self:
        """Make a layout of what ``tomllib`` reads from a layout file, or refuse it (TB-13)."""
        require(
            set(raw) == {"size", "altar", "levels", "areas", "setup", "stairs"},
            "a layout has size, altar, levels, areas, setup and stairs, and nothing else (TB-13)",
        )
        size = raw["size"]
        is_size = type(size) is int and size in range(7, 16, 2)
        require(is_size, f"size {size!r} is not odd from 7 to 15 (TB-13)")
        levels = read_map(raw, "levels", size, "[1-9]")
        areas = read_map(raw, "areas", size, r"[1-4]|\.")
        setup = read_map(raw, "setup", size, r"[VPS][1-4]|\.\.")
        layout = cls(
            size=size,
            levels={square: int(cell) for square, cell in levels.items()},
            taboo={square: int(cell) for square, cell in areas.items() if cell != "."},
            stairs=read_stairs(raw["stairs"], size),
            setup={square: read_piece(cell) for square, cell in setup.items() if cell != ".."},
            altar=read_square(str(raw["altar"]), size),
        )
        check_layout(layout)
        return layout

    @functools.cached_property
    def areas(self) -> dict[Square, frozenset[Square]]:
        """The area of each taboo square: the touching squares of its colour and level (TB-3, TB-9)."""
        return {square: self._area_around(square) for square in self.taboo}

    def _area_around(self, start: Square) -> frozenset[Square]:
        def is_alike(square: Square) -> bool:
            return self.taboo.get(square) == self.taboo[start] and self.levels[square] == self.levels[start]

        return frozenset(spread([start], lambda here: filter(is_alike, neighbours(here))))

    def is_top(self, square: Square, colour: int) -> bool:
        """Tell whether ``square`` lies in the colour's top area, a level below the altar (TB-9, TB-10)."""
        return self.taboo.get(square) == colour and self.levels[square] == self.levels[self.altar] - 1

    def is_step_up(self, piece: Piece, low: Square, high: Square) -> bool:
        """Tell whether ``piece`` may climb from ``low`` to ``high`` (TB-7)."""
        if self.levels[high] != self.levels[low] + 1:  # TB-13: a step up rises exactly one level
            return False
        if piece.kind == "V":
            return self.taboo.get(low) == piece.colour
        return (low, high) in self.stairs[piece.colour]

    def canonical_text(self) -> str:
        """Return the text that stands for this layout when it is hashed."""
        levels, areas = [], []
        for row in rows_from_the_top(self.size):
            levels.append("".join(str(self.levels[square]) for square in row))
            areas.append("".join(str(self.taboo.get(square, ".")) for square in row))
        setup = {square: piece_text(piece) for square, piece in self.setup.items()}
        lines = [f"size {self.size}", "levels " + "/".join(levels), "areas " + "/".join(areas)]
        lines += [f"stairs {colour}{self._stairs_text(colour)}" for colour in COLOURS]
        lines += ["setup " + write_board(setup, self.size), "altar " + square_text(self.altar)]
        return "".join(line + "\n" for line in lines)

    def _stairs_text(self, colour: int) -> str:
        return "".join(" " + text for text in sorted(map(step_text, self.stairs[colour])))

    def hash(self) -> str:
        """Return the 16 hexadecimal digits that name this layout."""
        return hashlib.sha256(self.canonical_text().encode("ascii")).hexdigest()[:16]


@functools.cache
def default_layout() -> Layout:
    """Return the default layout, read from its file (TB-13)."""
    return Layout.from_dict(tomllib.loads(DEFAULT_LAYOUT_FILE.read_text(encoding="utf-8")))


def spread(starts: Iterable[Square], onward: Callable[[Square], Iterable[Square]]) -> set[Square]:
    """Return the squares that are reached from ``starts`` by going ``onward`` again and again."""
    found = set(starts)
    waiting = list(found)
    while waiting:
        for square in onward(waiting.pop()):
            if square not in found:
                found.add(square)
                waiting.append(square)
    return found


def read_map(raw: dict[str, Any], name: str, size: int, cell_pattern: str) -> dict[Square, str]:
    """Read a map of a layout file: one line a row with its number first, the column letters last."""
    lines = [line.split() for line in str(raw[name]).splitlines() if line.strip()]
    letters = list("abcdefghijklmno"[:size])
    require(bool(lines) and lines[-1] == letters, f"{name}: the last line is not {' '.join(letters)} (TB-13)")
    require(len(lines) == size + 1, f"{name}: there are {len(lines) - 1} rows, not {size} (TB-13)")
    cells: dict[Square, str] = {}
    for row, line in zip(rows_from_the_top(size), lines[:-1], strict=True):
        number = row[0][1] + 1
        require(line[0] == str(number), f"{name}: {line[0]} stands where row {number} is expected (TB-13)")
        require(len(line) == size + 1, f"{name}: row {number} has {len(line) - 1} cells, not {size} (TB-13)")
        cells.update(zip(row, line[1:], strict=True))
    for square, cell in cells.items():
        require(bool(re.fullmatch(cell_pattern, cell)), f"{name}: {cell!r} on {square_text(square)} (TB-13)")
    return cells


def read_stairs(raw: Any, size: int) -> dict[int, set[Step]]:
    """Read the stairs of each colour; a step is named once, so that one colour owns it (TB-4)."""
    is_complete = isinstance(raw, dict) and set(raw) == {"1", "2", "3", "4"}
    require(is_complete, "stairs: there is not one list for each of 1, 2, 3, 4 (TB-4)")
    stairs: dict[int, set[Step]] = {colour: set() for colour in COLOURS}
    seen = set()
    for colour in COLOURS:
        require(isinstance(raw[str(colour)], list), f"stairs of colour {colour}: not a list (TB-4)")
        for text in map(str, raw[str(colour)]):
            require(text.count("-") == 1, f"{text!r} of colour {colour} is not like g11-g10 (TB-4)")
            require(text not in seen, f"stair {text} is named twice (TB-4)")
            seen.add(text)
            low, high = text.split("-")
            stairs[colour].add((read_square(low, size), read_square(high, size)))
    return stairs


def step_text(step: Step) -> str:
    """Write a step as two squares."""
    return f"{square_text(step[0])}-{square_text(step[1])}"


def check_layout(layout: Layout) -> None:
    """Refuse a layout that contradicts itself (TB-13)."""
    check_altar(layout)
    for colour in COLOURS:
        check_stairs(layout, colour)
        check_setup(layout, colour)
        check_way_up(layout, colour)
        check_priests_reach_areas(layout, colour)


def check_altar(layout: Layout) -> None:
    """Check that the altar alone is on the highest level, and in nobody's area (TB-13, TB-10)."""
    for square, level in layout.levels.items():
        is_lower = level < layout.levels[layout.altar]
        require(is_lower or square == layout.altar, f"{square_text(square)} is as high as the altar (TB-13)")
    require(
        layout.altar not in layout.taboo, f"the altar {square_text(layout.altar)} is in a taboo area (TB-10)"
    )


def check_stairs(layout: Layout, colour: int) -> None:
    """Check that stairs join neighbouring squares and go up one level (TB-4, TB-13)."""
    for low, high in layout.stairs[colour]:
        text = step_text((low, high))
        require(high in neighbours(low), f"stair {text} of colour {colour} joins no neighbours (TB-4)")
        rise = layout.levels[high] - layout.levels[low]
        require(rise == 1, f"stair {text} of colour {colour} does not go up one level (TB-4)")


def check_setup(layout: Layout, colour: int) -> None:
    """Check that a colour has its pieces, on squares where they may stand (TB-5, TB-13)."""
    for kind, (least, most) in SETUP_COUNTS.items():
        count = list(layout.setup.values()).count(Piece(kind, colour))
        require(least <= count <= most, f"colour {colour} has {count} {kind}, not {least} to {most} (TB-13)")
    for square, piece in layout.setup.items():
        text = f"{piece_text(piece)} on {square_text(square)}"
        require(square != layout.altar, f"{text} stands on the altar (TB-13)")
        is_own = layout.taboo.get(square, piece.colour) == piece.colour
        require(is_own, f"{text} stands in an area of another colour (TB-13)")


def check_way_up(layout: Layout, colour: int) -> None:
    """Check that a chain of the colour's areas leads from level 1 to the altar (TB-13)."""

    def onward(here: Square) -> Iterator[Square]:
        yield from layout.areas[here]
        for there in neighbours(here):
            if layout.taboo.get(there) == colour and layout.levels[there] == layout.levels[here] + 1:
                yield there

    own = [square for square in layout.taboo if layout.taboo[square] == colour]
    chained = spread([square for square in own if layout.levels[square] == 1], onward)
    is_joined = any(
        square in chained and layout.is_top(square, colour) for square in neighbours(layout.altar)
    )
    require(is_joined, f"colour {colour} has no way up: its areas do not lead to the altar (TB-13)")


def check_priests_reach_areas(layout: Layout, colour: int) -> None:
    """Check that some Priest can reach each area above level 1 over the colour's stairs (TB-13)."""
    priest = Piece("P", colour)

    def onward(here: Square) -> Iterator[Square]:
        for there in neighbours(here):
            if there not in layout.levels or there == layout.altar:  # TB-10
                continue
            if layout.taboo.get(there, colour) != colour:  # TB-8
                continue
            rises = layout.levels[there] > layout.levels[here]
            if not rises or layout.is_step_up(priest, here, there):  # TB-7
                yield there

    reached = spread([square for square in layout.setup if layout.setup[square] == priest], onward)
    for square, area in layout.areas.items():
        if layout.taboo[square] == colour and layout.levels[square] > 1:
            text = f"no Priest can reach its area at {square_text(square)}"
            require(not reached.isdisjoint(area), f"colour {colour} has no way up: {text} (TB-13)")


# ---- Position text ----


def piece_text(piece: Piece) -> str:
    """Write a piece as its letter and colour."""
    return f"{piece.kind}{piece.colour}"


def read_piece(text: str) -> Piece:
    """Read what `piece_text` writes."""
    return Piece(text[0], int(text[1]))


def write_board(cells: dict[Square, str], size: int) -> str:
    """Write the board field: two characters per occupied square, numbers for runs of empty ones."""
    return "/".join(write_row([cells.get(square, "") for square in row]) for row in rows_from_the_top(size))


def write_row(cells: list[str]) -> str:
    """Write one row of the board field."""
    text = ""
    empty = 0
    for cell in cells:
        if cell == "":
            empty += 1
            continue
        text += (str(empty) if empty else "") + cell
        empty = 0
    return text + (str(empty) if empty else "")


def read_board(text: str, size: int) -> dict[Square, str]:
    """Read what `write_board` writes."""
    rows = text.split("/")
    require(len(rows) == size, f"the board field has {len(rows)} rows, not {size} (TB-1)")
    cells: dict[Square, str] = {}
    for row, row_text in zip(rows_from_the_top(size), rows, strict=True):
        cells.update(zip(row, read_row(row_text, size), strict=True))
    return {square: cell for square, cell in cells.items() if cell}


def read_row(text: str, size: int) -> list[str]:
    """Read one row of the board field: a list of one text a square, empty for an empty square."""
    tokens = re.findall(r"[VPSW][1-4]|[1-9][0-9]*", text)
    require("".join(tokens) == text, f"{text!r} is not a row of pieces and numbers")
    cells = []
    for token in tokens:
        # A longer run than the row is cut: it is too long all the same.
        cells += [""] * min(int(token), size + 1) if token.isdigit() else [token]
    require(len(cells) == size, f"the row {text!r} does not have {size} squares (TB-1)")
    return cells


def read_number(text: str) -> int:
    """Read a number without sign or leading zeros, of at most 9 digits."""
    require(bool(re.fullmatch(r"0|[1-9][0-9]{0,8}", text)), f"{text!r} is not a number of at most 9 digits")
    return int(text)


def read_players(text: str) -> list[int]:
    """Read players, from 1 and joined by commas, as a list of players from 0."""
    return [read_number(player) - 1 for player in text.split(",")]


def players_text(players: Iterable[int]) -> str:
    """Write what `read_players` reads."""
    return ",".join(str(player + 1) for player in players)


def read_options(fields: list[str]) -> dict[str, Any]:
    """Read the options of a position text."""
    readers: dict[str, Callable[[str], Any]] = {
        "order": read_players,
        "descend": str,
        "eliminated": str,
        "max_plies": read_number,
        "layout": str,
    }
    options: dict[str, Any] = {}
    for field in fields:
        name, equals, value = field.partition("=")
        require(name in readers and equals == "=", f"{field!r} is not an option of a position text")
        require(name not in options, f"the option {name} is given twice")
        options[name] = readers[name](value)
    return options


# ---- The game ----


class Tabu:
    """A game of Tabu.

    Parameters
    ----------
    players : int
        2, 3 or 4 (TB-2).
    order : iterable of int, optional
        The players, from 0, in the order of their turns; None is colour order (TB-2).
    descend : str
        ``free`` or ``stairs`` (TB-7).
    eliminated : str
        ``remove`` or ``inert`` (TB-11).
    max_plies : int
        The length at which a game is a draw, 1 to 999999999 (TB-12).
    layout : dict, optional
        A layout as ``tomllib`` reads it; None is the default layout (TB-13).

    Attributes
    ----------
    turn : int
        The player to move, from 0; after the end the player who would move next.
    ply : int
        The number of plies played.
    virgins : dict
        The square of each Virgin, by colour.
    men : dict
        The Priests and Foot-soldiers, by square. A Virgin shares a square with a Priest when both are on it.
    out : set of int
        The players who are out (TB-11).
    eliminations : list of tuple
        ``(player, by, ply)`` for each capture of a Virgin seen by this object: who is out, who captured, and
        the value of ``ply`` right after it. A position text does not hold it.

    Notes
    -----
    A position is written in one line. Fields are separated by one space; quoted characters stand for
    themselves, and ``*`` is any number of times::

        position = board " " turn " " ply " " players " " out option*
        board    = row ("/" row)*            as many rows as the board has, the top row first
        row      = (piece | run)*            from the west, exactly as many squares as the board has
        piece    = kind colour
        kind     = "V" | "P" | "S" | "W"     Virgin, Priest, Foot-soldier, Virgin and Priest on one square
        colour   = "1" | "2" | "3" | "4"     the colour, not the player (TB-2); always one character
        run      = number                    of empty squares, at least 1; never two runs in a row
        turn     = number                    the player to move, from 1
        ply      = number                    plies played so far, at most max_plies
        players  = "2" | "3" | "4"
        out      = "-" | list                the players who are out, from 1, rising
        list     = number ("," number)*
        option   = " order=" list            the players from 1, in turn order
                 | " descend=stairs"
                 | " eliminated=inert"
                 | " max_plies=" number
                 | " layout=" hash           16 digits 0-9 a-f: see `Layout`
        number   = "0" | digit 1-9, then up to 8 digits 0-9

    Since a colour is one character, ``P110`` is a Priest of colour 1 and ten empty squares. Options stand in
    the order above, each at most once and only with a value that is not the default; the default layout has
    no name, and any other must be named. So each position has exactly one text, and any other is refused.

    A position need not be reachable, but it is refused if

    - a piece has the colour of nobody in the game (TB-2), or a colour has more Priests or Foot-soldiers than
      in the setup (TB-5), or two Virgins;
    - a piece stands on a taboo square of another colour (TB-8), or one that is not a lone Virgin on the altar
      (TB-10);
    - a Virgin shares a square that is not an area of one square of her colour (TB-9);
    - a player who is not out has no Virgin, or one who is out has one, or, with ``eliminated=remove``, any
      piece (TB-11);
    - all players are out, or the player to move is (TB-11);
    - ``ply`` is above ``max_plies`` (TB-12).

    Finished positions are positions too. In the start position of four players, the first row is
    ``V1P1S17S2P2V2`` and what follows the board is `` 1 0 4 -``.
    """

    def __init__(
        self,
        players: int = 4,
        order: Iterable[int] | None = None,
        descend: str = "free",
        eliminated: str = "remove",
        max_plies: int = MAX_PLIES,
        layout: dict[str, Any] | None = None,
    ) -> None:
        require(players in COLOURS_IN_PLAY, f"players {players!r} is not 2, 3 or 4 (TB-2)")
        self.players = players
        self.colours = COLOURS_IN_PLAY[players]
        self.order = tuple(range(players)) if order is None else tuple(order)
        require(sorted(self.order) == list(range(players)), f"order {self.order} is not all players (TB-2)")
        require(descend in DESCEND, f"descend {descend!r} is not free or stairs (TB-7)")
        self.descend = descend
        require(eliminated in ELIMINATED, f"eliminated {eliminated!r} is not remove or inert (TB-11)")
        self.eliminated = eliminated
        require(1 <= max_plies <= LARGEST_NUMBER, f"max_plies {max_plies} is not 1 to 999999999 (TB-12)")
        self.max_plies = max_plies
        self.layout = default_layout() if layout is None else Layout.from_dict(layout)
        self.turn = self.order[0]
        self.ply = 0
        self.out: set[int] = set()
        self.eliminations: list[tuple[int, int, int]] = []
        self.virgins: dict[int, Square] = {}
        self.men: dict[Square, Piece] = {}
        for square, piece in self.layout.setup.items():  # TB-5
            if piece.colour in self.colours:  # TB-2: an absent colour has no pieces
                self._put(piece, square)

    def _put(self, piece: Piece, square: Square) -> None:
        if piece.kind == "V":
            self.virgins[piece.colour] = square
        else:
            self.men[square] = piece

    def copy(self) -> Self:
        """Return a game that goes its own way from here."""
        other = copy.copy(self)
        other.out = set(self.out)
        other.eliminations = list(self.eliminations)
        other.virgins = dict(self.virgins)
        other.men = dict(self.men)
        return other

    # -- moves --

    def legal_moves(self) -> list[str]:
        """Return the moves of the player to move, sorted as text (TB-14); none when the game is over."""
        if self.is_over():
            return []
        moves = [
            self._move_text(piece, origin, target)
            for piece, origin in self._own_pieces()
            for target in self._targets(piece, origin)
        ]
        return sorted(moves) or ["pass"]  # TB-12

    def _own_pieces(self) -> Iterator[tuple[Piece, Square]]:
        colour = self.colours[self.turn]
        yield Piece("V", colour), self.virgins[colour]
        for square, piece in self.men.items():
            if piece.colour == colour:
                yield piece, square

    def _targets(self, piece: Piece, origin: Square) -> Iterator[Square]:
        """Yield the squares to which ``piece`` may move: straight lines of allowed steps (TB-6)."""
        for right, up in DIRECTIONS:
            here = origin
            for _ in range(REACH[piece.kind]):
                there = (here[0] + right, here[1] + up)
                if not self._may_step(piece, here, there):
                    break
                if self._is_empty(there) or self._may_join(piece, there) or self._may_capture(piece, there):
                    yield there
                if not self._is_empty(there):  # TB-6: nothing passes over a piece
                    break
                if there == self.layout.altar:  # TB-10: the move ends there
                    break
                here = there

    def _is_empty(self, square: Square) -> bool:
        return square not in self.men and square not in self.virgins.values()

    def _may_step(self, piece: Piece, here: Square, there: Square) -> bool:
        """Tell whether a step to a neighbour is allowed, whatever stands there (TB-7 to TB-10)."""
        layout = self.layout
        if there not in layout.levels:  # TB-1: the edge
            return False
        if layout.taboo.get(there, piece.colour) != piece.colour:  # TB-8
            return False
        if not self._level_allows(piece, here, there):
            return False
        if piece.kind == "V" and not self._area_allows(piece.colour, here, there):
            return False
        if there == layout.altar:  # TB-10
            return piece.kind == "V" and layout.is_top(here, piece.colour)
        return True

    def _level_allows(self, piece: Piece, here: Square, there: Square) -> bool:
        """Tell whether ``piece`` may go up or down as this step does (TB-7)."""
        rise = self.layout.levels[there] - self.layout.levels[here]
        if rise > 0:
            return self.layout.is_step_up(piece, here, there)
        if rise < 0 and self.descend == "stairs":
            return self.layout.is_step_up(piece, there, here)
        return True

    def _area_allows(self, colour: int, here: Square, there: Square) -> bool:
        """Tell whether a Virgin finds a Priest in the area that she steps into, if any (TB-9)."""
        area = self.layout.areas.get(there, frozenset())
        if not area or here in area:
            return True
        return any(self.men.get(square) == Piece("P", colour) for square in area)

    def _may_join(self, piece: Piece, there: Square) -> bool:
        """Tell whether ``piece`` is a Virgin who may share the square of her Priest (TB-9)."""
        is_her_priest = piece.kind == "V" and self.men.get(there) == Piece("P", piece.colour)
        return is_her_priest and len(self.layout.areas.get(there, ())) == 1

    def _may_capture(self, piece: Piece, there: Square) -> bool:
        """Tell whether a piece of another colour stands there and ``piece`` may take it (TB-6)."""
        return piece.kind != "V" and self._colour_on(there) not in (None, piece.colour)

    def _colour_on(self, square: Square) -> int | None:
        for colour, virgin_square in self.virgins.items():
            if virgin_square == square:
                return colour
        return self.men[square].colour if square in self.men else None

    def _move_text(self, piece: Piece, origin: Square, target: Square) -> str:
        """Write a move (TB-14)."""
        sign = "x" if self._may_capture(piece, target) else "-"
        return piece.kind + square_text(origin) + sign + square_text(target)

    def push(self, move: str) -> None:
        """Make a move, given in the notation of TB-14; ValueError if it is not legal."""
        require(move in self.legal_moves(), f"{move!r} is not a legal move here (TB-6 to TB-12)")
        self.ply += 1  # TB-12: passes are plies too
        if move != "pass":
            self._make(move)
        self.turn = self._next_player()

    def _make(self, move: str) -> None:
        piece = Piece(move[0], self.colours[self.turn])
        origin, target = (read_square(text, self.layout.size) for text in re.split("[-x]", move[1:]))
        if piece.kind != "V":
            del self.men[origin]
        if "x" in move:
            self._capture(target)
        self._put(piece, target)

    def _capture(self, square: Square) -> None:
        """Take the piece of another player that stands on ``square`` (TB-6)."""
        if square in self.men:
            del self.men[square]
        for player, colour in enumerate(self.colours):
            if self.virgins.get(colour) == square:
                self._eliminate(player)

    def _eliminate(self, player: int) -> None:
        """Put ``player``, whose Virgin is captured, out of the game (TB-11)."""
        colour = self.colours[player]
        del self.virgins[colour]
        if self.eliminated == "remove":  # TB-11: otherwise the men stay, inert
            self.men = {square: piece for square, piece in self.men.items() if piece.colour != colour}
        self.out.add(player)
        self.eliminations.append((player, self.turn, self.ply))

    def _next_player(self) -> int:
        """Return the next player in turn order who is not out (TB-2, TB-11)."""
        place = self.order.index(self.turn)
        for player in self.order[place + 1 :] + self.order[: place + 1]:
            if player not in self.out:
                return player
        raise AssertionError("somebody is always in: a player cannot capture the own Virgin")

    # -- the end --

    def is_over(self) -> bool:
        """Tell whether the game has ended (TB-11, TB-12)."""
        return self._termination() is not None

    def _termination(self) -> str | None:
        if self.layout.altar in self.virgins.values():  # TB-11
            return "altar"
        if len(self.out) == self.players - 1:  # TB-11
            return "last"
        if self.ply >= self.max_plies:  # TB-12
            return "truncated"
        return None

    def scores(self) -> tuple[int, ...]:
        """Return 1 for a player whose Virgin stands on the altar, 0 for the others, by player."""
        return tuple(int(self.virgins.get(colour) == self.layout.altar) for colour in self.colours)

    def outcome(self) -> Outcome | None:
        """Return the result, None while the game goes on (TB-11, TB-12)."""
        termination = self._termination()
        if termination is None:
            return None
        still_in = tuple(player for player in range(self.players) if player not in self.out)
        if termination == "altar":
            winners = tuple(player for player, score in enumerate(self.scores()) if score)
        else:
            winners = still_in if termination == "last" else ()
        sharers = winners or still_in
        utilities = tuple(1 / len(sharers) if player in sharers else 0.0 for player in range(self.players))
        return Outcome(winners, self.scores(), utilities, termination)

    # -- position text --

    def fen(self) -> str:
        """Return the position in one line; the class describes the notation."""
        cells = {square: piece_text(piece) for square, piece in self.men.items()}
        for colour, square in self.virgins.items():
            cells[square] = f"W{colour}" if square in self.men else f"V{colour}"
        fields = [
            write_board(cells, self.layout.size),
            str(self.turn + 1),
            str(self.ply),
            str(self.players),
            players_text(sorted(self.out)) or "-",
        ]
        return " ".join(fields + self._option_texts())

    def _option_texts(self) -> list[str]:
        """Return the options that are not default, in the order of the notation."""
        texts = []
        if self.order != tuple(range(self.players)):
            texts.append(f"order={players_text(self.order)}")
        if self.descend != DESCEND[0]:
            texts.append(f"descend={self.descend}")
        if self.eliminated != ELIMINATED[0]:
            texts.append(f"eliminated={self.eliminated}")
        if self.max_plies != MAX_PLIES:
            texts.append(f"max_plies={self.max_plies}")
        if self._layout_name() is not None:
            texts.append(f"layout={self._layout_name()}")
        return texts

    def _layout_name(self) -> str | None:
        name = self.layout.hash()
        return None if name == default_layout().hash() else name

    @classmethod
    def from_fen(cls, text: str, layout: dict[str, Any] | None = None) -> Self:
        """Make the game of a position text; the class describes the notation.

        Parameters
        ----------
        text : str
            What `fen` returns, or the like.
        layout : dict, optional
            The layout that the text names; None is the default layout, which has no name.
        """
        fields = text.split(" ")
        require(len(fields) >= 5, "a position text has board, turn, ply, players and who is out")
        options = read_options(fields[5:])
        named = options.pop("layout", None)
        game = cls(players=read_number(fields[3]), layout=layout, **options)
        is_same_layout = named == game._layout_name()
        require(is_same_layout, f"the text is of layout {named or 'default'}, another is given (TB-13)")
        game._set_pieces(read_board(fields[0], game.layout.size))
        game.turn = read_number(fields[1]) - 1
        game.ply = read_number(fields[2])
        game.out = set() if fields[4] == "-" else set(read_players(fields[4]))
        game._refuse_nonsense()
        require(game.fen() == text, f"the position is written as {game.fen()}")
        return game

    def _set_pieces(self, cells: dict[Square, str]) -> None:
        """Replace the pieces by those of a board field; two Virgins of a colour are refused here."""
        self.virgins, self.men = {}, {}
        for square, text in cells.items():
            piece = read_piece(text)
            kinds = "VP" if piece.kind == "W" else piece.kind
            if "V" in kinds:
                require(piece.colour not in self.virgins, f"colour {piece.colour} has two Virgins (TB-5)")
            for kind in kinds:
                self._put(Piece(kind, piece.colour), square)

    def _refuse_nonsense(self) -> None:
        """Refuse a position that makes no sense, as the class describes."""
        require(self.out < set(range(self.players)), f"players out: {players_text(sorted(self.out))} (TB-11)")
        require(self.turn in range(self.players), f"player {self.turn + 1} to move is not in the game (TB-2)")
        require(self.turn not in self.out, f"player {self.turn + 1} to move is out (TB-11)")
        require(self.ply <= self.max_plies, f"ply {self.ply} is above {self.max_plies} (TB-12)")
        for square, piece in self.men.items():
            require(square != self.layout.altar, "a piece other than a Virgin is on the altar (TB-10)")
            self._check_place(piece, square)
        for colour, square in self.virgins.items():
            self._check_place(Piece("V", colour), square)
            is_shared = square in self.men
            require(
                not is_shared or self._may_join(Piece("V", colour), square),
                f"a Virgin may not share {square_text(square)} (TB-9)",
            )
        for player in range(self.players):
            self._check_pieces_of(player)

    def _check_place(self, piece: Piece, square: Square) -> None:
        require(piece.colour in self.colours, f"nobody has colour {piece.colour} (TB-2)")
        is_own = self.layout.taboo.get(square, piece.colour) == piece.colour
        require(is_own, f"{piece_text(piece)} is on {square_text(square)}, taboo to it (TB-8)")

    def _check_pieces_of(self, player: int) -> None:
        colour = self.colours[player]
        for kind in "PS":
            count = list(self.men.values()).count(Piece(kind, colour))
            most = list(self.layout.setup.values()).count(Piece(kind, colour))
            require(count <= most, f"colour {colour} has {count} {kind}, more than in the setup (TB-5)")
            may_have = player not in self.out or self.eliminated == "inert"
            require(count == 0 or may_have, f"player {player + 1} is out but has pieces (TB-11)")
        has_virgin = colour in self.virgins
        is_out = player in self.out
        require(has_virgin != is_out, f"player {player + 1} is either out or has a Virgin (TB-11)")
