"""Say the size of a result that depends on data, where the source tells it: ``output_size`` and ``num_classes``."""

from __future__ import annotations

import ast
import copy
from collections.abc import Collection

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.diagnostics.obligation import Kind
from fullgraph.lint.domain.events import Call
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.codemod import quote
from fullgraph.rules.codemod.change import Change, replace_expression
from fullgraph.rules.rewrite.analysis.facts import Facts
from fullgraph.rules.rewrite.analysis.grade import Judge
from fullgraph.rules.rewrite.analysis.oracle import Obstacle, Oracle
from fullgraph.rules.rewrite.analysis.text import own_text
from fullgraph.rules.rewrite.analysis.trees import is_path, keywords_of, number_in
from fullgraph.rules.rewrite.offer import offered
from fullgraph.rules.rewrite.torch_name import torch_name

LENGTH = "Give the length of the result: the sum of the repeats"
CLASSES = "Give the number of classes"
BINS = "Count into the requested number of bins"
BEYOND = Kind.EXCEPTION.open("a value beyond the last bin is an error, on CUDA a device assert, instead of more bins")
COLUMNS = Kind.SHAPE.open("the result then has a column for each of `{}`, also for those that do not occur")
UNSURE = (
    "a suggestion: it is not known that `{}` is the number of classes; without it that is the largest label plus one"
)
SIZES = (
    "the size is data: compute with the largest size that a shape provides, and a mask, or pass it as a Python number; "
    "`torch._dynamo.config.capture_scalar_outputs = True` captures it if the size need not be known"
)
NAMES = ("num_classes", "num_labels", "n_classes", "num_experts", "vocab_size", "n_labels", "nb_classes")
"""Attributes that hold a number of classes by their name, likeliest first."""


def output_size(call: ast.Call, repeats: ast.expr, source: SourceFile, oracle: Oracle) -> Fix | Obstacle:
    """``output_size`` for ``repeat_interleave``, where the repeats are written down."""
    counts = _written(repeats, oracle)
    if counts is None:
        return Obstacle("give `output_size`, the length of the result, if a shape provides it")
    if len(counts) < 2:
        return Obstacle("a single number of repeats counts for every element; give the Python number")
    edit = _with_keyword(call, "output_size", ast.Constant(sum(counts)), source)
    return edit if isinstance(edit, Obstacle) else Fix(LENGTH, (edit,))


def _written(repeats: ast.expr, oracle: Oracle) -> list[int] | None:
    """The numbers of ``torch.tensor([1, 2])``."""
    if not isinstance(repeats, ast.Call) or oracle.qualname(repeats.func) not in ("torch.tensor", "torch.as_tensor"):
        return None
    if len(repeats.args) != 1 or not isinstance(repeats.args[0], (ast.List, ast.Tuple)):
        return None
    found = []
    for item in repeats.args[0].elts:
        if not isinstance(item, ast.Constant) or type(item.value) is not int or item.value < 0:
            return None
        found.append(item.value)
    return found


def num_classes(call: ast.Call, source: SourceFile, oracle: Oracle, attributes: Collection[str] = ()) -> Fix | Obstacle:
    """``num_classes`` for ``one_hot``; ``attributes`` are those that the class of the function's object assigns."""
    if len(call.args) != 1 or call.keywords:
        return Obstacle("give `num_classes`")
    scores = _scores(call.args[0], oracle)
    if scores is not None:
        edit = _with_keyword(call, "num_classes", scores, source)
        return edit if isinstance(edit, Obstacle) else Fix(CLASSES, (edit,), (COLUMNS.about(ast.unparse(scores)),))
    name = next((name for name in NAMES if name in attributes), None)
    if name is None:
        return Obstacle("give `num_classes`, which is not known here")
    edit = _with_keyword(call, "num_classes", quote.name(f"self.{name}"), source)
    message = f"{CLASSES} ({UNSURE.format(f'self.{name}')})"
    return edit if isinstance(edit, Obstacle) else Fix(message, (edit,), is_suggestion=True)


