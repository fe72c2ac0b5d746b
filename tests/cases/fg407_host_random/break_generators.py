import torch
from torch import nn


class Noise(nn.Module):
    def __init__(self):
        super().__init__()
        self.generator = torch.Generator().manual_seed(0)
        self.seen = {}

    def forward(self, x):
        x = x + 0 * torch.rand(3, generator=self.generator)  # break: FG407
        x = x + 0 * torch.randn(3, generator=self.generator)  # break: FG407
        x = x + 0 * torch.randint(0, 5, (3,), generator=self.generator)  # break: FG407
        x = x + 0 * torch.randperm(3, generator=self.generator)  # break: FG407
        x = x + torch.bernoulli(x * 0, generator=self.generator)  # break: FG407
        x = x + 0 * torch.multinomial(x, 3, generator=self.generator)  # break: FG407
        x = x + 0 * torch.normal(x, 1.0, generator=self.generator)  # break: FG407
        y = x.clone()
        y.normal_(generator=self.generator)  # break: FG407
        y.uniform_(generator=self.generator)  # break: FG407
        y.exponential_(generator=self.generator)  # break: FG407
        y.bernoulli_(0.5, generator=self.generator)  # break: FG407
        nn.init.normal_(y, generator=self.generator)  # break: FG407
        return self.seeds(x)

    def seeds(self, x):
        self.generator.manual_seed(1)  # break: FG407
        x = x + 1
        self.seen["seed"] = self.generator.seed()  # break: FG407
        x = x * 2
        self.seen["initial_seed"] = self.generator.initial_seed()  # break: FG407
        x = x + 1
        state = self.generator.get_state()  # break: FG407
        x = x * 2
        self.generator.set_state(state)  # break: FG407
        x = x * 2
        self.seen["clone"] = self.generator.clone_state()  # break: FG407
        x = x + 1
        torch.default_generator.manual_seed(0)  # break: FG407
        x = x * 2
        self.seen["default state"] = torch.default_generator.get_state()  # break: FG407
        x = x + 1
        torch.default_generator.set_state(self.seen["default state"])  # break: FG407
        x = x * 2
        self.seen["default seed"] = torch.default_generator.initial_seed()  # break: FG407
        x = x + 1
        torch.default_generator.seed()  # break: FG407
        return x


def make():
    return Noise()


def inputs():
    return [(torch.ones(3),)]
