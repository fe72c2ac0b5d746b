# fix: unsafe
import random

from torch import Tensor, nn, ones


class Noise(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x: Tensor) -> Tensor:
        h = self.fc(x)
        if random.randint(1, 6) > 6:  # break: FG407
            return h * 2
        return h + 1


def make():
    return Noise()


def inputs():
    return [(ones(2, 3),)]
