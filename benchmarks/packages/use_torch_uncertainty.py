import torch
from seeded import factories
from torch import nn
from torch_uncertainty import losses, methods
from torch_uncertainty.layers import MaskedConv2d, PackedConv2d
from torch_uncertainty.layers.bayesian import BayesConv2d, BayesLinear, LPBNNConv2d
from torch_uncertainty.layers.packed import PackedTransformerEncoderLayer
from torch_uncertainty.models import classification, mlp


def _digit(batch=2):
    return torch.randn(batch, 1, 28, 28)


def _net():
    return nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Dropout(0.2), nn.Linear(16, 3))


class _Elbo(nn.Module):
    """Variational training: the loss draws samples of the model."""

    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(BayesLinear(6, 16), nn.ReLU(), BayesLinear(16, 3))
        self.criterion = losses.ELBOLoss(self.net, nn.CrossEntropyLoss(), kl_weight=1e-3, num_samples=3)

    def forward(self, x, y):
        return self.criterion(x, y)


class _Evidential(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = _net()
        self.criterion = losses.DECLoss(reg_weight=0.01)

    def forward(self, x, y):
        return self.criterion(self.net(x), y)


def _labelled():
    return torch.randn(8, 6), torch.randint(0, 3, (8,))


MODELS = {
    "PackedLeNet": lambda: (
        classification.packed_lenet(1, 4, num_estimators=2, alpha=2, gamma=1),
        (_digit(),),
    ),
    "BayesianLeNet": lambda: (classification.bayesian_lenet(1, 4, num_samples=3), (_digit(),)),
    "BatchEnsembleLeNet": lambda: (classification.batchensemble_lenet(1, 4, num_estimators=2), (_digit(),)),
    "MimoResNet": lambda: (
        classification.mimo_resnet(3, 4, arch=18, num_estimators=2, style="cifar"),
        (torch.randn(2, 3, 16, 16),),
    ),
    "MonteCarloDropout": lambda: (
        methods.mc_dropout(_net(), num_estimators=4, on_batch=False),
        (torch.randn(8, 6),),
    ),
    "DeepEnsemble": lambda: (
        methods.deep_ensembles([_net(), _net()], task="classification"),
        (torch.randn(8, 6),),
    ),
    "NormalMLP": lambda: (mlp.mlp(6, 2, [16], dist_family="normal"), (torch.randn(8, 6),)),
    "PackedConvolution": lambda: (
        PackedConv2d(4, 8, 3, alpha=2, num_estimators=2, minimum_channels_per_group=1),
        (torch.randn(2, 8, 8, 8),),
    ),
    "MaskedConvolution": lambda: (
        MaskedConv2d(12, 8, 3, num_estimators=2, scale=2.0),
        (torch.randn(4, 12, 8, 8),),
    ),
    "BayesianConvolution": lambda: (BayesConv2d(3, 4, 3), (torch.randn(2, 3, 8, 8),)),
    "LatentPosterior": lambda: (LPBNNConv2d(3, 4, 2, 3), (torch.randn(4, 3, 8, 8),)),
    "PackedEncoder": lambda: (
        PackedTransformerEncoderLayer(16, 2, alpha=2, num_estimators=2, dim_feedforward=32, batch_first=True),
        (torch.randn(2, 5, 32),),
    ),
    "Elbo": lambda: (_Elbo(), _labelled()),
    "Evidential": lambda: (_Evidential(), _labelled()),
}

__getattr__ = factories(MODELS)
