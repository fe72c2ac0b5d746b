# only: pydantic
import dataclasses

import pydantic
import torch
from pydantic.dataclasses import dataclass


class Config(pydantic.BaseModel):
    size: int


@dataclass
class Size:
    rows: int


@dataclasses.dataclass
class Output:
    hidden: torch.Tensor


CONFIG = Config(size=2)
SIZE = Size(rows=3)


@torch.compile
def run(x):
    output = Output(hidden=x * CONFIG.size)
    return output.hidden * SIZE.rows


def make():
    return run


def inputs():
    return [(torch.ones(3),)]
