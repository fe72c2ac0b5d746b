import torch
from torch import nn
from torch.utils import data


class Model(nn.Module):
    def forward(self, x: torch.Tensor):
        self.power(x)
        self.reverse(x)
        self.applied(x)
        self.mapped(x)
        self.loaded(x)
        self.listed(x)
        self.eigenvalues(x)
        self.masked(x)
        return self.threads(x)

    def power(self, x: torch.Tensor):
        return pow(x, 2)  # break: FG510 (before 2.14)

    def reverse(self, x: torch.Tensor):
        return pow(2, x)  # break: FG510 (before 2.14)

    def applied(self, x: torch.Tensor):
        return x.detach().apply_(lambda value: value + 1)  # break: FG510

    def mapped(self, x: torch.Tensor):
        return x.detach().map_(x, lambda one, two: one + two)  # break: FG510

    def loaded(self, x: torch.Tensor):
        return data.DataLoader([1, 2])  # break: FG510

    def listed(self, x: torch.Tensor):
        return data.TensorDataset(x)  # break: FG510

    def eigenvalues(self, x: torch.Tensor):
        return torch.lobpcg(x.detach() @ x.detach().T + torch.eye(4), k=1)  # break: FG510

    def masked(self, x: torch.Tensor):
        return torch.masked.masked_tensor(x, x > 0)  # break: FG510

    def threads(self, x: torch.Tensor):
        with torch.autograd.grad_mode.set_multithreading_enabled(False):  # break: FG510
            return x + 1


def make():
    return Model()


def inputs():
    return [(torch.rand(4, 6),)]
