import bisect
import operator
import statistics

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor):
        x = self.set(x + 1)
        x = self.deleted(x + 1)
        x = self.called(x + 1)
        x = self.found(x + 1)
        x = self.inserted(x + 1)
        x = self.deviation(x + 1)
        x = self.variance_of_all(x + 1)
        x = self.harmonic(x + 1)
        x = self.geometric(x + 1)
        return x

    def set(self, x: torch.Tensor):
        operator.setitem([1, 2], 0, 3)  # break: FG510 (before 2.14)
        return x * 2

    def deleted(self, x: torch.Tensor):
        operator.delitem([1, 2], 0)  # break: FG510 (before 2.14)
        return x * 2

    def called(self, x: torch.Tensor):
        operator.call(abs, -1)  # break: FG510 (before 2.15)
        return x * 2

    def found(self, x: torch.Tensor):
        bisect.bisect_right([1, 2, 3], 2)  # break: FG510
        return x * 2

    def inserted(self, x: torch.Tensor):
        bisect.insort_left([1, 3], 2)  # break: FG510
        return x * 2

    def deviation(self, x: torch.Tensor):
        statistics.pstdev([1, 2, 3])  # break: FG510
        return x * 2

    def variance_of_all(self, x: torch.Tensor):
        statistics.pvariance([1, 2, 3])  # break: FG510
        return x * 2

    def harmonic(self, x: torch.Tensor):
        statistics.harmonic_mean([1, 2])  # break: FG510
        return x * 2

    def geometric(self, x: torch.Tensor):
        statistics.geometric_mean([1.0, 2.0])  # break: FG510
        return x * 2


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
