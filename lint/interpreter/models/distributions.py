"""``torch.distributions``: objects whose methods and attributes give tensors."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import (
    FALSE,
    TRUE,
    Evidence,
    ExternalInstance,
    Instance,
    Method,
    Origin,
    Tensor,
    Value,
)
from fullgraph.lint.interpreter import emission
from fullgraph.lint.project.index import ClassInfo

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.arguments import Arguments
    from fullgraph.lint.interpreter.evaluator import Evaluator

HOME = "torch.distributions."
KL_DIVERGENCE = frozenset((f"{HOME}kl_divergence", f"{HOME}kl.kl_divergence"))
LIKE = {
    f"{HOME}utils.broadcast_all": "torch.broadcast_tensors",
    f"{HOME}utils.clamp_probs": "torch.clamp",
    f"{HOME}utils.logits_to_probs": "torch.softmax",
    f"{HOME}utils.probs_to_logits": "torch.log",
    f"{HOME}utils.vec_to_tril_matrix": "torch.tril",
}
"""Functions and those that give what they do, as far as types go."""
_METHODS = frozenset("sample rsample log_prob entropy cdf icdf perplexity enumerate_support".split())
_ATTRIBUTES = frozenset(
    (
        "mean variance stddev mode probs logits loc scale rate concentration covariance_matrix scale_tril "
        "precision_matrix low high"
    ).split()
)


def is_distribution(name: str) -> bool:
    """Return whether it is a class of distributions, by its name: no transform, no constraint."""
    last = name.rpartition(".")[2]
    return name.startswith(HOME) and last[:1].isupper() and not last.endswith("Transform")


def of_call(interp: Evaluator, frame: Frame, node: ast.Call, name: str, given: Arguments) -> Value | None:
    """What a class or function of ``torch.distributions`` gives; None for others."""
    if is_distribution(name):
        made = ExternalInstance(name, site=("site", frame.module.name, node.lineno, node.col_offset, name))
        held = {"base_dist": given.get(0, "base_distribution")} if name.rpartition(".")[2] in _AROUND else {}
        held["_validate_args"] = given.kwargs.get("validate_args")
        interp.heap[made.site] = {key: value for key, value in held.items() if value is not None}
        return made
    return _tensor(frame, node, None) if name in KL_DIVERGENCE else None


_AROUND = frozenset(("Independent", "TransformedDistribution"))
"""Distributions around another one."""


def base_of(cls: ClassInfo) -> str | None:
    """The class of torch that a distribution of the project is one of; None for other classes."""
    return next(filter(is_distribution, cls.external_bases()), None)


def inherited(frame: Frame, node: ast.Attribute, owner: Instance, name: str) -> Value | None:
    """An attribute that a distribution of the project has from its class of torch; None for others."""
    base = base_of(owner.cls)
    if base is None:
        return None
    known = of_attribute(frame, node, ExternalInstance(base), name)
    return Method(owner, name) if known is None and name in _INHERITED else known


_INHERITED = _METHODS | {"expand", "_validate_sample"}


def of_method(
    interp: Evaluator, frame: Frame, node: ast.Call, owner: ExternalInstance, name: str, given: Arguments
) -> Value | None:
    """What a distribution's method gives; None for what is not known."""
    if not is_distribution(owner.cls):
        return None
    if name in _CHECKED and interp.heap.of(owner.site).get("_validate_args") == TRUE:
        emission.emit_call(interp, frame, node, f"{owner.cls}._validate_sample", given, owner=owner)
    if name == "expand":
        return owner
    return _tensor(frame, node, owner) if name in _METHODS else None


_CHECKED = frozenset(("log_prob", "cdf"))
"""The methods that check what they are given."""


def of_attribute(frame: Frame, node: ast.Attribute, owner: ExternalInstance, name: str) -> Value | None:
    """A distribution's attribute; None for a method, or for what is not known."""
    if not is_distribution(owner.cls):
        return None
    if name == "_validate_args":
        return FALSE  # so `torch.compile` sets the default, in all of the process
    if name not in _ATTRIBUTES:
        return None
    return _tensor(frame, node, owner)


def _tensor(frame: Frame, node: ast.AST, owner: ExternalInstance | None) -> Tensor:
    parent = owner.evidence if owner is not None else None
    return Tensor(evidence=Evidence(node, frame.module, "Tensor (of a distribution)", parent, origin=Origin.COMPUTED))
