import torch
from torch import nn


class Model(nn.Module):
    """Numbers, texts and None in a dictionary are no tensors."""

    def forward(self, batch):
        x = batch["x"] * int(batch["factor"])
        if batch["kind"] == "short":
            x = x[: batch["most"]]
        if batch["mask"] is not None and batch["most"] > 1:
            x = x * batch["mask"]
        for name, part in batch.items():
            if name.startswith("bias"):
                x = x + part
        return x.view(*batch["size"]).sum(batch["dim"])


def make():
    return Model()


def inputs():
    batch = {"kind": "short", "most": 2, "factor": 3, "mask": None, "size": [4, 2], "dim": -1}
    return [({"x": torch.randn(3, 4), "bias_1": torch.ones(4), **batch},) for _ in range(2)]
