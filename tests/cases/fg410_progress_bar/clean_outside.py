import torch
from torch import nn
from tqdm import tqdm


class Bar:
    def __init__(self):
        self.count = 0

    def update(self, n=1):
        self.count += n


def track(items):
    return list(items)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(2, 2) for _ in tqdm(range(2), disable=True)])
        self.bar = Bar()
        self.progress = tqdm(total=3, disable=True)

    def forward(self, x):
        for layer in track(self.layers):
            x = layer(x)
            self.bar.update()
        if not torch.compiler.is_compiling():
            self.progress.update(1)
        return x

    def fit(self, batches):
        for batch in tqdm(batches):
            self(batch)


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 2),)]
