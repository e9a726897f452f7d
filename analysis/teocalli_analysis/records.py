"""Records of games as Parquet: a run is a folder of shards, each with one row a game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

import teocalli
from teocalli.playouts import PLY_SUMS, Records
from teocalli_analysis.manifest import Manifest, Settings, command_text, read_manifest
from teocalli_analysis.storage import write_atomically

SHARED = ("plies", "utilities", "scores", "order", "winners", "termination")  # fields of every game
ABOUT, BY_PLY = b"teocalli.shard", b"teocalli.by_ply"  # keys of a shard's metadata

Columns = dict[str, npt.NDArray[Any]]
"""Columns by name; a list column is an array of two dimensions."""


def shard_path(folder: Path, number: int) -> Path:
    """Return the path of a shard."""
    return folder / f"games-{number:05d}.parquet"


# ---- From records to a table


def player_columns(records: Records, players: int) -> Iterator[tuple[str, pa.Array]]:
    """Yield the columns that each player has one of."""
    for player in range(players):
        yield f"winner_{player}", pa.array((records["winners"] >> player & 1).astype(bool))
    for player in range(players):
        yield f"utility_{player}", pa.array(np.ascontiguousarray(records["utilities"][:, player]))
    for player in range(players):
        scores = np.ascontiguousarray(records["scores"][:, player])
        yield f"score_{player}", pa.array(scores, mask=scores < 0)
    places = np.argsort(records["order"][:, :players], axis=1).astype(np.uint8)
    for player in range(players):
        yield f"turn_place_{player}", pa.array(np.ascontiguousarray(places[:, player]))


def own_column(values: npt.NDArray[Any]) -> pa.Array:
    """Return a field of one game only as a column: numbers, or lists of one length."""
    flat = pa.array(np.ascontiguousarray(values).reshape(-1))
    return flat if values.ndim == 1 else pa.FixedSizeListArray.from_arrays(flat, values[0].size)


def shard_table(settings: Settings, first: int, records: Records, sums: npt.NDArray[np.void]) -> pa.Table:
    """Return the records of consecutive games as a table with its metadata."""
    words = pa.array(teocalli.TERMINATIONS)
    codes = pa.array(records["termination"].astype(np.int8))
    columns = {
        "game": pa.array(np.arange(first, first + len(records), dtype=np.int64)),
        "plies": pa.array(np.ascontiguousarray(records["plies"])),
        "termination": pa.DictionaryArray.from_arrays(codes, words),
        **dict(player_columns(records, settings.players)),
    }
    names = [name for name in records.dtype.names or () if name not in SHARED]
    columns |= {name: own_column(records[name]) for name in names}
    by_ply = {name: sums[name].tolist() for name in PLY_SUMS.names or ()}
    about = {"first": first, "games": len(records), "settings": msgspec.to_builtins(settings)}
    metadata = {ABOUT: json.dumps(about, sort_keys=True), BY_PLY: json.dumps(by_ply)}
    return pa.table(columns).replace_schema_metadata(metadata)


def write_shard(
    folder: Path, settings: Settings, number: int, records: Records, sums: npt.NDArray[np.void]
) -> None:
    """Write a shard; the same arguments give the same bytes."""
    first, _ = settings.shard_range(number)
    sink = pa.BufferOutputStream()
    table = shard_table(settings, first, records, sums)
    pq.write_table(table, sink, compression="zstd", write_page_checksum=True)
    write_atomically(shard_path(folder, number), sink.getvalue())


# ---- From files to columns


class DamagedShardError(OSError):
    """A shard that is not what was written."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(
            f"{path} is damaged: {reason}; delete it and run selfplay again, which plays its games anew"
        )


def read_table(path: Path) -> pa.Table:
    """Read a Parquet file whole, with its checksums verified."""
    try:
        with pq.ParquetFile(path, page_checksum_verification=True) as file:
            return file.read()
    except FileNotFoundError:
        raise
    except (OSError, pa.ArrowException) as error:
        raise DamagedShardError(path, str(error).strip().rstrip(".").splitlines()[0]) from None


def check_shard(path: Path, table: pa.Table, settings: Settings, number: int) -> None:
    """Refuse a shard that does not hold the games that it should."""
    first, games = settings.shard_range(number)
    wanted = {"first": first, "games": games, "settings": msgspec.to_builtins(settings)}
    metadata = table.schema.metadata or {}
    found = json.loads(metadata.get(ABOUT, b"{}"))
    for name, value in wanted.items():
        if found.get(name) != value:
            raise DamagedShardError(path, f"its {name} should be {value}, not {found.get(name)}")
    if table.num_rows != games:
        raise DamagedShardError(path, f"it should have {games} rows, not {table.num_rows}")
    if not np.array_equal(table["game"].to_numpy(), np.arange(first, first + games)):
        raise DamagedShardError(path, f"its games are not {first} to {first + games - 1}")


@dataclass(frozen=True)
class Shard:
    """The games of one file of a run."""

    table: pa.Table

    @property
    def by_ply(self) -> npt.NDArray[np.void]:
        """Positions and moves by ply, of dtype ``teocalli.playouts.PLY_SUMS``."""
        lists = json.loads(self.table.schema.metadata[BY_PLY])
        sums = np.zeros(len(lists["positions"]), PLY_SUMS)
        for name, values in lists.items():
            sums[name] = values
        return sums

    def columns(self) -> Columns:
        """Return the columns as arrays; a missing score is NaN, a termination its code."""
        return {name: column_array(self.table[name].combine_chunks()) for name in self.table.column_names}


def column_array(column: pa.Array) -> npt.NDArray[Any]:
    """Return a column as an array."""
    if isinstance(column, pa.ChunkedArray):
        column = column.chunk(0)
    if pa.types.is_dictionary(column.type):
        column = column.indices
    if pa.types.is_fixed_size_list(column.type):
        flat = column.flatten().to_numpy(zero_copy_only=False)
        return np.asarray(flat.reshape(-1, column.type.list_size))
    return np.asarray(column.to_numpy(zero_copy_only=False))


@dataclass(frozen=True)
class Run:
    """A complete run on disk."""

    folder: Path
    manifest: Manifest

    @property
    def settings(self) -> Settings:
        """What decides the records."""
        return self.manifest.settings

    @classmethod
    def open(cls, folder: str | Path) -> Run:
        """Open a run.

        Raises
        ------
        ValueError
            If shards are missing: a report on a part of a run would depend on when it was made.
        OSError
            If the folder holds no run.
        """
        path = Path(folder)
        run = cls(path, read_manifest(path))
        missing = [n for n in range(run.settings.shards) if not shard_path(path, n).exists()]
        if missing:
            command = command_text(run.settings.arguments(path))
            raise ValueError(f"{folder} is not complete; this goes on with it: {command}")
        return run

    def shards(self) -> Iterator[Shard]:
        """Read the shards one by one, each checked."""
        for number in range(self.settings.shards):
            path = shard_path(self.folder, number)
            table = read_table(path)
            check_shard(path, table, self.settings, number)
            yield Shard(table)

    def games(self) -> Any:
        """Return all games as one pandas data frame, one row a game, indexed by ``game``."""
        tables = [shard.table.replace_schema_metadata(None) for shard in self.shards()]
        return pa.concat_tables(tables).to_pandas().set_index("game")
