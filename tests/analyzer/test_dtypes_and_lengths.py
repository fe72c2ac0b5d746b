"""What the analyzer knows of dtypes and of lengths that depend on data is what torch itself gives."""

from __future__ import annotations

import pytest
import torch
import torch.nn.functional as F
from checking import Check
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.symbolic_shapes import ShapeEnv, free_unbacked_symbols

HEAD = """
import torch
import torch.nn.functional as F
from torch import Tensor, nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x: Tensor, i: Tensor):
        p = x > 0
        k = x.argmax(1)
"""


def namespace() -> dict[str, object]:
    """The variables of ``HEAD``, as torch has them."""
    x = torch.arange(12.0).reshape(3, 4) - 5
    linear = torch.nn.Linear(4, 4)
    module = type("M", (), {"linear": linear})
    i = torch.tensor([0, 2, 1])
    return {"torch": torch, "F": F, "x": x, "i": i, "p": x > 0, "k": x.argmax(1), "self": module}


DTYPES = """
p
~p
p & (x > 1)
p | True
p ^ p
p & 1
p.clone().detach()
p.to("cpu")
p.to(x.device, non_blocking=True)
p.to(x)
p.to(torch.long)
p.to("cpu", torch.uint8)
k.to(p)
k.to(device="cpu", dtype=torch.bool)
p.long()
k.bool()
p.view(-1)
p.view(x.shape[0], -1)
p.view(torch.int8)
p.reshape(4, 3)
k.type(torch.bool)
p.type(torch.long)
p.type_as(x)
k.type_as(p)
torch.cat([p, p])
torch.cat([p, x])
torch.stack([p, ~p], dim=1)
torch.full((2,), True)
torch.full((2,), 1)
torch.full((2,), fill_value=True)
torch.full((2,), True, dtype=torch.long)
torch.zeros(3, dtype=torch.bool)
torch.zeros(3, dtype=bool)
torch.zeros(3, dtype=None)
torch.ones_like(p)
torch.ones_like(x, dtype=torch.bool)
torch.zeros_like(p, dtype=torch.long)
x.new_zeros(3, dtype=torch.bool)
p.new_ones(3)
p.new_full((2,), 1.5)
p.new_tensor([1, 0])
torch.tensor([True, False])
torch.tensor([[True], [False]])
torch.tensor([True, 1])
torch.as_tensor(p)
torch.as_tensor([True])
torch.isin(x, x)
p.any(0)
p.all(dim=1)
p.sum(0)
p.sum(0, dtype=torch.bool)
p.cumsum(0)
p.max(0)[0]
p.max(0)[1]
p.sort(0)[0]
p.sort(0)[1]
p.amax(0)
p.unsqueeze(0).expand(2, -1, -1)
p.repeat(2, 1)
p.tril()
p.T
p.chunk(2)[0]
p.split(2, 1)[1]
torch.unbind(p)[0]
p.index_select(0, i)
torch.gather(p, 0, i[None])
torch.where(p, p, ~p)
torch.where(p, x, -x)
torch.where(p)[0]
p * p
p * 1
p.float()
p.masked_fill(p, False)
p.nonzero()
p.int().argmax(1)
torch.logical_not(x)
x.isnan()
x.eq(0)
x.eq(0).int()
p.roll(1).flip(0)
p.squeeze(0)[0]
p.repeat_interleave(2)
p.unique()
torch.arange(3)
""".strip().splitlines()


def test_an_index_is_a_mask_exactly_where_its_dtype_is_bool(found: Check) -> None:
    lines = [f"        x[{expression}]" for expression in DTYPES]
    first = HEAD.count("\n") + 1
    diagnostics = found(HEAD + "\n".join(lines) + "\n        return x\n", select=("FG302",))
    masks = {DTYPES[diagnostic.location.row - first] for diagnostic in diagnostics}
    real = {text for text in DTYPES if eval(text, namespace()).dtype == torch.bool}
    assert len(real) > 40
    assert masks == real
    assert all(diagnostic.confidence == "high" for diagnostic in diagnostics)


def test_the_dtype_of_a_mask_is_kept_through_functions_and_attributes(found: Check) -> None:
    source = """
        import torch
        from torch import nn

        def both(one, two):
            return one & two

        def pick(values, kept):
            return values[kept]

        class M(nn.Module):
            def __init__(self):
                super().__init__()
                self.register_buffer("lower", torch.ones(3, 3, dtype=torch.bool).tril())
                self.register_buffer("order", torch.arange(3))

            def forward(self, x: torch.Tensor):
                a = pick(x, both(x > 0, self.lower))
                b = pick(x, self.order)
                chosen = [x > 1, x > 2]
                c = x[chosen[0]].sum()
                for one in chosen:
                    c = c + x[one].sum()
                return a.sum() + b.sum() + c
    """
    diagnostics = found(source, select=("FG302",))
    assert [diagnostic.location.row for diagnostic in diagnostics] == [9, 21, 23]


