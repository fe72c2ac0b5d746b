"""What the analyzer knows decides how far reads and masks are rewritten: aliases, gradient modes, loops, blocks."""

import textwrap

import pytest
from fullgraph.lint.diagnostics.diagnostic import Applicability
from fullgraph.lint.engine.api import Options, check
from fullgraph.lint.fixes.apply import fix_paths

HEAD = """\
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.num_classes = 4
        self.register_buffer("scale", torch.ones(()))

    def forward(self, x: torch.Tensor, y: torch.Tensor):
        h = self.fc(x) * 2
"""


def program(tmp_path, body):
    path = tmp_path / "model.py"
    path.write_text(HEAD + textwrap.indent(textwrap.dedent(body), " " * 8))
    return path


def fixes(tmp_path, body):
    """The fixes of the findings about reads, masks and sizes."""
    result = check([program(tmp_path, body)], Options(select=("FG2", "FG3")))
    assert result.diagnostics
    return [diagnostic.fix for diagnostic in result.diagnostics if diagnostic.fix is not None]


def fixed(tmp_path, body, unsafe=False):
    """The lines that fixing adds."""
    path = program(tmp_path, body)
    before = path.read_text().splitlines()
    result = fix_paths([path], Options(), unsafe, write=False)
    assert not result.errors
    return [line.strip() for file in result.files for line in file.text.splitlines() if line not in before]


def test_what_binds_loosely_keeps_its_parentheses(tmp_path):
    assert fixed(tmp_path, "h[h > 0] += (not self.training)\nreturn h", unsafe=True) == [
        "h = torch.where(h > 0, h + (not self.training), h)"
    ]


def test_an_update_of_new_memory_binds_the_name_again(tmp_path):
    assert fixed(tmp_path, "h[h < 0] *= 0.5\nreturn h") == ["h = torch.where(h < 0, h * 0.5, h)"]


SHARED = {
    "another name": "g = h\nh[h < 0] *= 0.5\nreturn g",
    "the same tensor": "k = h\nk[k < 0] *= 0.5\nreturn h",
    "a view": "g = h.view(-1)\nh[h < 0] *= 0.5\nreturn g",
    "a slice": "g = h[0]\nh[h < 0] *= 0.5\nreturn g",
    "an attribute": "self.kept = h\nh[h < 0] *= 0.5\nreturn x",
    "a list": "kept = [h]\nh[h < 0] *= 0.5\nreturn kept",
    "an in-place method": "g = h.add_(1)\nh[h < 0] *= 0.5\nreturn g",
    "a hook": "h.register_hook(print)\nh[h < 0] *= 0.5\nreturn h",
    "an argument": "x[x < 0] *= 0.5\nreturn x",
    "a function": "f = lambda: h\nh[h < 0] *= 0.5\nreturn f()",
}


@pytest.mark.parametrize("case", SHARED)
def test_memory_that_others_hold_is_written_in_place(tmp_path, case):
    assert fixed(tmp_path, SHARED[case]) == []
    [line] = fixed(tmp_path, SHARED[case], unsafe=True)
    assert ".copy_(torch.where(" in line


def test_what_was_held_before_the_name_was_bound_again_does_not_count(tmp_path):
    body = "self.kept = h\nh = h.clone()\nh[h < 0] *= 0.5\nreturn h"
    assert fixed(tmp_path, body) == ["h = torch.where(h < 0, h * 0.5, h)"]


def test_a_new_tensor_under_no_grad_has_no_history(tmp_path):
    body = "with torch.no_grad():\n    h[h < 0] *= 0.5\nreturn h"
    assert fixed(tmp_path, body) == []
    assert fixed(tmp_path, body, unsafe=True) == ["h = torch.where(h < 0, h * 0.5, h)"]
    assert any("under `no_grad`" in fix.message for fix in fixes(tmp_path, body))


def test_a_loop_reads_the_name_again(tmp_path):
    body = "for _ in range(2):\n    h[h < 0] *= 0.5\n    last = h\nreturn last"
    assert fixed(tmp_path, body) == []


