"""Rewrite what goes through a boolean mask to operations on whole tensors, whose shape does not depend on data.

An update ``x[mask] *= 2`` and an assignment ``x[mask] = y[mask] + 1`` become ``torch.where(mask, x * 2, x)``: bound to
the name again where nothing else can hold the tensor, else written into it by ``copy_``. Legal where the new value is
computed element by element, without an effect; *safe* where the mask has the shape of the tensor (``torch.where`` would
line up the mask's last dimension with the tensor's last one) and computing it for the elements that keep their value
cannot be noticed: no exception, a finite derivative. ``x[mask] = table[i[mask], :]`` is looked up for all elements, by
index 0 where the mask is not set.

A reading is what ``mask_reduce`` and ``mask_loss`` rewrite.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field, replace

from fullgraph.lint.diagnostics.diagnostic import Edit, Fix, Pending
from fullgraph.lint.diagnostics.obligation import Kind, Obligation
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.rewrite.grade import CONSTANT, NEEDLESSLY, Grade, Judge, Level
from fullgraph.rules.rewrite.layout import LAYOUT, layout
from fullgraph.rules.rewrite.mask_reduce import reduction
from fullgraph.rules.rewrite.oracle import Obstacle, Oracle, TensorFacts
from fullgraph.rules.rewrite.picks import Fit, Pick, pick_of, same_mask
from fullgraph.rules.rewrite.text import call, comments, indentation, inside, own_text, postfix
from fullgraph.rules.rewrite.torch_name import torch_name

UPDATE = "Compute it for all elements and choose by torch.where, instead of picking out those under the mask"

_SYMBOLS: dict[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
_TIGHT = (ast.Mult, ast.Div)
OVERWRITTEN = Kind.EXCEPTION.open("the backward pass no longer fails where it needs what was overwritten in `{}`")
MARKED = Kind.SHAPE.open("`{}` has to have one dimension more than `{}`")
PLACES = Kind.EXCEPTION.open(
    "a place below 0 or behind the last one is written to no element instead of from behind or with an error"
)
OTHER_DTYPE = Kind.DTYPE.open("where `{}` has another dtype than `{}`, the result can have another one")
UNARY = frozenset("exp log log2 log10 log1p sqrt rsqrt reciprocal abs sigmoid tanh relu square sin cos".split())
"""Functions of one tensor, element by element, that are finite at 1 with their derivatives."""


def mask_rewrite(node: ast.expr, statement: ast.stmt, source: SourceFile, oracle: Oracle) -> Fix | Obstacle:
    """The rewrite of an update or a reading through a mask; ``node`` is the subscript, or ``masked_select``."""
    pick = pick_of(node, oracle)
    if pick is None:
        return Obstacle("the mask is one part of several of the index")
    if not own_text(pick.mask, source):
        return Obstacle("it stands inside an f-string")
    if isinstance(statement, (ast.Assign, ast.AugAssign)):
        target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
        written = pick_of(target, oracle) if isinstance(target, ast.Subscript) else None
        if isinstance(statement, ast.Assign) and isinstance(target, ast.Subscript) and written is None:
            marked = _marked(target, pick, oracle)
            if marked is not None:
                return _Write(statement, marked[0], source, oracle).mark(marked[1])
        if written is not None and ast.dump(written.mask) == ast.dump(pick.mask):
            return _Write(statement, written, source, oracle).rewrite()
    return reduction(pick, source, oracle)


def _marked(target: ast.Subscript, pick: Pick, oracle: Oracle) -> tuple[Pick, ast.expr] | None:
    """``x[mask, i[mask]]``: what it writes to by which mask, and ``i``."""
    parts = target.slice.elts if isinstance(target.slice, ast.Tuple) else []
    if len(parts) != 2 or parts[1] is not pick.node or not same_mask(parts[0], pick.mask):
        return None
    return Pick(target, target.value, parts[0]), pick.owner


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
    target: Pick
    source: SourceFile
    oracle: Oracle
    judge: Judge = field(init=False)
    fit: Fit = field(init=False)
    torch: str = "torch"
    notes: list[Obligation] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.judge = Judge(self.source, self.oracle)
        self.fit = Fit(self.target.mask, self.source, self.oracle)

    def rewrite(self) -> Fix | Obstacle:
        name = torch_name(self.source, self.oracle)
        if isinstance(name, Obstacle):
            return name
        self.torch, imports = name
        owner, mask = self.target.owner, self.target.mask
        if isinstance(self.statement, ast.Assign) and len(self.statement.targets) > 1:
            return Obstacle("several targets are assigned at once")
        if not _is_path(owner):
            return Obstacle(f"`{self.judge.text(owner)}` would be evaluated several times; give it a name first")
        facts = self.oracle.tensor(owner)
        if facts is None:
            return Obstacle(f"`{self.judge.text(owner)}` is not known to be a tensor")
        if (effect := self.judge.grade(mask).effect) is not None:
            return Obstacle(f"the mask would be evaluated once instead of twice, and {effect}")
        if (obstacle := self.fit.meet(owner, self._trailing())) is not None:
            return obstacle
        value = self._new_value(facts)
        if isinstance(value, Obstacle):
            return value
        if facts.confidence != "high":
            self.notes.append(Kind.PLAIN.open(f"that `{self.judge.text(owner)}` is a tensor is only a guess"))
        if value.grade.level > Level.TOTAL:
            self.notes += value.grade.notes or NEEDLESSLY
        text = self.judge.segment(owner)
        mask_text = self.fit.text_for(owner)
        if isinstance(mask_text, Obstacle):
            return mask_text
        indent = indentation(self.source, self.statement.lineno)
        parts = [mask_text, value.text, text]
        where = call(f"{self.torch}.where", parts, self.source, indent, len(indent) + len(text) + 3)
        content = self._stored(owner, facts, text, where)
        found = comments(self.source, self.source.start(self.statement), self.source.end(self.statement))
        if any(not inside(place, self.source, [mask]) for place, _ in found):
            return Obstacle("a comment stands inside the statement")
        edit = Edit(self.source.start(self.statement), self.source.end(self.statement), content)
        return self._answer((*imports, edit))

    def mark(self, index: ast.expr) -> Fix | Obstacle:
        """``x[mask, i[mask]] = 1``: the number where the last dimension's place is ``i``."""
        name = torch_name(self.source, self.oracle)
        if isinstance(name, Obstacle):
            return name
        self.torch, imports = name
        assert isinstance(self.statement, ast.Assign)
        owner, value = self.target.owner, self.statement.value
        facts, number = self.oracle.tensor(owner), self.oracle.number(value)
        if len(self.statement.targets) > 1 or not _is_path(owner) or facts is None:
            return Obstacle(f"`{self.judge.text(owner)}` is not known to be only a tensor")
        if number is None or self.oracle.tensor(index) is None:
            return Obstacle("what is written is not known to be a number, or its place not to be a tensor")
        if comments(self.source, self.source.start(self.statement), self.source.end(self.statement)):
            return Obstacle("a comment stands inside the statement")
        text, place = self.judge.segment(owner), postfix(self.judge.segment(index), index, ".unsqueeze(-1)")
        places = f"{self.torch}.arange({text}.shape[-1], device={text}.device)"
        mask = postfix(self.judge.segment(self.target.mask), self.target.mask, ".unsqueeze(-1)")
        where = f"{self.torch}.where({mask} & ({place} == {places}), {self.judge.segment(value)}, {text})"
        self.notes += [MARKED.about(self.judge.text(owner), self.judge.text(self.target.mask)), PLACES]
        if not facts.is_floating and not isinstance(number.value, int):
            self.notes.append(Kind.DTYPE.open("where arithmetic gives another dtype, the result can have that one"))
        content = self._stored(owner, facts, text, where)
        edit = Edit(self.source.start(self.statement), self.source.end(self.statement), content)
        return self._answer((*imports, edit))

    def _answer(self, edits: tuple[Pending, ...]) -> Fix:
        return Fix(UPDATE, edits, tuple(dict.fromkeys([*self.notes, *self.fit.notes])))

    def _stored(self, owner: ast.expr, facts: TensorFacts, text: str, where: str) -> str:
        """The statement: the name is bound again where no one else has the tensor, else its memory is written."""
        if isinstance(owner, ast.Name) and facts.fresh and not self.oracle.shared(owner.id):
            if self.oracle.needed_backward(owner.id):
                self.notes.append(OVERWRITTEN.about(owner.id))
            if layout(self.target.mask, self.judge, follow=True) != layout(owner, self.judge, follow=True):
                self.notes.append(LAYOUT)
            return f"{text} = {where}"
        self.notes.append(
            Kind.EXCEPTION.open(
                f"where `{self.judge.text(owner)}` is expanded, so that elements share memory, it is an error"
            )
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
                self.notes.append(Kind.DTYPE.open("where arithmetic gives another dtype, the result can have that one"))
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
                self.notes.append(Kind.EXCEPTION.open(f"`{text}` raises for some dtypes, where the result is cast now"))
        return self._combined(statement.op, left, right, statement.value)

    def _is_whole(self) -> bool:
        number = self.oracle.number(self.statement.value)
        return number is not None and isinstance(number.value, int) and not isinstance(number.value, bool)

    def _part(self, expr: ast.expr) -> Part | Obstacle:
        """What an expression over picked-out elements is for all elements."""
        index = expr.slice if isinstance(expr, ast.Subscript) else None
        if isinstance(expr, ast.Subscript) and isinstance(index, ast.Tuple) and any(map(self._picked, index.elts)):
            return self._looked_up(expr)
        pick = pick_of(expr, self.oracle)
        if pick is not None:
            return self._tensor(pick)
        if isinstance(expr, ast.Call):
            return self._function(expr)
        if self.oracle.number(expr) is not None:
            return self._number(expr)
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

    def _number(self, expr: ast.expr) -> Part | Obstacle:
        grade = self.judge.grade(expr)
        if grade.effect is not None or grade.random:
            return Obstacle(f"`{self.judge.text(expr)}` is more than a number")
        loose = isinstance(expr, ast.UnaryOp) and isinstance(expr.op, ast.Not)
        simple = isinstance(expr, (ast.Constant, ast.Name, ast.Attribute, ast.Call, ast.UnaryOp)) and not loose
        text = self.judge.segment(expr) if simple else f"({self.judge.segment(expr)})"
        return Part(text, replace(grade, level=Level.TOTAL, notes=(), leaves=frozenset()))

    def _tensor(self, pick: Pick) -> Part | Obstacle:
        """``y[mask]`` as ``y``."""
        if not same_mask(pick.mask, self.target.mask):
            return Obstacle(f"`{self.judge.text(pick.node)}` picks by another mask")
        facts = self.oracle.tensor(pick.owner)
        if facts is None:
            return Obstacle(f"`{self.judge.text(pick.owner)}` is not known to be a tensor")
        grade = self.judge.grade(pick.owner)
        if grade.effect is not None or grade.random:
            return Obstacle(f"`{self.judge.text(pick.owner)}` does more than name a tensor")
        if (obstacle := self.fit.meet(pick.owner)) is not None:
            return obstacle
        self._typed(pick.owner, facts)
        text = self.judge.segment(pick.owner)
        leaves = frozenset({self.judge.text(pick.owner)})
        return Part(postfix(text, pick.owner, ""), Grade(Level.TOTAL, (), leaves))

    def _typed(self, expr: ast.expr, facts: TensorFacts) -> None:
        owner = self.oracle.tensor(self.target.owner)
        if owner is None or facts.dtype is None or facts.dtype != owner.dtype:
            names = self.judge.text(expr), self.judge.text(self.target.owner)
            self.notes.append(OTHER_DTYPE.about(*names))

    def _trailing(self) -> int | None:
        """The dimensions of the tensor behind the mask's, where ``table[i[mask], :]`` is written into them."""
        value = self.statement.value
        lookup = isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Tuple)
        if not lookup or not isinstance(value, ast.Subscript) or not isinstance(value.slice, ast.Tuple):
            return None
        slices = [part for part in value.slice.elts if isinstance(part, ast.Slice)]
        picks = [part for part in value.slice.elts if self._picked(part)]
        return len(slices) if slices and picks and len(slices) + len(picks) == len(value.slice.elts) else None

    def _picked(self, part: ast.expr) -> Pick | None:
        pick = pick_of(part, self.oracle)
        return pick if pick is not None and same_mask(pick.mask, self.target.mask) else None

    def _looked_up(self, expr: ast.Subscript) -> Part | Obstacle:
        """``table[i[mask], j[mask], :]``, looked up for all elements, by 0 where the mask is not set."""
        facts = self.oracle.tensor(expr.value)
        if facts is None or not isinstance(expr.slice, ast.Tuple) or self._trailing() is None:
            return Obstacle(
                f"`{self.judge.text(expr)}` is not computed element by element from what the mask picks out"
            )
        grade = self.judge.grade(expr.value)
        if grade.effect is not None or grade.random:
            return Obstacle(f"`{self.judge.text(expr.value)}` does more than name a tensor")
        texts = []
        for part in expr.slice.elts:
            pick = self._picked(part)
            if pick is None:
                texts.append(self.judge.segment(part))
                continue
            if self.oracle.tensor(pick.owner) is None or self.judge.grade(pick.owner).effect is not None:
                return Obstacle(f"`{self.judge.text(pick.owner)}` is not known to be only a tensor")
            mask = self.judge.segment(self.target.mask)
            texts.append(f"{self.torch}.where({mask}, {self.judge.segment(pick.owner)}, 0)")
        if any(isinstance(part, ast.Slice) and part.lower for part in expr.slice.elts):
            return Obstacle("a part of the looked-up elements is taken")
        self._typed(expr.value, facts)
        self.notes.append(
            Kind.EXCEPTION.open("the first element is looked up where the mask is not set, so that there has to be one")
        )
        text = f"{postfix(self.judge.segment(expr.value), expr.value, '')}[{', '.join(texts)}]"
        return Part(text, Grade(Level.TOTAL, (), frozenset({self.judge.text(expr.value)})))

    def _function(self, call: ast.Call) -> Part | Obstacle:
        """``torch.log(y[mask])`` and ``y[mask].log()``: of 1 where the mask is not set: gradients are finite."""
        no = Obstacle(f"`{self.judge.text(call)}` is not computed element by element from what the mask picks out")
        number = self.oracle.number(call)
        if number is not None:
            return self._number(call)
        name = self.oracle.qualname(call.func) or ""
        method = isinstance(call.func, ast.Attribute) and not name
        bare = call.func.attr if isinstance(call.func, ast.Attribute) else ""
        if call.keywords or bare not in UNARY or not (method or name == f"torch.{bare}"):
            return no
        operands = [call.func.value] if method and isinstance(call.func, ast.Attribute) else list(call.args)
        if len(operands) != 1 or (method and call.args):
            return no
        pick = self._picked(operands[0])
        if pick is None:
            return no
        part = self._tensor(pick)
        if isinstance(part, Obstacle):
            return part
        self.notes.append(Kind.VALUE.open(f"the last digit of `{bare}` can depend on where in memory an element lies"))
        facts = self.oracle.tensor(pick.owner)
        if facts is None or not facts.is_floating:
            self.notes.append(Kind.DTYPE.open("where arithmetic gives another dtype, the result can have that one"))
        text = f"{self.torch}.{bare}({self.torch}.where({self.judge.segment(self.target.mask)}, {part.text}, 1))"
        return Part(text, part.grade)

    def _combined(self, op: ast.operator, left: Part, right: Part, divisor: ast.expr) -> Part:
        grade = left.grade.join(right.grade)
        text = f"{_bracketed(left, op)} {_SYMBOLS[type(op)]} {_bracketed(right, op, behind=True)}"
        if isinstance(op, _TIGHT) and not self._finite(op, left, right, divisor):
            note = Kind.DERIVATIVE.open(
                f"where `{text}` or its derivative is not finite outside of the mask, gradients become NaN"
            )
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
