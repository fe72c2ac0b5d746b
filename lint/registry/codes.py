"""The codes and names of the rules, as their modules are called: no rule is imported for them."""

from __future__ import annotations

import difflib
import functools
import importlib
import pkgutil
import re
from collections.abc import Iterable, Mapping

_MODULE = re.compile(r"fg(\d{3})_(\w+)")

HAZARDS = frozenset(("FG610", "FG611", "FG617"))
"""Rules about results that differ from eager once compiled: the graph does not break there."""
_NO_BREAKS = ("FG7", "FG8")
"""Families about recompiles and about calls of ``torch.compile``."""


def named(module: str) -> tuple[str, str] | None:
    """The code and the name of the rule in a module; None for a module that is no rule's."""
    match = _MODULE.fullmatch(module.rpartition(".")[2])
    return (f"FG{match[1]}", match[2].replace("_", "-")) if match is not None else None


@functools.lru_cache(maxsize=1)
def by_name() -> Mapping[str, str]:
    """The code of each rule by its name."""
    package = importlib.import_module("fullgraph.rules")
    rules = sorted(rule for entry in pkgutil.iter_modules(package.__path__) if (rule := named(entry.name)) is not None)
    return {name: code for code, name in rules}


def is_about_break(code: str) -> bool:
    """Whether a rule's findings predict a graph break."""
    return not code.startswith(_NO_BREAKS) and code not in HAZARDS


def code_of(text: str) -> str | None:
    """The code of the rule with this code or name, or the beginning of the codes that begin so; None for other text."""
    code = by_name().get(text.lower(), text.upper())
    return code if code and any(known.startswith(code) for known in by_name().values()) else None


def known() -> list[str]:
    """Codes and names of all rules."""
    return [*by_name().values(), *by_name()]


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """``; did you mean FG101?`` where some known code or name is close to a wrong one, else nothing.

    Of a family that there is none of, such as FG9, the families are told.
    """
    folded = {one.upper(): one for one in known}
    if re.fullmatch(r"FG\d?", word.upper()):
        families = sorted({one[:3] for one in folded if re.fullmatch(r"FG\d+", one)})
        return f"; there are {families[0]} to {families[-1]}" if families else ""
    matches = difflib.get_close_matches(word.upper(), folded, n=3, cutoff=0.6)
    return f"; did you mean {', '.join(folded[match] for match in matches)}?" if matches else ""
