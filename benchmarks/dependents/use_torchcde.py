import torch
import torchcde
from torch import nn


class Func(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(8, 8 * 3)

    def forward(self, t, z):
        return self.linear(z).tanh().view(*z.shape[:-1], 8, 3)


class NeuralCDE(nn.Module):
    def __init__(self):
        super().__init__()
        self.func = Func()
        self.initial = nn.Linear(3, 8)
        self.readout = nn.Linear(8, 1)

    def forward(self, coeffs):
        X = torchcde.CubicSpline(coeffs)
        z0 = self.initial(X.evaluate(X.interval[0]))
        z = torchcde.cdeint(
            X=X, func=self.func, z0=z0, t=X.interval, adjoint=False, method="rk4", options={"step_size": 1.0}
        )
        return self.readout(z[:, -1])


def NeuralCDE_inputs():
    x = torch.randn(4, 6, 3)
    return [(torchcde.hermite_cubic_coefficients_with_backward_differences(x),)]


class LinearPathFeatures(nn.Module):
    def __init__(self):
        super().__init__()
        self.out = nn.Linear(3, 5)

    def forward(self, x, t):
        path = torchcde.LinearInterpolation(torchcde.linear_interpolation_coeffs(x))
        return self.out(path.evaluate(t))


def LinearPathFeatures_inputs():
    return [(torch.randn(4, 6, 3), torch.tensor([0.5, 1.5, 3.2]))]


class LogSigFree(nn.Module):
    """Resamples a series at its midpoints and classifies it."""

    def __init__(self):
        super().__init__()
        self.gru = nn.Linear(3 * 4, 6)

    def forward(self, coeffs):
        spline = torchcde.CubicSpline(coeffs)
        t = torch.tensor([0.5, 1.5, 2.5, 3.5])
        return self.gru(spline.derivative(t).flatten(1))


def LogSigFree_inputs():
    return [(torchcde.natural_cubic_coeffs(torch.randn(4, 6, 3)),)]
