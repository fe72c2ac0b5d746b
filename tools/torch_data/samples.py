"""Calls to try: the sample inputs of torch's own tests, and some for everything that those leave out.

``torch.testing._internal`` comes with torch; importing it needs the package expecttest.
"""

from __future__ import annotations

import itertools
import random
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import nn


@dataclass(frozen=True, eq=False)
class Sample:
    """The arguments of one call; a method's first one is its tensor."""

    args: tuple[Any, ...]
    kwargs: Mapping[str, Any] = field(default_factory=dict)


def copied(value: Any) -> Any:
    """The value with its tensors copied, also those in lists, tuples and dictionaries."""
    if isinstance(value, torch.Tensor):
        return value.detach().clone()
    if isinstance(value, (list, tuple)) and type(value) in (list, tuple):
        return type(value)(copied(item) for item in value)
    if isinstance(value, dict):
        return type(value)((name, copied(item)) for name, item in value.items())
    return value


def plain() -> Iterator[Sample]:
    """Small tensors of several dtypes, alone and with a second and third argument."""
    vector, mask, whole = torch.tensor([0.5, 1.5, 2.5]), torch.tensor([True, False, True]), torch.tensor([2, 0, 1])
    scalar, matrix = torch.tensor(1), torch.tensor([[2.0, 0.5], [0.5, 1.0]])
    for one in (vector, mask, whole, scalar, torch.tensor(1.5), torch.tensor(True), matrix):
        yield Sample((one,))
    for pair in itertools.product((vector, whole), (vector, mask, whole, scalar, 0, 1)):
        yield Sample(pair)
    yield Sample((mask, vector))
    yield Sample((mask, vector, 0.5))
    yield Sample((mask, 0.5, vector))
    yield Sample((mask, 0.5, 1.5))
    yield Sample((matrix, matrix))
    yield Sample((vector, mask, vector))
    yield Sample((vector, vector, vector))
    yield Sample((vector, 0, 1))


def torch_operators() -> Iterator[tuple[Callable[..., Any], str, Sample]]:
    """The function, the operator's name and a sample, of each operator that torch tests."""
    from torch.testing._internal.common_methods_invocations import op_db

    for op in op_db:
        others = [(alias.op, alias.name) for alias in op.aliases]
        for dtype in (torch.float32, torch.int64, torch.bool):
            if dtype not in op.dtypes:
                continue
            torch.manual_seed(0)
            random.seed(0)
            try:
                samples = op.sample_inputs("cpu", dtype, requires_grad=False)  # type: ignore[no-untyped-call]
                found = list(itertools.islice(samples, MOST))
            except Exception:
                continue
            for sample in found:
                for function, name in [(op.op, op.name), *others]:
                    yield function, name, Sample((sample.input, *sample.args), sample.kwargs)


MOST = 15
"""The most samples of one operator and dtype that are looked at."""

MORE_FUNCTIONS: dict[str, tuple[Sample, ...]] = {
    # Functions that op_db lacks.
    "torch.ctc_loss": (
        Sample((torch.zeros(5, 1, 4), torch.tensor([[1, 2]]), torch.tensor([5]), torch.tensor([2]))),
        Sample((torch.zeros(5, 1, 4), torch.tensor([[1, 2]]), [5], [2])),
    ),
    "torch.nn.utils.rnn.unpad_sequence": (Sample((torch.ones(3, 4, 2), torch.tensor([4, 3, 2]), True)),),
    "torch.nn.utils.rnn.pad_sequence": (Sample(([torch.ones(2), torch.ones(3)],)),),
    "torch.nn.utils.get_total_norm": (
        Sample(([torch.ones(3)],)),
        Sample(([torch.ones(3)],), {"error_if_nonfinite": True}),
    ),
    "torch.nn.utils.clip_grad_norm_": (
        Sample(([nn.Parameter(torch.ones(3))], 1.0)),
        Sample(([nn.Parameter(torch.ones(3))], 1.0), {"error_if_nonfinite": True}),
    ),
}

Built = tuple[Callable[[], nn.Module], Sample]


def torch_modules() -> Iterator[tuple[str, Built]]:
    """How to build a module and what to call it with, of each class that torch tests, and of ``MORE_MODULES``."""
    from torch.testing._internal.common_modules import module_db

    for info in module_db:
        for training in (True, False):
            torch.manual_seed(0)
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    found = info.module_inputs_func(
                        info, device="cpu", dtype=torch.float32, requires_grad=False, training=training
                    )
            except Exception:
                continue
            for given in found[:6]:
                if given.forward_input is None:
                    continue
                made, passed = given.constructor_input, given.forward_input
                build = _builder(info.module_cls, Sample(made.args, made.kwargs), training)
                yield f"torch.nn.{info.module_cls.__name__}", (build, Sample(passed.args, passed.kwargs))
    for cls, (made, passed) in MORE_MODULES.items():
        yield f"torch.nn.{cls.__name__}", (_builder(cls, made, True), passed)


def _builder(cls: type[nn.Module], made: Sample, training: bool) -> Callable[[], nn.Module]:
    def build() -> nn.Module:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return cls(*made.args, **made.kwargs).train(training)

    return build


MORE_MODULES: dict[type[nn.Module], tuple[Sample, Sample]] = {
    # Classes that module_db lacks: how to build one, and what to call it with.
    nn.AdaptiveLogSoftmaxWithLoss: (Sample((4, 6, [2])), Sample((torch.ones(3, 4), torch.tensor([0, 2, 5])))),
}
