import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        x = self.layer(x)
        self.layer.register_state_dict_post_hook(lambda *args: None)  # break: FG603
        return x * 2


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
