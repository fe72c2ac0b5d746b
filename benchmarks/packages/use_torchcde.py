import torch
import torchcde
from seeded import factories
from torch import nn


class _Field(nn.Module):
    """The vector field of a neural CDE, as in the example of the package."""

    def __init__(self, channels, hidden, width=16):
        super().__init__()
        self.channels = channels
        self.hidden = hidden
        self.first = nn.Linear(hidden, width)
        self.second = nn.Linear(width, channels * hidden)

    def forward(self, t, z):
        z = self.second(self.first(z).relu()).tanh()
        return z.view(*z.shape[:-1], self.hidden, self.channels)


class _Product(nn.Module):
    """A field that gives its product with the derivative of the control at once."""

    def __init__(self, channels, hidden):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(hidden + channels, 16), nn.Tanh(), nn.Linear(16, hidden))

    def prod(self, t, z, derivative):
        return self.net(torch.cat([z, derivative], -1))

    def forward(self, t, z):
        raise NotImplementedError


class _Classifier(nn.Module):
    """The classifier of the package's example: from coefficients to a prediction."""

    def __init__(self, channels=3, hidden=8, classes=2, path=torchcde.CubicSpline, **options):
        super().__init__()
        self.field = _Field(channels, hidden)
        self.initial = nn.Linear(channels, hidden)
        self.readout = nn.Linear(hidden, classes)
        self.path = path
        self.options = options

    def forward(self, coeffs):
        x = self.path(coeffs)
        z0 = self.initial(x.evaluate(x.interval[0]))
        z = torchcde.cdeint(X=x, z0=z0, func=self.field, t=x.interval, **self.options)
        return self.readout(z[:, 1])


class _Sequence(nn.Module):
    """Outputs at all times of the data, with steps between the knots of a linear control."""

    def __init__(self, channels=2, hidden=6):
        super().__init__()
        self.field = _Field(channels, hidden)
        self.initial = nn.Linear(channels, hidden)
        self.readout = nn.Linear(hidden, 1)

    def forward(self, series):
        x = torchcde.LinearInterpolation(torchcde.linear_interpolation_coeffs(series))
        z0 = self.initial(x.evaluate(x.interval[0]))
        z = torchcde.cdeint(
            X=x, z0=z0, func=self.field, t=x.grid_points, adjoint=False, method="rk4", options={"step_size": 1.0}
        )
        return self.readout(z)


class _Irregular(nn.Module):
    """Irregular data with missing values, and lengths that differ, as in the package's example."""

    def __init__(self, channels=4, hidden=6):
        super().__init__()
        self.field = _Field(channels, hidden)
        self.initial = nn.Linear(channels, hidden)
        self.readout = nn.Linear(hidden, 2)

    def forward(self, series, lengths):
        coeffs = torchcde.hermite_cubic_coefficients_with_backward_differences(series)
        x = torchcde.CubicSpline(coeffs)
        z0 = self.initial(x.evaluate(0.0))
        t, index = torch.unique(lengths, sorted=True, return_inverse=True)
        t = torch.cat([x.interval[:1], t.to(series.dtype)])
        z = torchcde.cdeint(X=x, func=self.field, z0=z0, t=t, method="rk4", options={"step_size": 1.0})
        index = index.view(-1, 1, 1).expand(-1, 1, z.shape[-1]) + 1
        return self.readout(z.gather(1, index).squeeze(1))


class _Stacked(nn.Module):
    """A CDE that is controlled by the output of another."""

    def __init__(self, channels=2, hidden=4, second=5):
        super().__init__()
        self.first = _Field(channels, hidden)
        self.second = _Field(hidden, second)
        self.hidden = hidden
        self.width = second

    def forward(self, coeffs):
        x = torchcde.CubicSpline(coeffs)
        zeros = coeffs.new_zeros(coeffs.shape[0], self.hidden)
        options = {"method": "midpoint", "options": {"step_size": 1.0}, "adjoint": False}
        z = torchcde.cdeint(X=x, func=self.first, z0=zeros, t=x.grid_points, **options)
        y = torchcde.CubicSpline(torchcde.natural_cubic_coeffs(z))
        start = coeffs.new_zeros(coeffs.shape[0], self.width)
        return torchcde.cdeint(X=y, func=self.second, z0=start, t=y.interval, **options)[:, -1]


