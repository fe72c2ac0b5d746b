"""The work of one call on a CUDA device: kernels that run, and launches that the CPU makes for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch

NOT_KERNELS = ("Memcpy", "Memset")
"""CUPTI's names of copies and fills, which run on the device and are no kernels."""
LAUNCHES = ("cudaLaunch", "cuLaunch", "cudaGraphLaunch", "cuGraphLaunch", "cudaMemcpy", "cudaMemset", "cuMemcpy")
"""Calls into the driver that start work on the device, by how they begin."""
_GRAPH_LAUNCHES = ("cudaGraphLaunch", "cuGraphLaunch")


@dataclass(frozen=True)
class Launched:
    """Per call, on average over the input sets."""

    kernels: int
    """Kernels that ran, those inside CUDA graphs too; copies and fills are not counted."""
    launches: int
    """Calls into the driver that start work: kernels, copies, fills; the replay of a CUDA graph is one."""
    graph_launches: int
    """CUDA graphs replayed."""


def launched(step: Callable[[], object], device: torch.device, calls: int) -> Launched | None:
    """Run a step of so many calls under `torch.profiler`; None where nothing is launched: on a CPU.

    None too where the profiler gets nothing from the driver, as where another tool holds CUPTI.
    """
    if device.type != "cuda":
        return None
    from torch._C._autograd import DeviceType
    from torch.profiler import ProfilerActivity, profile

    torch.cuda.synchronize(device)
    with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as found:
        step()
        torch.cuda.synchronize(device)
    kernels = launches = graphs = 0
    for event in found.events() or ():
        if event.device_type == DeviceType.CUDA:
            kernels += not event.is_user_annotation and not event.name.startswith(NOT_KERNELS)
        elif event.device_type == DeviceType.CPU and event.name.startswith(LAUNCHES):
            launches += 1
            graphs += event.name.startswith(_GRAPH_LAUNCHES)
    if not kernels and not launches:
        return None
    return Launched(round(kernels / calls), round(launches / calls), -(-graphs // calls))
