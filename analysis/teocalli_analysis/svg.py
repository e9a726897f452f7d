"""Pictures as inline SVG: the same data give the same text, and nothing is loaded from elsewhere."""

from __future__ import annotations

import html
import io
import re
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

# Okabe and Ito's colours, which colour-blind readers can tell apart; lines differ in style as well.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7")
STYLES = ("-", "--", "-.", ":")
WIDTH = 4.6  # inches; on a phone the text is still readable
SETTINGS: Any = {
    "svg.hashsalt": "teocalli",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 9,
    "axes.titlelocation": "left",
    "legend.frameon": False,
}
MATPLOTLIB_NOISE = re.compile(r"<\?xml.*?\?>|<!DOCTYPE.*?>|<metadata>.*?</metadata>|<!--.*?-->", re.DOTALL)
SVG_TAG = re.compile(r"<svg [^>]*?viewBox=\"([^\"]*)\"[^>]*>")


@dataclass(frozen=True)
class Picture:
    """A picture with a title, and a description for those who cannot see it."""

    svg: str
    title: str
    description: str

    def inline(self, prefix: str) -> str:
        """Return it as an element of a page, with ids that no other picture has."""
        svg = re.sub(r'\bid="', f'id="{prefix}-', self.svg)
        svg = re.sub(r"url\(#", f"url(#{prefix}-", svg)
        svg = re.sub(r'\b(?:xlink:)?href="#', f'href="#{prefix}-', svg)
        names = (
            f'<title id="{prefix}-title">{html.escape(self.title)}</title>'
            f'<desc id="{prefix}-desc">{html.escape(self.description)}</desc>'
        )
        tag = rf'<svg viewBox="\1" role="img" aria-labelledby="{prefix}-title {prefix}-desc">{names}'
        return SVG_TAG.sub(tag, svg, count=1)


def new_figure(height: float) -> Figure:
    """Return an empty figure; use it inside ``style()``."""
    return Figure(figsize=(WIDTH, height), layout="constrained")


def style() -> AbstractContextManager[None]:
    """Return a context in which figures look like those of the report."""
    context: AbstractContextManager[None] = mpl.rc_context(SETTINGS)
    return context


def picture(figure: Figure, title: str, description: str) -> Picture:
    """Return a figure as a picture."""
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", metadata={"Date": None})
    svg = MATPLOTLIB_NOISE.sub("", buffer.getvalue()).strip()
    return Picture(re.sub(r"\n\s*", "\n", svg), title, description)
