"""A script with a model: what it prints, it prints outside of the graph."""

import argparse

import torch
from torch import nn


class Config:
    def __init__(self, dim):
        self.dim = dim
        print("config", self)

    def __repr__(self):
        print("repr")
        return f"Config({self.dim})"


class Net(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.fc = nn.Linear(config.dim, 1)
        print(f"{sum(p.numel() for p in self.parameters())} parameters")

    def extra_repr(self):
        print("extra_repr")
        return f"dim={self.config.dim}"

    def load_weights(self, path):
        print("loading", path)
        self.load_state_dict(torch.load(path))

    @classmethod
    def from_pretrained(cls, name):
        print("from", name)
        return cls(Config(3))

    def forward(self, x):
        return self.fc(x)


def evaluate(model, batches):
    total = 0.0
    for i, x in enumerate(batches):
        total += model(x).sum().item()
        print(i, total)
    return total


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=1)
    args = parser.parse_args()
    model = Net(Config(3))
    model = torch.compile(model)
    print(model)
    for epoch in range(args.epochs):
        print("epoch", epoch, evaluate(model, [torch.ones(2, 3)]))


def make():
    return Net(Config(3))


def inputs():
    return [(torch.ones(2, 3),)]


if __name__ == "__main__":
    main()
