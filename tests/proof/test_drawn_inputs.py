"""Fix cases on inputs that nobody chose: a safe fix gives what the original gives, whatever runs through it."""

from __future__ import annotations

import dis
import functools
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
from fullgraph.runtime_check.conformance import calling, cases
from fullgraph.runtime_check.conformance.cases import Case, find_cases
from fullgraph.runtime_check.observe.output import caught_output
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

FIXES = [case for case in find_cases(Path(__file__).parents[1] / "cases") if case.kind == "fix" and not case.proves]
SAFE = [case for case in FIXES if case.applicability == "safe"]

NUMBERS = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.0, 1e-40, 3e38, -1e30, float("inf"), -float("inf"), float("nan")]


@pytest.fixture(autouse=True)
def left_as_it_was() -> Iterator[None]:
    threads, default = torch.get_num_threads(), torch.get_default_dtype()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)
    torch.set_default_dtype(default)


@functools.cache
def loaded(path: Path) -> types.ModuleType:
    return calling.load(path)


def skip_unmet(case: Case) -> None:
    if (missing := cases.unmet(case)) is not None:
        pytest.skip(missing)


# Every arm


def bodies(code: types.CodeType, file: str) -> Iterator[types.CodeType]:
    """The code of the functions of a file."""
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType) and constant.co_name not in ("make", "inputs", "raising", "before"):
            if constant.co_name != "__init__":
                yield constant
            yield from bodies(constant, file)


def lines_of(code: types.CodeType) -> set[int]:
    """The lines of a function's body, but for a class's, which runs when it is loaded."""
    if not code.co_flags & 0x2:  # CO_NEWLOCALS is what a function has and a class's body has not
        return set()
    return {line for _, line in dis.findlinestarts(code) if line is not None and line > code.co_firstlineno}


ONE_ARM = (
    "fg407_host_random/",
    "fg409_runtime_state/",
    "fg101_branch_on_tensor/fix_layer_drop",
    "fg101_branch_on_tensor/fix_stochastic_depth",
    "fg401_print_in_graph/fix_existing_guard",
)
"""Here draws (with rates of 0 and 1), what torch was built with, or ``is_compiling()`` decides."""


@pytest.mark.parametrize(
    "case",
    [case for case in FIXES if not case.name.startswith(ONE_ARM) and not case.is_about_recompiles],
    ids=lambda c: c.name,
)
def test_the_inputs_of_a_case_run_every_line(case: Case) -> None:
    skip_unmet(case)
    module = loaded(case.path)
    text = case.path.read_text(encoding="utf-8")
    wanted = {line for code in bodies(compile(text, str(case.path), "exec"), str(case.path)) for line in lines_of(code)}
    seen: set[int] = set()

    def trace(frame: types.FrameType, event: str, _argument: Any) -> Any:
        if frame.f_code.co_filename != str(case.path):
            return None
        seen.add(frame.f_lineno)
        return trace

    before = sys.gettrace()
    which = ["inputs", *(["raising"] if hasattr(module, "raising") else [])]
    with caught_output("stdout", "stderr"):
        for name in which:
            for arguments in calling.arguments(module, "cpu", name):
                made = calling.make(module, "cpu")
                sys.settrace(trace)
                try:
                    calling.call(made, made, arguments, grad=False)
                finally:
                    sys.settrace(before)
    lines = text.splitlines()
    missed = [f"{row}: {lines[row - 1].strip()}" for row in sorted(wanted - seen)]
    assert [line for line in missed if not line.endswith(": pass")] == []


# Any numbers


def numbers(tensor: torch.Tensor, draw: st.DrawFn) -> torch.Tensor:
    """A tensor of the same shape and dtype, with other numbers; integers stay in the range of those given."""
    count = tensor.numel()
    if not count:
        return tensor.clone()
    if tensor.is_floating_point():
        kind = draw(st.sampled_from(["same", "scaled", "chosen"]))
        if kind == "same":
            return tensor.clone()
        if kind == "scaled":
            generator = torch.Generator().manual_seed(draw(st.integers(0, 99)))
            scale = draw(st.sampled_from([1e-3, 1.0, 5.0, 1e4]))
            return (torch.randn(tensor.shape, generator=generator) * scale).to(tensor.dtype)
        few = draw(st.lists(st.sampled_from(NUMBERS), min_size=1, max_size=4))
        return torch.tensor(few, dtype=torch.float64).repeat(count)[:count].to(tensor).view(tensor.shape)
    if tensor.is_complex():
        return tensor.clone()
    low, high = int(tensor.min()), int(tensor.max())
    drawn = draw(st.lists(st.integers(low, high), min_size=count, max_size=count))
    return torch.tensor(drawn).to(tensor.dtype).view(tensor.shape)


def layout(tensor: torch.Tensor, draw: st.DrawFn) -> torch.Tensor:
    """The same numbers, in memory in another order or with gaps."""
    if tensor.dim() < 2 or not tensor.is_contiguous():
        return tensor
    kind = draw(st.sampled_from(["contiguous", "contiguous", "transposed", "gaps"]))
    if kind == "transposed":
        return tensor.transpose(0, -1).contiguous().transpose(0, -1)
    if kind == "gaps":
        return torch.stack([tensor, tensor], -1)[..., 0]
    return tensor


def same(given: Any, change: Any) -> Any:
    if isinstance(given, torch.Tensor):
        return change(given)
    if isinstance(given, (list, tuple)):
        made = [same(one, change) for one in given]
        return type(given)(*made) if hasattr(given, "_fields") else type(given)(made)
    if isinstance(given, dict):
        return {key: same(one, change) for key, one in given.items()}
    return given


@pytest.mark.slow
@pytest.mark.parametrize("case", SAFE, ids=lambda case: case.name)
def test_a_safe_fix_changes_nothing_on_any_input(case: Case) -> None:
    skip_unmet(case)
    module, fixed = loaded(case.path), loaded(case.fixed)

    @settings(max_examples=40, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(st.data(), st.booleans())
    def compare(data: st.DataObject, grad: bool) -> None:
        given = data.draw(st.sampled_from(calling.arguments(module, "cpu")))
        drawn = same(given, lambda tensor: layout(numbers(tensor, data.draw), data.draw))
        before, after = calling.make(module, "cpu"), calling.make(fixed, "cpu")
        with caught_output("stdout", "stderr") as said_before:
            left = calling.call(before, before, drawn, grad=grad)
        with caught_output("stdout", "stderr") as said_after:
            right = calling.call(after, after, drawn, grad=grad)
        assert calling.differences(left, right, exact=True) == []
        assert said_before == said_after
        if left.raised is None:
            strides = [
                {name: value.stride() for name, value in one.values.items() if isinstance(value, torch.Tensor)}
                for one in (left, right)
            ]
            assert strides[0] == strides[1]

    compare()
