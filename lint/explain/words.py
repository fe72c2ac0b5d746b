"""Abstract values in words."""

from __future__ import annotations

import ast
import re
from collections.abc import Hashable, Iterable
from pathlib import Path

from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES
from fullgraph.lint.domain.values import (
    HIGH,
    Batch,
    ClassValue,
    Compiled,
    Const,
    External,
    ExternalInstance,
    Function,
    Instance,
    MappingValue,
    Method,
    ModuleValue,
    NumpyNumber,
    Partial,
    PyValue,
    Scalar,
    SequenceValue,
    Super,
    Tensor,
    UnionValue,
    Value,
)
from fullgraph.lint.project.index import ClassInfo, FunctionInfo, Module
from fullgraph.lint.source.discovery import shorten

MAX_LENGTH = 60
"""Longer constants are cropped."""
MAX_ITEMS = 4
"""Of a container with more items, the first ones are named."""
KNOWN = frozenset("torch math functools itertools collections typing logging re copy os sys warnings".split())
"""Packages of which the source is not needed: what they do is known, or says nothing of tensors."""
MAX_NESTED = 2
"""Containers inside of containers that are named, no deeper ones."""

_PYTHON = {
    "size": "torch.Size, or a number out of one",
    "object": "some Python object, no tensor",
    "unset": "perhaps not set",
    "nothing": "nothing more (a call that is under way already)",
    "never": "nothing (the call does not return)",
    "dtype": "torch.dtype",
    "device": "torch.device",
    "layout": "torch.layout",
}


def describe(value: Value, name: str = "", depth: int = 0) -> str:
    """Return what a value can be, on one line. ``name`` is the variable or attribute that is spoken of."""
    if isinstance(value, UnionValue):
        return ", or ".join(dict.fromkeys(describe(option, name, depth) for option in value.alternatives))
    if isinstance(value, Tensor):
        return _tensor(value, name)
    if isinstance(value, Scalar):
        where = f" at {place(value.read[1], value.read[0])}" if value.read is not None else ""
        return f"Python {value.kind} read from a tensor{where}{_doubt(value.confidence)}"
    if isinstance(value, Const):
        return f"constant {_shortened(repr(value.value))}"
    if isinstance(value, PyValue):
        return _PYTHON.get(value.kind, value.kind)
    if isinstance(value, NumpyNumber):
        return "a NumPy number"
    if isinstance(value, (SequenceValue, MappingValue)):
        return _container(value, depth)
    return _object(value, depth)


def is_unknown(value: Value) -> bool:
    """Return whether nothing at all is known of the value."""
    return type(value) is Value


def may_be_unknown(value: Value) -> bool:
    """Return whether nothing is known of the value, or of one of its alternatives."""
    return is_unknown(value) or (isinstance(value, UnionValue) and any(map(is_unknown, value.alternatives)))


def contains_unknown(value: Value) -> bool:
    """Return whether nothing is known of the value, of an alternative of it, or of what it contains."""
    if isinstance(value, UnionValue):
        return any(map(contains_unknown, value.alternatives))
    if isinstance(value, SequenceValue):
        return contains_unknown(value.element) if value.items is None else any(map(contains_unknown, value.items))
    if isinstance(value, MappingValue):
        return contains_unknown(value.each())
    return is_unknown(value)


def _shortened(text: str) -> str:
    return text if len(text) <= MAX_LENGTH else text[: MAX_LENGTH - 1] + "…"


def _doubt(confidence: int) -> str:
    return "" if confidence == HIGH else f" ({CONFIDENCES[confidence]} confidence)"


