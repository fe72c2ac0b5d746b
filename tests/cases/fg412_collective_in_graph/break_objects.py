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

    def forward(self, x, which):
        x = self.layer(x)
        sizes = [len(x), len(x)]
        if which == "broadcast":
            dist.broadcast_object_list(sizes, src=0)  # fails: FG412
        elif which == "all_gather":
            dist.all_gather_object(sizes, len(x))  # fails: FG412
        elif which == "gather":
            dist.gather_object(len(x), sizes)  # fails: FG412
        else:
            dist.scatter_object_list(sizes, [1, 2])  # fails: FG412
        return x + 1


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4), which) for which in ("broadcast", "all_gather", "gather", "scatter")]
