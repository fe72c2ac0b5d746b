"""Inputs in dictionaries and objects without annotations: what is in them is a tensor where it is used as one."""

from __future__ import annotations

import textwrap
from collections.abc import Callable

import pytest

Found = Callable[..., list[object]]

SOURCE = """
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, {parameter}):
{body}
        return 0
"""


def code(body: str, parameter: str = "batch") -> str:
    return SOURCE.format(parameter=parameter, body=textwrap.indent(textwrap.dedent(body), " " * 8))


@pytest.mark.parametrize(
    "body",
    [
        "if batch['x'].sum() > 0:\n    return 1",
        "n = int(batch['lengths'].max())",
        "lengths = batch['lengths']\ny = lengths[:, None]\nn = int(lengths[0])",
        "index = batch['index']\ny = torch.zeros(3).index_add(0, index, batch['x'])\nn = int(index[-1])",
        "x = batch.get('x')\nif x is not None and x.mean() > 0:\n    return 1",
        "for name, part in batch.items():\n    print_me = part.norm().item()\ny = batch['x']",
        "moved = batch.to('cpu')\nn = moved['x'].nonzero()",
        "n = int(batch.graph.max()) + 1",
        "kept = batch.x[batch.mask.bool()]",
        "y = self.helper(batch)\n\ndef helper():\n    pass\nn = batch['x'].tolist()",
    ],
)
def test_parts_that_are_used_as_tensors(found: Found, body: str) -> None:
    assert found(code(body))


@pytest.mark.parametrize(
    "body",
    [
        "if batch['kind'] == 'short':\n    return 1",
        "n = int(batch['n']) + 1",
        "if batch['flag']:\n    return 1",
        "for k in range(batch['n']):\n    pass",
        "if batch['mask'] is not None:\n    return 1",
        "if batch.training and batch.n > 3:\n    return 1",
        "y = torch.zeros(batch['n'], batch['width'])",
        "if 'x' in batch and len(batch['names']) > 2:\n    return 1",
        "y = batch.encode(3)\nn = int(batch.width)\nif batch.width.max() > 3:\n    return 1",
    ],
)
def test_parts_that_may_be_anything(found: Found, body: str) -> None:
    assert not found(code(body))


@pytest.mark.parametrize(
    "body",
    [
        "x = batch.x[: batch.n]\nif x.shape[0] > 1:\n    return 1",
        "y = torch.zeros(batch.n, 4)\nfor row in y:\n    y = y + row",
        "y = torch.arange(batch['n'])\nif len(y) > 1:\n    return 1",
        "x = batch.x.view(batch.n, -1).repeat(batch.n, 1)\nif x.numel() > 1:\n    return 1",
    ],
)
def test_sizes_out_of_a_batch_are_no_data(found: Found, body: str) -> None:
    assert not found(code(body), mode="fullgraph")


@pytest.mark.parametrize("name", ["config", "cfg", "args"])
def test_settings_are_no_batch(found: Found, name: str) -> None:
    assert not found(code(f"if {name}.width.max() > 3:\n    return {name}['x']", name))


@pytest.mark.parametrize(
    ("parameter", "body"),
    [
        ("x, edge_index", "kept = edge_index[:, edge_index[0] != edge_index[1]]"),
        ("x, is_first", "for t in range(3):\n    if is_first[t].any():\n        return 1"),
        ("x, src_len", "y = src_len[..., 0]\nn = int(src_len.max())"),
    ],
)
def test_what_is_indexed_is_no_flag(found: Found, parameter: str, body: str) -> None:
    assert found(code(body, parameter))


@pytest.mark.parametrize(
    ("parameter", "body"),
    [
        ("x, is_first", "if is_first:\n    return 1"),
        ("x, n_heads", "if n_heads > 3:\n    return 1"),
        ("i, j", "y = torch.arange(j - i, j)"),
        ("x, use_layers", "for k in range(3):\n    if use_layers[k]:\n        return 1"),
        ("x, num_points", "if num_points[0] > 2:\n    return 1\ny = torch.zeros(num_points[1])"),
    ],
)
def test_flags_and_numbers_by_their_names(found: Found, parameter: str, body: str) -> None:
    assert not found(code(body, parameter))
