import torch
from seeded import factories
from torch import nn
from vector_quantize_pytorch import (
    FSP,
    FSQ,
    LFQ,
    BinaryMapper,
    GroupedResidualVQ,
    HierarchicalVQ,
    LatentQuantize,
    RandomProjectionQuantizer,
    ResidualFSQ,
    ResidualLFQ,
    ResidualSimVQ,
    ResidualVQ,
    Sequential,
    SimVQ,
    VectorQuantize,
)


def _tokens(dim=16):
    return (torch.randn(2, 24, dim),)


def _image(dim=16):
    return (torch.randn(2, dim, 6, 6),)


MODELS = {
    "Vector": lambda: (
        VectorQuantize(dim=16, codebook_size=32, decay=0.8, commitment_weight=1.0),
        _tokens(),
    ),
    "Residual": lambda: (
        ResidualVQ(dim=16, num_quantizers=3, codebook_size=32, stochastic_sample_codes=True, shared_codebook=True),
        _tokens(),
    ),
    "FiniteScalar": lambda: (FSQ([8, 5, 5, 5], dim=16), _tokens()),
    "LookupFree": lambda: (
        LFQ(codebook_size=256, dim=16, entropy_loss_weight=0.1, diversity_gamma=1.0),
        _image(),
    ),
    "CosineHeads": lambda: (
        VectorQuantize(
            dim=16, codebook_size=32, codebook_dim=8, heads=2, separate_codebook_per_head=True, use_cosine_sim=True
        ),
        _tokens(),
    ),
    "GroupedResidual": lambda: (
        GroupedResidualVQ(dim=16, num_quantizers=2, groups=2, codebook_size=32),
        _tokens(),
    ),
    "Sim": lambda: (
        SimVQ(
            dim=16,
            codebook_size=64,
            codebook_transform=nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, 16)),
            channel_first=True,
        ),
        _image(),
    ),
    "Latent": lambda: (LatentQuantize(levels=[5, 5, 8], dim=16), _image()),
    "RandomProjection": lambda: (
        RandomProjectionQuantizer(dim=16, num_codebooks=4, codebook_dim=8, codebook_size=32),
        _tokens(),
    ),
    "ResidualFiniteScalar": lambda: (ResidualFSQ(dim=16, levels=[8, 5, 5, 3], num_quantizers=3), _tokens()),
    "Hierarchical": lambda: (
        HierarchicalVQ(dim=16, codebook_size=32, scales=(1, 2, 3, 6), kmeans_init=False, accept_image_fmap=True),
        _image(),
    ),
    "ResidualLookupFree": lambda: (ResidualLFQ(dim=16, codebook_size=64, num_quantizers=3), _tokens()),
    "ResidualSim": lambda: (ResidualSimVQ(dim=16, num_quantizers=3, codebook_size=32), _tokens()),
    "Perturbation": lambda: (FSP([8, 5, 5, 5], dim=16), _tokens()),
    "Binary": lambda: (BinaryMapper(bits=6), (torch.randn(2, 24, 6),)),
    "AutoEncoder": lambda: (
        Sequential(
            nn.Conv2d(1, 16, 3, stride=2, padding=1),
            nn.GELU(),
            VectorQuantize(dim=16, codebook_size=32, accept_image_fmap=True, rotation_trick=True),
            nn.ConvTranspose2d(16, 1, 4, stride=2, padding=1),
        ),
        (torch.randn(2, 1, 12, 12),),
    ),
}

__getattr__ = factories(MODELS)
