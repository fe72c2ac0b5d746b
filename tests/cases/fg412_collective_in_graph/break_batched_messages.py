# only: torch>=2.12
import torch
import torch.distributed as dist
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
        operation = dist.P2POp(dist.isend, x, 1)  # break: FG412
        x = x + 1
        dist.batch_isend_irecv([operation])  # break: FG412
        return x + 1


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
