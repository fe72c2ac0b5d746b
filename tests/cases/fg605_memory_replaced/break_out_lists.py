import torch


@torch.compile
def largest(x):
    values, indices = torch.empty(0), torch.empty(0, dtype=torch.long)
    torch.max(x, dim=0, out=(values, indices))  # break: FG605
    x = x + values
    places = torch.zeros(3, 3, dtype=torch.long)
    torch.sort(x, out=(x.new_empty(0), places))  # break: FG605
    return x + places


def make():
    return largest


def inputs():
    return [(torch.arange(9.0).reshape(3, 3),)]
