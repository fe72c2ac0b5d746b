"""Advice on a recompile, from the text of the guard that failed.

The guards and their texts are those of ``torch/_dynamo/guards.py`` and ``torch/csrc/dynamo/guards.cpp``, as torch 2.11
to 2.15 write them. A guard on an argument names it plainly (``x``, ``self.n``), one on a global ``G['n']``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fullgraph.runtime_check.observe.capture import Recompile, Specialization

_HINT = "considers integer attributes of the nn.Module to be static"
"""The hint that Dynamo adds to the guard on an int that is an attribute of a module."""
_NUMBER = r"-?(?:\d[\d.]*(?:e[-+]?\d+)?|inf|nan)"
_GLOBAL_NAME = re.compile(r"^G\['(\w+)'\]$")


@dataclass(frozen=True)
class _Known:
    """A kind of guard."""

    kind: str
    pattern: re.Pattern[str]
    advice: Callable[[re.Match[str]], str]


def advice_for(found: Recompile, specialized: Sequence[Specialization] = ()) -> str:
    """The advice, in one line; empty for a guard of no known kind.

    ``specialized``: the sizes that became constants, so that the line can be named that keeps a size from varying.
    """
    reason = found.reasons[0] if found.reasons else ""
    if _HINT in reason:
        return (
            f"an int attribute of a module is a constant of the graph: keep {_name(found.guard)} in a buffer "
            "(register_buffer), or set torch._dynamo.config.allow_unspec_int_on_nn_module = True"
        )
    for known in _KNOWN:
        match = known.pattern.search(found.guard)
        if match is not None:
            return known.advice(match) + _made_constant(match, specialized)
    return ""


def kind_of(guard: str) -> str:
    """The kind of a guard, in a word: ``size``, ``dtype``, ``number`` ...; ``other`` for none that is known."""
    return next((known.kind for known in _KNOWN if known.pattern.search(guard)), "other")


def _name(guard: str) -> str:
    return guard.partition(" ")[0]


def _made_constant(match: re.Match[str], specialized: Sequence[Specialization]) -> str:
    """The place where a size that varies was turned into a constant, so that making it dynamic alone does not help."""
    if match.re is not _SIZE:
        return ""
    source = f"{match['tensor']}.size()[{match['dim']}]"
    for one in specialized:
        if one.source == source and one.filename is not None:
            return f"; {one.filename}:{one.line} needs it as a constant; fix that first"
    return ""


def _size(match: re.Match[str]) -> str:
    tensor, dim = match["tensor"], match["dim"]
    return (
        f"a size that varies: torch._dynamo.mark_dynamic({tensor}, {dim}) before the first call, or "
        "torch.compile(dynamic=True); if there are few sizes, pad to them (buckets), which keeps static kernels"
    )


def _zero_or_one(match: re.Match[str]) -> str:
    tensor, dim = match["tensor"], match["dim"]
    return (
        "sizes 0 and 1 get their own graphs, even for a dynamic dimension: pad to at least 2, leave the last batch "
        f"out, or torch._dynamo.decorators.mark_unbacked({tensor}, {dim})"
    )


def _of_size(_match: re.Match[str]) -> str:
    return (
        "the code decides by a size, and has a graph for each outcome: take the decision out of the compiled function, "
        "or pad so that it always comes out alike; torch._check(...) says what always holds"
    )


def _number(match: re.Match[str]) -> str:
    source, value = match["source"], match["value"]
    named = _GLOBAL_NAME.match(source)
    if source.endswith(".training"):
        return "train and eval mode have one graph each, and both are kept: warm up both"
    if value in ("True", "False"):
        return (
            "each value of a flag has its own graph, and both are kept: warm up both, or set the flag before compiling"
        )
    if named:
        return f"a global number belongs to the graph: pass {named[1]} as an argument or keep it in a tensor"
    if "." in value or "e" in value:
        return (
            f"a float becomes symbolic with its second value, unless an operator needs it as a number (dropout's p): "
            f"pass torch.tensor({source}), or use few values"
        )
    return (
        f"an int becomes symbolic with its second value, unless the code needs its value (range, an index): "
        f"torch.compile(dynamic=True), pass torch.tensor({source}), or use few values"
    )


def _says(text: str) -> Callable[[re.Match[str]], str]:
    return lambda match: text.format(**match.groupdict())


def _state(match: re.Match[str]) -> str:
    state = match["state"].strip()
    if "grad_mode" in state:
        return (
            "there is one graph with and one without gradients (no_grad, inference_mode): warm up both, or use only one"
        )
    if "autocast" in state:
        return "enter autocast in the same way in every call, or inside the compiled function"
    return f"{state} is global state that the graph depends on: set it once, before the first call"


_SOURCE = r"(?P<source>[^\s=]+)"
_SIZE = re.compile(r"tensor '(?P<tensor>.+?)' size mismatch at index (?P<dim>\d+)")
_KNOWN = tuple(
    _Known(kind, re.compile(pattern) if isinstance(pattern, str) else pattern, advice)
    for kind, pattern, advice in (
        ("size", _SIZE, _size),
        ("size 0 or 1", r"^2 <= (?P<tensor>.+?)\.size\(\)\[(?P<dim>\d+)\]$", _zero_or_one),
        ("size 0 or 1", r"^Ne\((?P<tensor>.+?)\.size\(\)\[(?P<dim>\d+)\], 1\)$", _zero_or_one),
        ("decision by size", r"\.(size|stride)\(\)\[\d+\]", _of_size),
        (
            "rank",
            r"tensor '(?P<tensor>.+?)' rank mismatch",
            _says("a graph for each rank: give {tensor} one rank before the call (unsqueeze, reshape)"),
        ),
        (
            "dtype",
            r"tensor '(?P<tensor>.+?)' dtype mismatch",
            _says("a graph for each dtype: cast {tensor} to one dtype before the call"),
        ),
        (
            "requires_grad",
            r"tensor '(?P<tensor>.+?)' requires_grad mismatch",
            _says(
                "a graph with and one without a gradient for {tensor}: always pass it the same way, and "
                "detach() it if it needs no gradient"
            ),
        ),
        (
            "stride",
            r"tensor '(?P<tensor>.+?)' stride(s)? mismatch",
            _says("a graph for each memory layout: {tensor}.contiguous() (or one memory_format) before the call"),
        ),
        (
            "device",
            r"tensor '(?P<tensor>.+?)' (dispatch key set|device( index)?) mismatch",
            _says("a graph for each device and kind of view: move {tensor} to one device, resolve_conj() before"),
        ),
        (
            "type",
            r"expected type of '(?P<tensor>.+?)' to be",
            _says("a graph for each type: pass {tensor} always as a tensor (of one class), or never"),
        ),
        (
            "aliasing",
            r"[Dd]uplicate tensors|overlap",
            _says(
                "one tensor passed twice has another graph than two tensors: clone() one of them, or always pass two"
            ),
        ),
        ("global state", r"GLOBAL_STATE changed:(?P<state>.*)", _state),
        (
            "length",
            r"(^|not )len\((?P<source>.+)\) [!=]= \d+|^not \S+$",
            _says("a graph for each length of the container: keep it at one length, or pass one stacked tensor"),
        ),
        (
            "keys",
            r"(list\()?dict\.keys\(|___dict_contains|___dict_version",
            _says("a graph for each set of keys: pass the same keys in the same order, None or zeros for missing ones"),
        ),
        (
            "number",
            rf"^(?:___as_tensor\()?(?P<source>[^\s=]+?)(?:\)\.item\(\))? == (?P<value>{_NUMBER}|True|False)$",
            _number,
        ),
        (
            "text",
            rf"^{_SOURCE} == (?P<value>['\"].*)$",
            _says("a graph for each string: branch on it before compiling, or use few"),
        ),
        (
            "none",
            rf"^{_SOURCE} is (not )?None$",
            _says("there is a graph with and one without {source}: always pass it, or warm up both"),
        ),
        (
            "identity",
            r"___check_obj_id\((?P<source>[^,]+),|(?P<other>\S+) is \S+$",
            _says(
                "the graph depends on this exact object: create functions, classes and enums once and pass "
                "the same ones"
            ),
        ),
        (
            "type",
            r"___check_type_id\((?P<source>[^,]+),",
            _says("a graph for each type of {source}: pass values of one type"),
        ),
    )
)
