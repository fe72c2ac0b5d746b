"""What a class is given where its file makes the objects: in functions, statements and lambdas."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
from fullgraph.lint.config.options import Options
from fullgraph.lint.engine.api import check

CLASSES = """
    import torch
    from torch import nn

    class Gate(nn.Module):
        def forward(self, x):
            return x if x.sum() > 0 else x * 2

    class Solver:
        def solve(self, x):
            return x if x.mean() > 0 else x * 2

    class Model(nn.Module):
        def __init__(self, inner, solver, layers=()):
            super().__init__()
            self.inner = inner
            self.solver = solver
            self.layers = nn.ModuleList(layers)

        def forward(self, x):
            return self.solver.solve(x)
"""
LINE_OF_SOLVER = 11


def rows(tmp_path: Path, rest: str) -> list[int]:
    """The rows of the findings in a file."""
    file = tmp_path / "model.py"
    file.write_text(textwrap.dedent(CLASSES) + textwrap.dedent(rest))
    return [one.location.row for one in check([file], Options()).diagnostics]


@pytest.mark.parametrize(
    "made",
    [
        "model = Model(Gate(), Solver())",
        "def make():\n    return Model(Gate(), Solver())",
        "def make():\n    solver = Solver()\n    return nn.Sequential(Model(Gate(), solver=solver))",
        "MODELS = {'a': lambda: (Model(Gate(), Solver()), 1), 'b': lambda: 3}",
        "async def make(width):\n    return Model(Gate(), Solver())",
        "if torch.cuda.is_available():\n    model = Model(Gate(), Solver())",
        "def make(solver):\n    return Model(Gate(), solver)\n\nmodel = make(Solver())",
        "def inner(solver):\n    return Model(Gate(), solver)\n\ndef make(solver):\n    return inner(solver)\n\n"
        "MODELS = [lambda: make(Solver())]",
    ],
)
def test_what_is_passed_where_the_object_is_made(tmp_path: Path, made: str) -> None:
    assert LINE_OF_SOLVER in rows(tmp_path, made)


@pytest.mark.parametrize(
    "made",
    [
        "",
        "model = Model(Gate(), None)",
        "def make(solver):\n    return Model(Gate(), solver)",
        "class Other:\n    def make(self):\n        return 3",
        "model = Gate()",
    ],
)
def test_nothing_is_guessed_of_what_nobody_passes(tmp_path: Path, made: str) -> None:
    assert LINE_OF_SOLVER not in rows(tmp_path, made)


@pytest.mark.parametrize(
    ("parameter", "made"),
    [
        ("**steps", "model = Chain(first=Step())"),
        ("**steps: Step", "def make():\n    return Chain(first=Step())"),
        ("steps", "model = Chain({'first': Step()})"),
    ],
)
def test_what_a_dictionary_of_modules_holds(tmp_path: Path, parameter: str, made: str) -> None:
    """The caller's annotation says of the step's second input that it is no tensor."""
    text = f"""
class Step(nn.Module):
    def forward(self, x, rate):
        return x * int(rate * 0.1)

class Chain(nn.Module):
    def __init__(self, {parameter}):
        super().__init__()
        self.steps = nn.ModuleDict(steps)

    def forward(self, x, rate: int):
        for step in self.steps.values():
            x = step(x, rate)
        return x

