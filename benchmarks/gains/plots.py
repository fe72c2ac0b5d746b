"""The plots of docs/gains.md, as SVG that is the same for the same results."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fullgraph.runtime_check.results import Gains

from . import jobs, published
from .honesty import VERSIONS, read
from .honesty.agreement import compare
from .honesty.rounds import TARGETS
from .store import Result, Store
from .targets import vision

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

EAGER, COMPILED, GRAPHS, TEXT, GRID = "#9aa5b1", "#2f6fb7", "#e07b39", "#24292f", "#d9dee4"
_STYLE: Any = {
    "font.family": "sans-serif",
    "font.size": 10,
    "text.color": TEXT,
    "axes.labelcolor": TEXT,
    "axes.edgecolor": GRID,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "xtick.color": TEXT,
    "ytick.color": TEXT,
    "ytick.major.size": 0,
    "legend.frameon": False,
    "svg.hashsalt": "fullgraph",
    "svg.fonttype": "path",
    "figure.facecolor": "white",
}


def draw(stores: Mapping[str, Store], folder: Path) -> list[str]:
    """Write a plot for each part that has figures; their names."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import rc_context

    folder.mkdir(parents=True, exist_ok=True)
    drawn = []
    with rc_context(_STYLE):
        for part, store in stores.items():
            figure = _PLOTS[part](store) if part in _PLOTS else None
            if figure is not None:
                figure.savefig(folder / f"{part}.svg", metadata={"Date": None, "Creator": None}, bbox_inches="tight")
                drawn.append(part)
    return drawn


