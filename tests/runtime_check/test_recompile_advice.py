"""Each kind of guard is known by the text that the compiler gives it, and what is advised helps."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import torch
from fullgraph.runtime_check.observe.capture import Capture, Recompile, Specialization, capture
from fullgraph.runtime_check.observe.recompile_advice import advice_for, kind_of

Call = Callable[[Callable[..., Any]], object]


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()


def run(function: Callable[..., Any], calls: Sequence[Call], **options: Any) -> Capture:
    torch._dynamo.reset()
    with capture() as seen:
        compiled = torch.compile(function, backend="eager", **options)
        for call in calls:
            call(compiled)
    return seen


def given(*arguments: Any, **keywords: Any) -> Call:
    return lambda compiled: compiled(*arguments, **keywords)


def ones(*shape: int, **options: Any) -> torch.Tensor:
    return torch.ones(shape, **options)


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Holder(torch.nn.Module):
    """Adds what it holds."""

    def __init__(self, value: Any) -> None:
        super().__init__()
        self.value = value

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + (len(self.value) if isinstance(self.value, (list, str)) else self.value)


def plus(x: torch.Tensor, n: Any = None) -> torch.Tensor:
    return x + (n if isinstance(n, (int, float, torch.Tensor)) else 1)


def times(x: torch.Tensor, n: int) -> torch.Tensor:
    for i in range(n):
        x = x + i
    return x


def total(x: torch.Tensor, values: Any) -> torch.Tensor:
    return x + sum(values.values() if isinstance(values, dict) else values)


def coloured(x: torch.Tensor, colour: Colour) -> torch.Tensor:
    return x * (2 if colour is Colour.RED else 3)


def applied(x: torch.Tensor, function: Callable[..., torch.Tensor]) -> torch.Tensor:
    return function(x)


def named(x: torch.Tensor, name: str) -> torch.Tensor:
    return x + len(name)


def one_more(x: torch.Tensor) -> torch.Tensor:
    return x + 1


def one_less(x: torch.Tensor) -> torch.Tensor:
    return x - 1


def dropped(x: torch.Tensor, p: float) -> torch.Tensor:
    return torch.nn.functional.dropout(x, p)


def by_size(x: torch.Tensor) -> torch.Tensor:
    return x + 1 if x.shape[0] > 8 else x - 1


def both(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return x + y


SCALE = 1.0


def scaled(x: torch.Tensor) -> torch.Tensor:
    return x * SCALE


def with_scale(value: float) -> Call:
    def call(compiled: Callable[..., Any]) -> object:
        global SCALE
        SCALE = value
        return compiled(ones(3))

    return call


def with_gradients(on: bool) -> Call:
    def call(compiled: Callable[..., Any]) -> object:
        with torch.set_grad_enabled(on):
            return compiled(ones(3))

    return call


def with_autocast(on: bool) -> Call:
    def call(compiled: Callable[..., Any]) -> object:
        with torch.autocast("cpu", enabled=on):
            return compiled(ones(3))

    return call


def with_default(dtype: torch.dtype) -> Call:
    def call(compiled: Callable[..., Any]) -> object:
        before = torch.get_default_dtype()
        torch.set_default_dtype(dtype)
        try:
            return compiled(ones(3))
        finally:
            torch.set_default_dtype(before)

    return call


def holding(module: Holder, value: Any) -> Call:
    def call(compiled: Callable[..., Any]) -> object:
        module.value = value
        return compiled(ones(3))

    return call


def in_mode(module: torch.nn.Module, training: bool) -> Call:
    def call(compiled: Callable[..., Any]) -> object:
        module.train(training)
        return compiled(ones(3))

    return call


def same_twice(compiled: Callable[..., Any]) -> object:
    x = ones(3)
    return compiled(x, x)


H = Holder(3)
D = torch.nn.Dropout(0.1)
CASES: dict[str, tuple[Callable[..., Any], list[Call], str, str]] = {
    "size": (plus, [given(ones(3)), given(ones(4))], "size", "mark_dynamic(x, 0)"),
    "second dim": (plus, [given(ones(2, 3)), given(ones(2, 4))], "size", "mark_dynamic(x, 1)"),
    "size 1": (plus, [given(ones(3)), given(ones(4)), given(ones(1))], "size 0 or 1", "mark_unbacked(x, 0)"),
    "size 0": (plus, [given(ones(3)), given(ones(4)), given(ones(0))], "size 0 or 1", "mark_unbacked(x, 0)"),
    "decision": (by_size, [given(ones(n)) for n in (3, 4, 9)], "decision by size", "pad"),
    "rank": (plus, [given(ones(3)), given(ones(3, 3))], "rank", "unsqueeze"),
    "dtype": (plus, [given(ones(3)), given(ones(3, dtype=torch.float64))], "dtype", "cast x"),
    "gradient": (plus, [given(ones(3)), given(ones(3, requires_grad=True))], "requires_grad", "detach()"),
    "stride": (plus, [given(ones(3, 4)), given(ones(4, 3).t())], "stride", "x.contiguous()"),
    "device": (plus, [given(ones(3)), given(ones(3, device="meta"))], "device", "one device"),
    "class": (plus, [given(ones(3)), given(torch.nn.Parameter(ones(3)))], "type", "pass x"),
    "tensor or int": (plus, [given(ones(3), ones(3)), given(ones(3), 5)], "type", "pass n"),
    "float": (plus, [given(ones(3), 1.5), given(ones(3), 2.5)], "number", "torch.tensor(n)"),
    "int": (plus, [given(ones(3), 5), given(ones(3), 6)], "number", "an int becomes symbolic"),
    "range": (times, [given(ones(3), n) for n in (5, 6, 7)], "number", "range"),
    "dropout": (dropped, [given(ones(3), p) for p in (0.1, 0.2, 0.3)], "number", "a float becomes symbolic"),
    "flag": (plus, [given(ones(3), True), given(ones(3), False)], "number", "flag"),
    "none": (plus, [given(ones(3)), given(ones(3), 5)], "none", "always pass it"),
    "list": (total, [given(ones(3), [1, 2]), given(ones(3), [1, 2, 3])], "length", "stacked"),
    "empty list": (total, [given(ones(3), []), given(ones(3), [1])], "length", "stacked"),
    "tensors": (total, [given(ones(3), [ones(3)]), given(ones(3), [ones(3)] * 2)], "length", "stacked"),
    "more keys": (total, [given(ones(3), {"a": 1}), given(ones(3), {"a": 1, "b": 2})], "length", "length"),
    "other keys": (total, [given(ones(3), {"a": 1}), given(ones(3), {"b": 1})], "keys", "same keys"),
    "global": (scaled, [with_scale(2.0), with_scale(3.0)], "number", "pass SCALE as an argument"),
    "int attribute": (H, [holding(H, n) for n in (3, 4, 5)], "number", "keep self.value in a buffer"),
    "text attribute": (H, [holding(H, text) for text in ("a", "bb")], "text", "string"),
    "list attribute": (H, [holding(H, value) for value in ([1], [1, 2])], "length", "length"),
    "training": (D, [in_mode(D, True), in_mode(D, False)], "number", "train and eval"),
    "enum": (coloured, [given(ones(3), Colour.RED), given(ones(3), Colour.BLUE)], "identity", "enums once"),
    "function": (applied, [given(ones(3), one_more), given(ones(3), one_less)], "identity", "functions"),
    "text": (named, [given(ones(3), "a"), given(ones(3), "bb")], "text", "string"),
    "grad mode": (plus, [with_gradients(True), with_gradients(False)], "global state", "no_grad"),
    "autocast": (plus, [with_autocast(True), with_autocast(False)], "global state", "autocast"),
    "default": (plus, [with_default(torch.float32), with_default(torch.float64)], "global state", "set it once"),
    "aliased": (both, [given(ones(3), ones(3)), same_twice], "aliasing", "clone()"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_real_guard_is_known_and_has_its_advice(name: str) -> None:
    function, calls, kind, words = CASES[name]
    seen = run(function, calls)
    assert seen.recompiles, "nothing recompiled"
    last = seen.recompiles[-1]
    assert kind_of(last.guard) == kind, last.guard
    assert words in advice_for(last, seen.specialized)


def test_unknown_guard_gets_no_advice() -> None:
    found = Recompile("a.py", 1, "f", ("0/0: something new",))
    assert (kind_of(found.guard), advice_for(found)) == ("other", "")
    assert advice_for(Recompile(None, None, None, ())) == ""


def test_a_size_that_the_code_needs_as_a_constant_is_named_with_its_line() -> None:
    def needs(x: torch.Tensor) -> torch.Tensor:
        return x.reshape([x.shape[0], *[1] * x.shape[0], -1]).sum()

    seen = run(needs, [given(ones(n)) for n in (2, 3, 4)])
    advice = advice_for(seen.recompiles[-1], seen.specialized)
    assert f"{Path(__file__)}:{needs.__code__.co_firstlineno + 1} needs it as a constant" in advice
    elsewhere = [Specialization("y.size()[0]", "b.py", 3)]
    assert "needs it as a constant" not in advice_for(seen.recompiles[-1], elsewhere)


def marked(mark: Callable[[torch.Tensor, int], object], *sizes: int) -> list[Call]:
    def call(size: int) -> Call:
        def with_mark(compiled: Callable[..., Any]) -> object:
            x = ones(size)
            mark(x, 0)
            return compiled(x)

        return with_mark

    return [call(size) for size in sizes]


def test_what_is_advised_for_sizes_helps() -> None:
    plain = [given(ones(n)) for n in (3, 4, 5)]
    assert len(run(plus, plain).recompiles) == 1
    assert run(plus, plain, dynamic=True).recompiles == []
    assert run(plus, marked(torch._dynamo.mark_dynamic, 3, 4, 5)).recompiles == []


def test_what_is_advised_for_sizes_0_and_1_helps() -> None:
    mark_dynamic = torch._dynamo.mark_dynamic
    assert len(run(plus, [*marked(mark_dynamic, 3, 4), given(ones(1))]).recompiles) == 1
    assert run(plus, marked(torch._dynamo.decorators.mark_unbacked, 3, 1, 0, 4)).recompiles == []


def test_what_is_advised_for_an_int_attribute_helps() -> None:
    class Buffered(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.register_buffer("n", torch.tensor(0))

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            self.n = self.n + 1
            return x + self.n

    assert run(Buffered(), [given(ones(3))] * 4).recompiles == []
    held = Holder(0)
    calls = [holding(held, n) for n in (3, 4, 5, 6)]
    assert len(run(held, calls).recompiles) == 3
    with torch._dynamo.config.patch(allow_unspec_int_on_nn_module=True):
        assert len(run(held, calls).recompiles) <= 1


def test_what_is_advised_for_numbers_helps() -> None:
    assert run(plus, [given(ones(3), torch.tensor(n)) for n in (1.5, 2.5, 3.5)]).recompiles == []
    assert run(plus, [given(ones(3), n) for n in (5, 6, 7)], dynamic=True).recompiles == []
