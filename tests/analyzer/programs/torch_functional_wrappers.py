import torch
from torch import nn


from torch.nn import functional as fn
from torch.nn.functional import softmax
import torch as t
class M(nn.Module):
    def forward(self, x):
        y = fn.softmax(x, dim=-1)
        if y.max() > 0.5: # hit
            y = y + 1
        if softmax(x, -1).max() > 0.5:  # hit
            y = y + 1
        if t.linalg.norm(x) > 1:  # hit
            y = y + 1
        if t.fft.fft(x).abs().max() > 1:  # hit
            y = y + 1
        if x.float().norm(p=2, dim=-1).max() > 1:  # hit
            y = y + 1
        w = t.utils.checkpoint.checkpoint(self.sub, x, use_reentrant=False)
        if w.sum() > 1:  # hit
            y = y + 1
        return y
    def sub(self, x):
        return x * 2
