"""The manifest of a run: its settings, which decide every byte of the records, and its circumstances."""

from __future__ import annotations

import json
import os
import platform
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import numpy as np
import pyarrow as pa

from teocalli_analysis.storage import write_atomically

MANIFEST = "manifest.json"

Count = Annotated[int, msgspec.Meta(ge=1, le=2**63 - 1)]


class Settings(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """What decides the records of a run.

    Attributes
    ----------
    teocalli : str
        Version of the engine.
    game : str
    players : int
    options : dict of str to str
        Rule options as text (players count from 1); the games take the values of an option that is
        ``all`` in turn.
    agents : list of str
        One spec a player.
    seed : int
    games : int
    shard_games : int
        Games a shard; the last one may hold fewer.
    """

    teocalli: str
    game: str
    players: Count
    options: dict[str, str]
    agents: list[str]
    seed: Annotated[int, msgspec.Meta(ge=0)]
    games: Count
    shard_games: Count

    @property
    def shards(self) -> int:
        """Number of shards."""
        return -(-self.games // self.shard_games)

    def shard_range(self, number: int) -> tuple[int, int]:
        """Return the first game of a shard, and how many it holds."""
        first = number * self.shard_games
        return first, min(self.shard_games, self.games - first)

    def arguments(self, folder: str | Path) -> list[str]:
        """Return the command that plays this run into a folder."""
        agents = self.agents[:1] if len(set(self.agents)) == 1 else self.agents
        command = ["teocalli", "selfplay", self.game, "--players", str(self.players)]
        command += ["--games", str(self.games)]
        command += [word for agent in agents for word in ("--agent", agent)]
        command += ["--seed", str(self.seed)]
        command += [word for item in self.options.items() for word in ("--option", "=".join(item))]
        return [*command, "--out", str(folder)]


def command_text(arguments: Sequence[str]) -> str:
    """Return a command as one line for a shell; a board's text in it has several."""
    return " ".join(
        "$'" + repr(word)[1:-1].replace("'", r"\'") + "'" if "\n" in word else shlex.quote(word)
        for word in arguments
    )


class Manifest(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The content of ``manifest.json``.

    Attributes
    ----------
    format : int
        Version of the folder's format.
    settings : Settings
    versions, machine : dict of str to str
        What the run was started with and on.
    reproducible : bool
        False if an agent's budget is time.
    started : str
    finished : str or None
        Times in UTC; None as long as shards are missing.
    seconds : float
        Time that the call which finished the run spent on playing.
    """

    format: Literal[1] = 1
    settings: Settings
    versions: dict[str, str]
    machine: dict[str, str]
    reproducible: bool = True
    started: str
    finished: str | None = None
    seconds: float = 0.0


def versions() -> dict[str, str]:
    """Return the versions that records depend on."""
    return {"python": platform.python_version(), "numpy": np.__version__, "pyarrow": pa.__version__}


def machine(variant: str) -> dict[str, str]:
    """Describe this machine and the processor variant in use, for comparing speeds."""
    return {
        "system": f"{platform.system()} {platform.release()}",
        "processor": platform.machine(),
        "cores": str(os.cpu_count()),
        "variant": variant,
    }


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest of a folder.

    Raises
    ------
    ValueError
        Naming the file, and the field that makes no sense.
    OSError
        If there is none, or it cannot be read.
    """
    path = folder / MANIFEST
    try:
        return msgspec.json.decode(path.read_bytes(), type=Manifest)
    except msgspec.DecodeError as error:
        raise ValueError(f"{path} is damaged or of another version: {error}") from None
    except (FileNotFoundError, NotADirectoryError):
        raise FileNotFoundError(f"{folder} holds no run: there is no {MANIFEST} in it") from None
    except OSError as error:
        raise OSError(error.errno, f"cannot read {path}: {error.strerror}") from None


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest of a folder."""
    content = msgspec.json.format(msgspec.json.encode(manifest), indent=2)
    write_atomically(folder / MANIFEST, content + b"\n")


def check_settings(folder: Path, found: Settings, wanted: Settings) -> None:
    """Refuse a folder whose run has other settings, naming all that differ."""
    before: dict[str, Any] = msgspec.to_builtins(found)
    now: dict[str, Any] = msgspec.to_builtins(wanted)
    differences = [
        f"{name} is {json.dumps(before[name])}, not {json.dumps(now[name])}"
        for name in now
        if before[name] != now[name]
    ]
    if differences:
        raise ValueError(
            f"{folder} holds a run with other settings: {'; '.join(differences)}; take another folder"
        )
