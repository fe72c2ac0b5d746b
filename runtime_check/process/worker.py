"""The process in which one target runs. It prints nothing of its own.

    python -m fullgraph.runtime_check.process.worker REQUEST EVENTS

`fullgraph.runtime_check.process.protocol` says what is in the two files.
"""

from __future__ import annotations

import contextlib
import dataclasses
import dis
import os
import signal
import stat
import sys
import time
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NoReturn

from fullgraph.runtime_check.process.protocol import (
    DURING,
    Agreement,
    Done,
    Event,
    EventWriter,
    FactsSeen,
    Rank,
    RanksCompared,
    Reached,
    Request,
    RunSoFar,
    read_request,
)
from fullgraph.runtime_check.results import Failure, Run
from fullgraph.runtime_check.source_lines import OWN_FOLDER

if TYPE_CHECKING:
    import torch
    from fullgraph.runtime_check.checks import CheckContext
    from fullgraph.runtime_check.facts.recorder import Recorder as FactsRecorder
    from fullgraph.runtime_check.step.recording import Recorder, Subject
    from fullgraph.runtime_check.step.step import Stepper
    from fullgraph.runtime_check.target.target import Target


_clock, _machine_clock = time.perf_counter, time.monotonic


def main() -> NoReturn:
    run_request(Path(sys.argv[1]), Path(sys.argv[2]))


def run_request(request_path: Path, events_path: Path) -> NoReturn:
    """Make this process that of the target of a request, do what is asked for, and end."""
    request = read_request(Request, request_path)
    events = EventWriter(events_path)
    own_process(request)
    _verified(_work, request, events, Run(), _clock())


def _verified(
    work: Callable[[Request, EventWriter, Run], object],
    request: Request,
    events: EventWriter,
    run: Run,
    start: float,
) -> NoReturn:
    """Do the work, and tell of the run as it is then."""

    missing: list[str] = []

    def described(error: BaseException, during: str) -> Failure:
        missing.extend(str(key) for key in error.args[:1] if isinstance(error, KeyError))
        return no_training(error, request, during) or describe_failure(error, during)

    def done(failure: Failure | None) -> Event:
        run.failure, run.seconds = failure, _clock() - start
        return Done(run, missing[0] if missing else None, _machine_clock())

    to_the_end(lambda: work(request, events, run), events, done, described)


def to_the_end(
    work: Callable[[], object],
    events: EventWriter,
    done: Callable[[Failure | None], Event],
    described: Callable[[BaseException, str], Failure],
) -> NoReturn:
    """Do the work, tell how it ended, and end the process."""
    failure: Failure | None = None
    try:
        work()
    except SystemExit as stop:
        failure = Failure("exit", f"the target called sys.exit({stop.code!r}) during {DURING}", events.current)
    except KeyboardInterrupt:
        failure = Failure("raised", f"the target raised KeyboardInterrupt during {DURING}", events.current)
    except BaseException as error:
        try:
            failure = described(error, events.current)
        except Exception:  # an exception of the target's that cannot even be looked at
            failure = Failure("raised", f"the target raises during {DURING}: {type(error).__name__}", events.current)
    events.send(done(failure))
    with contextlib.suppress(Exception):
        sys.stdout.flush()
        sys.stderr.flush()
    # Threads or exit handlers of the target must not keep a finished worker alive.
    os._exit(0)


def own_process(request: Request) -> None:
    """Make this process the target's: its folder, import path and arguments."""
    # What the parent set for this process is not for the processes that the target may start.
    os.environ.pop("PYTHONSAFEPATH", None)
    _offer_to_the_oom_killer()
    _end_with_the_parent()
    os.chdir(request.folder)
    sys.argv[:] = [request.target.rpartition(":")[0]]
    sys.path[:0] = request.paths


def _work(request: Request, events: EventWriter, run: Run) -> None:
    if request.cold:
        # Beside the events: the parent removes that folder when this process is gone.
        os.environ["TORCHINDUCTOR_CACHE_DIR"] = str(events.path.with_name("cache"))
    events.begin("import of torch")
    import torch  # noqa: F401

    set_up_torch(request, events.path.with_name("cache"))
    if request.record is not None:
        _record(request, events, run)
    if request.rank is not None:
        _run_rank(request, request.rank, events, run)
        return
    device = device_named(request.device)
    _prepare(request, run, device)
    events.begin("load")
    _verify(request, events, run, load(request), device)


