"""How the line of a finding is reached: in loops and layers, behind tests, and how often in recorded runs."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from fullgraph.lint.diagnostics.reach import Reach, Under
from fullgraph.lint.domain.condition import Condition
from fullgraph.lint.domain.frame import Finding, Frame
from fullgraph.lint.facts.observed import Observed, times_run
from fullgraph.lint.facts.schema import FunctionFact
from fullgraph.lint.project.index import Module
from fullgraph.lint.source.syntax import AnyFunction

CONCERN_ALL = frozenset(("FG801", "FG803", "FG805", "FG806"))
"""Rules about a torch.compile of which nothing that it is given gets what it promises."""


def reach_of(finding: Finding) -> Reach:
    """How the line of a finding is reached, by the way that this finding came."""
    root = finding.root
    return Reach(
        repeats=max(finding.repeats, root.repeats) if root is not None else finding.repeats,
        under=_under(finding.conditions),
        times=_times(finding),
        is_host=not finding.event.frame.tracing,
        concerns_all=finding.code in CONCERN_ALL,
    )


def _under(conditions: Sequence[Condition]) -> tuple[Under, ...]:
    return tuple(dict.fromkeys(map(_kind, conditions)))


def _kind(condition: Condition) -> Under:
    test = condition.test
    name = test.attr if isinstance(test, ast.Attribute) else test.id if isinstance(test, ast.Name) else ""
    if name == "training":
        return Under.TRAINING if condition.holds else Under.EVALUATION
    if isinstance(test, ast.Name) and (default := _default_of(test, condition.module)) is not None:
        return Under.CONDITION if bool(default.value) is condition.holds else Under.OFF
    return Under.CONDITION


def _default_of(name: ast.Name, module: Module) -> ast.Constant | None:
    """The default of the parameter that a name stands for in its function, where it is a flag."""
    function = module.parents.get(name)
    while function is not None and not isinstance(function, AnyFunction):
        function = module.parents.get(function)
    if function is None:
        return None
    given = function.args
    positional = [*given.posonlyargs, *given.args]
    defaults: dict[str, ast.expr | None] = dict(
        zip([one.arg for one in positional][len(positional) - len(given.defaults) :], given.defaults, strict=True)
    )
    defaults.update(zip([one.arg for one in given.kwonlyargs], given.kw_defaults, strict=True))
    found = defaults.get(name.id)
    return found if isinstance(found, ast.Constant) and isinstance(found.value, bool) else None


def _times(finding: Finding) -> float | None:
    """How often the line ran in a call of the outermost function on the way there of which recorded runs know."""
    observed, event = finding.event.interp.observed, finding.event
    if not observed:
        return None
    here = _fact_of(observed, event.frame)
    outermost = next((fact for frame in event.frame.chain() if (fact := _fact_of(observed, frame)) is not None), None)
    if here is None or outermost is None or not outermost.calls:
        return None
    function = event.frame.function
    assert function is not None and isinstance(function.node, (ast.FunctionDef, ast.AsyncFunctionDef))
    return times_run(here, function.node, event.node) / outermost.calls


def _fact_of(observed: Observed, frame: Frame) -> FunctionFact | None:
    """What recorded runs saw of a frame's function."""
    function = frame.function
    return observed.of(frame.source.path, function.qualname, function.node) if function is not None else None
