# fix: unsafe
# only: torch<2.15
import torch
from torch import nn


class Embedder(nn.Module):
    def __init__(self, vocab: int = 10):
        super().__init__()
        self.embed = nn.Embedding(vocab, 4)
        self.vocab = vocab

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        torch._assert((ids < self.vocab).all(), "token id out of range")  # break: FG104
        torch._assert((ids >= 0).all(), f"negative token id: {ids.min()}")  # break: FG104
        return self.embed(ids)


def make():
    return Embedder()


def inputs():
    return [(torch.tensor([1, 2]),)]


def raising():
    return [(torch.tensor([1, 20]),), (torch.tensor([-1, 2]),)]
