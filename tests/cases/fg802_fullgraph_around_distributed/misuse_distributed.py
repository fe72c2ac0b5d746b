import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
from torch.nn.parallel import DistributedDataParallel


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def forward(self, x):
        return self.layer(x)


def data_parallel():
    model = DistributedDataParallel(Net())
    return torch.compile(model, fullgraph=True)  # misuse: FG802


def sharded():
    model = FSDP(Net(), use_orig_params=True, device_id=torch.device("cpu"))
    return torch.compile(model, fullgraph=True)  # misuse: FG802


def compiled_in_place():
    model = DistributedDataParallel(Net())
    model.compile(fullgraph=True)  # misuse: FG802
    return model


def proof():
    dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
    for make in (data_parallel, sharded, compiled_in_place):
        torch.compiler.reset()
        compiled, raised = make(), None
        try:
            compiled(torch.ones(2, 3))
        except torch._dynamo.exc.Unsupported as error:
            raised = error
        assert raised is not None, make
    dist.destroy_process_group()
