"""Helpers of the rules about data-dependent shapes: the operation of a call, and the masks of an index."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

from fullgraph.lint.diagnostics.diagnostic import BOTH_MODES, CONFIDENCES, Mode
from fullgraph.lint.domain.dtypes import BOOLEAN, kind_word
from fullgraph.lint.domain.events import Call, Index
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.values import HIGH, MEDIUM, Const, SequenceValue, Tensor, Value, alternatives, tensor_part
from fullgraph.lint.torch_data.kinds import resolve
from fullgraph.rules.rewrite import fixes
from fullgraph.rules.shared.common import DEFAULT_ONLY, explain


def operation(event: Call) -> str:
    """The name by which the torch data knows a call: a method's bare name, a function's or module's dotted one."""
    name = event.name.removesuffix(".__call__").removeprefix("torch.Tensor.")
    return f"torchvision.ops.{name.removeprefix(_VISION)}" if name.startswith(_VISION) else name


_VISION = "torch.ops.torchvision."


def modes_of(event: Call) -> tuple[Mode, ...]:
    """The modes in which a call ends the graph, as the torch data has it; none where it does not say so."""
    kind = event.interp.torch.breaks.get(operation(event), "no")
    bound = event.name.startswith("torch.Tensor.") or event.name.endswith(".__call__")
    arguments = [kind_word(value) for value in event.args[bound:]]
    verdict = "any" if event.open else resolve(kind, arguments, {k: kind_word(v) for k, v in event.kwargs.items()})
    return {"both": BOTH_MODES, "default": DEFAULT_ONLY}.get(str(verdict), ())


def shape_calls(*names: str) -> Iterator[str]:
    """Yield the dotted names of operations that are methods and functions of ``torch``."""
    return (owner + name for name in names for owner in ("torch.", "torch.Tensor."))


def bare_name(event: Call) -> str | None:
    """Return the operation's bare name if, in this torch, the shape of its result is data."""
    name = operation(event)
    return name.removeprefix("torch.") if name in event.interp.torch.dynamic_shape else None


def shape_finding(event: Call, what: str, modes: tuple[Mode, ...] = DEFAULT_ONLY) -> Finding:
    """The finding for a call whose result's shape depends on data."""
    value = next((value for value in event.args if tensor_part(value) is not None), Value())
    return Finding(
        event,
        f"{what} has a shape that depends on tensor data: {event.text}",
        explain(event, value, f"the shape of what {what} gives depends on its values"),
        CONFIDENCES[event.confidence],
        modes,
    )


class Mask(NamedTuple):
    """A part of an index that selects by truth values."""

    node: ast.expr
    value: Value
    confidence: int
    why: str


def mask_of(event: Index) -> Mask | None:
    """The first boolean mask of an index, known by its dtype or, less sure, taken for one by its name."""
    owner = tensor_part(event.owner)
    if owner is None and not any(type(option) is Value for option in alternatives(event.owner)):
        return None  # a list, a dictionary, an object
    found = [mask for node, value in event.parts for mask in _masks(node, value)]
    if not found:
        return None
    surest = max(found, key=lambda mask: mask.confidence)
    of_owner = max(owner.confidence, MEDIUM) if owner is not None else MEDIUM  # what has a mask for an index is one
    return surest._replace(confidence=min(surest.confidence, of_owner))


def _masks(node: ast.expr, value: Value) -> Iterator[Mask]:
    if isinstance(value, SequenceValue) and value.items is not None:
        if value.items and value.kind == "list" and all(_truth_value(item) for item in value.items):
            yield Mask(node, value, HIGH, "a list of bools")
        elif value.kind == "tuple":
            for item in value.items:
                yield from _masks(node, item)
        return
    part = tensor_part(value)
    if part is None:
        return
    if part.dtype == BOOLEAN:
        yield Mask(node, value, part.confidence, "its dtype is torch.bool")
    elif not _known_dtype(part):
        why = _taken_for_mask(node, part)
        if why:
            yield Mask(node, value, MEDIUM, why)


def _known_dtype(part: Tensor) -> bool:
    """Return whether it is some dtype that is not ``torch.bool``."""
    promoted = isinstance(part.dtype, tuple) and part.dtype[0] == "promoted"
    return isinstance(part.dtype, str) or bool(part.floating) or promoted


