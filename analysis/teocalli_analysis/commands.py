"""The commands ``selfplay`` and ``report``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from teocalli.cli import read_options
from teocalli_analysis.manifest import Settings, command_text
from teocalli_analysis.selfplay import Played, make_settings, play_run


@contextmanager
def progress_bar(games: int) -> Iterator[Callable[[int], None] | None]:
    """Show a bar with rate and remaining time on stderr, if a person is watching."""
    if not sys.stderr.isatty():
        yield None
        return
    with click.progressbar(length=games, label=f"{games:,} games", file=sys.stderr, show_pos=True) as bar:

        def advance(done: int) -> None:
            bar.update(done)
            rate = 1 / bar.time_per_iteration if bar.time_per_iteration else 0.0
            bar.label = f"{rate:,.0f} games/s"

        yield advance


def summary(settings: Settings, played: Played, out: str) -> str:
    """Say what a call did."""
    if not played.played:
        return f"{out} is complete: {settings.games:,} games."
    rate = (
        f"{played.played:,} games in {played.seconds:.1f} s ({played.played / played.seconds:,.0f} a second)"
    )
    kept = f"; {played.found:,} were there" if played.found else ""
    return f"{out}: played {rate}{kept}."


@click.command()
@click.argument("game")
@click.option("--players", type=int, metavar="N", help="Number of players.  [default: the game's]")
@click.option("--games", type=int, required=True, metavar="N", help="Number of games.")
@click.option(
    "--agent",
    "agents",
    multiple=True,
    default=["random"],
    metavar="SPEC",
    help="Who plays: one for all, or repeated, one a player.  [default: random]",
)
@click.option("--seed", type=int, default=0, show_default=True, help="0 to 2^64 - 1; decides every game.")
@click.option("--out", required=True, type=click.Path(), metavar="FOLDER", help="Where the records go.")
@click.option(
    "--option",
    "options",
    multiple=True,
    callback=lambda _ctx, _param, pairs: read_options(pairs),
    metavar="NAME=VALUE",
    help="Rule option; repeatable. Turn orders, and barriers of Aztec, are all played equally unless fixed.",
)
@click.option("--threads", type=int, metavar="N", help="Threads to play with.  [default: all cores]")
def selfplay(
    game: str,
    players: int | None,
    games: int,
    agents: tuple[str, ...],
    seed: int,
    out: str,
    options: dict[str, str],
    threads: int | None,
) -> None:
    """Play many games and write their records to a folder.

    Run it again after an interruption: it goes on with what is missing, and the files are the same as
    if nothing had happened.
    """
    settings = make_settings(game, players, games, seed, agents, options)
    try:
        with progress_bar(games) as progress:
            played = play_run(out, settings, threads, progress)
    except KeyboardInterrupt:
        click.echo(f"to go on: {command_text(settings.arguments(out))}", err=True)
        raise
    click.echo(summary(settings, played, out))


@click.command()
@click.argument("folders", nargs=-1, required=True, metavar="FOLDER...")
@click.option("-o", "--output", required=True, type=click.Path(dir_okay=False), help="The HTML file.")
@click.option(
    "--threshold",
    type=float,
    default=2.0,
    show_default=True,
    metavar="POINTS",
    help="Largest edge of a seat, in percentage points, that counts as fair in practice.",
)
def report(folders: tuple[str, ...], output: str, threshold: float) -> None:
    """Judge the balance of runs: one HTML page, and its tables as CSV in a folder beside it."""
    try:
        # Pandas, SciPy and Matplotlib take two seconds to import: `--help` and `selfplay` do without.
        from teocalli_analysis.report import write_report  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise RuntimeError(
            f"report needs {error.name}; install it with: pip install 'teocalli[analysis]'"
        ) from None
    written = write_report(folders, Path(output), threshold)
    for text in written.warnings:
        click.echo(f"teocalli: warning: {text}", err=True)
    click.echo(f"report: {written.page}\ntables: {written.data}")
