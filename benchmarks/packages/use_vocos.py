import torch
from seeded import factories
from vocos import discriminators, feature_extractors, heads, loss, models, modules, spectral_ops


def _maps():
    return [[torch.randn(1, 4, 8), torch.randn(1, 8, 4)] for _ in range(2)]


def _scores():
    return [torch.randn(1, 10) for _ in range(2)]


MODELS = {
    "VocosBackbone": lambda: (models.VocosBackbone(20, 16, 32, 2), (torch.randn(1, 20, 12),)),
    "VocosResNetBackbone": lambda: (models.VocosResNetBackbone(20, 16, 2), (torch.randn(1, 20, 12),)),
    "AdaBlock": lambda: (modules.ConvNeXtBlock(16, 32, 0.1, 4), (torch.randn(1, 16, 12), torch.tensor([1]))),
    "ResBlock1": lambda: (modules.ResBlock1(8), (torch.randn(1, 8, 12),)),
    "ISTFTHead": lambda: (heads.ISTFTHead(16, 64, 16), (torch.randn(1, 12, 16),)),
    "ISTFTHeadCenter": lambda: (heads.ISTFTHead(16, 64, 16, padding="center"), (torch.randn(1, 12, 16),)),
    "ISTFT": lambda: (
        spectral_ops.ISTFT(64, 16, 64),
        (torch.randn(1, 33, 12, dtype=torch.complex64),),
    ),
    "MelFeatures": lambda: (
        feature_extractors.MelSpectrogramFeatures(16000, 256, 64, 20),
        (torch.randn(1, 4000),),
    ),
    "MelFeaturesSame": lambda: (
        feature_extractors.MelSpectrogramFeatures(16000, 256, 64, 20, padding="same"),
        (torch.randn(1, 4000),),
    ),
    "PeriodDiscriminator": lambda: (
        discriminators.MultiPeriodDiscriminator((2, 3)),
        (torch.randn(1, 600), torch.randn(1, 600)),
    ),
    "ResolutionDiscriminator": lambda: (
        discriminators.MultiResolutionDiscriminator((256, 128)),
        (torch.randn(1, 2000), torch.randn(1, 2000)),
    ),
    "MelLoss": lambda: (
        loss.MelSpecReconstructionLoss(16000, 256, 64, 20),
        (torch.randn(1, 4000), torch.randn(1, 4000)),
    ),
    "GeneratorLoss": lambda: (loss.GeneratorLoss(), (_scores(),)),
    "DiscriminatorLoss": lambda: (loss.DiscriminatorLoss(), (_scores(), _scores())),
    "FeatureMatching": lambda: (loss.FeatureMatchingLoss(), (_maps(), _maps())),
}

__getattr__ = factories(MODELS)
