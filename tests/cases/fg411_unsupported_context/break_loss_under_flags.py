import torch
import torch.nn.functional as F
from torch import nn


class ForLoss(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(4, 5)

    def forward(self, hidden, labels=None):
        logits = self.head(hidden)
        loss = None
        if labels is not None:
            log_probs = F.log_softmax(logits, dim=-1).transpose(1, 2)
            with torch.backends.cudnn.flags(enabled=False):  # break: FG411
                loss = F.nll_loss(log_probs, labels)
        return logits, loss


def make():
    return ForLoss()


def inputs():
    return [(torch.randn(2, 6, 4), torch.ones(2, 6, dtype=torch.long)), (torch.randn(2, 6, 4),)]
