import torch
from torch import nn
from torch.autograd.graph import save_on_cpu


class Anomaly(nn.Module):
    def forward(self, x):
        x = x + 1
        with torch.autograd.detect_anomaly(check_nan=False):  # break: FG411
            x = x * 2
        return x


class Switch(nn.Module):
    def forward(self, x):
        x = x + 1
        with torch.autograd.set_detect_anomaly(False):  # break: FG411
            x = x * 2
        return x


class Threads(nn.Module):
    def forward(self, x):
        x = x + 1
        with torch.autograd.set_multithreading_enabled(True):  # break: FG411
            x = x * 2
        return x


class Hooks(nn.Module):
    def forward(self, x):
        x = x + 1
        with torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t):  # break: FG411
            x = x * 2
        return x


class OnCpu(nn.Module):
    def forward(self, x):
        x = x + 1
        with save_on_cpu():  # break: FG411
            x = x * 2
        return x


class Mutation(nn.Module):
    def forward(self, x):
        x = x + 1
        with torch.autograd.graph.allow_mutation_on_saved_tensors():  # break: FG411
            x = x * 2
        return x


class Profile(nn.Module):
    def forward(self, x):
        x = x + 1
        with torch.autograd.profiler.emit_nvtx(False):  # break: FG411
            x = x * 2
        return x


class ProfileItt(nn.Module):
    def forward(self, x):
        x = x + 1
        with torch.autograd.profiler.emit_itt(False):  # break: FG411
            x = x * 2
        return x


def make():
    return nn.Sequential(Anomaly(), Switch(), Threads(), Hooks(), OnCpu(), Mutation(), Profile(), ProfileItt())


def inputs():
    return [(torch.ones(3),)]
