"""From an arm to the two versions that are timed: eager, and compiled the way that the arm says."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import torch
from fullgraph.runtime_check.arms import Arm
from fullgraph.runtime_check.gains import lengths, optimizers
from fullgraph.runtime_check.gains.regions import Regions, repeated_blocks
from fullgraph.runtime_check.gains.timing import Version
from fullgraph.runtime_check.step.step import Stepper
from fullgraph.runtime_check.step.train_step import compile_target

PADDED = "padded to"
"""The beginning of the note of an arm that pads its inputs."""


class NotForThis(Exception):
    """An arm that says nothing about this target: one line that says why and what it would take."""


@dataclass
class VersionPair:
    """Both versions, which share the target's modules."""

    eager: Version
    compiled: Version
    compiled_with: str
    notes: list[str] = field(default_factory=list)
    optimizer: torch.optim.Optimizer | None = None
    """The compiled version's own, where its step is compiled."""

    @property
    def is_padded(self) -> bool:
        return self.compiled.calls is not self.eager.calls


def prepare(stepper: Stepper, arm: Arm) -> None:
    """Prepare what holds for eager too, before its first call. Raises `NotForThis` for an arm with nothing to do."""
    if arm.amp is not None:
        stepper.autocast = getattr(torch, arm.amp)
    if arm.lengths in ("mark_dynamic", "buckets"):
        sizes = lengths.varying(stepper.calls)
        if not sizes:
            raise NotForThis("no size varies between the input sets: give several, as with --vary")
        if arm.lengths == "mark_dynamic":
            stepper.prepare = lengths.marker(sizes)


def build(stepper: Stepper, arm: Arm, backend: str) -> VersionPair:
    """Set up both versions; nothing is compiled until the first call. Raises `NotForThis`."""
    options = compile_options(arm, backend)
    eager = Version(stepper.target.fn, stepper.calls)
    compiled = Version(stepper.target.fn, stepper.calls)
    pair = VersionPair(eager, compiled, describe(options))
    if arm.lengths == "buckets":
        compiled.calls = _padded(stepper, pair)
    if arm.regional:
        _regional(stepper, pair, options)
    else:
        compiled.fn = compile_target(stepper.target.fn, **options)
    if arm.optimizer != "eager":
        _with_optimizer(stepper, pair, arm, options)
    return pair


def compile_options(arm: Arm, backend: str) -> dict[str, Any]:
    """The arguments for ``torch.compile``, which takes a mode or options, so a mode is looked up to add options."""
    chosen: dict[str, Any] = {"backend": backend}
    if arm.fullgraph:
        chosen["fullgraph"] = True
    if arm.lengths in ("dynamic=True", "dynamic=False", "buckets"):
        chosen["dynamic"] = arm.lengths == "dynamic=True"
    if backend != "inductor":
        return chosen
    if arm.options:
        from torch._inductor import list_mode_options

        of_mode = list_mode_options(arm.mode) if arm.mode != "default" else {}
        chosen["options"] = {**of_mode, **arm.options}
    elif arm.mode != "default":
        chosen["mode"] = arm.mode
    return chosen


def describe(options: dict[str, Any]) -> str:
    """The arguments as they would be written, without those that are defaults."""
    shown = [f"{name}={value!r}" for name, value in options.items() if (name, value) != ("backend", "inductor")]
    return ", ".join(shown) or "default mode"


def _padded(stepper: Stepper, pair: VersionPair) -> list[Any]:
    pad = stepper.target.pad
    if pad is None:
        raise NotForThis(
            "padding changes results unless the target masks it: declare a function pad(inputs, size) under the "
            "factory's key 'pad', or as the target's attribute fullgraph_pad"
        )
    sizes = lengths.varying(stepper.calls)
    calls = lengths.padded(stepper.calls, sizes, pad)
    left = lengths.varying(calls)
    kept = {size.path: sorted(set(size.sizes)) for size in left}
    shown = "; ".join(f"{path}: {', '.join(map(str, sizes))}" for path, sizes in list(kept.items())[:3])
    pair.notes.append(f"{PADDED} {shown}" if shown else f"{PADDED} one size")
    return calls


def _regional(stepper: Stepper, pair: VersionPair, options: dict[str, Any]) -> None:
    blocks = [block for module in stepper.modules.values() for block in repeated_blocks(module)]
    if not blocks:
        raise NotForThis("the model has no ModuleList or Sequential with several blocks of one class")
    regions = Regions(blocks, options)
    pair.compiled.active = regions.active
    pair.compiled_with = f"{pair.compiled_with}, of {regions.kinds}"


def _with_optimizer(stepper: Stepper, pair: VersionPair, arm: Arm, options: dict[str, Any]) -> None:
    chosen = {name: value for name, value in options.items() if name not in ("fullgraph", "dynamic")}
    try:
        own = optimizers.primed(stepper)
        pair.optimizer = optimizers.twin(own)
        kind = optimizers.compiled_step if arm.optimizer == "compiled" else optimizers.foreach_map_step
        pair.compiled.update = kind(pair.optimizer, chosen)
    except optimizers.NoUpdate as error:
        raise NotForThis(str(error)) from None
    pair.compiled_with = f"{pair.compiled_with}, {arm.optimizer} optimizer"
