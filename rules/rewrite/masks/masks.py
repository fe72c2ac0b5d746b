"""Rewrite what goes through a boolean mask to operations on whole tensors, whose shape does not depend on data.

An update ``x[mask] *= 2`` and an assignment ``x[mask] = y[mask] + 1`` become ``torch.where(mask, x * 2, x)``: bound to
the name again where nothing else can hold the tensor, else written into it by ``copy_``. Legal where the new value is
computed element by element, without an effect; *safe* where the mask has the shape of the tensor (``torch.where`` would
line up the mask's last dimension with the tensor's last one) and computing it for the elements that keep their value
cannot be noticed: no exception, a finite derivative. ``x[mask] = table[i[mask], :]`` is looked up for all elements, by
index 0 where the mask is not set.

A reading is what ``reduction`` and ``whole_loss`` rewrite.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field, replace

from fullgraph.lint.diagnostics.diagnostic import Fix, Pending
from fullgraph.lint.diagnostics.obligation import Kind, Obligation
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.codemod import quote
from fullgraph.rules.codemod.change import replace_statements
from fullgraph.rules.rewrite.analysis.grade import NEEDLESSLY, Grade, Judge, Level
from fullgraph.rules.rewrite.analysis.layout import LAYOUT, layout
from fullgraph.rules.rewrite.analysis.number import ARITHMETIC
from fullgraph.rules.rewrite.analysis.oracle import Obstacle, Oracle, TensorFacts
from fullgraph.rules.rewrite.analysis.text import own_text
from fullgraph.rules.rewrite.analysis.trees import is_path
from fullgraph.rules.rewrite.masks.picks import Fit, Pick, pick_of, same_mask
from fullgraph.rules.rewrite.masks.reduction import reduction
from fullgraph.rules.rewrite.torch_name import torch_name

UPDATE = "Compute it for all elements and choose by torch.where, instead of selecting with the mask"

OVERWRITTEN = Kind.EXCEPTION.open("the backward pass no longer fails where it needs what was overwritten in `{}`")
MARKED = Kind.SHAPE.open("`{}` must have one dimension more than `{}`")
PLACES = Kind.EXCEPTION.open(
    "an index below 0 or beyond the last element writes nothing, instead of counting from the end or raising"
)
OTHER_DTYPE = Kind.DTYPE.open("where `{}` has another dtype than `{}`, the result can have another one")
CAST = Kind.DTYPE.open("where arithmetic gives another dtype, the result can have that one")
UNARY = frozenset("exp log log2 log10 log1p sqrt rsqrt reciprocal abs sigmoid tanh relu square sin cos".split())
"""Functions of one tensor, element by element, that are finite at 1 with their derivatives."""


def mask_rewrite(node: ast.expr, statement: ast.stmt, source: SourceFile, oracle: Oracle) -> Fix | Obstacle:
    """The rewrite of an update or a reading through a mask; ``node`` is the subscript, or ``masked_select``."""
    if isinstance(node, ast.Subscript) and (oracle.is_array(node.slice) or oracle.is_array(node.value)):
        return Obstacle("NumPy's array picks or is picked from; make it a tensor with `torch.from_numpy`")
    pick = pick_of(node, oracle)
    if pick is None:
        return Obstacle("the mask is one part of several of the index")
    if not own_text(pick.mask, source):
        return Obstacle("it is inside an f-string")
    found = _written(statement, pick, oracle) if isinstance(statement, (ast.Assign, ast.AugAssign)) else None
    if found is None or not isinstance(statement, (ast.Assign, ast.AugAssign)):
        return reduction(pick, source, oracle)
    if isinstance(name := torch_name(source, oracle), Obstacle):
        return name
    target, index = found
    write = _Write(statement, target, source, oracle, *name)
    return write.rewrite() if index is None else write.mark(index)


def _written(statement: ast.Assign | ast.AugAssign, pick: Pick, oracle: Oracle) -> tuple[Pick, ast.expr | None] | None:
    """What a statement writes to by the mask, and ``i`` of ``x[mask, i[mask]] = 1``."""
    target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
    if not isinstance(target, ast.Subscript):
        return None
    written = pick_of(target, oracle)
    if written is not None:
        return (written, None) if ast.dump(written.mask) == ast.dump(pick.mask) else None
    parts = target.slice.elts if isinstance(target.slice, ast.Tuple) and isinstance(statement, ast.Assign) else []
    if len(parts) != 2 or parts[1] is not pick.node or not same_mask(parts[0], pick.mask):
        return None
    return Pick(target, target.value, parts[0]), pick.owner


@dataclass
class _Write:
    """``x[mask] = ...`` or ``x[mask] += ...``."""

    statement: ast.Assign | ast.AugAssign
    target: Pick
    source: SourceFile
    oracle: Oracle
    judge: Judge = field(init=False)
    fit: Fit = field(init=False)
    torch: str
    imports: tuple[Pending, ...]
    notes: list[Obligation] = field(default_factory=list)
    whole: dict[ast.AST, ast.AST] = field(default_factory=dict)
    """What the parts of the new value that go through the mask are for all elements."""

    def __post_init__(self) -> None:
        self.judge = Judge(self.source, self.oracle)
        self.fit = Fit(self.target.mask, self.oracle)

    def rewrite(self) -> Fix | Obstacle:
        owner, mask = self.target.owner, self.target.mask
        if isinstance(self.statement, ast.Assign) and len(self.statement.targets) > 1:
            return Obstacle("several targets are assigned at once")
        if not is_path(owner):
            return Obstacle(f"`{self.judge.text(owner)}` would be evaluated several times; give it a name first")
        facts = self.oracle.tensor(owner)
        if facts is None:
            return Obstacle(f"`{self.judge.text(owner)}` is not known to be a tensor")
        if (effect := self.judge.grade(mask).effect) is not None:
            return Obstacle(f"the mask would be evaluated once instead of twice, and {effect}")
        if (obstacle := self.fit.meet(owner, self._trailing())) is not None:
            return obstacle
        if isinstance(grade := self._new_value(facts), Obstacle):
            return grade
        if facts.confidence != "high":
            self.notes.append(Kind.PLAIN.open(f"that `{self.judge.text(owner)}` is a tensor is only a guess"))
        if grade.level > Level.TOTAL:
            self.notes += grade.notes or NEEDLESSLY
        if isinstance(fitted := self.fit.fitted_to(owner), Obstacle):
            return fitted
        value = quote.replaced(self.statement.value, self.whole)
        if isinstance(self.statement, ast.AugAssign):
            value = ast.BinOp(owner, self.statement.op, value)
        where = quote.call(f"{self.torch}.where", fitted, value, owner)
        return self._stored(owner, facts, where)

    def mark(self, index: ast.expr) -> Fix | Obstacle:
        """``x[mask, i[mask]] = 1``: the number where the last dimension's place is ``i``."""
        assert isinstance(self.statement, ast.Assign)
        owner, value = self.target.owner, self.statement.value
        facts, number = self.oracle.tensor(owner), self.oracle.number(value)
        if len(self.statement.targets) > 1 or not is_path(owner) or facts is None:
            return Obstacle(f"`{self.judge.text(owner)}` is not known to be only a tensor")
        if number is None or self.oracle.tensor(index) is None:
            return Obstacle("what is written is not known to be a number, or its place not to be a tensor")
        where = quote.expression(
            "TORCH.where(MASK.unsqueeze(-1) & (PLACE.unsqueeze(-1) == TORCH.arange(OWNER.shape[-1], "
            "device=OWNER.device)), NUMBER, OWNER)",
            TORCH=self.torch,
            MASK=self.target.mask,
            PLACE=index,
            OWNER=owner,
            NUMBER=value,
        )
        self.notes += [MARKED.about(self.judge.text(owner), self.judge.text(self.target.mask)), PLACES]
        if not facts.is_floating and not isinstance(number.value, int):
            self.notes.append(CAST)
        return self._stored(owner, facts, where)

    def _stored(self, owner: ast.expr, facts: TensorFacts, where: ast.expr) -> Fix:
        """The name is bound again where no one else has the tensor, else its memory is written."""
        if isinstance(owner, ast.Name) and facts.fresh and not self.oracle.shared(owner.id):
            if self.oracle.needed_backward(owner.id):
                self.notes.append(OVERWRITTEN.about(owner.id))
            if layout(self.target.mask, self.judge, follow=True) != layout(owner, self.judge, follow=True):
                self.notes.append(LAYOUT)
            stored = quote.assign(owner.id, where)
        else:
            self.notes.append(
                Kind.EXCEPTION.open(
                    f"where `{self.judge.text(owner)}` is expanded, so that elements share memory, it is an error"
                )
            )
            stored = quote.statement("OWNER.copy_(VALUE)", OWNER=owner, VALUE=where)
        edit = replace_statements(self.source, [self.statement], [stored])
        return Fix(UPDATE, (*self.imports, edit), tuple(dict.fromkeys([*self.notes, *self.fit.notes])))

    # --- the new value ---

    def _new_value(self, facts: TensorFacts) -> Grade | Obstacle:
        statement = self.statement
        value: Grade | Obstacle
        if isinstance(statement, ast.Assign):
            value = self._part(statement.value)
            if isinstance(value, Grade) and not value.leaves:
                return Obstacle("nothing is read through the mask")
            if isinstance(statement.value, (ast.BinOp, ast.UnaryOp)) and not facts.is_floating:
                self.notes.append(CAST)
            return value
        if not isinstance(statement.op, ARITHMETIC):
            return Obstacle("only `+=`, `-=`, `*=` and `/=` are rewritten")
        left, right = self._tensor(self.target), self._part(statement.value)
        if isinstance(left, Obstacle):
            return left
        if isinstance(right, Obstacle):
            return right
        if not facts.is_floating:
            kept = facts.dtype == "torch.int64" and not isinstance(statement.op, ast.Div) and self._is_whole()
            if not kept:
                text = ast.unparse(statement)
                self.notes.append(Kind.EXCEPTION.open(f"`{text}` raises for some dtypes, where the result is cast now"))
        return self._combined(ast.BinOp(self.target.owner, statement.op, statement.value), left, right)

    def _is_whole(self) -> bool:
        number = self.oracle.number(self.statement.value)
        return number is not None and isinstance(number.value, int) and not isinstance(number.value, bool)

    def _part(self, expr: ast.expr) -> Grade | Obstacle:
        """The grade of an expression over picked-out elements, which has a form for all elements."""
        index = expr.slice if isinstance(expr, ast.Subscript) else None
        if isinstance(expr, ast.Subscript) and isinstance(index, ast.Tuple) and any(map(self._picked, index.elts)):
            return self._looked_up(expr, index)
        pick = pick_of(expr, self.oracle)
        if pick is not None:
            return self._tensor(pick)
        if self.oracle.number(expr) is not None:
            return self._number(expr)
        if isinstance(expr, ast.Call):
            return self._function(expr)
        if isinstance(expr, ast.UnaryOp) and isinstance(expr.op, ast.USub):
            return self._part(expr.operand)
        if isinstance(expr, ast.BinOp) and isinstance(expr.op, ARITHMETIC):
            left, right = self._part(expr.left), self._part(expr.right)
            if isinstance(left, Obstacle):
                return left
            return right if isinstance(right, Obstacle) else self._combined(expr, left, right)
        return self._not_pointwise(expr)

    def _not_pointwise(self, expr: ast.expr) -> Obstacle:
        return Obstacle(f"`{self.judge.text(expr)}` is not computed element by element from what the mask picks out")

    def _number(self, expr: ast.expr) -> Grade | Obstacle:
        grade = self.judge.grade(expr)
        if grade.effect is not None or grade.random:
            return Obstacle(f"`{self.judge.text(expr)}` is more than a number")
        return replace(grade, level=Level.TOTAL, notes=(), leaves=frozenset())

    def _tensor(self, pick: Pick) -> Grade | Obstacle:
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
        self.whole[pick.node] = pick.owner
        return Grade(Level.TOTAL, (), frozenset({self.judge.text(pick.owner)}))

    def _typed(self, expr: ast.expr, facts: TensorFacts) -> None:
        owner = self.oracle.tensor(self.target.owner)
        if owner is None or facts.dtype is None or facts.dtype != owner.dtype:
            names = self.judge.text(expr), self.judge.text(self.target.owner)
            self.notes.append(OTHER_DTYPE.about(*names))

    def _trailing(self) -> int | None:
        """The dimensions of the tensor behind the mask's, where ``table[i[mask], :]`` is written into them."""
        value = self.statement.value
        if not isinstance(value, ast.Subscript) or not isinstance(value.slice, ast.Tuple):
            return None
        slices = [part for part in value.slice.elts if isinstance(part, ast.Slice)]
        picks = [part for part in value.slice.elts if self._picked(part)]
        return len(slices) if slices and picks and len(slices) + len(picks) == len(value.slice.elts) else None

    def _picked(self, part: ast.expr) -> Pick | None:
        pick = pick_of(part, self.oracle)
        return pick if pick is not None and same_mask(pick.mask, self.target.mask) else None

    def _looked_up(self, expr: ast.Subscript, index: ast.Tuple) -> Grade | Obstacle:
        """``table[i[mask], j[mask], :]``, looked up for all elements, by 0 where the mask is not set."""
        facts = self.oracle.tensor(expr.value)
        if facts is None or self._trailing() is None:
            return self._not_pointwise(expr)
        grade = self.judge.grade(expr.value)
        if grade.effect is not None or grade.random:
            return Obstacle(f"`{self.judge.text(expr.value)}` does more than name a tensor")
        for pick in filter(None, map(self._picked, index.elts)):
            if self.oracle.tensor(pick.owner) is None or self.judge.grade(pick.owner).effect is not None:
                return Obstacle(f"`{self.judge.text(pick.owner)}` is not known to be only a tensor")
            self.whole[pick.node] = self._or_else(pick.owner, 0)
        if any(isinstance(part, ast.Slice) and part.lower for part in index.elts):
            return Obstacle("a part of the looked-up elements is taken")
        self._typed(expr.value, facts)
        self.notes.append(
            Kind.EXCEPTION.open("the first element is looked up where the mask is not set, so it must exist")
        )
        return Grade(Level.TOTAL, (), frozenset({self.judge.text(expr.value)}))

    def _or_else(self, owner: ast.expr, fill: int) -> ast.expr:
        """A tensor with a number in the place of what the mask does not pick out."""
        parts = {"MASK": self.target.mask, "OWNER": owner}
        return quote.expression("TORCH.where(MASK, OWNER, FILL)", TORCH=self.torch, FILL=fill, **parts)

    def _function(self, call: ast.Call) -> Grade | Obstacle:
        """``torch.log(y[mask])`` and ``y[mask].log()``: of 1 where the mask is not set: gradients are finite."""
        name = self.oracle.qualname(call.func) or ""
        method = isinstance(call.func, ast.Attribute) and not name
        bare = call.func.attr if isinstance(call.func, ast.Attribute) else ""
        operands = [call.func.value] if method and isinstance(call.func, ast.Attribute) else list(call.args)
        plain = not call.keywords and len(operands) == 1 and not (method and call.args)
        pick = self._picked(operands[0]) if plain else None
        if pick is None or bare not in UNARY or not (method or name == f"torch.{bare}"):
            return self._not_pointwise(call)
        if isinstance(grade := self._tensor(pick), Obstacle):
            return grade
        self.notes.append(Kind.VALUE.open(f"the last digit of `{bare}` can depend on where in memory an element lies"))
        facts = self.oracle.tensor(pick.owner)
        if facts is None or not facts.is_floating:
            self.notes.append(CAST)
        self.whole[call] = quote.call(f"{self.torch}.{bare}", self._or_else(pick.owner, 1))
        return grade

    def _combined(self, expr: ast.BinOp, left: Grade, right: Grade) -> Grade:
        """The grade of an operation on parts that have these."""
        grade = left.join(right)
        if isinstance(expr.op, (ast.Add, ast.Sub)) or self._finite(expr, bool(left.leaves), bool(right.leaves)):
            return grade
        text = ast.unparse(quote.replaced(expr, self.whole))
        note = f"where `{text}` or its derivative is not finite outside the mask, gradients become NaN"
        return grade.at_least(Level.CHEAP, Kind.DERIVATIVE.open(note))

    def _finite(self, expr: ast.BinOp, left: bool, right: bool) -> bool:
        """Whether one side is a constant by which values and derivatives stay as finite as they are.

        ``left``, ``right``: whether that side depends on tensors.
        """
        if right and (left or isinstance(expr.op, ast.Div)):
            return False
        number = self._constant(expr.left if right else expr.right)
        if number is None:
            return False
        return abs(number) <= 1e30 and (isinstance(expr.op, ast.Mult) or abs(number) >= 1e-30)

    def _constant(self, expr: ast.expr) -> float | None:
        number = self.oracle.number(expr)
        return float(number.value) if number is not None and number.value is not None else None
