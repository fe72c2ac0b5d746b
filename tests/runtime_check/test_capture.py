"""Everything that TorchDynamo gives up on is captured, at its line."""

from __future__ import annotations

import inspect
import logging
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
from fullgraph.runtime_check.observe import breaks
from fullgraph.runtime_check.observe.both_modes import together
from fullgraph.runtime_check.observe.breaks import Break, break_of, merge, parse_break
from fullgraph.runtime_check.observe.capture import Capture, capture

import break_zoo  # isort: skip

ZOO = Path(break_zoo.__file__)


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()


def run(function: Callable[..., Any], *, calls: int = 1, **options: Any) -> Capture:
    with capture() as seen:
        compiled = torch.compile(function, backend="eager", **options)
        for _ in range(calls):
            compiled(torch.ones(3))
    return seen


def marked(function: Callable[..., Any]) -> int:
    lines, first = inspect.getsourcelines(function)
    return next(first + i for i, line in enumerate(lines) if line.rstrip().endswith("# here"))


@pytest.mark.parametrize(
    ("name", "left"), [("in_loop", ["in_loop"]), ("called_in_loop", ["_loops"]), ("branch", []), ("nested", [])]
)
def test_which_functions_were_left_to_eager(name: str, left: list[str]) -> None:
    (found,) = run(getattr(break_zoo, name)).breaks
    assert [frame.function for frame in found.left] == left
    starts = [inspect.getsourcelines(getattr(break_zoo, function))[1] for function in left]
    assert [(frame.filename, frame.line) for frame in found.left] == [(str(ZOO), start) for start in starts]


@pytest.mark.parametrize(
    ("name", "where", "registry_id", "kind", "events", "graphs"),
    [
        ("branch", "branch", "GB0170", "break", 1, 2),
        ("printing", "printing", "GB0059", "break", 1, 2),
        ("in_loop", "in_loop", "GB0059", "skip", 1, 0),
        ("in_try", "in_try", "GB0059", "skip", 1, 0),
        ("in_lock", "in_lock", "GB0142", "skip", 1, 0),
        ("nested", "_innermost", "GB0291", "break", 3, 4),
        ("item", "item", "GB0124", "break", 1, 2),
        ("inside_torch", "inside_torch", "GB0264", "break", 1, 1),
        ("generator", "generator", "GB0003", "skip", 1, 0),
    ],
)
def test_break(name: str, where: str, registry_id: str, kind: str, events: int, graphs: int) -> None:
    seen = run(getattr(break_zoo, name))
    (found,) = seen.breaks
    assert (Path(found.filename), found.line) == (ZOO, marked(getattr(break_zoo, where)))
    assert (found.registry_id, found.kind) == (registry_id, kind)
    assert found.url is not None and registry_id.lower() in found.url
    assert len(seen.raw_breaks) == events
    assert seen.graphs == graphs


