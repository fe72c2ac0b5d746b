from dataclasses import dataclass
from typing import Optional, Tuple

import torch
from torch import Tensor, nn


from collections import OrderedDict
class ModelOutput(OrderedDict):
    def to_tuple(self): return tuple(self.values())
@dataclass
class Out(ModelOutput):
    loss: Optional[Tensor] = None
    logits: Tensor = None
    hidden: Optional[Tuple[Tensor, ...]] = None
class Inner(nn.Module):
    def forward(self, x, return_dict: bool = True):
        h = x * 2
        if not return_dict:
            return (h, x)
        return Out(logits=h, hidden=(x, h))
class M(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.inner = Inner()
        self.head = nn.Linear(3, 3)
    def forward(self, x, return_dict=None, labels: Optional[torch.LongTensor] = None):
        out = self.inner(x, return_dict=return_dict)
        h = out[0]
        if h.sum() > 0:  # hit
            h = h + 1
        out2 = self.inner(x)
        if out2.logits.sum() > 0:  # hit
            h = h + 1
        if out2["logits"].sum() > 0:  # hit
            h = h + 1
        if out2.hidden is not None:
            for t in out2.hidden:
                if t.sum() > 0:  # hit
                    h = h + 1
        if out2.loss is not None:
            h = h + 1
        logits = self.head(h)
        loss = None
        if labels is not None:
            fct = nn.CrossEntropyLoss()
            loss = fct(logits.view(-1, 3), labels.view(-1))
            if torch.isnan(loss):  # hit
                loss = loss * 0
            if labels.max() >= 3:  # hit
                raise ValueError("x")
        return Out(loss=loss, logits=logits)
