"""The index of a project: its modules and their definitions, read without importing anything."""

from __future__ import annotations

import ast
import contextlib
import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, NamedTuple

from fullgraph.lint.project import exports, patches
from fullgraph.lint.project.following import Following
from fullgraph.lint.project.module_finder import Finder
from fullgraph.lint.source import digest, syntax
from fullgraph.lint.source.discovery import read_regular
from fullgraph.lint.source.kept_files import KeptFiles
from fullgraph.lint.source.source_file import MAX_BYTES, MAX_NOTEBOOK_BYTES, SourceError, SourceFile
from fullgraph.lint.source.syntax import AnyFunction

Origin = Literal["given", "sibling", "followed"]
"""Given: findings are reported there. Sibling: read to resolve names only. Followed: reported at the caller's line."""


class Binding(NamedTuple):
    """One way in which a module gives a name a meaning."""

    kind: Literal["import", "from", "function", "class", "value", "unknown"]
    node: ast.AST
    target: str = ""
    """The dotted module of an import."""
    name: str = ""
    """The name that a ``from`` import takes out of it."""
    fallback: bool = False
    """It stands in an ``except``: for where something else is not there."""


_MISSING: Any = object()


@dataclass(eq=False)
class FunctionInfo:
    """A function, method or lambda as it stands in source."""

    node: AnyFunction
    module: Module
    owner: ClassInfo | None = None
    qualname: str = ""

    @property
    def name(self) -> str:
        return "<lambda>" if isinstance(self.node, ast.Lambda) else self.node.name

    @cached_property
    def decorators(self) -> list[ast.expr]:
        return [] if isinstance(self.node, ast.Lambda) else self.node.decorator_list

    @cached_property
    def decorator_names(self) -> set[str]:
        """The last part of each decorator's name: ``property``, ``setter``, ``disable`` …"""
        return {_last_name(decorator) for decorator in self.decorators}

    @cached_property
    def defaults(self) -> dict[ast.arg, ast.expr]:
        """The defaults of the parameters that have one."""
        arguments = self.node.args
        positional = [*arguments.posonlyargs, *arguments.args]
        last = positional[len(positional) - len(arguments.defaults) :]
        found = dict(zip(last, arguments.defaults, strict=True))
        named = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        found.update((parameter, default) for parameter, default in named if default is not None)
        return found

    @cached_property
    def is_generator(self) -> bool:
        return any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in own_nodes(self.node))

    @cached_property
    def is_abstract(self) -> bool:
        """Whether classes derived from its own say what it does: all of it is to raise an error, or nothing."""
        if "abstractmethod" in self.decorator_names or isinstance(self.node, ast.Lambda):
            return not isinstance(self.node, ast.Lambda)
        rest = self.node.body
        if isinstance(rest[0], ast.Expr) and isinstance(rest[0].value, ast.Constant) and len(rest) > 1:
            rest = rest[1:]
        only = rest[0] if len(rest) == 1 else None
        if isinstance(only, ast.Raise) and only.exc is not None:
            error = only.exc.func if isinstance(only.exc, ast.Call) else only.exc
            return _last_name(error) == "NotImplementedError"
        return isinstance(only, ast.Expr) and isinstance(only.value, ast.Constant) and only.value.value is ...

    @cached_property
    def self_stores(self) -> frozenset[str]:
        """The attributes of its first parameter that the function assigns."""
        arguments = self.node.args
        positional = [*arguments.posonlyargs, *arguments.args]
        if not positional:
            return frozenset()
        return frozenset(
            node.attr
            for node in syntax.walk_kinds(self.node, (ast.Attribute,))
            if isinstance(node, ast.Attribute)
            and isinstance(node.ctx, ast.Store)
            and isinstance(node.value, ast.Name)
            and node.value.id == positional[0].arg
        )

    @cached_property
    def local_names(self) -> frozenset[str]:
        """The names that the function binds itself."""
        names = {argument.arg for argument in all_arguments(self.node.args)}
        declared: set[str] = set()
        for node in own_nodes(self.node):
            (declared if isinstance(node, (ast.Global, ast.Nonlocal)) else names).update(syntax.names_bound(node))
        return frozenset(names - declared)


OVERLOADS = frozenset(("overload", "_overload", "_overload_method"))
"""Decorators, of `typing` and `torch.jit`, of definitions that are never called: the one without is."""


