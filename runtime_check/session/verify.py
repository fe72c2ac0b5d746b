"""Verify targets: one worker process each, predictions beside observations, and again on a fixed copy."""

from __future__ import annotations

import dataclasses
import datetime
import importlib.util
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast

import fullgraph
from fullgraph.lint.facts import files, identity
from fullgraph.lint.facts.schema import Recorded
from fullgraph.runtime_check import source_lines
from fullgraph.runtime_check.arms import Arm, Mode
from fullgraph.runtime_check.gains.fixed import add_speed, retell
from fullgraph.runtime_check.process.measure_arms import measure_arms, repeat
from fullgraph.runtime_check.process.measure_pairs import measure_pair
from fullgraph.runtime_check.process.protocol import PairRequest, RecordingRequest, Request
from fullgraph.runtime_check.process.supervise import Limits, Observation, observe
from fullgraph.runtime_check.progress import Observer
from fullgraph.runtime_check.results import Failure, FixedSpeed, Gains, Repair, Report, Run, TargetReport
from fullgraph.runtime_check.session import repair
from fullgraph.runtime_check.session.excerpts import excerpt_of
from fullgraph.runtime_check.session.fixed_copy import fix_copy
from fullgraph.runtime_check.session.observed_facts import keep_facts
from fullgraph.runtime_check.session.prediction import add_predictions
from fullgraph.runtime_check.session.watch import Watch
from fullgraph.runtime_check.target.target import Spec, TargetError, absolute, package_root, parse_spec

Fixing = Literal["no", "safe", "unsafe"]
PROCESSES = 3
"""That time what is compared, by default."""
CHECKED = "checked"
"""The name of what was checked where arms are named."""
RECORDED = "what a script compiles cannot be loaded twice in one process: name a target"


@dataclass(frozen=True)
class Settings:
    """Settings of a verification. The defaults are those of the command line."""

    inputs: tuple[str, ...] = ()
    """``--input`` texts; `fullgraph.runtime_check.target.inputs` has the grammar."""
    inputs_from: str | None = None
    """``where:attribute`` of a function that returns the inputs."""
    device: str | None = None
    """Such as ``cuda:0``; None for the GPU if there is one, else the CPU."""
    backend: str = "auto"
    """``auto`` is inductor, on a CPU without a C++ compiler aot_eager."""
    mode: str = "default"
    nested_graph_breaks: bool = False
    """Set ``torch._dynamo.config.nested_graph_breaks``."""
    train: bool | None = None
    """Whether to run the backward pass; None decides by the output. A library's model is in train mode only if True."""
    size: Literal["small", "default"] = "small"
    """Of a library's model."""
    ddp: int | None = None
    """Ranks to run it on under DistributedDataParallel too."""
    bench_seconds: float = 2.0
    """Per version; 0 for no timing."""
    cold: bool = False
    """Start each run with an empty inductor cache, so that compile times can be compared."""
    code: bool = False
    """Keep the code that inductor generates for each graph."""
    limits: Limits = dataclasses.field(default_factory=Limits)
    follow: tuple[str, ...] = ()
    """Installed packages that ``check`` reads too."""
    arms: tuple[Arm, ...] = ()
    """Ways to compile that are measured beside each other, when the checks are done."""
    jobs: int = 1
    """So many of them compile at the same time."""
    processes: int | None = None
    """So many time each comparison; None for three where one is asked for, by arms or a fix, else one."""
    fix: Fixing = "no"
    facts: Path | None = None
    """The file to add what the eager runs saw to."""
    pass_env: tuple[str, ...] = ()
    """Environment variables that targets get beside those of `fullgraph.runtime_check.process.environment`."""

    @property
    def timed_in(self) -> int:
        """The processes that time each comparison."""
        return self.processes or (PROCESSES if self.arms or self.fix != "no" else 1)


@dataclass(frozen=True)
class Job:
    """One target with settings of its own."""

    target: str
    settings: Settings
    name: str | None = None
    """Its name in the report; None for ``target`` itself."""
    folder: Path | None = None
    """The folder that it is looked for and runs in; None for the current one."""
    record: RecordingRequest | None = None
    """``target`` is a script: run it and verify what it compiles."""


