"""Writes docs/speed.md out of the results."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks.speed.editor import DELAY
from benchmarks.speed.tools import TYPE_CHECKERS

PAGE = Path(__file__).parents[2] / "docs" / "speed.md"

HUNDRED_MILLION = 100_000_000
IDLE_MB = 25
"""What a run over one file holds when nothing has changed."""


def page(results: Mapping[str, Any]) -> str:
    """The page. Raises KeyError where a part was not measured."""
    where = results["environment"]
    package, start = results["package"], results["start"]
    return (
        Path(__file__)
        .with_name("page.md")
        .read_text(encoding="utf-8")
        .format(
            date=where["date"],
            processor=where["processor"],
            cores=where["cores"],
            python=where["python"],
            fullgraph=where["fullgraph"],
            torchfix=_version(where, "TorchFix"),
            ruff=_version(where, "ruff"),
            **{name: _version(where, name) for name in TYPE_CHECKERS},
            editor="\n".join(_editor(results.get("editor"))),
            delay=1000 * DELAY,
            editor_file=_opened(results.get("editor")),
            table="\n".join([*_compared(results), *_whole(package), *_starting(start)]),
            stages="\n".join(_stages(results["stages"])),
            cores_table="\n".join(_cores(results["growth-cores"])),
            **_at_a_hundred_million(package),
        )
    )


def _version(where: Mapping[str, Any], tool: str) -> str:
    return str(where.get(tool, "not measured"))


def _row(what: str, run: Mapping[str, Any] | None, against: Mapping[str, Any] | None = None) -> str:
    if run is None:
        return f"| {what} | not measured | | | |"
    ratio = f"{run['cpu'] / against['cpu']:.2g}" if against else ""
    return f"| {what} | {_seconds(run['cpu'])} | {_seconds(run['wall'])} | {run['memory']:.0f} MB | {ratio} |"


def _seconds(value: float) -> str:
    return f"{value:.2f} s" if value < 10 else f"{value:,.0f} s"


def _compared(results: Mapping[str, Any]) -> list[str]:
    rows = []
    for part in ("few-models", "models"):
        found = results.get(part)
        if not found:
            continue
        base = found["fullgraph_one_core"]
        rows.append(f"| **{found['files']} model files, {found['lines']:,} lines** | | | | |")
        rows.append(_row("fullgraph, one core", base, base))
        if "fullgraph_all_cores" in found:
            rows.append(_row(f"fullgraph, {results['environment']['cores']} cores", found["fullgraph_all_cores"], base))
            rows.append(_row("fullgraph, nothing changed", found["fullgraph_warm"], base))
        rows.append(_row("ruff, one core", found["ruff_one_core"], base))
        for name in TYPE_CHECKERS:
            rows.append(_row(f"{name}, one core", found.get(f"{name}_one_core"), base))
            if found.get(f"{name}_all_cores") is not None:
                all_cores = f"{name}, {results['environment']['cores']} cores"
                rows.append(_row(all_cores, found[f"{name}_all_cores"], base))
        if found.get("torchfix_one_core") is not None:
            rows.append(_row("TorchFix, one core", found["torchfix_one_core"], base))
    return rows


def _whole(package: Mapping[str, Any]) -> list[str]:
    base = package["fullgraph_first"]
    rows = [
        f"| **all of transformers.models, {package['files']:,} files, {package['lines']:,} lines** | | | | |",
        _row("fullgraph, all cores, results kept", base, base),
        _row("fullgraph, nothing changed", package["fullgraph_warm"], base),
        _row("ruff, all cores", package["ruff_all_cores"], base),
    ]
    if package.get("torchfix_all_cores") is not None:
        rows.append(_row("TorchFix, all cores", package["torchfix_all_cores"], base))
    return rows


def _starting(start: Mapping[str, Any]) -> list[str]:
    base = start["fullgraph"]
    return [
        "| **one file of 8 lines** | | | | |",
        _row("fullgraph", base, base),
        _row("fullgraph, nothing changed", start["fullgraph_warm"], base),
        _row("ruff", start["ruff"], base),
        _row("TorchFix", start["torchfix"], base),
    ]


def _opened(measured: Mapping[str, Any] | None) -> str:
    return f"`{measured['file']}`, {measured['lines']:,} lines" if measured else "a file with models"


def _editor(measured: Mapping[str, Any] | None) -> list[str]:
    found = measured or {}
    slowest = f" (the slowest: {_seconds(found['slowest_edit'])})" if found else ""
    return [
        _row("the server starts, and the file is opened", found.get("first")),
        _row(f"one line is added to a function{slowest}", found.get("edit")),
        _row("the file is closed and opened again", found.get("again")),
    ]


def _stages(measured: Mapping[str, Any]) -> list[str]:
    lines = measured["lines"]
    return [
        f"| {name} | {seconds / lines * 1e6:.1f} |"
        for name, seconds in sorted(measured["seconds"].items(), key=lambda pair: -pair[1])
        if name != "import"
    ]


def _cores(runs: list[Mapping[str, Any]]) -> list[str]:
    return [
        f"| {run['cores']} | {_seconds(run['cpu'])} | {_seconds(run['wall'])} | {run['memory']:.0f} MB |"
        for run in runs
    ]


def _at_a_hundred_million(package: Mapping[str, Any]) -> dict[str, float]:
    """Return what the figures come to at that many lines, in the units of the page."""
    scale = HUNDRED_MILLION / package["lines"]
    cold, warm = package["fullgraph_first"], package["fullgraph_warm"]
    return {
        "files": package["files"] * scale,
        "hours": cold["cpu"] * scale / 3600,
        "minutes_on_64": cold["cpu"] * scale / 64 / 60,
        "warm": warm["cpu"] * scale,
        "cache_gb": warm["cache_mb"] * scale / 1000,
        "pack_mb": warm["cache_mb"] * scale / 64,
        "memory_gb": (warm["memory"] - IDLE_MB) * scale / 1000,
    }
