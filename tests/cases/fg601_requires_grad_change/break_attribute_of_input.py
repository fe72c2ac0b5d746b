import torch


@torch.compile
def energy(positions, trainable=False):
    positions.requires_grad = trainable  # break: FG601
    return (positions**2).sum()


def make():
    return energy


def inputs():
    return [(torch.ones(3),)]
