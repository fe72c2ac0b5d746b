from typing import Any, Callable, Dict, Generic, List, Literal, NewType, Optional, TypeVar, Union, cast

import torch
from torch import nn

T = TypeVar("T")
Index = NewType("Index", int)
Tensors = list[torch.Tensor]
Table = Dict[str, torch.Tensor]
Mode = Literal["sum", "mean"]
Reduce = Callable[[torch.Tensor], torch.Tensor]


class Box(Generic[T]):
    size = 3

    def __init__(self, value: T):
        self.value = value

    @classmethod
    def of(cls, value):
        return cls(value)


IntBox = Box[int]


class Known(Box[int]):
    pass


class Layer(nn.Module, Generic[T]):
    def forward(self, x):
        return x * 2


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = Layer[int]()

    def forward(self, x):
        found: Optional[Tensors] = [x]
        box: Box[torch.Tensor] = Box(x)
        a = cast(list[torch.Tensor], found)[0] + cast(Tensors, found)[0]
        b = cast(Optional[list[torch.Tensor]], found)[0] + cast(Optional[Table], {"a": x})["a"]
        c = cast(Union[Mode, int], x) + cast(Optional[Reduce], x) + cast(Index, x) + cast(List[T], x)
        d = cast("Optional[Tensors]", found)[0] + cast(Any, box).value + cast(dict[str, Box], {"b": box})["b"].value
        e = Known(x).value + IntBox.of(x).value + IntBox.size + cast(Union[IntBox, int], box).value
        return self.layer(a + b + c + d + e)


def make():
    return Model()


def inputs():
    return [(torch.ones(3),), (torch.zeros(3),)]
