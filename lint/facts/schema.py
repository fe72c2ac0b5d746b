"""What recorded runs saw of functions, and how two recordings are merged.

All but the counts is a lattice: merging is its join, so that neither the order nor the number of times in which the
same is merged matters. What was the same in both stays known, and what differs becomes wider, up to None for
"anything". Counts are added; of what graph breaks cost the dearest stays. No value of the program is in it: of tensors
the dtype, rank, sizes, device, layout and whether they require gradients, of everything else the type alone.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeVar

from fullgraph.lint.diagnostics.measured import Measured, Source

VERSION = 1
"""Of the format; a file of another one is not read. What a reader may pass over is added without a new one."""

WIDEST = 8
"""More different types, dtypes, ranks, devices or layouts than this are "anything"."""
MOST_COSTS = 8
"""So many targets, each on a device and in a mode, have their cost at a line: the dearest ones."""

Shape = tuple["int | None", ...]
"""The sizes of a tensor; None for one that was not the same in all calls."""
Groups = frozenset[frozenset[str]]
"""Sets of names of which the same held in every call; names that stand alone are left out."""
Item = TypeVar("Item", bound=Hashable)
Numbered = TypeVar("Numbered", "BranchFact", "CostFact")

RETURN = "return"
"""The name of what a function returned."""
Arm = Literal["taken", "not_taken"]
ARMS: tuple[Arm, Arm] = ("taken", "not_taken")


def behind(name: str) -> str:
    """The name that stands for what a variable holds behind a branch."""
    return f"{name}'"


def _wider(left: frozenset[Item] | None, right: frozenset[Item] | None) -> frozenset[Item] | None:
    """The join of two sets of possibilities; None is anything."""
    if left is None or right is None:
        return None
    both = left | right
    return both if len(both) <= WIDEST else None


@dataclass(frozen=True)
class TensorFact:
    """The tensors that a name stood for."""

    plain: bool = True
    """Whether all were plain tensors or parameters. Of others only that is known."""
    dtypes: frozenset[str] | None = frozenset()
    ranks: frozenset[int] | None = frozenset()
    shape: Shape | None = None
    """None where the rank was not the same in all calls."""
    devices: frozenset[str] | None = frozenset()
    layouts: frozenset[str] | None = frozenset()
    """``contiguous``, ``channels_last``, ``strided`` (not contiguous), or the name of another layout."""
    grads: frozenset[bool] = frozenset()
    """Whether they required gradients."""

    def join(self, other: TensorFact) -> TensorFact:
        if not self.plain or not other.plain:
            return OTHER_TENSOR
        shape = None
        if self.shape is not None and other.shape is not None and len(self.shape) == len(other.shape):
            shape = tuple(a if a == b else None for a, b in zip(self.shape, other.shape, strict=True))
        return TensorFact(
            True,
            _wider(self.dtypes, other.dtypes),
            _wider(self.ranks, other.ranks),
            shape,
            _wider(self.devices, other.devices),
            _wider(self.layouts, other.layouts),
            self.grads | other.grads,
        )


OTHER_TENSOR = TensorFact(False, None, None, None, None, None, frozenset((False, True)))
"""A subclass of tensors, of which nothing is known."""


@dataclass(frozen=True)
class ValueFact:
    """The values that a name stood for."""

    types: frozenset[str] | None
    tensor: TensorFact | None = None
    """None where none of them was a tensor."""

    def join(self, other: ValueFact) -> ValueFact:
        if self.tensor is None or other.tensor is None:
            tensor = self.tensor or other.tensor
        else:
            tensor = self.tensor.join(other.tensor)
        return ValueFact(_wider(self.types, other.types), tensor)

    @property
    def only_tensors(self) -> TensorFact | None:
        """The tensors, if it was a plain tensor each time."""
        known = self.types is not None and self.types <= TENSORS
        return self.tensor if known and self.tensor is not None and self.tensor.plain else None


TENSORS = frozenset(("Tensor", "Parameter"))
"""The types of plain tensors."""


@dataclass(frozen=True)
class Scene:
    """Some values that were there at one time, each time: what each was, and what held between them.

    Two names are in one group if, in every call, either none of them was a plain tensor, or both were, with the same
    shape (size, dtype, device).
    """

    values: Mapping[str, ValueFact] = field(default_factory=dict)
    same_shape: Groups = frozenset()
    same_size: Groups = frozenset()
    """Of dimensions, such as ``x.0``; only of tensors that had one rank."""
    same_dtype: Groups = frozenset()
    same_device: Groups = frozenset()
    shared: frozenset[tuple[str, str]] = frozenset()
    """Pairs, in order, that shared memory in some call."""

    def join(self, other: Scene) -> Scene:
        values = {
            name: _joined(self.values.get(name), other.values.get(name))
            for name in sorted(self.values.keys() | other.values.keys())
        }
        names = [name for name, one in values.items() if one.tensor is not None and one.tensor.plain]
        sizes = [size for name in names for size in sizes_of(name, values[name])]
        return Scene(
            values,
            self._join_groups(other, names, lambda one: one.same_shape, _tensors),
            self._join_groups(other, sizes, lambda one: one.same_size, _sizes),
            self._join_groups(other, names, lambda one: one.same_dtype, _tensors),
            self._join_groups(other, names, lambda one: one.same_device, _tensors),
            self.shared | other.shared,
        )

    def _join_groups(
        self, other: Scene, names: Sequence[str], groups: Callable[[Scene], Groups], there: Callable[[Scene], set[str]]
    ) -> Groups:
        """The groups that hold in both."""
        mine, others = _classes(groups(self), there(self)), _classes(groups(other), there(other))
        return grouped((name, (mine.get(name), others.get(name))) for name in names)

    @property
    def has_tensors(self) -> bool:
        return any(one.tensor is not None for one in self.values.values())

    def in_one_group(self, names: Iterable[str], groups: Groups) -> bool:
        wanted = frozenset(names)
        return len(wanted) < 2 or any(wanted <= group for group in groups)


def _joined(left: ValueFact | None, right: ValueFact | None) -> ValueFact:
    """The join of what two scenes say of a name; one that is not there says nothing."""
    if left is None or right is None:
        found = left or right
        assert found is not None
        return found
    return left.join(right)


def _tensors(scene: Scene) -> set[str]:
    return {name for name, one in scene.values.items() if one.tensor is not None}


def _sizes(scene: Scene) -> set[str]:
    return {size for name, one in scene.values.items() for size in sizes_of(name, one)}


def sizes_of(name: str, value: ValueFact) -> list[str]:
    """The names of the dimensions of a tensor that had one rank."""
    shape = value.tensor.shape if value.tensor is not None else None
    return [f"{name}.{axis}" for axis in range(len(shape or ()))]


def _classes(groups: Groups, there: set[str]) -> dict[str, object]:
    """By name, what stands for its group."""
    found: dict[str, object] = {name: name for name in there}
    for group in groups:
        found.update(dict.fromkeys(group & there, min(group)))
    return found


def grouped(keyed: Iterable[tuple[str, Hashable]]) -> Groups:
    """The names that have one key."""
    found: dict[Hashable, set[str]] = {}
    for name, key in keyed:
        found.setdefault(key, set()).add(name)
    return frozenset(frozenset(names) for names in found.values() if len(names) > 1)


@dataclass(frozen=True)
class BranchFact:
    """An ``if``, ``while`` or ``for`` of a function: how often its body ran, and what held then."""

    line: int
    """Counted from the function's first line, for people; what counts is the place in the list of branches."""
    taken: int = 0
    not_taken: int = 0
    arms: Mapping[Arm, Scene] = field(default_factory=dict)
    """By arm, what the statement names, in front of it, and, with a dash, behind it."""

    def join(self, other: BranchFact) -> BranchFact:
        arms = dict(self.arms)
        for arm, scene in other.arms.items():
            known = arms.get(arm)
            arms[arm] = known.join(scene) if known is not None else scene
        line = min(self.line, other.line)
        return BranchFact(line, self.taken + other.taken, self.not_taken + other.not_taken, arms)

    def count(self, arm: Arm) -> int:
        return self.taken if arm == "taken" else self.not_taken


