"""The ways to compile that can be measured beside each other."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

Mode = Literal["default", "reduce-overhead", "max-autotune", "max-autotune-no-cudagraphs"]
Lengths = Literal["as they come", "mark_dynamic", "dynamic=True", "dynamic=False", "buckets"]
"""What is done about sizes that change from call to call."""


@dataclass(frozen=True)
class Arm:
    """One way to compile a target. The defaults are those of ``torch.compile``."""

    name: str
    """What tables and the command line call it."""
    mode: Mode = "default"
    fullgraph: bool = False
    lengths: Lengths = "as they come"
    options: dict[str, Any] = field(default_factory=dict)
    """Inductor's, such as ``shape_padding``; not together with a mode."""
    optimizer: Literal["eager", "compiled", "foreach_map"] = "eager"
    """How the optimizer's step runs, where the target has one."""
    regional: bool = False
    """Compile repeated blocks, each kind once, instead of the whole."""
    artifacts: bool = False
    """Load what an earlier compile has saved with ``torch.compiler.save_cache_artifacts``."""
    amp: Literal["bfloat16", "float16"] | None = None
    """Run eager and compiled under ``torch.autocast`` with this dtype."""
