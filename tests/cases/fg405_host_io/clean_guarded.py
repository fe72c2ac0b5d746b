import gc
import json
import sys

import torch
from torch import nn


@torch.compiler.disable
def dump(x):
    return json.dumps({"size": x.shape[0]})


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.config = json.loads('{"size": 2}')
        self.layer = nn.Linear(self.config["size"], 2)

    def forward(self, x):
        if not torch.compiler.is_compiling():
            sys.stdout.write("eager\n")
            gc.collect()
        if x.dim() > 7:
            raise ValueError(json.dumps({"dim": x.dim()}))
        return self.layer(x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 2),)]
