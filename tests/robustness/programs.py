"""Python functions over tensors, generated: all statements and expressions, in ways that no project writes."""

from __future__ import annotations

import sys

from hypothesis import strategies as st

NAMES = st.sampled_from(["x", "y", "n", "self", "ä", "ﬁ", "torch", "flag", "items", "_", "print", "f", "match", "type"])
ATTRIBUTES = st.sampled_from(
    "shape item tolist sum any dtype training weight append T data size cpu numpy is_cuda requires_grad _x".split()
)
CONSTANTS = st.sampled_from(
    [
        "0",
        "1",
        "-1",
        "0.5",
        "1e400",
        "1j",
        "True",
        "None",
        "...",
        "''",
        "'a'",
        "b'\\xff'",
        "0x_ff",
        "10 ** 9",
        "'é' 'b'",
    ]
)
OPERATORS = st.sampled_from([*"+ - * / // % ** @ & | ^ << >> < <= == != is in and or".split(), "not in", "is not"])
CALLS = st.sampled_from(
    "torch.where torch.compile torch.nonzero torch.zeros torch.cond print len int float bool range isinstance getattr"
    " f self self.layer super().forward sorted zip enumerate max functools.partial torch.no_grad locals".split()
)


def _expressions(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    two = st.tuples(inner, inner)
    three = st.tuples(inner, inner, inner)
    return st.one_of(
        st.tuples(inner, OPERATORS, inner).map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
        st.tuples(inner, ATTRIBUTES).map(lambda t: f"({t[0]}).{t[1]}"),
        st.tuples(inner, ATTRIBUTES).map(lambda t: f"({t[0]}).{t[1]}()"),
        st.tuples(CALLS, inner).map(lambda t: f"{t[0]}({t[1]})"),
        st.tuples(CALLS, inner, inner).map(lambda t: f"{t[0]}(*{t[1]}, dim={t[2]}, **{t[1]})"),
        two.map(lambda t: f"{t[0]}[{t[1]}]" if t[0][-1] not in "0123456789.'" else f"({t[0]})[{t[1]}]"),
        two.map(lambda t: f"({t[0]})[..., {t[1]}:, None, ::2]"),
        three.map(lambda t: f"({t[0]} if {t[1]} else {t[2]})"),
        two.map(lambda t: f"(lambda x={t[0]}, *a, k={t[1]}, **b: {t[1]})"),
        two.map(lambda t: f"[{t[0]} for x in {t[1]} if x]"),
        two.map(lambda t: f"{{y: {t[0]} for x in {t[1]} for y in x}}"),
        two.map(lambda t: f"({t[0]} for x in {t[1]})"),
        two.map(lambda t: f"[*{t[0]}, {t[1]}]"),
        two.map(lambda t: f"{{**{t[0]}, 'a': {t[1]}}}"),
        st.tuples(NAMES, inner).map(lambda t: f"({t[0]} := {t[1]})"),
        inner.map(lambda t: f"(not {t})"),
        inner.map(lambda t: f"(-{t})"),
        inner.filter(lambda t: not set(t) & set("'\"\\{}:!\n")).map(lambda t: f'f"{{{t}!r:>{{n}}}} {{n=}}"'),
        two.map(lambda t: f"({t[0]}\n    + {t[1]}  # note\n)"),
    )


EXPRESSIONS = st.recursive(NAMES | CONSTANTS, _expressions, max_leaves=6)
TARGETS = st.one_of(
    NAMES,
    st.sampled_from(
        ["x.data", "self.count", "x[0]", "x[x > 0]", "(x, *y)", "[x, (y, n)]", "self.items['a']", "x.grad"]
    ),
)


def _indented(body: str) -> str:
    return "".join(f"    {line}\n" for line in body.splitlines())


def _statements(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    block = st.lists(inner, min_size=1, max_size=3).map("".join).map(_indented)
    head = EXPRESSIONS
    kinds = [
        st.tuples(head, block, block).map(lambda t: f"if {t[0]}:\n{t[1]}else:\n{t[2]}"),
        st.tuples(head, block, head, block).map(lambda t: f"if {t[0]}:\n{t[1]}elif {t[2]}:\n{t[3]}"),
        st.tuples(head, block, block).map(lambda t: f"while {t[0]}:\n{t[1]}    break\nelse:\n{t[2]}"),
        st.tuples(TARGETS, head, block).map(lambda t: f"for {t[0]} in {t[1]}:\n{t[2]}    continue\n"),
        st.tuples(head, NAMES, block).map(lambda t: f"with {t[0]} as {t[1]}, torch.no_grad():\n{t[2]}"),
        st.tuples(block, block, block).map(
            lambda t: f"try:\n{t[0]}except (ValueError, *y) as e:\n{t[1]}finally:\n{t[2]}"
        ),
        st.tuples(head, block, block).map(
            lambda t: (
                f"match {t[0]}:\n    case [1, *n] | {{'a': n}} if n:\n{_indented(t[1])}"
                f"    case torch.Size(n) as y:\n{_indented(t[2])}"
            )
        ),
        st.tuples(NAMES, head, block).map(
            lambda t: (
                f"@torch.compile(fullgraph=True)\n"
                f"def {t[0]}(x: torch.Tensor = {t[1]}, /, *, n: int = 1) -> 'y':\n{t[2]}"
            )
        ),
        st.tuples(NAMES, block).map(lambda t: f"async def {t[0]}(x, *args, **kwargs):\n    await x\n{t[1]}"),
        st.tuples(NAMES, block).map(
            lambda t: (
                f"class {t[0]}(torch.nn.Module, metaclass=y):\n    n: int\n    def forward(self, x):\n{_indented(t[1])}"
            )
        ),
        st.tuples(head, head).map(lambda t: f"if {t[0]}: print({t[1]}); return {t[1]}\n"),
    ]
    if sys.version_info >= (3, 11):
        kinds.append(st.tuples(block, block).map(lambda t: f"try:\n{t[0]}except* ValueError:\n{t[1]}"))
    if sys.version_info >= (3, 12):
        kinds.append(block.map(lambda t: f"def g[T: (int, str), *U, **P](x: T) -> U:\n{t}"))
        kinds.append(st.just("type Pair[T] = tuple[T, T]\n"))
    return st.one_of(kinds)


SIMPLE = st.one_of(
    st.tuples(TARGETS, EXPRESSIONS).map(lambda t: f"{t[0]} = {t[1]}\n"),
    st.tuples(TARGETS.filter(lambda t: t[0] not in "(["), EXPRESSIONS).map(lambda t: f"{t[0]} += {t[1]}\n"),
    st.tuples(NAMES, EXPRESSIONS).map(lambda t: f"{t[0]}: torch.Tensor = {t[1]}\n"),
    EXPRESSIONS.map(lambda t: f"print({t}, flush=True)\n"),
    EXPRESSIONS.map(lambda t: f"assert {t}, f'not {{x}}'  # fullgraph: ignore[FG1]\n"),
    EXPRESSIONS.map(lambda t: f"return {t}\n"),
    EXPRESSIONS.map(lambda t: f"raise ValueError({t}) from None\n"),
    EXPRESSIONS.map(lambda t: f"{t}; {t}\n"),
    EXPRESSIONS.map(lambda t: f"x = yield {t}\n"),
    st.sampled_from(
        ["pass\n", "global flag\n", "import math as torch\n", "del x\n", "from torch import *\n", "'doc'\n"]
    ),
)
BODIES = st.lists(st.recursive(SIMPLE, _statements, max_leaves=8), min_size=1, max_size=6).map("".join)
HEADS = st.sampled_from(
    [
        "@torch.compile\ndef f(x: torch.Tensor, y: torch.Tensor, n: int = 2, *items, flag=False):\n",
        "@torch.compile(fullgraph=True, dynamic=True)\ndef f(x, y=None, /, *, n=1, **self):\n",
        "class M(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.layer = torch.nn.Linear(2, 2)\n    def forward(self, x, y=None, n=1):\n    ",
        "@functools.lru_cache\n@torch.compile\nasync def f(x, y, n):\n",
    ]
)
PROGRAMS = st.tuples(HEADS, BODIES, st.sampled_from(["\n", "\r\n", "\r"])).map(
    lambda t: ("import functools\nimport torch\n\n\n" + t[0] + _in(t[0], t[1]) + "\n").replace("\n", t[2])
)


def _in(head: str, body: str) -> str:
    """The body at the depth of its head, of which the class's ends in the indentation of the first line."""
    return _indented(_indented(body))[4:] if head.startswith("class") else _indented(body)
