"""Rewrite a branch on tensor data to ``torch.where`` or ``torch.cond``.

``torch.where`` computes both arms; it is offered as *safe* only where that cannot be noticed: one-element condition,
arms that are tensors of provably one shape and dtype, free of effects, randomness and exceptions, with derivatives
that are finite on every input and the same differentiable sources, and no arm that is an alias somebody could tell
from a copy.

``torch.cond`` computes one arm. Always *unsafe*: inductor skips CUDA graphs for the whole graph, an eager call takes
1 to 2 ms, and it does not work inside ``torch.utils.checkpoint`` or ``torch.func.grad`` (measured on torch 2.13).
What its arms return is cloned unless it is new memory, because they must not return an input or a view. Where it cannot
take the arms, ``torch.where`` computes both, although one may raise.

Where equal shapes and dtypes are not proved, the rewrite is unsafe; where they are known to differ, a suggestion.

An arm of several steps computes what its later steps need in front of the choice, under names of its own where the
program reads the old ones elsewhere. Results of one structure are chosen element by element. A divisor, and what a
square root or logarithm is taken of, is 1 where its arm is not taken, so that the derivatives there are finite.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from fullgraph.lint.diagnostics.diagnostic import Applicability, Fix, Operator, Pending
from fullgraph.lint.diagnostics.obligation import Kind, Obligation, Question
from fullgraph.lint.domain.terms import parts
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.codemod import quote
from fullgraph.rules.codemod.change import Change, insert_before, replace_expression, replace_statements
from fullgraph.rules.rewrite.analysis.bindings import block_of, function_of, names, statement_of
from fullgraph.rules.rewrite.analysis.grade import CONSTANT, NEEDLESS, NEEDLESSLY, Grade, Judge, Level, computed
from fullgraph.rules.rewrite.analysis.gradient import Paths
from fullgraph.rules.rewrite.analysis.layout import LAYOUT, layout
from fullgraph.rules.rewrite.analysis.memory import Write
from fullgraph.rules.rewrite.analysis.oracle import Obstacle, Oracle, TensorFacts
from fullgraph.rules.rewrite.analysis.text import comments, inside, own_text
from fullgraph.rules.rewrite.analysis.trees import end, place
from fullgraph.rules.rewrite.branches.arms import (
    Arms,
    Choice,
    Leaf,
    Step,
    Tree,
    choices,
    expression,
    leaves,
    names_read,
    reads,
    structured,
)
from fullgraph.rules.rewrite.branches.condition import Condition, condition, grade_of
from fullgraph.rules.rewrite.branches.scalars import RETURNED, Scalar
from fullgraph.rules.rewrite.branches.structure import Hole, holes, is_container
from fullgraph.rules.rewrite.torch_name import torch_name

WHERE = "Replace the branch by torch.where, which computes both arms inside the graph"
COND = "Replace the branch by torch.cond, which computes one arm inside the graph"
ZERO = (
    Kind.SOURCES.open("what only the arm not taken depends on gets a zero gradient instead of none").asking(
        Question.NO_GRADIENT
    ),
    Kind.DERIVATIVE.open("that gradient is NaN where a derivative on the way there is not finite").asking(
        Question.NO_GRADIENT
    ),
)
CALLED = (
    Kind.COMPILING.open("inductor then skips CUDA graphs, and an uncompiled call takes 1 to 2 ms more"),
    Kind.EXCEPTION.open(
        "both arms are traced in every call, so that one that raises for the shapes it is given always raises, with "
        "another exception"
    ),
    *ZERO,
    Kind.ALIAS.open("a tensor that an arm only names is copied"),
)
"""What differs wherever torch.cond stands for a branch."""
ONE_GRADIENT = Kind.COMPILING.open(
    "where two of its results get one gradient, as those of a sum do, its backward pass is not compiled"
)
SHAPES = Kind.SHAPE.open("that both arms have the same shape could not be proved").asking(Question.ONE_SHAPE)
DTYPES = Kind.DTYPE.open("that both arms have the same dtype could not be proved").asking(Question.ONE_DTYPE)
GUESSED = Kind.SHAPE.open("that both arms are tensors of one shape and dtype is only a guess").asking(Question.ALIKE)
SUMMED = (
    "a suggestion: the gradient of a sum or mean has strides of 0, and torch.cond takes only arms whose gradients have "
    "the same strides"
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
DRAWN = Kind.DRAW.open("random numbers are drawn in both cases, so that those drawn afterwards are others")
COSTLY = Kind.EXCEPTION.open("what the arm not taken computes may raise an exception, and takes its time")
STORED = Kind.EXCEPTION.open(
    "`{}` is written in both cases, which is an error for a leaf that requires gradients, for elements that share "
    "memory, and where the backward pass needs what it held"
)
KEEPS = Kind.DTYPE.open(
    "`{}` gets the shape and dtype of the new value, where an update in place keeps its own or raises"
)
REFUSED = Kind.EXCEPTION.open("the backward pass raises no error where it needs what `{}` held")
CAST = Kind.EXCEPTION.open("`{}` takes a value of another dtype, or of fewer dimensions, without an error")
SETTER = Kind.EFFECT.open("`{}` may be a property, whose code runs otherwise")
GOES_ON = Kind.EXCEPTION.open("the rounds that were left out are computed, take their time, and may raise an exception")
MET = Kind.ALIAS.open("`{}` is read before `{}` is written, which is seen where the two share memory").asking(
    Question.APART
)
ASSIGNED = Kind.EFFECT.open("`{}` is assigned in both cases, and holds a copy where it was left alone")
HELD = Kind.ALIAS.open("`{}` holds a copy where it was another tensor itself")
HISTORY = Kind.SOURCES.open("under `{}` the result has no gradient history, where `{}` may have had one")
MOVED = Kind.COMPILING.open("`{}` ends the graph in {} instead, until the branch there is rewritten too")
BROADCAST = Kind.SHAPE.open("the result has the shape of `{}` also where it was a number")

Form = Literal["where", "cond", "def"]
"""``torch.where``, ``torch.cond`` of lambdas, or ``torch.cond`` of functions."""

_MOST_ARMS = 12


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
    arms = Arms(oracle, torch)
    if isinstance(node, ast.IfExp):
        if not own_text(node, source):
            return Obstacle("it stands inside an f-string")
        parsed: tuple[Tree, ast.stmt | ast.expr] | Obstacle = (expression(node), node)
    else:
        parsed = arms.parse(node, following)
    if isinstance(parsed, Obstacle):
        return parsed
    tree, last = parsed
    if sum(1 for _ in leaves(tree)) > _MOST_ARMS:
        return Obstacle(f"it has more than {_MOST_ARMS} arms, and nobody could read the selections")
    kept: dict[str, ast.expr] = {}
    if isinstance(node, ast.If):
        found = list(leaves(tree))
        targets = dict.fromkeys(target for leaf in found for target in leaf.targets)
        updated = {target for leaf in found for step in leaf.steps if step.in_place for target in step.targets}
        partly = {target for target in targets if any(target not in leaf.targets for leaf in found)}
        wanted = partly | updated | {target for target in targets if "." in target}
        kept = {target: arms.kept(target, node) for target in targets if target in wanted}
        nested = any(choice.before for choice in choices(tree))
        if arms.made or kept or nested or arms.restructured or isinstance(oracle.parent(last), (ast.For, ast.While)):
            before = [*kept.values(), *([arms.stopped.iter] if arms.stopped is not None else [])]
            round_ = in_front(node, arms.stopped) if arms.stopped is not None else []
            oracle = oracle.running([*round_, *structured(tree, before, node)])
    judge = Judge(source, oracle)
    hoisted: tuple[tuple[str, ast.expr], ...] = ()
    if isinstance(tree, Choice) and isinstance(node, ast.If):
        tree, hoisted = without_numbers(tree, judge, oracle)
    branch = Branch(tree, node, last, judge, torch, kept, hoisted, loop=arms.stopped)
    obstacle = branch.examine()
    if obstacle is not None:
        return obstacle
    verdict = branch.verdict()
    if verdict.form != "where" and (verdict.is_suggestion or branch.not_for_functions() is not None):
        branch.select()
        verdict = branch.verdict()
    form = verdict.form
    if isinstance(node, ast.IfExp):
        if form == "def" or branch.lost_comments():
            return Obstacle("a comment stands inside the expression")
        change = replace_expression(source, node, branch.expression(form))
    else:
        old = (
            [node, *following[: following.index(last) + 1]]
            if isinstance(last, ast.stmt) and last is not node
            else [node]
        )
        change = replace_statements(source, old, branch.statements(form))
    edits: tuple[Pending, ...] = (*imports, *branch.beforehand(), change)
    operator: Operator = "where" if form == "where" else "cond"
    return Fix(verdict.summary, edits, verdict.obligations, verdict.is_suggestion, operator)


@dataclass(frozen=True)
class Verdict:
    """How a branch is rewritten, and what that asks for."""

    form: Form
    summary: str
    obligations: tuple[Obligation, ...] = ()
    is_suggestion: bool = False


@dataclass
class Slot:
    """One result of the branch: a name or attribute, or, without a target, the value that is returned."""

    target: str | None
    values: dict[int, ast.expr]
    """The value at each leaf, by the leaf's identity."""
    holes: list[Hole]
    """The places in it that are chosen; one where it is a tensor."""
    in_place: bool = False
    """Whether the tensor that the target holds is written."""


