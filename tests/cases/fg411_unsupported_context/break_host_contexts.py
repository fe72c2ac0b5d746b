import contextlib
import decimal
import io
from contextlib import closing
from unittest import mock

import torch
from torch import nn

OUTPUT = io.StringIO()


class Resource:
    def close(self):
        pass


class Redirected(nn.Module):
    def forward(self, x):
        x = x + 1
        with contextlib.redirect_stdout(OUTPUT):  # break: FG411
            x = x * 2
        return x


class RedirectedErrors(nn.Module):
    def forward(self, x):
        x = x + 1
        with contextlib.redirect_stderr(OUTPUT):  # break: FG411
            x = x * 2
        return x


class Closed(nn.Module):
    def forward(self, x):
        x = x + 1
        with closing(Resource()):  # break: FG411 (before 2.15)
            x = x * 2
        return x


class Decimal(nn.Module):
    def forward(self, x):
        x = x + 1
        with decimal.localcontext():  # break: FG411
            x = x * 2
        return x


class Mocked(nn.Module):
    def forward(self, x):
        x = x + 1
        with mock.patch("os.sep", "/"):  # break: FG411
            x = x * 2
        return x


def make():
    return nn.Sequential(Redirected(), RedirectedErrors(), Closed(), Decimal(), Mocked())


def inputs():
    return [(torch.ones(3),)]
