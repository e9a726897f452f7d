"""Aztec, slow and obvious: sets of cells, written from the rules (AX-1 to AX-13) alone.

A cell is ``(column, row, level)``: columns and rows count from 0 in the west and south, levels from 1.
"""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import permutations, product
from typing import Self

Cell = tuple[int, int, int]

SIZE = 9  # AX-1
LEVELS = 3  # AX-1
START_CUBE: Cell = (4, 4, 1)  # AX-1: e5 on level 1
PIECE: list[Cell] = [(0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0), (0, 2, 0), (2, 0, 1)]  # AX-2
PIECES = 22  # AX-2
CONTACTS = 2  # AX-5
STEPS: list[Cell] = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]
MARGIN = 3  # AX-7: no piece is longer, so one that is this far out is clear of the board
DUEL = 2  # AX-10: number of players
TRIO = 3  # AX-11: number of players


def shift(cells: Iterable[Cell], step: Cell) -> frozenset[Cell]:
    """Return the cells moved by ``step``."""
    dx, dy, dz = step
    return frozenset((x + dx, y + dy, z + dz) for x, y, z in cells)


def is_rotation(axes: tuple[int, ...], signs: tuple[int, ...]) -> bool:
    """Tell whether permuting axes and flipping signs so turns the piece, without mirroring it (AX-3)."""
    swaps = sum(axes[i] > axes[j] for i in range(3) for j in range(i + 1, 3))
    flips = signs.count(-1)
    return (swaps + flips) % 2 == 0


def turned(axes: tuple[int, ...], signs: tuple[int, ...]) -> tuple[Cell, ...]:
    """Return the piece so turned, shifted to start at 0 on every axis, its cells sorted (AX-3)."""
    (i, j, k), (along_x, along_y, along_z) = axes, signs
    cells = [(along_x * cell[i], along_y * cell[j], along_z * cell[k]) for cell in PIECE]
    x0, y0, z0 = (min(cell[axis] for cell in cells) for axis in range(3))
    return tuple(sorted(shift(cells, (-x0, -y0, -z0))))


def orientations() -> dict[str, tuple[Cell, ...]]:
    """Return the 24 orientations by their letters A to X (AX-3)."""
    every = product(permutations(range(3)), product((1, -1), repeat=3))
    shapes = {turned(axes, signs) for axes, signs in every if is_rotation(axes, signs)}
    return dict(zip("ABCDEFGHIJKLMNOPQRSTUVWX", sorted(shapes), strict=True))


def is_inside(cells: Iterable[Cell]) -> bool:
    """Tell whether all cells lie in the 9x9x3 box (AX-4)."""
    return all(0 <= x < SIZE and 0 <= y < SIZE and 1 <= z <= LEVELS for x, y, z in cells)


def placements() -> Iterator[tuple[str, frozenset[Cell]]]:
    """Yield each placement inside the box: its notation (AX-3) and its cells."""
    corners = list(product(range(SIZE), range(SIZE), range(1, LEVELS + 1)))
    for letter, shape in orientations().items():
        for column, row, level in corners:
            cells = shift(shape, (column, row, level))
            if is_inside(cells):
                yield f"{letter}@{'abcdefghi'[column]}{row + 1}.{level}", cells


PLACEMENTS: dict[str, frozenset[Cell]] = dict(sorted(placements()))


def neighbours(cell: Cell) -> frozenset[Cell]:
    """Return the six cells that share a face with ``cell``."""
    x, y, z = cell
    return frozenset((x + dx, y + dy, z + dz) for dx, dy, dz in STEPS)


def contacts(piece: frozenset[Cell], cubes: set[Cell]) -> int:
    """Count the faces of the piece that touch faces of the cubes (AX-5)."""
    return sum(len(neighbours(cell) & cubes) for cell in piece)


def held_cells(piece: frozenset[Cell], cubes: set[Cell]) -> set[Cell]:
    """Return the cells of the piece that are held (AX-6)."""
    held: set[Cell] = set()
    for x, y, z in sorted(piece, key=lambda cell: cell[2]):  # upwards: what may hold a cell comes first
        below = (x, y, z - 1)
        if z == 1 or below in cubes or below in held:
            held.add((x, y, z))
    return held


