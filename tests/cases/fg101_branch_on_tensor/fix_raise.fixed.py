# fix: unsafe
import torch
from torch import nn


class Overlap(nn.Module):
    """The branches after the losses of detection models in transformers: the message shows the tensor."""

    def forward(self, boxes: torch.Tensor, scores: torch.Tensor) -> torch.Tensor:
        # degenerate boxes give infinite results
        if torch.compiler.is_compiling():
            assert (boxes[:, 2:] >= boxes[:, :2]).all(), (
                "boxes must be in [x0, y0, x1, y1] (corner) format, but got boxes"
            )
        elif not (boxes[:, 2:] >= boxes[:, :2]).all():  # break: FG101
            raise ValueError(f"boxes must be in [x0, y0, x1, y1] (corner) format, but got {boxes}")
        if torch.compiler.is_compiling():
            assert scores.min() != 0, "scores must not be zero: total"
            assert torch.logical_not(torch.isnan(scores).any()), "scores must not be zero: total"
        elif scores.min() == 0 or torch.isnan(scores).any():  # break: FG101
            total = scores.sum()
            message = "scores must not be zero: %s" % total
            raise RuntimeError(message)
        return (boxes[:, 2:] - boxes[:, :2]).prod(1) / scores


def make():
    return Overlap()


def inputs():
    return [(torch.tensor([[0.0, 0.0, 1.0, 2.0], [1.0, 1.0, 1.5, 3.0]]), torch.tensor([0.5, 0.25]))]


def raising():
    boxes = torch.tensor([[0.0, 0.0, 1.0, 2.0], [1.0, 1.0, 1.5, 3.0]])
    return [
        (boxes.flip(1), torch.tensor([0.5, 0.25])),
        (boxes, torch.tensor([0.5, 0.0])),
        (boxes, torch.tensor([0.5, float("nan")])),
    ]
