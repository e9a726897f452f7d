"""Files that are whole or absent, whatever happens to the process that writes them."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

TEMPORARY = ".writing-"


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file so that under its name there is the old content or the new, never a part.

    Raises
    ------
    OSError
        Naming the file, if it cannot be written; nothing is left behind.
    """
    temporary = path.with_name(f"{path.name}{TEMPORARY}{os.getpid()}")
    try:
        write_through(temporary, content)
        temporary.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise OSError(error.errno, f"cannot write {path}: {error.strerror or error}") from None


def write_through(path: Path, content: bytes) -> None:
    """Write a file and wait until it is on the disk."""
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def delete_strays(folder: Path) -> None:
    """Delete what a killed process was writing; call it with the folder locked."""
    for stray in folder.glob(f"*{TEMPORARY}*"):
        stray.unlink()


def make_folder(folder: Path) -> None:
    """Make a folder, and those above it, unless it is there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OSError(error.errno, f"cannot make the folder {folder}: {error.strerror}") from None


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep other processes from writing to a folder; the lock ends with the process at the latest."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise BlockingIOError(f"another process is writing to {folder}; wait until it is done") from None
    finally:
        os.close(descriptor)
