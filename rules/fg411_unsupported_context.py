"""Context managers that compiled code cannot enter

## What it does
Finds `with` over contexts that TorchDynamo does not trace: flags of torch's backends, a device, hooks for saved
tensors, anomaly detection, dispatch modes, `contextlib.redirect_stdout`, and your own contexts that were created
before the call of the compiled function.

## Why the graph breaks
What a context does on entry and exit must be part of the graph, or nothing. TorchDynamo knows this for some contexts.
For others, it ends the graph before the `with` and runs its body uncompiled, and usually the rest of the function
too. Under `fullgraph=True` it raises.

These are captured: `torch.no_grad`, `inference_mode`, `autocast`, `sdpa_kernel`, `torch.profiler.record_function` and
`profile`, `warnings.catch_warnings`, `contextlib.suppress`, `nullcontext`, `ExitStack`, and functions decorated with
`contextlib.contextmanager`. Your own class is captured if the object is created in the compiled code, and since torch
2.14 also if it was created before.

## Example
```python
def forward(self, log_probs, targets):
    with torch.backends.cudnn.flags(enabled=False):
        return F.ctc_loss(log_probs, targets, ...)
```

Use instead: enter the context where you call the compiled function, or around a function under
`torch.compiler.disable`. Replace `with torch.device(d):` by passing `device=d` to the functions that create tensors.
"""

from __future__ import annotations

from fullgraph.lint.diagnostics.diagnostic import Confidence
from fullgraph.lint.domain.events import Call, Enter
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.values import ExternalInstance, Instance, PyValue, alternatives
from fullgraph.rules.shared.names import Breaks, Names, each, in_versions

REGISTRY = ("GB0208", "GB0142", "GB0007", "GB0008", "GB0262", "GB0467", "GB7151", "GB6815", "GB8977")

NAMES = Names(
    each("torch.backends.", "cudnn.flags mkldnn.flags nnpack.flags mkl.verbose mkldnn.verbose cuda.sdp_kernel"),
    each("torch.autograd.", "detect_anomaly set_detect_anomaly set_multithreading_enabled"),
    each("torch.autograd.graph.", "saved_tensors_hooks save_on_cpu allow_mutation_on_saved_tensors"),
    each("torch.autograd.profiler.", "emit_nvtx emit_itt"),
    each("torch.", "jit.optimized_execution jit.fuser sparse.check_sparse_tensor_invariants"),
    each("torch.utils.", "flop_counter.FlopCounterMode checkpoint.set_checkpoint_debug_enabled"),
    each("torch.cuda.", "device_of nvtx.range StreamContext"),
    each("torch._dynamo.config.", "patch"),
    each("contextlib.", "redirect_stdout redirect_stderr chdir"),
    Breaks("contextlib.closing", before="2.15"),
    Breaks("contextlib.ExitStack", before="2.11"),
    each("decimal.", "localcontext"),
    each("unittest.mock.", "patch"),
)

_NOT_ON_A_STACK = frozenset(("torch.no_grad", "torch.autocast"))
_DISPATCH_MODE = "TorchDispatchMode"


@on_calls(*NAMES.all, "contextlib.ExitStack.enter_context")
def check(event: Call) -> Finding | None:
    if event.name == "contextlib.ExitStack.enter_context":
        return _stacked(event)
    return NAMES.finding(event)


def _stacked(event: Call) -> Finding | None:
    """``stack.enter_context(torch.no_grad())``."""
    context = event.argument(1, "cm")
    options = list(alternatives(context)) if context is not None else []
    known = [one.cls for one in options if isinstance(one, ExternalInstance) and one.cls in _NOT_ON_A_STACK]
    if not known or in_versions(event, before="2.11"):
        return None  # before, the stack itself is not traced
    confidence: Confidence = "high" if len(known) == len(options) else "medium"
    return Finding(event, f"{' or '.join(known)} on an ExitStack breaks the graph", confidence=confidence)


def check_with(event: Enter) -> Finding | None:
    held = list(alternatives(event.value))
    if held == [PyValue("device")]:
        return Finding(event, "with over a torch.device breaks the graph")
    if len(held) == 1 and isinstance(held[0], Instance):
        return _own(event, held[0])
    return None


def _own(event: Enter, context: Instance) -> Finding | None:
    """A context of a class of the project."""
    if any(base.rpartition(".")[2] == _DISPATCH_MODE for base in context.cls.external_bases()):
        return Finding(event, f"with over a {_DISPATCH_MODE} breaks the graph")
    if context.cls.find_method("__exit__") is None or not _made_before(event, context):
        return None
    if not in_versions(event, before="2.14") and context != event.frame.owner:
        return None
    name = context.cls.name
    return Finding(event, f"with over a {name} that was made before the compiled code breaks the graph")


def _made_before(event: Enter, context: Instance) -> bool:
    """Return whether the object was there before the graph: made outside of traced code."""
    made = event.interp.sites.get(context.site)
    if made is not None:
        return not made[0].tracing
    return context == event.frame.owner
