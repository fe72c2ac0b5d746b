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
        dist.all_reduce(x, async_op=True).wait()  # break: FG412
        parts = [torch.zeros_like(x) for _ in range(2)]
        dist.all_gather(parts, x, None, True).wait()  # break: FG412
        x = x + parts[0]
        other = torch.zeros_like(x)
        work = dist.all_to_all_single(other, x, async_op=True)  # break: FG412
        x = x * 2
        work.wait()  # break: other
        return x + other


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
