# scope: explicit
import torch
from torch import nn


class M(nn.Module):
    def forward(self, x):
        print(x)  # hit
        return x
def main(args):
    model = M()
    model.forward = torch.compile(model.forward, mode="reduce-overhead")
    return model
