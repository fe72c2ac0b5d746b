"""The work of one rank under ``--ddp``: the same step with eager and with compiled DistributedDataParallel.

Two ways to compile are tried, both as their users write them: ``torch.compile(DDP(model))``, where Dynamo's
DDPOptimizer splits the graph at the buckets of the gradients, and ``DDP(model)`` of a model that is compiled with
``fullgraph=True`` inside. DDP's own code breaks the graph, so that ``fullgraph=True`` around it cannot work.
"""

from __future__ import annotations

import copy
import dataclasses
import inspect
import linecache
from collections.abc import Callable
from typing import Any

import torch
import torch.distributed as dist
from fullgraph.runtime_check.checks.context import attempt, brief, count
from fullgraph.runtime_check.checks.observations import observed
from fullgraph.runtime_check.observe.breaks import Break
from fullgraph.runtime_check.observe.capture import capture
from fullgraph.runtime_check.process.protocol import Rank
from fullgraph.runtime_check.results import DataParallel, ObservedBreak, Place, Verdict
from fullgraph.runtime_check.step import numerics
from fullgraph.runtime_check.step.step import Outcome, Stepper, map_tensors
from fullgraph.runtime_check.target.inputs import CallArguments
from fullgraph.runtime_check.target.target import Target, TargetError
from torch.nn.parallel import DistributedDataParallel

DDP_FILE = inspect.getsourcefile(DistributedDataParallel)


def device_of_rank(rank: Rank, wanted: str | None) -> torch.device:
    """The rank's own GPU, or the CPU. Raises `TargetError`."""
    kind = torch.device(wanted).type if wanted is not None else "cuda" if torch.cuda.is_available() else "cpu"
    if kind == "cpu":
        return torch.device("cpu")
    if kind != "cuda":
        raise TargetError(f"--ddp runs on cpu and cuda, not on {kind}")
    if torch.cuda.device_count() < rank.ranks:
        raise TargetError(
            f"--ddp {rank.ranks} takes {rank.ranks} GPUs, one per rank, and there are {torch.cuda.device_count()}: "
            "give fewer, or --device cpu"
        )
    device = torch.device("cuda", rank.rank)
    torch.cuda.set_device(device)
    return device


def run_rank(
    target: Target, rank: Rank, device: torch.device, backend: str, begin: Callable[[str], None]
) -> DataParallel:
    """Compare the ways to run the target. What eager raises comes through; raises `TargetError` for no module."""
    if not isinstance(target.fn, torch.nn.Module):
        raise TargetError("--ddp takes a module: DistributedDataParallel has nothing to wrap around a function")
    communication = "nccl" if device.type == "cuda" else "gloo"
    found = DataParallel(ranks=rank.ranks, communication=communication)
    begin("ddp setup")
    more: dict[str, Any] = {"device_id": device} if device.type == "cuda" else {}
    dist.init_process_group(
        communication, init_method=f"file://{rank.store}", rank=rank.rank, world_size=rank.ranks, **more
    )
    found.optimize_ddp = torch._dynamo.utils.get_optimize_ddp_mode()
    target.calls = [_own_data(call, rank.rank) for call in target.calls]
    begin("ddp eager")
    eager = _Version(target, device, lambda module: module)
    eager.stepper.settle()
    if not eager.stepper.backward:
        raise TargetError("--ddp needs training, and the target has nothing to differentiate: add --train")
    outcomes = eager.outcomes(eager.wrapped)
    _require_agreement(outcomes, "eager")
    found.loss_eager = outcomes[0].loss
    begin("ddp compiled")
    found.around = _around(found, eager, target, device, backend, outcomes)
    begin("ddp inside")
    found.inside = _inside(eager, target, device, backend, outcomes)
    dist.barrier()
    return found


class _Version:
    """The target in DistributedDataParallel, and a stepper of its own."""

    def __init__(self, target: Target, device: torch.device, prepare: Callable[[torch.nn.Module], Any]) -> None:
        own = dataclasses.replace(target, fn=copy.deepcopy(target.fn))
        self.stepper = Stepper(own, device, True)
        module = self.stepper.root
        assert module is not None
        prepare(module)
        ids = [device.index] if device.type == "cuda" else None
        self.wrapped = DistributedDataParallel(module, device_ids=ids)

    def outcomes(self, fn: Callable[..., Any]) -> list[Outcome]:
        return [self.stepper.observe(fn, call) for call in self.stepper.calls]

    def like(self, other: _Version) -> None:
        self.stepper.grad, self.stepper.backward = other.stepper.grad, other.stepper.backward
        self.stepper.has_loss = other.stepper.has_loss


