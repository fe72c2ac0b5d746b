import torch
from pyiqa.archs.cnniqa_arch import CNNIQA
from pyiqa.archs.fsim_arch import FSIM
from pyiqa.archs.mad_arch import MAD
from pyiqa.archs.nlpd_arch import NLPD
from pyiqa.archs.pieapp_arch import PieAPP
from pyiqa.archs.piqe_arch import PIQE
from pyiqa.archs.ssim_arch import CW_SSIM, MS_SSIM
from pyiqa.archs.topiq_arch import CFANet
from pyiqa.archs.vif_arch import VIF
from pyiqa.archs.vsi_arch import VSI
from pyiqa.archs.wadiqam_arch import WaDIQaM
from pyiqa.losses.losses import CharbonnierLoss
from seeded import factories
from torch import nn


class _Restoration(nn.Module):
    """Removes noise, and is trained with a pixel loss and a metric."""

    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.ReLU(), nn.Conv2d(8, 3, 3, padding=1))
        self.pixel = CharbonnierLoss(loss_weight=1.0)
        self.metric = MS_SSIM()

    def forward(self, noisy, clean):
        restored = (noisy + self.net(noisy)).clamp(0, 1)
        return self.pixel(restored, clean) + 1 - self.metric(restored, clean).mean()


def _pair(size=64):
    image = torch.rand(2, 3, size, size)
    return (image + 0.1 * torch.randn_like(image)).clamp(0, 1), image


def _topiq():
    return CFANet("resnet18", backbone_pretrain=False, inter_dim=32, num_heads=2, pretrained=False)


MODELS = {
    "TOPIQ": lambda: (_topiq(), _pair()),
    "ComplexWavelet": lambda: (CW_SSIM(level=3, ori=4), _pair(96)),
    "FeatureSimilarity": lambda: (FSIM(), _pair()),
    "Restored": lambda: (_Restoration(), _pair(192)),
    "CNN": lambda: (CNNIQA(n_kers=8, n1_nodes=16, n2_nodes=16, pretrained=None), (torch.rand(2, 3, 64, 64),)),
    "WeightedPatches": lambda: (WaDIQaM(pretrained=False, train_patch_num=4), _pair()),
    "Information": lambda: (VIF(), _pair(128)),
    "Pyramid": lambda: (NLPD(channels=1, k=4), _pair()),
    "Distortion": lambda: (MAD(), _pair(128)),
    "Perception": lambda: (PIQE(), (torch.rand(1, 3, 64, 64),)),
    "Saliency": lambda: (VSI(), _pair()),
    "Preference": lambda: (PieAPP(pretrained=False), _pair(96)),
}

__getattr__ = factories(MODELS)
