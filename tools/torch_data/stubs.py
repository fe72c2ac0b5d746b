"""Read kinds out of type annotations: torch's stub files, signatures of Python functions, operator schemas."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fullgraph.lint.torch_data.kinds import Kind

_WORDS = {
    "Tensor": "tensor",
    "Self": "tensor",
    "S": "tensor",
    "Parameter": "tensor",
    "PackedSequence": "any",
    "Size": "size",
    "int": "int",
    "SymInt": "int",
    "bool": "bool",
    "float": "float",
    "complex": "complex",
    "Number": "number",
    "Scalar": "number",
    "PySymType": "number",
    "EllipsisType": "ellipsis",
    "str": "str",
    "None": "none",
    "NoneType": "none",
    "dtype": "dtype",
    "device": "device",
    "DeviceLikeType": "device|str|int",
    "layout": "layout",
    "list": "list",
    "size": "ints",
    "Any": "any",
}


def _last(node: ast.expr) -> str:
    """The last part of a dotted name: ``int`` of ``torch.types._int``."""
    if isinstance(node, ast.Attribute):
        return node.attr.lstrip("_")
    if isinstance(node, ast.Name):
        return node.id.lstrip("_")
    return "None" if isinstance(node, ast.Constant) and node.value is None else ""


def _union(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return _union(node.left) + _union(node.right)
    if isinstance(node, ast.Subscript) and _last(node.value) in ("Union", "Optional"):
        items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        none: list[ast.expr] = [ast.Constant(None)] if _last(node.value) == "Optional" else []
        return [part for item in items for part in _union(item)] + none
    return [node]


def returned(node: ast.expr | None, tuples: dict[str, int]) -> Kind:
    """The kind that a return annotation says; ``tuples`` has the lengths of the named tuples of torch.return_types."""
    if node is None:
        return "any"
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return returned(ast.parse(node.value, mode="eval").body, tuples)
    parts = _union(node)
    if len(parts) > 1:
        kinds = [returned(part, tuples) for part in parts]
        others = [kind for kind in kinds if kind != "none"]
        if others[0] == "any" or any(kind != others[0] for kind in others):
            return "any"
        return f"{others[0]}?" if len(others) < len(kinds) and isinstance(others[0], str) else others[0]
    if isinstance(node, ast.Subscript):
        name = _last(node.value).lower()
        items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if name == "literal":
            return (
                "bool"
                if all(isinstance(item, ast.Constant) and item.value in (True, False) for item in items)
                else "any"
            )
        if name in ("typeis", "typeguard"):
            return "bool"
        if name in ("tuple", "list", "sequence"):
            if name == "tuple" and not isinstance(items[-1], ast.Constant):
                return [returned(item, tuples) for item in items]
            return "tensors" if returned(items[0], tuples) == "tensor" else "list"
        return "any"
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute) and node.value.attr == "return_types":
        return ["tensor"] * tuples[node.attr] if node.attr in tuples else "any"
    return _WORDS.get(_last(node), "any") if "|" not in _WORDS.get(_last(node), "any") else "any"


def accepted(node: ast.expr | None) -> str:
    """The kinds, joined by ``|``, that a parameter's annotation admits."""
    if node is None:
        return "any"
    words: list[str] = []
    for part in _union(node):
        if isinstance(part, ast.Subscript):
            name = _last(part.value).lower()
            items = part.slice.elts if isinstance(part.slice, ast.Tuple) else [part.slice]
            if name == "literal":
                words += [repr(item.value) for item in items if isinstance(item, ast.Constant)]
            else:
                tensors = name in ("tuple", "list", "sequence", "iterable") and _last(items[0]) == "Tensor"
                words.append("tensors" if tensors else "list")
        else:
            words.append(_WORDS.get(_last(part), "any"))
    unique = sorted(set("|".join(words).split("|")))
    return "any" if "any" in unique else "|".join(unique)


@dataclass(frozen=True)
class Signature:
    """The parameters of a function or of one of its overloads."""

    words: str
    """One word each, in the form that ``kinds`` describes."""
    defaults: Mapping[str, object] = field(default_factory=dict)
    """The defaults that are plain constants."""


def signature(function: ast.FunctionDef, *, method: bool) -> Signature:
    """The parameters that a stub file says."""
    arguments = function.args
    positional = [*arguments.posonlyargs, *arguments.args]
    required = len(positional) - len(arguments.defaults)
    words = [
        f"{argument.arg}:{accepted(argument.annotation)}{'=' if index >= required else ''}"
        for index, argument in enumerate(positional)
    ]
    if method:
        words = words[1:]
    if arguments.vararg is not None:
        words.append(f"{arguments.vararg.arg}:{accepted(arguments.vararg.annotation)}...")
    words += [
        f"*{argument.arg}:{accepted(argument.annotation)}{'=' if default is not None else ''}"
        for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    ]
    pairs = [
        *zip(positional[required:], arguments.defaults, strict=True),
        *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
    ]
    return Signature(" ".join(words), {argument.arg: value for argument, node in pairs for value in _constant(node)})


