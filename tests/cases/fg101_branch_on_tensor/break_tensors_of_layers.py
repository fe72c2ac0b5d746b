import torch


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(3, 3)
        self.norm = torch.nn.BatchNorm1d(3)
        self.stack = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.ReLU())

    def forward(self, x):
        if sum(parameter.abs().sum() for parameter in self.layer.parameters()) > 99:  # break: FG101
            return x
        if self.norm.running_mean.abs().max() > 9:  # break: FG101
            return x + 1
        first = next(self.stack.parameters())
        if first.norm() > 99:  # break: FG101
            return x + 2
        return self.stack(self.layer(x))


def make():
    return torch.compile(Model().eval())


def inputs():
    return [(torch.ones(2, 3),), (torch.zeros(2, 3),)]
