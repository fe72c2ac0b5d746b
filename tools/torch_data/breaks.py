"""Find out which calls end the graph because of tensor data.

Calls on fake tensors, which have no data, find the functions and methods that can; TorchDynamo says what it does.
"""

from __future__ import annotations

import builtins
import contextlib
import itertools
import logging
import operator
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch
import torch._dynamo
from fullgraph.lint.torch_data.kinds import Kind, bind
from torch._subclasses.fake_tensor import (
    DataDependentOutputException,
    DynamicOutputShapeException,
    FakeTensorMode,
)

from tools.torch_data.observe import kind_of
from tools.torch_data.samples import Sample, copied
from tools.torch_data.stubs import Signature

READ = re.compile(r"[Dd]ata.dependent|\.item\(\)|\.tolist\(\)")
SHAPE = re.compile(r"[Dd]ynamic shape|data-dependent output shape")
"""The graph-break types of TorchDynamo's registry that tell of data, and of shapes that depend on data."""

MOST = 6
"""The most samples of one function that TorchDynamo is asked about: so many that need data, as many that do not."""


@dataclass
class Subject:
    """A public function, method or module, and the calls of it to try."""

    name: str
    call: Callable[..., Any]
    signatures: Sequence[Signature] = ()
    """The overloads; the first parameter of a method is its tensor."""
    is_method: bool = False
    samples: list[Sample] = field(default_factory=list)
    _patterns: list[object] = field(default_factory=list)

    def add(self, sample: Sample, typed: bool = False) -> None:
        """Take a sample if it is the first with such kinds of arguments, and such values of flags.

        One that is ``typed`` was not made for this function: it is taken if it fits what the signatures say.
        """
        if typed and not any(self._fits(signature, sample) for signature in self.signatures):
            return
        pattern = _pattern(sample)
        if pattern not in self._patterns:
            self.samples.append(sample)
            self._patterns.append(pattern)

    def _fits(self, signature: Signature, sample: Sample) -> bool:
        """Whether the signature takes the arguments; that of a function must say of tensors that it takes tensors."""
        bound = _bound(signature, sample)
        if bound is None or self.is_method:
            return bound is not None
        types = dict(one.lstrip("*").split(":") for one in signature.words.split())
        tensors = [
            name for name, place in bound.items() if isinstance(place, int) and word(sample.args[place]) in _TENSOR
        ]
        return bool(tensors) and all("tensor" in types[name].rstrip("=").split("|") for name in tensors)


def method_call(name: str) -> Callable[..., Any]:
    """The function that calls a method: of ``__bool__`` and its like the builtin one that stands for it."""
    if name.startswith("__") and name.endswith("__"):
        builtin = getattr(builtins, name[2:-2], None) or getattr(operator, name, None)
        if callable(builtin):
            return builtin  # type: ignore[no-any-return]

    def call(tensor: torch.Tensor, *args: Any, **kwargs: Any) -> Any:
        return getattr(tensor, name)(*args, **kwargs)

    return call


def word(value: object) -> str:
    """The kind of an argument, as ``kinds.bind`` takes it."""
    if isinstance(value, torch.Tensor):
        return "mask" if value.dtype == torch.bool else "index"
    if isinstance(value, bool):
        return repr(value)
    if isinstance(value, (list, tuple)) and not isinstance(value, torch.Size):
        return "tensors" if value and all(isinstance(item, torch.Tensor) for item in value) else "list"
    kind = kind_of(value)
    return kind if isinstance(kind, str) else "any"


_TENSOR = ("mask", "index")


def _pattern(sample: Sample) -> object:
    """What distinguishes a sample from others of the same function: more than its outcome should depend on."""

    def one(value: object) -> object:
        if isinstance(value, torch.Tensor):
            return value.is_floating_point(), value.dtype == torch.bool, value.dim() == 0
        if isinstance(value, int) and not isinstance(value, bool):
            return value < 0, value == 0
        return word(value)

    return [*map(one, sample.args)], {name: one(value) for name, value in sample.kwargs.items()}


def run(call: Callable[..., Any], sample: Sample) -> Any:
    """The result in eager; raises what the call raises."""
    with warnings.catch_warnings(), torch.random.fork_rng():
        warnings.simplefilter("ignore")
        return call(*copied(sample.args), **copied(dict(sample.kwargs)))


def works(call: Callable[..., Any], sample: Sample) -> bool:
    try:
        run(call, sample)
    except Exception:
        return False
    return True


def needs_data(call: Callable[..., Any], sample: Sample, mode: FakeTensorMode) -> bool | None:
    """Whether the call fails without data: True; None where it fails and does not say that this is why."""

    def fake(value: Any) -> Any:
        if isinstance(value, torch.Tensor):
            # A tensor of one number is remembered by its fake; the copy of the fake is not.
            return mode.from_tensor(value).clone()
        if type(value) in (list, tuple):
            return type(value)(fake(item) for item in value)
        return type(value)((k, fake(v)) for k, v in value.items()) if isinstance(value, dict) else value

    with warnings.catch_warnings(), mode:
        warnings.simplefilter("ignore")
        try:
            call(*fake(sample.args), **fake(dict(sample.kwargs)))
        except (DataDependentOutputException, DynamicOutputShapeException):
            return True
        except Exception:
            return None
    return False


