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
        dist.barrier()  # break: FG412
        x = x + 1
        dist.broadcast(x, src=0)  # break: FG412
        x = x + 1
        dist.reduce(x, dst=0)  # break: FG412
        x = x + 1
        dist.gather(x, [torch.zeros_like(x) for _ in range(2)])  # break: FG412
        x = x + 1
        dist.scatter(x, [x, x])  # break: FG412
        parts = [torch.zeros_like(x) for _ in range(2)]
        dist.all_to_all(parts, [x, x])  # break: FG412
        x = x + parts[0]
        dist.distributed_c10d.reduce_scatter(x, [x, x])  # break: FG412 (before 2.14)
        return x + 1


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
