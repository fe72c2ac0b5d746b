import torch
from torch.nn.utils.rnn import pack_sequence


class Model(torch.nn.Module):
    def forward(self, x):
        packed = pack_sequence([x[0], x[1]])  # break: FG308
        if packed.data.sum() > 9:  # break: FG101
            return x + 1
        data, sizes, *_ = packed
        if sizes[0] > 9:  # break: FG101
            return x + data.sum()
        return x


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.ones(2, 3),), (torch.zeros(2, 3),)]
