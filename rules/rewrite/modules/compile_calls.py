"""The fixes for how ``torch.compile`` is called: its options, and what is done with what it returns."""

from __future__ import annotations

import ast
import difflib
from collections.abc import Mapping

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.diagnostics.obligation import Kind, Obligation
from fullgraph.lint.domain.events import Compile
from fullgraph.lint.domain.values import Instance, Value, alternatives
from fullgraph.lint.project.index import dotted_name
from fullgraph.lint.project.module_classes import is_module_class
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.codemod import quote
from fullgraph.rules.codemod.change import Change, replace_expression, replace_statements
from fullgraph.rules.rewrite.analysis.facts import Facts
from fullgraph.rules.rewrite.analysis.oracle import Obstacle
from fullgraph.rules.rewrite.analysis.trees import names_in

NUMBERS = (
    Kind.COMPILING.open("the first call takes the time to compile"),
    Kind.VALUE.open("numbers may differ by rounding"),
)
RAISED = Kind.EXCEPTION.open("it raised before")
MODE_OPTIONS: Mapping[str, Mapping[str, bool]] = {
    "default": {},
    "reduce-overhead": {"triton.cudagraphs": True},
    "max-autotune-no-cudagraphs": {"max_autotune": True, "coordinate_descent_tuning": True},
    "max-autotune": {"max_autotune": True, "triton.cudagraphs": True, "coordinate_descent_tuning": True},
}
"""What inductor's modes stand for, in all versions of torch that are known."""
_DYNAMIC = {"auto": None, "automatic": None, "none": None, "true": True, "1": True, "false": False, "0": False}


def written(event: Compile, name: str) -> tuple[ast.Call, ast.keyword] | None:
    """The call, of what compiles or around it, in which an option is written."""
    nodes = ast.walk(event.node) if event.how == "decorator" else [event.node]
    for node in nodes:
        if isinstance(node, ast.Call) and (word := keyword_of(node, name)) is not None:
            return node, word
    return None


def drop(event: Compile, name: str, summary: str, *obligations: Obligation) -> Fix | Obstacle:
    """The call without an option."""
    found = written(event, name)
    if found is None:
        return Obstacle(f"`{name}` is given elsewhere")
    call, word = found
    less = quote.changed(call, keywords=[one for one in call.keywords if one is not word])
    return Fix(summary, (replace_expression(event.frame.source, call, less),), obligations)


def give(event: Compile, name: str, value: str | bool | None, summary: str, *obligations: Obligation) -> Fix | Obstacle:
    """The call with another value of an option that is written in it as a literal."""
    found = written(event, name)
    if found is None or not isinstance(found[1].value, ast.Constant):
        return Obstacle(f"`{name}` is given elsewhere")
    return Fix(summary, (with_keyword(found[0], name, value, event.frame.source),), obligations)


def known_mode(event: Compile, mode: str, modes: frozenset[str]) -> Fix | Obstacle:
    """The mode that is meant by one that does not exist."""
    near = difflib.get_close_matches(mode.lower().replace("_", "-"), sorted(modes), n=1, cutoff=0.8)
    if not near:
        return Obstacle(f"no mode is called like {mode!r}")
    return give(event, "mode", near[0], f"Write {near[0]!r}, the mode of nearly this name", RAISED)


def known_dynamic(event: Compile, value: object) -> Fix | Obstacle:
    """True, False or None for what is none of them."""
    key = str(value).lower()
    if key not in _DYNAMIC:
        return Obstacle("which of True, False and None is meant is unknown")
    meant = _DYNAMIC[key]
    return give(event, "dynamic", meant, f"Write {meant}", Kind.EXCEPTION.open("the first call raised before"))


