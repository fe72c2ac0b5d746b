"""Models of released packages in which a graph break costs time: mended by the tool alone, verified, timed in pairs.

Exit statuses: 0 everything was measured, 1 a study failed, 2 it cannot be run or read, 3 the time was over before the
end: run it again with --resume.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from fullgraph.runtime_check.process.supervise import Limits
from fullgraph.runtime_check.report.ratios import show_ratio

from benchmarks.gains.run import Budget
from benchmarks.gains.store import Store, add_command, command_line, describe, same_environment

from . import docs
from .copies import CopyError, prepare
from .measure import Choices, OverError, measure, read
from .studies import Study, chosen

REPOSITORY = Path(__file__).parents[2]
RESULTS = Path(__file__).with_name("results.json")


def main(arguments: Sequence[str] | None = None) -> int:
    given = _parser().parse_args(arguments)
    try:
        studies = chosen(tuple(given.only))
        if given.list:
            print("\n".join(f"{study.name}: {study.title} ({study.package.label})" for study in studies))
            return 0
        status = 0 if given.write_docs and given.output_file is None else _measure(given, studies, arguments)
        if given.write_docs:
            docs.write(Store.read(given.output_file or RESULTS))
    except (ValueError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.case_studies",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--only", nargs="+", default=[], metavar="NAME", help="only studies whose name holds one of these"
    )
    parser.add_argument("--list", action="store_true", help="print the studies, and measure nothing")
    parser.add_argument(
        "--output-file", type=Path, metavar="FILE", help="the results (default: .case_studies/results.json)"
    )
    parser.add_argument("--resume", action="store_true", help="keep what the file holds, measure what it lacks")
    parser.add_argument("--device", metavar="NAME", help="such as cpu or cuda:0 (default: the GPU if there is one)")
    parser.add_argument("--backend", default="auto", metavar="NAME", help="of torch.compile (default: inductor)")
    parser.add_argument("--small", action="store_true", help="small models and inputs, for a CPU")
    parser.add_argument(
        "--processes", type=int, default=3, metavar="N", help="time each comparison in so many (default: 3)"
    )
    parser.add_argument("--cold", action="store_true", help="empty caches for all of them, not for the first two alone")
    parser.add_argument(
        "--bench-seconds", type=float, default=2.0, metavar="SECONDS", help="to time each version (default: 2)"
    )
    parser.add_argument("--stop-after", type=float, metavar="SECONDS", help="begin nothing new when so much is over")
    parser.add_argument(
        "--timeout", type=float, default=300.0, metavar="SECONDS", help="for one process (default: 300)"
    )
    parser.add_argument("--wheels", type=Path, metavar="FOLDER", help="wheels that pip need not get")
    parser.add_argument(
        "--folder", type=Path, default=REPOSITORY / ".case_studies", help="for copies (default: .case_studies)"
    )
    parser.add_argument("--fix-only", action="store_true", help="make the fixed copies, and measure nothing")
    parser.add_argument("--write-docs", action="store_true", help="write docs/case-studies.md from results.json")
    return parser


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _measure(given: argparse.Namespace, studies: Sequence[Study], arguments: Sequence[str] | None) -> int:
    budget = Budget(given.stop_after)
    choices = Choices(
        device=given.device,
        backend=given.backend,
        small=given.small,
        seconds=given.bench_seconds,
        processes=given.processes,
        cold=given.cold,
        folder=given.folder.resolve(),
        wheels=given.wheels.resolve() if given.wheels is not None else None,
        limits=Limits(given.timeout),
    )
    if given.fix_only:
        return _fix(studies, choices)
    store = _open(given.output_file or choices.folder / "results.json", choices, given.resume, arguments)
    failed: list[str] = []
    for study in studies:
        try:
            failed += measure(study, choices, store, budget, _say)
        except OverError:
            _say("the time is over: run it again with --resume")
            return 3
        _tell(store, study)
    for line in failed:
        _say(f"failed: {line}")
    return int(bool(failed))


def _fix(studies: Sequence[Study], choices: Choices) -> int:
    """Make the copies of these studies; the exit status."""
    failed = False
    for study in studies:
        try:
            _, fix = prepare(study, choices.folder, choices.wheels)
            _say(f"{study.name}: {fix.said.partition(chr(10))[0]}")
        except CopyError as error:
            _say(f"failed: {study.name}: {error}")
            failed = True
    return int(failed)


def _tell(store: Store, study: Study) -> None:
    for result in read(store, [study]):
        for mode, speed in result.speeds.items():
            told = show_ratio(speed.ratio) if speed.ratio is not None else speed.note
            before, after = result.starts[mode]
            starts = (
                ", ".join(f"{seconds:.1f} s" for seconds in before) + " → " + ", ".join(f"{s:.1f} s" for s in after)
            )
            _say(f"{study.name}, {mode}: {told}; {speed.graphs} → {speed.graphs_fixed} graphs; compiled in {starts}")


def _open(path: Path, choices: Choices, resume: bool, arguments: Sequence[str] | None) -> Store:
    """The file to write to: as it is to resume, else empty. Raises `ValueError` for results of another environment."""
    store = Store.read(path) if resume else Store(path)
    here = describe(choices.device)
    differs = same_environment(store.environment, here) if store.extra else []
    if differs:
        raise ValueError(f"{path} was measured with another {', '.join(differs)}: begin another --output-file")
    store.environment = here | {"small": choices.small}
    given = list(arguments) if arguments is not None else None
    store.commands = add_command(store.commands, command_line("benchmarks.case_studies", given))
    store.write()
    return store


if __name__ == "__main__":
    sys.exit(main())
