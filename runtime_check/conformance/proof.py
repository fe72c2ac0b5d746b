"""The proof of a case: does TorchDynamo do what the case says?

``cases`` says what a case is. Each runs in a process of its own, forked from one that has torch loaded.
"""

from __future__ import annotations

import functools
import itertools
import multiprocessing
import re
import sys
import sysconfig
import tempfile
import traceback
import warnings
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from fullgraph.runtime_check.conformance import calling
from fullgraph.runtime_check.conformance.calling import Outcome
from fullgraph.runtime_check.conformance.cases import MODES, Case, Mode, unmet
from fullgraph.runtime_check.conformance.recompiling import CALLS, Again, again, contradictions
from fullgraph.runtime_check.observe.output import caught_output

if TYPE_CHECKING:
    from fullgraph.runtime_check.observe.breaks import Break
    from fullgraph.runtime_check.observe.capture import Capture

TIME_LIMIT = 300.0
"""Seconds for one case."""


class Difference(NamedTuple):
    """What a compiled call gives other than eager."""

    input: int
    text: str

    def __str__(self) -> str:
        return f"input {self.input}: {self.text}"


@dataclass
class Seen:
    """The compiler's doings with a case in one mode. Lists are sorted, so that two runs give the same text."""

    breaks: list[tuple[int, str | None, str]] = field(default_factory=list)
    """Line in the case, registry id and kind of break."""
    elsewhere: list[tuple[str, str | None, str]] = field(default_factory=list)
    """The same for breaks in installed packages, with the path below ``site-packages`` and the line."""
    graphs: int = 0
    """Graphs over all inputs."""
    skipped: bool = False
    """A whole frame fell back to eager."""
    recompiles: list[Again] = field(default_factory=list)
    """The recompiles with their causes, of cases about that."""
    limit: str | None = None
    """The registry id under which the recompile limit was hit."""
    failed: list[int] = field(default_factory=list)
    """The lines of the case at which compiling raised an error."""
    differences: list[Difference] = field(default_factory=list)
    """Other results than eager's, which only cases about these may have."""
    problems: list[str] = field(default_factory=list)
    """Faults that no case may have, such as an error that is not about a break."""


@dataclass
class Rewritten:
    """The compiler's doings with the fixed file of a case."""

    graphs: int = 0
    """Graphs for one input and others of its shape; 1 where all is well."""
    problems: list[str] = field(default_factory=list)
    """Breaks, recompiles, and differences from the file as it was."""


@dataclass
class Observed:
    """Everything that the compiler did with one case."""

    modes: dict[Mode, Seen] = field(default_factory=dict)
    rewritten: Rewritten | None = None
    proved: bool = False
    """The case's own proof ran to its end, and that of the fixed file, where there is one."""
    differences: list[Difference] = field(default_factory=list)
    """Differences of results or gradients once compiled with a backward graph, of the cases that are compared."""
    calls: int = 0
    """The number of calls that were compared so."""
    error: str | None = None
    """The reason why nothing could be observed: the case cannot be loaded, crashed or took too long."""
    missing: str | None = None
    """The reason why it is left out: a package is not installed, or something that it asks for does not hold here."""


def lies_in(place: str, end: str) -> bool:
    """Return whether a file, by its path below ``site-packages``, is what a report names."""
    return place.startswith(end) if end.endswith("/") else place.endswith(end)


