# fix: unsafe
import torch
from torch import nn


class LogarithmicError(nn.Module):
    def forward(self, pred: torch.Tensor, target: torch.Tensor):
        valid = target > 0
        error = torch.log(target[valid]) - torch.log(pred[valid])  # break[default]: FG302
        spread = error.pow(2).mean() - 0.5 * error.mean() ** 2
        return spread + ((pred[valid] - target[valid]) ** 2).sum()  # break[default]: FG302


def make():
    return LogarithmicError()


def inputs():
    nan = float("nan")
    targets = [1.0, 0.0, 2.0, -1.0], [0.0, -1.0, 0.0, -2.0], [1.0, 2.0, 3.0, 4.0], [nan, 1.0, 0.0, 2.0]
    preds = [1.5, 0.0, 1.0, nan], [2.0, 3.0, 0.5, 1.0]
    return [(torch.tensor(pred, requires_grad=True), torch.tensor(target)) for pred in preds for target in targets]
