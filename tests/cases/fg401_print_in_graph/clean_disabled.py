import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    @torch.compiler.disable
    def sample(self, steps):
        print("sampling", steps)
        return [self(torch.ones(1, 3)) for _ in range(steps)]

    def forward(self, x):
        return self.fc(x)


@torch.compiler.disable(recursive=True)
def report(model):
    print(sum(p.numel() for p in model.parameters()))


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 3),)]
