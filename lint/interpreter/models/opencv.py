"""Models of OpenCV: what its functions give are arrays, with which traced code goes on."""

from __future__ import annotations

import ast

from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import FLOAT, INT, Evidence, SequenceValue, Tensor, Value
from fullgraph.lint.interpreter.arguments import Arguments
from fullgraph.lint.interpreter.evaluator import Evaluator, Model

_ARRAYS = (
    "Canny GaussianBlur LUT Laplacian Sobel absdiff add addWeighted bilateralFilter bitwise_and bitwise_not bitwise_or "
    "bitwise_xor blur boxFilter copyMakeBorder cvtColor dilate distanceTransform erode filter2D flip "
    "getAffineTransform getPerspectiveTransform getRotationMatrix2D getStructuringElement inRange medianBlur merge "
    "morphologyEx multiply normalize pyrDown pyrUp remap resize rotate subtract transpose warpAffine warpPerspective"
)


def _array(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    return Tensor(array=True, evidence=Evidence(node, frame.module, "an array, traced as a Tensor"))


def _behind(number: Value, arrays: int) -> Model:
    """A number and so many arrays, as a tuple."""

    def model(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
        return SequenceValue("tuple", (number, *(_array(interp, frame, node, given) for _ in range(arrays))))

    return model


MODELS: dict[str, Model] = {
    **{f"cv2.{name}": _array for name in _ARRAYS.split()},
    "cv2.connectedComponents": _behind(INT, 1),
    "cv2.connectedComponentsWithStats": _behind(INT, 3),
    "cv2.threshold": _behind(FLOAT, 1),
}
