import torch
import torch_harmonics as harmonics
from seeded import factories
from torch import nn
from torch_harmonics.examples import ShallowWaterSolver
from torch_harmonics.examples.pde_sphere import SphereSolver
from torch_harmonics.examples.sfno.models.sfno import SphericalFourierNeuralOperatorNet
from torch_harmonics.quadrature import legendre_gauss_weights
from torch_harmonics.random_fields import GaussianRandomFieldS2

LAT, LON = 16, 32


class _LowPass(nn.Module):
    """A filter of spherical harmonics with learned gains per degree."""

    def __init__(self, grid="equiangular", norm="ortho"):
        super().__init__()
        self.sht = harmonics.RealSHT(LAT, LON, grid=grid, norm=norm)
        self.isht = harmonics.InverseRealSHT(LAT, LON, lmax=self.sht.lmax, mmax=self.sht.mmax, grid=grid, norm=norm)
        self.gain = nn.Parameter(torch.linspace(1, 0, self.sht.lmax))

    def forward(self, x):
        coefficients = self.sht(x)
        return self.isht(coefficients * self.gain[:, None])


class _Spectrum(nn.Module):
    """The angular power spectrum of a field."""

    def __init__(self):
        super().__init__()
        self.sht = harmonics.RealSHT(LAT, LON, grid="legendre-gauss", norm="schmidt", csphase=False)

    def forward(self, x):
        power = self.sht(x).abs() ** 2
        return power[..., 0] + 2 * power[..., 1:].sum(-1)


class _Wind(nn.Module):
    """Splits a wind field into its rotational and divergent parts."""

    def __init__(self):
        super().__init__()
        self.vsht = harmonics.RealVectorSHT(LAT, LON, grid="legendre-gauss")
        self.ivsht = harmonics.InverseRealVectorSHT(
            LAT, LON, lmax=self.vsht.lmax, mmax=self.vsht.mmax, grid="legendre-gauss"
        )

    def forward(self, wind):
        parts = self.vsht(wind)
        zero = torch.zeros_like(parts[..., 0, :, :])
        rotational = torch.stack([parts[..., 0, :, :], zero], -3)
        divergent = torch.stack([zero, parts[..., 1, :, :]], -3)
        return self.ivsht(rotational), self.ivsht(divergent)