@dataclass(frozen=True)
class CostFact:
    """What graph breaks at a statement of a function cost: one figure for each target, device and mode."""

    line: int
    """Counted from the function's first line, for people; what counts is the place in the list of statements."""
    measured: tuple[Measured, ...]
    """The dearest first, by its share of the step."""

    def join(self, other: CostFact) -> CostFact:
        dearest: dict[Source, Measured] = {}
        for one in sorted((*self.measured, *other.measured), key=lambda one: one.order, reverse=True):
            dearest.setdefault(one.source, one)
        return CostFact(min(self.line, other.line), tuple(dearest.values())[:MOST_COSTS])

    def without(self, source: Source) -> CostFact:
        return replace(self, measured=tuple(one for one in self.measured if one.source != source))


@dataclass(frozen=True)
class FunctionFact:
    """A function as recorded runs saw it. ``file``, ``name`` and ``digest`` say which."""

    file: str
    """`identity.of_file` of its file."""
    name: str
    """The qualified name, without ``<locals>``."""
    digest: str
    """`functions.digest_of` of its text."""
    line: int = 1
    """Its first line at that time, for people."""
    runs: int = 0
    calls: int = 0
    raised: int = 0
    """Calls that ended with an exception."""
    scene: Scene = field(default_factory=Scene)
    """Parameters and attributes of ``self`` as a call began; locals that are bound once, and what was returned."""
    grad_modes: frozenset[bool] = frozenset()
    """Whether gradients were recorded."""
    training: frozenset[bool] = frozenset()
    """``self.training``, of methods of modules."""
    branches: Mapping[int, BranchFact] = field(default_factory=dict)
    """By their number in `functions.branches_of`; only those of which the lines tell which way they went."""
    costs: Mapping[int, CostFact] = field(default_factory=dict)
    """By the number of the statement in `functions.statements_of`; without calls, all that is known of the function."""

    @property
    def key(self) -> tuple[str, str, str]:
        return self.file, self.name, self.digest

    def join(self, other: FunctionFact) -> FunctionFact:
        """What both recordings of the same function say together."""
        return FunctionFact(
            *self.key,
            min(self.line, other.line),
            self.runs + other.runs,
            self.calls + other.calls,
            self.raised + other.raised,
            self.scene.join(other.scene),
            self.grad_modes | other.grad_modes,
            self.training | other.training,
            _joined_numbers(self.branches, other.branches),
            _joined_numbers(self.costs, other.costs),
        )


