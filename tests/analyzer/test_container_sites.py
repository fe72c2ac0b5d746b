"""What a container that several ways lead to holds does not depend on where its sites lie in memory."""

from __future__ import annotations

import ast
import random
from typing import Any, cast

import pytest
from fullgraph.lint.domain.heap import Heap
from fullgraph.lint.domain.values import Evidence, SequenceValue, Tensor
from fullgraph.lint.interpreter import aliases

NOWHERE = cast(Any, None)


def list_of(node: ast.expr) -> SequenceValue:
    """A list of tensors that this expression made."""
    made = Tensor(evidence=Evidence(node, NOWHERE, "Tensor"))
    return SequenceValue("list", None, made, sites=frozenset(((node, None),)))


@pytest.mark.parametrize("seed", range(5))
def test_the_first_tensor_in_the_text_is_the_evidence(seed: int) -> None:
    lines = [cast(ast.Expr, line).value for line in ast.parse("\n".join(["made"] * 20)).body]
    in_memory = list(lines)
    random.Random(seed).shuffle(in_memory)
    heap = Heap()
    for node in in_memory:
        heap[node, None] = {"[contents]": list_of(node)}
    several = SequenceValue("list", None, sites=frozenset((node, None) for node in in_memory))
    held = aliases.current(heap, several)
    assert isinstance(held, SequenceValue)
    tensor = held.each()
    assert isinstance(tensor, Tensor)
    assert tensor.evidence is not None
    assert tensor.evidence.node is lines[0]
