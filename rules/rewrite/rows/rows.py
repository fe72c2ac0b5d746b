"""Compute all rows, where those are computed that ``torch.where(condition)`` or ``nonzero`` selects.

The form is that of a mixture of experts: a loop selects the tokens of one expert, computes them, multiplies them by
the router's weights, and adds them up where they came from. How many tokens an expert has depends on data. Rewritten,
each expert computes all tokens: those that were not routed to it are zero (not only their results: an expert could
give an infinity for them, and zero times that is NaN, in values and in gradients), and so are their weights. A loop
over the experts that have a token becomes one over all of them.

It is legal where the selected rows meet nothing but what treats each row by itself, and end in ``index_add_`` or an
assignment to the same rows; of calls this is assumed. It is always unsafe: it computes more, and the sums can be
rounded in another way.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable
from dataclasses import dataclass, field

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.diagnostics.obligation import Kind
from fullgraph.lint.domain.events import Call
from fullgraph.lint.domain.frame import Event
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.codemod import WIDTH, quote
from fullgraph.rules.codemod.change import replace_all
from fullgraph.rules.rewrite.analysis.bindings import block_of
from fullgraph.rules.rewrite.analysis.facts import Facts
from fullgraph.rules.rewrite.analysis.oracle import Obstacle, Oracle, Stop
from fullgraph.rules.rewrite.analysis.trees import is_before, is_name, is_number, names_in, outward, plain, targets_of
from fullgraph.rules.rewrite.offer import fix_factory
from fullgraph.rules.rewrite.rows.reading import Reading
from fullgraph.rules.rewrite.rows.selection import Selection, head_of, hits, is_behind, selection, statements, walk
from fullgraph.rules.rewrite.soundness import answer
from fullgraph.rules.rewrite.torch_name import rewritten

ROWS = "Compute all rows, with those that are not selected set to zero: how many are selected depends on data"
MORE = Kind.VALUE.open("it computes more, which can round sums differently")
APART = Kind.EFFECT.open("that each row is computed by itself was not proved")
IN_LOOP = (
    Kind.SOURCES.open("parameters that no row selected get zero gradients instead of none"),
    Kind.DRAW.open("dropout draws other numbers"),
)

_BY_ROWS = frozenset(
    (
        "sum mean prod max min amax amin argmax argmin std var norm logsumexp any all sort argsort topk cumsum cumprod "
        "softmax log_softmax median quantile unique flip roll cat stack normalize"
    ).split()
)
"""Operations that treat each row by itself only along another dimension."""
_WHOLE = frozenset("t T mT transpose permute flatten unique nonzero numel size shape tolist item unbind dim".split())
"""What depends on how many rows there are, or moves them."""
_CASTS = frozenset("to type type_as float half bfloat16 double view reshape contiguous".split())


def all_rows(statement: ast.stmt, scope: ast.AST, source: SourceFile, oracle: Oracle) -> Fix | Obstacle:
    """The rewrite of a selection in the function ``scope``, found from its loop or what that is over too."""
    if isinstance(found := _find(statement, scope, oracle), Obstacle):
        return found
    picked, loop, hit = found
    return rewritten(_Rows(picked, loop, hit, scope, source, oracle).fix, source, oracle)


Found = tuple[Selection, "ast.For | None", "ast.Assign | None"]


def _find(statement: ast.stmt, scope: ast.AST, oracle: Oracle) -> Found | Obstacle:
    """The selection, the loop around it, and the statement that makes what the loop goes over."""
    nothing = Obstacle("its result has no known form without it")
    if isinstance(statement, ast.For):
        loop: ast.For | None = statement
    elif (hit := _made(statement, oracle)) is not None:
        loop = next((n for n in ast.walk(scope) if isinstance(n, ast.For) and is_name(n.iter, hit)), None)
    else:
        loop = next((one for one in outward(statement, oracle.parent, scope) if isinstance(one, ast.For)), None)
    if loop is not None:
        picked = [one for inner in statements(loop.body) if (one := selection(inner, oracle)) is not None]
        if len(picked) > 1:
            return Obstacle("its loop selects more than once")
        if picked:
            return picked[0], loop, _maker(loop, scope, oracle)
        if loop is statement or _made(statement, oracle) is not None:
            return nothing
    one = selection(statement, oracle)
    return (one, loop, None) if one is not None else nothing


def _made(statement: ast.stmt, oracle: Oracle) -> str | None:
    """The name of ``hit`` in ``hit = mask.nonzero()``."""
    if not isinstance(statement, ast.Assign) or len(statement.targets) > 1:
        return None
    target = statement.targets[0]
    return target.id if isinstance(target, ast.Name) and hits(statement.value, oracle) is not None else None


def _maker(loop: ast.For, scope: ast.AST, oracle: Oracle) -> ast.Assign | None:
    if not isinstance(loop.iter, ast.Name):
        return None
    for node in ast.walk(scope):
        if isinstance(node, ast.Assign) and _made(node, oracle) == loop.iter.id:
            return node
    return None


@dataclass
class _Rows(Reading):
    """One rewrite under way."""

    hoisted: dict[str, ast.expr] = field(default_factory=dict)
    """What is computed behind the selection, by the name that it gets."""

    def fix(self, torch: str) -> Fix:
        self.torch = torch
        self._count()
        self._classify()
        self._flow()
        self._write()
        more = IN_LOOP if self.loop is not None else ()
        return Fix(ROWS, tuple(replace_all(self.source, self.new)), (*more, MORE, APART))

    # --- where the rows go ---

    def _flow(self) -> None:
        """Rows must meet only what treats each by itself, stay in the loop, and end in what puts them back."""
        if not self.ends:
            raise Stop("what is computed of the selected rows is not put back where they came from")
        tainted: set[str] = set()
        bound: set[str] = set()
        for statement in statements(self.body):
            if statement is self.picked.statement or self._deleted(statement) or statement in self.opened:
                continue
            if self.loop is not None:
                self._no_effect(statement, bound)
            parts = list(head_of(statement))
            reads = names_in(*parts)
            touched = bool(reads & tainted) or any(
                n in self.rows or n in self.weights for p in parts for n in ast.walk(p)
            )
            if statement in self.ends:
                self._by_rows(self.ends[statement], tainted)
                continue
            if isinstance(statement, (ast.Assign, ast.AugAssign)) and touched:
                targets = targets_of(statement)
                if not all(plain(target) for target in targets):
                    raise Stop(f"selected rows are kept: `{self._text(statement)}`")
                self._by_rows(statement.value, tainted)
                tainted |= names_in(*targets)
            elif touched:
                raise Stop(f"selected rows are needed for `{self._text(statement)}`")
        region = set(walk(self.body))
        for node in ast.walk(self.scope):
            if not isinstance(node, ast.Name) or node in region or not isinstance(node.ctx, ast.Load):
                continue
            if node.id in (tainted | bound) and is_behind(node, self.loop):
                raise Stop(f"`{node.id}` is used after the loop")

    def _no_effect(self, statement: ast.stmt, bound: set[str]) -> None:
        """A step that selects no row must do nothing that lasts."""
        if statement in self.ends:
            return
        if isinstance(statement, (ast.Assign, ast.AugAssign)):
            targets = targets_of(statement)
            names = names_in(*targets)
            if not all(plain(target) for target in targets):
                raise Stop(f"a step of the loop does more: `{self._text(statement)}`")
            if isinstance(statement, ast.AugAssign) and not names <= bound:
                raise Stop(f"a step of the loop needs what an earlier one left: `{self._text(statement)}`")
            carried = names_in(statement.value) & names - bound
            if carried and not self._only_here(carried):
                raise Stop(f"a step of the loop needs what an earlier one left: `{self._text(statement)}`")
            bound |= names
        elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            return
        elif not isinstance(statement, (ast.If, ast.With, ast.Continue, ast.Pass)):
            raise Stop(f"a step of the loop does more: `{self._text(statement)}`")

    def _only_here(self, names: set[str]) -> bool:
        """``expert = expert[0]``, of the loop's own variable."""
        return self.loop is not None and names <= names_in(self.loop.target)

    def _by_rows(self, expr: ast.expr, tainted: set[str]) -> None:
        for node in ast.walk(expr):
            if not isinstance(node, ast.Call) and not isinstance(node, ast.Attribute):
                continue
            if isinstance(node, ast.Attribute):
                if node.attr in _WHOLE and node.value not in self.weights and self._holds(node.value, tainted):
                    raise Stop(f"`{self._text(node)}` depends on how many rows are selected")
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            given = [*node.args, *([node.func.value] if isinstance(node.func, ast.Attribute) else [])]
            if name in _BY_ROWS and any(self._holds(part, tainted) for part in given):
                dims = [k.value for k in node.keywords if k.arg in ("dim", "axis")] or node.args[:2]
                if not any(is_number(dim, -1) for dim in dims):
                    raise Stop(f"`{self._text(node)}` is computed of several rows together")
            if is_name(node.func, "len") and any(self._holds(part, tainted) for part in given):
                raise Stop(f"`{self._text(node)}` depends on how many rows are selected")

    def _holds(self, expr: ast.expr, tainted: set[str]) -> bool:
        """Whether an expression is made of selected rows."""
        return any(
            n in self.rows or n in self.weights or (isinstance(n, ast.Name) and n.id in tainted) for n in ast.walk(expr)
        )

    def _vanishes(self, expr: ast.expr, before: ast.stmt) -> bool:
        """Whether a value is surely zero in the rows that are not selected."""
        if expr in self.weights:
            return True
        if isinstance(expr, ast.BinOp) and isinstance(expr.op, ast.Mult):
            return self._vanishes(expr.left, before) or self._vanishes(expr.right, before)
        if isinstance(expr, ast.BinOp) and isinstance(expr.op, ast.Div):
            return self._vanishes(expr.left, before)
        if isinstance(expr, ast.Call) and isinstance(expr.func, ast.Attribute):
            if "dropout" in expr.func.attr and expr.args:
                return self._vanishes(expr.args[0], before)
            return expr.func.attr in (*_CASTS, "unsqueeze") and self._vanishes(expr.func.value, before)
        if not isinstance(expr, ast.Name):
            return False
        zero = False
        for statement in statements(self.body):
            if not is_before(statement, before):
                break
            if isinstance(statement, ast.Assign) and any(expr.id in names_in(t) for t in statement.targets):
                always = any(statement in block for block in (self.body, *(opened.body for opened in self.opened)))
                whole = all(isinstance(target, ast.Name) for target in statement.targets)
                zero = (always or zero) and whole and self._vanishes(statement.value, statement)
            elif isinstance(statement, ast.AugAssign) and is_name(statement.target, expr.id):
                zero = zero and isinstance(statement.op, (ast.Mult, ast.Div))
        return zero

    # --- what takes the places ---

    @functools.cached_property
    def _chosen(self) -> ast.expr:
        names = [self.oracle.fresh_name(stem) for stem in ("chosen", "picked", "selected")]
        return quote.name(min(names, key=lambda name: name[-1].isdigit()))

    def _mask(self, extended: bool = True) -> ast.expr:
        """The mask of the rows, with a dimension for the columns."""
        if len(self.picked.names) == 2:
            return quote.expression("CHOSEN.any(-1, keepdim=True)", CHOSEN=self._chosen)
        if extended and not self._column:
            return quote.expression("CHOSEN[:, None]", CHOSEN=self._chosen)
        return self._chosen

    def _where(self, mask: ast.expr, value: ast.expr, other: ast.expr | None = None) -> ast.Call:
        return quote.call(f"{self.torch}.where", mask, value, other or ast.Constant(0))

    @property
    def _column(self) -> bool:
        """Whether the mask of single rows is a column: it is never met by what has one dimension."""
        return len(self.picked.names) == 1 and all(extended for _, _, extended in self.columns)

    def _write(self) -> None:
        if len(self.picked.names) == 1 and not self._two_dimensional():
            raise Stop("how many dimensions the rows have is not known")
        for whole, owner, in_front in self.states:
            made: ast.expr = self._where(self._mask(), self._own(owner))
            if in_front:
                made = quote.expression("STATE[None]", STATE=made)
            self.new[whole] = self._short(whole, owner, made, "state")
        for weight, owner, keeps in self.pairs:
            template = "WEIGHTS.sum(-1, keepdim=True)" if keeps else "WEIGHTS.sum(-1)"
            made = quote.expression(template, WEIGHTS=self._where(self._chosen, self._own(owner)))
            self.new[weight] = self._short(weight, owner, made, "weight")
        for weight, column, extended in self.columns:
            weights = self._own(weight.value)
            parts = [*([column] if column else []), *([ast.Constant(None)] if extended else [])]
            if parts:
                weights = quote.expression("WEIGHTS[:, PARTS]", WEIGHTS=weights, PARTS=parts)
            made = self._where(self._mask(extended), weights)
            self.new[weight] = self._short(weight, weight, made, "weight")
        for statement, value in self.ends.items():
            self.new[statement] = self._end(statement, value)
        assert isinstance(self._chosen, ast.Name)
        bound = {self._chosen.id: self._truth(), **self.hoisted}
        self.new[self.picked.statement] = [quote.assign(name, value) for name, value in bound.items()]
        self.new |= {branch: branch.body for branch in self.opened}
        self.new |= {statement: [] for statement in self.gone}

    def _short(self, whole: ast.expr, owner: ast.expr, made: ast.expr, stem: str) -> ast.expr:
        """The expression or, where the line would get too long, the name that it gets behind the selection."""
        line = self.source.lines[whole.lineno - 1].rstrip()
        added = len(ast.unparse(made)) - len(ast.unparse(whole))
        here = block_of(self.picked.statement, self.oracle) is self.body
        names = names_in(owner) - set(self.picked.names)
        written = {n.id for n in walk(self.body) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        name = self.oracle.fresh_name(stem)
        if len(line) + added <= WIDTH or not here or names & written or name in self.hoisted:
            return made
        self.hoisted[name] = made
        return quote.name(name)

    def _two_dimensional(self) -> bool:
        """Whether the rows surely have one dimension more than the mask: they go through a layer or meet columns."""
        if self.weights:
            return True
        for part in self.rows:
            parent = self.oracle.parent(part)
            while isinstance(parent, ast.Call) and part is not parent.func:
                module = self.oracle.module_class(parent.func)
                if module == "torch.nn.Linear" or self.oracle.qualname(parent.func) == "torch.nn.functional.linear":
                    return True
                part, parent = parent, self.oracle.parent(parent)
            if isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.MatMult) and parent.left is part:
                return True
        return self.loop is not None and any(
            isinstance(n, ast.Call) and isinstance(n.func, (ast.Name, ast.Subscript)) and set(n.args) & self.rows
            for n in walk(self.body)
        )

    def _truth(self) -> ast.expr:
        """The condition as a boolean tensor, tokens first."""
        condition = self.picked.condition
        if isinstance(condition, ast.Call) and isinstance(condition.func, ast.Attribute) and self.loop is not None:
            number = len(self.picked.names) == 2 and condition.func.attr == "squeeze"
            if number and len(condition.args) == 1 and is_number(condition.args[0], 0):
                condition = condition.func.value
        truth = self._own(condition)
        facts = self.oracle.tensor(condition)
        if len(self.picked.names) == 2 and self.picked.names[1] in self.tokens:
            truth = quote.expression("CONDITION.T", CONDITION=truth)
        if not isinstance(condition, ast.Compare) and (facts is None or not facts.boolean):
            truth = quote.method(truth, "bool")
        return quote.expression("ROWS[:, None]", ROWS=truth) if self._column else truth

    def _end(self, statement: ast.stmt, value: ast.expr) -> ast.stmt:
        """The statement that puts the rows back."""
        assigned = isinstance(statement, ast.Assign)
        zero = not assigned and self._vanishes(value, statement)
        if not zero and isinstance(value, (ast.Tuple, ast.NamedExpr, ast.GeneratorExp)):
            raise Stop(f"`{self._text(value)}` is not a tensor")
        if isinstance(statement, ast.Assign):
            target = statement.targets[0]
            assert isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name)
            name = target.value.id
            where = self._where(self._mask(), value, target.value)
            facts = self.oracle.named(name)
            if facts is not None and facts.fresh and not self.oracle.shared(name):
                return quote.assign(name, where)
            return ast.Expr(quote.method(target.value, "copy_", where))
        added = value if zero else self._where(self._mask(), value)
        if isinstance(statement, ast.AugAssign):
            assert isinstance(statement.target, ast.Subscript)
            target = statement.target.value
            assert isinstance(target, ast.Name)
            return ast.AugAssign(target, statement.op, added)
        assert isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
        assert isinstance(statement.value.func, ast.Attribute)
        return ast.Expr(quote.method(statement.value.func.value, "add_", added))


CAPTURED = (
    "compile with fullgraph=True or torch._dynamo.config.capture_dynamic_output_shape_ops = True, which capture it "
    "as it is, or compute all elements and mask the result"
)
UNROLLED = "loop over a known number of steps, with torch.where in each"


@fix_factory
def rows_fix(event: Event, statement: ast.stmt) -> Callable[[], Fix]:
    """All rows computed, where those are computed that data selects."""
    facts = Facts(event, statement)

    def make() -> Fix:
        result = all_rows(statement, facts.scope, event.frame.source, facts)
        if isinstance(result, Obstacle):
            result = Obstacle(f"{result.reason}; {CAPTURED if isinstance(event, Call) else UNROLLED}")
        return answer(result)

    return make
