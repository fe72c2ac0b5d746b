"""The process in which one target runs. Started by `fullgraph.runtime_check.launch`; prints nothing of its own.

    python -m fullgraph.runtime_check.worker REQUEST EVENTS

``REQUEST`` is a JSON file that says what to do. To the file ``EVENTS`` one JSON object a line is appended: what begins,
and after each check the `Run` so far, so that a crash leaves everything up to then.
"""

from __future__ import annotations

import dataclasses
import json
import os
import sys
import time
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from fullgraph.runtime_check.results import Failure, Run

if TYPE_CHECKING:
    import torch
    from fullgraph.runtime_check.checks import Session


@dataclasses.dataclass
class Request:
    """What the parent asks for. All paths are absolute."""

    target: str
    folder: str
    """The folder to work in and to resolve the target against."""
    paths: list[str] = dataclasses.field(default_factory=list)
    """Folders to put before all others on the import path."""
    inputs: list[str] = dataclasses.field(default_factory=list)
    inputs_from: str | None = None
    device: str | None = None
    backend: str = "auto"
    mode: str = "default"
    train: bool | None = None
    size: Literal["small", "default"] = "small"
    """Of a library's model."""
    bench_seconds: float = 2.0
    cold: bool = False
    """Start with an empty inductor cache."""
    code: bool = False
    """Keep the code that inductor generates."""
    trace_roots: list[str] = dataclasses.field(default_factory=list)
    """Report which lines of the files below these folders the eager run reached."""
    packages: list[str] = dataclasses.field(default_factory=list)
    """Likewise for these installed packages."""
    save_outcomes: str | None = None
    """Write eager's outcomes to this file."""
    compare_outcomes: str | None = None
    """Compare the compiled outcomes with those in this file."""


DURING = "{during}"
"""Stands in a failure's message for the step that was under way, which the parent has the words for."""


class Events:
    """Appends to the events file; every line is complete and on disk before the next thing happens."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.current = "start"

    def send(self, event: str, **values: Any) -> None:
        with self.path.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps({"event": event, **values}) + "\n")

    def begin(self, what: str) -> None:
        self.current = what
        self.send("begin", what=what)


def main() -> int:
    request = Request(**json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
    events = Events(Path(sys.argv[2]))
    own_process(request)
    run = Run()
    start = time.perf_counter()
    failure: Failure | None = None
    try:
        _work(request, events, run)
    except SystemExit as stop:
        failure = Failure("exit", f"the target called sys.exit({stop.code!r}) during {DURING}", events.current)
    except KeyboardInterrupt:
        failure = Failure("raised", "interrupted", events.current)
    except BaseException as error:
        failure = describe_failure(error, events.current)
    run.failure = failure
    run.seconds = time.perf_counter() - start
    events.send("done", run=dataclasses.asdict(run))
    sys.stdout.flush()
    sys.stderr.flush()
    # Threads or exit handlers of the target must not keep a finished worker alive.
    os._exit(0)


def own_process(request: Request) -> None:
    """Make this process the target's: its folder, import path and arguments."""
    # What the parent set for this process is not for the processes that the target may start.
    os.environ.pop("PYTHONSAFEPATH", None)
    _offer_to_the_oom_killer()
    os.chdir(request.folder)
    sys.argv[:] = [request.target.rpartition(":")[0]]
    sys.path[:0] = request.paths


def _work(request: Request, events: Events, run: Run) -> None:
    if request.cold:
        # Beside the events: the parent removes that folder when this process is gone.
        os.environ["TORCHINDUCTOR_CACHE_DIR"] = str(events.path.with_name("cache"))
    events.begin("import of torch")
    import torch
    import torch._dynamo
    from fullgraph.runtime_check import step
    from fullgraph.runtime_check.checks import Options, Session, run_checks
    from fullgraph.runtime_check.inputs import parse_argument
    from fullgraph.runtime_check.models import BuildOptions
    from fullgraph.runtime_check.target import TargetError, load_target, parse_spec
    from fullgraph.runtime_check.trainstep import make_stepper

    device = device_named(request.device)
    backend, run.environment.backend_note = choose_backend(request.backend, device)
    if backend not in torch._dynamo.list_backends(exclude_tags=()):
        known = ", ".join(torch._dynamo.list_backends())
        raise TargetError(f"torch.compile has no backend {backend!r}: use one of {known}")
    _describe(run, device, request, backend)
    events.begin("load")
    step.seed_all(step.SEED)
    target = load_target(
        parse_spec(request.target),
        [parse_argument(text) for text in request.inputs],
        parse_spec(request.inputs_from) if request.inputs_from else None,
        BuildOptions(request.size, request.train is True),
    )
    run.input_sets = [call.label for call in target.calls]
    events.begin("eager")
    stepper = make_stepper(target, device, request.train)
    options = Options(backend, request.mode, request.bench_seconds, request.code)

    def tell(check: str) -> None:
        events.send("run", run=dataclasses.asdict(run))
        if check == "breaks":
            _after_eager(request, events, session)
        events.begin(check)

    session = Session(stepper, options, run, tell)
    run_checks(session)
    if request.compare_outcomes is not None:
        _compare(request.compare_outcomes, events, session)


