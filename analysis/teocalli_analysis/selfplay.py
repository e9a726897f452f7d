"""Play games into a folder; a run that was killed goes on where it was."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import teocalli
from teocalli import _core
from teocalli.games import game_class
from teocalli.playouts import check_agents, play_range
from teocalli.work import check_seed, thread_count
from teocalli_analysis import manifest as manifests
from teocalli_analysis import storage
from teocalli_analysis.manifest import MANIFEST, Manifest, Settings
from teocalli_analysis.records import check_shard, read_table, shard_path, write_shard

SHARD_GAMES = 20_000

Progress = Callable[[int], None]


@dataclass(frozen=True)
class Played:
    """What a call of ``play_run`` did: games played, games found, and seconds spent playing."""

    played: int
    found: int
    seconds: float


def make_settings(
    game: str,
    players: int | None,
    games: int,
    seed: int = 0,
    agents: Sequence[str] = ("random",),
    options: Mapping[str, str] | None = None,
    shard_games: int = SHARD_GAMES,
) -> Settings:
    """Return checked settings.

    Parameters
    ----------
    game, players, seed
        As for ``teocalli.playouts``.
    games : int
        At least 1.
    agents : sequence of str
        One spec for all players, or one a player.
    options : mapping of str to str
        Rule options as text. Those that a game can sweep, such as ``order``, take all their values
        equally unless one is given.
    shard_games : int
        Games a file.

    Raises
    ------
    ValueError
        Naming the value that is out of range or unknown, and what there is.
    """
    if not 1 <= games < 2**63:
        raise ValueError(f"games {games} is out of range: a run has 1 game or more")
    cls = game_class(game)
    fixed = dict(options or {})
    given = dict.fromkeys(cls.sweeps(players, fixed), "all") | fixed
    rules = cls.variants(players, given)[0]
    read = dict(rules.options)  # a file named by an option is here as what it says
    texts = {name: value if value == "all" else read[name] for name, value in given.items()}
    return Settings(
        teocalli=teocalli.__version__,
        game=game,
        players=rules.players,
        options=dict(sorted(texts.items())),
        agents=list(check_agents(agents[0] if len(agents) == 1 else agents, rules.players)),
        seed=check_seed(seed),
        games=games,
        shard_games=shard_games,
    )


def rules_of(settings: Settings) -> list[_core.Rules]:
    """Return the rules that the games of a run take in turn."""
    return game_class(settings.game).variants(settings.players, settings.options)


def open_folder(folder: Path, settings: Settings) -> Manifest:
    """Return the manifest of a locked folder: the one that is there, if it fits, or a new one."""
    storage.delete_strays(folder)
    if (folder / MANIFEST).exists():
        found = manifests.read_manifest(folder)
        manifests.check_settings(folder, found.settings, settings)
        return found
    if any(folder.iterdir()):
        raise ValueError(f"{folder} is not empty and holds no run: there is no {MANIFEST} in it")
    new = Manifest(
        settings=settings,
        versions=manifests.versions(),
        machine=manifests.machine(rules_of(settings)[0].cpu),
        reproducible=not any(_core.Thinker(spec).is_timed for spec in settings.agents),
        started=now(),
    )
    manifests.write_manifest(folder, new)
    return new


def now() -> str:
    """Return the time in UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def is_there(folder: Path, settings: Settings, number: int) -> bool:
    """Tell whether a shard is there, after checking it."""
    path = shard_path(folder, number)
    if not path.exists():
        return False
    check_shard(path, read_table(path), settings, number)
    return True


def play_run(
    folder: str | Path, settings: Settings, threads: int | None = None, progress: Progress | None = None
) -> Played:
    """Play a run into a folder, or what is missing of it.

    Parameters
    ----------
    folder : path
        It is made if need be. One that holds another run is refused.
    settings : Settings
        From ``make_settings``; they alone decide the bytes of the Parquet files.
    threads : int, optional
        Default: all cores.
    progress : callable, optional
        Called after each file with the number of its games: first once for all that were there.

    Raises
    ------
    ValueError
        If the folder holds a run with other settings, or something else.
    OSError
        If a file cannot be written, or is damaged. Shards that are there stay there.
    """
    path, workers = Path(folder), thread_count(threads)
    storage.make_folder(path)
    with storage.locked(path):
        manifest = open_folder(path, settings)
        present = [is_there(path, settings, number) for number in range(settings.shards)]
        missing = [number for number, there in enumerate(present) if not there]
        found = settings.games - sum(settings.shard_range(number)[1] for number in missing)
        if progress is not None and found:
            progress(found)
        start = time.perf_counter()
        for number in missing:
            play_shard(path, settings, number, workers)
            if progress is not None:
                progress(settings.shard_range(number)[1])
        seconds = time.perf_counter() - start
        if manifest.finished is None:
            manifest.finished, manifest.seconds = now(), round(seconds, 3)
            manifests.write_manifest(path, manifest)
    return Played(settings.games - found, found, seconds)


def play_shard(folder: Path, settings: Settings, number: int, threads: int) -> None:
    """Play the games of one shard and write it."""
    first, games = settings.shard_range(number)
    records, sums = play_range(
        rules_of(settings), tuple(settings.agents), settings.seed, first, games, threads, by_ply=True
    )
    write_shard(folder, settings, number, records, sums)
