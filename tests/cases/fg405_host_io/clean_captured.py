import os
import struct
from pathlib import Path

import torch
from torch import nn

FOLDER = Path("folder")


class Writer:
    def __init__(self):
        self.lines = []

    def write(self, line):
        self.lines.append(line)

    def open(self, name):
        self.lines.append(name)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.file = Writer()
        self.load = nn.Linear(2, 2)

    def forward(self, x):
        if os.environ.get("FULLGRAPH_CASE", "0") == "1":
            x = x + 1
        if "FULLGRAPH_CASE" not in os.environ:
            x = x * 2
        x = x + len(os.path.join("a", "b")) + len(os.path.basename("a/b")) + len(os.path.dirname("a/b"))
        x = x + len(os.path.splitext("a.b")[1]) + len(os.path.split("a/b")) + len(os.path.expanduser("~/a")) * 0
        x = x + len((FOLDER / "name").name) + len(Path("a").suffix)
        self.file.write("line")
        self.file.open("name")
        self.lines = list(self.file.lines)
        if len(struct.pack("i", 1)) != 4:
            raise ValueError("struct")
        return self.load(x)

    def save(self, path):
        torch.save(self.state_dict(), path)
        with open(path) as file:
            return file.read()


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 2),)]
