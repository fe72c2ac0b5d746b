from typing import Dict

import torch
from torch import Tensor, nn


class M(nn.Module):
    def forward(self, batch: Dict[str, Tensor]):
        x = batch["x"]
        if x.sum() > 0:  # hit
            return x
        for k, v in batch.items():
            if v.sum() > 0:  # hit
                return v
        return x
