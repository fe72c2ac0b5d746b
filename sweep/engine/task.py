"""One run: in a worker that a warm process of its environment and library forks, and as the row that comes of it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from fullgraph.lint.commands.runner import RunOptions, check_modes
from fullgraph.runtime_check.process.forked import ForkServer, ServerError, observe_forked
from fullgraph.runtime_check.process.protocol import Request
from fullgraph.runtime_check.process.supervise import Limits, Observation
from fullgraph.runtime_check.results import Failure, Run
from fullgraph.runtime_check.session.prediction import add_predictions
from fullgraph.runtime_check.source_lines import is_source
from fullgraph.runtime_check.target.models import LIBRARIES
from fullgraph.runtime_check.target.target import TargetError, parse_spec
from fullgraph.sweep.engine.fixing import Fixing, repairs_of
from fullgraph.sweep.engine.outcome import row_of
from fullgraph.sweep.engine.own_code import lay_out, path_with
from fullgraph.sweep.rows import Environment, Planned, RunRow

CACHE = Path(tempfile.gettempdir(), f"fullgraph-sweep-{os.getuid() if os.name == 'posix' else ''}")
"""Where this machine keeps what ``check`` says of files: most targets of a library share most of them."""
GPUS = "CUDA_VISIBLE_DEVICES"
NO_LIBRARY = ""
"""The name of the warm process that has imported torch alone."""
VERIFY_SECONDS = 1.0
"""To time each version in the pass ``verify``."""


@dataclass(frozen=True)
class RunSettings:
    """What all runs of a sweep share."""

    folder: str
    """Where targets that are files and modules are looked for."""
    seconds: float
    memory: int | None
    size: Literal["small", "default"] = "small"
    nested_graph_breaks: bool = False
    bench_seconds: float = VERIFY_SECONDS
    follow: tuple[str, ...] = ()
    pass_env: tuple[str, ...] = ()
    fix: Fixing = "no"


def run(
    planned: Planned,
    environment: Environment,
    settings: RunSettings,
    variables: Mapping[str, str] = MappingProxyType({}),
) -> RunRow:
    """Do a run; ``variables`` are environment variables that the target gets too.

    Whatever the target does becomes a row. Raises `ServerError` if nothing can be run there.
    """
    limits = Limits(settings.seconds, settings.memory)

    def observed(request: Request, library: str) -> tuple[Observation, int | None]:
        visible = {**variables, **_visible_gpus(planned)}
        return _observed(environment.executable, library, request, limits, visible)

    try:
        request = request_for(planned, settings)
    except TargetError as error:
        failed = Observation(Run(failure=Failure("target", str(error), "import and construction")))
        return row_of(planned.run, failed)
    observation, memory = observed(request, planned.library)
    _predict(observation, settings, planned)
    row = row_of(planned.run, observation, memory)
    row.repairs += repairs_of(
        row,
        request,
        settings.fix,
        limits,
        run=lambda asked: observed(asked, planned.library)[0],
        run_copy=lambda asked: observed(asked, NO_LIBRARY)[0],
    )
    return row


def _visible_gpus(planned: Planned) -> dict[str, str]:
    """The variable by which the cluster gives each task its GPUs: the warm process has that of an earlier one.

    A run on the CPU sees none: TorchDynamo would start CUDA for it, where there is a GPU.
    """
    if planned.device.partition(":")[0] == "cpu":
        return {GPUS: ""}
    return {GPUS: os.environ[GPUS]} if GPUS in os.environ else {}


def _observed(
    executable: str, library: str, request: Request, limits: Limits, variables: Mapping[str, str]
) -> tuple[Observation, int | None]:
    """What comes of a request in a worker of the warm process of a library, and the memory it held."""
    try:
        return observe_forked(SERVERS.get(executable, library), request, limits, variables)
    except ServerError:
        # A warm process that a target has taken down with it is started again, once.
        SERVERS.drop(executable, library)
        return observe_forked(SERVERS.get(executable, library), request, limits, variables)


def request_for(planned: Planned, settings: RunSettings) -> Request:
    """What the worker is asked. Raises `TargetError`."""
    spec = parse_spec(planned.target)
    identify = planned.pass_ == "identify"
    trained = planned.mode == "train"
    return Request(
        planned.target,
        settings.folder,
        device=planned.device,
        backend="eager" if identify else "auto",
        # Whether a library's model in eval mode has gradients is for its output to say, as it is for verify.
        train=True if trained else None if spec.is_model else False,
        size=settings.size,
        module_mode=planned.mode,
        nested_graph_breaks=settings.nested_graph_breaks,
        dtype=planned.dtype if planned.dtype != "float32" else None,
        bench_seconds=0.0 if identify else settings.bench_seconds,
        checks=["identify"] if identify else [],
        trace_roots=[] if spec.is_model else [str(Path(settings.folder).resolve())],
        packages=[LIBRARIES[spec.where]] if spec.is_model else list(settings.follow),
        pass_env=list(settings.pass_env),
    )


def _predict(observation: Observation, settings: RunSettings, planned: Planned) -> None:
    """Set beside what broke what ``check`` says of the files that ran, and of the file that builds the target."""
    if observation.run.failure is not None:
        return
    spec = parse_spec(planned.target)
    built_by = [] if spec.is_model else [Path(settings.folder, spec.where).resolve()]
    ran = [Path(name) for name in observation.reached]
    files = sorted({path for path in (*ran, *built_by) if is_source(path)})
    how = RunOptions(jobs=1, cache=CACHE)
    try:
        add_predictions(observation, files, settings.follow, lambda files, options: check_modes(files, options, how))
    except Exception as error:
        observation.run.check_errors.append(f"check itself failed ({type(error).__name__}): please report")


class _Servers:
    """The warm processes of this worker of the cluster, one a library and interpreter; a few at a time."""

    limit = 2

    def __init__(self) -> None:
        self._open: dict[tuple[str, str], ForkServer] = {}
        self._own_code = ""

    def get(self, executable: str, library: str) -> ForkServer:
        """The process, started if it is not there; targets of no library share one. Raises `ServerError`."""
        key = _key(executable, library)
        server = self._open.pop(key, None)
        if server is not None and not server.alive:
            server.close()
            server = None
        while server is None and len(self._open) >= self.limit:
            self._open.pop(next(iter(self._open))).close()
        if server is None:
            packages = [LIBRARIES[library]] if library in LIBRARIES else []
            server = ForkServer(packages, executable=executable, python_path=path_with(self.own_code))
        self._open[key] = server
        return server

    def drop(self, executable: str, library: str) -> None:
        """End a process."""
        server = self._open.pop(_key(executable, library), None)
        if server is not None:
            server.close()

    @property
    def own_code(self) -> str:
        if not self._own_code:
            self._own_code = lay_out(Path(tempfile.mkdtemp(prefix="fullgraph-code-")))
        return self._own_code


def _key(executable: str, library: str) -> tuple[str, str]:
    return executable, library if library in LIBRARIES else NO_LIBRARY


SERVERS = _Servers()


def as_settings(values: Mapping[str, Any]) -> RunSettings:
    """The settings, from what `dataclasses.asdict` made of them."""
    return RunSettings(**{**values, "follow": tuple(values["follow"]), "pass_env": tuple(values["pass_env"])})