def load(request: Request) -> Target:
    """Load the target, with all random numbers from the same seed. What its own code raises comes through."""
    from fullgraph.runtime_check.step import step
    from fullgraph.runtime_check.target.inputs import parse_argument
    from fullgraph.runtime_check.target.models import BuildOptions
    from fullgraph.runtime_check.target.target import converted, load_target, parse_spec, put_into_mode

    step.seed_all(step.SEED)
    target = load_target(
        parse_spec(request.target),
        [parse_argument(text) for text in request.inputs],
        parse_spec(request.inputs_from) if request.inputs_from else None,
        BuildOptions(request.size, request.train is True),
    )
    if request.module_mode is not None:
        put_into_mode(target, request.module_mode)
    return converted(target, request.dtype) if request.dtype is not None else target


def _run_rank(request: Request, rank: Rank, events: EventWriter, run: Run) -> None:
    from fullgraph.runtime_check.process import ddp_rank

    device = ddp_rank.device_of_rank(rank, request.device)
    _prepare(request, run, device)
    events.begin("load")
    found = ddp_rank.run_rank(load(request), rank, device, run.environment.backend, events.begin)
    events.send(RanksCompared(found))


def _record(request: Request, events: EventWriter, run: Run) -> NoReturn:
    """Run the script up to the calls that are wanted, and verify there."""
    start = _clock()

    def finish(recorder: Recorder, subject: Subject, ended: bool, device: torch.device) -> NoReturn:
        from fullgraph.runtime_check.step.recording import as_target

        run.recorded = recorder.names
        target = as_target(subject, subject.notes(" ".join([recorder.script, *recorder.request.arguments]), ended))
        mode, backend = subject.options.get("mode"), subject.options.get("backend")
        own = dataclasses.replace(
            request,
            mode=mode if request.mode == "default" and isinstance(mode, str) else request.mode,
            backend=backend if request.backend == "auto" and isinstance(backend, str) else request.backend,
        )

        def work(request: Request, events: EventWriter, run: Run) -> None:
            assert subject.mode is not None
            _prepare(request, run, device)
            with subject.mode.entered():
                _verify(request, events, run, target, device)

        _verified(work, own, events, run, start)

    record(request, events, finish)


def record(
    request: Request,
    events: EventWriter,
    finish: Callable[[Recorder, Subject, bool, torch.device], NoReturn],
) -> NoReturn:
    """Run the script up to the calls that are wanted. ``finish`` gets what was recorded, and the device to use."""
    from fullgraph.runtime_check.step import recording, step

    assert request.record is not None
    script = Path(request.target.rpartition(":")[0])
    facts = _facts_recorder(request) if request.facts else None

    def recorded(recorder: Recorder, subject: Subject, ended: bool) -> NoReturn:
        _tell_facts(facts, events)
        device = device_named(request.device) if request.device is not None else recording.device_of(subject)
        finish(recorder, subject, ended, device)

    events.begin("record")
    step.seed_all(step.SEED)
    if facts is not None:
        facts.begin_run()
        facts.start()
    try:
        recording.run_script(recording.Recorder(request.record, script.name, recorded), script)
    except BaseException:
        _tell_facts(facts, events)
        raise


def _facts_recorder(request: Request, packages: Iterable[str] = ()) -> FactsRecorder:
    from fullgraph.runtime_check.facts.recorder import Recorder as FactsRecorder

    return FactsRecorder([Path(root) for root in request.trace_roots], [*request.packages, *packages])


def _tell_facts(facts: FactsRecorder | None, events: EventWriter) -> None:
    """Tell what was recorded, once."""
    from fullgraph.lint.facts.coding import to_json

    if facts is not None and not facts.is_told:
        facts.is_told = True
        facts.stop()
        events.send(FactsSeen(to_json(facts.recorded()), facts.problem))


def _prepare(request: Request, run: Run, device: torch.device) -> None:
    """Decide about the backend, and say where it all runs. Raises `TargetError`."""
    import torch
    from fullgraph.runtime_check.target.models import near
    from fullgraph.runtime_check.target.target import TargetError

    backend, run.environment.backend_note = choose_backend(request.backend, device)
    every = torch._dynamo.list_backends(exclude_tags=())
    if backend not in every:
        # Dynamo counts those that generate no code among the ones for debugging, which it does not list by default.
        usual = [name for name in ("inductor", "aot_eager", "eager") if name in every]
        known = ", ".join(dict.fromkeys([*usual, *torch._dynamo.list_backends()]))
        raise TargetError(f"torch.compile has no backend {backend!r}: use one such as {known}{near(backend, every)}")
    _describe(run, device, request, backend)


