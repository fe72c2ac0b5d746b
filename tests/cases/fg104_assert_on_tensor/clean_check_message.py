# only: torch>=2.13
import torch
from torch import nn

NAME = ["model"]


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.size = 4
        self.layer = nn.Linear(4, 4)

    def forward(self, x, mask=None):
        rows, columns = x.shape
        size, shape, dtype = self.size, x.shape, x.dtype
        torch._check(rows > 0)
        torch._check(rows > 0, lambda: "empty")
        torch._check(columns == size, lambda: f"{columns} columns and not {size}")
        torch._check_value(rows > 0, lambda: f"empty: {shape}, {dtype}, {mask}")
        torch._check(rows > 0, lambda: f"{NAME}: empty")
        torch._check(rows > 0, lambda: f"{nn.Linear} and {[x for x in (1, 2)]}")

        def told():
            return f"{rows} rows"

        torch._check_type(rows > 0, told)
        return self.layer(x)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
