import torch
from seeded import factories
from torch import nn
from torchoptics import Field, PlanarGrid, System
from torchoptics.elements import (
    AmplitudeModulator,
    BeamSplitter,
    CylindricalLens,
    Detector,
    HalfWaveplate,
    IdentityElement,
    Lens,
    LinearDetector,
    LinearPolarizer,
    Modulator,
    PhaseModulator,
    PolarizingBeamSplitter,
    PolychromaticPhaseModulator,
    QuarterWaveplate,
)
from torchoptics.profiles import circle, gaussian, gaussian_schell_model, hermite_gaussian, laguerre_gaussian

SHAPE = 32
SPACING = 1e-5
WAVELENGTH = 700e-9


def _field(data, z=0.0, wavelength=WAVELENGTH):
    return Field(data, wavelength=wavelength, z=z, spacing=SPACING)


class _Imaging(nn.Module):
    """A 4f system of two lenses, with a filter between them."""

    def __init__(self, focal=5e-3):
        super().__init__()
        self.system = System(
            Lens(SHAPE, focal, z=focal, spacing=SPACING),
            AmplitudeModulator(circle(SHAPE, 1e-4, spacing=SPACING), z=2 * focal, spacing=SPACING),
            Lens(SHAPE, focal, z=3 * focal, spacing=SPACING),
        )
        self.z = 4 * focal

    def forward(self, image):
        output = self.system.measure_at_z(_field(image), self.z)
        return output.intensity(), output.power()


class _Trained(nn.Module):
    """Phase masks whose output field is trained to be a target field."""

    def __init__(self, masks=3):
        super().__init__()
        self.target = nn.Buffer(laguerre_gaussian(SHAPE, 0, 1, 6e-5, wavelength=WAVELENGTH, spacing=SPACING))
        self.system = System(
            *(
                PhaseModulator(nn.Parameter(torch.zeros(SHAPE, SHAPE)), z=i * 5e-3, spacing=SPACING)
                for i in range(masks)
            )
        )
        self.z = masks * 5e-3

    def forward(self, data):
        output = self.system.measure_at_z(_field(data), self.z)
        target = _field(self.target, self.z)
        return 1 - output.inner(target).abs().square()


class _Classifier(nn.Module):
    """A diffractive network whose detector weighs regions of its output by class."""

    def __init__(self, classes=4):
        super().__init__()
        layers = [
            PhaseModulator(nn.Parameter(torch.rand(SHAPE, SHAPE)), z=(i + 1) * 4e-3, spacing=SPACING) for i in range(2)
        ]
        weight = torch.zeros(classes, SHAPE, SHAPE)
        for i in range(classes):
            weight[i, 8 * i : 8 * i + 8] = 1
        self.system = System(*layers, LinearDetector(weight, z=1.2e-2, spacing=SPACING))

    def forward(self, images, labels):
        powers = self.system(_field(images).normalize())
        return powers, nn.functional.cross_entropy(powers, labels)


class _Propagation(nn.Module):
    """Propagates a field to planes of other sizes, with a given method."""

    def __init__(self, method, **options):
        super().__init__()
        self.plane = PlanarGrid(24, z=2e-2, spacing=2e-5, offset=(1e-5, 0.0))
        self.options = {"propagation_method": method, **options}

    def forward(self, data):
        output = _field(data).propagate_to_plane(self.plane, **self.options)
        return output.data, output.centroid(), output.std()


class _Polarisation(nn.Module):
    """Polarises a beam, turns it, and splits it by its polarisation."""

    def __init__(self):
        super().__init__()
        self.system = System(
            LinearPolarizer(SHAPE, torch.pi / 3, z=0.0, spacing=SPACING),
            QuarterWaveplate(SHAPE, nn.Parameter(torch.tensor(0.4)), z=1e-3, spacing=SPACING),
            HalfWaveplate(SHAPE, nn.Parameter(torch.tensor(0.2)), z=2e-3, spacing=SPACING),
        )
        self.splitter = PolarizingBeamSplitter(SHAPE, z=3e-3, spacing=SPACING)

    def forward(self, data):
        field = self.system.measure_at_plane(_field(data), self.splitter)
        through, reflected = self.splitter(field)
        return through.data, reflected.data, through.power() / field.power()


class _Interferometer(nn.Module):
    """A Mach-Zehnder interferometer with a phase mask in one arm."""

    def __init__(self):
        super().__init__()
        options = {"theta": torch.pi / 4, "phi_0": 0.0, "phi_r": torch.pi / 2, "phi_t": 0.0, "spacing": SPACING}
        self.first = BeamSplitter(SHAPE, **options)
        self.arm = PhaseModulator(nn.Parameter(torch.rand(SHAPE, SHAPE)), spacing=SPACING)
        self.second = BeamSplitter(SHAPE, **options)

    def forward(self, data):
        left, right = self.first(_field(data))
        bright, dark = self.second(self.arm(left), right)
        return bright.intensity(), dark.intensity()