LENGTHS = """
x.nonzero()
x.nonzero().squeeze(1) if False else x.nonzero()
torch.argwhere(p)
torch.where(p)[0]
torch.nonzero(x, as_tuple=True)[1]
x[p]
x[p[:, 0]]
x[:, p[0]]
x[None, p]
x[0, p[0]]
x[..., p[0]]
x[p] * 2
x[p].float().clone()
x[p[:, 0]] + 1.0
x[p[:, 0]] - x.mean()
x[p[:, 0]][:, 0]
x[p[:, 0]][0]
x[p[:, 0]].unsqueeze(0)
x[p[:, 0]].unsqueeze(-1)
x[p[:, 0]].sum(0)
x[p].sum()
self.linear(x[p[:, 0]])
F.relu(x[p])
torch.zeros_like(x[p])
x.masked_select(p).view(-1, 1)
x.flatten()[x.flatten().nonzero().squeeze(1)]
x[x[:, 0].nonzero().squeeze(1)]
torch.unique(x)
torch.unique(x, dim=0)
torch.unique(x, dim=1)
torch.unique(x, return_inverse=True)[1]
torch.unique(x, return_counts=True)[1]
torch.unique(x, return_inverse=True, return_counts=True)[2]
torch.unique_consecutive(x, return_inverse=True)[1]
x.repeat_interleave(i, dim=0)
x.repeat_interleave(i, dim=0, output_size=3)
x.repeat_interleave(2, dim=0)
torch.repeat_interleave(i)
torch.bincount(i)
x[i]
x[:2]
x[p[:, 0]] @ x.T
torch.nonzero_static(x, size=2)
x.where(p, x)
""".strip().splitlines()

PARTS = ("shape[0]", "shape[1]", "size(0)", "numel()")
KNOWN = frozenset(
    """
    x.nonzero() torch.argwhere(p) torch.where(p)[0] x[p] torch.unique(x) torch.bincount(i) F.relu(x[p])
    torch.zeros_like(x[p]) torch.repeat_interleave(i) self.linear(x[p[:,0]]) x[:,p[0]]
    """.split()
)
"""What has to be found; of the others it is only asked that nothing false is said."""


def really_dynamic(expression: str, part: str) -> bool | None:
    """Whether torch gives the length no value; None where there is no such dimension."""
    with FakeTensorMode(shape_env=ShapeEnv()) as mode:
        real = namespace()
        fake = {name: mode.from_tensor(v) if isinstance(v, torch.Tensor) else v for name, v in real.items()}
        linear = torch.nn.Linear(4, 4)
        value = eval(expression, {**fake, "self": type("M", (), {"linear": linear})})
        try:
            length = eval(f"value.{part}", {"value": value})
        except IndexError:
            return None
    return isinstance(length, torch.SymInt) and bool(free_unbacked_symbols(length))


@pytest.mark.parametrize("part", PARTS)
def test_a_length_depends_on_data_where_torch_gives_it_no_value(found: Check, part: str) -> None:
    texts = [text for text in LENGTHS if really_dynamic(text, part) is not None]
    lines = [f"        if ({text}).{part} == 7: x = x + 1" for text in texts]
    first = HEAD.count("\n") + 1
    diagnostics = found(HEAD + "\n".join(lines) + "\n        return x\n", select=("FG101",), mode="fullgraph")
    said = {texts[diagnostic.location.row - first] for diagnostic in diagnostics}
    real = {text for text in texts if really_dynamic(text, part)}
    assert said <= real
    assert {text for text in real if text.replace(" ", "") in KNOWN} <= said
    assert said or part == "shape[1]"


def test_by_default_no_test_of_a_length_is_reported(found: Check) -> None:
    source = HEAD + "        rows = p.nonzero()\n        return x + 1 if len(rows) > 1 else x\n"
    assert [d.code for d in found(source, mode="default")] == ["FG301"]
    assert [d.code for d in found(source, mode="fullgraph")] == ["FG103"]


@pytest.mark.parametrize(
    ("test", "undecided"),
    [
        ("n == 0", True),
        ("n > 0", True),
        ("0 < n", True),
        ("n >= 1", True),
        ("n", True),
        ("n * 2 > 4", True),
        ("n - 1 > 0", True),
        ("n // 2 == 1", True),
        ("rows.shape == (1, 2)", True),
        ("n >= 0", False),
        ("-1 < n", False),
        ("n == -1", False),
        ("n < 0", False),
        ("n + 1 > 0", False),
        ("rows.ndim == 2", False),
        ("d == 2", False),
        ("rows.shape[1] == 2", False),
    ],
)
def test_a_length_is_known_not_to_be_negative(found: Check, test: str, undecided: bool) -> None:
    source = HEAD + f"        rows = p.nonzero()\n        n, d = rows.shape\n        return x + 1 if {test} else x\n"
    codes = [diagnostic.code for diagnostic in found(source, mode="fullgraph")]
    assert codes == (["FG103"] if undecided else [])
