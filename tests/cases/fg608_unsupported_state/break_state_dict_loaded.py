import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.online = nn.Linear(4, 4)
        self.target = nn.Linear(4, 4)
        self.kept = {name: value.clone() for name, value in self.online.state_dict().items()}

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.online(x)
        self.target.load_state_dict(self.kept)  # break: FG608
        return self.target(y)


def make():
    return Model()


def inputs():
    return [(torch.randn(2, 4),)]
