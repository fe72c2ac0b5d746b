import torch
import torch.nn.functional as F
from torch import nn


class Speech(nn.Module):
    def forward(self, x, targets, lengths, target_lengths):
        return F.ctc_loss(x.log_softmax(-1), targets, lengths, target_lengths)  # break: FG308


def make():
    return Speech()


def inputs():
    lengths = torch.tensor([5, 5])
    return [(torch.ones(5, 2, 4), torch.tensor([[1, 2], [2, 3]]), lengths, torch.tensor([2, 2]))]
