"""The gains of compiling: each way to compile is an arm, timed in a process of its own with private caches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fullgraph.runtime_check.gains.driver import measure_arms

__all__ = ["measure_arms"]


def __getattr__(name: str) -> Any:
    # On demand: the results name `Arm`, and the driver needs the results.
    if name == "measure_arms":
        from fullgraph.runtime_check.gains import driver

        return driver.measure_arms
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
