"""What there is of ours that a page may name: files, modules with what they define, commands, options, settings."""

from __future__ import annotations

import ast
import functools
import re
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import click
from fullgraph.lint import flake8_plugin
from fullgraph.lint.cli import ImportedCommand, cli
from fullgraph.lint.config import settings
from fullgraph.lint.registry import codes
from fullgraph.runtime_check.options import SETTINGS

ROOT = Path(__file__).parents[2]
PACKAGES = ("lint", "rules", "runtime_check", "sweep")
APART = ("benchmarks", "tools")
"""The folders whose modules are named as they lie, not below ``fullgraph``."""


@functools.lru_cache(maxsize=1)
def paths() -> frozenset[str]:
    """The files that git holds, or would take, and their folders."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    files = [PurePosixPath(name) for name in names if (ROOT / name).exists()]
    return frozenset(str(one) for file in files for one in (file, *file.parents)) - {"."}


@functools.lru_cache(maxsize=1)
def folders() -> frozenset[str]:
    """The folders at the repository's root."""
    return frozenset(path.partition("/")[0] for path in paths() if "/" in path)


@functools.lru_cache(maxsize=1)
def rooms() -> frozenset[str]:
    """The names of the folders within the packages and of those of cases: pages leave out what lies above them."""
    inner = (PurePosixPath(path) for path in paths() if path.startswith(tuple(f"{one}/" for one in PACKAGES)))
    cases = (PurePosixPath(path) for path in paths() if path.startswith("tests/cases/"))
    return frozenset(path.parent.name for path in (*inner, *cases) if path.suffix == ".py")


