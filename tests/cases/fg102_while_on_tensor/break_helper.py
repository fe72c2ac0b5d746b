import torch


def sinkhorn(scores, tol=1e-2):
    p = scores.exp()
    error = torch.ones(())
    while error > tol:  # break: FG102
        p = p / p.sum(1, keepdim=True)
        p = p / p.sum(0, keepdim=True)
        error = (p.sum(1) - 1).abs().max()
    return p


@torch.compile
def match(a, b):
    return sinkhorn(a @ b.T)


def make():
    return match


def inputs():
    return [(torch.eye(2), torch.eye(2)), (torch.ones(2, 2), torch.eye(2) * 2)]
