"""How a loop reads and writes the rows that it selects: every use of their indices is one that is known."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.codemod import quote
from fullgraph.rules.rewrite.analysis.bindings import block_of
from fullgraph.rules.rewrite.analysis.oracle import Oracle, Stop
from fullgraph.rules.rewrite.analysis.text import own_text
from fullgraph.rules.rewrite.analysis.trees import counted, is_before, is_name, is_not, is_number, names_in, outward
from fullgraph.rules.rewrite.rows.selection import (
    Selection,
    hits,
    is_behind,
    mask_of,
    over_range,
    statements,
    unpacked,
    walk,
)


@dataclass
class Reading:
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
    new: dict[ast.AST, ast.AST | list[ast.stmt]] = field(default_factory=dict)
    """What takes the places of expressions and statements."""
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
    states: list[tuple[ast.expr, ast.expr, bool]] = field(default_factory=list)
    """What is read, its tensor, and whether it gets a dimension in front."""
    pairs: list[tuple[ast.Subscript, ast.expr, bool]] = field(default_factory=list)
    """Weights of all experts: what is read, its tensor, and whether it gets a dimension back."""
    columns: list[tuple[ast.Subscript, ast.expr | None, bool]] = field(default_factory=list)
    """Weights of one expert: what is read, the column, and whether it gets a dimension back."""

    def _text(self, node: ast.AST) -> str:
        return " ".join(ast.unparse(node).split())

    # --- the loop ---

    @property
    def body(self) -> list[ast.stmt]:
        """The statements in which selected rows may be met."""
        if self.loop is not None:
            return self.loop.body
        statement = self.picked.statement
        block = block_of(statement, self.oracle)
        return block[block.index(statement) :]

    def _count(self) -> None:
        """Read the loop's head."""
        loop = self.loop
        if loop is None:
            return
        if loop.orelse or not isinstance(loop.target, ast.Name):
            if over_range(loop, self.oracle) or self._enumerated(loop):
                return
            raise Stop("its loop has more than one variable")
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
                raise Stop(f"`{loop.iter.id}` is used for more than the loop")
            self.gone.append(self.hit)
        self.lost = not found[1]
        number = self._experts(found[0])
        self.new[loop.iter] = quote.call("range", number)
        self._rebound(loop.target, number)

    def _enumerated(self, loop: ast.For) -> bool:
        """A loop over experts that are there whatever the data is."""
        return (
            not loop.orelse
            and isinstance(loop.iter, ast.Call)
            and (self.oracle.qualname(loop.iter.func) or "") in ("enumerate", "zip")
        )

    def _experts(self, condition: ast.expr) -> ast.expr:
        """How many steps the loop has at most: the classes of the mask, or the length of its first dimension."""
        mask = mask_of(self._condition())
        if mask is None or not isinstance(mask, ast.Name):
            raise Stop("one mask does not give the selection for all steps of the loop")
        if mask.id not in names_in(condition):
            raise Stop(f"the loop is not over `{mask.id}`")
        classes = None
        length = quote.expression("MASK.shape[0]", MASK=mask)
        for node in ast.walk(self.scope):
            if isinstance(node, ast.Assign) and any(is_name(target, mask.id) for target in node.targets):
                for call in ast.walk(node.value):
                    if isinstance(call, ast.Call) and isinstance(call.func, (ast.Attribute, ast.Name)):
                        name = call.func.attr if isinstance(call.func, ast.Attribute) else call.func.id
                        if name == "one_hot":
                            given = [k.value for k in call.keywords if k.arg == "num_classes"] + call.args[1:2]
                            classes = given[0] if given else None
                        if name == "permute" and not is_number(call.args[0] if call.args else call, 2, -1):
                            return length
        simple = classes is not None and not any(
            isinstance(part, ast.Call) and not is_name(part.func, "len") for part in ast.walk(classes)
        )
        return classes if simple and classes is not None else length

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

    def _rebound(self, target: ast.Name, number: ast.expr) -> None:
        """``expert = expert[0]`` and the like go, and other readings must not need a tensor."""
        name = target.id
        for statement in statements(self.loop.body if self.loop is not None else []):
            if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
                continue
            one = statement.targets[0]
            if isinstance(one, ast.Name) and unpacked(statement.value, name):
                if one.id != name:
                    if any(is_name(n, name) and n is not target for n in walk(self.body, statement)):
                        raise Stop(f"`{name}` is used beside `{one.id}`")
                    self.new[target] = quote.target(one.id)
                self.gone.append(statement)
                self.index, self.lost = one.id, False
                break
        assert self.index is not None
        self._beyond(number)
        self._index_reads(self.index, target)

    def _beyond(self, number: ast.expr) -> None:
        """``if expert == number: continue`` of a loop over ``range(number)`` goes."""
        for statement in self.loop.body if self.loop is not None else []:
            if not isinstance(statement, ast.If) or statement.orelse or not isinstance(statement.test, ast.Compare):
                continue
            ends = len(statement.body) == 1 and isinstance(statement.body[0], ast.Continue)
            if ends and ast.unparse(statement.test) == f"{self.index} == {ast.unparse(number)}":
                self.gone.append(statement)

    def _index_reads(self, name: str, target: ast.Name) -> None:
        for node in walk(self.body):
            if not is_name(node, name) or node is target or self._deleted(node):
                continue
            if not isinstance(node.ctx, ast.Load):
                raise Stop(f"`{name}` is bound again")
            parent = self.oracle.parent(node)
            if isinstance(parent, ast.Attribute):
                above = self.oracle.parent(parent)
                if parent.attr != "item" or not isinstance(above, ast.Call):
                    raise Stop(f"`{self._text(parent)}` needs a tensor")
                self.new[above] = quote.name(name)
            elif isinstance(parent, ast.Subscript) and parent.value is node:
                if not is_number(parent.slice, 0):
                    raise Stop(f"`{self._text(parent)}` needs a tensor")
                self._own(parent)
                self.new[parent] = quote.name(name)
            elif self.lost and isinstance(parent, ast.Subscript) and not self._index_of_module(parent):
                inside_condition = any(n is node for n in ast.walk(self.picked.condition))
                made = self._condition()
                if not inside_condition and not any(n is node for n in ast.walk(made)):
                    raise Stop(f"`{self._text(parent)}` has a dimension more than with a number")
        later = (n for n in ast.walk(self.scope) if is_name(n, name) and is_behind(n, self.loop))
        if any(isinstance(n.ctx, ast.Load) for n in later if isinstance(n, ast.Name)):
            raise Stop(f"`{name}` is used after the loop")

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
        region = set(walk(self.body))
        alias: dict[str, str] = {}
        while waiting:
            name = waiting.pop()
            for node in ast.walk(self.scope):
                if not is_name(node, name) or self._deleted(node):
                    continue
                assert isinstance(node, ast.Name)
                if not isinstance(node.ctx, ast.Load):
                    target = self.picked.statement.targets[0]
                    if node is not target and node not in ast.walk(target) and name not in alias:
                        raise Stop(f"`{name}` is bound again")
                    continue
                if node not in region or is_before(node, self.picked.statement):
                    raise Stop(f"`{name}` is used outside of it")
                new = self._alias(node)
                if new is not None:
                    alias[new] = alias.get(name, name)
                    waiting.append(new)
                else:
                    self._role(node, alias.get(name, name))
        if len({alias.get(name, name) for name in self.tokens}) != 1:
            raise Stop("its result is used for more than selecting rows")

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
                    raise Stop(f"`{target.id}` is bound again")
                self.gone.append(parent)
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
        raise Stop(f"`{self._text(parent or node)}` needs the indices themselves")

    def _tuple(self, subscript: ast.Subscript, parts: list[ast.expr], node: ast.Name, name: str) -> None:
        """``x[None, rows]``, ``weights[rows, slots]``, ``weights[rows, slots, None]``, ``weights[rows, number]``."""
        if not isinstance(subscript.ctx, ast.Load):
            raise Stop(f"`{self._text(subscript)}` is written in part")
        none = [isinstance(part, ast.Constant) and part.value is None for part in parts]
        if parts[1:] == [node] and none[0]:
            above = self.oracle.parent(subscript)
            call = self.oracle.parent(above) if isinstance(above, ast.Attribute) else None
            flat = isinstance(above, ast.Attribute) and above.attr in ("reshape", "view")
            if flat and isinstance(call, ast.Call) and len(call.args) == 2 and is_number(call.args[0], -1):
                self._state(call, subscript.value, name)
            else:
                self._state(subscript, subscript.value, name, True)
            return
        last = none[2:] in ([], [True])
        if len(parts) in (2, 3) and last and parts[0] is node:
            if isinstance(parts[1], ast.Slice):
                if len(parts) == 2 and not (parts[1].lower or parts[1].upper or parts[1].step):
                    self._state(subscript, subscript.value, name)
                    return
            elif none[1] and len(parts) == 2:
                self._weight(subscript, name, None, True)
                return
            elif len(self.picked.names) == 2:
                if isinstance(parts[1], ast.Name) and parts[1].id not in self.tokens:
                    self.tokens.add(name)
                    self.weights.add(subscript)
                    self.pairs.append((subscript, subscript.value, bool(none[2:])))
                    return
            elif not isinstance(parts[1], (ast.Starred, ast.Tuple)):
                self._weight(subscript, name, parts[1], bool(none[2:]))
                return
        if len(parts) in (2, 3) and last and parts[1] is node and len(self.picked.names) == 2:
            return  # it is met again as the first of the two
        raise Stop(f"`{self._text(subscript)}` selects in a way that is not understood")

    def _state(self, whole: ast.expr, owner: ast.expr, name: str, extended: bool = False) -> None:
        self.tokens.add(name)
        self.rows.add(whole)
        if names_in(owner) & set(self.picked.names):
            raise Stop(f"`{self._text(whole)}` selects twice")
        self.states.append((whole, owner, extended))

    def _weight(self, whole: ast.Subscript, name: str, column: ast.expr | None, extended: bool) -> None:
        self.tokens.add(name)
        self.weights.add(whole)
        self.columns.append((whole, column, extended))

    def _own(self, node: ast.expr) -> ast.expr:
        if not own_text(node, self.source):
            raise Stop("it is inside an f-string")
        return node

    def _emptiness(self, node: ast.Name) -> bool:
        """``if rows.numel() == 0: continue``, which is not needed, and ``if rows.numel() > 0:``, whose body is."""
        above = self.oracle.parent(node)
        outer = self.oracle.parent(above) if isinstance(above, ast.Attribute) else above
        found = counted(outer)
        if outer is None or found is None or found[0] is not node:
            return False
        count = outer
        test = self.oracle.parent(count)
        branch: ast.AST | None = test
        some: bool | None = None
        if isinstance(test, ast.Compare) and test.left is count and len(test.ops) == 1:
            branch = self.oracle.parent(test)
            if isinstance(test.ops[0], ast.Eq) and is_number(test.comparators[0], 0):
                some = False
            elif is_number(test.comparators[0], 1 if isinstance(test.ops[0], ast.GtE) else 0):
                some = True if isinstance(test.ops[0], (ast.Gt, ast.NotEq, ast.GtE)) else None
        elif is_not(test):
            branch, some = self.oracle.parent(test), False
        elif isinstance(test, ast.If):
            some = True
        if not isinstance(branch, ast.If) or some is None or branch.orelse or self.loop is None:
            return False
        if some:
            self.opened.append(branch)
            return True
        if len(branch.body) == 1 and isinstance(branch.body[0], ast.Continue):
            self.gone.append(branch)
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
            raise Stop(f"`{self._text(target)}` is written in a way that has no form for all rows")
        assert isinstance(statement, (ast.Assign, ast.AugAssign))
        self.tokens.add(name)
        self.ends[statement] = statement.value

    def _deleted(self, node: ast.AST) -> bool:
        return any(one in self.gone for one in outward(node, self.oracle.parent, self.scope))
