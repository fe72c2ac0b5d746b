"""The fixes of all cases, on the same code in another form: what is written has that form too."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from fullgraph.lint.config.options import Options
from fullgraph.lint.fixes.apply import fix_paths
from fullgraph.runtime_check.conformance import cases
from fullgraph.runtime_check.conformance.cases import Case, find_cases

FIXES = [case for case in find_cases(Path(__file__).parents[1] / "cases") if case.kind == "fix"]


def crlf(text: str) -> bytes:
    """With a byte order mark, too."""
    return codecs.BOM_UTF8 + text.replace("\n", "\r\n").encode()


def tabs(text: str) -> bytes:
    return re.sub(r"(?m)^((?: {4})+)", lambda match: "\t" * (len(match[1]) // 4), text).encode()


def latin(text: str) -> bytes:
    return f"# coding: latin-1\n# é\n{text}".encode("latin-1")


def renamed(text: str) -> bytes:
    """With torch under another name."""
    text = re.sub(r"(?m)^import torch$", "import torch as th", text)
    return re.sub(r"\btorch\.(?=\w)(?<!from torch\.)", "th.", text).encode()


FORMS = {"crlf": crlf, "tabs": tabs, "latin": latin, "renamed": renamed}


WRAPPED = (
    "fg101_branch_on_tensor/fix_clamp_half",
    "fg101_branch_on_tensor/fix_half_guard",
    "fg101_branch_on_tensor/fix_stochastic_depth",
    "fg103_tensor_as_bool/fix_number",
    "fg301_nonzero/fix_rows_assigned",
    "fg302_boolean_mask_read/fix_exact_reductions",
    "fg302_boolean_mask_read/fix_extremes",
    "fg302_boolean_mask_read/fix_labels",
    "fg302_boolean_mask_read/fix_unproved_shapes",
    "fg304_masked_select/fix_reduced",
    "fg308_length_from_data/fix_bins",
    "fg803_options_that_raise/fix_options",
)
"""Here a row becomes too long and is broken, which depends on the form."""


def fits(case: Case, form: str) -> bool:
    if case.name in WRAPPED and form in ("tabs", "renamed"):
        return False
    text = case.path.read_text(encoding="utf-8")
    if form == "renamed":
        # Other names for parts of torch stay what they are, and would be changed with the rest here.
        torch_only = re.findall(r"(?m)^\s*(?:import torch\b.*|from torch\b.*)$", text)
        return torch_only in (["import torch"], ["import torch", "from torch import nn"])
    if form == "tabs":
        return '"""' not in text.partition("class ")[2] and "'''" not in text and "\\\n" not in text
    return form != "latin" or text.isascii()


@pytest.mark.parametrize(
    ("case", "change"),
    [(case, change) for case in FIXES for form, change in FORMS.items() if fits(case, form)],
    ids=lambda value: value.name if isinstance(value, Case) else value.__name__,
)
def test_a_fix_keeps_the_form_of_its_file(case: Case, change: Callable[[str], bytes], tmp_path: Path) -> None:
    missing = cases.unmet(case)
    if missing is not None and "python" in missing:
        pytest.skip(missing)
    path = tmp_path / case.path.name
    path.write_bytes(change(case.path.read_text(encoding="utf-8")))
    result = fix_paths([path], Options(follow=case.follow, ignore=() if case.is_about_recompiles else ("FG7",)), True)
    assert not result.errors
    assert path.read_bytes() == change(case.fixed.read_text(encoding="utf-8"))
