"""Measure again what torch.compile is published to gain, with random weights.

Exit statuses: 0 everything was measured, 1 a row has a reason instead of figures, or the honesty benchmark disagrees,
2 it cannot be run or read, 3 the time was over before the end: run it again with --resume.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from fullgraph.runtime_check.process.supervise import Limits

from . import captioning, ddp, kernel, pairs
from .jobs import CAPTIONS, PAIRS, PARTS, REPOSITORY, SECONDS, Choices, Job, captioning_folder, jobs_of
from .run import Budget, failed, measure, needs_survey, not_run, survey, waiting
from .store import Store, add_command, command_line, describe, device_memory, same_environment

RESULTS = Path(__file__).with_name("results")
SIDE_BY_SIDE = 2


def main(arguments: Sequence[str] | None = None) -> int:
    given = _parser().parse_args(arguments)
    if given.part is None and not given.write_docs:
        print("error: say which --part to measure, or --write-docs", file=sys.stderr)
        return 2
    try:
        status = _measure(given, arguments) if given.part is not None else 0
        if given.write_docs:
            from . import docs

            docs.write(RESULTS)
    except (ValueError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.gains", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--part", choices=[*PARTS, "pairs", "ddp", "honesty"], help="what to measure")
    parser.add_argument("--output-file", type=Path, metavar="FILE", help="the results (default: .gains/PART.json)")
    parser.add_argument("--only", nargs="+", default=[], metavar="TEXT", help="only rows whose key holds one of these")
    parser.add_argument("--list", action="store_true", help="print the keys of the rows, and measure nothing")
    parser.add_argument("--resume", action="store_true", help="keep what the file holds, measure what it lacks")
    parser.add_argument("--retry", action="store_true", help="with --resume: also what failed")
    parser.add_argument(
        "--jobs", type=int, default=SIDE_BY_SIDE, metavar="N", help="compile so many side by side (default: 2)"
    )
    parser.add_argument("--stop-after", type=float, metavar="SECONDS", help="begin nothing new when so much is over")
    parser.add_argument("--timeout", type=float, default=420.0, metavar="SECONDS", help="for one row (default: 420)")
    parser.add_argument(
        "--bench-seconds", type=float, default=SECONDS, metavar="SECONDS", help="to time each version (default: 2)"
    )
    parser.add_argument("--small", action="store_true", help="small models and inputs, for a CPU")
    parser.add_argument(
        "--device",
        nargs="+",
        default=[],
        metavar="NAME",
        help="such as cpu, or cuda:0 cuda:1 to spread the rows over both (default: the GPU if there is one)",
    )
    parser.add_argument("--backend", default="auto", metavar="NAME", help="of torch.compile (default: inductor)")
    parser.add_argument(
        "--captions", type=int, default=CAPTIONS, metavar="N", help=f"captions in a batch (default: {CAPTIONS})"
    )
    parser.add_argument(
        "--processes", type=int, default=3, metavar="N", help="time each comparison in so many (default: 3)"
    )
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="of the honesty benchmark (default: 3)")
    parser.add_argument("--folder", type=Path, default=REPOSITORY / ".gains", help="for copies (default: .gains)")
    parser.add_argument("--write-docs", action="store_true", help="write docs/gains.md and its plots from results/")
    return parser


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _measure(given: argparse.Namespace, arguments: Sequence[str] | None) -> int:
    budget = Budget(given.stop_after)
    choices = Choices(
        small=given.small,
        devices=tuple(given.device),
        captions=given.captions,
        seconds=given.bench_seconds,
        folder=given.folder.resolve(),
        backend=given.backend,
    )
    path = given.output_file or choices.folder / f"{given.part}.json"
    if given.part == "honesty":
        from . import honesty

        return honesty.main(choices, path, given.only, given.rounds, budget, resume=given.resume, say=_say)
    if given.part in ("pairs", "ddp"):
        if given.list:
            print("\n".join(f"pairs/{name}" for name in PAIRS) if given.part == "pairs" else "ddp")
            return 0
        return _compare(given, choices, open_store(path, choices, given.resume, arguments), budget)
    jobs = [job for job in jobs_of(given.part, choices) if not given.only or any(o in job.key for o in given.only)]
    if given.list:
        print("\n".join(job.key for job in jobs))
        return 0
    if not jobs:
        raise ValueError(f"no row of {given.part} has a key with {' or '.join(given.only)}: see --list")
    store = open_store(path, choices, given.resume, arguments)
    jobs_left = waiting(jobs, store, resume=given.resume, retry=given.retry)
    if given.part == "captioning" and jobs_left:
        jobs_left = _prepared(jobs_left, choices, store)
    if given.part == "classics" and "kernels" not in store.extra and not budget.over:
        store.extra["kernels"] = kernel.of_two_sines(choices.device)
        store.write()
    limits, memory = Limits(given.timeout), device_memory(choices.device)
    left = measure(jobs_left, store, given.jobs, limits, budget, _say, choices.devices, memory, given.processes)
    if not budget.over:
        left += survey(_to_survey(jobs, store), store, given.jobs, budget, _say)
    if left:
        _say(f"{len(left)} rows are left for --resume: {', '.join(job.key for job in left)}")
        return 3
    return int(any(failed(store.results[job.key].run) != job.fails for job in jobs))


def _compare(given: argparse.Namespace, choices: Choices, store: Store, budget: Budget) -> int:
    """The comparisons of the captioning example that are no rows of arms."""
    limits = Limits(given.timeout)
    try:
        if given.part == "ddp":
            return ddp.main(choices, store, given.processes, limits, budget, _say)
        return pairs.main(choices, store, given.only, given.processes, limits, budget, _say)
    except captioning.FixError as error:
        raise ValueError(str(error)) from error


def open_store(path: Path, choices: Choices, resume: bool, arguments: Sequence[str] | None) -> Store:
    """The file to write to: as it is to resume, else empty. Raises `ValueError` for results of another environment."""
    store = Store.read(path) if resume else Store(path)
    here = describe(choices.device)
    differs = same_environment(store.environment, here) if store.results or store.extra else []
    if differs:
        raise ValueError(f"{path} was measured with another {', '.join(differs)}: begin another --output-file")
    store.environment = here | {"captions": choices.captions, "small": choices.small}
    if len(choices.devices) > 1:
        store.environment["devices"] = len(choices.devices)
    store.commands = add_command(
        store.commands, command_line("benchmarks.gains", list(arguments) if arguments is not None else None)
    )
    store.write()
    return store


def _prepared(jobs: list[Job], choices: Choices, store: Store) -> list[Job]:
    """Make the copies of the example; without a fix, the rows that need it have the reason."""
    try:
        store.extra["fix"] = captioning.prepare(choices)
    except captioning.FixError as error:
        for job in jobs:
            if str(captioning_folder(choices, "fixed")) in job.request.paths:
                store.add(job, not_run(job, str(error)))
        return [job for job in jobs if job.key not in store.results]
    return jobs


def _to_survey(jobs: Sequence[Job], store: Store) -> list[Job]:
    return [job for job in jobs if job.key in store.results and needs_survey(store.results[job.key])]


if __name__ == "__main__":
    sys.exit(main())
