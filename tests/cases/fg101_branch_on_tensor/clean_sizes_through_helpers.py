import torch
from torch import nn


def to_ntuple(value, n):
    if isinstance(value, int):
        return (value,) * n
    if len(value) != n:
        raise ValueError("wrong length")
    return tuple(value)


def pad_to_multiple(x, multiple):
    rest = x.shape[-1] % multiple
    if rest == 0:
        return x
    return nn.functional.pad(x, (0, multiple - rest))


def window_count(height, width, window):
    if height < window or width < window:
        return 1
    return (height // window) * (width // window)


class Windows(nn.Module):
    def __init__(self, window=2):
        super().__init__()
        self.window = to_ntuple(window, 2)

    def forward(self, x):
        b, h, w = x.shape
        x = pad_to_multiple(x, self.window[1])
        if window_count(h, w, self.window[0]) > 1 and b > 1:
            x = x * 2
        height, width = x.size()[-2:]
        area = height * width
        if area > 8 and x.stride(-1) == 1:
            x = x + 1
        return x


def make():
    return Windows()


def inputs():
    return [(torch.ones(2, 4, 4),), (torch.ones(1, 1, 3),)]