"""
    assert set(rows(tmp_path, text)) - set(rows(tmp_path, "")), "without a caller it is taken for a tensor"
    assert rows(tmp_path, text + made) == rows(tmp_path, "")


def test_one_of_several(tmp_path: Path) -> None:
    made = """
    class Calm:
        def solve(self, x):
            return x

    one = Model(Gate(), Calm())

    def make():
        return Model(Gate(), Solver())
    """
    assert LINE_OF_SOLVER in rows(tmp_path, made)


def test_code_that_cannot_be_followed_costs_nothing_else(tmp_path: Path) -> None:
    made = """
    def make(n):
        return make(n - 1) or Model(make, make(n))

    model = Model(Gate(), Solver())
    """
    assert LINE_OF_SOLVER in rows(tmp_path, made)


def elsewhere(tmp_path: Path, script: str) -> list[int]:
    """The rows of the findings in the file of the classes, where another file makes their objects."""
    files = [tmp_path / "classes.py", tmp_path / "script.py"]
    files[0].write_text(textwrap.dedent(CLASSES))
    files[1].write_text(textwrap.dedent(script))
    return [one.location.row for one in check(files, Options()).diagnostics if one.filename == str(files[0])]


@pytest.mark.parametrize(
    "script",
    [
        "from classes import Gate, Model, Solver\n\nmodel = Model(Gate(), Solver())",
        "from classes import Gate, Solver, Model as Made\n\ndef make(solver):\n    return Made(Gate(), solver)\n\n"
        "MODELS = {'one': lambda: make(Solver())}",
        "import classes\n\nMODELS = {'one': lambda: classes.Model(classes.Gate(), classes.Solver())}",
        "import classes as c\n\ndef make(of, solver):\n    return of(c.Gate(), solver())\n\n"
        "MODELS = {'one': lambda: make(c.Model, c.Solver)}",
    ],
)
def test_what_another_file_passes(tmp_path: Path, script: str) -> None:
    assert LINE_OF_SOLVER in elsewhere(tmp_path, script)


@pytest.mark.parametrize(
    "script",
    [
        "from classes import Gate, Model, Solver\n\nmodel = Model(Gate(), None)\nsolver = Solver()",
        "from classes import Gate, Model\n\ndef make(solver):\n    return Model(Gate(), solver)",
    ],
)
def test_what_no_other_file_passes(tmp_path: Path, script: str) -> None:
    assert LINE_OF_SOLVER not in elsewhere(tmp_path, script)


def test_a_class_that_is_handed_on(tmp_path: Path) -> None:
    for made in (
        "def make(solver, of=Model):\n    return of(Gate(), solver())\n\nmodel = make(Solver)",
        "def make(of):\n    return of(Gate(), Solver())\n\nmodel = make(Model)",
        "CASES = {'a': (Model, Gate, Solver)}\n\ndef make(name):\n    of, gate, solver = CASES[name]\n"
        "    return of(gate(), solver())",
        "import functools\n\nMODELS = {'a': functools.partial(Model, Gate(), Solver())}",
        "class Maker:\n    @staticmethod\n    def make():\n        return Model(Gate(), Solver())",
    ):
        assert LINE_OF_SOLVER in rows(tmp_path, made), made
    asked = "def is_ours(x):\n    return isinstance(x, Model) and Solver()"
    assert LINE_OF_SOLVER not in rows(tmp_path, asked)


@pytest.mark.parametrize("method", ["@classmethod\n    def make(cls):", "@staticmethod\n    def make():"])
def test_what_a_class_makes_itself(tmp_path: Path, method: str) -> None:
    maker = "cls" if "cls" in method else "Own"
    text = f"""
class Own(nn.Module):
    def __init__(self, solver=None):
        super().__init__()
        self.solver = solver

    {method}
        return {maker}(%s)

    def forward(self, x):
        return self.solver.solve(x)
"""
    assert LINE_OF_SOLVER in rows(tmp_path, text % "Solver()")
    assert LINE_OF_SOLVER not in rows(tmp_path, text % "3")


NAMED = """
class Calm(nn.Module):
    def solve(self, x):
        return x

    def decide(self, x):
        return x if x.max() > 0 else x * 2

class Named(nn.Module):
    def __init__(self, part, method):
        super().__init__()
        self.part = part
        self.method = method

    def forward(self, x):
        return getattr(self.part, self.method)(x)