def problems_of(case: Case, seen: Observed) -> list[str]:
    """The contradictions between the compiler and the case; empty if it is proved."""
    if seen.error is not None:
        return [seen.error]
    found: list[str] = []
    for mode, observation in seen.modes.items():
        claimed = {case.statement(line): line for line in case.lines(mode)}
        real = {case.statement(line): line for line, _, _ in observation.breaks}
        found += [f"{mode}: line {claimed[at]} is marked and does not break" for at in sorted(claimed.keys() - real)]
        for at in sorted(real.keys() - claimed):
            line = real[at]
            reasons = "; ".join(f"{reason} ({gb})" for row, gb, reason in observation.breaks if row == line)
            found.append(f"{mode}: line {line} breaks and is not marked: {reasons}")
        failing = {case.statement(line) for line in observation.failed}
        held = {line for where, line, _ in case.marks if where == mode} & case.fails
        found += [
            f"{mode}: compiling does not fail at line {n}" for n in sorted(held) if case.statement(n) not in failing
        ]
        files = {end for where, _, _, end in case.reports if where == mode}
        places = {place.rpartition(":")[0] for place, _, _ in observation.elsewhere}
        found += [
            f"{mode}: nothing breaks in {end}" for end in sorted(files) if not any(lies_in(p, end) for p in places)
        ]
        found += [f"{mode}: breaks in {p}" for p in sorted(places) if not any(lies_in(p, end) for end in files)]
        if case.is_about_recompiles:
            wrong = contradictions(case.recompiles, observation.recompiles, case.statement)
            found += [f"{mode}: {problem}" for problem in wrong]
        found += [f"{mode}: {problem}" for problem in observation.problems]
        if not case.differing:
            found += [f"{mode}: {difference}" for difference in observation.differences]
    if not case.differing:
        found += [f"with gradients: {difference}" for difference in seen.differences]
    elif not seen.differences:
        found.append("eager and compiled do not differ")
    else:
        differing = {difference.input for difference in seen.differences}
        same = sorted(set(range(1, seen.calls)) - differing)  # the first call may be what the code is compiled for
        found += [f"input {index}: eager and compiled do not differ" for index in same]
    if seen.rewritten is not None:
        found += [f"fixed: {problem}" for problem in seen.rewritten.problems]
    return found


def _place(found: Break, path: Path) -> tuple[int | None, str]:
    """The innermost line of the case on the way to the break, unless a package's own line lies further in."""
    import torch

    where = Path(found.filename)
    if where == path:
        return found.line, ""
    parts = where.parts
    packages = next((i for i, part in enumerate(parts) if part in ("site-packages", "dist-packages")), None)
    if packages is not None and where.parent != Path(torch.__file__).parent:
        return None, f"{'/'.join(parts[packages + 1 :])}:{found.line}"
    for frame in reversed(found.stack):
        if Path(frame.filename) == path:
            return frame.line, ""
    return None, f"{where.name}:{found.line}"


_STDLIB = sysconfig.get_path("stdlib")
"""Python's own library. torch 2.10 compiles functions there that run in eager behind a break, and breaks in them."""


def _record(seen: Seen, captured: Capture, path: Path, induced: bool = True) -> None:
    """``induced``: whether breaks count that are there only since a function runs in eager."""
    for found in captured.breaks:
        if found.kind == "induced" and not induced:
            continue
        line, elsewhere = _place(found, path)
        if line is not None:
            seen.breaks.append((line, found.registry_id, found.reason))
        elif not Path(found.filename).parent.is_relative_to(_STDLIB) or "site-packages" in found.filename:
            seen.elsewhere.append((elsewhere, found.registry_id, found.reason))
        seen.skipped |= found.kind == "skip"
    seen.breaks = sorted(set(seen.breaks), key=str)
    seen.elsewhere = sorted(set(seen.elsewhere), key=str)
    seen.graphs += captured.graphs


def _all_breaks(module: ModuleType, case: Case, device: str, *, scalars: bool) -> Seen:
    """Every break over all inputs, compiled so that the rest goes on after each.

    ``scalars``: with scalars and dynamic shapes captured, as ``fullgraph=True`` traces since torch 2.10.
    """
    import torch
    from fullgraph.runtime_check.observe.capture import Capture, capture

    seen = Seen()
    plain, made = calling.make(module, device), None
    expected = [calling.call(plain, plain, arguments, grad=False) for arguments in calling.arguments(module, device)]
    settings = {"capture_scalar_outputs": scalars, "capture_dynamic_output_shape_ops": scalars}
    made = calling.make(module, device)
    with torch._dynamo.config.patch(settings), capture() as captured:
        compiled = torch.compile(made, backend="eager")
        outcomes = []
        for arguments in calling.arguments(module, device):
            outcome = calling.call(made, compiled, arguments, grad=False)
            outcomes.append((outcome, captured.break_of(outcome.raised) if outcome.raised is not None else None))
    _record(seen, captured, case.path, induced=not scalars)
    for index, (left, (right, failed)) in enumerate(zip(expected, outcomes, strict=True)):
        if left.raised is not None:
            seen.problems.append(f"input {index}: raises in eager: {calling.describe(left.raised)}")
        elif failed is not None:
            line, _ = _place(failed, case.path)
            if scalars or (line is not None and case.statement(line) in map(case.statement, case.fails)):
                _record(seen, Capture(raw_breaks=[failed]), case.path)  # no break, but how fullgraph=True ends
                seen.failed += [line] if line is not None else []
                continue
        seen.differences += [
            Difference(index, f"eager and compiled: {text}") for text in calling.differences(left, right, exact=True)
        ]
    return seen


