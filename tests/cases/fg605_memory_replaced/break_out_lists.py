import torch


@torch.compile
def largest(x):
    values, indices = torch.empty(0), torch.empty(0, dtype=torch.long)
    torch.max(x, dim=0, out=(values, indices))  # break: FG605
    x = x + values
    columns, places = torch.zeros(2, 6), torch.zeros(3, 6, dtype=torch.long)
    torch.sort(x, out=(x.new_empty(0), places[:, ::2]))  # break: FG605
    return x + columns.sum()


def make():
    return largest


def inputs():
    return [(torch.arange(9.0).reshape(3, 3),)]