def _truth_value(value: Value) -> bool:
    return isinstance(value, Const) and isinstance(value.value, bool)


_NAMED_MASK = re.compile(r"(.*_)?masks?(_.*|\d*)", re.I)
_NAMED_INDEX = re.compile(
    r"(.*_)?(ids?|idxs?|index|indexes|indices|inds?|pos|positions?|order|perm|len|lengths?)(_.*|\d*)", re.I
)
_SAME_ELEMENTS = frozenset(
    (
        "to view reshape flatten unflatten squeeze unsqueeze expand expand_as view_as reshape_as contiguous detach "
        "clone cpu cuda repeat t permute transpose swapaxes movedim flip roll T mT"
    ).split()
)
"""Methods and properties after which a mask is still one."""
_NO_MASK = frozenset(("LongTensor", "IntTensor", "FloatTensor", "HalfTensor", "DoubleTensor"))


def _taken_for_mask(node: ast.expr, part: Tensor) -> str:
    """Why an index of unknown dtype is taken for a mask; empty where nothing says so."""
    declared = _declared(part)
    if declared:
        return f"it is declared as {declared}" if declared == "BoolTensor" else ""
    return _looks_like_mask(node) or ("by its name" if _is_passed_as_mask(part, _name(node)) else "")


def _is_passed_as_mask(part: Tensor, name: str) -> bool:
    """Return whether a tensor is an argument, or an item, that is called a mask on its way here, and never an index."""
    names = [name]
    link = part.evidence
    while link is not None and isinstance(link.node, (ast.arg, ast.Subscript)):
        names.append(link.node.arg if isinstance(link.node, ast.arg) else _name(link.node))
        link = link.parent if isinstance(link.node, ast.arg) else None
    return any(map(_NAMED_MASK.fullmatch, names[1:])) and not any(map(_NAMED_INDEX.fullmatch, names))


def _looks_like_mask(node: ast.expr) -> str:
    """Return what in an index's source speaks for a mask."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert):
        name = _name(node.operand)
        return "" if _NAMED_INDEX.fullmatch(name) and "mask" not in name else "it is negated by `~`"
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.BitAnd, ast.BitOr, ast.BitXor)):
        sides = (node.left, node.right)
        return "it is a logical operation" if any(_looks_like_mask(side) for side in sides) else ""
    name = _name(node)
    return "by its name" if _NAMED_MASK.fullmatch(name) and not _NAMED_INDEX.fullmatch(name) else ""


def _declared(part: Tensor) -> str:
    """The tensor class by which a parameter that is used as it is was annotated, as far as it names a dtype."""
    node = part.evidence.node if part.evidence is not None else None
    if isinstance(node, ast.arg) and node.annotation is not None:
        words: list[str] = re.findall(r"\w+", ast.unparse(node.annotation))
        for word in words:
            if word == "BoolTensor" or word in _NO_MASK:
                return word
    return ""


def _name(node: ast.expr) -> str:
    """The variable, attribute or key that the elements of an expression come from."""
    while True:
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant) and type(node.slice.value) is str:
            return node.slice.value
        if isinstance(node, ast.Subscript):
            node = node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _SAME_ELEMENTS:
            node = node.func.value
        elif isinstance(node, ast.Attribute) and node.attr in _SAME_ELEMENTS:
            node = node.value
        else:
            break
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


def updates(event: Index) -> bool:
    """Return whether the reading is the first half of ``x[index] += value``."""
    target = event.statement.target if isinstance(event.statement, ast.AugAssign) else None
    if not isinstance(target, ast.Subscript) or not isinstance(event.node, ast.Subscript):
        return False
    return target.slice is event.node.slice


def mask_finding(event: Index, does: str) -> Finding | None:
    """The finding for an index with a boolean mask."""
    mask = mask_of(event)
    if mask is None:
        return None
    part = tensor_part(mask.value)
    modes = BOTH_MODES if part is not None and part.shape == () else DEFAULT_ONLY
    return Finding(
        event,
        f"{does} {event.text} through a boolean mask, so that the shape depends on tensor data",
        explain(event, mask.value, f"a boolean mask ({mask.why})"),
        CONFIDENCES[mask.confidence],
        modes,
        fix=fixes.mask_fix(event),
    )
