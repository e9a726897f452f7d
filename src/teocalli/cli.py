"""The command line; ``selfplay`` and ``report`` come with the extra ``analysis``."""

from __future__ import annotations

import importlib
import json
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, TextIO

import click

from teocalli import _core, counting
from teocalli.game import BoardGame
from teocalli.games import GAMES, game_class

EXIT_FAILED, EXIT_USAGE, EXIT_INTERRUPTED = 1, 2, 130
ANALYSIS_COMMANDS = ("selfplay", "report")
PLAY_COMMANDS = ("analyse", "play")
BAR_AFTER = 1.0  # seconds of work before a progress bar appears


class Commands(click.Group):
    """The group of all commands: the analysis ones are imported when used, and errors are one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return sorted({*super().list_commands(ctx), *ANALYSIS_COMMANDS, *PLAY_COMMANDS})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, or None if there is none of that name."""
        if cmd_name in PLAY_COMMANDS:
            importlib.import_module("teocalli.cli_play")  # it registers them
        if cmd_name not in ANALYSIS_COMMANDS:
            return super().get_command(ctx, cmd_name)
        try:
            command: click.Command = getattr(importlib.import_module("teocalli_analysis.commands"), cmd_name)
        except ModuleNotFoundError as error:
            if error.name is None or error.name.startswith("teocalli"):
                raise
            return missing_extra(cmd_name, error.name)
        return command

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command; in standalone mode exit with 0, or after one line of error with 1, 2 or 130."""
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
        sys.exit(
            self.run(lambda: super(Commands, self).main(args, prog_name, standalone_mode=False, **extra))
        )

    def run(self, command: Callable[[], Any]) -> int:
        """Return the exit status of a command, after printing its error if there is one."""
        try:
            result = command()
        except click.exceptions.NoArgsIsHelpError as error:
            error.show()
            return EXIT_USAGE
        except click.ClickException as error:
            return complain(error.format_message(), EXIT_USAGE)
        except ValueError as error:
            return complain(str(error), EXIT_USAGE)
        except (KeyboardInterrupt, click.Abort):
            return complain("interrupted", EXIT_INTERRUPTED)
        except BrokenPipeError:
            sys.stderr.close()  # the reader went away, as `head` does; that is no failure worth words
            return EXIT_FAILED
        except (OSError, MemoryError, OverflowError, RuntimeError) as error:
            return complain(str(error) or type(error).__name__, EXIT_FAILED)
        return result if isinstance(result, int) else 0


def complain(message: str, status: int) -> int:
    """Print an error as one line and return the exit status."""
    click.echo(f"teocalli: {' '.join(message.splitlines())}", err=True)
    return status


def missing_extra(name: str, module: str) -> click.Command:
    """Return a command that says what to install."""

    @click.command(name, context_settings={"ignore_unknown_options": True})
    @click.argument("args", nargs=-1, type=click.UNPROCESSED)
    def command(args: tuple[str, ...]) -> None:
        raise RuntimeError(f"{name} needs {module}; install it with: pip install 'teocalli[analysis]'")

    command.help = "Needs the extra: pip install 'teocalli[analysis]'."
    return command


def version_text() -> str:
    """Return the version and the processor variant in use."""
    return f"teocalli {_core.VERSION} ({_core.make_rules('azacru').cpu})"


def print_version(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    """Print the version and leave, if that is what was asked for."""
    if wanted:
        click.echo(version_text())
        ctx.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=print_version,
    help="Print the version and the processor variant in use.",
)
def cli() -> None:
    """Play, count and judge the board games of teocalli."""


# ---- Options that commands share


def read_options(pairs: Sequence[str]) -> dict[str, str]:
    """Read ``name=value`` pairs."""
    options: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not (name and equals):
            raise ValueError(f"option {pair!r} is not of the form name=value, such as order=2,1")
        if name in options:
            raise ValueError(f"option {name!r} is given twice")
        options[name] = value
    return options


def position_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the arguments that name a game and a position of it."""
    for add in (
        click.option("--moves", default="", metavar="TEXT", help="Moves to make first, parted by spaces."),
        click.option(
            "--fen", metavar="TEXT", help="Position to start from; holds players and options itself."
        ),
        click.option(
            "--layout", metavar="FILE", help="Board to play on, for games whose board is data (Tabu)."
        ),
        click.option(
            "--option", "options", multiple=True, metavar="NAME=VALUE", help="Rule option; repeatable."
        ),
        click.option("--players", type=int, metavar="N", help="Number of players.  [default: the game's]"),
        click.argument("game", metavar=f"[{'|'.join(GAMES)}]"),
    ):
        command = add(command)
    return command


