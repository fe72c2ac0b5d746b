"""The rows of the tables: which target is measured, and how it is compiled."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fullgraph.runtime_check.arms import Arm
from fullgraph.runtime_check.process.protocol import Request

from .targets import vision

REPOSITORY = Path(__file__).parents[2]
TARGETS = "benchmarks.gains.targets"
BATCHES = (1, 4, 16)
CAPTIONS = 64
"""Captions in a batch, by default."""
SMALL_CAPTIONS = 8
SECONDS = 2.0
"""How long each version is timed."""


@dataclass(frozen=True)
class Job:
    """One measurement: a row of a table, or a part of one."""

    part: str
    group: str
    """What is compared with each other: a model at a batch size."""
    label: str
    """What this way to compile is called in the table."""
    request: Request
    arm: Arm
    alone: bool = False
    """Nothing else runs meanwhile, so that its compile time compares with those of others."""
    slow: bool = False
    """Takes much longer to compile than the others, and goes first, with its like."""
    fails: bool = False
    """What is shown is that it fails."""
    memory: float = 0.0
    """GiB of the device's memory that it takes while it is prepared, where not many of its like fit side by side."""

    @property
    def key(self) -> str:
        return f"{self.part}/{self.group}/{self.label}"


@dataclass(frozen=True)
class Choices:
    """What the command line decides."""

    small: bool = False
    devices: tuple[str, ...] = ()
    """What rows are spread over; none: the GPU if there is one."""
    captions: int = CAPTIONS
    seconds: float = SECONDS
    folder: Path = REPOSITORY / ".gains"
    """Where copies of the captioning example go."""
    backend: str = "auto"

    @property
    def device(self) -> str | None:
        """For what needs one only."""
        return self.devices[0] if self.devices else None


def jobs_of(part: str, choices: Choices) -> list[Job]:
    """All measurements of a part, in the order of its table."""
    return list(PARTS[part](choices))


def in_order(jobs: Iterable[Job]) -> list[Job]:
    """As they are best measured: those that compile long together, those that are alone last."""
    return sorted(jobs, key=lambda job: (job.alone, not job.slow))


def _request(
    choices: Choices, module: str, name: str, *, train: bool | None = None, folder: Path | None = None
) -> Request:
    suffix = "_small" if choices.small else ""
    return Request(
        target=f"{TARGETS}.{module}:{name}{suffix}",
        folder=str(REPOSITORY),
        paths=[str(REPOSITORY), *([str(folder)] if folder is not None else [])],
        device=choices.device,
        backend=choices.backend,
        train=train,
        bench_seconds=choices.seconds,
    )


# Vision models, inference.

_MODES = {"compiled": Arm("compiled"), "reduce-overhead": Arm("reduce-overhead", mode="reduce-overhead")}


def _vision(choices: Choices) -> Iterator[Job]:
    for batch in (2,) if choices.small else BATCHES:
        for name in vision.MODELS:
            for label, arm in _MODES.items():
                request = _request(choices, "vision", f"{name}_{batch}")
                yield Job("vision", f"{name}_{batch}", label, request, arm, slow=name in vision.SLOW)


# The classics.

_CLASSICS: Mapping[str, tuple[bool, tuple[str, ...]]] = {
    "resnet18_eval_16": (False, ("compiled", "reduce-overhead", "max-autotune")),
    "resnet18_train_16": (True, ("compiled", "reduce-overhead", "compiled optimizer")),
    "bert_eval_1": (False, ("compiled", "reduce-overhead")),
    "bert_eval_16": (False, ("compiled", "reduce-overhead")),
    "resnext101_eval_1": (False, ("compiled", "reduce-overhead")),
    "resnext101_eval_16": (False, ("compiled", "reduce-overhead")),
    "sines_10000": (False, ("compiled", "reduce-overhead")),
    "sines_100000000": (False, ("compiled",)),
}
"""The target, whether it trains, and how it is compiled."""

_CLASSIC_ARMS = {
    **_MODES,
    "max-autotune": Arm("max-autotune", mode="max-autotune"),
    "compiled optimizer": Arm("compiled optimizer", optimizer="compiled"),
}


def _classics(choices: Choices) -> Iterator[Job]:
    for name, (train, labels) in _CLASSICS.items():
        if choices.small and name == "sines_100000000":
            continue
        for label in labels:
            request = _request(choices, "classics", name, train=train)
            yield Job("classics", name, label, request, _CLASSIC_ARMS[label])


