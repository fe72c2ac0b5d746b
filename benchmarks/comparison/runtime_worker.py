"""The process in which one run-time tool looks at one model.

    python -m benchmarks.comparison.runtime_worker REQUEST RESULT

``REQUEST`` is a JSON file with the fields of `Request`; to ``RESULT`` the fields of `Looked` are written. It runs in
the environment of the tool, which needs torch, the packages of the models and what fullgraph needs.
"""

from __future__ import annotations

import dataclasses
import importlib
import json
import sys
import time
import traceback
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .reports import Place, Report, innermost

if TYPE_CHECKING:
    from fullgraph.runtime_check.step.step import Stepper


@dataclass
class Request:
    """What to look at, and with which of `TOOLS`."""

    tool: str
    target: str
    """As `fullgraph verify` takes it."""
    mode: str
    packages: list[str]


@dataclass
class Looked:
    """How a run went."""

    failure: str = ""
    seconds: float = 0.0
    """From the call of the tool to its report, with the model built before."""
    breaks: list[Place] = field(default_factory=list)
    recompiles: int = 0
    guards: int = 0


def main(arguments: Sequence[str]) -> int:
    request = Request(**json.loads(Path(arguments[0]).read_text(encoding="utf-8")))
    warnings.filterwarnings("ignore")
    looked = Looked()
    began = time.perf_counter()
    try:
        stepper = _built(request)
        began = time.perf_counter()
        found = TOOLS[request.tool](stepper, request.packages)
        looked.breaks, looked.recompiles, looked.guards = (
            list(dict.fromkeys(found.breaks)),
            found.recompiles,
            found.guards,
        )
    except Exception as error:
        lines = str(error).strip().splitlines() or [""]
        looked.failure = f"{type(error).__name__}: {lines[0][:200]}"
        traceback.print_exc()
    looked.seconds = round(time.perf_counter() - began, 2)
    Path(arguments[1]).write_text(json.dumps(dataclasses.asdict(looked)), encoding="utf-8")
    return 0


def _built(request: Request) -> Stepper:
    """The model with its inputs, as the recorded runs had them: with labels in eval mode too."""
    import torch
    from fullgraph.runtime_check.step import step
    from fullgraph.runtime_check.target.models import BuildOptions
    from fullgraph.runtime_check.target.target import load_target, parse_spec

    train = request.mode == "train"
    step.seed_all(step.SEED)
    build = BuildOptions("small", train or request.target.startswith("hf:"))
    target = load_target(parse_spec(request.target), [], None, build)
    if isinstance(target.fn, torch.nn.Module):
        target.fn.train(train)
    stepper = step.Stepper(target, torch.device("cpu"), True if train else None)
    if request.tool not in FRESH:
        stepper.settle()
    stepper.restore()
    return stepper


def _compiled(stepper: Stepper, packages: Sequence[str]) -> Report:
    """A step of each input set, compiled; what the compiler logs or traces, the environment decides."""
    import torch

    del packages
    compiled = torch.compile(stepper.target.fn, backend="eager")
    for call in stepper.calls:
        stepper.restore()
        stepper.run(compiled, call)
    return Report()


def _explained(stepper: Stepper, packages: Sequence[str]) -> Report:
    import torch

    found: Any = _called(stepper, torch._dynamo.explain(stepper.target.fn))
    return Report(_places(found.break_reasons, packages), 0, len(found.out_guards or ()))


def _thunder(stepper: Stepper, packages: Sequence[str]) -> Report:
    from thunder.dynamo.report import fx_report

    found: Any = _called(stepper, fx_report(stepper.target.fn))
    return Report(_places(found.dynamo_break_reasons, packages))


def _draft(stepper: Stepper, packages: Sequence[str]) -> Report:
    """The places where ``draft_export`` took a value from the run for one that depends on data."""
    import torch

    if stepper.root is None:
        raise TypeError("only modules are exported")
    if "transformers" in sys.modules:
        # what transformers offers for models that return a cache
        transformers: Any = importlib.import_module("transformers.integrations.executorch")
        transformers.register_dynamic_cache_export_support()
    call = stepper.copy_of(stepper.calls[0])
    with torch.set_grad_enabled(stepper.root.training):
        exported: Any = torch.export.draft_export(stepper.root, tuple(call.args), dict(call.kwargs))
    report = exported._report
    breaks, guards = [], 0
    for failure in report.failures:
        guards += failure.failure_type.name == "GUARD_ADDED"
        if failure.failure_type.name == "DATA_DEPENDENT_ERROR":
            stack = failure.data["user_stack"] or failure.data["stack"]
            frames = [(str(report.str_to_filename.get(one["filename"], "")), int(one["line"])) for one in stack]
            breaks.append(innermost(frames, packages))
    return Report([place for place in breaks if place is not None], 0, guards)


def _verified(stepper: Stepper, packages: Sequence[str]) -> Report:
    """`fullgraph verify` without timing, in this process."""
    from fullgraph.runtime_check.checks import CheckContext, Options, run_checks
    from fullgraph.runtime_check.results import Run

    run = Run()
    checks = frozenset(("eager", "breaks", "fullgraph", "steady"))
    run_checks(CheckContext(stepper, Options("eager", bench_seconds=0.0, checks=checks), run, lambda _check: None))
    breaks = []
    for found in run.breaks:
        if "default" in found.modes:
            frames = [*found.stack, found.place]
            breaks.append(innermost([(frame.filename, frame.line) for frame in frames], packages))
    return Report([place for place in breaks if place is not None], len(run.recompiles))


def _called(stepper: Stepper, tool: Callable[..., object]) -> object:
    """What the tool gives for the first input set."""
    import torch

    call = stepper.copy_of(stepper.calls[0])
    with torch.set_grad_enabled(stepper.grad):
        return tool(*call.args, **call.kwargs)


def _places(reasons: Iterable[Any], packages: Sequence[str]) -> list[Place]:
    """The places of TorchDynamo's reasons, each with the frames of the user's code."""
    stacks = ([(frame.filename, frame.lineno) for frame in reason.user_stack] for reason in reasons)
    return [place for stack in stacks if (place := innermost(stack, packages)) is not None]


TOOLS: dict[str, Callable[[Stepper, Sequence[str]], Report]] = {
    "compile": _compiled,
    "logs": _compiled,
    "tlparse": _compiled,
    "explain": _explained,
    "draft_export": _draft,
    "thunder": _thunder,
    "verify": _verified,
}
FRESH = ("draft_export",)
"""The tools that are given the model before it ran in eager: export does not take parameters with a history."""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
