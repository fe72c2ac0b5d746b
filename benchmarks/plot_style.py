"""The look of plots as SVG: the same for the same results, and readable on light and on dark."""

from __future__ import annotations

from typing import Any

INK, BLUE, ORANGE, GREY = "#768390", "#3b82d6", "#e07b39", "#9aa5b1"
"""Each is told from white and from near black alike."""

STYLE: Any = {
    "font.size": 10,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.titlesize": 10,
    "axes.titlelocation": "left",
    "axes.facecolor": "none",
    "figure.facecolor": "none",
    "savefig.facecolor": "none",
    "xtick.color": INK,
    "ytick.color": INK,
    "grid.color": INK,
    "grid.alpha": 0.25,
    "legend.frameon": False,
    "svg.hashsalt": "fullgraph",
    "svg.fonttype": "path",
}
