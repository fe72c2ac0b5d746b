import torch
from denoising_diffusion_pytorch import GaussianDiffusion, Unet, Unet1D
from torch import nn


class DDPM(nn.Module):
    def __init__(self):
        super().__init__()
        unet = Unet(dim=16, dim_mults=(1, 2), channels=1, attn_heads=1, attn_dim_head=8, flash_attn=False)
        self.diffusion = GaussianDiffusion(unet, image_size=16, timesteps=20)

    def forward(self, x):
        return self.diffusion(x)


class Denoiser1D(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = Unet1D(dim=16, dim_mults=(1, 2), channels=2)

    def forward(self, x, t):
        return self.net(x, t)


def DDPM_inputs():
    return [(torch.rand(2, 1, 16, 16),)]


def Denoiser1D_inputs():
    return [(torch.randn(2, 2, 16), torch.tensor([1, 5]))]
