import torch
from torch import nn


class Box:
    def item(self):
        return 2.0


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = torch.tensor(2.0).item()
        self.box = Box()

    def forward(self, x, lengths):
        x = x * self.scale * self.box.item()
        for name, value in {"one": 1.0, "two": 2.0}.items():
            x = x + len(name) * value
        x = x + x.size().numel() + x.numel() + x.shape[0] + len(lengths)
        x = x.detach().cpu().to("cpu") / x.abs().max().detach()
        return x if torch.is_tensor(lengths) else x + 1


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 4]))]
