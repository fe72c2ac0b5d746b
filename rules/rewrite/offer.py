"""How a rule offers a rewrite: as a function that makes the fix, called only when the finding is reported."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable
from typing import Any, Concatenate, Literal, NoReturn, ParamSpec, TypeVar

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.domain.events import Assertion, Call, Index, Test
from fullgraph.rules.rewrite.analysis.facts import Facts
from fullgraph.rules.rewrite.analysis.oracle import Obstacle
from fullgraph.rules.rewrite.soundness import answer, vetted

_Given = ParamSpec("_Given")
_Maker = TypeVar("_Maker", bound="Callable[[], Fix | None] | None")
_Node = TypeVar("_Node", bound=ast.AST)
_Answer = Fix | Obstacle
_Made = Callable[[], Fix]
_Happening = TypeVar("_Happening", bound="Assertion | Call | Index | Test")


def fix_factory(function: Callable[_Given, _Maker]) -> Callable[_Given, _Maker]:
    """Decorate a function that prepares a fix: where it fails, making the fix does, and what the rule says stands."""

    @functools.wraps(function)
    def prepared(*args: _Given.args, **kwargs: _Given.kwargs) -> Any:
        try:
            return function(*args, **kwargs)
        except (MemoryError, RecursionError):
            raise
        except Exception as failure:
            return functools.partial(_fail, failure)

    return prepared


def _fail(failure: Exception) -> NoReturn:
    raise failure


def offered(
    kind: type[_Node], vetting: Literal["names", "tensors", "none"] = "none"
) -> Callable[
    [Callable[Concatenate[_Happening, Facts, _Node, _Given], _Answer]], Callable[Concatenate[_Happening, _Given], _Made]
]:
    """Decorate a rewrite of an event's node, so that a rule gets the function that makes its fix.

    The rewrite is given the event, what is known at its statement, and the node, which has to be of a kind.
    ``vetting``: what the rewrite does not prove itself, about names alone or about tensors too (``vetted``).
    """

    def decorate(
        rewrite: Callable[Concatenate[_Happening, Facts, _Node, _Given], _Answer],
    ) -> Callable[Concatenate[_Happening, _Given], _Made]:
        def prepared(event: _Happening, /, *args: _Given.args, **kwargs: _Given.kwargs) -> _Made:
            facts = Facts(event, event.statement)

            def make() -> Fix:
                if not isinstance(event.node, kind):
                    what = "call" if kind is ast.Call else "separate expression"
                    return answer(Obstacle(f"it is not a {what}"))
                found = rewrite(event, facts, event.node, *args, **kwargs)
                return answer(found) if vetting == "none" else vetted(found, facts, computes=vetting == "tensors")

            return make

        functools.update_wrapper(prepared, rewrite)
        prepared.__annotations__ = {**rewrite.__annotations__, "return": "Callable[[], Fix]"}
        return fix_factory(prepared)

    return decorate


@fix_factory
def suggestion(text: str) -> Callable[[], Fix]:
    """What to write instead, where that is more than an edit of the line."""
    return lambda: Fix(text, is_suggestion=True)
