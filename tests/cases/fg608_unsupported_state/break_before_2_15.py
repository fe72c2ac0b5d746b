import heapq

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        x = x + 1
        heap = [3, 1]
        heapq.heapify(heap)  # break: FG608 (before 2.15)
        heapq.heappush(heap, 2)  # break: FG608 (before 2.15)
        heapq.heappop(heap)  # break: FG608 (before 2.15)
        heapq.heapreplace(heap, 2)  # break: FG608 (before 2.15)
        heapq.heappushpop(heap, 2)  # break: FG608 (before 2.15)
        heapq.nlargest(1, heap)  # break: FG608 (before 2.14)
        heapq.nsmallest(1, heap)  # break: FG608 (before 2.14)
        bytearray(3)  # break: FG608 (before 2.15)
        return x * heap[0]


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
