"""Recognition of ``nn.Module`` classes, and of subclasses of ``torch.Tensor``."""

from __future__ import annotations

import ast

from fullgraph.lint.project.index import ClassInfo

MODULE_BASES = ("torch.nn.Module", "torch.nn.modules.module.Module")
PARAMETER_BASES = frozenset(("torch.nn.Parameter", "torch.nn.parameter.Parameter"))
TENSOR_BASES = frozenset(("torch.Tensor", "torch._tensor.Tensor")) | PARAMETER_BASES
BLOCKS = "_repeated_blocks"
"""The attribute by which a model of diffusers names the classes of its repeated blocks."""
BLOCKS_METHOD = "compile_repeated_blocks"
"""Its method that compiles each of these blocks."""


def is_module_class(cls: ClassInfo) -> bool:
    """Return whether objects of the class are ``nn.Module`` s, as far as the source shows."""
    project = cls.module.project
    known = project.module_classes.get(cls)
    if known is None:
        known = _is_module_class(cls)
        if cls in project.lines:
            project.module_classes[cls] = known
    return known


def _is_module_class(cls: ClassInfo) -> bool:
    bases = cls.external_bases()
    if any(base in MODULE_BASES or base.startswith("torch.nn.") for base in bases):
        return True
    known = ("builtins.", "typing.", "abc.", "enum.", "collections.", "torch.", "dataclasses.", "json.", "argparse.")
    open_bases = [base for base in bases if base == "?" or not base.startswith(known)]
    # A base of a package that is not read: it is taken for a module where the class has a forward of its own.
    return bool(open_bases) and cls.find_method("forward") is not None


def is_tensor_class(cls: ClassInfo) -> bool:
    """Return whether objects of the class are tensors."""
    return not TENSOR_BASES.isdisjoint(cls.external_bases())


def passes_class_on(cls: ClassInfo) -> bool:
    """Return whether the results of operations on tensors of the class are of the class too.

    Those on parameters are plain tensors; what a ``__torch_function__`` gives is not followed.
    """
    own = cls.find_method(_OVERRIDE) is not None or cls.find_attribute(_OVERRIDE) is not None
    return not is_parameter_class(cls) and not own


def is_parameter_class(cls: ClassInfo) -> bool:
    """Return whether objects of the class are parameters, of which operations give plain tensors."""
    return not PARAMETER_BASES.isdisjoint(cls.external_bases())


_OVERRIDE = "__torch_function__"


def repeated_blocks(cls: ClassInfo) -> list[str]:
    """Return the names of the classes that a model declares as repeated; what its base declares counts for the base."""
    listed = cls.attributes.get(BLOCKS)
    if not isinstance(listed, (ast.List, ast.Tuple)):
        return []
    return [one.value for one in listed.elts if isinstance(one, ast.Constant) and isinstance(one.value, str)]


_PYDANTIC = frozenset(("pydantic.BaseModel", "pydantic.main.BaseModel"))


def is_pydantic_model(cls: ClassInfo) -> bool:
    """Return whether a class is a model of pydantic, whose constructor sets its fields and calls its validators."""
    return not _PYDANTIC.isdisjoint(cls.external_bases())