@dataclass(eq=False)
class ClassInfo:
    """A class as it stands in source."""

    node: ast.ClassDef
    module: Module
    qualname: str = ""

    @property
    def name(self) -> str:
        return self.node.name

    @cached_property
    def methods(self) -> dict[str, FunctionInfo]:
        """The methods by name, also by a second one: ``__rmul__ = __mul__``.

        A property's getter stands under its name, its setter in ``setters``.
        """
        found: dict[str, FunctionInfo] = {}
        for node in _statements(self.node.body):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                info = FunctionInfo(node, self.module, self, f"{self.qualname}.{node.name}")
                if "setter" in info.decorator_names:
                    self.setters[node.name] = info
                elif not info.decorator_names & {"deleter", *OVERLOADS}:
                    found[node.name] = info
            elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Name) and node.value.id in found:
                names = [target.id for target in node.targets if isinstance(target, ast.Name)]
                found.update(dict.fromkeys(names, found[node.value.id]))
        return found

    def method_info(self, node: ast.FunctionDef) -> FunctionInfo:
        """A function of the body, which another one of its name may follow."""
        for method in self.methods.values():
            if method.node is node:
                return method
        known = self.module.functions
        return known.setdefault(node, FunctionInfo(node, self.module, self, f"{self.qualname}.{node.name}"))

    setters: dict[str, FunctionInfo] = field(default_factory=dict)

    @cached_property
    def classes(self) -> dict[str, ClassInfo]:
        """The classes that the body defines."""
        nodes = (node for node in _statements(self.node.body) if isinstance(node, ast.ClassDef))
        return {node.name: self.module.class_info(node, f"{self.qualname}.") for node in nodes}

    def find_class(self, name: str) -> ClassInfo | None:
        """The class of this name in the body, or in that of a base."""
        for entry in self.mro:
            if isinstance(entry, ClassInfo) and name in entry.classes:
                return entry.classes[name]
        return None

    @cached_property
    def attributes(self) -> dict[str, ast.expr | None]:
        """The class variables and what they are set to; None for a bare annotation."""
        found: dict[str, ast.expr | None] = {}
        for node in _statements(self.node.body):
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    if isinstance(target, ast.Name):
                        found[target.id] = node.value
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                found[node.target.id] = node.value or found.get(node.target.id)
        return found

    @cached_property
    def annotations(self) -> dict[str, ast.expr]:
        return {
            node.target.id: node.annotation
            for node in _statements(self.node.body)
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
        }

    @cached_property
    def annotations_of_self(self) -> dict[str, ast.expr]:
        """What methods declare of attributes that they assign: ``self.layers: list[Layer] = []``."""
        return {
            node.target.attr: node.annotation
            for method in self.methods.values()
            for node in syntax.walk_kinds(method.node, (ast.AnnAssign,))
            if isinstance(node, ast.AnnAssign)
            if isinstance(node.target, ast.Attribute)
            if isinstance(node.target.value, ast.Name) and node.target.value.id == "self"
        }

    @property
    def mro(self) -> list[ClassInfo | str]:
        """The class and its bases, external ones by dotted name, in an order close to Python's."""
        project = self.module.project
        known = project.lines.get(self)
        if known is None:
            known = self._mro()
            if self not in project.resolving:
                project.lines[self] = known
        return known

    def _mro(self) -> list[ClassInfo | str]:
        if self in self.module.project.resolving:
            return [self]  # classes that inherit from each other
        self.module.project.resolving.add(self)
        lines = [[self, *_line(base)] for base in self.module.project.bases(self)] or [[self]]
        self.module.project.resolving.discard(self)
        merged = [entry for line in lines for entry in line]
        order: list[ClassInfo | str] = []
        for entry in reversed(merged):  # the last occurrence wins, as with diamonds in Python's own order
            if entry not in order:
                order.insert(0, entry)
        order.remove(self)
        return [self, *order]

    def find_method(self, name: str, after: ClassInfo | None = None) -> FunctionInfo | None:
        """The method that ``self.name`` finds, or, with ``after``, the one that ``super()`` finds."""
        if after is not None:
            return self._find_method(name, after)
        project = self.module.project
        known: FunctionInfo | None = project.methods.get((self, name), _MISSING)
        if known is _MISSING:
            known = self._find_method(name, None)
            if self in project.lines:  # and not while its bases are being resolved
                project.methods[self, name] = known
        return known

    def _find_method(self, name: str, after: ClassInfo | None) -> FunctionInfo | None:
        for cls in self._from(after):
            if isinstance(cls, ClassInfo) and name in cls.methods:
                return cls.methods[name]
        return None

    def find_setter(self, name: str) -> FunctionInfo | None:
        for cls in self._from(None):
            if isinstance(cls, ClassInfo):
                _ = cls.methods
                if name in cls.setters:
                    return cls.setters[name]
        return None

    def find_attribute(self, name: str) -> tuple[ClassInfo, ast.expr | None] | None:
        project = self.module.project
        known: tuple[ClassInfo, ast.expr | None] | None = project.attributes.get((self, name), _MISSING)
        if known is _MISSING:
            known = self._find_attribute(name)
            if self in project.lines:  # and not while its bases are being resolved
                project.attributes[self, name] = known
        return known

    def _find_attribute(self, name: str) -> tuple[ClassInfo, ast.expr | None] | None:
        for cls in self.mro:
            if isinstance(cls, ClassInfo) and name in cls.attributes:
                return cls, cls.attributes[name]
        return None

    def find_annotation(self, name: str) -> tuple[ClassInfo, ast.expr] | None:
        """What is declared of an attribute, in the class or where a method assigns it, and the class that does."""
        for cls in self._from(None):
            if isinstance(cls, ClassInfo):
                found = cls.annotations.get(name) or cls.annotations_of_self.get(name)
                if found is not None:
                    return cls, found
        return None

    def external_bases(self) -> list[str]:
        return [entry for entry in self.mro if isinstance(entry, str)]

    def is_subclass(self, other: ClassInfo | str) -> bool:
        return other in self.mro

    def assigners(self, attribute: str) -> list[FunctionInfo]:
        """The methods, of the class and its bases, that assign ``self.<attribute>``."""
        found = []
        for cls in self.mro:
            if isinstance(cls, ClassInfo):
                methods = [*cls.methods.values(), *cls.setters.values()]
                found += [method for method in methods if attribute in method.self_stores]
        return found

    def _from(self, after: ClassInfo | None) -> list[ClassInfo | str]:
        if after is None:
            return self.mro
        return self.mro[self.mro.index(after) + 1 :] if after in self.mro else after.mro[1:]


