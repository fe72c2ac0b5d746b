"""Rewrite a branch on tensor data to ``torch.where`` or ``torch.cond``.

``torch.where`` computes both arms; it is offered as *safe* only where that cannot be noticed: one-element condition,
arms that are tensors of provably one shape and dtype, free of effects, randomness and exceptions, with derivatives
that are finite on every input and the same differentiable sources, and no arm that is an alias somebody could tell
from a copy.

``torch.cond`` computes one arm. Always *unsafe*: inductor skips CUDA graphs for the whole graph, an eager call takes
1 to 2 ms, and it does not work inside ``torch.utils.checkpoint`` or ``torch.func.grad`` (measured on torch 2.13).
What its arms return is cloned unless it is new memory, because they must not return an input or a view.

Where equal shapes and dtypes are not proved, the rewrite is unsafe; where they are known to differ, a suggestion.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from fullgraph.lint.diagnostics.diagnostic import Edit, Fix, Operator
from fullgraph.lint.diagnostics.obligation import Kind, Obligation
from fullgraph.lint.domain.terms import parts
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.memory import Write
from fullgraph.rules.rewrite.arms import Choice, Leaf, Tree, expression, leaves, names_read, parse
from fullgraph.rules.rewrite.bindings import statement_of
from fullgraph.rules.rewrite.condition import Condition, condition, grade_of
from fullgraph.rules.rewrite.grade import NEEDLESS, NEEDLESSLY, Grade, Judge, Level, computed
from fullgraph.rules.rewrite.gradient import Paths
from fullgraph.rules.rewrite.layout import LAYOUT, layout
from fullgraph.rules.rewrite.oracle import Obstacle, Oracle, TensorFacts
from fullgraph.rules.rewrite.text import after, call, comments, indentation, inside, own_text, postfix, unit
from fullgraph.rules.rewrite.torch_name import torch_name

WHERE = "Replace the branch by torch.where, which computes both arms inside the graph"
COND = "Replace the branch by torch.cond, which computes one arm inside the graph"
CALLED = (
    Kind.COMPILING.open("inductor then skips CUDA graphs, and an uncompiled call takes 1 to 2 ms more"),
    Kind.EXCEPTION.open(
        "both arms are traced in every call, so that one that raises for the shapes it is given always raises, with "
        "another exception"
    ),
    Kind.SOURCES.open("what only the arm not taken depends on gets a zero gradient instead of none"),
    Kind.ALIAS.open("a tensor that an arm only names is copied"),
)
"""What differs wherever torch.cond stands for a branch."""
SHAPES = Kind.SHAPE.open("that both arms have the same shape could not be proved")
DTYPES = Kind.DTYPE.open("that both arms have the same dtype could not be proved")
GUESSED = Kind.SHAPE.open("that both arms are tensors of one shape and dtype is only a guess")
SUMMED = (
    "a suggestion: the gradient of a sum or mean has strides of 0, and torch.cond takes only arms whose gradients have "
    "the same strides"
)
ZERO = (
    Kind.SOURCES.open("what only the arm not taken depends on gets a zero gradient instead of none"),
    Kind.DERIVATIVE.open("that gradient is NaN where a derivative on the way there is not finite"),
)
WRITTEN = (
    Kind.ALIAS.open("what is written in place afterwards may be a copy now"),
    Kind.EXCEPTION.open("what is written in place afterwards may be needed by the backward pass"),
)
PRINTED = Kind.EFFECT.open("where `{}` is printed, its grad_fn has another name")
COPIED = Kind.ALIAS.open("the result is a copy where it was `{}` itself")
DIFFERENT = "a suggestion: both arms do not have the same shape and dtype"
SELECTED = (
    Kind.SHAPE.proved("both arms have one shape"),
    Kind.DTYPE.proved("both arms have one dtype"),
    Kind.EXCEPTION.proved("what is computed in addition raises nothing"),
    Kind.EFFECT.proved("what is computed in addition has no effects"),
    Kind.DRAW.proved("what is computed in addition draws no random numbers"),
    Kind.SOURCES.proved("both arms depend on the same tensors that may need gradients"),
    Kind.DERIVATIVE.proved("the derivatives of what is computed in addition are finite"),
    Kind.ALIAS.proved("nothing can tell the result from the tensor that an arm names"),
    Kind.LAYOUT.proved("both arms have the same strides, or nothing looks at them"),
)
"""What torch.where asks for, each unless something of its kind is open."""


def where_or_cond(
    node: ast.If | ast.IfExp, source: SourceFile, oracle: Oracle, following: Sequence[ast.stmt] = ()
) -> Fix | Obstacle:
    """The rewrite of an ``if`` statement (an ``elif`` too) or a conditional expression whose test is a tensor.

    ``following`` are the statements behind ``node`` in its block; they matter where an arm returns.
    """
    name = torch_name(source, oracle)
    if isinstance(name, Obstacle):
        return name
    torch, imports = name
    if isinstance(node, ast.IfExp):
        if not own_text(node, source):
            return Obstacle("it stands inside an f-string")
        parsed: tuple[Tree, ast.stmt | ast.expr] | Obstacle = (expression(node), node)
    else:
        parsed = parse(node, following)
    if isinstance(parsed, Obstacle):
        return parsed
    tree, last = parsed
    hoisted: tuple[tuple[str, ast.expr], ...] = ()
    if isinstance(tree, Choice) and isinstance(node, ast.If):
        tree, hoisted = without_numbers(tree, Judge(source, oracle), oracle)
    branch = Branch(tree, source, oracle, torch, hoisted, statement_of(node, oracle))
    obstacle = branch.examine()
    if obstacle is not None:
        return obstacle
    verdict = branch.verdict()
    form = verdict.form
    if form != "where" and (obstacle := branch.not_for_functions()) is not None:
        return obstacle
    if isinstance(node, ast.IfExp):
        if form == "def" or branch.lost_comments(node, last):
            return Obstacle("a comment stands inside the expression")
        content = branch.expression(form, indentation(source, node.lineno), source.start(node).column)
    else:
        content = _placed(branch, form, node, last, source)
    edits = (*imports, Edit(source.start(node), source.end(last), content))
    operator: Operator = "where" if form == "where" else "cond"
    return Fix(verdict.summary, edits, verdict.obligations, verdict.is_suggestion, operator)


def _placed(branch: Branch, form: str, node: ast.If, last: ast.stmt | ast.expr, source: SourceFile) -> str:
    """The statements that take the branch's place, with its comments, after ``else:`` where it was an ``elif``."""
    indent = indentation(source, node.lineno)
    start = source.start(node)
    elif_ = source.lines[start.row - 1][start.column - 1 :].startswith("elif")
    inner = indent + unit(source, indent) if elif_ else indent
    lines = branch.statements(form, inner)
    lost = branch.lost_comments(node, last)
    header = [text for row, text in lost if row == node.lineno]
    assert isinstance(last, ast.stmt)
    if len(header) == 1 and len(lines) == 1 and source.newline not in lines[0] and not after(source, last).strip():
        lines = [f"{lines[0]}  {header[0]}"]
        lost = [(row, text) for row, text in lost if row != node.lineno]
    body = f"{source.newline}{inner}".join([*(text for _, text in lost), *lines])
    return f"else:{source.newline}{inner}{body}" if elif_ else body


