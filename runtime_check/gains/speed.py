"""The verdict on what compiling gains, told from the ratio to eager."""

from __future__ import annotations

from fullgraph.lint.diagnostics.amounts import show_seconds
from fullgraph.runtime_check.report.ratios import few_processes, show_ratio
from fullgraph.runtime_check.results import Gains, Status, Verdict


def speed_verdict(gains: Gains) -> Verdict:
    """The verdict of the check: such as ``1.85x as fast as eager (1.79 to 1.91, 3 processes): 8.5 ms -> 4.6 ms``."""
    times = f"{show_seconds(gains.eager.median)} -> {show_seconds(gains.compiled.median)} ({gains.compiled_with})"
    if gains.ratio is None:
        return Verdict("gains", "pass", times)
    status: Status = "slower" if gains.against_eager == "slower" else "pass"
    few = few_processes(gains.ratio)
    return Verdict("gains", status, f"{show_ratio(gains.ratio, 'eager')}: {times}", [few] if few else [])
