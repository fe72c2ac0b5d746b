# fix: unsafe
import torch
from torch import nn


class Targets(nn.Module):
    def forward(self, logits: torch.Tensor, classes: torch.Tensor):
        foreground = classes >= 0
        targets = torch.zeros_like(logits)
        targets = torch.where(
            foreground.unsqueeze(-1) & (classes.unsqueeze(-1) == torch.arange(
                targets.shape[-1],
                device=targets.device,
            )),
            1.0,
            targets,
        )  # break[default]: FG302
        return (targets - logits) ** 2


def make():
    return Targets()


def inputs():
    logits = torch.arange(24.0).view(2, 3, 4).requires_grad_()
    classes = [[0, -1, 3], [2, 2, -1]], [[-1, -1, -2], [-1, -1, -1]]
    return [(logits, torch.tensor(labels)) for labels in classes]
