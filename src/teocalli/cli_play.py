"""The commands ``analyse`` and ``play``: judging a position, and playing in the terminal."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from teocalli import _core
from teocalli.agents import Agent, Analysis, Choice
from teocalli.cli import cli, facts, position_options, print_position, set_up
from teocalli.errors import GameError
from teocalli.game import BoardGame

CANDIDATES = 12  # moves that the answer to an ambiguous prefix lists
WIDTH = 100  # columns of a list of moves
HELP = """\
MOVE       make a move; the beginning of its notation is enough if only one move begins so
hint       the move that the agent would make, and its value
undo       go back to your previous turn
moves      list the legal moves
resign     give up and leave
save FILE  write the position text that play began from, and the moves, one a line
help       this list
quit       leave"""


# ---- analyse


def best_choices(agent: Agent, analysis: Analysis, mover: int, top: int) -> list[Choice]:
    """Return the best moves: the agent's own, then by visits (``mcts``) and the mover's value."""
    counts = agent.spec.startswith("mcts")

    def rank(choice: Choice) -> tuple[bool, int, float]:
        return choice.move == analysis.move, choice.visits if counts else 0, choice.values[mover]

    return sorted(analysis.choices, key=rank, reverse=True)[:top]


def print_analysis(analysis: Analysis, choices: list[Choice], mover: int) -> None:
    """Print the values by player, the table of moves, and the principal line."""
    for player, value in enumerate(analysis.values, 1):
        click.echo(f"player {player}: {value:.4f}{' (to move)' if player == mover + 1 else ''}")
    click.echo(f"exact: {'yes' if analysis.exact else 'no'}\n")
    width = max(4, *(len(str(choice.move)) for choice in choices))
    click.echo(f"{'move':<{width}}  {'visits':>12}  {'value':>6}")
    for choice in choices:
        click.echo(f"{choice.move!s:<{width}}  {choice.visits:>12}  {choice.values[mover]:>6.4f}")
    click.echo(f"\nline: {' '.join(str(move) for move in analysis.line)}")


def analysis_facts(agent: Agent, analysis: Analysis, choices: list[Choice], mover: int) -> dict[str, Any]:
    """Return what an analysis in JSON says; players count from 1, values are in their order."""
    return {
        "agent": agent.spec,
        "seed": agent.seed,
        "to_move": mover + 1,
        "move": str(analysis.move),
        "values": list(analysis.values),
        "exact": analysis.exact,
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "line": [str(move) for move in analysis.line],
        "choices": [
            {"move": str(choice.move), "visits": choice.visits, "values": list(choice.values)}
            for choice in choices
        ],
    }


@cli.command()
@position_options
@click.option("--agent", "spec", default="mcts:2000", show_default=True, metavar="SPEC", help="Who thinks.")
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="Seed of the agent.")
@click.option(
    "--top", type=click.IntRange(1), default=5, show_default=True, metavar="N", help="Moves to print."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def analyse(
    game: str,
    players: int | None,
    options: tuple[str, ...],
    layout: str | None,
    fen: str | None,
    moves: str,
    spec: str,
    seed: int,
    top: int,
    as_json: bool,
) -> None:
    """Judge a position: its values by player, and the best moves."""
    agent = Agent(spec, seed)
    position = set_up(game, players, options, layout, fen, moves)
    if position.is_game_over():
        raise ValueError("the game is over: there is no move to analyse")
    mover = position.turn
    analysis = agent.analyse(position)
    choices = best_choices(agent, analysis, mover, top)
    if as_json:
        click.echo(json.dumps(facts(position, fen) | analysis_facts(agent, analysis, choices, mover)))
    else:
        print_analysis(analysis, choices, mover)


# ---- play


class Leave(Exception):  # noqa: N818 - no error
    """A person leaves; the text says how."""


def complete(position: BoardGame, text: str) -> _core.Move:
    """Return the legal move of a notation, or the only one whose notation begins with ``text``.

    Parameters
    ----------
    position : BoardGame
    text : str

    Returns
    -------
    move : Move

    Raises
    ------
    ValueError
        Naming the candidates if there are several, or why there is none.
    """
    legal = {str(move): move for move in position.legal_moves}
    if text in legal:
        return legal[text]
    found = [name for name in legal if name.startswith(text)]
    if len(found) == 1:
        return legal[found[0]]
    if found:
        more = f" and {len(found) - CANDIDATES} more" if len(found) > CANDIDATES else ""
        raise ValueError(f"{text!r} is ambiguous: {', '.join(found[:CANDIDATES])}{more}")
    move = position.parse_move(text)
    if move in position.legal_moves:
        return move
    raise ValueError(f"{text} is not a legal move here; 'moves' lists them")


class Table:
    """A game in the terminal between people and an agent.

    Parameters
    ----------
    position : BoardGame
        Where the game begins; it is played on.
    humans : set of int
        The players, from 0, who are people.
    spec : str
        The agent that makes the other moves, and gives hints.
    seed : int
    """

    def __init__(self, position: BoardGame, humans: set[int], spec: str, seed: int) -> None:
        self.position = position
        self.humans = humans
        self.opponent = Agent(spec, seed)
        self.adviser = Agent(spec, seed)  # so that hints change no move of the opponent
        self.bidder = Agent("random", seed)
        self.first = len(position.move_stack)
        self.commands: dict[str, Callable[[], None]] = {
            "hint": self.hint,
            "undo": self.undo,
            "moves": self.list_moves,
            "resign": self.resign,
            "help": self.print_help,
            "quit": self.quit,
        }

    def play(self) -> None:
        """Play to the end of the game, or until a person leaves."""
        try:
            while not self.position.is_game_over():
                if self.position.turn in self.humans:
                    self.human_turn()
                else:
                    self.agent_turn()
        except Leave as leave:
            click.echo(leave)
            return
        print_position(self.position)

    def agent_turn(self) -> None:
        """Make and print the agent's move; where it cannot think, in an auction, the move is random."""
        agent = self.opponent
        try:
            move = agent.choose(self.position)
        except GameError:
            agent = self.bidder
            move = agent.choose(self.position)
        click.echo(f"player {self.position.turn + 1} ({agent.spec}): {move}")
        self.position.push(move)

    def human_turn(self) -> None:
        """Print the board, then ask until the position is another one."""
        click.echo(f"\n{self.position}")
        before = len(self.position.move_stack)
        while len(self.position.move_stack) == before:
            try:
                self.obey(self.ask())
            except (ValueError, OSError) as error:
                click.echo(" ".join(str(error).splitlines()))

    def ask(self) -> str:
        """Return the line that a person types; its end leaves."""
        try:
            return input(f"player {self.position.turn + 1}> ").strip()
        except EOFError:
            click.echo()
            raise self.unfinished() from None
        except UnicodeDecodeError:
            raise ValueError("that is not text; 'help' lists what can be typed") from None

    def obey(self, text: str) -> None:
        """Do what a line says."""
        word, _, rest = text.partition(" ")
        if not word:
            raise ValueError("type a move, or 'help'")
        if word == "save":
            self.save(rest.strip())
        elif word not in self.commands:
            self.position.push(complete(self.position, text))
        elif rest:
            raise ValueError(f"{word} takes nothing after it")
        else:
            self.commands[word]()

    def hint(self) -> None:
        """Print the agent's move and its value for the one to move."""
        analysis = self.adviser.analyse(self.position)
        click.echo(f"hint: {analysis.move} ({analysis.values[self.position.turn]:.4f})")

    def undo(self) -> None:
        """Go back to the previous turn of the one to move."""
        earlier = self.position.copy()
        while len(earlier.move_stack) > self.first:
            earlier.pop()
            if earlier.turn == self.position.turn:
                self.position = earlier
                return
        raise ValueError("nothing to undo: this is your first turn")

    def list_moves(self) -> None:
        """Print the legal moves."""
        names = " ".join(str(move) for move in self.position.legal_moves)
        click.echo(textwrap.fill(names, WIDTH, break_long_words=False, break_on_hyphens=False))

    def resign(self) -> None:
        """Give up."""
        raise Leave(f"player {self.position.turn + 1} resigns")

    def save(self, name: str) -> None:
        """Write the position text that the game began from, and the moves, one a line."""
        if not name:
            raise ValueError("save needs a file, such as: save game.txt")
        lines = [self.position.root().fen(), *(str(move) for move in self.position.move_stack)]
        try:
            Path(name).write_text("\n".join(lines) + "\n", encoding="utf-8")
        except OSError as error:
            raise ValueError(f"cannot save to {name!r}: {error.strerror or error}") from None
        except ValueError as error:
            raise ValueError(f"cannot save to {name!r}: {error}") from None
        click.echo(f"saved to {name!r}")

    def print_help(self) -> None:
        """Print what can be typed."""
        click.echo(HELP)

    def quit(self) -> None:
        """Leave the game as it is."""
        raise self.unfinished()

    def unfinished(self) -> Leave:
        """Return what ends a game before its end."""
        return Leave(f"the game is unfinished\nfen: {self.position.fen()}")


def read_seats(position: BoardGame, seats: tuple[int, ...]) -> set[int]:
    """Return the players, from 0, of seats, which count from 1."""
    for seat in seats:
        if not 1 <= seat <= position.players:
            raise ValueError(f"seat {seat} is out of range: this game has seats 1 to {position.players}")
    return {seat - 1 for seat in seats}


@cli.command()
@position_options
@click.option(
    "--seat",
    "seats",
    type=int,
    multiple=True,
    default=(1,),
    metavar="N",
    help="Player who is a person, from 1; repeatable.  [default: 1]",
)
@click.option(
    "--agent", "spec", default="mcts:1000", show_default=True, metavar="SPEC", help="Who plays the others."
)
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="Seed of the agent.")
def play(
    game: str,
    players: int | None,
    options: tuple[str, ...],
    layout: str | None,
    fen: str | None,
    moves: str,
    seats: tuple[int, ...],
    spec: str,
    seed: int,
) -> None:
    """Play in the terminal; type help there for what can be typed."""
    position = set_up(game, players, options, layout, fen, moves)
    Table(position, read_seats(position, seats), spec, seed).play()
