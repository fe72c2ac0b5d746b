"""``python -m benchmarks.robustness``: try to break ``fullgraph check`` with damaged files of installed packages."""

from __future__ import annotations

import argparse
import hashlib
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import count, zip_longest
from pathlib import Path
from random import Random
from typing import Any

from . import corpus
from .damage import DAMAGES, SYNTAX_HOLDS
from .hosts import Answer, Host
from .shrink import shrink

PACKAGES = "transformers,timm,diffusers,torchvision,torch,numpy,stdlib"
VARIANTS = 8
"""How often a file is tried: as it is, in these ways, and then in ways of chance."""
EACH = (("truncated",), ("re-indented",), ("tokens inserted, deleted, swapped",))
"""Done to each file."""
SHRINKING = 60.0
"""Seconds to make a file that broke a promise small."""
LARGE = 400_000
"""Bytes. Of a larger file, its beginning is damaged: what time there is goes to many files."""
NAMES = (
    *("model.py", "a b.py", "é.py", "x\ny.py", "::error::.py", "\x1b[31m.py", "-.py", "%0A.py"),
    *("\udcff.py", "__init__.py", "\u202e.py"),
)
"""Names that files are tried under."""
MODELS = (b"torch.compile", b"nn.Module", b"torch.nn")
"""What a file holds in which findings are likely."""


@dataclass(frozen=True)
class Trial:
    """One file with what is done to it, all of which follows from the seed and the number."""

    number: int
    file: Path
    damages: tuple[str, ...]
    name: str
    options: dict[str, Any]
    random: Random

    @property
    def as_it_is(self) -> bool:
        return not self.damages

    def data(self) -> bytes:
        data = self.file.read_bytes()[: LARGE if self.damages else None]
        for damage in self.damages:
            data = DAMAGES[damage](data, self.random)
        return data


@dataclass
class Tally:
    """What came of the trials so far."""

    tried: Counter[str] = field(default_factory=Counter)
    checked: Counter[str] = field(default_factory=Counter)
    findings: int = 0
    fixed: int = 0
    files: set[Path] = field(default_factory=set)
    slowest: tuple[float, str] = (0.0, "")
    problems: dict[str, list[str]] = field(default_factory=dict)