class _Colours(nn.Module):
    """A lens and a plate of glass seen by fields of several wavelengths."""

    def __init__(self):
        super().__init__()
        self.system = System(
            PolychromaticPhaseModulator(
                nn.Parameter(torch.rand(SHAPE, SHAPE) * 1e-6), self._index, z=0.0, spacing=SPACING
            ),
            CylindricalLens(SHAPE, 1e-2, theta=0.3, z=1e-3, spacing=SPACING),
            Detector(SHAPE, z=1e-2, spacing=SPACING),
        )

    @staticmethod
    def _index(wavelength):
        return 1.45 + 3.5e-15 / wavelength**2

    def forward(self, data):
        return torch.stack([self.system(_field(data, wavelength=w)) for w in (450e-9, 550e-9, 650e-9)])


class _Modes(nn.Module):
    """A superposition of modes of a beam with learned weights, and its overlap with each mode."""

    def __init__(self):
        super().__init__()
        modes = [
            hermite_gaussian(SHAPE, m, n, 6e-5, wavelength=WAVELENGTH, spacing=SPACING)
            for m, n in ((0, 0), (1, 0), (0, 1), (1, 1))
        ]
        self.modes = nn.Buffer(torch.stack(modes))
        self.weights = nn.Parameter(torch.rand(4))

    def forward(self, z):
        field = _field((self.weights[:, None, None] * self.modes).sum(0)).normalize()
        reached = field.propagate_to_z(z)
        return reached.intensity(), field.inner(_field(self.modes))


class _Beam(nn.Module):
    """A beam that is made from its parameters, and its size after a lens."""

    def __init__(self):
        super().__init__()
        self.waist = nn.Parameter(torch.tensor(5e-5))
        self.lens = Lens(SHAPE, nn.Parameter(torch.tensor(1e-2)), spacing=SPACING)

    def forward(self, tilt):
        data = gaussian(SHAPE, self.waist, wavelength=WAVELENGTH, spacing=SPACING)
        x = torch.linspace(-1, 1, SHAPE)
        field = _field(data * torch.exp(1j * tilt * x))
        output = self.lens(field).propagate_to_z(5e-3)
        return output.std(), output.centroid()


class _Coherence(nn.Module):
    """The intensity of partially coherent light, as a sum over its coherent modes, after propagation."""

    def __init__(self, size=8, modes=5):
        super().__init__()
        matrix = gaussian_schell_model(size, 3e-5, 2e-5, spacing=SPACING).reshape(size**2, size**2)
        values, vectors = torch.linalg.eigh(matrix.real.to(torch.double))
        fields = (vectors * values.clamp(min=0).sqrt())[:, -modes:].mT.reshape(modes, size, size)
        self.fields = nn.Buffer(fields.to(torch.cdouble))
        self.system = System(Modulator(torch.ones(size, size, dtype=torch.cdouble), spacing=SPACING))

    def forward(self, phase):
        fields = _field(self.fields * torch.exp(1j * phase))
        return self.system.measure_at_z(fields, 1e-3).intensity().sum(0)


class _Pair(nn.Module):
    """Propagates through a system with an intermediate plane that is kept."""

    def __init__(self):
        super().__init__()
        self.relay = IdentityElement(SHAPE, z=2e-3, spacing=SPACING)
        self.system = System(self.relay, Lens(SHAPE, 8e-3, z=4e-3, spacing=SPACING))

    def forward(self, data):
        field = _field(data)
        return self.system(field).data, self.system.measure_at_plane(field, self.relay).data


def _image(*batch, size=SHAPE):
    return torch.rand(*batch, size, size, dtype=torch.double)


MODELS = {
    "Imaging": lambda: (_Imaging(), (_image(),)),
    "Trained": lambda: (_Trained(), (gaussian(SHAPE, 6e-5, wavelength=WAVELENGTH, spacing=SPACING),)),
    "DiffractiveNetwork": lambda: (_Classifier(), (_image(3), torch.tensor([0, 3, 1]))),
    "AngularSpectrum": lambda: (_Propagation("ASM", asm_pad=(16, 16)), (_image(2),)),
    "Polarisation": lambda: (_Polarisation(), (_image(3).to(torch.cdouble),)),
    "Interferometer": lambda: (_Interferometer(), (_image().to(torch.cdouble),)),
    "Colours": lambda: (_Colours(), (_image(),)),
    "DirectIntegration": lambda: (_Propagation("DIM"), (_image(2),)),
    "Modes": lambda: (_Modes(), (torch.tensor(3e-3, dtype=torch.double),)),
    "Coherence": lambda: (_Coherence(), (torch.rand(8, 8),)),
    "BeamShaping": lambda: (_Beam(), (torch.tensor(2.0),)),
    "Relay": lambda: (_Pair(), (_image(),)),
}

__getattr__ = factories(MODELS)
