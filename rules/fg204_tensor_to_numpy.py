"""NumPy that is not traced

## What it does
Finds calls of NumPy functions, and of methods of arrays, that end the graph:

- functions without a counterpart in torch (`np.interp`, `np.digitize`, `np.isin`, `np.setdiff1d`, `np.unwrap` and
  others, those of `np.ma`, `np.polynomial`, `np.char` and `np.testing`)
- classes such as `np.poly1d`, `np.vectorize` and `np.errstate`
- functions that return a Python value (`np.allclose`, `np.ndim`, `np.isscalar`), `np.array_equal` and
  `np.array_equiv`, which read one, and `np.pad`, which reads the widths
- `np.reshape(a, -1)`, with the size as a number, which makes compiling fail; a tuple does not, nor does `a.reshape(-1)`
- functions whose result has a length that depends on data (`np.nonzero`, `np.unique`)
- arrays of texts, dates or objects, those of one's own classes too (`np.array(["a", "b"])`, `np.array([Pair()])`,
  `np.empty(3, dtype=object)`, `.astype(str)`); a dtype that is named, or one of NumPy's (`dtype="U5"`, `np.object_`),
  makes compiling fail
- uses of such an array that was made before, as a global or an attribute
- older constructors of an array of another dtype (`torch.FloatTensor(np.zeros(3))`), which make compiling fail
- `np.r_[...]`, `np.c_`, `np.s_`, `np.mgrid` and `np.ogrid`
- `.tobytes()`, and unsupported attributes of arrays (`.dtype`, `.flags`, `.base`)

For functions of `np.random`, see FG407; for files, FG405.

## Why the graph breaks
TorchDynamo traces NumPy: an array becomes a tensor, and a function its counterpart in torch. `x.numpy()`,
`np.asarray(x)`, `np.sin(x)` and some 300 other functions are captured in both modes. A function without a counterpart
ends the graph, and so does one that does not return an array. If the code reads a dtype, the whole function runs
uncompiled. Results whose length depends on data are captured under `fullgraph=True` only, and so is, before torch 2.15,
`np.array_equal`.

An array is as data-dependent as a tensor: `if np.isnan(a).any()` is FG101, `int(np.prod(x.shape))` FG202, and
`a.item()` FG201.

## Example
```python
def forward(self, x):
    return x + torch.from_numpy(np.interp(x.detach().numpy(), self.points, self.values))
```

Use instead functions of torch, or wrap the call in a custom operator (`torch.library.custom_op`), which is one node
of the graph.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace

from fullgraph.lint.diagnostics.diagnostic import BOTH_MODES, CONFIDENCES
from fullgraph.lint.domain import arrays
from fullgraph.lint.domain.dtypes import LEGACY
from fullgraph.lint.domain.events import ArrayRead, Call, Index, TensorRead
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.tensor_reads import held_tensor
from fullgraph.lint.domain.values import (
    HIGH,
    INT,
    TRUE,
    Const,
    External,
    Function,
    NumpyNumber,
    PyValue,
    SequenceValue,
    Tensor,
    Value,
    alternatives,
    is_number,
    tensor_part,
)
from fullgraph.lint.project.index import own_nodes
from fullgraph.lint.source import syntax
from fullgraph.lint.torch_data.numpy_names import numpy_names
from fullgraph.rules.rewrite.offer import suggestion
from fullgraph.rules.shared.common import DEFAULT_ONLY, explain, is_only_held
from fullgraph.rules.shared.known_numbers import called
from fullgraph.rules.shared.names import in_versions
from fullgraph.rules.shared.reads import computed, read

REGISTRY = (
    "GB0112",
    "GB0157",
    "GB0294",
    "GB0033",
    "GB0036",
    "GB0208",
    "GB0158",
    "GB0250",
    "GB0007",
    "GB0008",
    "GB0087",
    "GB0156",
    "GB0055",
    "GB4315",
    "GB4818",
    "GB0185",
)

_ANSWERS = frozenset(
    f"numpy.{name}"
    for name in (
        "allclose isscalar ndim size iscomplexobj isrealobj result_type min_scalar_type common_type cov corrcoef "
        "can_cast linalg.matrix_rank"
    ).split()
)
"""Functions with a counterpart that gives, or asks for, a Python value."""
_EQUAL = frozenset(("numpy.array_equal", "numpy.array_equiv"))
_COUNTED = frozenset(f"numpy.{name}" for name in "nonzero argwhere flatnonzero unique bincount where".split())
_FILES = frozenset(
    f"numpy.{name}" for name in "save savez savez_compressed savetxt load loadtxt genfromtxt fromfile".split()
)
_NAMESPACES = tuple(f"numpy.{name}." for name in "char ma polynomial testing lib.stride_tricks".split())
_SHARED = frozenset(
    ("numpy.char.add", *(f"numpy.ma.{name}" for name in "MaskType amax amin bool_ expand_dims".split()))
)
"""Other names of NumPy's own functions."""
_CLASSES = frozenset(
    f"numpy.{name}"
    for name in (
        "broadcast bytes_ datetime64 errstate matrix ndenumerate ndindex nditer poly1d printoptions timedelta64 "
        "vectorize"
    ).split()
)
"""Classes that cannot be called while tracing; those of numbers and dtypes can."""
_INDEXED = frozenset(f"numpy.{name}" for name in "r_ c_ s_ index_exp mgrid ogrid".split())
"""Objects that make something of an index."""
_BYTES = frozenset(("torch.Tensor.tobytes", "torch.Tensor.tostring"))
_UNKNOWN = frozenset(("dtype", "flags", "base"))
"""Attributes of arrays that TorchDynamo does not answer."""
_TO_DTYPE = "torch.Tensor.astype"


