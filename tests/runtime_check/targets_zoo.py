"""Targets for the end-to-end tests; each line that breaks says so."""

from __future__ import annotations

import ctypes
import os
import sys
import time

import torch


class Clean(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(4, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear(x).relu()


class Printing(Clean):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.linear(x)
        print("hello", "from the target")  # breaks
        if x.sum() > 0:  # breaks
            x = x * 2
        return x


def inputs() -> list[tuple[torch.Tensor]]:
    return [(torch.ones(3, 4),), (-torch.ones(3, 4),)]


def aborts(x: torch.Tensor) -> None:
    print("last words", flush=True)
    os.abort()


def hangs(x: torch.Tensor) -> None:
    time.sleep(600)


def exits(x: torch.Tensor) -> None:
    sys.exit(3)


def exits_at_once(x: torch.Tensor) -> None:
    os._exit(0)


def crashes(x: torch.Tensor) -> None:
    ctypes.string_at(0)


def raises(x: torch.Tensor) -> None:
    raise LookupError("no such thing")


def too_large(x: torch.Tensor) -> torch.Tensor:
    return torch.empty(10**16)


def memory_error(x: torch.Tensor) -> bytearray:
    return bytearray(10**18)


def grows(x: torch.Tensor) -> None:
    kept = []
    while True:
        kept.append(torch.ones(2**22))
