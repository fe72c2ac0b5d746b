"""Sources and outcomes that the tests of the front end share."""

from __future__ import annotations

from dataclasses import dataclass

BREAKS = """\
import torch


@torch.compile
def double(x: torch.Tensor) -> torch.Tensor:
    print("doubling")
    return 2 * x
"""
NOTEBOOK = {
    "cells": [
        {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": BREAKS.splitlines(True)}
    ],
    "metadata": {},
    "nbformat": 4,
    "nbformat_minor": 5,
}
"""One finding: FG401 at 6:5, with an unsafe fix."""

CLEAN = """\
import torch


@torch.compile
def double(x: torch.Tensor) -> torch.Tensor:
    return 2 * x
"""


@dataclass
class Ran:
    status: int
    out: str
    err: str
