"""Measure how often ``fullgraph check`` is right, against graph breaks that TorchDynamo reported.

Exit statuses: 0 everything was measured, 1 --write-docs and causes.json disagree about what needs a cause, 2 something
could not be fetched or checked (the figures are those of the rest).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from fullgraph import __version__
from fullgraph.lint.facts.files import FactsError

from . import check, docs, effect, effect_report, fetch, report
from .measured import Case, Package, Run, Sources, differing_lines, load_cases, load_packages, load_zoo
from .recording import Recording
from .score import score_cases, score_clean, score_zoo

REPOSITORY = Path(__file__).parents[2]
CAUSES = Path(__file__).with_name("causes.json")
PAGE = REPOSITORY / "docs" / "accuracy.md"


class Progress:
    """Says on stderr how far a step is: on a terminal in one line that changes, else at its end."""

    def __init__(self, what: str, total: int) -> None:
        self.what = what
        self.total = total
        self.count = 0
        self.clear = "\r\x1b[K" if sys.stderr.isatty() else ""

    def __call__(self, label: str) -> None:
        self.count += 1
        if self.clear:
            print(f"{self.clear}{self.what} {self.count}/{self.total}: {label}", end="", file=sys.stderr, flush=True)

    def end(self, problems: int) -> None:
        failed = f", {problems} with problems" if problems else ""
        print(f"{self.clear}{self.what}: {self.total} packages{failed}", file=sys.stderr)


def main(arguments: Sequence[str] | None = None) -> int:
    given = _parser().parse_args(arguments)
    if given.facts is not None:
        return with_facts(given)
    result = measure(load_packages(), given.folder, given.workers)
    sources = Sources(given.folder)
    print(report.text(result, sources, misses=given.misses, alarms=given.alarms), end="")
    if given.output_file is not None:
        given.output_file.write_text(report.as_json(result, sources), encoding="utf-8")
    for problem in result.problems:
        print(f"error: {problem}", file=sys.stderr)
    if result.problems:
        print("error: the figures are incomplete", file=sys.stderr)
        return 2
    return write_docs(result, sources) if given.write_docs else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.accuracy", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--misses", action="store_true", help="list the breaks and cases without a finding")
    parser.add_argument("--alarms", action="store_true", help="list the findings on traced lines that did not break")
    parser.add_argument("--output-file", type=Path, metavar="FILE", help="write all of it there as JSON")
    parser.add_argument("--write-docs", action="store_true", help="rewrite the generated part of docs/accuracy.md")
    parser.add_argument(
        "--facts",
        type=Path,
        metavar="FILE",
        help="compare, on the zoo alone, the findings without and with these facts, of `benchmarks.accuracy.observe` "
        "or `fullgraph verify --facts`",
    )
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="packages at a time (default: 2)")
    parser.add_argument(
        "--folder", type=Path, default=REPOSITORY / ".accuracy", help="where packages are unpacked (default: .accuracy)"
    )
    return parser


def measure(packages: Sequence[Package], root: Path, workers: int) -> report.Result:
    """Fetch, check and score. What could not be fetched or checked is left out and named."""
    runs, cases = load_zoo(), load_cases()
    present, problems = _fetched(packages, root, workers)
    checked = _checked("checking", present, runs, root, workers)
    problems += checked.problems

    measured = {package.folder for package in checked.findings if package.data == "cases"}
    cases = [case for case in cases if case.folder in measured]
    runs = within(runs, [package.module for package in checked.findings if package.data == "zoo"])
    problems += _differing(runs, cases, root)
    in_zoo = [finding for package, found in checked.findings.items() if package.data == "zoo" for finding in found]
    in_cases = {package.folder: found for package, found in checked.findings.items() if package.data == "cases"}
    zoo = score_zoo(runs, in_zoo)
    layers, errors = check.check_layers(root)
    clean = [score_clean(runs, zoo.claims), *([layers] if layers is not None else [])]
    return report.Result(__version__, runs, zoo, score_cases(cases, in_cases), clean, [*problems, *errors])


def _fetched(packages: Sequence[Package], root: Path, workers: int) -> tuple[list[Package], list[str]]:
    """The packages that are there, and in one line each why others are not."""
    fetching = Progress("fetching", len(packages))
    failed = fetch.fetch(packages, root, workers, fetching)
    fetching.end(len(failed))
    problems = [
        f"{package.label} could not be fetched: {reason} (pip must reach a package index or, with PIP_FIND_LINKS, a "
        "folder of wheels; run again, and what is there already is kept)"
        for package, reason in failed.items()
    ]
    return [package for package in packages if package not in failed], problems


def _checked(
    what: str, packages: Sequence[Package], runs: Sequence[Run], root: Path, workers: int, facts: Path | None = None
) -> check.Checked:
    checking = Progress(what, len(packages))
    checked = check.check(packages, runs, root, workers, checking, facts)
    checking.end(len(checked.problems))
    return checked


def _differing(runs: Sequence[Run], cases: Sequence[Case], root: Path) -> list[str]:
    return [
        f"{place} is not the line that was measured; remove {root} and run again"
        for place in differing_lines(runs, cases, root)
    ]


def with_facts(given: argparse.Namespace) -> int:
    """Compare the findings without and with facts, and show it as was asked."""
    try:
        recording = Recording.read(given.facts)
    except (OSError, FactsError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    found = compare(recording, load_packages(), given.folder, given.workers)
    section = effect_report.text(found, recording, Sources(given.folder))
    print(section, end="")
    if given.output_file is not None:
        given.output_file.write_text(effect_report.as_json(found, recording), encoding="utf-8")
    for problem in found.problems:
        print(f"error: {problem}", file=sys.stderr)
    if given.write_docs and not found.problems:
        page = PAGE.read_text(encoding="utf-8")
        page = docs.rewrite_between(page, effect_report.BEGIN, effect_report.END, section)
        PAGE.write_text(page, encoding="utf-8")
    return 2 if found.problems else 0


def compare(recording: Recording, packages: Sequence[Package], root: Path, workers: int) -> effect.Effect:
    """Fetch and check the zoo, and check again, with the facts, the packages that they are about."""
    present, problems = _fetched([package for package in packages if package.data == "zoo"], root, workers)
    runs = within(load_zoo(), [package.module for package in present])
    problems += _differing(runs, [], root)
    plain = _checked("checking", present, runs, root, workers)

    facts = root / "facts.json"
    recording.plain(facts, root / "zoo")
    modules = {fact.file.partition("/")[0] for fact in recording.facts.functions.values()}
    about = [package for package in present if package.module in modules]
    told = _checked("checking with facts", about, runs, root, workers, facts)

    before = [finding for found in plain.findings.values() for finding in found]
    after = [finding for found in (plain.findings | told.findings).values() for finding in found]
    texts = effect.Texts(root / "zoo", recording.facts)
    return effect.effect(runs, before, after, texts, [*problems, *plain.problems, *told.problems])


def within(runs: Iterable[Run], modules: Iterable[str]) -> list[Run]:
    """The runs of the packages that are there, less what they did in the files of others."""
    there = set(modules)
    return [
        replace(
            run,
            breaks=[found for found in run.breaks if found.file.partition("/")[0] in there],
            traced={file: lines for file, lines in run.traced.items() if file.partition("/")[0] in there},
        )
        for run in runs
        if run.package in there
    ]


def write_docs(result: report.Result, sources: Sources) -> int:
    causes = docs.Causes.read(CAUSES)
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(docs.rewrite(page, docs.tables(result, sources, causes)), encoding="utf-8")
    missing, unused = causes.compare(result)
    for key in missing:
        print(f"no cause in {CAUSES.name}: {key}", file=sys.stderr)
    for key in unused:
        print(f"neither missed nor an alarm any more, in {CAUSES.name}: {key}", file=sys.stderr)
    return 1 if missing or unused else 0


if __name__ == "__main__":
    sys.exit(main())
