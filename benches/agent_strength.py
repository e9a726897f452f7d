"""How strong the agents are: share of the win against each other, seats rotated, with 95% intervals."""

from __future__ import annotations

import click
from statsmodels.stats.proportion import proportion_confint

import teocalli

PAIRS = (("greedy", "random"), ("mcts:400", "greedy"), ("mcts:1600", "mcts:400"))
SETTINGS: tuple[tuple[str, int, dict[str, int]], ...] = (
    ("azacru", 2, {}),
    ("azacru", 3, {}),
    ("azacru", 4, {}),
    ("aztec", 2, {}),
    ("aztec", 3, {"barrier": 6}),
    ("tabu", 2, {}),
    ("tabu", 3, {}),
    ("tabu", 4, {}),
)


def won(game: str, players: int, strong: str, weak: str, games: int, options: dict[str, int]) -> float:
    """Return how many games ``strong`` wins from each seat in turn, ``weak`` in all others."""
    total = 0.0
    for seat in range(players):
        agents = tuple(strong if player == seat else weak for player in range(players))
        records = teocalli.playouts(game, games, seed=seat, players=players, agents=agents, **options)
        total += float(records["utilities"][:, seat].sum())
    return total


@click.command()
@click.option("--games", default=400, show_default=True, help="Games a pair, at least.")
@click.option("--game", "only", help="Measure this game alone.")
@click.option("--players", "number", type=int, help="Measure this number of players alone.")
def main(games: int, only: str | None, number: int | None) -> None:
    """Measure the strength of agents."""
    for game, players, options in SETTINGS:
        if (only and game != only) or (number and players != number):
            continue
        for strong, weak in PAIRS:
            a_seat = -(-games // players)
            n = a_seat * players
            share = won(game, players, strong, weak, a_seat, options) / n
            low, high = proportion_confint(share * n, n, method="wilson")
            print(
                f"{game}, {players} players, {strong} against {weak}: {share:.1%} of {n} games "
                f"[{low:.1%}, {high:.1%}], fair {1 / players:.1%}",
                flush=True,
            )


if __name__ == "__main__":
    main()
