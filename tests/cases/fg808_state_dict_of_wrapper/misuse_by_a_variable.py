import io

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def forward(self, x):
        return self.layer(x)


def checkpoint(model, file):
    model = torch.compile(model)
    state = model.state_dict()
    everything = {"epoch": 3, "model": state}
    torch.save(everything, file)  # misuse: FG808


def load_what_fits():
    compiled = torch.compile(Net())
    model = Net()
    model.load_state_dict(torch.compile(model).state_dict(), strict=False)  # misuse: FG808
    return model.load_state_dict(compiled.state_dict(), strict=False)  # misuse: FG808


def proof():
    file = io.BytesIO()
    checkpoint(Net(), file)
    file.seek(0)
    assert list(torch.load(file)["model"]) == ["_orig_mod.layer.weight", "_orig_mod.layer.bias"]
    assert load_what_fits().missing_keys == ["layer.weight", "layer.bias"]
