"""Lists of one's own, and extremes of lists, numbers and texts."""

import operator
import string

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        words = list("a b".split())
        words.append("c")
        words[0] = "d"
        more = "a b".split() * 2
        more.pop()
        picked = [word.upper() for word in "a b".split()]
        picked.reverse()
        grown = "a b".split()
        grown += ["c"]
        ordered = sorted("b a".split())
        ordered.insert(0, "z")
        twin = "a b".split().copy()
        twin.clear()
        x = x * len("a b".split()) * "a b".split().index("b") * "a b".split().count("b")
        first, *_ = "a b".split()
        x = x * len(first) * len(words) * len(more) * len(picked) * len(grown) * len(ordered)
        x = x * min([(1, 2), (0, 3)])[1] * max((1, 2), (0, 3))[0]
        x = x * max(width for width in (1, 2)) * max(len(word) for word in ("a", "bb"))
        x = x * max([1, 2], default=0) * max(["a", "bb"], key=len).count("b")
        x = x * len(max(word for word in ("a", "b"))) * max(map(len, ("a", "bb")))
        x = x * operator.countOf([1, 1], 1) * len(string.capwords("a b")) * len("ab".translate({97: "b"}))
        return x * len(twin)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
