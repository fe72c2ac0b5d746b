# fix: unsafe
# only: cuda
import torch


@torch.compile(mode="max-autotune", dynamic=True)  # misuse: FG804
def scale(x):
    return x * 2 + 1


def recordings():
    import torch._inductor.cudagraph_trees as trees

    recorded = []
    original = trees.CUDAGraphNode.__init__

    def note(self, *args, **kwargs):
        recorded.append(self)
        return original(self, *args, **kwargs)

    trees.CUDAGraphNode.__init__ = note
    for _ in range(3):
        for size in (16, 24, 32):
            scale(torch.ones(size, device="cuda"))
    trees.CUDAGraphNode.__init__ = original
    return len(recorded)


def proof():
    assert recordings() == 3


def fixed():
    assert recordings() == 0
