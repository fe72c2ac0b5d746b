"""A target that has torch check the arguments of distributions when it is imported, as pyro does."""

from __future__ import annotations

import torch

torch.distributions.Distribution.set_default_validate_args(True)

inputs = [torch.ones(4)]


def draws(x: torch.Tensor) -> torch.Tensor:
    return torch.distributions.Normal(x, x).mean * 2
