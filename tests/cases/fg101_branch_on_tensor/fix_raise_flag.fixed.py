# fix: unsafe
import torch
from torch import nn


class Loss(nn.Module):
    def __init__(self, vocab: int = 10):
        super().__init__()
        self.head = nn.Linear(3, vocab)
        self.vocab = vocab

    def forward(self, x: torch.Tensor, labels: torch.Tensor | None = None) -> torch.Tensor:
        logits = self.head(x)
        if torch.compiler.is_compiling():
            if labels is not None:
                assert torch.logical_not(labels.max() >= self.vocab), (
                    "Label values must be <= vocab_size: self.vocab"
                )
        elif labels is not None and labels.max() >= self.vocab:  # break: FG101
            raise ValueError(f"Label values must be <= vocab_size: {self.vocab}")
        if labels is None:
            return logits
        elif torch.compiler.is_compiling():
            assert torch.logical_not((labels < 0).any()), "negative labels"
        elif (labels < 0).any():  # break: FG101
            raise ValueError("negative labels")
        return nn.functional.cross_entropy(logits, labels)


def make():
    return Loss()


def inputs():
    return [(torch.randn(2, 3), torch.tensor([1, 2])), (torch.randn(2, 3),)]


def raising():
    return [(torch.randn(2, 3), torch.tensor([1, 10])), (torch.randn(2, 3), torch.tensor([1, -1]))]
