"""Decorated methods of objects that are there before, static ones, functions, and a with statement instead."""

import functools

import torch
from torch import nn


def logged(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


class Matcher(nn.Module):
    @torch.no_grad()
    def forward(self, x):
        return x * 2


class Inside(nn.Module):
    @logged
    def forward(self, x):
        with torch.no_grad():
            return x * 2

    @staticmethod
    @torch.no_grad()
    def scaled(x):
        return x * 3


@torch.no_grad()
def doubled(x):
    return x * 2


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.matcher = Matcher()
        print("made")

    def forward(self, x):
        x = self.matcher(x + 1)
        inside = Inside()
        return doubled(inside(x)) + Inside.scaled(x)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
