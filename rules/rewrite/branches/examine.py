"""Examine a branch: its tests, what each way through it does and gives, and what is in the way of any rewrite."""

from __future__ import annotations

import ast
from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass, field

from fullgraph.lint.diagnostics.obligation import Kind, Obligation
from fullgraph.lint.domain.terms import parts
from fullgraph.rules.rewrite.analysis.grade import CONSTANT, NEEDLESS, Grade, Level, computed
from fullgraph.rules.rewrite.analysis.new_names import NewNames
from fullgraph.rules.rewrite.analysis.oracle import Obstacle, Stop, required
from fullgraph.rules.rewrite.branches.condition import Condition, condition, grade_of
from fullgraph.rules.rewrite.branches.ended_loop import ended_loop
from fullgraph.rules.rewrite.branches.examined import Branch, masked
from fullgraph.rules.rewrite.branches.expressions import Expressions
from fullgraph.rules.rewrite.branches.given_numbers import GivenNumbers, Rewrite
from fullgraph.rules.rewrite.branches.in_place import check_alias, writes
from fullgraph.rules.rewrite.branches.lines import Lines
from fullgraph.rules.rewrite.branches.parse import Parsed
from fullgraph.rules.rewrite.branches.structure import Slot, holes, is_container
from fullgraph.rules.rewrite.branches.tree import Choice, Leaf, Tree, reads


def examine(parsed: Parsed, rewrite: Rewrite) -> Branch:
    """What a rewrite needs to know of a branch; where there is none, raises ``Stop``.

    ``rewrite`` is that of a later branch, which a number may decide.
    """
    return _Examination(parsed, rewrite).branch()


