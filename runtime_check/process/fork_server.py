"""A process that has imported what targets need, and forks one worker at a time: imports are paid once.

    python -m fullgraph.runtime_check.process.fork_server PACKAGE...

Its standard input is a socket. A message on it is a JSON object, a line long, with the paths of a request and of its
events, and carries the file that the worker prints to; two lines come back, with the worker's ``pid``, and with the
``status`` of its end and the ``memory`` that it held. The end of the socket ends the server and its worker. The other
side is `fullgraph.runtime_check.process.forked`.

Nothing here starts a thread or touches a GPU, so that forking is safe and workers may use CUDA.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import importlib
import json
import os
import select
import signal
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from unittest import mock

if TYPE_CHECKING:
    import torch

ENVIRONMENT = {
    # Threads of the server would be missing in what is forked from it.
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "TOKENIZERS_PARALLELISM": "false",
    # Asking whether there is a GPU must not start CUDA.
    "PYTORCH_NVML_BASED_CUDA_CHECK": "1",
}
"""Environment variables of the server."""
NOT_INITIALIZED = 3
"""``CUDA_ERROR_NOT_INITIALIZED`` of CUDA's driver API."""


def main() -> None:
    channel = socket.socket(fileno=os.dup(0))
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    _keep_orphans()
    _load(sys.argv[1:])
    channel.sendall(json.dumps({"ready": True, "gpu_started": gpu_started()}).encode() + b"\n")
    while message := _received(channel):
        order, output = message
        end = _run(channel, order, output)
        if end is None:
            return
        channel.sendall(json.dumps(end).encode() + b"\n")


def _load(packages: list[str]) -> None:
    """Import what targets need, and have TorchDynamo load what its first compile loads."""
    import torch
    import torch._dynamo
    from fullgraph.runtime_check.checks import run_checks  # noqa: F401
    from fullgraph.runtime_check.observe.capture import capture
    from fullgraph.runtime_check.observe.roots import roots_of  # noqa: F401
    from fullgraph.runtime_check.process import worker  # noqa: F401
    from fullgraph.runtime_check.step.reached_lines import reached_lines  # noqa: F401
    from fullgraph.runtime_check.step.train_step import make_stepper  # noqa: F401
    from fullgraph.runtime_check.target import target  # noqa: F401
    from fullgraph.runtime_check.target.models import preloaded

    torch.set_num_threads(1)
    with _without_gpu():
        with capture():
            torch.compile(_breaks, backend="eager")(torch.ones(2))
        torch.compile(_plain, backend="eager", dynamic=True)(torch.ones(3, 2))
        torch._dynamo.reset()
    _patch_torch_again()
    for package in packages:
        for module in (package, *preloaded(package)):
            # What cannot be imported fails the targets that need it, each of which says so.
            with contextlib.suppress(Exception):
                importlib.import_module(module)
    for stream in (sys.stdout, sys.stderr):
        stream.flush()  # or each worker prints what a package has printed
    gc.collect()
    gc.freeze()  # or each worker copies what its collector merely looks at


def _patch_torch_again() -> None:
    """Have the first compile of a target change torch as the first one of this process did.

    TorchDynamo does it once in a process (``TorchPatcher.patch``, torch 2.10 to 2.15): among others it has
    ``torch.distributions`` check no arguments. What a target imports may undo that, as pyro does. A user's process
    imports it before anything is compiled.
    """
    from torch._dynamo.eval_frame import TorchPatcher

    forget = getattr(TorchPatcher.patch, "cache_clear", None)
    if forget is not None:
        forget()


