"""Layout files of Tabu: what is refused, with which words, and that all sides read a layout alike."""

from __future__ import annotations

import pickle
import tomllib
from pathlib import Path

import pytest
from support import ROOT, TESTS, reference_class

from teocalli import LayoutError, Tabu
from teocalli.layout import DEFAULT_LAYOUT_FILE, check_layout, layout_text, read_layout

LAYOUTS = sorted((TESTS / "layouts").glob("*.toml"))
DEFAULT = DEFAULT_LAYOUT_FILE.read_text()
ROW_13 = "13   1 1 1 . . . . . . . 2 2 2"


def broken(*changes: tuple[str, str]) -> str:
    """Return the default layout file with parts replaced, each of which it has."""
    text = DEFAULT
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


# What is changed, and what the message must name: the square or colour, and the rule.
BROKEN = {
    "size even": ([("size = 13", "size = 12")], ["size 12", "TB-13"]),
    "size too large": ([("size = 13", "size = 17")], ["size 17", "TB-13"]),
    "size is text": ([("size = 13", 'size = "13"')], ["size '13'", "TB-13"]),
    "no altar": ([('altar = "g7"', "")], ["altar is missing", "TB-13"]),
    "unknown part": ([("size = 13", "size = 13\ncolour = 1")], ["'colour'", "TB-13"]),
    "altar off the board": ([('altar = "g7"', 'altar = "n7"')], ["'n7'", "TB-13"]),
    "altar elsewhere": ([('altar = "g7"', 'altar = "g8"')], ["g7 is not lower than the altar g8", "TB-13"]),
    "altar not alone on top": ([("2 2 3 4 3 2 2", "2 2 4 4 3 2 2")], ["f7 is not lower", "TB-13"]),
    "altar in an area": (
        [(" 7   . . . . . . .", " 7   . . . . . . 1")],
        ["altar g7 is in the area of colour 1", "TB-10"],
    ),
    "a row is missing": ([(ROW_13 + "\n", "")], ["rows of areas", "TB-13"]),
    "a cell is missing": ([(ROW_13, ROW_13[:-2])], ["row 13 of areas has 12 cells", "TB-13"]),
    "a row is numbered wrongly": ([(ROW_13, ROW_13.replace("13", "12", 1))], ["rows of areas", "TB-13"]),
    "column letters": ([("     a b c d", "     a b d c")], ["last line of levels", "TB-13"]),
    "an area of two colours": ([(ROW_13, ROW_13.replace(" 1 1 1", " 1 12 1"))], ["'12' on b13", "TB-13"]),
    "a fifth colour": ([(ROW_13, ROW_13.replace("2 2 2", "2 2 5"))], ["'5' on m13", "TB-13"]),
    "a level 0": ([("13   1 1", "13   1 0")], ["'0' on b13", "TB-13"]),
    "two pieces on one square": ([("V1 P1 S1", "V1 P1S1 S1")], ["'P1S1' on b13", "TB-13"]),
    "an unknown piece": ([("V1 P1 S1", "V1 Q1 S1")], ["'Q1' on b13", "TB-13"]),
    "no Virgin": ([("V1 P1 S1", ".. P1 S1")], ["colour 1 has 0 Virgins", "TB-13"]),
    "two Virgins": ([("V1 P1 S1", "V1 V1 S1")], ["colour 1 has 2 Virgins", "TB-13"]),
    "no Priest": (
        [("V1 P1 S1", "V1 .. S1"), ("12   P1 P1 S1", "12   .. .. S1")],
        ["colour 1 has 0 Priests", "colour 1 has no way up: no Priest", "TB-13"],
    ),
    "six Foot-soldiers": ([("V1 P1 S1 ..", "V1 P1 S1 S1")], ["colour 1 has 6 Foot-soldiers", "TB-13"]),
    "a piece at another's home": (
        [
            ("V1 P1 S1 ..", "V1 P1 .. .."),
            (" 1   V4 P4 S4", " 1   V4 P4 S1"),
            (" 2   P4 P4 S4", " 2   P4 P4 S4"),
        ],
        ["S1 stands on c1, in the area of colour 4", "TB-13"],
    ),
    "a piece on the altar": (
        [("V1 P1 S1 ..", "V1 P1 .. .."), (" 7   .. .. .. .. .. .. ..", " 7   .. .. .. .. .. .. S1")],
        ["S1 stands on the altar g7", "TB-13"],
    ),
    "stairs of three colours": ([('4 = ["c7-d7", "e7-f7"]', "")], ["stairs", "TB-4"]),
    "a stair of one square": ([('"g11-g10"', '"g11"')], ["'g11' of colour 1", "TB-4"]),
    "a stair that is level": ([('"g11-g10"', '"g12-g11"')], ["stair g12-g11 of colour 1", "TB-4"]),
    "a stair that goes down": ([('"g11-g10"', '"g10-g11"')], ["stair g10-g11 of colour 1", "TB-4"]),
    "a stair that is too long": ([('"g11-g10"', '"g12-g10"')], ["stair g12-g10 of colour 1", "TB-4"]),
    "a stair off the board": ([('"g11-g10"', '"g14-g13"')], ["'g14'", "TB-13"]),
    "a stair of two colours": ([('"k7-j7"', '"g11-g10"')], ["stair g11-g10 is named twice", "TB-4"]),
    "areas that do not join": (
        [(" 8   . . . . . 1 .", " 8   . . . . . . .")],
        ["colour 1 has no way up", "TB-13"],
    ),
    "an area without stairs": (
        [('"g11-g10", ', "")],
        ["no Priest of it can reach its area at d9", "its area at f8", "TB-13"],
    ),
    "not TOML": ([("[stairs]", "[stairs")], ["not a TOML file"]),
}


