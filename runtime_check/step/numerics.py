"""The comparison of two outcomes of one computation, judged against float64 where it can be had.

A compiled graph may round differently: fused kernels add in another order. So the compiled error against a float64 run
of the same step is held against eager's own error against it, twice per tensor. The root mean square may be two times
eager's, three times in half precision and for tensors below 1,000 values: the multipliers of PyTorch's benchmarks
(``torch._dynamo.utils.same``, which their ``--accuracy`` calls). And the largest error may be ``SLACK`` times eager's
largest, so that one wrong value among many is found, which a mean hides. To both come a few rounding steps at the scale
of the largest value among the outputs (or among the gradients, or the state), for where eager is exact by luck. The
benchmarks allow 1e-4 of the value and 1e-4 beside before they look at float64, which passes any value near 0: here
nothing is let through like that. They also pass a compiled tensor without the NaN that eager has: that is a difference.

A step may compute in less than its tensors are kept in: under autocast, or where an NVIDIA GPU rounds the factors of
float32 products to TF32 (the default of convolutions, https://docs.pytorch.org/docs/stable/notes/cuda.html). Then a
rounding step is one of that precision.

Without a float64 run the tolerance is `torch.testing.assert_close`'s for the dtype, tenfold, at the same scale.
Integers, booleans, shapes, dtypes and the places of NaN and infinity must agree exactly. Compared are outputs,
gradients, arguments after the call, and what the step changed of parameters, buffers and tensors in attributes.
"""

from __future__ import annotations

import copy
import math
from dataclasses import dataclass, field
from typing import Any

import torch
from fullgraph.runtime_check.results import Numerics
from fullgraph.runtime_check.step.leaves import equal
from fullgraph.runtime_check.step.step import Outcome, Stepper, map_tensors

SLACK = 4.0
ROUNDING_STEPS = 16.0
FEW_VALUES = 1000
"""Below this many values the root mean square scatters, so that PyTorch's benchmarks allow more."""
REFERENCE_LIMIT = 500_000_000
"""Parameters above which a float64 copy of the model is not attempted."""

AGAINST_EAGER = "compared with eager, not float64"
"""The beginning of a remark that says why there is no reference."""

_RTOL = {torch.float16: 1e-2, torch.bfloat16: 1.6e-1, torch.float32: 1.3e-5, torch.float64: 1e-6}
_HALVES = (torch.float16, torch.bfloat16)


@dataclass(frozen=True)
class Precision:
    """A precision less than float32 that results are computed in: its rounding step and tolerance, relative."""

    eps: float
    rtol: float


TF32 = Precision(2.0**-10, _RTOL[torch.float16])
"""As many bits of a fraction as float16 has."""


@dataclass
class Comparison:
    """The result over all input sets: what differs beyond rounding, and the size of the errors."""

    numerics: Numerics
    problems: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    """Differences that a caller may want to know of and that are no errors."""


def precision_of(stepper: Stepper) -> Precision | None:
    """In what a step computes its float32 results; None for float32 itself."""
    if stepper.autocast in _HALVES:
        return Precision(torch.finfo(stepper.autocast).eps, _RTOL[stepper.autocast])
    if stepper.device.type != "cuda" or torch.version.hip or torch.cuda.get_device_capability(stepper.device) < (8, 0):
        return None
    convolves = any(isinstance(m, torch.nn.modules.conv._ConvNd) for m in stepper.state.every)
    rounds = torch.get_float32_matmul_precision() != "highest" or (convolves and _convolutions_round())
    return TF32 if rounds else None


def _convolutions_round() -> bool:
    """Return whether convolutions are in TF32."""
    try:
        return bool(torch.backends.cudnn.allow_tf32)
    except RuntimeError:  # Set by the interface that has one setting for each operator.
        convolutions: Any = torch.backends.cudnn
        return bool(convolutions.conv.fp32_precision == "tf32")


