"""Azacru has no favourite side or colour: what a quarter turn, a mirror or new names do to a
position, they do to its moves.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from reference.azacru import COLUMNS, FACINGS, ROWS
from reference.azacru import Azacru as Board  # read, change and write position texts
from support import Setting, by_setting, random_position, settings_of

from teocalli import Azacru

DEPTH = 2
POSITIONS = 25


@dataclass(frozen=True)
class Map:
    """What a symmetry does to a field, to a facing (in steps of 45 degrees), and to a mark."""

    field: Callable[[int, int], tuple[int, int]]
    facing: Callable[[int], int]
    marks: dict[str, str]

    def square(self, square: str) -> str:
        x, y = self.field(COLUMNS.index(square[0]), ROWS.index(square[1]))
        return COLUMNS[x] + ROWS[y]

    def turned(self, facing: str) -> str:
        return FACINGS[self.facing(FACINGS.index(facing)) % 8]

    def move(self, text: str) -> str:
        if text == "pass":
            return text
        return f"{self.square(text[:2])}-{self.square(text[3:5])}{self.marks.get(text[5:], text[5:])}"

    def position(self, fen: str) -> str:
        board = Board.from_fen(fen)
        board.markers = {self.square(field): player for field, player in board.markers.items()}
        board.chevrons = {
            self.square(field): (player, self.turned(facing))
            for field, (player, facing) in board.chevrons.items()
        }
        return board.fen()


MAPS = {
    "quarter turn": Map(lambda x, y: (y, 8 - x), lambda facing: facing + 2, {}),
    "half turn": Map(lambda x, y: (8 - x, 8 - y), lambda facing: facing + 4, {}),
    "mirror": Map(lambda x, y: (8 - x, y), lambda facing: -facing, {"<": ">", ">": "<"}),
}


def renamed(fen: str, names: tuple[int, ...]) -> str:
    """Give player ``p`` the number ``names[p]``, in the order too."""
    board = Board.from_fen(fen)
    board.markers = {field: names[player] for field, player in board.markers.items()}
    board.chevrons = {field: (names[player], facing) for field, (player, facing) in board.chevrons.items()}
    board.turn = names[board.turn]
    board.first_passer = None if board.first_passer is None else names[board.first_passer]
    board.order = tuple(names[player] for player in board.order)
    return board.fen()


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("setting", settings_of("azacru"), ids=by_setting)
def test_board(setting: Setting, name: str) -> None:
    """The board's symmetries map moves, perft by move, and scores."""
    symmetry = MAPS[name]
    for seed in range(POSITIONS):
        game = random_position(setting, seed)
        image = Azacru.from_fen(symmetry.position(game.fen()))
        expected = {symmetry.move(str(move)): nodes for move, nodes in game.divide(DEPTH).items()}
        assert {str(move): nodes for move, nodes in image.divide(DEPTH).items()} == expected, game.fen()
        assert image.scores() == game.scores()


@pytest.mark.parametrize("name", MAPS)
def test_board_after_each_move(name: str) -> None:
    """Moving and mapping may be done in either order."""
    symmetry = MAPS[name]
    for seed in range(POSITIONS):
        game = random_position(settings_of("azacru")[0], seed)
        for move in list(game.legal_moves):
            image = Azacru.from_fen(symmetry.position(game.fen()))
            image.push(symmetry.move(str(move)))
            game.push(move)
            assert image.fen() == symmetry.position(game.fen())
            game.pop()


def test_four_quarter_turns_are_none() -> None:
    fen = start = random_position(settings_of("azacru")[0], 3).fen()
    seen = []
    for _ in range(4):
        fen = MAPS["quarter turn"].position(fen)
        seen.append(fen)
    assert seen[3] == start
    assert len(set(seen)) == 4


@pytest.mark.parametrize("setting", settings_of("azacru"), ids=by_setting)
def test_names_of_players(setting: Setting) -> None:
    """Who is called player 1 does not matter, as long as the order of turns goes with the names."""
    names = (*range(1, setting.players), 0)
    for seed in range(POSITIONS):
        game = random_position(setting, seed)
        image = Azacru.from_fen(renamed(game.fen(), names))
        assert image.turn == names[game.turn]
        assert [*map(str, image.divide(DEPTH).items())] == [*map(str, game.divide(DEPTH).items())]
        assert [image.scores()[names[p]] for p in range(setting.players)] == list(game.scores())


def test_names_of_players_in_a_result() -> None:
    for players in (2, 3, 4):
        setting = Setting("azacru", players)
        names = (*range(1, players), 0)
        for seed in range(50):
            game = random_position(setting, seed, plies=1)
            while not game.is_game_over():
                game.push(game.random_move(seed, 0, game.ply()))
            image = Azacru.from_fen(renamed(game.fen(), names))
            assert image.outcome().winners == tuple(sorted(names[p] for p in game.outcome().winners))
            assert image.outcome().termination == game.outcome().termination
