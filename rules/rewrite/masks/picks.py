"""What a boolean mask picks out of a tensor, and whether ``torch.where`` can line the two up.

``x[mask]`` wants the mask's dimensions to be the first ones of ``x``; ``torch.where`` lines up the last ones. Where the
mask has fewer dimensions, new ones are added behind its last one. How many is known only where the source tells both
ranks; equal shapes are proved where the interpreter has one term for both.
"""

from __future__ import annotations

import ast
import copy
from dataclasses import dataclass, field

from fullgraph.lint.diagnostics.obligation import Kind, Obligation
from fullgraph.rules.codemod import quote
from fullgraph.rules.rewrite.analysis.oracle import Obstacle, Oracle
from fullgraph.rules.rewrite.analysis.rank import Rank, missing_dimensions, rank
from fullgraph.rules.rewrite.analysis.trees import keywords_of

SHAPE = Kind.SHAPE.open(
    "that `{}` has as many dimensions as `{}` could not be proved: missing ones must be added after its last one"
)
BROADCAST = Kind.SHAPE.open("a mask of the wrong shape raises RuntimeError, or no error if it can be broadcast")
FEWER = "how many dimensions `{}` lacks compared with `{}` is unknown; add them after its last one"
APART = "the tensors do not have the same number of dimensions"
BOOLEAN = Kind.DTYPE.open("that `{}` is boolean could not be proved: `torch.where` raises for another dtype")


@dataclass(frozen=True)
class Pick:
    """``owner[mask]``, or ``owner.masked_select(mask)``, which broadcasts the two as ``torch.where`` does."""

    node: ast.expr
    owner: ast.expr
    mask: ast.expr
    selects: bool = False


def pick_of(node: ast.AST, oracle: Oracle) -> Pick | None:
    """What a node picks out by something that may be a mask."""
    if isinstance(node, ast.Subscript):
        mask = mask_in(node.slice)
        if mask is None or oracle.is_array(mask) or oracle.is_array(node.value):
            return None
        return Pick(node, node.value, mask)
    if not isinstance(node, ast.Call) or any(isinstance(argument, ast.Starred) for argument in node.args):
        return None
    given = list(node.args)
    if oracle.qualname(node.func) != "torch.masked_select":
        if not isinstance(node.func, ast.Attribute) or node.func.attr != "masked_select":
            return None
        given.insert(0, node.func.value)
    keywords = keywords_of(node)
    owner = given[0] if given else keywords.pop("input", None)
    mask = given[1] if len(given) == 2 else keywords.pop("mask", None)
    if owner is None or mask is None or keywords or len(given) > 2:
        return None
    return Pick(node, owner, mask, True)


def indices(call: ast.expr, oracle: Oracle, separate: bool) -> ast.expr | None:
    """The condition whose indices a call gives, one tensor a dimension or, not ``separate``, one row an element."""
    if not isinstance(call, ast.Call):
        return None
    name = oracle.qualname(call.func)
    given = keywords_of(call)
    tuples = given.pop("as_tuple", None)
    apart = isinstance(tuples, ast.Constant) and tuples.value is True
    if given or any(isinstance(argument, ast.Starred) for argument in call.args):
        return None
    if name in ("torch.where", "torch.nonzero"):
        if len(call.args) != 1 or (apart or name == "torch.where") is not separate:
            return None
        return call.args[0]
    if isinstance(call.func, ast.Attribute) and call.func.attr == "nonzero" and not call.args and apart is separate:
        return call.func.value
    return None


def mask_in(index: ast.expr) -> ast.expr | None:
    """The mask of ``x[mask]``, ``x[mask, :]`` and ``x[mask, ...]``."""
    if not isinstance(index, ast.Tuple):
        return None if isinstance(index, (ast.Slice, ast.Constant)) else index
    first, rest = (index.elts[0] if index.elts else None), index.elts[1:]
    whole = all(_everything(part) for part in rest)
    return first if whole and first is not None and not isinstance(first, (ast.Slice, ast.Constant)) else None


