"""Classes of which a library declares that they are compiled, where no torch.compile is seen."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from fullgraph.lint.diagnostics.reach import Repeats
from fullgraph.lint.project.index import ClassInfo, FunctionInfo, dotted_name
from fullgraph.lint.project.module_classes import BLOCKS, repeated_blocks


@dataclass(frozen=True)
class Declaration:
    """What declares that a class's ``forward`` is compiled."""

    text: str
    repeats: Repeats = Repeats.ONCE


def declaration(cls: ClassInfo) -> Declaration | None:
    """What declares that the class's ``forward`` is compiled; None without a declaration.

    These are transformers' ``_can_compile_fullgraph``, vLLM's ``support_torch_compile``, and the ``_repeated_blocks``
    of a diffusers model in the same file, which ``compile_repeated_blocks`` compiles one by one; those that models of
    other files name are `blocks_elsewhere`.
    """
    if any(dotted_name(_maker(one)).rpartition(".")[2] == "support_torch_compile" for one in cls.node.decorator_list):
        return Declaration("which @support_torch_compile compiles")
    found = cls.find_attribute("_can_compile_fullgraph")
    if found is not None and isinstance(found[1], ast.Constant) and found[1].value is True:
        return Declaration("which _can_compile_fullgraph declares as compiled")
    if BLOCKS not in cls.module.source.text:
        return None
    for node in cls.module.definitions:
        if isinstance(node, ast.ClassDef) and cls.name in repeated_blocks(cls.module.class_info(node)):
            return block_of(node.name)
    return None


def block_of(model: str) -> Declaration:
    """What declares that a class is compiled which a model names as repeated."""
    return Declaration(f"one of the {BLOCKS} of {model}", Repeats.LAYER)


def blocks_elsewhere(cls: ClassInfo) -> list[ClassInfo]:
    """The classes of other given files that a model names as repeated: what it imports, else a class of its package."""
    project, module = cls.module.project, cls.module
    own = {node.name for node in module.definitions if isinstance(node, ast.ClassDef)}
    found = []
    for name in repeated_blocks(cls):
        if name in own:
            continue
        known = project.resolve_class(module, ast.Name(name, ast.Load()))
        if isinstance(known, ClassInfo):
            found.append(known)
        elif known == "?":
            package = module.name.partition(".")[0]
            found += [
                other.class_info(node)
                for other in project.holding((name,))
                if other.name.partition(".")[0] == package
                for node in other.definitions
                if isinstance(node, ast.ClassDef) and node.name == name
            ]
    return [one for one in found if one.module.origin == "given"]


STEPS = ("training_step", "validation_step", "test_step", "predict_step")


def steps_of(cls: ClassInfo) -> list[FunctionInfo]:
    """The methods of a Lightning module that its trainer compiles where it is given the result of ``torch.compile``."""
    if not any(base.rpartition(".")[2] == "LightningModule" for base in cls.external_bases()):
        return []
    return [method for name in STEPS if (method := cls.find_method(name)) is not None]


def _maker(decorator: ast.expr) -> ast.expr:
    return decorator.func if isinstance(decorator, ast.Call) else decorator