def is_supported(piece: frozenset[Cell], cubes: set[Cell]) -> bool:
    """Tell whether no two cells of the piece that share a face are both not held (AX-6)."""
    hanging = piece - held_cells(piece, cubes)
    return not any(neighbours(cell) & hanging for cell in hanging)


def is_free(piece: frozenset[Cell], cubes: set[Cell]) -> bool:
    """Tell whether a piece on its way may be here: in no cube, not below the board, not far off."""
    near = range(-MARGIN, SIZE + MARGIN)
    return not piece & cubes and all(x in near and y in near and z >= 1 for x, y, z in piece)


def can_slide(piece: frozenset[Cell], cubes: set[Cell]) -> bool:
    """Tell whether the piece can come to its place from wholly above level 3 without turning (AX-7)."""
    # Every step can be taken back, so the search leads from the place to the open air.
    seen = {piece}
    queue = deque([piece])
    while queue:
        here = queue.popleft()
        if min(z for _, _, z in here) > LEVELS:
            return True
        for there in (shift(here, step) for step in STEPS):
            if there not in seen and is_free(there, cubes):
                seen.add(there)
                queue.append(there)
    return False


def scoring_squares(side: str, corners: str) -> set[tuple[int, int]]:
    """Return the squares that count for ``north-south`` or ``east-west`` (AX-9)."""
    row = range(SIZE) if corners == "both" else range(1, SIZE - 1)
    if side == "north-south":
        return {(x, y) for x in row for y in (0, SIZE - 1)}
    return {(x, y) for x in (0, SIZE - 1) for y in row}


@dataclass(frozen=True)
class Outcome:
    """How a game ended; players count from 0.

    Attributes
    ----------
    winners
        The one winner; nobody in a match game (AX-13).
    scores
        Points by player, None for Oh Puch.
    utilities
        Shares of the win by player; they sum to 1.
    termination
        ``points``, ``starter`` (a tie won by the starter), ``held`` or ``broken`` (the barrier).
    early
        Whether the game ended before all 22 pieces were placed (AX-8).
    """

    winners: tuple[int, ...]
    scores: tuple[int | None, ...]
    utilities: tuple[float, ...]
    termination: str
    early: bool