def _everything(part: ast.expr) -> bool:
    if isinstance(part, ast.Constant):
        return part.value is ...
    return isinstance(part, ast.Slice) and part.lower is None and part.upper is None and part.step is None


def same_mask(one: ast.expr, two: ast.expr) -> bool:
    """Whether two masks are written alike, but for the device that they are moved to."""
    left, right = (ast.dump(_Stay().visit(copy.deepcopy(mask))) for mask in (one, two))
    return left == right


class _Stay(ast.NodeTransformer):
    """Takes ``.to(x.device)`` away."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "to" and len(node.args) + len(node.keywords) == 1:
            to = node.args[0] if node.args else node.keywords[0].value
            if isinstance(to, ast.Attribute) and to.attr == "device":
                return node.func.value
        return node


@dataclass
class Fit:
    """How a mask stands to the tensors that it picks from."""

    mask: ast.expr
    oracle: Oracle
    notes: list[Obligation] = field(default_factory=list)
    missing: int = 0
    proved: bool = True
    """Whether it has the shape of each."""
    met: bool = False
    certain: bool = False
    """Whether some tensor has, with the dimensions that the mask lacks, as many as the mask."""
    doubtful: list[ast.expr] = field(default_factory=list)
    """The tensors of which that is not known."""

    def __post_init__(self) -> None:
        facts = self.oracle.tensor(self.mask)
        if facts is None or not facts.boolean:
            self.notes.append(BOOLEAN.about(ast.unparse(self.mask)))
        elif facts.confidence != "high":
            self.notes.append(Kind.PLAIN.open("that the mask is one is only a guess"))

    def meet(self, owner: ast.expr, missing: int | None = None) -> Obstacle | None:
        """Line the mask up with a tensor; ``missing``: how many dimensions the mask has less, where that is known."""
        mask, facts = self.oracle.tensor(self.mask), self.oracle.tensor(owner)
        first, self.met = not self.met, True
        if mask is not None and facts is not None and mask.shape is not None and mask.shape == facts.shape:
            self.certain = True
            return None if self.missing == 0 else Obstacle(APART)
        self.proved = False
        known = missing_dimensions(self.mask, owner, self.oracle) if missing is None else missing
        if known is None:
            names = ast.unparse(self.mask), ast.unparse(owner)
            reduced = rank(self.mask, self.oracle)
            rows = Rank(None, 1)  # what has one dimension mostly picks rows
            if reduced is not None and (reduced.more < 0 or reduced == rows):
                return Obstacle(FEWER.format(*names))
            self.notes.append(SHAPE.about(*names))
            self.doubtful.append(owner)
            return None
        self.notes.append(BROADCAST)
        self.certain = True
        if not first and self.missing != known:
            return Obstacle(APART)
        self.missing = known
        return None

    @property
    def fitted(self) -> ast.expr:
        """The mask with the dimensions that it lacks."""
        if not self.missing:
            return self.mask
        if self.missing == 1:
            return quote.expression("MASK.unsqueeze(-1)", MASK=self.mask)
        return quote.expression("MASK[..., NEW]", MASK=self.mask, NEW=[ast.Constant(None)] * self.missing)

    def fitted_to(self, owner: ast.expr) -> ast.expr | Obstacle:
        """The mask for one of the tensors; for one that may have more dimensions, expanded, which then raises.

        ``torch.where`` would broadcast the mask and a tensor whose last dimension is 1 to something larger.
        """
        if self.certain or owner not in self.doubtful:
            return self.fitted
        if not isinstance(owner, (ast.Name, ast.Attribute)):
            return Obstacle(f"`{ast.unparse(owner)}` is needed twice; give it a name first")
        return quote.expression("MASK.expand_as(OWNER)", MASK=self.mask, OWNER=owner)
