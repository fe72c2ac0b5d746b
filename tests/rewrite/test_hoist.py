"""Imports by name, constants of the module, look-ups in ``globals()``, copies: the text and what stands in the way."""

import textwrap

import pytest
from fullgraph.lint.diagnostics.diagnostic import Applicability
from fullgraph.lint.engine.api import Options, check
from fullgraph.lint.fixes.apply import fix_paths

HEAD = """\
import copy
import importlib
import torch
from torch import nn
"""
CLASS = """

def relu(x):
    return x.relu()


class Model(nn.Module):
    def __init__(self, kind: str = "relu"):
        super().__init__()
        self.kind = kind
        self.options = {"scale": 2}
        self.fc = nn.Linear(3, 3)

    def forward(self, x: torch.Tensor, flag: bool = False, **kwargs):
"""


def program(body, head=HEAD):
    return head + CLASS + textwrap.indent(textwrap.dedent(body).strip("\n"), " " * 8) + "\n"


@pytest.fixture
def fixed(tmp_path):
    """The head and the body with the safe fixes, or all fixes, made."""

    def fix(body, unsafe=False, head=HEAD):
        path = tmp_path / "case.py"
        path.write_text(program(body, head), encoding="utf-8")
        result = fix_paths([path], Options(), unsafe, write=False)
        assert not result.errors
        text = result.files[0].text if result.files else program(body, head)
        first, rest = text.split(CLASS)
        return first, textwrap.dedent(rest).rstrip("\n")

    return fix


@pytest.fixture
def said(tmp_path):
    """The first finding's fix, which is only shown."""

    def message(body, head=HEAD):
        path = tmp_path / "case.py"
        path.write_text(program(body, head), encoding="utf-8")
        fix = check([path]).diagnostics[0].fix
        assert fix is not None and fix.applicability is Applicability.DISPLAY and not fix.edits
        return fix.message

    return message


IMPORTS = {
    'm = importlib.import_module("math")\nreturn x * m.pi': "import math as m\nreturn x * m.pi",
    'math = importlib.import_module("math")\nreturn x * math.pi': "import math\nreturn x * math.pi",
    'return importlib.import_module("math").pi * x': "import math\nreturn math.pi * x",
    'importlib.import_module("math")\nreturn x * 2': "import math\nreturn x * 2",
    'pi = __import__("math").pi  # why\nreturn pi * x': "import math\npi = math.pi  # why\nreturn pi * x",
    'math = 3\nreturn importlib.import_module("math").pi * x': (
        "math = 3\nimport math as math_2\nreturn math_2.pi * x"
    ),
    'return importlib.import_module("copy").copy(3) * x': "return copy.copy(3) * x",
    'if flag:\n    m = importlib.import_module("math")\n    x = x * m.pi\nreturn x': (
        "if flag:\n    import math as m\n    x = x * m.pi\nreturn x"
    ),
    'x = x + 1; m = importlib.import_module("math")\nreturn x * m.pi': ("x = x + 1; import math as m\nreturn x * m.pi"),
    'if flag: return importlib.import_module("math").pi * x\nreturn x': (
        "if flag:\n    import math\n    return math.pi * x\nreturn x"
    ),
}


@pytest.mark.parametrize("body", IMPORTS)
def test_imports(fixed, body):
    assert fixed(body) == (HEAD, IMPORTS[body])


def test_import_of_a_submodule_is_unsafe(fixed):
    body = 'm = importlib.import_module("torch.nn.functional")\nreturn m.relu(x)'
    assert fixed(body) == (HEAD, body)
    assert fixed(body, unsafe=True) == (HEAD, "import torch.nn.functional as m\nreturn m.relu(x)")


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("m = importlib.import_module(x.kind)\nreturn x * m.pi", "differs from call to call"),
        ("m = importlib.import_module(self.name)\nreturn x * m.pi", "does not set `self.name`"),
        ("if flag:\n    return x * importlib.import_module(self.kind).pi\nreturn x", "under a condition"),
        (
            "try:\n    m = importlib.import_module(self.kind)\nexcept ImportError:\n    return x\nreturn x * m.pi",
            "which is caught",
        ),
        ("m = importlib.import_module(self.kind)\nm.pi = 3\nreturn x * m.pi", "is set, which the next call would find"),
        ('m = importlib.import_module(".sub", __package__)\nreturn x * m.pi', "only known at run time"),
        ('m = importlib.import_module(".sub")\nreturn x * m.pi', "not an absolute module name"),
        ('m = __import__("os.path")\nreturn x * len(m.sep)', "gives the package"),
        ('return x * importlib.import_module("math").pi', "in the middle of a statement"),
        ('return importlib.import_module("math").pi * x if flag else x', "in the middle of a statement"),
        (
            'try:\n    m = importlib.import_module("math")\nexcept ImportError:\n    return x\nreturn x * m.pi',
            "it may fail here",
        ),
    ],
)
def test_imports_that_stay(said, fixed, body, reason):
    assert reason in said(body)
    assert fixed(body, unsafe=True) == (HEAD, body)


