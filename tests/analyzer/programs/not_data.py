import torch
from torch import nn


class M(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.dropout = config.dropout
        self.flag = bool(config.flag)
    def forward(self, x, output_attentions: bool = False, past=None, cache=None, **kwargs):
        if self.config.use_x: x = x + 1
        if self.dropout > 0: x = x + 1
        if output_attentions: x = x + 1
        if past is not None and len(past) > 0: x = x + 1
        if self.training: x = x + 1
        if kwargs.get("a"): x = x + 1
        if kwargs.pop("b", None) is not None: x = x + 1
        if self.flag and self.dropout: x = x + 1
        if isinstance(self.config.n, int) and self.config.n > 3: x = x + 1
        if cache and cache.get_seq_length() > 0: x = x + 1
        n = self.config.n * 2
        for i in range(n):
            if i > 3: x = x + 1
        if not hasattr(self, "w"): x = x + 1
        scores = [] if output_attentions else None
        if scores: x = x + 1
        return x