@dataclass(frozen=True)
class Outcome:
    """What TorchDynamo did with one call."""

    breaks: str
    """``no``, ``default`` or ``both``."""
    reason: str = ""
    """The type of the graph break in the default mode, as the registry calls it."""


def ask(call: Callable[..., Any], sample: Sample) -> Outcome:
    """Compile the call in both modes.

    Its tensors are computed in the graph: of a single whole number on the CPU that is an input of the graph, the
    compiler knows the value, and takes it for a symbolic number.
    """

    def computed(*args: Any, **kwargs: Any) -> Any:
        own = [value.clone() if isinstance(value, torch.Tensor) else value for value in args]
        named = {name: value.clone() if isinstance(value, torch.Tensor) else value for name, value in kwargs.items()}
        return call(*own, **named)

    reason = _compiled(computed, sample, fullgraph=False)
    if reason is None:
        return Outcome("no")
    return Outcome("default" if _compiled(computed, sample, fullgraph=True) is None else "both", reason)


def _compiled(function: Callable[..., Any], sample: Sample, fullgraph: bool) -> str | None:
    """Why compiling failed, as far as the exception tells; None where it did not."""
    torch._dynamo.reset()
    compiled = torch.compile(function, backend="eager", fullgraph=fullgraph)
    try:
        with warnings.catch_warnings(), torch.random.fork_rng(), torch._dynamo.error_on_graph_break(True):
            warnings.simplefilter("ignore")
            compiled(*copied(sample.args), **copied(dict(sample.kwargs)))
    except torch._dynamo.exc.Unsupported as failure:
        # torch 2.10 has the kind of the break in the message alone.
        return str(getattr(failure, "gb_type", None) or str(failure).partition("\n")[0])
    except Exception as failure:
        return type(failure).__name__
    return None


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Keep what torch logs of calls that fail to itself."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)


@dataclass(frozen=True)
class Verdict:
    """Whether calls of a subject end the graph because of data."""

    kind: Kind
    shape: bool
    """Whether it is the shape of a result that depends on data."""


def judge(subject: Subject) -> Verdict | None:
    """What the calls of a subject do; None where they do not end the graph, or the kinds of arguments do not tell."""
    valid = [sample for sample in subject.samples if works(subject.call, sample)]
    mode = FakeTensorMode(allow_non_fake_inputs=True)
    needed = [(sample, need) for sample in valid if (need := needs_data(subject.call, sample, mode)) is not False]
    if not needed:
        return None
    failing = [sample for sample, _ in needed]
    rest = [sample for sample in valid if sample not in failing]
    outcomes = [(sample, ask(subject.call, sample)) for sample in failing[:MOST]]
    if not any(_of_data(need, outcome) for (_, need), (_, outcome) in zip(needed, outcomes, strict=False)):
        return None
    varied = list(variations(subject, failing))
    outcomes += [(sample, ask(subject.call, sample)) for sample in [*rest[:MOST], *varied]]
    said = [(sample, outcome.breaks) for sample, outcome in outcomes]
    shape = any(SHAPE.search(outcome.reason) for _, outcome in outcomes)
    kind = table(subject.signatures, said, 1 if subject.is_method else 0)
    if subject.is_method and isinstance(kind, dict):
        kind = {"overloads": [[words.partition(" ")[2], outcome] for words, outcome in kind["overloads"]]}
    return Verdict(kind, shape) if kind != "any" else None


def judge_modules(subjects: Iterable[Subject]) -> Verdict | None:
    """What calling the modules of one class does, if it is the same however they are built."""
    verdicts = [judge(subject) for subject in subjects]
    kind = common("no" if verdict is None else str(verdict.kind) for verdict in verdicts)
    if kind in ("no", "any"):
        return None
    return Verdict(kind, any(verdict.shape for verdict in verdicts if verdict is not None))


def _of_data(need: bool | None, outcome: Outcome) -> bool:
    """Whether TorchDynamo breaks, and it is for the data."""
    told = READ.search(outcome.reason) or SHAPE.search(outcome.reason)
    return outcome.breaks != "no" and bool(need or told)


def variations(subject: Subject, samples: Sequence[Sample]) -> Iterator[Sample]:
    """Samples with one more argument: of each overload, one for every optional parameter that admits a simple value."""
    for signature in subject.signatures:
        fitting = ((sample, bound) for sample in samples if (bound := _bound(signature, sample)) is not None)
        for sample, bound in itertools.islice(fitting, 1):
            values = _values(run(subject.call, sample))
            for parameter in signature.words.split():
                name, _, types = parameter.lstrip("*").partition(":")
                if name in bound or not types.endswith("="):
                    continue
                candidates = (
                    Sample(sample.args, {**sample.kwargs, name: value})
                    for kind in types[:-1].split("|")
                    for value in values.get(kind, ())
                    if not _same(value, signature.defaults.get(name, ...))
                )
                yield from itertools.islice((one for one in candidates if works(subject.call, one)), 1)


