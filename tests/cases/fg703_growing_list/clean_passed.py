"""Lists that are passed and stay as long as they are."""

import torch


@torch.compile
def combine(x: torch.Tensor, history: list[torch.Tensor]) -> torch.Tensor:
    for past in history:
        x = x + past * 0.5
    return x


def main():
    x = torch.ones(3)
    fixed = [torch.ones(3), torch.zeros(3)]
    window = [torch.ones(3), torch.zeros(3)]
    results = []
    for _ in range(12):
        fresh = []
        fresh.append(x + 1)
        fresh.append(x + 2)
        x = combine(x, fresh) + combine(x, fixed) + combine(x, window)
        window.append(x + 3)
        window.pop(0)
        x = x / x.norm()
        results.append(x)
    return results
