from typing import Dict, List, Optional

import torch
from torch import Tensor, nn


class M(nn.Module):
    def forward(self, images: List[Tensor], targets: Optional[List[Dict[str, Tensor]]] = None):
        for t in targets:
            b = t["boxes"]
            bad = b[:, 2:] <= b[:, :2]
            if bad.any():  # hit
                pass
        for i, im in enumerate(images):
            if im.max() > 1:  # hit
                pass
        for a, t in zip(images, targets):
            if a.max() > 1:  # hit
                pass
        return images
