import caustics
import torch
from caustics.utils import gaussian, meshgrid
from seeded import factories
from torch import nn

PIXELS = 24
SCALE = 0.2
Z_LENS, Z_SOURCE = 0.5, 1.5


class _Simulate(nn.Module):
    """Renders the image of a lensed source from a vector of its free parameters."""

    def __init__(self, simulator):
        super().__init__()
        self.simulator = simulator

    def forward(self, parameters):
        return self.simulator(parameters)


class _Likelihood(nn.Module):
    """The misfit of simulated images for a batch of parameters to an observed image."""

    def __init__(self, simulator, noise=0.1):
        super().__init__()
        self.simulator = simulator
        self.noise = noise

    def forward(self, parameters, image):
        images = torch.vmap(self.simulator)(parameters)
        return -0.5 * ((images - image) / self.noise).square().sum((-2, -1))


class _Fit(nn.Module):
    """A simulator with learned parameters, and the error of its image."""

    def __init__(self, simulator, start):
        super().__init__()
        self.simulator = simulator
        self.parameters_ = nn.Parameter(start)

    def forward(self, image):
        return nn.functional.mse_loss(self.simulator(self.parameters_), image)


class _Maps(nn.Module):
    """The deflection, convergence, potential and magnification of a lens."""

    def __init__(self, lens):
        super().__init__()
        self.lens = lens

    def forward(self, x, y):
        ax, ay = self.lens.reduced_deflection_angle(x, y)
        return ax, ay, self.lens.convergence(x, y), self.lens.potential(x, y), self.lens.magnification(x, y)


class _Shear(nn.Module):
    """The shear and the time delay of a lens, and where its rays come from."""

    def __init__(self, lens):
        super().__init__()
        self.lens = lens

    def forward(self, x, y):
        bx, by = self.lens.raytrace(x, y)
        shear = self.lens.shear(x, y)
        return bx, by, *shear, self.lens.time_delay(x, y)


class _Rays(nn.Module):
    """Traces rays through lenses in several planes."""

    def __init__(self, lens):
        super().__init__()
        self.lens = lens

    def forward(self, x, y):
        return (*self.lens.raytrace(x, y), *self.lens.effective_reduced_deflection_angle(x, y))


class _Distances(nn.Module):
    """Distances and densities in a flat universe."""

    def __init__(self):
        super().__init__()
        self.cosmology = _cosmology()

    def forward(self, near, far):
        return (
            self.cosmology.angular_diameter_distance(far),
            self.cosmology.angular_diameter_distance_z1z2(near, far),
            self.cosmology.time_delay_distance(near, far),
            self.cosmology.critical_surface_density(near, far),
        )


class _Flux(nn.Module):
    """The flux of a star that a point mass lenses, over a field of view."""

    def __init__(self):
        super().__init__()
        lens = caustics.Point(_cosmology(), z_l=Z_LENS, z_s=Z_SOURCE, x0=0.0, y0=0.0, Rein=1.0)
        source = caustics.StarSource(x0=0.1, y0=0.0, theta_s=0.1, Ie=5.0, gamma=0.6)
        self.simulator = caustics.Microlens(lens=lens, source=source)

    def forward(self, fov):
        return self.simulator(fov=fov, method="grid", N_grid=40)


class _Sources(nn.Module):
    """The sum of several sources of light."""

    def __init__(self):
        super().__init__()
        first = caustics.Sersic(x0=0.0, y0=0.0, q=0.7, phi=0.4, n=1.0, Re=1.0, Ie=2.0, name="disc")
        second = caustics.Sersic(x0=0.0, y0=0.1, q=0.9, phi=0.1, n=4.0, Re=0.4, Ie=5.0, name="bulge")
        self.light = caustics.LightStack(light_models=(first, second))

    def forward(self, x, y):
        return self.light.brightness(x, y)


def _cosmology():
    return caustics.FlatLambdaCDM(name="cosmo")


def _sie(cosmology, **options):
    values = {"x0": 0.0, "y0": 0.0, "q": 0.7, "phi": 0.4, "Rein": 1.0, **options}
    return caustics.SIE(cosmology, z_l=Z_LENS, z_s=Z_SOURCE, s=1e-3, name="lens", **values)


def _sersic(**options):
    values = {"x0": 0.05, "y0": 0.1, "q": 0.8, "phi": 0.7, "n": 1.5, "Re": 0.5, "Ie": 3.0, **options}
    return caustics.Sersic(name="source", **values)


def _simulator(lens, source, **options):
    return caustics.LensSource(lens, source, pixelscale=SCALE, pixels_x=PIXELS, **options)


