import os
import tempfile

import numpy as np
import torch
from torch import nn

FOLDER = tempfile.mkdtemp()
SEEN = {}


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.path = os.path.join(FOLDER, "x.pt")

    def forward(self, x):
        x = x * 2
        torch.save(x, self.path)  # break: FG405
        x = x + 1
        x = x + torch.load(self.path)  # break: FG405
        return x


class Arrays(nn.Module):
    def __init__(self):
        super().__init__()
        self.path = os.path.join(FOLDER, "x.npy")
        self.archive = os.path.join(FOLDER, "x.npz")
        self.text = os.path.join(FOLDER, "x.txt")

    def forward(self, x):
        x = x * 2
        np.save(self.path, x.numpy())  # break: FG405
        x = x + 1
        SEEN["load"] = np.load(self.path)  # break: FG405
        x = x * 2
        np.savez(self.archive, x=x.numpy())  # break: FG405
        x = x + 1
        np.savez_compressed(self.archive, x=x.numpy())  # break: FG405
        x = x * 2
        np.savetxt(self.text, x.numpy())  # break: FG405
        x = x + 1
        SEEN["loadtxt"] = np.loadtxt(self.text)  # break: FG405
        x = x * 2
        SEEN["genfromtxt"] = np.genfromtxt(self.text)  # break: FG405
        x = x + 1
        SEEN["fromfile"] = np.fromfile(self.path)  # break: FG405
        return x


def make():
    return nn.Sequential(Model(), Arrays())


def inputs():
    return [(torch.ones(3),)]
