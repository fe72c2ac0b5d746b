"""Effects of calls of the project's code: interprocedural summaries of what is read, written, kept and returned.

A flow-sensitive mod/ref analysis. Memory is abstracted to the parameters of the function (``Places``) and ``OUTSIDE``,
all that lives longer than the call; what is in neither is the function's own. A summary is made once for the same
function, values of arguments and state of objects; a caller puts its own places in those of the parameters. What is not
understood is in ``Effects.unknown``, and every other answer then means nothing.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from fullgraph.lint.domain.frame import Analysis, Frame
from fullgraph.lint.domain.heap import Heap
from fullgraph.lint.domain.values import (
    UNKNOWN,
    Const,
    Function,
    Instance,
    MappingValue,
    PyValue,
    SequenceValue,
    Value,
    alternatives,
    join_all,
)
from fullgraph.lint.project.index import FunctionInfo, dotted_name
from fullgraph.lint.project.module_classes import is_module_class
from fullgraph.rules.rewrite.analysis.effects.attributes import HARMLESS
from fullgraph.rules.rewrite.analysis.effects.calls import Calls
from fullgraph.rules.rewrite.analysis.effects.kinds import is_number_value, is_tensor_value
from fullgraph.rules.rewrite.analysis.effects.summaries import Summaries
from fullgraph.rules.rewrite.analysis.effects.summary import OWN, Arguments, Effects, GivenUp, Places, Ref, not_known
from fullgraph.rules.rewrite.analysis.memory import OUTSIDE
from fullgraph.rules.rewrite.analysis.trees import given_to, names_in

MAX_DEPTH = 6
"""Calls that are followed into each other."""


def of_call(interp: Analysis, frame: Frame, heap: Heap, call: ast.Call, values: Mapping[ast.AST, Value]) -> Effects:
    """The effects of a call; its arguments are the parameters ``0``, ``1`` … and those of its keywords.

    ``values``: what is known of the parts of its callee, and of its arguments. What the callee is reached by (``self``
    in ``self.net(x)``) keeps its text among the sources.
    """
    text = frame.text(call.func)
    callee = values.get(call.func)
    plain = all(keyword.arg is not None for keyword in call.keywords)
    plain &= not any(isinstance(one, ast.Starred) for one in call.args)
    plain &= callee is not None and not any(type(option) is Value for option in alternatives(callee))
    if callee is None or not plain or any(isinstance(part, ast.Call) for part in ast.walk(call.func)):
        return not_known(text)
    summaries: Summaries = interp.rule_state.setdefault("effects", Summaries(interp))
    values, heap = _of_any_object(summaries, frame, heap, call, values)
    callee = values.get(call.func)
    if callee is None:
        return not_known(text)
    analysis = Run(summaries, frame, heap, values, depth=0)
    outside = Ref(frozenset({OUTSIDE}), exact=False, holds=True)
    for part in ast.walk(call.func):
        if isinstance(part, ast.Name) and part.id in (frame.function.local_names if frame.function else ()):
            analysis.names[part.id] = replace(outside, path=part.id)

    def given(name: str, node: ast.expr) -> tuple[Ref, Value]:
        value = values.get(node, UNKNOWN)
        ref = Ref(
            frozenset({name}), frozenset({name}), holds=True, path="" if is_tensor_value(value) else dotted_name(node)
        )
        return ref, value

    arguments = Arguments(
        [given(str(place), one) for place, one in enumerate(call.args)],
        {str(keyword.arg): given(str(keyword.arg), keyword.value) for keyword in call.keywords},
    )
    try:
        whole, owner = analysis.callee(call.func, callee)
        return analysis.effects(analysis.apply(callee, whole, owner, arguments, text))
    except GivenUp as given_up:
        return Effects(exact=False, unknown=given_up.clause)


def _of_any_object(
    summaries: Summaries, frame: Frame, heap: Heap, call: ast.Call, values: Mapping[ast.AST, Value]
) -> tuple[dict[ast.AST, Value], Heap]:
    """What the parts of a call hold whichever objects of their classes the code is run for."""
    found = dict(values)
    for argument in given_to(call):
        value = found.get(argument, UNKNOWN)
        if not isinstance(argument, ast.Constant):
            found[argument] = join_all([_any_number(option) for option in alternatives(value)])
    names: dict[str, Value] = {}
    for part in ast.walk(call.func):
        value = found.get(part, UNKNOWN)
        if isinstance(part, ast.Name) and any(isinstance(option, Instance) for option in alternatives(value)):
            owner = frame.function.owner if frame.function is not None else None
            own = value == frame.owner and owner is not None and is_module_class(owner)
            if own and isinstance(value, Instance) and owner is not None and value.cls is not owner:
                value = join_all([value, Instance(owner, value.site)])  # a method runs for objects of its own class too
            names[part.id], heap = summaries.generic(value, heap)
    if names:
        around = Frame(frame.module, frame.function, names, closure=frame.closure, root=frame.root, owner=frame.owner)
        known = summaries.interp.probed(around, call.func, heap).values
        found |= {part: known[part] for part in ast.walk(call.func) if part in known}
    return found, heap


def _any_number(value: Value) -> Value:
    """A number or text of which only the kind is known."""
    if not isinstance(value, Const):
        return value
    return UNKNOWN if value.value is None else PyValue(value.kind.__name__)


@dataclass
class Run(Calls):
    """One function, or one call that is looked at from outside."""

    def _function(self, callee: Function, owner: Ref, given: Arguments, text: str) -> Ref:
        info = callee.info
        if not info.decorator_names <= HARMLESS:
            raise GivenUp(f"`{text}` is decorated")
        if callee.closure is not None and _is_captured(info, callee.closure):
            raise GivenUp(f"`{text}` reads names of the function around it")
        bound = _bound(self.summaries.interp, callee, owner, given)
        if bound is None:
            raise GivenUp(f"what `{text}` receives is unknown")
        summary = self._summary(callee, {name: value for name, (_, value) in bound.items()})
        if summary.unknown is not None:
            raise GivenUp(summary.unknown)
        return self._instantiated(summary, {name: ref for name, (ref, _) in bound.items()})

    def _instantiated(self, summary: Effects, refs: Mapping[str, Ref]) -> Ref:
        """Note the effects of a call, with what it was given in the places of the parameters."""

        def places(names: Places) -> Places:
            found = frozenset({OUTSIDE} & names)
            return found.union(*(refs[name].places for name in names if name in refs))

        found, now = self.found, summary
        self.found = replace(
            found,
            written=found.written | places(now.written),
            assigned=found.assigned | now.assigned,
            kept=found.kept | (places(now.kept) - {OUTSIDE}),
            statistics=found.statistics or now.statistics,
            draws=found.draws or now.draws,
            raises=found.raises or now.raises,
            shows=found.shows or now.shows,
            reads=found.reads or now.reads,
            asks=found.asks | now.asks,
        )
        for name in now.kept:  # one argument may hold another now
            item = replace(refs.get(name, OWN), exact=False)
            for key, ref in self.names.items():
                if ref.holds:
                    self.names[key] = replace(ref, places=ref.places | item.places, exact=False)
        sources: set[str] = set()
        exact = now.exact
        for source in now.sources:
            root = re.split(r"[.\[]", source, maxsplit=1)[0]
            at = refs.get(root)
            if at is None:
                sources.add(source)
                exact = False
            elif root == source:
                sources |= at.sources | ({at.path} - {""})
                exact &= at.exact
            else:
                sources.add(f"{at.path or OUTSIDE}{source[len(root) :]}")
                exact &= bool(at.path)
        return Ref(places(now.returned), frozenset(sources), exact, holds=True)

    def _summary(self, callee: Function, values: Mapping[str, Value]) -> Effects:
        """The summary of a function for such arguments, in terms of its parameters."""
        summaries, info, heap = self.summaries, callee.info, self.heap
        given: dict[str, Value] = {}
        for name, value in values.items():
            given[name], heap = summaries.generic(value, heap)
        key = (info, tuple(given.items()), id(heap.base), id(heap.own), id(callee.closure))
        known = summaries.known.get(key)
        if known is not None:
            return known[1]
        if info in summaries.running or self.depth >= MAX_DEPTH:
            return Effects(exact=False, unknown=f"`{info.qualname}` calls too deep to follow")
        summaries.running.append(info)
        try:
            found = self._summarized(callee, given, heap)
        finally:
            summaries.running.pop()
        if not summaries.running or found.unknown is None:
            summaries.known[key] = ((heap.base, heap.own, callee.closure), found)
        return found

    def _summarized(self, callee: Function, values: Mapping[str, Value], heap: Heap) -> Effects:
        info, node = callee.info, callee.info.node
        if info.is_generator or isinstance(node, ast.AsyncFunctionDef):
            return Effects(exact=False, unknown=f"`{info.qualname}` is a generator or coroutine")
        frame = Frame(
            info.module,
            info,
            dict(values),
            closure=callee.closure,
            root=self.frame.root,
            owner=next(iter(values.values()), None) if callee.bound is not None else None,
        )
        code = node.body
        probe = self.summaries.interp.probed(frame, code, heap)
        inner = Run(self.summaries, frame, heap, probe.values, self.depth + 1)
        for name, value in values.items():
            own = Ref(frozenset({name}), frozenset({name}), holds=not is_tensor_value(value), path=name)
            inner.names[name] = OWN if is_number_value(value) else own
        inner.bound = frozenset(values)
        try:
            if isinstance(code, ast.expr):
                return inner.effects(inner.evaluate(code))
            completes = inner.run(code)
        except GivenUp as given_up:
            return Effects(exact=False, unknown=given_up.clause)
        results = inner.results + ([OWN] if completes else [])
        if not results:
            return inner.effects(OWN)
        joined = results[0] if len(results) == 1 else OWN.join(*results)
        alike = len({ref.sources for ref in results}) == 1
        return inner.effects(replace(joined, exact=joined.exact and alike))


def _bound(interp: Analysis, callee: Function, owner: Ref, given: Arguments) -> dict[str, tuple[Ref, Value]] | None:
    """What each parameter of a function holds; None where the arguments do not fit it as far as is known."""
    arguments = callee.info.node.args
    positional = [one.arg for one in (*arguments.posonlyargs, *arguments.args)]
    args = [*([(owner, callee.bound)] if callee.bound is not None else []), *given.args]
    found: dict[str, tuple[Ref, Value]] = dict(zip(positional, args, strict=False))
    more = args[len(positional) :]
    if given.rest is not None or (more and arguments.vararg is None):
        return None
    names = {*positional, *(one.arg for one in arguments.kwonlyargs)} - {one.arg for one in arguments.posonlyargs}
    extra = {name: one for name, one in given.keywords.items() if name not in names}
    if (extra and arguments.kwarg is None) or any(name in found for name in given.keywords):
        return None
    found |= {name: one for name, one in given.keywords.items() if name in names}
    if arguments.vararg is not None:
        items = tuple(value for _, value in more)
        found[arguments.vararg.arg] = (
            replace(OWN.join(*(ref for ref, _ in more)), exact=False, holds=True),
            SequenceValue("tuple", items),
        )
    if arguments.kwarg is not None:
        pairs = tuple((Const(name), value) for name, (_, value) in extra.items())
        found[arguments.kwarg.arg] = (
            replace(OWN.join(*(ref for ref, _ in extra.values())), exact=False, holds=True),
            MappingValue(pairs),
        )
    defaults = dict(zip(positional[::-1], arguments.defaults[::-1], strict=False))
    only = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    defaults |= {one.arg: default for one, default in only if default is not None}
    for name in (*positional, *(one.arg for one in arguments.kwonlyargs)):
        if name in found:
            continue
        if name not in defaults:
            return None
        default = defaults[name]
        if isinstance(default, ast.Constant):
            found[name] = (OWN, Const(default.value))
        else:
            value = interp.evaluate(Frame(callee.info.module), default)
            found[name] = (Ref(frozenset({OUTSIDE}), exact=False, holds=True), value)
    return found


def _is_captured(info: FunctionInfo, around: Frame | None) -> bool:
    """Return whether a function reads names of the functions around it."""
    read = names_in(info.node) - info.local_names
    while around is not None:
        if around.function is not None and read & around.function.local_names:
            return True
        around = around.closure
    return False
