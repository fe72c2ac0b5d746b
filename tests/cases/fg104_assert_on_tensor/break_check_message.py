import torch
from torch import nn


class Limits:
    def __init__(self):
        self.smallest = 1


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.size = 4
        self.limits = Limits()
        self.layer = nn.Linear(4, 4)

    def forward(self, x, y):
        torch._check(x.shape[0] > 0, lambda: f"empty: {x.shape}")  # break: FG104
        torch._check(x.shape[1] == self.size, lambda: f"{self.size} columns are needed")  # break: FG104
        torch._check_value(x.dim() == 2, message=lambda: f"{x.dim()} dimensions")  # break: FG104
        torch._check_type(  # break: FG104
            x.is_floating_point(),
            lambda: f"no floating-point tensor: {x.dtype}",
        )
        limits = self.limits
        torch._check_index(x.shape[0] >= limits.smallest, lambda: f"less than {limits.smallest}")  # break: FG104
        both = [x, y]
        torch._check_with(ValueError, len(both) == 2, lambda: f"{len(both)} tensors")  # break: FG104

        def told():
            return f"{x.device} is no CPU"

        torch._check_not_implemented(x.device.type == "cpu", told)  # break: FG104
        return self.layer(x) + y


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4), torch.ones(2, 4))]