@functools.lru_cache(maxsize=1)
def targets() -> frozenset[str]:
    """The targets of the Makefile."""
    return frozenset(re.findall(r"^([a-z][\w-]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))


def _options(command: click.Command) -> frozenset[str]:
    context = click.Context(command, **cli.context_settings)  # the command keeps the help option that this makes
    return frozenset(
        option for one in command.get_params(context) for option in (*one.opts, *one.secondary_opts) if option[0] == "-"
    )


@functools.lru_cache(maxsize=1)
def commands() -> Mapping[str, frozenset[str]]:
    """The options of each command of ``fullgraph``; of ``fullgraph`` itself under the empty name."""
    found: Mapping[str, click.Command] = {**cli.commands, "": cli}
    return {name: _options(one.command if isinstance(one, ImportedCommand) else one) for name, one in found.items()}


def pytest_options() -> set[str]:
    """The options of our pytest plugin."""
    text = (ROOT / "runtime_check" / "pytest_plugin.py").read_text(encoding="utf-8")
    return set(re.findall(r"addoption\(\s*\"(--[\w-]+)\"", text))


@functools.lru_cache(maxsize=1)
def flake8_options() -> frozenset[str]:
    """The options that the plugin gives to flake8."""
    found: list[str] = []

    class Manager:
        def add_option(self, name: str, **kind: object) -> None:
            found.append(name)

    flake8_plugin.Plugin.add_options(Manager())
    return frozenset(found)


@functools.lru_cache(maxsize=1)
def rule_codes() -> frozenset[str]:
    """The codes of the rules, and the one of what could not be checked."""
    return frozenset({*codes.by_name().values(), flake8_plugin.NOT_CHECKED})


def setting_keys(table: str) -> frozenset[str] | None:
    """The keys of a table of the settings, ``tool.fullgraph`` or below; None for a table that there is not."""
    tables = {
        "tool.fullgraph": ("extend", "verify", *settings.NAMES),
        "tool.fullgraph.verify": ("targets", "target", *SETTINGS),
        "tool.fullgraph.verify.target": ("target", "name", *SETTINGS),
    }
    return frozenset(tables[table]) if table in tables else None


@dataclass(frozen=True)
class Module:
    """A module as its text has it."""

    top: Mapping[str, ast.stmt]
    """What its names are bound by, at the top and within ``if`` and ``try`` there."""
    parameters: frozenset[tuple[str, str]]
    """The parameters of its functions, each with the last name of its annotation."""
    texts: frozenset[str]
    """The strings in it."""

    @property
    def defined(self) -> frozenset[str]:
        """The names at its top that it does not import."""
        return frozenset(name for name, node in self.top.items() if not isinstance(node, ast.Import | ast.ImportFrom))


@functools.lru_cache(maxsize=1)
def modules() -> Mapping[str, Module]:
    """Our modules by dotted name."""
    found = {}
    for path in sorted(paths()):
        parts = PurePosixPath(path).with_suffix("").parts
        if path.endswith(".py") and parts[0] in (*PACKAGES, *APART):
            dotted = parts if parts[0] in APART else ("fullgraph", *parts[2 if "_top" in parts else 0 :])
            found[".".join(dotted).removesuffix(".__init__")] = _read(ROOT / path)
    return found


def _read(path: Path) -> Module:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    parameters: set[tuple[str, str]] = set()
    texts: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            texts.add(node.value)
        elif isinstance(node, ast.arg) and node.annotation is not None:
            parameters.add((node.arg, ast.unparse(node.annotation).rpartition(".")[2]))
    return Module(dict(_bound(tree.body)), frozenset(parameters), frozenset(texts))


def _bound(body: list[ast.stmt]) -> Iterator[tuple[str, ast.stmt]]:
    """The names that statements bind, with the statements."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name, node
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield from ((alias.asname or alias.name, node) for alias in node.names)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            stored = (one for one in ast.walk(node) if isinstance(one, ast.Name | ast.Attribute))
            yield from (
                (one.id if isinstance(one, ast.Name) else one.attr, node)
                for one in stored
                if isinstance(one.ctx, ast.Store)
            )
        elif isinstance(node, ast.If | ast.Try):
            yield from _bound([*node.body, *node.orelse])


def members(node: ast.stmt) -> frozenset[str]:
    """The names of a class: fields, methods, and what its methods set on ``self``."""
    if not isinstance(node, ast.ClassDef):
        return frozenset()
    inner = [one for method in node.body if isinstance(method, ast.FunctionDef) for one in ast.walk(method)]
    own = [one for one in inner if isinstance(one, ast.Assign | ast.AnnAssign)]
    return frozenset(name for name, _ in (*_bound(node.body), *_bound(list(own))))


def is_package(dotted: str) -> bool:
    """Whether a dotted name is a module or a folder of modules."""
    return dotted in modules() or any(name.startswith(f"{dotted}.") for name in modules())


def problem_of(dotted: str) -> str | None:
    """Why a dotted name that begins with a package of ours leads nowhere; None where it leads somewhere."""
    parts = dotted.split(".")
    if parts[0] in PACKAGES:
        parts = ["fullgraph", *parts]
    known = next(count for count in range(len(parts), -1, -1) if is_package(".".join(parts[:count])) or not count)
    module, rest = ".".join(parts[:known]), parts[known:]
    if not rest:
        return None
    node = modules()[module].top.get(rest[0]) if module in modules() else None
    if node is None:
        return f"{module or 'the repository'} has no {rest[0]}"
    if len(rest) > 1 and isinstance(node, ast.ClassDef) and rest[1] not in members(node):
        return f"{rest[0]} has no {rest[1]}"
    return None


def ends(suffix: str) -> list[str]:
    """Our modules and folders of modules whose dotted names end so."""
    known = {".".join(name.split(".")[:count]) for name in modules() for count in range(1, name.count(".") + 2)}
    return sorted(name for name in known if f".{name}".endswith(f".{suffix}"))


@functools.lru_cache(maxsize=1)
def classes() -> Mapping[str, frozenset[str]]:
    """The classes of all modules, with their members."""
    found: dict[str, frozenset[str]] = {}
    for module in modules().values():
        for name, node in module.top.items():
            if isinstance(node, ast.ClassDef):
                found[name] = found.get(name, frozenset()) | members(node)
    return found


@functools.lru_cache(maxsize=1)
def names() -> frozenset[str]:
    """The modules, the folders of modules, what is at the top of a module, and the members of classes."""
    tops = {name for module in modules().values() for name in module.top}
    return frozenset(tops.union(*classes().values(), *(name.split(".") for name in modules())))


@functools.lru_cache(maxsize=1)
def held() -> frozenset[str]:
    """``event.interp``: the members of our classes, by the names of parameters that have such an object."""
    pairs = {pair for module in modules().values() for pair in module.parameters}
    return frozenset(f"{name}.{member}" for name, given in pairs for member in classes().get(given, ()))


def options_of(module: str) -> frozenset[str] | None:
    """The options that a module run by ``python -m`` may read: those written in it; None for a module not ours."""
    if not is_package(module):
        return None
    inside = [one for name, one in modules().items() if name == module or name.startswith(f"{module}.")]
    return frozenset(text for one in inside for text in one.texts if re.fullmatch(r"--[\w-]+", text))


@functools.lru_cache(maxsize=1)
def variables() -> frozenset[str]:
    """The environment variables that are ours, in the packages, the tests and the benchmarks."""
    files = [ROOT / path for path in paths() if path.endswith(".py") and not path.startswith("tests/cases/")]
    return frozenset(name for file in files for name in re.findall(r'"(FULLGRAPH_\w+)"', file.read_text("utf-8")))
