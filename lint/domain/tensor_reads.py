"""The Python values that reading tensor data gives: numbers, lists of numbers, answers.

Under ``fullgraph=True`` TorchDynamo keeps most of such numbers as symbols without a value; by default the graph ends at
the reading, and what follows sees a number. Where the graph ends in both modes the number is not ``captured``.
"""

from __future__ import annotations

import ast
from collections.abc import Collection

from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import (
    HELD,
    Evidence,
    MappingValue,
    Origin,
    PyValue,
    Scalar,
    SequenceValue,
    Tensor,
    Value,
    alternatives,
    replace,
    scalar_part,
    tensor_part,
)

ENDS = frozenset(("equal", "allclose", "is_nonzero"))
"""Questions of torch that end the graph in both modes."""
_BOOL = "torch.bool"
_KNOWN = frozenset(("torch.int64", "torch.float64"))
"""The dtypes of tensors that the graph is given, without dimensions, whose number TorchDynamo knows."""
INTEGERS = frozenset(("torch.int8", "torch.int16", "torch.int32", "torch.int64"))
"""The dtypes of which ``tolist()`` is captured under ``fullgraph=True``."""
WHOLE = INTEGERS | {"torch.uint8", _BOOL}
"""The dtypes that a module keeps where its parameters and buffers become of another precision."""
SYMBOLIC = frozenset("acos asin atan ceil cos cosh floor log2 sin sinh sqrt tan tanh trunc".split())
"""The functions of ``math`` that take a symbol without a value."""
FLOATING = frozenset(
    (
        "mean std var norm softmax log_softmax sigmoid tanh exp log log2 log10 sqrt rsqrt sin cos logsumexp softplus "
        "gelu silu mish elu selu celu logit erf erfc atan atan2 asin acos sinh cosh reciprocal expm1 log1p logaddexp "
        "linear layer_norm batch_norm group_norm instance_norm rms_norm normalize scaled_dot_product_attention "
        "conv1d conv2d conv3d interpolate grid_sample quantile nanquantile nanmean cov corrcoef std_mean var_mean "
        "cdist pdist dist cosine_similarity pairwise_distance vector_norm matrix_norm det logdet inv inverse pinv "
        "cholesky mse_loss l1_loss smooth_l1_loss huber_loss cross_entropy nll_loss kl_div binary_cross_entropy "
        "binary_cross_entropy_with_logits ctc_loss triplet_margin_loss "
        "true_divide rand randn rand_like randn_like linspace logspace uniform_ normal_ normal"
    ).split()
)
"""Operations whose result is floating-point, whatever they are given."""
_OF_NUMBERS = frozenset("tensor as_tensor add sub subtract mul multiply div divide floor_divide remainder".split())
"""Functions that make a tensor of Python numbers, which TorchDynamo then knows."""
_OF_TABLES = frozenset("bucketize searchsorted gather take index_select".split())
"""Functions that look a number up in a tensor of several, of which TorchDynamo knows none."""
_LISTING = frozenset(("list", "tuple", "sorted"))
"""Functions of Python that give several items, each as a rule."""
_KEEPING = frozenset("detach cpu cuda clone view reshape flatten squeeze unsqueeze contiguous t transpose flip".split())
MATH = SYMBOLIC | frozenset(
    (
        "acosh asinh atan2 atanh cbrt comb copysign degrees dist erf erfc exp exp2 expm1 fabs factorial fmod frexp "
        "fsum gamma gcd hypot isclose isfinite isinf isnan isqrt lcm ldexp lgamma log log10 log1p modf nextafter perm "
        "pow remainder sumprod ulp"
    ).split()
)
"""The functions of ``math``, but for ``prod`` and ``radians``, which are traced through, tensors and all."""


def is_dense(value: Tensor) -> bool:
    """Return whether a tensor is dense, as all that a graph is given: a function is not compiled for a sparse one.

    One that an object holds can be sparse, and what is computed of one by a function or method of that name.
    """
    link = value.evidence
    while link is not None:
        if isinstance(link.node, ast.Call) and "sparse" in _name(link.node.func):
            return False
        if link.parent is None:
            return link.origin not in HELD or isinstance(link.node, ast.arg)
        link = link.parent
    return True


def given(value: Tensor) -> bool:
    """Return whether the graph is given the tensor, as an argument or an attribute, or knows it: ``torch.tensor(3)``.

    It knows no tensor of several numbers: ``torch.tensor([2, 3])``, ``torch.tensor(x.shape)``. Where nothing says
    where the tensor comes from it counts as given.
    """
    link = value.evidence
    while link is not None and (isinstance(link.node, ast.arg) or (link.origin is Origin.RETURNED and link.parent)):
        link = link.parent
    if link is None or link.origin in HELD:
        return True
    while link.parent is not None and link.origin not in HELD and not isinstance(link.node, ast.arg):
        if isinstance(link.node, ast.Call) and _name(link.node.func) in _OF_TABLES:
            return False
        link = link.parent
    made = link.node
    if not isinstance(made, ast.Call) or link.origin is not Origin.COMPUTED or _name(made.func) not in _OF_NUMBERS:
        return False
    return not (made.args and _several(made.args[0]))


