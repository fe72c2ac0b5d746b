"""A function, a loader made in the loop's head, and a batch that is moved first; the last one has one sample."""

import torch
import torch.utils.data


@torch.compile
def normalize(x: torch.Tensor) -> torch.Tensor:
    return (x - x.mean(0)) * 2


def main():
    data = torch.arange(27.0).reshape(9, 3)
    results = []
    for _ in range(3):
        for index, batch in enumerate(torch.utils.data.DataLoader(data, 4)):  # recompile[once]: FG707 (size mismatch)
            x = batch.to("cpu")
            results.append(normalize(x) + index)
    return results
