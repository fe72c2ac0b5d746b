"""Small modules with graph breaks, made from a seed.

A program is one file with a ``Model``, ``make()`` and ``inputs()``, as the cases of the tests have them. What stands
around a break is chosen for what can go wrong when it is rewritten.
"""

from __future__ import annotations

from .breaks import Breaks
from .grammar import Scope, indented


class Program(Breaks):
    """Writes one program."""

    def text(self) -> str:
        scope = Scope(["x", "y"])
        lines: list[str] = []
        if self.smooth:
            made = self.choose(
                "torch.tanh(x)", "x.float()", "x.sigmoid() * 2 - 1", "torch.sin(x) * 3 + torch.cos(y)", "x"
            )
            lines.append(f"h = {'self.linear(x)' if self.layers and self.chance(0.3) else made}")
            scope.tensors = ["h"] if self.chance(0.7) else ["h", "x", "y"]
        for _ in range(self.random.randint(0, 2)):
            lines += self.around(scope)
        for _ in range(self.random.choice((1, 1, 1, 2))):
            lines += self.breaking(scope)
            if lines[-1].startswith("return"):
                break
            if self.chance(0.4):
                lines += self.around(scope)
        if not lines[-1].startswith("return"):
            lines += self.behind
            lines.append(f"return {self.result(scope)}")
        lines = self.globally(lines)
        chosen = self.random.random()
        if chosen < 0.04:
            lines = ["with torch.no_grad():", *indented(lines)]
        elif chosen < 0.07:
            lines = ['with torch.autocast("cpu", dtype=torch.bfloat16):', *indented(lines)]
        arguments = "x: torch.Tensor, y: torch.Tensor" if self.annotated else "x, y"
        parts = [*self.imports, "import torch", "from torch import nn", ""]
        if self.module_level:
            parts += [*self.module_level, ""]
        parts += ["", "class Model(nn.Module):", *indented(["def __init__(self):", *indented(self.init())]), ""]
        for method in self.methods:
            parts += [*indented(method.splitlines()), ""]
        parts += [*indented([f"def forward(self, {arguments}):", *indented(lines)]), "", ""]
        parts += ["def make():", *indented(self.make()), "", "", "def inputs():", *indented(self.inputs()), ""]
        return "\n".join(parts)

    def globally(self, lines: list[str]) -> list[str]:
        return ["global KEPT", *lines] if any(line.strip().startswith("KEPT =") for line in lines) else lines

    def init(self) -> list[str]:
        lines = ["super().__init__()"]
        if self.layers:
            lines += [
                "self.linear = nn.Linear(4, 4)",
                "self.body = nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 4))",
                "self.drop = nn.Dropout(0.5)",
                "self.layers = nn.ModuleList([nn.Linear(4, 4) for _ in range(2)])",
            ]
        lines += ["self.scale = 2.0", "self.count = 0", "self.seen = []"]
        return [*lines, 'self.register_buffer("mean", torch.zeros(()))', *self.attributes]

    def result(self, scope: Scope) -> str:
        last = scope.tensors[-1]
        held = ["held"] if any(line.startswith("held =") for line in self.behind) else []
        if held:
            return ", ".join([*scope.tensors[-2:], *held])
        return self.choose(
            *(last, last, f"{last} * 2", f"{last}, {self.tensor(scope)}"),
            ", ".join(scope.tensors[-3:]),
            f'{{"out": {self.tensor(scope)}, "x": x}}',
            f"x, {last}",
        )

    def make(self) -> list[str]:
        mode = ".eval()" if self.chance(0.3) else ""
        return ["torch.manual_seed(0)", f"return Model(){mode}"]

    def inputs(self) -> list[str]:
        """Pairs that take each side: of both signs, zero, NaN, at the limits of the dtype."""
        shape, dtype = self.shape, self.dtype
        if self.floating:
            made = [f"torch.randn({shape}, generator=g)", f"-torch.rand({shape}, generator=g)", f"torch.zeros({shape})"]
            made += [f"torch.rand({shape}, generator=g) * 3", f"torch.full({shape}, float('nan'))"]
        elif dtype == "torch.int64":
            made = [f"torch.randint(-5, 5, {shape}, generator=g)", f"torch.full({shape}, 9007199254740993)"]
            made += [f"torch.zeros({shape}, dtype=torch.int64)", f"torch.randint(1, 5, {shape}, generator=g)"]
        else:
            made = [f"torch.rand({shape}, generator=g) > 0.5", f"torch.ones({shape}) > 2", f"torch.ones({shape}) > 0"]
        lines = ["g = torch.Generator().manual_seed(1)", "pairs = ["]
        lines += indented([f"({one}, {self.random.choice(made[:2])})," for one in made])
        lines.append("]")
        convert = f".to({dtype})"
        if shape == "(3, 4)" and self.chance(0.15):
            convert += ".t().contiguous().t()"
        lines.append(f"pairs = [(x{convert}, y{convert}) for x, y in pairs]")
        if self.floating and self.chance(0.75):
            leaves = self.choose("x.requires_grad_(), y", "x.requires_grad_(), y.requires_grad_()")
            lines.append(f"pairs = [({leaves}) for x, y in pairs]")
            if self.chance(0.3):
                lines.append("pairs = [(x * 1, y) for x, y in pairs]")
        if self.chance(0.05):
            lines.append("pairs = [(x, x) for x, y in pairs]")
        lines.append("return pairs")
        return lines
