import cheetah
import torch
from seeded import factories
from torch import nn


def _t(*values):
    return torch.tensor(values[0] if len(values) == 1 else values)


def _beam(count=200, energy=6e6):
    return cheetah.ParticleBeam.from_parameters(
        num_particles=count,
        sigma_x=_t(1.75e-4),
        sigma_px=_t(2e-4),
        sigma_y=_t(1.75e-4),
        sigma_py=_t(2e-4),
        sigma_tau=_t(8e-6),
        sigma_p=_t(2.3e-3),
        energy=_t(energy),
        total_charge=_t(1e-12),
    )


def _moments(beam):
    return beam.mu_x, beam.sigma_x, beam.mu_y, beam.sigma_y, beam.energy


class _Track(nn.Module):
    """Tracks a beam through a lattice, and returns its particles and their moments."""

    def __init__(self, lattice):
        super().__init__()
        self.lattice = lattice

    def forward(self, beam):
        outgoing = self.lattice(beam)
        return outgoing.particles, outgoing.survival_probabilities, *_moments(outgoing)


class _Moments(nn.Module):
    """Tracks the mean and the covariance of a beam."""

    def __init__(self, lattice):
        super().__init__()
        self.lattice = lattice

    def forward(self, mu, cov, energy):
        outgoing = self.lattice(cheetah.ParameterBeam(mu, cov, energy))
        return outgoing.mu, outgoing.cov, *_moments(outgoing)


class _Tuning(nn.Module):
    """Sets the magnets of the ARES experimental area, and returns the distance of the beam from a target."""

    def __init__(self):
        super().__init__()
        self.lattice = _experimental_area()
        self.target = nn.Buffer(_t(0.0, 1e-4, 0.0, 1e-4))

    def forward(self, beam, strengths):
        first, second, vertical, third, horizontal = strengths.unbind(-1)
        self.lattice.AREAMQZM1.k1 = first
        self.lattice.AREAMQZM2.k1 = second
        self.lattice.AREAMCVM1.angle = vertical
        self.lattice.AREAMQZM3.k1 = third
        self.lattice.AREAMCHM1.angle = horizontal
        outgoing = self.lattice.track(beam)
        reached = torch.stack([outgoing.mu_x, outgoing.sigma_x, outgoing.mu_y, outgoing.sigma_y], -1)
        return (reached - self.target).abs().mean(-1)


class _Diagnostics(nn.Module):
    """Reads a beam position monitor and a screen at the end of a lattice."""

    def __init__(self, method):
        super().__init__()
        self.lattice = cheetah.Segment(
            [
                cheetah.Drift(length=_t(0.3)),
                cheetah.HorizontalCorrector(length=_t(0.02), angle=_t(2e-4)),
                cheetah.BPM(is_active=True, name="monitor"),
                cheetah.Drift(length=_t(0.5)),
                cheetah.Screen(
                    resolution=(40, 30),
                    pixel_size=_t(1e-4, 1e-4),
                    method=method,
                    kde_bandwidth=_t(1e-4),
                    is_active=True,
                    name="screen",
                ),
            ]
        )

    def forward(self, beam):
        outgoing = self.lattice(beam)
        return self.lattice.monitor.reading, self.lattice.screen.reading, outgoing.sigma_x


class _Envelope(nn.Module):
    """The sizes of a beam along a lattice."""

    def __init__(self, lattice):
        super().__init__()
        self.lattice = lattice

    def forward(self, beam):
        return self.lattice.get_beam_attrs_along_segment(("sigma_x", "sigma_y", "beta_x"), beam, resolution=0.1)


class _Fit(nn.Module):
    """Quadrupoles whose strengths are learned, and the error of the beam that they focus."""

    def __init__(self):
        super().__init__()
        self.lattice = cheetah.Segment(
            [
                cheetah.Quadrupole(length=_t(0.1), k1=nn.Parameter(_t(4.0)), name="focus"),
                cheetah.Drift(length=_t(0.4)),
                cheetah.Quadrupole(length=_t(0.1), k1=nn.Parameter(_t(-4.0)), name="defocus"),
                cheetah.Drift(length=_t(0.4)),
            ]
        )

    def forward(self, beam, sizes):
        outgoing = self.lattice(beam)
        return nn.functional.mse_loss(torch.stack([outgoing.sigma_x, outgoing.sigma_y]) * 1e3, sizes)


