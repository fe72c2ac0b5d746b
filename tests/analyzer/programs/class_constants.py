import torch
from torch import nn


class Base(nn.Module):
    layer_cls = None
    use_x = False
    def __init__(self):
        super().__init__()
        self.layer = self.layer_cls(3)
    def forward(self, x):
        y = self.layer(x)
        if self.use_x:
            if y.sum() > 0:  # hit
                return y
        return x
class Lay(nn.Module):
    def __init__(self, n):
        super().__init__()
    def forward(self, x):
        if x.sum() > 0:  # hit
            return x
        return x + 1
class A(Base):
    layer_cls = Lay
    use_x = True
