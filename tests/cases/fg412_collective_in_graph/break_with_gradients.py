import torch
import torch.distributed as dist
import torch.distributed.nn
from torch import nn
from torch.testing._internal.distributed.fake_pg import FakeStore

if not dist.is_initialized():
    dist.init_process_group("fake", store=FakeStore(), rank=0, world_size=2)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        x = self.layer(x)
        return sent(x) + gathered(x) + reduced(x) + collected(x) + scattered(x) + exchanged(x) + summed(x)


def sent(x):
    return torch.distributed.nn.broadcast(x, 0) + 1  # break: FG412


def gathered(x):
    return torch.distributed.nn.functional.all_gather(x)[0] + 1  # break: FG412


def reduced(x):
    return torch.distributed.nn.reduce(x, 0) + 1  # break: FG412


def collected(x):
    return torch.distributed.nn.gather(x, 0)[0] + 1  # break: FG412


def scattered(x):
    return torch.distributed.nn.scatter([x, x], 0) + 1  # break: FG412


def exchanged(x):
    return torch.distributed.nn.all_to_all([torch.zeros_like(x), torch.zeros_like(x)], [x, x])[0] + 1  # break: FG412


def summed(x):
    return torch.distributed.nn.reduce_scatter(torch.zeros_like(x), [x, x]) + 1  # break: FG412


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
