import torch


@torch.compile
def padded(x: torch.Tensor):
    x = x * 2
    nested = torch.nested.nested_tensor([x, x[:1]])  # break: FG613
    return torch.nested.to_padded_tensor(nested, 0.0) + 1  # break: other


def make():
    return padded


def inputs():
    return [(torch.ones(2, 2),)]