def test_a_mask_that_has_lost_dimensions_of_another_tensor_is_not_rewritten(tmp_path):
    body = "h[y[:, 0] > 0] *= 0.5\nreturn h"
    assert fixed(tmp_path, body, unsafe=True) == []
    [fix] = fixes(tmp_path, body)
    assert "how many dimensions `y[:, 0] > 0` lacks compared with `h` is unknown" in fix.message


ROWS = {
    "an integer": ("h[:, 0] > 0", "(h[:, 0] > 0).unsqueeze(-1)"),
    "a reduction": ("(h > 0).any(-1)", "(h > 0).any(-1).unsqueeze(-1)"),
    "two reductions": ("(h > 0).any(-1).all(dim=1)", "(h > 0).any(-1).all(dim=1)[..., None, None]"),
}


@pytest.mark.parametrize("case", ROWS)
def test_a_mask_of_rows_gets_the_dimensions_that_it_lacks(tmp_path, case):
    mask, text = ROWS[case]
    body = f"h[{mask}] *= 0.5\nreturn h"
    assert fixed(tmp_path, body) == []
    assert fixed(tmp_path, body, unsafe=True) == [f"h = torch.where({text}, h * 0.5, h)"]


def test_a_mask_of_rows_that_has_a_name(tmp_path):
    body = "rows = h.sum(1) > 0\nk = h + 1\nk[rows] *= 0.5\nreturn k"
    assert fixed(tmp_path, body, unsafe=True) == ["k = torch.where(rows.unsqueeze(-1), k * 0.5, k)"]


def test_a_mask_of_unknown_dtype_is_unsafe(tmp_path):
    [fix] = fixes(tmp_path, "return h[~y].sum()")
    assert fix.applicability is Applicability.UNSAFE
    assert "that `~y` is boolean could not be proved: `torch.where` raises for another dtype" in fix.message


LOSSES = {
    "another mask": (
        "m, n = y > 0, x > 0\nreturn F.mse_loss(h[m], y[n])",
        "it meets `y[n]`, which the mask does not pick out",
    ),
    "a whole tensor": ("m = y > 0\nreturn (h[m] - y).sum()", "it meets `y`, which the mask does not pick out"),
    "a mask without a name": (
        "return F.mse_loss(h[y > 0], x[y > 0])",
        "`y > 0` is needed again where it is reduced; give it a name that stays",
    ),
    "a mask that is bound again": (
        "m = y > 0\na = h[m]\nm = x > 0\nreturn a.abs().mean()",
        "`m` is needed again where it is reduced; give it a name that stays",
    ),
    "a loss of its own": ("m = y > 0\nreturn self.fc(h[m]).sum()", "what the mask picks out is passed to `self.fc`"),
    "weights": (
        "m = y > 0\nreturn F.binary_cross_entropy(h[m], y[m], weight=x)",
        "`F.binary_cross_entropy` is given more than two tensors and plain numbers",
    ),
    "no reduction": ("m = y > 0\nreturn F.mse_loss(h[m], y[m], reduction='none')", "the loss is not reduced"),
    "used otherwise too": (
        "m = y > 0\na = h[m]\nreturn a.abs().mean(), a",
        "how much the mask picks out is data, and shapes what follows: keep all elements and the mask, or set "
        "`torch._dynamo.config.capture_dynamic_output_shape_ops`",
    ),
    "a branch": (
        "m = y > 0\nif self.training:\n    h = h[m]\nreturn h.abs().mean()",
        "not all that reads `h` is known: it is bound again or read in another block",
    ),
    "labels alone": (
        "m = y > 0\nreturn F.cross_entropy(h, y[m].long())",
        "scores and labels of `cross_entropy` are not picked out by one mask",
    ),
    "targets of ctc_loss": (
        "m = y > 0\nreturn F.ctc_loss(h, y.masked_select(m), x, x)",
        "`ctc_loss` takes padded targets with their lengths: pass them without selecting",
    ),
}


