import torch


@torch.compile
def spread(x, counts):
    owners = torch.repeat_interleave(counts)  # break[default]: FG306
    doubled = torch.repeat_interleave(x, repeats=torch.tensor([2]))  # break[default]: FG306
    given = x.repeat_interleave(counts, output_size=None)  # break[default]: FG306
    return owners.sum() + doubled.sum() + given.sum()


def make():
    return spread


def inputs():
    return [(torch.ones(3), torch.tensor([2, 1, 1]))]
