"""Sizes that vary between the input sets, and what can be done about them."""

from __future__ import annotations

import bisect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from fullgraph.runtime_check.step.step import flatten_call
from fullgraph.runtime_check.target.inputs import CallArguments, as_calls

BUCKETS = 8
"""So many sizes at most: as many graphs as TorchDynamo keeps of one function (``recompile_limit``)."""
MULTIPLE = 8
"""Bucket sizes are multiples of it, which is what tensor cores want of 16-bit matrices."""


@dataclass(frozen=True)
class Varying:
    """A size of an input that is not the same in all input sets."""

    path: str
    """Such as ``input labels``."""
    dim: int
    sizes: tuple[int, ...]
    """In each input set."""


def varying(calls: Sequence[CallArguments]) -> list[Varying]:
    """The sizes that differ, in the order of the arguments; tensors that some calls lack are left out."""
    flat = [_shapes(call) for call in calls]
    found = []
    for path, shape in flat[0].items():
        shapes = [shapes[path] for shapes in flat if path in shapes]
        if len(shapes) < len(flat) or any(len(other) != len(shape) for other in shapes):
            continue
        for dim in range(len(shape)):
            sizes = tuple(other[dim] for other in shapes)
            if len(set(sizes)) > 1:
                found.append(Varying(path, dim, sizes))
    return found


def _shapes(call: CallArguments) -> dict[str, torch.Size]:
    return {path: leaf.shape for path, leaf in flatten_call(call).items() if isinstance(leaf, torch.Tensor)}


def marker(sizes: Sequence[Varying]) -> Callable[[CallArguments], None]:
    """Marks these sizes dynamic. Dynamo still compiles anew for 0 and 1, which it never makes symbolic."""

    def mark(call: CallArguments) -> None:
        leaves = flatten_call(call)
        for size in sizes:
            torch._dynamo.mark_dynamic(leaves[size.path], size.dim)

    return mark


def buckets(sizes: Sequence[int]) -> list[int]:
    """At most `BUCKETS` sizes, evenly up to the largest, which stays as it is: a model may take no longer input."""
    largest = max(sizes)
    steps = (-(-largest * number // BUCKETS) for number in range(1, BUCKETS))
    rounded = {-(-step // MULTIPLE) * MULTIPLE for step in steps}
    return sorted({size for size in rounded if size < largest} | {largest})


def padded(calls: Sequence[CallArguments], sizes: Sequence[Varying], pad: Callable[..., Any]) -> list[CallArguments]:
    """Each call, padded by the target's function to the next bucket of what varies.

    ``pad(inputs, size)`` gets the inputs as an inputs function may return them and returns them longer. Sizes that vary
    together count as one; where several vary by themselves, ``size`` is a tuple in the order of the arguments. Raises
    `InputSpecError` for what cannot be a call, and what ``pad`` raises.
    """
    columns = list(dict.fromkeys(size.sizes for size in sizes))
    edges = [buckets(column) for column in columns]
    found = []
    for number, call in enumerate(calls):
        wanted = tuple(
            edge[bisect.bisect_left(edge, column[number])] for column, edge in zip(columns, edges, strict=True)
        )
        result = pad(_plain(call), wanted[0] if len(wanted) == 1 else wanted)
        found += as_calls(result)[:1]
    return found


def _plain(call: CallArguments) -> Any:
    """The arguments as an inputs function would return them."""
    if not call.args:
        return dict(call.kwargs)
    return (tuple(call.args), dict(call.kwargs)) if call.kwargs else tuple(call.args)
