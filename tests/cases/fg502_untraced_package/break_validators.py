# only: pydantic
"""Validators of a model, which say what its fields hold."""

import pydantic
import torch
from torch import nn


class Inputs(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(arbitrary_types_allowed=True)

    event: torch.Tensor
    time: torch.Tensor
    scale: float = pydantic.Field(2.0)

    @pydantic.field_validator("event", mode="before")
    @classmethod
    def truths(cls, value: object):
        return value.bool()

    @pydantic.field_validator("time")
    @classmethod
    def positive(cls, value: torch.Tensor):
        if (value < 0).any():  # break: FG101
            raise ValueError("negative")
        return value


class Model(nn.Module):
    def forward(self, x: torch.Tensor, event: torch.Tensor) -> torch.Tensor:
        found = Inputs(event=event, time=x)  # report: FG502 (pydantic/main.py)
        return self.rows(found.time, found.event) + found.scale

    def rows(self, x: torch.Tensor, event: torch.Tensor):
        return x[event].sum()  # break[default]: FG302


def make():
    return Model()


def inputs():
    return [(torch.rand(3), torch.tensor([1, 0, 1]))]
