import torch
from compressai import entropy_models, latent_codecs, layers, losses
from compressai.layers import pointcloud
from compressai.models import google, sensetime, vbr, waseda
from compressai.models.pointcloud import sfu_pointnet
from compressai.models.video import ScaleSpaceFlow as Flow
from seeded import factories


def _image(size=64):
    return (torch.rand(1, 3, size, size),)


def _reconstruction():
    output = {
        "x_hat": torch.rand(1, 3, 32, 32),
        "likelihoods": {"y": torch.rand(1, 8, 2, 2) + 0.01, "z": torch.rand(1, 8, 1, 1) + 0.01},
    }
    return output, torch.rand(1, 3, 32, 32)


MODELS = {
    "FactorizedPrior": lambda: (google.FactorizedPrior(16, 24), _image()),
    "ScaleHyperprior": lambda: (google.ScaleHyperprior(16, 24), _image()),
    "Autoregressive": lambda: (google.JointAutoregressiveHierarchicalPriors(16, 24), _image()),
    "Cheng2020Attention": lambda: (waseda.Cheng2020Attention(16), _image()),
    "Elic2022": lambda: (sensetime.Elic2022Official(16, 32, groups=[4, 4, 8, 16]), _image()),
    "Checkerboard": lambda: (sensetime.Cheng2020AnchorCheckerboard(16), _image()),
    "ScaleSpaceFlow": lambda: (Flow(num_levels=2), ([torch.rand(1, 3, 128, 128) for _ in range(2)],)),
    "EntropyBottleneck": lambda: (entropy_models.EntropyBottleneck(8), (torch.randn(1, 8, 4, 4),)),
    "GaussianConditional": lambda: (
        entropy_models.GaussianConditional([0.11, 0.5, 1.0, 4.0]),
        (torch.randn(1, 8, 4, 4), torch.rand(1, 8, 4, 4) + 0.1, torch.randn(1, 8, 4, 4)),
    ),
    "HyperpriorVbr": lambda: (vbr.ScaleHyperpriorVbr(16, 24), _image()),
    "MeanScaleVbr": lambda: (vbr.MeanScaleHyperpriorVbr(16, 24), _image(), {"stage": 1}),
    "PointNetPcc": lambda: (
        sfu_pointnet.PointNetReconstructionPccModel(
            64, {"g_a": [3, 16, 16, 16, 16, 32], "g_s": [32, 32, 64, 192]}, {"g_a": [1, 1, 1, 1, 1]}
        ),
        ({"pos": torch.randn(2, 64, 3)},),
    ),
    "SetAbstraction": lambda: (
        pointcloud.pointnet2.PointNetSetAbstraction(None, None, None, 3, [8, 16], True),
        (torch.rand(2, 3, 64), None),
    ),
    "RateDistortion": lambda: (losses.RateDistortionLoss(), _reconstruction()),
    "GDN": lambda: (layers.GDN(8), (torch.randn(1, 8, 8, 8),)),
    "MaskedConv": lambda: (layers.MaskedConv2d(8, 16, 5, padding=2), (torch.randn(1, 8, 8, 8),)),
    "GaussianLatent": lambda: (
        latent_codecs.GaussianConditionalLatentCodec(quantizer="ste"),
        (torch.randn(1, 8, 4, 4), torch.rand(1, 16, 4, 4)),
    ),
}

__getattr__ = factories(MODELS)
