import torch
from seeded import factories
from selfeeg import losses, models, ssl
from torch import nn

CHANS, SAMPLES, FS, CLASSES = 8, 256, 64, 4


class _Contrastive(nn.Module):
    """The SimCLR loss of two views of a batch of EEG windows."""

    def __init__(self):
        super().__init__()
        encoder = models.EEGNetEncoder(CHANS, kernLength=32, F1=4, F2=8)
        features = encoder(torch.randn(2, CHANS, SAMPLES)).shape[-1]
        self.model = ssl.SimCLR(encoder, [features, 32, 16])

    def forward(self, first, second):
        return losses.simclr_loss(self.model(torch.cat((first, second))))


class _Siamese(nn.Module):
    """The SimSiam loss of two views of a batch of EEG windows."""

    def __init__(self):
        super().__init__()
        encoder = models.ShallowNetEncoder(CHANS, F=8, K1=15, Pool=30)
        features = encoder(torch.randn(2, CHANS, SAMPLES)).shape[-1]
        self.model = ssl.SimSiam(encoder, [features, 32, 16], [16, 8, 16])

    def forward(self, first, second):
        projections, predictions = [], []
        for view in (first, second):
            projections.append(self.model.projection_head(self.model.encoder(view)))
            predictions.append(self.model.predictor(projections[-1]))
        (z1, z2), (p1, p2) = projections, predictions
        return losses.simsiam_loss(p1, z1.detach(), p2, z2.detach())


def _windows():
    return (torch.randn(4, CHANS, SAMPLES),)


MODELS = {
    "EEGNet": lambda: (models.EEGNet(CLASSES, CHANS, SAMPLES, kernLength=32), _windows()),
    "Contrastive": lambda: (_Contrastive(), (*_windows(), *_windows())),
    "ATCNet": lambda: (models.ATCNet(CLASSES, CHANS, SAMPLES, FS), _windows()),
    "FBCNet": lambda: (models.FBCNet(CLASSES, CHANS, SAMPLES, FS, FilterBands=5, D=4), _windows()),
    "TinySleepNet": lambda: (models.TinySleepNet(CLASSES, 1, 100, F=16, hidden_lstm=16), (torch.randn(2, 1, 3000),)),
    "EEGSym": lambda: (models.EEGSym(2, CHANS, SAMPLES, FS, scales_time=(250, 125, 63)), _windows()),
    "EEGConformer": lambda: (
        models.EEGConformer(CLASSES, CHANS, SAMPLES, F=16, d_model=16, nlayers=2, nheads=4, dim_feedforward=32),
        _windows(),
    ),
    "Siamese": lambda: (_Siamese(), (*_windows(), *_windows())),
    "ResNet1D": lambda: (models.ResNet1D(CLASSES, CHANS, SAMPLES, Layers=[1, 1, 1, 1], inplane=8), _windows()),
    "XEEGNet": lambda: (
        models.xEEGNet(CLASSES, CHANS, 2 * SAMPLES, 2 * FS, K1=63, Pool=30),
        (torch.randn(4, CHANS, 2 * SAMPLES),),
    ),
    "TransformEEG": lambda: (models.TransformEEG(CLASSES, CHANS), _windows()),
}

__getattr__ = factories(MODELS)