@on_calls("numpy.*", *_BYTES, _TO_DTYPE)
def check(event: Call) -> Finding | None:
    if not event.name.startswith("numpy."):
        return _method(event)
    if event.name.startswith("numpy.random.") or event.name in _FILES:
        return None
    name = event.name.replace("numpy.", "np.", 1)
    if event.name in numpy_names().untraced | _CLASSES or (
        event.name.startswith(_NAMESPACES) and event.name not in _SHARED
    ):
        return Finding(event, f"TorchDynamo does not trace {name}(): {event.text}")
    if event.name in _ANSWERS:
        return Finding(event, f"{name}() gives a Python value and ends the graph: {event.text}")
    if event.name in _EQUAL:
        modes = DEFAULT_ONLY if in_versions(event, before="2.15") else BOTH_MODES
        return Finding(event, f"{name}() reads tensor data into Python: {event.text}", modes=modes)
    if (foreign := _foreign(event, _dtype(event))) is not None:
        return foreign
    if _is_of_contents(event) and arrays.is_foreign_content(event.argument(0, "object")):
        return Finding(event, f"torch has no arrays of texts or objects: {event.text}")
    if (held := _mixed(event)) is not None:
        steps = explain(event, held, "the list is made an array")
        confidence = CONFIDENCES[held.confidence if isinstance(held, Tensor) else HIGH]
        message = f"{name}() makes an array of a list with arrays and numbers: {event.text}"
        return Finding(event, message, steps, confidence)
    if (counted := _number_read(event)) is not None:
        return counted
    if event.name == "numpy.reshape" and _is_one_size(event.argument(1, "shape")):
        return Finding(event, f"np.reshape() takes the size as tensor data: {event.text}; give a tuple", raises=True)
    if event.name == "numpy.pad":
        return Finding(event, f"np.pad() reads the widths as tensor data: {event.text}")
    if event.name == "numpy.unique" and event.argument(1, "return_index") == TRUE:
        return Finding(event, f"torch has no np.unique() with return_index: {event.text}")
    if event.name in _COUNTED and not (name == "np.where" and len(event.args) != 1):
        value = event.argument(0, "a")
        if value is not None and (held_tensor(value) is not None or _is_contents(value)):
            message = f"{name}() has a shape that depends on data: {event.text}"
            part = held_tensor(value)
            steps = explain(event, part, f"{name}() counts its elements") if part is not None else ()
            return Finding(event, message, steps, CONFIDENCES[part.confidence if part else HIGH], DEFAULT_ONLY)
    return None


