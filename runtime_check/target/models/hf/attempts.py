"""Which configuration of a model of transformers is built, and what the model is given: the first that runs."""

from __future__ import annotations

import copy
import math
import re
from collections.abc import Sequence
from typing import Any

from fullgraph.runtime_check.target import models
from fullgraph.runtime_check.target.models import BuildOptions, ModelError, first_line, sizes
from fullgraph.runtime_check.target.models.config_parts import parts
from fullgraph.runtime_check.target.models.hf.configs import filled, make_config
from fullgraph.runtime_check.target.models.hf.inputs import make_calls, plans_for
from fullgraph.runtime_check.target.models.hf.maker import PLANS, Plan, UnknownInputError

NO_FORWARD = f"{models.NO_MODEL}: no forward"
LARGE = 1e8
"""Parameters of a model that is not built although narrower ones do not run."""


def config_that_runs(transformers: Any, model_class: Any, options: BuildOptions) -> tuple[Any, Plan]:
    """The first configuration whose model runs on its inputs, and these; else the first that a model is built from.

    Raises `ModelError` where none can.
    """
    if options.size == "default":
        return make_config(transformers, model_class, None), PLANS[0]
    made: Any = None
    failure: ModelError | None = None
    plans = plans_for(model_class)
    for way in sizes.WAYS:
        try:
            configs = [make_config(transformers, model_class, way)]
        except ModelError as error:
            failure = failure or error
            continue
        completed = filled(transformers, configs[0], way)
        for config in [*configs, *([] if completed is None else [completed])]:
            if way != "narrow" and _parameters(model_class, config) > LARGE:
                continue
            kept = copy.deepcopy(config)
            try:
                plan = _plan(model_class, config, options, plans)
            except UnknownInputError:
                return kept, PLANS[0]
            except ModelError as error:
                failure = failure or error
                if error.cause == NO_FORWARD or error.cause.startswith(models.NOT_INSTALLED):
                    raise
                continue
            if plan is not None:
                return kept, plan
            made = kept if made is None else made
    if made is not None:
        return made, PLANS[0]
    assert failure is not None
    raise failure


def _parameters(model_class: Any, config: Any) -> float:
    """The number of parameters of a model that is not built."""
    import torch

    try:
        with torch.device("meta"):
            model = _construct(model_class, copy.deepcopy(config))
    except Exception:
        return math.inf
    return float(sum(parameter.numel() for parameter in model.parameters()))


def _plan(model_class: Any, config: Any, options: BuildOptions, plans: Sequence[Plan]) -> Plan | None:
    """Build a model, which is thrown away, and return what it can be given. Raises `ModelError`.

    And `UnknownInputError`, where no other configuration helps either.
    """
    import torch

    with torch.random.fork_rng(devices=[]):
        model = built(model_class, config)
        if getattr(model.forward, "__name__", "") == "_forward_unimplemented":
            raise ModelError(
                f"hf:{model_class.__name__} has no forward: it is called by other methods, such as generate", NO_FORWARD
            )
        model.train(options.train)
        return next((plan for plan in plans if _runs(model, options, plan)), None)


def _runs(model: Any, options: BuildOptions, plan: Plan) -> bool:
    import torch

    try:
        with torch.no_grad():
            for call in make_calls(model, options, plan):
                model(**call)
    except UnknownInputError:
        raise
    except Exception:
        return False
    return True


def built(model_class: Any, config: Any) -> Any:
    """The model. Raises `ModelError`."""
    try:
        return _construct(model_class, config)
    except Exception as error:
        raise ModelError(
            f"hf:{model_class.__name__} cannot be built from its {type(config).__name__}: {first_line(error)}",
            models.failing(models.NOT_BUILT, error),
        ) from error


def _construct(model_class: Any, config: Any) -> Any:
    """The model; as a decoder, or as an encoder alone, where it insists on being one.

    Raises what the first attempt raised.
    """
    try:
        return _completed(model_class, config)
    except Exception:
        for name, before in (("is_decoder", False), ("is_encoder_decoder", True)):
            if getattr(config, name, None) is before:
                setattr(config, name, not before)
                try:
                    return _completed(model_class, config)
                except Exception:
                    setattr(config, name, before)
        raise


def _completed(model_class: Any, config: Any) -> Any:
    """The model. Fields that it reads and that the default configuration has not at all are added to the part."""
    missing: set[str] = set()
    while True:
        try:
            return model_class(config)
        except AttributeError as error:
            told = _NO_FIELD.search(str(error))
            if told is None or told[2] in missing:
                raise
            for part in parts(config):
                heads = getattr(part, "num_attention_heads", None) if told[2] == "num_key_value_heads" else None
                value = heads or sizes.plausible(told[2])
                if type(part).__name__ == told[1] and value is not None:
                    setattr(part, told[2], value)
            missing.add(told[2])


_NO_FIELD = re.compile(r"'(\w+)' object has no attribute '(\w+)'")