@pytest.mark.parametrize("case", LOSSES)
def test_what_stands_in_the_way_of_a_whole_loss(tmp_path, case):
    body, reason = LOSSES[case]
    assert fixed(tmp_path, body, unsafe=True) == []
    assert f"not rewritten: {reason}" in [fix.message for fix in fixes(tmp_path, body)]


WHOLE = {
    "m = y > 0\nh = h[m]\nh = h.abs()\nreturn h.mean() * 2": [
        "h = torch.where(m.expand_as(h), h, 0)",
        "return torch.where(m, h, 0).sum() / m.sum() * 2",
    ],
    "m = y > 0\nreturn F.smooth_l1_loss(h[m], y[m], beta=0.5, reduction='sum')": [
        "return F.smooth_l1_loss(",
        "torch.where(m, h, 0),",
        "torch.where(m, y, 0),",
        "beta=0.5,",
        "reduction='sum',",
        ")",
    ],
    "m = y > 0\nreturn (h[m] / y[m]).sum()": [
        "return torch.where(m, torch.where(m, h, 1) / torch.where(m, y, 1), 0).sum()"
    ],
    "m = y > 0\nreturn F.nll_loss(h[m], y[m].long(), ignore_index=-1)": [
        "return F.nll_loss(h.flatten(0, -2), torch.where(m, y, -1).flatten().long(), ignore_index=-1)"
    ],
    "m = (h > 0).any(-1)\na = h[m]\nreturn a.abs().mean()": [
        "a = torch.where(m.unsqueeze(-1), h, 0)",
        "return torch.where(m.unsqueeze(-1), a.abs(), 0).sum() / m.unsqueeze(-1).expand_as(a).sum()",
    ],
    "m = y > 0\nh[m] = x[m].log() * 2\nreturn h": [
        "h = torch.where(m.expand_as(h), torch.log(torch.where(m, x, 1)) * 2, h)"
    ],
}


@pytest.mark.parametrize("body", WHOLE)
def test_losses_and_means_of_whole_tensors(tmp_path, body):
    assert fixed(tmp_path, body) == []
    assert fixed(tmp_path, body, unsafe=True) == WHOLE[body]


GIVEN = """\

    def averaged(self, loss, count):
        return loss / count

    def repeated(self, x, count):
        return x.repeat(count) if count > 1 else x
"""


@pytest.mark.parametrize(("method", "rewritten"), [("averaged", True), ("repeated", False)])
def test_a_function_of_the_project_is_given_the_tensor_where_it_computes_with_it(tmp_path, method, rewritten):
    path = program(tmp_path, f"top = h.max().item()\nreturn self.{method}(h, top)\n")
    path.write_text(path.read_text() + GIVEN)
    result = fix_paths([path], Options(select=("FG201",)), True, write=False)
    assert any("top = h.max().detach()" in file.text for file in result.files) is rewritten


def test_a_number_is_followed_into_later_blocks(tmp_path):
    body = "top = h.max().item()\nif self.training:\n    h = h * top\nreturn h - top"
    assert fixed(tmp_path, body) == ["top = h.max().detach()"]


READS = {
    "in another function": "top = h.max().item()\nreturn list(map(lambda z: z * top, [h]))",
    "changed afterwards": "top = h.view(-1)[0]\nr = h * top.item()\nh.add_(1)\ntop.add_(1)\nreturn r",
    "of a buffer that is changed": "r = h * self.scale.item()\nself.scale.add_(1)\nreturn r",
    "an index elsewhere": "top = 1\nif self.training:\n    top = h.argmax().item()\nreturn h[top]",
}


@pytest.mark.parametrize("case", READS)
def test_numbers_that_stay_numbers(tmp_path, case):
    assert fixed(tmp_path, READS[case], unsafe=True) == []


FOLLOWED = {
    "used where it is not evaluated": "if self.training:\n    top = h.max().item()\n    x = x * 2\nreturn h * top",
    "bound in two places": "top = 1.0\nif self.training:\n    top = h.max().item()\nreturn h * top",
    "returned too": "top = h.max().item()\nreturn h * top, top",
}


