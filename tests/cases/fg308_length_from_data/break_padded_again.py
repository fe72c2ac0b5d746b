# only: torch>=2.13
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence


class Packed(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x, lengths):
        packed = pack_padded_sequence(x, lengths, enforce_sorted=False)  # break: FG308
        padded, _ = pad_packed_sequence(packed)  # break: FG308
        return self.layer(padded) * 2


def make():
    return Packed()


def inputs():
    return [(torch.ones(3, 2, 4), torch.tensor([3, 2]))]