def _values(result: Any) -> dict[str, list[Any]]:
    """Arguments to try, by kind: the sizes of a result are among the whole numbers."""
    parts = result if isinstance(result, tuple) else (result,)
    sizes = {int(size) for part in parts if isinstance(part, torch.Tensor) for size in part.shape}
    whole = torch.tensor([2, 0, 1])
    return {"bool": [True, False], "int": sorted({0, 1, 2} | sizes), "float": [0.5], "tensor": [whole, whole > 0]}


def _bound(signature: Signature, sample: Sample) -> dict[str, int | str] | None:
    return bind(signature.words, [*map(word, sample.args)], {name: word(v) for name, v in sample.kwargs.items()})


def _same(value: object, default: object) -> bool:
    return type(value) is type(default) and bool(value == default)


def given(signature: Signature, sample: Sample) -> dict[str, str] | None:
    """The kinds of the arguments by parameter, without those that equal the default; None where they do not fit."""
    bound = _bound(signature, sample)
    if bound is None:
        return None
    values = {
        name: sample.args[place] if isinstance(place, int) else sample.kwargs[place] for name, place in bound.items()
    }
    return {name: word(value) for name, value in values.items() if not _same(value, signature.defaults.get(name, ...))}


def table(signatures: Sequence[Signature], outcomes: Sequence[tuple[Sample, str]], first: int = 0) -> Kind:
    """The outcomes as one word, or as overloads by what decides: as few parameters, from ``first`` on, as can."""
    found = common(outcome for _, outcome in outcomes)
    if found != "any":
        return found
    rows: list[list[Any]] = []
    left = list(outcomes)
    for signature in signatures:
        fitting = [(bound, outcome) for sample, outcome in left if (bound := given(signature, sample)) is not None]
        left = [(sample, outcome) for sample, outcome in left if given(signature, sample) is None]
        split = _rows(signature, fitting, first) if fitting else [[signature.words, "any"]]
        rows += [row for row in split if row not in rows]
    return {"overloads": sorted(rows)} if any(outcome != "any" for _, outcome in rows) else "any"


def common(outcomes: Iterable[str]) -> str:
    """What can be said of all of several outcomes."""
    seen = set(outcomes)
    if len(seen) == 1:
        return seen.pop()
    return "default" if seen == {"default", "both"} else "any"


def _rows(signature: Signature, outcomes: Sequence[tuple[dict[str, str], str]], first: int) -> list[list[Any]]:
    """The overload, split by the fewest parameters that leave the least open."""
    names = [parameter.lstrip("*").partition(":")[0] for parameter in signature.words.split()][first:]
    best: tuple[int, list[list[Any]]] = (len(outcomes) + 1, [])
    for deciding in itertools.chain.from_iterable(itertools.combinations(names, count) for count in range(3)):
        groups: dict[tuple[str, ...], list[str]] = {}
        for bound, outcome in outcomes:
            groups.setdefault(tuple(bound.get(name, "") for name in deciding), []).append(outcome)
        said = {key: common(group) for key, group in groups.items()}
        unsure = sum(len(group) for key, group in groups.items() if said[key] == "any")
        if unsure < best[0] and (unsure == 0 or len(deciding) < 2):
            best = unsure, _refined(signature, deciding, said)
    return best[1]


def _refined(signature: Signature, deciding: Sequence[str], said: Mapping[tuple[str, ...], str]) -> list[list[Any]]:
    """A row for each outcome and choice of deciding parameters that are given; the others take what they take."""
    merged: dict[tuple[tuple[bool, ...], str], list[set[str]]] = {}
    for key, outcome in said.items():
        kinds = merged.setdefault((tuple(map(bool, key)), outcome), [set() for _ in deciding])
        for kind, more in zip(kinds, key, strict=True):
            kind.add(more)
    rows: list[list[Any]] = []
    for (_, outcome), kinds in merged.items():
        types = {
            name: "|".join(sorted(_general(kind, {key[index] for key in said})))
            for index, (name, kind) in enumerate(zip(deciding, kinds, strict=True))
        }
        rows.append([_narrowed(signature, types), outcome])
    return rows


def _narrowed(signature: Signature, types: Mapping[str, str]) -> str:
    """The signature's words with the types of some parameters fixed; those of type "" are not to be given."""
    words = []
    skipped = False
    for parameter in signature.words.split():
        name = parameter.lstrip("*").partition(":")[0]
        star = "*" if parameter.startswith("*") or (skipped and not parameter.endswith("...")) else ""
        if name not in types:
            words.append(star + parameter.lstrip("*"))
        elif types[name]:
            words.append(f"{star}{name}:{types[name]}")
        elif name in signature.defaults and signature.defaults[name] is None:
            words.append(f"{star}{name}:none=")
        else:
            skipped = True
    return " ".join(words)


def _general(kinds: set[str], all_kinds: set[str]) -> set[str]:
    """``tensor`` instead of ``mask`` and ``index``, where nothing distinguishes these."""
    if "index" in kinds and ("mask" in kinds or "mask" not in all_kinds):
        return kinds - {"index", "mask"} | {"tensor"}
    return kinds
