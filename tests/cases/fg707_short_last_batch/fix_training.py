# fix: unsafe
"""Ten samples in batches of four."""

import torch
from torch.utils.data import DataLoader, TensorDataset

SIZES = []


def backend(graph, inputs):
    SIZES.append(inputs)
    return graph.forward


def step(x, y):
    return (x * 2 - y).sum()


def train(epochs=3):
    data = TensorDataset(torch.arange(10.0), torch.ones(10))
    loader = DataLoader(data, batch_size=4, shuffle=True)  # misuse: FG707
    compiled = torch.compile(step, backend=backend)
    losses = []
    for _ in range(epochs):
        for x, y in loader:
            losses.append(compiled(x, y))
    return losses


def train_in_rows(epochs=3):
    loader = DataLoader(  # misuse: FG707
        torch.arange(10.0),
        batch_size=4,
        drop_last=False,
        num_workers=0,
    )
    compiled = torch.compile(step, backend=backend)
    losses = []
    for _ in range(epochs):
        for x in loader:
            losses.append(compiled(x, x))
    return losses


def run(function):
    torch.compiler.reset()
    SIZES.clear()
    return len(function()), len(SIZES)


def proof():
    assert run(train) == (9, 2)
    assert run(train_in_rows) == (9, 2)


def fixed():
    assert run(train) == (6, 1)
    assert run(train_in_rows) == (6, 1)
