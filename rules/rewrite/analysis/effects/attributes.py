"""What files do to the attributes and calls of objects, and which attributes are plain."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from fullgraph.lint.project.index import ClassInfo, Module, all_arguments, dotted_name
from fullgraph.lint.source import syntax
from fullgraph.rules.rewrite.analysis.effects import reflection
from fullgraph.rules.rewrite.analysis.trees import FUNCTIONS

ANY = "*"
"""Stands for an attribute whose name is not known."""
_OBSERVING = re.compile(r"register_\w*hook|register_module_\w+|\b_forward_(pre_)?hooks\b")
_TRANSFORMING = re.compile(r"spectral_norm|weight_norm|parametrize|parametrizations|utils\.prune|fully_shard")
_PLAIN_BASES = ("torch.nn.", "builtins.object", "object", "abc.ABC", "typing.Generic", "typing.NamedTuple")
"""Classes whose objects run no code of others where an attribute is read."""
HARMLESS = frozenset(("staticmethod", "classmethod", "abstractmethod", "override", "final"))
"""Decorators after which a function is what it was."""


def is_record(cls: ClassInfo) -> bool:
    """Return whether an object of a class only holds what it is given."""
    if any(cls.find_method(name) is not None for name in ("__init__", "__new__", "__post_init__", "__setattr__")):
        return False
    return "typing.NamedTuple" in cls.external_bases()


def attributes_set(module: Module) -> frozenset[str]:
    """The attributes that a file sets on other objects than ``self``; those set by a name that is not known are all."""
    return syntax.remembered(module.tree, "attributes stored", lambda: frozenset(_stores(module)))


def _stores(module: Module) -> Iterator[str]:
    if reflection.sets_attributes(module):
        yield ANY
    for node in syntax.walk(module.tree):
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            if not _is_own(node.value, module):
                yield node.attr
        elif isinstance(node, ast.Call):
            yield from _set_by(node, module)


def _is_own(owner: ast.AST, module: Module) -> bool:
    """Return whether an expression is ``self``, or ``cls``, of a method: other functions may call another object so."""
    if not isinstance(owner, ast.Name) or owner.id not in ("self", "cls"):
        return False
    node: ast.AST | None = module.parents.get(owner)
    while node is not None:
        around = module.parents.get(node)
        if isinstance(node, FUNCTIONS) and owner.id in {one.arg for one in all_arguments(node.args)}:
            return isinstance(around, ast.ClassDef)
        node = around
    return False


def _set_by(node: ast.Call, module: Module) -> Iterator[str]:
    """The attributes that a call sets on another object than ``self``."""
    func, name = node.func, dotted_name(node.func).rpartition(".")[2]
    owner: ast.AST | None = None
    if name in ("setattr", "__setattr__"):
        owner = node.args[0] if node.args else func
    elif isinstance(func, ast.Attribute) and func.attr in _REGISTERING:
        owner = func.value
    elif name == "object" and dotted_name(func) in ("patch.object", "mock.patch.object"):
        owner = node.args[0] if node.args else func
    if owner is not None and not _is_own(owner, module):
        named = [one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        yield from named or (ANY,)


_REGISTERING = frozenset(("add_module", "register_module", "set_submodule", "register_buffer", "register_parameter"))


def is_observed(*modules: Module) -> bool:
    """Return whether one of the files registers hooks."""
    return any(_matches(_OBSERVING, "observing", one) for one in modules)


def is_transformed(module: Module) -> bool:
    """Return whether a file puts something in front of layers that may write to them, as ``spectral_norm`` does."""
    return _matches(_TRANSFORMING, "transforming", module)


def _matches(pattern: re.Pattern[str], key: str, module: Module) -> bool:
    return syntax.remembered(module.tree, key, lambda: pattern.search(module.source.text) is not None)


def overridden(cls: ClassInfo, name: str) -> bool:
    """Return whether an attribute is another method, or one at all, in a class of the file that is derived from one."""
    for node in cls.module.definitions:
        if isinstance(node, ast.ClassDef) and node is not cls.node:
            other = cls.module.classes.get(node)
            if other is not None and other.is_subclass(cls) and other.find_method(name) is not cls.find_method(name):
                return True
    return False


_LOOKING_UP = ("__getattr__", "__getattribute__", "__setattr__", "__delattr__")
"""Methods that Python calls where an attribute is read or set."""


def is_intercepted(cls: ClassInfo) -> bool:
    """Return whether a class, a base of it or one of its file that is derived from it, looks attributes up itself."""
    derived = (cls.module.classes.get(node) for node in cls.module.definitions if isinstance(node, ast.ClassDef))
    related = [cls, *(other for other in derived if other is not None and other.is_subclass(cls))]
    return any(
        other.find_method(name) is not None or other.find_attribute(name) is not None
        for other in related
        for name in _LOOKING_UP
    )


def plain_attribute(cls: ClassInfo, name: str) -> bool:
    """Return whether reading an attribute of an object of a class surely runs no code of the project."""
    if any(cls.find_method(hook) is not None for hook in ("__getattr__", "__getattribute__")):
        return False
    method = cls.find_method(name)
    if method is not None:
        return method.decorator_names <= HARMLESS
    found = cls.find_attribute(name)
    if found is not None and not isinstance(found[1], (ast.Constant, ast.Tuple, ast.List, ast.Dict, type(None))):
        return False  # perhaps a descriptor
    return all(base.startswith(_PLAIN_BASES) for base in cls.external_bases())
