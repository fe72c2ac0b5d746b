import torch
import torch._dynamo
from torch import nn
from torch.utils.checkpoint import set_checkpoint_debug_enabled
from torch.utils.flop_counter import FlopCounterMode


class Executor(nn.Module):
    def forward(self, x):
        x = x + 1
        with torch.jit.optimized_execution(True):  # break: FG411
            x = x * 2
        return x


class Fuser(nn.Module):
    def forward(self, x):
        x = x + 1
        with torch.jit.fuser("fuser1"):  # break: FG411
            x = x * 2
        return x


class Sparse(nn.Module):
    def forward(self, x):
        x = x + 1
        with torch.sparse.check_sparse_tensor_invariants(False):  # break: FG411
            x = x * 2
        return x


class Flops(nn.Module):
    def forward(self, x):
        x = x + 1
        with FlopCounterMode(display=False):  # break: FG411
            x = x * 2
        return x


class Debug(nn.Module):
    def forward(self, x):
        x = x + 1
        with set_checkpoint_debug_enabled(False):  # break: FG411
            x = x * 2
        return x


class Config(nn.Module):
    def forward(self, x):
        x = x + 1
        with torch._dynamo.config.patch(verbose=False):  # break: FG411
            x = x * 2
        return x


class DeviceOf(nn.Module):
    def forward(self, x):
        x = x + 1
        with torch.cuda.device_of(x):  # break: FG411
            x = x * 2
        return x


def make():
    return nn.Sequential(Executor(), Fuser(), Sparse(), Flops(), Debug(), Config(), DeviceOf())


def inputs():
    return [(torch.ones(3),)]
