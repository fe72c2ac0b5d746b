# only: cuda
import torch
from torch import nn

SEEN = {}


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.stream = torch.cuda.Stream()

    def forward(self, x):
        x = x.cuda() + 1
        SEEN["device"] = torch.cuda.current_device()
        SEEN["capability"] = torch.cuda.get_device_capability()
        SEEN["memory"] = torch.cuda.get_device_properties(x.device).total_memory
        self.stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.stream):
            x = x * 2
        torch.cuda.current_stream().wait_stream(self.stream)
        with torch.cuda.device(0):
            x = x + 1
        torch.cuda.reset_peak_memory_stats()
        torch.cuda.empty_cache()
        return x.cpu()


def make():
    return Model()


def inputs():
    return [(torch.ones(3),)]