Form = Literal["where", "cond", "def"]
"""``torch.where``, ``torch.cond`` of lambdas, or ``torch.cond`` of functions."""


@dataclass(frozen=True)
class Verdict:
    """How a branch is rewritten, and what that asks for."""

    form: Form
    summary: str
    obligations: tuple[Obligation, ...] = ()
    is_suggestion: bool = False


@dataclass
class Slot:
    """One result of the branch: a name, or, without one, the value that is returned."""

    name: str | None
    values: dict[int, ast.expr | None]
    """The expression at each leaf, by the leaf's identity; None: the name keeps what it held."""


@dataclass
class Branch:
    """One branch under examination."""

    tree: Tree
    source: SourceFile
    oracle: Oracle
    torch: str
    hoisted: tuple[tuple[str, ast.expr], ...] = ()
    """The Python numbers of arms that are computed in front of it."""
    statement: ast.stmt | None = None
    """The statement that it is, or stands in."""
    judge: Judge = field(init=False)
    slots: list[Slot] = field(default_factory=list)
    conditions: dict[int, Condition] = field(default_factory=dict)
    grades: list[Grade] = field(default_factory=list)
    sequential: bool = False

    def __post_init__(self) -> None:
        self.judge = Judge(self.source, self.oracle, numbers=frozenset(name for name, _ in self.hoisted))

    # --- what it is ---

    def examine(self) -> Obstacle | None:
        """Fill in conditions, slots and grades; what is in the way of any rewrite."""
        for _, expr in self.hoisted:
            grade = self.judge.grade(expr)
            if grade.level is not Level.TOTAL:
                note = Kind.EXCEPTION.open(f"`{self.judge.text(expr)}` is computed always")
                grade = Grade(Level.CHEAP, (*grade.notes, note))
            self.grades.append(grade)
        return self._examine_tests(self.tree) or self._examine_leaves() or self._examine_values()

    def _examine_tests(self, tree: Tree) -> Obstacle | None:
        if not isinstance(tree, Choice):
            return None
        found = condition(tree.test, self.judge, self.torch)
        if isinstance(found, Obstacle):
            return found
        self.conditions[id(tree)] = found
        if found.eager.notes or found.eager.level is not Level.TOTAL:
            self.grades.append(found.eager)
        inner = self._examine_tests(tree.then) or self._examine_tests(tree.other)
        nested = [side for side in (tree.then, tree.other) if isinstance(side, Choice)]
        for side in nested:
            # The inner test is evaluated also where the outer one goes the other way.
            grade = grade_of(side.test, self.judge)
            if grade.effect is not None:
                return Obstacle(f"its tests would be evaluated together, and {grade.effect}")
            self.grades.append(Grade(grade.level, grade.notes, random=grade.random))
            if inner is None and not self.conditions[id(side)].one:
                self.grades.append(Grade(Level.CHEAP, (NEEDLESS.about(self.judge.text(side.test)),)))
        return inner

    def _examine_leaves(self) -> Obstacle | None:
        found = list(leaves(self.tree))
        self.sequential = any(leaf.sequential for leaf in found)
        if self.sequential and len(found) > 2:
            return Obstacle("its arms hold several steps; move them into functions of their own")
        if found[0].returned is not None:
            self.slots = [Slot(None, {id(leaf): leaf.returned for leaf in found})]
            return None
        names = dict.fromkeys(name for leaf in found for name, _ in leaf.assigns)
        for name in names:
            values = {id(leaf): dict(leaf.assigns).get(name) for leaf in found}
            if None in values.values() and not self.oracle.name_bound(name):
                if not self.oracle.used_later(name):
                    continue
                return Obstacle(f"`{name}` is assigned in one arm only and may not be bound otherwise")
            self.slots.append(Slot(name, values))
        return None if self.slots else Obstacle("its arms do nothing that is used afterwards")

    def _examine_values(self) -> Obstacle | None:
        self.judge.anticipated = self._anticipated()
        for leaf in leaves(self.tree):
            for name, expr in leaf.assigns:
                if obstacle := self._value(expr, name):
                    return obstacle
            if leaf.returned is not None and (obstacle := self._value(leaf.returned, None)):
                return obstacle
        for slot in self.slots:
            if None in slot.values.values() and slot.name is not None and self.oracle.named(slot.name) is None:
                return Obstacle(f"`{slot.name}` is not known to be a tensor")
        return None

    def _anticipated(self) -> frozenset[Hashable]:
        """The shapes that every arm broadcasts to, or to one that these are a part of."""
        found = []
        for leaf in leaves(self.tree):
            exprs = [expr for _, expr in leaf.assigns] + ([leaf.returned] if leaf.returned is not None else [])
            facts = [self.judge.facts(part) for expr in exprs for part in computed(expr)]
            found.append({fact.shape for fact in facts if fact is not None and fact.shape is not None})
        everywhere = (
            shape
            for shape in frozenset().union(*found)
            if all(any(parts(shape) <= parts(other) for other in shapes) for shapes in found)
        )
        return frozenset(everywhere)

    def _value(self, expr: ast.expr, name: str | None) -> Obstacle | None:
        grade = self.judge.grade(expr)
        if grade.effect is not None:
            return Obstacle(f"an arm has effects: {grade.effect}")
        self.grades.append(grade)
        wanted = name is None or any(slot.name == name for slot in self.slots)
        if wanted and self.facts(expr, name) is None:
            text = self.judge.text(expr)
            if self.oracle.number(expr) is not None:
                return Obstacle(f"an arm gives the Python number `{text}`, not a tensor")
            return Obstacle(f"`{text}` is not known to be a tensor")
        return None

    def _slot_facts(self, slot: Slot) -> Iterator[TensorFacts]:
        """What is known of the arms' tensors."""
        for expr in slot.values.values():
            if (fact := self.facts(expr, slot.name)) is not None:
                yield fact

    def facts(self, expr: ast.expr | None, name: str | None) -> TensorFacts | None:
        if expr is None:
            return self.oracle.named(name) if name is not None else None
        return self.judge.facts(expr)

    # --- what can be done ---

    def verdict(self) -> Verdict:
        """What the rewrite is, and what it asks for."""
        level = max((grade.level for grade in self.grades), default=Level.TOTAL)
        random = any(grade.random for grade in self.grades)
        form: Form = "where" if level < Level.FRAGILE and not random and not self.sequential else "cond"
        if self.sequential:
            form = "def"
        summary = WHERE if form == "where" else COND
        unproved = self._unproved()
        if unproved is None:
            return Verdict(form, f"{summary} ({DIFFERENT})", is_suggestion=True)
        if form != "where" and self._expanded():
            return Verdict(form, f"{summary} ({SUMMED})", is_suggestion=True)
        if form != "where":
            asked = [note for found in self.conditions.values() for note in found.eager.notes]
            return Verdict(form, summary, (*CALLED, *unproved, *dict.fromkeys(asked)))
        opened = tuple(dict.fromkeys([*unproved, *self._differences()]))
        kinds = {one.kind for one in opened}
        return Verdict(form, summary, (*opened, *(one for one in SELECTED if one.kind not in kinds)))

    def not_for_functions(self) -> Obstacle | None:
        """Why the arms cannot become functions, as torch.cond wants them."""
        if any(grade.random for grade in self.grades):
            return Obstacle("it draws random numbers, which torch.cond draws anew in the backward pass")
        if (runs := next((grade.runs for grade in self.grades if grade.runs is not None), None)) is not None:
            return Obstacle(f"to read `{runs}` runs code, which torch.cond would run for both arms")
        kinds = {(fact.is_floating, fact.boolean) for slot in self.slots for fact in self._slot_facts(slot)}
        if len(self.slots) > 1 and len(kinds) > 1 and any(floating is False for floating, _ in kinds):
            return Obstacle("its results are of several kinds, of which torch.cond can differentiate only some")
        for leaf in leaves(self.tree):
            exprs = [expr for _, expr in leaf.assigns] + ([leaf.returned] if leaf.returned is not None else [])
            for expr in exprs:
                for part in ast.walk(expr):
                    if isinstance(part, ast.Attribute) and self.judge.data.properties.get(part.attr) == "tensor":
                        return Obstacle(f"torch.cond takes no view such as `{self.judge.text(part)}`; make it in front")
                for word in sorted(names_read(expr) & {"super", "locals", "vars", "__class__"}):
                    return Obstacle(f"`{word}` means something else inside the functions that torch.cond calls")
            for name in self._read_before_written(leaf):
                if self.sequential and (self.oracle.named(name) is None or not self.oracle.name_bound(name)):
                    return Obstacle(f"`{name}` is not known to be a tensor")
        return None

    def _unproved(self) -> list[Obligation] | None:
        """What of the arms is not proved to be the same, for all results; None where it is known to differ."""
        unproved: dict[Obligation, None] = {}
        for slot in self.slots:
            exprs = list(slot.values.values())
            found = [self.facts(expr, slot.name) for expr in exprs]
            shapes = {fact.shape if fact is not None else None for fact in found}
            dtypes = {fact.dtype if fact is not None else None for fact in found}
            written = {self._written(expr) for expr in exprs if expr is not None} - {None}
            if _known_to_differ(written or shapes) or len({dtype for dtype in dtypes if isinstance(dtype, str)}) > 1:
                return None
            alike = all(expr is None or self._keeps(expr, slot.name) for expr in exprs)
            floating = all(fact is not None and fact.is_floating for fact in found)
            if (len(shapes) > 1 or None in shapes) and not alike:
                unproved[SHAPES] = None
            if (len(dtypes) > 1 or None in dtypes) and not (alike and floating):
                unproved[DTYPES] = None
        return list(unproved)

    def _expanded(self) -> bool:
        """Whether some of the arms sum up a tensor itself: its gradient is one number for all elements.

        That of a mean has memory of its own, and that of a sum that is the result too: `torch.cond` copies what is
        passed on. Arms that do the same to the same tensors are alike.
        """
        found = set()
        for leaf in leaves(self.tree):
            exprs = [expr for _, expr in leaf.assigns] + ([leaf.returned] if leaf.returned is not None else [])
            read = [
                ast.unparse(part)
                for expr in exprs
                for part in ast.walk(expr)
                if isinstance(part, (ast.Name, ast.Attribute))
            ]
            summed = [one for expr in exprs for one in self._summed(expr)]
            names = [name for name, *_ in summed]
            found.add(frozenset(one for one in summed if read.count(one[0]) == names.count(one[0])))
        return len(found) > 1

    def _summed(self, expr: ast.expr) -> Iterator[tuple[str, str, bool]]:
        """The tensors that may need gradients of which an expression takes the sum or mean of all elements.

        With which of both it takes, and whether that is the result.
        """
        for part in ast.walk(expr):
            if not isinstance(part, ast.Call) or part.args or part.keywords or not isinstance(part.func, ast.Attribute):
                continue
            owner = part.func.value
            if part.func.attr not in ("sum", "mean") or not isinstance(owner, (ast.Name, ast.Attribute)):
                continue
            facts = self.judge.facts(owner)
            if facts is not None and facts.is_floating is not False and not facts.boolean:
                yield ast.unparse(owner), part.func.attr, part is expr

    def _written(self, expr: ast.expr) -> tuple[int, ...] | None:
        """The shape that the call of a function that makes a tensor is given in figures."""
        if not isinstance(expr, ast.Call) or self.oracle.qualname(expr.func) not in _MAKING or not expr.args:
            return None
        sizes = expr.args[0].elts if isinstance(expr.args[0], (ast.Tuple, ast.List)) else expr.args
        figures = [size.value for size in sizes if isinstance(size, ast.Constant) and isinstance(size.value, int)]
        return tuple(figures) if len(figures) == len(sizes) else None

    def _keeps(self, expr: ast.expr, name: str | None) -> bool:
        """Whether an expression is the named tensor, element by element, with Python numbers; so it keeps its shape."""
        if isinstance(expr, ast.Name):
            return expr.id == name
        if isinstance(expr, ast.BinOp) and isinstance(expr.op, (ast.Add, ast.Sub, ast.Mult, ast.Div)):
            sides = (expr.left, expr.right)
            return any(self._keeps(one, name) and self.judge.is_number(other) for one, other in (sides, sides[::-1]))
        if isinstance(expr, ast.UnaryOp) and isinstance(expr.op, ast.USub):
            return self._keeps(expr.operand, name)
        if not isinstance(expr, ast.Call):
            return False
        function, bounds = expr.func, [*expr.args, *(keyword.value for keyword in expr.keywords)]
        called = self.oracle.qualname(function) or ""
        if called in KEEPING and bounds:
            operand, bounds = bounds[0], bounds[1:]
        elif isinstance(function, ast.Attribute) and f"torch.{function.attr}" in KEEPING and not called:
            operand = function.value
        else:
            return False
        return self._keeps(operand, name) and all(self.judge.is_number(bound) for bound in bounds)

    def _differences(self) -> list[Obligation]:
        """What of the original program the torch.where form does not keep."""
        notes = [note for grade in self.grades for note in grade.notes]
        if max((grade.level for grade in self.grades), default=Level.TOTAL) > Level.TOTAL and not notes:
            notes.append(NEEDLESSLY)
        for slot in self.slots:
            found = [(expr, self.facts(expr, slot.name)) for expr in slot.values.values()]
            notes += self._gradient_differences(slot, found)
            notes += self._alias_differences(slot, found)
            notes += self._layout_differences(slot, found)
            if any(fact is None or fact.confidence != "high" for _, fact in found):
                notes.append(GUESSED)
        return list(dict.fromkeys(notes))

    def _leaf_grade(self, expr: ast.expr | None, slot: Slot) -> Grade:
        if expr is None:
            assert slot.name is not None
            return Grade(leaves=frozenset({slot.name}), alias=True)
        return self.judge.grade(expr)

    def _gradient_differences(
        self, slot: Slot, found: list[tuple[ast.expr | None, TensorFacts | None]]
    ) -> Sequence[Obligation]:
        """What differs in gradients where the arms do not depend on the same tensors.

        The arm not taken gets a gradient of zero, and hands it on: to leaves that would have none, and through what
        lies between them and the arm, where a derivative that is not finite makes NaN of it. Neither is seen where the
        arm that is taken reaches the same tensors.
        """
        facts = [fact for _, fact in found if fact is not None]
        if all(fact.is_floating is False or fact.boolean or fact.sources == frozenset() for fact in facts):
            return []
        depends = [frozenset(map(str, self._leaf_grade(expr, slot).leaves)) for expr, _ in found]
        together: frozenset[str] = frozenset().union(*depends)
        if self.statement is None:
            return () if all(one == together for one in depends) else ZERO
        paths = Paths(self.statement, self.oracle)
        return () if all(paths.reach(one, together) for one in depends) else ZERO

    def _alias_differences(
        self, slot: Slot, found: list[tuple[ast.expr | None, TensorFacts | None]]
    ) -> Sequence[Obligation]:
        """What tells the result, which is new memory, from the tensor that it was where an arm only names one."""
        notes: list[Obligation] = []
        read = {name for expr, _ in found if expr is not None for name in names_read(expr)}
        read |= {name for choice in choices(self.tree) for name in names_read(choice.test)}
        written = self.oracle.written_later(read | ({slot.name} if slot.name is not None else set()))
        if written is not Write.NO:
            notes += WRITTEN
        if slot.name is not None and self.oracle.shown(slot.name):
            notes.append(PRINTED.about(slot.name))
        for expr, _ in found:
            seen = slot.name is None or self.oracle.escapes(slot.name)
            if seen and self._leaf_grade(expr, slot).alias and not self._sole(expr, slot):
                text = slot.name if expr is None else self.judge.text(expr)
                notes.append(COPIED.about(text))
                break
        return notes

    def _sole(self, expr: ast.expr | None, slot: Slot) -> bool:
        """Whether nothing but the result can hold what an arm names: new memory, in a local name."""
        name = slot.name if expr is None else expr.id if isinstance(expr, ast.Name) else None
        if name is None or self.oracle.shared(name):
            return False
        return name == slot.name or not self.oracle.escapes(name)

    def _layout_differences(
        self, slot: Slot, found: list[tuple[ast.expr | None, TensorFacts | None]]
    ) -> Sequence[Obligation]:
        """The result has the strides of the arm that comes first, whichever is taken."""
        if all(fact is not None and fact.zero_dim for _, fact in found):
            return []
        layouts = {slot.name if expr is None else layout(expr, self.judge, follow=False) for expr, _ in found}
        if len(layouts) > 1:
            named = ast.Name(slot.name or "", ast.Load())
            traced = [layout(expr or named, self.judge, follow=True, dense=True) for expr, _ in found]
            layouts = set(traced)
        return [] if len(layouts) == 1 else [LAYOUT]

    # --- how it is written ---

    def expression(self, form: str, indent: str, used: int) -> str:
        """The value of the branch as one expression."""
        if form == "where":
            return self._where(self.slots[0], self.tree, indent, used)
        return self._cond(self.tree, indent, used)

    def statements(self, form: str, indent: str) -> list[str]:
        """The statements in the branch's place; rows behind a statement's first are indented already."""
        first = [f"{name} = {self.source.segment(expr)}" for name, expr in self.hoisted]
        return [*first, *self._statements(form, indent)]

    def _statements(self, form: str, indent: str) -> list[str]:
        if form == "def":
            return self._functions(indent)
        names = [slot.name for slot in self.slots]
        if names == [None]:
            return [f"return {self.expression(form, indent, len(indent) + len('return '))}"]
        if form == "cond" or len(names) == 1:
            left = ", ".join(name for name in names if name is not None)
            return [f"{left} = {self.expression(form, indent, len(indent) + len(left) + 3)}"]
        return self._several(indent)

    def _several(self, indent: str) -> list[str]:
        """One torch.where a name, with the condition computed once."""
        lines = []
        assert isinstance(self.tree, Choice)
        found = self.conditions[id(self.tree)]
        plain = isinstance(self.tree.test, ast.Name) and found.one
        if not plain or found.text in {slot.name for slot in self.slots}:
            name = self.oracle.fresh_name("condition")
            text = found.scalar
            lines.append(f"{name} = {f'({text})' if source_breaks(text) else text}")
            self.conditions[id(self.tree)] = Condition(name, True, True)
        if self._dependent():
            left = ", ".join(slot.name for slot in self.slots if slot.name is not None)
            right = [self._where(slot, self.tree, indent, len(indent)) for slot in self.slots]
            return [*lines, f"{left} = {', '.join(right)}"]
        for slot in self.slots:
            left = f"{slot.name} = "
            lines.append(left + self._where(slot, self.tree, indent, len(indent) + len(left)))
        return lines

    def _dependent(self) -> bool:
        """Whether a name's new value must not be written before another's is computed."""
        inner = {name for choice in choices(self.tree)[1:] for name in names_read(choice.test)}
        written: set[str] = set()
        for slot in self.slots:
            read = inner.union(*(names_read(expr) for expr in slot.values.values() if expr is not None))
            if read & written:
                return True
            written.add(slot.name or "")
        return False

    def _text(self, expr: ast.expr | None, slot: Slot) -> str:
        if expr is None:
            assert slot.name is not None
            return slot.name
        return self.source.segment(expr)

    def _where(self, slot: Slot, tree: Tree, indent: str, used: int) -> str:
        if isinstance(tree, Leaf):
            return self._text(slot.values[id(tree)], slot)
        inner = indent + unit(self.source, indent)
        arms = [self._where(slot, side, inner, len(inner)) for side in (tree.then, tree.other)]
        return call(f"{self.torch}.where", [self.conditions[id(tree)].scalar, *arms], self.source, indent, used)

    def _cond(self, tree: Choice | Tree, indent: str, used: int) -> str:
        """A call of torch.cond, or, for a leaf, what its function returns."""
        if isinstance(tree, Leaf):
            texts = [self._owned(slot.values[id(tree)], slot) for slot in self.slots]
            return texts[0] if len(texts) == 1 else f"({', '.join(texts)})"
        inner = indent + unit(self.source, indent)
        arms = [f"lambda: {self._cond(side, inner, len(inner) + len('lambda: '))}" for side in (tree.then, tree.other)]
        return call(f"{self.torch}.cond", [self.conditions[id(tree)].text, *arms], self.source, indent, used)

    def _owned(self, expr: ast.expr | None, slot: Slot) -> str:
        """The text of a value, cloned unless it is new memory."""
        text = self._text(expr, slot)
        fact = self.facts(expr, slot.name)
        if fact is not None and fact.fresh and not self._leaf_grade(expr, slot).alias:
            return text
        return f"{text}.clone()" if expr is None else postfix(text, expr, ".clone()")

    def _functions(self, indent: str) -> list[str]:
        """Two functions and a torch.cond that calls one of them."""
        assert isinstance(self.tree, Choice) and isinstance(self.tree.then, Leaf) and isinstance(self.tree.other, Leaf)
        operands: dict[str, None] = {}
        for leaf in (self.tree.then, self.tree.other):
            operands |= dict.fromkeys(self._read_before_written(leaf))
        parameters = ", ".join(operands)
        inner = indent + unit(self.source, indent)
        names, lines = [], []
        for stem, leaf in (("when_true", self.tree.then), ("when_false", self.tree.other)):
            name = self.oracle.fresh_name(stem)
            names.append(name)
            lines.append(f"def {name}({parameters}):")
            for target, expr in leaf.assigns:
                text = self.source.segment(expr)
                text = f"({text})" if source_breaks(text) else text
                lines.append(f"{inner[len(indent) :]}{target} = {text}")
            if leaf.returned is not None:
                text = self._owned(leaf.returned, self.slots[0])
                lines.append(f"{inner[len(indent) :]}return {f'({text})' if source_breaks(text) else text}")
            else:
                written = {target for target, _ in leaf.assigns}
                results = [
                    self._assigned(slot, leaf) if slot.name in written else f"{slot.name}.clone()"
                    for slot in self.slots
                ]
                lines.append(f"{inner[len(indent) :]}return {', '.join(results)}")
        arguments = [self.conditions[id(self.tree)].text, *names]
        if operands:
            arguments.append(f"({parameters}{',' if len(operands) == 1 else ''})")
        left = "return " if self.slots[0].name is None else f"{', '.join(str(slot.name) for slot in self.slots)} = "
        used = len(indent) + len(left)
        lines.append(f"{left}{call(f'{self.torch}.cond', arguments, self.source, indent, used)}")
        return lines

    def _assigned(self, slot: Slot, leaf: Leaf) -> str:
        """A name that the leaf assigned, cloned unless the last value it got is new memory."""
        expr = dict(leaf.assigns)[slot.name or ""]
        fact = self.facts(expr, slot.name)
        fresh = fact is not None and fact.fresh and not self._leaf_grade(expr, slot).alias
        return f"{slot.name}" if fresh else f"{slot.name}.clone()"

    def _read_before_written(self, leaf: Leaf) -> list[str]:
        """The names that the leaf's function would read before it assigns them: they become its parameters."""
        local = {name for name, _ in leaf.assigns}
        written: set[str] = set()
        found: list[str] = []
        for name, expr in leaf.assigns:
            found += sorted((names_read(expr) & local) - written)
            written.add(name)
        return found

    def lost_comments(self, node: ast.stmt | ast.expr, last: ast.stmt | ast.expr) -> list[tuple[int, str]]:
        """The comments that no kept expression holds, with their rows."""
        kept = [choice.test for choice in choices(self.tree)]
        kept += [expr for _, expr in self.hoisted]
        for leaf in leaves(self.tree):
            kept += [expr for _, expr in leaf.assigns]
            kept += [leaf.returned] if leaf.returned is not None else []
        found = comments(self.source, self.source.start(node), self.source.end(last))
        return [(place.row, text) for place, text in found if not inside(place, self.source, kept)]


