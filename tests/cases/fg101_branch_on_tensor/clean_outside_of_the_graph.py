"""Training code around a compiled model: none of it is traced."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 1)
        if self.fc.weight.abs().max() > 10:
            nn.init.zeros_(self.fc.weight)

    def forward(self, x):
        return self.fc(x)

    def clip(self, limit):
        for p in self.parameters():
            if p.grad is not None and p.grad.norm() > limit:
                p.grad.mul_(limit / p.grad.norm())

    @torch.no_grad()
    def generate(self, x, steps):
        for _ in range(steps):
            y = self(x)
            if (y > 0).all():
                return y
            x = x + 1
        return x


def train(model, batches):
    best = torch.tensor(float("inf"))
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in batches:
        loss = model(x).square().mean()
        if torch.isnan(loss):
            continue
        if loss < best:
            best = loss.detach()
        loss.backward()
        model.clip(1.0)
        optimizer.step()
        optimizer.zero_grad()
    return best


def main():
    model = torch.compile(Net())
    train(model, [torch.ones(2, 4)])


def make():
    return Net()


def inputs():
    return [(torch.ones(2, 4),)]


if __name__ == "__main__":
    main()