def verify(
    targets: str | Sequence[str | Job], settings: Settings | None = None, progress: Observer | None = None
) -> Report:
    """Run all checks on each target.

    A target that cannot be run is reported in ``Run.failure`` and never keeps others from running; nothing is raised
    for what a target does. ``progress`` is called as each step begins and each check ends.
    """
    wanted = [targets] if isinstance(targets, str) else targets
    jobs = [Job(one, settings or Settings()) if isinstance(one, str) else one for one in wanted]
    created = datetime.datetime.now().astimezone().isoformat(timespec="seconds")
    report = Report(version=fullgraph.__version__, created=created)
    observer = progress or (lambda _event: None)
    for job in jobs:
        report.targets += (
            [_verify_one(job, observer)] if job.record is None else _verify_recorded(job, job.record, observer)
        )
    return report


def _verify_recorded(job: Job, order: RecordingRequest, progress: Observer) -> Iterator[TargetReport]:
    """Verify what a script compiles: each callable in a process of its own, in which the script runs again."""
    first = _verify_one(job, progress)
    names = first.before.recorded
    for number, name in enumerate(names):
        later = dataclasses.replace(job, name=f"{job.target}: {name}", record=dataclasses.replace(order, index=number))
        yield dataclasses.replace(first, target=f"{job.target}: {name}") if not number else _verify_one(later, progress)
    if not names:
        yield first


def _verify_one(job: Job, progress: Observer) -> TargetReport:
    name, settings = job.name or job.target, job.settings
    watch = Watch(progress, name)
    watch.show("start")
    try:
        spec = parse_spec(job.target) if job.record is None else _script(job.target)
        spec = absolute(spec, job.folder) if job.folder is not None else spec
        root = source_root(spec, job.folder)
    except TargetError as error:
        watch.done(str(error))
        return TargetReport(name, Run(failure=Failure("target", str(error), "import and construction")))
    request = make_request(str(spec), settings, root, job.folder)
    request.record = job.record
    keeps_facts = settings.facts is not None and (job.record is None or job.record.index == 0)
    request.facts = keeps_facts or settings.fix != "no"
    if settings.fix == "no":
        observation = _observe(request, settings, watch)
        _keep_facts(observation, job, spec, eager=keeps_facts)
        run = observation.run
        _repeat(run, request, settings, watch)
        _add_arms(run, request, settings, watch, settings.timed_in)
        _add_ranks(run, request, settings, watch)
        return TargetReport(name, run, known_as=_measured_as(job, spec, run))
    with tempfile.TemporaryDirectory(prefix="fullgraph-fix-") as folder:
        outcomes = str(Path(folder, "outcomes.pt"))
        given = _given_facts(settings)
        before = _observe(dataclasses.replace(request, save_outcomes=outcomes), settings, watch)
        _keep_facts(before, job, spec, eager=keeps_facts)
        # What the fix changes, and the gains with it, is timed below: both versions in the same processes.
        _add_arms(before.run, request, settings, watch, 1)
        _add_ranks(before.run, request, settings, watch)
        report = TargetReport(name, before.run, known_as=_measured_as(job, spec, before.run))
        if before.run.failure is not None and not before.files:
            return report
        try:
            copy = repair.copy_tree(spec, root, Path(folder, "copy"), before.files)
        except OSError as error:
            report.repair = Repair(note=f"cannot copy {root}: {error}")
            return report
        again = repair.redirect(request, copy)
        again.compare_outcomes = outcomes if Path(outcomes).is_file() else None
        fixed = Watch(progress, name, "after")
        report.repair = fix_copy(
            name,
            copy,
            again,
            before,
            settings.limits,
            unsafe=settings.fix == "unsafe",
            given=given,
            follow=settings.follow,
            progress=fixed.of_fixes,
        )
        if not report.repair.fixes:
            if fixed.has_begun:
                fixed.done()
            return report
        again.facts = False
        fixed.begin()
        after = _observe(again, settings, fixed)
        if not after.files and after.run.failure is None:
            after.run.failure = Failure("internal", "the fixed copy did not run: please report", "start-up")
        _add_arms(after.run, again, settings, fixed, 1)
        repair.add_agreement(report.repair, after)
        report.repair.speeds = _time_fix((before.run, request, root), (after.run, again, copy.root), settings, fixed)
        add_speed(report.repair, before.run, after.run)
        report.after = repair.as_in_original(after.run, copy)
        return report


