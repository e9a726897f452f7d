"""Simulations of tree search per second beside random playouts per second, in one run on one core."""

from __future__ import annotations

import statistics
import time

import click

import teocalli

SETTINGS = (("azacru", 2), ("azacru", 3), ("azacru", 4), ("aztec", 2), ("tabu", 4))


def simulations(game: str, players: int, spec: str, number: int) -> float:
    """Return simulations per second at the start position."""
    position = teocalli.new_game(game, players)
    agent = teocalli.Agent(spec.format(number))
    start = time.perf_counter()
    agent.choose(position)
    return number / (time.perf_counter() - start)


def playouts(game: str, players: int, number: int) -> float:
    """Return random playouts per second."""
    start = time.perf_counter()
    teocalli.playouts(game, number, players=players, threads=1)
    return number / (time.perf_counter() - start)


@click.command()
@click.option("--number", default=100_000, show_default=True, help="Simulations a run.")
@click.option("--repeats", default=5, show_default=True, help="Runs of each; the median counts.")
def main(number: int, repeats: int) -> None:
    """Measure how much of the rate of random playouts tree search keeps."""
    for game, players in SETTINGS:
        games = number if game != "tabu" else number // 100
        for spec in ("mcts:{}", "mcts:{}:cut=0"):
            if game == "tabu" and spec.endswith("cut=0"):
                continue  # whole games of some thousand plies
            pairs = [
                (simulations(game, players, spec, number), playouts(game, players, games))
                for _ in range(repeats)
            ]
            searched, random = (statistics.median(values) for values in zip(*pairs, strict=True))
            print(
                f"{game}, {players} players, {spec.format(number)}: {searched:,.0f} simulations/s, "
                f"{random:,.0f} random playouts/s, ratio {random / searched:.2f} (median of {repeats})",
                flush=True,
            )


if __name__ == "__main__":
    main()