def _first_breaks(module: ModuleType, path: Path, device: str, seen: Seen) -> None:
    """Compile each input with ``fullgraph=True``. It stops at the first break, which has to be one of ``seen``."""
    import torch
    from fullgraph.runtime_check.observe.capture import capture

    places = {line for line, _, _ in seen.breaks} | {place for place, _, _ in seen.elsewhere}
    failed = False
    for index, arguments in enumerate(calling.arguments(module, device)):
        plain = calling.make(module, device)
        expected = calling.call(plain, plain, arguments, grad=False)
        made = calling.make(module, device)
        with capture() as captured:
            outcome = calling.call(made, torch.compile(made, backend="eager", fullgraph=True), arguments, grad=False)
        found = captured.break_of(outcome.raised) if outcome.raised is not None else None
        if found is not None:
            failed = True
            line, elsewhere = _place(found, path)
            if (line or elsewhere) not in places:
                seen.problems.append(f"input {index}: fullgraph=True fails at {line or elsewhere}: {found.reason}")
        else:
            texts = calling.differences(expected, outcome, exact=True)
            seen.differences += [Difference(index, f"eager and fullgraph=True: {text}") for text in texts]
    if places and not failed and not _fails_once_changed(module, path, device, places):
        seen.problems.append("fullgraph=True compiles for every input")


def _fails_once_changed(module: ModuleType, path: Path, device: str, places: Collection[int | str]) -> bool:
    """Return whether ``fullgraph=True`` fails at one of the places once sizes have changed from input to input."""
    import torch
    from fullgraph.runtime_check.observe.capture import capture

    made = calling.make(module, device)
    compiled = torch.compile(made, backend="eager", fullgraph=True)
    for arguments in calling.arguments(module, device):
        with capture() as captured:
            outcome = calling.call(made, compiled, arguments, grad=False)
        if outcome.raised is not None:
            found = captured.break_of(outcome.raised)
            line, elsewhere = _place(found, path) if found is not None else (None, "")
            return (line or elsewhere) in places
    return False


def _recompiles(path: Path, device: str, *, fullgraph: bool, always: bool) -> Seen:
    """Call a case, or run its ``main()``, more often than the recompile limit allows.

    ``always``: it is to hit the limit, which in the default mode ends in eager without a word, and under
    ``fullgraph=True`` in an error.
    """
    import torch
    from fullgraph.runtime_check.observe.capture import Capture, capture

    seen = Seen()
    expected = _run_often(calling.load(path), device, calling.uncompiled)
    environment = functools.partial(calling.compiled, fullgraph)
    module = calling.load(
        path, environment if hasattr(sys.modules[calling.module_name(path)], "main") else calling.uncompiled
    )
    torch._dynamo.reset()
    with capture() as captured:
        outcomes = _run_often(module, device, environment)
    hit = isinstance(outcomes[-1].raised, torch._dynamo.exc.FailOnRecompileLimitHit)
    limit = [one for one in captured.breaks if _LIMIT_HIT.search(one.reason)]
    rest = Capture(raw_breaks=[one for one in captured.breaks if one not in limit], graphs=captured.graphs)
    _record(seen, rest, path)
    seen.recompiles = again(captured, path)
    seen.limit = limit[0].registry_id if limit else None
    if hit is not (always and fullgraph):
        seen.problems.append(f"the recompile limit is {'' if hit else 'not '}hit")
    for index, (left, right) in enumerate(zip(expected, outcomes, strict=False)):
        if not (hit and right is outcomes[-1]):
            texts = calling.differences(left, right, exact=True)
            seen.problems += [f"call {index}: eager and compiled: {text}" for text in texts]
    return seen


