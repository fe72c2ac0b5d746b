"""Hold run-time tools against the graph breaks that `benchmarks.accuracy` recorded, on the same models.

    python -m benchmarks.comparison.runtime --environment FOLDER [--tools NAME ...] [--workers N]
    python -m benchmarks.comparison.runtime --write-docs

``FOLDER`` is a virtual environment with the torch, torchvision, timm and transformers of the data, tlparse, and what
fullgraph needs. ``thunder`` also needs lightning-thunder, and a torch that this works with: an environment of its own.
Each model runs small, with random weights, on the CPU, in a process for each tool. What is measured is merged into
``runtime.json``; ``--write-docs`` writes the tables of docs/comparison.md from it.
"""

from __future__ import annotations

import argparse
import dataclasses
import datetime
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

import fullgraph

from benchmarks.processes import wait

from ..accuracy.measured import load_zoo
from ..accuracy.observe import PREFIXES, Planned, planned
from .reports import Report, from_logs, from_tlparse
from .runtime_docs import write
from .runtime_results import RESULTS, Measured, Results, score
from .runtime_worker import TOOLS, Looked, Request

SECONDS = 300.0
"""After which a run is given up."""
EVERY = 8
"""Of the runs of models that never broke, every so many is made too: a tool that names lines there is wrong."""
VARIABLES: dict[str, Callable[[Path], dict[str, str]]] = {
    "logs": lambda folder: {"TORCH_LOGS": "graph_breaks,recompiles"},
    "tlparse": lambda folder: {"TORCH_TRACE": str(folder / "trace")},
}
"""What a tool needs in the environment; the folder is for what it writes."""
DISTRIBUTIONS = ("torch", "torchvision", "transformers", "timm", "tlparse", "lightning-thunder")


def chosen() -> list[Planned]:
    """The runs of the data to make again: all with a break that counts, and some of models that never broke."""
    runs = planned(load_zoo())
    broken = {one.run.model for one in runs if one.run.breaks}
    whole = [one for one in runs if one.run.model not in broken]
    return [one for one in runs if any(found.scored for found in one.run.breaks)] + whole[::EVERY]


def look(tool: str, one: Planned, environment: Path, seconds: float) -> Looked:
    """Run one tool on one model."""
    with tempfile.TemporaryDirectory(prefix="fullgraph-comparison-") as place:
        folder = Path(place)
        asked, answer, output = (folder / name for name in ("request.json", "result.json", "output.txt"))
        packages = [one.run.package, *(name for name in PREFIXES if name != one.run.package)]
        asked.write_text(json.dumps(dataclasses.asdict(Request(tool, one.target, one.run.mode, packages))))
        given = {"CUDA_VISIBLE_DEVICES": "", "TORCHINDUCTOR_CACHE_DIR": str(folder / "inductor")}
        given |= VARIABLES[tool](folder) if tool in VARIABLES else {}
        python = str(environment / "bin" / "python")
        command = [python, "-m", "benchmarks.comparison.runtime_worker", str(asked), str(answer)]
        with output.open("wb") as stream:
            problem = wait(command, stream.fileno(), seconds, paths=_own_paths(), environment=given)
        text = output.read_text(encoding="utf-8", errors="replace")
        if not answer.is_file():
            return Looked(problem or f"the process ended: {' '.join(text.strip().splitlines()[-1:])[:200]}")
        looked = Looked(**json.loads(answer.read_text(encoding="utf-8")))
        if looked.failure or tool not in VARIABLES:
            return looked
        if tool == "logs":
            return _with(looked, from_logs(text, packages))
        return _parsed(looked, environment, folder, packages)


def _own_paths() -> list[Path]:
    """Where fullgraph is, for a Python that does not have it, unless that would hide what this one has."""
    own = Path(fullgraph.__file__).parents[1]
    return [] if own.name == "site-packages" else [own]