def _after_eager(request: Request, events: Events, session: Session) -> None:
    import torch
    from fullgraph.runtime_check.reached import reached_lines
    from fullgraph.runtime_check.target import parse_spec

    if request.save_outcomes is not None:
        torch.save([dataclasses.asdict(outcome) for outcome in session.eager], request.save_outcomes)
    events.begin("eager")
    lines, files = reached_lines(session.stepper, request.trace_roots, request.packages)
    if parse_spec(request.target).is_model:
        files = [name for name in files if name in lines]  # A library loads far more than the code of one model.
    events.send("reached", lines=lines, files=files)


def _compare(saved: str, events: Events, session: Session) -> None:
    import torch
    from fullgraph.runtime_check import numerics
    from fullgraph.runtime_check.step import Outcome

    session.tell("comparison")
    original = [
        Outcome(**values) for values in torch.load(saved, map_location=session.stepper.device, weights_only=False)
    ]
    results = {"eager": numerics.compare(original, session.eager, None, "after the fix")}
    if session.outcomes:
        results["compiled"] = numerics.compare(original, session.outcomes, None, "after the fix, compiled")
    for name, result in results.items():
        events.send("agreement", version=name, numerics=dataclasses.asdict(result.numerics), problems=result.problems)


def device_named(name: str | None) -> torch.device:
    """The device asked for, tried out; else a GPU if there is one. Raises `TargetError`."""
    import torch
    from fullgraph.runtime_check.target import TargetError

    if name is None:
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        device = torch.device(name)
        torch.empty(1, device=device)
    except (RuntimeError, AssertionError, NotImplementedError) as error:
        raise TargetError(f"the device {name!r} cannot be used: {_line(error)}") from None
    return device


def choose_backend(wanted: str, device: Any) -> tuple[str, str]:
    """The backend to use, and why it is not inductor where it is not."""
    if wanted != "auto":
        return wanted, ""
    if device.type == "cpu":
        from torch._inductor import cpp_builder, exc

        try:
            cpp_builder.get_cpp_compiler()
        except exc.InvalidCxxCompiler:
            return "aot_eager", "no C++ compiler for inductor: install g++ to see what compiling gains"
    return "inductor", ""


def _describe(run: Run, device: Any, request: Request, backend: str) -> None:
    import platform

    import torch

    environment = run.environment
    environment.device = str(device)
    environment.device_name = _device_name(device)
    environment.torch = torch.__version__
    environment.python = platform.python_version()
    environment.backend = backend
    environment.mode = request.mode


def _device_name(device: Any) -> str:
    import torch

    if device.type == "cuda":
        return str(torch.cuda.get_device_name(device))
    if device.type == "cpu":
        cpu = Path("/proc/cpuinfo")
        lines = cpu.read_text(errors="replace").splitlines() if cpu.is_file() else []
        name = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "CPU")
        return f"{name}, {torch.get_num_threads()} threads"
    return str(device.type)


def describe_failure(error: BaseException, during: str) -> Failure:
    """One line that says what happened, whose fault it is and, where the target raised, at which of its lines."""
    from fullgraph.runtime_check.inputs import InputSpecError
    from fullgraph.runtime_check.target import TargetError

    if isinstance(error, (TargetError, InputSpecError)):
        return Failure("target", str(error), during)
    text = "".join(traceback.format_exception(error))
    if _ran_out_of_memory(error):
        detail = f": {_line(error)}" if str(error).strip() else ""
        return Failure("memory", f"out of memory during {DURING}{detail}", during, text)
    here = str(Path(__file__).parent)
    frames = [f for f in traceback.extract_tb(error.__traceback__) if not f.filename.startswith(here)]
    user = next((f for f in reversed(frames) if not f.filename.startswith("<frozen")), None)
    where = f" at {user.filename}:{user.lineno}" if user is not None else ""
    kind: Literal["raised", "internal"] = "raised" if user is not None else "internal"
    verb = "cannot be imported or built" if during == "load" else f"raises during {DURING}"
    return Failure(kind, f"the target {verb}: {type(error).__name__}: {_line(error)}{where}", during, text)


def _ran_out_of_memory(error: BaseException) -> bool:
    if "torch" not in sys.modules:
        return isinstance(error, MemoryError)
    from fullgraph.runtime_check.checks import out_of_memory

    return out_of_memory(error)


def _line(error: BaseException) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return (lines[0] if lines else "no message")[:300]


def _offer_to_the_oom_killer() -> None:
    """Should the machine run out of memory, this process goes first (Linux)."""
    score = Path("/proc/self/oom_score_adj")
    try:
        score.write_text("1000")
    except OSError:
        return


if __name__ == "__main__":
    sys.exit(main())
