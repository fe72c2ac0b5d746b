"""Rewrite what reduces, or counts, what a boolean mask picks out.

``x[mask].sum()`` becomes ``torch.where(mask, x, 0).sum()``; to multiply by the mask would be wrong for NaN and
infinities. It adds up in another order, which can change the last digits of floating-point numbers; ``any``, ``all``
and sums of whole numbers are exact. The largest element is looked for with minus infinity outside the mask, where
what picks out nothing raises.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.diagnostics.obligation import Kind, Obligation
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.codemod import quote
from fullgraph.rules.codemod.change import replace_expression
from fullgraph.rules.rewrite.analysis.grade import Judge
from fullgraph.rules.rewrite.analysis.number import ARITHMETIC, DEVICES, LAST_DIGIT, ORDERING, RECIPROCAL, one_device
from fullgraph.rules.rewrite.analysis.oracle import Obstacle, Oracle, TensorFacts
from fullgraph.rules.rewrite.analysis.trees import counted, is_number, is_path
from fullgraph.rules.rewrite.masks.picks import Fit, Pick, indices, pick_of
from fullgraph.rules.rewrite.masks.whole_loss import ORDER, whole_loss
from fullgraph.rules.rewrite.torch_name import torch_name

REDUCE = "Replace the elements outside the mask instead of selecting those inside"
COUNT = "Count the mask instead of the selected elements"
COUNTS = Kind.VALUE.open("where `{}` has not the shape of `{}`, the mask counts something else")
SMALL = Kind.EXCEPTION.open("an empty selection raised an error, and now gives {}")

_FILLS = {"sum": 0, "mean": 0, "any": False, "all": True}
_LARGEST = ("max", "amax")
_EXTREMES = (*_LARGEST, "min", "amin")
_WHOLE = frozenset(f"torch.{name}" for name in "int64 int32 int16 int8 uint8".split())
_FLOATS = frozenset(f"torch.{name}" for name in "float64 float32 float16 bfloat16".split())


def reduction(pick: Pick, source: SourceFile, oracle: Oracle) -> Fix | Obstacle:
    """The rewrite of a reading through a mask."""
    return _Reduction(pick, source, oracle).rewrite()


@dataclass
class _Reduction:
    pick: Pick
    source: SourceFile
    oracle: Oracle
    judge: Judge = field(init=False)
    fit: Fit = field(init=False)

    def __post_init__(self) -> None:
        self.judge = Judge(self.source, self.oracle)
        self.fit = Fit(self.pick.mask, self.oracle)

    def rewrite(self) -> Fix | Obstacle:
        count = count_over(self.pick.node, self.oracle)
        if count is not None:
            return self._counted(*count)
        found = _reduced(self.pick.node, self.oracle)
        if found is None:
            return whole_loss(self.pick, self.source, self.oracle)
        call, method = found
        owner, mask = self.pick.owner, self.pick.mask
        facts = self.oracle.tensor(owner)
        if facts is None:
            return Obstacle(f"`{self.judge.text(owner)}` is not known to be a tensor")
        if method == "mean" and self.pick.selects:
            return whole_loss(self.pick, self.source, self.oracle)
        if isinstance(name := torch_name(self.source, self.oracle), Obstacle):
            return name
        torch, imports = name
        fill = ast.Constant(_FILLS[method]) if method in _FILLS else self._extreme(method, facts, torch)
        if isinstance(fill, Obstacle):
            return fill
        if method == "mean" and not is_path(mask):
            return Obstacle(f"`{self.judge.text(mask)}` would be evaluated twice; give it a name first")
        if not self.pick.selects and (obstacle := self.fit.meet(owner)) is not None:
            return obstacle
        if method == "mean" and self.fit.missing:
            return Obstacle("the mask has fewer dimensions than what it picks from, so that it counts something else")
        if isinstance(fitted := self.fit.fitted_to(owner), Obstacle):
            return fitted
        where = quote.call(f"{torch}.where", fitted, owner, fill)
        new: ast.expr = quote.method(where, "sum" if method == "mean" else method)
        if method == "mean":
            new = quote.expression("SUM / MASK.sum()", SUM=new, MASK=mask)
        notes = tuple(dict.fromkeys(self._notes(method, fill, facts)))
        return Fix(REDUCE, (*imports, replace_expression(self.source, call, new)), notes)

    def _extreme(self, method: str, facts: TensorFacts, torch: str) -> ast.expr | Obstacle:
        """What is larger, or smaller, than every element."""
        largest = method in _LARGEST
        if facts.boolean:
            return ast.Constant(not largest)
        if facts.dtype in _WHOLE:
            dtype, end = str(facts.dtype).removeprefix("torch."), "min" if largest else "max"
            return quote.expression("TORCH.iinfo(TORCH.DTYPE).END", TORCH=torch, DTYPE=dtype, END=end)
        if facts.is_floating or facts.dtype in _FLOATS:
            return quote.expression('-float("inf")' if largest else 'float("inf")')
        owner = self.judge.text(self.pick.owner)
        return Obstacle(f"what to put outside the mask depends on the dtype of `{owner}`, which is not known")

    def _counted(self, count: ast.expr, whole: bool) -> Fix | Obstacle:
        """The number of elements, where it meets a tensor."""
        no = Obstacle("how many elements the mask picks out is needed as a Python number")
        parent = self.oracle.parent(count)
        if isinstance(parent, ast.BinOp) and isinstance(parent.op, ARITHMETIC):
            other = parent.left if count is parent.right else parent.right
        elif isinstance(parent, ast.Compare) and len(parent.ops) == 1 and isinstance(parent.ops[0], ORDERING):
            other = parent.left if count is parent.comparators[0] else parent.comparators[0]
        else:
            return no
        facts, owner = self.oracle.tensor(other), self.oracle.tensor(self.pick.owner)
        mask = self.oracle.tensor(self.pick.mask)
        if facts is None or owner is None or mask is None:
            return no
        edits = (replace_expression(self.source, count, quote.method(self.pick.mask, "sum")),)
        notes = []
        if whole:
            obstacle = self.fit.meet(self.pick.owner)
            if obstacle is not None or self.fit.missing:
                return Obstacle("the mask has fewer dimensions than what it picks from, and counts something else")
            if not self.fit.proved:
                shapes = self.judge.text(self.pick.mask), self.judge.text(self.pick.owner)
                notes.append(COUNTS.about(*shapes))
        if not mask.boolean:
            notes += self.fit.notes[:1]
        if isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Div):
            notes.append(LAST_DIGIT if count is parent.right else RECIPROCAL)
        if not one_device(self.pick.owner, other, self.oracle):
            notes.append(DEVICES.about(f"`{self.judge.text(self.pick.owner)}`", f"`{self.judge.text(other)}`"))
        if facts.dtype not in ("torch.float32", "torch.float64", "torch.int64"):
            notes.append(
                Kind.VALUE.open(f"where `{self.judge.text(other)}` has a small dtype, the count is rounded to it")
            )
        return Fix(COUNT, edits, tuple(notes))

    def _notes(self, method: str, fill: ast.expr, facts: TensorFacts) -> list[Obligation]:
        notes = []
        exact = method in ("any", "all") or (method == "sum" and (facts.boolean or facts.dtype == "torch.int64"))
        if method in _EXTREMES:
            notes.append(SMALL.about(f"`{self.judge.text(fill)}`"))
        elif not exact:
            notes.append(ORDER)
        if facts.confidence != "high":
            notes.append(Kind.PLAIN.open("that both are tensors is only a guess"))
        return notes + self.fit.notes


def _reduced(node: ast.expr, oracle: Oracle) -> tuple[ast.Call, str] | None:
    """The call that reduces all of a value at once, as a method or a function of torch, and its name."""
    above = oracle.parent(node)
    call = oracle.parent(above) if isinstance(above, ast.Attribute) else above
    if not isinstance(call, ast.Call) or call.keywords:
        return None
    if isinstance(above, ast.Attribute):
        method = above.attr if call.func is above and not call.args else ""
    else:
        method = (oracle.qualname(call.func) or "").removeprefix("torch.") if call.args == [node] else ""
    return (call, method) if method in _FILLS or method in _EXTREMES else None


def count_over(node: ast.expr, oracle: Oracle) -> tuple[ast.expr, bool] | None:
    """The expression around ``x[mask]`` that counts what is picked out, and whether ``x`` has no more dimensions then.

    ``len(x[mask])``, ``x[mask].size(0)`` and ``x[mask].shape[0]`` count the mask, whatever ``x`` is; ``.numel()`` does
    where the two have one shape.
    """
    above = oracle.parent(node)
    for count in (above, oracle.parent(above) if isinstance(above, ast.Attribute) else None):
        found = counted(count)
        if found is not None and found[0] is node and isinstance(count, (ast.Call, ast.Subscript)):
            by_name = isinstance(count, ast.Call) and isinstance(count.func, ast.Name)
            known = not by_name or (oracle.qualname(count.func) or "").removeprefix("builtins.") == "len"  # type: ignore[union-attr]
            return (count, found[1]) if known else None
    return None


def counts_rows(call: ast.expr, oracle: Oracle) -> tuple[ast.expr, ast.expr, bool] | None:
    """The condition whose indices a call gives, the expression that has one row for each, and whether it has one place.

    Of ``torch.where(c)`` that is ``torch.where(c)[0]``, whose rows are numbers.
    """
    if (condition := indices(call, oracle, False)) is not None:
        return condition, call, False
    above, condition = oracle.parent(call), indices(call, oracle, True)
    if condition is None or not isinstance(above, ast.Subscript) or not is_number(above.slice, 0):
        return None
    return condition, above, True


def counted_by(expr: ast.expr, oracle: Oracle) -> ast.expr | None:
    """The mask whose true elements a Python number counts, if it surely does."""
    for node in ast.walk(expr):
        rows = counts_rows(node, oracle) if isinstance(node, ast.Call) else None
        if rows is not None:
            count, facts = count_over(rows[1], oracle), oracle.tensor(rows[0])
            surely = facts is not None and facts.boolean and facts.confidence == "high"
            if count is not None and count[0] is expr and surely and (rows[2] or not count[1]):
                return rows[0]
        pick = pick_of(node, oracle) if isinstance(node, ast.expr) else None
        if pick is not None and not pick.selects:
            count = count_over(pick.node, oracle)
            if count is None or count[0] is not expr:
                continue
            mask, owner = oracle.tensor(pick.mask), oracle.tensor(pick.owner)
            if mask is None or owner is None or not mask.boolean or mask.confidence != "high":
                return None
            proved = mask.shape is not None and mask.shape == owner.shape
            return pick.mask if proved or not count[1] else None
    return None
