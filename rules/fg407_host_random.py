"""Random numbers of the host, seeds and generators in compiled code

## What it does
Finds calls of Python's `random` and of `numpy.random` that end the graph, and tests and arithmetic on numbers that
the graph draws; functions that seed torch or read and write the state of its generators; `torch.Generator` objects;
and `tensor.random_()`, and `tensor.uniform_` with `from` as a keyword.

## Why the graph breaks
The graph draws from torch's generators by itself. TorchDynamo also captures `random.randint`, `random.randrange` and
`random.uniform` (since 2.15 `random.random`, `shuffle`, `sample` and `seed` too), but the number is unknown while
tracing. It can scale a tensor, but it cannot decide an `if`, meet other Python numbers, be given to a function of
`math` (compiling fails), or be an index or the length of a `range`; as a size or the bound of a slice, it is captured
under `fullgraph=True` only. NumPy's functions are traced as torch operations if they return an array; one that returns
a number reads it from a tensor. Seeding, and generators passed as arguments, cannot be in a graph. Under
`fullgraph=True` each of these raises.

These are captured: `torch.rand` and similar, `np.random.rand(3)`, `np.random.seed`, `torch.seed`.

## Example
```python
def forward(self, x):
    if self.training and random.uniform(0, 1) < self.layerdrop:
        return x
    return self.layer(x)
```

Use instead:
```python
def forward(self, x):
    keep = torch.rand((), device=x.device) >= self.layerdrop
    return torch.where(keep, self.layer(x), x) if self.training else self.layer(x)
```

Seed before you call the compiled function, and pass draws from your own generator as an argument.

## The fix
Unsafe: `torch.rand(())` or similar, on the device of a tensor that the number meets. Its numbers come from torch's
generator, so they differ from before, and so do those that either generator gives afterwards. They are float32
(NumPy's and Python's are float64), and `randint` gives int64.

It is offered for a single number from `random.random`, `uniform`, `gauss`, `normalvariate` and `randint` and from
NumPy's `rand`, `randn`, `random`, `uniform` and `normal` without a size, if a tensor can replace it in every use:

- it is added to, multiplied with or compared with a known tensor, directly or after arithmetic with Python numbers;
  or
- it is compared in the test of one `if` that FG101 can rewrite once the test is a tensor. The arms must assign names
  or return, both with the same shape and dtype. The branch then becomes `torch.where` or `torch.cond` in the same
  run. `if self.training and random.random() < p:` is split first, since `self.training` is known while tracing.

LayerDrop, a loop over layers in which a draw decides whether a layer runs, gets another form, since a graph cannot
skip a part of itself. The layer always runs, and `torch.where` chooses:
```python
for layer in self.layers:
    probability = torch.rand((), device=x.device)
    previous_x = x
    x = layer(x)
    if self.training:
        x = torch.where(probability < self.layerdrop, previous_x, x)
```
The conditions for this form are:

- The test compares the draw, or is a flag that holds such a comparison, with tests of Python values around it.
- The skipped code assigns names, collects outputs (`all_x += (x,)`) and does not leave the loop.
- What it carries from one layer to the next is bound before the loop and may be a tensor. If it is None before the
  loop, it keeps what the dropped layer gives.

What differs:

- It takes the time of all layers.
- A dropped layer still draws for its dropout and updates its buffers and its cache, and collected outputs contain its
  result instead of None or nothing.
- Its parameters get zero gradients instead of none, so an optimizer with momentum or weight decay still moves them.
- A layer that writes to its input has written.

Alternatively, drop layers outside the compiled code: compile the layers one by one and keep the loop uncompiled.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace

from fullgraph.lint.diagnostics.diagnostic import BOTH_MODES, CONFIDENCES, Mode
from fullgraph.lint.domain.events import Call, Index, RandomArithmetic, Test
from fullgraph.lint.domain.frame import Finding, Frame
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.path_condition import PathCondition
from fullgraph.lint.domain.values import (
    NONE,
    Const,
    ExternalInstance,
    Value,
    alternatives,
    draw_part,
    scalar_part,
    tensor_part,
)
from fullgraph.rules.rewrite import fixes
from fullgraph.rules.rewrite.draws.draw import DRAWS
from fullgraph.rules.shared import number_parameters
from fullgraph.rules.shared.common import DEFAULT_ONLY
from fullgraph.rules.shared.names import Breaks, Names, each, in_versions

REGISTRY = (
    *("GB0007", "GB0170", "GB0213", "GB0033", "GB0294", "GB0156", "GB0208"),
    *("GB0055", "GB0363", "GB7650", "GB0008", "GB0107", "GB0110", "GB0142", "GB0297"),
    *("GB0088", "GB0124", "GB0178", "GB4841"),
)

GENERATOR = "torch.Generator"

NAMES = Names(
    each("random.", "random shuffle sample seed", before="2.14"),
    each("random.", "choice choices gauss normalvariate lognormvariate expovariate betavariate gammavariate"),
    each("random.", "triangular vonmisesvariate paretovariate weibullvariate getrandbits randbytes getstate setstate"),
    each("random.Random.", "shuffle sample", before="2.14"),
    each("random.Random.", "choice choices gauss normalvariate expovariate getrandbits randbytes"),
    each(
        "numpy.random.", "choice beta binomial chisquare dirichlet exponential gamma geometric gumbel laplace logistic"
    ),
    each("numpy.random.", "lognormal multinomial multivariate_normal permutation poisson standard_normal triangular"),
    each("numpy.random.", "weibull bytes ranf get_state set_state default_rng RandomState SeedSequence"),
    each("numpy.random.Generator.", "random normal uniform integers choice permutation shuffle standard_normal"),
    each("numpy.random.SeedSequence.", "generate_state spawn"),
    each("numpy.random.RandomState.", "rand randn randint normal uniform choice permutation shuffle random_sample"),
    each("random.SystemRandom.", "random"),
    each("secrets.", "choice"),
    each("torch.", "manual_seed initial_seed get_rng_state set_rng_state"),
    each("torch.random.", "manual_seed initial_seed get_rng_state set_rng_state"),
    each("torch.cuda.", "manual_seed manual_seed_all", since="2.13"),
    each("torch.cuda.", "initial_seed get_rng_state set_rng_state"),
    Breaks(GENERATOR),
    each(f"{GENERATOR}.", "manual_seed seed initial_seed get_state set_state clone_state"),
    each("torch.default_generator.", "manual_seed seed initial_seed get_state set_state"),
    each("torch.quasirandom.", "SobolEngine SobolEngine.draw"),
    Breaks("torch.Tensor.random_", shown="the tensor's ."),
)

_SEEDED = "random.Random"
_NUMBERS = {
    **{f"numpy.random.{name}": 0 for name in ("rand", "randn", "random", "random_sample", "sample")},
    **{f"numpy.random.{name}": 2 for name in ("uniform", "normal", "randint")},
}
"""NumPy's functions that return a number unless they are told a size, and the place of the size."""


