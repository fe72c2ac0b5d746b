import torch
from torch import nn


class M(nn.Module):
    def forward(self, x):
        return x
if __name__ == "__main__":
    m = torch.compile(M())
    print(m(torch.ones(3)))
