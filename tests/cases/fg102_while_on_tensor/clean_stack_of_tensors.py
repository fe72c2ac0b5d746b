import torch
from torch import nn


class TreeSum(nn.Module):
    def forward(self, leaves: list[torch.Tensor]) -> torch.Tensor:
        stack = list(leaves)
        while len(stack) > 1:
            a, b = stack.pop(), stack.pop()
            stack.append(a + b)
        queue = [stack[0], stack[0] * 2]
        total = torch.zeros(())
        while queue:
            total = total + queue.pop().sum()
        node = (stack[0], None)
        while node is not None:
            total = total + node[0].mean()
            node = node[1]
        return total


def make():
    return TreeSum()


def inputs():
    return [([torch.ones(2)] * 3,), ([torch.ones(2)],)]
