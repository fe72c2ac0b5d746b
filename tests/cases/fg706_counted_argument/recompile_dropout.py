"""A probability that falls, counted by a while loop."""

# only: torch>=2.12
import torch
import torch.nn.functional as F


def noisy(x: torch.Tensor, p: float) -> torch.Tensor:
    return F.dropout(x, p, training=False)  # recompile: FG706


def main():
    compiled = torch.compile(noisy)
    results = []
    step = 1
    while step < 13:
        results.append(compiled(torch.ones(4), step / 20))
        step += 1
    return results