@dataclass
class Line:
    """What an arm computes in front of the choice."""

    targets: tuple[str, ...]
    value: ast.expr


@dataclass
class Branch:
    """One branch under examination."""

    tree: Tree
    node: ast.If | ast.IfExp
    last: ast.stmt | ast.expr
    judge: Judge
    torch: str
    kept: Mapping[str, ast.expr] = field(default_factory=dict)
    """What reads a target that not every leaf assigns, in front of the branch."""
    hoisted: tuple[tuple[str, ast.expr], ...] = ()
    """The Python numbers of arms that are computed in front of it."""
    slots: list[Slot] = field(default_factory=list)
    conditions: dict[int, Condition] = field(default_factory=dict)
    grades: list[Grade] = field(default_factory=list)
    notes: list[Obligation] = field(default_factory=list)
    """What differs in every form."""
    updates: list[ast.AugAssign] = field(default_factory=list)
    """What updates a number afterwards, which is a tensor then."""
    loop: ast.For | None = None
    """The loop that the first arm ends."""
    device: str = ""
    """A tensor on the device of what is computed."""
    flag: str = ""
    """The name of the tensor that says whether it has ended."""
    stored: set[str] = field(default_factory=set)
    """The targets whose memory is written, because somebody else may hold it."""
    lines: list[Line] = field(default_factory=list)
    masks: dict[ast.expr, int] = field(default_factory=dict)
    """The operands that are 1 where their arm is not taken, with the leaf they are in."""
    sequential: bool = False
    numbers: bool = False
    """Whether it gives Python numbers."""
    selected: bool = False
    """Whether both arms are computed although one of them may raise: torch.cond cannot take them."""
    _scopes: dict[ast.expr, dict[str, Grade]] = field(default_factory=dict)
    """By value, what the arm has bound before."""
    _renamed: dict[ast.expr, dict[str, str]] = field(default_factory=dict)
    """By value, the names under which the rewrite keeps what the arm has bound before."""
    _stands: dict[ast.expr, ast.expr] = field(default_factory=dict)
    """A name for a line's value: that value."""
    _shared: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """By a step's identity, the names under which it is computed."""
    _called: dict[ast.expr, str] = field(default_factory=dict)
    """The names under which the rewrite keeps what made expressions read."""
    _taken: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.judge.numbers = frozenset(name for name, _ in self.hoisted)
        self.source: SourceFile = self.judge.source
        self.oracle: Oracle = self.judge.oracle

    # --- what it is ---

    def examine(self) -> Obstacle | None:
        """Fill in conditions, slots and grades; what is in the way of any rewrite."""
        for _, expr in self.hoisted:
            grade = self.judge.grade(expr)
            if grade.level is not Level.TOTAL:
                note = Kind.EXCEPTION.open(f"`{self.judge.text(expr)}` is computed always")
                grade = Grade(Level.CHEAP, (*grade.notes, note))
            self.grades.append(grade)
        if self.loop is not None and (problem := self._examine_loop(self.loop)) is not None:
            return problem
        obstacle = self._examine_tests(self.tree) or self._examine_leaves() or self._examine_values()
        if obstacle is None:
            self._mask()
        return obstacle

    def _examine_loop(self, loop: ast.For) -> Obstacle | None:
        """Whether the rounds that the program would leave out can run."""
        assert isinstance(self.tree, Choice)
        function, text = function_of(loop, self.oracle), self.judge.text(loop.iter)
        inner = set(ast.walk(loop))
        for target in (node for node in ast.walk(loop.target) if isinstance(node, ast.Name)):
            outside = [node for node in names(function, target.id) if node not in inner] if function is not None else []
            if function is None or any(isinstance(node.ctx, ast.Load) for node in outside):
                return Obstacle(f"`{target.id}` is read behind the loop that an arm ends")
        counted = isinstance(loop.iter, ast.Call) and self.oracle.qualname(loop.iter.func) == "range"
        if not counted and (isinstance(loop.iter, ast.Call) or self.oracle.may_consume(loop.iter)):
            return Obstacle(f"an arm ends the loop, and to go on with `{text}` may use up an iterator or run code")
        if (problem := self._examine_round(loop)) is not None:
            return problem
        grade = self.judge.grade(self.tree.test)
        if grade.effect is not None:
            return Obstacle(f"its test would be evaluated in every round, and {grade.effect}")
        needlessly = NEEDLESSLY[:1] if grade.level is Level.PURE else ()
        self.notes += (*grade.notes, *needlessly, *((DRAWN,) if grade.random else ()))
        self.notes.append(GOES_ON)
        made = [node for one in (loop.target, *self._before(loop)) for node in ast.walk(one)]
        targets = {node.id for node in made if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
        parts = [part for one in (*self._before(loop), self.tree.test) for part in ast.walk(one)]
        for part in parts:
            early = isinstance(part, ast.Name) and part.id not in targets and self.oracle.name_bound(part.id)
            if isinstance(part, ast.Name) and early and self.oracle.tensor(part) is not None:
                self.flag, self.device = self.fresh("stopped"), part.id
                return None
        return Obstacle("an arm ends the loop, and its test names no tensor from before the loop")

    def _before(self, loop: ast.For) -> list[ast.stmt]:
        """The statements of a round in front of the test that ends the loop."""
        return in_front(self.node, loop)

    def _examine_round(self, loop: ast.For) -> Obstacle | None:
        """Whether what a round computes in front of the test that ends the loop can be computed in every round."""
        function = function_of(loop, self.oracle)
        for statement in self._before(loop):
            plain = isinstance(statement, ast.Assign) and len(statement.targets) == 1
            target = statement.targets[0] if isinstance(statement, ast.Assign) and plain else None
            if not isinstance(statement, ast.Assign) or not isinstance(target, ast.Name) or function is None:
                return Obstacle("what stands in front of the test that ends the loop does more than to bind names")
            own = set(ast.walk(statement.value))
            inside = {node for one in loop.body if one.lineno >= statement.lineno for node in ast.walk(one)} - own
            if not inside.issuperset(names(function, target.id)):
                return Obstacle(f"`{target.id}` is bound in front of the test that ends the loop, and read elsewhere")
            if self.oracle.captured(target.id):
                return Obstacle(f"`{target.id}` is read by other functions")
            grade = self.judge.grade(statement.value)
            if grade.effect is not None:
                return Obstacle(f"what stands in front of the test that ends the loop always runs, and {grade.effect}")
            costly = (*NEEDLESSLY, COSTLY) if grade.level is Level.PURE else ()
            self.notes += (*grade.notes, *costly, *((DRAWN,) if grade.random else ()))
        return None

    def beforehand(self) -> list[Change]:
        """What stands in front of a loop that an arm ends, the flag that it has not ended, and updates elsewhere."""
        updates = [
            replace_statements(self.source, [one], [quote.instead(one, _computed(one))])
            for one in dict.fromkeys(self.updates)
            if not place(self.node) <= place(one) < end(self.last)
        ]
        if self.loop is None:
            return updates
        made = quote.expression(
            "TORCH.zeros((), dtype=TORCH.bool, device=KNOWN.device)", TORCH=self.torch, KNOWN=self.device
        )
        return [*updates, insert_before(self.source, self.loop, [quote.assign(self.flag, made)])]

    def _examine_tests(self, tree: Tree) -> Obstacle | None:
        if not isinstance(tree, Choice):
            return None
        # What runs in front of the test binds these; it is graded with the arms.
        self.judge.locals = {target: CONSTANT for step in tree.before for target in step.targets}
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
            self.judge.locals = {target: CONSTANT for step in side.before for target in step.targets}
            grade = grade_of(side.test, self.judge)
            if grade.effect is not None:
                return Obstacle(f"its tests would be evaluated together, and {grade.effect}")
            self.grades.append(Grade(grade.level, grade.notes, random=grade.random))
            if inner is None and not self.conditions[id(side)].one:
                self.grades.append(Grade(Level.CHEAP, (NEEDLESS.about(self.judge.text(side.test)),)))
        return inner

    def _examine_leaves(self) -> Obstacle | None:
        found = list(leaves(self.tree))
        self.sequential = any(leaf.sequential for leaf in found) or any(one.before for one in choices(self.tree))
        self.judge.anticipated = self._anticipated()
        for leaf in found:
            if obstacle := self._grade_steps(leaf):
                return obstacle
        assigned = dict.fromkeys(target for leaf in found for target in leaf.targets)
        if obstacle := self._examine_writes(found) or self._examine_attributes(list(assigned)):
            return obstacle
        wanted: dict[str, None] = {}
        for target in assigned if found[0].returned is None else ():
            everywhere = all(target in leaf.targets for leaf in found)
            live = "." in target or target in self.stored or self.oracle.captured(target)
            live = live or (self.oracle.used_later(target) and self._live(target))
            local = any(target in reads(expr) for leaf in found for expr in leaf.exprs)
            if not live and (not everywhere or local):
                continue
            if not everywhere and "." not in target and not self.oracle.name_bound(target):
                return Obstacle(f"`{target}` is assigned in one arm only and may not be bound otherwise")
            wanted[target] = None
        if found[0].returned is not None and (kept := [one for one in assigned if "." in one or one in self.stored]):
            return Obstacle(f"an arm writes to `{kept[0]}`, and returns")
        if found[0].returned is not None and (outer := [one for one in assigned if self.oracle.captured(one)]):
            return Obstacle(f"an arm assigns `{outer[0]}`, which other functions read, and returns")
        finals = {id(leaf): self._straighten(leaf, wanted) for leaf in found}
        self._rename_tests()
        if found[0].returned is not None:
            returned = {id(leaf): leaf.returned for leaf in found if leaf.returned is not None}
            self.slots = [self._slot(None, returned, assigned)]
            return None
        for target in wanted:
            values = {id(leaf): finals[id(leaf)].get(target) or self.kept[target] for leaf in found}
            self.slots.append(self._slot(target, values, assigned))
        for slot in self.slots:
            for other in self.slots if slot.in_place else ():
                if other is not slot and other.in_place and any(slot.target in reads(e) for e in other.values.values()):
                    return Obstacle(f"an arm updates `{slot.target}` and `{other.target}` in place, one with the other")
        return None if self.slots else Obstacle("its arms do nothing that is used afterwards")

    def _anticipated(self) -> frozenset[Hashable]:
        """The shapes that every arm broadcasts to, or to one that these are a part of."""
        found = []
        for leaf in leaves(self.tree):
            facts = [self.judge.facts(part) for expr in leaf.exprs for part in computed(expr)]
            found.append({fact.shape for fact in facts if fact is not None and fact.shape is not None})
        everywhere = (
            shape
            for shape in frozenset().union(*found)
            if all(any(parts(shape) <= parts(other) for other in shapes) for shapes in found)
        )
        return frozenset(everywhere)

    def _slot(self, target: str | None, values: dict[int, ast.expr], assigned: Iterable[str]) -> Slot:
        return Slot(target, values, holes(values, assigned, self.oracle.is_record), target in self.stored)

    def _live(self, name: str) -> bool:
        """Whether what a name holds is read outside of the branch, or in it before the arm binds it."""
        function = function_of(self.node, self.oracle)
        if function is None or not isinstance(self.last, ast.stmt):
            return True
        if any(isinstance(node, (ast.Global, ast.Nonlocal)) and name in node.names for node in ast.walk(function)):
            return True
        first, stop = (self.node.lineno, self.node.col_offset), (self.last.end_lineno or 0, self.last.end_col_offset)
        inner = {node for node in names(function, name) if first <= (node.lineno, node.col_offset) < stop}
        for node in names(function, name):
            updates = isinstance(self.oracle.parent(node), ast.AugAssign)
            if node not in inner and (isinstance(node.ctx, ast.Load) or updates):
                return True
        exposed = {
            one
            for choice in choices(self.tree)
            for one in names_read(choice.test) - {target for step in choice.before for target in step.targets}
        }
        for leaf in leaves(self.tree):
            seen = [*(step.seen for step in leaf.steps), len(leaf.steps)]
            for expr, count in zip(leaf.exprs, seen, strict=False):
                exposed |= names_read(expr) - {target for one in leaf.steps[:count] for target in one.targets}
        return name in exposed

    def _grade_steps(self, leaf: Leaf) -> Obstacle | None:
        """What the arm's expressions do, each with what the arm has bound before it."""
        bound: dict[str, Grade] = {}
        after_steps: list[dict[str, Grade]] = [{}]
        seen = [*(step.seen for step in leaf.steps), len(leaf.steps)]
        for expr, count in zip(leaf.exprs, seen, strict=False):
            made = {target: step for step in leaf.steps[:count] for target in step.targets}
            for part in ast.walk(expr):
                if isinstance(part, (ast.Name, ast.Attribute)) and (step := made.get(ast.unparse(part))) is not None:
                    whole = step.parts[step.targets.index(ast.unparse(part))] if step.parts else step.value
                    self.judge.values[part] = whole
        self.judge.values.update({part: part for step in leaf.steps for part in step.parts})
        shares: dict[str, frozenset[str]] = {}
        for step in leaf.steps:
            scope = after_steps[step.seen]
            grade = self._graded(step.value, scope)
            if grade.effect is not None:
                return Obstacle(f"an arm has effects: {grade.effect}")
            self.grades.append(grade)
            if step.in_place and (obstacle := _own_alias(step.targets[0], shares)) is not None:
                return obstacle
            if not step.in_place:
                held = frozenset(reads(step.value)) if grade.alias or step.parts or _names(step.value) else frozenset()
                held = held.union(*(shares.get(name, ()) for name in held))
                shares = {**shares, **dict.fromkeys(step.targets, held)}
            for target in step.targets:
                bound = {**bound, target: Grade(leaves=grade.leaves, alias=grade.alias or bool(step.parts))}
            for part in step.parts:
                self._scopes[part] = bound
            after_steps.append(bound)
        if leaf.returned is not None:
            grade = self._graded(leaf.returned, bound)
            if grade.effect is not None:
                return Obstacle(f"an arm has effects: {grade.effect}")
            self.grades.append(grade)
        return None

    def _graded(self, expr: ast.expr, scope: dict[str, Grade]) -> Grade:
        for part in ast.walk(expr):
            if isinstance(part, ast.expr):
                self._scopes[part] = scope
        return self.grade(expr)

    def grade(self, expr: ast.expr) -> Grade:
        """What an expression of an arm does; a target that an arm leaves alone is what it was."""
        if any(expr is read for read in self.kept.values()):
            return Grade(leaves=frozenset({ast.unparse(expr)}), alias=True)
        if expr in self._stands:
            inner = self.grade(self._stands[expr])
            return Grade(leaves=inner.leaves, alias=inner.alias)
        self.judge.locals = self._scopes.get(expr, {})
        if isinstance(expr, ast.Call) and self.oracle.is_record(expr.func):
            # It is made once, from what is chosen for each of its parts.
            return self.judge.all([*expr.args, *(keyword.value for keyword in expr.keywords)])
        return self.judge.grade(expr)

    def _straighten(self, leaf: Leaf, wanted: Collection[str]) -> dict[str, ast.expr]:
        """What the leaf gives each target in the end; what it needs for that is computed in lines in front."""
        finals: dict[str, ast.expr] = {}
        renames: list[dict[str, str]] = [{}]
        exprs = [*(step.value for step in leaf.steps)] + ([leaf.returned] if leaf.returned is not None else [])
        seen = [step.seen for step in leaf.steps] + [len(leaf.steps)]
        for index, step in enumerate(leaf.steps):
            current = renames[step.seen]
            self._renamed[step.value] = current
            after_this = dict(renames[-1])
            read_later = {
                target
                for target in step.targets
                for place in range(index + 1, len(exprs))
                if seen[place] > index
                and target in reads(exprs[place])
                and not any(target in one.targets for one in leaf.steps[index + 1 : seen[place]])
            }
            if step.parts or read_later or id(step) in self._asked:
                if (known := self._shared.get(id(step))) is not None:
                    new = known
                else:
                    new = tuple(self._own_name(target, step, wanted) for target in step.targets)
                    self.lines.append(Line(new, step.value))
                    self._shared[id(step)] = new
                for place, (target, name) in enumerate(zip(step.targets, new, strict=True)):
                    after_this[target] = name
                    read = step.parts[place] if step.parts else quote.placed(ast.Name(name, ast.Load()), step.value)
                    if not step.parts:
                        self._stands[read] = step.value
                    self._called[read] = name
                    finals[target] = read
            else:
                for target in step.targets:
                    after_this.pop(target, None)
                    finals[target] = step.value
            renames.append(after_this)
        if leaf.returned is not None:
            self._renamed[leaf.returned] = renames[-1]
        return finals

    def _rename_tests(self) -> None:
        """Let nested tests read what runs in front of them under the names that the rewrite gives it."""
        for choice in choices(self.tree):
            names = {target: name for step in choice.before for target, name in self._names_of(step)}
            found = self.conditions[id(choice)]
            read = {node: node.id for node in ast.walk(found.expr) if isinstance(node, ast.Name)}
            new: dict[ast.AST, ast.AST] = {
                node: quote.name(names[name]) for node, name in read.items() if name in names
            }
            self.conditions[id(choice)] = replace(found, expr=quote.replaced(found.expr, new))

    def _names_of(self, step: Step) -> Iterator[tuple[str, str]]:
        return zip(step.targets, self._shared.get(id(step), step.targets), strict=True)

    @cached_property
    def _asked(self) -> frozenset[int]:
        """The steps, by identity, that nested tests may read: they are computed under names of their own."""
        found = set()
        for choice in choices(self.tree):
            found |= {id(step) for step in choice.before if set(step.targets) & names_read(choice.test)}
        return frozenset(found)

    def _own_name(self, target: str, step: Step, wanted: Collection[str]) -> str:
        """The name under which the value of a step is computed in front of the choice."""
        others = [one for one in leaves(self.tree) if all(step is not own for own in one.steps)]
        taken = target in wanted or "." in target
        taken = taken or any(target in reads(expr) for one in others for expr in one.exprs)
        tests = [choice.test for choice in choices(self.tree) if all(step is not own for own in choice.before)]
        taken = taken or any(target in reads(test) for test in tests)
        if not taken and (not self.oracle.name_bound(target) or not self._live(target)):
            return target
        return self.fresh(f"new_{target.rpartition('.')[2]}")

    def fresh(self, stem: str) -> str:
        name, count = self.oracle.fresh_name(stem), 2
        while name in self._taken:
            name, count = self.oracle.fresh_name(f"{stem}_{count}"), count + 1
        self._taken.add(name)
        return name

    def _examine_writes(self, found: list[Leaf]) -> Obstacle | None:
        """How updates in place are written: as new values, where nobody else holds the memory."""
        switch = self.oracle.gradient_switch()
        for target in dict.fromkeys(target for leaf in found for step in leaf.steps for target in step.targets):
            steps = [step for leaf in found for step in leaf.steps if target in step.targets]
            updates = [step for step in steps if step.in_place]
            if not updates:
                continue
            before = self.facts(self.kept[target])
            if before is None and self.oracle.number(self.kept[target]) is not None:
                continue
            # An arm that has bound the name itself updates what it has made.
            first = [next((step for step in leaf.steps if target in step.targets), None) for leaf in found]
            outer = any(step is not None and step.in_place for step in first)
            if outer and ("." in target or self.oracle.shared(target)):
                if len(updates) < len(steps):
                    return Obstacle(f"an arm updates `{target}` in place, and an arm binds it to something else")
                self.stored.add(target)
                self.notes.append(STORED.about(target))
                self._reads_after(target, found)
            elif outer and self.oracle.needed_backward(target):
                self.notes.append(REFUSED.about(target))
            if outer and switch is not None and target not in self.stored:
                self.notes.append(HISTORY.about(switch, target))
            if any(not self._keeps_kind(step, before) for step in updates):
                self.notes.append((CAST if target in self.stored else KEEPS).about(target))
        return None

    def _examine_attributes(self, assigned: list[str]) -> Obstacle | None:
        """Whether attributes that are assigned are plain, and those of different objects."""
        attributes = [target for target in assigned if "." in target]
        for target in attributes:
            others = [one for one in attributes if one.rpartition(".")[2] == target.rpartition(".")[2]]
            if len(others) > 1:
                return Obstacle(f"`{others[0]}` and `{others[1]}` may be one attribute of one object")
            read = self.kept[target]
            if isinstance(read, ast.Attribute) and self.oracle.runs_code(read) is not False:
                self.notes.append(SETTER.about(target))
        return None

    def _keeps_kind(self, step: Step, before: TensorFacts | None) -> bool:
        """Whether the value that takes the place of an update has the shape and dtype of what is updated."""
        new = self.facts(step.value)
        if new is not None and before is not None and new.shape is not None and new.dtype is not None:
            return new.shape == before.shape and new.dtype == before.dtype
        floating = before is not None and bool(before.is_floating)
        return floating and self._keeps(step.value, step.targets[0])

    def _reads_after(self, target: str, found: list[Leaf]) -> None:
        """Tensors that an arm reads once it has written to memory that they may share."""
        for leaf in found:
            places = [place for place, step in enumerate(leaf.steps) if step.in_place and target in step.targets]
            if not places:
                continue
            later = [(step.value, step.seen) for step in leaf.steps[places[0] + 1 :]]
            for expr, seen in [*later, *([(leaf.returned, len(leaf.steps))] if leaf.returned is not None else [])]:
                bound = {one for step in leaf.steps[:seen] if not step.in_place for one in step.targets}
                for part in ast.walk(expr):
                    shares = isinstance(part, (ast.Name, ast.Attribute)) and self.oracle.tensor(part) is not None
                    if shares and ast.unparse(part) not in {target, *bound}:
                        self.notes.append(MET.about(ast.unparse(part), target))

    def _examine_values(self) -> Obstacle | None:
        for slot in self.slots:
            for hole in slot.holes:
                known = {leaf: self.facts(expr) for leaf, expr in hole.items()}
                if None not in known.values():
                    continue
                numbers = [expr for expr in hole.values() if self.oracle.number(expr) is not None]
                if numbers and slot.target is not None and "." in slot.target:
                    text = self.judge.text(numbers[0])
                    return Obstacle(f"an arm gives `{slot.target}` the Python number `{text}`, not a tensor")
                for leaf, expr in hole.items():
                    if known[leaf] is None and self.oracle.number(expr) is None:
                        return self._no_tensor(slot, expr)
                if obstacle := self._number(slot, hole):
                    return obstacle
        return None

    def _no_tensor(self, slot: Slot, expr: ast.expr) -> Obstacle:
        if isinstance(expr, ast.Constant) and expr.value is None and slot.target is not None and self._plain(slot):
            return Obstacle(f"`{slot.target}` is None in one arm, and not only tested for that right behind the branch")
        if self.oracle.tensor(expr) is None and is_container(expr) and not isinstance(expr, ast.Call):
            return Obstacle(f"`{self.judge.text(expr)}` has another structure than what the other arm gives")
        return Obstacle(f"`{self.judge.text(expr)}` is not known to be a tensor")

    def _number(self, slot: Slot, hole: Hole) -> Obstacle | None:
        """A Python number becomes a tensor without dimensions, where nothing needs it as a number."""
        given = {self.judge.text(expr): self.oracle.number(expr) for expr in hole.values()}
        numbers = {text: number.value for text, number in given.items() if number is not None}
        text = next(iter(numbers))
        truth = [text for text, value in numbers.items() if isinstance(value, bool)]
        facts = [self.facts(expr) for expr in hole.values() if self.judge.text(expr) not in numbers]
        plain = slot.target is not None and self._plain(slot)
        if truth and not (plain and len(truth) == len(numbers) and all(fact and fact.boolean for fact in facts)):
            return Obstacle(f"an arm gives the truth value `{truth[0]}`, not a tensor")
        kinds = {type(value) for value in numbers.values()}
        mixed = len(numbers) < len(given) or len(kinds) > 1 or type(None) in kinds
        assert isinstance(self.tree, Choice)
        name = text if slot.target is None else slot.target
        scalar = Scalar(self.judge, self.tree.test, numbers, mixed, name, truth=bool(truth))
        for expr in hole.values():
            fact = self.facts(expr)
            if self.judge.text(expr) not in numbers and (fact is None or not fact.zero_dim):
                scalar.notes.append(BROADCAST.about(self.judge.text(expr)))
        if hole is not slot.holes[0] or is_container(next(iter(slot.values.values()))):
            scalar.notes.append(RETURNED.about(text))
            obstacle = None if slot.target is None else Obstacle(f"the number `{text}` is put into a container")
        elif slot.target is not None:
            assert isinstance(self.node, ast.stmt)
            obstacle = scalar.named(slot.target, self.node)
        elif isinstance(self.node, ast.IfExp):
            obstacle = scalar.used(self.node)
        else:
            scalar.notes.append(RETURNED.about(text))
            obstacle = None
        for holder, asked in scalar.tests.items():
            obstacle = obstacle or self._decides(holder, asked)
        if obstacle is not None:
            reason = obstacle.reason if obstacle.placed else f"it {obstacle.reason}"
            what = "truth value" if truth else "Python number"
            return Obstacle(f"an arm gives the {what} `{text}`, and {reason}", obstacle.placed)
        self.updates += scalar.updates
        self.numbers = True
        self.notes += scalar.notes
        return None

    def _decides(self, holder: ast.If | ast.IfExp, asked: ast.expr) -> Obstacle | None:
        """Why a later branch that the number decides cannot be rewritten once it is a tensor."""
        row = self.source.named(holder.lineno)
        statement = statement_of(holder, self.oracle)
        later = TensorFacts((), "torch.bool", False, True, frozenset(), True)
        there = self.oracle.supposing({asked: later}).at(statement) if statement is not None else None
        if there is None or place(holder) < end(self.node):
            return Obstacle(f"in {row} it decides a branch in front, or in a way that is not known", placed=True)
        block = block_of(statement, self.oracle) if statement is not None else []
        following = block[block.index(holder) + 1 :] if isinstance(holder, ast.If) and holder in block else []
        found = where_or_cond(holder, self.source, there, following)
        if isinstance(found, Obstacle):
            return Obstacle(f"in {row} it decides a branch that is not rewritten: {found.reason}", placed=True)
        if found.is_suggestion:
            return Obstacle(f"in {row} it decides arms that differ", placed=True)
        if found.applicability is not Applicability.SAFE:
            self.notes.append(MOVED.about(self.judge.text(asked), row))
        return None

    def _hole_facts(self) -> Iterator[TensorFacts]:
        """What is known of the arms' tensors."""
        for slot in self.slots:
            for hole in slot.holes:
                for expr in hole.values():
                    if (fact := self.facts(expr)) is not None:
                        yield fact

    def facts(self, expr: ast.expr) -> TensorFacts | None:
        if any(expr is read for read in self.kept.values()) and isinstance(expr, ast.Name):
            return self.oracle.named(expr.id)
        return self.judge.facts(self._stands.get(expr, expr))

    # --- what can be done ---

    def select(self) -> None:
        """Compute both arms, although one of them may raise."""
        self.selected = True
        self._mask()

    def _mask(self) -> None:
        """Keep derivatives finite in the arm not taken: divide by 1 there, and take the square root of 1."""
        level = max((grade.level for grade in self.grades), default=Level.TOTAL)
        both = isinstance(self.tree, Choice) and isinstance(self.tree.then, Leaf) and isinstance(self.tree.other, Leaf)
        if not both or (level is not Level.FRAGILE and not (self.selected and level is Level.PURE)):
            return
        self.judge.maskable.clear()
        found: dict[ast.expr, int] = {}
        for leaf in leaves(self.tree):
            for expr in leaf.exprs:
                self.grade(expr)
                found.update({operand: id(leaf) for operand in self.judge.maskable if operand not in found})
        found = {operand: leaf for operand, leaf in found.items() if not quote.is_made(operand)}
        self.judge.masked = frozenset(found)
        grades = [self.grade(expr) for leaf in leaves(self.tree) for expr in leaf.exprs]
        if len(found) > _MANY or max(grade.level for grade in grades) == Level.FRAGILE:
            self.judge.masked = frozenset()
            return
        tests = self.grades[: len(self.grades) - len(grades)]
        self.grades = [*tests, *grades]
        self.masks = found

    def verdict(self) -> Verdict:
        """What the rewrite is, and what it asks for."""
        level = max((grade.level for grade in self.grades), default=Level.TOTAL)
        random = any(grade.random for grade in self.grades)
        chosen = level < Level.FRAGILE or random or self.numbers or self.selected
        form: Form = "where" if chosen else "cond"
        if form == "cond" and self.sequential:
            form = "def"
        summary = WHERE if form == "where" else COND
        unproved = self._unproved()
        if unproved is None:
            return Verdict(form, f"{summary} ({DIFFERENT})", is_suggestion=True)
        if form != "where" and self._expanded():
            return Verdict(form, f"{summary} ({SUMMED})", is_suggestion=True)
        common = [*self.notes, *self._effects()]
        if form != "where":
            shared = [ONE_GRADIENT] if sum(len(slot.holes) for slot in self.slots) > 1 else []
            asked = [note for found in self.conditions.values() for note in found.eager.notes]
            return Verdict(form, summary, tuple(dict.fromkeys([*CALLED, *shared, *unproved, *common, *asked])))
        opened = tuple(dict.fromkeys([*unproved, *self._differences(), *common]))
        kinds = {one.kind for one in opened}
        return Verdict(form, summary, (*opened, *(one for one in SELECTED if one.kind not in kinds)))

    def not_for_functions(self) -> Obstacle | None:
        """Why the arms cannot become functions, as torch.cond wants them."""
        if (runs := next((grade.runs for grade in self.grades if grade.runs is not None), None)) is not None:
            return Obstacle(f"to read `{runs}` runs code, which torch.cond would run for both arms")
        found = list(leaves(self.tree))
        if self.sequential and len(found) > 2:
            return Obstacle("its arms hold several steps; move them into functions of their own")
        written = any(slot.in_place for slot in self.slots)
        attributes = any("." in (slot.target or "") for slot in self.slots)
        if ((written or attributes) and self.sequential) or (written and len(self.slots) > 1):
            return Obstacle("its arms write to more than names, and may raise; compute what they write first")
        structures = any(not self._plain(slot) for slot in self.slots)
        if structures and (self.sequential or len(self.slots) > 1 or not self._flat(self.slots[0])):
            return Obstacle("its arms give structures of tensors, and may raise; compute those tensors first")
        facts = list(self._hole_facts())
        kinds = {(fact.is_floating, fact.boolean) for fact in facts}
        count = sum(len(slot.holes) for slot in self.slots)
        if count > 1 and len(kinds) > 1 and any(floating is False for floating, _ in kinds):
            return Obstacle("its results are of several kinds, of which torch.cond can differentiate only some")
        for leaf in found:
            for expr in leaf.exprs:
                for part in ast.walk(expr):
                    if isinstance(part, ast.Attribute) and self.judge.data.properties.get(part.attr) == "tensor":
                        return Obstacle(f"torch.cond takes no view such as `{self.judge.text(part)}`; make it in front")
                    if isinstance(part, ast.Attribute) and part.attr in self._set_anew:
                        text = self.judge.text(part)
                        return Obstacle(f"compiled, torch.cond loses what is assigned to `{text}`, which an arm reads")
                for word in sorted(names_read(expr) & {"super", "locals", "vars", "__class__"}):
                    return Obstacle(f"`{word}` means something else inside the functions that torch.cond calls")
            for name in self._read_before_written(leaf):
                if self.sequential and (self.oracle.named(name) is None or not self.oracle.name_bound(name)):
                    return Obstacle(f"`{name}` is not known to be a tensor")
        return None

    @cached_property
    def _set_anew(self) -> frozenset[str]:
        """The attributes that the file sets outside of constructors."""
        functions = (node for node in ast.walk(self.source.tree) if isinstance(node, ast.FunctionDef))
        nodes = (node for one in functions if one.name != "__init__" for node in ast.walk(one))
        stored = (node for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store))
        return frozenset(node.attr for node in stored)

    @staticmethod
    def _plain(slot: Slot) -> bool:
        """Whether all of a result is one tensor."""
        return len(slot.holes) == 1 and slot.holes[0] == slot.values

    @staticmethod
    def _flat(slot: Slot) -> bool:
        """Whether a result is a tuple of which every element is chosen."""
        first = next(iter(slot.values.values()))
        return isinstance(first, ast.Tuple) and [next(iter(hole.values())) for hole in slot.holes] == first.elts

    def _unproved(self) -> list[Obligation] | None:
        """What of the arms is not proved to be the same, for all results; None where it is known to differ."""
        unproved: dict[Obligation, None] = {}
        for slot in self.slots:
            for hole in slot.holes:
                exprs = list(hole.values())
                found = [self.facts(expr) for expr in exprs]
                if None in found:
                    continue  # a number
                shapes = {fact.shape if fact is not None else None for fact in found}
                dtypes = {fact.dtype if fact is not None else None for fact in found}
                written = {self._written(expr) for expr in exprs} - {None}
                if (
                    _known_to_differ(written or shapes)
                    or len({dtype for dtype in dtypes if isinstance(dtype, str)}) > 1
                ):
                    return None
                alike = all(self._keeps(expr, slot.target) for expr in exprs)
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
            exprs = leaf.exprs
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

    def _keeps(self, expr: ast.expr, target: str | None) -> bool:
        """Whether an expression is the target, element by element, with Python numbers; so it keeps its shape."""
        if isinstance(expr, (ast.Name, ast.Attribute)) and ast.unparse(expr) == target:
            return target not in self._scopes.get(expr, {})
        if isinstance(expr, ast.BinOp) and isinstance(expr.op, (ast.Add, ast.Sub, ast.Mult, ast.Div)):
            sides = (expr.left, expr.right)
            return any(self._keeps(one, target) and self.judge.is_number(other) for one, other in (sides, sides[::-1]))
        if isinstance(expr, ast.UnaryOp) and isinstance(expr.op, ast.USub):
            return self._keeps(expr.operand, target)
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
        return self._keeps(operand, target) and all(self.judge.is_number(bound) for bound in bounds)

    def _differences(self) -> list[Obligation]:
        """What of the original program the torch.where form does not keep."""
        notes = [note for grade in self.grades for note in grade.notes]
        level = max((grade.level for grade in self.grades), default=Level.TOTAL)
        if any(grade.level is Level.PURE or (grade.level and not grade.notes) for grade in self.grades):
            notes += NEEDLESSLY
        if level is Level.PURE:
            notes.append(COSTLY)
        if any(grade.random for grade in self.grades):
            notes.append(DRAWN)
        notes += self._twins()
        for slot in self.slots:
            for hole in slot.holes:
                found = [(expr, self.facts(expr)) for expr in hole.values()]
                notes += self._gradient_differences(found)
                notes += self._alias_differences(slot, found)
                notes += self._layout_differences(slot, found)
                if any(fact is not None and fact.confidence != "high" for _, fact in found):
                    notes.append(GUESSED)
        return list(dict.fromkeys(notes))

    def _twins(self) -> Iterator[Obligation]:
        """Results that are one tensor in an arm, and two afterwards."""
        for leaf in leaves(self.tree):
            seen: dict[int, bool] = {}
            for slot in self.slots:
                escapes = slot.target is None or not self._plain(slot) or self.oracle.escapes(slot.target)
                for hole in slot.holes:
                    expr = hole[id(leaf)]
                    origin = self._stands.get(expr, expr)
                    while (made := self.judge.values.get(origin, origin)) is not origin:
                        origin = made
                    if id(origin) in seen and (escapes or seen[id(origin)]):
                        yield COPIED.about(self.judge.text(expr))
                    seen[id(origin)] = escapes or seen.get(id(origin), False)

    def _effects(self) -> Iterator[Obligation]:
        """What differs in any form: attributes that are always assigned, and gradient history."""
        switch = self.oracle.gradient_switch()
        for slot in self.slots:
            attribute = slot.target is not None and "." in slot.target and not slot.in_place
            for hole in slot.holes:
                for expr in hole.values():
                    is_kept = any(expr is read for read in self.kept.values())
                    if attribute and slot.target is not None and (is_kept or self.grade(expr).alias):
                        yield (ASSIGNED if is_kept else HELD).about(slot.target)
                    fact = self.facts(expr)
                    if switch and fact is not None and fact.is_floating is not False and self.grade(expr).alias:
                        yield HISTORY.about(switch, self.judge.text(expr))

    def _gradient_differences(self, found: list[tuple[ast.expr, TensorFacts | None]]) -> Sequence[Obligation]:
        """What differs in gradients where the arms do not depend on the same tensors.

        The arm not taken gets a gradient of zero, and hands it on: to leaves that would have none, and through what
        lies between them and the arm, where a derivative that is not finite makes NaN of it. Neither is seen where the
        arm that is taken reaches the same tensors.
        """
        facts = [fact for _, fact in found if fact is not None]
        if all(fact.is_floating is False or fact.boolean or fact.sources == frozenset() for fact in facts):
            return []
        depends = [frozenset(map(str, self.grade(expr).leaves)) for expr, _ in found]
        together: frozenset[str] = frozenset().union(*depends)
        statement = statement_of(self.node, self.oracle)
        if statement is None:
            return () if all(one == together for one in depends) else ZERO
        paths = Paths(statement, self.oracle)
        return () if all(paths.reach(one, together) for one in depends) else ZERO

    def _alias_differences(self, slot: Slot, found: list[tuple[ast.expr, TensorFacts | None]]) -> Sequence[Obligation]:
        """What tells the result, which is new memory, from the tensor that it was where an arm only names one."""
        if slot.in_place or all(fact is None for _, fact in found):
            return []
        notes: list[Obligation] = []
        read = {name for leaf in leaves(self.tree) for expr in leaf.exprs for name in names_read(expr)}
        read |= {name for choice in choices(self.tree) for name in names_read(choice.test)}
        target = slot.target.partition(".")[0] if slot.target is not None else None
        written = self.oracle.written_later(read | ({target} if target is not None else set()))
        if written is not Write.NO:
            notes += WRITTEN
        if slot.target is not None and self.oracle.shown(slot.target):
            notes.append(PRINTED.about(slot.target))
        for expr, fact in found:
            seen = slot.target is None or not self._plain(slot) or self.oracle.escapes(slot.target)
            if fact is not None and seen and self.grade(expr).alias and not self._sole(expr, slot):
                notes.append(COPIED.about(self.judge.text(expr)))
                break
        return notes

    def _sole(self, expr: ast.expr, slot: Slot) -> bool:
        """Whether nothing but the result can hold what an arm names: new memory, in a local name."""
        name = expr.id if isinstance(expr, ast.Name) and expr not in self._stands else None
        if name is None or name in self._scopes.get(expr, {}) or self.oracle.shared(name):
            return False
        return name == slot.target or not self.oracle.escapes(name)

    def _layout_differences(self, slot: Slot, found: list[tuple[ast.expr, TensorFacts | None]]) -> Sequence[Obligation]:
        """The result has the strides of the arm that comes first, whichever is taken."""
        if slot.in_place or all(fact is None or fact.zero_dim for _, fact in found):
            return []
        wholes = [self._stands.get(expr, expr) for expr, _ in found]
        layouts = {layout(whole, self.judge, follow=False) for whole in wholes}
        if len(layouts) > 1:
            layouts = {layout(whole, self.judge, follow=True, dense=True) for whole in wholes}
        return [] if len(layouts) == 1 else [LAYOUT]

    # --- how it is written ---

    def expression(self, form: str) -> ast.expr:
        """The value of the branch as one expression."""
        return self._chosen(self.slots[0]) if form == "where" else self._cond(self.tree)

    def statements(self, form: str) -> list[ast.stmt]:
        """The statements in the branch's place."""
        first = [quote.assign(name, self._written_as(expr)) for name, expr in self.hoisted]
        if self.loop is not None:
            test = self.conditions[id(self.tree)].scalar
            stops = quote.expression("TORCH.logical_or(FLAG, TEST)", TORCH=self.torch, FLAG=self.flag, TEST=test)
            first.append(quote.assign(self.flag, stops))
            self.conditions[id(self.tree)] = Condition(quote.name(self.flag), True)
        return [*first, *self._statements(form)]

    def _statements(self, form: str) -> list[ast.stmt]:
        if form == "def":
            return self._functions()
        if form == "where":
            return self._selections()
        if self.slots[0].in_place:
            return [self._stored(self.slots[0], self.expression(form))]
        return [self._bound(self.expression(form))]

    def _bound(self, value: ast.expr) -> ast.stmt:
        """The statement that binds all results, or returns the one."""
        targets = [slot.target for slot in self.slots if slot.target is not None]
        return quote.assign(targets, value) if targets else ast.Return(value)

    def _stored(self, slot: Slot, value: ast.expr) -> ast.stmt:
        assert slot.target is not None
        return quote.statement("TARGET.copy_(VALUE)", TARGET=slot.target, VALUE=value)

    def _selections(self) -> list[ast.stmt]:
        """One torch.where a tensor, with conditions computed once, behind what the arms compute for themselves."""
        chosen = sum(len(slot.holes) for slot in self.slots) + len(self.masks)
        lines = self._named_conditions(chosen, nested=False)
        lines += [quote.assign(line.targets, self._written_as(line.value)) for line in self.lines]
        lines += self._named_conditions(chosen, nested=True)
        plain = [slot for slot in self.slots if not slot.in_place]
        stored = [(slot, self._chosen(slot)) for slot in self.slots if slot.in_place]
        for index, (slot, value) in enumerate(stored):
            assert slot.target is not None
            if any(one.target in reads(value) for one in plain):
                # It reads what a name held before it is bound anew, and is stored once nothing reads the old value.
                name = self.fresh(f"new_{slot.target.rpartition('.')[2]}")
                lines.append(quote.assign(name, value))
                stored[index] = slot, quote.name(name)
        if len(plain) > 1 and self._dependent(plain):
            targets = [slot.target for slot in plain if slot.target is not None]
            lines.append(quote.assign(targets, ast.Tuple([self._chosen(slot) for slot in plain], ast.Load())))
            plain = []
        for slot in plain:
            value = self._chosen(slot)
            lines.append(quote.assign(slot.target, value) if slot.target is not None else ast.Return(value))
        return [*lines, *(self._stored(slot, value) for slot, value in stored)]

    def _named_conditions(self, chosen: int, *, nested: bool) -> list[ast.stmt]:
        """Names for the conditions, where more than one tensor is chosen by them.

        ``nested``: for those in front of which the arm computes something.
        """
        lines: list[ast.stmt] = []
        assigned = {slot.target for slot in self.slots} | {target for line in self.lines for target in line.targets}
        if chosen < 2:
            return lines
        for choice in choices(self.tree):
            if bool(choice.before) is not nested:
                continue
            found = self.conditions[id(choice)]
            known = found.expr.id if found.one and isinstance(found.expr, ast.Name) else None
            if known is None or known in assigned:
                name = self.fresh("condition")
                lines.append(quote.assign(name, found.scalar))
                self.conditions[id(choice)] = Condition(quote.name(name), True)
        return lines

    def _dependent(self, slots: Sequence[Slot]) -> bool:
        """Whether a target's new value must not be written before another's is computed."""
        written: set[str] = set()
        for slot in slots:
            read = {name for expr in slot.values.values() for name in reads(self._written_as(expr))}
            if any(one in written for one in read):
                return True
            written.add(slot.target or "")
        return False

    def _written_as(self, expr: ast.expr) -> ast.expr:
        """An arm's expression, with the names that the rewrite gives its parts."""
        renames = self._renamed.get(expr) or next(
            (names for whole, names in self._renamed.items() if expr in set(ast.walk(whole))), {}
        )
        pieces: dict[ast.AST, ast.AST] = {}
        for part in ast.walk(expr):
            if isinstance(part, (ast.Name, ast.Attribute)) and (name := renames.get(ast.unparse(part))) is not None:
                pieces[part] = quote.name(name)
        return self._pieced(expr, pieces)

    def _pieced(self, expr: ast.expr, pieces: Mapping[ast.AST, ast.AST]) -> ast.expr:
        """The expression with some parts replaced; operands that are masked are replaced too."""
        found = dict(pieces)
        parts = set(ast.walk(expr))
        found.update({part: quote.name(name) for part, name in self._called.items() if part in parts})
        for operand in self.masks:
            if operand is not expr and operand in parts:
                assert isinstance(self.tree, Choice)
                arms = [self._pieced(operand, pieces), ast.Constant(1)]
                if self.masks[operand] != id(self.tree.then):
                    arms.reverse()
                found[operand] = quote.call(f"{self.torch}.where", self.conditions[id(self.tree)].scalar, *arms)
        made: ast.expr = quote.replaced(expr, found)
        return made

    def _chosen(self, slot: Slot) -> ast.expr:
        """A result: a choice, or a structure of choices."""
        if self._plain(slot):
            return self._where(slot.holes[0], self.tree)
        first = next(iter(slot.values))
        return self._pieced(slot.values[first], {hole[first]: self._where(hole, self.tree) for hole in slot.holes})

    def _where(self, hole: Hole, tree: Tree) -> ast.expr:
        if isinstance(tree, Leaf):
            return self._written_as(hole[id(tree)])
        arms = [self._where(hole, side) for side in (tree.then, tree.other)]
        return quote.call(f"{self.torch}.where", self.conditions[id(tree)].scalar, *arms)

    def _cond(self, tree: Tree) -> ast.expr:
        """A call of torch.cond, or, for a leaf, what its function returns."""
        if isinstance(tree, Leaf):
            results = [self._owned(hole[id(tree)]) for slot in self.slots for hole in slot.holes]
            return results[0] if len(results) == 1 else ast.Tuple(results, ast.Load())
        then, other = self._cond(tree.then), self._cond(tree.other)
        test = self.conditions[id(tree)].expr
        template = "TORCH.cond(TEST, lambda: THEN, lambda: OTHER)"
        return quote.expression(template, TORCH=self.torch, TEST=test, THEN=then, OTHER=other)

    def _owned(self, expr: ast.expr) -> ast.expr:
        """A value, cloned unless it is new memory."""
        fact, made = self.facts(expr), self._written_as(expr)
        fresh = fact is not None and fact.fresh and not self.grade(expr).alias
        return made if fresh else quote.method(made, "clone")

    def _functions(self) -> list[ast.stmt]:
        """Two functions and a torch.cond that calls one of them."""
        assert isinstance(self.tree, Choice) and isinstance(self.tree.then, Leaf) and isinstance(self.tree.other, Leaf)
        operands: dict[str, None] = {}
        for leaf in (self.tree.then, self.tree.other):
            operands |= dict.fromkeys(self._read_before_written(leaf))
        self._renamed.clear()
        names: list[str] = []
        lines: list[ast.stmt] = []
        for stem, leaf in (("when_true", self.tree.then), ("when_false", self.tree.other)):
            names.append(self.oracle.fresh_name(stem))
            body = [quote.assign(step.targets, self._written_as(step.value)) for step in leaf.steps]
            results = [self._owned(leaf.returned)] if leaf.returned is not None else []
            results = results or [self._assigned(slot, leaf) for slot in self.slots]
            body.append(ast.Return(results[0] if len(results) == 1 else ast.Tuple(results, ast.Load())))
            made = quote.statement("def NAME():\n    BODY", NAME=names[-1], BODY=body)
            assert isinstance(made, ast.FunctionDef)
            made.args = ast.arguments([], [ast.arg(one) for one in operands], None, [], [], None, [])
            lines.append(made)
        arguments = [self.conditions[id(self.tree)].expr, *map(quote.name, names)]
        if operands:
            arguments.append(ast.Tuple([quote.name(one) for one in operands], ast.Load()))
        return [*lines, self._bound(quote.call(f"{self.torch}.cond", *arguments))]

    def _assigned(self, slot: Slot, leaf: Leaf) -> ast.expr:
        """A name that the leaf assigned, cloned unless the last value it got is new memory."""
        assert slot.target is not None
        value = slot.values[id(leaf)]
        fact = self.facts(value)
        fresh = slot.target in leaf.targets and fact is not None and fact.fresh and not self.grade(value).alias
        return quote.name(slot.target) if fresh else quote.method(quote.name(slot.target), "clone")

    def _read_before_written(self, leaf: Leaf) -> list[str]:
        """The names that the leaf's function would read before it assigns them: they become its parameters."""
        local = set(leaf.targets)
        written: set[str] = set()
        found: list[str] = []
        for step in leaf.steps:
            found += sorted((names_read(step.value) & local) - written)
            written |= set(step.targets)
        return found

    def lost_comments(self) -> list[tuple[int, str]]:
        """The comments that no kept expression holds, with their rows."""
        kept = [choice.test for choice in choices(self.tree)]
        kept += [expr for _, expr in self.hoisted]
        kept += [expr for leaf in leaves(self.tree) for expr in leaf.exprs]
        kept = [expr for expr in kept if not quote.is_made(expr)]
        found = comments(self.source, self.source.start(self.node), self.source.end(self.last))
        return [(place.row, text) for place, text in found if not inside(place, self.source, kept)]


