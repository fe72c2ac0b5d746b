import io

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def forward(self, x):
        return self.layer(x)


def in_place(file):
    model = Net()
    model.compile()
    torch.save(model.state_dict(), file)


def before(file):
    model = Net()
    compiled = torch.compile(model)
    torch.save(model.state_dict(), file)
    return compiled


def inside(file):
    compiled = torch.compile(Net())
    torch.save(compiled._orig_mod.state_dict(), file)


def renamed(file):
    compiled = torch.compile(Net())
    state = {name.removeprefix("_orig_mod."): value for name, value in compiled.state_dict().items()}
    torch.save(state, file)


def forward_only(file):
    model = Net()
    model.forward = torch.compile(model.forward)
    torch.save(model.state_dict(), file)


def unwrapped(file, wrap=True):
    model = torch.compile(Net()) if wrap else Net()
    plain = getattr(model, "_orig_mod", model)
    torch.save(plain.state_dict(), file)


def between_compiled_modules():
    one, other = torch.compile(Net()), torch.compile(Net())
    return one.load_state_dict(other.state_dict())


def proof():
    for function in (in_place, before, inside, renamed, forward_only, unwrapped):
        file = io.BytesIO()
        function(file)
        file.seek(0)
        assert list(torch.load(file)) == ["layer.weight", "layer.bias"], function
    assert between_compiled_modules().missing_keys == []
