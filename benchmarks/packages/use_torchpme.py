import torch
import torchpme
from seeded import factories
from torch import nn
from torchpme.lib import KSpaceFilter, KSpaceKernel, MeshInterpolator

CELL = 6.0


class _Energy(nn.Module):
    """The energy of a system, from positions of charged particles, as the tutorials compute it."""

    def __init__(self, calculator, cutoff=3.0, prefactor=torchpme.prefactors.eV_A):
        super().__init__()
        self.calculator = calculator
        self.cutoff = cutoff
        self.prefactor = prefactor

    def forward(self, charges, cell, positions, pairs):
        vectors = positions[pairs[:, 1]] - positions[pairs[:, 0]]
        distances = torch.linalg.norm(vectors, dim=-1)
        potential = self.calculator(
            charges=charges, cell=cell, positions=positions, neighbor_indices=pairs, neighbor_distances=distances
        )
        return self.prefactor * (potential * charges).sum(), potential


class _Learned(nn.Module):
    """Charges predicted by a network from features of atoms, and their potential."""

    def __init__(self, calculator, features=5):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(features, 16), nn.SiLU(), nn.Linear(16, 2))
        self.calculator = calculator

    def forward(self, features, cell, positions, pairs, distances):
        charges = self.net(features)
        charges = charges - charges.mean(0, keepdim=True)
        return self.calculator(charges, cell, positions, pairs, distances)


class _Features(nn.Module):
    """Descriptors of atoms: filtered densities on a mesh, back at the positions."""

    def __init__(self, cell, mesh=(8, 8, 8)):
        super().__init__()
        mesh = torch.tensor(mesh)
        self.interpolator = MeshInterpolator(cell, mesh, interpolation_nodes=3, method="P3M")
        self.filter = KSpaceFilter(cell, mesh, kernel=_Gaussian(0.8), fft_norm="backward", ifft_norm="forward")

    def forward(self, weights, positions):
        self.interpolator.compute_weights(positions)
        mesh = self.interpolator.points_to_mesh(weights)
        return self.interpolator.mesh_to_points(self.filter(mesh))


class _Gaussian(KSpaceKernel):
    """A Gaussian smearing of a given width."""

    def __init__(self, sigma):
        super().__init__()
        self.sigma = sigma

    def kernel_from_k_sq(self, k_sq):
        return torch.exp(-k_sq * self.sigma**2 / 2)


class _Curve(nn.Module):
    """A potential and its parts of short and long range, at distances and wave vectors."""

    def __init__(self, potential):
        super().__init__()
        self.potential = potential

    def forward(self, distances, k_sq):
        return (
            self.potential.from_dist(distances),
            self.potential.sr_from_dist(distances),
            self.potential.lr_from_dist(distances),
            self.potential.kernel_from_k_sq(k_sq),
            self.potential.self_contribution(),
        )


class _Dipoles(nn.Module):
    """The energy of dipoles in a periodic cell."""

    def __init__(self):
        super().__init__()
        self.calculator = torchpme.CalculatorDipole(
            torchpme.PotentialDipole(smearing=1.0), full_neighbor_list=True, lr_wavelength=2.0
        )

    def forward(self, dipoles, cell, positions, pairs, vectors):
        fields = self.calculator(dipoles, cell, positions, pairs, vectors)
        return fields, (fields * dipoles).sum()


def _positions(count=8):
    # a distorted lattice, so that no particles are close to each other
    grid = torch.cartesian_prod(*[torch.arange(2.0)] * 3) * (CELL / 2) + 0.5
    return grid[:count] + torch.rand(count, 3) * 0.6


def _pairs(positions, cutoff=5.0, full=False):
    distance = torch.cdist(positions, positions)
    near = (distance < cutoff) & ~torch.eye(len(positions), dtype=torch.bool)
    near = near if full else near.triu()
    return near.nonzero()