_MANY = 2
"""How many operands are masked at most; torch.cond reads better than more."""

KEEPING = frozenset(
    f"torch.{name}" for name in "clamp clip clamp_min clamp_max relu tanh sigmoid abs neg nan_to_num".split()
)
"""Functions of one tensor and of numbers that keep its shape and, of floating-point numbers, its dtype."""


def without_numbers(tree: Choice, judge: Judge, oracle: Oracle) -> tuple[Choice, tuple[tuple[str, ast.expr], ...]]:
    """The tree without the Python numbers that an arm computes for itself first, and those numbers."""
    found: dict[str, ast.expr] = {}
    if any(choice.before for choice in choices(tree)):
        return tree, ()

    def part(side: Tree) -> Tree:
        if isinstance(side, Choice):
            return Choice(side.test, part(side.then), part(side.other))
        kept = list(side.steps)
        while len(kept) > 1 or (kept and side.returned is not None):
            name, expr = kept[0].targets[0], kept[0].value
            if kept[0].parts or "." in name or name in found or oracle.used_later(name) or oracle.name_bound(name):
                break
            if not judge.is_number(expr):
                break
            grade = judge.grade(expr)
            if grade.effect is not None or grade.random:
                break
            found[name] = expr
            del kept[0]
        gone = len(side.steps) - len(kept)
        moved = [Step(one.targets, one.value, max(one.seen - gone, 0), one.in_place, one.parts) for one in kept]
        return Leaf(tuple(moved), side.returned)

    new = part(tree)
    assert isinstance(new, Choice)
    return new, tuple(found.items())