def set_up(
    game: str, players: int | None, options: Sequence[str], layout: str | None, fen: str | None, moves: str
) -> BoardGame:
    """Return the position that the arguments of ``position_options`` name."""
    cls = game_class(game)
    if layout is not None and "layout" not in cls.OPTIONS:
        raise ValueError(f"{game} has one board; --layout is for: {', '.join(boards())}")
    board = {} if layout is None else {"layout": layout}
    if fen is None:
        position = cls.from_text_options(players, read_options(options) | board)
    elif players is None and not options:
        position = cls.read_fen(fen, cls.options_text(board))
    else:
        raise ValueError("--fen holds players and options itself; leave out --players and --option")
    for number, move in enumerate(moves.split(), 1):
        try:
            position.push(move)
        except ValueError as error:
            raise ValueError(f"move {number} of --moves: {error}") from None
    return position


def boards() -> list[str]:
    """Return the names of the games whose board is data."""
    return [name for name, cls in GAMES.items() if "layout" in cls.OPTIONS]


# ---- perft


class Bar:
    """A progress bar on stderr that appears when work is long and a person is watching."""

    def __init__(self, label: str, stream: TextIO | None = None) -> None:
        self.label = label
        self.stream: TextIO = stream or sys.stderr
        self.watched = self.stream.isatty()
        self.start = time.monotonic()
        self.bar: Any = None

    def __call__(self, done: int, total: int) -> None:
        """Show that ``done`` of ``total`` units are done."""
        if not self.watched or (self.bar is None and time.monotonic() - self.start < BAR_AFTER):
            return
        if self.bar is None:
            self.bar = click.progressbar(length=total, label=self.label, file=self.stream)
            self.bar.__enter__()
        self.bar.update(done - self.bar.pos)

    def close(self) -> None:
        """End the line of the bar."""
        if self.bar is not None:
            self.bar.__exit__(None, None, None)


def facts(position: BoardGame, fen: str | None) -> dict[str, Any]:
    """Return what a count in JSON says about its position: the options are those that are not default."""
    pairs = read_options([part for part in position.fen().split(" ") if "=" in part])
    given = {name: value for name, value in pairs.items() if name in position.OPTIONS}
    about: dict[str, Any] = {"game": position.name, "players": position.players, "options": given}
    if fen:
        about["fen"] = fen
    if position.move_stack:
        about["moves"] = [str(move) for move in position.move_stack]
    return about


def print_counts(nodes: int, counts: dict[str, int] | None) -> None:
    """Print counts as chess engines do."""
    if counts is None:
        click.echo(f"Nodes searched: {nodes}")
        return
    for move, count in counts.items():
        click.echo(f"{move}: {count}")
    click.echo(f"\nNodes searched: {nodes}\n")


def count(
    position: BoardGame, depth: int, threads: int | None, divide: bool, bar: Bar
) -> tuple[int, dict[str, int] | None]:
    """Return the count, and by move (sorted by notation) if asked for."""
    if not divide or depth == 0:
        return counting.perft(position, depth, threads, bar), {} if divide else None
    by_move = counting.divide(position, depth, threads, bar)
    nodes = counting.check_count(sum(by_move.values()), depth)
    return nodes, dict(sorted((str(move), n) for move, n in by_move.items()))


@cli.command()
@position_options
@click.option("--depth", type=int, required=True, metavar="N", help="Plies: 0 to 64.")
@click.option("--divide", is_flag=True, help="Also count by first move.")
@click.option("--threads", type=int, metavar="N", help="Threads to count with.  [default: all cores]")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def perft(
    game: str,
    players: int | None,
    options: tuple[str, ...],
    layout: str | None,
    fen: str | None,
    moves: str,
    depth: int,
    divide: bool,
    threads: int | None,
    as_json: bool,
) -> None:
    """Count the move sequences of exactly so many plies."""
    position = set_up(game, players, options, layout, fen, moves)
    bar = Bar(f"perft {depth}")
    start = time.perf_counter()
    try:
        nodes, by_move = count(position, depth, threads, divide, bar)
    finally:
        bar.close()
    seconds = time.perf_counter() - start
    if not as_json:
        print_counts(nodes, by_move)
        return
    result = facts(position, fen) | {"depth": depth, "nodes": nodes}
    result |= {"seconds": round(seconds, 6), "nps": round(nodes / seconds)}
    click.echo(json.dumps(result if by_move is None else result | {"divide": by_move}))


# ---- show


def print_position(position: BoardGame) -> None:
    """Print the board, its text, and the result if the game is over, else how many moves there are."""
    click.echo(f"{position}\nfen: {position.fen()}")
    outcome = position.outcome()
    if outcome is None:
        click.echo(f"legal moves: {len(position.legal_moves)}")
    else:
        winners = ", ".join(str(player + 1) for player in outcome.winners) or "nobody"
        click.echo(f"winners: {winners} ({outcome.termination})")


@cli.command()
@position_options
def show(
    game: str,
    players: int | None,
    options: tuple[str, ...],
    layout: str | None,
    fen: str | None,
    moves: str,
) -> None:
    """Print the board of a position, its text, and the result if the game is over."""
    print_position(set_up(game, players, options, layout, fen, moves))


def main() -> None:
    """Run the command line."""
    cli.main()
