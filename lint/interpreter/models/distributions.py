"""``torch.distributions``: objects whose methods and attributes give tensors."""

from __future__ import annotations

import ast

from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import Evidence, ExternalInstance, Origin, Tensor, Value

HOME = "torch.distributions."
KL_DIVERGENCE = frozenset((f"{HOME}kl_divergence", f"{HOME}kl.kl_divergence"))
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


def of_call(frame: Frame, node: ast.Call, name: str) -> Value | None:
    """What a class or function of ``torch.distributions`` gives; None for others."""
    if is_distribution(name):
        return ExternalInstance(name)
    return _tensor(frame, node, None) if name in KL_DIVERGENCE else None


def of_method(frame: Frame, node: ast.Call, owner: ExternalInstance, name: str) -> Value | None:
    """What a distribution's method gives; None for what is not known."""
    if not is_distribution(owner.cls):
        return None
    if name == "expand":
        return owner
    return _tensor(frame, node, owner) if name in _METHODS else None


def of_attribute(frame: Frame, node: ast.Attribute, owner: ExternalInstance, name: str) -> Value | None:
    """A distribution's attribute; None for a method, or for what is not known."""
    if not is_distribution(owner.cls) or name not in _ATTRIBUTES:
        return None
    return _tensor(frame, node, owner)


def _tensor(frame: Frame, node: ast.AST, owner: ExternalInstance | None) -> Tensor:
    parent = owner.evidence if owner is not None else None
    return Tensor(evidence=Evidence(node, frame.module, "Tensor (of a distribution)", parent, origin=Origin.COMPUTED))
