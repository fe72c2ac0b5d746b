import torch


@torch.compile
def noisy(x):
    steps = torch.empty(3, dtype=torch.long).random_(0, 10)  # break: FG407
    x = x + steps
    noise = torch.empty_like(x)
    noise.random_()  # break: FG407
    x = x + noise * 0
    noise.random_(5)  # break: FG407
    noise = torch.empty_like(x).uniform_(**{"from": 0.0, "to": 1.0})  # break: FG407
    return x + noise


def make():
    return noisy


def inputs():
    return [(torch.ones(3),)]