def _steady(case: Case, device: str) -> Rewritten:
    """Prove that the fixed file of a case about recompiles gives the same, call by call, without a recompile."""
    result = Rewritten()
    expected = _run_often(calling.load(case.path), device, calling.uncompiled)
    plain = _run_often(calling.load(case.fixed), device, calling.uncompiled)
    for index, (left, right) in enumerate(zip(expected, plain, strict=True)):
        texts = calling.differences(left, right, exact=True, none_is_zero=True)
        result.problems += [f"call {index}, eager: {text}" for text in texts]
    for fullgraph in (False, True):
        seen = _recompiles(case.fixed, device, fullgraph=fullgraph, always=False)
        result.graphs = max(result.graphs, seen.graphs)
        result.problems += [*seen.problems, *contradictions((), seen.recompiles, case.statement)]
        result.problems += [f"breaks at line {line}: {reason}" for line, _, reason in seen.breaks]
    fixed = calling.load(case.fixed)
    result.problems += map(str, _compiled_differences(fixed, device)) if hasattr(fixed, "make") else []
    return result


_LIMIT_HIT = re.compile("recompile limit exceeded|recompile_limit reached")
"""The reason since torch 2.11, and before."""


def _run_often(module: ModuleType, device: str, environment: Callable[[], Any]) -> list[Outcome]:
    """The outcomes of many calls; the first that raises is the last."""
    import torch

    if hasattr(module, "main"):
        with environment():
            torch.manual_seed(0)
            return [calling.call(None, module.main, (), grad=False)]
    made = calling.make(module, device)
    with environment():
        compiled = torch.compile(made)
    outcomes: list[Outcome] = []
    rounds = itertools.chain.from_iterable(calling.arguments(module, device) for _ in itertools.count())
    for arguments in itertools.islice(rounds, max(CALLS, len(calling.arguments(module, device)))):
        outcomes.append(calling.call(made, compiled, arguments, grad=False))
        if outcomes[-1].raised is not None:
            break
    return outcomes


def _compiled_differences(module: ModuleType, device: str) -> list[Difference]:
    """The differences of values and gradients, over calls of one object, once it is compiled with a backward graph."""
    import torch

    outcomes: list[list[Outcome]] = []
    for compiled in (False, True):
        made = calling.make(module, device)
        function = torch.compile(made, backend="aot_eager") if compiled else made
        outcomes.append([])
        for index, arguments in enumerate(calling.arguments(module, device)):
            if hasattr(module, "before"):
                module.before(index)
            outcomes[-1].append(calling.call(made, function, arguments, grad=True))
    return [
        Difference(index, text)
        for index, (left, right) in enumerate(zip(*outcomes, strict=True))
        for text in calling.differences(left, right, exact=False)
    ]


def _rewritten(
    module: ModuleType,
    fixed: ModuleType,
    safe: bool,
    device: str,
    *,
    whole: bool = True,
    gradients: bool = True,
    output: bool = True,
    rounding: bool = False,
) -> Rewritten:
    """Is the fixed file the same function, in eager and compiled? ``whole``: and one graph, without a recompile?

    ``rounding``: but for how sums are rounded, which depends on the processor where there are more or fewer rows.

    An unsafe fix may turn the gradient None of what a branch left out into zeros, and need not hold for hard numbers.
    """
    result = Rewritten()
    modes = (False, True) if gradients else (False,)
    for grad in modes:
        result.problems += _eager_problems(module, fixed, safe, device, grad=grad, output=output, rounding=rounding)
    groups: dict[str, list[tuple[Any, ...]]] = {}
    for arguments in calling.arguments(module, device):
        groups.setdefault(calling.signature(arguments), []).extend([arguments, calling.other_data(arguments)])
    for grad in modes:
        for members in groups.values():
            _compile_rewritten(result, module, fixed, members, device, whole=whole, grad=grad, loose=not safe)
    if whole and result.graphs > 1:
        result.problems.append(f"{result.graphs} graphs")
    if hasattr(module, "raising") and whole:
        result.problems += calling.raises(module, fixed, device)
    result.problems = sorted(set(result.problems))
    return result


