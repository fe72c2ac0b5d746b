"""The dynamic half: compiles a target for real and reports what the compiler did.

    from fullgraph.runtime_check import verify, Settings
    report = verify("model.py:Net", Settings(inputs=("x=f32[8,3,32,32]",)))
    assert report.exit_status == 0

The names are loaded on first use: importing this package imports neither torch nor rich.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fullgraph.runtime_check.process.supervise import Limits
    from fullgraph.runtime_check.progress import Progress
    from fullgraph.runtime_check.results import Report, to_json
    from fullgraph.runtime_check.session.verify import Settings, verify

__all__ = ["Limits", "Progress", "Report", "Settings", "to_json", "verify"]

_HOMES = {
    "Limits": "process.supervise",
    "Progress": "progress",
    "Report": "results",
    "Settings": "session.verify",
    "to_json": "results",
    "verify": "session.verify",
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(f"{__name__}.{home}"), name)
