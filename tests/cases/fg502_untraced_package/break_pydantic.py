# only: pydantic
import pydantic
import torch
from pydantic.dataclasses import dataclass


class Output(pydantic.BaseModel):
    size: int


@dataclass(frozen=True)
class Size:
    rows: int


@torch.compile
def run(x):
    x = x * 2
    size = Size(rows=3)  # break: FG502
    x = x * size.rows
    output = Output(size=2)  # report: FG502 (pydantic/main.py)
    return x + output.size


def make():
    return run


def inputs():
    return [(torch.ones(3),)]
