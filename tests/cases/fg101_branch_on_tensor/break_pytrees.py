import torch
from torch.utils import _pytree as pytree


class Model(torch.nn.Module):
    def forward(self, x):
        tree = {"a": x, "b": [x + 1, None]}
        totals = pytree.tree_map(lambda leaf: leaf.sum() if leaf is not None else None, tree)
        if totals["a"] > 9:  # break: FG101
            return x + 1
        first, *_ = pytree.tree_leaves(tree)
        if first.sum() > 9:  # break: FG101
            return x + 2
        return x


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.ones(2, 3),), (torch.zeros(2, 3),)]
