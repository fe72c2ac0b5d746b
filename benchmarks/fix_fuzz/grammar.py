"""What generated programs are made of: names in scope, choices by weight, and expressions."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

INDENT = "    "
FLOATING = ("torch.float32", "torch.float64", "torch.float16", "torch.bfloat16")
DTYPES = {
    "torch.float32": 14,
    "torch.float64": 2,
    "torch.float16": 3,
    "torch.bfloat16": 2,
    "torch.int64": 3,
    "torch.bool": 1,
}
"""Dtypes of the inputs, with how often."""
SHAPES = {"(3, 4)": 10, "(4,)": 3, "()": 2, "(0, 4)": 1, "(1, 4)": 2, "(2, 3, 4)": 2}
BEYOND = "9007199254740993"
"""An integer that no float is equal to: 2**53 + 1."""
T = TypeVar("T")


@dataclass
class Scope:
    """What the code written so far can name."""

    tensors: list[str]
    """Mostly of the shape and dtype of ``x``."""
    numbers: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    """Tests whose outcome has a name."""

    def copy(self) -> Scope:
        return Scope(list(self.tensors), list(self.numbers), list(self.flags))


class Grammar:
    """Chances, names and expressions of one program."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.dtype = self.weighted(DTYPES)
        self.shape = self.weighted(SHAPES)
        self.floating = self.dtype in FLOATING
        self.layers = self.dtype == "torch.float32" and self.shape.endswith("4)") and self.chance(0.7)
        """Whether linear layers fit."""
        self.annotated = self.chance(0.8)
        self.smooth = self.floating and self.chance(0.5)
        """Whether most of it is finite with its derivatives, and known to be floating-point: near to what is safe."""
        self.imports: list[str] = []
        self.module_level: list[str] = []
        self.attributes: list[str] = []
        """Further statements of ``__init__``."""
        self.methods: list[str] = []
        self.behind: list[str] = []
        """Statements that come last: what shows there was made before."""
        self.names = 0
        self.depth = 0

    # Chance

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def weighted(self, choices: dict[str, int]) -> str:
        return self.random.choices(list(choices), list(choices.values()))[0]

    def pick(self, choices: list[tuple[int, T]]) -> T:
        return self.random.choices([one for _, one in choices], [weight for weight, _ in choices])[0]

    def choose(self, *choices: str) -> str:
        return self.random.choice(choices)

    # Names

    def fresh(self) -> str:
        self.names += 1
        return f"{'__' if self.chance(0.02) else ''}t{self.names}"

    def tensor(self, scope: Scope) -> str:
        return self.random.choice(scope.tensors)

    def target(self, scope: Scope) -> str:
        return self.random.choice([name for name in scope.tensors if name != "y"])

    def owned(self, scope: Scope) -> str:
        """A tensor to write to: rarely an input."""
        mine = [name for name in scope.tensors if name not in ("x", "y")]
        return self.random.choice(mine) if mine and self.chance(0.9) else "x"

    def needs(self, line: str) -> None:
        """An import."""
        if line not in self.imports:
            self.imports.append(line)

    def defines(self, text: str) -> None:
        """A definition in the module."""
        if text not in self.module_level:
            self.module_level.append(text)

    def sets(self, line: str) -> None:
        """A statement of ``__init__``."""
        if line not in self.attributes:
            self.attributes.append(line)

    def method(self, text: str) -> None:
        if text not in self.methods:
            self.methods.append(text)

    # Expressions

    def condition(self, scope: Scope) -> str:
        one, other = self.reduced(scope), self.reduced(scope)
        of = self.tensor(scope)
        choices = [
            (7, f"{one} > {self.choose('0', '1', 'y.sum()', 'self.scale')}"),
            (2, f"({of} > 0).any()"),
            (1, f"({of} > 0).all()"),
            (1, f"not ({of} > 0).any()"),
            (1, f"{one} > 0 and {other} < 5"),
            (1, f"{one} > 0 or {other} < -1"),
            (1, f"{one} > 0 or self.training"),
            (1, f"self.training and {one} > 0"),
            (1, f"0 < {one} < 3"),
            (1, f"torch.equal({of}, {self.tensor(scope)})"),
            (1, f"bool({one} > 0)"),
            (1, f"{one}.item() > 0"),
            (1, f"any((t > 1).any() for t in ({of}, {self.tensor(scope)}))"),
            (1, f"all((t > -1).all() for t in [{of}, {self.tensor(scope)}])"),
            (1, f"{one} == {self.choose('0', '0.1', '9007199254740992')}"),
            (1, one),
            (1, f"not {one} > 0"),
        ]
        if self.floating:
            choices += [(1, f"torch.isnan({of}).any()"), (1, f"torch.isfinite({of}).all()")]
            choices += [(1, f"torch.allclose({of}, {self.tensor(scope)})")]
        if scope.flags:
            choices.append((4, self.random.choice(scope.flags)))
        return self.pick(choices)

    def reduced(self, scope: Scope) -> str:
        of = self.tensor(scope)
        names = ["sum"] if self.shape == "(0, 4)" or self.dtype == "torch.bool" else ["sum", "max", "min"]
        names += ["mean", "norm", "abs().mean"] if self.floating else []
        return f"{of}.{self.random.choice(names)}()"

    def arithmetic(self, scope: Scope) -> str:
        first = self.tensor(scope)
        if self.smooth and self.chance(0.7):
            return f"{first} {self.choose('+', '-', '*')} {self.choose('2', '0.5', '1.0', first, 'self.scale')}"
        operator = self.random.choice(("+", "*", "-", "+", "*", "/") if self.floating else ("+", "*", "*"))
        text = f"{first} {operator} {self.operand(scope)}"
        if not self.layers or self.chance(0.75):
            return text
        layer = self.choose("linear", "linear", "body", "drop")
        return f"self.{layer}({text})"

    def function(self, scope: Scope) -> str:
        of = self.tensor(scope)
        if self.smooth and self.chance(0.7):
            return self.choose(
                f"torch.tanh({of})", f"{of}.sigmoid()", f"torch.sin({of}) * 0.5", f"-{of}", f"{of} * 2 + 1"
            )
        if not self.floating:
            return self.choose(f"{of} * 3", f"torch.where({of} > 0, {of}, y)", f"{of}.clone()", f"{of} | True")
        return self.choose(
            *(f"torch.relu({of})", f"torch.sqrt({of})", f"torch.log({of})", f"{of}.abs()", f"{of}.exp()"),
            *(f"{of}.clamp(-1, 1)", f"{of} / {of}.norm()", f"{of} / {of}.sum()", f"torch.sin({of})"),
            *(f"{of}.pow(0.5)", f"1 / {of}", f"torch.softmax({of}, -1)", f"{of}.double()", f"{of}.half()"),
            *(f"nn.functional.dropout({of}, 0.5)", f"{of}.masked_fill({of} > 0, -1e9)", f"{of} * {of}.mean() ** 0.5"),
            *(f"torch.zeros_like({of})", f"{of}.detach() * 2", f"torch.nan_to_num({of})", f"{of}.sigmoid()"),
            *(
                f"torch.sin({self.view(scope)})",
                f"{self.view(scope)} * {of}",
                f"{of}.data * 2",
                f"torch.rand_like({of})",
            ),
        )

    def operand(self, scope: Scope) -> str:
        if self.chance(0.5):
            return self.tensor(scope)
        numbers = ["2", "0.5", "-1", "self.scale", *scope.numbers] if self.floating else ["2", "3", *scope.numbers]
        if self.dtype == "torch.float16":
            numbers.append("70000.0")
        if self.dtype == "torch.int64":
            numbers.append(BEYOND)
        return self.random.choice(numbers)

    def view(self, scope: Scope) -> str:
        """What is, or may be, the memory of a tensor in scope."""
        of = self.tensor(scope)
        choices = [f"{of}.view_as({of})", f"{of}[...]", f"{of}.detach()", f"{of}.unsqueeze(0)[0]", f"{of}.contiguous()"]
        choices += [
            f"{of}.type({self.dtype})",
            f"{of}.to({self.dtype})",
            f"{of}.reshape({of}.shape)",
            f"{of}.view({of}.shape)",
        ]
        choices += [
            f"torch.squeeze({of})" if self.shape == "()" else f"{of}.expand_as({of})",
            f"torch.stack([{of}])[0]",
        ]
        if self.shape == "(3, 4)":
            choices += [f'torch.einsum("ij->ij", {of})', f"{of}.t().t()", f"{of}.split([4], 1)[0]"]
        if self.dtype in ("torch.float32", "torch.float64", "torch.int64"):
            choices.append(f"torch.from_numpy({of}.detach().numpy())")
        return self.random.choice(choices)


def indented(lines: list[str]) -> list[str]:
    return [INDENT + line for line in lines]
