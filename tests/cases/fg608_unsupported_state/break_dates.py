"""Methods of dates, times and spans of time, and arithmetic with them."""

from __future__ import annotations

import dataclasses
from datetime import date, datetime, timedelta

import torch
from torch import nn


@dataclasses.dataclass
class Span:
    times: tuple[datetime, ...]
    first: date


class Methods(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.start = datetime(2020, 1, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = x + self.start.weekday()  # break: FG608
        return x + self.start.timestamp() / 1e9  # break: FG608


class Several(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.span = Span((datetime(2020, 1, 2), datetime(2020, 1, 3)), date(2020, 1, 2))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        hours = [time.timestamp() / 3600 for time in self.span.times]  # break: FG608
        return x + torch.tensor(hours).sum() + self.span.first.isoweekday()  # break: FG608


class Differences(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.start, self.end = datetime(2020, 1, 2), datetime(2020, 1, 5)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        span = self.end - self.start  # break: FG608
        return x + span.days


class Spans(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.step = timedelta(hours=6)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.step.total_seconds() + self.step.days  # break: FG608


class Multiplied(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.step = timedelta(hours=6)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = x + (self.step * 2).seconds  # break: FG608
        print("the whole function runs uncompiled")
        return x


class Texts(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.start = date(2020, 1, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = x + len(str(self.start))  # break: FG205
        return x + len(self.start.isoformat())  # break: FG608


class Greatest(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.start, self.end = datetime(2020, 1, 2), datetime(2020, 1, 5)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + max(self.start, self.end).day  # break: FG608


class Dates(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.ways = nn.ModuleList([Methods(), Several(), Differences(), Spans(), Multiplied(), Texts(), Greatest()])

    def forward(self, x: torch.Tensor, way: int) -> torch.Tensor:
        return self.ways[way](x)


def make() -> nn.Module:
    return Dates()


def inputs() -> list[tuple[torch.Tensor, int]]:
    return [(torch.ones(3), way) for way in range(7)]