def _verify(request: Request, events: EventWriter, run: Run, target: Target, device: torch.device) -> None:
    from fullgraph.runtime_check.checks import CheckContext, Options, run_checks
    from fullgraph.runtime_check.step.train_step import make_stepper

    run.input_sets = [call.label for call in target.calls]
    events.begin("eager")
    stepper = make_stepper(target, device, request.train)
    options = Options(
        run.environment.backend, request.mode, request.bench_seconds, request.code, frozenset(request.checks)
    )
    facts = None
    if request.facts and request.record is None:
        facts = _facts_recorder(request, _packages(stepper))
        stepper.first_run = facts.recording

    def on_check(check: str) -> None:
        events.send(RunSoFar(run))
        if check == "breaks":
            _after_eager(request, events, context, facts)
        events.begin(check)

    context = CheckContext(stepper, options, run, on_check)
    run_checks(context)
    if request.compare_outcomes is not None:
        _compare(request.compare_outcomes, events, context)


def _packages(stepper: Stepper) -> set[str]:
    """The packages whose modules the target has."""
    modules = [module for root in stepper.modules.values() for module in root.modules()]
    return {type(module).__module__.partition(".")[0] for module in modules}


def _after_eager(request: Request, events: EventWriter, context: CheckContext, facts: FactsRecorder | None) -> None:
    import torch
    from fullgraph.runtime_check.observe.roots import roots_of
    from fullgraph.runtime_check.step.reached_lines import reached_lines
    from fullgraph.runtime_check.step.train_step import compiled_parts
    from fullgraph.runtime_check.target.target import parse_spec

    if request.save_outcomes is not None:
        torch.save(context.eager, request.save_outcomes)
    events.begin("eager")
    if facts is not None:
        _record_facts(facts, context.stepper)
        _tell_facts(facts, events)
    lines, files = reached_lines(context.stepper, request.trace_roots, request.packages)
    if request.record is None and parse_spec(request.target).is_model:
        files = [name for name in files if name in lines]  # A library loads far more than the code of one model.
    modes = {module.training for root in context.stepper.modules.values() for module in root.modules()}
    training = modes.pop() if len(modes) == 1 else None
    fn = context.stepper.target.fn
    parts = compiled_parts(fn)
    roots = roots_of(parts, context.stepper.calls if parts[0] is fn else ())
    events.send(Reached(lines, files, roots, training, _met(context.stepper)))


def _met(stepper: Stepper) -> list[str]:
    """The floating dtypes and the devices of the target's parameters, buffers and inputs."""
    import torch
    from torch.utils._pytree import tree_leaves

    roots = stepper.modules.values()
    tensors = [tensor for root in roots for tensor in (*root.parameters(), *root.buffers())]
    tensors += [leaf for leaf in tree_leaves(stepper.calls) if isinstance(leaf, torch.Tensor)]
    dtypes = {str(tensor.dtype).removeprefix("torch.") for tensor in tensors if tensor.is_floating_point()}
    return sorted(dtypes | {tensor.device.type for tensor in tensors})


def _record_facts(facts: FactsRecorder, stepper: Stepper) -> None:
    """Run each call once more in eager."""
    for call in stepper.calls:
        stepper.restore()
        with facts.recording():
            stepper.run(stepper.target.fn, call)
    stepper.restore()
    stepper.clear_gradients()


def _compare(saved: str, events: EventWriter, context: CheckContext) -> None:
    import torch
    from fullgraph.runtime_check.step import numerics
    from fullgraph.runtime_check.step.step import Outcome

    context.on_check("comparison")
    original: list[Outcome] = torch.load(saved, map_location=context.stepper.device, weights_only=False)
    results = {"eager": numerics.compare(original, context.eager, None, "after the fix")}
    if context.outcomes:
        results["compiled"] = numerics.compare(
            original, context.outcomes, None, "after the fix, compiled", numerics.precision_of(context.stepper)
        )
    for name, result in results.items():
        events.send(Agreement(name, result.numerics, result.problems))


def device_named(name: str | None) -> torch.device:
    """The device asked for, tried out; else a GPU if there is one. Raises `TargetError`."""
    import torch
    from fullgraph.runtime_check.target.target import TargetError

    if name is None:
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        device = torch.device(name)
        torch.empty(1, device=device)
        if device.index is not None and device.type != "cpu":
            # What the target itself puts on "cuda" goes there too.
            torch.accelerator.set_device_index(device.index)
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
    environment.nested_graph_breaks = request.nested_graph_breaks


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


def no_training(error: BaseException, request: Request, during: str) -> Failure | None:
    """Return that a library's model has no training, where its own code says so; None for any other error."""
    from fullgraph.runtime_check.target.target import parse_spec

    if not (request.train and isinstance(error, NotImplementedError)) or request.record is not None:
        return None
    spec, last = parse_spec(request.target), error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    if not spec.is_model or last is None:
        return None
    code, package = last.tb_frame.f_code, str(last.tb_frame.f_globals.get("__name__")).partition(".")[0]
    # An operator that torch lacks is the same exception, raised by no statement.
    if package != spec.module or code.co_code[last.tb_lasti] != dis.opmap["RAISE_VARARGS"]:
        return None
    text = f"{spec} has no training in {package} ({_line(error)}): leave out --train"
    return Failure("target", text, during, cause="the library does not train it")