def _eager_problems(
    module: ModuleType, fixed: ModuleType, safe: bool, device: str, *, grad: bool, output: bool, rounding: bool
) -> Iterator[str]:
    """Differences of the fixed file in eager; of a safe fix also on hard numbers."""
    inputs = calling.arguments(module, device)
    trials = [(f"input {index}", arguments) for index, arguments in enumerate(inputs)]
    if safe:
        trials += [
            (f"input {i} as {name}", hard) for i, given in enumerate(inputs) for name, hard in calling.hard(given)
        ]
    for name, arguments in trials:
        before = calling.make(module, device)
        with caught_output("stdout", "stderr") as printed_before:
            left = calling.call(before, before, arguments, grad=grad)
        after = calling.make(fixed, device)
        with caught_output("stdout", "stderr") as printed_after:
            right = calling.call(after, after, arguments, grad=grad)
        if grad and left.raised is not None:
            continue  # writes into an input, which a leaf that needs gradients refuses
        note = f"{name}, eager{' with gradients' if grad else ''}"
        for text in calling.differences(left, right, exact=not rounding, none_is_zero=not safe):
            yield f"{note}: {text}"
        if output and printed_before != printed_after:
            yield f"{note}: printed {printed_before} and {printed_after}"


def _compile_rewritten(
    result: Rewritten,
    module: ModuleType,
    fixed: ModuleType,
    members: Sequence[tuple[Any, ...]],
    device: str,
    *,
    whole: bool,
    grad: bool,
    loose: bool,
) -> None:
    """Compile the fixed file for inputs of one signature, and note its graphs, breaks, recompiles and differences."""
    import torch
    from fullgraph.runtime_check.observe.capture import capture

    expected = []
    for arguments in members:
        before = calling.make(module, device)
        expected.append(calling.call(before, before, arguments, grad=grad))
    if any(outcome.raised is not None for outcome in expected):
        return
    after = calling.make(fixed, device)
    state = {key: value.clone() for key, value in after.state_dict().items()} if hasattr(after, "state_dict") else {}
    with capture() as captured:
        compiled = torch.compile(after, backend="aot_eager", fullgraph=whole)
        outcomes = []
        for arguments in members:
            if state:
                after.load_state_dict(state)
            outcomes.append(calling.call(after, compiled, arguments, grad=grad))
    result.graphs = max(result.graphs, captured.graphs)
    note = f"compiled{' with gradients' if grad else ''}"
    for left, right in zip(expected, outcomes, strict=True):
        texts = calling.differences(left, right, exact=False, none_is_zero=loose)
        result.problems += [f"{note}: {text}" for text in texts]
    if whole:
        result.problems += [f"{note}: breaks at line {found.line}: {found.reason}" for found in captured.breaks]
        result.problems += [f"{note}: recompiles: {found.guard}" for found in captured.recompiles]


def _observe_nested(case: Case, device: str) -> Observed:
    """Observe the default mode under ``nested_graph_breaks``, which changes nothing of the other."""

    def fill(observed: Observed) -> None:
        import torch

        torch._dynamo.config.nested_graph_breaks = True  # the process ends with the case
        if case.proves:
            calling.prove(case.path, None)
            observed.proved = True
        elif case.is_about_recompiles:
            always = any(claim.times == "always" for claim in case.recompiles)
            observed.modes["default"] = _recompiles(case.path, device, fullgraph=False, always=always)
        else:
            module = calling.load(case.path)
            observed.modes["default"] = _all_breaks(module, case, device, scalars=False)
            if case.differing:
                observed.differences = _compiled_differences(module, device)
                observed.calls = len(calling.arguments(module, device))

    return _filled(fill)


def _observe(case: Case, device: str, nested: bool) -> Observed:
    if nested:
        return _observe_nested(case, device)

    def fill(observed: Observed) -> None:
        if case.proves:
            calling.prove(case.path, case.fixed if case.kind == "fix" else None)
            observed.proved = True
        elif case.is_about_recompiles:
            always = any(claim.times == "always" for claim in case.recompiles)
            for mode in MODES:
                whole = mode == "fullgraph"
                observed.modes[mode] = _recompiles(case.path, device, fullgraph=whole, always=always)
            if case.kind == "fix" and case.fixed.exists():
                observed.rewritten = _steady(case, device)
        else:
            module = calling.load(case.path)
            default = _all_breaks(module, case, device, scalars=False)
            full = _all_breaks(module, case, device, scalars=True)
            _first_breaks(module, case.path, device, full)
            observed.modes = {"default": default, "fullgraph": full}
            if case.compared:
                observed.differences = _compiled_differences(module, device)
                observed.calls = len(calling.arguments(module, device))
            if case.kind == "fix" and case.fixed.exists():
                observed.rewritten = _rewritten(module, calling.load(case.fixed), case.applicability == "safe", device)

    return _filled(fill)


