import torch
from nflows.distributions.normal import StandardNormal
from nflows.flows.base import Flow
from nflows.transforms.autoregressive import MaskedAffineAutoregressiveTransform
from nflows.transforms.base import CompositeTransform
from nflows.transforms.permutations import ReversePermutation
from nflows.transforms.standard import PointwiseAffineTransform
from nflows.transforms.svd import SVDLinear
from torch import nn


class MAF(nn.Module):
    def __init__(self):
        super().__init__()
        transform = CompositeTransform([ReversePermutation(4), MaskedAffineAutoregressiveTransform(4, 8)])
        self.flow = Flow(transform, StandardNormal([4]))

    def forward(self, x):
        return -self.flow.log_prob(x).mean()


class Whitening(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = PointwiseAffineTransform(torch.zeros(4), torch.full((4,), 2.0))
        self.linear = SVDLinear(4, num_householder=2)

    def forward(self, x):
        y, a = self.scale(x)
        y, b = self.linear(y)
        return y, a + b


def MAF_inputs():
    return [(torch.randn(8, 4),)]


Whitening_inputs = MAF_inputs
