# only: cuda
import torch
from torch import nn

SEEN = {}


class Model(nn.Module):
    def forward(self, x):
        x = x.cuda() + 1
        torch.cuda.synchronize()  # break: FG409 (before 2.13)
        x = x * 2
        torch.cuda.set_device(0)  # break: FG409
        x = x + 1
        SEEN["name"] = torch.cuda.get_device_name()  # break: FG409
        x = x * 2
        SEEN["architectures"] = torch.cuda.get_arch_list()  # break: FG409
        x = x + 1
        SEEN["peer"] = torch.cuda.can_device_access_peer(0, 0)  # break: FG409
        x = x + 1
        SEEN["stream"] = torch.cuda.default_stream()  # break: FG409
        x = x * 2
        SEEN["capturing"] = torch.cuda.is_current_stream_capturing()  # break: FG409
        x = x + 1
        SEEN["graph"] = torch.cuda.CUDAGraph()  # break: FG409
        x = x * 2
        torch.cuda.nvtx.range_push("part")  # break: FG409
        x = x + 1
        torch.cuda.nvtx.range_pop()  # break: FG409
        x = x * 2
        torch.accelerator.set_device_index(0)  # break: FG409
        return self.memory(x)

    def memory(self, x):
        SEEN["summary"] = torch.cuda.memory_summary()  # break: FG409
        x = x + 1
        SEEN["snapshot"] = torch.cuda.memory_snapshot()  # break: FG409
        x = x * 2
        SEEN["summary by module"] = torch.cuda.memory.memory_summary()  # break: FG409
        x = x + 1
        SEEN["snapshot by module"] = torch.cuda.memory.memory_snapshot()  # break: FG409
        x = x * 2
        SEEN["accelerator"] = torch.accelerator.memory_allocated()  # break: FG409
        return x.cpu()


def make():
    return Model()


def inputs():
    return [(torch.ones(3),)]
