"""An oracle that knows what a test tells it, and infers the rest of simple arithmetic from that."""

from __future__ import annotations

import ast
import copy
import textwrap
from dataclasses import replace
from pathlib import Path

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.lint.torch_data import load
from fullgraph.rules.rewrite.analysis.effects.summary import Effects
from fullgraph.rules.rewrite.analysis.memory import Write
from fullgraph.rules.rewrite.analysis.oracle import Number, TensorFacts

NAMES = {"torch": "torch", "F": "torch.nn.functional", "nn": "torch.nn"}
PLAIN = {"print", "str", "len", "float", "int", "bool", "repr", "math", "logging", "time"}
SCALAR_METHODS = {"sum", "mean", "max", "min", "prod"}
TEST_METHODS = {"any", "all"}


def tensor(name: str, shape="s", dtype="d", *, floating=True, fresh=False, boolean=False) -> TensorFacts:
    return TensorFacts(shape, dtype, floating, fresh, frozenset({name}), boolean, dense=fresh)


class FakeOracle:
    def __init__(
        self,
        facts=(),
        *,
        numbers=(),
        modules=(),
        effects=(),
        unbound=(),
        unused=(),
        mutated=(),
        escaping=(),
        shared=(),
        tree=None,
        torch="torch",
    ):
        self.facts = dict(facts)
        self.numbers = dict(numbers)
        self.modules = dict(modules)
        self.known_effects = dict(effects)
        self.unbound, self.unused = set(unbound), set(unused)
        self.mutated, self.escaping = set(mutated), set(escaping)
        self.holders = set(shared)
        self.tree = tree
        self.parents = {child: node for node in ast.walk(tree or ast.Pass()) for child in ast.iter_child_nodes(node)}
        self.torch = torch

    def supposing(self, tensors):
        twin = copy.copy(self)
        twin.facts = self.facts | {ast.unparse(node): facts for node, facts in tensors.items()}
        for node, facts in tensors.items():
            statement = self.parents.get(node)
            if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
                twin.facts[statement.targets[0].id] = facts
        return twin

    def at(self, statement):
        return self

    def reads_number(self, expr):
        return False

    def tensor(self, expr):
        known = self._tensor(expr)
        return known and replace(known, dense=known.dense or known.fresh)

    def _tensor(self, expr):
        text = ast.unparse(expr)
        if text in self.facts:
            return self.facts[text]
        if isinstance(expr, ast.BinOp):
            return self._join(expr.left, expr.right)
        if isinstance(expr, ast.UnaryOp) and not isinstance(expr.op, ast.Not):
            return self._join(expr.operand)
        if isinstance(expr, ast.Compare) and len(expr.ops) == 1:
            joined = self._join(expr.left, expr.comparators[0])
            return joined and TensorFacts(joined.shape, "bool", False, True, frozenset(), True)
        if isinstance(expr, ast.Call):
            return self._call(expr)
        return None

    def _call(self, call):
        text = ast.unparse(call.func)
        if text in self.modules:
            inner = self.tensor(call.args[0])
            return TensorFacts(("module", inner.shape), inner.dtype, True, True, inner.sources | {text})
        name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
        owner = self.tensor(call.func.value) if isinstance(call.func, ast.Attribute) else None
        operands = [call.func.value, *call.args] if owner else call.args
        if name == "where":
            operands = operands[1:]
        if name in ("masked_fill", "float", "double"):
            operands = operands[:1]
        joined = self._join(*operands)
        if joined is None:
            return None
        if owner and name in TEST_METHODS and not call.args:
            return TensorFacts((), "bool", False, True, frozenset(), True)
        if owner and name in SCALAR_METHODS and not call.args and not call.keywords:
            return TensorFacts((), joined.dtype, joined.is_floating, True, joined.sources)
        if name in ("isnan", "isinf", "isfinite", "logical_not", "logical_and", "logical_or"):
            return TensorFacts(joined.shape, "bool", False, True, frozenset(), True)
        if name in ("zeros_like", "ones_like"):
            return TensorFacts(joined.shape, joined.dtype, joined.is_floating, True, frozenset())
        if name in ("dropout", "float", "double") or name in load().pointwise:
            return joined
        return None

    def _join(self, *operands):
        facts = [fact for fact in map(self.tensor, operands) if fact is not None]
        if not facts:
            return None
        shapes = {fact.shape for fact in facts if not fact.zero_dim} or {()}
        dtypes = {fact.dtype for fact in facts if fact.shape in shapes}
        return TensorFacts(
            shapes.pop() if len(shapes) == 1 else None,
            dtypes.pop() if len(dtypes) == 1 else None,
            all(fact.is_floating for fact in facts) or None,
            True,
            frozenset().union(*(fact.sources for fact in facts)),
            all(fact.boolean for fact in facts),
        )

    def named(self, name):
        return self.facts.get(name)

    def shapes(self):
        return [fact.shape for fact in self.facts.values()]

    def number(self, expr):
        text = ast.unparse(expr)
        if text in self.facts:
            return None
        if text in self.numbers:
            return Number(self.numbers[text])
        try:
            value = ast.literal_eval(expr)
        except ValueError:
            return None
        return Number(value) if isinstance(value, (int, float)) else None

    def configured(self, expr):
        return ast.unparse(expr) in self.numbers and isinstance(expr, ast.Attribute)

    def qualname(self, expr):
        head, _, rest = ast.unparse(expr).partition(".")
        if head in NAMES:
            return f"{NAMES[head]}.{rest}" if rest else NAMES[head]
        return (
            ast.unparse(expr)
            if head
            in (
                "print",
                "str",
                "len",
                "float",
                "int",
                "bool",
                "round",
                "repr",
                "max",
                "min",
                "abs",
                "math",
                "logging",
                "time",
            )
            else None
        )

    def module_class(self, expr):
        return self.modules.get(ast.unparse(expr))

    def definition(self, func):
        return None

    def is_array(self, expr):
        return False

    def unknown(self, expr):
        return False

    def effects(self, call):
        clause = self.known_effects.get(ast.unparse(call.func), f"`{ast.unparse(call)}` may do anything")
        return Effects(unknown=clause)

    def global_name(self, name):
        return self.name_bound(name)

    def name_bound(self, name):
        return name not in self.unbound and not (name == "torch" and self.torch is None)

    def used_later(self, name):
        return name not in self.unused

    def captured(self, name):
        return False

    def written_later(self, names):
        return Write.CERTAIN if self.mutated & set(names) else Write.NO

    def shown(self, name):
        return False

    def needed_backward(self, name):
        return False

    def runs_code(self, expr):
        return False

    def may_consume(self, expr):
        return False

    def inplace_module(self, expr):
        return False

    def is_caught(self):
        return False

    def asked_for_its_type(self, name):
        return False

    def means_something(self, name):
        return self.name_bound(name)

    def escapes(self, name, besides=()):
        return name in self.escaping

    def shared(self, name):
        facts = self.named(name)
        return name in self.holders or facts is None or not facts.fresh

    def uses(self, name):
        found = [node for node in ast.walk(self.tree) if isinstance(node, ast.Name) and node.id == name]
        reads = [node for node in found if isinstance(node.ctx, ast.Load)]
        return reads if len(found) == len(reads) + 1 else None

    def parent(self, node):
        return self.parents.get(node)

    def running(self, statements):
        return self

    def is_record(self, func):
        return False

    def gradient_switch(self):
        return None

    def torch_alias(self):
        return self.torch

    def fresh_name(self, stem):
        return stem


def source_file(text: str) -> SourceFile:
    return SourceFile(Path("example.py"), textwrap.dedent(text))


def apply(source: SourceFile, fix: Fix) -> str:
    """The text with the fix's edits made; they must not overlap."""
    starts = [0]
    for line in source.lines:
        starts.append(starts[-1] + len(line))

    def offset(place):
        return starts[place.row - 1] + place.column - 1

    text, last = source.text, len(source.text) + 1
    for edit in sorted(fix.written, reverse=True):
        start, end = offset(edit.location), offset(edit.end_location)
        assert start <= end <= last
        text, last = text[:start] + edit.content + text[end:], start
    ast.parse(text)
    return text


def find(source: SourceFile, kind: type, index: int = 0):
    """The n-th node of a kind, and the statements behind it in its block."""
    found = []
    for parent in ast.walk(source.tree):
        for name in ("body", "orelse"):
            block = getattr(parent, name, None)
            if isinstance(block, list):
                for place, node in enumerate(block):
                    if isinstance(node, kind):
                        found.append((node, block[place + 1 :]))
        if not issubclass(kind, ast.stmt):
            found += [(node, []) for node in ast.iter_child_nodes(parent) if isinstance(node, kind)]
    return found[index]
