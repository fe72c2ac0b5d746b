import torch
from pypots.nn.modules import (
    autoformer,
    brits,
    crli,
    csdi,
    dlinear,
    film,
    fits,
    grud,
    moderntcn,
    mrnn,
    patchtst,
    revin,
    saits,
    seft,
    stemgnn,
    tcn,
    timesnet,
    transformer,
    usgan,
)
from seeded import factories

STEPS, FEATURES = 12, 5


def _series(width=FEATURES, steps=STEPS):
    return torch.randn(2, steps, width)


def _missing():
    return (torch.rand(2, STEPS, FEATURES) > 0.2).float()


def _direction():
    return {"X": _series(), "missing_mask": _missing(), "deltas": torch.rand(2, STEPS, FEATURES)}


def _both():
    return {"forward": _direction(), "backward": _direction()}


def _attention():
    return transformer.ScaledDotProductAttention(4.0, 0.1)


MODELS = {
    "SAITS": lambda: (
        saits.BackboneSAITS(STEPS, FEATURES, 1, 16, 2, 8, 8, 32, 0.1, 0.1),
        (_series(), _missing()),
    ),
    "BRITS": lambda: (brits.BackboneBRITS(STEPS, FEATURES, 8), (_both(),)),
    "TimesNet": lambda: (timesnet.BackboneTimesNet(1, STEPS, 0, 2, 8, 16, 2), (_series(8),)),
    "CSDI": lambda: (
        csdi.BackboneCSDI(1, 2, 8, FEATURES, 8, 4, 16, False, 3, "quad", 0.0001, 0.5),
        (
            torch.randn(2, FEATURES, STEPS),
            (torch.rand(2, FEATURES, STEPS) > 0.3).float(),
            torch.randn(2, 13, FEATURES, STEPS),
            2,
        ),
    ),
    "MRNN": lambda: (mrnn.BackboneMRNN(STEPS, FEATURES, 8), (_both(),)),
    "GRUD": lambda: (
        grud.BackboneGRUD(STEPS, FEATURES, 8),
        (_series(), _missing(), torch.rand(2, STEPS, FEATURES), torch.randn(2, FEATURES), _series()),
    ),
    "StemGNN": lambda: (stemgnn.BackboneStemGNN(FEATURES, 2, STEPS, 2, STEPS), (_series(),)),
    "SeFT": lambda: (seft.BackboneSeFT(STEPS, FEATURES, 3, 1, 2, 16, 32), (_series(), _missing())),
    "FiLM": lambda: (
        film.BackboneFiLM(STEPS, FEATURES, STEPS, [8], [1, 2], 4, 0.5, 0),
        (_series(),),
    ),
    "USGAN": lambda: (usgan.BackboneUSGAN(STEPS, FEATURES, 8, 1.0), (_both(),)),
    "CRLI": lambda: (
        crli.BackboneCRLI(STEPS, FEATURES, 2, 8, None),
        (_series(), _missing()),
    ),
    "AutoCorrelation": lambda: (
        autoformer.AutoCorrelation(factor=2),
        tuple(torch.randn(2, STEPS, 2, 8) for _ in range(3)),
    ),
    "AutoformerLayer": lambda: (
        autoformer.AutoformerEncoderLayer(autoformer.AutoCorrelation(), 16, 2, 32, 3),
        (_series(16),),
    ),
    "FITS": lambda: (fits.BackboneFITS(STEPS, FEATURES, 4, 5, True), (_series(),)),
    "ModernTCN": lambda: (
        moderntcn.BackboneModernTCN(
            16, FEATURES, FEATURES, 4, 2, 2, 2, [1, 1], [5, 5], [3, 3], [8, 8], use_multi_scale=False
        ),
        (torch.randn(2, FEATURES, 16),),
    ),
    "DLinear": lambda: (dlinear.BackboneDLinear(STEPS, FEATURES, True), (_series(), _series())),
    "PatchEmbedding": lambda: (patchtst.PatchEmbedding(16, 4, 2, 2, 0.1), (torch.randn(2, FEATURES, STEPS),)),
    "TransformerLayer": lambda: (
        transformer.TransformerEncoderLayer(_attention(), 16, 2, 8, 8, 32),
        (_series(16), torch.ones(2, STEPS, STEPS).tril()),
    ),
    "TCN": lambda: (tcn.BackboneTCN(FEATURES, [8, 8]), (torch.randn(2, FEATURES, STEPS),)),
    "RevIN": lambda: (revin.RevIN(FEATURES), (_series(), _missing())),
}

__getattr__ = factories(MODELS)
