import torch
from torch import nn


class Config:
    use_bias = True
    activation = "relu"
    dropout = 0.0


class Layer(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.scale = 2.0
        self.bias = nn.Parameter(torch.zeros(4)) if config.use_bias else None
        self.register_buffer("table", None)

    def forward(self, x, return_dict, output_attentions=False, past=None):
        if self.training:
            x = x + 1
        if self.config.activation == "relu":
            x = x.relu()
        if self.config.dropout > 0:
            x = nn.functional.dropout(x, self.config.dropout, self.training)
        if self.scale != 1.0:
            x = x * self.scale
        if self.bias is not None:
            x = x + self.bias
        if self.table is None and not output_attentions:
            x = x - 1
        if past:
            x = torch.cat([*past, x])
        if not return_dict:
            return (x,)
        return {"x": x}


def make():
    return Layer(Config())


def inputs():
    x = torch.randn(2, 4)
    return [(x, True), (x, False), (x, True, True, [x, x])]
