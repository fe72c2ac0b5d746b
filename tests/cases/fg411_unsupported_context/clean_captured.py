# only: torch>=2.11
import contextlib
import warnings

import torch
from torch import nn
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.overrides import TorchFunctionMode


class Scope:
    def __init__(self, depth):
        self.depth = depth

    def __enter__(self):
        self.depth += 1
        return self

    def __exit__(self, *error):
        self.depth -= 1


class Watch(TorchFunctionMode):
    def __torch_function__(self, function, types, args=(), kwargs=None):
        return function(*args, **(kwargs or {}))


@contextlib.contextmanager
def scope(depth):
    yield depth


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)
        self.flags = {"enabled": False}

    @property
    def scope(self):
        return Scope(2)

    @contextlib.contextmanager
    def no_sync(self):
        yield

    def forward(self, x):
        with torch.no_grad(), torch.autocast("cpu", dtype=torch.bfloat16):
            x = x + 1
        with torch.set_grad_enabled(self.training), torch.enable_grad():
            x = x * 2
        with torch.profiler.record_function("layer"), sdpa_kernel(SDPBackend.MATH):
            x = self.layer(x)
        with warnings.catch_warnings(), contextlib.nullcontext():
            x = x + 1
        with contextlib.suppress(KeyError):
            x = x + self.flags["missing"]
        with Scope(1) as opened, scope(3) as depth, self.no_sync(), self.scope as inner:
            x = x * opened.depth + depth + inner.depth
        with Watch(), torch.autograd.graph.disable_saved_tensors_hooks("no hooks"):
            x = x * 2
        with contextlib.ExitStack() as stack:
            stack.enter_context(scope(1))
            stack.callback(len, "")
            x = x + 1
        return x


def make():
    return Model().eval()


def inputs():
    return [(torch.ones(3, 2),)]
