"""``python -m benchmarks.speed``: how fast ``check`` is, beside linters and type checkers, and how its time grows.

Results go to ``benchmarks/speed/results.json`` and plots to ``docs/speed``. What is measured is chosen with ``--part``;
what is not measured again is kept. Times are of the round that took the least processor time.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any

from benchmarks.speed import editor, made
from benchmarks.speed.clock import Run, best, run
from benchmarks.speed.tools import (
    Tool,
    fullgraph,
    lines_of,
    model_files,
    models,
    named_by,
    ruff,
    torchfix,
    type_checkers,
)

RESULTS = Path(__file__).with_name("results.json")
PLOTS = Path(__file__).parents[2] / "docs" / "speed"
COUNT = 100
FEW = 40
"""Of these files, for a run that does not wait minutes for TorchFix."""
SMALL = "import torch\n\n\n@torch.compile\ndef f(x: torch.Tensor):\n    print(x)\n    return x + 1\n"

PARTS: dict[str, Callable[[_Measuring], Any]] = {}


class _Measuring:
    """One call of the benchmark."""

    def __init__(self, options: argparse.Namespace, folder: Path) -> None:
        self.models: Path = options.models or models()
        # Tools run in another folder: a path from here would lead nowhere.
        self.site: Path | None = options.torchfix and options.torchfix.resolve()
        self.peers: Path | None = options.peers and options.peers.resolve()
        self.rounds: int = options.rounds
        self.long: bool = options.long
        self.folder = folder
        """An empty one, where everything runs."""
        self.cores = len(os.sched_getaffinity(0))

    def run(self, tool: Tool | None, files: Sequence[Path], cores: int = 1, rounds: int | None = None) -> Any:
        """The figures of a tool on files; None for one that is not there."""
        if tool is None:
            return None
        command = [*tool.command, *map(str, files)]
        one = best(command, cores, self.folder, rounds or self.rounds, tool.environment)
        told = f"{tool.name}, {len(files)} paths, {cores} core{'s' if cores > 1 else ''}"
        print(f"{told}: {one.cpu:.2f} s of processor time, {one.wall:.2f} s, {one.memory:.0f} MB", flush=True)
        return _figures(one)

    def type_checkers(self, files: Sequence[Path]) -> dict[str, Any]:
        """The figures of the type checkers on files, on one core and on all. Raises SystemExit for one that skips."""
        found: dict[str, Any] = {}
        for cores, where in ((1, "one_core"), (self.cores, "all_cores")):
            for name, tool in type_checkers(self.peers, self.folder, cores).items():
                named = named_by(tool, files, self.folder) if tool is not None and cores == 1 else len(files)
                if named < len(files) / 2:
                    raise SystemExit(f"{name} names only {named} of the {len(files)} files: it has not checked them")
                found[f"{name}_{where}"] = self.run(tool, files, cores)
        return found

    def kept(self, files: Sequence[Path], cores: int) -> tuple[Any, Any]:
        """The figures of a run that fills a cache, and of one that finds everything in it."""
        cache = Path(tempfile.mkdtemp(dir=self.folder))
        cold = self.run(fullgraph("--jobs", str(cores), cache=cache), files, cores, 1)
        warm = self.run(fullgraph("--jobs", str(cores), cache=cache), files, cores, max(3, self.rounds))
        warm["cache_mb"] = round(sum(path.stat().st_size for path in cache.rglob("*.json")) / 1e6, 2)
        return cold, warm


def _figures(one: Run) -> dict[str, Any]:
    return {name: round(value, 3) for name, value in asdict(one).items()}


def _part(function: Callable[[_Measuring], Any]) -> Callable[[_Measuring], Any]:
    PARTS[function.__name__.strip("_").replace("_", "-")] = function
    return function


@_part
def _start(measuring: _Measuring) -> Any:
    """One small file."""
    path = measuring.folder / "small.py"
    path.write_text(SMALL, encoding="utf-8")
    cold, warm = measuring.kept([path], 1)
    rounds = max(5, measuring.rounds)
    return {
        "fullgraph": measuring.run(fullgraph(), [path], 1, rounds),
        "fullgraph_first": cold,
        "fullgraph_warm": warm,
        "ruff": measuring.run(ruff(None), [path], 1, rounds),
        "torchfix": measuring.run(torchfix(measuring.site, 1), [path], 1, rounds),
    }


@_part
def _few_models(measuring: _Measuring) -> Any:
    """A few files with models, by all tools."""
    files = model_files(measuring.models, FEW)
    return {
        "files": len(files),
        "lines": lines_of(files),
        "fullgraph_one_core": measuring.run(fullgraph("--jobs", "1"), files),
        "ruff_one_core": measuring.run(ruff(None), files),
        **measuring.type_checkers(files),
        "torchfix_one_core": measuring.run(torchfix(measuring.site, 1), files, 1, 1),
    }


@_part
def _models(measuring: _Measuring) -> Any:
    """Files with models, by all tools."""
    files = model_files(measuring.models, COUNT)
    cores = measuring.cores
    cold, warm = measuring.kept(files, cores)
    cache = Path(tempfile.mkdtemp(dir=measuring.folder))
    measuring.run(ruff(cache), files, cores, 1)
    return {
        "files": len(files),
        "lines": lines_of(files),
        "fullgraph_one_core": measuring.run(fullgraph("--jobs", "1"), files),
        "fullgraph_all_cores": measuring.run(fullgraph(), files, cores),
        "fullgraph_first": cold,
        "fullgraph_warm": warm,
        "ruff_one_core": measuring.run(ruff(None), files),
        "ruff_all_cores": measuring.run(ruff(None), files, cores),
        "ruff_warm": measuring.run(ruff(cache), files, cores),
        **measuring.type_checkers(files),
        "torchfix_one_core": measuring.run(torchfix(measuring.site, 1), files, 1, 1) if measuring.long else None,
    }


@_part
def _package(measuring: _Measuring) -> Any:
    """The whole of transformers.models."""
    files = sorted(measuring.models.rglob("*.py"))
    cold, warm = measuring.kept([measuring.models], measuring.cores)
    return {
        "files": len(files),
        "lines": lines_of(files),
        "fullgraph_first": cold,
        "fullgraph_warm": warm,
        "ruff_all_cores": measuring.run(ruff(None), [measuring.models], measuring.cores),
        "torchfix_all_cores": measuring.run(
            torchfix(measuring.site, measuring.cores) if measuring.long else None,
            [measuring.models],
            measuring.cores,
            1,
        ),
    }


@_part
def _growth_files(measuring: _Measuring) -> Any:
    """More and more files with models, which gives lines and files."""
    found = []
    for count in (10, 25, 50, 100):
        files = model_files(measuring.models, count)
        run = measuring.run(fullgraph("--jobs", "1"), files, 1, 1)
        found.append({"files": len(files), "lines": lines_of(files), **run})
    return found


@_part
def _growth_lines(measuring: _Measuring) -> Any:
    """One file with more and more lines."""
    found = []
    for blocks in (50, 100, 200, 400, 800):
        path = made.with_lines(measuring.folder, blocks)
        found.append({"lines": lines_of([path]), **measuring.run(fullgraph("--jobs", "1"), [path])})
    return found


@_part
def _growth_findings(measuring: _Measuring) -> Any:
    """One file of one size with more and more findings."""
    found = []
    for count in (0, 80, 160, 320, 640):
        path = made.with_findings(measuring.folder, count)
        found.append({"findings": count, **measuring.run(fullgraph("--jobs", "1"), [path])})
    return found


@_part
def _growth_imports(measuring: _Measuring) -> Any:
    """One model that leads through more and more modules."""
    found = []
    for depth in (1, 4, 8, 16, 32):
        path = made.with_imports(measuring.folder, depth)
        found.append({"depth": depth, **measuring.run(fullgraph("--jobs", "1"), [path])})
    return found


@_part
def _growth_cores(measuring: _Measuring) -> Any:
    """The same files on more and more cores."""
    files = model_files(measuring.models, 50)
    counts = sorted({1, *(2**power for power in range(1, 7) if 2**power <= measuring.cores), measuring.cores})
    return [{"cores": cores, **measuring.run(fullgraph("--jobs", str(cores)), files, cores)} for cores in counts]


@_part
def _editor(measuring: _Measuring) -> Any:
    """The language server, after a file is opened and edited."""
    path = editor.nearest(model_files(measuring.models), editor.LINES)
    found = editor.measure(path, measuring.models)
    return {"file": os.path.relpath(path, measuring.models), **found}


@_part
def _stages(measuring: _Measuring) -> Any:
    """Return where the time goes."""
    from benchmarks.speed import stages

    measured = asdict(stages.measure(model_files(measuring.models, 50)))
    # named as they are in any installation
    measured["slowest"] = [(os.path.relpath(name, measuring.models), *rest) for name, *rest in measured["slowest"]]
    return measured


def environment(measuring: _Measuring) -> dict[str, Any]:
    """Return what the figures were taken on."""
    checkers = type_checkers(measuring.peers, measuring.folder, 1)
    tools = [fullgraph(), ruff(None), torchfix(measuring.site, 1), *checkers.values()]
    processor = ""
    if Path("/proc/cpuinfo").exists():
        named = [line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
        processor = named[0].partition(":")[2].strip() if named else ""
    return {
        "date": str(date.today()),
        "processor": processor or platform.processor() or platform.machine(),
        "cores": measuring.cores,
        "system": platform.system(),
        "python": platform.python_version(),
        **{tool.name: tool.version for tool in tools if tool is not None},
    }


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed", description=__doc__)
    parser.add_argument("--models", type=Path, help="the folder of transformers.models (default: as installed here)")
    parser.add_argument("--torchfix", type=Path, metavar="FOLDER", help="where pip has put torchfix==0.7.0")
    peers = "where pip has put pyright[nodejs], ty and pyrefly: a virtual environment, or a --target"
    parser.add_argument("--peers", type=Path, metavar="FOLDER", help=peers)
    parser.add_argument("--part", action="append", choices=list(PARTS), help="measure this alone; repeatable")
    parser.add_argument("--rounds", type=int, default=2, help="runs of which the best counts (default: 2)")
    parser.add_argument("--long", action="store_true", help=f"TorchFix on all {COUNT} files too (some minutes)")
    parser.add_argument("--output-file", type=Path, default=RESULTS, help="default: benchmarks/speed/results.json")
    parser.add_argument("--draw", action="store_true", help="measure nothing, draw what was measured")
    options = parser.parse_args(arguments)
    results: dict[str, Any] = json.loads(options.output_file.read_text()) if options.output_file.exists() else {}
    if not options.draw:
        with tempfile.TemporaryDirectory() as folder:
            measuring = _Measuring(options, Path(folder))
            run([*fullgraph().command, folder], 1, Path(folder))  # Python compiles what it imports first
            for name in options.part or PARTS:
                print(f"-- {name}: {PARTS[name].__doc__}", flush=True)
                results[name] = PARTS[name](measuring)
                # versions of tools that are not there now stay, with their figures in the other parts
                results["environment"] = {**results.get("environment", {}), **environment(measuring)}
                options.output_file.write_text(json.dumps(results, indent=2) + "\n")
    from benchmarks.speed.docs import PAGE, page
    from benchmarks.speed.plots import draw

    draw(results, PLOTS)
    try:
        PAGE.write_text(page(results), encoding="utf-8")
    except KeyError as missing:
        print(f"docs/speed.md is not written: there is no {missing} in the results")


if __name__ == "__main__":
    main()
