# fix: unsafe
import torch
from torch import nn


class Criterion(nn.Module):
    def loss_boxes(self, x, boxes, count):
        return (x - boxes).abs().sum() / count

    def loss_labels(self, x, labels, count):
        return self.scaled((x * labels).sum(), count)

    def scaled(self, loss, count):
        return 2 * loss / count

    def forward(self, x: torch.Tensor, labels: torch.Tensor):
        mask = labels >= 0
        found = mask.sum().item()  # break[default]: FG201
        count = torch.as_tensor([len(labels)], dtype=torch.float, device=x.device)
        count = torch.clamp(count / x.shape[-1], min=1).item()  # break[default]: FG201
        total = self.loss_boxes(x, labels, count) + self.loss_labels(x, labels, count=count)
        return total, x.sum() / max(1, found), x * (found // 2)


def make():
    return Criterion()


def inputs():
    nan = float("nan")
    labels = [1.0, 2.0, -1.0, 0.0], [-1.0, -1.0, -2.0, -1.0], [nan, 0.0, 1.0, 1.0]
    return [(torch.tensor([1.0, -2.0, 0.5, 4.0], requires_grad=True), torch.tensor(label)) for label in labels]