class Aztec:
    """One game of Aztec.

    Parameters
    ----------
    players
        2 or 3. Three players without ``barrier`` start with the auction (AX-12).
    barrier
        The points that Oh Puch has to prevent (AX-11), for a three-player game without auction.
    oh_puch
        The player, from 0, who is Oh Puch; with ``barrier`` the default is 0.
    insertion
        ``any`` or ``slide`` (AX-7).
    corners
        ``both`` or ``none`` (AX-9).
    match
        Whether this is a game of a match (AX-13): ``oh_puch`` is given, there is no barrier.

    Notes
    -----
    The position is one line of fields, separated by single spaces; players count from 1 in it::

        position = pieces " " turn " " players [auction | barrier | match] [insertion] [corners]
        pieces   = "-" | piece {"," piece}         at most 22, sorted by placement
        piece    = player placement                1K@d4.1: who placed it, and where (AX-3)
        turn     = player                          who is to move, or would be
        players  = "2" | "3"
        auction  = " bids=" ("-" | bid {"," bid})  during the auction: every bid so far, in order
        bid      = number | "pass"
        barrier  = " barrier=" number " oh_puch=" player
        match    = " oh_puch=" player " match=yes"
        insertion = " insertion=slide"             default options are not written
        corners   = " corners=none"

    Three players need exactly one of auction, barrier and match; two players have none. During the
    auction there are no pieces, the bids are legal and leave it open, and the turn follows from them.
    Otherwise any player may have placed any piece and may be to move, as long as pieces share no cell
    and leave e5.1 to the starting cube. One position has one text; any other text is refused.

    Bids are forgotten once the auction is over: games that differ in nothing else have the same text,
    and a game read from it counts its pieces alone as plies.
    """

    def __init__(
        self,
        players: int = DUEL,
        barrier: int | None = None,
        oh_puch: int | None = None,
        insertion: str = "any",
        corners: str = "both",
        match: bool = False,
    ) -> None:
        if barrier is not None and oh_puch is None:
            oh_puch = 0  # AX-12
        self.players = players
        self.barrier = barrier
        self.oh_puch = oh_puch
        self.insertion = insertion
        self.corners = corners
        self.match = match
        self.turn = oh_puch or 0  # AX-10, AX-11: Oh Puch starts
        self.pieces: dict[str, int] = {}  # placement: who placed it
        self.cubes: set[Cell] = {START_CUBE}
        self.bids: list[str] = []
        self.passed: set[int] = set()
        self._check_options()
        self._check_roles()

    def _check_options(self) -> None:
        if self.players not in (DUEL, TRIO):
            raise ValueError(f"players={self.players}: Aztec has 2 or 3 (AX-10, AX-11)")
        if self.insertion not in ("any", "slide"):
            raise ValueError(f"insertion={self.insertion}: any or slide (AX-7)")
        if self.corners not in ("both", "none"):
            raise ValueError(f"corners={self.corners}: both or none (AX-9)")

    def _check_roles(self) -> None:
        """Refuse a barrier and an Oh Puch that do not go together (AX-11 to AX-13)."""
        if self.players == DUEL and (self.match or self.oh_puch is not None):
            raise ValueError("two players have no barrier, no Oh Puch and no match (AX-10)")
        if self.match and (self.barrier is not None or self.oh_puch is None):
            raise ValueError("a match game has an Oh Puch and no barrier (AX-13)")
        if self.in_auction and self.oh_puch is not None:
            raise ValueError("without a barrier the auction finds Oh Puch (AX-12)")
        if self.oh_puch is not None and self.oh_puch not in range(TRIO):
            raise ValueError("no such player to be Oh Puch (AX-12)")
        if self.barrier is not None and not 1 <= self.barrier <= self.highest_score():
            raise ValueError(f"barrier={self.barrier}: from 1 to {self.highest_score()} (AX-12)")

    @property
    def in_auction(self) -> bool:
        """Whether the barrier is still to be found (AX-12)."""
        return self.players == TRIO and self.barrier is None and not self.match

    def highest_score(self) -> int:
        """Return the number of scoring squares of one side (AX-12)."""
        return len(scoring_squares("north-south", self.corners))

    def ply(self) -> int:
        """Count the moves made: bids, passes and pieces."""
        return len(self.bids) + len(self.pieces)

    def legal_moves(self) -> list[str]:
        """Return the notation of every legal move, sorted; nothing when the game is over."""
        if self.in_auction:
            return sorted(self._legal_bids())
        return [placement for placement in PLACEMENTS if self._may_place(placement)]

    def _legal_bids(self) -> list[str]:
        """Return the bids open to the player to move (AX-12)."""
        if not self.bids:  # the first player must bid
            return [f"bid{number}" for number in range(1, self.highest_score() + 1)]
        return [f"bid{number}" for number in range(1, self._lowest_bid())] + ["pass"]

    def _lowest_bid(self) -> int:
        return min(int(bid.removeprefix("bid")) for bid in self.bids if bid != "pass")

    def _may_place(self, placement: str) -> bool:
        """Tell whether the placement is legal now (AX-4 to AX-8)."""
        if placement not in PLACEMENTS or len(self.pieces) == PIECES:  # AX-4, AX-8
            return False
        piece = PLACEMENTS[placement]
        return (
            not piece & self.cubes  # AX-4
            and contacts(piece, self.cubes) >= CONTACTS  # AX-5
            and is_supported(piece, self.cubes)  # AX-6
            and (self.insertion == "any" or can_slide(piece, self.cubes))  # AX-7
        )

    def push(self, move: str) -> None:
        """Make a move.

        Raises
        ------
        ValueError
            If the move is not legal; the position stays as it is.
        """
        if self.in_auction:
            if move not in self._legal_bids():
                raise ValueError(f"{move}: not a legal bid now (AX-12)")
            self._bid(move)
        else:
            if not self._may_place(move):
                raise ValueError(f"{move}: not a legal placement now (AX-4 to AX-8)")
            self._put(self.turn, move)
            self.turn = (self.turn + 1) % self.players  # AX-8

    def _bid(self, move: str) -> None:
        """Take a bid or a pass, and end the auction when it decides it (AX-12)."""
        bidder = self.turn
        self.bids.append(move)
        if move == "pass":
            self.passed.add(bidder)
        others = [(bidder + 1) % TRIO, (bidder + 2) % TRIO]  # in seat order
        still_in = [player for player in others if player not in self.passed]
        self.turn = still_in[0]
        if move == "bid1":
            self._end_auction(bidder)
        elif move == "pass" and len(still_in) == 1:
            self._end_auction(still_in[0])

    def _end_auction(self, lowest_bidder: int) -> None:
        """Make the lowest bidder Oh Puch, who starts (AX-11, AX-12)."""
        self.barrier = self._lowest_bid()
        self.oh_puch = self.turn = lowest_bidder

    def _put(self, player: int, placement: str) -> None:
        self.pieces[placement] = player
        self.cubes |= PLACEMENTS[placement]

    def copy(self) -> Self:
        """Return a game that goes its own way from here."""
        return copy.deepcopy(self)

    def is_over(self) -> bool:
        """Tell whether all pieces are placed or none can be (AX-8)."""
        return not self.legal_moves()

    def _builders(self) -> tuple[int, int]:
        """Return who plays North/South and who plays East/West (AX-10, AX-11)."""
        if self.oh_puch is None:
            return 0, 1
        return (self.oh_puch + 1) % TRIO, (self.oh_puch + 2) % TRIO

    def _points(self, side: str) -> int:
        """Count the cubes on level 3 above the scoring squares of a side, whoever placed them (AX-9)."""
        squares = scoring_squares(side, self.corners)
        return sum(z == LEVELS and (x, y) in squares for x, y, z in self.cubes)

    def scores(self) -> tuple[int | None, ...]:
        """Return the points by player, None for Oh Puch; all 0 during the auction."""
        if self.in_auction:
            return 0, 0, 0
        points: list[int | None] = [None] * self.players
        north_south, east_west = self._builders()
        points[north_south] = self._points("north-south")
        points[east_west] = self._points("east-west")
        return tuple(points)

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        if not self.is_over():
            return None
        winners, termination = self._result()
        sharers = winners or range(self.players)  # AX-13: nobody wins a match game, all share it
        utilities = tuple(1 / len(sharers) if p in sharers else 0.0 for p in range(self.players))
        return Outcome(winners, self.scores(), utilities, termination, len(self.pieces) < PIECES)

    def _result(self) -> tuple[tuple[int, ...], str]:
        """Return winners and termination of a finished game (AX-10, AX-11, AX-13)."""
        first, second = self._builders()
        north_south, east_west = self._points("north-south"), self._points("east-west")
        leader = second if east_west > north_south else first  # on a tie the first builder
        if self.match:
            return (), "points"
        if self.oh_puch is None or self.barrier is None:  # two players
            return (leader,), "starter" if north_south == east_west else "points"
        if max(north_south, east_west) < self.barrier:
            return (self.oh_puch,), "held"
        return (leader,), "broken"

    def fen(self) -> str:
        """Return the position as one line; the class notes give its grammar."""
        pieces = ",".join(f"{player + 1}{placement}" for placement, player in sorted(self.pieces.items()))
        fields = [pieces or "-", str(self.turn + 1), str(self.players), *self._role_fields()]
        if self.insertion != "any":
            fields.append(f"insertion={self.insertion}")
        if self.corners != "both":
            fields.append(f"corners={self.corners}")
        return " ".join(fields)

    def _role_fields(self) -> list[str]:
        if self.in_auction:
            return ["bids=" + (",".join(bid.removeprefix("bid") for bid in self.bids) or "-")]
        if self.oh_puch is None:  # two players
            return []
        if self.match:
            return [f"oh_puch={self.oh_puch + 1}", "match=yes"]
        return [f"barrier={self.barrier}", f"oh_puch={self.oh_puch + 1}"]

    @classmethod
    def from_fen(cls, text: str) -> Self:
        """Read a position.

        Raises
        ------
        ValueError
            If the text is not what ``fen`` writes for some position.
        """
        fields = text.split(" ")
        if len(fields) < len(("pieces", "turn", "players")):
            raise ValueError(f"{text}: a position has pieces, turn and players")
        pieces, turn, players, *rest = fields
        options = dict(field.split("=", 1) for field in rest if "=" in field)
        game = cls._from_options(int(players), options)
        game._read_bids(options.get("bids", "-"))
        game._read_pieces(pieces)
        if not game.in_auction:
            game.turn = int(turn) - 1
        # Whatever was skipped, repeated or written in another way shows here.
        if game.turn not in range(game.players) or game.fen() != text:
            raise ValueError(f"{text}: not a position as it is written")
        return game

    @classmethod
    def _from_options(cls, players: int, options: dict[str, str]) -> Self:
        return cls(
            players,
            barrier=int(options["barrier"]) if "barrier" in options else None,
            oh_puch=int(options["oh_puch"]) - 1 if "oh_puch" in options else None,
            insertion=options.get("insertion", "any"),
            corners=options.get("corners", "both"),
            match=options.get("match") == "yes",
        )

    def _read_bids(self, text: str) -> None:
        if text == "-":
            return
        for bid in text.split(","):
            self.push(bid if bid == "pass" else f"bid{bid}")
        if not self.in_auction:
            raise ValueError(f"bids={text}: these end the auction, write barrier and oh_puch (AX-12)")

    def _read_pieces(self, text: str) -> None:
        for piece in text.split(",") if text != "-" else []:
            player, placement = piece[:1], piece[1:]
            if self.in_auction or player not in [str(p + 1) for p in range(self.players)]:
                raise ValueError(f"{piece}: no such player places pieces now")
            if placement not in PLACEMENTS or PLACEMENTS[placement] & self.cubes:
                raise ValueError(f"{piece}: outside the box or on a cube (AX-4)")
            self._put(int(player) - 1, placement)
        if len(self.pieces) > PIECES:
            raise ValueError(f"{len(self.pieces)} pieces, there are 22 (AX-2)")


