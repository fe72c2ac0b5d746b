"""What stands around a break, and can be disturbed when it is rewritten."""

from __future__ import annotations

from collections.abc import Callable

from .grammar import Grammar, Scope, indented

PROPERTY = "@property\ndef factor(self):\n    self.count += 1\n    return 3.0"
HOOKED = "def hooked(self, module, given, result):\n    self.count += 1"
BUMP = "def bump(t):\n    t += 1"


class Surroundings(Grammar):
    """Writes statements with an effect, an alias or a look at one."""

    def around(self, scope: Scope) -> list[str]:
        name, of = self.fresh(), self.tensor(scope)
        choices: list[tuple[int, Callable[[], list[str]]]] = [
            (5, lambda: self.bind(scope, name, self.arithmetic(scope))),
            (3, lambda: self.bind(scope, name, of)),
            (4, lambda: self.bind(scope, name, self.view(scope))),
            (1, lambda: self.bind(scope, name, f"{of}.clone()")),
            (4, lambda: self.held(name, of, scope)),
            (4, lambda: self.written(scope)),
            (2, lambda: self.looked_at(scope)),
            (1, lambda: self.keep(f"self.last = {of}", "self.last = None")),
            (1, lambda: [f"self.seen.append({of})"]),
            (1, lambda: self.kept(of)),
            (1, lambda: self.factor(scope)),
            (1, lambda: self.hook(of)),
            (1, lambda: self.number(scope, name, f"{of}.shape[0] if {of}.dim() else 1")),
            (1, lambda: self.number(scope, name, "self.count + 1")),
            (1, lambda: ["self.mean += 1"]),
            (1, lambda: self.drawing(scope)),
        ]
        return self.pick(choices)()

    def bind(self, scope: Scope, name: str, value: str) -> list[str]:
        if self.chance(0.3):
            name = self.target(scope)
        elif name not in scope.tensors:
            scope.tensors.append(name)
        return [f"{name} = {value}"]

    def number(self, scope: Scope, name: str, value: str) -> list[str]:
        scope.numbers.append(name)
        return [f"{name} = {value}"]

    def held(self, name: str, of: str, scope: Scope) -> list[str]:
        """A container or closure that has a tensor, and shows it at the end."""
        lines, later = self.random.choice(
            [
                ([f"{name} = [{of}]"], f"{name}[0]"),
                ([f"{name} = ({of}, 1)"], f"{name}[0]"),
                ([f"{name} = {{'k': {of}}}"], f"{name}['k']"),
                ([f"{name} = lambda: {of}"], f"{name}()"),
                ([f"def {name}():", *indented([f"return {of}"])], f"{name}()"),
                ([f"{name} = [{of}]", f"{name} += [{of} * 2]"], f"{name}[0]"),
            ]
        )
        if self.depth:
            return []
        self.behind.append(f"{self.target(scope)} = {later} + 0" if self.chance(0.5) else f"held = {later}")
        return lines

    def written(self, scope: Scope) -> list[str]:
        """A write in place."""
        of = self.owned(scope)
        value = self.choose("2", "3", *(["0.5"] if self.floating else []))
        choices = [
            (6, [f"{of}.mul_({value})"]),
            (2, [f"{of} *= {value}"]),
            (1, [f"{of}.data.mul_({value})"]),
            (1, [f"{of}.zero_()"]),
            (1, [f"{of}[...] = {self.tensor(scope)}"]),
        ]
        if self.shape != "()":
            choices += [(1, [f"for row in {of}:", "    row.mul_(2)"]), (1, [f"{of}[:1] = 1"])]
        if self.floating:
            choices.append((1, [f"nn.functional.relu({of}, inplace=True)"]))
        lines = self.pick(choices)
        if self.chance(0.15):
            self.defines(BUMP)
            lines = [f"bump({of})"]
        elif self.chance(0.1):
            self.needs("import operator")
            lines = [f"operator.iadd({of}, 1)"]
        elif self.floating and self.chance(0.1):
            self.sets("self.act = nn.ReLU(inplace=True)")
            lines = [f"self.act({of})"]
        return lines

    def looked_at(self, scope: Scope) -> list[str]:
        """A look, at the end, at what values do not show."""
        one, other = self.target(scope), self.tensor(scope)
        self.behind.append(
            self.choose(
                *(f"held = {one} is {other}", f"held = id({one}) == id({other})", f"held = {one}.requires_grad"),
                *(f"held = {one}.stride()", f"held = {one}.is_contiguous()", f"held = {one}.is_leaf"),
                *(
                    f"held = {one}.data_ptr() == {other}.data_ptr()",
                    f"{one} = {one}.view(-1)",
                    f"held = {one}.view(-1)",
                ),
                *(f"held = {one}.dtype", f"held = len({{id({one}), id({other})}})"),
            )
        )
        return []

    def keep(self, line: str, init: str) -> list[str]:
        self.sets(init)
        return [line]

    def kept(self, of: str) -> list[str]:
        if self.depth:
            return []
        self.defines("KEPT = None")
        return [f"KEPT = {of}"]

    def factor(self, scope: Scope) -> list[str]:
        """A property whose reading has an effect."""
        self.method(PROPERTY)
        scope.numbers.append("self.factor")
        return []

    def hook(self, of: str) -> list[str]:
        if self.layers and self.chance(0.5):
            self.method(HOOKED)
            self.sets("self.linear.register_forward_hook(self.hooked)")
            return []
        return [f"{of}.register_hook(lambda g: g * 2) if {of}.requires_grad else None"]

    def drawing(self, scope: Scope) -> list[str]:
        target = self.target(scope)
        return [f"{target} = {target} + torch.rand(())"] if self.floating else []
