"""Azacru, slow and obvious: written from the rules AZ-1 to AZ-14 to check the fast engine against."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

COLUMNS = "abcdefghi"
ROWS = "123456789"
SQUARES = [column + row for row in ROWS for column in COLUMNS]
MARKER_LETTERS = "abcd"

# Clockwise, so that the next entry is 45 degrees to the right (AZ-2).
STEPS = {
    "N": (0, 1),
    "NE": (1, 1),
    "E": (1, 0),
    "SE": (1, -1),
    "S": (0, -1),
    "SW": (-1, -1),
    "W": (-1, 0),
    "NW": (-1, 1),
}
FACINGS = list(STEPS)

# Number of players -> one group of chevrons for each player (AZ-3).
START_CHEVRONS = {
    2: ["a3E e1N i3W i9SW", "a7E e9S i7W a1NE"],
    3: ["g9S i5W g1N", "c9S a5E c1N", "e9S a7E i7W"],
    4: ["g9S i5W g1N", "c9S a5E c1N", "e9S a7E i7W", "a3E i3W e1N"],
}


@dataclass(frozen=True)
class Move:
    """One chevron move; ``facing`` is None when the chevron leaves the board."""

    start: str
    target: str
    changed: list[str]
    facing: str | None


@dataclass(frozen=True)
class Outcome:
    """The result of a finished game; players count from 0."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    utilities: tuple[float, ...]
    termination: str


