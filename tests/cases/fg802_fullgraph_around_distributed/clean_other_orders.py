# only: torch>=2.11
# What is compiled lies inside of the wrapper, or may break.
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.fsdp import fully_shard
from torch.nn.parallel import DistributedDataParallel

GRAPHS = []


def backend(graph, inputs):
    GRAPHS.append(graph)
    return graph.forward


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def forward(self, x):
        return self.layer(x)


def inside():
    return DistributedDataParallel(torch.compile(Net(), backend=backend, fullgraph=True))


def around():
    return torch.compile(DistributedDataParallel(Net()), backend=backend)


def inner_module():
    model = DistributedDataParallel(Net())
    return torch.compile(model.module, backend=backend, fullgraph=True)


def sharded_in_place():
    model = Net()
    fully_shard(model, mesh=dist.init_device_mesh("cpu", (1,)))
    return torch.compile(model, backend=backend, fullgraph=True)


def proof():
    dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
    for make in (inside, around, inner_module, sharded_in_place):
        torch.compiler.reset()
        GRAPHS.clear()
        make()(torch.ones(2, 3))
        assert GRAPHS, make
    dist.destroy_process_group()
