"""Rewrite a loss, or a sum or mean, of what a boolean mask picks out to one of whole tensors.

    a, b = x[mask], y[mask]                  a = torch.where(mask, x, 0)
    loss = (a - b).abs().mean()              ...
                                             loss = torch.where(mask, (a - b).abs(), 0).sum() / mask.sum()

What is picked out may get names, meet what the same mask picks out elsewhere, and be computed with element by element,
until a sum, a mean or a loss of ``torch.nn.functional`` reduces it. Outside of the mask the tensors are 0 (1 where 0
would give infinities), and what is reduced is 0 again, so that neither values nor gradients become NaN there. The
label of what does not count is ``ignore_index`` for ``cross_entropy`` and ``nll_loss``.

Legal where the mask is a name that keeps its value up to the reduction, everything that is picked out ends so, and
the loss is given nothing but its two arguments and plain numbers. Always *unsafe*: it adds up in another order.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from fullgraph.lint.diagnostics.diagnostic import Fix, Pending
from fullgraph.lint.diagnostics.obligation import Kind, Obligation
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.codemod import quote
from fullgraph.rules.codemod.change import replace_all
from fullgraph.rules.rewrite.analysis.bindings import (
    binding_of,
    block_of,
    reads,
    statement_of,
    target_name,
    unchanged,
)
from fullgraph.rules.rewrite.analysis.oracle import Obstacle, Oracle
from fullgraph.rules.rewrite.analysis.rank import Rank, rank
from fullgraph.rules.rewrite.analysis.text import own_text
from fullgraph.rules.rewrite.analysis.trees import place
from fullgraph.rules.rewrite.masks.losses import OF_CLASSES, ZERO_OF_EQUALS, Loss, loss_of
from fullgraph.rules.rewrite.masks.picks import Fit, Pick, pick_of, same_mask
from fullgraph.rules.rewrite.torch_name import torch_name

WHOLE = "Reduce whole tensors, with zeros outside the mask, instead of the selected elements"
IGNORE = "Let the loss ignore elements outside the mask instead of selecting those inside"
ORDER = Kind.VALUE.open("it adds in another order, which can change the last digits")
SMALL = Kind.VALUE.open("in half precision the sum can overflow where the mean does not")
LABELS = Kind.EXCEPTION.open("the labels must be class numbers: probabilities cannot be ignored")
ROWS = Kind.DERIVATIVE.open("where scores outside the mask are not finite, their gradients become NaN")

_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Pow)
_CASTS = frozenset("to float double half bfloat16 long int detach clone contiguous".split())
_FLATTENING = _CASTS | {"view", "reshape"}
_ONE = frozenset("log log2 log10 log1p sqrt rsqrt reciprocal exp abs sigmoid tanh relu square sin cos pow neg".split())
_TWO = frozenset("mul multiply sub subtract add div divide true_divide pow".split())
_SINGULAR = frozenset("log log2 log10 sqrt rsqrt reciprocal div divide true_divide pow".split())
_REDUCING = frozenset(("sum", "mean"))
_OUT = (
    "how much the mask picks out is data, and shapes what follows: keep all elements and the mask, or set "
    "`torch._dynamo.config.capture_dynamic_output_shape_ops`"
)
_CTC = "`ctc_loss` takes padded targets with their lengths: pass them without selecting"


def whole_loss(pick: Pick, source: SourceFile, oracle: Oracle) -> Fix | Obstacle:
    """The rewrite of all that belongs to what is picked out here."""
    if isinstance(name := torch_name(source, oracle), Obstacle):
        return name
    classes = _Classes(pick, source, oracle, name[0])
    if classes.found():
        return classes.rewrite(name[1])
    return _Group(pick, source, oracle, name[0]).rewrite(name[1])


def _operands(call: ast.Call, oracle: Oracle) -> tuple[str, list[ast.expr]] | None:
    """The operation of torch that a method or a function call without keywords is, and what it is given."""
    if any(isinstance(argument, ast.Starred) for argument in call.args):
        return None
    name = oracle.qualname(call.func) or ""
    if name.startswith("torch.") and name.count(".") == 1:
        return name.removeprefix("torch."), list(call.args)
    if isinstance(call.func, ast.Attribute) and not name and oracle.module_class(call.func) is None:
        return call.func.attr, [call.func.value, *call.args]
    return None


@dataclass
class _Group:
    """Everything that a mask picks out for the same reductions."""

    pick: Pick
    source: SourceFile
    oracle: Oracle
    torch: str
    fit: Fit = field(init=False)
    picks: dict[ast.expr, Pick] = field(default_factory=dict)
    names: set[ast.expr] = field(default_factory=set)
    """Where names are read that hold what was picked out, or computed from it."""
    values: list[ast.expr] = field(default_factory=list)
    """What has to be computed element by element from it."""
    sums: dict[ast.Call, ast.expr] = field(default_factory=dict)
    losses: dict[ast.Call, Loss] = field(default_factory=dict)
    waiting: list[ast.expr] = field(default_factory=list)
    notes: list[Obligation] = field(default_factory=lambda: [ORDER])
    computed: bool = False
    singular: bool = False

    def __post_init__(self) -> None:
        self.fit = Fit(self.pick.mask, self.oracle)

    def rewrite(self, imports: tuple[Pending, ...]) -> Fix | Obstacle:
        obstacle = self._add(self.pick) or self._collect() or self._mask_stays()
        if obstacle is not None:
            return obstacle
        new: dict[ast.AST, ast.AST | list[ast.stmt]] = {}
        for node, pick in self.picks.items():
            facts = self.oracle.tensor(pick.owner)
            fill = False if facts is not None and facts.boolean else int(self.singular)
            if isinstance(mask := self.fit.fitted_to(pick.owner), Obstacle):
                return mask
            new[node] = self._where(mask, pick.owner, fill)
        for call in [*self.sums, *self.losses]:
            made = self._summed(call) if call in self.sums else self._lost(self.losses[call])
            if isinstance(made, Obstacle):
                return made
            if made is not call:
                new[call] = made
        notes = tuple(dict.fromkeys([*self.notes, *self.fit.notes]))
        return Fix(WHOLE, (*imports, *replace_all(self.source, new)), notes)

    def _where(self, mask: ast.expr, tensor: ast.expr, fill: int) -> ast.expr:
        return quote.call(f"{self.torch}.where", mask, tensor, ast.Constant(fill))

    # --- what belongs together ---

    def _collect(self) -> Obstacle | None:
        while self.waiting or self.values:
            obstacle = self._climb(self.waiting.pop()) if self.waiting else self._closed(self.values.pop())
            if obstacle is not None:
                return obstacle
        return None if self.sums or self.losses else Obstacle(_OUT)

    def _add(self, pick: Pick) -> Obstacle | None:
        if pick.node in self.picks:
            return None
        if not own_text(pick.owner, self.source) or not own_text(pick.node, self.source):
            return Obstacle("it is inside an f-string")
        self.picks[pick.node] = pick
        self.waiting.append(pick.node)
        return None

    def _climb(self, node: ast.expr) -> Obstacle | None:
        """From what is picked out up to what reduces it."""
        parent = self.oracle.parent(node)
        if isinstance(parent, ast.BinOp) and isinstance(parent.op, _ARITHMETIC):
            power = parent.right if isinstance(parent.op, ast.Pow) else None
            whole = isinstance(power, ast.Constant) and isinstance(power.value, int) and power.value > 0
            self._compute(isinstance(parent.op, (ast.Div, ast.Pow)) and not whole)
            return self._climb(parent)
        if isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.USub):
            self._compute()
            return self._climb(parent)
        if isinstance(parent, ast.Assign) and target_name(parent) is not None:
            return self._named(parent)
        above = self.oracle.parent(parent) if isinstance(parent, (ast.Attribute, ast.keyword)) else parent
        if not isinstance(above, ast.Call) or (isinstance(parent, ast.Attribute) and above.func is not parent):
            return Obstacle(_OUT)
        if isinstance(loss := loss_of(above, self.oracle), Obstacle):
            return loss
        if loss is not None and node in (loss.scores, loss.target):
            return self._ends(loss)
        if (self.oracle.qualname(above.func) or "").endswith(".ctc_loss"):
            return Obstacle(_CTC)
        found = _operands(above, self.oracle)
        name, operands = found if found is not None else ("", [])
        if node not in operands:
            return Obstacle(f"what the mask picks out is passed to `{ast.unparse(above.func)}`")
        if name in _REDUCING and len(operands) == 1 and not above.keywords:
            if above not in self.sums:
                self.sums[above] = node
                self.values.append(node)
            return None
        if name in _CASTS and operands[0] is node:
            return self._climb(above)
        pointwise = (name in _ONE and len(operands) == 1) or (name in _TWO and len(operands) == 2)
        if pointwise and not above.keywords:
            self._compute(name in _SINGULAR)
            return self._climb(above)
        return Obstacle(f"what the mask picks out is passed to `{ast.unparse(above.func)}`")

    def _compute(self, singular: bool = False) -> None:
        self.computed = True
        self.singular |= singular

    def _ends(self, loss: Loss) -> Obstacle | None:
        if loss.name in OF_CLASSES:
            return Obstacle(f"scores and labels of `{loss.name}` are not picked out by one mask")
        if loss.reduction not in ("sum", "mean"):
            return Obstacle("the loss is not reduced")
        if loss.call not in self.losses:
            self.losses[loss.call] = loss
            self.values += [loss.scores, loss.target]
        return None

    def _named(self, statement: ast.Assign) -> Obstacle | None:
        found = reads(statement, self.oracle)
        name = target_name(statement)
        if found is None:
            return Obstacle(f"not all that reads `{name}` is known: it is bound again or read in another block")
        if not found:
            return Obstacle(f"`{name}` is not used")
        for node in found:
            if node not in self.names:
                self.names.add(node)
                self.waiting.append(node)
        self.values.append(statement.value)
        return None

    def _closed(self, expr: ast.expr) -> Obstacle | None:
        """Whether an expression is computed element by element from what the mask picks out, and numbers."""
        pick = self._picked(expr)
        if pick is not None:
            return self._add(pick)
        if expr in self.names or self.oracle.number(expr) is not None or isinstance(expr, ast.Constant):
            return None
        if isinstance(expr, ast.BinOp) and isinstance(expr.op, _ARITHMETIC):
            return self._closed(expr.left) or self._closed(expr.right)
        if isinstance(expr, ast.UnaryOp):
            return self._closed(expr.operand)
        if isinstance(expr, ast.Name):
            bound = binding_of(expr, self.oracle)
            if bound is not None and any(map(self._picked, ast.walk(bound.value))):
                return self._named(bound)
        facts = self.oracle.tensor(expr)
        if facts is not None and facts.zero_dim and not any(map(self._picked, ast.walk(expr))):
            return None
        found = _operands(expr, self.oracle) if isinstance(expr, ast.Call) else None
        if found is not None and found[0] in _CASTS:
            return self._closed(found[1][0])
        if found is not None and found[0] in _ONE | _TWO:
            return next(filter(None, map(self._closed, found[1])), None)
        return Obstacle(f"it meets `{ast.unparse(expr)}`, which the mask does not pick out")

    def _picked(self, node: ast.AST) -> Pick | None:
        """What the mask picks out there."""
        pick = pick_of(node, self.oracle)
        return pick if pick is not None and same_mask(pick.mask, self.pick.mask) else None

    def _mask_stays(self) -> Obstacle | None:
        nodes = sorted([*self.picks, *self.sums, *self.losses], key=place)
        mask = self.pick.mask
        if not unchanged(mask, nodes[0], nodes[-1], self.oracle):
            return Obstacle(f"`{ast.unparse(mask)}` is needed again where it is reduced; give it a name that stays")
        boxes = {loss.of_boxes for loss in self.losses.values()}
        if len(boxes) > 1 or (boxes == {True} and self.sums):
            return Obstacle("losses of boxes and others are computed of them")
        for pick in self.picks.values():
            if pick.selects:
                self.fit.proved = False
            elif (obstacle := self.fit.meet(pick.owner, 1 if boxes == {True} else None)) is not None:
                return obstacle
        return None

    # --- what takes the place ---

    def _summed(self, node: ast.Call) -> ast.expr | Obstacle:
        """A sum or a mean."""
        inner = operand = self.sums[node]
        found = _operands(node, self.oracle)
        if operand not in self.picks and (self.computed or self.singular):
            inner = self._where(self.fit.fitted, inner, 0)
        total = quote.method(inner, "sum")
        return self._divided(total, operand) if found is not None and found[0] == "mean" else total

    def _lost(self, loss: Loss) -> ast.expr | Obstacle:
        """A loss."""
        mean, equal = loss.reduction == "mean", loss.name in ZERO_OF_EQUALS and not self.computed
        if equal and not mean:
            return loss.call
        function = quote.name(f"{self.torch}.nn.functional.{loss.name}") if loss.module else loss.call.func
        reduction = ast.keyword("reduction", ast.Constant("sum" if equal else "none"))
        total = ast.Call(function, [loss.scores, loss.target], [*loss.settings, reduction])
        if not equal:
            mask = self.pick.mask if loss.of_boxes else self.fit.fitted
            total = quote.method(self._where(mask, total, 0), "sum")
        return self._divided(total, loss.scores, boxes=loss.of_boxes) if mean else total

    def _divided(self, total: ast.expr, operand: ast.expr, boxes: bool = False) -> ast.expr | Obstacle:
        """A mean: the sum, divided by how many elements the mask picks out."""
        self.notes.append(SMALL)
        mask = self.pick.mask
        if self.pick.selects or (self.fit.missing and not boxes):
            # The mask may be broadcast: what counts is how often it is set among the elements.
            like = next(filter(None, map(self._whole, ast.walk(operand))), None)
            if like is None:
                return Obstacle("how many elements the mask picks out is not plain; give the tensor a name first")
            mask = quote.method(self.fit.fitted, "expand_as", like)
        return quote.expression("TOTAL / MASK.sum()", TOTAL=total, MASK=mask)

    def _whole(self, node: ast.AST) -> ast.expr | None:
        """The tensor that a name, or what is picked out, stands for after the rewrite, if it can be read again."""
        if isinstance(node, ast.Name) and node in self.names:
            return node
        pick = self.picks.get(node) if isinstance(node, ast.expr) else None
        return pick.owner if pick is not None and isinstance(pick.owner, (ast.Name, ast.Attribute)) else None


@dataclass
class _Classes:
    """Scores and labels that one mask picks out for a loss over classes."""

    pick: Pick
    source: SourceFile
    oracle: Oracle
    torch: str
    losses: dict[ast.Call, Loss] = field(default_factory=dict)
    pairs: dict[ast.expr, tuple[Pick, bool]] = field(default_factory=dict)
    """What is picked out, and whether it is the labels."""

    def found(self) -> bool:
        """Whether what is picked out here is used for nothing but such losses."""
        return self._follow(self.pick, None) and bool(self.losses)

    def _follow(self, pick: Pick, labels: bool | None) -> bool:
        """Whether something picked out goes to losses over classes alone, there as labels or as scores."""
        uses: list[ast.expr] = []
        waiting = [pick.node]
        while waiting:
            node = waiting.pop()
            parent = self.oracle.parent(node)
            if isinstance(parent, ast.Assign) and target_name(parent) is not None:
                found = reads(parent, self.oracle, mixed=True)
                if not found:
                    return False
                waiting += found
            elif isinstance(parent, ast.Attribute):
                above = self.oracle.parent(parent)
                called = isinstance(above, ast.Call) and above.func is parent
                if called and isinstance(above, ast.Call) and parent.attr in _FLATTENING:
                    waiting.append(above)
                elif parent.attr not in ("size", "shape", "device", "dtype") or not self._inside(parent):
                    return False
            else:
                uses.append(node)
        for node in uses:
            if not self._ends(node, labels):
                return False
        as_labels = (
            labels if labels is not None else any(node is loss.target for loss in self.losses.values() for node in uses)
        )
        self.pairs[pick.node] = (pick, as_labels)
        return bool(uses)

    def _inside(self, node: ast.AST) -> bool:
        """Whether a device or a size is asked for in the arguments of such a loss."""
        above = self.oracle.parent(node)
        while above is not None and not isinstance(above, ast.stmt):
            if isinstance(above, ast.Call) and isinstance(loss := loss_of(above, self.oracle), Loss):
                return loss.name in OF_CLASSES
            above = self.oracle.parent(above)
        return False

    def _ends(self, node: ast.expr, labels: bool | None) -> bool:
        parent = self.oracle.parent(node)
        call = self.oracle.parent(parent) if isinstance(parent, ast.keyword) else parent
        loss = loss_of(call, self.oracle) if isinstance(call, ast.Call) else None
        if not isinstance(loss, Loss) or loss.name not in OF_CLASSES or loss.reduction not in ("mean", "sum"):
            return False
        target = node is loss.target
        if (not target and node is not loss.scores) or labels not in (None, target):
            return False
        if loss.call in self.losses:
            return True
        self.losses[loss.call] = loss
        other = self._origin(loss.scores if target else loss.target, loss.call)
        return other is not None and self._follow(other, not target)

    def _origin(self, expr: ast.expr, loss: ast.Call) -> Pick | None:
        """What the same mask picks out for the other argument of a loss: in it, or beside what is picked out here."""
        statement = statement_of(self.pick.node, self.oracle)
        expr = _unflattened(expr)
        named = [expr]
        if isinstance(expr, ast.Name) and statement is not None:
            beside = [one for one in block_of(statement, self.oracle) if isinstance(one, ast.Assign)]
            named += [one.value for one in beside if target_name(one) == expr.id]
        picks = [pick_of(_unflattened(one), self.oracle) for one in named]
        return next((one for one in picks if one is not None and same_mask(one.mask, self.pick.mask)), None)

    def rewrite(self, imports: tuple[Pending, ...]) -> Fix | Obstacle:
        ignored, *others = {loss.ignored for loss in self.losses.values()}
        if others or len({labels for _, labels in self.pairs.values()}) != 2:
            return Obstacle("scores and labels are not picked out together")
        changes: dict[ast.AST, ast.AST | list[ast.stmt]] = {}
        notes = [LABELS, ROWS, ORDER]
        for node, (pick, labels) in self.pairs.items():
            if not own_text(node, self.source):
                return Obstacle("it is inside an f-string")
            new = pick.owner
            if labels:
                fit = Fit(pick.mask, self.oracle)
                if fit.meet(pick.owner) is not None or fit.missing:
                    return Obstacle("the mask has fewer dimensions than the labels")
                notes += fit.notes
                parts = {"MASK": fit.fitted, "LABELS": pick.owner}
                new = quote.expression("TORCH.where(MASK, LABELS, NONE)", TORCH=self.torch, NONE=ignored, **parts)
                flat = Rank(None, 1) in (rank(pick.owner, self.oracle), rank(pick.mask, self.oracle))
            else:
                flat = rank(pick.owner, self.oracle) == Rank(None, 2)
            if not flat:
                new = quote.expression("TENSOR.flatten()" if labels else "TENSOR.flatten(0, -2)", TENSOR=new)
            changes[node] = new
        return Fix(IGNORE, (*imports, *replace_all(self.source, changes)), tuple(dict.fromkeys(notes)))


def _unflattened(expr: ast.expr) -> ast.expr:
    """What calls that keep the elements are made on."""
    while isinstance(expr, ast.Call) and isinstance(expr.func, ast.Attribute) and expr.func.attr in _FLATTENING:
        expr = expr.func.value
    return expr