KEEPING = frozenset(
    f"torch.{name}" for name in "clamp clip clamp_min clamp_max relu tanh sigmoid abs neg nan_to_num".split()
)
"""Functions of one tensor and of numbers that keep its shape and, of floating-point numbers, its dtype."""


def without_numbers(tree: Choice, judge: Judge, oracle: Oracle) -> tuple[Choice, tuple[tuple[str, ast.expr], ...]]:
    """The tree without the Python numbers that an arm computes for itself first, and those numbers."""
    found: dict[str, ast.expr] = {}

    def part(side: Tree) -> Tree:
        if isinstance(side, Choice):
            return Choice(side.test, part(side.then), part(side.other))
        kept = list(side.assigns)
        while len(kept) > 1 or (kept and side.returned is not None):
            name, expr = kept[0]
            if name in found or oracle.used_later(name) or oracle.name_bound(name) or not judge.is_number(expr):
                break
            grade = judge.grade(expr)
            if grade.effect is not None or grade.random or "\n" in judge.segment(expr):
                break
            found[name] = expr
            del kept[0]
        return Leaf(tuple(kept), side.returned)

    new = part(tree)
    assert isinstance(new, Choice)
    return new, tuple(found.items())


_MAKING = frozenset(f"torch.{name}" for name in ("zeros", "ones", "empty", "rand", "randn"))


def _known_to_differ(shapes: Collection[Hashable]) -> bool:
    """Whether two of the shapes are written down, and are not the same."""
    known = {shape for shape in shapes if isinstance(shape, tuple) and all(isinstance(size, int) for size in shape)}
    return len(known) > 1


def choices(tree: Tree) -> list[Choice]:
    if not isinstance(tree, Choice):
        return []
    return [tree, *choices(tree.then), *choices(tree.other)]


def source_breaks(text: str) -> bool:
    """Whether the text needs parentheses to stand alone because it goes over several lines."""
    return "\n" in text or "\r" in text
