# fix: safe
import torch
from torch import nn


class Named(nn.Module):
    """The guard of encoder layers against values that half precision does not hold."""

    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, hidden_states):
        hidden_states = self.fc(hidden_states)
        if hidden_states.dtype == torch.float16 and (  # break: FG101
            torch.isinf(hidden_states).any() or torch.isnan(hidden_states).any()
        ):
            clamp_value = torch.finfo(hidden_states.dtype).max - 1000
            hidden_states = torch.clamp(hidden_states, min=-clamp_value, max=clamp_value)
        return hidden_states * 0.5


class Listed(nn.Module):
    """One of several dtypes."""

    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x):
        x = self.fc(x)
        if x.dtype in (torch.float16, torch.bfloat16) and not torch.isfinite(x).all():  # break: FG101
            x = x.clamp(min=torch.finfo(x.dtype).min, max=torch.finfo(x.dtype).max)
        return x + 1


class Either(nn.Module):
    """Two comparisons."""

    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x):
        x = self.fc(x)
        if (x.dtype == torch.float16 or x.dtype == torch.bfloat16) and torch.isnan(x).any():  # break: FG101
            x = torch.clamp(x, -100, 100)
        return x - 1


class Ways(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Named(), Listed(), Either()])

    def forward(self, x, way: int):
        return self.ways[way](x)


def make():
    torch.manual_seed(0)
    return Ways().half()


def inputs():
    plain = torch.tensor([[1.0, 2.0, 3.0, 4.0]], dtype=torch.float16)
    large = torch.tensor([[float("inf"), 2.0, 3.0, 4.0]], dtype=torch.float16)
    unknown = torch.tensor([[float("nan"), 2.0, 3.0, 4.0]], dtype=torch.float16)
    return [(x, way) for way in range(3) for x in (plain, large, unknown)]
