import numpy as np
import torch
import torchkbnufft as tkbn
from seeded import factories
from torch import nn


def _spokes(spokes=12, samples=32):
    """A golden-angle radial trajectory, as in the package's examples."""
    angles = np.pi * (np.sqrt(5) - 1) / 2 * np.arange(spokes)
    radii = np.linspace(-np.pi, np.pi, samples)
    kx, ky = np.outer(np.cos(angles), radii), np.outer(np.sin(angles), radii)
    return torch.tensor(np.stack((kx.flatten(), ky.flatten())), dtype=torch.float32)


def _image(batch=1, coils=1, size=16, dims=2):
    return torch.randn(batch, coils, *[size] * dims, dtype=torch.complex64)


def _kdata(batch=1, coils=1, count=384):
    return torch.randn(batch, coils, count, dtype=torch.complex64)


class _SparseNufft(nn.Module):
    def __init__(self, size=16):
        super().__init__()
        self.nufft = tkbn.KbNufft(im_size=(size, size))
        self.adjoint = tkbn.KbNufftAdjoint(im_size=(size, size))
        real, imag = tkbn.calc_tensor_spmatrix(_spokes(), im_size=(size, size))
        self.register_buffer("real", real)
        self.register_buffer("imag", imag)

    def forward(self, image, omega):
        mats = (self.real, self.imag)
        return self.adjoint(self.nufft(image, omega, mats), omega, mats)


class _DensityCompensation(nn.Module):
    def forward(self, omega):
        return tkbn.calc_density_compensation_function(ktraj=omega, im_size=(16, 16), num_iterations=5)


class _ToeplitzGram(nn.Module):
    """Forward and backward by an embedded Toeplitz kernel."""

    def __init__(self, weighted=False, size=16):
        super().__init__()
        omega = _spokes()
        weights = torch.rand(1, omega.shape[-1]) if weighted else None
        self.register_buffer(
            "kernel", tkbn.calc_toeplitz_kernel(omega, im_size=(size, size), weights=weights, norm="ortho")
        )
        self.toep = tkbn.ToepNufft()

    def forward(self, image, smaps=None):
        return self.toep(image, self.kernel, smaps=smaps, norm="ortho")


class _ToeplitzKernel(nn.Module):
    def forward(self, omega):
        return tkbn.calc_toeplitz_kernel(omega, im_size=(16, 16))


class _GriddingRecon(nn.Module):
    """Density compensated adjoint: the usual gridding reconstruction."""

    def __init__(self, size=16):
        super().__init__()
        self.size = (size, size)
        self.adjoint = tkbn.KbNufftAdjoint(im_size=self.size, grid_size=(2 * size, 2 * size))

    def forward(self, kdata, omega):
        dcomp = tkbn.calc_density_compensation_function(ktraj=omega, im_size=self.size, num_iterations=3)
        return torch.abs(self.adjoint(kdata * dcomp, omega))


class _ConjugateGradient(nn.Module):
    """SENSE reconstruction by conjugate gradients."""

    def __init__(self, size=16, steps=3):
        super().__init__()
        self.steps = steps
        self.nufft = tkbn.KbNufft(im_size=(size, size))
        self.adjoint = tkbn.KbNufftAdjoint(im_size=(size, size))

    def gram(self, x, omega, smaps):
        return self.adjoint(self.nufft(x, omega, smaps=smaps, norm="ortho"), omega, smaps=smaps, norm="ortho")

    def forward(self, kdata, omega, smaps):
        rhs = self.adjoint(kdata, omega, smaps=smaps, norm="ortho")
        x, r = torch.zeros_like(rhs), rhs
        p, rs = r, tkbn.inner_product(r, r).real
        for _ in range(self.steps):
            ap = self.gram(p, omega, smaps)
            alpha = rs / tkbn.inner_product(p, ap).real
            x, r = x + alpha * p, r - alpha * ap
            new = tkbn.inner_product(r, r).real
            p, rs = r + new / rs * p, new
        return x


class _RealMath(nn.Module):
    def forward(self, a, b):
        product = tkbn.complex_mult(a, b, dim=-1)
        other = tkbn.conj_complex_mult(a, b, dim=-1)
        return tkbn.absolute(product), tkbn.complex_sign(other), tkbn.imag_exp(a[..., 0]), tkbn.inner_product(a, b)


MODELS = {
    "Nufft": lambda: (tkbn.KbNufft(im_size=(16, 16)), (_image(), _spokes())),
    "NufftAdjoint": lambda: (tkbn.KbNufftAdjoint(im_size=(16, 16)), (_kdata(), _spokes())),
    "SparseNufft": lambda: (_SparseNufft(), (_image(), _spokes())),
    "ToeplitzGram": lambda: (_ToeplitzGram(), (_image(),)),
    "Interp": lambda: (
        tkbn.KbInterp(im_size=(16, 16), grid_size=(32, 32)),
        (_image(size=32), _spokes()),
    ),
    "InterpAdjoint": lambda: (
        tkbn.KbInterpAdjoint(im_size=(16, 16), grid_size=(32, 32)),
        (_kdata(), _spokes()),
    ),
    "GriddingRecon": lambda: (_GriddingRecon(), (_kdata(), _spokes())),
    "ConjugateGradient": lambda: (_ConjugateGradient(), (_kdata(coils=4), _spokes(), _image(coils=4))),
    "Nufft3D": lambda: (
        tkbn.KbNufft(im_size=(8, 8, 8), numpoints=4),
        (_image(size=8, dims=3), (torch.rand(3, 100) - 0.5) * 6),
    ),
    "NufftBatchedTrajectory": lambda: (
        tkbn.KbNufft(im_size=(16, 16)),
        (_image(batch=3), torch.stack([_spokes(), _spokes() * 0.9, _spokes() * 0.5])),
    ),
    "NufftRealImage": lambda: (tkbn.KbNufft(im_size=(16, 16)), (torch.randn(1, 1, 16, 16, 2), _spokes())),
    "SenseNufft": lambda: (
        tkbn.KbNufft(im_size=(16, 16)),
        (_image(), _spokes()),
        {"smaps": _image(coils=4), "norm": "ortho"},
    ),
    "DensityCompensation": lambda: (_DensityCompensation(), (_spokes(),)),
    "ToeplitzKernel": lambda: (_ToeplitzKernel(), (_spokes(),)),
    "ToeplitzSense": lambda: (_ToeplitzGram(weighted=True), (_image(), _image(coils=4))),
    "RealMath": lambda: (_RealMath(), (torch.randn(2, 8, 2), torch.randn(2, 8, 2))),
}

__getattr__ = factories(MODELS)
