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
from dataclasses import dataclass, field

from fullgraph.lint.diagnostics import Applicability, Edit, Fix, Position
from fullgraph.lint.source import SourceFile
from fullgraph.rules.rewrite.oracle import Obstacle, Oracle
from fullgraph.rules.rewrite.selection import (
    Selection,
    block_of,
    head_of,
    hits,
    is_before,
    is_behind,
    is_name,
    is_number,
    mask_of,
    names_in,
    over_range,
    plain,
    selection,
    statements,
    unpacked,
    walk,
)
from fullgraph.rules.rewrite.text import WIDTH, alone, comments, own_text, postfix, replace, rows_in_strings
from fullgraph.rules.rewrite.torch_name import torch_name

ROWS = (
    "Compute all rows, with those that are not selected set to zero: how many are selected depends on data; "
    "{more}it computes more, which can round sums in another way, and it is assumed that each row is computed by itself"
)
LOOP = "parameters that no row selected get zero gradients instead of none, dropout draws other numbers, "

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
    found = _find(statement, scope, oracle)
    if isinstance(found, Obstacle):
        return found
    picked, loop, hit = found
    return _Rows(picked, loop, hit, scope, source, oracle).fix()


Found = tuple[Selection, "ast.For | None", "ast.Assign | None"]


def _find(statement: ast.stmt, scope: ast.AST, oracle: Oracle) -> Found | Obstacle:
    """The selection, the loop around it, and the statement that makes what the loop goes over."""
    nothing = Obstacle("its result is not what a form without it is known for")
    if isinstance(statement, ast.For):
        loop: ast.For | None = statement
    elif (hit := _made(statement, oracle)) is not None:
        loop = next((n for n in ast.walk(scope) if isinstance(n, ast.For) and is_name(n.iter, hit)), None)
    else:
        loop = _around(statement, scope, oracle)
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


def _around(statement: ast.stmt, scope: ast.AST, oracle: Oracle) -> ast.For | None:
    node: ast.AST | None = statement
    while node is not None and node is not scope:
        if isinstance(node, ast.For):
            return node
        node = oracle.parent(node)
    return None


class _Stop(Exception):
    """Something is in the way."""


