"""The sweep itself: runs as tasks of a Ray cluster, and one writer, this process, that stores what comes of each.

Scheduling, placement and retries are Ray's: a task has processors, a share of a GPU and memory, and is run again where
its worker or its node is lost. Only as many tasks are handed over as can run, so that what is told to run does.
"""

from __future__ import annotations

import contextlib
import dataclasses
import logging
import os
import signal
import socket
import threading
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import ray
import ray.exceptions
from fullgraph.runtime_check.process.environment import named_in
from fullgraph.runtime_check.process.forked import ServerError
from fullgraph.sweep.engine import task
from fullgraph.sweep.engine.outcome import lost
from fullgraph.sweep.engine.task import RunSettings
from fullgraph.sweep.rows import Environment, Planned, RunRow

WAIT_SECONDS = 0.5
CONNECT_SECONDS = 20.0


class ClusterError(Exception):
    """A cluster that cannot be used: one line that says why and what to do."""


class Watcher(Protocol):
    """Told of runs as they begin and end."""

    def run_started(self, planned: Planned) -> None: ...

    def run_done(self, row: RunRow) -> None: ...


@dataclass(frozen=True)
class Resources:
    """What each run asks the cluster for."""

    cpus: float = 1.0
    gpus: float = 0.25
    """Of a run on a GPU."""
    memory: int | None = None
    """Bytes."""
    retries: int = 3
    """So often a run is tried again whose worker or node was lost."""

    def of(self, planned: Planned) -> dict[str, Any]:
        """The options of a run's task."""
        options: dict[str, Any] = {"num_cpus": self.cpus, "max_retries": self.retries}
        if planned.device.partition(":")[0] != "cpu":
            options["num_gpus"] = self.gpus
        if self.memory is not None:
            options["memory"] = self.memory
        return options


@dataclass
class Cluster:
    """A connection to Ray. A context manager, that ends what it has started."""

    address: str | None = None
    """None for a cluster of this machine alone, for as long as the sweep runs."""
    workers: int | None = None
    """Runs at a time on the cluster of this machine; None for as many as it has processors."""
    nodes: list[Mapping[str, Any]] = field(default_factory=list)

    def __enter__(self) -> Cluster:
        """Raises `ClusterError`."""
        quiet: dict[str, Any] = {
            "include_dashboard": False,
            "logging_level": logging.ERROR,
            "log_to_driver": False,
            "configure_logging": True,
        }
        try:
            _require_reachable(self.address)
            with _keeping_handlers():
                if self.address is None:
                    # Otherwise what fills the machine's memory would be run again without end.
                    ray.init(address="local", num_cpus=self.workers, _system_config={"task_oom_retries": 1}, **quiet)
                else:
                    ray.init(address=self.address, **{name: quiet[name] for name in ("logging_level", "log_to_driver")})
        except Exception as error:
            where = f"the cluster at {self.address}" if self.address is not None else "a cluster of this machine"
            raise ClusterError(f"cannot use {where}: {_line(error)}") from error
        self.nodes = [node for node in ray.nodes() if node["Alive"]]  # type: ignore[no-untyped-call]
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(Exception):
            ray.shutdown()

    def total(self, name: str) -> float:
        """What the cluster has of a resource, such as ``CPU`` or ``GPU``."""
        return float(ray.cluster_resources().get(name, 0.0))  # type: ignore[no-untyped-call]

    def require(self, planned: Iterable[Planned], resources: Resources) -> None:
        """Raises `ClusterError` for runs that no node can take."""
        if any(one.device.partition(":")[0] != "cpu" for one in planned):
            most = max((node["Resources"].get("GPU", 0.0) for node in self.nodes), default=0.0)
            if most < resources.gpus:
                has = "no node has a GPU" if not most else f"no node has more than {most:g} GPUs"
                raise ClusterError(f"runs on a GPU ask for {resources.gpus:g} of one, and {has}: use --devices cpu")
        most = max((node["Resources"].get("CPU", 0.0) for node in self.nodes), default=0.0)
        if most < resources.cpus:
            raise ClusterError(f"runs ask for {resources.cpus:g} processors, and no node has more than {most:g}")


def _run(planned: Planned, environment: Environment, settings: RunSettings, variables: Mapping[str, str]) -> RunRow:
    return task.run(planned, environment, settings, variables)


def _require_reachable(address: str | None) -> None:
    """Raises `OSError` for an address at which nothing answers: Ray itself would try for many minutes."""
    host, colon, port = (address or "").rpartition("://")[2].rpartition(":")
    if colon and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), CONNECT_SECONDS).close()


def rows(
    cluster: Cluster,
    runs: Iterable[Planned],
    environments: Mapping[str, Environment],
    settings: RunSettings,
    resources: Resources,
    watcher: Watcher,
) -> Iterator[RunRow]:
    """Do the runs; their rows as they come. Whoever stops asking stops what runs."""
    remote = ray.remote(_run)
    shared = ray.put(settings)
    # Their values are this process's: a node has its own, and the store has the names alone.
    values: Mapping[str, str] = {name: os.environ[name] for name in named_in(os.environ, settings.pass_env)}
    variables = ray.put(values)
    known = {name: ray.put(one) for name, one in environments.items()}
    waiting: dict[ray.ObjectRef[RunRow], Planned] = {}
    left = iter(runs)
    exhausted = False
    try:
        while waiting or not exhausted:
            room = max(1, int(cluster.total("CPU") / resources.cpus))
            while len(waiting) < room and not exhausted:
                planned = next(left, None)
                if planned is None:
                    exhausted = True
                else:
                    given = known[planned.environment]
                    reference = remote.options(**resources.of(planned)).remote(planned, given, shared, variables)
                    waiting[reference] = planned
                    watcher.run_started(planned)
            if not waiting:
                break
            done, _ = ray.wait(list(waiting), num_returns=1, timeout=WAIT_SECONDS)
            for reference in done:
                row = _result(reference, waiting.pop(reference))
                watcher.run_done(row)
                yield row
    finally:
        for reference in waiting:
            with contextlib.suppress(Exception):
                ray.cancel(reference, force=True)


def _result(reference: ray.ObjectRef[RunRow], planned: Planned) -> RunRow:
    """The row of a run that has ended, however it has."""
    try:
        row: RunRow = ray.get(reference)
        return row
    except ray.exceptions.RayTaskError as error:
        cause = error.cause if isinstance(error.cause, Exception) else error
        if isinstance(cause, ServerError):
            return dataclasses.replace(lost(planned.run, str(cause)), cause="its interpreter cannot run targets")
        return dataclasses.replace(
            lost(planned.run, f"fullgraph itself failed: {_line(cause)}: please report"),
            failure="internal",
            cause="fullgraph itself failed",
            output=str(error)[-4000:],
        )
    except ray.exceptions.OutOfMemoryError:
        row = lost(planned.run, "the machine ran out of memory, so the run was stopped: --memory sets a limit")
        return dataclasses.replace(row, failure="memory", cause="its machine ran out of memory")
    except ray.exceptions.RayError as error:
        return lost(planned.run, f"no result came back: {_line(error)}")


@contextlib.contextmanager
def _keeping_handlers() -> Iterator[None]:
    """Put the handlers of signals back that Ray replaces: its own print a stack trace on SIGTERM."""
    numbers = (signal.SIGTERM, signal.SIGINT) if threading.current_thread() is threading.main_thread() else ()
    before = {number: signal.getsignal(number) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _line(error: BaseException) -> str:
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)