def reference(stepper: Stepper) -> tuple[list[Outcome] | None, str]:
    """The outcomes in float64, eager, on the same device; or None and why there are none."""
    if stepper.root is None and stepper.modules and not stepper.own_reference:
        return None, "the target is a function that uses a module"
    if sum(p.numel() for p in stepper.parameters().values()) > REFERENCE_LIMIT:
        return None, "the model is too large for a float64 copy"
    try:
        if stepper.own_reference:
            return stepper.reference(), ""
        stepper.restore()
        target = copy.copy(stepper.target)
        if stepper.root is not None:
            target.fn = copy.deepcopy(stepper.root).double()
        target.calls = [map_tensors(call, _widen) for call in stepper.calls]
        wide = Stepper(target, stepper.device, stepper.forced)
        wide.grad, wide.backward, wide.has_loss = stepper.grad, stepper.backward, stepper.has_loss
        return [wide.observe(target.fn, call) for call in wide.calls], ""
    except Exception as error:
        return None, f"float64 run failed: {type(error).__name__}: {_first_line(error)}"


def _widen(tensor: torch.Tensor) -> torch.Tensor:
    if not tensor.is_floating_point():
        return tensor
    return tensor.detach().double().requires_grad_(tensor.requires_grad)


def compare(
    eager: list[Outcome],
    compiled: list[Outcome],
    wide: list[Outcome] | None,
    other: str = "when compiled",
    precision: Precision | None = None,
) -> Comparison:
    """Compare outcomes of the same calls; ``other`` names the second in messages."""
    result = Comparison(Numerics(0, 0.0, 0.0, None, "float64" if wide else "eager"))
    for index, (left, right) in enumerate(zip(eager, compiled, strict=True)):
        third = wide[index] if wide else None
        context = _Context(other, f" (input set {index + 1})" if len(eager) > 1 else "", precision)
        _compare_group(result, left.outputs, right.outputs, third.outputs if third else None, context)
        _compare_group(result, left.gradients, right.gradients, third.gradients if third else None, context)
        _compare_group(result, left.inputs, right.inputs, third.inputs if third else None, context)
        # Whether something is changed at all is told as a side effect; here it is about to what.
        changed = left.state.keys() & right.state.keys()
        one, two = ({name: state[name] for name in changed} for state in (left.state, right.state))
        _compare_group(result, one, two, third.state if third else None, context)
        result.numerics.gradients += len(left.gradients)
    losses = [(a.loss, b.loss) for a, b in zip(eager, compiled, strict=True)]
    result.numerics.loss_eager, result.numerics.loss_compiled = losses[0] if losses else (None, None)
    return result


@dataclass(frozen=True)
class _Context:
    """The context of a comparison: what holds for all tensors of an input set."""

    other: str
    """The name of the second version."""
    where: str
    precision: Precision | None


def _compare_group(
    result: Comparison, eager: dict[str, Any], compiled: dict[str, Any], wide: dict[str, Any] | None, context: _Context
) -> None:
    other, where = context.other, context.where
    for name in sorted(eager.keys() ^ compiled.keys()):
        value: Any = eager.get(name, compiled.get(name))
        lacks, has = (other, "eager") if name in eager else ("eager", other)
        if name.startswith("grad of ") and not value.any():
            # A parameter whose value is computed and not used gets zeros from a compiled graph that it is an input of.
            text = f"{name} is None {_in(lacks)} and zeros {_in(has)}"
            result.remarks += [] if text in result.remarks else [text]
        else:
            result.problems.append(f"{name} is missing {_in(lacks)}{where}")
    tensors = [t for t in eager.values() if isinstance(t, torch.Tensor) and t.is_floating_point()]
    group_scale = max((_largest(t) for t in tensors), default=0.0)
    for name in eager.keys() & compiled.keys():
        problem = _compare_one(
            result.numerics, name, eager[name], compiled[name], (wide or {}).get(name), group_scale, context
        )
        if problem:
            result.problems.append(f"{name}: {problem}{where}")
    result.problems.sort()


