import multiprocessing
import threading

import torch
from torch import nn


class Limited(nn.Module):
    def __init__(self):
        super().__init__()
        self.semaphore = threading.Semaphore()

    def forward(self, x):
        with self.semaphore:  # break: FG408
            return x + 1


class Bounded(nn.Module):
    def __init__(self):
        super().__init__()
        self.semaphore = threading.BoundedSemaphore()

    def forward(self, x):
        with self.semaphore:  # break: FG408
            return x + 1


class Conditional(nn.Module):
    def __init__(self):
        super().__init__()
        self.condition = threading.Condition()

    def forward(self, x):
        with self.condition:  # break: FG408
            return x + 1


class Processes(nn.Module):
    def __init__(self):
        super().__init__()
        self.lock = multiprocessing.Lock()

    def forward(self, x):
        with self.lock:  # break: FG408
            return x + 1


class ConditionOfProcesses(nn.Module):
    def __init__(self):
        super().__init__()
        self.condition = multiprocessing.Condition()

    def forward(self, x):
        with self.condition:  # break: FG408
            return x + 1


def make():
    return nn.Sequential(Limited(), Bounded(), Conditional(), Processes(), ConditionOfProcesses())


def inputs():
    return [(torch.ones(3),)]
