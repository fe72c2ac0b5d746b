"""Keep a number that changes between calls in a tensor: a graph takes that as an input, not as a constant."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from fullgraph.lint.diagnostics.obligation import Kind, Obligation
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.codemod import quote
from fullgraph.rules.codemod.change import Change, replace_all
from fullgraph.rules.rewrite.analysis.number import MATH, ORDERING
from fullgraph.rules.rewrite.analysis.oracle import Obstacle
from fullgraph.rules.rewrite.analysis.trees import is_name

_COUNTING = (ast.Add, ast.Sub, ast.Mult)
_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow)
_FUNCTIONS = frozenset(f"torch.{name}" for name in "add sub mul div pow where full_like zeros_like".split())
"""Functions of torch that take a tensor without dimensions where they take a number."""
_METHODS = frozenset("add sub mul div pow add_ sub_ mul_ div_".split())


INFINITE = Kind.EXCEPTION.open("`{}` gives infinity or NaN where `{}` raises")
PROMOTED = Kind.DTYPE.open("`{}` gives a tensor of one dtype where `{}` gave a whole number or a float")


def start_value(value: ast.expr, torch: str, whole: bool) -> ast.expr | Obstacle:
    """The tensor for the first value; ``whole``: it is known to be a whole number."""
    is_number = isinstance(value, ast.Constant) and type(value.value) is int
    if isinstance(value, ast.Constant) and is_number and value.value == 0:
        return quote.expression("TORCH.zeros((), dtype=TORCH.long)", TORCH=torch)
    if is_number or (isinstance(value, ast.Name) and whole):
        return quote.expression("TORCH.tensor(VALUE)", TORCH=torch, VALUE=value)
    return Obstacle(f"`{ast.unparse(value)}`, its first value, is not a literal integer")


@dataclass(frozen=True)
class Number:
    """A whole number that an attribute or a global variable holds."""

    text: str
    """How it is read: ``self.calls``."""
    references: Sequence[ast.Attribute | ast.Name]
    """Every reading and setting of it but the first setting."""
    parents: Mapping[ast.AST, ast.AST]
    torch: str
    """The name of torch."""
    is_tensor: Callable[[ast.expr], bool | None]
    """Whether an expression is a tensor; None where that is not known."""
    qualname: Callable[[ast.expr], str | None]
    notes: list[Obligation] = field(default_factory=list)
    """What differs where its readings are computed otherwise."""
    new: dict[ast.AST, ast.AST | list[ast.stmt]] = field(default_factory=dict)
    """What is written otherwise, and how."""

    def only_counted(self) -> bool:
        """Whether nothing reads the number but the statements that count it."""
        return all(
            not isinstance(node.ctx, ast.Load) or _own_count(self.parents.get(self.parents[node]), node) is not None
            for node in self.references
        )

    def as_tensor(self, source: SourceFile, *, in_place: bool = False) -> tuple[Change, ...] | Obstacle:
        """The changes after which each setting gives a tensor, where no reading needs a number.

        ``in_place``: counting changes the tensor, which no graph may read that gradients go through.
        """
        for node in self.references:
            if in_place and self._counted(node):
                continue
            read = isinstance(node.ctx, ast.Load)
            obstacle = self._use(node, False, 0) if read else self._set(node)
            if obstacle is not None:
                return obstacle
        return replace_all(source, self.new)

    # --- where it is set ---

    def _counted(self, node: ast.Attribute | ast.Name) -> bool:
        """Whether it counts: ``self.calls += 1`` stays, ``self.calls = self.calls + 1`` becomes that."""
        statement = self.parents.get(node)
        if isinstance(statement, ast.AugAssign) and statement.target is node and isinstance(statement.op, _COUNTING):
            return not isinstance(statement.value, ast.Constant) or type(statement.value.value) is int
        if isinstance(node.ctx, ast.Load):
            return _own_count(self.parents.get(self.parents[node]), node) is not None
        value = statement.value if isinstance(statement, ast.Assign) else None
        counted = _own_count(statement, value.left) if isinstance(value, ast.BinOp) else None
        if counted is not None and statement is not None:
            self.new[statement] = ast.AugAssign(node, counted.op, counted.right)
        return counted is not None

    def _set(self, node: ast.Attribute | ast.Name) -> Obstacle | None:
        statement = self.parents.get(node)
        if isinstance(statement, ast.AugAssign) and isinstance(statement.op, _COUNTING):
            value = statement.value
            if isinstance(value, ast.Constant) and type(value.value) is not int:
                return Obstacle(f"`{ast.unparse(statement)}` makes it more than an integer")
            self.new[statement] = ast.Assign([node], ast.BinOp(node, statement.op, value))
            return None
        if not isinstance(statement, ast.Assign) or len(statement.targets) != 1 or statement.targets[0] is not node:
            return Obstacle(f"`{ast.unparse(node)}` is set in a statement that sets more")
        value = statement.value
        if any(_same(part, node) for part in ast.walk(value)):
            return None  # its readings are looked at one by one
        parts: dict[str, quote.Part] = {"TORCH": self.torch, "OLD": node, "VALUE": value}
        if isinstance(value, ast.Constant):
            if type(value.value) is not int:
                return Obstacle(f"`{ast.unparse(statement)}` does not set an integer")
            if value.value == 0:
                self.new[value] = quote.expression("TORCH.zeros_like(OLD)", **parts)
                return None
        elif not isinstance(value, (ast.Name, ast.Attribute, ast.Call, ast.BinOp, ast.Subscript)):
            return Obstacle(f"`{ast.unparse(statement)}` may not set a number")
        known = self.qualname(value.func) if isinstance(value, ast.Call) else None
        if known is None or not known.startswith("torch."):
            self.new[value] = quote.expression("TORCH.full_like(OLD, VALUE)", **parts)
        return None

    # --- where it is read ---

    def _use(self, node: ast.expr, mixed: bool, depth: int) -> Obstacle | None:
        """Why a tensor cannot stand where the number stood; ``mixed``: it was computed with what may be a tensor."""
        parent = self.parents.get(node)
        if isinstance(parent, ast.BinOp) and isinstance(parent.op, _ARITHMETIC):
            other = parent.right if parent.left is node else parent.left
            if isinstance(other, (ast.List, ast.Tuple, ast.JoinedStr, ast.ListComp)) or _is_text(other):
                return self._needed(parent)
            known = self.is_tensor(other)
            return None if known else self._use(parent, mixed or known is None, depth)
        if isinstance(parent, ast.UnaryOp) and isinstance(parent.op, (ast.USub, ast.UAdd)):
            return self._use(parent, mixed, depth)
        if isinstance(parent, ast.IfExp) and node is not parent.test:
            return self._use(parent, mixed, depth)
        if isinstance(parent, ast.Compare):
            chosen = self.parents.get(parent)
            if isinstance(chosen, ast.IfExp) and parent is chosen.test and self._selected(chosen, parent):
                return self._use(chosen, mixed, depth)
            return Obstacle(f"`{ast.unparse(parent)}` tests it: the graph would end there, at tensor data")
        if isinstance(parent, ast.keyword):
            node, parent = parent.value, self.parents.get(parent)
        if isinstance(parent, ast.Call) and node is not parent.func:
            if self._takes_tensor(parent):
                return None
            return self._use(parent, mixed, depth) if self._computed(parent, node) else self._needed(parent)
        if isinstance(parent, ast.Assign) and len(parent.targets) == 1 and parent.value is node:
            return self._assigned(parent, mixed, depth)
        if isinstance(parent, ast.AugAssign) and parent.value is node:
            return None if self._is_own(parent.target) or self.is_tensor(parent.target) else self._needed(parent)
        if isinstance(parent, ast.Return):
            return None if mixed else Obstacle("it is returned, and would be a tensor there")
        if isinstance(parent, ast.Expr):
            return None
        return self._needed(parent if isinstance(parent, ast.expr) else node)

    def _needed(self, node: ast.expr | ast.stmt) -> Obstacle:
        text = " ".join(ast.unparse(node).split())
        return Obstacle(f"`{text if len(text) <= 60 else text[:59] + '…'}` needs `{self.text}` as a number")

    def _is_own(self, node: ast.AST) -> bool:
        return any(_same(node, one) for one in self.references)

    def _takes_tensor(self, call: ast.Call) -> bool:
        if self.qualname(call.func) in _FUNCTIONS:
            return True
        func = call.func
        return isinstance(func, ast.Attribute) and func.attr in _METHODS and self.is_tensor(func.value) is True

    def _is_number(self, expr: ast.expr) -> bool:
        """Whether an expression is a number, and stays one."""
        return not any(map(self._is_own, ast.walk(expr))) and self.is_tensor(expr) is False

    def _computed(self, call: ast.Call, node: ast.expr) -> bool:
        """Whether torch has what a call computes of numbers: of ``min(1, n)`` and ``math.exp(n)``."""
        name = (self.qualname(call.func) or "").removeprefix("builtins.")
        module, _, function = name.rpartition(".")
        if module == "math" and function in MATH and len(call.args) == 1 and not call.keywords:
            function = f"{self.torch}.{function}"
            self.new[call.func] = quote.name(function)
            self.notes.append(INFINITE.about(function, name))
            return True
        if name not in ("min", "max") or len(call.args) != 2 or call.keywords:
            return False
        first, second = call.args
        other = second if node is first else first
        if not self._is_number(other) or isinstance(other, ast.Starred):
            return False
        end = "max" if name == "min" else "min"
        self.new[call] = quote.expression("NUMBER.clamp(END=BOUND)", NUMBER=node, END=end, BOUND=other)
        self.notes.append(PROMOTED.about("clamp", name))
        return True

    def _selected(self, chosen: ast.IfExp, test: ast.Compare) -> bool:
        """Whether a conditional expression selects one of two numbers, as ``torch.where`` can do."""
        sides = [test.left, *test.comparators]
        if len(sides) != 2 or not isinstance(test.ops[0], ORDERING):
            return False
        own = [side for side in sides if any(_same(side, one) for one in self.references)]
        plain = all(self._is_number(side) for side in (chosen.body, chosen.orelse, *sides) if side not in own)
        if len(own) != 1 or not plain or any(part in self.new for part in ast.walk(chosen)):
            return False
        self.new[chosen] = quote.call(f"{self.torch}.where", test, chosen.body, chosen.orelse)
        self.notes.append(PROMOTED.about(f"{self.torch}.where", "if"))
        return True

    def _assigned(self, statement: ast.Assign, mixed: bool, depth: int) -> Obstacle | None:
        """The same of a variable that holds what was computed with it."""
        target = statement.targets[0]
        if self._is_own(target) or (isinstance(target, ast.Subscript) and self.is_tensor(target.value)):
            return None
        if not isinstance(target, ast.Name) or depth > 4:
            return self._needed(statement)
        scope: ast.AST = statement
        while not isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Module)):
            scope = self.parents[scope]
        names = [node for node in ast.walk(scope) if is_name(node, target.id)]
        if sum(not isinstance(name.ctx, ast.Load) for name in names) > 1:
            return None if mixed else Obstacle(f"`{target.id}`, which is computed with it, is set more than once")
        uses = (self._use(name, mixed, depth + 1) for name in names if isinstance(name.ctx, ast.Load))
        return next((obstacle for obstacle in uses if obstacle is not None), None)


def _own_count(statement: ast.AST | None, node: ast.expr) -> ast.BinOp | None:
    """The right side of ``self.calls = self.calls + 1``, of which ``node`` is the reading."""
    value = statement.value if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
    if not isinstance(value, ast.BinOp) or value.left is not node or not isinstance(value.op, _COUNTING):
        return None
    return value if isinstance(statement, ast.Assign) and _same(statement.targets[0], node) else None


def _same(node: ast.AST, other: ast.expr) -> bool:
    """Whether two nodes are about one attribute of one name, or one variable."""
    if not isinstance(node, (ast.Attribute, ast.Name)) or type(node) is not type(other):
        return False
    return ast.unparse(node) == ast.unparse(other)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes))