_MAKING = frozenset(f"torch.{name}" for name in ("zeros", "ones", "empty", "rand", "randn"))


def _own_alias(target: str, shares: Mapping[str, frozenset[str]]) -> Obstacle | None:
    """Names of the arm's own that may share memory with what a step writes; ``shares``: by name, with which others."""
    if held := sorted(shares.get(target, ())):
        return Obstacle(f"an arm updates `{target}` in place, which may be {' or '.join(f'`{one}`' for one in held)}")
    for name, others in shares.items():
        if name != target and target in others:
            return Obstacle(f"an arm updates `{target}` in place, with which `{name}` may share memory")
    return None


def _computed(statement: ast.AugAssign) -> ast.stmt:
    """``n += 1`` as ``n = n + 1``, which changes no tensor in place."""
    name = ast.unparse(statement.target)
    return quote.assign(name, ast.BinOp(quote.name(name), statement.op, statement.value))


def in_front(node: ast.AST, loop: ast.For) -> list[ast.stmt]:
    """The statements of a loop's body in front of one of them."""
    return [one for one in loop.body if one.lineno < getattr(node, "lineno", 0)]


def _names(expr: ast.expr) -> bool:
    """Whether an expression by its form is, or holds, what it names."""
    return isinstance(expr, (ast.Name, ast.Attribute, ast.Subscript, ast.IfExp, ast.BoolOp)) or is_container(expr)


def _known_to_differ(shapes: Collection[Hashable]) -> bool:
    """Whether two of the shapes are written down, and are not the same."""
    known = {shape for shape in shapes if isinstance(shape, tuple) and all(isinstance(size, int) for size in shape)}
    return len(known) > 1