def test_constants_are_made_once(fixed):
    body = """
    if torch.backends.mkl.is_available():
        x = x + 1
    if torch.backends.mkl.is_available() and torch.backends.openmp.is_available():
        x = x + 2
    return x
    """
    head, rest = fixed(body)
    constants = [f"{name.upper()}_IS_AVAILABLE = torch.backends.{name}.is_available()" for name in ("mkl", "openmp")]
    assert head.startswith(HEAD)
    assert sorted(head[len(HEAD) :].split()) == sorted(" ".join(constants).split())
    assert rest == (
        "if MKL_IS_AVAILABLE:\n    x = x + 1\nif MKL_IS_AVAILABLE and OPENMP_IS_AVAILABLE:\n    x = x + 2\nreturn x"
    )


def test_constant_that_is_there_is_used(fixed):
    head = HEAD + "\nHAS_MKL = torch.backends.mkl.is_available()\n"
    body = "return x + 1 if torch.backends.mkl.is_available() else x"
    assert fixed(body, head=head) == (head, "return x + 1 if HAS_MKL else x")


def test_constant_that_changes_is_not_used(fixed):
    head = HEAD + "\nHAS_MKL = torch.backends.mkl.is_available()\nHAS_MKL = False\n"
    _, rest = fixed("return x + 1 if torch.backends.mkl.is_available() else x", head=head)
    assert rest == "return x + 1 if MKL_IS_AVAILABLE else x"


def test_name_that_is_taken(fixed):
    head = HEAD + "\nMKL_IS_AVAILABLE = None\n"
    first, rest = fixed("return x + 1 if torch.backends.mkl.is_available() else x", head=head)
    assert rest == "return x + 1 if MKL_IS_AVAILABLE_2 else x"
    assert "\nMKL_IS_AVAILABLE_2 = torch.backends.mkl.is_available()\n" in first


def test_counting_devices_once_is_unsafe(fixed):
    body = "return x + 1 if torch.cuda.device_count() > 100 else x"
    assert fixed(body) == (HEAD, body)
    head, rest = fixed(body, unsafe=True)
    assert head == HEAD + "\nCUDA_DEVICE_COUNT = torch.cuda.device_count()\n"
    assert rest == "return x + 1 if CUDA_DEVICE_COUNT > 100 else x"


def test_no_constant_where_torch_is_imported_late(said):
    head = "import copy\n\n\ndef early():\n    pass\n\n\nimport torch\nfrom torch import nn\n"
    assert "not imported at the top" in said("return x + int(torch.backends.mkl.is_available())", head)


GLOBALS = {
    "return globals()[self.kind](x)": "return getattr(sys.modules[__name__], self.kind)(x)",
    'return globals().get(f"{self.kind}", relu)(x)': 'return getattr(sys.modules[__name__], f"{self.kind}", relu)(x)',
    'return globals().get("other") or x': 'return getattr(sys.modules[__name__], "other", None) or x',
    'return globals()["other"](x)': 'return getattr(sys.modules[__name__], "other")(x)',
    'relu = globals()["relu"]\nreturn relu(x)': 'relu = getattr(sys.modules[__name__], "relu")\nreturn relu(x)',
}


@pytest.mark.parametrize("body", GLOBALS)
def test_globals(fixed, body):
    assert fixed(body) == (HEAD, body)
    assert fixed(body, unsafe=True) == (HEAD.replace("import torch\n", "import torch\nimport sys\n"), GLOBALS[body])


def test_globals_of_a_name_that_a_class_would_mangle(fixed):
    head = HEAD + "\n\ndef __half(x):\n    return x / 2\n"
    first, rest = fixed('return globals()["__half"](x)', unsafe=True, head=head)
    assert first == head.replace("import torch\n", "import torch\nimport sys\n")
    assert rest == 'return getattr(sys.modules[__name__], "__half")(x)'


def test_globals_of_a_name_of_the_module_is_safe(fixed):
    assert fixed('return globals()["relu"](x)') == (HEAD, "return relu(x)")


@pytest.mark.parametrize("body", ["return x * len(globals())", 'globals()["relu"] = None\nreturn x'])
def test_other_uses_of_globals_stay(said, fixed, body):
    assert "more than to look a name up" in said(body)
    assert fixed(body, unsafe=True) == (HEAD, body)


COPIES = {
    "parts = copy.copy([x, x + 1])\nreturn parts[0]": ("parts = [x, x + 1].copy()\nreturn parts[0]", True),
    "own = copy.copy(kwargs)\nreturn x * len(own)": ("own = kwargs.copy()\nreturn x * len(own)", True),
    "own = copy.copy(self.options)\nreturn x * own['scale']": (
        "own = self.options.copy()\nreturn x * own['scale']",
        False,
    ),
    "kept = copy.deepcopy(x)\nreturn x + kept": ("kept = x.detach().clone()\nreturn x + kept", False),
    "kept = copy.deepcopy(x.detach())\nreturn x + kept": ("kept = x.detach().clone()\nreturn x + kept", False),
}


@pytest.mark.parametrize("body", COPIES)
def test_copies(fixed, body):
    expected, safe = COPIES[body]
    assert fixed(body) == (HEAD, expected if safe else body)
    assert fixed(body, unsafe=True) == (HEAD, expected)


def test_modules_are_not_copied_otherwise(said):
    assert "copy the module in `__init__`" in said("return copy.deepcopy(self.fc)(x)")