@on_calls(*LEGACY)
def check_constructor(event: Call) -> Finding | None:
    """Older constructors of an array of another dtype."""
    array = event.argument(0, "data")
    if not isinstance(array, Tensor) or array.array is not True or len(event.args) != 1:
        return None
    if not isinstance(array.dtype, str) or array.dtype == LEGACY[event.name]:
        return None
    given, made = (dtype.removeprefix("torch.") for dtype in (array.dtype, LEGACY[event.name]))
    what = called(event.name)
    message = f"{what} of an array of {given} makes compiling fail: {event.text}"
    steps = explain(event, array, f"{what} is given {given}")
    fix = suggestion(f"Make the tensor with torch.tensor(..., dtype=torch.{made}), which takes every array")
    return Finding(event, message, steps, CONFIDENCES[array.confidence], raises=True, fix=fix)


_OF_SEVERAL = frozenset(
    "stack vstack hstack dstack row_stack column_stack concatenate meshgrid broadcast_arrays block".split()
)
"""Functions that take a list of arrays, not an array."""


_NUMBERS: Mapping[str, tuple[tuple[int, str, bool], ...]] = {
    **dict.fromkeys(("zeros", "ones", "empty"), ((0, "shape", False),)),
    "full": ((0, "shape", False), (1, "fill_value", True)),
    "indices": ((0, "dimensions", False),),
    "eye": ((0, "N", False), (1, "M", False)),
    "identity": ((0, "n", False),),
    "arange": ((0, "start", True), (1, "stop", True), (2, "step", True)),
    **dict.fromkeys(("linspace", "logspace", "geomspace"), ((2, "num", True),)),
    **dict.fromkeys(("hanning", "hamming", "blackman", "bartlett"), ((0, "M", True),)),
    "reshape": ((1, "shape", True),),
    "roll": ((1, "shift", True),),
    "broadcast_to": ((1, "shape", False),),
    "tile": ((1, "reps", False),),
}
"""Parameters that are numbers or lists of them: position, name, whether the graph ends under ``fullgraph=True`` too."""


_SIZED = frozenset("zeros ones empty full indices".split())
"""Functions that take the sizes of an array first."""


def _number_read(event: Call) -> Finding | None:
    """The finding for an array that is given for a number, or among several numbers."""
    name = event.name.replace("numpy.", "np.", 1)
    for position, parameter, in_both in _NUMBERS.get(event.name.removeprefix("numpy."), ()):
        given = event.argument(position, parameter)
        message = f"{name}() reads its {parameter} as tensor data: {event.text}"
        step = f"{name}() reads it into a Python number"
        if isinstance(given, SequenceValue):
            for one in given.items or ():
                is_array = isinstance(one, Tensor) and one.array is True and not _is_of_a_number(event, one)
                if is_array or isinstance(one, NumpyNumber):
                    return read(event, one, message, step, BOTH_MODES if in_both else DEFAULT_ONLY)
        elif given is not None and (part := computed(given)) is not None and not _is_of_a_number(event, part):
            return read(event, given, message, step, BOTH_MODES if in_both or part.rank else DEFAULT_ONLY)
    return None


def _is_of_a_number(event: Call, array: Tensor) -> bool:
    """Return whether the function computes an array of ``np.array(number)``, of which TorchDynamo knows the number."""
    link = array.evidence
    while link is not None and link.parent is not None:
        link = link.parent
    function = event.frame.function
    made = link.node if link is not None and link.module is event.frame.module else None
    if not isinstance(made, ast.Call) or not made.args or not isinstance(made.func, ast.Attribute):
        return False
    if function is None or made not in own_nodes(function.node):
        return False  # made before, it is an array that the graph is given
    if made.func.attr not in arrays.OF_CONTENTS:
        return False
    with event.interp.muted(event.frame):
        return is_number(event.interp.evaluate(event.frame, made.args[0]))


def _mixed(event: Call) -> Tensor | NumpyNumber | None:
    """Return an array in the list that is made an array, unless all that is in the list are arrays: it stacks these."""
    bare = event.name.removeprefix("numpy.")
    listed = event.args[0] if event.args and bare not in _OF_SEVERAL | _SIZED else None
    if not isinstance(listed, SequenceValue):
        return None
    items = listed.items if listed.items is not None else (listed.element,)
    options = [one for item in items for one in alternatives(item)]
    held = next((one for one in options if isinstance(one, (Tensor, NumpyNumber))), None)
    if held is not None:
        return held if any(isinstance(one, (Const, PyValue, SequenceValue)) for one in options) else None
    return next((held for one in options if isinstance(one, SequenceValue) and (held := _in(one)) is not None), None)


