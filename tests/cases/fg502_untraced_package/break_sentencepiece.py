# only: sentencepiece
import sentencepiece as spm
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        x = x + 1
        spm.SentencePieceProcessor()  # report: FG502 (sentencepiece/__init__.py)
        return x * 2


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