class _Pair(nn.Module):
    """Two CDEs solved together, with controls of different kinds."""

    def __init__(self, channels=(2, 3), hidden=(4, 5)):
        super().__init__()
        self.fields = nn.ModuleList([_Field(c, h) for c, h in zip(channels, hidden, strict=False)])

    def forward(self, first, second):
        control = torchcde.TupleControl(torchcde.CubicSpline(first), torchcde.LinearInterpolation(second))
        z0 = tuple(c.new_ones(c.shape[0], f.hidden) for c, f in zip((first, second), self.fields, strict=False))
        z = torchcde.cdeint(
            X=control,
            func=self._field,
            z0=z0,
            t=control.interval,
            adjoint=False,
            method="rk4",
            options={"step_size": 1.0},
        )
        return z[0][:, -1], z[1][:, -1]

    def _field(self, t, z):
        return tuple(field(t, state) for field, state in zip(self.fields, z, strict=False))


class _Online(nn.Module):
    """A causal forecast with a rectilinear control and a solver that knows its jumps."""

    def __init__(self, channels=3, hidden=5):
        super().__init__()
        self.field = _Field(channels, hidden)
        self.initial = nn.Linear(channels, hidden)
        self.readout = nn.Linear(hidden, channels - 1)

    def forward(self, series):
        coeffs = torchcde.linear_interpolation_coeffs(series, rectilinear=0)
        x = torchcde.LinearInterpolation(coeffs)
        z0 = self.initial(x.evaluate(x.interval[0]))
        z = torchcde.cdeint(
            X=x,
            func=self.field,
            z0=z0,
            t=x.interval,
            method="dopri5",
            options={"jump_t": x.grid_points},
            rtol=1e-2,
            atol=1e-3,
        )
        return self.readout(z[:, -1])


class _Resampled(nn.Module):
    """Evaluates a natural cubic spline of a series and its slope at other times."""

    def forward(self, series, times, queries):
        spline = torchcde.CubicSpline(torchcde.natural_cubic_coeffs(series, times), times)
        return spline.evaluate(queries), spline.derivative(queries)


class _ProductModel(nn.Module):
    """A CDE by a field that is multiplied with the control inside."""

    def __init__(self, channels=3, hidden=6):
        super().__init__()
        self.field = _Product(channels, hidden)
        self.initial = nn.Linear(channels, hidden)

    def forward(self, coeffs):
        x = torchcde.LinearInterpolation(coeffs)
        z0 = self.initial(x.evaluate(x.interval[0]))
        return torchcde.cdeint(
            X=x, func=self.field, z0=z0, t=x.interval, adjoint=False, method="euler", options={"step_size": 0.5}
        )


def _series(batch, length, channels, missing=0.0):
    t = torch.linspace(0, 1, length).view(1, -1, 1).expand(batch, -1, 1)
    x = torch.cumsum(torch.randn(batch, length, channels - 1) * 0.3, 1)
    if missing:
        x = x.masked_fill(torch.rand_like(x) < missing, float("nan"))
    return torch.cat([t, x], -1)


MODELS = {
    "Spiral": lambda: (
        _Classifier(rtol=1e-2, atol=1e-3),
        (torchcde.hermite_cubic_coefficients_with_backward_differences(_series(4, 8, 3)),),
    ),
    "Sequence": lambda: (_Sequence(), (_series(3, 8, 2),)),
    "Irregular": lambda: (_Irregular(), (_series(4, 8, 4, missing=0.2), torch.tensor([7, 4, 5, 4]))),
    "Stacked": lambda: (_Stacked(), (torchcde.natural_cubic_coeffs(_series(3, 6, 2)),)),
    "Interpolation": lambda: (
        _Resampled(),
        (_series(3, 7, 3), torch.tensor([0.0, 0.5, 0.9, 1.6, 2.0, 2.7, 3.0]), torch.rand(5) * 3),
    ),
    "Online": lambda: (_Online(), (_series(2, 5, 3),)),
    "Pair": lambda: (
        _Pair(),
        (
            torchcde.hermite_cubic_coefficients_with_backward_differences(_series(2, 6, 2)),
            torchcde.linear_interpolation_coeffs(_series(2, 6, 3)),
        ),
    ),
    "FixedSteps": lambda: (
        _Classifier(path=torchcde.LinearInterpolation, method="rk4", options={"step_size": 1.0}),
        (torchcde.linear_interpolation_coeffs(_series(4, 9, 3, missing=0.3)),),
    ),
    "Product": lambda: (_ProductModel(), (torchcde.linear_interpolation_coeffs(_series(3, 7, 3)),)),
    "Reversible": lambda: (
        _Classifier(backend="torchsde", method="reversible_heun", dt=1.0, adjoint=False),
        (torchcde.hermite_cubic_coefficients_with_backward_differences(_series(3, 6, 3)),),
    ),
    "WithoutAdjoint": lambda: (
        _Classifier(channels=2, adjoint=False, method="dopri5", rtol=1e-2, atol=1e-2),
        (torchcde.natural_cubic_coeffs(_series(3, 6, 2)),),
    ),
}

__getattr__ = factories(MODELS)
