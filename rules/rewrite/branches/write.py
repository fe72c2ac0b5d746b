"""Write an examined branch by torch.where or torch.cond."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from fullgraph.rules.codemod import quote
from fullgraph.rules.codemod.change import Change, insert_before, replace_expression, replace_statements
from fullgraph.rules.rewrite.analysis.trees import end, place
from fullgraph.rules.rewrite.branches.cond import read_before_written
from fullgraph.rules.rewrite.branches.condition import Condition
from fullgraph.rules.rewrite.branches.examined import Branch
from fullgraph.rules.rewrite.branches.rounds import ended, not_ended
from fullgraph.rules.rewrite.branches.structure import Hole, Slot
from fullgraph.rules.rewrite.branches.tree import Choice, Leaf, Tree, reads
from fullgraph.rules.rewrite.branches.verdict import Form


def written(branch: Branch, form: Form) -> Iterator[Change]:
    """The changes of a rewrite: what stands in front of it and elsewhere, and the branch itself."""
    parsed = branch.parsed
    for one in dict.fromkeys(branch.numbers.updates):
        if not place(parsed.node) <= place(one) < end(parsed.last):
            yield replace_statements(parsed.source, [one], [quote.instead(one, quote.out_of_place(one))])
    if branch.ended is not None:
        made = not_ended(branch.ended.flag, parsed.torch, branch.ended.device)
        yield insert_before(parsed.source, branch.ended.loop, [made])
    writer = _WRITERS[form](branch)
    if isinstance(parsed.node, ast.IfExp):
        yield replace_expression(parsed.source, parsed.node, writer.value())
    else:
        yield replace_statements(parsed.source, parsed.statements, writer.statements())


class _Writer:
    """What the forms have in common. Each gives the value of a branch with one result, and the rows of any."""

    def __init__(self, branch: Branch) -> None:
        self.branch, self.tree, self.torch, self.slots = branch, branch.tree, branch.parsed.torch, branch.slots
        self.conditions = dict(branch.conditions)

    def value(self) -> ast.expr:
        raise NotImplementedError

    def rows(self) -> list[ast.stmt]:
        raise NotImplementedError

    def statements(self) -> list[ast.stmt]:
        """The statements in the branch's place."""
        first = [quote.assign(name, self.arm(expr)) for name, expr in self.branch.parsed.hoisted]
        if (loop := self.branch.ended) is not None:
            first.append(ended(loop.flag, self.torch, self.conditions[id(self.tree)].scalar))
            self.conditions[id(self.tree)] = Condition(quote.name(loop.flag), True)
        return [*first, *self.rows()]

    def bound(self, value: ast.expr) -> ast.stmt:
        """The statement that binds all results, or returns the one."""
        targets = [slot.target for slot in self.slots if slot.target is not None]
        return quote.assign(targets, value) if targets else ast.Return(value)

    def stored(self, slot: Slot, value: ast.expr) -> ast.stmt:
        assert slot.target is not None
        return quote.statement("TARGET.copy_(VALUE)", TARGET=slot.target, VALUE=value)

    def arm(self, expr: ast.expr) -> ast.expr:
        """An arm's expression, with the names that lines give its parts."""
        return self.pieced(expr, self._renamed(expr))

    def _renamed(self, expr: ast.expr) -> dict[ast.AST, ast.AST]:
        renames = self.branch.lines.renamed.get(expr) or next(
            (names for whole, names in self.branch.lines.renamed.items() if expr in set(ast.walk(whole))), {}
        )
        return {
            part: quote.name(name)
            for part in ast.walk(expr)
            if isinstance(part, (ast.Name, ast.Attribute)) and (name := renames.get(ast.unparse(part))) is not None
        }

    def pieced(self, expr: ast.expr, pieces: Mapping[ast.AST, ast.AST]) -> ast.expr:
        """The expression with some parts replaced; operands that are masked are replaced too."""
        found = dict(pieces)
        parts = set(ast.walk(expr))
        found.update({part: quote.name(name) for part, name in self.branch.lines.called.items() if part in parts})
        for operand, leaf in self.branch.masks.items():
            if operand is not expr and operand in parts:
                assert isinstance(self.tree, Choice)
                arms = [self.pieced(operand, pieces), ast.Constant(1)]
                if leaf != id(self.tree.then):
                    arms.reverse()
                found[operand] = quote.call(f"{self.torch}.where", self.conditions[id(self.tree)].scalar, *arms)
        made: ast.expr = quote.replaced(expr, found)
        return made

    def owned(self, expr: ast.expr) -> ast.expr:
        """A value, cloned unless it is new memory."""
        made = self.arm(expr)
        return made if self.branch.exprs.owns_memory(expr) else quote.method(made, "clone")


