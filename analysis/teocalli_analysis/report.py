"""The report: one HTML page that needs nothing else, and its tables as CSV in a folder beside it."""

from __future__ import annotations

import platform
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import jinja2
import matplotlib as mpl
import numpy as np
import pandas as pd
import scipy
import statsmodels
from markupsafe import Markup

import teocalli
from teocalli_analysis import plots, storage, studies, tables
from teocalli_analysis.games import comparison, game_part, headlines
from teocalli_analysis.studies import Study
from teocalli_analysis.svg import Picture
from teocalli_analysis.tables import HtmlTable
from teocalli_analysis.verdicts import NAMES, Verdict, verdicts, warning

Frames = dict[str, pd.DataFrame]


@dataclass(frozen=True)
class Section:
    """What the page says about one setting.

    Attributes
    ----------
    study : Study
    anchor : str
        Where links to it lead.
    headlines : list of str
        What the game's own part wants at the top of the page.
    verdicts : list of Verdict
    pictures : list of Picture
    tables : list of HtmlTable
    """

    study: Study
    anchor: str
    headlines: list[str]
    verdicts: list[Verdict]
    pictures: list[Picture]
    tables: list[HtmlTable]


class Written(NamedTuple):
    """What ``write_report`` wrote: the page, the folder of tables, and the warnings on the page."""

    page: Path
    data: Path
    warnings: list[str]


def write_report(folders: Sequence[str | Path], output: str | Path, threshold: float = 2.0) -> Written:
    """Write the report on some runs.

    Parameters
    ----------
    folders : sequence of path
        Complete runs.
    output : path
        The HTML file; the tables go to a folder beside it, ``azacru-data`` for ``azacru.html``.
    threshold : float
        Edge of a seat in percentage points up to which it counts as fair in practice.

    Returns
    -------
    Written

    Raises
    ------
    ValueError
        If a run is not complete or given twice, the threshold is not above 0 and below 100, or the page
        is not called one.
    OSError
        If a run cannot be read or is damaged, or the report cannot be written.
    """
    if not 0 < threshold < 100:
        raise ValueError(f"threshold {threshold} is out of range: above 0 and below 100 percentage points")
    page = Path(output)
    if page.suffix.lower() not in {".html", ".htm"}:
        raise ValueError(f"the report is a page: {page} should end in .html")
    found = studies.load(folders)
    data = page.with_name(f"{page.stem}-data")
    storage.make_folder(data)
    frames = studies.all_tables(found)
    html = render(found, frames, threshold, [Path(folder).resolve().name for folder in folders])
    for name, frame in frames.items():
        text = frame.to_csv(index=False, float_format="%.10g", lineterminator="\n")
        storage.write_atomically(data / f"{name}.csv", text.encode())
    storage.write_atomically(page, html.encode())
    return Written(page, data, warnings(found))


def warnings(found: Sequence[Study]) -> list[str]:
    """Return what makes numbers of the report doubtful."""
    return [text for study in found if (text := warning(study))]


def render(found: Sequence[Study], frames: Frames, threshold: float, folders: Sequence[str]) -> str:
    """Return the page."""
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("teocalli_analysis"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["inline"] = Inliner()
    games = list(dict.fromkeys(study.settings.game.capitalize() for study in found))
    return environment.get_template("report.html.j2").render(
        title=f"Balance of {' and '.join(games)}",
        threshold=threshold,
        sections=[section(study, frames, threshold, n) for n, study in enumerate(found, 1)],
        warnings=warnings(found),
        edges=plots.edges_picture(frames["seats"], threshold),
        overview=tables.overview(frames["overview"]),
        equality=tables.equality(frames["equality"]),
        comparisons=comparisons(found, frames),
        kind_names=NAMES,
        played_by_random=all(set(study.settings.agents) == {"random"} for study in found),
        commands=commands(found, folders, threshold),
        versions=versions(),
        csv_names=sorted(frames),
    )


def comparisons(found: Sequence[Study], frames: Frames) -> list[HtmlTable]:
    """Return the tables that compare the settings of each game that has several."""
    names: dict[str, list[str]] = {}
    for study in found:
        names.setdefault(study.settings.game, []).append(study.name)
    return [
        table
        for game, several in names.items()
        if len(several) > 1
        for table in comparison(
            game, {name: frame[frame["setting"].isin(several)] for name, frame in frames.items()}
        )
    ]


class Inliner:
    """The template's filter for pictures: numbers them, so that no two share an id."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, picture: Picture) -> Markup:
        """Return a picture as markup."""
        self.count += 1
        return Markup(picture.inline(f"picture{self.count}"))


def section(study: Study, frames: Frames, threshold: float, number: int) -> Section:
    """Return the section of one setting."""
    own: Frames = {name: frame[frame["setting"] == study.name] for name, frame in frames.items()}
    return Section(
        study,
        f"setting{number}",
        headlines(study.own_tables, study.settings),
        verdicts(study, threshold),
        pictures(study, own),
        setting_tables(study, own),
    )


def pictures(study: Study, own: Frames) -> list[Picture]:
    """Return the pictures of one setting."""
    found = [plots.shares_picture(own["seats"])]
    if study.tally.scored:
        found += [plots.scores_picture(own["score_distribution"], kind) for kind in study.tally.kinds]
    found += [plots.lengths_picture(own["length_distribution"]), plots.branching_picture(own["branching"])]
    part = game_part(study.settings.game)
    return found + (part.pictures(study.own_tables, study.settings.players) if part else [])


def setting_tables(study: Study, own: Frames) -> list[HtmlTable]:
    """Return the tables of one setting."""
    found = [tables.seats(own["seats"]), tables.edges(own["seats"])]
    if len(study.tally.kinds) > 1:
        found.append(tables.cells(own["cells"]))
    if study.tally.scored:
        found.append(tables.scores(own["scores"]))
    found += [tables.lengths(own["lengths"]), tables.outcomes(own["outcomes"])]
    part = game_part(study.settings.game)
    return found + (part.page_tables(study.own_tables, study.settings.players) if part else [])


def commands(found: Sequence[Study], folders: Sequence[str], threshold: float) -> list[str]:
    """Return the commands that make the report anew."""
    played = [
        shlex.join(study.settings.arguments(folder)) for study, folder in zip(found, folders, strict=True)
    ]
    limit = [] if threshold == 2.0 else ["--threshold", f"{threshold:g}"]
    return [*played, shlex.join(["teocalli", "report", *folders, "-o", "report.html", *limit])]


def versions() -> dict[str, Any]:
    """Return the versions of what makes the report."""
    return {
        "teocalli": teocalli.__version__,
        "Python": platform.python_version(),
        "NumPy": np.__version__,
        "pandas": pd.__version__,
        "SciPy": scipy.__version__,
        "statsmodels": statsmodels.__version__,
        "Matplotlib": mpl.__version__,
    }
