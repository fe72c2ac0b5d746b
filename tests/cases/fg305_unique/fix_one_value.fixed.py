# fix: unsafe
import torch
from torch import nn


class Classifier(nn.Module):
    """The check of BART's classification heads."""

    def forward(self, hidden: torch.Tensor, input_ids: torch.Tensor) -> torch.Tensor:
        eos_mask = input_ids.eq(2)
        if torch.compiler.is_compiling():
            assert (eos_mask.sum(1) == eos_mask.sum(1)[0]).all(), (
                "All examples must have the same number of <eos> tokens."
            )
        elif len(torch.unique_consecutive(eos_mask.sum(1))) > 1:  # break[default]: FG305; break[fullgraph]: FG101
            raise ValueError("All examples must have the same number of <eos> tokens.")
        if torch.compiler.is_compiling():
            assert (input_ids[:, 0] == input_ids[:, 0][0]).all(), (
                "All examples must begin with the same token."
            )
        elif not torch.unique(input_ids[:, 0]).numel() == 1:  # break[default]: FG305; break[fullgraph]: FG101
            raise ValueError("All examples must begin with the same token.")
        return (hidden * eos_mask[..., None]).sum(1)


def make():
    return Classifier()


def inputs():
    return [(torch.randn(2, 3, 4), torch.tensor([[0, 1, 2], [0, 2, 1]]))]


def raising():
    return [
        (torch.randn(2, 3, 4), torch.tensor([[0, 1, 2], [0, 2, 2]])),
        (torch.randn(2, 3, 4), torch.tensor([[0, 1, 2], [1, 1, 2]])),
    ]
