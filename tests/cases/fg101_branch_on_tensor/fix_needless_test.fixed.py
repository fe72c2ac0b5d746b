# fix: unsafe
import torch
from torch import nn


class Masked(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x: torch.Tensor, ids: torch.Tensor, flag: bool = True) -> torch.Tensor:
        y = self.fc(x) * 2
        logits = y.clone()
        same = (x.round() == ids).all(-1)

        # break: FG101
        # its similarity is masked
        logits[same] = float("-inf")
        y[same] = 0
        pad_mask = ids.eq(0)
        if flag:  # break: FG101
            y.masked_fill_(pad_mask, 0.0)
            logits = logits.masked_fill(pad_mask, -1.0)
        ids[ids > 4] = 4  # break: FG101
        y[~(y > -9)] = -9  # break: FG101
        return y + ids, logits


def make():
    return Masked()


def inputs():
    return [
        (torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), torch.tensor([[1, 2, 3], [3, 0, 7]])),
        (torch.randn(2, 3), torch.tensor([[1, 2, 3], [3, 3, 2]])),
        (torch.tensor([[99.0, -99.0, 9.0], [-99.0, 99.0, -9.0]]), torch.tensor([[1, 2, 3], [3, 3, 2]])),
    ]
