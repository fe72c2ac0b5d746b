import torch
import torch.nn.functional as F


def bce(logits, labels):
    return F.binary_cross_entropy_with_logits(logits, labels)


@torch.compile
def compute_loss(logits, labels, name="bce"):
    logits = logits * 2
    loss = globals()[name](logits, labels)  # break: FG501
    return loss + 1


def make():
    return compute_loss


def inputs():
    return [(torch.ones(3), torch.ones(3))]
