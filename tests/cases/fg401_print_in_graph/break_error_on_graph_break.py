import torch
from torch import nn
from torch._dynamo import error_on_graph_break


@error_on_graph_break(True)
def strict(x):
    print("strict")  # fails: FG401
    return x + 1


@torch._dynamo.error_on_graph_break(False)
def lenient(x):
    print("lenient")  # break: FG401
    return x + 1


def helper(x):
    print("helper")  # fails: FG401
    return x * 2


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x, which):
        x = self.layer(x)
        if which == "within":
            with torch._dynamo.error_on_graph_break(True):
                print("within")  # fails: FG401
        elif which == "decorated":
            x = strict(x)
        elif which == "called":
            with error_on_graph_break(True), torch.no_grad():
                x = helper(x)
        elif which == "lenient":
            with error_on_graph_break(True):
                x = lenient(x)
        elif which == "inner":
            with error_on_graph_break(True):
                x = x + 1
                with error_on_graph_break(False):
                    print("inner")  # break: FG401
                x = x + 1
        else:
            with error_on_graph_break(error_on_graph_break=True):
                x = x + 1
            print("behind")  # break: FG401
        return x + 1


def make():
    return Model()


def inputs():
    names = ("within", "decorated", "called", "lenient", "inner", "behind")
    return [(torch.ones(2, 4), name) for name in names]
