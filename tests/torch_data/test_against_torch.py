"""The data says what the torch installed does."""

import builtins
import importlib
import json
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from fullgraph.lint import torch_data  # noqa: E402
from fullgraph.lint.project import exports  # noqa: E402
from fullgraph.lint.torch_data import load, resolve, versions  # noqa: E402

from tools.torch_data.observe import kind_of  # noqa: E402

ROOT = Path(__file__).parents[2]
VERSION = ".".join(torch.__version__.split(".")[:2])
pytestmark = pytest.mark.skipif(VERSION not in versions(), reason=f"there is no data for torch {VERSION}")
DATA = load(VERSION)

X = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
V = torch.tensor([1.0, 2.0, 2.0])
N = torch.tensor([1, 2, 2])
B = V > 1

METHODS = [
    *[(name, X, (), {}) for name in ("sum", "mean", "max", "min", "median", "argmax", "abs", "exp", "t", "flatten")],
    *[(name, X, (), {}) for name in ("size", "dim", "numel", "stride", "is_floating_point", "contiguous", "det")],
    *[(name, X, (), {}) for name in ("element_size", "is_contiguous", "sigmoid", "softmax", "isnan", "prod", "float")],
    *[(name, X, (1,), {}) for name in ("max", "min", "median", "sort", "kthvalue", "mode", "size", "topk", "softmax")],
    *[(name, X, (1,), {}) for name in ("stride", "split", "chunk", "unbind", "argsort", "cumsum", "sum", "squeeze")],
    *[(name, X, (X,), {}) for name in ("max", "min", "matmul", "equal", "allclose", "add", "__eq__", "__and__")],
    *[
        (name, V, (), {"dim": 0})
        for name in ("max", "any", "all", "logsumexp", "sort", "nanmedian", "cummax", "aminmax")
    ],
    *[(name, V[0], (), {}) for name in ("item", "tolist", "__bool__", "__float__", "__int__", "is_nonzero")],
    *[(name, B, (), {}) for name in ("any", "all", "nonzero", "long", "logical_not", "sum", "tolist")],
    ("nonzero", B, (), {"as_tuple": True}),
    ("unique", N, (), {}),
    ("unique", N, (), {"return_inverse": True}),
    ("unique", N, (), {"return_inverse": True, "return_counts": True}),
    ("unique_consecutive", N, (), {"return_counts": True}),
    ("where", V, (B, V), {}),
    ("masked_fill", V, (B, 0.0), {}),
    ("type", V, (), {}),
    ("type", V, (torch.float64,), {}),
    ("__getitem__", V, (0,), {}),
    ("__contains__", V, (1.0,), {}),
    ("__len__", V, (), {}),
]
FUNCTIONS = [
    ("torch.relu", (X,), {}),
    ("torch.nn.functional.relu", (X,), {}),
    ("torch.special.expit", (X,), {}),
    ("torch.where", (B,), {}),
    ("torch.where", (B, V, V), {}),
    ("torch.where", (B, V, 0.0), {}),
    ("torch.max", (X,), {}),
    ("torch.max", (X, 1), {}),
    ("torch.topk", (X, 1), {}),
    ("torch.std_mean", (X,), {}),
    ("torch.var_mean", (X,), {"dim": 1}),
    ("torch.unique", (N,), {"return_counts": True}),
    ("torch.nonzero", (N,), {"as_tuple": True}),
    ("torch.meshgrid", (V, V), {"indexing": "ij"}),
    ("torch.split", (V, 1), {}),
    ("torch.chunk", (V, 2), {}),
    ("torch.einsum", ("ij->ji", X), {}),
    ("torch.linalg.norm", (X,), {}),
    ("torch.linalg.svd", (X,), {}),
    ("torch.linalg.eigh", (X,), {}),
    ("torch.fft.rfft", (V,), {}),
    ("torch.zeros", (2,), {}),
    ("torch.tensor", (2,), {}),
    ("torch.arange", (2,), {}),
    ("torch.numel", (X,), {}),
    ("torch.is_tensor", (X,), {}),
    ("torch.is_grad_enabled", (), {}),
    ("torch.broadcast_shapes", ((2,), (2,)), {}),
    ("torch.allclose", (X, X), {}),
    ("torch.stack", ([V, V],), {}),
    ("torch.nn.functional.cross_entropy", (X, torch.tensor([0, 1])), {}),
    ("torch.nn.functional.max_pool1d", (X[None], 2), {}),
    ("torch.nn.functional.max_pool1d", (X[None], 2), {"return_indices": True}),
    ("torch.nn.functional.scaled_dot_product_attention", (X[None], X[None], X[None]), {}),
    ("torch.nn.functional.layer_norm", (X, (2,)), {}),
    ("torch.nn.functional.dropout", (X,), {}),
    ("torch.nn.functional.logsigmoid", (X,), {}),
    ("torch.nn.utils.clip_grad_norm_", ([torch.nn.Parameter(V)], 1.0), {}),
    ("torch.get_default_dtype", (), {}),
    ("torch.result_type", (X, N), {}),
    ("torch.cuda.is_available", (), {}),
    ("torch.compiler.is_compiling", (), {}),
]