def has_known_number(value: Tensor, kind: str = "number") -> bool:
    """Return whether TorchDynamo may know, under ``fullgraph=True``, the number that is read from a tensor here.

    It does of one that it knows itself, and of one that the graph is given on the CPU without dimensions whose dtype is
    int64 or float64. The number of a bool, from ``item()``, it compares with integers (torch 2.10 to 2.15).
    ``kind``: what it is read as.
    """
    if not given(value):
        return False
    if not _is_from_outside(value):
        return True
    dtype = value.dtype[-1] if isinstance(value.dtype, tuple) and value.dtype[0] == "attribute" else value.dtype
    if dtype == _BOOL:
        return kind == "number"
    if value.rank not in (None, 0):
        return False
    return dtype in _KNOWN if isinstance(dtype, str) else value.floating is not True


def _is_from_outside(value: Tensor) -> bool:
    """Return whether nothing says that the graph makes a tensor of numbers that it knows."""
    link = value.evidence
    while link is not None and link.parent is not None and link.origin not in HELD:
        link = link.parent
    return link is None or link.origin is not Origin.COMPUTED


def _several(node: ast.expr) -> bool:
    """Return whether an expression is written as several numbers: a list of them, or (most likely) a tensor's sizes."""
    if isinstance(node, (ast.List, ast.Tuple)):
        return len(node.elts) > 1
    if isinstance(node, ast.Call):
        bare = _name(node.func)
        return (bare in _LISTING and len(node.args) == 1) or (bare == "size" and not node.args and not node.keywords)
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        node = node.value
    return isinstance(node, ast.ListComp) or (isinstance(node, ast.Attribute) and node.attr == "shape")


def _name(func: ast.expr) -> str:
    return func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""


def number(
    frame: Frame,
    node: ast.AST,
    tensor: Tensor,
    kind: str = "number",
    captured: bool = True,
    evidence: Evidence | None = None,
) -> Value:
    """The number that is read from a tensor here: a plain one where nothing is traced, as in a constructor."""
    if not frame.tracing:
        return PyValue(kind)
    return Scalar(
        kind,
        captured=captured,
        given=has_known_number(tensor, kind),
        whole=evidence is None and tensor.dtype != _BOOL and (tensor.floating is False or tensor.dtype in INTEGERS),
        read=(node, frame.module),
        confidence=tensor.confidence,
        evidence=evidence or Evidence(node, frame.module, f"a Python {kind} read from a tensor", tensor.evidence),
    )


def listed(frame: Frame, node: ast.AST, tensor: Tensor) -> Value:
    """``tensor.tolist()``: its items, of which each can be a number or a list of numbers."""
    item = number(frame, node, tensor, captured=not fractional(tensor))
    return SequenceValue("list", None, replace(item, given=False) if isinstance(item, Scalar) else item)


def fractional(value: Tensor) -> bool:
    """Return whether ``tolist()`` of the tensor is captured in no mode, because its dtype is known and no integer."""
    if value.fractional:
        return True
    if value.dtype in INTEGERS or value.floating is not None or isinstance(value.dtype, str):
        return value.dtype not in INTEGERS and (bool(value.floating) or isinstance(value.dtype, str))
    link = value.evidence
    while link is not None and isinstance(link.node, ast.Call) and _name(link.node.func) in _KEEPING:
        link = link.parent
    if link is None:
        return False
    divided = isinstance(link.node, ast.BinOp) and isinstance(link.node.op, ast.Div)
    return divided or (isinstance(link.node, ast.Call) and _name(link.node.func) in FLOATING)


def held_number(value: Value, kinds: Collection[str] = ("tuple",), depth: int = 3) -> Scalar | None:
    """The data-dependent number that a value is, or that a container of one of these kinds holds."""
    part = scalar_part(value)
    if part is not None or not depth:
        return part
    for option in alternatives(value):
        if isinstance(option, SequenceValue) and option.kind in kinds:
            items = option.items if option.items is not None else (option.element,)
            found = next((one for item in items if (one := held_number(item, kinds, depth - 1)) is not None), None)
            if found is not None:
                return found
    return None


def held_tensor(value: Value, depth: int = 4) -> Tensor | None:
    """The tensor that a value is or that its containers hold."""
    part = tensor_part(value)
    if part is not None or not depth:
        return part
    containers = (option for option in alternatives(value) if isinstance(option, (SequenceValue, MappingValue)))
    found = (held_tensor(option.each(), depth - 1) for option in containers)
    return next((part for part in found if part is not None), None)