@dataclass
class _Examination:
    parsed: Parsed
    rewrite: Rewrite
    exprs: Expressions = field(init=False)
    new_names: NewNames = field(init=False)
    conditions: dict[int, Condition] = field(default_factory=dict)
    always: list[Grade] = field(default_factory=list)
    arms: list[Grade] = field(default_factory=list)
    notes: list[Obligation] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.judge, self.oracle = self.parsed.judge, self.parsed.oracle
        self.exprs = Expressions(self.judge, self.parsed.kept)
        self.new_names = NewNames(self.oracle)

    def branch(self) -> Branch:
        parsed = self.parsed
        self._hoisted()
        ended = ended_loop(parsed, parsed.loop, self.new_names) if parsed.loop is not None else None
        self.notes += ended.notes if ended is not None else ()
        required(self._tests(parsed.tree))
        self.judge.anticipated = self._anticipated()
        for leaf in parsed.leaves:
            self._steps(leaf)
        written = writes(parsed, self.exprs)
        self.notes += written.notes
        wanted = self._wanted(written.stored)
        lines = Lines(parsed, self.exprs, wanted, self.new_names)
        finals = {id(leaf): lines.add(leaf) for leaf in parsed.leaves}
        for choice in parsed.choices:
            self.conditions[id(choice)] = lines.in_test(choice, self.conditions[id(choice)])
        slots = self._slots(wanted, finals, written.stored)
        numbers = GivenNumbers(parsed, self.exprs, self.rewrite)
        _check_order(slots)
        self._values(slots, numbers)
        return masked(
            Branch(
                parsed,
                self.exprs,
                self.conditions,
                tuple(self.always),
                tuple(self.arms),
                tuple(slots),
                lines,
                numbers,
                (*self.notes, *numbers.notes),
                ended,
            )
        )

    # --- what is evaluated ---

    def _hoisted(self) -> None:
        for _, expr in self.parsed.hoisted:
            grade = self.judge.grade(expr)
            if grade.level is not Level.TOTAL:
                note = Kind.EXCEPTION.open(f"`{self.judge.text(expr)}` is computed always")
                grade = Grade(Level.CHEAP, (*grade.notes, note))
            self.always.append(grade)

    def _tests(self, tree: Tree) -> Obstacle | None:
        """The conditions of a choice and of those inside of it; what is in the way of them together comes first."""
        if not isinstance(tree, Choice):
            return None
        self._assume_before(tree)
        found = condition(tree.test, self.judge, self.parsed.torch)
        if isinstance(found, Obstacle):
            return found
        self.conditions[id(tree)] = found
        if found.eager.notes or found.eager.level is not Level.TOTAL:
            self.always.append(found.eager)
        inner = self._tests(tree.then) or self._tests(tree.other)
        for side in (tree.then, tree.other):
            if not isinstance(side, Choice):
                continue
            # The inner test is evaluated also where the outer one goes the other way.
            self._assume_before(side)
            grade = grade_of(side.test, self.judge)
            if grade.effect is not None:
                return Obstacle(f"its tests would be evaluated together, and {grade.effect}")
            self.always.append(Grade(grade.level, grade.notes, random=grade.random))
            if inner is None and not self.conditions[id(side)].one:
                self.always.append(Grade(Level.CHEAP, (NEEDLESS.about(self.judge.text(side.test)),)))
        return inner

    def _assume_before(self, choice: Choice) -> None:
        """Take as bound what runs in front of a test; it is graded with the arms."""
        self.judge.locals = {target: CONSTANT for step in choice.before for target in step.targets}

    def _anticipated(self) -> frozenset[Hashable]:
        """The shapes that every arm broadcasts to, or to one that these are a part of."""
        found = []
        for leaf in self.parsed.leaves:
            facts = [self.judge.facts(part) for expr in leaf.exprs for part in computed(expr)]
            found.append({fact.shape for fact in facts if fact is not None and fact.shape is not None})
        everywhere = (
            shape
            for shape in frozenset().union(*found)
            if all(any(parts(shape) <= parts(other) for other in shapes) for shapes in found)
        )
        return frozenset(everywhere)

    def _steps(self, leaf: Leaf) -> None:
        """What the arm's expressions do, each with what the arm has bound before it."""
        for expr, before in leaf.evaluated:
            made = {target: step for step in before for target in step.targets}
            for part in ast.walk(expr):
                if isinstance(part, (ast.Name, ast.Attribute)) and (step := made.get(ast.unparse(part))) is not None:
                    whole = step.parts[step.targets.index(ast.unparse(part))] if step.parts else step.value
                    self.judge.values[part] = whole
        self.judge.values.update({part: part for step in leaf.steps for part in step.parts})
        shares: dict[str, frozenset[str]] = {}
        bound: dict[str, Grade] = {}
        after_steps: list[dict[str, Grade]] = [{}]
        for step in leaf.steps:
            grade = self._graded(step.value, after_steps[step.seen])
            if step.in_place:
                check_alias(step, shares)
            else:
                held = frozenset(reads(step.value)) if grade.alias or step.parts or _names(step.value) else frozenset()
                held = held.union(*(shares.get(name, ()) for name in held))
                shares = {**shares, **dict.fromkeys(step.targets, held)}
            own = Grade(leaves=grade.leaves, alias=grade.alias or bool(step.parts))
            bound = {**bound, **dict.fromkeys(step.targets, own)}
            for part in step.parts:
                self.exprs.enter(part, bound)
            after_steps.append(bound)
        if leaf.returned is not None:
            self._graded(leaf.returned, bound)

    def _graded(self, expr: ast.expr, bound: Mapping[str, Grade]) -> Grade:
        self.exprs.enter(expr, bound)
        grade = self.exprs.grade(expr)
        if grade.effect is not None:
            raise Stop(f"an arm has effects: {grade.effect}")
        self.arms.append(grade)
        return grade

    # --- what comes out of it ---

    def _wanted(self, stored: Collection[str]) -> dict[str, None]:
        """The targets that are results; none where the arms return."""
        found = self.parsed.leaves
        assigned = dict.fromkeys(target for leaf in found for target in leaf.targets)
        if found[0].returned is not None:
            if kept := [one for one in assigned if "." in one or one in stored]:
                raise Stop(f"an arm writes to `{kept[0]}`, and returns")
            if outer := [one for one in assigned if self.oracle.captured(one)]:
                raise Stop(f"an arm assigns `{outer[0]}`, which other functions read, and returns")
            return {}
        wanted: dict[str, None] = {}
        for target in assigned:
            everywhere = all(target in leaf.targets for leaf in found)
            live = "." in target or target in stored or self.oracle.captured(target)
            live = live or (self.oracle.used_later(target) and self.parsed.is_live(target))
            local = any(target in reads(expr) for expr in self.parsed.exprs)
            if not live and (not everywhere or local):
                continue
            if not everywhere and "." not in target and not self.oracle.name_bound(target):
                raise Stop(f"`{target}` is assigned in one arm only and may not be bound otherwise")
            wanted[target] = None
        return wanted

    def _slots(
        self, wanted: Collection[str], finals: Mapping[int, Mapping[str, ast.expr]], stored: Collection[str]
    ) -> list[Slot]:
        found = self.parsed.leaves
        assigned = {target for leaf in found for target in leaf.targets}
        results: dict[str | None, dict[int, ast.expr]] = {
            target: {id(leaf): finals[id(leaf)].get(target) or self.parsed.kept[target] for leaf in found}
            for target in wanted
        }
        returned = {id(leaf): leaf.returned for leaf in found if leaf.returned is not None}
        if returned:
            results[None] = returned
        return [
            Slot(target, values, holes(values, assigned, self.oracle.is_record), target in stored)
            for target, values in results.items()
        ]

    def _values(self, slots: list[Slot], numbers: GivenNumbers) -> None:
        """Whether the results are tensors, or numbers that can become tensors."""
        for slot in slots:
            for hole in slot.holes:
                known = {leaf: self.exprs.facts(expr) for leaf, expr in hole.items()}
                if None not in known.values():
                    continue
                given = [expr for expr in hole.values() if self.oracle.number(expr) is not None]
                if given and slot.is_attribute:
                    text = self.judge.text(given[0])
                    raise Stop(f"an arm gives `{slot.target}` the Python number `{text}`, not a tensor")
                for leaf, expr in hole.items():
                    if known[leaf] is None and self.oracle.number(expr) is None:
                        raise self._no_tensor(slot, expr)
                numbers.add(slot, hole)

    def _no_tensor(self, slot: Slot, expr: ast.expr) -> Stop:
        if isinstance(expr, ast.Constant) and expr.value is None and slot.target is not None and slot.is_whole:
            return Stop(f"`{slot.target}` is None in one arm, and not only tested for that right behind the branch")
        if self.oracle.tensor(expr) is None and is_container(expr) and not isinstance(expr, ast.Call):
            return Stop(f"`{self.judge.text(expr)}` has another structure than what the other arm gives")
        return Stop(f"`{self.judge.text(expr)}` is not known to be a tensor")


def _check_order(slots: list[Slot]) -> None:
    """Raise ``Stop`` where there are no results, or none can be written before another."""
    stored = [slot for slot in slots if slot.in_place]
    for slot in stored:
        for other in stored:
            if other is not slot and any(slot.target in reads(expr) for expr in other.values.values()):
                raise Stop(f"an arm updates `{slot.target}` and `{other.target}` in place, one with the other")
    if not slots:
        raise Stop("its arms do nothing that is used afterwards")


def _names(expr: ast.expr) -> bool:
    """Whether an expression by its form is, or holds, what it names."""
    return isinstance(expr, (ast.Name, ast.Attribute, ast.Subscript, ast.IfExp, ast.BoolOp)) or is_container(expr)
