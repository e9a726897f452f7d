"""Whatever stops a run, running it again gives the same bytes as if nothing had happened."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from teocalli_analysis import storage
from teocalli_analysis.records import Run
from teocalli_analysis.selfplay import Played, make_settings, play_run

SCRIPT = """
import sys
from teocalli_analysis.selfplay import make_settings, play_run
play_run(sys.argv[1], make_settings("azacru", 2, 12_000, seed=9, shard_games=100), threads=1)
"""
SETTINGS = make_settings("azacru", 2, 12_000, seed=9, shard_games=100)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("whole")
    play_run(folder, SETTINGS)
    return shards(folder)


def shards(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.parquet")}


def start(folder: Path) -> subprocess.Popen:
    return subprocess.Popen([sys.executable, "-c", SCRIPT, str(folder)], stderr=subprocess.PIPE)


def wait_for_shards(folder: Path, number: int) -> None:
    while len(list(folder.glob("*.parquet"))) < number:
        time.sleep(0.001)


@pytest.mark.parametrize("after", [0, 1, 30, 60])
def test_kill_9(tmp_path: Path, whole: dict[str, bytes], after: int) -> None:
    folder = tmp_path / "run"
    process = start(folder)
    while not (folder / "manifest.json").exists():
        time.sleep(0.001)
    wait_for_shards(folder, after)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    there = shards(folder)
    assert after <= len(there) < len(whole)
    assert there.items() <= whole.items()
    done = play_run(folder, SETTINGS)
    assert done.found == 100 * len(there)
    assert shards(folder) == whole
    assert not list(folder.glob("*writing*"))
    assert Run.open(folder).manifest.finished is not None


def test_what_a_killed_process_was_writing_is_deleted(tmp_path: Path) -> None:
    settings = make_settings("azacru", 2, 10)
    play_run(tmp_path / "run", settings)
    stray = tmp_path / "run" / f"games-00001.parquet{storage.TEMPORARY}123"
    stray.write_bytes(b"half")
    assert play_run(tmp_path / "run", settings) == Played(0, 10, pytest.approx(0, abs=1))
    assert not stray.exists()


def test_a_second_writer_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    with storage.locked(folder), pytest.raises(OSError, match="another process is writing to"):
        play_run(folder, SETTINGS)


def test_a_full_disk_loses_nothing(
    tmp_path: Path, whole: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "run"
    write = storage.write_through

    def fill_up(path: Path, content: bytes) -> None:
        if "games-00002" in path.name:
            path.write_bytes(content[:10])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        write(path, content)

    monkeypatch.setattr(storage, "write_through", fill_up)
    with pytest.raises(OSError, match=r"cannot write .*games-00002\.parquet: No space left") as caught:
        play_run(folder, SETTINGS)
    assert caught.value.errno == errno.ENOSPC
    assert sorted(path.name for path in folder.iterdir()) == [
        "games-00000.parquet",
        "games-00001.parquet",
        "manifest.json",
    ]
    monkeypatch.undo()
    play_run(folder, SETTINGS)
    assert shards(folder) == whole


@pytest.mark.parametrize("make", [lambda path: path.write_text(""), lambda path: path.symlink_to("/proc/x")])
def test_a_folder_that_cannot_be(tmp_path: Path, make) -> None:
    make(tmp_path / "run")
    with pytest.raises(OSError, match="cannot make the folder"):
        play_run(tmp_path / "run" / "deeper", SETTINGS)
