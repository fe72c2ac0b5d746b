"""Which loss a call computes, and how it is reduced."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from fullgraph.lint.project.index import dotted_name
from fullgraph.rules.rewrite.analysis.bindings import bound_once
from fullgraph.rules.rewrite.analysis.oracle import Obstacle, Oracle
from fullgraph.rules.rewrite.analysis.trees import is_of_self, number_in

_MODULES = {
    "MSELoss": "mse_loss",
    "L1Loss": "l1_loss",
    "SmoothL1Loss": "smooth_l1_loss",
    "HuberLoss": "huber_loss",
    "BCELoss": "binary_cross_entropy",
    "BCEWithLogitsLoss": "binary_cross_entropy_with_logits",
    "CrossEntropyLoss": "cross_entropy",
    "NLLLoss": "nll_loss",
}
_FUNCTIONS = frozenset(_MODULES.values())
_OF_BOXES = frozenset("generalized_box_iou_loss complete_box_iou_loss distance_box_iou_loss".split())
_VISION = _OF_BOXES | {"sigmoid_focal_loss"}
OF_CLASSES = frozenset(("cross_entropy", "nll_loss"))
ZERO_OF_EQUALS = frozenset("mse_loss l1_loss smooth_l1_loss huber_loss binary_cross_entropy".split())
"""Losses that are 0, with a derivative of 0, where both arguments are 0."""
_OTHERS = frozenset("beta delta alpha gamma eps ignore_index label_smoothing".split())
"""What a loss may be given besides its arguments: numbers."""


@dataclass(frozen=True)
class Loss:
    """A call of a loss."""

    call: ast.Call
    name: str
    """As in ``torch.nn.functional``."""
    scores: ast.expr
    target: ast.expr
    reduction: str
    ignored: float
    """The label that does not count."""
    module: bool
    """Whether it is an object of ``torch.nn`` that is called."""
    settings: tuple[ast.keyword, ...]
    """The numbers that it is given, as keywords."""

    @property
    def of_boxes(self) -> bool:
        """Whether the last dimension of its arguments holds the coordinates of a box."""
        return self.name in _OF_BOXES


def loss_of(call: ast.Call, oracle: Oracle) -> Loss | Obstacle | None:
    """The loss that a call computes: None where it is none that is known, an obstacle where it is not plain."""
    name = _function(call, oracle)
    keywords = list(call.keywords)
    module = name is None
    if name is None:
        made = _made(call.func, oracle)
        name = _MODULES.get(_last(made.func)) if made is not None else None
        if made is None or name is None:
            return None
        if made.args or any(isinstance(argument, ast.Starred) for argument in call.args):
            return Obstacle(f"how `{ast.unparse(call.func)}` was made is not plain")
        keywords += made.keywords
    given = {keyword.arg: keyword.value for keyword in keywords}
    arguments = list(call.args)
    for names in (("input", "inputs", "boxes1"), ("target", "targets", "boxes2")):
        found = next((given.pop(word) for word in names if word in given), None)
        if found is not None:
            arguments.append(found)
    reduction = given.pop("reduction", ast.Constant("none" if name in _VISION else "mean"))
    plain = (
        len(arguments) == 2 and given.keys() <= _OTHERS and all(number_in(one) is not None for one in given.values())
    )
    ignored = number_in(given.get("ignore_index", ast.Constant(-100)))
    if not plain or ignored is None or not isinstance(reduction, ast.Constant) or not isinstance(reduction.value, str):
        return Obstacle(f"`{ast.unparse(call.func)}` is given more than two tensors and plain numbers")
    settings = tuple(keyword for keyword in keywords if keyword.arg in given)
    return Loss(call, name, arguments[0], arguments[1], reduction.value, ignored, module, settings)


def _last(func: ast.expr) -> str:
    return dotted_name(func).rpartition(".")[2] if dotted_name(func) else ""


def _function(call: ast.Call, oracle: Oracle) -> str | None:
    known = oracle.qualname(call.func)
    bare = (known or "").rpartition(".")[2]
    if known is not None and known.startswith("torch.nn.functional."):
        return bare if bare in _FUNCTIONS else None
    if known is not None and known.startswith("torchvision.ops."):
        return bare if bare in _VISION else None
    if (known is None or "ops" in known.split(".")) and isinstance(call.func, ast.Name) and call.func.id in _VISION:
        return call.func.id  # in torchvision itself
    return None


def _made(func: ast.expr, oracle: Oracle) -> ast.Call | None:
    """The call by which the object that is called was made: in the function, or once in the class."""
    made: ast.expr | None = None
    if isinstance(func, ast.Name):
        made = bound_once(func, oracle)
    elif is_of_self(func):
        inside: ast.AST | None = func
        while inside is not None and not isinstance(inside, ast.ClassDef):
            inside = oracle.parent(inside)
        values = [
            node.value
            for node in ast.walk(inside or ast.Pass())
            if isinstance(node, ast.Assign)
            and any(is_of_self(target) and target.attr == func.attr for target in node.targets)
        ]
        made = values[0] if len(values) == 1 else None
    elif isinstance(func, ast.Call):
        made = func
    return made if isinstance(made, ast.Call) else None
