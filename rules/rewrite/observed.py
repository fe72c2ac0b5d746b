"""Obligations that are open, and that held in every recorded run of the same function.

The one place where an open obligation asks the facts. Recorded are, for each arm of a branch, the values that the
statement names in front of it and what it has bound behind it, or returned; an arm that no run took says nothing, and
then nothing is observed.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.diagnostics.obligation import Obligation, Question, State
from fullgraph.lint.facts import functions
from fullgraph.lint.facts.observed import runs
from fullgraph.lint.facts.schema import ARMS, RETURN, FunctionFact, Groups, Scene, TensorFact, behind
from fullgraph.rules.rewrite.analysis.facts import Facts


def as_observed(fix: Fix, facts: Facts) -> Fix:
    """The fix with those of its open obligations as observed that held in every recorded run."""
    if not facts.event.interp.observed or not any(one.asks is not None for one in fix.open):
        return fix
    seen = _seen(facts)
    return replace(fix, obligations=tuple(map(seen.answered, fix.obligations))) if seen is not None else fix


def _seen(facts: Facts) -> _Seen | None:
    """What was recorded around a statement; None where nothing was, or not all of its arms ran."""
    info = facts.frame.function
    if info is None or not isinstance(info.node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return None
    fact = facts.event.interp.observed.of(info.module.source.path, info.qualname, info.node)
    if fact is None or not isinstance(facts.statement, ast.If):
        return None
    branches = functions.branches_of(info.node)
    inside = [one for one in branches if one in set(ast.walk(facts.statement))]
    numbers = [branches.index(one) for one in inside]
    known = [fact.branches.get(number) for number in numbers]
    if facts.statement not in branches or not all(one is not None and one.taken and one.not_taken for one in known):
        return None
    first = known[0]
    assert first is not None
    scenes = tuple(first.arms[arm] for arm in ARMS if arm in first.arms)
    return _Seen(fact, facts.statement, scenes) if len(scenes) == len(ARMS) else None


@dataclass(frozen=True)
class _Seen:
    """A branch as recorded runs saw it, each of its arms."""

    fact: FunctionFact
    statement: ast.If
    scenes: tuple[Scene, ...]

    def answered(self, one: Obligation) -> Obligation:
        """The obligation, observed where it held each time."""
        if not one.is_open or one.asks is None or not _ANSWERS[one.asks](self, one.subjects):
            return one
        held = _HELD[one.asks].format(*(f"`{subject}`" for subject in one.subjects))
        return replace(one, state=State.OBSERVED, text=f"{held} was observed in {runs(self.fact.runs)}", template="")

    @property
    def results(self) -> list[list[TensorFact]] | None:
        """By result of the branch, the tensors of each arm; None where not all are known to be plain tensors."""
        names = sorted(map(behind, functions.bound_names(self.statement)))
        returned = [RETURN] if any(RETURN in scene.values for scene in self.scenes) else []
        found = [self._tensors(name) for name in [*names, *returned]]
        if not found or None in found:
            return None
        return [one for one in found if one is not None]

    @property
    def _names(self) -> list[str]:
        names = sorted(map(behind, functions.bound_names(self.statement)))
        return [*names, *([RETURN] if any(RETURN in scene.values for scene in self.scenes) else [])]

    def _tensors(self, name: str) -> list[TensorFact] | None:
        values = [scene.values.get(name) for scene in self.scenes]
        found = [value.only_tensors if value is not None else None for value in values]
        return [one for one in found if one is not None] if None not in found else None

    def _as_something(self, name: str, groups: Callable[[Scene], Groups]) -> bool:
        """Whether in each arm, each time, a result was like one and the same value in front of the branch."""
        alike = [
            {
                other
                for group in groups(scene)
                if name in group
                for other in group
                if not other.endswith("'") and not other.startswith(RETURN)
            }
            for scene in self.scenes
        ]
        return bool(set.intersection(*alike))

    def one_shape(self, _subjects: Sequence[str] = ()) -> bool:
        return self.results is not None and all(
            self._as_something(name, lambda scene: scene.same_shape) or _constant(self._tensors(name))
            for name in self._names
        )

    def one_dtype(self, _subjects: Sequence[str] = ()) -> bool:
        return self.results is not None and all(
            self._as_something(name, lambda scene: scene.same_dtype)
            or _one(one.dtypes for one in self._tensors(name) or ())
            for name in self._names
        )

    def alike(self, _subjects: Sequence[str]) -> bool:
        return self.one_shape() and self.one_dtype()

    def no_gradient(self, _subjects: Sequence[str]) -> bool:
        results = self.results
        return results is not None and all(one.grads == _NEVER for tensors in results for one in tensors)

    def contiguous(self, _subjects: Sequence[str]) -> bool:
        results = self.results
        return results is not None and all(one.layouts == _CONTIGUOUS for tensors in results for one in tensors)

    def one_device(self, subjects: Sequence[str]) -> bool:
        return all(self._tensors(name) is not None for name in subjects) and all(
            scene.in_one_group(subjects, scene.same_device) for scene in self.scenes
        )

    def apart(self, subjects: Sequence[str]) -> bool:
        first, second = sorted(subjects) if len(subjects) == 2 else ("", "")
        return all(self._tensors(name) is not None for name in subjects) and all(
            (first, second) not in scene.shared for scene in self.scenes
        )

    def plain(self, _subjects: Sequence[str]) -> bool:
        names = functions.read_names(self.statement) - {"self"} - _CALLED
        known = {name for scene in self.scenes for name in scene.values}
        deep = [
            node
            for node in ast.walk(self.statement)
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute)
        ]
        return (
            not deep
            and names <= known
            and self.results is not None
            and all(
                value.tensor is None or _is_plain(value.tensor)
                for scene in self.scenes
                for value in scene.values.values()
            )
        )


_NEVER = frozenset((False,))
_CONTIGUOUS = frozenset(("contiguous",))
_CALLED = frozenset("torch math F float int bool len max min abs range".split())
"""Names of modules and functions, which hold no tensors."""
_STRIDED = frozenset(("contiguous", "channels_last", "strided"))


def _constant(tensors: Sequence[TensorFact] | None) -> bool:
    """Whether all had one and the same shape each time."""
    shapes = {one.shape for one in tensors or ()}
    return len(shapes) == 1 and all(shape is not None and None not in shape for shape in shapes)


def _one(sets: Iterable[frozenset[str] | None]) -> bool:
    """Whether it was one and the same dtype each time."""
    found = list(sets)
    every = {dtype for one in found for dtype in one or ()}
    return None not in found and len(every) == 1


def _is_plain(tensor: TensorFact) -> bool:
    dtypes = tensor.dtypes or frozenset(("?",))
    kinds = all(dtype.startswith(("float", "bfloat", "int", "uint", "bool")) for dtype in dtypes)
    return tensor.plain and kinds and tensor.layouts is not None and tensor.layouts <= _STRIDED


_ANSWERS: dict[Question, Callable[[_Seen, Sequence[str]], bool]] = {
    Question.ONE_SHAPE: _Seen.one_shape,
    Question.ONE_DTYPE: _Seen.one_dtype,
    Question.ALIKE: _Seen.alike,
    Question.CONTIGUOUS: _Seen.contiguous,
    Question.NO_GRADIENT: _Seen.no_gradient,
    Question.ONE_DEVICE: _Seen.one_device,
    Question.APART: _Seen.apart,
    Question.PLAIN: _Seen.plain,
}
_HELD: dict[Question, str] = {
    Question.ONE_SHAPE: "that both arms have the same shape",
    Question.ONE_DTYPE: "that both arms have the same dtype",
    Question.ALIKE: "that both arms are tensors of one shape and dtype",
    Question.CONTIGUOUS: "that both arms give contiguous tensors",
    Question.NO_GRADIENT: "that neither arm gives what requires a gradient",
    Question.ONE_DEVICE: "that {} and {} are on one device",
    Question.APART: "that {} and {} share no memory",
    Question.PLAIN: "that all tensors there are plain ones",
}
"""What held, in words."""