def describe_failure(error: BaseException, during: str) -> Failure:
    """One line that says what happened, whose fault it is and, where the target raised, at which of its lines."""
    from fullgraph.runtime_check.target.inputs import InputSpecError
    from fullgraph.runtime_check.target.target import TargetError

    if isinstance(error, (TargetError, InputSpecError)):
        return Failure("target", str(error), during, cause=getattr(error, "cause", ""))
    text = "".join(traceback.format_exception(error))
    if _device_is_lost(error):
        return Failure("crash", f"{LOST_DEVICE} during {DURING}: {_line(error)}", during, text)
    if _ran_out_of_memory(error):
        detail = f": {_line(error)}" if str(error).strip() else ""
        return Failure("memory", f"out of memory during {DURING}{detail}", during, text)
    frames = [f for f in traceback.extract_tb(error.__traceback__) if not f.filename.startswith(OWN_FOLDER)]
    user = next((f for f in reversed(frames) if not f.filename.startswith("<frozen")), None)
    where = f" at {user.filename}:{user.lineno}" if user is not None else ""
    if user is None and (removed := _removed_from_torch()):
        message = f"the target replaced parts of torch that fullgraph needs: {', '.join(removed)} (found in {DURING})"
        return Failure("raised", message, during, text)
    kind: Literal["raised", "internal"] = "raised" if user is not None else "internal"
    verb = "cannot be imported or built" if during == "load" else f"raises during {DURING}"
    return Failure(kind, f"the target {verb}: {type(error).__name__}: {_line(error)}{where}", during, text)


def _removed_from_torch() -> list[str]:
    """The public names of torch that a target has set to None or deleted."""
    torch = sys.modules.get("torch")
    public = {*getattr(torch, "__all__", ())} - {"newaxis"}  # which is None from the beginning
    return [f"torch.{name}" for name in sorted(public) if getattr(torch, name, None) is None]


def _ran_out_of_memory(error: BaseException) -> bool:
    if "torch" not in sys.modules:
        return isinstance(error, MemoryError)
    from fullgraph.runtime_check.checks import out_of_memory

    return out_of_memory(error)


LOST_DEVICE = (
    "the CUDA context died, so nothing runs on the GPU in this process any more (CUDA_LAUNCH_BLOCKING=1 shows the call)"
)


def _device_is_lost(error: BaseException) -> bool:
    if "torch" not in sys.modules:
        return False
    from fullgraph.runtime_check.checks import device_is_lost

    return device_is_lost(error)


def _line(error: BaseException) -> str:
    try:
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    except Exception:
        lines = ["its message cannot be read"]
    return (lines[0] if lines else "no message")[:300]


def _end_with_the_parent() -> None:
    """Should the parent be killed, so that it cannot end this process any more, the system does (Linux)."""
    if not sys.platform.startswith("linux"):
        return
    import ctypes

    set_parent_death_signal = 1
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL, 0, 0, 0)


def set_up_torch(request: Request, cache: Path) -> None:
    """Set torch, which is imported, up as the request has it; ``cache`` is the folder of `_private_cache`."""
    _private_cache(cache)
    if request.nested_graph_breaks:
        import torch._dynamo

        torch._dynamo.config.nested_graph_breaks = True


def _private_cache(instead: Path) -> None:
    """See to it that inductor's default folder for compiled code, whose name can be guessed, is this user's alone.

    Code of another user's who was there first would be run from it; then the folder ``instead`` is used.
    """
    if os.name != "posix":
        return
    from torch._inductor.runtime.cache_dir_utils import default_cache_dir

    folder = Path(default_cache_dir())
    if os.environ.get("TORCHINDUCTOR_CACHE_DIR", str(folder)) != str(folder):  # torch itself may have set the default
        return
    with contextlib.suppress(OSError):
        folder.mkdir(mode=0o700)
    try:
        status = folder.lstat()
    except OSError:
        return
    writable_by_others = status.st_mode & 0o022
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.geteuid() or writable_by_others:
        os.environ["TORCHINDUCTOR_CACHE_DIR"] = str(instead)


def _offer_to_the_oom_killer() -> None:
    """Should the machine run out of memory, this process goes first (Linux)."""
    score = Path("/proc/self/oom_score_adj")
    try:
        score.write_text("1000")
    except OSError:
        return


if __name__ == "__main__":
    main()