def argument_kind(value):
    return repr(value) if isinstance(value, bool) else kind_of(value)


def agrees(said, seen):
    """Whether what the data says covers what a call returned. ``any`` covers nothing here."""
    if isinstance(said, list):
        return isinstance(seen, list) and len(said) == len(seen) and all(map(agrees, said, seen))
    if said == "tensors":
        return seen == "tensors" or (isinstance(seen, list) and set(seen) == {"tensor"})
    if said == "number":
        return seen in ("int", "float", "bool", "complex")
    if said == "list":
        return seen == "list" or isinstance(seen, (list, str))
    return seen == said or (said.endswith("?") and seen in ("none", said[:-1]))


def check(kind, arguments, keywords, seen):
    said = resolve(kind, [argument_kind(a) for a in arguments], {k: argument_kind(v) for k, v in keywords.items()})
    assert agrees(said, seen), (said, seen)


@pytest.mark.parametrize(("name", "tensor", "arguments", "keywords"), METHODS)
def test_methods(name, tensor, arguments, keywords):
    tensor = B if name == "__and__" else tensor
    arguments = (B,) if name == "__and__" else arguments
    if name == "softmax" and not arguments:
        arguments = (0,)
    check(DATA.methods[name], arguments, keywords, kind_of(getattr(tensor, name)(*arguments, **keywords)))


@pytest.mark.parametrize(("name", "arguments", "keywords"), FUNCTIONS)
def test_functions(name, arguments, keywords):
    function = torch
    for part in name.split(".")[1:]:
        function = getattr(function, part)
    check(DATA.functions[name], arguments, keywords, kind_of(function(*arguments, **keywords)))


@pytest.mark.parametrize("name", sorted(DATA.properties))
def test_properties(name):
    tensor = torch.zeros(2, 2, dtype=torch.complex64) if name in ("imag", "real") else X
    try:
        value = getattr(tensor, name)
    except RuntimeError as failure:
        pytest.skip(str(failure))
    assert agrees(DATA.properties[name], kind_of(value))


