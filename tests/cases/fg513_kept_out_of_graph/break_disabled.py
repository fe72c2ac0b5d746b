import torch
from torch import nn
from torch.compiler import disable


@torch.compiler.disable
def shifted(x):
    return x + 1


@disable(recursive=False)
def scaled(x):
    return x * 2


class Trimmer(nn.Module):
    @torch.compiler.disable(reason="it looks at the mask")
    def forward(self, x, mask):
        if mask.sum() > 3:
            x = x[..., :3]
        return x


class Model(nn.Module):
    """What is asked for is told under ``fullgraph=True`` alone."""

    def __init__(self):
        super().__init__()
        self.trimmer = Trimmer()

    @disable
    def noted(self, x):
        return x - 1

    def forward(self, x, way: int):
        if way == 0:
            return shifted(x)  # break[default]: other; break[fullgraph]: FG513
        if way == 1:
            return scaled(x)  # break[default]: other; break[fullgraph]: FG513
        if way == 2:
            return self.trimmer(x, x > 2)  # break[default]: other; break[fullgraph]: FG513
        return self.noted(x)  # break[default]: other; break[fullgraph]: FG513


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 4), way) for way in range(4)]
