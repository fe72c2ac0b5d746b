import torch


def draw(x, generator=None):
    return x + 0 * torch.rand(3, generator=generator)  # break: FG407


@torch.compile
def noisy(x):
    x = x + 1
    generator = torch.Generator()  # break: FG407
    generator.manual_seed(0)  # break: FG407
    return draw(x, generator)


def make():
    return noisy


def inputs():
    return [(torch.ones(3),)]