@dataclass(frozen=True)
class MatchResult:
    """Who won a match, all who tie for the lead, and the points by player."""

    winners: tuple[int, ...]
    totals: tuple[int, ...]


class AztecMatch:
    """Three games one after the other, each player Oh Puch once, in seat order (AX-13).

    Parameters
    ----------
    insertion, corners
        As in a single game.
    """

    def __init__(self, insertion: str = "any", corners: str = "both") -> None:
        self.games = [
            Aztec(TRIO, oh_puch=player, insertion=insertion, corners=corners, match=True)
            for player in range(TRIO)
        ]

    @property
    def game(self) -> Aztec:
        """The game being played; after the end the last one."""
        return next((game for game in self.games if not game.is_over()), self.games[-1])

    @property
    def turn(self) -> int:
        """The player to move."""
        return self.game.turn

    def legal_moves(self) -> list[str]:
        """Return the legal moves of the game being played."""
        return self.game.legal_moves()

    def push(self, move: str) -> None:
        """Make a move in the game being played; ValueError if it is not legal."""
        self.game.push(move)

    def copy(self) -> Self:
        """Return a match that goes its own way from here."""
        return copy.deepcopy(self)

    def is_over(self) -> bool:
        """Tell whether all three games are over."""
        return self.game.is_over()

    def totals(self) -> tuple[int, ...]:
        """Add up the points that each player scored as a builder so far (AX-13)."""
        columns = zip(*(game.scores() for game in self.games), strict=True)
        return tuple(sum(points or 0 for points in column) for column in columns)

    def result(self) -> MatchResult | None:
        """Return winners and totals, or None while the match goes on (AX-13)."""
        if not self.is_over():
            return None
        totals = self.totals()
        winners = tuple(player for player in range(TRIO) if totals[player] == max(totals))
        return MatchResult(winners, totals)
