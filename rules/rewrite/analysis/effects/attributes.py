"""What files do to the attributes and calls of objects, and which attributes are plain."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from fullgraph.lint.project.index import ClassInfo, Module, all_arguments, class_nodes, dotted_name
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
    """Return whether an attribute may be another method in a class of the file that is, or may be, derived from one.

    What is a method here may also be replaced by what a class binds the name to, or by what makes the class.
    """
    method = cls.find_method(name)
    for other in _below(cls):
        if other.is_subclass(cls) and other.find_method(name) is not method:
            return True
        own = [one for one in other.mro if isinstance(one, ClassInfo) and one not in cls.mro]
        if name in other.methods or (method is not None and any(_may_bind(one.node, name) for one in own)):
            return True
    return False


def _below(cls: ClassInfo) -> Iterator[ClassInfo]:
    """The classes of the file that are derived from a class, or may be: of one of their bases nothing is known."""
    module = cls.module
    for node in module.definitions:
        if isinstance(node, ast.ClassDef) and node is not cls.node:
            other = module.class_info(node)
            if other.is_subclass(cls) or "?" in other.mro or any(_is_local(base, node, module) for base in node.bases):
                yield other


def _is_local(base: ast.expr, node: ast.ClassDef, module: Module) -> bool:
    """Return whether a base class is what a function around the class binds a name to."""
    around = module.parents.get(node)
    name = dotted_name(base).partition(".")[0]
    while around is not None:
        if isinstance(around, FUNCTIONS) and any(name in syntax.names_bound(part) for part in syntax.walk(around)):
            return True
        around = module.parents.get(around)
    return False


def _may_bind(node: ast.ClassDef, name: str) -> bool:
    """Return whether the body of a class, or what makes the class, may give it an attribute of this name."""
    if any(dotted_name(one.value) not in _PLAIN_METACLASSES for one in node.keywords):
        return True
    own = class_nodes(node)
    calls = (dotted_name(part.func) for part in own if isinstance(part, ast.Call))
    return any(name in syntax.names_bound(part) for part in own) or any(call in _BINDING_ANY for call in calls)


_PLAIN_METACLASSES = frozenset(("ABCMeta", "abc.ABCMeta"))
_BINDING_ANY = frozenset("locals vars exec".split())


_LOOKING_UP = ("__getattr__", "__getattribute__", "__setattr__", "__delattr__")
"""Methods that Python calls where an attribute is read or set."""


def is_intercepted(cls: ClassInfo) -> bool:
    """Return whether a class, a base of it or one of its file that is derived from it, looks attributes up itself."""
    return any(
        other.find_method(name) is not None or other.find_attribute(name) is not None
        for other in (cls, *_below(cls))
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
