# only: torch<2.14
import torch
from torch import nn
from torch.nn.utils.rnn import pad_sequence


class Padded(nn.Module):
    def forward(self, x: torch.Tensor, lengths: torch.Tensor):
        first, second = lengths.tolist()  # break[default]: FG203
        return pad_sequence([x[:first], x[:second]])  # break[fullgraph]: FG310


def make():
    return Padded()


def inputs():
    return [(torch.randn(4, 2), torch.tensor([n, 3])) for n in (2, 4)]