@pytest.mark.parametrize("case", FOLLOWED)
def test_numbers_with_uses_of_which_less_is_known(tmp_path, case):
    assert fixed(tmp_path, FOLLOWED[case]) == []
    assert [line.strip() for line in fixed(tmp_path, FOLLOWED[case], unsafe=True)] == ["top = h.max().detach()"]


def test_a_buffer_is_unsafe_where_the_backward_pass_needs_it(tmp_path):
    body = "return h * self.scale.item()"
    assert fixed(tmp_path, body) == []
    assert fixed(tmp_path, body, unsafe=True) == ["return h * self.scale.detach()"]
    [fix] = fixes(tmp_path, body)
    assert "changing `self.scale` in place before the backward pass" in fix.message


def test_a_float_of_an_item(tmp_path):
    body = "return h * float(h.max().item())"
    assert fixed(tmp_path, body) == ["return h * h.max().detach()"]


def test_an_attribute_that_names_classes_is_a_suggestion(tmp_path):
    body = "return F.one_hot(y.long())"
    assert fixed(tmp_path, body, unsafe=True) == []
    [fix] = fixes(tmp_path, body)
    assert fix.applicability is Applicability.DISPLAY
    assert [edit.content for edit in fix.edits] == ["F.one_hot(y.long(), num_classes=self.num_classes)"]


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        ("h.repeat_interleave(y.long(), 0)", "give `output_size`, the length of the result, if a shape provides it"),
        (
            "h.repeat_interleave(torch.tensor([2]), 0)",
            "a single number of repeats counts for every element; give the Python number",
        ),
    ],
)
def test_sizes_that_are_not_known(tmp_path, call, reason):
    [fix] = fixes(tmp_path, f"return {call}")
    assert fix.message == f"not rewritten: {reason}"


ADDED = {
    "h.repeat_interleave(\n    torch.tensor([2, 1]),\n    0,\n)": [
        "output_size=3,",
    ],
    "h.repeat_interleave(torch.tensor([2, 1]),  # twice\n    0)": [
        "return h.repeat_interleave(",
        "torch.tensor([2, 1]),  # twice",
        "0,",
        "output_size=3,",
        ")",
    ],
    "F.one_hot((h.argmax(-1)))": ["return F.one_hot((h.argmax(-1)), num_classes=h.shape[-1])"],
}


@pytest.mark.parametrize("call", ADDED)
def test_an_argument_is_added_behind_the_others(tmp_path, call):
    assert fixed(tmp_path, f"return {call}", unsafe=True) == ADDED[call]


HELD_ELSEWHERE = {
    "taken out of a list": "[m].pop()",
    "next of an iterator": "next(iter([m]))",
    "chosen": "(m if x.shape[0] > 1 else k)",
    "the second of an or": "(None or m)",
    "named on the way": "(q := m)",
    "found by a key": '{"a": m}.pop("a")',
}


@pytest.mark.parametrize("case", HELD_ELSEWHERE)
def test_a_number_is_read_at_once_where_something_else_changes_the_tensor(tmp_path, case):
    body = f"""
        m = (h > 0).any()
        k = (h > 9).any()
        found = {HELD_ELSEWHERE[case]}.item()
        m.logical_not_()
        if found:
            h = h * 2
        return h
    """
    assert fixed(tmp_path, body) == []


def test_a_number_of_a_new_tensor_is_read_later(tmp_path):
    body = """
        m = (h > 0).any()
        found = (h > 0).any().item()
        m.logical_not_()
        if found:
            h = h * 2
        return h
    """
    assert "h = torch.where(found, h * 2, h)" in fixed(tmp_path, body)


@pytest.mark.parametrize("change", ["z = h\nz.t_()", "[h][0].t_()"])
def test_a_mask_fits_no_more_once_the_shape_is_changed_by_another_name(tmp_path, change):
    body = f"mask = h > 0\n{change}\nreturn h[mask].any()"
    assert fixed(tmp_path, body) == []
    assert fixed(tmp_path, "mask = h > 0\nreturn h[mask].any()") != []


