# fix: unsafe
import torch
from torch import nn


class LogarithmicError(nn.Module):
    def forward(self, pred: torch.Tensor, target: torch.Tensor):
        valid = target > 0
        error = torch.log(torch.where(valid, target, 1)) - torch.log(torch.where(valid, pred, 1))  # break[default]: FG302
        spread = torch.where(
            valid,
            error.pow(2),
            0,
        ).sum() / valid.sum() - 0.5 * (torch.where(valid, error, 0).sum() / valid.sum()) ** 2
        return spread + torch.where(
            valid,
            (torch.where(valid, pred, 0) - torch.where(valid, target, 0)) ** 2,
            0,
        ).sum()  # break[default]: FG302


def make():
    return LogarithmicError()


def inputs():
    nan = float("nan")
    targets = [1.0, 0.0, 2.0, -1.0], [0.0, -1.0, 0.0, -2.0], [1.0, 2.0, 3.0, 4.0], [nan, 1.0, 0.0, 2.0]
    preds = [1.5, 0.0, 1.0, nan], [2.0, 3.0, 0.5, 1.0]
    return [(torch.tensor(pred, requires_grad=True), torch.tensor(target)) for pred in preds for target in targets]