@pytest.mark.parametrize("name", BROKEN)
def test_refused(name: str, tmp_path: Path) -> None:
    changes, words = BROKEN[name]
    path = tmp_path / "broken.toml"
    path.write_text(broken(*changes))
    with pytest.raises(LayoutError) as error:
        Tabu(layout=path)
    for word in [*words, "broken.toml"]:
        assert word in str(error.value)
    if name != "not TOML":
        with pytest.raises((ValueError, KeyError)):
            reference_class("tabu")(layout=tomllib.loads(path.read_text()))


def test_all_faults_at_once(tmp_path: Path) -> None:
    path = tmp_path / "broken.toml"
    path.write_text(broken(('"g11-g10"', '"g12-g11"'), ("V3", ".."), ('"k7-j7"', '"k7-j8"'), ("V2", "V2")))
    with pytest.raises(LayoutError) as error:
        read_layout(path)
    assert len(error.value.faults) >= 4  # a stair, a Virgin, and the ways up that the stairs leave
    for word in ("g12-g11", "colour 3 has 0 Virgins", "colour 1 has no way up"):
        assert word in str(error.value)
    assert "\n" not in str(error.value)
    again = pickle.loads(pickle.dumps(error.value))
    assert (str(again), again.faults) == (str(error.value), error.value.faults)


@pytest.mark.parametrize("path", [DEFAULT_LAYOUT_FILE, *LAYOUTS], ids=lambda path: path.stem)
def test_all_sides_read_a_layout_alike(path: Path) -> None:
    text = layout_text(path)
    reference = reference_class("tabu")(layout=tomllib.loads(path.read_text()))
    assert text == reference.layout.canonical_text()
    game = Tabu(layout=path)
    assert game.fen() == reference.fen()  # the name in it is the hash that C works out
    assert game.perft(2) == sum(len(after(reference, move).legal_moves()) for move in reference.legal_moves())


def after(game, move: str):
    child = game.copy()
    child.push(move)
    return child


def test_library_carries_the_default_layout_file() -> None:
    """The table in C is made from the file; see tools/make_default_layout.py."""
    assert "layout=" not in Tabu(layout=DEFAULT_LAYOUT_FILE).fen()
    assert Tabu(layout=DEFAULT_LAYOUT_FILE) == Tabu()
    source = (ROOT / "csrc" / "tabu_default.c").read_text()
    lines = "".join(f'    "{line}\\n"\n' for line in layout_text(DEFAULT_LAYOUT_FILE).splitlines())
    assert lines.rstrip("\n") in source


def test_layout_objects_and_paths(tmp_path: Path) -> None:
    layout = read_layout(LAYOUTS[0])
    assert check_layout(tomllib.loads(LAYOUTS[0].read_text()), "again") == layout
    assert Tabu(layout=layout) == Tabu(layout=str(LAYOUTS[0]))
    with pytest.raises(FileNotFoundError):
        Tabu(layout=tmp_path / "none.toml")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("size 9", "size 8"),
        ("size 9", "size 99999999999999999999"),
        ("levels 1", "levels \x01"),
        ("levels ", "levels 1"),
        ("areas .", "areas 5"),
        ("stairs 2 ", "stairs 3 "),
        ("e7-e6", "e7-e6-e5"),
        ("e7-e6", "e7"),
        ("e7-e6", "o15-e6"),
        ("e7-e6", "e8-e7"),
        ("setup 3S15", "setup 3S151"),
        ("setup 3S15", "setup 3W15"),
        ("setup 3S15", "setup 999"),
        ("1V1P13P2V21", "2P13P2V21"),
        ("1V1P13P2V21", "1V1V13P2V21"),
        ("1V1P13P2V21", "1V2P13P2V21"),
        ("altar e5", "altar d6"),
        ("altar e5", "altar e6"),
        ("altar e5", "altar "),
        ("altar e5\n", "altar e5"),
        ("altar e5\n", "altar e5\nmore"),
        ("areas ", "bereas "),
    ],
)
def test_library_checks_what_its_tables_rely_on(old: str, new: str) -> None:
    """A text that never went through the reader of layout files cannot do harm."""
    text = layout_text(TESTS / "layouts" / "small.toml")
    assert old in text
    with pytest.raises(ValueError, match=r"TB-\d+"):
        Tabu.read_fen("9 1 0 4 -", (("layout", text.replace(old, new, 1)),))


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "marked.toml"
    path.write_text(DEFAULT, encoding="utf-8-sig")
    assert Tabu(layout=path) == Tabu()
