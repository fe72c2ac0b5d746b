# only: cuda
import torch
from torch import nn


class Seeded(nn.Module):
    def __init__(self):
        super().__init__()
        self.generator = torch.Generator(device="cuda")
        self.state = torch.cuda.get_rng_state()
        self.seen = {}

    def forward(self, x):
        x = x.cuda() + 1
        self.seen["seed"] = torch.cuda.initial_seed()  # break: FG407
        x = x * 2
        self.seen["state"] = torch.cuda.get_rng_state()  # break: FG407
        x = x + 1
        torch.cuda.set_rng_state(self.state)  # break: FG407
        x = x * 2
        x = x + 0 * torch.rand(3, generator=self.generator, device="cuda")  # break: FG407
        return x.cpu()


def make():
    return Seeded()


def inputs():
    return [(torch.ones(3),)]
