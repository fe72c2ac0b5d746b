import functools

import ptlflow
import torch
from seeded import factories


def _flow(name, size=128):
    return ptlflow.get_model(name), ({"images": torch.rand(1, 2, 3, size, size)},)


NAMES = [
    "raft_small",
    "pwcnet",
    "liteflownet",
    "fastflownet",
    "gma",
    "gmflow",
    "flownets",
    "irr_pwcnet",
    "rapidflow_it1",
    "neuflow",
    "csflow",
    "hd3",
]

MODELS = {f"model_{name}": functools.partial(_flow, name) for name in NAMES}

__getattr__ = factories(MODELS)
