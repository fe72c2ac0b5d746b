"""The ways to compile that can be measured beside each other, and what the command line calls them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

Mode = Literal["default", "reduce-overhead", "max-autotune", "max-autotune-no-cudagraphs"]
Lengths = Literal["as they come", "mark_dynamic", "dynamic=True", "dynamic=False", "buckets"]
"""Ways to treat sizes that change from call to call."""


@dataclass(frozen=True)
class Arm:
    """One way to compile a target. The defaults are those of ``torch.compile``."""

    name: str
    """Its name in tables and on the command line."""
    mode: Mode = "default"
    fullgraph: bool = False
    lengths: Lengths = "as they come"
    options: dict[str, Any] = field(default_factory=dict)
    """Inductor's, such as ``shape_padding``; with a mode they come on top of what that sets."""
    optimizer: Literal["eager", "compiled", "foreach_map"] = "eager"
    """The form of the optimizer's step, where the target has one."""
    regional: bool = False
    """Compile repeated blocks, each kind once, instead of the whole."""
    artifacts: bool = False
    """Load what an earlier compile has saved with ``torch.compiler.save_cache_artifacts``."""
    amp: Literal["bfloat16", "float16"] | None = None
    """Run eager and compiled under ``torch.autocast`` with this dtype."""

    @property
    def is_strategy(self) -> bool:
        """Whether it is about sizes that vary, so that graphs and recompiles tell something on any backend."""
        return not set(STRATEGIES).isdisjoint(self.name.split("+"))


class ArmError(ValueError):
    """An arm that cannot be read: one line that says which and what there is."""


CHOICES: Mapping[str, tuple[str, Mapping[str, Any]]] = MappingProxyType(
    {
        "default": ("torch.compile without a mode", {"mode": "default"}),
        "reduce-overhead": ("CUDA graphs", {"mode": "reduce-overhead"}),
        "max-autotune": ("autotuned kernels, and CUDA graphs", {"mode": "max-autotune"}),
        "max-autotune-no-cudagraphs": ("autotuned kernels", {"mode": "max-autotune-no-cudagraphs"}),
        "fullgraph": ("fullgraph=True, which captures scalars and dynamic shapes", {"fullgraph": True}),
        "automatic": ("sizes as they come: the second size makes a dimension dynamic", {"lengths": "as they come"}),
        "mark-dynamic": ("torch._dynamo.mark_dynamic on the sizes that vary", {"lengths": "mark_dynamic"}),
        "dynamic": ("torch.compile(dynamic=True)", {"lengths": "dynamic=True"}),
        "static": ("torch.compile(dynamic=False): a graph per size", {"lengths": "dynamic=False"}),
        "buckets": ("inputs padded to at most eight sizes, a graph each", {"lengths": "buckets"}),
        "shape-padding": ("inductor always pads matrices, without a benchmark", {"force_shape_pad": True}),
        "no-shape-padding": ("inductor never pads matrices", {"shape_padding": False}),
        "compiled-optimizer": ("torch.compile(optimizer.step)", {"optimizer": "compiled"}),
        "foreach-map-optimizer": ("Adam or AdamW, written with foreach_map", {"optimizer": "foreach_map"}),
        "regional": ("repeated blocks compiled, each kind once", {"regional": True}),
        "artifacts": ("compile time from saved cache artifacts too", {"artifacts": True}),
        "bfloat16": ("eager and compiled under autocast", {"amp": "bfloat16"}),
        "float16": ("eager and compiled under autocast", {"amp": "float16"}),
    }
)
"""The parts of an arm: the name, what it does, and what it sets, an inductor option if `Arm` has no such
field."""

MODES: tuple[str, ...] = ("default", "reduce-overhead", "max-autotune", "max-autotune-no-cudagraphs")
STRATEGIES: tuple[str, ...] = ("automatic", "mark-dynamic", "dynamic", "static", "buckets")
"""The arms of ``--strategies``: what can be done about sizes that vary."""

OTHER_ARMS: tuple[str, ...] = tuple(name for name in CHOICES if name not in (*MODES, *STRATEGIES))


def parse_arm(text: str) -> Arm:
    """Read an arm: names of `CHOICES` joined by ``+``, such as ``reduce-overhead+compiled-optimizer``.

    Raises `ArmError` for a name that there is not, and for two that exclude each other.
    """
    parts = [part.strip() for part in text.split("+")]
    values: dict[str, Any] = {}
    options: dict[str, Any] = {}
    for part in parts:
        if part not in CHOICES:
            raise ArmError(f"there is no arm {part!r}: put one together from {', '.join(CHOICES)}, joined by +")
        for name, value in CHOICES[part][1].items():
            into = values if name in Arm.__dataclass_fields__ else options
            if name in into:
                raise ArmError(f"the arm {text!r} says twice what {_meaning(name)} is to be")
            into[name] = value
    if "force_shape_pad" in options and "shape_padding" in options:
        raise ArmError(f"the arm {text!r} sets shape padding twice")
    return Arm(name="+".join(parts), options=options, **values)


def _meaning(name: str) -> str:
    return {"lengths": "done about sizes", "amp": "the autocast dtype"}.get(name, f"the {name.replace('_', ' ')}")


def choose_arms(arms: Iterable[str] = (), modes: str = "", *, strategies: bool = False) -> tuple[Arm, ...]:
    """The arms that the options ``--arm``, ``--modes`` and ``--strategies`` ask for, each once. Raises `ArmError`."""
    names = [name.strip() for name in modes.split(",") if name.strip()]
    for name in names:
        if name not in MODES:
            raise ArmError(f"torch.compile has no mode {name!r}: use {', '.join(MODES)}, joined by commas")
    found = [parse_arm(text) for text in (*names, *(STRATEGIES if strategies else ()), *arms)]
    return tuple({arm.name: arm for arm in found}.values())
