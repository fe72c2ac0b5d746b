"""Rules: their definition and how they are found.

A rule is a module ``fgNNN_name.py`` of the package ``fullgraph.rules``: its name gives the code and the rule's name,
its docstring is the rule's page (the first line is the summary), ``REGISTRY`` lists the ids of PyTorch's graph-break
registry that it predicts, and each function ``check*`` takes one event of ``fullgraph.lint.domain.events`` and returns
a Finding or None. The annotation of the event says which events it is called for; where these are calls, the decorator
``on_calls`` lists their names.

What a rule says can hold for some versions of torch only. A rule about names lists them as data, each with the versions
in which it breaks (``Breaks("random.random", before="2.14")``); any other check asks ``in_versions(event, ...)``. Both
are in ``names``, and compare with the version that the check was asked about, ``event.interp.torch.version``.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import pkgutil
import typing
from dataclasses import dataclass
from types import FunctionType, ModuleType
from typing import Any

from fullgraph.lint.domain.events import Call
from fullgraph.lint.domain.frame import Event
from fullgraph.lint.domain.listening import Listener
from fullgraph.lint.registry import codes

REGISTRY_SITE = "https://meta-pytorch.github.io/compile-graph-break-site/"
"""PyTorch's registry of graph breaks, which says what each is and how to mend it."""

BREAK_SITE = REGISTRY_SITE + "gb/{}.html"
"""The page on which PyTorch explains a break of its registry."""


@dataclass(frozen=True)
class Rule:
    """One rule, as its module declares it."""

    code: str
    """``FG101``; stable once released."""
    name: str
    """``branch-on-tensor``."""
    summary: str
    page: str
    """The whole page, in Markdown."""
    registry: tuple[str, ...]
    """Ids such as ``GB0170``, most likely first."""
    listeners: tuple[Listener, ...]

    @property
    def url(self) -> str | None:
        """PyTorch's own page about the break that the rule predicts."""
        return BREAK_SITE.format(self.registry[0].lower()) if self.registry else None


def _load(module: ModuleType) -> Rule:
    """Read a rule's module. Raises TypeError that says what is missing where."""
    where = module.__name__
    named = codes.named(where)
    if named is None:
        raise TypeError(f"{where}: a rule's module is named fgNNN_name")
    page = inspect.getdoc(module) or ""
    if not page:
        raise TypeError(f"{where}: a rule has its page as docstring")
    listeners = []
    for name, function in vars(module).items():
        if not name.startswith("check") or not inspect.isfunction(function):
            continue
        events = _parameters(function)
        if len(events) != 1 or not (isinstance(events[0], type) and issubclass(events[0], Event)):
            raise TypeError(f"{where}.{name}: takes one event of fullgraph.lint.domain.events")
        calls = getattr(function, "call_names", None)
        if (calls is None) == issubclass(events[0], Call):
            raise TypeError(f"{where}.{name}: @on_calls(...) lists the calls it listens to, if those are its events")
        listeners.append(Listener(named[0], events[0], function, calls))
    if not listeners:
        raise TypeError(f"{where}: a rule has a function check(event)")
    registry = getattr(module, "REGISTRY", None)
    if not isinstance(registry, tuple):
        raise TypeError(f"{where}: REGISTRY lists the registry ids that the rule predicts, as a tuple")
    return Rule(*named, page.splitlines()[0].strip(), page, registry, tuple(listeners))


def _parameters(function: FunctionType) -> list[Any]:
    """The annotations of a function's parameters. A plain name is looked up: to evaluate each text takes long."""
    written = [(key, hint) for key, hint in function.__annotations__.items() if key != "return"]
    if all(isinstance(hint, str) and hint in function.__globals__ for _, hint in written):
        return [function.__globals__[hint] for _, hint in written]
    hints = typing.get_type_hints(function)
    return [hints[key] for key, _ in written]


@functools.lru_cache(maxsize=1)
def load_rules() -> tuple[Rule, ...]:
    """All rules, by code. Raises TypeError where a rule's module is malformed."""
    package = importlib.import_module("fullgraph.rules")
    names = sorted(entry.name for entry in pkgutil.iter_modules(package.__path__) if entry.name.startswith("fg"))
    return tuple(_load(importlib.import_module(f"fullgraph.rules.{name}")) for name in names)
