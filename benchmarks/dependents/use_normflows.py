import normflows as nf
import torch
from torch import nn


class RealNVP(nn.Module):
    """Negative log likelihood of a RealNVP flow."""

    def __init__(self):
        super().__init__()
        flows = []
        for _ in range(2):
            flows += [
                nf.flows.AffineCouplingBlock(nf.nets.MLP([1, 16, 2], init_zeros=True)),
                nf.flows.Permute(2, mode="swap"),
            ]
        self.flow = nf.NormalizingFlow(nf.distributions.DiagGaussian(2), flows)

    def forward(self, x):
        return self.flow.forward_kld(x)


class Spline(nn.Module):
    def __init__(self):
        super().__init__()
        self.flow = nf.NormalizingFlow(
            nf.distributions.DiagGaussian(4, trainable=False),
            [nf.flows.AutoregressiveRationalQuadraticSpline(4, 1, 16), nf.flows.LULinearPermute(4)],
        )

    def forward(self, x):
        return -self.flow.log_prob(x).mean()


def RealNVP_inputs():
    return [(torch.randn(8, 2),)]


def Spline_inputs():
    return [(torch.randn(8, 4),)]
