"""The documentation is true: its Python sessions and its commands run and print what it says.

In a ``console`` block a line that begins with ``$ `` is a command, and the lines below it are its
output, where ``...`` stands for anything. A command without such lines only has to succeed.
"""

from __future__ import annotations

import doctest
import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support import suites_of

import teocalli

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
MODULES = ["teocalli.azacru", "teocalli.aztec", "teocalli.aztec_match", "teocalli.tabu"]
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
SET_UP = ("git clone", "cd ", "pip install")  # how to get where the tests already are


def commands(page: Path) -> list[tuple[str, str]]:
    """Return the commands of a page, each with the output that the page shows."""
    return [
        (found[1], found[2]) for block in BLOCK.findall(page.read_text()) for found in COMMAND.finditer(block)
    ]


def run(command: str, folder: Path) -> str:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command], cwd=folder, env=os.environ | {"PATH": path}, capture_output=True, text=True
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


def has_make_target(command: str) -> bool:
    """Tell whether ``make`` knows what it is asked for; the tests themselves are such a target."""
    return (
        subprocess.run(["bash", "-c", f"{command} --dry-run"], cwd=ROOT, capture_output=True).returncode == 0
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_python_sessions(page: Path) -> None:
    assert doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS).failed == 0


@pytest.mark.parametrize(
    "page", [page for page in PAGES if commands(page)], ids=lambda p: str(p.relative_to(ROOT))
)
def test_commands(page: Path, tmp_path: Path) -> None:
    checker = doctest.OutputChecker()
    for command, shown in commands(page):
        if command.startswith("make"):
            assert has_make_target(command), command
        elif not command.startswith(SET_UP):
            printed = run(command, tmp_path)
            assert not shown or checker.check_output(shown, printed, doctest.ELLIPSIS), (
                f"{command}\n{printed}"
            )


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0
    assert result.attempted > 0


def test_every_game_has_docstring_examples() -> None:
    assert {cls.__module__ for cls in teocalli.GAMES.values()} <= set(MODULES)


def test_perft_tables_are_those_of_the_suites() -> None:
    page = (ROOT / "docs" / "perft.md").read_text()
    suites = {suite.id: suite for name in teocalli.GAMES for suite in suites_of(name)}
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]] for line in page.splitlines() if "-start |" in line
    ]
    assert {row[0] for row in rows} == {suite for suite in suites if suite.endswith("-start")}
    for name, _, *counts in rows:
        shown = [(depth, int(count)) for depth, count in enumerate(counts, 1) if count]
        assert shown == list(suites[name].counts), name
