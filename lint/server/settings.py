"""The settings of a client: the options of ``check``, by the names of the command line or in camel case."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, get_args

from fullgraph.lint.config.options import Scope
from fullgraph.lint.config.settings import codes_of
from fullgraph.lint.diagnostics.condition import ASSUMABLE
from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES, Mode
from fullgraph.lint.torch_data import supported

OPEN_FILES, WORKSPACE = "openFilesOnly", "workspace"


@dataclass(frozen=True)
class Settings:
    """The settings of the documents of a folder."""

    options: Mapping[str, Any] = field(default_factory=dict)
    """Fields of the engine's options that the client sets, instead of those that files and the command line give."""
    enable: bool = True
    delay: int = 300
    """Milliseconds from a change to the check of it: until nothing more is typed for so long."""
    diagnostic_mode: str = OPEN_FILES
    """Whether only open documents are checked, or all files of the folder."""


class _Wrong(Exception):
    """A value that a setting does not take; the message says which it takes."""


def parse(given: object, base: Settings) -> tuple[Settings, list[str]]:
    """Settings as a client sends them, on top of ``base``; and what is wrong with them. Wrong ones are left out."""
    if given is None:
        return base, []
    if not isinstance(given, Mapping):
        return base, [f"the settings are no object but {given!r}"]
    options: dict[str, Any] = {}
    others: dict[str, Any] = {}
    problems = []
    for key, value in given.items():
        name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", str(key)).lower().replace("-", "_")
        if value is None:
            continue
        if name not in _PARSERS:
            close = difflib.get_close_matches(name, _PARSERS, n=1)
            problems.append(f"unknown setting {key}{f'; did you mean {close[0]}?' if close else ''}")
            continue
        try:
            parsed = _PARSERS[name](value)
        except _Wrong as wrong:
            problems.append(f"{key}: {wrong}")
            continue
        (others if name in ("enable", "delay", "diagnostic_mode") else options)[name] = parsed
    return replace(base, options={**base.options, **options}, **others), problems


def _codes(value: object) -> tuple[str, ...]:
    return codes_of(_texts(value), lambda text, hint: _Wrong(f"unknown rule {text}{hint}"))


def _texts(value: object) -> tuple[str, ...]:
    given: Sequence[object] = [value] if isinstance(value, str) else value if isinstance(value, (list, tuple)) else []
    texts = tuple(one for one in given if isinstance(one, str))
    if len(texts) != len(given) or not isinstance(value, (str, list, tuple)):
        raise _Wrong(f"takes a list of texts, not {value!r}")
    return texts


def _one_of(*allowed: str) -> Callable[[object], str]:
    def parse(value: object) -> str:
        if not isinstance(value, str) or value not in allowed:
            raise _Wrong(f"takes {', '.join(allowed)}, not {value!r}")
        return value

    return parse


def _some_of(*allowed: str) -> Callable[[object], tuple[str, ...]]:
    def parse(value: object) -> tuple[str, ...]:
        texts = _texts(value)
        wrong = next((text for text in texts if text not in allowed), None)
        if wrong is not None:
            raise _Wrong(f"takes a list out of {', '.join(allowed)}, and has {wrong!r}")
        return texts

    return parse


def _torch_version(value: object) -> str | None:
    if not isinstance(value, str):
        raise _Wrong(f'takes a version such as "2.13", not {value!r}')
    try:
        return supported(value)
    except ValueError as failure:
        raise _Wrong(str(failure)) from None


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise _Wrong(f"takes true or false, not {value!r}")
    return value


def _milliseconds(value: object) -> int:
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not 0 <= value <= 60_000:
        raise _Wrong(f"takes milliseconds from 0 to 60000, not {value!r}")
    return int(value)


_PARSERS: dict[str, Callable[[object], object]] = {
    "select": _codes,
    "ignore": _codes,
    "follow": _texts,
    "follow_reached": _truth,
    "mode": _one_of(*get_args(Mode)),
    "confidence": _one_of(*CONFIDENCES),
    "assume": _some_of(*ASSUMABLE),
    "scope": _one_of(*get_args(Scope)),
    "torch_version": _torch_version,
    "enable": _truth,
    "delay": _milliseconds,
    "diagnostic_mode": _one_of(OPEN_FILES, WORKSPACE),
}
