import torch
from torch import nn
from vector_quantize_pytorch import FSQ, LFQ, RandomProjectionQuantizer, ResidualVQ, VectorQuantize


class VQAutoencoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.encode = nn.Conv1d(4, 16, 4, stride=2, padding=1)
        self.vq = VectorQuantize(dim=16, codebook_size=32, decay=0.8, commitment_weight=1.0)
        self.decode = nn.ConvTranspose1d(16, 4, 4, stride=2, padding=1)

    def forward(self, x):
        z = self.encode(x).transpose(1, 2)
        z, codes, commit = self.vq(z)
        out = self.decode(z.transpose(1, 2))
        return nn.functional.mse_loss(out, x) + commit.sum(), codes


def VQAutoencoder_inputs():
    return [(torch.randn(2, 4, 32),)]


class FSQBottleneck(nn.Module):
    def __init__(self):
        super().__init__()
        self.inp = nn.Linear(12, 16)
        self.fsq = FSQ(levels=[8, 5, 5], dim=16)
        self.out = nn.Linear(16, 12)

    def forward(self, x):
        z, indices = self.fsq(self.inp(x))
        return self.out(z), indices


def FSQBottleneck_inputs():
    return [(torch.randn(2, 10, 12),), (torch.randn(3, 14, 12),)]


class Residual(nn.Module):
    def __init__(self):
        super().__init__()
        self.rvq = ResidualVQ(dim=16, num_quantizers=3, codebook_size=16)

    def forward(self, x):
        quantized, _indices, losses = self.rvq(x)
        return quantized, losses.sum()


def Residual_inputs():
    return [(torch.randn(2, 12, 16),)]


class LookupFree(nn.Module):
    def __init__(self):
        super().__init__()
        self.lfq = LFQ(codebook_size=64, dim=12, entropy_loss_weight=0.1)

    def forward(self, x):
        quantized, _indices, aux = self.lfq(x)
        return quantized + 0 * aux


def LookupFree_inputs():
    return [(torch.randn(2, 10, 12),)]


class BestRQTargets(nn.Module):
    def __init__(self):
        super().__init__()
        self.quantizer = RandomProjectionQuantizer(dim=20, num_codebooks=2, codebook_dim=8, codebook_size=16)
        self.head = nn.Linear(20, 32)

    def forward(self, x):
        with torch.no_grad():
            labels = self.quantizer(x)
        logits = self.head(x).unflatten(-1, (2, 16))
        return nn.functional.cross_entropy(logits.flatten(0, 2), labels.flatten())


def BestRQTargets_inputs():
    return [(torch.randn(2, 6, 20),)]
