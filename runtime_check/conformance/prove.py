"""Runs the rules' cases on the torch that is installed: does TorchDynamo do what they say?

    python -m fullgraph.runtime_check.conformance.prove [CASES_DIR] [--write]

`fullgraph.runtime_check.conformance.cases` says what a case is.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from fullgraph.runtime_check.conformance.cases import Case, CaseError, find_cases
from fullgraph.runtime_check.conformance.proof import observe_all, problems_of
from fullgraph.runtime_check.conformance.records import evidence_of, write_evidence, write_nested

DESCRIPTION = "Runs the rules' cases on the torch that is installed: does TorchDynamo do what they say?"


def main(argv: Sequence[str] | None = None) -> int:
    """The command. 0: all cases are proved; 1: some are not; 2: there are none, or one has not the form of a case."""
    parser = argparse.ArgumentParser(
        prog="python -m fullgraph.runtime_check.conformance.prove", description=DESCRIPTION
    )
    parser.add_argument("cases", nargs="?", type=Path, default=Path("tests/cases"), help="the folder of the cases")
    parser.add_argument(
        "--write", action="store_true", help="record what is seen in rules/evidence; what is known of other cases stays"
    )
    parser.add_argument(
        "--only", action="append", default=[], metavar="TEXT", help="only cases whose name has TEXT in it; repeatable"
    )
    parser.add_argument("--device", default="cpu", help="where to put modules and inputs")
    parser.add_argument(
        "--nested-graph-breaks",
        action="store_true",
        help="the default mode under this setting of torch._dynamo.config; --write records what differs too",
    )
    parser.add_argument("--jobs", type=int, default=1, help="cases at a time")
    given = parser.parse_args(argv)
    try:
        known = find_cases(given.cases.resolve())
    except CaseError as error:
        print(error, file=sys.stderr)
        return 2
    cases = [case for case in known if not given.only or any(text in case.name for text in given.only)]
    if not cases:
        print(f"no cases in {given.cases}", file=sys.stderr)
        return 2
    nested: bool = given.nested_graph_breaks
    found: dict[str, list[str]] = {}
    entries: dict[str, Any] = {}
    unproved = missing = 0
    for case, seen in observe_all(cases, given.device, given.jobs, nested=nested):
        if seen.missing is not None:
            missing += 1
            print(f"{case.name}: left out, {seen.missing}")
            continue
        problems = found[case.name] = problems_of(case, seen)
        unproved += bool(problems)
        _tell(case, problems)
        if not problems and not nested:
            entries[case.name] = evidence_of(case, seen)
    print(f"{len(found) - unproved} of {len(cases)} cases are proved, {unproved} are not, {missing} left out")
    if given.write and nested:
        print(f"written: {write_nested(found, {case.name for case in known})}")
    elif given.write and unproved:
        print("nothing is written while a case is not proved", file=sys.stderr)
    elif given.write:
        print(f"written: {write_evidence(entries, {case.name for case in known})}")
    return 1 if unproved else 0


def _tell(case: Case, problems: Iterable[str]) -> None:
    for problem in problems:
        print(f"{case.name}: {problem}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
