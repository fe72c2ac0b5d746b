"""Measure how many graph breaks ``fullgraph check --fix``, ``--facts`` and ``--unsafe-fixes`` remove from transformers.

Exit statuses: 0 everything was measured and nothing got worse, 1 a model computes something else or fails after the
fixes, 2 something could not be fetched.
"""

from __future__ import annotations

import argparse
import dataclasses
import hashlib
import json
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from fullgraph.lint.facts import files as fact_files
from fullgraph.lint.facts.schema import Recorded

from benchmarks.accuracy.fetch import FetchError
from benchmarks.accuracy.measured import Package
from benchmarks.processes import REPOSITORY

from . import docs, library, report
from .run import Model, Runs, affected, as_runs, load_models, run_models, zoo_models
from .score import LEVELS, Score, make_score

PAGE = REPOSITORY / "docs" / "fixes.md"
DEFAULT_VERSION = "4.52.4"
INPUT_SOURCES = (
    "target/models/__init__.py",
    "target/models/config_parts.py",
    "target/models/sizes.py",
    "target/models/transformers.py",
    *(f"target/models/hf/{name}.py" for name in ("attempts", "classes", "configs", "inputs", "maker")),
    *(f"target/models/hf/{name}.py" for name in ("images", "labels", "series", "sound", "text")),
    "observe/capture.py",
    "facts/description.py",
    "facts/plan.py",
    "facts/recorder.py",
)
"""What decides, beside the library and torch, what a model does as released."""


class Progress:
    """Says on stderr what is done."""

    def __init__(self, what: str, total: int) -> None:
        self.what = what
        self.total = total
        self.count = 0

    def __call__(self, label: str) -> None:
        self.count += 1
        print(f"{self.what} {self.count}/{self.total}: {label}", file=sys.stderr, flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    given = _parser().parse_args(arguments)
    pinned = library.packages()
    scores = []
    for version in given.package_version or [DEFAULT_VERSION]:
        try:
            package = pinned[version]
            models = zoo_models(package.name) if version in library.ZOO_RELEASES else load_models()
            models = [model for model in models if not given.models or _chosen(model, given.models)]
            scores.append(measure(package, models, given.folder, given.workers))
        except FetchError as error:
            print(f"error: {version}: {error}", file=sys.stderr)
            return 2
    for score in scores:
        print(report.text(score))
    if given.output_file is not None:
        given.output_file.write_text(report.as_json(scores), encoding="utf-8")
    if given.write_docs:
        PAGE.write_text(docs.rewrite(PAGE.read_text(encoding="utf-8"), docs.tables(scores)), encoding="utf-8")
    return int(any(score.changed[level] or score.failing[level] for score in scores for level in LEVELS))


def _chosen(model: Model, wanted: Sequence[str]) -> bool:
    return model.name in wanted or model.family in wanted


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.fixes", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--models", nargs="+", metavar="NAME", help="only these classes or families")
    parser.add_argument(
        "--package-version",
        action="append",
        choices=sorted(library.packages()),
        help=f"a release of transformers, or NAME-VERSION; repeatable (default: {DEFAULT_VERSION})",
    )
    parser.add_argument("--output-file", type=Path, metavar="FILE", help="write all of it there as JSON")
    parser.add_argument("--write-docs", action="store_true", help="rewrite the generated part of docs/fixes.md")
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="models at a time (default: 2)")
    parser.add_argument(
        "--folder", type=Path, default=REPOSITORY / ".fixes", help="where packages are unpacked (default: .fixes)"
    )
    return parser


def measure(package: Package, models: Sequence[Model], root: Path, workers: int) -> Score:
    """Run, fix and run again. Raises `FetchError`."""
    site = library.place(package, root)
    extra = library.tools(root)
    outcomes = root / f"outcomes-{package.version}"
    outcomes.mkdir(parents=True, exist_ok=True)
    original = _original(package, models, site, (extra, outcomes), workers)

    files = library.union(run.reached for modes in original.values() for run in modes.values())
    broken = {found.file for modes in original.values() for run in modes.values() for found in run.breaks}
    files = sorted({name for name in {*files, *broken} if (site / name).is_file()})
    print(f"checking and fixing {len(files)} files", file=sys.stderr, flush=True)
    facts = _joined_facts(outcomes, models)
    with ProcessPoolExecutor(min(workers, 3)) as pool:
        rewriting = [
            pool.submit(library.rewrite, site, package.module, files, root / f"{level}-{package.version}", level, facts)
            for level in LEVELS
        ]
        checking = pool.submit(library.check_files, site, files)
        checked = checking.result()
        rewritten = {future.result().level: future.result() for future in rewriting}

    fixed: dict[str, Runs] = {}
    for level in LEVELS:
        again = affected(models, original, library.changed_functions(rewritten[level]))
        fixed[level] = run_models(
            again,
            rewritten[level].site,
            (extra, outcomes),
            module=package.module,
            compare=True,
            workers=workers,
            done=Progress(f"{level} fixes", len(again)),
        )
    lines = {level: library.lines_of(rewritten[level]) for level in LEVELS}
    places = {(found.file, found.line) for modes in original.values() for run in modes.values() for found in run.breaks}
    sources = library.source_lines(site, sorted(places))
    label = f"{package.name} {package.version}"
    score = make_score(label, models, original, fixed, lines, checked, sources)
    score.applied = {level: rewritten[level].applied for level in LEVELS}
    score.errors = [*checked.errors, *(text for level in LEVELS for text in rewritten[level].errors)]
    return score


def _joined_facts(outcomes: Path, models: Sequence[Model]) -> Path:
    """The file of what all the models' runs saw, as released."""
    joined = Recorded()
    for path in sorted(path for model in models for path in outcomes.glob(f"{model.name}-*.facts.json")):
        joined = joined.join(fact_files.read(path))
    found = outcomes / "facts.json"
    fact_files.write(found, joined)
    return found


def _original(package: Package, models: Sequence[Model], site: Path, folders: tuple[Path, Path], workers: int) -> Runs:
    """Return what the models do as released; kept beside the outcomes, since no fix changes it."""
    kept = folders[1] / "runs.json"
    stamp = _stamp(package)
    known: Runs = {}
    if kept.is_file():
        record = json.loads(kept.read_text(encoding="utf-8"))
        known = as_runs(record["runs"]) if record["stamp"] == stamp else {}
    missing = [model for model in models if model.name not in known]
    runs = run_models(
        {model: model.modes for model in missing},
        site,
        folders,
        module=package.module,
        compare=False,
        workers=workers,
        done=Progress("as released", len(missing)),
    )
    known |= runs
    plain = {name: {mode: dataclasses.asdict(run) for mode, run in modes.items()} for name, modes in known.items()}
    kept.write_text(json.dumps({"stamp": stamp, "runs": plain}), encoding="utf-8")
    return {model.name: known[model.name] for model in models}


def _stamp(package: Package) -> str:
    """Changes with everything that decides what the models do as released."""
    import torch
    from fullgraph import runtime_check

    folder = Path(next(iter(runtime_check.__path__)))
    digest = hashlib.sha256(f"{package.sha256} {torch.__version__} {sys.version}".encode())
    for path in [*(folder / name for name in INPUT_SOURCES), Path(__file__).with_name("worker.py")]:
        digest.update(path.read_bytes())
    return digest.hexdigest()


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    sys.exit(main())
