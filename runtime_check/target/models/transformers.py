"""``hf:ClassName``: a model class of transformers, from its configuration class.

Works with transformers 4.52 and later, 5 included. `hf` has the configurations and the inputs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fullgraph.runtime_check.target import models
from fullgraph.runtime_check.target.models import BuildOptions, ModelError, first_line, library
from fullgraph.runtime_check.target.models.hf.attempts import built, config_that_runs
from fullgraph.runtime_check.target.models.hf.classes import class_names, find_class
from fullgraph.runtime_check.target.models.hf.inputs import make_calls
from fullgraph.runtime_check.target.models.hf.maker import UnknownInputError


def names(_every: bool) -> list[str]:
    """The model classes that any ``AutoModel`` class knows."""
    return class_names()


def build(name: str, options: BuildOptions) -> Mapping[str, Any]:
    """The model and what makes its inputs. Raises `ModelError`."""
    transformers = library("transformers")
    model_class = find_class(transformers, name)
    config, plan = config_that_runs(transformers, model_class, options)
    model = built(model_class, config)
    model.train(options.train)

    def inputs() -> list[dict[str, Any]]:
        try:
            return make_calls(model, options, plan)
        except UnknownInputError as error:
            raise ModelError(
                f"hf:{name} takes {error.name!r}, for which no input is known: give all of them with "
                f"--input '{error.name}=f32[2,16]' and so on, or --inputs file.py:function",
                f"{models.NO_INPUT}: {error.name}",
            ) from None
        except Exception as error:
            raise ModelError(
                f"no inputs can be made for hf:{name} ({first_line(error)}): give all of them with --input or --inputs",
                models.failing(models.NO_INPUTS, error),
            ) from error

    return {"model": model, "inputs": inputs}
