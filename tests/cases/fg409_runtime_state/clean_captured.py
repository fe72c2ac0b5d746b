import torch
from torch import nn

HAS_MKLDNN = torch.backends.mkldnn.is_available()
THREADS = torch.get_num_threads()
SEEN = {}


class Memory:
    def memory_allocated(self):
        return 3


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)
        self.memory = Memory()
        self.devices = torch.cuda.device_count()

    def forward(self, x):
        if torch.cuda.is_available() and torch.cuda.is_initialized():
            x = x * 1
        if HAS_MKLDNN:
            x = x + THREADS * 0
        torch.cuda.empty_cache()
        torch.backends.cudnn.benchmark = False
        if torch.is_autocast_enabled() or torch.is_grad_enabled() and torch.backends.cudnn.enabled:
            x = x + 1
        SEEN["dtype"] = torch.get_default_dtype()
        SEEN["deterministic"] = torch.are_deterministic_algorithms_enabled()
        SEEN["memory"] = self.memory.memory_allocated() + self.devices
        torch.set_float32_matmul_precision("highest")
        torch.cpu.synchronize()
        if not torch.compiler.is_compiling():
            SEEN["threads"] = torch.get_num_threads()
        return self.layer(x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 2),)]
