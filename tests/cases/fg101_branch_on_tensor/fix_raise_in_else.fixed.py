# fix: unsafe
import torch
from torch import nn


class Scale(nn.Module):
    def forward(self, x: torch.Tensor, flag: bool = True) -> torch.Tensor:
        if torch.compiler.is_compiling():
            assert (x > 0).all(), "log of a number that is not positive"
        if torch.compiler.is_compiling() or (x > 0).all().item():  # break: FG101
            y = x.log()
        else:
            raise ValueError("log of a number that is not positive")
        if torch.compiler.is_compiling():
            if flag:
                assert torch.logical_not(y.max() > 4)
        if not torch.compiler.is_compiling() and flag and y.max() > 4:  # break: FG101
            raise OverflowError
        elif flag:
            y = y * 2
        return y


def make():
    return Scale()


def inputs():
    return [(torch.tensor([1.0, 2.0]),)]


def raising():
    return [(torch.tensor([1.0, -2.0]),), (torch.tensor([1.0, 200.0]),)]
