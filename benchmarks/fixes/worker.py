"""The process of one model: what it computes, and where TorchDynamo breaks its graph.

    python -m benchmarks.fixes.worker REQUEST RESULT

``REQUEST`` is a JSON file with the fields of `Request`; to ``RESULT`` a JSON object is written, a run by mode.
"""

from __future__ import annotations

import dataclasses
import json
import sys
import traceback
import warnings
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

Mode = Literal["eval", "train"]
MODES: tuple[Mode, ...] = ("eval", "train")


@dataclass
class Request:
    """What to run. ``site`` is the folder that the library must come from."""

    target: str
    module: str
    """The library's top module."""
    site: str
    modes: list[str]
    outcomes: str
    """The path of the eager outcomes without its end, which is ``-<mode>.pt``."""
    compare: bool
    """Compare with the outcomes that are there; else write them, and what eager saw to ``-<mode>.facts.json``."""


@dataclass
class SeenBreak:
    """A graph break in the default mode, at the innermost line in user code; files are relative to the site."""

    file: str
    line: int
    function: str
    reason: str
    registry: str | None
    explanation: str
    callers: list[tuple[str, int]] = field(default_factory=list)


@dataclass
class ModeRun:
    """One model in one mode."""

    failure: str = ""
    """Why it could not be run in eager."""
    crash: str = ""
    """What the compiled model (default mode) raises where eager does not; the breaks are those before that."""
    breaks: list[SeenBreak] = field(default_factory=list)
    graphs: int = 0
    fullgraph: str = ""
    """Why ``fullgraph=True`` fails; empty if it compiles."""
    fullgraph_place: tuple[str, int] | None = None
    reached: dict[str, list[int]] = field(default_factory=dict)
    """The library's lines that the eager run went through."""
    loss: float | None = None
    compared: int = 0
    gradients: int = 0
    differences: list[str] = field(default_factory=list)
    """What eager computes differently from the library as it was released."""
    draws: list[str] = field(default_factory=list)
    """What differs only because other random numbers are drawn: not without dropout and layers skipped at random."""
    compiled_differences: list[str] = field(default_factory=list)
    """What the compiled model (default mode) computes differently from eager."""


