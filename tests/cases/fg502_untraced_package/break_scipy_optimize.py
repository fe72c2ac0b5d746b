"""SciPy's Python functions are entered, and break inside."""

# only: scipy
import numpy as np
import scipy.optimize
import scipy.integrate
import torch
from torch import nn

SQUARE = np.ones((2, 2))
LINE = np.linspace(0.0, 1.0, 8)


class Model(nn.Module):
    def forward(self, x, which: int):
        x = x + 1
        if which == 0:
            scipy.optimize.minimize(lambda v: v[0] ** 2, [1.0])  # report: FG502 (scipy/)
        elif which == 1:
            scipy.optimize.curve_fit(lambda v, c: v * c, LINE, LINE)  # report: FG502 (scipy/)
        elif which == 2:
            scipy.integrate.quad(lambda v: v, 0, 1)  # report: FG502 (scipy/)
        elif which == 3:
            scipy.integrate.odeint(lambda y, t: y, 1.0, [0, 1])  # report: FG502 (scipy/)
        elif which == 4:
            scipy.integrate.solve_ivp(lambda t, y: y, (0, 1), [1.0])  # report: FG502 (scipy/)
        return x * 2


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4), which) for which in range(5)]
