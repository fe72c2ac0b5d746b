import torch
from torch import nn


class Ctc(nn.Module):
    def forward(self, x):
        x = x + 1
        with torch.backends.cudnn.flags(enabled=False):  # break: FG411
            x = x * 2
        return x


class Mkldnn(nn.Module):
    def forward(self, x):
        x = x + 1
        with torch.backends.mkldnn.flags(enabled=False):  # break: FG411
            x = x * 2
        return x


class Nnpack(nn.Module):
    def forward(self, x):
        x = x + 1
        with torch.backends.nnpack.flags(enabled=True):  # break: FG411
            x = x * 2
        return x


class Verbose(nn.Module):
    def forward(self, x):
        x = x + 1
        with torch.backends.mkl.verbose(torch.backends.mkl.VERBOSE_OFF):  # break: FG411
            x = x * 2
        return x


class VerboseMkldnn(nn.Module):
    def forward(self, x):
        x = x + 1
        with torch.backends.mkldnn.verbose(torch.backends.mkldnn.VERBOSE_OFF):  # break: FG411
            x = x * 2
        return x


class Attention(nn.Module):
    def forward(self, x):
        x = x + 1
        with torch.backends.cuda.sdp_kernel(enable_flash=False):  # break: FG411
            x = x * 2
        return x


def make():
    return nn.Sequential(Ctc(), Mkldnn(), Nnpack(), Verbose(), VerboseMkldnn(), Attention())


def inputs():
    return [(torch.ones(3),)]
