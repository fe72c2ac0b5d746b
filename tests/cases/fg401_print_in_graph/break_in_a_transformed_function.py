import torch


@torch.compile
def rows(x):
    def one(row):
        print("row")  # break: FG401
        return -row

    return torch.vmap(one)(x)


def make():
    return rows


def inputs():
    return [(torch.ones(2, 3),)]
