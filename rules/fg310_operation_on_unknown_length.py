"""Operation that needs a length that depends on data

## What it does
Finds operations that cannot be traced on a tensor whose number of rows depends on data: `scaled_dot_product_attention`
on sequences of such a length or with a mask of one, `batch_norm` and `instance_norm` and their modules, `logsumexp`,
`cummax`, `cummin`, `roll`, `cdist`, `kron`, and `diff`, `trapezoid` and the functions of `torch.fft` along that
dimension. It also finds losses of two tensors, such as `mse_loss` and `cosine_similarity`, if their numbers of rows
come from two different masks, `pad_sequence` of sequences of such lengths before torch 2.14, and `cross_entropy` with
probabilities for such a number of rows.

## Why the graph breaks
While it traces, TorchDynamo runs each operation on fake tensors. These operations ask there whether the tensor is
empty, or how long it is; a length captured without a value, as under `fullgraph=True`, does not say (`Could not guard
on data-dependent expression Eq(u0, 0)`). By default, the graph has already ended where the length was computed.

The losses compare the two shapes and warn if they differ. Two selections by one mask have the same length, which
TorchDynamo knows: compute the mask once.

Most operations do not ask: elementwise ones, sums, `softmax`, `matmul`, `sort`, `cat`, `layer_norm`. Before torch
2.12, `torch.linalg.svd` asks too, and before 2.13, `torch.linalg.qr`. From 2.15 on,
`scaled_dot_product_attention` and `cosine_similarity` do not.

## Example
```python
def forward(self, x, mask):
    return torch.logsumexp(x[mask], dim=0)
```

Use instead all rows, with the others masked:
```python
def forward(self, x, mask):
    return torch.logsumexp(x.masked_fill(~mask[:, None], float("-inf")), dim=0)
```
"""

from __future__ import annotations

from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES
from fullgraph.lint.domain.events import Call
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.tensor_reads import given
from fullgraph.lint.domain.values import MEDIUM, Const, SequenceValue, Tensor, count_of
from fullgraph.rules.shared.common import FULLGRAPH_ONLY, explain
from fullgraph.rules.shared.names import in_versions
from fullgraph.rules.shared.shapes import shape_calls

REGISTRY = ()

_FUNCTIONAL = "torch.nn.functional."
_ATTENTION = f"{_FUNCTIONAL}scaled_dot_product_attention"
_NORMS = ("BatchNorm1d", "BatchNorm2d", "BatchNorm3d", "InstanceNorm1d", "InstanceNorm2d", "InstanceNorm3d")
_ANY = frozenset(
    (
        *shape_calls("logsumexp", "roll", "kron"),
        *("torch.cdist", "torch.special.logsumexp", "torch.max_pool1d"),
        *(f"{_FUNCTIONAL}{name}" for name in ("max_pool1d", "batch_norm", "instance_norm")),
        *shape_calls("cummax", "cummin"),
        *(f"torch.nn.{name}.__call__" for name in (*_NORMS, "MaxPool1d")),
    )
)
"""Operations that need every length, of which they multiply all."""
_POOLS = frozenset(("torch.max_pool1d", f"{_FUNCTIONAL}max_pool1d", "torch.nn.MaxPool1d.__call__"))
"""Operations that need the length of the last dimension alone."""
_FFT = "fft ifft rfft irfft hfft ihfft".split()
_ALONG = {
    **dict.fromkeys(shape_calls("diff"), 2),
    **dict.fromkeys(("torch.trapezoid", "torch.trapz"), 2),
    **{f"torch.fft.{name}": 2 for name in _FFT},
}
"""Operations that need the length of one dimension, with the place of that dimension."""
_UNTIL = {
    "torch.linalg.svd": "2.12",
    "torch.linalg.qr": "2.13",
}
"""Operations that need every length before a version of torch."""
_ANGLES = frozenset(
    (f"{_FUNCTIONAL}cosine_similarity", "torch.cosine_similarity", "torch.nn.CosineSimilarity.__call__")
)
_PAIRED = frozenset(
    (
        *(
            f"{_FUNCTIONAL}{name}"
            for name in (
                "mse_loss l1_loss smooth_l1_loss huber_loss binary_cross_entropy binary_cross_entropy_with_logits"
            ).split()
        ),
        *(f"torch.nn.{name}.__call__" for name in "MSELoss L1Loss SmoothL1Loss HuberLoss BCELoss".split()),
        "torch.nn.BCEWithLogitsLoss.__call__",
        *_ANGLES,
    )
)
"""Operations of two tensors that compare their shapes."""
_CROSS_ENTROPY = frozenset((f"{_FUNCTIONAL}cross_entropy", "torch.nn.CrossEntropyLoss.__call__"))
_SEQUENCE = 2
"""The dimension of queries, keys and values that is the length of the sequence, where they have four."""