def _compare(case: Case, text: str, safe: bool, options: dict[str, bool]) -> Observed:
    """Observe a rewritten text of a case alone."""

    def fill(observed: Observed) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / case.path.parent.name / case.path.name.replace(".py", "_rewritten.py")
            path.parent.mkdir()
            path.write_text(text, encoding="utf-8")
            observed.rewritten = _rewritten(calling.load(case.path), calling.load(path), safe, "cpu", **options)

    return _filled(fill)


def _filled(fill: Callable[[Observed], None]) -> Observed:
    """Fill in what is observed, quietly; what is raised on the way is part of it."""
    import torch

    observed = Observed()
    torch.set_num_threads(1)
    calling.skip_guard_timing()
    try:
        with caught_output("stdout", "stderr"):
            fill(observed)
    except ModuleNotFoundError as error:
        observed.missing = f"{error.name} is not installed"
    except Exception:
        observed.error = traceback.format_exc(limit=-4)
    return observed


# Around the processes


_SAID_ONCE = "Converting a tensor with requires_grad=True to a scalar"
"""A warning that torch gives once in a process, at ``float`` and ``int`` of a tensor: whatever runs first gets it."""


def _worker(results: Any, function: Callable[..., Observed], *arguments: Any) -> None:
    warnings.filterwarnings("ignore", message=_SAID_ONCE)
    results.send(function(*arguments))
    results.close()


def _context(device: str) -> Any:
    """Processes forked from one that has torch loaded; for a GPU, and where there is no fork, new ones."""
    if device != "cpu" or "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["fullgraph.runtime_check.conformance.fork_preload"])
    return context


def observe(case: Case, device: str = "cpu", time_limit: float = TIME_LIMIT, *, nested: bool = False) -> Observed:
    """Observe the compiler on a case, in a process of its own; ``nested``: under ``nested_graph_breaks``."""
    missing = unmet(case)
    if missing is not None:
        return Observed(missing=missing)
    if "cuda" in case.only:
        device = "cuda"  # the processes for the CPU see no GPU
    return _in_process(time_limit, device, _observe, case, device, nested)


def compare(
    case: Case,
    text: str,
    *,
    safe: bool,
    whole: bool,
    gradients: bool = True,
    output: bool = True,
    rounding: bool = False,
) -> list[str]:
    """The differences of ``text``, which stands for the case's file, from it: in eager, and when compiled.

    ``safe``: also on hard numbers such as NaN. ``whole``: the text has to give one graph. ``gradients``
    and ``output`` (what is printed): they are compared too. ``rounding``: values may differ by rounding, in eager too.
    """
    options = {"whole": whole, "gradients": gradients, "output": output, "rounding": rounding}
    device = "cuda" if "cuda" in case.only else "cpu"
    observed = _in_process(TIME_LIMIT, device, _compare, case, text, safe, options)
    if observed.rewritten is None:
        return [observed.error or observed.missing or "nothing was observed"]
    return observed.rewritten.problems


def _in_process(time_limit: float, device: str, function: Callable[..., Observed], *arguments: Any) -> Observed:
    context = _context(device)
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_worker, args=(sender, function, *arguments), daemon=True)
    process.start()
    sender.close()
    try:
        if not receiver.poll(time_limit):
            return Observed(error=f"no result within {time_limit:.0f} s")
        result: Observed = receiver.recv()
        return result
    except EOFError:
        process.join(10)
        return Observed(error=f"the process ended with status {process.exitcode}")
    finally:
        receiver.close()
        if process.is_alive():
            process.join(1)
        process.kill()
        process.join()


def observe_all(
    cases: Sequence[Case], device: str = "cpu", jobs: int = 1, *, nested: bool = False
) -> Iterator[tuple[Case, Observed]]:
    """Observe several cases at a time; in the order given."""
    with ThreadPoolExecutor(jobs) as pool:
        yield from zip(cases, pool.map(lambda case: observe(case, device, nested=nested), cases), strict=True)
