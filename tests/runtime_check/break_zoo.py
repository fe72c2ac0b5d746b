"""One function for each way in which a graph breaks; the line that breaks ends in ``# here``."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
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