def _around(
    found: DataParallel, eager: _Version, target: Target, device: torch.device, backend: str, outcomes: list[Outcome]
) -> Verdict:
    """``torch.compile(DDP(model))``."""
    parts = 0
    inner = torch._dynamo.lookup_backend(backend)

    def counting(graph: torch.fx.GraphModule, inputs: Any, **options: Any) -> Any:
        nonlocal parts
        parts += 1
        return inner(graph, inputs, **options)

    torch._dynamo.reset()
    version = _Version(target, device, lambda module: module)
    version.like(eager)
    compiled = torch.compile(version.wrapped, backend=counting)
    with capture() as seen:
        results: list[Outcome] = []
        error = attempt(lambda: results.extend(version.outcomes(compiled)))
    found.graphs, found.parts = seen.graphs, parts
    found.bucket_mib = version.wrapped.bucket_bytes_cap / 2**20
    found.breaks = [_in_ddp(b) for b in seen.breaks if _is_ddps(b)]
    found.other_breaks = sum(not _is_ddps(b) for b in seen.breaks)
    if error is None:
        found.loss_compiled = results[0].loss
        split = f", split into {parts} at the gradient buckets" if parts > seen.graphs else ", not split by buckets"
        own, others = count(len(found.breaks), "break"), found.other_breaks
        text = f"{count(seen.graphs, 'graph')}{split}; {own} in DDP's own code" + (
            f", {others} in the model" if others else ""
        )
        return _judged("ddp", outcomes, results, text, numerics.precision_of(version.stepper))
    return _judged("ddp", outcomes, None, brief(error))


def _inside(eager: _Version, target: Target, device: torch.device, backend: str, outcomes: list[Outcome]) -> Verdict:
    """``DDP(model)`` of a model that was compiled with ``model.compile(fullgraph=True)``."""
    torch._dynamo.reset()
    version = _Version(target, device, lambda module: module.compile(fullgraph=True, backend=backend))
    version.like(eager)
    results: list[Outcome] = []
    error = attempt(lambda: results.extend(version.outcomes(version.wrapped)))
    if error is not None:
        return _judged("ddp inside", outcomes, None, brief(error))
    text = "compiles inside DDP with fullgraph=True"
    return _judged("ddp inside", outcomes, results, text, numerics.precision_of(version.stepper))


def _judged(
    check: str,
    eager: list[Outcome],
    results: list[Outcome] | None,
    text: str,
    precision: numerics.Precision | None = None,
) -> Verdict:
    """The verdict of all ranks together: what one finds is everybody's."""
    problems: list[str] = []
    if results is not None:
        problems = numerics.compare(eager, results, None, precision=precision).problems or _disagreement(results)
    everybody: list[Any] = [None] * dist.get_world_size()
    dist.all_gather_object(everybody, (results is not None, problems[:5], text))
    raised = [f"rank {rank}: {what}" for rank, (ran, _, what) in enumerate(everybody) if not ran]
    different = [f"rank {rank}: {p}" for rank, (_, some, _) in enumerate(everybody) for p in some]
    if raised:
        return Verdict(check, "fail", f"raises where eager does not: {raised[0]}")
    if different:
        return Verdict(check, "fail", f"{text}; differs from eager DDP", different)
    gradients = count(sum(len(outcome.gradients) for outcome in eager), "gradient")
    return Verdict(check, "pass", f"{text}; loss and {gradients} equal eager DDP's on all ranks")


def _disagreement(outcomes: list[Outcome]) -> list[str]:
    """The gradients that are not the same here as on the first rank."""
    found = []
    for outcome in outcomes:
        for name, gradient in sorted(outcome.gradients.items()):
            if not name.startswith("grad of input "):
                first = gradient.clone()
                dist.broadcast(first, 0)
                if not torch.equal(first, gradient):
                    found.append(f"{name} differs from that of rank 0")
    return found


def _require_agreement(outcomes: list[Outcome], what: str) -> None:
    found = _disagreement(outcomes)
    everybody: list[Any] = [None] * dist.get_world_size()
    dist.all_gather_object(everybody, found)
    problem = next((some[0] for some in everybody if some), None)
    if problem is not None:
        raise TargetError(f"the gradients of {what} DDP are not the same on all ranks: {problem}")


def _own_data(call: CallArguments, rank: int) -> CallArguments:
    """Other data on each rank, of the same shapes: floats scaled, the samples of integers turned."""

    def change(tensor: torch.Tensor) -> torch.Tensor:
        if tensor.is_floating_point():
            return (tensor.detach() * (1 + 0.25 * rank)).requires_grad_(tensor.requires_grad)
        return tensor.roll(rank, -1) if tensor.dim() else tensor

    return map_tensors(call, change)


def _is_ddps(found: Break) -> bool:
    """A break that no line of the target led to: what calls DDP here is ours."""
    return not found.user_stack or found.filename == DDP_FILE


def _in_ddp(found: Break) -> ObservedBreak:
    """The break, at DDP's own line."""
    frame = next((frame for frame in reversed(found.stack) if frame.filename == DDP_FILE), None)
    shown = observed(found)
    if frame is not None:
        source = linecache.getline(frame.filename, frame.line).strip()
        shown.place, shown.stack = Place(frame.filename, frame.line, frame.function, source), []
    return shown
