from typing import TYPE_CHECKING

import torch
from torch import nn


from torch.compiler import is_compiling
import torch._dynamo as dynamo
def is_torchdynamo_compiling():
    return torch.compiler.is_compiling()
class M(nn.Module):
    def forward(self, x):
        if not torch.compiler.is_compiling():
            print(1)
        if not is_compiling() and x.sum() > 0:
            print(1)
        if dynamo.is_compiling():
            pass
        else:
            print(1)
        if torch._dynamo.is_compiling() or x.sum() > 0:
            x = x + 1
        if not is_torchdynamo_compiling():
            print(1)
        if torch.jit.is_scripting():
            print(1)
        if not torch.jit.is_scripting():
            print(2)  # hit
        if torch.jit.is_tracing():
            print(1)
        compiling = is_compiling()
        if not compiling:
            print(1)
        if TYPE_CHECKING:
            print(1)
        if __debug__ is False:
            print(1)
        try:
            y = x + 1
        except RuntimeError:
            print(1)
        if x.shape[0] > 3:
            raise ValueError(f"{x.sum().item()} {print(1)}")
        return self.rest(x)
    def rest(self, x):
        if is_compiling():
            return x
        print(1)
        return x
