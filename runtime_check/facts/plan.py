"""What is recorded of one function, worked out once from its text."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType

from fullgraph.lint.facts import functions, identity
from fullgraph.lint.facts.schema import RETURN, Arm, BranchFact, FunctionFact, Scene, behind
from fullgraph.lint.source import syntax
from fullgraph.lint.source.discovery import read_regular
from fullgraph.lint.source.source_file import MAX_BYTES

_GENERATORS = 0x20 | 0x80 | 0x100 | 0x200
"""Flags of code whose frames are entered again and again: generators and coroutines."""


_DULL = {name for kind in (object, dict, list, int) for name in dir(kind) if name.startswith("__")} - {"__init__"} | {
    *("__getattr__", "__delete__", "__get__", "__set__", "__enter__", "__exit__", "__bool__", "__post_init__")
}
"""Names of methods that objects of any kind have, and that see no tensors of a model's, often called."""


@dataclass(eq=False)
class BranchPlan:
    """One branch: which lines tell where it goes, and what is recorded around it."""

    number: int
    line: int
    head: range
    body: range
    rest: range
    """The lines of its ``else``; empty without one."""
    whole: range
    before: tuple[str, ...]
    after: tuple[str, ...]
    behind: tuple[str, ...]
    """The names of ``after`` as they are shown."""
    tested: tuple[str, ...] = ()
    """What the test is about: nothing is looked at where none of it is a tensor."""
    taken: int = 0
    not_taken: int = 0
    scenes: dict[Arm, Scene] = field(default_factory=dict)
    seen: set[object] = field(default_factory=set)

    def fact(self) -> BranchFact:
        return BranchFact(self.line, self.taken, self.not_taken, dict(self.scenes))


@dataclass(eq=False)
class FunctionPlan:
    """One function: the names that are recorded, and what was seen so far."""

    file: str
    name: str
    digest: str
    line: int
    code: CodeType
    is_method: bool
    parameters: tuple[str, ...]
    attributes: tuple[tuple[str, str], ...]
    """Of ``self``: the name, and as it is shown."""
    locals: tuple[str, ...]
    branches: tuple[BranchPlan, ...]
    starts: dict[int, BranchPlan]
    """By the first line of a branch."""
    last: int
    """The last line that tells something, of a function without loops; 0 of others."""
    scene: Scene = field(default_factory=Scene)
    seen: set[object] = field(default_factory=set)
    runs: int = 0
    last_run: int = -1
    calls: int = 0
    raised: int = 0
    grad_modes: set[bool] = field(default_factory=set)
    training: set[bool] = field(default_factory=set)
    failed: bool = False
    """Whether the recorder itself went wrong there: nothing is said of it."""

    def fact(self) -> FunctionFact:
        return FunctionFact(
            self.file,
            self.name,
            self.digest,
            self.line,
            self.runs,
            self.calls,
            self.raised,
            self.scene,
            frozenset(self.grad_modes),
            frozenset(self.training),
            {one.number: one.fact() for one in self.branches if one.taken or one.not_taken},
        )


class Plans:
    """The functions of files, each file read once."""

    def __init__(self) -> None:
        self._files: dict[str, dict[tuple[int, str], functions.Named]] = {}

    def of(self, code: CodeType) -> FunctionPlan | None:
        """The plan for a function's code; None where nothing is recorded of it."""
        if code.co_flags & _GENERATORS or code.co_name.startswith("<") or code.co_name in _DULL:
            return None
        if code.co_filename not in self._files:
            self._files[code.co_filename] = _named(Path(code.co_filename))
        named = self._files[code.co_filename].get((code.co_firstlineno, code.co_name))
        return _plan(named, code) if named is not None else None


def _named(path: Path) -> dict[tuple[int, str], functions.Named]:
    try:
        data = read_regular(path, MAX_BYTES)
        tree = ast.parse(data or b"")
        return {(one.first_line, one.node.name): one for one in functions.functions_of(tree)}
    except (OSError, ValueError, SyntaxError, RecursionError, MemoryError):
        return {}


