# fix: unsafe
import io

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def forward(self, x):
        return self.layer(x)


def save(file):
    model = torch.compile(Net())
    torch.save(model._orig_mod.state_dict(), file)  # misuse: FG808


class Trainer:
    def __init__(self):
        self.model = torch.compile(Net())
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def save(self, file):
        torch.save({"model": self.model._orig_mod.state_dict(), "optimizer": self.optimizer.state_dict()}, file)  # misuse: FG808


def load():
    compiled = torch.compile(Net())
    model = Net()
    model.load_state_dict(compiled._orig_mod.state_dict())  # misuse: FG808
    return model


def written(function):
    file = io.BytesIO()
    function(file)
    file.seek(0)
    return torch.load(file)


def proof():
    plain = Net()
    for state in (written(save), written(Trainer().save)["model"]):
        assert list(state) == ["_orig_mod.layer.weight", "_orig_mod.layer.bias"]
        assert len(plain.load_state_dict(state, strict=False).missing_keys) == 2
    try:
        load()
        raised = ""
    except RuntimeError as error:
        raised = str(error)
    assert "_orig_mod.layer.weight" in raised


def fixed():
    plain = Net()
    for state in (written(save), written(Trainer().save)["model"]):
        assert list(plain.load_state_dict(state).missing_keys) == []
    assert load() is not None
