import bayesian_torch.layers as bayes
import torch
from bayesian_torch.models.bayesian import resnet_flipout, resnet_variational, simple_cnn_variational
from bayesian_torch.models.dnn_to_bnn import dnn_to_bnn, get_kl_loss
from seeded import factories
from torch import nn

PRIOR = {
    "prior_mu": 0.0,
    "prior_sigma": 1.0,
    "posterior_mu_init": 0.0,
    "posterior_rho_init": -3.0,
    "type": "Reparameterization",
    "moped_enable": False,
    "moped_delta": 0.5,
}


class Converted(nn.Module):
    """A network made Bayesian by the package, with its loss."""

    def __init__(self, kind):
        super().__init__()
        self.net = nn.Sequential(
            nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(4, 5)
        )
        dnn_to_bnn(self.net, {**PRIOR, "type": kind})

    def forward(self, x, labels):
        logits = self.net(x)
        return nn.functional.cross_entropy(logits, labels) + get_kl_loss(self.net) / x.shape[0]


class ConvertedLSTM(nn.Module):
    def __init__(self, layer):
        super().__init__()
        self.layer = layer
        self.head = bayes.LinearReparameterization(6, 2)

    def forward(self, x):
        hidden, _, kl = self.layer(x)
        out, kl_head = self.head(hidden)
        return out, kl + kl_head


def _image():
    return (torch.randn(2, 3, 8, 8),)


MODELS = {
    "LinearReparameterization": lambda: (bayes.LinearReparameterization(6, 4), (torch.randn(2, 6),)),
    "LinearFlipout": lambda: (bayes.LinearFlipout(6, 4), (torch.randn(2, 6),)),
    "Conv1dReparameterization": lambda: (bayes.Conv1dReparameterization(3, 4, 3), (torch.randn(2, 3, 10),)),
    "Conv1dFlipout": lambda: (bayes.Conv1dFlipout(3, 4, 3), (torch.randn(2, 3, 10),)),
    "Conv2dReparameterization": lambda: (bayes.Conv2dReparameterization(3, 4, 3), _image()),
    "Conv2dFlipout": lambda: (bayes.Conv2dFlipout(3, 4, 3), _image()),
    "Conv3dFlipout": lambda: (bayes.Conv3dFlipout(2, 3, 3), (torch.randn(2, 2, 5, 5, 5),)),
    "ConvTranspose2dReparameterization": lambda: (bayes.ConvTranspose2dReparameterization(3, 4, 3), _image()),
    "ConvTranspose2dFlipout": lambda: (bayes.ConvTranspose2dFlipout(3, 3, 3), _image()),
    "LSTMReparameterization": lambda: (
        ConvertedLSTM(bayes.LSTMReparameterization(5, 6)),
        (torch.randn(2, 4, 5),),
    ),
    "LSTMFlipout": lambda: (ConvertedLSTM(bayes.LSTMFlipout(5, 6)), (torch.randn(2, 4, 5),)),
    "ConvertedReparameterization": lambda: (Converted("Reparameterization"), (*_image(), torch.tensor([0, 3]))),
    "ConvertedFlipout": lambda: (Converted("Flipout"), (*_image(), torch.tensor([0, 3]))),
    "ResNetVariational": lambda: (resnet_variational.resnet20(), (torch.randn(2, 3, 32, 32),)),
    "ResNetFlipout": lambda: (resnet_flipout.resnet20(), (torch.randn(2, 3, 32, 32),)),
    "SimpleCNN": lambda: (
        simple_cnn_variational.SCNN(),
        (torch.randn(2, 1, 28, 28),),
    ),
}

__getattr__ = factories(MODELS)