class _Where(_Writer):
    """One torch.where a tensor, with conditions computed once, behind what the arms compute for themselves."""

    def value(self) -> ast.expr:
        return self._chosen(self.slots[0])

    def rows(self) -> list[ast.stmt]:
        chosen = len(list(self.branch.holes)) + len(self.branch.masks)
        lines = self._named_conditions(nested=False) if chosen > 1 else []
        lines += [quote.assign(line.targets, self.arm(line.value)) for line in self.branch.lines.lines]
        lines += self._named_conditions(nested=True) if chosen > 1 else []
        plain = [slot for slot in self.slots if not slot.in_place]
        stored = [(slot, self._chosen(slot)) for slot in self.slots if slot.in_place]
        for index, (slot, value) in enumerate(stored):
            assert slot.target is not None
            if any(one.target in reads(value) for one in plain):
                # It reads what a name held before it is bound anew, and is stored once nothing reads the old value.
                name = self.branch.lines.new_names.fresh(f"new_{slot.target.rpartition('.')[2]}")
                lines.append(quote.assign(name, value))
                stored[index] = slot, quote.name(name)
        if len(plain) > 1 and self._dependent(plain):
            targets = [slot.target for slot in plain if slot.target is not None]
            lines.append(quote.assign(targets, ast.Tuple([self._chosen(slot) for slot in plain], ast.Load())))
            plain = []
        for slot in plain:
            value = self._chosen(slot)
            lines.append(quote.assign(slot.target, value) if slot.target is not None else ast.Return(value))
        return [*lines, *(self.stored(slot, value) for slot, value in stored)]

    def _named_conditions(self, *, nested: bool) -> list[ast.stmt]:
        """Names for the conditions, where more than one tensor is chosen by them.

        ``nested``: for those in front of which the arm computes something.
        """
        lines: list[ast.stmt] = []
        assigned = {slot.target for slot in self.slots}
        assigned |= {target for line in self.branch.lines.lines for target in line.targets}
        for choice in self.branch.parsed.choices:
            if bool(choice.before) is not nested:
                continue
            found = self.conditions[id(choice)]
            known = found.expr.id if found.one and isinstance(found.expr, ast.Name) else None
            if known is None or known in assigned:
                name = self.branch.lines.new_names.fresh("condition")
                lines.append(quote.assign(name, found.scalar))
                self.conditions[id(choice)] = Condition(quote.name(name), True)
        return lines

    def _dependent(self, slots: Sequence[Slot]) -> bool:
        """Whether a target's new value must not be written before another's is computed."""
        written: set[str | None] = set()
        for slot in slots:
            if any(written & reads(self.arm(expr)) for expr in slot.values.values()):
                return True
            written.add(slot.target)
        return False

    def _chosen(self, slot: Slot) -> ast.expr:
        """A result: a choice, or a structure of choices."""
        if slot.is_whole:
            return self._where(slot.holes[0], self.tree)
        first = next(iter(slot.values))
        return self.pieced(slot.values[first], {hole[first]: self._where(hole, self.tree) for hole in slot.holes})

    def _where(self, hole: Hole, tree: Tree) -> ast.expr:
        if isinstance(tree, Leaf):
            return self.arm(hole[id(tree)])
        arms = [self._where(hole, side) for side in (tree.then, tree.other)]
        return quote.call(f"{self.torch}.where", self.conditions[id(tree)].scalar, *arms)


class _Cond(_Writer):
    """One torch.cond for all results, of lambdas."""

    def value(self) -> ast.expr:
        return self._cond(self.tree)

    def rows(self) -> list[ast.stmt]:
        slot, value = self.slots[0], self.value()
        return [self.stored(slot, value) if slot.in_place else self.bound(value)]

    def _cond(self, tree: Tree) -> ast.expr:
        """A call of torch.cond, or, for a leaf, what its function returns."""
        if isinstance(tree, Leaf):
            return _together([self.owned(hole[id(tree)]) for _, hole in self.branch.holes])
        then, other = self._cond(tree.then), self._cond(tree.other)
        test = self.conditions[id(tree)].expr
        template = "TORCH.cond(TEST, lambda: THEN, lambda: OTHER)"
        return quote.expression(template, TORCH=self.torch, TEST=test, THEN=then, OTHER=other)


class _Functions(_Writer):
    """Two functions that hold the arms' own steps, and a torch.cond that calls one of them."""

    def rows(self) -> list[ast.stmt]:
        assert isinstance(self.tree, Choice) and isinstance(self.tree.then, Leaf) and isinstance(self.tree.other, Leaf)
        arms = {"when_true": self.tree.then, "when_false": self.tree.other}
        operands = list(dict.fromkeys(name for leaf in arms.values() for name in read_before_written(leaf)))
        names = [self.branch.oracle.fresh_name(stem) for stem in arms]
        lines = [self._function(name, leaf, operands) for name, leaf in zip(names, arms.values(), strict=True)]
        arguments = [self.conditions[id(self.tree)].expr, *map(quote.name, names)]
        if operands:
            arguments.append(ast.Tuple([quote.name(one) for one in operands], ast.Load()))
        return [*lines, self.bound(quote.call(f"{self.torch}.cond", *arguments))]

    def _function(self, name: str, leaf: Leaf, operands: Sequence[str]) -> ast.stmt:
        body = [quote.assign(step.targets, self.arm(step.value)) for step in leaf.steps]
        returned = leaf.returned
        results = [self._assigned(slot, leaf) for slot in self.slots] if returned is None else [self.owned(returned)]
        body.append(ast.Return(_together(results)))
        made = quote.statement("def NAME():\n    BODY", NAME=name, BODY=body)
        assert isinstance(made, ast.FunctionDef)
        made.args = ast.arguments([], [ast.arg(one) for one in operands], None, [], [], None, [])
        return made

    def _renamed(self, expr: ast.expr) -> dict[ast.AST, ast.AST]:
        """Nothing: the functions bind the arms' own names."""
        return {}

    def _assigned(self, slot: Slot, leaf: Leaf) -> ast.expr:
        """A name that the leaf assigned, cloned unless the last value it got is new memory."""
        assert slot.target is not None
        own = slot.target in leaf.targets and self.branch.exprs.owns_memory(slot.values[id(leaf)])
        return quote.name(slot.target) if own else quote.method(quote.name(slot.target), "clone")


def _together(results: list[ast.expr]) -> ast.expr:
    return results[0] if len(results) == 1 else ast.Tuple(results, ast.Load())


_WRITERS: dict[Form, type[_Writer]] = {"where": _Where, "cond": _Cond, "def": _Functions}