def _galaxy():
    cosmology = _cosmology()
    return _simulator(_sie(cosmology, q=None, phi=None, Rein=None), _sersic(x0=None, y0=None))


def _blurred():
    cosmology = _cosmology()
    shear = caustics.ExternalShear(
        cosmology, z_l=Z_LENS, z_s=Z_SOURCE, x0=0.0, y0=0.0, gamma_1=0.05, gamma_2=None, name="shear"
    )
    lens = caustics.SinglePlane(cosmology, [_sie(cosmology), shear], z_l=Z_LENS, z_s=Z_SOURCE, name="plane")
    light = caustics.Sersic(x0=0.0, y0=0.0, q=0.7, phi=0.4, n=3.0, Re=0.6, Ie=1.0, name="light")
    psf = gaussian(SCALE / 2, 11, 11, sigma=0.2)
    return _simulator(lens, _sersic(Re=None), lens_light=light, psf=psf, upsample_factor=2)


def _pixelated():
    source = caustics.Pixelated(x0=0.0, y0=0.0, pixelscale=0.1, image=torch.rand(16, 16), shape=(16, 16), name="source")
    return _simulator(_sie(_cosmology(), Rein=None), source, quad_level=3)


def _planes():
    cosmology = _cosmology()
    lenses = [
        caustics.NFW(cosmology, z_l=0.3, z_s=Z_SOURCE, x0=0.2, y0=-0.1, mass=1e12, c=8.0, name="nfw"),
        caustics.SIS(cosmology, z_l=0.7, z_s=Z_SOURCE, x0=-0.3, y0=0.4, Rein=0.6, name="sis"),
        caustics.SIE(cosmology, z_l=1.0, z_s=Z_SOURCE, x0=0.5, y0=0.0, q=0.8, phi=0.2, Rein=0.4, name="sie"),
    ]
    return caustics.Multiplane(cosmology, lenses, z_s=Z_SOURCE, name="planes")


def _power_law():
    return caustics.EPL(
        _cosmology(), z_l=Z_LENS, z_s=Z_SOURCE, x0=0.0, y0=0.0, q=0.8, phi=0.3, Rein=1.2, t=1.1, name="epl"
    )


def _halo():
    return caustics.TNFW(
        _cosmology(), z_l=Z_LENS, z_s=Z_SOURCE, x0=0.0, y0=0.0, mass=1e13, Rs=4.0, tau=3.0, name="tnfw"
    )


def _grid_lens():
    x, y = meshgrid(0.2, 16)
    kappa = 0.5 * torch.exp(-(x**2 + y**2) / 2)
    return caustics.PixelatedConvergence(
        0.2, _cosmology(), z_l=Z_LENS, z_s=Z_SOURCE, convergence_map=kappa, shape=(16, 16), name="map"
    )


def _sky():
    return meshgrid(0.3, 10)


MODELS = {
    "Galaxy": lambda: (_Simulate(_galaxy()), (torch.tensor([0.7, 0.4, 1.1, 0.05, 0.1]),)),
    "Likelihood": lambda: (
        _Likelihood(_galaxy()),
        (torch.rand(3, 5) * 0.2 + torch.tensor([0.6, 0.4, 1.0, 0.0, 0.0]), torch.rand(PIXELS, PIXELS)),
    ),
    "PowerLaw": lambda: (_Maps(_power_law()), _sky()),
    "Blurred": lambda: (_Simulate(_blurred()), (torch.tensor([0.1, 0.6]),)),
    "Planes": lambda: (_Rays(_planes()), _sky()),
    "Ellipsoid": lambda: (_Shear(_sie(_cosmology())), _sky()),
    "PixelatedSource": lambda: (_Simulate(_pixelated()), (torch.tensor([1.1]),)),
    "Halo": lambda: (_Maps(_halo()), _sky()),
    "Fit": lambda: (
        _Fit(_galaxy(), torch.tensor([0.6, 0.5, 1.0, 0.0, 0.1])),
        (torch.rand(PIXELS, PIXELS),),
    ),
    "Cosmology": lambda: (_Distances(), (torch.rand(6) * 0.5 + 0.1, torch.rand(6) + 0.8)),
    "Microlensing": lambda: (_Flux(), (torch.tensor([-1.5, 1.5, -1.5, 1.5]),)),
    "ConvergenceMap": lambda: (_Shear(_grid_lens()), _sky()),
    "Light": lambda: (_Sources(), _sky()),
}

__getattr__ = factories(MODELS)
