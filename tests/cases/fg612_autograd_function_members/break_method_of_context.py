import torch


class Named(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.named = ctx.name()  # break: FG612
        return x * 2

    @staticmethod
    def backward(ctx, gradient):
        return gradient * 2


class Cleared(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        ctx.maybe_clear_saved_tensors()  # break: FG612
        return x * 2

    @staticmethod
    def backward(ctx, gradient):
        return gradient * 2


@torch.compile
def run(x):
    x = Named.apply(x * 3)
    return Cleared.apply(x + 1)


def make():
    return run


def inputs():
    return [(torch.ones(3, requires_grad=True),)]