@on_calls(*NAMES.all, *_NUMBERS, _SEEDED, "torch.*")
def check(event: Call) -> Finding | None:
    place = _NUMBERS.get(event.name)
    if place is not None:
        number = event.argument(place, "size") in (None, NONE) and not event.open
        return _drawable(Finding(event, f"{event.name}() without a size breaks the graph")) if number else None
    if event.name == "torch.random.fork_rng":
        return _fork(event)
    if event.name == _SEEDED:
        named = bool(event.kwargs)
        return Finding(event, "random.Random() with its seed by name breaks the graph") if named else None
    if event.name == "torch.Tensor.uniform_" and "from" in event.kwargs:
        return Finding(event, ".uniform_() with `from` by its name breaks the graph")
    found = NAMES.finding(event)
    return _passed(event) if found is None else _drawable(found)


def _drawable(finding: Finding) -> Finding:
    """The finding, with a fix where torch can draw such a number."""
    event = finding.event
    if not isinstance(event, Call) or event.name not in DRAWS or not isinstance(event.node, ast.expr):
        return finding
    return replace(finding, fix=fixes.draw_fix(event, event.statement, event.node))


def _fork(event: Call) -> Finding | None:
    off = event.argument(2, "enabled") == Const(False)
    if off and not in_versions(event, before="2.15"):
        return None
    return Finding(event, "torch.random.fork_rng() breaks the graph")


