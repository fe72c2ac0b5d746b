import threading
from functools import cached_property, lru_cache

import torch
from torch import nn

LOCAL = threading.local()
LOCAL.scale = 2.0
LOCK = threading.Lock()
DONE = threading.Event()


class Lock:
    def __init__(self):
        self.taken = 0

    def acquire(self):
        self.taken += 1

    def release(self):
        self.taken -= 1


@lru_cache(None)
def doubled(number):
    return number * 2


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        with LOCK:
            self.lock = Lock()
        self.factor = self.offset + 1

    @cached_property
    def offset(self):
        return 3.0

    @property
    def scale(self):
        return 2.0

    def forward(self, x):
        self.lock.acquire()
        x = x * LOCAL.scale + self.scale + self.offset
        LOCAL.seen = x.shape[0]
        if DONE.is_set():
            x = x + 1
        self.lock.release()
        if not torch.compiler.is_compiling():
            with LOCK:
                LOCAL.eager = True
        return x * doubled(3) + self.factor

    def save(self):
        with LOCK:
            return self.state_dict()


def make():
    return Model()


def inputs():
    return [(torch.ones(3),)]