def _parsed(looked: Looked, environment: Path, folder: Path, packages: Sequence[str]) -> Looked:
    """What tlparse makes of the trace."""
    began = time.perf_counter()
    logs = sorted((folder / "trace").glob("*.log"))
    if len(logs) != 1:
        return dataclasses.replace(looked, failure=f"{len(logs)} files of structured trace")
    command = [str(environment / "bin" / "tlparse"), str(logs[0]), "-o", str(folder / "report"), "--no-browser"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        return dataclasses.replace(looked, failure=f"tlparse ended with status {done.returncode}: {last[:200]}")
    seconds = round(looked.seconds + time.perf_counter() - began, 2)
    return dataclasses.replace(_with(looked, from_tlparse(folder / "report", packages)), seconds=seconds)


def _with(looked: Looked, report: Report) -> Looked:
    return dataclasses.replace(looked, breaks=report.breaks, recompiles=report.recompiles, guards=report.guards)


def versions(environment: Path) -> dict[str, str]:
    """Of Python and the packages that are installed there. Raises `OSError` or `subprocess.CalledProcessError`."""
    code = (
        "import importlib.metadata as m, json, platform\n"
        "found = {'python': platform.python_version()}\n"
        f"for name in {DISTRIBUTIONS!r}:\n"
        "    try: found[name] = m.version(name).partition('+')[0]\n"
        "    except m.PackageNotFoundError: pass\n"
        "print(json.dumps(found))"
    )
    command = [str(environment / "bin" / "python"), "-c", code]
    answer: dict[str, str] = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return answer


def measure(
    tools: Sequence[str],
    environment: Path,
    workers: int,
    seconds: float,
    path: Path = RESULTS,
    graphs: int | None = None,
) -> None:
    """Run the tools on all runs that have no result yet, and write the results after each.

    ``graphs``: only on runs that were recorded with so many graphs at most.
    """
    results = Results.read(path)
    installed = versions(environment)
    for tool in tools:
        if results.versions.get(tool, installed) != installed:
            results.measured = [one for one in results.measured if one.tool != tool]
        results.versions[tool] = installed
    there = {one.key for one in results.measured}
    small = [one for one in chosen() if graphs is None or one.run.graphs <= graphs]
    todo = [(tool, one) for one in small for tool in tools if (tool, *_key(one)) not in there]
    with ThreadPoolExecutor(workers) as pool:
        futures = {pool.submit(look, tool, one, environment, seconds): (tool, one) for tool, one in todo}
        for count, future in enumerate(as_completed(futures), 1):
            (tool, one), looked = futures[future], future.result()
            said = looked.failure or f"{len(looked.breaks)} breaks, {looked.seconds:.1f} s"
            print(f"{count}/{len(todo)}: {tool}: {one.name}: {said}", file=sys.stderr, flush=True)
            results.add([Measured(tool, *_key(one), looked=looked)])
            results.date = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d")
            results.write(path)


def _key(one: Planned) -> tuple[str, str, str]:
    return one.run.package, one.run.name, one.run.mode


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit statuses: 0 it was measured, 2 something cannot be run."""
    given = _parser().parse_args(arguments)
    if given.environment is not None:
        try:
            environment = given.environment.resolve()
            measure(given.tools, environment, given.workers, given.seconds, given.results, given.graphs)
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"error: {given.environment} is not an environment to run the tools in: {error}", file=sys.stderr)
            return 2
    results, runs = Results.read(given.results), load_zoo()
    for tool in results.versions:
        found = score(tool, runs, results.measured)
        print(
            f"{tool}: {found.ended} of {found.tried} runs, {len(found.named)} of {len(found.recorded)} sites, "
            f"{len(found.other)} other lines, {found.recompiles} recompiles, {found.guards} guards, "
            f"{found.median:.1f} s"
        )
        for failure in found.failures:
            print(f"    {failure}")
    if given.write_docs:
        write(results, runs)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.comparison.runtime", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--environment", type=Path, metavar="FOLDER", help="where the tools are installed")
    parser.add_argument("--tools", nargs="+", choices=list(TOOLS), default=[one for one in TOOLS if one != "thunder"])
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes at a time (default: 1)")
    parser.add_argument("--seconds", type=float, default=SECONDS, metavar="N", help="limit for each (default: 300)")
    parser.add_argument("--graphs", type=int, metavar="N", help="only runs recorded with so many graphs at most")
    parser.add_argument("--results", type=Path, default=RESULTS, metavar="FILE", help="default: runtime.json here")
    parser.add_argument("--write-docs", action="store_true", help="write the tables of docs/comparison.md")
    return parser


if __name__ == "__main__":
    sys.exit(main())
