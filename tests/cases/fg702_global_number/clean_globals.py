"""Globals that stay, that are no whole numbers, or that are counted without being read."""

import torch

calls = 0
SIZE = 3
rate = 0.5
counted = 0


def count() -> None:
    global counted
    counted += 1


def lower() -> None:
    global rate
    rate *= 0.5


@torch.compile
def f(x: torch.Tensor) -> torch.Tensor:
    calls = 1
    calls += 1
    return x * SIZE + rate + calls


def main():
    results = []
    for _ in range(12):
        results.append(f(torch.ones(3)))
        count()
        lower()
    return results
