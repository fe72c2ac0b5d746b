"""Operations whose number of results is part of the graph."""

import torch


@torch.compile
def parts(x: torch.Tensor, count: int) -> torch.Tensor:
    return x.chunk(count)[0]  # recompile: FG706


def main():
    results = []
    for count in range(2, 14):
        results.append(parts(torch.ones(60), count))
    return results
