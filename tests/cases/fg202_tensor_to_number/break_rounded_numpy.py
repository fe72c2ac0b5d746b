import numpy as np
import torch


def step(x):
    return x + round(np.sqrt(7))  # fails: FG202


def make():
    return step


def inputs():
    return [(torch.ones(3),)]
