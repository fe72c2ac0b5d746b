import torch

hard_clip = torch.compile(lambda x: x / x.norm() if x.norm() > 1 else x)  # break: FG103


def make():
    return hard_clip


def inputs():
    return [(torch.ones(3),), (torch.ones(3) * 0.1,)]
