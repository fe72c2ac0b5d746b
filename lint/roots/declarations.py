"""Classes of which a library declares that they are compiled, where no torch.compile is seen."""

from __future__ import annotations

import ast

from fullgraph.lint.project.index import ClassInfo, dotted_name


def declaration(cls: ClassInfo) -> str | None:
    """What declares that the class's ``forward`` is compiled; None without a declaration.

    These are transformers' ``_can_compile_fullgraph``, vLLM's ``support_torch_compile``, and the ``_repeated_blocks``
    of a diffusers model in the same file, which ``compile_repeated_blocks`` compiles one by one.
    """
    if any(dotted_name(_maker(one)).rpartition(".")[2] == "support_torch_compile" for one in cls.node.decorator_list):
        return "which @support_torch_compile compiles"
    found = cls.find_attribute("_can_compile_fullgraph")
    if found is not None and isinstance(found[1], ast.Constant) and found[1].value is True:
        return "which _can_compile_fullgraph declares as compiled"
    if "_repeated_blocks" not in cls.module.source.text:
        return None
    for node in cls.module.definitions:
        if isinstance(node, ast.ClassDef) and cls.name in _repeated(cls.module.class_info(node)):
            return f"one of the _repeated_blocks of {node.name}"
    return None


def _maker(decorator: ast.expr) -> ast.expr:
    return decorator.func if isinstance(decorator, ast.Call) else decorator


def _repeated(cls: ClassInfo) -> list[str]:
    """The names of the classes that a model declares as repeated."""
    listed = cls.attributes.get("_repeated_blocks")
    if not isinstance(listed, (ast.List, ast.Tuple)):
        return []
    return [one.value for one in listed.elts if isinstance(one, ast.Constant) and isinstance(one.value, str)]