def _given_facts(settings: Settings) -> Recorded:
    """What the file of facts says, before this run is added; nothing where it cannot be read."""
    try:
        return files.read(settings.facts) if settings.facts is not None and settings.facts.exists() else Recorded()
    except files.FactsError:
        return Recorded()


def _add_ranks(run: Run, request: Request, settings: Settings, watch: Watch) -> None:
    """Run a target that could be run under DistributedDataParallel too, where that is asked for."""
    if settings.ddp is None or run.failure is not None:
        return
    from fullgraph.runtime_check.process.ddp import observe_ranks

    watch.show("ddp")
    run.ddp = found = observe_ranks(request, settings.limits, settings.ddp)
    watch.done(found.failure.message if found.failure is not None else None)


def _script(text: str) -> Spec:
    """A script as a target. Raises `TargetError`."""
    spec = Spec(str(Path(text).expanduser().resolve()), "main")
    if not spec.path.is_file():
        raise TargetError(f"there is no script {text}")
    return spec


def _add_arms(run: Run, request: Request, settings: Settings, watch: Watch, processes: int) -> None:
    """Measure the arms that were asked for; not of a target that could not be run as it is."""
    if run.failure is not None or not settings.arms or settings.bench_seconds <= 0:
        return

    def on_step(_request: Request, arm: Arm, what: str) -> None:
        watch.of_arm(arm.name, what)

    pairs = [(_plain(request), arm) for arm in settings.arms]
    run.arms = measure_arms(pairs, settings.limits, settings.jobs, on_step=on_step, processes=processes)
    watch.done()


def _repeat(run: Run, request: Request, settings: Settings, watch: Watch) -> None:
    """Time what was checked in further processes too, where so many are asked for."""
    if run.failure is not None or run.gains is None or settings.timed_in < 2:
        return
    problem = repeat(
        _plain(request),
        _checked(run, run.gains),
        run.gains,
        settings.limits,
        settings.timed_in - 1,
        lambda: watch.of_arm(CHECKED, "timing once more"),
    )
    retell(run)
    verdict = run.verdict("gains")
    if problem and verdict is not None:
        verdict.notes.append(problem)
    watch.done()


def _checked(run: Run, gains: Gains) -> Arm:
    """What was checked, as an arm."""
    return Arm("", mode=cast(Mode, run.environment.mode), fullgraph=gains.compiled_with == "fullgraph=True")


def _time_fix(
    before: tuple[Run, Request, Path], after: tuple[Run, Request, Path], settings: Settings, watch: Watch
) -> list[FixedSpeed]:
    """Time every way to compile that both versions have, before and after the fix in turns."""
    (old, request, root), (new, fixed, fixed_root) = before, after
    ways: list[tuple[Arm, Arm]] = []
    if old.gains is not None and new.gains is not None:
        ways.append((_checked(old, old.gains), _checked(new, new.gains)))
    timed = {one.arm.name for one in new.arms if one.gains is not None}
    ways += [(one.arm, one.arm) for one in old.arms if one.gains is not None and one.arm.name in timed]
    if request.record is not None:
        return [FixedSpeed(arm.name, note=RECORDED) for arm, _ in ways]
    found = []
    for arm, fixed_arm in ways:
        asked = PairRequest(_plain(request), _plain(fixed), str(root), str(fixed_root), arm, fixed_arm)

        def on_begin(number: int, name: str = arm.name) -> None:
            watch.of_arm(name or CHECKED, f"timing before and after the fix, process {number + 1}")

        found.append(measure_pair(asked, settings.limits, settings.timed_in, on_begin))
    if ways:
        watch.done()
    return found


def _plain(request: Request) -> Request:
    return dataclasses.replace(request, save_outcomes=None, compare_outcomes=None, facts=False)