class Azacru:
    """An Azacru position.

    Parameters
    ----------
    players : int
        Number of players, 2 to 4.
    order : tuple of int, optional
        The players, from 0, in the order of their turns (AZ-3).

    Attributes
    ----------
    turn : int
        The player to move, from 0.
    first_passer : int or None
        The player who was the first to pass (AZ-12).
    markers : dict
        Owner of each field that is not neutral.
    chevrons : dict
        Owner and facing of the chevron on each occupied field.
    """

    def __init__(self, players: int = 2, order: tuple[int, ...] | None = None) -> None:
        if players not in START_CHEVRONS:
            raise ValueError(f"Azacru has 2 to 4 players, not {players}")
        self.players = players
        self.order = tuple(range(players)) if order is None else tuple(order)
        if sorted(self.order) != list(range(players)):
            raise ValueError(f"the order must name each player once: {order}")
        self.turn = self.order[0]  # AZ-3
        self.first_passer: int | None = None
        self.markers: dict[str, int] = {}  # AZ-2: all fields start neutral
        groups = [group.split() for group in START_CHEVRONS[players]]
        self.chevrons: dict[str, tuple[int, str]] = read_chevrons(groups)

    def copy(self) -> Self:
        """Return an independent copy."""
        twin = type(self)(self.players, self.order)
        twin.turn = self.turn
        twin.first_passer = self.first_passer
        twin.markers = dict(self.markers)
        twin.chevrons = dict(self.chevrons)
        return twin

    # Moves

    def legal_moves(self) -> list[str]:
        """Return the legal moves in notation, sorted; none when the game is over."""
        if self.is_over():
            return []
        return sorted(self._chevron_moves()) or ["pass"]  # AZ-11: only when nothing can move

    def push(self, move: str) -> None:
        """Make a legal move.

        Parameters
        ----------
        move : str
            A move in notation (AZ-14).

        Raises
        ------
        ValueError
            If the move is not legal.
        """
        if move not in self.legal_moves():
            raise ValueError(f"illegal move: {move}")
        if move == "pass":
            self._pass()
        else:
            self._travel(self._chevron_moves()[move])
        place = self.order.index(self.turn)
        self.turn = self.order[(place + 1) % self.players]  # AZ-3

    def _pass(self) -> None:
        """Remember who passed first; later passes change nothing (AZ-12)."""
        if self.first_passer is None:
            self.first_passer = self.turn

    def _travel(self, move: Move) -> None:
        """Move one chevron and change the fields."""
        del self.chevrons[move.start]
        self.markers[move.target] = self.turn  # AZ-8: neutral before, or the mover's already
        for square in move.changed:
            self.markers[square] = self.turn  # AZ-9
        if move.facing is not None:
            self.chevrons[move.target] = (self.turn, move.facing)

    def _chevron_moves(self) -> dict[str, Move]:
        """Return every move of the mover's chevrons by its notation."""
        moves = {}
        for square, (player, facing) in self.chevrons.items():
            if player != self.turn:
                continue
            for direction in [turned(facing, -1), facing, turned(facing, 1)]:  # AZ-5
                for path in self._paths(square, direction):
                    if self._may_travel(path):
                        moves.update(self._landings(path, direction))
        return moves

    def _paths(self, start: str, direction: str) -> Iterator[list[str]]:
        """Yield the fields from start to target, both included, for each length of move (AZ-5)."""
        path = [start]
        for _ in range(self._power(start)):
            square = neighbour(path[-1], direction)
            if square is None:
                return
            path = [*path, square]
            yield path

    def _power(self, start: str) -> int:
        """Return how far a chevron may move from a field (AZ-4)."""
        count = 0
        for square, owner in self.markers.items():
            if owner == self.turn and borderland(square) == borderland(start):
                count += 1
        return max(1, count)

    def _may_travel(self, path: list[str]) -> bool:
        """Tell whether the target is open and the way to it free."""
        target = path[-1]
        if target in self.chevrons:
            return False  # AZ-6: occupied
        if self.markers.get(target, self.turn) != self.turn:
            return False  # AZ-6: another colour; passing over it would be allowed
        return self._is_connection(path) or not self._jumps(path)  # AZ-7

    def _is_connection(self, path: list[str]) -> bool:
        """Tell whether start and target both carry the mover's colour (AZ-7)."""
        return self.markers.get(path[0]) == self.turn and self.markers.get(path[-1]) == self.turn

    def _jumps(self, path: list[str]) -> bool:
        """Tell whether a chevron of any colour stands between start and target (AZ-7)."""
        return any(square in self.chevrons for square in path[1:-1])

    def _landings(self, path: list[str], direction: str) -> dict[str, Move]:
        """Return the moves along one path by their notation."""
        start, target = path[0], path[-1]
        text = f"{start}-{target}"  # AZ-14
        changed = self._changed(path)
        if self._is_lost(changed):
            return {text: Move(start, target, changed, None)}  # AZ-10: no facing, one move
        if borderland(start) == borderland(target):
            return {text: Move(start, target, changed, direction)}  # AZ-10
        return {  # AZ-10: straight on, left or right
            text + "^": Move(start, target, changed, direction),
            text + "<": Move(start, target, changed, turned(direction, -1)),
            text + ">": Move(start, target, changed, turned(direction, 1)),
        }

    def _changed(self, path: list[str]) -> list[str]:
        """Return the fields between that a connection change makes the mover's (AZ-9)."""
        if self._is_connection(path) and not self._jumps(path):
            return path[1:-1]
        return []

    def _is_lost(self, changed: list[str]) -> bool:
        """Tell whether a changed field belonged to another player (AZ-9)."""
        return any(self.markers.get(square, self.turn) != self.turn for square in changed)

    # End

    def is_over(self) -> bool:
        """Tell whether the turn has come back to the first passer (AZ-12)."""
        return self.first_passer == self.turn

    def scores(self) -> tuple[int, ...]:
        """Return the number of markers of each player (AZ-13)."""
        owners = list(self.markers.values())
        return tuple(owners.count(player) for player in range(self.players))

    def outcome(self) -> Outcome | None:
        """Return the result (AZ-13), or None while the game goes on."""
        if not self.is_over():
            return None
        scores = self.scores()
        winners = tuple(player for player in range(self.players) if scores[player] == max(scores))
        share = 1 / len(winners)
        utilities = tuple(share if player in winners else 0.0 for player in range(self.players))
        return Outcome(winners, scores, utilities, "tie" if len(winners) > 1 else "markers")

    # Position notation

    def fen(self) -> str:
        """Return the position in one line."""
        first_pass = "-" if self.first_passer is None else str(self.first_passer + 1)
        fields = [self._marker_text(), self._chevron_text(), str(self.turn + 1), first_pass]
        if self.order != tuple(range(self.players)):
            fields.append("order=" + ",".join(str(player + 1) for player in self.order))
        return " ".join(fields)

    @classmethod
    def from_fen(cls, text: str) -> Self:
        """Read a position, reachable or not.

        Parameters
        ----------
        text : str
            A position exactly as `fen` writes it.

        Raises
        ------
        ValueError
            If the text is not such a position.
        """
        fields = text.split(" ")
        if len(fields) not in (4, 5):
            raise ValueError(f"a position has 4 or 5 fields: {text}")
        groups = [[] if group == "-" else group.split(",") for group in fields[1].split("/")]
        game = cls(len(groups), read_order(fields[4]) if len(fields) == 5 else None)
        game.markers = read_markers(fields[0])
        game.chevrons = read_chevrons(groups)
        game.turn = int(fields[2]) - 1
        game.first_passer = None if fields[3] == "-" else int(fields[3]) - 1
        game._check()
        if game.fen() != text:  # one text a position; finds chevrons on one field, wrong lengths, stray signs
            raise ValueError(f"not in canonical form: {text}")
        return game

    def _check(self) -> None:
        """Raise ValueError unless every player named takes part and nobody has too many chevrons."""
        everyone = range(self.players)
        if self.turn not in everyone or self.first_passer not in (None, *everyone):
            raise ValueError("no such player to move or to have passed")
        if any(owner not in everyone for owner in self.markers.values()):
            raise ValueError("a marker of an absent player")
        most = len(START_CHEVRONS[self.players][0].split())  # AZ-3
        owners = [player for player, _ in self.chevrons.values()]
        if any(owners.count(player) > most for player in everyone):
            raise ValueError(f"more than {most} chevrons of one player")

    def _marker_text(self) -> str:
        """Return the rows from 9 down to 1, runs of neutral fields as digits."""
        return "/".join(self._row_text(row) for row in reversed(ROWS))

    def _row_text(self, row: str) -> str:
        """Return one row of markers from column a to i."""
        text = ""
        neutral = 0
        for column in COLUMNS:
            owner = self.markers.get(column + row)
            if owner is None:
                neutral += 1
                continue
            text += (str(neutral) if neutral else "") + MARKER_LETTERS[owner]
            neutral = 0
        return text + (str(neutral) if neutral else "")

    def _chevron_text(self) -> str:
        """Return one group of chevrons a player, each sorted by field."""
        groups = []
        for player in range(self.players):
            group = [
                square + self.chevrons[square][1]
                for square in SQUARES
                if square in self.chevrons and self.chevrons[square][0] == player
            ]
            groups.append(",".join(group) or "-")
        return "/".join(groups)


