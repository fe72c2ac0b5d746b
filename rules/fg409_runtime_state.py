"""Queries of torch's runtime in compiled code

## What it does
Finds calls that query or change devices, memory, threads, backends and global settings instead of computing:
`torch.cuda.memory_allocated`, `torch.cuda.device_count`, `torch.get_num_threads`, `torch.backends.mps.is_available`;
`torch.cuda.synchronize` before torch 2.13.

## Why the graph breaks
A graph contains operations on tensors. If a function of torch returns a number, a string or a bool and TorchDynamo
does not know it to be constant, it ends the graph; under `fullgraph=True` it raises.

These are captured: `torch.cuda.is_available`, `torch.cuda.current_device`, `torch.cuda.get_device_properties`,
`torch.cuda.empty_cache`, `torch.is_autocast_enabled`, `torch.get_default_dtype`, streams and events, and
`torch.cuda.synchronize` since torch 2.13.

## Example
```python
def forward(self, x):
    if torch.backends.mkldnn.is_available():
        return self.fast(x)
    return self.slow(x)
```

Use instead:
```python
HAS_MKLDNN = torch.backends.mkldnn.is_available()

def forward(self, x):
    if HAS_MKLDNN:
        return self.fast(x)
    return self.slow(x)
```

## The fix
Safe for what is fixed once torch is built or imported (`is_built`, and `is_available` of MKL, oneDNN, OpenMP, cuDNN,
opt_einsum and MPS, the CPU's capability, the C++ ABI): a constant after the imports of the module holds the result.
The same for `device_count` is unsafe: it misses a change of `CUDA_VISIBLE_DEVICES` between the import and the first
use of the device.

Statements that only wait for the device or mark a profile are skipped while compiled: unsafe.
"""

from __future__ import annotations

from dataclasses import replace

from fullgraph.lint.diagnostics.obligation import Kind, Obligation
from fullgraph.lint.domain.events import Call
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.rules.rewrite import fixes
from fullgraph.rules.shared.names import Breaks, Names, each

REGISTRY = ("GB0208", "GB0007", "GB0046")

_MEMORY = (
    "memory_allocated max_memory_allocated memory_reserved max_memory_reserved memory_stats memory_summary "
    "memory_snapshot"
)

NAMES = Names(
    # Devices. Those that need a GPU were tried on one, with torch 2.11.
    Breaks("torch.cuda.synchronize", before="2.13", skipped="it does not wait for the device"),
    each("torch.cuda.", _MEMORY),
    each("torch.cuda.memory.", _MEMORY),
    each("torch.cuda.", "device_count get_device_name is_bf16_supported get_arch_list can_device_access_peer"),
    each("torch.cuda.", "set_device default_stream is_current_stream_capturing CUDAGraph"),
    each("torch.cuda.nvtx.", "range_push range_pop", skipped="the range is not marked"),
    each("torch.xpu.", "device_count"),
    each("torch.accelerator.", "device_count memory_allocated set_device_index"),
    each("torch.Tensor.", "is_pinned"),
    # Backends
    each("torch.backends.mps.", "is_available is_built", before="2.14"),
    each("torch.backends.", "cuda.is_built mkldnn.is_available mkl.is_available openmp.is_available"),
    each("torch.backends.", "opt_einsum.is_available cpu.get_cpu_capability cudnn.is_available"),
    each("torch.backends.cuda.", "flash_sdp_enabled mem_efficient_sdp_enabled math_sdp_enabled cudnn_sdp_enabled"),
    each("torch.backends.cuda.", "preferred_linalg_library"),
    # Settings and threads
    each("torch.", "get_num_threads set_num_threads get_num_interop_threads set_num_interop_threads"),
    each("torch.", "get_float32_matmul_precision get_default_device get_autocast_cpu_dtype set_flush_denormal"),
    each("torch.", "is_anomaly_enabled set_anomaly_enabled is_inference_mode_enabled"),
    each("torch.", "is_deterministic_algorithms_warn_only_enabled get_deterministic_debug_mode is_warn_always_enabled"),
    each("torch.", "compiled_with_cxx11_abi __config__.show __config__.parallel_info"),
    each("torch.", "utils.data.get_worker_info hub.get_dir"),
)


_DEVICES = Kind.VALUE.open("it ignores devices hidden or shown after the import")
_SETTLED: dict[str, tuple[Obligation, ...]] = {
    **{f"torch.backends.{name}": () for name in ("mps.is_available", "mps.is_built", "cuda.is_built")},
    **{f"torch.backends.{name}.is_available": () for name in "mkldnn mkl openmp opt_einsum cudnn".split()},
    **{f"torch.{name}": () for name in ("backends.cpu.get_cpu_capability", "compiled_with_cxx11_abi")},
    **{f"torch.{name}.device_count": (_DEVICES,) for name in ("cuda", "xpu", "accelerator")},
}
"""Calls with a constant answer, and what can change it all the same."""


@on_calls(*NAMES.all)
def check(event: Call) -> Finding | None:
    found = NAMES.finding(event)
    differences = _SETTLED.get(event.name)
    if found is None or differences is None:
        return found
    return replace(found, fix=fixes.constant_fix(event, *differences))
