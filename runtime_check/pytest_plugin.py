"""A pytest plugin: ``@pytest.mark.fullgraph`` fails a test in which something that is compiled breaks the graph.

It is loaded wherever fullgraph is installed, so that nothing heavy is imported before a marked test runs.
"""

from __future__ import annotations

from collections.abc import Generator

import pytest

MARK = "fullgraph(recompiles=0): fail if what the test compiles breaks the graph, or recompiles more often than that"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", MARK)


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
