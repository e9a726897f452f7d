"""Random games per second and nanoseconds per ply, on one core, for every game and number of players."""

from __future__ import annotations

import statistics
import time

import click

import teocalli
from teocalli import _core


def rate(game: str, players: int, games: int, by_ply: bool) -> tuple[float, float]:
    """Return games per second and nanoseconds per ply."""
    start = time.perf_counter()
    played = teocalli.playouts(game, games, seed=1, players=players, threads=1, by_ply=by_ply)
    seconds = time.perf_counter() - start
    records = played[0] if isinstance(played, tuple) else played
    return games / seconds, seconds * 1e9 / float(records["plies"].sum())


def player_counts(game: str) -> list[int]:
    counts = []
    for players in range(2, 5):
        try:
            teocalli.new_game(game, players)
        except teocalli.GameError:
            continue
        counts.append(players)
    return counts


@click.command()
@click.option("--seconds", default=0.5, show_default=True, help="About how long each run takes.")
@click.option("--repeats", default=5, show_default=True, help="Runs of each; the median counts.")
def main(seconds: float, repeats: int) -> None:
    """Measure random playouts."""
    for game in teocalli.GAMES:
        for players in player_counts(game):
            rules = _core.make_rules(game, players)
            games = max(10, int(seconds * rate(game, players, 100, False)[0]))
            for by_ply in (False, True):
                runs = [rate(game, players, games, by_ply) for _ in range(repeats)]
                per_second, per_ply = (statistics.median(values) for values in zip(*runs, strict=True))
                print(
                    f"{game}, {players} players, {'with' if by_ply else 'without'} by-ply sums: "
                    f"{per_second:,.0f} games/s, {per_ply:.1f} ns/ply ({rules.cpu}, "
                    f"tables of {rules.table_size} bytes, state of {rules.state_size}, median of {repeats})"
                )


if __name__ == "__main__":
    main()