def _system(channels=1):
    positions = _positions()
    charges = torch.tensor([1.0, -1.0] * 4).unsqueeze(1) * torch.linspace(1, 0.5, channels)
    return charges, torch.eye(3) * CELL, positions, _pairs(positions)


def _atoms(full=False):
    positions = _positions()
    pairs = _pairs(positions, full=full)
    distances = torch.linalg.norm(positions[pairs[:, 1]] - positions[pairs[:, 0]], dim=-1)
    return torch.randn(8, 5), torch.eye(3) * CELL, positions, pairs, distances


def _dipoles():
    positions = _positions()
    pairs = _pairs(positions, full=True)
    return torch.randn(8, 3), torch.eye(3) * CELL, positions, pairs, positions[pairs[:, 1]] - positions[pairs[:, 0]]


def _combined():
    potentials = [
        torchpme.CoulombPotential(smearing=1.0),
        torchpme.InversePowerLawPotential(exponent=6, smearing=1.0),
    ]
    return torchpme.CombinedPotential(potentials, initial_weights=torch.tensor([1.0, -0.1]), smearing=1.0)


def _spline():
    r = torch.logspace(-2, 1.5, 120)
    k = torch.logspace(-2, 1.5, 120)
    exact = torchpme.CoulombPotential(smearing=1.0)
    return torchpme.SplinePotential(
        r_grid=r,
        y_grid=exact.lr_from_dist(r),
        k_grid=k,
        yhat_grid=exact.lr_from_k_sq(k**2),
        reciprocal=True,
        y_at_zero=float(exact.self_contribution()),
        smearing=1.0,
    )


MODELS = {
    "Ewald": lambda: (
        _Energy(torchpme.EwaldCalculator(torchpme.CoulombPotential(smearing=1.0), lr_wavelength=1.5)),
        _system(),
    ),
    "ParticleMesh": lambda: (
        _Energy(torchpme.PMECalculator(torchpme.CoulombPotential(smearing=1.0), mesh_spacing=0.8)),
        _system(channels=2),
    ),
    "ParticleParticle": lambda: (
        _Energy(torchpme.P3MCalculator(torchpme.CoulombPotential(smearing=1.0), mesh_spacing=0.8)),
        _system(),
    ),
    "MeshFeatures": lambda: (_Features(torch.eye(3) * CELL), (torch.randn(8, 2), _positions())),
    "Dispersion": lambda: (
        _Energy(
            torchpme.EwaldCalculator(
                torchpme.InversePowerLawPotential(exponent=6, smearing=1.0, exclusion_radius=2.0), lr_wavelength=1.5
            ),
            prefactor=1.0,
        ),
        _system(),
    ),
    "Combined": lambda: (
        _Energy(torchpme.EwaldCalculator(_combined(), lr_wavelength=1.5), prefactor=1.0).double(),
        tuple(x.double() if x.is_floating_point() else x for x in _system()),
    ),
    "LearnedCharges": lambda: (
        _Learned(
            torchpme.PMECalculator(
                torchpme.CoulombPotential(smearing=1.0),
                mesh_spacing=1.0,
                interpolation_nodes=3,
                full_neighbor_list=True,
            )
        ),
        _atoms(full=True),
    ),
    "Dipoles": lambda: (_Dipoles(), _dipoles()),
    "Direct": lambda: (
        _Energy(torchpme.Calculator(torchpme.CoulombPotential(smearing=None)), prefactor=torchpme.prefactors.kJmol),
        _system(),
    ),
    "Splines": lambda: (
        _Learned(torchpme.P3MCalculator(_spline(), mesh_spacing=1.0, interpolation_nodes=3)),
        _atoms(),
    ),
    "Curves": lambda: (
        _Curve(torchpme.InversePowerLawPotential(exponent=3, smearing=0.7)),
        (torch.linspace(0.5, 5, 20), torch.linspace(0.1, 4, 15)),
    ),
}

__getattr__ = factories(MODELS)
