import torch
import torchmetrics
import torchmetrics.functional as F
from torch import nn


class AccuracyHead(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(6, 3)

    def forward(self, x, y):
        logits = self.net(x)
        acc = F.classification.multiclass_accuracy(logits, y, num_classes=3)
        return nn.functional.cross_entropy(logits, y), acc


class AccuracyNoValidate(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(6, 3)

    def forward(self, x, y):
        return F.classification.multiclass_accuracy(self.net(x), y, num_classes=3, validate_args=False)


class Tracked(nn.Module):
    """Metric object as a submodule, as in a LightningModule."""

    def __init__(self):
        super().__init__()
        self.net = nn.Linear(6, 3)
        self.acc = torchmetrics.classification.MulticlassF1Score(num_classes=3)

    def forward(self, x, y):
        logits = self.net(x)
        self.acc.update(logits.detach(), y)
        return nn.functional.cross_entropy(logits, y)


def AccuracyHead_inputs():
    return [(torch.randn(10, 6), torch.randint(0, 3, (10,)))]


AccuracyNoValidate_inputs = Tracked_inputs = AccuracyHead_inputs


def regression_report(pred, target):
    return {
        "mse": F.mean_squared_error(pred, target),
        "r2": F.r2_score(pred, target),
        "pearson": F.pearson_corrcoef(pred, target),
    }


def regression_report_inputs():
    return [(torch.randn(12), torch.randn(12))]


def si_sdr_loss(pred, target):
    return -F.audio.scale_invariant_signal_distortion_ratio(pred, target).mean()


def si_sdr_loss_inputs():
    return [(torch.randn(2, 400), torch.randn(2, 400))]


def image_quality(pred, target):
    return F.image.structural_similarity_index_measure(pred, target, data_range=1.0)


def image_quality_inputs():
    return [(torch.rand(2, 3, 24, 24), torch.rand(2, 3, 24, 24))]
