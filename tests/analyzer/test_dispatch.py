"""`getattr` by a name of which a part is known, or the default, gives what is called so."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from fullgraph.lint.diagnostics.diagnostic import Diagnostic

Check = Callable[..., list[Diagnostic]]
MODEL = """
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self, kind):
        super().__init__()
        self.kind = kind

    def forward(self, x: torch.Tensor):
        name = f"reduce_{{self.kind}}"
        return getattr(self, {name})(x)

    def reduce_mean(self, x):
        print(x)
        return x

    def reduce_last(self, x):
        return x[-1].item()

    def reset_stats(self, x):
        print(x)
        return x
"""


@pytest.mark.parametrize(
    "name",
    ["name", "f'reduce_{self.kind}'", "'reduce_' + self.kind", "'reduce_{}'.format(self.kind)"],
)
def test_every_method_whose_name_fits_may_run(found: Check, name: str) -> None:
    assert [(one.code, one.location.row) for one in found(MODEL.format(name=name))] == [("FG401", 16), ("FG201", 20)]


@pytest.mark.parametrize("name", ["self.kind", "f're{self.kind}'", "f'{self.kind}_reduce'", "self.kind + self.kind"])
def test_too_little_is_known_of_the_name(found: Check, name: str) -> None:
    assert found(MODEL.format(name=name)) == []


LAYER = """
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self, kind: str = {default}):
        super().__init__()
        self.kind = kind
        self.layer = getattr(nn, {name})(4, 4)

    def forward(self, x):
        return self.layer(x)[0]
"""


@pytest.mark.parametrize(
    ("default", "name"),
    [
        ("'GRU'", "kind"),
        ("'gru'", "kind.upper()"),
        ("'gru'", "self.kind.upper()"),
        ("'gru_layer'", "kind.removesuffix('_layer').upper()"),
        ("'G'", "kind + 'RU'"),
        ("'G'", "f'{kind}RU'"),
    ],
)
def test_a_layer_is_of_the_class_that_the_default_names(found: Check, default: str, name: str) -> None:
    assert [one.code for one in found(LAYER.format(default=default, name=name))] == ["FG606"]


@pytest.mark.parametrize(
    ("default", "name"), [("'linear'", "kind.capitalize()"), ("'gru'", "kind"), ("'G'", "kind * 3")]
)
def test_a_default_that_names_no_recurrent_layer_says_nothing(found: Check, default: str, name: str) -> None:
    assert found(LAYER.format(default=default, name=name)) == []
