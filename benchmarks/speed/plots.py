"""The plots of docs/speed.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.plot_style import BLUE, GREY, INK, ORANGE, STYLE
from benchmarks.speed.tools import TYPE_CHECKERS


def draw(results: Mapping[str, Any], folder: Path) -> None:
    """Write the plots that there are results for."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import rc_context

    folder.mkdir(parents=True, exist_ok=True)
    with rc_context(STYLE):
        figures = {"tools": _tools(results), "growth": _growth(results)}
        for name, figure in figures.items():
            if figure is not None:
                figure.savefig(folder / f"{name}.svg", metadata={"Date": None, "Creator": None}, bbox_inches="tight")


def _tools(results: Mapping[str, Any]) -> Any:
    """The tools side by side on the same files, by processor time."""
    from matplotlib.figure import Figure

    found = results.get("models")
    if not found or not found.get("torchfix_one_core"):
        found = results.get("few-models")
    if not found:
        return None
    rows = [
        ("TorchFix", found.get("torchfix_one_core"), GREY),
        ("fullgraph", found.get("fullgraph_one_core"), BLUE),
        *((name, found.get(f"{name}_one_core"), GREY) for name in reversed(TYPE_CHECKERS)),
        ("ruff", found.get("ruff_one_core"), ORANGE),
    ]
    shown = [(name, run["cpu"], colour) for name, run, colour in rows if run]
    figure = Figure(figsize=(7.5, 0.9 + 0.3 * len(shown)), layout="constrained")
    axis = figure.subplots()
    bars = axis.barh([name for name, *_ in shown], [cpu for _, cpu, _ in shown], color=[one[2] for one in shown])
    axis.bar_label(bars, [f"{cpu:.2f} s" if cpu < 10 else f"{cpu:.0f} s" for _, cpu, _ in shown], padding=4, color=INK)
    axis.set_xscale("log")
    axis.invert_yaxis()
    axis.margins(x=0.15)
    axis.set_xlabel(f"seconds of processor time, {found['files']} model files, {found['lines']:,} lines, logarithmic")
    return figure


_GROWTH = (
    ("growth-files", "lines", "model files of transformers, thousands of lines", 1e-3),
    ("growth-lines", "lines", "one made file, thousands of lines", 1e-3),
    ("growth-findings", "findings", "findings in one file of one size", 1),
    ("growth-imports", "depth", "modules that one model leads through", 1),
)


def _growth(results: Mapping[str, Any]) -> Any:
    from matplotlib.figure import Figure

    there = [one for one in _GROWTH if results.get(one[0])]
    if not there:
        return None
    figure = Figure(figsize=(7.5, 5), layout="constrained")
    axes = figure.subplots(2, 2, squeeze=False).flat
    for axis, (part, name, label, scale) in zip(axes, there, strict=False):
        points: Sequence[Mapping[str, float]] = results[part]
        across = [point[name] * scale for point in points]
        axis.plot(across, [point["cpu"] for point in points], color=BLUE, marker="o", markersize=4)
        axis.set_xlabel(label)
        axis.set_ylabel("s of processor time")
        axis.set_xlim(left=0)
        axis.set_ylim(bottom=0)
        axis.grid(True)
    for axis in list(axes)[len(there) :]:
        axis.set_visible(False)
    return figure
