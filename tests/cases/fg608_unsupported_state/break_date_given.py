"""A date that compiled code is given."""

from datetime import datetime
from typing import List, Optional

import torch
from torch import nn


class Given(nn.Module):
    def forward(self, x: torch.Tensor, times: List[datetime], end: Optional[datetime] = None) -> torch.Tensor:
        x = x + times[0].weekday()  # break: FG608
        if end is not None:
            x = x + end.replace(hour=3).hour  # break: FG608
        return x + times[0].month


def make() -> nn.Module:
    return Given()


def inputs() -> list[tuple[torch.Tensor, List[datetime], Optional[datetime]]]:
    return [(torch.ones(3), [datetime(2020, 1, 2)], datetime(2020, 1, 3))]