def make_request(name: str, settings: Settings, root: Path, folder: Path | None = None) -> Request:
    """The request for a target whose own code lies below ``root``."""
    return Request(
        target=name,
        folder=str((folder or Path.cwd()).resolve()),
        inputs=list(settings.inputs),
        inputs_from=settings.inputs_from,
        device=settings.device,
        backend=settings.backend,
        mode=settings.mode,
        nested_graph_breaks=settings.nested_graph_breaks,
        train=settings.train,
        size=settings.size,
        bench_seconds=settings.bench_seconds,
        cold=settings.cold,
        code=settings.code,
        trace_roots=[str(root)],
        packages=list(settings.follow),
        pass_env=list(settings.pass_env),
    )


def source_root(spec: Spec, folder: Path | None = None) -> Path:
    """The folder (or single file) that holds the target's own code. Raises `TargetError` if the target is not there.

    ``folder`` is where modules are looked for beside what is installed: the current one if None.
    """
    if spec.is_file:
        if not spec.path.is_file():
            raise TargetError(f"there is no file {spec.where}")
        above, name = package_root(spec.path)
        return above / name.partition(".")[0] if "." in name else above
    top = spec.module.partition(".")[0]
    here = folder or Path.cwd()
    sys.path.insert(0, str(here))
    try:
        found = importlib.util.find_spec(top)
    except (ImportError, ValueError):
        found = None
    finally:
        sys.path.pop(0)
    if found is None:
        if spec.is_model:
            raise TargetError(f"{spec.where}:{spec.attribute} needs {top}, which is not installed: pip install {top}")
        raise TargetError(f"there is no module {top!r} (looked in {_shown(here)} and in what is installed)")
    if found.submodule_search_locations:
        return Path(next(iter(found.submodule_search_locations))).resolve()
    if found.origin is None or not found.origin.endswith(".py"):
        raise TargetError(f"the module {top!r} has no Python source")
    path = Path(found.origin).resolve()
    return path if {"site-packages", "dist-packages"}.intersection(path.parts) else path.parent


def _shown(folder: Path) -> str:
    return "the current folder" if folder == Path.cwd() else str(folder)


def _keep_facts(observation: Observation, job: Job, spec: Spec, *, eager: bool) -> None:
    """Add what was seen to the file of facts, where there is one to add to."""
    if job.settings.facts is not None:
        keep_facts(job.settings.facts, observation, _measured_as(job, spec, observation.run), eager=eager)


def _measured_as(job: Job, spec: Spec, run: Run) -> str:
    """The name of a target in facts and expectations, which tells no folder of this machine."""
    if spec.is_file:
        spec = Spec(identity.of_file(spec.path.resolve()), spec.attribute)
    if job.record is None:
        return job.name or str(spec)
    if job.record.index >= len(run.recorded):
        return spec.where
    whole = run.recorded[job.record.index]
    short = [name.partition(" (")[0] for name in run.recorded]  # without the line that compiles it, which moves
    own = short[job.record.index]
    return f"{spec.where}: {own if short.count(own) == 1 else whole}"


def _observe(request: Request, settings: Settings, watch: Watch) -> Observation:
    observation = observe(request, settings.limits, watch)
    run, training = observation.run, observation.training
    run.trains = training if training is not None else run.what != "forward"
    failure = run.failure
    watch.done(failure.message if failure is not None else None)
    if observation.files or observation.roots:
        try:
            add_predictions(observation, observation.files, settings.follow)
        except Exception as error:  # the target may have done anything to its files
            run.check_errors.append(f"check could not read the target's files: {error}")
    _quote(run)
    return observation


def _quote(run: Run) -> None:
    """Fill in the text of every place, and the lines around what is reported."""
    run.source = source_lines.around(run)
    places = [p for b in run.breaks for p in (b.place, *b.stack)]
    places += [prediction.place for prediction in run.unobserved] + [r.place for r in run.recompiles]
    places += [r.used for r in run.recompiles if r.used is not None]
    for place in places:
        source_lines.quote(place)
    for found in run.breaks:
        found.excerpt = excerpt_of(found.place)
