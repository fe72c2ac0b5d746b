"""All breaks of both modes are known, not only the first that ``fullgraph=True`` raises."""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from traceback import FrameSummary
from typing import Any

import pytest
import torch
from fullgraph.runtime_check.checks.context import attempt
from fullgraph.runtime_check.observe import both_modes
from fullgraph.runtime_check.observe.both_modes import BothModes, fullgraph_captures, observe_both, together
from fullgraph.runtime_check.observe.breaks import Break, Frame, break_of
from fullgraph.runtime_check.observe.capture import Capture

import break_zoo  # isort: skip

BOTH = ["default", "fullgraph"]
ZOO = Path(break_zoo.__file__)


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()


def observe(function: Callable[..., Any], *inputs: torch.Tensor, calls: int = 1) -> BothModes:
    def call(compiled: Callable[..., Any]) -> object:
        return compiled(*(inputs or (torch.ones(3),)))

    def compile(fullgraph: bool) -> Callable[..., Any]:
        return torch.compile(function, backend="eager", fullgraph=fullgraph)

    return observe_both(compile, [call] * calls, attempt, lambda: None)


def lines_marked(function: Callable[..., Any], mark: str) -> list[int]:
    lines, first = inspect.getsourcelines(function)
    return [first + i for i, line in enumerate(lines) if line.rstrip().endswith(f"# {mark}")]


def places(found: BothModes, mode: str) -> list[int]:
    return sorted(one.line for one, modes in found.breaks() if mode in modes)


ONE_BREAK_IN_BOTH = {
    "branch": "branch",
    "printing": "printing",
    "in_loop": "in_loop",
    "in_try": "in_try",
    "in_finally": "in_finally",
    "in_lock": "in_lock",
    "in_own_context": "in_own_context",
    "in_no_grad": "in_no_grad",
    "nested": "_innermost",
    "inside_torch": "inside_torch",
    "while_loop": "while_loop",
    "comprehension": "comprehension",
    "raising": "raising",
    "in_partial": "_adding",
    "in_lambda": "in_lambda",
    "decorated": "decorated",
    "uses_generator": "_yielding",
    "disabled": "disabled",
    "asked_for": "asked_for",
}
"""By the function that is compiled: the one whose line breaks."""


@pytest.mark.parametrize(("name", "where"), ONE_BREAK_IN_BOTH.items())
def test_one_break_in_both_modes(name: str, where: str) -> None:
    found = observe(getattr(break_zoo, name))
    ((one, modes),) = found.breaks()
    assert modes == BOTH
    assert [one.line] == lines_marked(getattr(break_zoo, where), "here")
    assert one.filename == str(ZOO)
    assert one.registry_id is not None


@pytest.mark.parametrize("name", ["item", "nonzero", "masked", "whole_numbers"])
def test_break_of_the_default_mode_alone(name: str) -> None:
    found = observe(getattr(break_zoo, name))
    ((one, modes),) = found.breaks()
    assert modes == ["default"]
    assert [one.line] == lines_marked(getattr(break_zoo, name), "here")
    assert found.fullgraph_error is None


def test_break_in_a_hook() -> None:
    found = observe(break_zoo.Hooked().requires_grad_(False))
    assert [(one.line, modes) for one, modes in found.breaks()] == [
        (lines_marked(break_zoo._printing_hook, "here")[0], BOTH)
    ]


def test_reading_the_item_breaks_one_mode_and_branching_on_it_the_other() -> None:
    found = observe(break_zoo.branch_on_item)
    assert places(found, "default") == lines_marked(break_zoo.branch_on_item, "default")
    assert places(found, "fullgraph") == lines_marked(break_zoo.branch_on_item, "fullgraph")


def test_fullgraph_has_every_break_and_not_only_the_first() -> None:
    found = observe(break_zoo.three)
    both = [*lines_marked(break_zoo.three, "both"), *lines_marked(break_zoo._innermost, "here")]
    assert places(found, "fullgraph") == sorted(both)
    assert places(found, "default") == sorted([*both, *lines_marked(break_zoo.three, "default")])
    assert found.fullgraph_error is not None
    first = break_of(found.fullgraph_error)
    assert first is not None
    assert first.line == lines_marked(break_zoo.three, "both")[0]


def test_a_break_two_calls_deep_is_one_with_its_whole_stack() -> None:
    ((one, _),) = observe(break_zoo.nested).breaks()
    assert [frame.function for frame in one.user_stack][-3:] == ["nested", "_middle", "_innermost"]


def test_clean_function_is_not_traced_again() -> None:
    found = observe(break_zoo.clean)
    assert (found.breaks(), found.error, found.fullgraph_error) == ([], None, None)
    assert found.default.graphs == 1


def test_generator_function_by_itself() -> None:
    found = observe(break_zoo.generator)
    assert [modes for _, modes in found.breaks()] == [["default"]] or places(found, "fullgraph")


def test_the_recompile_limit() -> None:
    found = observe(break_zoo.Counter(), calls=torch._dynamo.config.recompile_limit + 2)
    (limit,) = (one for one, modes in found.breaks() if "default" in modes)
    assert limit.registry_id == "GB0039"
    assert type(found.fullgraph_error).__name__ == "FailOnRecompileLimitHit"


