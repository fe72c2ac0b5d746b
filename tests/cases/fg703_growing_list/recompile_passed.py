"""The host collects results in a list and passes the list on."""

import torch


@torch.compile
def combine(x: torch.Tensor, history: list[torch.Tensor]) -> torch.Tensor:
    for past in history:
        x = x + past * 0.5
    return x


def main():
    x = torch.ones(3)
    history = [x]
    for _ in range(12):
        x = combine(x, history)  # recompile: FG703 (len(history))
        history.append(x)
    return x
