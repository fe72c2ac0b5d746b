"""A pytest plugin: ``@pytest.mark.fullgraph`` fails a test in which something that is compiled breaks the graph.

With ``--fullgraph-facts FILE`` it also writes what the other tests see of the project's functions, in eager.

It is loaded wherever fullgraph is installed, so that nothing heavy is imported before a marked test runs, or facts are
asked for.
"""

from __future__ import annotations

import contextlib
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from fullgraph.lint.facts.schema import Recorded
    from fullgraph.runtime_check.facts.recorder import Recorder

MARK = "fullgraph(recompiles=0): fail if what the test compiles breaks the graph, or recompiles more often than that"
_SENT = "fullgraph_facts"
"""The key under which a worker of pytest-xdist hands over what it has recorded."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("fullgraph").addoption(
        "--fullgraph-facts",
        metavar="FILE",
        help="Write what the tests see of the project's functions there, for `fullgraph check --facts`: types, shapes "
        "and branches, no values. A file that is there is added to.",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", MARK)
    if config.getoption("--fullgraph-facts"):
        config.pluginmanager.register(_Facts(config), "fullgraph facts")


@pytest.hookimpl(wrapper=True, trylast=True)  # inside of what else listens to the test
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    mark = item.get_closest_marker("fullgraph")
    if mark is None:
        return (yield)
    recompiles = _recompiles(mark)
    try:
        from fullgraph.runtime_check.observe.capture import capture
        from fullgraph.runtime_check.testing import problem_of
    except ImportError as error:
        pytest.fail(f"the marker fullgraph needs torch: pip install 'fullgraph[verify]' ({error})", pytrace=False)
    import torch

    torch._dynamo.reset()  # what an earlier test has compiled would leave no trace here
    with capture() as seen:
        result = yield
    problem = problem_of(seen, recompiles)
    if problem is not None:
        pytest.fail(str(problem), pytrace=False)
    return result


def _recompiles(mark: pytest.Mark) -> int:
    allowed = mark.kwargs.get("recompiles", 0)
    if mark.args or set(mark.kwargs) - {"recompiles"} or type(allowed) is not int or allowed < 0:
        pytest.fail("the marker is fullgraph(recompiles=N), with N from 0 on", pytrace=False)
    return allowed


class _Facts:
    """Records the tests of a session, each one run, and adds what was seen to the file at its end."""

    def __init__(self, config: pytest.Config) -> None:
        """Raises `pytest.UsageError` for a file that cannot be added to."""
        from fullgraph.lint.facts.files import FactsError, read

        self.config = config
        self.path = Path(config.invocation_params.dir, config.getoption("--fullgraph-facts"))
        self.worker: dict[str, Any] | None = getattr(config, "workeroutput", None)
        self.others: list[object] = []
        self.problems: list[str] = []
        self.told = ""
        try:
            if self.path.exists():
                read(self.path)
        except FactsError as failure:
            raise pytest.UsageError(f"--fullgraph-facts: {failure}") from None
        try:
            from fullgraph.runtime_check.facts.recorder import Recorder
        except ImportError as error:
            raise pytest.UsageError(
                f"--fullgraph-facts needs torch: pip install 'fullgraph[verify]' ({error})"
            ) from None
        self.recorder: Recorder = Recorder([config.rootpath])

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, object, object]:
        if item.get_closest_marker("fullgraph") is not None:  # it compiles
            return (yield)
        with self.recorder.recording():
            return (yield)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        from fullgraph.lint.facts.coding import Malformed, from_json, to_json
        from fullgraph.lint.facts.files import FactsError
        from fullgraph.runtime_check.session.observed_facts import add_facts, told

        recorded = _without_tests(self.recorder.recorded())
        problem = self.recorder.problem
        if self.worker is not None:
            self.worker[_SENT] = {"recorded": to_json(recorded), "problem": problem}
            return
        self.problems += [problem] if problem is not None else []
        for sent in self.others:
            with contextlib.suppress(Malformed, TypeError, LookupError):
                recorded = recorded.join(from_json(sent["recorded"]))  # type: ignore[index]
                self.problems += [sent["problem"]] if sent["problem"] else []  # type: ignore[index]
        try:
            if recorded.functions:
                add_facts(self.path, recorded)
            self.told = told(recorded, self.path, dict.fromkeys(self.problems))
        except FactsError as failure:
            self.told = f"no facts were written: {failure}"

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """A worker of pytest-xdist has ended."""
        self.others.append(getattr(node, "workeroutput", {}).get(_SENT))

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if self.told:
            terminalreporter.write_line(f"fullgraph: {self.told}")


def _without_tests(recorded: Recorded) -> Recorded:
    """Without the functions of test files."""
    from fullgraph.lint.facts.schema import Recorded

    names = {file: file.rpartition("/")[2] for file, _, _ in recorded.functions}
    return Recorded(
        {
            key: fact
            for key, fact in recorded.functions.items()
            if not names[key[0]].startswith(("test_", "conftest.")) and not names[key[0]].endswith("_test.py")
        }
    )
