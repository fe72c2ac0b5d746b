"""Record what eager runs of the models of the accuracy data see: facts for `check --facts`, in one file.

python -m benchmarks.accuracy.observe [--models NAME ...] [--workers N] [--stop-after SECONDS] [--folder DIR]

Nothing is fetched: the models come from the packages that are installed, small, with random weights, each in the modes
of the data, on the CPU, in a process of its own. What each run saw stays in the folder, and a run that is there is not
made again, so that the command goes on where it was stopped. Facts are about functions by their text: those of another
release say something only of functions that are the same in the release of the data. Models that cannot be built or run
are listed.
"""

from __future__ import annotations

import argparse
import ast
import dataclasses
import json
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from fullgraph.lint.facts import files
from fullgraph.lint.facts.schema import Recorded

from benchmarks.processes import REPOSITORY, wait

from .measured import Run, load_zoo
from .observe_worker import Request, Seen
from .recording import Made, Recording

SECONDS = 300
"""After which a run is given up."""
KILOBYTES = 48 << 20
"""Of address space that a run may take."""
RECIPES = REPOSITORY / "benchmarks" / "fixes" / "recipes.py"
"""Models whose inputs no signature tells; the functions have the names of the data."""
PREFIXES = {"transformers": "hf", "torchvision": "torchvision", "timm": "timm"}
"""Of targets, by package: the packages whose models `fullgraph verify` builds."""


@dataclass(frozen=True)
class Planned:
    """A run of the data that is made again in eager."""

    run: Run
    target: str

    @property
    def name(self) -> str:
        return f"{self.run.package}-{self.run.name}-{self.run.mode}"


def planned(runs: Iterable[Run], names: Sequence[str] = ()) -> list[Planned]:
    """The runs of packages whose models can be built; ``names``: only of these packages, classes or models."""
    recipes = recipe_names(RECIPES.read_text(encoding="utf-8"))
    found = [Planned(run, _target(run, recipes)) for run in runs if run.package in PREFIXES]
    return [one for one in found if not names or {one.run.package, one.run.model, one.run.name} & set(names)]


def recipe_names(text: str) -> set[str]:
    """The public functions of a module."""
    return {
        node.name
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
    }


def _target(run: Run, recipes: set[str]) -> str:
    if run.package == "transformers" and run.name in recipes:
        return f"{RECIPES.relative_to(REPOSITORY).as_posix()}:{run.name}"
    return f"{PREFIXES[run.package]}:{run.model if run.package == 'transformers' else run.name}"


def record(runs: Sequence[Planned], folder: Path, workers: int, stop_after: float) -> list[Made]:
    """Make the runs that are not in the folder, some at a time, as far as the time goes. Returns what is there."""
    folder.mkdir(parents=True, exist_ok=True)
    deadline = time.monotonic() + stop_after
    missing = [one for one in runs if not _kept(one, folder).is_file()]
    with ThreadPoolExecutor(workers) as pool:
        futures = {pool.submit(_observe, one, folder, deadline): one for one in missing}
        for count, future in enumerate(as_completed(futures), 1):
            print(f"{count}/{len(missing)}: {futures[future].name}: {future.result()}", file=sys.stderr, flush=True)
    return list(_made(runs, folder))


def _observe(one: Planned, folder: Path, deadline: float) -> str:
    """Make a run and keep how it went, unless the time is up. Returns that in words."""
    began = time.monotonic()
    if deadline - began <= 1:
        return "not begun, the time is up"
    seconds = min(SECONDS, deadline - began)
    # of the others transformers takes a backbone now and then
    modules = [one.run.package, *(name for name in PREFIXES if name != one.run.package)]
    with tempfile.TemporaryDirectory(prefix="fullgraph-observe-") as place:
        asked, answer, output = (Path(place, name) for name in ("request.json", "result.json", "output.txt"))
        facts = folder / f"{one.name}.facts.json"
        asked.write_text(
            json.dumps(dataclasses.asdict(Request(one.target, one.run.mode, modules, str(facts.resolve()))))
        )
        command = [sys.executable, "-m", "benchmarks.accuracy.observe_worker", str(asked), str(answer)]
        with output.open("wb") as stream:
            problem = wait(
                command, stream.fileno(), seconds, environment={"CUDA_VISIBLE_DEVICES": ""}, kilobytes=KILOBYTES
            )
        if answer.is_file():
            seen = Seen(**json.loads(answer.read_text(encoding="utf-8")))
        elif problem and seconds < SECONDS:
            return f"stopped after {seconds:.0f} s, the time is up"
        else:
            last = output.read_text(encoding="utf-8", errors="replace").strip().splitlines()[-1:]
            seen = Seen(failure=problem or f"the process ended: {' '.join(last)[:300]}")
    _kept(one, folder).write_text(json.dumps(dataclasses.asdict(seen)), encoding="utf-8")
    return seen.failure or f"{seen.functions} functions, {time.monotonic() - began:.0f} s"


def _kept(one: Planned, folder: Path) -> Path:
    """The file that says how a run went; it is written last."""
    return folder / f"{one.name}.run.json"


def _made(runs: Iterable[Planned], folder: Path) -> Iterator[Made]:
    for one in runs:
        if _kept(one, folder).is_file():
            seen = Seen(**json.loads(_kept(one, folder).read_text(encoding="utf-8")))
            yield Made(one.run.package, one.run.model, one.run.name, one.run.mode, seen.failure, seen.versions)


def merged(runs: Iterable[Planned], folder: Path) -> Recorded:
    """What all runs in the folder saw."""
    found = Recorded()
    for one in runs:
        path = folder / f"{one.name}.facts.json"
        if _kept(one, folder).is_file() and path.is_file():
            found = found.join(files.read(path))
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit statuses: 0 there are facts of some model, 2 of none."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.accuracy.observe",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--models", nargs="+", default=[], metavar="NAME", help="only these models, or packages")
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="models at a time (default: 2)")
    parser.add_argument(
        "--stop-after", type=float, default=86400, metavar="SECONDS", help="begin and go on with nothing then; 0: merge"
    )
    parser.add_argument(
        "--folder",
        type=Path,
        default=REPOSITORY / ".accuracy" / "observed",
        metavar="DIR",
        help="for what each run saw (default: .accuracy/observed)",
    )
    parser.add_argument(
        "--output-file", type=Path, metavar="FILE", help="for all of it (default: recorded.json.gz in the folder)"
    )
    given = parser.parse_args(arguments)
    runs = planned(load_zoo(), given.models)
    made = record(runs, given.folder, given.workers, given.stop_after)
    recording = Recording(merged(runs, given.folder), made)
    output = given.output_file or given.folder / "recorded.json.gz"
    recording.write(output)
    for one in made:
        if one.failure:
            print(f"not recorded: {one.label}: {one.failure}")
    print(
        f"{len(recording.good)} of {len(runs)} runs, {len(recording.facts.functions)} functions: "
        f"{output}, {output.stat().st_size / 1000:.0f} kB"
    )
    return 0 if recording.good else 2


if __name__ == "__main__":
    sys.exit(main())
