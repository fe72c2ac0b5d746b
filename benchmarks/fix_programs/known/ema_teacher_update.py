"""An average of parameters that is only updated when the loss fell."""

import torch
from torch import nn


class Teacher(nn.Module):
    def __init__(self):
        super().__init__()
        self.student = nn.Linear(3, 3)
        self.register_buffer("shadow", torch.zeros(3, 3))
        self.register_buffer("best", torch.tensor(1.0))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        loss = (self.student(x) - x).pow(2).mean()
        if loss.detach() < self.best:
            self.best.copy_(loss.detach())
            self.shadow.lerp_(self.student.weight.detach(), 0.1)
        return loss


def make():
    torch.manual_seed(0)
    return Teacher()


def inputs():
    torch.manual_seed(1)
    return [(torch.randn(2, 3) * 0.1,), (torch.randn(2, 3) * 5,)]
