"""Write csrc/tabu_default.c from the default layout file; run it after editing that file."""

from __future__ import annotations

from pathlib import Path

from teocalli.layout import DEFAULT_LAYOUT_FILE, read_layout

TARGET = Path(__file__).resolve().parents[1] / "csrc" / "tabu_default.c"


def c_source(text: str) -> str:
    """Return the C file that holds a canonical layout text."""
    lines = "\n".join(f'    "{line}\\n"' for line in text.splitlines())
    return (
        "/* SPDX-License-Identifier: MIT\n *\n"
        " * Made by tools/make_default_layout.py from src/teocalli/layouts/default.toml; do not edit. */\n"
        f'#include "tabu.h"\n\nconst char tabu_default_layout[] =\n{lines};\n'
    )


if __name__ == "__main__":
    TARGET.write_text(c_source(read_layout(DEFAULT_LAYOUT_FILE).canonical_text()), encoding="ascii")
