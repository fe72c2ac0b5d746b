import torch
from torch import nn
from torch.backends import mkldnn

SEEN = {}


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)

    def forward(self, x):
        SEEN["mps"] = torch.backends.mps.is_available()  # break: FG409 (before 2.14)
        x = x + 1
        SEEN["mps built"] = torch.backends.mps.is_built()  # break: FG409 (before 2.14)
        x = x * 2
        SEEN["cuda built"] = torch.backends.cuda.is_built()  # break: FG409
        x = x + 1
        SEEN["mkldnn"] = mkldnn.is_available()  # break: FG409
        x = x * 2
        SEEN["mkl"] = torch.backends.mkl.is_available()  # break: FG409
        x = x + 1
        SEEN["openmp"] = torch.backends.openmp.is_available()  # break: FG409
        x = x * 2
        SEEN["opt_einsum"] = torch.backends.opt_einsum.is_available()  # break: FG409
        x = x + 1
        SEEN["capability"] = torch.backends.cpu.get_cpu_capability()  # break: FG409
        x = x * 2
        SEEN["cudnn"] = torch.backends.cudnn.is_available()  # break: FG409
        return self.attention(x)

    def attention(self, x):
        SEEN["flash"] = torch.backends.cuda.flash_sdp_enabled()  # break: FG409
        x = x + 1
        SEEN["efficient"] = torch.backends.cuda.mem_efficient_sdp_enabled()  # break: FG409
        x = x * 2
        SEEN["math"] = torch.backends.cuda.math_sdp_enabled()  # break: FG409
        x = x + 1
        SEEN["cudnn sdp"] = torch.backends.cuda.cudnn_sdp_enabled()  # break: FG409
        x = x * 2
        SEEN["linalg"] = torch.backends.cuda.preferred_linalg_library()  # break: FG409
        return self.layer(x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 2),)]