def _in(listed: SequenceValue) -> Tensor | NumpyNumber | None:
    """Return an array that is somewhere in a list."""
    items = listed.items if listed.items is not None else (listed.element,)
    for one in (one for item in items for one in alternatives(item)):
        if isinstance(one, (Tensor, NumpyNumber)):
            return one
        if isinstance(one, SequenceValue) and (held := _in(one)) is not None:
            return held
    return None


def _is_one_size(value: Value | None) -> bool:
    return value == INT or (isinstance(value, Const) and type(value.value) is int)


def _dtype(event: Call) -> Value | None:
    """The dtype that an array is made with."""
    at = arrays.DTYPE_AT.get(event.name.removeprefix("numpy."))
    return event.kwargs.get("dtype") if at is None else event.argument(at, "dtype")


def _foreign(event: Call, dtype: Value | None) -> Finding | None:
    """An array of another dtype than torch has: of Python's classes the graph ends, others make compiling fail."""
    if not arrays.is_foreign_dtype(dtype, _is_of_contents(event)):
        return None
    of_python = isinstance(dtype, External) and dtype.name.startswith("builtins.")
    raises = None if of_python or (dtype == Const("O") and event.name == _TO_DTYPE) else True
    return Finding(event, f"torch has no arrays of texts, dates or objects: {event.text}", raises=raises)


def _is_of_contents(event: Call) -> bool:
    return event.name.removeprefix("numpy.") in arrays.OF_CONTENTS


def check_read(event: ArrayRead) -> Finding | None:
    """An array that was made before is used: what follows in the function is not compiled."""
    if is_only_held(event) or _is_ignored(event):
        return None
    message = f"torch has no arrays of texts or objects, so the function runs uncompiled: {event.text}"
    steps = explain(event, event.value, "the array is used")
    return Finding(event, message, steps, CONFIDENCES[event.value.confidence], uncompiled=True)


def _is_ignored(event: ArrayRead) -> bool:
    """Return whether an array is only passed to a function of the project, by a name that it never reads."""
    parents = event.frame.module.parents
    passed = parents.get(event.node)
    call = parents.get(passed) if isinstance(passed, ast.keyword) else passed
    if not isinstance(call, ast.Call) or not isinstance(event.node, ast.expr) or call.func is event.node:
        return False
    with event.interp.muted(event.frame):
        callee = event.interp.evaluate(event.frame, call.func)
    if not isinstance(callee, Function) or any(isinstance(one, ast.Starred) for one in call.args):
        return False
    arguments = callee.info.node.args
    if isinstance(passed, ast.keyword):
        name = passed.arg
    else:
        names = [one.arg for one in (*arguments.posonlyargs, *arguments.args)]
        at = call.args.index(event.node) + (callee.bound is not None)
        name = names[at] if at < len(names) else None
    loads = (part for part in syntax.walk(callee.info.node) if isinstance(part, ast.Name))
    known = {one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
    return name in known and all(part.id != name for part in loads)


def check_index(event: Index) -> Finding | None:
    """``np.r_[0:3]`` and its like."""
    if not isinstance(event.owner, External) or event.owner.name not in _INDEXED:
        return None
    name = event.owner.name.replace("numpy.", "np.", 1)
    return Finding(event, f"TorchDynamo does not trace {name}[...]: {event.text}")


def _is_contents(value: Value) -> bool:
    """Return whether NumPy makes an array of it."""
    return isinstance(value, SequenceValue) or (isinstance(value, PyValue) and value.kind == "size")


def check_attribute(event: TensorRead) -> Finding | None:
    """Attributes of arrays."""
    owner = event.owner
    if owner.array is not True or event.attribute not in _UNKNOWN:
        return None
    steps = explain(event, owner, f".{event.attribute} is read")
    message = f".{event.attribute} of an array is not known while the graph is traced: {event.text}"
    return Finding(event, message, steps, CONFIDENCES[owner.confidence], uncompiled=True)


def _method(event: Call) -> Finding | None:
    """Methods of arrays."""
    owner = tensor_part(event.args[0]) if event.args else None
    if owner is None or not owner.array:
        return None
    if event.name in _BYTES:
        return read(event, owner, f"the bytes of an array are tensor data: {event.text}", "its bytes are read")
    found = _foreign(event, event.argument(1, "dtype")) if event.name == _TO_DTYPE else None
    return found and replace(found, confidence=CONFIDENCES[owner.confidence])