def _tensor(tensor: Tensor, name: str) -> str:
    facts = []
    shape, dtype = _owner_of_term(tensor.shape), _owner_of_term(tensor.dtype)
    if shape and shape == dtype and shape != name:
        facts.append(f"shape and dtype as {shape} came")
    elif shape and shape != name:
        facts.append(f"shape as {shape} came")
    elif tensor.shape == ():
        facts.append("0-dimensional")
    if isinstance(tensor.dtype, str):
        facts.append(tensor.dtype.removeprefix("torch."))
    else:
        if dtype and dtype not in (name, shape):
            facts.append(f"dtype as {dtype} came")
        if tensor.floating is not None:
            facts.append("floating-point" if tensor.floating else "not floating-point")
    if tensor.random:
        facts.append("drawn at random")
    return f"Tensor{''.join(f', {fact}' for fact in facts)}{_doubt(tensor.confidence)}"


def _owner_of_term(term: Hashable) -> str:
    """The parameter or attribute after which a shape or dtype is named, if it is one's own."""
    if not isinstance(term, tuple) or len(term) < 2:
        return ""
    if term[0] == "attribute" and len(term) == 4:
        return str(term[2])
    if term[0] in ("shape", "dtype"):
        last = term[-1]
        name = last[-1] if isinstance(last, tuple) and last else last
        return name if isinstance(name, str) else ""
    return ""


def _container(value: SequenceValue | MappingValue, depth: int) -> str:
    if isinstance(value, MappingValue):
        keys = [
            _shortened(repr(key.value)) if isinstance(key, Const) else describe(key, depth=2) for key, _ in value.items
        ]
        others = (" and others" if keys else "") if value.open else ""
        if not keys:
            return f"dict{f' of {describe(value.element, depth=depth + 1)}' if _says(value.element, depth) else ''}"
        return f"dict with {_listed(keys)}{others}"
    kind = {"sequential": "nn.Sequential", "ModuleList": "nn.ModuleList"}.get(value.kind, value.kind)
    if value.items is None:
        return f"{kind}{f' of {describe(value.element, depth=depth + 1)}' if _says(value.element, depth) else ''}"
    if not value.items:
        return f"empty {kind}"
    inner = [describe(item, depth=depth + 1) for item in value.items] if depth < MAX_NESTED else []
    if not inner:
        return f"{kind} of {len(value.items)}"
    if len(set(inner)) == 1:
        return f"{kind} of {len(inner)}, {'each ' if len(inner) > 1 else ''}{inner[0]}"
    return f"{kind} of {len(inner)} ({_listed(inner, '; ')})"


def _says(element: Value, depth: int) -> bool:
    return not is_unknown(element) and depth < MAX_NESTED


def _listed(parts: Iterable[str], separator: str = ", ") -> str:
    parts = list(parts)
    more = len(parts) - MAX_ITEMS
    return separator.join(parts) if more <= 0 else f"{separator.join(parts[:MAX_ITEMS])} … {more} more"


def _object(value: Value, depth: int) -> str:
    if isinstance(value, Instance):
        which = "" if value.exact else ", or of a subclass"
        return f"object of {class_name(value.cls)}{which}"
    if isinstance(value, Function):
        kind = "method" if value.bound is not None else "function"
        return f"{kind} {function_name(value.info)}"
    if isinstance(value, ClassValue):
        return f"class {class_name(value.cls)}"
    if isinstance(value, ModuleValue):
        return f"module {value.module.name}"
    if isinstance(value, External):
        if value.name.startswith("builtins."):
            return f"Python's own {value.name.removeprefix('builtins.')}"
        top = value.name.split(".")[0]
        return f"external {value.name}" if top in KNOWN else f"external {value.name} ({top} is not read)"
    if isinstance(value, ExternalInstance):
        return f"object of {value.cls}{_doubt(value.confidence)}"
    if isinstance(value, Method):
        return f"method {value.name} of {describe(value.owner, depth=depth)}"
    if isinstance(value, Super):
        return f"super() in {value.cls.qualname}"
    if isinstance(value, Partial):
        return f"partial of {describe(value.func, depth=depth)}"
    if isinstance(value, Compiled):
        return f"compiled {describe(value.target, depth=depth)}"
    if isinstance(value, Batch):
        return "batch (a dictionary or an object that likely holds tensors)"
    return "unknown"


