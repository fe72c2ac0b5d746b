import torch
from torch import nn
from torchjd.aggregation import Krum, Mean, PCGrad


class MeanAggregate(nn.Module):
    def __init__(self):
        super().__init__()
        self.agg = Mean()

    def forward(self, jacobian):
        return self.agg(jacobian)


class KrumAggregate(MeanAggregate):
    def __init__(self):
        super().__init__()
        self.agg = Krum(n_byzantine=1, n_selected=2)


class PCGradAggregate(MeanAggregate):
    def __init__(self):
        super().__init__()
        self.agg = PCGrad()


def MeanAggregate_inputs():
    return [(torch.randn(5, 12),)]


KrumAggregate_inputs = PCGradAggregate_inputs = MeanAggregate_inputs
