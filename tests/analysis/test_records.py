"""Runs on disk: columns, the manifest, and what is refused."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from teocalli_analysis.manifest import Settings, command_text
from teocalli_analysis.records import DamagedShardError, Run, shard_path
from teocalli_analysis.selfplay import make_settings, play_run

import teocalli


def small(players: int = 3, games: int = 500, **about: object) -> Settings:
    return make_settings("azacru", players, games, **({"seed": 4, "shard_games": 200} | about))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    play_run(tmp_path / "run", small())
    return tmp_path / "run"


# ---- What is written


def test_files(folder: Path) -> None:
    names = sorted(path.name for path in folder.iterdir())
    assert names == ["games-00000.parquet", "games-00001.parquet", "games-00002.parquet", "manifest.json"]


def test_schema(folder: Path) -> None:
    schema = pq.read_schema(shard_path(folder, 0))
    found = {field.name: str(field.type) for field in schema}
    per_player = [("winner", "bool"), ("utility", "float"), ("score", "int16"), ("turn_place", "uint8")]
    expected = {"game": "int64", "plies": "uint32"}
    expected |= {"termination": "dictionary<values=string, indices=int8, ordered=0>"}
    expected |= {f"{name}_{player}": kind for name, kind in per_player for player in range(3)}
    assert found == expected | {"owner": "fixed_size_list<element: int8>[81]"}


def test_rows_are_the_playouts(folder: Path) -> None:
    records, sums = teocalli.playouts("azacru", 500, seed=4, players=3, order="all", by_ply=True)
    frame = Run.open(folder).games()
    assert frame.index.tolist() == list(range(500))
    assert frame["plies"].tolist() == records["plies"].tolist()
    assert frame["termination"].tolist() == [teocalli.TERMINATIONS[code] for code in records["termination"]]
    for player in range(3):
        assert frame[f"winner_{player}"].tolist() == (records["winners"] >> player & 1).astype(bool).tolist()
        assert frame[f"utility_{player}"].tolist() == records["utilities"][:, player].tolist()
        assert frame[f"score_{player}"].tolist() == records["scores"][:, player].tolist()
        assert (records["order"][np.arange(500), frame[f"turn_place_{player}"]] == player).all()
    assert (np.stack(frame["owner"]) == records["owner"]).all()
    totals = sum(int(shard.by_ply["moves"].sum()) for shard in Run.open(folder).shards())
    assert totals == sums["moves"].sum()


def test_every_turn_order_is_played_equally(folder: Path) -> None:
    orders = Run.open(folder).games()[["turn_place_0", "turn_place_1", "turn_place_2"]].value_counts()
    assert len(orders) == 6
    assert orders.max() - orders.min() <= 1


def test_a_given_order_is_the_only_one(tmp_path: Path) -> None:
    play_run(tmp_path / "run", small(options={"order": "3,1,2"}))
    frame = Run.open(tmp_path / "run").games()
    assert {name: frame[f"turn_place_{name}"].unique().tolist() for name in (0, 1, 2)} == {
        0: [1],
        1: [2],
        2: [0],
    }


def test_bytes_depend_on_settings_alone(folder: Path, tmp_path: Path) -> None:
    for threads in (1, 2):
        again = tmp_path / f"again{threads}"
        play_run(again, small(), threads=threads)
        for number in range(3):
            assert shard_path(again, number).read_bytes() == shard_path(folder, number).read_bytes()


def test_shards_hold_neither_time_nor_machine(folder: Path) -> None:
    manifest = json.loads((folder / "manifest.json").read_text())
    content = b"".join(shard_path(folder, number).read_bytes() for number in range(3))
    assert manifest["finished"] is not None
    for secret in [manifest["started"], *manifest["machine"].values()]:
        assert len(secret) < 5 or secret.encode() not in content


# ---- What is refused


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"seed": 5}, "seed is 4, not 5"),
        ({"games": 501}, "games is 500, not 501"),
        ({"players": 2}, "players is 3, not 2"),
        ({"options": {"order": "1,2,3"}}, 'options is {"order": "all"}, not {"order": "1,2,3"}'),
    ],
)
def test_other_settings(folder: Path, changed: dict[str, object], message: str) -> None:
    before = {path: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(ValueError, match="other settings") as caught:
        play_run(folder, small(**changed))
    assert message in str(caught.value)
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


def test_a_folder_with_something_else(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(ValueError, match="is not empty and holds no run"):
        play_run(tmp_path, small())


@pytest.mark.parametrize(
    ("about", "message"),
    [
        ({"games": 0}, "games 0 is out of range"),
        ({"games": -3}, "games -3 is out of range"),
        ({"seed": -1}, "seed -1 is out of range"),
        ({"seed": 2**64}, "seed 18446744073709551616 is out of range"),
        ({"players": 9}, "players"),
        ({"agents": ["oracle"]}, "no agent 'oracle'"),
        ({"agents": ["random"] * 2}, "2 agents for 3 players"),
        ({"options": {"wind": "north"}}, "wind"),
        ({"options": {"order": "1,1,2"}}, "order"),
    ],
)
def test_wrong_settings(about: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        small(**about)


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def flip(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 3] ^= 0x10
    path.write_bytes(content)


def lose_rows(path: Path) -> None:
    pq.write_table(pq.read_table(path).slice(0, 100), path)


def renumber(path: Path) -> None:
    table = pq.read_table(path)
    column = pa.array(np.arange(len(table), dtype=np.int64) + 7)
    pq.write_table(table.set_column(0, "game", column), path)


def take_the_next(path: Path) -> None:
    path.write_bytes(shard_path(path.parent, 0).read_bytes())


def forget_metadata(path: Path) -> None:
    pq.write_table(pq.read_table(path).replace_schema_metadata(None), path)


@pytest.mark.parametrize(
    "damage", [truncate, empty, flip, lose_rows, renumber, take_the_next, forget_metadata]
)
def test_a_damaged_shard_is_named(folder: Path, damage) -> None:
    path = shard_path(folder, 1)
    whole = path.read_bytes()
    damage(path)
    for use in (lambda: play_run(folder, small()), lambda: list(Run.open(folder).shards())):
        with pytest.raises(DamagedShardError, match=r"games-00001\.parquet is damaged: .*delete it and run"):
            use()
    path.unlink()
    assert play_run(folder, small()).played == 200
    assert path.read_bytes() == whole


def test_an_incomplete_run_has_no_report(folder: Path) -> None:
    shard_path(folder, 2).unlink()
    with pytest.raises(ValueError, match="is not complete; this goes on with it: teocalli selfplay azacru"):
        Run.open(folder)


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda text: text.replace('"seed"', '"sed"'), "unknown field `sed`"),
        (lambda text: text.replace('"format": 1', '"format": 2'), "format"),
        (lambda text: text[:50], "manifest.json is damaged"),
        (lambda text: text.replace('"games": 500', '"games": "many"'), "settings.games"),
    ],
)
def test_a_damaged_manifest_is_named(folder: Path, edit, message: str) -> None:
    path = folder / "manifest.json"
    path.write_text(edit(path.read_text()))
    with pytest.raises(ValueError, match=r"manifest\.json is damaged or of another version") as caught:
        Run.open(folder)
    assert message in str(caught.value)


def test_a_folder_without_run(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="holds no run"):
        Run.open(tmp_path)


def test_a_command_with_a_board_is_one_line_for_a_shell(tmp_path: Path) -> None:
    words = ["teocalli", "--option", "layout=a b\nit's\\c", "plain"]
    shown = command_text(words)
    assert "\n" not in shown
    script = f"printf '%s\\0' {shown}"
    printed = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True).stdout
    assert printed.split("\0")[:-1] == words