def counted_bins(call: ast.Call, source: SourceFile, oracle: Oracle) -> Fix | Obstacle:
    """``scatter_add`` for ``torch.bincount(x, minlength=n)``. Unsafe."""
    judge = Judge(source, oracle)
    keywords = keywords_of(call)
    minlength = keywords.pop("minlength", None)
    if isinstance(name := torch_name(source, oracle), Obstacle):
        return name
    torch, imports = name
    if oracle.qualname(call.func) == "torch.bincount":
        given = list(call.args)
    else:
        given = [call.func.value, *call.args] if isinstance(call.func, ast.Attribute) else []
    if minlength is None or keywords or len(given) != 1 or isinstance(given[0], ast.Starred):
        return Obstacle("count with `scatter_add` into as many zeros as there are bins; how many is unknown here")
    values, bins = given[0], minlength
    facts = oracle.tensor(values)
    if facts is None or not own_text(values, source) or not own_text(bins, source):
        return Obstacle(f"`{ast.unparse(values)}` is not known to be a tensor")
    if oracle.tensor(bins) is not None or (isinstance(bins, ast.Constant) and bins.value == 0):
        return Obstacle("the number of bins is data")
    root = _viewed(values, oracle)
    if root is None or judge.grade(values).effect is not None:
        return Obstacle(f"`{ast.unparse(values)}` would be evaluated three times; give it a name first")
    new = quote.expression(
        "TORCH.zeros(BINS, dtype=TORCH.int64, device=ROOT.device).scatter_add(0, PLACES, "
        "TORCH.ones_like(VALUES, dtype=TORCH.int64))",
        TORCH=torch,
        BINS=bins,
        ROOT=root,
        PLACES=values if facts.dtype == "torch.int64" else quote.method(values, "long"),
        VALUES=values,
    )
    return Fix(BINS, (*imports, replace_expression(source, call, new)), (BEYOND,))


def _viewed(expr: ast.expr, oracle: Oracle) -> ast.expr | None:
    """The name, or attribute of one, that an expression is a view of."""
    while isinstance(expr, ast.Call) and isinstance(expr.func, ast.Attribute):
        if expr.func.attr not in ("view", "reshape", "flatten") or oracle.qualname(expr.func) is not None:
            return None
        expr = expr.func.value
    return expr if is_path(expr) else None


def _scores(labels: ast.expr, oracle: Oracle) -> ast.expr | None:
    """The number of classes of ``scores.argmax(dim)``."""
    if not isinstance(labels, ast.Call):
        return None
    if isinstance(labels.func, ast.Attribute) and labels.func.attr == "argmax" and oracle.tensor(labels.func.value):
        operands = [labels.func.value, *labels.args]
    elif oracle.qualname(labels.func) == "torch.argmax":
        operands = list(labels.args)
    else:
        return None
    keywords = keywords_of(labels)
    dim = operands[1] if len(operands) == 2 else keywords.get("dim") if len(operands) == 1 else None
    number = number_in(dim)
    if type(number) is not int or not is_path(operands[0]):
        return None
    return quote.expression("SCORES.shape[DIM]", SCORES=operands[0], DIM=number)


def _with_keyword(call: ast.Call, name: str, value: ast.expr, source: SourceFile) -> Change | Obstacle:
    """The change that adds an argument behind the others."""
    if not own_text(call, source):
        return Obstacle("it is inside an f-string")
    if any(keyword.arg is None for keyword in call.keywords) or any(isinstance(a, ast.Starred) for a in call.args):
        return Obstacle("its arguments are not known one by one")
    new = copy.copy(call)
    new.keywords = [*(keyword for keyword in call.keywords if keyword.arg != name), ast.keyword(name, value)]
    new.__dict__["origin"] = call
    return replace_expression(source, call, new)


@offered(ast.Call, "tensors")
def length_fix(event: Call, facts: Facts, call: ast.Call, repeats: int) -> Fix | Obstacle:
    """``output_size``; ``repeats`` is the place of the repeats, counted with a method's object."""
    place = repeats - event.name.startswith("torch.Tensor.")
    given = [keyword.value for keyword in call.keywords if keyword.arg == "repeats"]
    given += call.args[place : place + 1]
    if len(given) != 1:
        return Obstacle("its arguments are not known one by one")
    return output_size(call, given[0], event.frame.source, facts)


@offered(ast.Call)
def classes_fix(event: Call, facts: Facts, call: ast.Call) -> Fix | Obstacle:
    """``num_classes`` of ``one_hot``."""
    owner = event.frame.function.owner if event.frame.function is not None else None
    attributes = {name for name in NAMES if owner is not None and owner.assigners(name)}
    return num_classes(call, event.frame.source, facts, attributes)


@offered(ast.Call)
def bins_fix(event: Call, facts: Facts, call: ast.Call) -> Fix | Obstacle:
    """``scatter_add`` instead of ``bincount``."""
    return counted_bins(call, event.frame.source, facts)