"""


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        ("model = Named(Calm(), 'decide')", {"decide"}),
        ("model = Named(Calm(), 'solve')", set()),
        ("def make():\n    return Named(Solver(), 'solve'), Named(Calm(), method='solve')", {"solve"}),
        ("MODELS = {'a': lambda: Named(Calm(), 'decide'), 'b': lambda: Named(Solver(), 'solve')}", {"solve", "decide"}),
        ("def make(method):\n    return Named(Calm(), method)", set()),
    ],
)
def test_a_method_that_is_named_where_the_object_is_made(tmp_path: Path, made: str, expected: set[str]) -> None:
    """Each object has its own method: that of one is not looked for in another."""
    lines = (textwrap.dedent(CLASSES) + NAMED).splitlines()
    found = {"solve": LINE_OF_SOLVER, "decide": 1 + next(n for n, line in enumerate(lines) if "x.max()" in line)}
    assert set(rows(tmp_path, NAMED + made)) - {7} == {found[name] for name in expected}


@pytest.mark.parametrize(
    "text",
    [
        "    class Inner(nn.Module):\n        def forward(self, x):\n            return solver.solve(x)",
        "    class Inner(nn.Module):\n        def __init__(self):\n            super().__init__()\n"
        "            self.solver = solver\n\n        def forward(self, x):\n            return self.solver.solve(x)",
    ],
)
def test_variables_of_the_function_around_a_class(tmp_path: Path, text: str) -> None:
    made = f"\ndef wrap(solver):\n{text}\n\n    return Inner()\n\n"
    assert LINE_OF_SOLVER in rows(tmp_path, made + "model = wrap(Solver())")
    assert LINE_OF_SOLVER in rows(tmp_path, made + "wrap(Gate())\nmodel = wrap(Solver())")
    assert LINE_OF_SOLVER not in rows(tmp_path, made + "model = wrap(Gate())")


def test_more_objects_than_a_value_has_options(tmp_path: Path) -> None:
    """Each is told apart: the method of the last one is found too."""
    classes = "".join(f"\nclass Calm{n}(nn.Module):\n    def solve(self, x):\n        return x\n" for n in range(10))
    made = "".join(f"one{n} = Model(Gate(), Calm{n}())\n" for n in range(10))
    assert LINE_OF_SOLVER in rows(tmp_path, f"{classes}\n{made}last = Model(Gate(), Solver())")


def test_an_annotation_does_not_hide_what_is_passed(tmp_path: Path) -> None:
    """What the annotation says is followed too: other code may pass other modules."""
    text = """
class Wrapped(nn.Module):
    def __init__(self, model: Model):
        super().__init__()
        self.model = model

    def forward(self, x):
        return self.model.loss(x)

class Other(Model):
    def loss(self, x):
        return x if x.min() > 0 else x * 2

"""
    loss = "\n    def loss(self, x):\n        return self.solver.solve(x) if x.std() > 0 else x\n"
    classes = textwrap.dedent(CLASSES) + loss
    file = tmp_path / "model.py"
    found = {}
    for made in ("", "model = Wrapped(Model(Gate(), Solver()))", "model = Wrapped(Other(Gate(), None))"):
        file.write_text(classes + text + made)
        found[made] = {one.location.row for one in check([file], Options()).diagnostics} - {7, LINE_OF_SOLVER}
        solved = LINE_OF_SOLVER in [one.location.row for one in check([file], Options()).diagnostics]
        assert solved is ("Solver()" in made)
    plain, same, other = found.values()
    assert len(plain) == 1
    assert same == plain
    assert len(other - plain) == 1


def test_an_object_that_is_made_without_something_says_nothing_of_others(tmp_path: Path) -> None:
    text = """
class Optional(nn.Module):
    def __init__(self, solver=None, other=None):
        super().__init__()
        self.solver = solver
        self.other = other

    def forward(self, x):
        if self.other is not None:
            return self.solver.solve(x)
        return x

"""
    assert LINE_OF_SOLVER in rows(tmp_path, text + "model = Optional(Solver())")
