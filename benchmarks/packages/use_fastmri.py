import fastmri
import torch
from fastmri import models
from fastmri.data import transforms
from fastmri.data.subsample import create_mask_for_mask_type
from fastmri.losses import SSIMLoss
from fastmri.models.policy import LOUPEPolicy, StraightThroughPolicy
from fastmri.models.varnet import NormUnet, SensitivityModel, VarNetBlock
from seeded import factories
from torch import nn

COILS, SIZE = 4, 32


class _Training(nn.Module):
    """A variational network with the loss of its training: structural similarity of the cropped images."""

    def __init__(self):
        super().__init__()
        self.varnet = _varnet()
        self.loss = SSIMLoss()

    def forward(self, masked_kspace, mask, target, max_value):
        output = self.varnet(masked_kspace, mask)
        target, output = transforms.center_crop_to_smallest(target, output)
        return self.loss(output.unsqueeze(1), target.unsqueeze(1), data_range=max_value)


class _Baseline(nn.Module):
    """The U-Net baseline: images from k-space, cropped and normalized, and the net's images in their units."""

    def __init__(self, crop=24):
        super().__init__()
        self.crop = (crop, crop)
        self.unet = models.Unet(1, 1, chans=8, num_pool_layers=2, drop_prob=0.1)

    def forward(self, masked_kspace):
        image = transforms.complex_center_crop(fastmri.ifft2c(masked_kspace), self.crop)
        image = fastmri.rss(fastmri.complex_abs(image), dim=1)
        image, mean, std = transforms.normalize_instance(image, eps=1e-11)
        image = image.clamp(-6, 6)
        return self.unet(image.unsqueeze(1)).squeeze(1) * std + mean


class _ZeroFilled(nn.Module):
    """Combines coils, with the maps of their sensitivity or by the root sum of squares."""

    def forward(self, masked_kspace, maps):
        image = fastmri.ifft2c(masked_kspace)
        combined = fastmri.complex_mul(image, fastmri.complex_conj(maps)).sum(1)
        return fastmri.complex_abs(combined), fastmri.rss_complex(image, dim=1)


class _Unrolled(nn.Module):
    """Cascades of a variational network, with maps of the coils that are known."""

    def __init__(self, cascades=2):
        super().__init__()
        self.cascades = nn.ModuleList(VarNetBlock(NormUnet(4, 2)) for _ in range(cascades))

    def forward(self, masked_kspace, mask, maps):
        kspace = masked_kspace.clone()
        for cascade in self.cascades:
            kspace = cascade(kspace, masked_kspace, mask, maps)
        return fastmri.complex_abs(fastmri.ifft2c(kspace))


def _varnet(**settings):
    return models.VarNet(**({"num_cascades": 2, "sens_chans": 4, "sens_pools": 2, "chans": 4, "pools": 2} | settings))


def _adaptive(**settings):
    sizes = {"sens_chans": 4, "sens_pools": 2, "chans": 4, "pools": 2, "crop_size": (SIZE, SIZE)}
    return models.AdaptiveVarNet(budget=8, num_cascades=3, policy_fc_size=16, **sizes, **settings)


def _kspace():
    image = torch.rand(2, 1, SIZE, SIZE, 2) * torch.rand(2, COILS, 1, 1, 2)
    return fastmri.fft2c(image)


def _mask(name="random"):
    mask = create_mask_for_mask_type(name, [0.25], [4])
    lines, _ = mask((1, 1, 1, SIZE, 1), seed=1)
    return lines.expand(2, 1, 1, SIZE, 1).bool()


def _masked(name="random"):
    mask = _mask(name)
    return _kspace() * mask + 0.0, mask


def _full():
    kspace = _kspace()
    mask = _mask()
    return kspace, kspace * mask, mask.float()


def _maps():
    maps = torch.randn(2, COILS, SIZE, SIZE, 2)
    return maps / fastmri.rss_complex(maps, dim=1).unsqueeze(-1).unsqueeze(1)


MODELS = {
    "Variational": lambda: (_varnet(), _masked()),
    "Baseline": lambda: (_Baseline(), (_masked()[0],)),
    "Adaptive": lambda: (_adaptive(), _full()),
    "Training": lambda: (
        _Training(),
        (*_masked("equispaced"), torch.rand(2, 24, 24), torch.ones(2)),
    ),
    "Sensitivity": lambda: (SensitivityModel(4, 2), (*_masked(), 6)),
    "Unet": lambda: (models.Unet(2, 2, chans=8, num_pool_layers=3), (torch.randn(2, 2, 32, 24),)),
    "Loupe": lambda: (_adaptive(loupe_mask=True, num_actions=SIZE), _full()),
    "ZeroFilled": lambda: (_ZeroFilled(), (_masked()[0], _maps())),
    "Unrolled": lambda: (_Unrolled(), (*_masked("magic"), _maps())),
    "LearnedMask": lambda: (LOUPEPolicy(SIZE, 8), (_mask().float(), _kspace())),
    "Policy": lambda: (
        StraightThroughPolicy(6, (SIZE, SIZE), fc_size=16, use_softplus=False, activation="elu"),
        (torch.randn(2, 2, SIZE, SIZE), _mask().float().view(2, 1, 1, SIZE, 1)),
    ),
}

__getattr__ = factories(MODELS)
