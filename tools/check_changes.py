"""The quick check of a change: linters, types and the tests that are nearest to the files changed.

``python tools/check_changes.py [--since REVISION] [--seconds N]``. Changed is what differs from the revision (HEAD),
new files included. Tests are run in this order until the time is used up: changed test files and cases; tests that
import a changed module; the tests of its room. Where the time ends them, that is said.

Exit statuses: 0 all that was run passed, 1 something failed.
"""

from __future__ import annotations

import argparse
import ast
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests"
PACKAGES = ("lint", "rules", "runtime_check")
ROOMS = {
    ".github": "github_action",
    "action": "github_action",
    "lint/cache": "parallel_and_cache",
    "lint/commands": "lint_frontend",
    "lint/config": "lint_frontend",
    "lint/diagnostics": "lint_frontend",
    "lint/engine": "parallel_and_cache",
    "lint/fixes": "lint_frontend",
    "lint/parallel": "parallel_and_cache",
    "lint/report": "lint_frontend",
    "lint/server": "editors",
    "lint/source": "lint_frontend",
    "lint/suppression": "lint_frontend",
    "lint/torch_data": "torch_data",
    "lint": "analyzer",
    "rules/rewrite": "rewrite",
    "rules": "analyzer",
    "runtime_check/conformance": "proof",
    "runtime_check": "runtime_check",
    "tools/torch_data": "torch_data",
    "docs": "packaging",
}
"""The folder of tests for the files below a folder; the longest name that fits counts."""
ALWAYS = ("structure/test_layers.py", "structure/test_docs_names.py", "structure/test_style.py")
MYPY = "mypy -p fullgraph -p tools.torch_data -m tools.settings_schema -p fullgraph_action -m tools.release"


def changed(since: str) -> list[str]:
    """The files that differ from a revision and those that git does not know, relative to the root."""
    commands = (["git", "diff", "--name-only", since, "--"], ["git", "ls-files", "--others", "--exclude-standard"])
    texts = (subprocess.run(one, cwd=ROOT, capture_output=True, text=True, check=True).stdout for one in commands)
    return sorted({line for text in texts for line in text.splitlines()})


def nearest(files: Iterable[str]) -> list[str]:
    """Return what to give to pytest, nearest first."""
    files = list(files)
    imports = {path: set(_imported(path)) for path in sorted(TESTS.rglob("test_*.py")) if "cases" not in path.parts}
    found: dict[str, None] = {}
    for name in files:
        path = Path(name)
        if path.match("tests/**/test_*.py") and (ROOT / path).exists():
            found[name] = None
        elif name.startswith("tests/cases/") and path.suffix == ".py":
            case = path.name.removesuffix(".py").removesuffix(".fixed")
            found.update(dict.fromkeys(_cases(f"{path.parent.name}/{case}")))
        elif path.match("rules/fg*.py"):
            found.update(dict.fromkeys(_cases(f"{path.stem}/")))
    for name in files:
        if name.startswith(PACKAGES) and name.endswith(".py"):
            module = "fullgraph." + name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            found.update({str(path.relative_to(ROOT)): None for path, names in imports.items() if module in names})
    for name in files:
        room = next((ROOMS[one] for one in sorted(ROOMS, key=len, reverse=True) if name.startswith(f"{one}/")), None)
        if room is not None:
            found[f"tests/{room}"] = None
    found.update(dict.fromkeys(f"tests/{one}" for one in ALWAYS))
    return list(found)


def _cases(name: str) -> Iterator[str]:
    """The fast tests of a case, or of all cases of a rule: what ``check`` says of them."""
    sys.path.insert(0, str(ROOT))
    from fullgraph.runtime_check.conformance.cases import MODES, find_cases

    for case in find_cases(TESTS / "cases"):
        if case.name == name or (name.endswith("/") and case.name.startswith(name)):
            test = "tests/proof/test_cases.py::test_linter_reports_the_marked_lines"
            yield from (f"{test}[{case.name}-{mode}]" for mode in MODES)


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


class Budget:
    """Ends a run of tests when its time is used up."""

    def __init__(self, seconds: float) -> None:
        self.end = time.monotonic() + seconds
        self.session: pytest.Session | None = None

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        self.session = session

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if time.monotonic() > self.end and self.session is not None:
            self.session.shouldstop = "the time is used up; `make test` runs the rest"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--since", default="HEAD", metavar="REVISION", help="what to compare with (HEAD)")
    parser.add_argument("--seconds", type=float, default=40, metavar="N", help="for the tests (40)")
    given = parser.parse_args(arguments)
    begun = time.monotonic()
    files = changed(given.since)
    code = any(name.endswith(".py") for name in files)
    linters = [["ruff", "format", "--check"], ["ruff", "check"]] if code else []
    types = subprocess.Popen([sys.executable, "-m", *MYPY.split()], cwd=ROOT) if code else None
    folder = Path(sys.executable).parent
    failed = [" ".join(one) for one in linters if subprocess.run([folder / one[0], *one[1:]], cwd=ROOT).returncode]
    tests = nearest(files)
    print(f"{len(files)} files changed; tests: {', '.join(tests[:6])}{' …' if len(tests) > 6 else ''}", flush=True)
    budget = Budget(given.seconds)
    options = ["-q", "-n", "2", "-m", "not slow", "--no-header", "--durations=0", "--durations-min=9999"]
    options += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
    status = pytest.main([*options, *tests], plugins=[budget])
    # 2: it was stopped, by the budget alone unless a test failed before.
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED, pytest.ExitCode.INTERRUPTED):
        failed.append("pytest")
    if status == pytest.ExitCode.INTERRUPTED and budget.session is not None and budget.session.testsfailed:
        failed.append("pytest")
    if types is not None and types.wait():
        failed.append(MYPY)
    print(f"{', '.join(failed)} failed" if failed else "passed", f"in {time.monotonic() - begun:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