@pytest.mark.parametrize(
    ("module", "shape"),
    [
        (torch.nn.Linear(4, 4), (2, 4)),
        (torch.nn.LayerNorm(4), (2, 4)),
        (torch.nn.Conv1d(2, 2, 1), (1, 2, 4)),
        (torch.nn.BatchNorm1d(4), (2, 4)),
        (torch.nn.Dropout(), (2, 4)),
        (torch.nn.GELU(), (2, 4)),
        (torch.nn.LSTM(4, 4), (2, 4)),
        (torch.nn.GRU(4, 4), (2, 4)),
        (torch.nn.MaxPool1d(2), (2, 4)),
        (torch.nn.AdaptiveAvgPool1d(2), (2, 4)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_modules(module, shape):
    kind = DATA.modules[f"torch.nn.{type(module).__name__}"]
    check(kind, (2,), {}, kind_of(module(torch.randn(shape))))


def test_every_module_class_is_known_or_has_no_fixed_result():
    classes = {
        f"torch.nn.{name}"
        for name, cls in vars(torch.nn).items()
        if isinstance(cls, type) and issubclass(cls, torch.nn.Module) and cls.forward is not torch.nn.Module.forward
    }
    assert classes - set(DATA.modules) == {"torch.nn.Sequential", "torch.nn.DataParallel"}


def test_data_read_and_dynamic_shape():
    reads = {"item", "tolist", "__bool__", "__int__", "__float__", "__index__", "is_nonzero", "equal", "allclose"}
    assert reads <= DATA.data_read
    assert not {"sum", "size", "dim", "is_floating_point", "numel", "__len__"} & DATA.data_read
    shapes = {"nonzero", "unique", "masked_select", "repeat_interleave", "torch.where", "torch.unique", "bincount"}
    assert shapes <= DATA.dynamic_shape
    assert not {"sum", "reshape", "where", "masked_fill", "topk", "__setitem__", "index"} & DATA.dynamic_shape


def test_random():
    assert {"torch.rand", "torch.nn.Dropout", "torch.nn.functional.dropout", "bernoulli", "normal_"} <= DATA.random
    assert {"torch.randn_like", "torch.nn.functional.gumbel_softmax", "torch.multinomial"} <= DATA.random
    assert not {"torch.relu", "torch.nn.Linear", "add", "__rand__", "torch.nn.functional.linear"} & DATA.random


@pytest.mark.parametrize("name", sorted(name for name in DATA.pointwise - DATA.views if not name.endswith("_")))
def test_pointwise_functions_keep_the_shape_and_own_their_memory(name):
    function = torch.Tensor if "." not in name else torch
    for part in name.split(".")[1:] or [name]:
        function = getattr(function, part)
    x = torch.tensor([[0.5], [0.25]])
    tried = False
    tries = [
        (x, 0.5, 0.25),
        (x,),
        (x.bool(),),
        (x, x),
        (x, x, x),
        (x.int(), x.int()),
        (x > 0, x, x),
        (x, x > 0, 0.0),
        (1, x),
        (x, 1),
    ]
    if name.startswith("torch.nn.functional."):
        tries = tries[:2] if "threshold" in name else tries[1:2]  # what follows can be ``inplace``
    for arguments in tries:
        try:
            result = function(*arguments)
        except Exception:
            continue
        if not isinstance(result, torch.Tensor):
            continue
        tried = True
        assert result.shape == x.shape
        assert result.untyped_storage().data_ptr() not in {
            argument.untyped_storage().data_ptr() for argument in arguments if isinstance(argument, torch.Tensor)
        }
    assert tried or name in ("frexp", "torch.frexp")


def test_inplace_methods_write():
    for name in ("add_", "zero_", "__iadd__", "__setitem__", "copy_", "masked_fill_"):
        assert name in DATA.inplace
    assert not {"__index__", "__int__", "__invert__", "__init__", "__iter__", "add"} & DATA.inplace


def test_views_share_memory():
    for name in ("view", "reshape", "T", "__getitem__", "detach", "to", "float", "split", "chunk", "squeeze", "data"):
        assert name in DATA.views
    assert not {"clone", "__add__", "sum", "relu", "torch.nn.functional.relu"} & DATA.views


def test_dtypes():
    assert DATA.dtypes["torch.float"] == "torch.float32"
    assert DATA.dtypes["torch.long"] == "torch.int64"
    for name, canonical in DATA.dtypes.items():
        dtype = getattr(torch, name.removeprefix("torch."))
        assert str(dtype) == canonical
        assert (canonical in DATA.floating) == (dtype.is_floating_point or dtype.is_complex)


def test_named_tuples():
    assert DATA.fields["topk"] == ("values", "indices")
    for name in ("max", "sort", "kthvalue", "mode"):
        result = getattr(X, name)(1) if name != "sort" else X.sort()
        for field, item in zip(DATA.fields[name], result, strict=True):
            assert torch.equal(getattr(result, field), item)


def written(code):
    """What Python code of the generators prints, in a process of its own: torch's test modules change global state."""
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True).stdout


@pytest.mark.slow
def test_the_committed_file_is_what_generate_writes():
    pytest.importorskip("expecttest", reason="torch's own sample inputs need it")
    generated = written("from tools.torch_data.generate import content; print(content(), end='')")
    assert generated == Path(torch_data.__file__).with_name(f"torch-{VERSION}.json").read_text()


@pytest.mark.slow
@pytest.mark.parametrize("package", sorted(DATA.packages))
def test_the_committed_files_of_packages_are_what_packages_writes(package):
    pytest.importorskip(package)
    held = Path(torch_data.__file__).with_name(f"{package}.json").read_text()
    made_with = json.loads(held)
    installed = {"version": metadata.version(package), "torch": torch.__version__.partition("+")[0]}
    if {name: made_with[name] for name in installed} != installed:
        pytest.skip(f"the file is of {package} {made_with['version']} with torch {made_with['torch']}")
    generated = written(f"from tools.torch_data.packages import content; print(content({package!r}), end='')")
    assert generated == held


def test_loading_needs_no_torch():
    code = "import sys; from fullgraph.lint.torch_data import load; load(); sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_what_star_imports_of_torch_take():
    assert {name for name in dir(builtins) if name in torch.__all__} == exports.OVERRIDDEN
    assert exports.OTHERS["torch"] <= set(torch.__all__)
    for module, names in exports.OTHERS.items():
        assert all(hasattr(importlib.import_module(module), name) for name in names)
    assert exports.gives("torch", "relu") and exports.gives("torch.nn", "Linear")
    assert not exports.gives("torch.nn", "object")
