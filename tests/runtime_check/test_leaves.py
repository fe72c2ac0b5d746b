"""The leaves of nested values, by their paths."""

from __future__ import annotations

import types
from collections import namedtuple
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
import torch
from fullgraph.runtime_check.step.leaves import entries_of_containers, entries_of_output, equal, same_tensor, walk

Pair = namedtuple("Pair", "left right")


@dataclass
class Record:
    value: Any


def test_paths_are_those_of_the_containers() -> None:
    value = {"a": [1, Pair(2, Record(None))]}
    assert dict(walk(value, "x", entries_of_containers)) == {"x.a[0]": 1, "x.a[1].left": 2, "x.a[1].right.value": None}


def test_objects_are_looked_into_only_in_outputs() -> None:
    thing = types.SimpleNamespace(number=1, function=len)
    assert dict(walk([thing], "x", entries_of_containers)) == {"x[0]": thing}
    assert dict(walk([thing], "x", entries_of_output)) == {"x[0].number": 1}


def test_what_was_looked_into_is_not_again_where_that_is_asked() -> None:
    inner = [1]
    assert len(list(walk([inner, inner], "x", entries_of_output))) == 2
    assert dict(walk([inner, inner], "x", entries_of_output, set())) == {"x[0][0]": 1}


def test_nan_is_the_same_tensor_as_nan() -> None:
    nan = torch.tensor([1.0, float("nan")])
    assert same_tensor(nan, nan.clone())
    assert not same_tensor(nan, torch.tensor([1.0, 2.0]))
    assert not same_tensor(nan, nan.double())


@pytest.mark.parametrize("sparse", [torch.Tensor.to_sparse, torch.Tensor.to_sparse_csr])
def test_sparse_tensors_are_compared_by_what_they_hold(sparse: Callable[[torch.Tensor], torch.Tensor]) -> None:
    dense = torch.tensor([[0.0, float("nan")], [2.0, 0.0]])
    one = sparse(dense)
    assert same_tensor(one, sparse(dense))
    assert not same_tensor(one, dense)
    assert not same_tensor(one, sparse(torch.tensor([[0.0, float("nan")], [3.0, 0.0]])))
    assert equal(sparse(dense.nan_to_num()), sparse(dense.nan_to_num()))
    assert not equal(one, sparse(dense))
