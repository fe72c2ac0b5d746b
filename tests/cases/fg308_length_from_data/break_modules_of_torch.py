import torch
from torch import nn

speech = nn.CTCLoss()


@torch.compile
def loss(x, targets, lengths, target_lengths):
    x = x.log_softmax(-1)
    return speech(x, targets, lengths, target_lengths) * 2  # break: FG308


def make():
    return loss


def inputs():
    lengths = torch.tensor([5, 5])
    return [(torch.ones(5, 2, 4), torch.tensor([[1, 2], [2, 3]]), lengths, torch.tensor([2, 2]))]
