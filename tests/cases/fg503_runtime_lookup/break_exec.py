import torch


@torch.compile
def scaled(x, source="def scale(x):\n    return x * 2\n"):
    x = x + 1
    namespace = {}
    exec(source, namespace)  # break: FG503
    return namespace["scale"](x)


def make():
    return scaled


def inputs():
    return [(torch.ones(3),)]