@dataclass
class _Rows:
    """One rewrite under way."""

    picked: Selection
    loop: ast.For | None
    hit: ast.Assign | None
    scope: ast.AST
    source: SourceFile
    oracle: Oracle
    torch: str = "torch"
    index: str | None = None
    """What counts the loop's steps, after the rewrite."""
    lost: bool = False
    """Whether the loop's variable is a tensor with a dimension of its own."""
    tokens: set[str] = field(default_factory=set)
    slots: set[str] = field(default_factory=set)
    edits: list[Edit] = field(default_factory=list)
    gone: list[ast.stmt] = field(default_factory=list)
    """Statements that are deleted."""
    opened: list[ast.If] = field(default_factory=list)
    """Branches whose body always runs now."""
    rows: set[ast.AST] = field(default_factory=set)
    """Expressions that give selected rows, as they are read from whole tensors."""
    weights: set[ast.AST] = field(default_factory=set)
    """Expressions that are zero for what is not selected."""
    ends: dict[ast.stmt, ast.expr] = field(default_factory=dict)
    """The statements that put rows back, each with their values."""
    states: list[tuple[ast.expr, ast.expr, str]] = field(default_factory=list)
    pairs: list[tuple[ast.Subscript, ast.expr, str]] = field(default_factory=list)
    columns: list[tuple[ast.Subscript, str, bool]] = field(default_factory=list)
    """Weights of one expert: what is read, the column, and whether it gets a dimension back."""
    hoisted: list[str] = field(default_factory=list)
    """Statements behind the selection's."""
    closed: dict[int, int] = field(default_factory=dict)
    """For rows behind deleted ones, the first of these."""

    def fix(self) -> Fix | Obstacle:
        named = torch_name(self.source, self.oracle)
        if isinstance(named, Obstacle):
            return named
        self.torch, imports = named
        try:
            self._count()
            self._classify()
            self._flow()
            self._write()
        except _Stop as stop:
            return Obstacle(str(stop))
        message = ROWS.format(more=LOOP if self.loop is not None else "")
        return Fix(Applicability.UNSAFE, message, (*imports, *sorted(self.edits)))

    def _text(self, node: ast.AST) -> str:
        return " ".join(ast.unparse(node).split())

    # --- the loop ---

    @property
    def body(self) -> list[ast.stmt]:
        """The statements in which selected rows may be met."""
        if self.loop is not None:
            return self.loop.body
        parent = self.oracle.parent(self.picked.statement)
        for name in ("body", "orelse", "finalbody"):
            block = getattr(parent, name, None)
            if isinstance(block, list) and self.picked.statement in block:
                return block[block.index(self.picked.statement) :]
        return [self.picked.statement]

    def _count(self) -> None:
        """Read the loop's head."""
        loop = self.loop
        if loop is None:
            return
        if loop.orelse or not isinstance(loop.target, ast.Name):
            if over_range(loop, self.oracle) or self._enumerated(loop):
                return
            raise _Stop("its loop has more than one variable")
        self.index = loop.target.id
        if over_range(loop, self.oracle):
            return
        maker = self.hit.value if self.hit is not None else loop.iter
        found = hits(maker, self.oracle)
        if found is None:
            self.index = None
            return
        if self.hit is not None and isinstance(loop.iter, ast.Name):
            reads = [n for n in ast.walk(self.scope) if is_name(n, loop.iter.id)]
            if len(reads) != 2:
                raise _Stop(f"`{loop.iter.id}` is used for more than the loop")
            self._delete(self.hit)
        self.lost = not found[1]
        number = self._experts(found[0])
        self.edits.append(replace(self.source, loop.iter, f"range({number})"))
        self._rebound(loop.target, number)

    def _enumerated(self, loop: ast.For) -> bool:
        """A loop over experts that are there whatever the data is."""
        return (
            not loop.orelse
            and isinstance(loop.iter, ast.Call)
            and (self.oracle.qualname(loop.iter.func) or "") in ("enumerate", "zip")
        )

    def _experts(self, condition: ast.expr) -> str:
        """How many steps the loop has at most: the classes of the mask, or the length of its first dimension."""
        mask = mask_of(self._condition())
        if mask is None or not isinstance(mask, ast.Name):
            raise _Stop("what is selected is not told by one mask for all steps of the loop")
        if mask.id not in names_in(condition):
            raise _Stop(f"the loop is over something else than `{mask.id}`")
        classes = None
        for node in ast.walk(self.scope):
            if isinstance(node, ast.Assign) and any(is_name(target, mask.id) for target in node.targets):
                for call in ast.walk(node.value):
                    if isinstance(call, ast.Call) and isinstance(call.func, (ast.Attribute, ast.Name)):
                        name = call.func.attr if isinstance(call.func, ast.Attribute) else call.func.id
                        if name == "one_hot":
                            given = [k.value for k in call.keywords if k.arg == "num_classes"] + call.args[1:2]
                            classes = given[0] if given else None
                        if name == "permute" and not is_number(call.args[0] if call.args else call, 2, -1):
                            return f"{mask.id}.shape[0]"
        simple = classes is not None and not any(
            isinstance(part, ast.Call) and not is_name(part.func, "len") for part in ast.walk(classes)
        )
        return ast.unparse(classes) if simple and classes is not None else f"{mask.id}.shape[0]"

    def _condition(self) -> ast.expr:
        """The condition as it was made: a name that the loop's body gave it stands for that."""
        condition = self.picked.condition
        if isinstance(condition, ast.Name):
            made = [
                s.value
                for s in statements(self.body)
                if isinstance(s, ast.Assign) and len(s.targets) == 1 and is_name(s.targets[0], condition.id)
            ]
            if len(made) == 1:
                return made[0]
        return condition

    def _rebound(self, target: ast.Name, number: str) -> None:
        """``expert = expert[0]`` and the like go, and other readings must not need a tensor."""
        name = target.id
        for statement in statements(self.loop.body if self.loop is not None else []):
            if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
                continue
            one = statement.targets[0]
            if isinstance(one, ast.Name) and unpacked(statement.value, name):
                if one.id != name:
                    if any(is_name(n, name) and n is not target for n in walk(self.body, statement)):
                        raise _Stop(f"`{name}` is used beside `{one.id}`")
                    self.edits.append(replace(self.source, target, one.id))
                self._delete(statement)
                self.index, self.lost = one.id, False
                break
        assert self.index is not None
        self._beyond(number)
        self._index_reads(self.index, target)

    def _beyond(self, number: str) -> None:
        """``if expert == number: continue`` of a loop over ``range(number)`` goes."""
        for statement in self.loop.body if self.loop is not None else []:
            if not isinstance(statement, ast.If) or statement.orelse or not isinstance(statement.test, ast.Compare):
                continue
            ends = len(statement.body) == 1 and isinstance(statement.body[0], ast.Continue)
            if ends and ast.unparse(statement.test) == f"{self.index} == {number}":
                self._delete(statement)

    def _index_reads(self, name: str, target: ast.Name) -> None:
        for node in walk(self.body):
            if not is_name(node, name) or node is target or self._deleted(node):
                continue
            if not isinstance(node.ctx, ast.Load):  # type: ignore[attr-defined]
                raise _Stop(f"`{name}` is bound again")
            parent = self.oracle.parent(node)
            if isinstance(parent, ast.Attribute):
                above = self.oracle.parent(parent)
                if parent.attr != "item" or not isinstance(above, ast.Call):
                    raise _Stop(f"`{self._text(parent)}` needs a tensor")
                self.edits.append(replace(self.source, above, name))
            elif isinstance(parent, ast.Subscript) and parent.value is node:
                if not is_number(parent.slice, 0):
                    raise _Stop(f"`{self._text(parent)}` needs a tensor")
                if own_text(parent, self.source):
                    self.edits.append(replace(self.source, parent, name))
                else:
                    self._in_text(parent, name)
            elif self.lost and isinstance(parent, ast.Subscript) and not self._index_of_module(parent):
                inside_condition = any(n is node for n in ast.walk(self.picked.condition))
                made = self._condition()
                if not inside_condition and not any(n is node for n in ast.walk(made)):
                    raise _Stop(f"`{self._text(parent)}` has a dimension more than with a number")
        later = (n for n in ast.walk(self.scope) if is_name(n, name) and is_behind(n, self.loop))
        if any(isinstance(n.ctx, ast.Load) for n in later if isinstance(n, ast.Name)):
            raise _Stop(f"`{name}` is used after the loop")

    def _in_text(self, node: ast.Subscript, name: str) -> None:
        """``f"{expert[0]}"``, whose parts have no places of their own before Python 3.12."""
        text: ast.AST | None = node
        while text is not None and not isinstance(text, ast.JoinedStr):
            text = self.oracle.parent(text)
        if not isinstance(text, ast.JoinedStr) or not own_text(text, self.source):
            raise _Stop("its variable stands inside an f-string")
        old = self.source.segment(text)
        if old.count(f"{name}[0]") != 1:
            raise _Stop("its variable stands inside an f-string")
        self.edits.append(replace(self.source, text, old.replace(f"{name}[0]", name)))

    def _index_of_module(self, node: ast.Subscript) -> bool:
        """``self.experts[index]`` that is called, now or under a name: no tensor is."""
        parent = self.oracle.parent(node)
        if isinstance(parent, ast.Call) and parent.func is node:
            return True
        if not isinstance(parent, ast.Assign) or len(parent.targets) != 1:
            return False
        name = parent.targets[0]
        return isinstance(name, ast.Name) and any(
            isinstance(n, ast.Call) and is_name(n.func, name.id) for n in walk(self.body)
        )

    # --- what is read and written by rows ---

    def _classify(self) -> None:
        """Every reading of the indices is one that is known."""
        waiting = list(self.picked.names)
        seen = set()
        region = set(walk(self.body))
        alias: dict[str, str] = {}
        while waiting:
            name = waiting.pop()
            seen.add(name)
            for node in ast.walk(self.scope):
                if not is_name(node, name) or self._deleted(node):
                    continue
                assert isinstance(node, ast.Name)
                if not isinstance(node.ctx, ast.Load):
                    target = self.picked.statement.targets[0]
                    if node is not target and node not in ast.walk(target) and name not in alias:
                        raise _Stop(f"`{name}` is bound again")
                    continue
                if node not in region or is_before(node, self.picked.statement):
                    raise _Stop(f"`{name}` is used outside of it")
                new = self._alias(node)
                if new is not None:
                    alias[new] = alias.get(name, name)
                    waiting.append(new)
                else:
                    self._role(node, alias.get(name, name))
        roots = {alias.get(name, name) for name in self.picked.names}
        token = {alias.get(name, name) for name in self.tokens}
        if len(token) != 1:
            raise _Stop("its result is used for something else than to select rows")
        self.slots = roots - token

    def _alias(self, node: ast.Name) -> str | None:
        """Another name that the indices get; its statement goes."""
        value: ast.AST = node
        parent = self.oracle.parent(node)
        if isinstance(parent, ast.Attribute) and parent.attr == "tolist":
            value = self.oracle.parent(parent) or node
            parent = self.oracle.parent(value)
        if isinstance(parent, ast.Assign) and parent.value is value and len(parent.targets) == 1:
            target = parent.targets[0]
            if isinstance(target, ast.Name):
                stores = [n for n in ast.walk(self.scope) if is_name(n, target.id)]
                if sum(not isinstance(n.ctx, ast.Load) for n in stores if isinstance(n, ast.Name)) != 1:
                    raise _Stop(f"`{target.id}` is bound again")
                self._delete(parent)
                return target.id
        return None

    def _role(self, node: ast.Name, name: str) -> None:
        parent = self.oracle.parent(node)
        if self._emptiness(node):
            return
        if isinstance(parent, ast.Tuple):
            subscript = self.oracle.parent(parent)
            if isinstance(subscript, ast.Subscript) and subscript.slice is parent:
                self._tuple(subscript, parent.elts, node, name)
                return
        if isinstance(parent, ast.Subscript) and parent.slice is node:
            if isinstance(parent.ctx, ast.Load):
                self._state(parent, parent.value, name)
                return
            self._stored(parent, name)
            return
        if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Attribute) and self._added(parent, node, name):
            return
        raise _Stop(f"`{self._text(parent or node)}` needs the indices themselves")

    def _tuple(self, subscript: ast.Subscript, parts: list[ast.expr], node: ast.Name, name: str) -> None:
        """``x[None, rows]``, ``weights[rows, slots]``, ``weights[rows, slots, None]``, ``weights[rows, number]``."""
        if not isinstance(subscript.ctx, ast.Load):
            raise _Stop(f"`{self._text(subscript)}` is written in part")
        none = [isinstance(part, ast.Constant) and part.value is None for part in parts]
        if parts[1:] == [node] and none[0]:
            above = self.oracle.parent(subscript)
            call = self.oracle.parent(above) if isinstance(above, ast.Attribute) else None
            flat = isinstance(above, ast.Attribute) and above.attr in ("reshape", "view")
            if flat and isinstance(call, ast.Call) and len(call.args) == 2 and is_number(call.args[0], -1):
                self._state(call, subscript.value, name)
            else:
                self._state(subscript, subscript.value, name, "[None]")
            return
        last = none[2:] in ([], [True])
        if len(parts) in (2, 3) and last and parts[0] is node:
            if isinstance(parts[1], ast.Slice):
                if len(parts) == 2 and not (parts[1].lower or parts[1].upper or parts[1].step):
                    self._state(subscript, subscript.value, name)
                    return
            elif none[1] and len(parts) == 2:
                self._weight(subscript, name, "", True)
                return
            elif len(self.picked.names) == 2:
                if isinstance(parts[1], ast.Name) and parts[1].id not in self.tokens:
                    self.tokens.add(name)
                    self.weights.add(subscript)
                    self.pairs.append((subscript, subscript.value, ", keepdim=True" if none[2:] else ""))
                    return
            elif not isinstance(parts[1], (ast.Starred, ast.Tuple)):
                self._weight(subscript, name, self.source.segment(parts[1]), bool(none[2:]))
                return
        if len(parts) in (2, 3) and last and parts[1] is node and len(self.picked.names) == 2:
            return  # it is met again as the first of the two
        raise _Stop(f"`{self._text(subscript)}` selects in a way that is not understood")

    def _state(self, whole: ast.expr, owner: ast.expr, name: str, behind: str = "") -> None:
        self.tokens.add(name)
        self.rows.add(whole)
        if names_in(owner) & set(self.picked.names):
            raise _Stop(f"`{self._text(whole)}` selects twice")
        self.states.append((whole, owner, behind))

    def _weight(self, whole: ast.Subscript, name: str, column: str, extended: bool) -> None:
        self.tokens.add(name)
        self.weights.add(whole)
        self.columns.append((whole, column, extended))

    def _segment(self, node: ast.expr) -> str:
        if not own_text(node, self.source) or comments(self.source, self.source.start(node), self.source.end(node)):
            raise _Stop("a comment or an f-string stands inside of it")
        return self.source.segment(node)

    def _emptiness(self, node: ast.Name) -> bool:
        """``if rows.numel() == 0: continue``, which is not needed, and ``if rows.numel() > 0:``, whose body is."""
        count: ast.AST = node
        parent = self.oracle.parent(node)
        above = self.oracle.parent(parent) if parent is not None else None
        if isinstance(parent, ast.Attribute) and parent.attr in ("numel", "nelement", "size"):
            if not isinstance(above, ast.Call) or not (
                parent.attr != "size" or [is_number(a, 0) for a in above.args] == [True]
            ):
                return False
            count = above
        elif isinstance(parent, ast.Attribute) and parent.attr == "shape" and isinstance(above, ast.Subscript):
            if not is_number(above.slice, 0):
                return False
            count = above
        elif isinstance(parent, ast.Call) and is_name(parent.func, "len"):
            count = parent
        else:
            return False
        test = self.oracle.parent(count)
        branch: ast.AST | None = test
        some: bool | None = None
        if isinstance(test, ast.Compare) and test.left is count and len(test.ops) == 1:
            branch = self.oracle.parent(test)
            if isinstance(test.ops[0], ast.Eq) and is_number(test.comparators[0], 0):
                some = False
            elif is_number(test.comparators[0], 1 if isinstance(test.ops[0], ast.GtE) else 0):
                some = True if isinstance(test.ops[0], (ast.Gt, ast.NotEq, ast.GtE)) else None
        elif isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            branch, some = self.oracle.parent(test), False
        elif isinstance(test, ast.If):
            some = True
        if not isinstance(branch, ast.If) or some is None or branch.orelse or self.loop is None:
            return False
        if some:
            self.opened.append(branch)
            return True
        if len(branch.body) == 1 and isinstance(branch.body[0], ast.Continue):
            self._delete(branch)
            return True
        return False

    def _added(self, call: ast.Call, node: ast.Name, name: str) -> bool:
        """``out.index_add_(0, rows, values)`` and ``x.index_select(0, rows)``."""
        assert isinstance(call.func, ast.Attribute)
        if (
            call.func.attr == "index_select"
            and len(call.args) == 2
            and call.args[1] is node
            and is_number(call.args[0], 0)
        ):
            self._state(call, call.func.value, name)
            return True
        statement = self.oracle.parent(call)
        if call.func.attr != "index_add_" or len(call.args) != 3 or call.keywords or not is_number(call.args[0], 0):
            return False
        if call.args[1] is not node or not isinstance(statement, ast.Expr):
            return False
        self.tokens.add(name)
        self.ends[statement] = call.args[2]
        return True

    def _stored(self, target: ast.Subscript, name: str) -> None:
        statement = self.oracle.parent(target)
        whole = isinstance(statement, ast.Assign) and len(statement.targets) == 1
        added = isinstance(statement, ast.AugAssign) and isinstance(statement.op, ast.Add)
        if len(self.picked.names) != 1 or not (whole or added) or not isinstance(target.value, ast.Name):
            raise _Stop(f"`{self._text(target)}` is written in a way that has no form for all rows")
        assert isinstance(statement, (ast.Assign, ast.AugAssign))
        self.tokens.add(name)
        self.ends[statement] = statement.value

    # --- where the rows go ---

    def _flow(self) -> None:
        """Rows must meet only what treats each by itself, stay in the loop, and end in what puts them back."""
        if not self.ends:
            raise _Stop("what is computed of the selected rows is not put back where they came from")
        tainted: set[str] = set()
        bound: set[str] = set()
        for statement in statements(self.body):
            if statement is self.picked.statement or self._deleted(statement) or statement in self.opened:
                continue
            if self.loop is not None:
                self._no_effect(statement, bound)
            parts = list(head_of(statement))
            reads = {n.id for part in parts for n in ast.walk(part) if isinstance(n, ast.Name)}
            touched = bool(reads & tainted) or any(
                n in self.rows or n in self.weights for p in parts for n in ast.walk(p)
            )
            if statement in self.ends:
                self._by_rows(self.ends[statement], tainted)
                continue
            if isinstance(statement, (ast.Assign, ast.AugAssign)) and touched:
                targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
                if not all(plain(target) for target in targets):
                    raise _Stop(f"selected rows are kept: `{self._text(statement)}`")
                self._by_rows(statement.value, tainted)
                tainted |= {n.id for target in targets for n in ast.walk(target) if isinstance(n, ast.Name)}
            elif touched:
                raise _Stop(f"selected rows are needed for `{self._text(statement)}`")
        region = set(walk(self.body))
        for node in ast.walk(self.scope):
            if not isinstance(node, ast.Name) or node in region or not isinstance(node.ctx, ast.Load):
                continue
            if node.id in (tainted | bound) and is_behind(node, self.loop):
                raise _Stop(f"`{node.id}` is used after the loop")

    def _no_effect(self, statement: ast.stmt, bound: set[str]) -> None:
        """A step that selects no row must do nothing that lasts."""
        if statement in self.ends:
            return
        if isinstance(statement, (ast.Assign, ast.AugAssign)):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            names = {n.id for target in targets for n in ast.walk(target) if isinstance(n, ast.Name)}
            if not all(plain(target) for target in targets):
                raise _Stop(f"a step of the loop does more: `{self._text(statement)}`")
            if isinstance(statement, ast.AugAssign) and not names <= bound:
                raise _Stop(f"a step of the loop needs what an earlier one left: `{self._text(statement)}`")
            carried = {n.id for n in ast.walk(statement.value) if isinstance(n, ast.Name)} & names - bound
            if carried and not self._only_here(carried):
                raise _Stop(f"a step of the loop needs what an earlier one left: `{self._text(statement)}`")
            bound |= names
        elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            return
        elif not isinstance(statement, (ast.If, ast.With, ast.Continue, ast.Pass)):
            raise _Stop(f"a step of the loop does more: `{self._text(statement)}`")

    def _only_here(self, names: set[str]) -> bool:
        """``expert = expert[0]``, of the loop's own variable."""
        return self.loop is not None and names <= names_in(self.loop.target)

    def _by_rows(self, expr: ast.expr, tainted: set[str]) -> None:
        for node in ast.walk(expr):
            if not isinstance(node, ast.Call) and not isinstance(node, ast.Attribute):
                continue
            if isinstance(node, ast.Attribute):
                if node.attr in _WHOLE and node.value not in self.weights and self._holds(node.value, tainted):
                    raise _Stop(f"`{self._text(node)}` depends on how many rows are selected")
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            given = [*node.args, *([node.func.value] if isinstance(node.func, ast.Attribute) else [])]
            if name in _BY_ROWS and any(self._holds(part, tainted) for part in given):
                dims = [k.value for k in node.keywords if k.arg in ("dim", "axis")] or node.args[:2]
                if not any(is_number(dim, -1) for dim in dims):
                    raise _Stop(f"`{self._text(node)}` is computed of several rows together")
            if is_name(node.func, "len") and any(self._holds(part, tainted) for part in given):
                raise _Stop(f"`{self._text(node)}` depends on how many rows are selected")

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

    # --- the text ---

    def _chosen(self) -> str:
        if not hasattr(self, "_name"):
            names = [self.oracle.fresh_name(stem) for stem in ("chosen", "picked", "selected")]
            self._name = min(names, key=lambda name: name[-1].isdigit())
        return self._name

    def _mask(self, extended: bool = True) -> str:
        """The mask of the rows, with a dimension for the columns."""
        if len(self.picked.names) == 2:
            return f"{self._chosen()}.any(-1, keepdim=True)"
        return f"{self._chosen()}[:, None]" if extended and not self._column else self._chosen()

    @property
    def _column(self) -> bool:
        """Whether the mask of single rows is a column: it is never met by what has one dimension."""
        return len(self.picked.names) == 1 and all(extended for _, _, extended in self.columns)

    def _write(self) -> None:
        if len(self.picked.names) == 1 and not self._two_dimensional():
            raise _Stop("how many dimensions the rows have is not known")
        for whole, owner, more in self.states:
            text = f"{self.torch}.where({self._mask()}, {self._segment(owner)}, 0){more}"
            self.edits.append(replace(self.source, whole, self._short(whole, owner, text, "state")))
        for whole, owner, keep in self.pairs:
            text = f"{self.torch}.where({self._chosen()}, {self._segment(owner)}, 0).sum(-1{keep})"
            self.edits.append(replace(self.source, whole, self._short(whole, owner, text, "weight")))
        for whole, column, extended in self.columns:
            parts = [":", *([column] if column else []), *(["None"] if extended else [])]
            weights = postfix(self._segment(whole.value), whole.value, f"[{', '.join(parts)}]" if parts[1:] else "")
            text = f"{self.torch}.where({self._mask(extended)}, {weights}, 0)"
            self.edits.append(replace(self.source, whole, self._short(whole, whole, text, "weight")))
        for statement, value in self.ends.items():
            self._end(statement, value)
        indent = self.source.lines[self.picked.statement.lineno - 1][: self.picked.statement.col_offset]
        made = f"{self.source.newline}{indent}".join([f"{self._chosen()} = {self._truth()}", *self.hoisted])
        self.edits.append(replace(self.source, self.picked.statement, made))
        found = comments(self.source, self.source.start(self.picked.statement), self.source.end(self.picked.statement))
        if found:
            raise _Stop("a comment stands inside the statement")
        for branch in self.opened:
            self._open(branch)
        self._settle()

    def _short(self, whole: ast.expr, owner: ast.expr, text: str, stem: str) -> str:
        """The text or, where the line would get too long, the name that a statement behind the selection gives it."""
        line = self.source.lines[whole.lineno - 1].rstrip()
        added = len(text) - len(self.source.segment(whole))
        here = block_of(self.oracle.parent(self.picked.statement), self.picked.statement) is self.body
        names = names_in(owner) - set(self.picked.names)
        written = {n.id for n in walk(self.body) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        if len(line) + added <= WIDTH + 10 or "\n" in text or not here or names & written:
            return text
        name = self.oracle.fresh_name(stem)
        if any(made.startswith(f"{name} = ") for made in self.hoisted):
            return text
        self.hoisted.append(f"{name} = {text}")
        return name

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

    def _truth(self) -> str:
        """The condition as a boolean tensor, tokens first."""
        condition = self.picked.condition
        if isinstance(condition, ast.Call) and isinstance(condition.func, ast.Attribute) and self.loop is not None:
            number = len(self.picked.names) == 2 and condition.func.attr == "squeeze"
            if number and len(condition.args) == 1 and is_number(condition.args[0], 0):
                condition = condition.func.value
        text = self._segment(condition)
        facts = self.oracle.tensor(condition)
        flip = len(self.picked.names) == 2 and self.picked.names[1] in {*self.tokens}
        if flip:
            text = postfix(text, condition, ".T")
        boolean = isinstance(condition, ast.Compare) or (facts is not None and facts.boolean)
        if not boolean:
            text = f"{text}.bool()" if flip else postfix(text, condition, ".bool()")
        if not self._column:
            return text
        return f"{text}[:, None]" if not boolean else postfix(text, condition, "[:, None]")

    def _end(self, statement: ast.stmt, value: ast.expr) -> None:
        """Put the rows back."""
        zero = self._vanishes(value, statement)
        if isinstance(statement, ast.Expr):
            call = statement.value
            assert isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)
            first = call.args[0]
            self.edits.append(Edit(self.source.start(first), self.source.start(value), ""))
            self.edits.append(self._insertion(self.source.end(call.func), -4, "add_"))
        elif isinstance(statement, ast.AugAssign):
            target = statement.target
            assert isinstance(target, ast.Subscript)
            self.edits.append(Edit(self.source.end(target.value), self.source.end(target), ""))
        else:
            assert isinstance(statement, ast.Assign)
            self._assigned(statement, value)
            return
        if not zero:
            self._around_value(value, f"{self.torch}.where({self._mask()}, ", ", 0)")

    def _assigned(self, statement: ast.Assign, value: ast.expr) -> None:
        """Rows that are replaced: the name is bound again where no one else has the tensor."""
        target = statement.targets[0]
        assert isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name)
        name = target.value.id
        where = f"{self.torch}.where({self._mask()}, "
        facts = self.oracle.named(name)
        if facts is not None and facts.fresh and not self.oracle.shared(name):
            self.edits.append(Edit(self.source.end(target.value), self.source.end(target), ""))
            self._around_value(value, where, f", {name})")
        else:
            head = Edit(self.source.end(target.value), self.source.start(value), f".copy_({where}")
            self.edits += [head, Edit(self.source.end(value), self.source.end(value), f", {name}))")]

    def _around_value(self, value: ast.expr, before: str, after: str) -> None:
        if isinstance(value, (ast.Tuple, ast.NamedExpr, ast.GeneratorExp)):
            raise _Stop(f"`{self._text(value)}` is no tensor")
        start, end = self.source.start(value), self.source.end(value)
        self.edits += [Edit(start, start, before), Edit(end, end, after)]

    def _insertion(self, end: Position, back: int, content: str) -> Edit:
        """``index_add_`` as ``add_``: the last characters of the name are replaced with it."""
        start = Position(end.row, end.column - len("index_add_"))
        return Edit(start, end, content)

    def _delete(self, statement: ast.stmt) -> None:
        if not alone(self.source, statement):
            raise _Stop("a statement that goes shares its line with another")
        self.gone.append(statement)

    def _deleted(self, node: ast.AST) -> bool:
        at: ast.AST | None = node
        while at is not None and at is not self.scope:
            if at in self.gone:
                return True
            at = self.oracle.parent(at)
        return False

    def _open(self, branch: ast.If) -> None:
        """Take the body out of an ``if``."""
        first, last = branch.body[0], branch.body[-1]
        if first.lineno == branch.lineno:
            raise _Stop("a statement shares its line with its test")
        depth = first.col_offset - branch.col_offset
        strings = rows_in_strings(self.source)
        head = Edit(Position(branch.lineno, 1), Position(branch.test.end_lineno or branch.lineno, 1), "")
        end = Position((branch.test.end_lineno or branch.lineno) + 1, 1)
        kept = [text for place, text in comments(self.source, head.location, end)]
        indent = self.source.lines[branch.lineno - 1][: branch.col_offset]
        content = "".join(f"{indent}{text}{self.source.newline}" for text in kept)
        self.edits.append(Edit(head.location, end, content))
        for row in range(end.row, (last.end_lineno or last.lineno) + 1):
            line = self.source.lines[row - 1]
            if row in strings or not line[:depth].isspace() or not line.strip():
                continue
            self.edits.append(Edit(Position(row, 1), Position(row, 1 + depth), ""))

    def _settle(self) -> None:
        """Delete what goes, and let no other edit touch it."""
        for statement in sorted(dict.fromkeys(self.gone), key=lambda one: one.lineno):
            block = block_of(self.oracle.parent(statement), statement)
            if block is not None and len(block) == 1:
                raise _Stop("a block would be left empty")
            start = Position(statement.lineno, 1)
            end = self._with_blank(start.row, (statement.end_lineno or statement.lineno) + 1)
            kept = [text for _, text in comments(self.source, start, end)]
            indent = self.source.lines[statement.lineno - 1][: statement.col_offset]
            content = "".join(f"{indent}{text}{self.source.newline}" for text in kept)
            self.edits = [e for e in self.edits if not (start <= e.location and e.end_location <= end)]
            self.edits.append(Edit(start, end, content))

    def _with_blank(self, first: int, behind: int) -> Position:
        """Where rows that go end: two blank lines that would meet become one."""
        lines = self.source.lines
        if first in self.closed:
            first = self.closed[first]
        meet = first > 1 and behind <= len(lines) and not lines[first - 2].strip() and not lines[behind - 1].strip()
        self.closed[behind + meet] = first
        return Position(behind + meet, 1)
