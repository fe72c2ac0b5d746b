"""Libraries ask whether code is being compiled by functions that are there in some versions of torch only."""

import torch
from torch import nn

try:
    from torch.compiler import is_compiling
except ImportError:

    def is_compiling():
        return False


try:
    is_dynamo_compiling = torch.compiler.is_dynamo_compiling
except AttributeError:
    is_dynamo_compiling = None

_asks = getattr(torch.compiler, "is_compiling", None) or getattr(torch._dynamo, "is_compiling", None)
_asks_dynamo = getattr(torch.compiler, "is_dynamo_compiling", None)


def compiling():
    return bool(_asks()) if _asks is not None else False


def dynamo_compiling():
    if _asks_dynamo is None:
        return False
    return _asks_dynamo()


def compiling_where_there():
    return torch.compiler.is_compiling() if hasattr(torch.compiler, "is_compiling") else False


class Model(nn.Module):
    def forward(self, x):
        if not is_compiling():
            print("imported")
        if is_dynamo_compiling is not None and not is_dynamo_compiling():
            print("taken out")
        if not compiling():
            print("chosen")
        if not dynamo_compiling():
            print("asked dynamo")
        if not compiling_where_there():
            print("looked for")
        return x + 1


def make():
    return Model()


def inputs():
    return [(torch.randn(4),)]
