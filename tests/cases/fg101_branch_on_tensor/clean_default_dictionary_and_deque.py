import collections

import torch


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.steps = collections.deque([0, 1, 2], maxlen=3)

    def forward(self, x):
        counts = collections.defaultdict(int)
        for name in ["a", "b", "a"]:
            counts[name] += 1
        if counts["a"] > 1:
            x = x * counts["a"]
        if counts["c"]:
            x = x - 1
        for step in self.steps:
            x = x + step
        if max(self.steps) > 7:
            return x
        rows = collections.defaultdict(list, first=[x])
        rows["second"].append(x.sum())
        if "third" in rows or rows.get("fourth") is not None:
            return x
        queue = collections.deque([x, x + 1])
        queue.reverse()
        return queue.pop() + dict(rows)["second"][0]


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.ones(2, 3),), (torch.zeros(2, 3),)]