@on_calls(*_ANY, *_ALONG, *_UNTIL, _ATTENTION)
def check(event: Call) -> Finding | None:
    name = event.name.removesuffix(".__call__")
    if name == _ATTENTION and not in_versions(event, before="2.15"):
        return None
    if name in _UNTIL and not in_versions(event, before=_UNTIL[name]):
        return None
    values = [*event.args, *event.kwargs.values()]
    tensor = next((value for value in values if isinstance(value, Tensor) and _is_needed(event, value)), None)
    if tensor is None:
        return None
    what = f"{name.rpartition('.')[2]}()"
    return Finding(
        event,
        f"{what} needs a length that depends on tensor data: {event.text}",
        explain(event, tensor, f"{what} needs to know the length while tracing"),
        CONFIDENCES[tensor.confidence],
        FULLGRAPH_ONLY,
    )


@on_calls(*_PAIRED)
def check_pair(event: Call) -> Finding | None:
    """Two tensors whose numbers of rows are not known to be the same."""
    begin, is_angle = int(event.name.endswith(".__call__")), event.name in _ANGLES
    if is_angle and not in_versions(event, before="2.15"):
        return None
    names = ("x1", "x2") if is_angle else ("input", "target")
    pair = [event.argument(begin + place, name) for place, name in enumerate(names)]
    one, two = ((value if isinstance(value, Tensor) else None) for value in pair)
    if one is None or two is None or not _may_differ(one, two):
        return None
    what = f"{event.name.removesuffix('.__call__').rpartition('.')[2]}()"
    known = one if one.dynamic is not None else two
    return Finding(
        event,
        f"{what} compares lengths that depend on tensor data: {event.text}",
        explain(event, known, f"{what} compares the shapes while tracing"),
        CONFIDENCES[min(one.confidence, two.confidence, MEDIUM)],
        FULLGRAPH_ONLY,
    )


def _may_differ(one: Tensor, two: Tensor) -> bool:
    """Return whether the lengths of two tensors come from two counts, or that of one alone from data."""
    if one.dynamic is not None and two.dynamic is not None:
        return one.counted is not None and two.counted is not None and count_of(one.counted) != count_of(two.counted)
    other = two if two.dynamic is None else one
    return (one.dynamic is None) != (two.dynamic is None) and given(other) and other.evidence is not None


@on_calls("torch.nn.utils.rnn.pad_sequence")
def check_padded(event: Call) -> Finding | None:
    """Sequences whose lengths are not known to be the same, of which the longest is looked for."""
    given_value = event.argument(0, "sequences")
    if not isinstance(given_value, SequenceValue) or not in_versions(event, before="2.14"):
        return None
    each = given_value.items if given_value.items is not None else (given_value.element,)
    tensors = [one for one in each if isinstance(one, Tensor)]
    counted = [one for one in tensors if one.dynamic == 0]
    if not counted or (given_value.items is not None and len(each) < 2):
        return None
    kinds = {one.counted for one in counted}
    if given_value.items is not None and len(counted) == len(each) and len(kinds) == 1 and None not in kinds:
        return None  # all of one length
    return Finding(
        event,
        f"pad_sequence() compares lengths that depend on tensor data: {event.text}",
        explain(event, counted[0], "pad_sequence() looks for the longest sequence while tracing"),
        CONFIDENCES[min(counted[0].confidence, MEDIUM)],
        FULLGRAPH_ONLY,
    )


@on_calls(*_CROSS_ENTROPY)
def check_probabilities(event: Call) -> Finding | None:
    """Probabilities as targets, of which the loss asks whether there are any."""
    begin = int(event.name.endswith(".__call__"))
    scores, target = event.argument(begin, "input"), event.argument(begin + 1, "target")
    if not isinstance(scores, Tensor) or not isinstance(target, Tensor) or not target.floating:
        return None
    if scores.dynamic is None or target.dynamic is None:
        return None
    return Finding(
        event,
        f"cross_entropy() of probabilities needs a length that depends on tensor data: {event.text}",
        explain(event, scores, "cross_entropy() needs to know the length while tracing"),
        CONFIDENCES[min(scores.confidence, target.confidence)],
        FULLGRAPH_ONLY,
    )


def _is_needed(event: Call, value: Tensor) -> bool:
    if value.dynamic is None:
        return False
    if event.name == _ATTENTION:
        if value is event.argument(3, "attn_mask"):
            of_lengths = value.dynamic < 0 or value.dynamic >= (value.rank or 4) - 2
            return of_lengths and all(getattr(one, "dynamic", None) is None for one in event.args[:3])
        return value.dynamic == _SEQUENCE
    if event.name in _POOLS:
        return value.dynamic == _SEQUENCE or (value.dynamic == 1 and value.rank == 2)
    if event.name in _ALONG:
        return value.dynamic >= 0 and event.argument(_ALONG[event.name], "dim") == Const(value.dynamic)
    return True