def turned(facing: str, eighths: int) -> str:
    """Return the facing after so many turns of 45 degrees to the right."""
    return FACINGS[(FACINGS.index(facing) + eighths) % 8]


def neighbour(square: str, direction: str) -> str | None:
    """Return the next field in a direction, None beyond the edge (AZ-1)."""
    dx, dy = STEPS[direction]
    x = COLUMNS.index(square[0]) + dx
    y = ROWS.index(square[1]) + dy
    if x not in range(len(COLUMNS)) or y not in range(len(ROWS)):
        return None
    return COLUMNS[x] + ROWS[y]


def borderland(square: str) -> tuple[int, int]:
    """Return the column and row of the 3x3 borderland of a field (AZ-1)."""
    return COLUMNS.index(square[0]) // 3, ROWS.index(square[1]) // 3


def read_chevrons(groups: list[list[str]]) -> dict[str, tuple[int, str]]:
    """Return the chevrons by field from one group such as ``["a3E", "i9SW"]`` a player."""
    chevrons = {}
    for player, group in enumerate(groups):
        for text in group:
            square, facing = text[:2], text[2:]
            if square not in SQUARES or facing not in FACINGS:
                raise ValueError(f"not a chevron: {text}")
            chevrons[square] = (player, facing)
    return chevrons


def read_markers(text: str) -> dict[str, int]:
    """Return the owners of the fields from nine rows, row 9 first."""
    rows = text.split("/")
    if len(rows) != len(ROWS):
        raise ValueError(f"not nine rows: {text}")
    markers = {}
    for row, row_text in zip(reversed(ROWS), rows, strict=True):
        for column, owner in zip(COLUMNS, read_row(row_text), strict=True):
            if owner is not None:
                markers[column + row] = owner
    return markers


def read_row(text: str) -> list[int | None]:
    """Return the owner, or None, of each field of one row."""
    owners: list[int | None] = []
    for sign in text:
        if sign in MARKER_LETTERS:
            owners.append(MARKER_LETTERS.index(sign))
        else:
            owners.extend([None] * int(sign))
    return owners


def read_order(text: str) -> tuple[int, ...]:
    """Return the order of turns from a field such as ``order=3,1,2``."""
    return tuple(int(player) - 1 for player in text.removeprefix("order=").split(","))
