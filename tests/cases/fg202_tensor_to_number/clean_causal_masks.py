"""Layers that are told whether their mask is causal, or given no mask, or one for each head."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        layer = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)
        self.layer = layer
        self.encoder = nn.TransformerEncoder(layer, 1)
        self.decoder = nn.TransformerDecoder(nn.TransformerDecoderLayer(8, 2, 16, batch_first=True), 1)
        self.attention = nn.MultiheadAttention(8, 2, batch_first=True)

    def forward(self, x: torch.Tensor, mask: torch.Tensor, padded: torch.Tensor) -> torch.Tensor:
        x = self.encoder(x)
        x = self.encoder(x, src_key_padding_mask=padded)
        x = self.encoder(x, mask, is_causal=True)
        x = self.encoder(x, mask=mask.expand(4, 5, 5))
        x = self.decoder(x, x)
        x = self.decoder(x, x, memory_mask=mask)
        x = self.decoder(x, x, tgt_mask=mask, tgt_is_causal=True)
        x = self.layer(x, mask)
        return x + self.attention(x, x, x, attn_mask=mask)[0]


def make():
    return Model()


def inputs():
    padded = torch.tensor([[False, False, False, True, True], [False] * 5])
    return [(torch.rand(2, 5, 8), nn.Transformer.generate_square_subsequent_mask(5), padded)]
