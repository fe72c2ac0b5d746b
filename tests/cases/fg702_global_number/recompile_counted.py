"""Compiled code counts a global number."""

# only: torch<2.14
import torch

calls = 0


def f(x: torch.Tensor) -> torch.Tensor:
    global calls
    calls += 1  # recompile: FG702
    return x * 2


compiled = torch.compile(f)


def make():
    return f


def inputs():
    return [(torch.ones(3),)]
