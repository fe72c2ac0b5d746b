"""One function for each way in which a graph breaks; the line that breaks ends in ``# here``."""

from __future__ import annotations

import contextlib
import functools
import logging
import threading
from collections.abc import Callable, Iterator
from typing import Any

import torch

log = logging.getLogger("zoo")


def branch(x: torch.Tensor) -> torch.Tensor:
    if x.sum() > 0:  # here
        x = x + 1
    return x


def printing(x: torch.Tensor) -> torch.Tensor:
    x = x + 1
    print("zoo", end="")  # here
    return x * 2


def in_loop(x: torch.Tensor) -> torch.Tensor:
    for _ in range(2):
        x = x + 1
        print("zoo", end="")  # here
    return x


def in_try(x: torch.Tensor) -> torch.Tensor:
    try:
        x = x + 1
        print("zoo", end="")  # here
    except ValueError:
        pass
    return x


def in_lock(x: torch.Tensor) -> torch.Tensor:
    with _LOCK:  # here
        y = x + 1
    return y * 2


_LOCK = threading.Lock()


def _innermost(x: torch.Tensor) -> torch.Tensor:
    x = x + 1
    log.info("x")  # here
    return x * 2


def _middle(x: torch.Tensor) -> torch.Tensor:
    return _innermost(x) * 3


def nested(x: torch.Tensor) -> torch.Tensor:
    return _middle(x) - 1


def item(x: torch.Tensor) -> torch.Tensor:
    return x * x.sum().item()  # here


def inside_torch(x: torch.Tensor) -> torch.Tensor:
    linear = torch.nn.Linear(3, 3)  # here
    return linear(x).detach()


def generator(x: torch.Tensor) -> Iterator[torch.Tensor]:  # here
    yield x + 1


@contextlib.contextmanager
def _own() -> Iterator[None]:
    yield


def in_own_context(x: torch.Tensor) -> torch.Tensor:
    with _own():
        x = x + 1
        print("zoo", end="")  # here
    return x


def in_no_grad(x: torch.Tensor) -> torch.Tensor:
    with torch.no_grad():
        x = x + 1
        print("zoo", end="")  # here
        y = x * 2
    return y + 1


def nonzero(x: torch.Tensor) -> torch.Tensor:
    return x.nonzero().float() * 2  # here


def masked(x: torch.Tensor) -> torch.Tensor:
    return x[x > 0] * 2  # here


def whole_numbers(x: torch.Tensor) -> torch.Tensor:
    return x + sum(x.long().tolist())  # here


def while_loop(x: torch.Tensor) -> torch.Tensor:
    while x.sum() < 10:  # here
        x = x + 1
    return x


def comprehension(x: torch.Tensor) -> list[torch.Tensor]:
    return [y for y in (x, x + 1) if y.sum() > 0]  # here


def raising(x: torch.Tensor) -> torch.Tensor:
    if not x.isfinite().all():  # here
        raise ValueError("not finite")
    return x + 1


def in_finally(x: torch.Tensor) -> torch.Tensor:
    y = x + 1
    try:
        y = y * 2
    finally:
        print("zoo", end="")  # here
    return y


def _adding(x: torch.Tensor, k: int) -> torch.Tensor:
    log.info("x")  # here
    return x + k


def in_partial(x: torch.Tensor) -> torch.Tensor:
    return functools.partial(_adding, k=2)(x) * 2


def in_lambda(x: torch.Tensor) -> torch.Tensor:
    twice = lambda y: (print("zoo", end=""), y * 2)[1]  # noqa: E731  # here
    return twice(x + 1)


def _one_more(function: Callable[..., torch.Tensor]) -> Callable[..., torch.Tensor]:
    @functools.wraps(function)
    def wrapped(x: torch.Tensor) -> torch.Tensor:
        return function(x) + 1

    return wrapped


@_one_more
def decorated(x: torch.Tensor) -> torch.Tensor:
    x = x * 2
    print("zoo", end="")  # here
    return x + 1


def _yielding(x: torch.Tensor) -> Iterator[torch.Tensor]:
    for i in range(2):
        yield x + i
        print("zoo", end="")  # here


def uses_generator(x: torch.Tensor) -> torch.Tensor:
    total = x
    for one in _yielding(x):
        total = total + one
    return total


@torch.compiler.disable  # type: ignore[untyped-decorator]
def _off(x: torch.Tensor) -> torch.Tensor:
    return x + 1


def disabled(x: torch.Tensor) -> torch.Tensor:
    x = x + 1
    return _off(x) * 2  # here


def asked_for(x: torch.Tensor) -> torch.Tensor:
    x = x + 1
    torch._dynamo.graph_break()  # here
    return x + 1


def _printing_hook(_module: Any, _inputs: Any, output: torch.Tensor) -> torch.Tensor:
    print("zoo", end="")  # here
    return output


class Hooked(torch.nn.Module):
    """The break is in a forward hook of a submodule."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(3, 3)
        self.linear.register_forward_hook(_printing_hook)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear(x) * 2


def branch_on_item(x: torch.Tensor) -> torch.Tensor:
    n = x.sum().item()  # default
    if n > 0:  # fullgraph
        x = x + 1
    return x


def three(x: torch.Tensor) -> torch.Tensor:
    x = x * x.sum().item()  # default
    print("zoo", end="")  # both
    x = _middle(x)
    if x.sum() > 0:  # both
        x = x + 1
    return x


class Counter(torch.nn.Module):
    """Recompiles on every call: Dynamo treats an int attribute as a constant."""

    def __init__(self) -> None:
        super().__init__()
        self.calls = 0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.calls += 1
        return x + self.calls


def clean(x: torch.Tensor) -> Any:
    return torch.where(x.sum() > 0, x + 1, x - 1)


def _printing(x):
    print("printing")
    return x + 1


def _loops(x):
    for _ in range(2):
        x = _printing(x)
    return x


def called_in_loop(x):
    return _loops(x) * 2
