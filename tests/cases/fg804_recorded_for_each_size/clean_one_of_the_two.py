# only: cuda
import torch


def scale(x):
    return x * 2 + 1


def proof():
    import torch._inductor.cudagraph_trees as trees

    recorded = []
    original = trees.CUDAGraphNode.__init__

    def note(self, *args, **kwargs):
        recorded.append(self)
        return original(self, *args, **kwargs)

    trees.CUDAGraphNode.__init__ = note
    for compiled in (
        torch.compile(scale, mode="max-autotune-no-cudagraphs", dynamic=True),
        torch.compile(scale, options={"triton.cudagraphs": False}, dynamic=True),
        torch.compile(scale, dynamic=True),
    ):
        torch.compiler.reset()
        for _ in range(3):
            for size in (16, 24, 32):
                compiled(torch.ones(size, device="cuda"))
    assert recorded == []
    torch.compiler.reset()
    one = torch.compile(scale, mode="reduce-overhead", dynamic=False)
    for _ in range(3):
        one(torch.ones(16, device="cuda"))
    assert len(recorded) == 1
