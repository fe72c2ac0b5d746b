import torch
from torch import nn

SEEN = {}


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)

    def forward(self, x):
        before = torch.cuda.memory_allocated()  # break: FG409
        x = self.layer(x)
        SEEN["allocated"] = torch.cuda.memory_allocated() - before  # break: FG409
        x = x + 1
        SEEN["max allocated"] = torch.cuda.max_memory_allocated()  # break: FG409
        x = x * 2
        SEEN["reserved"] = torch.cuda.memory_reserved()  # break: FG409
        x = x + 1
        SEEN["max reserved"] = torch.cuda.max_memory_reserved()  # break: FG409
        x = x * 2
        SEEN["stats"] = torch.cuda.memory_stats()  # break: FG409
        x = x + 1
        SEEN["by module"] = torch.cuda.memory.memory_allocated()  # break: FG409
        x = x * 2
        SEEN["max by module"] = torch.cuda.memory.max_memory_allocated()  # break: FG409
        x = x + 1
        SEEN["reserved by module"] = torch.cuda.memory.memory_reserved()  # break: FG409
        x = x * 2
        SEEN["max reserved by module"] = torch.cuda.memory.max_memory_reserved()  # break: FG409
        x = x + 1
        SEEN["stats by module"] = torch.cuda.memory.memory_stats()  # break: FG409
        return x


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 2),)]
