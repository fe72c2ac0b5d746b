# only: torch>=2.12
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
        return summed(x) + exchanged(x)


def summed(x):
    return torch.distributed.nn.all_reduce(x) + 1  # break: FG412


def exchanged(x):
    return torch.distributed.nn.all_to_all_single(torch.zeros_like(x), x) + 1  # break: FG412


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