def trials(files: Sequence[Path], seed: int, first: int = 0, variants: int = VARIANTS) -> Iterator[Trial]:
    """All trials of a seed, without end: the files in a random order, each in variants; every other one a model."""
    order = _interleaved(files, Random(seed))
    ways = [*(name for name in DAMAGES if name != "as it is"), *SYNTAX_HOLDS, *SYNTAX_HOLDS]
    for number in count(first):
        random = Random(f"{seed}:{number}")
        variant = number % variants
        chosen = tuple(random.choices(ways, k=random.choice([1, 1, 1, 2])))
        damages = [(), *EACH, chosen][min(variant, len(EACH) + 1)]
        options = {
            "mode": random.choice(["default", "default", "fullgraph"]),
            "confidence": random.choice(["medium", "low"]),
            "torch_version": random.choice(["2.13", "2.11"]),
        }
        name = random.choice(NAMES) if random.random() < 0.2 else NAMES[0]
        yield Trial(number, order[number // variants % len(order)], damages, name, options, random)


def _interleaved(files: Sequence[Path], random: Random) -> list[Path]:
    likely = {file: any(word in file.read_bytes() for word in MODELS) for file in files}
    groups = [[file for file in files if likely[file] is wanted] for wanted in (True, False)]
    for group in groups:
        random.shuffle(group)
    return [file for pair in zip_longest(*groups) for file in pair if file is not None]


def attempt(host: Host, data: bytes, trial: Trial, folder: Path) -> Answer:
    """Try these bytes under the trial's name and options; a file as it is is tried where it is, among its siblings."""
    order: dict[str, Any] = {"options": trial.options, "path": str(trial.file), "write": False}
    if not trial.as_it_is:
        target = folder / trial.name
        target.write_bytes(data)
        order |= {"path": str(target), "write": True}
    return host.ask(order)


def run(
    files: Sequence[Path], seed: int, seconds: float, workers: int, kept: Path, only: int | None, variants: int
) -> Tally:
    """Try files until the time is over; ``only`` tries that one number alone."""
    tally = Tally()
    until = time.monotonic() + seconds
    taking = threading.Lock()
    upcoming = trials(files, seed, only or 0, variants)

    def work(folder: Path) -> None:
        host = Host()
        try:
            while time.monotonic() < until:
                with taking:
                    trial = next(upcoming)
                data = trial.data()
                answer = attempt(host, data, trial, folder)
                if only is not None:
                    print(answer)
                note(tally, trial, answer, kept, data)
                if answer.where and len(tally.problems[answer.where]) == 1 and not trial.as_it_is:
                    breaks = partial(_breaks_alike, host, trial, folder, answer.where)
                    _keep(kept, f"{trial.number}-shrunk", shrink(data, breaks, SHRINKING))
                if only is not None:
                    return
        finally:
            host.close()

    with tempfile.TemporaryDirectory(prefix="fullgraph-robustness-") as top, ThreadPoolExecutor(workers) as pool:
        folders = [Path(top, str(number)) for number in range(workers)]
        for folder in folders:
            folder.mkdir()
        for _ in pool.map(work, folders):
            pass
    return tally


def _breaks_alike(host: Host, trial: Trial, folder: Path, where: str, data: bytes) -> bool:
    return attempt(host, data, trial, folder).where == where


def note(tally: Tally, trial: Trial, answer: Answer, kept: Path, data: bytes) -> None:
    kinds = trial.damages or ("as it is",)
    tally.files.add(trial.file)
    tally.slowest = max(tally.slowest, (answer.seconds, f"{trial.file} ({', '.join(kinds)})"))
    tally.tried[kinds[0]] += 1
    tally.checked[kinds[0]] += answer.checked
    tally.findings += answer.findings
    tally.fixed += answer.fixed
    if answer.where:
        told = f"trial {trial.number}, {trial.file} ({', '.join(kinds)}): {answer.problem}"
        tally.problems.setdefault(answer.where, []).append(told)
        if len(tally.problems[answer.where]) == 1:
            print(told, file=sys.stderr, flush=True)
            _keep(kept, str(trial.number), data)


def _keep(folder: Path, name: str, data: bytes) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}-{hashlib.sha256(data).hexdigest()[:8]}.txt").write_bytes(data)


def show(tally: Tally) -> None:
    total = sum(tally.tried.values())
    print(
        f"{total} trials of {len(tally.files)} files; {sum(tally.checked.values())} were Python and were checked, with"
    )
    print(f"{tally.findings} findings, {tally.fixed} of them fixed; the others got one line each.")
    print("\n| what was done to the file | trials | checked |\n| --- | ---: | ---: |")
    for name in DAMAGES:
        if tally.tried[name]:
            print(f"| {name} | {tally.tried[name]} | {tally.checked[name]} |")
    print(f"\nslowest: {tally.slowest[0]:.1f} s, {tally.slowest[1]}")
    for where, told in sorted(tally.problems.items(), key=lambda item: -len(item[1])):
        print(f"\nBROKEN {len(told)} times: {where}\n  first: {told[0][:1500]}")
    print(f"\n{len(tally.problems)} kinds of failure, {sum(map(len, tally.problems.values()))} failures")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.robustness", description=__doc__)
    parser.add_argument("--packages", default=PACKAGES, help="names, with commas (default: %(default)s)")
    parser.add_argument("--folder", action="append", type=Path, default=[], help="where packages are unpacked")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--variants", type=int, default=VARIANTS, help="trials of each file (default: %(default)s)")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="try this one again")
    parser.add_argument("--keep", type=Path, default=Path(".robustness"), help="where files that broke a promise go")
    given = parser.parse_args()
    files = corpus.files(given.packages.split(","), given.folder)
    tally = run(files, given.seed, given.seconds, given.workers, given.keep, given.only, given.variants)
    show(tally)
    return 1 if tally.problems else 0


if __name__ == "__main__":
    sys.exit(main())
