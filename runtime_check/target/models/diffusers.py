"""``diffusers:ClassName``: a model class of diffusers, with random weights, from the defaults of its constructor.

A small model has few layers, heads and channels, and else what its class has by default. Inputs are made by the names
of the parameters of ``forward`` (`diffusion`).
"""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fullgraph.runtime_check.target import models
from fullgraph.runtime_check.target.models import BuildOptions, ModelError, first_line, library, near
from fullgraph.runtime_check.target.models.diffusion.maker import Maker, NoForwardError, calls
from fullgraph.runtime_check.target.models.diffusion.sizes import FEW, GROUPS, LEFT_OUT, SIDE, WAYS, WIDTH, Way, smaller
from fullgraph.runtime_check.target.models.diffusion.values import UnknownInputError
from fullgraph.runtime_check.target.models.left_out import asked_for

NO_FORWARD = f"{models.NO_MODEL}: no forward"
LARGE = 2e8
"""Parameters of a model that is not built."""


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
    if not _parameters_of(kind.forward):
        raise ModelError(f"diffusers:{name} has no forward of its own: other models use it", NO_FORWARD)
    model, maker = _first_that_runs(kind, WAYS if options.size == "small" else WAYS[-1:], options.train)
    if not options.train and not maker.has_gradients():
        model.requires_grad_(False)
    return {"model": model, "inputs": functools.partial(calls, maker)}


def _first_that_runs(kind: Any, ways: Sequence[Way], train: bool) -> tuple[Any, Maker]:
    """The first model that can be given inputs on which it runs. Raises `ModelError`."""
    failures: list[ModelError] = []
    for way in ways:
        try:
            arguments = arguments_of(kind, way)
            if way is not ways[0] and _parameters(kind, arguments) > LARGE:
                continue
            model = constructed(kind, arguments).train(train)
        except ModelError:
            raise
        except Exception as error:
            failures.append(
                ModelError(
                    f"diffusers:{kind.__name__} cannot be built from its defaults: {first_line(error)}",
                    models.failing(models.NOT_BUILT, error),
                )
            )
            failures[-1].__cause__ = error
            continue
        try:
            return model, Maker.that_runs(model)
        except NoForwardError:
            raise ModelError(
                f"diffusers:{kind.__name__} has no forward of its own: it returns nothing", NO_FORWARD
            ) from None
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
            failures[-1].__cause__ = error
    raise next((one for one in failures if one.cause.startswith(models.NOT_RUN)), failures[0])


def constructed(kind: Any, arguments: dict[str, Any]) -> Any:
    """The model. Arguments without which it cannot be built and whose default is None get a value."""
    while True:
        try:
            return kind(**arguments)
        except Exception as error:
            left_out = [
                name for name in LEFT_OUT if name in _parameters_of(kind.__init__) and arguments.get(name) is None
            ]
            name = next(asked_for(error, left_out), None)
            if name is None:
                raise
            arguments[name] = LEFT_OUT[name]


def _parameters(kind: Any, arguments: dict[str, Any]) -> float:
    """The number of parameters of a model that is not built."""
    import torch

    try:
        with torch.device("meta"):
            model = constructed(kind, dict(arguments))
    except Exception:
        return math.inf
    return float(sum(parameter.numel() for parameter in model.parameters()))


def _parameters_of(function: Callable[..., Any]) -> Mapping[str, inspect.Parameter]:
    """The named parameters of a constructor, or of ``forward``."""
    known = inspect.signature(function).parameters
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return {name: one for name, one in known.items() if name != "self" and one.kind in named}


def arguments_of(kind: Any, way: Way) -> dict[str, Any]:
    """The arguments of the constructor that are required, and those that are others in a small model."""
    known = _parameters_of(kind.__init__)
    defaults = {name: one.default for name, one in known.items() if one.default is not one.empty}
    found = {}
    for name in known:
        if name not in defaults:
            value = REQUIRED.get((kind.__name__, name)) or REQUIRED.get(("", name))
            if value is None:
                raise ModelError(
                    f"diffusers:{kind.__name__} is built from {name}, for which no value is known: give a factory in a "
                    "file instead",
                    f"{models.NO_VALUE}: {name}",
                )
            found[name] = value() if callable(value) else value
    changed = {name: value for name, value in smaller(defaults, way).items() if value != defaults[name]}
    return {**found, **changed, **(OWN.get(kind.__name__, {}) if way != "default" else {})}


def _parts(name: str, count: int = 1) -> Callable[[], list[Any]]:
    def build_them() -> list[Any]:
        kind = getattr(library("diffusers"), name)
        return [constructed(kind, arguments_of(kind, WAYS[0])) for _ in range(count)]

    return build_them


REQUIRED: Mapping[tuple[str, str], Any] = {
    ("FluxMultiControlNetModel", "controlnets"): _parts("FluxControlNetModel"),
    ("HunyuanDiT2DMultiControlNetModel", "controlnets"): _parts("HunyuanDiT2DControlNetModel"),
    ("MultiControlNetModel", "controlnets"): _parts("ControlNetModel"),
    ("QwenImageMultiControlNetModel", "controlnets"): _parts("QwenImageControlNetModel"),
    ("SD3MultiControlNetModel", "controlnets"): _parts("SD3ControlNetModel"),
    ("MultiAdapter", "adapters"): _parts("T2IAdapter", 2),
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
    # The defaults of these do not agree with each other.
    "UNet1DModel": {"extra_in_channels": 2 * GROUPS, "block_out_channels": (GROUPS, GROUPS, GROUPS)},
    "HunyuanDiT2DModel": {"hidden_size": 176},
    "HunyuanVideoFramepackTransformer3DModel": {"has_clean_x_embedder": True, "has_image_proj": True},
    "OmniGenTransformer2DModel": {"rope_scaling": {"short_factor": [1.0] * 48, "long_factor": [1.0] * 48}},
    "AutoencoderRAE": {"encoder_input_size": 28},
    "Kandinsky3UNet": {"layers_per_block": 2},
    # Stages whose channels or neighborhoods grow manifold.
    "AutoencoderOobleck": {"encoder_hidden_size": FEW, "decoder_input_channels": FEW // 2, "decoder_channels": FEW},
    "LTX2VideoDiffusionDecoderModel": {
        "decoder_stage_channels": (512, 256, 128, 128, 64),
        "decoder_stage_kernels": ((3, 3, 3),) * 4,
        "decoder_stage5_kernel": (3, 3, 3),
    },
    "CosmosControlNetModel": {"model_channels": 256},
    "HiDreamImageTransformer2DModel": {
        "caption_channels": [WIDTH, WIDTH],
        "llama_layers": [0, 0],
        "axes_dims_rope": (64, 32, 32),
    },
}
"""Arguments whose value in a small model does not follow from their names."""
