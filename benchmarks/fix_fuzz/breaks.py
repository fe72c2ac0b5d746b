"""What breaks a graph: tests of data, numbers read, masks, effects, draws."""

from __future__ import annotations

from collections.abc import Callable

from .grammar import BEYOND, Scope, indented
from .surroundings import Surroundings

OUTPUT = "@dataclass\nclass Output:\n    first: object\n    second: object = None"
SCALED = "def scaled(t, n):\n    return t * n if isinstance(n, (int, float)) else t - n"


class Breaks(Surroundings):
    """Writes statements that TorchDynamo cannot trace."""

    def breaking(self, scope: Scope) -> list[str]:
        choices: list[tuple[int, Callable[[Scope], list[str]]]] = [
            (14, self.branch),
            (4, self.conditional),
            (3, self.early),
            (3, self.both_return),
            (3, self.flag),
            (4, self.read),
            (2, self.choice_of_number),
            (1, self.counter),
            (3, self.masked),
            (1, self.no_mask),
            (2, self.remembered),
            (2, self.raising),
            (1, self.asserting),
            (1, self.caught),
            (4, self.reporting),
            (1, self.timed),
            (2, self.drawn),
            (4, self.loop),
            (1, self.bounded),
            (1, self.deep_copy),
        ]
        lines = self.pick(choices)(scope)
        if self.chance(0.06) and not any("return" in line for line in lines):
            context = self.choose("torch.no_grad()", 'torch.autocast("cpu", dtype=torch.bfloat16)')
            lines = [f"with {context}:", *indented(lines)]
        return lines

    # Branches

    def branch(self, scope: Scope) -> list[str]:
        new = self.fresh() if self.chance(0.35) else None
        targets = [new or self.target(scope)]
        if self.chance(0.15):
            targets.append(self.target(scope))
        shape = self.random.random()
        test = self.condition(scope)
        if self.chance(0.05):
            test = f"(size := {self.reduced(scope)}) > 1"
        lines = self.under(f"if {test}:", self.arm(scope.copy(), targets))
        if shape < 0.2:
            lines += self.under(f"elif {self.condition(scope)}:", self.arm(scope.copy(), targets))
        if shape < 0.65 or new:
            lines += self.under("else:", self.arm(scope.copy(), targets))
        if new:
            scope.tensors.append(new)
        return lines

    def under(self, head: str, body: list[str]) -> list[str]:
        """On one line now and then."""
        simple = all(not line.startswith((" ", "for ", "if ", "with ", "else")) for line in body)
        if simple and self.chance(0.08):
            return [f"{head} {'; '.join(body)}"]
        comment = "  # decided by the data" if self.chance(0.05) else ""
        return [head + comment, *indented(body)]

    def arm(self, scope: Scope, targets: list[str]) -> list[str]:
        self.depth += 1
        lines = self.around(scope) if self.chance(0.2) else []
        for target in targets:
            lines += self.assigned(scope, target)
            if target not in scope.tensors:
                scope.tensors.append(target)
        if self.chance(0.3):
            choices: list[tuple[int, list[str]]] = [
                (1, ["self.count += 1"]),
                (1, ['print("arm")']),
                (1, ["self.mean = self.mean + 1"]),
            ]
            choices += [(1, ["self.mean.mul_(0.9).add_(1).sub_(self.mean)"]), (1, ["self.mean.copy_(self.mean * 2)"])]
            choices += [(1, ["self.mean.add_(1)"]), (1, self.keep(f"self.last = {targets[0]}", "self.last = None"))]
            if self.depth == 1:
                choices.append((3, self.branch(scope)))
            more = self.pick(choices)
            lines += more
        self.depth -= 1
        return lines

    def assigned(self, scope: Scope, target: str) -> list[str]:
        of = self.tensor(scope)
        choices = [
            (8, [f"{target} = {self.arithmetic(scope)}"]),
            (5, [f"{target} = {self.function(scope)}"]),
            (2, [f"{target} = {of}"]),
            (2, [f"{target} = {self.view(scope)}"]),
            (1, [f"{target} = {of} + torch.rand_like(x.float())"]),
            (1, [f"{target} = {of}.t()" if self.shape == "(3, 4)" else f"{target} = x"]),
            (1, [f"{target} = {of}.sum()"]),
            (1, [f"{target} = {of} * 2", f"{target} = {target} + {self.operand(scope)}"]),
            (1, ["with torch.no_grad():", f"    {target} = {self.arithmetic(scope)}"]),
        ]
        if target in scope.tensors:
            choices += [(2, [f"{target} {self.choose('+=', '*=', '-=')} {self.operand(scope)}"])]
            choices += [(1, [f"{target}.add_({self.operand(scope)})"]), (1, [f"{target}.clamp_(max=1)"])]
            choices += [(1, [f"{target}.copy_({of})"]), (1, [f"{target}.mul_(2).add_({of})"])]
            if self.floating:
                method = self.choose("relu", "sigmoid", "tanh", "exp", "sqrt")
                choices += [(1, [f"{target}.{method}_()"]), (1, [f"{target}.{method}_().add_({of})"])]
                choices += [(1, [f"{target} *= {target}"]), (1, [f"{target} -= {target}.mean()"])]
            choices += [(1, [f"{target}[{target} > 1] = 1"])]
        return self.pick(choices)

    def conditional(self, scope: Scope) -> list[str]:
        first, second = self.arithmetic(scope), self.choose(self.arithmetic(scope), self.tensor(scope))
        target = self.target(scope)
        if self.chance(0.1):
            return [f"{target} = ({first})if({self.condition(scope)})else({second})"]
        return [f"{target} = {first} if {self.condition(scope)} else {second}"]

    def early(self, scope: Scope) -> list[str]:
        value = self.choose(self.arithmetic(scope), self.arithmetic(scope), self.function(scope), self.tensor(scope))
        return self.under(f"if {self.condition(scope)}:", [f"return {value}"])

    def both_return(self, scope: Scope) -> list[str]:
        """Two arms that return the same structure."""
        form = self.choose("{}", "{}, {}", "{{'out': {}, 'more': {}}}", "[{}, {}]", "Output(first={}, second={})")
        if form.startswith("Output"):
            self.needs("from dataclasses import dataclass")
            self.defines(OUTPUT)
        arms = [
            form.format(self.arithmetic(scope), self.choose(self.tensor(scope), self.function(scope))) for _ in "12"
        ]
        return [f"if {self.condition(scope)}:", f"    return {arms[0]}", f"return {arms[1]}"]

    def flag(self, scope: Scope) -> list[str]:
        name, test = self.fresh(), self.condition(scope)
        read = self.choose(f"bool({test})", test, f"({self.reduced(scope)} > 0).item()")
        scope.flags.append(name)
        lines = [f"{name} = {read}"]
        if self.chance(0.4):
            lines += self.around(scope)
        return lines + self.branch(scope)

    # Numbers

    def read(self, scope: Scope) -> list[str]:
        name, target, of = self.fresh(), self.target(scope), self.tensor(scope)
        how = self.choose("{}.item()", "{}.item()", "float({})", "int({})", "bool({})")
        lines = [f"{name} = {how.format(self.reduced(scope))}"]
        if self.chance(0.2):
            lines += self.written(scope)
        if self.chance(0.3):
            derived = self.fresh()
            value = self.choose(
                f"{name} * 2 + 1", f"max({name}, 1)", f"abs({name}) / 3", f"{name} // 2", f"min({name}, 0.5)"
            )
            if self.chance(0.15):
                self.needs("import math")
                value = f"math.sqrt(abs({name}) + 1)"
            lines.append(f"{derived} = {value}")
            name = derived
        uses = [
            (6, f"{target} = {of} * {name}"),
            (4, f"{target} = {of} + {name}"),
            (2, f"{target} = {of} / {name}"),
            (1, f"{target} = y - {name} / 2"),
            (1, f"{target} = {of}.clamp(max={name})"),
            (1, f"{target} = torch.full_like({of}, {name})"),
            (1, f"held = {name}"),
            (1, f"{target} = {of} if {name} > 1 else {of} * 2"),
            (1, f"{target} = {of} - 1 if {name} == {BEYOND} else {of}"),
            (1, f"self.count = {name}"),
        ]
        if self.chance(0.1):
            self.defines(SCALED)
            uses = [(1, f"{target} = scaled({of}, {name})")]
        used = self.pick(uses)
        if used.startswith("held"):
            self.behind.append(used)
            return lines
        return [*lines, used]

    def choice_of_number(self, scope: Scope) -> list[str]:
        name, target = self.fresh(), self.target(scope)
        one, other = self.choose("1.0", "2", "1e5", "self.scale"), self.choose("0.5", "1", "-3", "1e-9")
        if self.chance(0.4):
            lines = [f"{name} = {one}", f"if {self.condition(scope)}:", f"    {name} = {other}"]
        else:
            lines = [f"{name} = {one} if {self.condition(scope)} else {other}"]
        return [*lines, f"{target} = {self.tensor(scope)} {self.choose('*', '+')} {name}"]

    def counter(self, scope: Scope) -> list[str]:
        target = self.target(scope)
        return ["self.count += 1", f"{target} = {self.tensor(scope)} * min(1.0, self.count / 4)"]

    # Masks

    def masked(self, scope: Scope) -> list[str]:
        of, target = self.tensor(scope), self.target(scope)
        mask = f"{self.tensor(scope)} > {self.choose('0', '1')}"
        choices = [
            [f"{of}[{mask}] = 0"],
            [f"{of}[{mask}] += 1"],
            [f"mask = {mask}", f"{target} = {of}[mask].sum() + {target}"],
            [f"mask = {mask}", f"{target} = {target} * {of}[mask].any()"],
            [f"mask = {mask}", f"{target}[mask] = {of}[mask]"],
            [f"mask = {mask}", f"{target} = {target} - torch.masked_select({of}, mask).sum()"],
            [f"mask = {mask}", f"{target} = {target} * mask.nonzero().shape[0]"],
            [f"size = len(torch.where({mask})[0])", f"{target} = {target} + size"],
            [f"found = torch.nonzero({of})", "if found.size(0) > 2:", f"    {target} = {target} * 2"],
        ]
        if self.floating:
            choices.append([f"mask = {mask}", f"{target} = {of}[mask].mean() + {target}"])
        return self.random.choice(choices)

    def no_mask(self, scope: Scope) -> list[str]:
        """A mask that is None where it would mask nothing."""
        of, target, name = self.tensor(scope), self.target(scope), self.fresh()
        return [
            f"{name} = {of} > 0",
            f"if {name}.{self.choose('all', 'any')}():",
            f"    {name} = None",
            f"if {name} is not None:",
            f"    {target} = {target}.masked_fill({name}, 1)",
        ]

    def remembered(self, scope: Scope) -> list[str]:
        """A flag or a counter that arms change, and what it decides or is computed with."""
        name, target, of = self.fresh(), self.target(scope), self.tensor(scope)
        test = f"if {self.condition(scope)}:"
        if self.chance(0.5):
            arm = [f"    {name} = True", *([f"    {target} = {self.arithmetic(scope)}"] if self.chance(0.5) else [])]
            asked = self.choose(name, f"not {name}", f"{name} and {self.condition(scope)}")
            behind = [f"if {asked}:", f"    {target} = {self.arithmetic(scope)}"]
            return [f"{name} = False", test, *arm, *(self.around(scope) if self.chance(0.3) else []), *behind]
        step = self.choose(f"{name} += 1", f"{name} = {name} + 1", f"{name} += 0.5")
        lines = [f"{name} = {self.choose('0', '1', '0.5')}", test, f"    {step}"]
        if self.chance(0.4):
            lines = [lines[0], f"for step in range({self.random.randint(1, 3)}):", *indented(lines[1:])]
        lines += [f"{name} += 2"] if self.chance(0.2) else []
        if self.chance(0.3):
            return [*lines, f"if {name} >= 2:", f"    {target} = {of} * 2"]
        return [*lines, f"{target} = {of} {self.choose('*', '+')} {name}"]

    # Exceptions

    def raising(self, scope: Scope) -> list[str]:
        text = f'"bad {self.random.randint(0, 9)}"'
        if self.chance(0.3):
            text = f'f"bad {{{self.reduced(scope)}}}"'
        return self.under(f"if {self.condition(scope)}:", [f"raise ValueError({text})"])

    def asserting(self, scope: Scope) -> list[str]:
        return [f'assert {self.condition(scope)}, "wrong"']

    def caught(self, scope: Scope) -> list[str]:
        target = self.target(scope)
        arm = self.choose('raise ValueError("caught")', f"{target} = {self.function(scope)}")
        return [
            "try:",
            *indented([f"if {self.condition(scope)}:", *indented([arm])]),
            "except ValueError:",
            *indented([f"{target} = {self.tensor(scope)} - 1"]),
        ]

    # Effects and draws

    def reporting(self, scope: Scope) -> list[str]:
        value = self.choose(f"{self.reduced(scope)}.item()", self.reduced(scope))
        shown = self.choose(value, "'here'", "x.shape", f"'value', {value}", f'f"is {{{value}}}"', f'"%s" % {value}')
        form = self.random.random()
        if form < 0.15:
            self.needs("import logging")
            return [f'logging.getLogger("m").warning("seen %s", {value})']
        if form < 0.3:
            self.needs("import warnings")
            return [f"if {self.condition(scope)}:", '    warnings.warn("seen")']
        if form < 0.4:
            self.needs("import io")
            self.sets("self.text = io.StringIO()")
            self.behind.append("held = self.text.getvalue()")
            return [f"print({shown}, file=self.text)"]
        if form < 0.55:
            name = self.fresh()
            return [f"{name} = []", f"{name}.append({value})", *self.around(scope), f"print({name})"]
        if form < 0.65:
            return [f"if {self.condition(scope)}:", f"    print({shown})"]
        if form < 0.7:
            return [f"print(self.seen.append(1), {value})"]
        return [f"print({shown})"]

    def timed(self, scope: Scope) -> list[str]:
        self.needs("import time")
        self.sets("self.time = 0.0")
        return ["start = time.perf_counter()", *self.around(scope), "self.time = time.perf_counter() - start"]

    def drawn(self, scope: Scope) -> list[str]:
        target = self.target(scope)
        draw = self.choose("random.random() < 0.5", "torch.rand(()) < 0.5", "random.random() < 0.5 and self.training")
        if draw.startswith("random"):
            self.needs("import random")
        if self.layers and self.chance(0.4):
            return [
                "for layer in self.layers:",
                f"    if {draw}:",
                "        continue",
                f"    {target} = layer({target})",
            ]
        return [f"if {draw}:", *indented([f"{target} = {self.arithmetic(scope)}"])]

    # Loops

    def loop(self, scope: Scope) -> list[str]:
        target = self.target(scope)
        form = self.choose("arm", "break", "break between", "break last", "continue", "return", "print", "rows")
        head = f"for step in range({self.random.randint(1, 3)}):"
        test, step = f"if {self.condition(scope)}:", f"{target} = {self.arithmetic(scope)}"
        if form == "rows" and self.shape != "()":
            added = f"{target} = {target} + row.sum()"
            return [f"for row in {self.tensor(scope)}:", "    if row.sum() < 0:", "        continue", f"    {added}"]
        if form == "break":
            return [head, f"    {test}", "        break", f"    {step}"]
        if form == "break between":
            inner = scope.copy()
            inner.tensors.append(self.fresh())
            local = f"    {inner.tensors[-1]} = {self.choose(self.arithmetic(scope), self.function(scope))}"
            test = f"    if {self.choose(f'{inner.tensors[-1]}.sum() > 0', self.condition(inner))}:"
            return [head, local, test, "        break", f"    {target} = {self.arithmetic(inner)}"]
        if form == "break last":
            last = [f"        {target} = {self.tensor(scope)}"] if self.chance(0.3) else []
            behind = [f"    {self.target(scope)} = {self.arithmetic(scope)}"] if self.chance(0.4) else []
            return [head, f"    {step}", f"    {test}", *last, "        break", *behind]
        if form == "continue":
            return [head, f"    {test}", "        continue", f"    {step}"]
        if form == "return":
            return [
                head,
                f"    {step}",
                f"    {test}",
                f"        return {self.choose(self.tensor(scope), self.arithmetic(scope))}",
            ]
        if form == "print":
            return [head, f"    {step}", f"    {test}", f'        print(f"step {{step}}: {{{self.reduced(scope)}}}")']
        return [head, f"    {test}", *indented(indented(self.arm(scope.copy(), [target])))]

    def bounded(self, scope: Scope) -> list[str]:
        target = self.target(scope)
        step = f"    {target} = {target} {self.choose('* 2', '- 1')}"
        return [
            "turn = 0",
            "while turn < 3:",
            step,
            f"    if {self.condition(scope)}:",
            "        break",
            "    turn += 1",
        ]

    def deep_copy(self, scope: Scope) -> list[str]:
        self.needs("import copy")
        target = self.target(scope)
        return [f"{target} = copy.deepcopy({self.tensor(scope)}.detach())"]
