"""``diffusers:ClassName``: a model class of diffusers, with random weights, from the defaults of its constructor.

A small model has few layers, heads and channels, and else what its class has by default. Inputs are made by the names
of the parameters of ``forward`` (`diffusers_inputs`).
"""

from __future__ import annotations

import functools
import inspect
import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from fullgraph.runtime_check.target import models
from fullgraph.runtime_check.target.models import BuildOptions, ModelError, first_line, library, near
from fullgraph.runtime_check.target.models.diffusers_inputs import Maker, UnknownInputError, calls

HEADS = 2
GROUPS = 32
"""Channels of the first stage of a network: as many as most normalizations have groups."""
SIDE = 16
"""Of what a model of latent images takes."""
LARGE = 2e8
"""Parameters of a model that is not built."""

Way = Literal["heads", "channels", "layers"]
WAYS: tuple[Way | None, ...] = ("heads", "channels", "layers", None)
"""How a model becomes small: few heads, few channels and few layers; the last two; few layers; not at all."""

_LAYERS = re.compile(r"(num_|n_)?(\w+_)?(layers|blocks|depth)|(\w+_)?layers_per_(\w+_)?block|num_res_blocks|depths?")
_HEADS = re.compile(r"num_(\w+_)?heads|n_heads?")
_CHANNELS = re.compile(r"(\w+_)?channels|dims?|channel_multiples")
_SIDES = re.compile(r"sample_(size|height|width)")
_FRAMES = re.compile(r"sample_frames|video_length|num_frames")


def names(_every: bool) -> list[str]:
    """The model classes that diffusers exports."""
    diffusers = library("diffusers")
    found = {name: getattr(diffusers, name, None) for name in sorted(dir(diffusers))}
    return [name for name, kind in found.items() if _is_model(diffusers, kind) and kind is not diffusers.ModelMixin]


def _is_model(diffusers: Any, kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, diffusers.ModelMixin)


def build(name: str, options: BuildOptions) -> Mapping[str, Any]:
    """The model and its inputs. Raises `ModelError`."""
    diffusers = library("diffusers")
    kind = getattr(diffusers, name, None)
    if kind is None:
        raise ModelError(
            f"diffusers {diffusers.__version__} has no class {name}{near(name, names(True))}", models.UNKNOWN
        )
    if not _is_model(diffusers, kind) or kind is diffusers.ModelMixin:
        raise ModelError(f"diffusers.{name} is no model{near(name, names(True))}", models.NO_MODEL)
    model, maker = _first_that_runs(kind, WAYS if options.size == "small" else WAYS[-1:])
    model.train(options.train)
    return {"model": model, "inputs": functools.partial(calls, maker)}


def _first_that_runs(kind: Any, ways: Sequence[Way | None]) -> tuple[Any, Maker]:
    """The first model that can be given inputs on which it runs. Raises `ModelError`."""
    failures: list[ModelError] = []
    for way in ways:
        try:
            arguments = _arguments(kind, way)
            if way is not ways[0] and _parameters(kind, arguments) > LARGE:
                continue
            model = kind(**arguments).eval()
        except Exception as error:
            failures.append(
                ModelError(
                    f"diffusers:{kind.__name__} cannot be built from its defaults: {first_line(error)}",
                    models.failing(models.NOT_BUILT, error),
                )
            )
            continue
        try:
            return model, Maker.that_runs(model)
        except UnknownInputError as error:
            raise ModelError(
                f"diffusers:{kind.__name__} takes {error}, for which no input is known: give all of them with "
                "--input or --inputs",
                f"{models.NO_INPUT}: {error}",
            ) from None
        except Exception as error:
            failures.append(
                ModelError(
                    f"diffusers:{kind.__name__} does not run on the inputs made for it: {first_line(error)}",
                    models.failing(models.NOT_RUN, error),
                )
            )
    raise next((one for one in failures if one.cause.startswith(models.NOT_RUN)), failures[0])


def _parameters(kind: Any, arguments: Mapping[str, Any]) -> float:
    """The number of parameters of a model that is not built."""
    import torch

    try:
        with torch.device("meta"):
            model = kind(**arguments)
    except Exception:
        return math.inf
    return float(sum(parameter.numel() for parameter in model.parameters()))


def _arguments(kind: Any, way: Way | None) -> dict[str, Any]:
    """What differs from the defaults of the constructor."""
    found: dict[str, Any] = {}
    for name, parameter in inspect.signature(kind.__init__).parameters.items():
        if name == "self" or parameter.kind in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL):
            continue
        required = parameter.default is parameter.empty
        value = REQUIRED.get((kind.__name__, name)) or REQUIRED.get(("", name)) if required else parameter.default
        if callable(value):
            value = value()
        if not required and way is not None:
            value = _smaller(name, value, way)
        if value is not parameter.default and value != parameter.default:
            found[name] = value
    return {**found, **OWN.get(kind.__name__, {})} if way is not None else found


def _smaller(name: str, value: Any, way: Way) -> Any:
    if isinstance(value, bool):
        return value
    if isinstance(value, (list, tuple)) and value and all(type(one) is int for one in value):
        if _LAYERS.fullmatch(name):
            return type(value)(min(one, 1) for one in value)
        if way != "layers" and _CHANNELS.fullmatch(name) and min(value) > GROUPS:
            return type(value)(GROUPS * max(1, one // min(value)) for one in value)
        return value
    if type(value) is not int:
        return value
    if _LAYERS.fullmatch(name):
        return min(value, 1)
    if way == "heads" and _HEADS.fullmatch(name):
        return min(value, HEADS)
    if _SIDES.fullmatch(name):
        return min(value, SIDE)
    return value


def _controlnet(name: str) -> Callable[[], list[Any]]:
    def build_one() -> list[Any]:
        kind = getattr(library("diffusers"), name)
        return [kind(**_arguments(kind, "heads"))]

    return build_one


REQUIRED: Mapping[tuple[str, str], Any] = {
    ("FluxMultiControlNetModel", "controlnets"): _controlnet("FluxControlNetModel"),
    ("HunyuanDiT2DMultiControlNetModel", "controlnets"): _controlnet("HunyuanDiT2DControlNetModel"),
    ("MultiControlNetModel", "controlnets"): _controlnet("ControlNetModel"),
    ("QwenImageMultiControlNetModel", "controlnets"): _controlnet("QwenImageControlNetModel"),
    ("SD3MultiControlNetModel", "controlnets"): _controlnet("SD3ControlNetModel"),
    ("MultiAdapter", "adapters"): _controlnet("T2IAdapter"),
    ("", "in_channels"): 3,
    ("", "out_channels"): 3,
    ("", "latent_channels"): 4,
    ("", "block_out_channels"): (GROUPS, GROUPS),
    ("", "layers_per_block"): 1,
    ("", "spatial_compression_ratio"): 2,
    ("", "sample_size"): SIDE,
    ("", "text_encoder_dim"): GROUPS,
    ("", "text_encoder_1_dim"): GROUPS,
    ("", "langauge_model_dim"): GROUPS,
    ("", "conditioning_dim"): GROUPS,
    ("", "min_value"): 1,
    ("", "max_value"): 8,
    ("", "prefix_length"): 4,
    ("", "prefix_inner_dim"): GROUPS,
}
"""What constructors require, by class (empty: any) and name."""
OWN: Mapping[str, Mapping[str, Any]] = {
    "UNet2DModel": {"block_out_channels": (32, 64, 64, 64)},
}
"""Arguments whose value in a small model does not follow from their names."""