def _joined_numbers(left: Mapping[int, Numbered], right: Mapping[int, Numbered]) -> dict[int, Numbered]:
    """The join of what is known by number."""
    found = {**left, **right}
    found.update((number, left[number].join(right[number])) for number in left.keys() & right.keys())
    return dict(sorted(found.items()))


@dataclass(frozen=True)
class Recorded:
    """All that a file of facts says."""

    functions: Mapping[tuple[str, str, str], FunctionFact] = field(default_factory=dict)

    def join(self, other: Recorded) -> Recorded:
        """Both together."""
        found = dict(self.functions)
        for key, fact in other.functions.items():
            known = found.get(key)
            found[key] = known.join(fact) if known is not None else fact
        return Recorded(dict(sorted(found.items())))

    def replaced_by(self, newer: Recorded) -> Recorded:
        """Both together, without what this says of functions whose text is another one in ``newer``."""
        texts: dict[tuple[str, str], set[str]] = {}
        for file, name, digest in newer.functions:
            texts.setdefault((file, name), set()).add(digest)
        kept = {key: fact for key, fact in self.functions.items() if key[:2] not in texts or key[2] in texts[key[:2]]}
        return Recorded(kept).join(newer)

    def without_costs_of(self, source: Source) -> Recorded:
        """The same without what was measured there, for it is measured anew."""
        found = {}
        for key, fact in self.functions.items():
            kept = {number: left for number, one in fact.costs.items() if (left := one.without(source)).measured}
            if fact.calls or kept:
                found[key] = replace(fact, costs=kept)
        return Recorded(found)

    def renamed(self, files: Mapping[str, str]) -> Recorded:
        """The same with other names of files, as of a copy of them."""
        found: dict[tuple[str, str, str], FunctionFact] = {}
        for fact in self.functions.values():
            moved = replace(fact, file=files.get(fact.file, fact.file))
            found[moved.key] = found[moved.key].join(moved) if moved.key in found else moved
        return Recorded(dict(sorted(found.items())))

    def beside(self, known: Recorded) -> Recorded:
        """What this says of functions and texts of which ``known`` says nothing."""
        return Recorded({key: fact for key, fact in self.functions.items() if key not in known.functions})