def source_text(module: Module, node: ast.expr | ast.stmt, limit: int = MAX_LENGTH) -> str:
    """A node's source on one line, shortened."""
    text = " ".join(module.source.segment(node).split())
    text = re.sub(r"([(\[{]) | ,? ?(?=[)\]}])", r"\1", text)
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def class_name(cls: ClassInfo) -> str:
    return f"{cls.qualname} ({place(cls.module, cls.node)})"


def function_name(info: FunctionInfo) -> str:
    return f"{info.qualname or info.name} ({place(info.module, info.node)})"


def place(module: Module, node: ast.AST) -> str:
    """Return where a node stands: the name of its file and its row."""
    return f"{short(module.source.display)}:{module.source.at(getattr(node, 'lineno', 1))}"


def short(filename: str) -> str:
    """A file's name alone where its folder says nothing more."""
    return shorten(Path(filename)).name


def _read_at(value: Scalar) -> dict[str, object]:
    """Return where a number was read, for machines."""
    row = getattr(value.read[0], "lineno", None) if value.read is not None else None
    if value.read is None or row is None:
        return {"filename": None, "row": None}
    source = value.read[1].source
    if source.cells is None:
        return {"filename": source.display, "row": row}
    cell, row = source.cells.place(row)
    return {"filename": source.display, "cell": cell, "row": row}


def facts(value: Value) -> dict[str, object]:
    """Return what is known of a value, field by field, for machines."""
    if isinstance(value, UnionValue):
        return {"kind": "any-of", "options": [facts(option) for option in value.alternatives]}
    if isinstance(value, Tensor):
        return {
            "kind": "tensor",
            "confidence": CONFIDENCES[value.confidence],
            "dimensions": 0 if value.shape == () else None,
            "shape_of": _owner_of_term(value.shape) or None,
            "dtype": value.dtype.removeprefix("torch.") if isinstance(value.dtype, str) else None,
            "dtype_of": _owner_of_term(value.dtype) or None,
            "floating": value.floating,
            "fresh": value.fresh,
            "random": value.random,
        }
    if isinstance(value, Scalar):
        return {
            "kind": "number-read-from-tensor",
            "type": value.kind,
            **_read_at(value),
            "confidence": CONFIDENCES[value.confidence],
        }
    if isinstance(value, Const):
        return {"kind": "constant", "type": value.kind.__name__, "repr": _shortened(repr(value.value))}
    if isinstance(value, PyValue):
        return {"kind": "python", "type": value.kind}
    if isinstance(value, NumpyNumber):
        return {"kind": "python", "type": "numpy number"}
    if isinstance(value, SequenceValue):
        items = None if value.items is None else len(value.items)
        return {"kind": value.kind, "length": items, "item": facts(value.each())}
    if isinstance(value, MappingValue):
        keys = [_shortened(repr(key.value)) for key, _ in value.items if isinstance(key, Const)]
        return {"kind": "dict", "keys": keys, "other_keys": value.open or len(keys) < len(value.items)}
    if isinstance(value, Instance):
        return {"kind": "object", "class": value.cls.qualname, "exact": value.exact}
    if isinstance(value, ExternalInstance):
        return {"kind": "object", "class": value.cls, "confidence": CONFIDENCES[value.confidence]}
    if is_unknown(value):
        return {"kind": "unknown"}
    return {"kind": _KINDS.get(type(value), "value")}


_KINDS: dict[type[Value], str] = {
    Batch: "batch",
    External: "external",
    ModuleValue: "modulevalue",
    ClassValue: "classvalue",
    Function: "function",
    Method: "method",
    Super: "super",
    Partial: "partial",
    Compiled: "compiled",
}
"""The ``kind`` of values of which nothing else is shown."""
