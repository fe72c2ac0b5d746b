"""Arms that clamp or fill with a limit of the dtype, behind a test of the dtype: which are proved, and which are not.

Every program stands behind ``h = self.fc(x)`` and is run in half precision.
"""

from __future__ import annotations

import pytest
import torch
from fullgraph.lint.config.options import Options
from fullgraph.lint.fixes.apply import fix_paths
from written_programs import fixes, program, run

HEAD = """\
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self, limit: float = 1e5):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.limit = limit

    def forward(self, x: torch.Tensor):
        h = self.fc(x)
"""
PROVED = {
    "a limit with a distance": """
        if h.dtype == torch.float16 and torch.isinf(h).any():
            limit = torch.finfo(h.dtype).max - 1000
            h = torch.clamp(h, min=-limit, max=limit)
        return h
    """,
    "a part of a limit": """
        if h.dtype == torch.float16 and torch.isinf(h).any():
            h = h.clamp(max=torch.finfo(h.dtype).max * 0.5)
        return h
    """,
    "one of two dtypes": """
        if h.dtype in (torch.float16, torch.bfloat16) and not torch.isfinite(h).all():
            h = torch.clamp(h, torch.finfo(h.dtype).min, torch.finfo(h.dtype).max)
        return h
    """,
    "either dtype": """
        if (h.dtype == torch.half or h.dtype == torch.bfloat16) and h.isinf().any():
            h = h.clamp_max(100.0)
        return h
    """,
}
NOT_PROVED = {
    "a limit that half precision does not hold": """
        if torch.sigmoid(h).mean() > 2:
            h = torch.clamp(h, max=self.limit)
        return h
    """,
    "twice that limit": """
        if torch.sigmoid(h).mean() > 2:
            limit = self.limit * 2
            h = torch.clamp(h, max=limit)
        return h
    """,
    "a fill that half precision does not hold": """
        if torch.sigmoid(h).mean() > 2:
            h = h.masked_fill(h > 0, self.limit)
        return h
    """,
    "more than the limit": """
        if h.dtype == torch.float16 and h.mean() > 1e4:
            h = h.clamp(max=torch.finfo(h.dtype).max + 1000)
        return h
    """,
}


def written(body):
    return program(HEAD, body)


def made(text):
    """The model of a program, in half precision."""
    torch.manual_seed(0)
    return run(text).Model().half()


def outcome(model, x):
    """What a call gives, with the gradients of what it is given and of the layer."""
    given = x.clone().requires_grad_()
    result = model(given)
    result.sum().backward()
    return [result.detach(), given.grad, *(parameter.grad for parameter in model.parameters())]


@pytest.mark.parametrize("name", PROVED)
def test_a_guard_of_half_precision_is_proved(tmp_path, name):
    path = tmp_path / "program.py"
    path.write_text(written(PROVED[name]), encoding="utf-8")
    assert fixes(path) == ["safe"]
    text = fix_paths([path], Options(), False, write=False).files[0].text
    assert "torch.where(" in text
    for value in (0.5, float("inf"), float("-inf"), float("nan")):
        x = torch.tensor([[1.0, 2.0, value]]).half()
        before, after = outcome(made(path.read_text(encoding="utf-8")), x), outcome(made(text), x)
        assert all(torch.equal(a.nan_to_num(7), b.nan_to_num(7)) for a, b in zip(before, after, strict=True)), value


@pytest.mark.parametrize("name", NOT_PROVED)
def test_a_number_that_the_dtype_may_not_hold_is_not_proved(tmp_path, name):
    path = tmp_path / "program.py"
    path.write_text(written(NOT_PROVED[name]), encoding="utf-8")
    x = torch.tensor([[1.0, 2.0, 3.0]]).half()
    made(path.read_text(encoding="utf-8"))(x)
    text = fix_paths([path], Options(), True, write=False).files[0].text
    with pytest.raises(RuntimeError, match="overflow"):
        made(text)(x)
    assert "safe" not in fixes(path)


def test_the_limit_of_a_larger_dtype_is_not_one_of_this(tmp_path):
    path = tmp_path / "program.py"
    arm = "h = h.clamp(max=torch.finfo(torch.float{}).max)"
    body = "if h.dtype == torch.float16 and h.mean() > 1e4:\n    {}\nreturn h"
    path.write_text(written(body.format(arm.format(32))), encoding="utf-8")
    assert "safe" not in fixes(path)
    path.write_text(written(body.format(arm.format(16))), encoding="utf-8")
    assert fixes(path) == ["safe"]


def test_a_dtype_that_is_a_default_is_not_known(tmp_path):
    path = tmp_path / "program.py"
    text = written("h = x * 1\nif h.dtype == {} and h.isinf().any():\n    h = torch.clamp(h, -5, 5)\nreturn h")
    text = text.replace("x: torch.Tensor", "x: torch.Tensor, dtype=torch.float32")
    path.write_text(text.format("dtype"), encoding="utf-8")
    assert fixes(path) == ["unsafe"]
    path.write_text(text.format("torch.float32"), encoding="utf-8")
    assert fixes(path) == ["safe"]


@pytest.mark.parametrize(
    ("test", "level"),
    [
        ("h.dtype not in (torch.float16, torch.float32)", "safe"),
        ("not (h.dtype in (torch.float16, torch.float32))", "safe"),
        ("h.dtype != torch.float16 and h.dtype != torch.float32", "safe"),
        ("h.dtype in (torch.int32, torch.int64)", "unsafe"),
        ("h.dtype not in (torch.float16, torch.int32)", "unsafe"),
        ("h.dtype not in (torch.float16,) is True", "unsafe"),
    ],
)
def test_what_a_refused_dtype_proves(tmp_path, test, level):
    path = tmp_path / "program.py"
    arm = "if h.isinf().any():\n    h = torch.clamp(h, -5, 5)\nreturn h"
    path.write_text(written(f"h = x * 1\nif {test}:\n    raise ValueError\n{arm}"), encoding="utf-8")
    assert fixes(path) == [level]


def test_a_name_that_the_test_binds_again_is_not_what_was_asked(tmp_path):
    path = tmp_path / "program.py"
    path.write_text(
        written(
            """
            c = torch.view_as_complex(torch.stack([h, h], -1))
            if h.dtype == torch.float16 and torch.isreal(h := c).any():
                h = torch.clamp(h, max=5)
            return h
            """
        ),
        encoding="utf-8",
    )
    assert "safe" not in fixes(path)
