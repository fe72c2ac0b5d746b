"""An attribute bound where the object is made, and the import that it needs."""

import ast

import pytest
from fake_oracle import FakeOracle, apply, source_file
from fullgraph.lint.diagnostics.diagnostic import Applicability
from fullgraph.rules.rewrite.analysis.oracle import Obstacle
from fullgraph.rules.rewrite.imports import Import, imported
from fullgraph.rules.rewrite.modules.bind import bind_attribute


class Names(FakeOracle):
    """Gives fresh names that say so."""

    def fresh_name(self, stem):
        return f"{stem}_1" if stem.startswith("_") else stem


def bind(text, line):
    source = source_file(text)
    statement = next(
        node
        for node in ast.walk(source.tree)
        if isinstance(node, ast.stmt) and node.lineno == line and not isinstance(node, (ast.If, ast.Pass))
    )
    result = bind_attribute(statement, source, "loss_function", "pkg.loss", "causal_loss", Names())
    return result if isinstance(result, Obstacle) else (result, apply(source, result))


@pytest.mark.parametrize(
    ("made", "bound"),
    [
        ("model = Model(3)", "model = Model(3)\n    model.loss_function = causal_loss"),
        ("model = Model(3)  # big", "model = Model(3)  # big\n    model.loss_function = causal_loss"),
        (
            "self.net = Model(\n        3,\n    )",
            "self.net = Model(\n        3,\n    )\n    self.net.loss_function = causal_loss",
        ),
        ("model: Model = Model(3)", "model: Model = Model(3)\n    model.loss_function = causal_loss"),
        ("pass; model = Model(3)", "pass\n    model = Model(3)\n    model.loss_function = causal_loss"),
        ("if a: model = Model()", "if a:\n        model = Model()\n        model.loss_function = causal_loss"),
        ("return Model(3)", "model = Model(3)\n    model.loss_function = causal_loss\n    return model"),
        (
            "return (  # big\n        Model(3)\n    )",
            "# big\n    model = Model(3)\n    model.loss_function = causal_loss\n    return model",
        ),
    ],
)
def test_text(made, bound):
    text = "import os\nfrom pkg.models import Model\n\n\ndef build(self):\n    {}\n"
    fix, new = bind(text.format(made), 6)
    expected = text.format(bound).replace("from pkg.models", "from pkg.loss import causal_loss\nfrom pkg.models")
    assert new == expected
    assert fix.applicability is Applicability.SAFE


def test_an_import_that_is_there_is_used():
    text = "from pkg.loss import causal_loss as loss\nmodel = Model()\n"
    _, new = bind(text, 2)
    assert new == "from pkg.loss import causal_loss as loss\nmodel = Model()\nmodel.loss_function = loss\n"


def test_a_name_that_is_taken_gets_an_alias():
    text = "from pkg.models import Model\ncausal_loss = 1\nmodel = Model()\n"
    _, new = bind(text, 3)
    assert new.startswith("from pkg.loss import causal_loss as _causal_loss_1\nfrom pkg.models import Model\n")
    assert "model.loss_function = _causal_loss_1\n" in new


def test_no_newline_at_the_end_of_the_file():
    _, new = bind("from pkg.models import Model\nmodel = Model()", 2)
    assert new.endswith("model = Model()\nmodel.loss_function = causal_loss")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a, b = Model()\n", "not assigned to one name"),
        ("models[0] = Model()\n", "not assigned to one name"),
        ("train(Model())\n", "not assigned to one name"),
    ],
)
def test_obstacles(text, reason):
    result = bind(text, 1)
    assert isinstance(result, Obstacle)
    assert reason in result.reason


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "import torch\n"),
        ("x = 1\n", "import torch\nx = 1\n"),
        ('"""Doc."""\nx = 1\n', '"""Doc."""\n\nimport torch\nx = 1\n'),
        ('"""Doc."""', '"""Doc."""\n\nimport torch'),
        ("from __future__ import annotations\nx = 1\n", "from __future__ import annotations\n\nimport torch\nx = 1\n"),
        ("import os\nimport sys\n\nx = 1\n", "import os\nimport sys\nimport torch\n\nx = 1\n"),
        ("import os\r\nx = 1\r\n", "import os\r\nimport torch\r\nx = 1\r\n"),
        ("from torch import nn\n", "import torch\nfrom torch import nn\n"),
        ("#!/usr/bin/env python\n# text\nx = 1\n", "#!/usr/bin/env python\n# text\n\nimport torch\nx = 1\n"),
        ("import torch as th\n", "import torch as th\nimport torch\n"),
        ("def f():\n    pass\n\n\nimport torch.nn\n", "import torch\ndef f():\n    pass\n\n\nimport torch.nn\n"),
    ],
)
def test_import_torch(text, expected):
    source = source_file(text)
    edit = Import(source, "torch").edit
    starts = source.text.splitlines(keepends=True)[: edit.location.row - 1]
    place = sum(map(len, starts)) + edit.location.column - 1
    assert source.text[:place] + edit.content + source.text[place:] == expected


def test_import_that_is_there():
    source = source_file("import os, torch\n")
    assert imported("torch", source, FakeOracle()) == ()


def test_from_import_joins_that_of_its_module():
    source = source_file("from pkg.loss import (\n    g,  # why\n)\nfrom re import sub\n")
    edit = Import(source, "pkg.loss", "f", "h").edit
    assert (edit.location.row, edit.end_location.row) == (1, 4)
    assert edit.content == "from pkg.loss import (\n    f as h, g,  # why\n)\n"


def test_from_import_without_relatives_goes_last():
    source = source_file("import os\nfrom re import sub\n\nx = 1\n")
    edit = Import(source, "pkg.loss", "f").edit
    assert edit.location.row == 3 and edit.content == "from pkg.loss import f\n"
