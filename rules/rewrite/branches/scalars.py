"""A Python number that an arm of a branch gives, as a tensor without dimensions: what becomes of it afterwards.

In arithmetic with tensors the two are the same but for what the obligations here say. Where a number is wanted, a size,
an index, a text, there is an obstacle.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field

from fullgraph.lint.diagnostics.obligation import Kind, Obligation
from fullgraph.lint.domain.terms import has_dimensions
from fullgraph.rules.rewrite.analysis.bindings import around, function_of, names, target_name
from fullgraph.rules.rewrite.analysis.grade import Judge
from fullgraph.rules.rewrite.analysis.number import ARITHMETIC, DEVICES, LAST_DIGIT, ORDERING, converting, one_device
from fullgraph.rules.rewrite.analysis.oracle import Obstacle
from fullgraph.rules.rewrite.analysis.trees import LOOPS, end, is_not, name_at, place
from fullgraph.rules.rewrite.branches.condition import exact

ROUNDED = Kind.VALUE.open(
    "`{}` is rounded to the default dtype, and to that of a tensor of half precision that it meets on a GPU"
)
PROMOTES = Kind.DTYPE.open(
    "where `{}` has no dimensions or is of another kind of numbers, what is computed with `{}` can have another dtype"
)
COMPUTED = Kind.VALUE.open(
    "`{}` is computed in the graph, in the default dtype, and gives infinity or NaN where Python raises"
)
UNKNOWN = Kind.VALUE.open("that `{}` is a tensor could not be proved")
RETURNED = Kind.DTYPE.open("a tensor without dimensions is returned where it was the number `{}`")

_METHODS = frozenset("add sub subtract mul multiply div divide true_divide eq ne lt le gt ge".split())
_BOUNDS = frozenset("clamp clip".split())


@dataclass
class Scalar:
    """One number in the making: where it is chosen by ``test``."""

    judge: Judge
    test: ast.expr
    numbers: Mapping[str, float | int | None]
    """The arms' numbers by their text; None: of which the value is not known."""
    mixed: bool
    """Whether its arms are numbers of several kinds, or numbers and tensors."""
    name: str
    """What it is called in messages."""
    truth: bool = False
    """Whether it is a truth value."""
    notes: list[Obligation] = field(default_factory=list)
    tests: dict[ast.If | ast.IfExp, ast.expr] = field(default_factory=dict)
    """The branches that it decides, with the part of the test that is a tensor then."""
    updates: list[ast.AugAssign] = field(default_factory=list)
    """What updates it afterwards."""
    _seen: set[ast.AST] = field(default_factory=set)

    def named(self, name: str, statement: ast.stmt) -> Obstacle | None:
        """All that may read a name behind the statement that binds it to the number."""
        oracle, function = self.judge.oracle, function_of(statement, self.judge.oracle)
        if function is None or isinstance(function, (ast.ClassDef, ast.Lambda)):
            return Obstacle(f"the uses of the number `{name}` are unknown", placed=True)
        if any(isinstance(node, (ast.Global, ast.Nonlocal)) and name in node.names for node in ast.walk(function)):
            return Obstacle(f"`{name}` is read elsewhere", placed=True)
        in_loop = any(isinstance(above, LOOPS) for above in around(statement, oracle))
        inner = set(ast.walk(statement))
        for node in names(function, name):
            behind = place(node) >= end(statement)
            if node in inner and not in_loop:
                continue
            if not isinstance(node.ctx, ast.Load):
                above = oracle.parent(node)
                if isinstance(above, ast.AugAssign) and (behind or in_loop) and node not in inner:
                    plain = isinstance(above.op, ARITHMETIC[:3]) and oracle.number(above.value) is not None
                    if self.truth or not plain or function_of(node, oracle) is not function:
                        return Obstacle(f"the number `{name}` is updated in place afterwards", placed=True)
                    self._note(COMPUTED.about(self.judge.text(above.value)))
                    self.updates.append(above)
                continue
            if not behind and not in_loop:
                continue
            if function_of(node, oracle) is not function:
                return Obstacle(f"another function reads the number `{name}`", placed=True)
            if (obstacle := self.used(node)) is not None:
                if obstacle.placed:
                    return obstacle
                return Obstacle(
                    f"in {self.judge.source.named(node.lineno)} the number `{name}` {obstacle.reason}", placed=True
                )
        return None

    def used(self, node: ast.expr) -> Obstacle | None:
        """What the expression around the number does with it."""
        if node in self._seen:
            return None
        self._seen.add(node)
        parent = self.judge.oracle.parent(node)
        if self.truth:
            return self._asked(node)
        if isinstance(parent, ast.BinOp) and isinstance(parent.op, ARITHMETIC):
            return self._operand(node, parent)
        if isinstance(parent, ast.Compare) and len(parent.ops) == 1 and isinstance(parent.ops[0], ORDERING):
            other = parent.left if node is parent.comparators[0] else parent.comparators[0]
            if self.judge.oracle.number(other) is not None:
                self._note(COMPUTED.about(self.judge.text(parent)))
                return self._asked(parent)
            return self._meets(other) and Obstacle(f"is compared with `{self.judge.text(other)}`")
        if isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.USub):
            return self.used(parent)
        if isinstance(parent, ast.IfExp) and node is not parent.test:
            return self.used(parent)
        if isinstance(parent, ast.AugAssign) and node is parent.value and isinstance(parent.op, ARITHMETIC):
            target = name_at(getattr(parent.target, "id", ""), parent.target)
            met = isinstance(parent.target, ast.Name) and self._meets(target) is None
            return None if met else Obstacle("updates what is not known to be a tensor")
        if isinstance(parent, ast.Assign) and (name := target_name(parent)) is not None:
            return self.named(name, parent)
        if isinstance(parent, ast.Call) and self._passed(node, parent):
            return None
        if isinstance(parent, ast.Return):
            if (method := converting(parent, self.judge.oracle)) is not None:
                return Obstacle(f"is used by Python's `{method}`")
            self._note(RETURNED.about(self.name))
            return None
        return Obstacle(next((why for kind, why in _UNFIT.items() if isinstance(parent, kind)), "is used as a number"))

    def _asked(self, node: ast.expr) -> Obstacle | None:
        """A truth value decides a branch, alone or with others."""
        top: ast.AST = node
        parent = self.judge.oracle.parent(top)
        while isinstance(parent, ast.BoolOp) or is_not(parent):
            top, parent = parent, self.judge.oracle.parent(parent)
        if isinstance(parent, (ast.If, ast.IfExp)) and parent.test is top and parent not in self.tests:
            self.tests[parent] = node
            return None
        return Obstacle("is needed as a Python value")

    def _operand(self, node: ast.expr, parent: ast.BinOp) -> Obstacle | None:
        other = parent.right if node is parent.left else parent.left
        if self.judge.oracle.tensor(other) is None and self.judge.oracle.number(other) is not None:
            self._note(COMPUTED.about(self.judge.text(parent)))
            return self.used(parent)
        if self._meets(other) is not None:
            return Obstacle(f"meets `{self.judge.text(other)}`, which is not known to be a tensor or a number")
        if isinstance(parent.op, ast.Div) and node is parent.right:
            self._note(LAST_DIGIT)
        return None

    def _passed(self, node: ast.expr, call: ast.Call) -> bool:
        """Whether a function or method of torch takes a tensor where the number is given."""
        func, oracle = call.func, self.judge.oracle
        name = oracle.qualname(func) or ""
        operands = list(call.args)
        if isinstance(func, ast.Attribute) and oracle.tensor(func.value) is not None:
            operands.insert(0, func.value)
        elif name.startswith("torch.") and name.count(".") == 1:
            pass
        else:
            return False
        bare = name.rpartition(".")[2] or (func.attr if isinstance(func, ast.Attribute) else "")
        if node not in operands or any(isinstance(operand, ast.Starred) for operand in operands):
            return False
        spot = operands.index(node)
        taken = bare in _METHODS and spot == 1 and len(operands) == 2
        taken |= bare in _BOUNDS and spot in (1, 2) and len(operands) == 2 and not call.keywords
        taken |= bare == "where" and spot in (1, 2) and len(operands) == 3
        taken |= bare == "masked_fill" and spot == 2
        other = operands[3 - spot] if bare == "where" and spot in (1, 2) and len(operands) == 3 else operands[0]
        return taken and self._meets(other) is None

    def _meets(self, other: ast.expr) -> Obstacle | None:
        """The number as an operand of a tensor operation; an obstacle where the other operand may be no tensor."""
        oracle = self.judge.oracle
        facts = oracle.tensor(other)
        text = self.judge.text(other)
        if facts is None:
            if not oracle.unknown(other) or oracle.number(other) is not None:
                return Obstacle(f"meets `{text}`")
            self._note(UNKNOWN.about(text))
        shape = facts.shape if facts is not None else None
        sized = has_dimensions(shape)
        higher = facts is not None and bool(facts.is_floating) and not facts.boolean
        if not sized or (not higher and self.mixed):
            self._note(PROMOTES.about(text, self.name))
        for number, value in self.numbers.items():
            if value is None or (isinstance(value, float) and not exact(abs(value))):
                self._note(ROUNDED.about(number))
        if not any(one_device(part, other, oracle) for part in ast.walk(self.test) if isinstance(part, ast.expr)):
            self._note(DEVICES.about(f"`{self.judge.text(self.test)}`", f"`{text}`"))
        return None

    def _note(self, note: Obligation) -> None:
        if note not in self.notes:
            self.notes.append(note)


_UNFIT: dict[type[ast.AST], str] = {
    ast.Subscript: "is an index",
    ast.Slice: "is an index",
    ast.FormattedValue: "is formatted",
    ast.If: "decides a branch",
    ast.While: "decides a branch",
    ast.IfExp: "decides a branch",
    ast.BoolOp: "decides a branch",
    ast.Dict: "is put into a container",
    ast.List: "is put into a container",
    ast.Tuple: "is put into a container",
    ast.Call: "is passed to a function that may need it as a number",
    ast.keyword: "is passed to a function that may need it as a number",
}