@dataclass(eq=False)
class Module:
    """One file of the project under its dotted name."""

    name: str
    source: SourceFile
    project: Project
    origin: Origin
    is_package: bool = False

    @cached_property
    def tree(self) -> ast.Module:
        """The syntax tree; an empty one for a file that cannot be parsed."""
        try:
            return self.source.tree
        except SourceError:
            self.origin = "sibling"  # nothing is reported in it
            return ast.Module(body=[], type_ignores=[])

    @cached_property
    def bindings(self) -> dict[str, list[Binding]]:
        """The module's global names, each with all that binds it, in the order of the file."""
        found: dict[str, list[Binding]] = {}
        behind: set[int] = set()
        for node in _statements(self.tree.body):
            if isinstance(node, ast.Try):
                behind |= {id(one) for handler in node.handlers for one in _statements(handler.body)}
            for name, binding in _bindings(node, self):
                known = binding._replace(fallback=True) if id(node) in behind else binding
                found.setdefault(name, []).append(known)
        if ":=" in self.source.text or "match " in self.source.text:
            for one in _own_nodes(self.tree):
                names = syntax.names_bound(one.target if isinstance(one, ast.NamedExpr) else one)
                for name in names if isinstance(one, (ast.NamedExpr, *_PATTERNS)) else ():
                    found.setdefault(name, []).append(Binding("unknown", one))
        if "global " in self.source.text:  # a walk over a large module costs more than the rest of this
            for statement in syntax.statements(self.tree):
                if isinstance(statement, ast.Global):
                    for name in statement.names:
                        found.setdefault(name, []).append(Binding("unknown", statement))
        return found

    @cached_property
    def stars(self) -> list[exports.Star]:
        """The star imports, in the order of the file."""
        return list(exports.stars(self.tree.body)) if "*" in self.source.text else []

    @cached_property
    def public(self) -> exports.Public:
        """The names that a star import takes out of the module."""
        return exports.public(self.tree, self.source.text)

    @cached_property
    def imported_submodules(self) -> frozenset[str]:
        """The submodules that a package's own statements import: that makes them names of the package."""
        targets = {self.absolute(star.node) for star in self.stars}
        for binding in itertools.chain.from_iterable(self.bindings.values()):
            if binding.kind == "from":
                targets |= {binding.target, f"{binding.target}.{binding.name}"}
            elif isinstance(binding.node, ast.Import):
                targets |= {alias.name for alias in binding.node.names}
        inside = f"{self.name}."
        return frozenset(one[len(inside) :].partition(".")[0] for one in targets if one.startswith(inside))

    @cached_property
    def mutated(self) -> frozenset[str]:
        """Names that some code of the module changes in place: their contents are not known. ``Base.table`` is one."""
        names = set()
        for node in syntax.walk_kinds(self.tree, (ast.Subscript, ast.Call, ast.AugAssign)):
            target: ast.expr | None = None
            if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
                target = node.value
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                if node.func.attr in MUTATORS:
                    target = node.func.value
            elif isinstance(node, ast.AugAssign):
                target = node.target
            if isinstance(target, ast.Name):
                names.add(target.id)
            elif isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
                names.add(f"{target.value.id}.{target.attr}")
        for node in self.tree.body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):  # ``@register(TABLE)``
                made_by = (one for one in node.decorator_list if isinstance(one, ast.Call))
                names.update(part.id for one in made_by for part in one.args if isinstance(part, ast.Name))
        return frozenset(names)

    @cached_property
    def patching(self) -> list[ast.stmt]:
        """The statements that may set attributes of the module's classes and functions."""
        return patches.statements(self.tree)

    @cached_property
    def parents(self) -> syntax.Parents:
        """The node around each node."""
        return syntax.Parents(self.tree)

    @cached_property
    def definitions(self) -> list[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
        """The functions and classes, level by level, those inside of others too."""
        return list(syntax.definitions(self.tree))

    @cached_property
    def classes(self) -> dict[ast.ClassDef, ClassInfo]:
        return {}

    def class_info(self, node: ast.ClassDef, prefix: str = "") -> ClassInfo:
        if node not in self.classes:
            self.classes[node] = ClassInfo(node, self, f"{prefix}{node.name}")
        return self.classes[node]

    @cached_property
    def asked(self) -> dict[tuple[ast.expr, bool], Any]:
        """What tests ask, and whether they hold, which depends on more than this file."""
        return {}

    @cached_property
    def functions(self) -> dict[AnyFunction, FunctionInfo]:
        return {}

    def function_info(self, node: AnyFunction, prefix: str = "") -> FunctionInfo:
        if node not in self.functions:
            name = "<lambda>" if isinstance(node, ast.Lambda) else node.name
            self.functions[node] = FunctionInfo(node, self, None, f"{prefix}{name}")
        return self.functions[node]

    def defined_at(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> FunctionInfo:
        """Return the function, or the method of a class, that a statement defines."""
        for cls in self.definitions:
            if isinstance(cls, ast.ClassDef) and node in cls.body:
                for method in self.class_info(cls).methods.values():
                    if method.node is node:
                        return method
        return self.function_info(node)

    @cached_property
    def local_classes(self) -> frozenset[ast.ClassDef]:
        """The classes that functions define."""
        functions = [node for node in self.definitions if not isinstance(node, ast.ClassDef)]
        return frozenset(node for one in functions for node in ast.walk(one) if isinstance(node, ast.ClassDef))

    def release(self) -> None:
        """Let go of everything, so that its memory is free at once: what refers to each other in a circle is not."""
        for cls in self.classes.values():
            for method in (*cls.methods.values(), *cls.setters.values()):
                method.__dict__.clear()
            cls.__dict__.clear()
        for function in self.functions.values():
            function.__dict__.clear()
        self.__dict__.clear()

    def absolute(self, node: ast.ImportFrom) -> str:
        """The dotted module that a ``from`` import names, relative ones resolved."""
        if not node.level:
            return node.module or ""
        parts = self.name.split(".")
        drop = node.level - 1 if self.is_package else node.level
        base = parts[: len(parts) - drop] if drop else parts
        return ".".join([*base, node.module] if node.module else base)


class Resolved(NamedTuple):
    """The resolution of a name: bindings in a module, a module itself, or a name outside of the project."""

    module: Module | None = None
    bindings: Sequence[Binding] = ()
    external: str = ""


class Project:
    """All modules that a run knows: the files given, what they import from their own packages, followed packages.

    Modules are parsed once and shared by the units of a run (`enter`); what names mean is worked out for each anew.
    """

    def __init__(
        self,
        following: Following | None = None,
        sources: Mapping[Path, str] | None = None,
        given: Mapping[Path, str] | None = None,
        kept: KeptFiles | None = None,
    ) -> None:
        """``given``: the files where findings are reported, without symbolic links, and their names in reports.

        ``kept``: where files that are only read are taken from, and kept for the next project.
        """
        self.finder = Finder(following)
        self.sources = dict(sources or {})
        self.kept = kept
        self.given: dict[Path, str] = {}
        self._shared: dict[tuple[Path, str], Module] = {}
        """By path and dotted name, the one that was used last at the end."""
        self._defining: dict[tuple[Path, str, bool], tuple[str, Sequence[str] | None]] = {}
        self._scanned: dict[tuple[str, ...], tuple[Path, ...]] = {}
        self._begun: dict[tuple[str, ...], tuple[Path, ...]] = {}
        """The given files of which statements begin with one of these names."""
        self._texts_followed: dict[Path, list[tuple[Path, bytes]]] = {}
        """The files of followed packages, by the folder of each, with their bytes."""
        self._large: set[Path] = set()
        """The folders of packages with more files than are searched."""
        self._begin(None)
        self._give(given or {})

    def _begin(self, home: str | None) -> None:
        """Forget what names mean."""
        self._home = home
        self.modules: dict[str, Module | None] = {}
        self.by_path: dict[Path, Module] = {}
        self.asked: dict[str, Path | None] = {}
        """Each module that was looked for by its dotted name, with its file."""
        self.touched: dict[Path, str] = {}
        """The files that were looked into, with the digests of what they held; an empty one for none."""
        self.scans: dict[tuple[str, ...], tuple[Path, ...]] = {}
        """The words that all given files were searched for, and the files that have them."""
        self._texts: dict[Path, list[tuple[Path, bytes]]] = {}
        """The same of the other packages that are read."""
        self.resolving: set[ClassInfo] = set()
        """Classes whose bases are being resolved."""
        self.methods: dict[tuple[ClassInfo, str], FunctionInfo | None] = {}
        """The methods looked up, by class and name."""
        self.attributes: dict[tuple[ClassInfo, str], tuple[ClassInfo, ast.expr | None] | None] = {}
        """The class variables looked up, by class and name, with the class that has each."""
        self.module_classes: dict[ClassInfo, bool] = {}
        """Whether a class is an ``nn.Module``, for those looked up."""
        self.wrappers: dict[FunctionInfo, bool] = {}
        """Whether a decorator makes another function of what it is given, for those looked at."""
        self.lines: dict[ClassInfo, list[ClassInfo | str]] = {}
        """The classes that a class comes from, itself first."""
        self._starred: dict[tuple[str, str, exports.Takes], list[Binding]] = {}
        """The star imports that give a module a name, by module, name, and whether only public names count."""
        self._asked_through: list[tuple[str, str, exports.Takes]] = []
        """The lookups through star imports under way, and whether each met a circle."""
        self._circular = False
        """Whether that went round a circle, so that what was not found on the way may be there all the same."""
        self._following: set[tuple[str, str]] = set()
        """The dotted names of modules that are being followed."""

    def _give(self, paths: Mapping[Path, str]) -> None:
        self.given.update(paths)
        self.finder.give(paths)

    def enter(self, path: Path) -> Module:
        """Begin with one of the given files: its own package comes first where several have the same name.

        Raises SourceError where it cannot be read or parsed.
        """
        name, root = self.finder.name_of(path)
        self._begin(root)
        module = self._load(path, name, "given", self.given[path])
        _ = module.source.tree
        return module

    def add(self, path: Path, display: str | None = None) -> Module:
        """Take in one more given file. Raises SourceError where it cannot be read or parsed."""
        resolved = path.resolve()
        self._give({resolved: display if display is not None else str(path)})
        module = self._load(resolved, self.finder.name_of(resolved)[0], "given", self.given[resolved])
        module.origin = "given"
        try:
            _ = module.source.tree
        except SourceError:
            module.origin = "sibling"  # to others that import it, it is empty
            raise
        return module

    def trim(self, characters: int) -> None:
        """Forget the modules that were not used for the longest time, beyond so many characters of source.

        Only between units: what one has seen of a module must not be read anew.
        """
        held = sum(len(module.source.text) for module in self._shared.values())
        if held <= characters:
            return
        self._begin(None)
        for key in list(self._shared):
            if held <= characters:
                break
            module = self._shared.pop(key)
            held -= len(module.source.text)
            module.release()

    def holding(self, words: tuple[str, ...]) -> list[Module]:
        """The modules of this unit, and those given files whose text has one of these words."""
        if words not in self._scanned:
            self._scanned[words] = self.searched(words)
        self.scans[words] = self._scanned[words]
        for path in self._scanned[words]:
            with contextlib.suppress(SourceError):
                self._load(path, self.finder.name_of(path)[0], "given", self.given[path])
        return list(self.by_path.values())

    def using(self, module: Module, names: tuple[str, ...]) -> list[Module]:
        """The modules, itself first, of which a statement begins with one of these names or passes it to a call.

        So may a decorator and the bases of a class.

        They are those of its package and the given files; of a package with more than `MOST_FILES` files, the given
        ones alone.
        """
        named = "|".join(map(re.escape, names))
        before = r"@?(?:\w+\.)*|class\s.*\b|@?[\w.]+\(.*\b|\w+\s*=\s*"
        begins = re.compile(rf"^(?:{before})(?:{named})\b\s*[.(\[,)=]".encode(), re.MULTILINE)
        if names not in self._begun:
            self._scanned[names] = self.searched(names)
            given = (path for path in self._scanned[names] if begins.search(self._given_text(path)))
            self._begun[names] = tuple(given)
        self.scans[names] = self._scanned[names]
        texts = self._texts_around(module) if "." in module.name and module.origin != "given" else []
        paths = [*self._begun[names], *(path for path, data in texts if begins.search(data))]
        found = {module.source.path: module}
        for path in paths:
            other = self.find(self.finder.name_of(path)[0]) if path not in found else None
            if other is not None:
                found[other.source.path] = other
        return list(found.values())

    def imported_whole_by(self, module: Module) -> Path | None:
        """A file that imports all names of a module by ``import *``: a given one, or one of its folder."""
        path = module.source.path
        stem = path.parent.name if path.name == "__init__.py" else path.stem
        words = (f"{stem} import *", *(("from . import *", "from .. import *") if path.name == "__init__.py" else ()))
        if words not in self._scanned:
            self._scanned[words] = self.searched(words)
        self.scans[words] = self._scanned[words]
        beside = (one for one in sorted(path.parent.glob("*.py")) if one not in self.given and has_word(one, words))
        found = (one for one in (*self._scanned[words], *beside) if one != path)
        return next(found, None)

    def _given_text(self, path: Path) -> bytes:
        return self.sources[path].encode() if path in self.sources else _bytes_of(path)

    def _texts_around(self, module: Module) -> list[tuple[Path, bytes]]:
        """The files of the package around a module; none of a large one. Those of a followed one are read once."""
        top = Path(self.finder.name_of(module.source.path)[1], module.name.partition(".")[0])
        kept = self._texts_followed if module.origin == "followed" else self._texts
        if top not in kept:
            files = sorted(itertools.islice(top.rglob("*.py"), MOST_FILES + 1)) if top not in self._large else []
            if len(files) > MOST_FILES:
                self._large.add(top)
            kept[top] = [(path, _bytes_of(path)) for path in files] if top not in self._large else []
        return kept[top]

    def searched(self, words: tuple[str, ...]) -> tuple[Path, ...]:
        """The given files whose text has one of these words."""
        return tuple(path for path in sorted(self.given) if self._has(path, words))

    def _has(self, path: Path, words: tuple[str, ...]) -> bool:
        if path in self.sources:
            return any(word in self.sources[path] for word in words)
        return has_word(path, words)

    def find(self, name: str) -> Module | None:
        """The module of a dotted name, None where it lies outside of the project.

        So does torch, even for torch's own files: the torch data describes it.
        """
        if name.partition(".")[0] == "torch":
            return None
        if name not in self.modules:
            self.modules[name] = None  # an import cycle ends here
            self.modules[name] = self._locate(name)
        return self.modules[name]

    def _locate(self, name: str) -> Module | None:
        path = self.path_of(name)
        if path is None:
            return None
        origin: Origin = "followed" if self.finder.is_followed(name.partition(".")[0]) else "sibling"
        try:
            return self._load(path, name, origin, str(path))
        except SourceError:
            return None

    def path_of(self, name: str) -> Path | None:
        """The file of a dotted module name."""
        if name not in self.asked:
            self.asked[name] = self.finder.locate(name, self._home)
        return self.asked[name]

    def _may_define(self, target: str, name: str, takes: exports.Takes, asking: frozenset[str] = frozenset()) -> bool:
        """Return whether a module's bytes leave open that a star import takes ``name`` from it.

        Parsing a large package for it is slow. ``asking``: the modules that are asked already, through star imports.
        """
        if self.modules.get(target) is not None:
            return True
        path = self.path_of(target)
        if path is None or path in self.sources:
            return path is not None
        key = (path, name, takes is exports.Takes.ANY)
        if key not in self._defining:
            try:
                data = read_regular(path, MAX_BYTES) or b""
                self._defining[key] = digest.of_bytes(str(path), data), exports.may_take(data, name, takes)
            except OSError:
                self._defining[key] = "", ()
        self.touched[path], stars = self._defining[key]
        if stars is None:
            return True
        package = target if path.name == "__init__.py" else target.rpartition(".")[0]
        asking |= {target}
        for star in stars:
            inner = _absolute(star, package)
            if inner not in asking and self._may_give(inner, name, takes, asking):
                return True
        return False

    def _may_give(self, target: str, name: str, takes: exports.Takes, asking: frozenset[str]) -> bool:
        return (
            exports.gives(target, name) if self._is_outside(target) else self._may_define(target, name, takes, asking)
        )

    def is_installed(self, top: str) -> bool:
        """Return whether ``--follow`` of that package finds it."""
        return bool(self.finder.installed(top))

    def _load(self, path: Path, name: str, origin: Origin, display: str) -> Module:
        if path in self.by_path:
            return self.by_path[path]
        self.touched[path] = ""
        if path in self.given:
            name, origin, display = self.finder.name_of(path)[0], "given", self.given[path]
        module = self._shared.pop((path, name), None)
        if module is None:
            if path in self.sources:
                source = SourceFile(path, self.sources[path], display=display)
                source.digest = digest.of_text(str(path), source.text)
            elif self.kept is not None and path not in self.given:
                source = self.kept.read(path, display)
            else:
                source = SourceFile.read(path, display)
            module = Module(name, source, self, origin, path.name == "__init__.py")
        self._shared[path, name] = module
        self.touched[path] = module.source.digest
        self.by_path[path] = module
        if self.modules.get(name) is None:
            self.modules[name] = module
        return module

    def lookup(self, module: Module, name: str) -> Resolved | None:
        """Return what binds a global name of a module, star imports among it; None where nothing does."""
        known = module.bindings.get(name, [])
        if not module.stars:
            return Resolved(module, known) if known else None
        after = max((_line_of(binding) for binding in known if not self._may_fail(module, binding)), default=0)
        starred = [star for star in self._starring(module, name, exports.Takes.RUN) if _line_of(star) > after]
        found = sorted((*known, *starred), key=_line_of) if starred else known
        if not found and not exports.is_builtin(name):
            found = (
                self._starring(module, name, exports.Takes.TYPED)
                or self._starring(module, name, exports.Takes.ANY)
                or self._outside(module, name)
            )
        return Resolved(module, found) if found else None

    def _may_fail(self, module: Module, binding: Binding) -> bool:
        """Return whether it is an import in a ``try`` or under a test, which need not bind its name."""
        return binding.kind in ("import", "from") and binding.node not in module.tree.body

    def _starring(self, module: Module, name: str, takes: exports.Takes) -> list[Binding]:
        """The star imports that give a module this name."""
        if not module.stars:
            return []
        key = (module.name, name, takes)
        if key in self._starred:
            self._circular |= key in self._asked_through and not self._starred[key]
            return self._starred[key]
        first = not self._asked_through
        self._starred[key] = []  # a circle of star imports ends here
        self._asked_through.append(key)
        self._starred[key] = self._taken(module, name, takes)
        if first:
            for other in self._asked_through[1:] if self._circular else ():
                if not self._starred[other]:
                    del self._starred[other]
            self._asked_through.clear()
            self._circular = False
        return self._starred[key]

    def star_may_give(self, module: Module, name: str) -> bool:
        """Return whether a star import may give a module a name, through others too; unread packages give any."""
        seen: set[Module] = set()
        todo = [module]
        while todo:
            at = todo.pop()
            if at in seen:
                continue
            seen.add(at)
            if at is not module and name in at.bindings:
                return True
            for star in at.stars:
                target = at.absolute(star.node)
                other = None if self._is_outside(target) else self.find(target)
                if other is None or self._gives_submodule(other, name):
                    return True
                todo.append(other)
        return False

    def _taken(self, module: Module, name: str, takes: exports.Takes) -> list[Binding]:
        found: list[Binding] = []
        for star in reversed(module.stars):  # the last one wins
            if takes is exports.Takes.RUN and star.typing:
                continue
            target = module.absolute(star.node)
            if target != module.name and self._gives(target, name, takes, module):
                found.insert(0, Binding("from", star.node, target, name, star.fallback))
                if star.certain:
                    break
        return found

    def _gives(self, target: str, name: str, takes: exports.Takes, importer: Module) -> bool:
        """Return whether ``from target import *`` takes a name, other than a submodule of the importer's own."""
        if self._is_outside(target):
            return exports.gives(target, name)
        if not self._may_define(target, name, takes):
            return False
        other = self.find(target)
        if other is None or (takes is not exports.Takes.ANY and not other.public.has(name)):
            return False
        if name in other.bindings or self._starring(other, name, takes):
            return True
        return self._gives_submodule(other, name) and self.submodule(importer, name) is None

    def _gives_submodule(self, package: Module, name: str) -> bool:
        """Return whether a submodule is a name of its package: ``__all__`` names it, or the package imports it."""
        named = name in (package.public.names or ()) or name in package.imported_submodules
        return named and self.submodule(package, name) is not None

    def _is_outside(self, target: str) -> bool:
        return target.partition(".")[0] == "torch" or self.path_of(target) is None

    def _outside(self, module: Module, name: str) -> list[Binding]:
        """A name that can only come from a star import of a package that is not read."""
        stars = self._outer_stars(module, name, {module})
        targets = {star.target for star in stars}
        if len(targets) > 1:
            return [stars[-1]._replace(kind="unknown")]
        return stars[-1:]

    def _outer_stars(self, module: Module, name: str, seen: set[Module]) -> list[Binding]:
        found: list[Binding] = []
        for star in module.stars:
            target = module.absolute(star.node)
            if self._is_outside(target):
                found.append(Binding("from", star.node, target, name))
                continue
            other = self.find(target)
            if other is not None and other not in seen and other.public.has(name):
                seen.add(other)
                found += [binding._replace(node=star.node) for binding in self._outer_stars(other, name, seen)]
        return found

    def submodule(self, package: Module, name: str) -> Module | None:
        """The module of that name inside a package."""
        return self.find(f"{package.name}.{name}") if package.is_package else None

    def binds(self, module: Module, name: str) -> bool:
        """Return whether a statement of a module binds a name, so that no submodule is meant by it.

        Imports for type checkers do not count, nor does ``from . import name`` in the package itself.
        """
        own = module.bindings.get(name, ())
        return any(not self._imports_itself(module, one) for one in own) or bool(
            self._starring(module, name, exports.Takes.RUN)
        )

    def _imports_itself(self, module: Module, binding: Binding) -> bool:
        """Return whether it is ``from . import name`` of a submodule, in the package itself."""
        own = binding.kind == "from" and binding.target == module.name
        return own and self.submodule(module, binding.name) is not None

    def bases(self, cls: ClassInfo) -> list[ClassInfo | str]:
        """The base classes, resolved; dotted names for external ones, ``?`` for what cannot be resolved."""
        found: list[ClassInfo | str] = []
        for base in cls.node.bases:
            target = self.resolve_class(cls.module, base)
            if target is not None and target is not cls:
                found.append(target)
        return found

    def resolve_class(self, module: Module, expr: ast.expr, depth: int = 0) -> ClassInfo | str | None:
        """The class that a plain dotted expression at module level names."""
        if isinstance(expr, ast.Subscript):  # Generic[T]
            return self.resolve_class(module, expr.value, depth)
        dotted = dotted_name(expr)
        if not dotted or depth > 20:
            return "?"
        resolved = self.resolve(module, dotted)
        if resolved.external:
            return resolved.external
        for binding in reversed(resolved.bindings):
            if binding.kind == "class" and isinstance(binding.node, ast.ClassDef) and resolved.module is not None:
                return resolved.module.class_info(binding.node)
            if binding.kind == "value" and isinstance(binding.node, ast.expr) and resolved.module is not None:
                return self.resolve_class(resolved.module, binding.node, depth + 1)
        return "?"

    def resolve(self, module: Module, dotted: str) -> Resolved:
        """Follow a dotted name through imports to the module that defines it, or out of the project.

        Of several imports, as in ``try`` and ``except ImportError``, the one that is found counts.
        """
        first, _, rest = dotted.partition(".")
        found = self.lookup(module, first)
        key = (module.name, dotted)
        if found is None:
            return Resolved(external=f"builtins.{dotted}" if exports.is_builtin(first) else "?")
        if key in self._following:
            return Resolved(external="?")
        self._following.add(key)
        try:
            return self._resolved(module, found.bindings, first, rest)
        finally:
            self._following.discard(key)

    def _resolved(self, module: Module, bindings: Sequence[Binding], first: str, rest: str) -> Resolved:
        outside: Resolved | None = None
        last_first = bindings[::-1]
        for binding in (*(one for one in last_first if not one.fallback), *(one for one in last_first if one.fallback)):
            if binding.kind == "import":
                there = self.imported(binding.target, rest)
            elif self._imports_itself(module, binding):
                there = self.member(f"{module.name}.{binding.name}", rest)
            elif binding.kind == "from":
                there = self.member(binding.target, f"{binding.name}.{rest}" if rest else binding.name)
            elif rest:
                there = Resolved(external=f"{module.name}.{first}.{rest}")
            else:
                return Resolved(module, bindings)
            if there.module is not None or there.external.startswith("torch."):
                return there
            outside = outside or there
        return outside or Resolved(external="?")

    def imported(self, target: str, path: str) -> Resolved:
        """``path`` below what ``import target as name`` gives: the attribute of the package, if it has one."""
        package, _, last = target.rpartition(".")
        if package:
            found = self.member(package, f"{last}.{path}" if path else last)
            if found.module is not None:
                return found
        return self.member(target, path)

    def member(self, module_name: str, path: str) -> Resolved:
        """``path`` inside the module ``module_name``: a submodule or one of its names."""
        module = self.find(module_name)
        first, _, rest = path.partition(".")
        if module is None:
            if path and self.find(f"{module_name}.{first}") is not None:  # a folder without `__init__.py` (PEP 420)
                return self.member(f"{module_name}.{first}", rest)
            return Resolved(external=f"{module_name}.{path}" if path else module_name)
        if not path:
            return Resolved(module)
        found = self.resolve(module, path) if self.binds(module, first) else Resolved(external="?")
        if found.external == "?" and self.submodule(module, first) is not None:
            return self.member(f"{module_name}.{first}", rest)
        if self.lookup(module, first) is not None:
            return self.resolve(module, path)
        return Resolved(external=f"{module_name}.{path}")


MOST_FILES = 800
"""Files of a package that are searched for what they register."""


def has_word(path: Path, words: Sequence[str]) -> bool:
    """Return whether a file's bytes have one of these words."""
    data = _bytes_of(path)
    return any(word.encode() in data for word in words)


def _bytes_of(path: Path) -> bytes:
    try:
        return read_regular(path, MAX_NOTEBOOK_BYTES) or b""
    except OSError:
        return b""


def dotted_name(expr: ast.AST) -> str:
    """``a.b.c`` of a plain dotted expression, else an empty string."""
    if isinstance(expr, ast.Name):
        return expr.id
    if not isinstance(expr, ast.Attribute):
        return ""
    known: str | None = expr.__dict__.get("dotted name")
    if known is None:
        around = dotted_name(expr.value)
        known = expr.__dict__["dotted name"] = f"{around}.{expr.attr}" if around else ""
    return known


def all_arguments(arguments: ast.arguments) -> list[ast.arg]:
    extra = [argument for argument in (arguments.vararg, arguments.kwarg) if argument is not None]
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *extra]


def own_nodes(function: AnyFunction) -> list[ast.AST]:
    """The nodes of a function's body without those of functions and classes inside it."""
    return syntax.remembered(function, "own nodes", lambda: _own_nodes(function))


def class_nodes(node: ast.ClassDef) -> list[ast.AST]:
    """The nodes of a class's body without those of functions and classes inside it."""
    return syntax.remembered(node, "own nodes", lambda: _own_nodes(node))


def _own_nodes(function: AnyFunction | ast.Module | ast.ClassDef) -> list[ast.AST]:
    todo: list[ast.AST] = list(function.body) if isinstance(function.body, list) else [function.body]
    found = []
    while todo:
        node = todo.pop()
        found.append(node)
        todo += _evaluated_outside(node) if isinstance(node, _SCOPES) else syntax.children(node)
    return found


_PATTERNS = (ast.MatchAs, ast.MatchStar, ast.MatchMapping)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


def _evaluated_outside(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda) -> list[ast.AST]:
    """What a function or class has that the scope around it evaluates: decorators, defaults of parameters, bases."""
    if isinstance(node, ast.ClassDef):
        return [*node.decorator_list, *node.bases, *node.keywords]
    decorators = [] if isinstance(node, ast.Lambda) else node.decorator_list
    return [*decorators, *node.args.defaults, *(one for one in node.args.kw_defaults if one is not None)]


MUTATORS = {
    "update",
    "append",
    "appendleft",
    "add_module",
    "extend",
    "extendleft",
    "insert",
    "pop",
    "clear",
    "setdefault",
    "remove",
    "add",
    "popitem",
    "popleft",
    "discard",
    "reverse",
    "rotate",
    "sort",
}
"""The methods that change a list, a set, a dictionary, or a module with others in it."""


def is_method_of_dict(cls: ClassInfo, name: str) -> bool:
    """Return whether a class has a method of ``dict`` for one of its own: ``__getattr__ = dict.__getitem__``."""
    found = cls.find_attribute(name) if cls.find_method(name) is None else None
    return found is not None and found[1] is not None and _DICT_METHOD.fullmatch(dotted_name(found[1])) is not None


_DICT_METHOD = re.compile(r"((collections\.)?OrderedDict|dict)\.\w+")


def _line_of(binding: Binding) -> int:
    """The line in which a name is bound, 0 where it is not known."""
    line: int = getattr(binding.node, "lineno", 0)
    return line


def _line(base: ClassInfo | str) -> list[ClassInfo | str]:
    return base.mro if isinstance(base, ClassInfo) else [base]


def _last_name(decorator: ast.expr) -> str:
    if isinstance(decorator, ast.Call):
        decorator = decorator.func
    return decorator.attr if isinstance(decorator, ast.Attribute) else dotted_name(decorator)


def _statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a scope, also those inside its ``if``, ``try``, ``with`` and loops."""
    for node in body:
        yield node
        for name in ("body", "orelse", "finalbody"):
            if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                yield from _statements(getattr(node, name, []))
        for handler in node.handlers if isinstance(node, ast.Try) else ():
            yield from _statements(handler.body)
        for case in node.cases if isinstance(node, ast.Match) else ():
            yield from _statements(case.body)


def _bindings(node: ast.stmt, module: Module) -> Iterator[tuple[str, Binding]]:
    if isinstance(node, ast.Import):
        for alias in node.names:
            if alias.asname:
                yield alias.asname, Binding("import", node, alias.name)
            else:
                top = alias.name.split(".")[0]
                yield top, Binding("import", node, top)
    elif isinstance(node, ast.ImportFrom):
        for alias in node.names:
            if alias.name != "*":
                yield alias.asname or alias.name, Binding("from", node, module.absolute(node), alias.name)
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        if not any(_last_name(decorator) in OVERLOADS for decorator in node.decorator_list):
            yield node.name, Binding("function", node)
    elif isinstance(node, ast.ClassDef):
        yield node.name, Binding("class", node)
    elif isinstance(node, ast.Assign):
        for target in node.targets:
            yield from _assigned(target, node.value, node)
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
        yield node.target.id, Binding("value", node.value)
    elif isinstance(node, (ast.AugAssign, ast.AnnAssign)) and isinstance(node.target, ast.Name):
        yield node.target.id, Binding("unknown", node)
    elif isinstance(node, (ast.For, ast.AsyncFor)):
        yield from _unknown(node.target, node)
    elif isinstance(node, (ast.With, ast.AsyncWith)):
        for item in node.items:
            if item.optional_vars is not None:
                yield from _unknown(item.optional_vars, node)


def _assigned(target: ast.expr, value: ast.expr, node: ast.stmt) -> Iterator[tuple[str, Binding]]:
    """The names of a target, with their parts of the value where it is written as so many."""
    if isinstance(target, ast.Name):
        yield target.id, Binding("value", value)
        return
    targets = target.elts if isinstance(target, (ast.Tuple, ast.List)) else []
    values = value.elts if isinstance(value, (ast.Tuple, ast.List)) else []
    if not targets or len(targets) != len(values) or any(isinstance(one, ast.Starred) for one in (*targets, *values)):
        yield from _unknown(target, node)
        return
    for one, part in zip(targets, values, strict=True):
        yield from _assigned(one, part, node)


def _unknown(target: ast.expr, node: ast.stmt) -> Iterator[tuple[str, Binding]]:
    """The names of a target whose value is not followed."""
    for name in syntax.walk(target):
        if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store):
            yield name.id, Binding("unknown", node)


def _absolute(name: str, package: str) -> str:
    """The dotted name of a module that code in a package names, which begins with dots where it is relative."""
    below = name.lstrip(".")
    above = len(name) - len(below)
    around = package.split(".")[: package.count(".") + 2 - above] if above else []
    return ".".join([*around, below]).strip(".")