def mode_as_options(event: Compile, mode: str) -> Fix | Obstacle:
    """The options that a mode stands for in front of those that are given with it, which count where both have one."""
    own = MODE_OPTIONS.get(mode)
    found, given = written(event, "mode"), written(event, "options")
    if own is None or found is None or given is None or found[0] is not given[0]:
        return Obstacle("mode and options are not written in one call")
    if not own:
        return drop(event, "mode", f"Leave out mode={mode!r}, which adds no options", RAISED)
    call, value = given[0], given[1].value
    keys, values = (value.keys, value.values) if isinstance(value, ast.Dict) else ([None], [value])
    has = {key.value for key in keys if isinstance(key, ast.Constant)}
    more = {ast.Constant(name): ast.Constant(one) for name, one in own.items() if name not in has}
    options = quote.changed(given[1], value=ast.Dict([*more, *keys], [*more.values(), *values]))
    words = [options if word is given[1] else word for word in call.keywords if word is not found[1]]
    change = replace_expression(event.frame.source, call, quote.changed(call, keywords=words))
    return Fix(f"Give the options that mode={mode!r} stands for, and these", (change,), (RAISED,))


def _own_module(value: Value) -> bool:
    """Whether a value surely is a module whose forward is the project's own.

    ``module.compile()`` compiles nothing of torch's own modules, ``nn.Sequential`` among them: TorchDynamo skips their
    files, but for what ``torch.compile(module)`` wraps.
    """
    return all(
        isinstance(option, Instance) and is_module_class(option.cls) and option.cls.find_method("forward") is not None
        for option in alternatives(value)
    )


def use_result(event: Compile) -> Fix | Obstacle:
    """``module.compile()`` in place of ``torch.compile(module)``, or an assignment of what that returns. Unsafe."""
    call, statement, source = event.node, event.statement, event.frame.source
    if not isinstance(call, ast.Call) or not call.args or not dotted_name(call.args[0]):
        return Obstacle("what is compiled has no name to be assigned to")
    target = call.args[0]
    if _own_module(event.target):
        in_place = ast.Attribute(target, "compile", ast.Load())
        change = replace_expression(source, call, quote.changed(call, func=in_place, args=call.args[1:]))
        return Fix("Compile the module in place", (change,), NUMBERS)
    if isinstance(target, ast.Name) and (obstacle := _rebound(event, target, statement)) is not None:
        return obstacle
    if not isinstance(statement, ast.Expr) or statement.value is not call:
        return Obstacle("it is not a separate statement")
    wrapped = Kind.NAMES.open("a module gets a wrapper, with other names in its state dict")
    change = replace_statements(source, [statement], [quote.assign(dotted_name(target), call)])
    return Fix("Use what torch.compile returns", (change,), (*NUMBERS, wrapped))


def _rebound(event: Compile, target: ast.Name, statement: ast.stmt) -> Obstacle | None:
    """Why another value of a variable would not be what is called afterwards."""
    function, name = event.frame.function, target.id
    facts = Facts(event, statement)
    if function is not None and name not in function.local_names:
        return Obstacle(f"`{name}` is not a variable of this function; compile it where it is defined")
    if any(
        isinstance(loop, (ast.For, ast.AsyncFor)) and name in names_in(loop.target) for loop in ast.walk(facts.scope)
    ):
        return Obstacle(f"`{name}` is the variable of a loop; compile a module in place, by `{name}.compile()`")
    if function is not None and not facts.used_later(name):
        return Obstacle(
            f"nothing reads `{name}` afterwards; return what torch.compile returns, or use {name}.compile()"
        )
    return None


def keyword_of(call: ast.Call, name: str) -> ast.keyword | None:
    """The keyword argument that is written in the call."""
    return next((word for word in call.keywords if word.arg == name), None)


def with_keyword(call: ast.Call, name: str, value: str | bool | None, source: SourceFile) -> Change:
    """``name=value`` in place of what the call gives for it, or behind its last argument."""
    word, constant = keyword_of(call, name), ast.Constant(value)
    if word is not None:
        return replace_expression(source, word.value, constant)
    more = quote.changed(call, keywords=[*call.keywords, ast.keyword(name, constant)])
    return replace_expression(source, call, more)
