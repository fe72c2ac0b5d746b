import abc
import concurrent.futures
import signal
import sys
import types
import typing
import weakref

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        x = x + 1
        concurrent.futures.Future()  # break: FG510
        types.ModuleType("a")  # break: FG510
        types.new_class("C")  # break: FG510
        typing.TypeVar("T")  # break: FG510
        typing.NewType("N", int)  # break: FG510
        typing.ParamSpec("P")  # break: FG510
        weakref.proxy(self)  # break: FG510
        weakref.getweakrefcount(self)  # break: FG510
        abc.get_cache_token()  # break: FG510
        signal.getsignal(2)  # break: FG510
        sys.getdefaultencoding()  # break: FG510
        sys.is_finalizing()  # break: FG510
        return x * 2


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