# Captioning, training steps. Every arm is under bfloat16 autocast.

BREAK = "compiled, with the break"
FULLGRAPH_BREAK = "fullgraph=True, with the break"
FIXED = "fullgraph=True, after the fix"


_AUTOCAST: Arm = Arm("", fullgraph=True, amp="bfloat16")

_STATIC: Mapping[str, dict[str, Any]] = {
    FIXED: {},
    "reduce-overhead": {"mode": "reduce-overhead"},
    "max-autotune": {"mode": "max-autotune"},
    "shape padding": {"options": {"force_shape_pad": True}},
    "compiled optimizer": {"optimizer": "compiled"},
    "foreach-map optimizer": {"optimizer": "foreach_map"},
    "reduce-overhead, compiled optimizer": {"mode": "reduce-overhead", "optimizer": "compiled"},
}
_UNPADDED = {"shape_padding": False}
"""Where inductor pads the vocabulary's matrix, torch 2.11 cannot vary the lengths (pytorch/pytorch#194420)."""
_LENGTHS: Mapping[str, dict[str, Any]] = {
    "as they come": {},
    "mark_dynamic": {"lengths": "mark_dynamic"},
    "dynamic=True": {"lengths": "dynamic=True"},
    "as they come, no shape padding": {"options": _UNPADDED},
    "mark_dynamic, no shape padding": {"lengths": "mark_dynamic", "options": _UNPADDED},
    "dynamic=True, no shape padding": {"lengths": "dynamic=True", "options": _UNPADDED},
    "static buckets, up to eight": {"lengths": "buckets"},
    "regional, mark_dynamic": {"lengths": "mark_dynamic", "regional": True, "fullgraph": False},
}
_COMPILE: Mapping[str, dict[str, Any]] = {
    "whole model": {"artifacts": True},
    "regional": {"regional": True, "fullgraph": False},
}
_SLOW = ("max-autotune", "static buckets, up to eight", "as they come", "as they come, no shape padding")
_MEMORY = {"static": 20.0, "varied": 41.0}
"""As seen on an H200 with 64 captions."""
CAPTIONING: Mapping[str, tuple[str, Mapping[str, dict[str, Any]]]] = {
    "static": ("static", {BREAK: {"fullgraph": False}, FULLGRAPH_BREAK: {}, **_STATIC}),
    "lengths": ("varied", _LENGTHS),
    "compile": ("static", _COMPILE),
}
"""The tables: which captions, and how each row differs from ``fullgraph=True`` under autocast."""


def _captioning(choices: Choices) -> Iterator[Job]:
    for group, (padding, rows) in CAPTIONING.items():
        for label, changes in rows.items():
            version = "released" if label in (BREAK, FULLGRAPH_BREAK) else "fixed"
            request = captioning_request(choices, padding, version)
            arm = dataclasses.replace(_AUTOCAST, name=label, **changes)
            yield Job(
                "captioning",
                group,
                label,
                request,
                arm,
                alone=group == "compile",
                slow=label in _SLOW,
                fails=label == FULLGRAPH_BREAK,
                memory=0.0 if choices.small else _MEMORY[padding] * choices.captions / CAPTIONS,
            )


def captioning_request(choices: Choices, padding: str, version: str) -> Request:
    """The request for a training step of this version, with captions of this padding."""
    name = f"{padding}_{SMALL_CAPTIONS if choices.small else choices.captions}"
    return _request(choices, "captioning", name, train=True, folder=captioning_folder(choices, version))


def captioning_folder(choices: Choices, version: str) -> Path:
    """Return where the copy of ``train.py`` is, ``released`` or ``fixed``."""
    return choices.folder / "captioning" / version


def _pair(name: str, **values: Any) -> tuple[Arm, Arm]:
    fixed = dataclasses.replace(_AUTOCAST, name=name, **values)
    return dataclasses.replace(fixed, fullgraph=False), fixed


PAIRS: Mapping[str, tuple[Arm, Arm]] = {
    "default": _pair("default"),
    "reduce-overhead": _pair("reduce-overhead", mode="reduce-overhead"),
}
"""How the step is compiled with the break, and how after the fix, where both are timed in the same processes."""

PARTS: Mapping[str, Callable[[Choices], Iterator[Job]]] = {
    "captioning": _captioning,
    "vision": _vision,
    "classics": _classics,
}
