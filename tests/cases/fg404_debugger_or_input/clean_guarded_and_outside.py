import pdb

import torch
from torch import nn


class Form(dict):
    def input(self, name):
        return self.get(name, 2)


class Model(nn.Module):
    DEBUG = False

    def __init__(self):
        super().__init__()
        self.form = Form(scale=3)
        self.input = nn.Linear(2, 2)

    def forward(self, x):
        if self.DEBUG:
            breakpoint()
        x = self.input(x)
        if torch.compiler.is_compiling():
            return x * self.form.input("scale")
        return self.watched(x)

    @torch.compiler.disable
    def watched(self, x):
        if self.DEBUG:
            pdb.set_trace()
        return x * self.form.input("scale")

    def configure(self):
        self.form["scale"] = int(input("scale: "))


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 2),)]