class Recurrent(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.rnn = torch.nn.LSTM(3, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        (size,) = x.shape
        if size > 1:
            x = x.reshape(1, 1, size) * 2
            x, _ = self.rnn(x)  # here
        print("seen")
        return x + 1


def test_what_follows_a_break_that_cannot_be_resumed_from_is_left_to_eager() -> None:
    (found,) = run(Recurrent()).breaks
    assert (found.line, found.kind, found.resumes) == (marked(Recurrent.forward), "break", False)
    assert all(found.resumes for found in run(break_zoo.printing).breaks)


class Comprehending(torch.nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for _ in range(2):
            print("seen")
        parts = [x * number for number, _ in enumerate((1, 2))]
        return sum(parts)


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="comprehensions have no frame of their own")
def test_a_comprehension_is_compiled_alone_where_its_function_runs_in_eager() -> None:
    first, second = run(Comprehending()).breaks
    assert (first.kind, second.kind, second.registry_id) == ("skip", "induced", "GB4347")
    assert merge([second, second]) == [second]
    assert together([first, second], []) == [first]


def test_reason_is_the_registry_name() -> None:
    (found,) = run(break_zoo.branch).breaks
    assert found.reason == "Data-dependent branching"
    assert found.explanation.startswith("Detected data-dependent branching")
    (found,) = run(break_zoo.printing).breaks
    assert found.reason == "Failed to trace builtin operator"


def test_stack_leads_from_the_compiled_function_to_the_break() -> None:
    (found,) = run(break_zoo.nested).breaks
    functions = [frame.function for frame in found.user_stack]
    assert functions[-3:] == ["nested", "_middle", "_innermost"]
    assert all("torch/_dynamo" not in frame.filename for frame in found.user_stack)


def test_clean_function_has_no_break() -> None:
    seen = run(break_zoo.clean)
    assert (seen.breaks, seen.recompiles, seen.graphs) == ([], [], 1)
    assert seen.compile_seconds > 0


def test_recompiles_name_function_and_guard_and_the_limit_is_a_break() -> None:
    limit = torch._dynamo.config.recompile_limit
    seen = run(break_zoo.Counter(), calls=limit + 2)
    assert seen.graphs == limit
    first = seen.recompiles[0]
    assert first.filename == str(ZOO)
    assert first.function == "forward"
    assert first.guard == "self.calls == 0"
    (found,) = seen.breaks
    assert found.reason == "Dynamo recompile limit exceeded"
    assert found.filename == str(ZOO)


def test_recompile_of_code_compiled_before_the_block() -> None:
    compiled = torch.compile(break_zoo.clean, backend="eager")
    compiled(torch.ones(3))
    with capture() as seen:
        compiled(torch.ones(4))
    (again,) = seen.recompiles
    assert (again.filename, again.function) == (str(ZOO), "clean")
    assert again.guard == "tensor 'x' size mismatch at index 0. expected 3, actual 4"


def test_nothing_is_lost_when_logging_is_disabled() -> None:
    logging.disable(logging.CRITICAL)
    try:
        seen = run(break_zoo.branch)
        skipped = run(break_zoo.generator)
    finally:
        logging.disable(logging.NOTSET)
    assert len(seen.breaks) == 1
    assert len(skipped.breaks) == 1


def test_loggers_are_left_as_they_were(caplog: pytest.LogCaptureFixture) -> None:
    import torch._dynamo.convert_frame as convert_frame
    from torch._logging._internal import trace_log

    loggers = (trace_log, convert_frame.graph_break_log, convert_frame.log)

    def state() -> list[object]:
        return [(log.level, list(log.handlers), list(log.filters), log.isEnabledFor(10)) for log in loggers]

    before = state()
    with pytest.raises(ZeroDivisionError), capture():
        raise ZeroDivisionError
    assert state() == before


def test_capture_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    run(break_zoo.generator)
    run(break_zoo.branch)
    assert capfd.readouterr() == ("", "")


def test_nested_captures_see_the_same() -> None:
    with capture() as outer:
        inner = run(break_zoo.branch)
    assert outer.raw_breaks == inner.raw_breaks
    assert len(inner.breaks) == 1


@pytest.mark.parametrize(
    ("name", "where", "registry_id"),
    [("branch", "branch", "GB0170"), ("nested", "_innermost", "GB0291"), ("in_loop", "in_loop", "GB0059")],
)
def test_break_of_a_failed_fullgraph_compile(name: str, where: str, registry_id: str) -> None:
    with pytest.raises(torch._dynamo.exc.Unsupported) as raised:
        run(getattr(break_zoo, name), fullgraph=True)
    found = break_of(raised.value)
    assert found is not None
    assert (found.filename, found.line) == (str(ZOO), marked(getattr(break_zoo, where)))
    assert found.registry_id == registry_id


def test_break_of_another_exception_is_none() -> None:
    assert break_of(ValueError("x")) is None


def test_merge_keeps_the_longest_stack_and_the_skip() -> None:
    long, short = (
        parse_break(
            "Graph break in user code at a.py:3\nGraph Break Reason: R\n  Explanation: E\n\nUser code traceback:\n"
            + frames
        )
        for frames in ('  File "b.py", line 9, in g\n  File "a.py", line 3, in f\n', '  File "a.py", line 3, in f\n')
    )
    assert long is not None and short is not None
    skipped = Break(**{**vars(short), "kind": "skip"})
    (merged,) = merge([short, skipped, long])
    assert (merged.stack, merged.kind) == (long.stack, "skip")


def test_payload_without_a_place_is_no_break() -> None:
    assert parse_break("something new") is None


def test_a_reason_reads_the_same_in_every_run() -> None:
    reason = "Could not guard on data-dependent expression Eq(u3, u2) (Size-like symbols: {})"
    assert breaks._reason(reason.format("u3, u2")) == breaks._reason(reason.format("u2, u3"))
    assert breaks._reason(reason.format("none")) == reason.format("none")


def test_a_function_without_tensors_is_not_resumed() -> None:
    def plain(n: int) -> int:
        print(n)
        print(n + 1)
        return n

    def of_tensor(x: torch.Tensor) -> torch.Tensor:
        print("one")
        print("two")
        return x

    torch._dynamo.reset()
    with capture() as seen:
        torch.compile(lambda x: x * 2 + plain(3), backend="eager")(torch.ones(2))
    assert [one.resumes for one in seen.breaks] == [False]
    torch._dynamo.reset()
    with capture() as seen:
        torch.compile(lambda x: of_tensor(x * 2) + 1, backend="eager")(torch.ones(2))
    assert [one.resumes for one in seen.breaks] == [True, True]
