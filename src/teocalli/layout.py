"""Boards of Tabu: layout files, judged as a whole, and the canonical text that the engine reads."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any

from teocalli.errors import GameError

Square = tuple[int, int]  # column and row, from 0
Stair = tuple[Square, Square]  # from the lower square to the upper one

DEFAULT_LAYOUT_FILE = Path(__file__).parent / "layouts" / "default.toml"

COLUMNS = "abcdefghijklmno"
COLOURS = (1, 2, 3, 4)
SIZES = (7, 9, 11, 13, 15)
KEYS = ("size", "altar", "levels", "areas", "setup", "stairs")
LIMITS = {"V": (1, 1, "Virgin"), "P": (1, 3, "Priest"), "S": (0, 5, "Foot-soldier")}
AROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


class LayoutError(GameError):
    """A board that contradicts itself.

    Attributes
    ----------
    faults : tuple of str
        Everything that is wrong, each with the square or colour and the rule.
    """

    def __init__(self, name: str, faults: Iterable[str]) -> None:
        self.name = name
        self.faults = tuple(faults)
        super().__init__(f"layout {name}: {'; '.join(self.faults)}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.name, self.faults)


def square_text(square: Square) -> str:
    """Write a square: ``(0, 0)`` is a1."""
    return f"{COLUMNS[square[0]]}{square[1] + 1}"


def stair_text(stair: Stair) -> str:
    """Write a stair: g11-g10."""
    return f"{square_text(stair[0])}-{square_text(stair[1])}"


def around(square: Square) -> Iterator[Square]:
    """Yield the eight neighbours of a square, those beyond the edge too."""
    for x, y in AROUND:
        yield square[0] + x, square[1] + y


def flood(starts: Iterable[Square], onward: Callable[[Square], Iterable[Square]]) -> set[Square]:
    """Return all squares that can be reached from ``starts``."""
    reached: set[Square] = set()
    waiting = list(starts)
    while waiting:
        square = waiting.pop()
        if square not in reached:
            reached.add(square)
            waiting.extend(onward(square))
    return reached


@dataclass(frozen=True)
class Layout:
    """A board without contradictions.

    Attributes
    ----------
    size : int
        Squares along one side.
    altar : tuple of int
        The column and row of the altar, from 0.
    levels, owners, setup : dict
        By square: the level; the colour of each taboo square; kind and colour of each piece at the start.
    stairs : dict
        By colour: its stairs.
    """

    size: int
    altar: Square
    levels: Mapping[Square, int]
    owners: Mapping[Square, int]
    setup: Mapping[Square, str]
    stairs: Mapping[int, frozenset[Stair]]

    def canonical_text(self) -> str:
        """Return the one text that stands for this layout; ``docs/rules/tabu.md`` describes it."""
        lines = [
            f"size {self.size}",
            "levels " + self._rows(lambda square: str(self.levels[square])),
            "areas " + self._rows(lambda square: str(self.owners.get(square, "."))),
        ]
        lines += [
            " ".join(["stairs", str(colour), *sorted(map(stair_text, self.stairs[colour]))])
            for colour in COLOURS
        ]
        setup = self._rows(lambda square: self.setup.get(square, "."))
        lines.append("setup " + re.sub(r"\.+", lambda run: str(len(run[0])), setup))
        lines.append(f"altar {square_text(self.altar)}")
        return "".join(f"{line}\n" for line in lines)

    def _rows(self, cell: Callable[[Square], str]) -> str:
        rows = ("".join(cell((x, y)) for x in range(self.size)) for y in reversed(range(self.size)))
        return "/".join(rows)


@dataclass
class Draft:
    """A layout while it is read and judged: what could be read, and all that is wrong."""

    size: int
    faults: list[str] = field(default_factory=list)
    altar: Square | None = None
    levels: dict[Square, int] = field(default_factory=dict)
    owners: dict[Square, int] = field(default_factory=dict)
    setup: dict[Square, str] = field(default_factory=dict)
    stairs: dict[int, set[Stair]] = field(default_factory=lambda: {colour: set() for colour in COLOURS})

    def fault(self, text: str, rule: str) -> None:
        """Note something that is wrong."""
        self.faults.append(f"{text} ({rule})")

    # -- reading

    def read_square(self, text: object) -> Square | None:
        """Read a square of the board; None, and a fault, if it is none."""
        found = re.fullmatch(r"([a-o])([1-9][0-9]?)", text) if isinstance(text, str) else None
        square = (COLUMNS.index(found[1]), int(found[2]) - 1) if found else None
        if square is None or max(square) >= self.size:
            self.fault(f"{text!r} is not a square of a board of {self.size} by {self.size}", "TB-13")
            return None
        return square

    def read_map(self, name: str, text: object, cell: str, meaning: str) -> dict[Square, str]:
        """Read a map: one line a row with its number first, and a last line with the column letters."""
        if not isinstance(text, str):
            self.fault(f"{name} is not a text of one line a row", "TB-13")
            return {}
        lines = [line.split() for line in text.splitlines() if line.strip()]
        if not lines or lines[-1] != list(COLUMNS[: self.size]):
            self.fault(f"the last line of {name} is not {' '.join(COLUMNS[: self.size])}", "TB-13")
        rows = lines[:-1]
        if [row[0] for row in rows] != [str(number) for number in range(self.size, 0, -1)]:
            self.fault(f"the rows of {name} are not numbered {self.size} to 1", "TB-13")
            return {}
        cells: dict[Square, str] = {}
        for y, row in zip(reversed(range(self.size)), rows, strict=True):
            if len(row) != self.size + 1:
                self.fault(f"row {y + 1} of {name} has {len(row) - 1} cells, not {self.size}", "TB-13")
            for x, text_of_cell in enumerate(row[1 : self.size + 1]):
                cells[x, y] = text_of_cell
                if not re.fullmatch(cell, text_of_cell):
                    self.fault(
                        f"{text_of_cell!r} on {square_text((x, y))} in {name} is not {meaning}", "TB-13"
                    )
        return cells

    def read_stairs(self, table: object) -> None:
        """Read the stairs of the four colours."""
        if not isinstance(table, dict) or set(table) != {"1", "2", "3", "4"}:
            self.fault("stairs has not one list for each of the colours 1, 2, 3, 4", "TB-4")
            return
        owner: dict[Stair, int] = {}
        for colour in COLOURS:
            texts = table[str(colour)]
            if not isinstance(texts, list):
                self.fault(f"stairs of colour {colour} are not a list", "TB-4")
                continue
            for text in texts:
                stair = self.read_stair(text, colour)
                if stair is None:
                    continue
                if stair in owner:
                    self.fault(f"stair {text} is named twice, by colours {owner[stair]} and {colour}", "TB-4")
                owner[stair] = colour
                self.stairs[colour].add(stair)

    def read_stair(self, text: object, colour: int) -> Stair | None:
        """Read one stair, such as g11-g10."""
        ends = text.split("-") if isinstance(text, str) else []
        if len(ends) != 2:
            self.fault(f"stair {text!r} of colour {colour} is not two squares such as g11-g10", "TB-4")
            return None
        low, high = self.read_square(ends[0]), self.read_square(ends[1])
        return None if low is None or high is None else (low, high)

    def read(self, raw: Mapping[str, Any]) -> None:
        """Read all parts of a layout."""
        levels = self.read_map("levels", raw["levels"], "[1-9]", "a level 1 to 9")
        areas = self.read_map("areas", raw["areas"], r"[1-4]|\.", "a colour 1 to 4 or a dot")
        setup = self.read_map(
            "setup", raw["setup"], r"[VPS][1-4]|\.\.", "a piece such as V1, P1, S1 or two dots"
        )
        self.read_stairs(raw["stairs"])
        self.altar = self.read_square(raw["altar"])
        if not self.faults:
            self.levels = {square: int(cell) for square, cell in levels.items()}
            self.owners = {square: int(cell) for square, cell in areas.items() if cell != "."}
            self.setup = {square: cell for square, cell in setup.items() if cell != ".."}

    # -- judging: all maps and the altar are readable here

    def judge(self) -> None:
        """Note every contradiction of a layout that could be read."""
        self.judge_altar()
        for colour in COLOURS:
            self.judge_stairs(colour)
            self.judge_pieces(colour)
            self.judge_way_up(colour)

    def judge_altar(self) -> None:
        """Check that the altar alone is on the highest level, and belongs to nobody."""
        altar = self.the_altar()
        for square, level in self.levels.items():
            if square != altar and level >= self.levels[altar]:
                self.fault(f"{square_text(square)} is not lower than the altar {square_text(altar)}", "TB-13")
        if altar in self.owners:
            self.fault(
                f"the altar {square_text(altar)} is in the area of colour {self.owners[altar]}", "TB-10"
            )

    def the_altar(self) -> Square:
        """Return the altar, which is known once everything could be read."""
        assert self.altar is not None
        return self.altar

    def judge_stairs(self, colour: int) -> None:
        """Check that each stair joins neighbouring squares and goes up one level."""
        for low, high in sorted(self.stairs[colour]):
            text = f"stair {stair_text((low, high))} of colour {colour}"
            if high not in around(low):
                self.fault(f"{text} does not join neighbouring squares", "TB-4")
            elif self.levels[high] != self.levels[low] + 1:
                levels = f"level {self.levels[low]} to {self.levels[high]}"
                self.fault(f"{text} does not go up one level but from {levels}", "TB-4")

    def judge_pieces(self, colour: int) -> None:
        """Check that a colour has its pieces, on squares where they may stand."""
        counts = Counter(piece[0] for piece in self.setup.values() if piece[1] == str(colour))
        for kind, (least, most, word) in LIMITS.items():
            if not least <= counts[kind] <= most:
                allowed = str(least) if least == most else f"{least} to {most}"
                self.fault(
                    f"colour {colour} has {counts[kind]} {word}s ({kind}{colour}), not {allowed}", "TB-13"
                )
        for square, piece in self.setup.items():
            if piece[1] != str(colour):
                continue
            if square == self.altar:
                self.fault(f"{piece} stands on the altar {square_text(square)}", "TB-13")
            if self.owners.get(square, colour) != colour:
                owner = self.owners[square]
                self.fault(f"{piece} stands on {square_text(square)}, in the area of colour {owner}", "TB-13")

    def judge_way_up(self, colour: int) -> None:
        """Check that areas lead from the ground to the altar, and that Priests reach those above."""
        own = {square for square, owner in self.owners.items() if owner == colour}
        ground = {square for square in own if self.levels[square] == 1}
        top = {square for square in own if self.levels[square] == self.levels[self.the_altar()] - 1}
        chain = flood(
            ground,
            lambda here: (
                there for there in around(here) if there in own and self.rise(here, there) in (0, 1)
            ),
        )
        if not chain & top & set(around(self.the_altar())):
            self.fault(
                f"colour {colour} has no way up: its areas do not lead from level 1 to the altar", "TB-13"
            )
        walked = flood(self.priests(colour), lambda here: self.priest_steps(colour, here))
        for area in self.areas(own):
            if self.levels[min(area)] > 1 and not area & walked:
                where = f"its area at {square_text(min(area))}"
                self.fault(f"colour {colour} has no way up: no Priest of it can reach {where}", "TB-13")

    def rise(self, here: Square, there: Square) -> int:
        """Return how many levels the step goes up."""
        return self.levels[there] - self.levels[here]

    def priests(self, colour: int) -> list[Square]:
        """Return where the Priests of a colour start."""
        return [square for square, piece in self.setup.items() if piece == f"P{colour}"]

    def priest_steps(self, colour: int, here: Square) -> Iterator[Square]:
        """Yield where a Priest can step: not onto the altar or foreign areas, up over its stairs alone."""
        for there in around(here):
            if there not in self.levels or there == self.altar or self.owners.get(there, colour) != colour:
                continue
            if self.rise(here, there) <= 0 or (here, there) in self.stairs[colour]:
                yield there

    def areas(self, own: set[Square]) -> list[set[Square]]:
        """Return the areas of a colour: its squares of one level that touch."""
        left, found = set(own), []
        while left:
            area = flood(
                [min(left)], lambda here: (t for t in around(here) if t in own and self.rise(here, t) == 0)
            )
            found.append(area)
            left -= area
        return found


def check_layout(raw: Mapping[str, Any], name: str) -> Layout:
    """Return the layout that ``raw`` describes, which is what ``tomllib`` reads from a layout file.

    Raises
    ------
    LayoutError
        Naming everything that is wrong.
    """
    faults = [f"{key} is missing (TB-13)" for key in KEYS if key not in raw]
    faults += [
        f"{key!r} is not a part of a layout; there is: {', '.join(KEYS)} (TB-13)"
        for key in raw
        if key not in KEYS
    ]
    size = raw.get("size")
    if "size" in raw and (type(size) is not int or size not in SIZES):
        faults.append(f"size {size!r} is not odd, 7 to 15 (TB-13)")
    if faults:
        raise LayoutError(name, faults)
    draft = Draft(size=int(raw["size"]))
    draft.read(raw)
    if not draft.faults:
        draft.judge()
    if draft.faults:
        raise LayoutError(name, draft.faults)
    stairs = {colour: frozenset(stairs) for colour, stairs in draft.stairs.items()}
    return Layout(draft.size, draft.the_altar(), draft.levels, draft.owners, draft.setup, stairs)


def read_layout(path: str | PathLike[str]) -> Layout:
    """Read and judge a layout file.

    Raises
    ------
    LayoutError
        If it is not TOML, or naming everything that is wrong with the board.
    OSError
        If the file cannot be read.
    """
    try:
        raw = tomllib.loads(
            Path(path).read_text(encoding="utf-8-sig")
        )  # some editors begin a file with a mark
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise LayoutError(str(path), [f"not a TOML file: {error}"]) from None
    return check_layout(raw, str(path))


def layout_text(layout: str | PathLike[str] | Layout) -> str:
    """Return the canonical text of a layout, or of a layout file; what is one already stays as it is."""
    if isinstance(layout, str) and "\n" in layout:
        return layout
    return (layout if isinstance(layout, Layout) else read_layout(layout)).canonical_text()