def _compare_one(
    numerics: Numerics, name: str, eager: Any, compiled: Any, wide: Any, group_scale: float, context: _Context
) -> str | None:
    other = context.other
    if not isinstance(eager, torch.Tensor) or not isinstance(compiled, torch.Tensor):
        return _compare_plain(eager, compiled, other)
    numerics.compared += 1
    if eager.shape != compiled.shape:
        return f"shape {list(eager.shape)} in eager, {list(compiled.shape)} {other}"
    if eager.dtype != compiled.dtype:
        return f"dtype {eager.dtype} in eager, {compiled.dtype} {other}"
    if eager.layout != torch.strided or not (eager.is_floating_point() or eager.is_complex()):
        return None if equal(eager, compiled) else f"values differ between eager and {other}"
    coarse = context.precision if eager.dtype == torch.float32 else None
    left, right = _numbers(eager), _numbers(compiled)
    finite = left.isfinite()
    if not torch.equal(finite, right.isfinite()) or not torch.equal(
        left[~finite].nan_to_num(1e300), right[~finite].nan_to_num(1e300)
    ):
        return f"NaN or infinity in other places in eager than {other}"
    left, right = left[finite], right[finite]
    error = _largest(left - right)
    scale = max(_largest(left), torch.finfo(torch.float64).tiny)
    if error > numerics.max_error:
        numerics.max_error = error
    if error / scale > numerics.max_relative_error:
        numerics.max_relative_error, numerics.worst = error / scale, name
    if isinstance(wide, torch.Tensor) and wide.shape == eager.shape and wide.dtype == torch.float64:
        exact = _numbers(wide)
        if torch.equal(exact.isfinite(), finite):
            exact = exact[finite]
            eager_error, compiled_error = _largest(left - exact), _largest(right - exact)
            numerics.eager_error = max(numerics.eager_error or 0.0, eager_error)
            numerics.compiled_error = max(numerics.compiled_error or 0.0, compiled_error)
            steps = 1.0 if eager.dtype in _HALVES else ROUNDING_STEPS
            if eager.dtype != torch.float64:
                step = steps * torch.finfo(eager.dtype).eps
                rounding = max(step, coarse.eps if coarse else 0.0) * group_scale
                allowed = SLACK * eager_error + rounding
                if compiled_error > allowed:
                    errors = f"{compiled_error:.2e} from float64, eager by {eager_error:.2e}"
                    return f"off by {errors} (allowed {allowed:.2e})"
                eager_mean, compiled_mean = _mean(left - exact), _mean(right - exact)
                allowed = _multiplier(eager, coarse) * eager_mean + rounding
                if compiled_mean > allowed:
                    errors = f"{compiled_mean:.2e} from float64, eager by {eager_mean:.2e}"
                    return f"off by {errors}, in the root mean square (allowed {allowed:.2e})"
                return None
    allowed = max(_RTOL.get(eager.dtype, 1.3e-5), coarse.rtol if coarse else 0.0) * group_scale
    return None if error <= allowed else f"off by {error:.2e} from eager (allowed {allowed:.2e})"


def _compare_plain(eager: Any, compiled: Any, other: str) -> str | None:
    if isinstance(eager, float) and isinstance(compiled, float):
        same = math.isclose(eager, compiled, rel_tol=1e-5, abs_tol=1e-8) or (eager != eager and compiled != compiled)
    else:
        same = type(eager) is type(compiled) and bool(eager == compiled)
    return None if same else f"{eager!r} in eager, {compiled!r} {other}"


def _in(version: str) -> str:
    return "in eager" if version == "eager" else version


def _numbers(tensor: torch.Tensor) -> torch.Tensor:
    tensor = torch.view_as_real(tensor.resolve_conj()) if tensor.is_complex() else tensor
    tensor = tensor.detach().cpu() if tensor.device.type == "mps" else tensor.detach()  # no float64 there
    return tensor.to(torch.float64)


def _multiplier(tensor: torch.Tensor, coarse: Precision | None) -> float:
    """The factor by which the compiled root mean square error may exceed eager's (``torch._dynamo.utils.same``)."""
    return 3.0 if coarse or tensor.dtype in _HALVES or tensor.numel() < FEW_VALUES else 2.0


def _mean(error: torch.Tensor) -> float:
    return float(error.square().mean().sqrt()) if error.numel() else 0.0


def _largest(tensor: torch.Tensor) -> float:
    numbers = _numbers(tensor)
    numbers = numbers[numbers.isfinite()]
    return float(numbers.abs().max()) if numbers.numel() else 0.0


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [""])[0][:200]