def _plan(named: functions.Named, code: CodeType) -> FunctionPlan:
    node = named.node
    rest = (node.args.vararg, node.args.kwarg)
    given = [one.arg for one in functions.parameters_of(node) if one not in rest]
    owner = given[0] if given and "." in named.name and given[0] == "self" else None
    attributes = functions.attributes_of(node, owner) if owner is not None else ()
    branches = tuple(
        _branch(number, branch, named.first_line)
        for number, branch in enumerate(functions.branches_of(node))
        if functions.is_visible(branch)
    )
    return FunctionPlan(
        identity.of_file(Path(code.co_filename).resolve()),
        named.name,
        functions.digest_of(node),
        named.first_line,
        code,
        owner is not None,
        tuple(name for name in given if name != owner and not _is_private(name)),
        tuple((name, f"self.{name}") for name in sorted(attributes) if not _is_private(name) and name != "training"),
        tuple(sorted(name for name in functions.bound_once(node) if not _is_private(name) and name != RETURN)),
        branches,
        {one.head.start: one for one in branches},
        _last(node, branches),
    )


def _last(node: functions.Definition, branches: tuple[BranchPlan, ...]) -> int:
    loops = any(isinstance(one, (ast.For, ast.AsyncFor, ast.While)) for one in syntax.walk(node))
    return 0 if loops else max((one.whole.stop for one in branches), default=0)


def _is_private(name: str) -> bool:
    """Whether Python keeps it under another name inside of a class."""
    return name.startswith("__") and not name.endswith("__")


def _branch(number: int, branch: functions.Branch, first: int) -> BranchPlan:
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    if isinstance(branch, ast.If) and _may_be_data(branch.test):
        bound = functions.bound_names(branch)
        before = tuple(sorted((functions.read_names(branch) | bound) - {"self"}))
        after = tuple(sorted(bound))
    return BranchPlan(
        number,
        branch.lineno - first + 1,
        functions.head_lines(branch),
        _lines(branch.body),
        _lines(branch.orelse),
        range(branch.lineno, (branch.end_lineno or branch.lineno) + 1),
        before,
        after,
        tuple(map(behind, after)),
        tuple(dict.fromkeys(_tested(branch.test))) if isinstance(branch, ast.If) else (),
    )


def _tested(test: ast.AST) -> Iterator[str]:
    """The names and attributes of ``self`` in a test, but for those that only tell what a tensor is like."""
    if isinstance(test, ast.Attribute):
        if test.attr in _ABOUT:
            return
        if isinstance(test.value, ast.Name) and test.value.id == "self":
            yield f"self.{test.attr}"
            return
    if isinstance(test, ast.Name):
        yield test.id
    for child in ast.iter_child_nodes(test):
        yield from _tested(child)


_ABOUT = frozenset("shape ndim dtype device layout size dim numel is_cuda requires_grad element_size config".split())


def _lines(block: list[ast.stmt]) -> range:
    return range(block[0].lineno, (block[-1].end_lineno or block[-1].lineno) + 1) if block else range(0)


def _may_be_data(test: ast.expr) -> bool:
    """Whether a test can be one of a tensor's data, as far as its text tells."""
    if isinstance(test, ast.BoolOp):
        return any(map(_may_be_data, test.values))
    if isinstance(test, ast.UnaryOp):
        return _may_be_data(test.operand)
    if isinstance(test, ast.Compare):
        sides = (test.left, *test.comparators)
        of_identity = all(isinstance(one, (ast.Is, ast.IsNot, ast.In, ast.NotIn)) for one in test.ops)
        texts = any(isinstance(side, ast.Constant) and isinstance(side.value, (str, type(None))) for side in sides)
        return not of_identity and not texts
    if isinstance(test, ast.Call):
        return not (isinstance(test.func, ast.Name) and test.func.id in _OF_TYPES)
    return not (isinstance(test, ast.Attribute) and test.attr == "training") and not isinstance(test, ast.Constant)


_OF_TYPES = frozenset(("isinstance", "issubclass", "hasattr", "callable", "len", "is_torchdynamo_compiling"))
