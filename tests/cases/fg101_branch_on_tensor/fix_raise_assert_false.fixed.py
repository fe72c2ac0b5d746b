# fix: unsafe
import torch
from torch import nn


class Targets(nn.Module):
    """The check of torchvision's detection models: what is computed for its message would break the graph too."""

    def forward(self, boxes: torch.Tensor) -> torch.Tensor:
        degenerate_boxes = boxes[:, 2:] <= boxes[:, :2]
        if torch.compiler.is_compiling():
            assert torch.logical_not(degenerate_boxes.any()), (
                "All bounding boxes should have positive height and width. Found invalid box degen_bb."
            )
        elif degenerate_boxes.any():  # break: FG101
            # print the first degenerate box
            bb_idx = torch.where(degenerate_boxes.any(dim=1))[0][0]
            degen_bb: list[float] = boxes[bb_idx].tolist()
            torch._assert(
                False,
                f"All bounding boxes should have positive height and width. Found invalid box {degen_bb}.",
            )
        return boxes.mean(0)


def make():
    return Targets()


def inputs():
    return [(torch.tensor([[0.0, 0.0, 1.0, 2.0], [1.0, 1.0, 1.5, 3.0]]),)]


def raising():
    return [(torch.tensor([[0.0, 0.0, 1.0, 2.0], [1.0, 1.0, 1.0, 3.0]]),)]
