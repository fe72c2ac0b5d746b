"""No tensor is equal to a member of an enumeration, and members decide by what they are."""

# only: torch>=2.13
import enum

import torch


class Mode(enum.Enum):
    FIRST = 1
    SECOND = 2


@torch.compile
def step(x: torch.Tensor, t: torch.Tensor, mode: Mode = Mode.FIRST) -> torch.Tensor:
    y = x * 2
    if t in [Mode.FIRST, Mode.SECOND] or t == Mode.FIRST:
        y = y + 1
    if mode == Mode.FIRST or mode in (Mode.SECOND,):
        y = y + 1
    if mode is Mode.SECOND and {Mode.FIRST: 1}[mode] > 0:
        y = y + 1
    return y


def make():
    return step


def inputs():
    return [(torch.ones(2), torch.tensor(1)), (torch.ones(2), torch.tensor(2), Mode.FIRST)]
