# only: cuda
import torch
from torch import nn


def by_mode(model):
    return torch.compile(model, mode="reduce-overhead", dynamic=True)  # misuse: FG804


def by_option(model):
    return torch.compile(model, options={"triton.cudagraphs": True}, dynamic=True)  # misuse: FG804


def proof():
    import torch._inductor.cudagraph_trees as trees

    recorded = []
    original = trees.CUDAGraphNode.__init__

    def note(self, *args, **kwargs):
        recorded.append(self)
        return original(self, *args, **kwargs)

    trees.CUDAGraphNode.__init__ = note
    for compile in (by_mode, by_option):
        torch.compiler.reset()
        recorded.clear()
        compiled = compile(nn.Linear(64, 64).cuda())
        with torch.no_grad():
            for _ in range(3):
                for size in (16, 24, 32, 40):
                    compiled(torch.ones(size, 64, device="cuda"))
        assert len(recorded) == 4
