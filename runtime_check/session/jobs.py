"""The jobs that the command line and the configuration ask for together."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from fullgraph.lint.config.toml_tables import ConfigurationError
from fullgraph.runtime_check.arms import ArmError
from fullgraph.runtime_check.options import make_settings
from fullgraph.runtime_check.process.protocol import RecordingRequest
from fullgraph.runtime_check.session.configuration import Declared, DeclaredTarget, read_declared
from fullgraph.runtime_check.session.verify import Job
from fullgraph.runtime_check.target.inputs import InputSpecError
from fullgraph.runtime_check.target.target import TargetError, absolute, parse_spec

_ARGUMENTS = ("inputs", "inputs_from", "vary")
"""Options that are set together: giving the first or the second decides about all three."""
_REBUILT = {"ddp": "--ddp", "arms": "--arm", "modes": "--modes", "strategies": "--strategies"}
"""Options that run a target in further processes, each of which builds it anew."""


def plan(
    targets: Sequence[str], values: Mapping[str, Any], given: Collection[str], fixing: Mapping[str, Any]
) -> list[Job]:
    """The jobs for the targets of the command line, or without any for those of the configuration.

    ``values`` are the settings by the options' parameters, of which the command line gave ``given``; the others are
    defaults, over which the configuration's win. Raises `ConfigurationError`, with one line, for what cannot be used.
    """
    declared = read_declared(Path.cwd())
    explicit = {name: values[name] for name in given}
    chosen: list[tuple[DeclaredTarget, bool]] = []
    for text in targets:
        found = declared.find(text)
        chosen += [(entry, True) for entry in found] or [(DeclaredTarget(text), False)]
    if not targets:
        chosen = [(entry, True) for entry in declared.targets]
    if not chosen:
        where = f"list targets in {declared.path}" if declared.path else "list targets in pyproject.toml"
        raise ConfigurationError(
            f"nothing to verify: name a target, such as model.py:Net, or {where}: "
            '[tool.fullgraph.verify] with targets = ["model.py:Net"]'
        )
    return [
        _job(
            entry,
            declared,
            _merged(values, declared.common, entry.values, explicit),
            fixing,
            configured=configured,
            blamed=configured and not explicit,
        )
        for entry, configured in chosen
    ]


def recording(
    script: str,
    order: RecordingRequest,
    targets: Sequence[str],
    values: Mapping[str, Any],
    given: Collection[str],
    fixing: Mapping[str, Any],
) -> list[Job]:
    """The job of ``--record``, with the configuration's common settings. The arguments are as for `plan`.

    Raises `ConfigurationError` for what does not go with it.
    """
    if len(targets) > 1:
        raise ConfigurationError(f"--record takes one TARGET to record, not {len(targets)}")
    if values["inputs"] or values["inputs_from"] or values["vary"]:
        raise ConfigurationError("--record takes the inputs from the script: leave out --input, --inputs and --vary")
    rebuilt = next((option for name, option in _REBUILT.items() if values[name]), None)
    if rebuilt is not None:
        raise ConfigurationError(
            f"{rebuilt} builds the target again, but --record takes it from the run: name a target"
        )
    wanted = targets[0] if targets else None
    if wanted is not None and not all(part.isidentifier() for part in wanted.rpartition(":")[2].split(".")):
        raise ConfigurationError(
            f"cannot record {wanted!r}: name a class or function of the script, such as Net, or package.module:Net"
        )
    common = read_declared(Path.cwd()).common
    common = {name: value for name, value in common.items() if name not in (*_ARGUMENTS, *_REBUILT)}
    try:
        settings = make_settings(_merged(values, common, {name: values[name] for name in given}), fixing)
    except (InputSpecError, TargetError, ArmError) as error:
        raise ConfigurationError(str(error)) from None
    return [Job(script, settings, record=dataclasses.replace(order, wanted=wanted))]


def _job(
    entry: DeclaredTarget,
    declared: Declared,
    values: Mapping[str, Any],
    fixing: Mapping[str, Any],
    *,
    configured: bool,
    blamed: bool,
) -> Job:
    """``blamed``: what is wrong can only be in the configuration, since the command line gives no setting."""
    try:
        settings = make_settings(values, fixing)
    except (InputSpecError, TargetError, ArmError) as error:
        where = f"{declared.path}: {entry.name or entry.target}: " if blamed else ""
        raise ConfigurationError(f"{where}{error}") from None
    if configured and settings.inputs_from:
        # The command line's is relative to the current folder, the configuration's is absolute already.
        settings = dataclasses.replace(
            settings, inputs_from=str(absolute(parse_spec(settings.inputs_from), Path.cwd()))
        )
    return Job(entry.target, settings, entry.name, declared.folder if configured else None)


def _merged(*layers: Mapping[str, Any]) -> dict[str, Any]:
    """Later layers win; one that gives inputs leaves nothing of the earlier ones' inputs."""
    merged = dict(layers[0])
    for layer in layers[1:]:
        if layer.get("inputs") or layer.get("inputs_from"):
            merged |= {name: layers[0][name] for name in _ARGUMENTS}
        merged |= layer
    return merged