@contextlib.contextmanager
def _without_gpu() -> Iterator[None]:
    """Have torch not ask for a GPU: the question starts CUDA's driver, which no fork could use then.

    TorchDynamo keeps the state of a GPU's random numbers and its stream (``preserve_global_state``,
    ``SymbolicStreamState``). Where there is no GPU, fake tensors put something in place of its guard
    (``FakeTensorMode.__enter__``), which counts GPUs first.
    """
    import torch

    with (
        mock.patch.object(torch.cuda, "is_available", lambda: False),
        mock.patch.object(torch.accelerator, "is_available", lambda: False),
        mock.patch.object(torch._C, "_ensureCUDADeviceGuardSet", lambda: None, create=True),
    ):
        yield


def gpu_started() -> bool:
    """Return whether this process has started CUDA, or its driver alone: then what is forked from it can use no GPU.

    Counting GPUs starts the driver, of which torch knows nothing. ``cuCtxGetCurrent`` asks without starting it.
    """
    import torch

    if torch.cuda.is_initialized():  # type: ignore[no-untyped-call]
        return True
    try:
        driver = ctypes.CDLL("libcuda.so.1")
        return bool(driver.cuCtxGetCurrent(ctypes.byref(ctypes.c_void_p())) != NOT_INITIALIZED)
    except (OSError, AttributeError):
        return False  # no driver


def _breaks(x: torch.Tensor) -> torch.Tensor:
    if x.sum() > 0:
        x = x + 1
    return x * 2


def _plain(x: torch.Tensor) -> torch.Tensor:
    return (x.exp() * x).flatten()


def _received(channel: socket.socket) -> tuple[dict[str, str], int] | None:
    """The next order and the file to print to; None when the other side is gone."""
    data, files, _, _ = socket.recv_fds(channel, 2**16, 1)
    while data and not data.endswith(b"\n"):
        more = channel.recv(2**16)
        if not more:
            return None
        data += more
    return (json.loads(data), files[0]) if data and files else None


def _run(channel: socket.socket, order: dict[str, str], output: int) -> dict[str, int] | None:
    """Fork a worker, wait for it, and end what it left behind.

    Returns its ``status`` and the bytes of ``memory`` that it held at most; None where nobody waits any more.
    """
    worker = os.fork()
    if not worker:
        _become_worker(channel, order, output)
    os.close(output)
    with contextlib.suppress(OSError):
        os.setpgid(worker, worker)  # so does the worker: whoever comes first
    try:
        channel.sendall(json.dumps({"pid": worker}).encode() + b"\n")
    except OSError:
        _end(worker)
        return None
    ended = os.pidfd_open(worker)
    try:
        readable, _, _ = select.select([ended, channel.fileno()], [], [])
        gone = ended not in readable
        if gone:
            _end(worker)
        _, status, used = os.wait4(worker, 0)
    finally:
        os.close(ended)
    _end_orphans()
    return None if gone else {"status": os.waitstatus_to_exitcode(status), "memory": used.ru_maxrss * 1024}


def _become_worker(channel: socket.socket, order: dict[str, str], output: int) -> None:
    import torch
    from fullgraph.runtime_check.process.worker import run_request

    channel.close()
    os.setpgid(0, 0)
    for file in (1, 2):
        os.dup2(output, file)
    os.close(output)
    os.environ.update(json.loads(order.get("environment", "{}")))
    # The pool of threads does not survive a fork: it is made anew here, before two threads do so at the same time.
    torch.set_num_threads(1)
    run_request(Path(order["request"]), Path(order["events"]))


def _end(worker: int) -> None:
    for kill in (os.killpg, os.kill):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            kill(worker, signal.SIGKILL)


def _keep_orphans() -> None:
    """Have what workers leave behind, in sessions of its own too, become children of this process (Linux)."""
    set_child_subreaper = 36
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(set_child_subreaper, 1, 0, 0, 0)


def _end_orphans() -> None:
    """End all children: the worker is gone, so they are what it left behind."""
    with contextlib.suppress(OSError, ChildProcessError):
        while True:
            for child in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(int(child), signal.SIGKILL)
            os.waitpid(-1, 0)


if __name__ == "__main__":
    main()