def main() -> int:
    request = Request(**json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
    warnings.filterwarnings("ignore")
    sys.path.insert(0, request.site)
    runs = {mode: dataclasses.asdict(_run(request, mode)) for mode in request.modes}
    Path(sys.argv[2]).write_text(json.dumps(runs), encoding="utf-8")
    return 0


def _run(request: Request, mode: str) -> ModeRun:
    run = ModeRun()
    try:
        _fill(run, request, mode)
    except Exception as error:
        run.failure = _line(error)
        traceback.print_exc()
    return run


def _fill(run: ModeRun, request: Request, mode: str) -> None:
    import torch
    from fullgraph.runtime_check.step import step
    from fullgraph.runtime_check.target.models import BuildOptions
    from fullgraph.runtime_check.target.target import load_target, parse_spec

    spec = parse_spec(request.target)
    step.seed_all(step.SEED)
    target = load_target(spec, [], None, BuildOptions("small", mode == "train"))
    used = Path(sys.modules[request.module].__file__ or "").resolve()
    if not used.is_relative_to(Path(request.site).resolve()):
        raise RuntimeError(f"{request.module} was imported from {used}")
    del target.calls[1:]
    stepper = step.Stepper(target, torch.device("cpu"), True if mode == "train" else None)
    stepper.settle()
    eager = stepper.observe(target.fn, target.calls[0])
    run.loss = eager.loss
    _compare(run, request, mode, [eager, *_without_chance(spec, mode)])
    _see_breaks(run, request, stepper, eager)
    _try_fullgraph(run, request, stepper)
    if not request.compare:
        run.reached = _reached(stepper, request.site)
        _keep_facts(stepper, request, mode)


def _keep_facts(stepper: Any, request: Request, mode: str) -> None:
    """Write what an eager run of the model sees."""
    from fullgraph.lint.facts import files
    from fullgraph.runtime_check.facts.recorder import Recorder

    recorder = Recorder([Path(request.site).resolve()])
    stepper.restore()
    with recorder.recording():
        stepper.run(stepper.target.fn, stepper.calls[0])
    if recorder.problem:
        raise RuntimeError(recorder.problem)
    files.write(Path(f"{request.outcomes}-{mode}.facts.json"), recorder.recorded())


def _without_chance(spec: Any, mode: str) -> list[Any]:
    """The outcome of the model in training whose probabilities of dropping and masking are zero."""
    import torch
    from fullgraph.runtime_check.step import step
    from fullgraph.runtime_check.target.models import BuildOptions
    from fullgraph.runtime_check.target.models.config_parts import parts
    from fullgraph.runtime_check.target.target import load_target

    if mode != "train":
        return []
    step.seed_all(step.SEED)
    target = load_target(spec, [], None, BuildOptions("small", True))
    model: Any = target.fn
    for owner in [*model.modules(), *(parts(model.config) if hasattr(model, "config") else [])]:
        for name, value in vars(owner).items():
            chance = "drop" in name.lower() or name in ("mask_time_prob", "mask_feature_prob")
            if isinstance(value, float) and (chance or (name == "p" and isinstance(owner, torch.nn.Dropout))):
                vars(owner)[name] = 0.0
    stepper = step.Stepper(target, torch.device("cpu"), True)
    stepper.settle()
    return [stepper.observe(target.fn, target.calls[0])]


def _compare(run: ModeRun, request: Request, mode: str, outcomes: list[Any]) -> None:
    """With the released library's outcomes, or write them: as it is and, in training, without chance."""
    import torch
    from fullgraph.runtime_check.step import numerics
    from fullgraph.runtime_check.step.step import Outcome

    path = Path(f"{request.outcomes}-{mode}.pt")
    if not request.compare:
        torch.save([dataclasses.asdict(outcome) for outcome in outcomes], path)
        return
    released = [Outcome(**values) for values in torch.load(path, weights_only=False)]
    results = [
        numerics.compare([before], [after], None, "after the fix")
        for before, after in zip(released, outcomes, strict=True)
    ]
    run.compared, run.gradients = results[0].numerics.compared, results[0].numerics.gradients
    run.differences = results[-1].problems
    run.draws = results[0].problems if len(results) > 1 and not results[-1].problems else []


def _see_breaks(run: ModeRun, request: Request, stepper: Any, eager: Any) -> None:
    import torch
    from fullgraph.runtime_check.observe.capture import capture
    from fullgraph.runtime_check.step import numerics

    torch._dynamo.reset()
    with capture() as seen:
        try:
            outcome = stepper.observe(torch.compile(stepper.target.fn, backend="eager"), stepper.calls[0])
            run.compiled_differences = numerics.compare([eager], [outcome], None).problems
        except Exception as error:
            run.crash = _line(error)
    run.graphs = seen.graphs
    for found in seen.breaks:
        run.breaks.append(
            SeenBreak(
                file=_relative(found.filename, request.site),
                line=found.line,
                function=found.user_stack[-1].function if found.user_stack else "",
                reason=found.reason,
                registry=found.registry_id,
                explanation=found.explanation,
                callers=[
                    (_relative(frame.filename, request.site), frame.line)
                    for frame in found.user_stack[:-1]
                    if _is_below(frame.filename, request.site)
                ],
            )
        )


def _try_fullgraph(run: ModeRun, request: Request, stepper: Any) -> None:
    import torch
    from fullgraph.runtime_check.observe.breaks import break_of

    torch._dynamo.reset()
    compiled = torch.compile(stepper.target.fn, backend="eager", fullgraph=True)
    try:
        stepper.restore()
        stepper.run(compiled, stepper.calls[0])
    except Exception as error:
        place = break_of(error)
        run.fullgraph = place.reason if place is not None else _line(error)
        if place is not None:
            run.fullgraph_place = _relative(place.filename, request.site), place.line


def _reached(stepper: Any, site: str) -> dict[str, list[int]]:
    from fullgraph.runtime_check.step.reached_lines import reached_lines

    lines, _ = reached_lines(stepper, [site], [])
    return {_relative(name, site): found for name, found in sorted(lines.items())}


def _is_below(filename: str, site: str) -> bool:
    return Path(filename).resolve().is_relative_to(Path(site).resolve())


def _relative(filename: str, site: str) -> str:
    return (
        Path(filename).resolve().relative_to(Path(site).resolve()).as_posix() if _is_below(filename, site) else filename
    )


def _line(error: BaseException) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return f"{type(error).__name__}: {lines[0][:300]}" if lines else type(error).__name__


if __name__ == "__main__":
    sys.exit(main())
