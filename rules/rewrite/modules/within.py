"""Enter a context inside of a function instead of by a decorator around it."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Iterator

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.diagnostics.obligation import Kind, Obligation
from fullgraph.lint.project.index import dotted_name
from fullgraph.lint.source import syntax
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.codemod import quote
from fullgraph.rules.codemod.change import replace_statements
from fullgraph.rules.rewrite.analysis.oracle import Obstacle
from fullgraph.rules.rewrite.analysis.trees import given_to, names_in

EACH_TIME = Kind.EFFECT.open(
    "each call looks for the device again, and warns where it is missing, or takes the dtype set"
)
NESTED = Kind.EFFECT.open("a call within another one enters the context again, where the decorator has but one object")
SEEN = Kind.NAMES.open("`{}` in the module sees the function that the decorator makes")
ANOTHER = Kind.NAMES.open("`{}` is given another meaning in the module, and the `with` looks it up in each call")
INSIDE = "Enter `{}` inside the method instead of around it, which is traced"


def context_inside(
    function: ast.FunctionDef, decorator: ast.expr, local_names: frozenset[str], source: SourceFile
) -> Fix | Obstacle:
    """``with context():`` around a function's body in place of the decorator ``@context()``.

    Safe, but for ``autocast`` that asks for the machine and its defaults: a decorator asks once, a ``with`` each time.
    """
    if decorator is not function.decorator_list[-1]:
        return Obstacle("another decorator is between it and the method")
    if any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in ast.walk(function)):
        return Obstacle("the method may be a generator, which a `with` leaves later than a decorator does")
    called, given = decorator, list[ast.expr]()
    if isinstance(decorator, ast.Call):
        called, given = decorator.func, given_to(decorator)
    names = names_in(called)
    constant = all(isinstance(one, ast.Constant) or dotted_name(one).partition(".")[0] in names for one in given)
    if not constant or names & local_names:
        return Obstacle("the decorator's arguments are evaluated once, and may be something else when it is called")
    context = decorator if isinstance(decorator, ast.Call) else quote.call(decorator)
    has_docstring = ast.get_docstring(function) is not None
    if has_docstring and len(function.body) == 1:
        return Obstacle("there is nothing in the method but its docstring")
    around = quote.statement("with CONTEXT:\n    BODY", CONTEXT=context, BODY=function.body[has_docstring:])
    body = [*function.body[:has_docstring], around]
    new = quote.changed(function, decorator_list=function.decorator_list[:-1], body=body)
    keeps = dotted_name(called).rpartition(".")[2] == "autocast"
    more = [EACH_TIME] if keeps and not _is_settled(decorator) else []
    if keeps and any(
        function.name in (getattr(node, "attr", ""), getattr(node, "id", "")) for node in ast.walk(function)
    ):
        more.append(NESTED)
    more += _looked_at(source, names)
    return Fix(INSIDE.format(ast.unparse(context)), (replace_statements(source, [function], [new]),), tuple(more))


def _looked_at(source: SourceFile, names: Collection[str]) -> Iterator[Obligation]:
    """What in the file may tell the method from that with a decorator."""
    bound: Counter[str] = Counter()
    for node in syntax.walk(source.tree):
        if isinstance(node, ast.Attribute) and node.attr in _SEEING:
            yield SEEN.about(node.attr)
        elif isinstance(node, ast.keyword) and node.arg in _SEEING:
            yield SEEN.about(node.arg)
        elif isinstance(node, ast.Name):
            if node.id in ("globals", *_SEEING):
                yield SEEN.about(node.id)
            bound[node.id] += not isinstance(node.ctx, ast.Load)
        elif isinstance(node, (ast.alias, ast.ImportFrom)) and (of := _imported_from(node)) in _SEEING:
            yield SEEN.about(of)
        if isinstance(node, ast.alias):
            bound[node.asname or node.name.partition(".")[0]] += node.asname is not None or "." not in node.name
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            bound[node.name] += 1
    yield from (ANOTHER.about(name) for name in sorted(names) if bound[name] > 1)


_SEEING = frozenset(
    (
        "__wrapped__ __code__ __closure__ __defaults__ __kwdefaults__ _getframe currentframe inspect f_back "
        "getrecursionlimit stacklevel stack_info findCaller traceback extract_stack format_stack print_stack "
        "walk_stack _current_frames"
    ).split()
)


def _imported_from(node: ast.alias | ast.ImportFrom) -> str:
    return ((node.module if isinstance(node, ast.ImportFrom) else node.name) or "").partition(".")[0]


def _is_settled(decorator: ast.expr) -> bool:
    """Return whether an ``autocast`` is of the CPU, which is there, and of a dtype that is given."""
    if not isinstance(decorator, ast.Call) or not any(keyword.arg == "dtype" for keyword in decorator.keywords):
        return False
    devices = [*decorator.args[:1], *(one.value for one in decorator.keywords if one.arg == "device_type")]
    return any(isinstance(one, ast.Constant) and one.value == "cpu" for one in devices)
