import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        x = x * 2
        text = f"{x.sum()} {x.mean():.3f} {[x.max()]}"
        other = "{} {:.3f} {last}".format(x.sum(), x.mean(), last=x.max())
        shape = str(x.shape) + repr(x.shape) + f"{x.shape!r} {x.dtype!s}" + "%s %d" % (x.dtype, x.shape[0])
        kinds = str(x.dtype) + str(x.device) + str(x.dim()) + str(None) + ", ".join(str(size) for size in x.shape)
        return x + 1, text, other, shape + kinds, "%s of %d" % ("a", 3), str(self.training)


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
