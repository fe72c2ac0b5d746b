import collections

import torch


class Model(torch.nn.Module):
    def forward(self, x):
        left = collections.deque([(x, 0)])
        leaves = []
        while left:
            item, depth = left.popleft()
            if depth == 2:
                leaves.append(item)
                continue
            left.append((item * 2, depth + 1))
            left.appendleft((item + 1, depth + 1))
        if leaves[0].sum() > 0:  # break: FG101
            return leaves[1]
        return leaves[0]


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.ones(2, 3),), (torch.zeros(2, 3),)]