def _passed(event: Call) -> Finding | None:
    """A generator as an argument of a function that draws."""
    if not event.name.startswith("torch.") or event.name.startswith("torch.utils."):
        return None
    given = event.kwargs.get("generator")
    if given is None:
        return None
    held = [option for option in alternatives(given) if option != NONE]
    if not held or not all(isinstance(option, ExternalInstance) and option.cls == GENERATOR for option in held):
        return None
    sure = min(event.confidence, *(option.confidence for option in held if isinstance(option, ExternalInstance)))
    conditions = _made_under(event.frame) if NONE in alternatives(given) else ()
    if conditions is None:
        return None
    message = "a torch.Generator as an argument breaks the graph"
    return Finding(event, message, confidence=CONFIDENCES[sure], conditions=tuple(conditions))


def _made_under(frame: Frame) -> Sequence[PathCondition] | None:
    """Return the conditions under which the compiled code made the last generator; None if it made none."""
    at: Frame | None = frame
    while at is not None:
        for finding in reversed(at.findings):
            if isinstance(finding.event, Call) and finding.event.name == GENERATOR:
                return finding.conditions
        at = at.caller
    return None


_KNOWN = (
    *(f"builtins.{name}" for name in "range str round divmod list.__mul__ tuple.__mul__ str.__mul__".split()),
    *("torch.rot90", "torch.Tensor.rot90"),
)
"""Functions that have to know a number that they are given."""


@on_calls(*_KNOWN, "math.*", "builtins.int", "builtins.float", *number_parameters.NAMES)
def check_number(event: Call) -> Finding | None:
    """A drawn number where Python or torch has to know it: by default a size too, which is a symbol in a full graph."""
    if event.name in _KNOWN:
        return _known(event, event.args, BOTH_MODES)
    if event.name.startswith("math."):
        found = _known(event, event.args, BOTH_MODES)
        return replace(found, raises=True) if found is not None else None
    if event.name in ("builtins.int", "builtins.float"):
        drawn = draw_part(event.args[0]) if event.args else None
        return _known(event, event.args, DEFAULT_ONLY) if drawn is not None and drawn.kind == "float" else None
    for number, value in number_parameters.numbers_declared(event):
        modes = DEFAULT_ONLY if number.need == "symbol" else BOTH_MODES
        if (found := _known(event, (value,), modes)) is not None:
            return found
    return None


def check_index(event: Index) -> Finding | None:
    """A drawn number as an index, which has to be known, or as the bound of a slice."""
    parts = [value for _, value in event.parts]
    return _known(event, parts, BOTH_MODES) or _known(event, [value for _, value in event.bounds], DEFAULT_ONLY)


def _known(event: Call | Index, values: Sequence[Value], modes: tuple[Mode, ...]) -> Finding | None:
    drawn = next((source for value in values if (source := _drawn(value)) is not None), None)
    if drawn is None:
        return None
    return Finding(event, f"a number that {drawn} draws has to be known here: {event.text}", modes=modes)


_WORDS = {"if": "if", "while": "while", "conditional": "the conditional expression", "not": "not"}


def check_test(event: Test) -> Finding | None:
    drawn = _drawn(event.value)
    if drawn is None or event.kind in ("builtin", "sort", "sorted"):
        return None
    what = _WORDS.get(event.kind, "a test")
    message = f"{what} depends on a number that {drawn} draws: {event.frame.text(event.operand)}"
    return Finding(event, message, fix=fixes.draw_fix(event, event.statement, event.operand))


def check_arithmetic(event: RandomArithmetic) -> Finding | None:
    drawn = event.value.source
    message = f"Python arithmetic on a number that {drawn} draws breaks the graph: {event.text}"
    return Finding(event, message, fix=fixes.draw_fix(event, event.statement, event.node))


def _drawn(value: Value) -> str | None:
    """Return what draws the number that decides; None where tensor data does."""
    draw = draw_part(value)
    if draw is None or tensor_part(value) is not None or scalar_part(value) is not None:
        return None
    return draw.source
