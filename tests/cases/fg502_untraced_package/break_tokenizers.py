# only: tokenizers
import torch
from torch import nn

from tokenizers import AddedToken, Tokenizer, models

SHARED = Tokenizer(models.BPE())


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.tokenizer = Tokenizer(models.BPE())

    def forward(self, x):
        x = x + 1
        size = self.tokenizer.get_vocab_size()  # break: FG502
        self.tokenizer.encode("a")  # break: FG502
        AddedToken("a")  # break: FG502
        SHARED.token_to_id("a")  # break: FG502
        return x + size


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
