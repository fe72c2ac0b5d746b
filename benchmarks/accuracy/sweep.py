"""Hold check against TorchDynamo on the models of an installed library, one `fullgraph verify` each.

python -m benchmarks.accuracy.sweep [TARGET ...] [--of LIBRARY] [--train] [--follow PACKAGE] [--jobs N] [--limit N]
                                    [--folder DIR]

Nothing is fetched: each model is built small, with random weights, and run on the CPU, in eval mode unless `--train` is
given. What verify says of each stays in the folder, and a model that is there is not run again. Models that cannot be
built or run are listed.
"""

from __future__ import annotations

import argparse
import functools
import importlib
import json
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fullgraph.runtime_check.target.models import ModelError, names

SECONDS = 240
"""After which a model is given up."""
SHOWN = 110
"""Characters of a reason."""


@dataclass
class Sums:
    """What verify said of all models. A place is a file below ``site-packages`` and a line."""

    ran: int = 0
    predicted: Counter[str] = field(default_factory=Counter)
    """Breaks that check predicts, by rule; one that two rules predict counts for both."""
    breaks: int = 0
    """All breaks, in both modes, once for each model, place and reason."""
    places: Counter[str] = field(default_factory=Counter)
    """The lines that break, by mode, once for each model."""
    hit: Counter[str] = field(default_factory=Counter)
    """Those of ``places`` of which check predicts every break."""
    missed: dict[tuple[str, str], list[str]] = field(default_factory=lambda: defaultdict(list))
    """The models, by place and reason, in which a break was not predicted."""
    alarms: dict[tuple[str, str], list[str]] = field(default_factory=lambda: defaultdict(list))
    """The models, by place and claim, that ran the line without the break that was predicted there."""
    failed: dict[str, str] = field(default_factory=dict)
    """Why, by model."""

    def add(self, model: str, run: Mapping[str, Any]) -> None:
        """Count what verify found in one model: the ``before`` of its report."""
        if run["failure"] is not None:
            self.failed[model] = run["failure"]["message"][:SHOWN]
            return
        self.ran += 1
        predicted: dict[tuple[str, str], bool] = {}
        for found in run["breaks"]:
            for mode in found["modes"]:
                key = mode, place(found["place"])
                predicted[key] = predicted.get(key, True) and mode not in found["missed_in"]
            self.breaks += 1
            self.predicted.update(found["predicted_by"])
            for mode in found["missed_in"]:
                reason = f"{found['registry_id'] or 'no id'}, {mode}: {found['reason'][:SHOWN]}"
                self.missed[place(found["place"]), reason].append(model.rpartition("/")[2])
        self.places.update(mode for mode, _ in predicted)
        self.hit.update(mode for (mode, _), known in predicted.items() if known)
        for claim in run["unobserved"]:
            if claim["reached"]:
                said = f"{claim['code']}, {' and '.join(claim['modes'])}: {claim['message'][:SHOWN]}"
                self.alarms[place(claim["place"]), said].append(model.rpartition("/")[2])

    def lines(self) -> Iterator[str]:
        """The report."""
        rules = ", ".join(f"{code} {count}" for code, count in sorted(self.predicted.items()))
        yield f"{self.ran} models ran, {len(self.failed)} did not; {self.breaks} breaks, predicted by {rules or 'none'}"
        for mode, count in sorted(self.places.items()):
            yield f"{mode}: {count} lines break, {self.hit[mode]} of them are predicted"
        yield from _listed("Breaks that check does not predict", self.missed)
        yield from _listed("Predictions at lines that ran, without a break", self.alarms)
        if self.failed:
            yield "\nNot run:"
            yield from (f"  {model}: {why}" for model, why in sorted(self.failed.items()))


def _listed(title: str, found: Mapping[tuple[str, str], list[str]]) -> Iterator[str]:
    yield f"\n{title}: {len(found)}"
    for (where, what), models in sorted(found.items(), key=lambda one: (-len(one[1]), one[0])):
        yield f"  {len(models):3} {where} {what} ({', '.join(models[:2])})"


def place(given: Mapping[str, Any]) -> str:
    """Such as ``transformers/cache_utils.py:12``."""
    return f"{given['filename'].rpartition('site-packages/')[2]}:{given['line']}"


