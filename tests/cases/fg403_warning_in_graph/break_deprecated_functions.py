"""Functions of torch that warn that they are deprecated."""

import torch
from torch import nn
from torch.nn.modules.rnn import apply_permutation
from torch.nn.utils import stateless


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor, order: torch.Tensor) -> torch.Tensor:
        self.ordered(x, order)
        self.called(x)
        self.filled(x)
        return x + 1

    def ordered(self, x: torch.Tensor, order: torch.Tensor):
        return apply_permutation(x[None], order)  # break: FG403

    def called(self, x: torch.Tensor):
        return stateless.functional_call(self.layer, dict(self.layer.named_parameters()), (x,))  # break: FG403

    def filled(self, x: torch.Tensor):
        return nn.init.constant(x.detach() + 1, 2.0)  # break: FG403


def make():
    return Model()


def inputs():
    return [(torch.rand(3, 4), torch.tensor([2, 0, 1]))]
