"""Models of Pillow: what gives an image."""

from __future__ import annotations

import ast

from fullgraph.lint.domain.externals import IMAGE
from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import ExternalInstance, Value
from fullgraph.lint.interpreter.arguments import Arguments
from fullgraph.lint.interpreter.evaluator import Evaluator, Model

_FUNCTIONS = "alpha_composite blend composite fromarray frombuffer frombytes merge new open"
_METHODS = "convert copy crop effect_spread filter getchannel point quantize reduce resize rotate transform transpose"


def _image(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    return ExternalInstance(IMAGE)


MODELS: dict[str, Model] = {
    **{f"PIL.Image.{name}": _image for name in _FUNCTIONS.split()},
    **{f"{IMAGE}.{name}": _image for name in _METHODS.split()},
}
"""By the function's name, and by the class's and the method's."""
