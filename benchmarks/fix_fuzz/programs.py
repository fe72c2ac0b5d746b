"""Small modules with graph breaks, made from a seed.

A program is one file with a ``Model``, ``make()`` and ``inputs()``, as the cases of the tests have them. What stands
around a break is chosen for what can go wrong when it is rewritten: aliases and views, containers, closures, writes in
place, draws, dtypes, exceptions, globals, properties, hooks, contexts, strides.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

DTYPES = {
    "torch.float32": 12,
    "torch.float64": 2,
    "torch.float16": 3,
    "torch.bfloat16": 2,
    "torch.int64": 3,
    "torch.bool": 1,
}
"""Dtypes of the first input, with how often."""
SHAPES = {"(3, 4)": 10, "(4,)": 3, "()": 2, "(0, 4)": 1, "(1, 4)": 2, "(2, 3, 4)": 2}
FLOATING = ("torch.float32", "torch.float64", "torch.float16", "torch.bfloat16")
INDENT = "    "
T = TypeVar("T")


@dataclass
class Scope:
    """What the code written so far can name."""

    tensors: list[str]
    """Of the shape and dtype of ``x``."""
    numbers: list[str] = field(default_factory=lambda: ["2", "0.5"])

    def copy(self) -> Scope:
        return Scope(list(self.tensors), list(self.numbers))


class Program:
    """Writes one program."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.dtype = self._weighted(DTYPES)
        self.shape = self._weighted(SHAPES)
        self.floating = self.dtype in FLOATING
        self.linear = self.dtype == "torch.float32" and self.shape.endswith("4)") and self._chance(0.7)
        self.annotated = self._chance(0.8)
        self.in_forward: list[str] = []
        self.in_init: list[str] = []
        self.in_module: list[str] = []
        self.methods: list[str] = []
        self.behind: list[str] = []
        self.names = 0
        self.depth = 0

    def text(self) -> str:
        scope = Scope(["x", "y"])
        lines: list[str] = []
        for _ in range(self.random.randint(0, 2)):
            lines += self._around(scope)
        for _ in range(self.random.choice((1, 1, 1, 2))):
            lines += self._breaking(scope)
            if self._chance(0.35):
                lines += self._around(scope)
        lines += self.behind
        lines.append(f"return {self._result(scope)}")
        lines = self._context(lines)
        forward = (
            "def forward(self, x: torch.Tensor, y: torch.Tensor):" if self.annotated else "def forward(self, x, y):"
        )
        init = ["super().__init__()"]
        if self.linear:
            init.append("self.linear = nn.Linear(4, 4)")
        init += [
            "self.scale = 2.0",
            "self.count = 0",
            "self.seen = []",
            'self.register_buffer("mean", torch.zeros(()))',
        ]
        init += self.in_init
        parts = ["import torch", "from torch import nn", ""]
        if self.in_module:
            parts += [*self.in_module, ""]
        parts += ["", "class Model(nn.Module):", *_in(["def __init__(self):", *_in(init)]), ""]
        for method in self.methods:
            parts += [*_in(method.splitlines()), ""]
        parts += [*_in([forward, *_in(lines)]), "", ""]
        parts += ["def make():", *_in(self._make()), "", "", "def inputs():", *_in(self._inputs()), ""]
        return "\n".join(parts)

    # What surrounds a break

    def _around(self, scope: Scope) -> list[str]:
        """A statement whose effect a rewrite of its neighbour may disturb."""
        name = self._fresh()
        of = self._tensor(scope)
        one_of: list[tuple[int, Callable[[], list[str]]]] = [
            (4, lambda: self._bind(scope, name, self._arithmetic(scope))),
            (3, lambda: self._bind(scope, name, of)),
            (2, lambda: self._bind(scope, name, f"{of}.view_as({of})")),
            (1, lambda: self._bind(scope, name, f"{of}.detach()")),
            (1, lambda: self._bind(scope, name, f"{of}[...]")),
            (1, lambda: self._bind(scope, name, f"{of}.clone()")),
            (1, lambda: [f"{name} = [{of}]", *self._later(f"{name}[0]", scope)]),
            (1, lambda: [f"{name} = {{'k': {of}}}", *self._later(f"{name}['k']", scope)]),
            (1, lambda: [f"{name} = lambda: {of}", *self._later(f"{name}()", scope)]),
            (1, lambda: [f"def {name}():", *_in([f"return {of}"]), *self._later(f"{name}()", scope)]),
            (1, lambda: self._keep(f"self.last = {of}", "self.last = None")),
            (1, lambda: [f"self.seen.append({of})"]),
            (1, lambda: self._global(of)),
            (1, lambda: self._property(scope, name)),
            (1, lambda: [f"{of}.register_hook(lambda g: g * 2) if {of}.requires_grad else None"]),
            (1, lambda: self._number(scope, name, f"{of}.shape[0] if {of}.dim() else 1")),
            (1, lambda: self._number(scope, name, "self.count + 1")),
            (2, lambda: [f"{self._owned(scope)}.mul_(2)"]),
        ]
        return self._pick(one_of)()

    def _later(self, held: str, scope: Scope) -> list[str]:
        """Something that shows later what is held now."""
        self.behind.append(f"{self._target(scope)} = {held} + 0" if self._chance(0.5) else f"held = {held}")
        return []

    def _bind(self, scope: Scope, name: str, value: str) -> list[str]:
        if self._chance(0.3):
            name = self._target(scope)
        elif name not in scope.tensors:
            scope.tensors.append(name)
        return [f"{name} = {value}"]

    def _number(self, scope: Scope, name: str, value: str) -> list[str]:
        scope.numbers.append(name)
        return [f"{name} = {value}"]

    def _keep(self, line: str, init: str) -> list[str]:
        if init not in self.in_init:
            self.in_init.append(init)
        return [line]

    def _global(self, of: str) -> list[str]:
        if not self.in_module:
            self.in_module.append("KEPT = None")
        return ["global KEPT", f"KEPT = {of}"] if self.depth == 0 and "global KEPT" not in self.in_forward else []

    def _property(self, scope: Scope, name: str) -> list[str]:
        if not self.methods:
            self.methods.append("@property\ndef factor(self):\n    self.count += 1\n    return 3.0")
        scope.numbers.append("self.factor")
        return []

    def _context(self, lines: list[str]) -> list[str]:
        if "global KEPT" in "\n".join(lines):
            rest = [line for line in lines if line.strip() != "global KEPT"]
            lines = ["global KEPT", *rest]
        chosen = self.random.random()
        if chosen < 0.05:
            return ["with torch.no_grad():", *_in(lines)]
        if chosen < 0.08:
            return ['with torch.autocast("cpu"):', *_in(lines)]
        return lines

    # What breaks

    def _breaking(self, scope: Scope) -> list[str]:
        one_of: list[tuple[int, Callable[[], list[str]]]] = [
            (10, lambda: self._if(scope)),
            (3, lambda: self._conditional(scope)),
            (2, lambda: self._early(scope)),
            (2, lambda: self._item(scope)),
            (2, lambda: self._masked(scope)),
            (2, lambda: self._raise(scope)),
            (1, lambda: self._assert(scope)),
            (2, lambda: self._print(scope)),
            (1, lambda: self._drawn(scope)),
            (1, lambda: self._loop(scope)),
            (1, lambda: self._caught(scope)),
            (1, lambda: self._deep_copy(scope)),
        ]
        return self._pick(one_of)()

    def _if(self, scope: Scope) -> list[str]:
        new = self._fresh() if self._chance(0.4) else None
        shape = self.random.random()
        target = new or self._target(scope)
        lines = [f"if {self._condition(scope)}:", *_in(self._arm(scope.copy(), target))]
        if shape < 0.2:
            lines += [f"elif {self._condition(scope)}:", *_in(self._arm(scope.copy(), target))]
        if shape < 0.65 or new:
            lines += ["else:", *_in(self._arm(scope.copy(), target))]
        if new:
            scope.tensors.append(new)
        return lines

    def _arm(self, scope: Scope, target: str) -> list[str]:
        self.depth += 1
        lines = []
        if self._chance(0.2):
            lines += self._around(scope)
        one_of: list[tuple[int, str]] = [
            (8, f"{target} = {self._arithmetic(scope)}"),
            (3, f"{target} = {self._function(scope)}"),
            (2, f"{target} = {self._tensor(scope)}"),
            (1, f"{target} = {self._tensor(scope)}.view_as({self._tensor(scope)})"),
            (1, f"{target} = torch.zeros_like({self._tensor(scope)})"),
            (1, f"{target} = {self._tensor(scope)} + torch.rand_like(x.float())"),
            (1, f"{target} = {self._tensor(scope)}.t()" if self.shape == "(3, 4)" else f"{target} = x"),
            (1, f"{target} = {self._tensor(scope)}.sum()"),
        ]
        if target in scope.tensors:
            one_of.append((2, f"{target} {self.random.choice(('+=', '*=', '-='))} {self._operand(scope)}"))
            one_of.append((1, f"{target}.add_({self._operand(scope)})"))
        line = self._pick(one_of)
        lines.append(line)
        if self._chance(0.08):
            lines.append("self.count += 1")
        if self._chance(0.05):
            lines.append('print("arm")')
        if target not in scope.tensors and not any(one.startswith(f"{target} =") for one in lines):
            lines.insert(0, f"{target} = x")
        self.depth -= 1
        return lines

    def _conditional(self, scope: Scope) -> list[str]:
        first, second = self._arithmetic(scope), self._arithmetic(scope)
        target = self._target(scope)
        return [f"{target} = {first} if {self._condition(scope)} else {second}"]

    def _early(self, scope: Scope) -> list[str]:
        return [f"if {self._condition(scope)}:", *_in([f"return {self._arithmetic(scope)}"])]

    def _item(self, scope: Scope) -> list[str]:
        name = self._fresh()
        read = self.random.choice(("{}.item()", "float({})", "int({})", "bool({})"))
        used = self.random.choice((f"x * {name}", f"x + {name}", f"y - {name} / 2", f"x.clamp(max={name})"))
        target = self._target(scope)
        return [f"{name} = {read.format(self._reduced(scope))}", f"{target} = {used}"]

    def _masked(self, scope: Scope) -> list[str]:
        of, target = self._tensor(scope), self._target(scope)
        mask = f"{self._tensor(scope)} > {self.random.choice(('0', '1'))}"
        return self.random.choice(
            (
                [f"{of}[{mask}] = 0"],
                [f"{of}[{mask}] += 1"],
                [f"mask = {mask}", f"{target} = {of}[mask].sum() + {target}"],
                [f"mask = {mask}", f"{target} = {target} * {of}[mask].any()"],
                [f"mask = {mask}", f"{target}[mask] = {of}[mask]"],
            )
        )

    def _raise(self, scope: Scope) -> list[str]:
        return [f"if {self._condition(scope)}:", *_in([f'raise ValueError("bad {self.random.randint(0, 9)}")'])]

    def _assert(self, scope: Scope) -> list[str]:
        return [f'assert {self._condition(scope)}, "wrong"']

    def _caught(self, scope: Scope) -> list[str]:
        target = self._target(scope)
        arm = self.random.choice([*self._raise(scope)[-1:], f"{target} = {self._function(scope)}"]).strip()
        return [
            "try:",
            *_in([f"if {self._condition(scope)}:", *_in([arm])]),
            "except ValueError:",
            *_in([f"{target} = {self._tensor(scope)} - 1"]),
        ]

    def _print(self, scope: Scope) -> list[str]:
        what = self.random.choice(("'here'", "x.shape", "self.scale", f"{self._reduced(scope)}.item()", "x.dtype"))
        return [f"print({what})"]

    def _drawn(self, scope: Scope) -> list[str]:
        self._import("import random")
        target = self._target(scope)
        return ["if random.random() < 0.5:", *_in([f"{target} = {self._arithmetic(scope)}"])]

    def _import(self, line: str) -> None:
        if line not in self.in_module:
            self.in_module.insert(0, line)

    def _loop(self, scope: Scope) -> list[str]:
        target = self._target(scope)
        body = [f"if {self._condition(scope)}:", *_in(self._arm(scope.copy(), target))]
        if self._chance(0.3):
            body[1:] = _in(["break"])
            body.append(f"{target} = {self._arithmetic(scope)}")
        return [f"for step in range({self.random.randint(1, 3)}):", *_in(body)]

    def _deep_copy(self, scope: Scope) -> list[str]:
        self._import("import copy")
        target = self._target(scope)
        return [f"{target} = copy.deepcopy({self._tensor(scope)}.detach())"]

    # Expressions

    def _condition(self, scope: Scope) -> str:
        one_of = [
            (6, f"{self._reduced(scope)} > {self.random.choice(('0', '1', 'y.sum()', 'self.scale'))}"),
            (2, f"({self._tensor(scope)} > 0).any()"),
            (1, f"({self._tensor(scope)} > 0).all()"),
            (1, f"not ({self._tensor(scope)} > 0).any()"),
            (1, f"{self._reduced(scope)} > 0 and {self._reduced(scope)} < 5"),
            (1, f"{self._reduced(scope)} > 0 or self.training"),
            (1, f"self.training and {self._reduced(scope)} > 0"),
            (1, f"0 < {self._reduced(scope)} < 3"),
            (1, f"torch.equal({self._tensor(scope)}, {self._tensor(scope)})"),
            (1, f"bool({self._reduced(scope)} > 0)"),
        ]
        if self.floating:
            one_of.append((1, f"torch.isnan({self._tensor(scope)}).any()"))
        return self._pick(one_of)

    def _reduced(self, scope: Scope) -> str:
        of = self._tensor(scope)
        names = ["sum"] if self.shape == "(0, 4)" or self.dtype == "torch.bool" else ["sum", "max", "min"]
        names += ["mean", "norm"] if self.floating else []
        return f"{of}.{self.random.choice(names)}()"

    def _arithmetic(self, scope: Scope) -> str:
        first = self._tensor(scope)
        operator = self.random.choice(("+", "*", "-", "+", "*", "/") if self.floating else ("+", "*", "*"))
        text = f"{first} {operator} {self._operand(scope)}"
        return f"self.linear({text})" if self.linear and self._chance(0.25) else text

    def _function(self, scope: Scope) -> str:
        of = self._tensor(scope)
        if not self.floating:
            return self.random.choice((f"{of} * 3", f"torch.where({of} > 0, {of}, y)", f"{of}.clone()", f"{of} | True"))
        return self.random.choice(
            (
                *(f"torch.relu({of})", f"torch.sqrt({of})", f"torch.log({of})", f"{of}.abs()", f"{of}.exp()"),
                *(f"{of}.clamp(-1, 1)", f"{of} / {of}.norm()", f"{of} / {of}.sum()", f"torch.sin({of})"),
                *(f"{of}.pow(0.5)", f"1 / {of}", f"torch.softmax({of}, -1)", f"{of}.double()", f"{of}.half()"),
                f"nn.functional.dropout({of}, 0.5)",
            )
        )

    def _operand(self, scope: Scope) -> str:
        if self._chance(0.5):
            return self._tensor(scope)
        numbers = ["2", "0.5", "-1", "self.scale", *scope.numbers] if self.floating else ["2", "3"]
        if self.dtype == "torch.float16":
            numbers.append("70000.0")
        if self.dtype == "torch.int64":
            numbers.append("9007199254740993")
        return self.random.choice(numbers)

    def _tensor(self, scope: Scope) -> str:
        return self.random.choice(scope.tensors)

    def _target(self, scope: Scope) -> str:
        return self.random.choice([name for name in scope.tensors if name != "y"])

    def _owned(self, scope: Scope) -> str:
        """A tensor to write to: rarely an input."""
        mine = [name for name in scope.tensors if name not in ("x", "y")]
        return self.random.choice(mine) if mine and self._chance(0.9) else "x"

    def _result(self, scope: Scope) -> str:
        last = scope.tensors[-1]
        held = ["held"] if any(line.startswith("held =") for line in self.behind) else []
        return self.random.choice(
            (
                *(last, last, f"{last} * 2", f"{last}, {self._tensor(scope)}"),
                ", ".join(scope.tensors[-3:] + held),
                f'{{"out": {self._tensor(scope)}, "x": x}}',
                ", ".join(["x", *scope.tensors[-1:], *held]),
            )
        )

    # How it is made and called

    def _make(self) -> list[str]:
        mode = ".eval()" if self._chance(0.3) else ""
        return ["torch.manual_seed(0)", f"return Model(){mode}"]

    def _inputs(self) -> list[str]:
        shape, dtype = self.shape, self.dtype
        if self.floating:
            made = [f"torch.randn({shape}, generator=g)", f"-torch.rand({shape}, generator=g)", f"torch.zeros({shape})"]
            made += [f"torch.rand({shape}, generator=g) * 3", f"torch.full({shape}, float('nan'))"]
        elif dtype == "torch.int64":
            made = [f"torch.randint(-5, 5, {shape}, generator=g)", f"torch.full({shape}, 9007199254740993)"]
            made.append(f"torch.zeros({shape}, dtype=torch.int64)")
        else:
            made = [f"torch.rand({shape}, generator=g) > 0.5", f"torch.ones({shape}) > 2", f"torch.ones({shape}) > 0"]
        lines = ["g = torch.Generator().manual_seed(1)", "pairs = ["]
        lines += _in([f"({one}, {self.random.choice(made[:2])})," for one in made])
        lines.append("]")
        convert = f".to({dtype})"
        if shape == "(3, 4)" and self._chance(0.15):
            convert += ".t().contiguous().t()"
        lines.append(f"pairs = [(x{convert}, y{convert}) for x, y in pairs]")
        if self.floating and self._chance(0.75):
            leaves = self.random.choice(("x.requires_grad_(), y", "x.requires_grad_(), y.requires_grad_()"))
            lines.append(f"pairs = [({leaves}) for x, y in pairs]")
            if self._chance(0.3):
                lines.append("pairs = [(x * 1, y) for x, y in pairs]")
        lines.append("return pairs")
        return lines

    # Chance

    def _fresh(self) -> str:
        self.names += 1
        return f"t{self.names}"

    def _chance(self, share: float) -> bool:
        return self.random.random() < share

    def _weighted(self, choices: dict[str, int]) -> str:
        return self.random.choices(list(choices), list(choices.values()))[0]

    def _pick(self, choices: list[tuple[int, T]]) -> T:
        return self.random.choices([one for _, one in choices], [weight for weight, _ in choices])[0]


def _in(lines: list[str]) -> list[str]:
    return [INDENT + line for line in lines]
