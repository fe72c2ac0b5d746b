import torch
import torch.nn.functional as F


class Model(torch.nn.Module):
    def forward(self, logits, target=None):
        if target is None:
            return logits
        loss = F.cross_entropy(logits, target)
        return loss + logits.argmax(1)[target != 1].sum()  # break[default]: FG302


def make():
    return Model()


def inputs():
    return [(torch.ones(4, 3), torch.tensor([0, 1, 2, 0]))]