def of_transformers() -> list[str]:
    """The classes behind ``AutoModel``."""
    from transformers.models.auto.modeling_auto import MODEL_MAPPING_NAMES

    known = MODEL_MAPPING_NAMES.values()
    classes = (name for given in known for name in ([given] if isinstance(given, str) else given))
    return [f"hf:{name}" for name in dict.fromkeys(classes)]


def of_timm() -> list[str]:
    """A small model of each file."""
    return [f"timm:{name}" for name in names("timm")]


def of_torchvision() -> list[str]:
    """A small model of each file."""
    return [f"torchvision:{name}" for name in names("torchvision")]


def of_zoo(name: str) -> list[str]:
    """Return what a module of `benchmarks.accuracy.zoos` builds."""
    zoo = importlib.import_module(f"{ZOOS}.{name}")
    return [f"{zoo.__file__}:{one}" for one in zoo.names()]


ZOOS = f"{__package__}.zoos"
OF_ZOO = {
    "diffusers": "diffusion",
    "kornia": "differentiable_vision",
    "piq": "image_quality",
    "pytorch_metric_learning": "metric_learning",
    "torchmetrics": "metrics",
}
"""The module that builds what is of a package."""
LIBRARIES: dict[str, Callable[[], list[str]]] = {
    "transformers": of_transformers,
    "timm": of_timm,
    "torchvision": of_torchvision,
    **{package: functools.partial(of_zoo, zoo) for package, zoo in OF_ZOO.items()},
}


def verified(target: str, folder: Path, options: Sequence[str] = ()) -> Mapping[str, Any]:
    """Return what verify says of one model, from the folder if it is there."""
    report = folder / f"{'-'.join([target.rpartition('/')[2].replace(':', '-'), *options])}.json"
    if not report.is_file():
        how = ["--backend", "eager", "--device", "cpu", "--bench-seconds", "0", "--output-format", "json", *options]
        command = [sys.executable, "-m", "fullgraph", "verify", target, *how, "--output-file", str(report)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return {"failure": {"message": f"no end after {SECONDS} s"}}
        if not report.is_file():
            said = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
            return {"failure": {"message": said[-1]}}
    found: Mapping[str, Any] = json.loads(report.read_text(encoding="utf-8"))["targets"][0]["before"]
    return found


def sweep(targets: Sequence[str], folder: Path, jobs: int, options: Sequence[str] = ()) -> Sums:
    """Verify the models, some side by side, and sum up."""
    folder.mkdir(parents=True, exist_ok=True)
    sums = Sums()
    with ThreadPoolExecutor(jobs) as pool:
        runs = pool.map(lambda target: verified(target, folder, options), targets)
        for count, (target, run) in enumerate(zip(targets, runs, strict=True), 1):
            sums.add(target, run)
            print(f"{count}/{len(targets)}: {target}", file=sys.stderr, flush=True)
    return sums


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit statuses: 0 models ran, 2 none did."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.accuracy.sweep",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="as verify has them (default: the library's)")
    parser.add_argument(
        "--of",
        choices=LIBRARIES,
        default="transformers",
        help="whose models: all that AutoModel knows, a small one of each file of timm or torchvision, the losses "
        "of pytorch-metric-learning or piq, modules of kornia, functions of torchmetrics, or models and schedulers of "
        "diffusers (default: transformers)",
    )
    parser.add_argument("--train", action="store_true", help="in train mode, with labels, forward and backward")
    parser.add_argument(
        "--follow",
        metavar="PACKAGE",
        help="ask check of this package's files too (default: of libraries with a zoo their own)",
    )
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="models at a time (default: 2)")
    parser.add_argument("--limit", type=int, metavar="N", help="only the first so many")
    parser.add_argument("--folder", type=Path, default=Path(".accuracy/sweep"), metavar="DIR", help="for the reports")
    given = parser.parse_args(arguments)
    try:
        targets = given.targets or LIBRARIES[given.of]()
    except (ImportError, ModelError) as error:
        print(f"error: this needs {given.of}: {error}", file=sys.stderr)
        return 2
    follow = given.follow or (given.of if given.of in OF_ZOO else None)
    options = [*(["--train"] if given.train else []), *(["--follow", follow] if follow else [])]
    sums = sweep(targets[: given.limit], given.folder, given.jobs, options)
    print("\n".join(sums.lines()))
    return 0 if sums.ran else 2


if __name__ == "__main__":
    sys.exit(main())
