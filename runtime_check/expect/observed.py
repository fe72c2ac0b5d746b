"""What `verify` saw of a target, as expectations have it."""

from __future__ import annotations

import re

from fullgraph.runtime_check import identity
from fullgraph.runtime_check.expect.model import Found, Key, Observed
from fullgraph.runtime_check.identity import Identity
from fullgraph.runtime_check.results import Run, TargetReport

_VERSION = re.compile(r"\d+\.\d+")


def of_target(report: TargetReport) -> Observed:
    """The target as it is, not the fixed copy."""
    run = report.before
    environment = run.environment
    mode = "train" if run.trains else "eval"
    key = Key(report.known_as or report.target, minor(environment.torch), mode, environment.device.partition(":")[0])
    if run.failure is not None:
        return Observed(key, problem=f"{key.target} could not be run, so nothing was compared")
    return Observed(
        key,
        run.graphs,
        _checks(run),
        breaks_of(run),
        recompiles_of(run),
        run.compile_raises,
    )


def minor(version: str) -> str:
    """``2.13`` of ``2.13.0+cpu``."""
    found = _VERSION.match(version)
    return found[0] if found else version


def breaks_of(run: Run) -> list[Found]:
    """The breaks of a run, by their identity."""
    found = []
    for one, known in zip(run.breaks, identity.of_breaks(run.breaks), strict=True):
        reason = identity.without_numbers(one.reason)
        found.append(_found(known, reason, one.place.line, one.registry_id or "", list(one.modes)))
    return found


def recompiles_of(run: Run) -> list[Found]:
    """The recompiles of a run that are to be mended, by their identity; each once."""
    pairs = zip(run.recompiles, identity.of_recompiles(run.recompiles), strict=True)
    found = {known.digest: _found(known, known.cause, one.place.line) for one, known in pairs if one.to_mend}
    return list(found.values())


def _checks(run: Run) -> dict[str, str]:
    checks: dict[str, str] = {verdict.check: verdict.status for verdict in run.verdicts}
    if run.ddp is not None:
        checks["ddp"] = "fail" if run.ddp.exit_status else "pass"
    return checks


def _found(known: Identity, reason: str, line: int, registry: str = "", modes: list[str] | None = None) -> Found:
    return Found(known.digest, known.file, known.function, known.source, reason, registry, modes or [], line=line)