def test_break_in_an_installed_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "site-packages"
    folder.mkdir()
    (folder / "some_library.py").write_text("def shown(x):\n    print('zoo', end='')\n    return x + 1\n")
    monkeypatch.syspath_prepend(str(folder))
    library = importlib.import_module("some_library")

    def user(x: torch.Tensor) -> Any:
        return library.shown(x * 2) * 3

    try:
        ((one, modes),) = observe(user).breaks()
    finally:
        sys.modules.pop("some_library")
    assert modes == BOTH
    assert (Path(one.filename).name, one.line) == ("some_library.py", 2)
    assert [Path(frame.filename).name for frame in one.user_stack][-2:] == [Path(__file__).name, "some_library.py"]


def test_each_input_set_may_break_elsewhere() -> None:
    def either(x: torch.Tensor) -> torch.Tensor:
        if x.dim() == 1:
            print("zoo", end="")
            return x + 1
        break_zoo.log.info("x")
        return x - 1

    calls = [lambda compiled, n=n: compiled(torch.ones([3] * n)) for n in (1, 2)]
    found = observe_both(
        lambda fullgraph: torch.compile(either, backend="eager", fullgraph=fullgraph), calls, attempt, lambda: None
    )
    start = inspect.getsourcelines(either)[1]
    assert places(found, "default") == places(found, "fullgraph") == [start + 2, start + 4]


def test_what_is_raised_at_a_line_that_is_known_is_no_other_break() -> None:
    traced = Break("a.py", 3, "Data-dependent branching", "GB0170", "")
    raised = Break("a.py", 3, "Consider annotating your code", None, "")
    assert together([traced], [raised]) == [traced]
    assert together([], [raised]) == [raised]


def test_what_only_follows_from_a_break_is_none_under_fullgraph() -> None:
    follows = Break("a.py", 2, "Reconstruction failure", "GB0092", "")
    cause = Break("a.py", 3, "Failed to trace builtin operator", "GB0059", "")
    assert together([follows, cause], [cause]) == [cause]
    assert together([follows], [follows]) == [follows]


def test_settings_are_put_back() -> None:
    import torch._dynamo.config as config

    before = (config.capture_scalar_outputs, config.capture_dynamic_output_shape_ops)
    with pytest.raises(ZeroDivisionError), fullgraph_captures():
        assert config.capture_scalar_outputs
        raise ZeroDivisionError
    assert (config.capture_scalar_outputs, config.capture_dynamic_output_shape_ops) == before


def number(x: torch.Tensor) -> torch.Tensor:
    return x.long().abs().sum()


DATA_BEHIND_A_PRINT: dict[str, Callable[[torch.Tensor], object]] = {
    "arange": lambda x: torch.arange(number(x)),
    "bincount": lambda x: torch.bincount(x.long().abs()),
    "combinations": torch.combinations,
    "equal": lambda x: x + 1 if torch.equal(x, x + 1) else x,
    "float": lambda x: x * float(x.sum()),
    "full": lambda x: torch.full((int(number(x)),), 1.0),
    "mask": lambda x: x[x > 0],
    "numpy": lambda x: x + x.numpy().sum(),
    "range": lambda x: sum(x + i for i in range(int(number(x)))),
    "repeat_interleave": lambda x: torch.repeat_interleave(x, x.long().abs()),
    "slice": lambda x: x[: number(x)],
    "tensor_split": lambda x: torch.tensor_split(x, torch.tensor([1, 2])),
    "tolist": lambda x: x * sum(x.long().tolist()),
    "unique": torch.unique,
}


@pytest.mark.parametrize("name", DATA_BEHIND_A_PRINT)
def test_a_trace_that_is_left_out_would_tell_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What ``fullgraph=True`` captures is traced anew only where a break of the default mode may be gone by it."""

    def function(x: torch.Tensor) -> object:
        print("first")
        return DATA_BEHIND_A_PRINT[name](x)

    quick = observe(function, torch.tensor([1.0, 2.0, 3.0])).fullgraph
    ids = {one.registry_id for one in quick} | {None}
    monkeypatch.setattr(both_modes, "DEPENDENT", both_modes.DEPENDENT | ids | {"GB0059"})
    full = observe(function, torch.tensor([1.0, 2.0, 3.0])).fullgraph
    assert [(one.line, one.registry_id) for one in quick] == [(one.line, one.registry_id) for one in full] != []


def strict(x: torch.Tensor) -> torch.Tensor:
    with torch._dynamo.error_on_graph_break(True):
        x = x * x.sum().item()
        print(x.shape)
    return x + 1


def test_what_the_default_mode_raises_at_is_a_break_of_it() -> None:
    found = observe(strict)
    start = strict.__code__.co_firstlineno
    assert found.error is not None
    assert places(found, "default") == [start + 2]
    assert places(found, "fullgraph") == [start + 3]


def test_a_symbol_that_nothing_returned_is_told_of_the_line_that_made_it() -> None:
    """As ``torch._check_tensor_all`` makes it before torch 2.13: TorchDynamo raises at the operation behind it."""

    class PendingUnbackedSymbolNotFound(Exception):
        real_stack = [FrameSummary("model.py", 9, "forward")]  # noqa: RUF012

    PendingUnbackedSymbolNotFound.__module__ = "torch.fx.experimental.symbolic_shapes"
    error = PendingUnbackedSymbolNotFound("Pending unbacked symbols {u10, u2} not in returned outputs FakeTensor(...)")
    caller, helper = Frame("model.py", 8, "forward"), Frame("checks.py", 4, "passes")
    found = Capture(symbols={"u2": (caller, helper), "u10": (caller,)}).break_of(error)
    assert found is not None
    assert (found.filename, found.line, found.stack) == ("checks.py", 4, (caller, helper))
    unknown = Capture().break_of(error)
    assert unknown is not None
    assert (unknown.filename, unknown.line) == ("model.py", 9)