def _figure(rows: int, columns: int, width: float, height: float, **options: Any) -> tuple[Figure, Any]:
    """A figure that no global list of figures keeps."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.subplots(rows, columns, squeeze=False, **options)


def _captioning(store: Store) -> Figure | None:
    groups = {group: found for group in ("static", "lengths") if (found := _measured(store, "captioning", group))}
    titles = {"static": "Captions padded to 64 tokens", "lengths": "Captions as long as the longest of their batch"}
    if not groups:
        return None
    sizes = [len(found) + 2 for found in groups.values()]
    figure, axes = _figure(len(groups), 1, 9, 0.42 * sum(sizes) + 1.4, height_ratios=sizes, sharex=True)
    for (group, found), axis in zip(groups.items(), axes[:, 0], strict=True):
        eager = store.eager("captioning", group)
        assert eager is not None
        rows = [("eager", eager, EAGER)]
        rows += [(result.label, gains.compiled.median, COMPILED) for result, gains in found]
        lows, highs = ([getattr(gains.eager, end) for _, gains in found] for end in ("low", "high"))
        around = [(min(lows), max(highs)), *((gains.compiled.low, gains.compiled.high) for _, gains in found)]
        shown = [f"{1 / eager:.1f}"]
        shown += [f"{1 / gains.compiled.median:.1f}  ({gains.speedup - 1:+.0%})" for _, gains in found]
        _bars(axis, rows, lambda seconds: 1 / seconds, shown, around)
        axis.axvline(1 / eager, color=EAGER, linewidth=1, linestyle=":")
        axis.set_title(titles[group])
    axes[-1, 0].set_xlabel(f"training steps per second, {store.environment['device']}")
    return figure


def _measured(store: Store, part: str, group: str) -> list[tuple[Result, Gains]]:
    return [(result, result.run.gains) for result in store.rows(part, group) if result.run.gains is not None]


def _bars(
    axis: Axes,
    rows: Sequence[tuple[str, float, str]],
    scale: Callable[[float], float],
    shown: Sequence[str],
    around: Sequence[tuple[float, float]] = (),
) -> None:
    """Horizontal bars, the quartiles around their values, and what is shown at their ends; the first on top."""
    values = [scale(value) for _, value, _ in rows]
    ends = [sorted(map(scale, pair)) for pair in around] or [[value, value] for value in values]
    whiskers = [[max(0.0, v - low) for v, (low, _) in zip(values, ends, strict=True)]]
    whiskers += [[max(0.0, high - v) for v, (_, high) in zip(values, ends, strict=True)]]
    colors = [color for *_, color in rows]
    bars = axis.barh(
        range(len(rows)), values, xerr=whiskers if around else None, ecolor=TEXT, capsize=3, color=colors, height=0.68
    )
    axis.bar_label(bars, shown, padding=4, color=TEXT)
    axis.set_yticks(range(len(rows)), [label for label, *_ in rows])
    axis.invert_yaxis()
    axis.xaxis.grid(color=GRID, linewidth=0.8)
    axis.spines["left"].set_visible(False)
    if values:
        axis.set_xlim(0, max(max(high for _, high in ends) * 1.2, axis.get_xlim()[1]))


def _vision(store: Store) -> Figure | None:
    batches = [batch for batch in jobs.BATCHES if any(_both(store, name, batch) for name in vision.MODELS)]
    if not batches:
        return None
    figure, axes = _figure(1, len(batches), 4.2 * len(batches), 6.2, sharey=True, sharex=True)
    names = list(vision.MODELS)
    for batch, axis in zip(batches, axes[0], strict=True):
        for offset, at, color, label in ((-0.19, 0, COMPILED, "compiled"), (0.19, 1, GRAPHS, "reduce-overhead")):
            values = [(_both(store, name, batch) or (None, None))[at] for name in names]
            axis.barh(
                [row + offset for row in range(len(names))],
                [(value or 1) - 1 for value in values],
                left=1,  # Twice as fast is as long to the right as half as fast to the left.
                height=0.36,
                color=color,
                label=label,
            )
        seen = [
            (published.VISION[f"{n}_{batch}"].speedup, y)
            for y, n in enumerate(names)
            if f"{n}_{batch}" in published.VISION and _both(store, n, batch)
        ]
        axis.scatter(
            [x for x, _ in seen],
            [y for _, y in seen],
            marker="D",
            s=22,
            color="white",
            edgecolor=TEXT,
            zorder=3,
            label="published (A100, torch 2.0.1)",
        )
        axis.axvline(1, color=EAGER, linewidth=1.2)
        axis.xaxis.grid(color=GRID, linewidth=0.8)
        axis.set_title(f"batch {batch}")
        axis.set_xscale("log", base=2)
        axis.xaxis.set_major_formatter(lambda value, _position: f"{value:g}x")
        axis.spines["left"].set_visible(False)
    axes[0, 0].set_yticks(range(len(names)), [vision.MODELS[name].label for name in names])
    axes[0, 0].invert_yaxis()
    figure.supxlabel(f"speedup over eager, {store.environment['device']}", fontsize=10)
    figure.legend(*axes[0, 0].get_legend_handles_labels(), loc="outside upper center", ncols=3)
    return figure


def _both(store: Store, name: str, batch: int) -> tuple[float | None, float | None] | None:
    """The speedups in the default mode and with CUDA graphs; None if there is neither."""
    found = [store.results.get(f"vision/{name}_{batch}/{label}") for label in ("compiled", "reduce-overhead")]
    speedups = [r.run.gains.speedup if r is not None and r.run.gains is not None else None for r in found]
    return (speedups[0], speedups[1]) if any(speedups) else None


def _classics(store: Store) -> Figure | None:
    from .docs import CLASSICS

    found = [(result, result.run.gains) for result in store.results.values() if result.run.gains is not None]
    if not found:
        return None
    figure, axes = _figure(1, 1, 9, 0.36 * len(found) + 1)
    colors = {"compiled": COMPILED, "reduce-overhead": GRAPHS}
    rows = [
        (f"{CLASSICS.get(r.group, r.group)}: {r.label}", gains.speedup, colors.get(r.label, "#5a9e6f"))
        for r, gains in found
    ]
    _bars(axes[0, 0], rows, lambda speedup: speedup, [f"{speedup:.2f}x" for _, speedup, _ in rows])
    axes[0, 0].axvline(1, color=EAGER, linewidth=1.2)
    axes[0, 0].set_xlabel(f"speedup over eager, {store.environment['device']}")
    return figure


def _honesty(store: Store) -> Figure | None:
    rows = []
    for name, kept in store.extra.get("rounds", {}).items():
        for version in VERSIONS:
            found = compare(read(kept), version)
            if found is not None:
                rows.append((f"{TARGETS[name.removesuffix('_small')][1]}: {version}", found))
    if not rows:
        return None
    figure, axes = _figure(1, 1, 9, 0.36 * len(rows) + 1.4)
    axis = axes[0, 0]
    for at, (_, found) in enumerate(rows):
        for offset, value, bounds, color, label in (
            (-0.14, found.plain, found.plain_range, EAGER, "plain script"),
            (0.14, found.verify, found.verify_range, COMPILED, "fullgraph verify"),
        ):
            low, middle, high = (100 * (each / found.plain - 1) for each in (bounds[0], value, bounds[1]))
            axis.plot([low, high], [at + offset] * 2, color=color, linewidth=2, solid_capstyle="round")
            axis.scatter([middle], [at + offset], color=color, s=28, zorder=3, label=label if at == 0 else None)
    axis.axvline(0, color=GRID, linewidth=1.2)
    axis.set_yticks(range(len(rows)), [label for label, _ in rows])
    axis.invert_yaxis()
    axis.xaxis.grid(color=GRID, linewidth=0.8)
    axis.spines["left"].set_visible(False)
    axis.set_xlabel(f"difference from the plain script's median, %, {store.environment['device']}")
    axis.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
    return figure


_PLOTS: Mapping[str, Callable[[Store], Figure | None]] = {
    "captioning": _captioning,
    "vision": _vision,
    "classics": _classics,
    "honesty": _honesty,
}