def _experimental_area():
    return cheetah.Segment(
        [
            cheetah.Drift(length=_t(0.1750)),
            cheetah.Quadrupole(length=_t(0.1220), k1=_t(10.0), name="AREAMQZM1"),
            cheetah.Drift(length=_t(0.4280)),
            cheetah.Quadrupole(length=_t(0.1220), k1=_t(-9.0), name="AREAMQZM2"),
            cheetah.Drift(length=_t(0.2040)),
            cheetah.VerticalCorrector(length=_t(0.02), angle=_t(1e-3), name="AREAMCVM1"),
            cheetah.Drift(length=_t(0.2040)),
            cheetah.Quadrupole(length=_t(0.1220), k1=_t(6.0), name="AREAMQZM3"),
            cheetah.Drift(length=_t(0.1790)),
            cheetah.HorizontalCorrector(length=_t(0.02), angle=_t(2e-3), name="AREAMCHM1"),
            cheetah.Drift(length=_t(0.45)),
            cheetah.Marker(name="AREABSCR1"),
        ]
    )


def _cell(method="linear"):
    return cheetah.Segment(
        [
            cheetah.Quadrupole(length=_t(0.2), k1=_t(3.0), tracking_method=method, misalignment=_t(1e-4, 0.0)),
            cheetah.Drift(length=_t(0.5), tracking_method=method),
            cheetah.Dipole(
                length=_t(0.5), angle=_t(0.1), dipole_e1=_t(0.05), dipole_e2=_t(0.05), tracking_method=method
            ),
            cheetah.Drift(length=_t(0.5), tracking_method=method),
            cheetah.Quadrupole(length=_t(0.2), k1=_t(-3.0), tracking_method=method, tilt=_t(0.1)),
        ]
    )


def _linac():
    return cheetah.Segment(
        [
            cheetah.Solenoid(length=_t(0.2), k=_t(0.5)),
            cheetah.Cavity(length=_t(1.0377), voltage=_t(1e7), phase=_t(5.0), frequency=_t(1.3e9)),
            cheetah.Drift(length=_t(0.3)),
            cheetah.Cavity(
                length=_t(1.0377),
                voltage=_t(1e7),
                phase=_t(0.0),
                frequency=_t(1.3e9),
                cavity_type="traveling_wave",
            ),
        ]
    )


def _collimator():
    return cheetah.Segment(
        [
            cheetah.Drift(length=_t(0.5)),
            cheetah.Aperture(x_max=_t(2e-4), y_max=_t(3e-4), shape="elliptical"),
            cheetah.TransverseDeflectingCavity(
                length=_t(0.5), voltage=_t(1e6), phase=_t(0.1), frequency=_t(3e9), num_steps=2
            ),
            cheetah.Sextupole(length=_t(0.1), k2=_t(20.0)),
            cheetah.Undulator(length=_t(0.3)),
        ]
    )


def _space_charge():
    parts = []
    for _ in range(3):
        parts += [
            cheetah.Drift(length=_t(0.1)),
            cheetah.SpaceChargeKick(effect_length=_t(0.1), grid_shape=(12, 12, 12)),
        ]
    return cheetah.Segment(parts)


MODELS = {
    "ExperimentalArea": lambda: (_Track(_experimental_area()), (_beam(),)),
    "Moments": lambda: (
        _Moments(_experimental_area()),
        (
            torch.cat([torch.randn(6) * 1e-4, torch.ones(1)]),
            torch.diag(torch.tensor([3e-8, 4e-8, 3e-8, 4e-8, 6e-11, 5e-6, 0.0])),
            _t(1e8),
        ),
    ),
    "Tuning": lambda: (_Tuning(), (_beam(energy=1e8), torch.randn(3, 5) * _t(10.0, 10.0, 1e-3, 10.0, 1e-3))),
    "SpaceCharge": lambda: (_Track(_space_charge()), (_beam(),)),
    "Linac": lambda: (_Track(_linac()), (_beam(),)),
    "Screen": lambda: (_Diagnostics("cloud-in-cell"), (_beam(energy=1e8),)),
    "SecondOrder": lambda: (_Track(_cell("second_order")), (_beam(energy=1e8),)),
    "KickDrift": lambda: (_Track(_cell("drift_kick_drift")), (_beam(energy=1e8),)),
    "Fit": lambda: (_Fit(), (_beam(energy=1e8), torch.rand(2))),
    "Collimator": lambda: (_Track(_collimator()), (_beam(energy=1e8),)),
    "Envelope": lambda: (_Envelope(_experimental_area()), (_beam(energy=1e8),)),
}

__getattr__ = factories(MODELS)
