"""The shapes of arguments that a docstring tells: ``position_ids (`torch.Tensor` of shape `(batch_size, 3)`)``."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any


def shape_of(function: Callable[..., Any], name: str) -> list[str] | None:
    """The sizes of an argument's dimensions as its function's docstring names them; None if it does not."""
    text = inspect.getdoc(function) or ""
    found = re.search(rf"^\s*`?{name}`?\s*\([^\n]*?of shape\s*`*[\(\[]([^`\n\)\]]*)[\)\]]", text, re.MULTILINE)
    if found is None:
        return None
    return [size.strip() for size in found[1].split(",") if size.strip()]
