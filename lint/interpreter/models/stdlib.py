"""Models of the standard library, NumPy's generators, torch's contexts and progress bars."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from fullgraph.lint.domain import arrays
from fullgraph.lint.domain.externals import FILE, NAMESPACES, PROGRESS_BAR, SCRIPTED, TRACED
from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import (
    FLOAT,
    INT,
    NONE,
    UNKNOWN,
    Draw,
    Evidence,
    ExternalInstance,
    Function,
    Instance,
    Origin,
    SequenceValue,
    Tensor,
    Value,
    replace,
)
from fullgraph.lint.interpreter import containers, contexts, object_methods, special_methods
from fullgraph.lint.interpreter.evaluator import Model
from fullgraph.lint.interpreter.models import datetimes

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.arguments import Arguments
    from fullgraph.lint.interpreter.evaluator import Evaluator


def _instance(cls: str) -> Model:
    def model(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
        return ExternalInstance(cls)

    return model


def _namespace(cls: str) -> Model:
    def model(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
        site = ("site", frame.module.name, node.lineno, node.col_offset, cls)
        interp.heap[site] = dict(given.kwargs)
        return ExternalInstance(cls, site=site)

    return model


def _owner(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """A method that returns its object."""
    return given.args[0]


def _draw(name: str, whole: bool, since: str = "") -> Model:
    """A number that the graph draws, in the versions that capture the function; else the graph ends there."""

    def model(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
        if frame.tracing and (not since or interp.torch.at_least(since)):
            return Draw("int" if whole else "float", f"{name}()")
        return INT if whole else FLOAT

    return model


def _one_of(place: int) -> Model:
    """One of the items of the argument at a place."""

    def model(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
        items = given.get(place)
        return containers.iterate(interp, frame, node, items) if isinstance(items, SequenceValue) else UNKNOWN

    return model


def _some_of(place: int) -> Model:
    """A list of some of the items of the argument at a place."""
    one = _one_of(place)

    def model(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
        return SequenceValue("list", None, one(interp, frame, node, given))

    return model


def _progress(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """A bar around an iterable counts as that: the loop over it is what matters."""
    around = given.get(0, "iterable")
    if around is None or around == NONE or not frame.tracing:
        return ExternalInstance(PROGRESS_BAR)
    return around


def _track(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    return given.get(0, "sequence") or UNKNOWN


def _bound(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """``types.MethodType(function, owner)``."""
    if len(given.args) != 2 or not isinstance(given.args[0], Function):
        return UNKNOWN
    return replace(given.args[0], bound=given.args[1])


def _scripted(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """A module becomes a program; a function is traced as the Python function that it was made from."""
    made = given.get(0, "obj") or UNKNOWN
    return ExternalInstance(SCRIPTED) if _is_object(made) else made


def _traced(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    made = given.get(0, "func") or UNKNOWN
    return ExternalInstance(TRACED) if _is_object(made) else UNKNOWN


def _is_object(value: Value) -> bool:
    return isinstance(value, (ExternalInstance, Instance)) or (
        isinstance(value, SequenceValue) and value.kind == "sequential"
    )


def _with_fields(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """``dataclasses.replace(record, **fields)``: another object, whose other fields are those of the first."""
    first = given.get(0)
    if not isinstance(first, Instance):
        return UNKNOWN
    made = object_methods.copied_with(interp, frame, node, first, given.kwargs)
    special_methods.call(interp, frame, node, made, "post_init")
    return made


def _causal_mask(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    evidence = Evidence(node, frame.module, "Tensor (a mask)", origin=Origin.COMPUTED)
    return Tensor(rank=2, floating=True, fresh=True, evidence=evidence)


MODELS: dict[str, Model] = {
    "torch.nn.Transformer.generate_square_subsequent_mask": _causal_mask,
    "dataclasses.replace": _with_fields,
    **{name: _instance(FILE) for name in ("builtins.open", "io.open", "os.fdopen", "pathlib.Path.open")},
    **{
        f"torch.{name}": _instance(f"torch.{name}")
        for name in "Generator no_grad enable_grad inference_mode set_grad_enabled autocast".split()
    },
    **{name: _namespace(name) for name in NAMESPACES},
    "torch.Generator.manual_seed": _owner,
    "types.MethodType": _bound,
    "torch.jit.script": _scripted,
    "torch.jit.trace": _traced,
    **{f"torch.jit.{name}": _instance(SCRIPTED) for name in ("load", "freeze", "optimize_for_inference")},
    "torch.quasirandom.SobolEngine": _instance("torch.quasirandom.SobolEngine"),
    f"{arrays.ARRAY}.copy": _owner,
    contexts.STACK: contexts.stack_of,
    f"{contexts.STACK}.enter_context": contexts.enter_on_stack,
    "numpy.random.default_rng": _instance("numpy.random.Generator"),
    "numpy.random.SeedSequence": _instance("numpy.random.SeedSequence"),
    "random.random": _draw("random.random", whole=False, since="2.14"),
    "random.uniform": _draw("random.uniform", whole=False),
    "random.randint": _draw("random.randint", whole=True),
    "random.randrange": _draw("random.randrange", whole=True),
    **{f"random.Random.{name}": _draw(f"random.Random.{name}", whole=False) for name in ("random", "uniform")},
    **{f"random.Random.{name}": _draw(f"random.Random.{name}", whole=True) for name in ("randint", "randrange")},
    "random.choice": _one_of(0),
    "random.sample": _some_of(0),
    "random.choices": _some_of(0),
    "random.Random.choice": _one_of(1),
    "random.Random.sample": _some_of(1),
    "random.Random.choices": _some_of(1),
    **{f"heapq.{name}": _one_of(0) for name in ("heappop", "heappushpop", "heapreplace")},
    **{f"heapq.{name}": _some_of(1) for name in ("nlargest", "nsmallest")},
    **{
        f"tqdm.{name}": _progress for name in "tqdm auto.tqdm std.tqdm autonotebook.tqdm asyncio.tqdm rich.tqdm".split()
    },
    "rich.progress.track": _track,
    **datetimes.MODELS,
}
"""By the dotted name of a function, or of a method of an object outside of the project: that is its first argument."""