class _Autoencoder(nn.Module):
    """A spherical convolutional network with DISCO convolutions down and up."""

    def __init__(self, channels=4):
        super().__init__()
        self.down = harmonics.DiscreteContinuousConvS2(2, channels, (LAT, LON), (LAT // 2, LON // 2), [3])
        self.middle = harmonics.DiscreteContinuousConvS2(
            channels, channels, (LAT // 2, LON // 2), (LAT // 2, LON // 2), [2, 4], groups=2
        )
        self.up = harmonics.DiscreteContinuousConvTransposeS2(
            channels, 2, (LAT // 2, LON // 2), (LAT, LON), [3], bias=False
        )

    def forward(self, x):
        x = nn.functional.gelu(self.down(x))
        x = nn.functional.gelu(self.middle(x))
        return self.up(x)


class _Classifier(nn.Module):
    """Classifies digits on the sphere, whatever their rotation, from the integral of its features."""

    def __init__(self, classes=4):
        super().__init__()
        grids = {"grid_in": "legendre-gauss", "grid_out": "legendre-gauss"}
        self.layers = nn.Sequential(
            harmonics.DiscreteContinuousConvS2(1, 4, (LAT, LON), (LAT, LON), [3, 3], **grids),
            nn.GroupNorm(2, 4),
            nn.GELU(),
            harmonics.DiscreteContinuousConvS2(4, 8, (LAT, LON), (LAT // 2, LON // 2), [3], **grids),
            nn.GELU(),
        )
        _, weights = legendre_gauss_weights(LAT // 2, -1, 1)
        self.register_buffer("weights", torch.as_tensor(weights, dtype=torch.float32)[:, None] / LON)
        self.head = nn.Linear(8, classes)

    def forward(self, x):
        return self.head((self.layers(x) * self.weights).sum((-2, -1)))


class _UNet(nn.Module):
    """Resamples a field, convolves it, and brings it back to its grid."""

    def __init__(self):
        super().__init__()
        self.coarse = harmonics.ResampleS2(LAT, LON, LAT // 2, LON // 2, mode="bilinear")
        self.convolution = nn.Conv2d(3, 3, 3, padding=1, padding_mode="circular")
        self.fine = harmonics.ResampleS2(LAT // 2, LON // 2, LAT, LON)

    def forward(self, x):
        return x + self.fine(torch.relu(self.convolution(self.coarse(x))))


class _Field(nn.Module):
    """Draws random fields, from noise given or not."""

    def __init__(self, count=3):
        super().__init__()
        self.field = GaussianRandomFieldS2(LAT, alpha=2.5, tau=4.0)
        self.count = count

    def forward(self, noise):
        return self.field(self.count), self.field(len(noise), noise)


class _AllenCahn(nn.Module):
    """Explicit steps of a reaction-diffusion equation."""

    def __init__(self, steps=5, pde="allen-cahn"):
        super().__init__()
        self.solver = SphereSolver(LAT, LON, dt=1e-3, grid="equiangular")
        self.steps = steps
        self.pde = pde

    def forward(self, u):
        spectrum = self.solver.grid2spec(u)
        for _ in range(self.steps):
            spectrum = spectrum + self.solver.dt * self.solver.dudtspec(spectrum, pde=self.pde)
        return self.solver.spec2grid(spectrum)


class _Weather(nn.Module):
    """Integrates the shallow water equations from a random initial state."""

    def __init__(self, steps=3):
        super().__init__()
        self.solver = ShallowWaterSolver(LAT, LON, 600, grid="legendre-gauss")
        self.steps = steps

    def forward(self, perturbation):
        state = self.solver.galewsky_initial_condition() * (1 + 1e-4 * perturbation)
        state = self.solver.timestep(state, self.steps)
        return self.solver.spec2grid(state), self.solver.potential_vorticity(state)


class _Forecast(nn.Module):
    """A training step of a neural operator with the loss on the sphere."""

    def __init__(self):
        super().__init__()
        self.model = SphericalFourierNeuralOperatorNet(
            img_size=(LAT, LON),
            grid="legendre-gauss",
            scale_factor=1,
            in_chans=2,
            out_chans=2,
            embed_dim=8,
            num_layers=2,
            normalization_layer="instance_norm",
            pos_embed=True,
        )
        _, weights = legendre_gauss_weights(LAT, -1, 1)
        self.register_buffer("quadrature", torch.as_tensor(weights, dtype=torch.float32)[:, None] * torch.pi / LAT)

    def forward(self, x, target, steps=2):
        for _ in range(steps):
            x = self.model(x)
        error = ((x - target) ** 2 * self.quadrature).sum((-2, -1))
        norm = (target**2 * self.quadrature).sum((-2, -1))
        return (error / norm).mean()


def _operator(**options):
    return SphericalFourierNeuralOperatorNet(
        img_size=(LAT, LON), in_chans=3, out_chans=2, embed_dim=8, num_layers=2, **options
    )


MODELS = {
    "SphericalOperator": lambda: (_operator(scale_factor=2, drop_path_rate=0.1), (torch.randn(2, 3, LAT, LON),)),
    "LowPass": lambda: (_LowPass(), (torch.randn(2, 3, LAT, LON),)),
    "Wind": lambda: (_Wind(), (torch.randn(2, 2, LAT, LON),)),
    "Disco": lambda: (_Autoencoder(), (torch.randn(2, 2, LAT, LON),)),
    "ShallowWater": lambda: (_Weather(), (torch.randn(3, LAT, LON // 2 + 1).abs(),)),
    "Resampling": lambda: (_UNet(), (torch.randn(2, 3, LAT, LON),)),
    "RandomField": lambda: (_Field(), (torch.randn(2, LAT, LAT + 1, dtype=torch.complex64),)),
    "Forecast": lambda: (_Forecast(), (torch.randn(1, 2, LAT, LON), torch.randn(1, 2, LAT, LON))),
    "AllenCahn": lambda: (_AllenCahn(), (torch.randn(LAT, LON, dtype=torch.float64),)),
    "Spectrum": lambda: (_Spectrum(), (torch.randn(4, LAT, LON),)),
    "Classifier": lambda: (_Classifier(), (torch.randn(3, 1, LAT, LON),)),
    "Truncated": lambda: (
        _operator(
            scale_factor=1,
            big_skip=True,
            normalization_layer="layer_norm",
            activation_function="gelu",
            hard_thresholding_fraction=0.5,
            pos_embed="lat",
            drop_rate=0.1,
        ),
        (torch.randn(2, 3, LAT, LON),),
    ),
    "Lobatto": lambda: (_LowPass("lobatto", "four-pi"), (torch.randn(2, LAT, LON),)),
}

__getattr__ = factories(MODELS)
