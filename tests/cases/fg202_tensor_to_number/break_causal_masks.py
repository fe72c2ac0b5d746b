"""Layers that are given a mask and not told whether it is causal."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16, batch_first=True), 1)
        self.decoder = nn.TransformerDecoder(nn.TransformerDecoderLayer(8, 2, 16, batch_first=True), 1)
        self.whole = nn.Transformer(8, 2, 1, 1, 16, batch_first=True)

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        self.by_place(x, mask)
        self.by_name(x, self.causal(x.shape[1]))
        self.decoded(x, mask)
        self.of_the_source(x, mask)
        self.of_the_target(x, mask)
        return x + 1

    def causal(self, size: int):
        return torch.triu(torch.full((size, size), float("-inf")), diagonal=1)

    def by_place(self, x: torch.Tensor, mask: torch.Tensor):
        return self.encoder(x, mask) + 1  # break: FG202

    def by_name(self, x: torch.Tensor, mask: torch.Tensor):
        return self.encoder(x, mask=mask) + 1  # break: FG202

    def decoded(self, x: torch.Tensor, mask: torch.Tensor):
        return self.decoder(x, x, tgt_mask=mask) + 1  # break: FG202

    def of_the_source(self, x: torch.Tensor, mask: torch.Tensor):
        return self.whole(x, x, src_mask=mask) + 1  # break: FG202

    def of_the_target(self, x: torch.Tensor, mask: torch.Tensor):
        return self.whole(x, x, tgt_mask=mask) + 1  # break: FG202


def make():
    return Model()


def inputs():
    return [(torch.rand(2, 5, 8), nn.Transformer.generate_square_subsequent_mask(5))]
