import torch
from torch import nn

STATE = torch.get_rng_state()


class Seeded(nn.Module):
    def __init__(self):
        super().__init__()
        self.seen = {}

    def forward(self, x):
        torch.manual_seed(0)  # break: FG407
        x = x + torch.rand(3)
        torch.random.manual_seed(0)  # break: FG407
        x = x + 1
        torch.cuda.manual_seed(0)  # break: FG407 (since 2.13)
        x = x * 2
        torch.cuda.manual_seed_all(0)  # break: FG407 (since 2.13)
        x = x + 1
        self.seen["initial_seed"] = torch.initial_seed()  # break: FG407
        x = x * 2
        self.seen["random.initial_seed"] = torch.random.initial_seed()  # break: FG407
        x = x + 1
        self.seen["get_rng_state"] = torch.get_rng_state()  # break: FG407
        x = x * 2
        torch.set_rng_state(STATE)  # break: FG407
        x = x + 1
        self.seen["random.get_rng_state"] = torch.random.get_rng_state()  # break: FG407
        x = x * 2
        torch.random.set_rng_state(STATE)  # break: FG407
        return x


def make():
    return Seeded()


def inputs():
    return [(torch.ones(3),)]