def _constant(node: ast.expr | None) -> list[object]:
    """The value of a default, if it is a plain constant."""
    try:
        return [ast.literal_eval(node)] if node is not None else []
    except ValueError:
        return []


def merge(overloads: Iterable[tuple[str, Kind]]) -> Kind:
    """One kind for all overloads of a name: plain where they agree."""
    found: list[list[Any]] = []
    for pair in overloads:
        if list(pair) not in found:
            found.append(list(pair))
    kinds: list[Kind] = [kind for _, kind in found]
    if all(kind == kinds[0] for kind in kinds):
        return kinds[0]
    return {"overloads": found}


class Stub:
    """One ``.pyi`` file: the kinds of its functions, or of one of its classes' methods and attributes."""

    def __init__(self, path: Path, tuples: dict[str, int], cls: str | None = None) -> None:
        body: Sequence[ast.stmt] = ast.parse(path.read_text()).body
        if cls is not None:
            body = next(node for node in body if isinstance(node, ast.ClassDef) and node.name == cls).body
        overloads: dict[str, list[tuple[str, Kind]]] = {}
        named: dict[str, str] = {}
        self.signatures: dict[str, list[Signature]] = {}
        """The overloads of each function; those of methods without ``self``."""
        self.attributes: dict[str, Kind] = {}
        for node in body:
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                self.attributes[node.target.id] = returned(node.annotation, tuples)
            elif isinstance(node, ast.FunctionDef):
                if any(isinstance(mark, ast.Name) and mark.id == "property" for mark in node.decorator_list):
                    self.attributes[node.name] = returned(node.returns, tuples)
                    continue
                if any(
                    isinstance(mark.annotation, ast.Name) and mark.annotation.id == "object" for mark in node.args.args
                ):
                    continue  # the fallback that typing asks of __eq__ and __ne__; a tensor never takes it
                kind = returned(node.returns, tuples)
                found = signature(node, method=cls is not None)
                self.signatures.setdefault(node.name, []).append(found)
                overloads.setdefault(node.name, []).append((found.words, kind))
                if node.returns is not None and "return_types." in ast.unparse(node.returns):
                    named[node.name] = ast.unparse(node.returns).rpartition(".")[2]
        self.functions: dict[str, Kind] = {name: merge(pairs) for name, pairs in overloads.items()}
        self.named = named
        """The functions that return a named tuple of torch.return_types, and which."""


def annotated(function: Callable[..., Any], tuples: dict[str, int]) -> Kind:
    """The kind that a Python function's own return annotation says."""
    try:
        annotation = inspect.signature(function).return_annotation
    except (TypeError, ValueError):
        return "any"
    if annotation is inspect.Signature.empty:
        return "any"
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    try:
        return returned(ast.parse(text, mode="eval").body, tuples)
    except SyntaxError:
        return "any"


def python_signature(function: Callable[..., Any]) -> Signature | None:
    """The parameters of a Python function, by its annotations."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    words, defaults = [], {}
    for parameter in parameters:
        if parameter.kind is parameter.VAR_KEYWORD:
            continue
        annotation = parameter.annotation
        text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
        try:
            types = "any" if annotation is parameter.empty else accepted(ast.parse(text, mode="eval").body)
        except SyntaxError:
            types = "any"
        star = "*" if parameter.kind is parameter.KEYWORD_ONLY else ""
        end = (
            "..." if parameter.kind is parameter.VAR_POSITIONAL else "" if parameter.default is parameter.empty else "="
        )
        words.append(f"{star}{parameter.name}:{types}{end}")
        if isinstance(parameter.default, (int, float, str, type(None))):
            defaults[parameter.name] = parameter.default
    return Signature(" ".join(words), defaults)


def schema_signature(schema: Any) -> Signature:
    """The parameters of an operator."""
    words, defaults = [], {}
    for argument in schema.arguments:
        star = "*" if argument.kwarg_only else ""
        types = _SCHEMA_WORDS.get(str(argument.type).removeprefix("Optional[").removesuffix("]"), "any")
        types += "|none" if str(argument.type).startswith("Optional[") and types != "any" else ""
        optional = argument.has_default_value()
        words.append(f"{star}{argument.name}:{types}{'=' if optional else ''}")
        if optional:
            defaults[argument.name] = argument.default_value
    return Signature(" ".join(words), defaults)


_SCHEMA_WORDS = {"Tensor": "tensor", "number": "number", "int": "int", "bool": "bool", "float": "float", "str": "str"}


def from_schema(types: Sequence[str]) -> Kind:
    """The kind of an operator that returns values of these schema types (``Tensor``, ``Tensor[]``, ``Scalar`` ...)."""
    words = {"Tensor": "tensor", "List[Tensor]": "tensors", "Tensor[]": "tensors", "number": "number", "int": "int"}
    words |= {"bool": "bool", "float": "float", "Scalar": "number", "str": "str", "SymInt": "int"}
    kinds: list[Kind] = [words.get(name, "any") for name in types]
    if not kinds:
        return "none"
    return kinds[0] if len(kinds) == 1 else kinds
