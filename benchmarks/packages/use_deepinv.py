import torch
from deepinv import loss, models, optim, physics
from seeded import factories
from torch import nn


def _image(channels=3, size=32):
    return torch.rand(2, channels, size, size)


class Denoise(nn.Module):
    """A model behind a noisy measurement, as in training."""

    def __init__(self, model, operator):
        super().__init__()
        self.model = model
        self.operator = operator

    def forward(self, x):
        y = self.operator(x)
        return self.model(y, self.operator)


class Adjoint(nn.Module):
    def __init__(self, operator, pseudo_inverse=False):
        super().__init__()
        self.operator = operator
        self.pseudo_inverse = pseudo_inverse

    def forward(self, x):
        y = self.operator(x)
        return self.operator.A_dagger(y) if self.pseudo_inverse else self.operator.A_adjoint(y)


class Unfolded(nn.Module):
    """Gradient steps with a learned prior."""

    def __init__(self):
        super().__init__()
        self.operator = physics.BlurFFT((3, 32, 32), filter=physics.blur.gaussian_blur(sigma=(1.0, 1.0)))
        self.fidelity = optim.L2()
        self.prior = models.DnCNN(depth=3, nf=8, pretrained=None)

    def forward(self, y):
        x = self.operator.A_adjoint(y)
        for _ in range(3):
            x = x - 0.1 * self.fidelity.grad(x, y, self.operator)
            x = self.prior(x, 0.05)
        return x


MODELS = {
    "DnCNN": lambda: (models.DnCNN(depth=3, nf=8, pretrained=None), (_image(), 0.1)),
    "DRUNet": lambda: (models.DRUNet(nc=(8, 8, 16, 16), nb=1, pretrained=None), (_image(), 0.1)),
    "DRUNetBatchedSigma": lambda: (
        models.DRUNet(nc=(8, 8, 16, 16), nb=1, pretrained=None),
        (_image(), torch.tensor([0.1, 0.2])),
    ),
    "FFDNet": lambda: (models.FFDNet(n_conv_layers=3, nf=8, img_channels=3, pretrained=None), (_image(), 0.1)),
    "UNet": lambda: (models.UNet(3, 3, scales=2), (_image(),)),
    "AutoEncoder": lambda: (models.AutoEncoder(3 * 32 * 32, dim_mid=16, dim_hid=8), (_image(),)),
    "ConvDecoder": lambda: (models.ConvDecoder((3, 32, 32), layers=3, channels=8), (torch.rand(1, 8, 4, 4),)),
    "ICNN": lambda: (models.ICNN(num_filters=8, num_layers=2), (torch.rand(1, 3, 32, 32),)),
    "Restormer": lambda: (
        models.Restormer(dim=8, num_blocks=(1, 1, 1, 1), num_refinement_blocks=1, heads=(1, 2, 2, 2), pretrained=None),
        (_image(),),
    ),
    "SCUNet": lambda: (
        models.SCUNet(config=(1,) * 7, dim=64, input_resolution=64, pretrained=None),
        (_image(size=64),),
    ),
    "SwinIR": lambda: (
        models.SwinIR(img_size=32, embed_dim=12, depths=(2,), num_heads=(2,), pretrained=None),
        (_image(), 0.1),
    ),
    "MedianFilter": lambda: (models.MedianFilter(kernel_size=3), (_image(),)),
    "BilateralFilter": lambda: (models.BilateralFilter(), (_image(size=16), 0.1)),
    "TVDenoiser": lambda: (models.TVDenoiser(n_it_max=5), (_image(), 0.1)),
    "TGVDenoiser": lambda: (models.TGVDenoiser(n_it_max=5), (_image(), 0.1)),
    "PatchGANDiscriminator": lambda: (models.PatchGANDiscriminator(ndf=8, n_layers=2), (_image(),)),
    "PDNetPrimal": lambda: (models.PDNet_PrimalBlock(nf=8), (torch.rand(1, 5, 16, 16), torch.rand(1, 1, 16, 16))),
    "ArtifactRemoval": lambda: (
        Denoise(
            models.ArtifactRemoval(models.UNet(3, 3, scales=2)),
            physics.Inpainting((3, 32, 32), mask=0.7, noise_model=physics.GaussianNoise(0.05)),
        ),
        (_image(),),
    ),
    "MoDL": lambda: (
        Denoise(
            models.MoDL(models.DnCNN(2, 2, depth=3, nf=8, pretrained=None), num_iter=1),
            physics.MRI(mask=torch.ones(32, 32), img_size=(2, 32, 32)),
        ),
        (_image(2),),
    ),
    "EquivariantDenoiser": lambda: (
        models.EquivariantDenoiser(models.DnCNN(depth=3, nf=8, pretrained=None), random=False),
        (_image(), 0.1),
    ),
    "UnfoldedBlur": lambda: (Unfolded(), (_image(),)),
    "Blur": lambda: (Adjoint(physics.Blur(physics.blur.gaussian_blur(sigma=(1.0, 1.0)))), (_image(),)),
    "Downsampling": lambda: (Adjoint(physics.Downsampling((3, 32, 32), factor=2, filter="bicubic"), True), (_image(),)),
    "Inpainting": lambda: (Adjoint(physics.Inpainting((3, 32, 32), mask=0.5), True), (_image(),)),
    "CompressedSensing": lambda: (Adjoint(physics.CompressedSensing(m=32, img_size=(1, 8, 8)), True), (_image(1, 8),)),
    "Tomography": lambda: (Adjoint(physics.Tomography(angles=8, img_width=16)), (_image(1, 16),)),
    "MultiCoilMRI": lambda: (
        Adjoint(
            physics.MultiCoilMRI(
                mask=torch.ones(32, 32), coil_maps=torch.ones(1, 2, 32, 32, dtype=torch.complex64), img_size=(32, 32)
            )
        ),
        (_image(2),),
    ),
    "PoissonNoise": lambda: (physics.PoissonNoise(gain=0.1), (_image(),)),
    "TVLoss": lambda: (loss.TVLoss(), (_image(),)),
    "SSIMMetric": lambda: (loss.metric.SSIM(), (_image(), _image())),
    "SureGaussian": lambda: (_Sure(), (_image(),)),
}


class _Sure(nn.Module):
    def __init__(self):
        super().__init__()
        self.operator = physics.Denoising(physics.GaussianNoise(0.1))
        self.model = models.ArtifactRemoval(models.UNet(3, 3, scales=2))
        self.objective = loss.SureGaussianLoss(0.1)

    def forward(self, x):
        y = self.operator(x)
        return self.objective(x_net=self.model(y, self.operator), y=y, physics=self.operator, model=self.model)


__getattr__ = factories(MODELS)
