import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.whole = nn.Transformer(8, 2, 1, 1, 16, batch_first=True)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.decoded(x, self.whole.generate_square_subsequent_mask(x.shape[1]))
        return x + 1

    def decoded(self, x: torch.Tensor, mask):
        return self.whole.decoder(x, x, tgt_mask=mask) + 1  # break: FG202


def make():
    return Model()


def inputs():
    return [(torch.rand(2, 5, 8),)]
