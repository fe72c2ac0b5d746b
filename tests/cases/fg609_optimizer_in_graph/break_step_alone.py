import torch
from torch import nn


def make():
    model = nn.Linear(4, 2)
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.1)
    for parameter in model.parameters():
        parameter.grad = torch.ones_like(parameter)

    @torch.compile
    def step(x):
        x = x + 1
        optimizer.step()  # break: FG609
        return x * 2

    return step


def inputs():
    return [(torch.ones(3),)]
