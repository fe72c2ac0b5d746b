"""Rewrite what goes through a boolean mask to operations on whole tensors, whose shape does not depend on data.

An update ``x[mask] *= 2`` and an assignment ``x[mask] = y[mask] + 1`` become ``torch.where(mask, x * 2, x)``: bound to
the name again where nothing else can hold the tensor, else written into it by ``copy_``. Legal where the mask has the
shape of the tensor (``torch.where`` would line up the mask's last dimension with the tensor's last one), the new
value is computed element by element, and computing it for the elements that keep their value cannot be noticed: no
exception, no effect, a finite derivative.

A reading that is reduced at once, ``x[mask].sum()``, becomes ``torch.where(mask, x, 0).sum()``; to multiply by the mask
would be wrong for NaN and infinities. It adds up in another order, which can change the last digits of
floating-point numbers; ``any``, ``all`` and sums of whole numbers are exact.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field, replace

from fullgraph.lint.diagnostics import Applicability, Edit, Fix
from fullgraph.lint.source import SourceFile
from fullgraph.rules.rewrite.grade import CONSTANT, Grade, Judge, Level
from fullgraph.rules.rewrite.number import DEVICES, LAST_DIGIT, ORDERING, RECIPROCAL, one_device
from fullgraph.rules.rewrite.oracle import Obstacle, Oracle, TensorFacts
from fullgraph.rules.rewrite.text import comments, inside, own_text, postfix
from fullgraph.rules.rewrite.text import replace as put
from fullgraph.rules.rewrite.torch_name import torch_name

UPDATE = "Compute it for all elements and choose by torch.where, instead of picking out those under the mask"
REDUCE = "Replace the elements outside of the mask instead of picking out those inside"
COUNT = "Count the mask instead of what it picks out"
SHAPE = "a suggestion: that `{}` has the shape of `{}` could not be proved; missing dimensions have to be added to it"
ORDER = "it adds up in another order, which can change the last digits"

_SYMBOLS: dict[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
_TIGHT = (ast.Mult, ast.Div)


def mask_rewrite(node: ast.Subscript, statement: ast.stmt, source: SourceFile, oracle: Oracle) -> Fix | Obstacle:
    """The rewrite of an update or a reading through a mask; ``node`` is the subscript."""
    if isinstance(node.slice, (ast.Tuple, ast.Slice)):
        return Obstacle("the mask is one part of several of the index")
    if not own_text(node.slice, source):
        return Obstacle("it stands inside an f-string")
    mask = oracle.tensor(node.slice)
    if mask is None or not mask.boolean:
        return Obstacle(f"`{_line(node.slice)}` is not known to be a boolean tensor")
    if isinstance(statement, (ast.Assign, ast.AugAssign)):
        target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
        if isinstance(target, ast.Subscript) and ast.dump(target.slice) == ast.dump(node.slice):
            return _Write(statement, target, source, oracle).fix()
    return _Reduction(node, mask, source, oracle).fix()


def _line(expr: ast.expr) -> str:
    return ast.unparse(expr)


def _is_path(expr: ast.expr) -> bool:
    """A name, or attributes of one: to read it again costs nothing and gives the same."""
    while isinstance(expr, ast.Attribute):
        expr = expr.value
    return isinstance(expr, ast.Name)


@dataclass(frozen=True)
class Part:
    """A piece of the new value, as text for all elements."""

    text: str
    grade: Grade = CONSTANT
    binds: int = 3
    """How tightly its operator binds: 1 for a sum, 2 for a product, 3 where it has none."""


@dataclass
class _Write:
    """``x[mask] = ...`` or ``x[mask] += ...``."""

    statement: ast.Assign | ast.AugAssign
    target: ast.Subscript
    source: SourceFile
    oracle: Oracle
    judge: Judge = field(init=False)
    notes: list[str] = field(default_factory=list)
    unproved: str | None = None

    def __post_init__(self) -> None:
        self.judge = Judge(self.source, self.oracle)

    def fix(self) -> Fix | Obstacle:
        name = torch_name(self.source, self.oracle)
        if isinstance(name, Obstacle):
            return name
        torch, imports = name
        owner, mask = self.target.value, self.target.slice
        if isinstance(self.statement, ast.Assign) and len(self.statement.targets) > 1:
            return Obstacle("several targets are assigned at once")
        if not _is_path(owner):
            return Obstacle(f"`{self.judge.text(owner)}` would be evaluated several times; give it a name first")
        facts = self.oracle.tensor(owner)
        if facts is None:
            return Obstacle(f"`{self.judge.text(owner)}` is not known to be a tensor")
        if (effect := self.judge.grade(mask).effect) is not None:
            return Obstacle(f"the mask would be evaluated once instead of twice, and {effect}")
        self._fits(facts, owner)
        value = self._new_value(facts)
        if isinstance(value, Obstacle):
            return value
        if facts.confidence == "low":
            self.notes.append(f"that `{self.judge.text(owner)}` is a tensor is only a guess")
        if value.grade.level > Level.TOTAL:
            self.notes += value.grade.notes or ("what is computed needlessly may raise or not be finite",)
        text = self.judge.segment(owner)
        where = f"{torch}.where({self.judge.segment(mask)}, {value.text}, {text})"
        content = self._stored(owner, facts, text, where)
        found = comments(self.source, self.source.start(self.statement), self.source.end(self.statement))
        if any(not inside(place, self.source, [mask]) for place, _ in found):
            return Obstacle("a comment stands inside the statement")
        edit = Edit(self.source.start(self.statement), self.source.end(self.statement), content)
        return self._answer((*imports, edit))

    def _answer(self, edits: tuple[Edit, ...]) -> Fix:
        notes = list(dict.fromkeys(self.notes))
        if self.unproved is not None:
            return Fix(Applicability.DISPLAY, f"{UPDATE} ({self.unproved})", edits)
        if notes:
            return Fix(Applicability.UNSAFE, f"{UPDATE}; {'; '.join(notes)}", edits)
        return Fix(Applicability.SAFE, UPDATE, edits)

    def _fits(self, facts: TensorFacts, expr: ast.expr) -> None:
        mask = self.oracle.tensor(self.target.slice)
        assert mask is not None
        if mask.shape is None or mask.shape != facts.shape:
            self.unproved = SHAPE.format(self.judge.text(self.target.slice), self.judge.text(expr))
        if mask.confidence == "low":
            self.notes.append("that the mask is one is only a guess")

    def _stored(self, owner: ast.expr, facts: TensorFacts, text: str, where: str) -> str:
        """The statement: the name is bound again where no one else has the tensor, else its memory is written."""
        if isinstance(owner, ast.Name) and facts.fresh and not self.oracle.shared(owner.id):
            return f"{text} = {where}"
        self.notes.append(
            f"where `{self.judge.text(owner)}` is expanded, so that elements share memory, it is an error"
        )
        return f"{text}.copy_({where})"

    # --- the new value ---

    def _new_value(self, facts: TensorFacts) -> Part | Obstacle:
        statement = self.statement
        if isinstance(statement, ast.Assign):
            value = self._part(statement.value)
            if isinstance(value, Obstacle):
                return value
            if value.grade.leaves == frozenset():
                return Obstacle("nothing is read through the mask")
            if value.binds < 3 and not facts.is_floating:
                self.notes.append("where arithmetic gives another dtype, the result can have that one")
            return value
        if type(statement.op) not in _SYMBOLS:
            return Obstacle("only `+=`, `-=`, `*=` and `/=` are rewritten")
        left: Part | Obstacle = self._tensor(self.target)
        right = self._part(statement.value)
        if isinstance(left, Obstacle):
            return left
        if isinstance(right, Obstacle):
            return right
        if not facts.is_floating:
            kept = facts.dtype == "torch.int64" and not isinstance(statement.op, ast.Div) and self._is_whole()
            if not kept:
                text = " ".join(self.source.segment(statement).split())
                self.notes.append(f"`{text}` raises for some dtypes, where the result is cast now")
        return self._combined(statement.op, left, right, statement.value)

    def _is_whole(self) -> bool:
        number = self.oracle.number(self.statement.value)
        return number is not None and isinstance(number.value, int) and not isinstance(number.value, bool)

    def _part(self, expr: ast.expr) -> Part | Obstacle:
        """What an expression over picked-out elements is for all elements."""
        if isinstance(expr, ast.Subscript):
            return self._tensor(expr)
        number = self.oracle.number(expr)
        if number is not None:
            grade = self.judge.grade(expr)
            if grade.effect is not None or grade.random:
                return Obstacle(f"`{self.judge.text(expr)}` is more than a number")
            simple = isinstance(expr, (ast.Constant, ast.Name, ast.Attribute, ast.Call, ast.UnaryOp))
            text = self.judge.segment(expr) if simple else f"({self.judge.segment(expr)})"
            return Part(text, replace(grade, level=Level.TOTAL, notes=(), leaves=frozenset()))
        if isinstance(expr, ast.UnaryOp) and isinstance(expr.op, ast.USub):
            inner = self._part(expr.operand)
            if isinstance(inner, Obstacle):
                return inner
            return replace(inner, text=f"-{_bracketed(inner)}", binds=2)
        if isinstance(expr, ast.BinOp) and type(expr.op) in _SYMBOLS:
            left, right = self._part(expr.left), self._part(expr.right)
            if isinstance(left, Obstacle):
                return left
            if isinstance(right, Obstacle):
                return right
            return self._combined(expr.op, left, right, expr.right)
        return Obstacle(f"`{self.judge.text(expr)}` is not computed element by element from what the mask picks out")

    def _tensor(self, expr: ast.Subscript) -> Part | Obstacle:
        """``y[mask]`` as ``y``."""
        if ast.dump(expr.slice) != ast.dump(self.target.slice):
            return Obstacle(f"`{self.judge.text(expr)}` picks by another mask")
        facts = self.oracle.tensor(expr.value)
        if facts is None:
            return Obstacle(f"`{self.judge.text(expr.value)}` is not known to be a tensor")
        grade = self.judge.grade(expr.value)
        if grade.effect is not None or grade.random:
            return Obstacle(f"`{self.judge.text(expr.value)}` does more than name a tensor")
        self._fits(facts, expr.value)
        owner = self.oracle.tensor(self.target.value)
        if owner is None or facts.dtype is None or facts.dtype != owner.dtype:
            names = self.judge.text(expr.value), self.judge.text(self.target.value)
            self.notes.append("where `{}` has another dtype than `{}`, the result can have another one".format(*names))
        text = self.judge.segment(expr.value)
        leaves = frozenset({self.judge.text(expr.value)})
        return Part(postfix(text, expr.value, ""), Grade(Level.TOTAL, (), leaves))

    def _combined(self, op: ast.operator, left: Part, right: Part, divisor: ast.expr) -> Part:
        grade = left.grade.join(right.grade)
        text = f"{_bracketed(left, op)} {_SYMBOLS[type(op)]} {_bracketed(right, op, behind=True)}"
        if isinstance(op, _TIGHT) and not self._finite(op, left, right, divisor):
            note = f"where `{text}` or its derivative is not finite outside of the mask, gradients become NaN"
            grade = grade.at_least(Level.CHEAP, note)
        return Part(text, grade, 2 if isinstance(op, _TIGHT) else 1)

    def _finite(self, op: ast.operator, left: Part, right: Part, right_expr: ast.expr) -> bool:
        """Whether one side is a constant by which values and derivatives stay as finite as they are."""
        both = bool(left.grade.leaves) and bool(right.grade.leaves)
        if both or (isinstance(op, ast.Div) and right.grade.leaves):
            return False
        number = self._constant(left.text if right.grade.leaves else right.text, right_expr)
        if number is None:
            return False
        return abs(number) <= 1e30 and (isinstance(op, ast.Mult) or abs(number) >= 1e-30)

    def _constant(self, text: str, expr: ast.expr) -> float | None:
        number = self.oracle.number(expr)
        if number is not None and number.value is not None:
            return float(number.value)
        try:
            value = ast.literal_eval(text)
        except (ValueError, SyntaxError):
            return None
        return float(value) if isinstance(value, (int, float)) else None


def _bracketed(part: Part, op: ast.operator | None = None, behind: bool = False) -> str:
    """A piece beside an operator, or behind a sign, with parentheses where they are needed."""
    level = 3 if op is None else 2 if isinstance(op, _TIGHT) else 1
    return f"({part.text})" if part.binds < level + behind and part.binds < 3 else part.text


@dataclass
class _Reduction:
    """``x[mask].sum()`` and the like; ``node`` is ``x[mask]``."""

    node: ast.Subscript
    mask: TensorFacts
    source: SourceFile
    oracle: Oracle
    judge: Judge = field(init=False)

    def __post_init__(self) -> None:
        self.judge = Judge(self.source, self.oracle)

    def fix(self) -> Fix | Obstacle:
        count = count_over(self.node, self.oracle)
        if count is not None:
            return self._counted(*count)
        method = self.oracle.parent(self.node)
        call = self.oracle.parent(method) if isinstance(method, ast.Attribute) else None
        if not isinstance(method, ast.Attribute) or not isinstance(call, ast.Call) or call.func is not method:
            return Obstacle("what the mask picks out is not reduced at once")
        if call.args or call.keywords or method.attr not in ("sum", "mean", "any", "all"):
            return Obstacle(f"`.{method.attr}()` of what the mask picks out has no form without it")
        name = torch_name(self.source, self.oracle)
        if isinstance(name, Obstacle):
            return name
        torch, imports = name
        owner, mask = self.node.value, self.node.slice
        facts = self.oracle.tensor(owner)
        if facts is None:
            return Obstacle(f"`{self.judge.text(owner)}` is not known to be a tensor")
        if method.attr == "mean" and not _is_path(mask):
            return Obstacle(f"`{self.judge.text(mask)}` would be evaluated twice; give it a name first")
        found = comments(self.source, self.source.start(call), self.source.end(call))
        if any(not inside(place, self.source, [owner, mask]) for place, _ in found):
            return Obstacle("a comment stands inside the expression")
        fill = {"all": "True", "any": "False"}.get(method.attr, "0")
        picked, texts = self.judge.segment(mask), self.judge.segment(owner)
        text = f"{torch}.where({picked}, {texts}, {fill}).{'sum' if method.attr == 'mean' else method.attr}()"
        if method.attr == "mean":
            whole = isinstance(self.oracle.parent(call), (ast.Assign, ast.Return, ast.Call, ast.keyword))
            text = f"{text} / {picked}.sum()" if whole else f"({text} / {picked}.sum())"
        return self._graded(method.attr, facts, (*imports, put(self.source, call, text)))

    def _counted(self, count: ast.expr, whole: bool) -> Fix | Obstacle:
        """The number of elements, where it meets a tensor."""
        mask = self.judge.segment(self.node.slice)
        parent = self.oracle.parent(count)
        if isinstance(parent, ast.BinOp) and isinstance(parent.op, (ast.Add, ast.Sub, ast.Mult, ast.Div)):
            other = parent.left if count is parent.right else parent.right
        elif isinstance(parent, ast.Compare) and len(parent.ops) == 1 and isinstance(parent.ops[0], ORDERING):
            other = parent.left if count is parent.comparators[0] else parent.comparators[0]
        else:
            return Obstacle("how many elements the mask picks out is needed as a Python number")
        facts, owner = self.oracle.tensor(other), self.oracle.tensor(self.node.value)
        if facts is None or owner is None:
            return Obstacle("how many elements the mask picks out is needed as a Python number")
        edits = (put(self.source, count, postfix(mask, self.node.slice, ".sum()")),)
        if whole and (self.mask.shape is None or self.mask.shape != owner.shape):
            unproved = SHAPE.format(self.judge.text(self.node.slice), self.judge.text(self.node.value))
            return Fix(Applicability.DISPLAY, f"{COUNT} ({unproved})", edits)
        notes = []
        if isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Div):
            notes.append(LAST_DIGIT if count is parent.right else RECIPROCAL)
        if not one_device(self.node.value, other, self.oracle):
            notes.append(DEVICES.format(f"`{self.judge.text(self.node.value)}`", f"`{self.judge.text(other)}`"))
        if facts.dtype not in ("torch.float32", "torch.float64", "torch.int64"):
            notes.append(f"where `{self.judge.text(other)}` has a small dtype, the count is rounded to it")
        if not notes:
            return Fix(Applicability.SAFE, COUNT, edits)
        return Fix(Applicability.UNSAFE, f"{COUNT}; {'; '.join(notes)}", edits)

    def _graded(self, method: str, facts: TensorFacts, edits: tuple[Edit, ...]) -> Fix:
        if self.mask.shape is None or self.mask.shape != facts.shape:
            unproved = SHAPE.format(self.judge.text(self.node.slice), self.judge.text(self.node.value))
            return Fix(Applicability.DISPLAY, f"{REDUCE} ({unproved})", edits)
        notes = []
        exact = method in ("any", "all") or (method == "sum" and (facts.boolean or facts.dtype == "torch.int64"))
        if not exact:
            notes.append(ORDER)
        if "low" in (facts.confidence, self.mask.confidence):
            notes.append("that both are tensors is only a guess")
        if not notes:
            return Fix(Applicability.SAFE, REDUCE, edits)
        return Fix(Applicability.UNSAFE, f"{REDUCE}; {'; '.join(notes)}", edits)


def count_over(node: ast.Subscript, oracle: Oracle) -> tuple[ast.expr, bool] | None:
    """The expression around ``x[mask]`` that counts what is picked out, and whether ``x`` has no more dimensions then.

    ``len(x[mask])``, ``x[mask].size(0)`` and ``x[mask].shape[0]`` count the mask, whatever ``x`` is; ``.numel()`` does
    where the two have one shape.
    """
    parent = oracle.parent(node)
    if isinstance(parent, ast.Call) and parent.args == [node] and not parent.keywords:
        name = (oracle.qualname(parent.func) or "").removeprefix("builtins.")
        return (parent, False) if name == "len" else None
    above = oracle.parent(parent) if isinstance(parent, ast.Attribute) else None
    if not isinstance(parent, ast.Attribute):
        return None
    if isinstance(above, ast.Call) and above.func is parent and not above.keywords:
        if parent.attr in ("numel", "nelement") and not above.args:
            return above, True
        return (above, False) if parent.attr == "size" and _is_zero(above.args) else None
    if parent.attr == "shape" and isinstance(above, ast.Subscript) and _is_zero([above.slice]):
        return above, False
    return None


def _is_zero(args: list[ast.expr]) -> bool:
    return len(args) == 1 and isinstance(args[0], ast.Constant) and args[0].value == 0


def counted_by(expr: ast.expr, oracle: Oracle) -> ast.expr | None:
    """The mask whose true elements a Python number counts, if it surely does."""
    for node in ast.walk(expr):
        if isinstance(node, ast.Subscript) and not isinstance(node.slice, (ast.Tuple, ast.Slice, ast.Constant)):
            count = count_over(node, oracle)
            if count is None or count[0] is not expr:
                continue
            mask, owner = oracle.tensor(node.slice), oracle.tensor(node.value)
            if mask is None or owner is None or not mask.boolean or mask.confidence == "low":
                return None
            proved = mask.shape is not None and mask.shape == owner.shape
            return node.slice if proved or not count[1] else None
    return None
