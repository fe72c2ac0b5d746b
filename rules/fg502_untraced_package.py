"""Calls into packages that TorchDynamo does not trace

## What it does
Finds, in compiled functions, calls of packages that TorchDynamo skips (pandas, scikit-learn, networkx, xarray,
tabulate), of packages that are compiled code (OpenCV, tokenizers), of extension modules of installed packages, of
functions that Numba compiles (`@njit`), of most functions and classes of SciPy, of the entry points of Pillow and
sentencepiece, of methods of Pillow's images, and of `groupdict` and `finditer` of regular expressions; arrays and
tensors made of an image of Pillow; and pydantic models and dataclasses created there.

## Why the graph breaks
TorchDynamo traces Python code. A C extension has none, and some packages are on its list of packages to skip. It ends
the graph, calls the function, and continues with the result. It does enter SciPy's Python functions, and breaks a few
lines later, where they call compiled code or a NumPy function that cannot be traced.

Many pure Python packages are traced without a break. Regular expressions are computed while tracing if the result is
text, a number or a match; a dictionary or an iterator of matches is not.

## Example
```python
def forward(self, outputs, targets):
    cost = torch.cdist(outputs, targets)
    rows, columns = linear_sum_assignment(cost.cpu())
    return (outputs[rows] - targets[columns]).abs().mean()
```

Use instead: call it outside the compiled function, and pass the result in.
```python
rows, columns = linear_sum_assignment(cost(model, batch).cpu())
loss = compiled_loss(outputs, targets, rows, columns)
```

Many functions also exist in torch: `torch.special.erf`, `torch.fft.fft`, `torch.cdist`, `torch.block_diag`,
`torchvision.transforms.v2.functional.resize`. A function that must be called inside can be a custom operator
(`torch.library.custom_op` with `register_fake`), which is one node of the graph.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES
from fullgraph.lint.domain.events import COMPILED_CODE, UNKNOWN_OWNER, Call, Construct
from fullgraph.lint.domain.externals import IMAGE
from fullgraph.lint.domain.frame import Finding, Frame
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.values import External, ExternalInstance
from fullgraph.lint.project.following import SKIPPED
from fullgraph.lint.project.module_classes import is_pydantic_model
from fullgraph.lint.torch_data.scipy_names import scipy_names
from fullgraph.rules.shared.names import Names, each

REGISTRY = (
    "GB0007",
    "GB0008",
    "GB0156",
    "GB0147",
    "GB0157",
    "GB0071",
    "GB0170",
    "GB0294",
    "GB4841",
    "GB6012",
    "GB0055",
    "GB0292",
    "GB3383",
)

_COMPILED = frozenset(("cv2", "tokenizers"))
"""Packages of which every function is compiled code."""

_DATACLASS = External("pydantic.dataclasses.dataclass")

NAMES = Names(
    each("scipy.optimize.", "linear_sum_assignment minimize curve_fit"),
    each("scipy.integrate.", "quad odeint solve_ivp"),
    each("scipy.special.", "erf gamma gammaln expit binom jv"),
    each("scipy.ndimage.", "gaussian_filter label distance_transform_edt binary_dilation"),
    each("scipy.signal.", "get_window butter lfilter find_peaks"),
    each("scipy.linalg.", "sqrtm expm block_diag"),
    each("scipy.spatial.", "cKDTree ConvexHull Delaunay"),
    each("scipy.spatial.distance.", "cdist pdist"),
    each("scipy.interpolate.", "interp1d CubicSpline"),
    each("scipy.stats.norm.", "cdf"),
    each("scipy.sparse.", "csr_matrix coo_matrix csc_matrix diags eye"),
    each("PIL.Image.", "new open fromarray"),
    each(f"{IMAGE}.", "convert copy crop getpixel paste point resize rotate split thumbnail tobytes transpose"),
    each("sentencepiece.", "SentencePieceProcessor"),
)


@on_calls(*sorted(scipy_names().difference(NAMES.all)))
def check_scipy(event: Call) -> Finding:
    """What ``tools.torch_data.scipy_names`` asked TorchDynamo about, beside what cases show."""
    confidence = CONFIDENCES[event.confidence]
    return Finding(event, f"{event.name}() breaks the graph: it leads to compiled code", confidence=confidence)


@on_calls(*NAMES.all, f"{COMPILED_CODE}*", *(f"{package}.*" for package in (*SKIPPED, *_COMPILED)))
def check(event: Call) -> Finding | None:
    if event.name.startswith(COMPILED_CODE):
        return Finding(event, f"{event.name.removeprefix(COMPILED_CODE)}() breaks the graph: it is compiled code")
    package = event.name.partition(".")[0]
    if package not in SKIPPED and package not in _COMPILED:
        return NAMES.finding(event)
    confidence = CONFIDENCES[event.confidence]
    why = "TorchDynamo skips this package" if package in SKIPPED else "it is compiled code"
    return Finding(event, f"{event.name}() breaks the graph: {why}", confidence=confidence)


@on_calls(f"{UNKNOWN_OWNER}groupdict", f"{UNKNOWN_OWNER}finditer", "re.finditer", "re.Pattern.finditer")
def check_regular_expression(event: Call) -> Finding | None:
    """Of what is not known: nothing else that is common has methods of these names."""
    confidence = CONFIDENCES[event.confidence]
    return Finding(event, f"TorchDynamo cannot hold what it gives: {event.text}", confidence=confidence)


_OF_IMAGES = tuple(
    f"torchvision.transforms.functional.{name}"
    for name in (
        "adjust_brightness adjust_contrast adjust_gamma adjust_hue adjust_saturation adjust_sharpness affine "
        "autocontrast center_crop crop equalize five_crop gaussian_blur hflip invert pad perspective pil_to_tensor "
        "posterize resize resized_crop rgb_to_grayscale rotate solarize ten_crop to_grayscale to_tensor vflip"
    ).split()
)
"""Functions that were called with an image under torch 2.13; those that only ask for its size are traced."""


@on_calls("numpy.array", "numpy.asarray", *_OF_IMAGES)
def check_image(event: Call) -> Finding | None:
    """What is given an image of Pillow, and reads it."""
    images = [one for one in event.args if isinstance(one, ExternalInstance) and one.cls == IMAGE]
    if not images:
        return None
    confidence = CONFIDENCES[min(one.confidence for one in images)]
    return Finding(event, f"reading an image of Pillow breaks the graph: {event.text}", confidence=confidence)


def check_made(event: Construct) -> Finding | None:
    """Pydantic's models and dataclasses, whose fields its compiled code checks and sets."""
    kind = "model" if is_pydantic_model(event.cls) else "dataclass"
    if kind == "dataclass" and not any(map(_is_pydantic(event), event.cls.node.decorator_list)):
        return None
    return Finding(event, f"making an object of a {kind} of pydantic breaks the graph: {event.text}")


def _is_pydantic(event: Construct) -> Callable[[ast.expr], bool]:
    home = Frame(event.cls.module)

    def one(decorator: ast.expr) -> bool:
        made_by = decorator.func if isinstance(decorator, ast.Call) else decorator
        return event.interp.evaluate(home, made_by) == _DATACLASS

    return one
