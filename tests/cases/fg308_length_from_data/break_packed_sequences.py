import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence


class Packed(nn.Module):
    def forward(self, x, lengths):
        packed = pack_padded_sequence(x, lengths, enforce_sorted=False)  # break: FG308
        padded = packed.data + 1
        return padded * 2


def make():
    return Packed()


def inputs():
    return [(torch.ones(3, 2, 4), torch.tensor([3, 2]))]