@pytest.mark.parametrize(("numbers", "is_safe"), [("(4, 4)", True), ("[2**40, 2**40]", False), ("x.shape[1:]", True)])
def test_a_product_in_numpy_wraps_around(tmp_path, numbers, is_safe):
    body = f"import numpy as np\nnumbers = {numbers}\nreturn h.view(-1) * int(np.prod(numbers))"
    assert bool(fixed(tmp_path, body)) is is_safe


LAYER = """
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(3)

    def forward(self, x: torch.Tensor):
        h = x.float() * 2
        held = {held}
        number = held[0].item()
        y = self.norm(h) + 1
        if number > 0:
            y = y * 2
        return y
"""


@pytest.mark.parametrize("held", ["self.norm.running_mean", "next(self.norm.buffers())", "[*self.buffers()][0]"])
def test_a_number_of_a_buffer_is_read_before_its_layer_is_called(tmp_path, held):
    path = tmp_path / "model.py"
    path.write_text(LAYER.format(held=held))
    assert not fix_paths([path], Options(), False, write=False).files


PATTERN = """
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor):
        y = x.float() + 1
        h = torch.tanh(y)
        c = y.sum()
        match {subject}:
            case {pattern}:
                v = q
        if c > 0:
            h = h * 2
        {change}
        return v + h
"""


@pytest.mark.parametrize(("subject", "pattern"), [("[h]", "[q]"), ("h", "q"), ("(x, h)", "(_, q)")])
def test_what_a_pattern_names_is_what_is_matched(tmp_path, subject, pattern):
    path = tmp_path / "model.py"
    path.write_text(PATTERN.format(subject=subject, pattern=pattern, change="v += 1"))
    assert not fix_paths([path], Options(), False, write=False).files


RESHAPED = """
import operator

import torch
from torch import nn


def grow(t):
    {other}


class Model(nn.Module):
    def forward(self, x: torch.Tensor):
        y = x.clone()
        mask = y > 0
        {change}
        return y[mask].any()
"""


@pytest.mark.parametrize(
    ("change", "other"),
    [
        ("grow(y)", "t.unsqueeze_(0)"),
        ("f = y.unsqueeze_; f(0)", "pass"),
        ('operator.methodcaller("unsqueeze_", 0)(y)', "pass"),
        ("y.as_strided_((4, 4), (0, 1))", "pass"),
        ("y.data = y.data[None]", "pass"),
        ("torch.add(y[None], 1, out=y)", "pass"),
    ],
)
def test_a_mask_fits_no_more_where_the_shape_may_have_changed(tmp_path, change, other):
    path = tmp_path / "model.py"
    path.write_text(RESHAPED.format(change=change, other=other))
    assert not fix_paths([path], Options(), False, write=False).files
    path.write_text(RESHAPED.format(change="pass", other="pass"))
    assert fix_paths([path], Options(), False, write=False).files


def test_what_an_exception_is_given_has_another_name_in_its_handler(tmp_path):
    path = tmp_path / "model.py"
    text = PATTERN.replace("match {subject}:\n            case {pattern}:\n                v = q", "{given}")
    given = "try:\n            raise ValueError(h)\n        except ValueError as e:\n            v = e.args[0]"
    path.write_text(text.format(given=given, change="v += 1"))
    assert not fix_paths([path], Options(), False, write=False).files


ARRAY = """
import numpy as np
import torch
from torch import nn

MASK = np.array([True, False, True, False])


class Model(nn.Module):
    def forward(self, x: torch.Tensor):
        own = x.numpy()
        return {picked}.sum()
"""


@pytest.mark.parametrize("picked", ["x[MASK]", "x[np.ones(4, dtype=bool)]", "own[own > 0]"])
def test_arrays_are_no_masks_for_torch(tmp_path, picked):
    path = tmp_path / "model.py"
    path.write_text(ARRAY.format(picked=picked))
    (found,) = check([path], Options(select=("FG302",))).diagnostics
    assert found.fix is not None
    assert not found.fix.edits
    assert "from_numpy" in found.fix.message
