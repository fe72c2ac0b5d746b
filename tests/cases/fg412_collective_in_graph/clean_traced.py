# only: torch>=2.13
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
        dist.all_reduce(x)
        dist.all_reduce(x, op=dist.ReduceOp.MAX, async_op=False)
        parts = [torch.zeros_like(x) for _ in range(2)]
        dist.all_gather(parts, x)
        both, half = x.new_zeros(4, 4), x.new_zeros(1, 4)
        dist.all_gather_into_tensor(both, x)
        dist.reduce_scatter_tensor(half, x)
        other = torch.zeros_like(x)
        dist.all_to_all_single(other, x)
        if dist.is_available() and dist.is_initialized() and dist.get_world_size() > 1:
            x = x * dist.get_rank() + len(dist.get_backend())
        return x + parts[0] + both[:2] + half + other


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
