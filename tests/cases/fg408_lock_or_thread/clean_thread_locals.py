"""What is held for each thread, and the main thread."""

import threading

import torch
from torch import nn


class State(threading.local):
    def __init__(self):
        self.factor = 2


STATE = State()
PLAIN = threading.local()


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.state = threading.local()
        self.state.factor = 3

    def forward(self, x):
        x = x * STATE.factor * self.state.factor
        PLAIN.seen = 1
        if not hasattr(PLAIN, "unseen") and getattr(PLAIN, "other", None) is None:
            x = x + 1
        return x if threading.main_thread() is not None else -x


def make():
    return Model()


def inputs():
    return [(torch.ones(3),)]
