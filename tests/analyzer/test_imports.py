"""What imported names mean: submodules of packages, star imports, names that several statements bind."""

from __future__ import annotations

import importlib
import random
import sys
import textwrap
import types
from collections.abc import Iterator
from pathlib import Path

import pytest
from checking import Check, places
from fullgraph.lint.domain.listening import Listeners
from fullgraph.lint.domain.values import ClassValue, Function, ModuleValue, Value, alternatives
from fullgraph.lint.interpreter.interpreter import Interpreter
from fullgraph.lint.project.exports import Takes, may_take
from fullgraph.lint.project.index import Project
from fullgraph.lint.torch_data import load

BREAKS = "def f(x):\n    print(x)\n"
"""A function that breaks the graph in its second line."""
USES = "import torch\n{imports}\n\n@torch.compile\ndef run(x):\n    return {call}(x)\n"


@pytest.mark.parametrize(
    ("package", "imports", "call"),
    [
        # The package imports its submodule.
        ("from . import sub", "import pkg", "pkg.sub.f"),
        ("from . import sub", "from pkg import sub", "sub.f"),
        ("from . import sub", "import pkg.sub", "pkg.sub.f"),
        ("from . import sub", "import pkg.sub as s", "s.f"),
        ("from . import sub", "from pkg import *", "sub.f"),
        ("from . import sub", "import pkg as p", "p.sub.f"),
        ("from . import sub as other", "import pkg", "pkg.other.f"),
        ("from . import sub as other", "from pkg import other", "other.f"),
        ("from . import sub as other\nfrom . import sub", "from pkg import other as o, sub", "o.f"),
        ("from pkg import sub", "from pkg import sub", "sub.f"),
        ("import pkg.sub", "from pkg import sub", "sub.f"),
        ("import pkg.sub as other", "from pkg import other", "other.f"),
        ("try:\n    from . import sub\nexcept ImportError:\n    sub = None", "from pkg import sub", "sub.f"),
        ("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from . import sub", "import pkg.sub", "pkg.sub.f"),
        ("", "from pkg import sub", "sub.f"),
        ("from .sub import g", "from pkg import *", "sub.f"),
        ("__all__ = ['sub']", "from pkg import *", "sub.f"),
        # It takes names out of it.
        ("from .sub import *", "import pkg", "pkg.f"),
        ("from .sub import *", "from pkg import *", "f"),
        ("from .sub import f as g", "from pkg import g", "g"),
        ("from .sub import f as g\nh = g", "from pkg import h", "h"),
        ("from .sub import f\nfrom .more import *\n", "from pkg import f", "f"),
        ("from .more import *", "from pkg import f", "f"),
        ("from .more import *", "import pkg", "pkg.sub.f"),
        ("from .round import *", "from pkg import f", "f"),
        ("try:\n    from .fast import f\nexcept ImportError:\n    from .sub import f", "from pkg import f", "f"),
        ("try:\n    from .sub import f\nexcept ImportError:\n    from .slow import f", "from pkg import f", "f"),
        ("try:\n    from .fast import *\nexcept ImportError:\n    from .sub import *", "from pkg import f", "f"),
        ("try:\n    from .sub import *\nexcept ImportError:\n    from .slow import *", "from pkg import f", "f"),
        ("from .slow import *\nfrom .sub import *", "from pkg import f", "f"),
        ("from .sub import *\ntry:\n    from ._C import f\nexcept ImportError:\n    pass", "from pkg import f", "f"),
        # What shadows the submodule's name.
        ("from .same import same", "import pkg.same", "pkg.same"),
        ("from .same import same", "import pkg.same as s", "s"),
        ("from .same import *", "from pkg import same", "same"),
        ("from .same import same", "from pkg.same import f", "f"),
    ],
)
def test_what_a_package_imports(found: Check, package: str, imports: str, call: str) -> None:
    files = {
        "pkg/__init__.py": package,
        "pkg/sub.py": f"{BREAKS}\ndef g(x):\n    return x\n",
        "pkg/same.py": f"{BREAKS}\nsame = f\n",
        "pkg/slow.py": "def f(x):\n    return x\n",
        "pkg/more.py": "from .sub import *\nfrom . import sub\n",
        "pkg/round.py": "from .about import *\n",
        "pkg/about.py": "from .round import *\nfrom .sub import *\n",
        "main.py": USES.format(imports=imports, call=call),
    }
    where = "pkg/same.py" if "same" in package else "pkg/sub.py"
    assert places(found(files)) == [(where, 2, "FG401")]


@pytest.mark.parametrize(
    ("module", "name", "breaks"),
    [
        ("def _f(x):\n    print(x)\n\n__all__ = ['_f']\n", "_f", True),
        ("def f(x):\n    print(x)\n\n__all__ = ('f',)\n", "f", True),
        ("def f(x):\n    print(x)\n\n__all__ = ['g']\n__all__ += ['f']\n", "f", True),
        ("def f(x):\n    print(x)\n\n__all__ = ['g'] + ['f']\n", "f", True),
        ("def f(x):\n    print(x)\n\n__all__ = ['g']\n__all__.append('f')\n", "f", True),
        ("def f(x):\n    print(x)\n\n__all__ = [name for name in ('f',)]\n", "f", True),
        ("__all__ = []\ndef f(x):\n    print(x)\n\nfor name in ('f',):\n    __all__.append(name)\n", "f", True),
        # Not public: the name comes from the other module.
        ("def f(x):\n    print(x)\n\n__all__ = ['g']\n", "f", False),
        ("def _f(x):\n    print(x)\n", "_f", False),
    ],
)
def test_which_names_a_star_import_takes(found: Check, module: str, name: str, breaks: bool) -> None:
    quiet = f"def {name}(x):\n    return x\n\n__all__ = ['{name}']\n"
    files = {
        "first.py": quiet,
        "second.py": module,
        "main.py": USES.format(imports="from first import *\nfrom second import *", call=name),
    }
    assert [code for _, _, code in places(found(files))] == ["FG401"] * breaks


def test_a_name_added_to_a_public_list_at_run_time(found: Check) -> None:
    files = {
        "models.py": "from registry import register\n__all__ = ['g']\n\n@register\ndef f(x):\n    print(x)\n",
        "registry.py": """
            import sys

            def register(f):
                sys.modules[f.__module__].__all__.append("f")
                return f
        """,
        "main.py": USES.format(imports="from models import *", call="f"),
    }
    assert places(found(files)) == [("models.py", 6, "FG401")]


FORWARD = "\n    def forward(self, x):\n        print(x)\n        return x\n"
LAYERS = {
    "layers/__init__.py": """
        from .base import *
        from . import base
        from . import base as other
        from .more import *
    """,
    "layers/base.py": """
        import torch.nn as nn

        __all__ = ["Base"]

        class Base(nn.Module):
            pass

        class _Own(Base):
            pass
    """,
    "layers/more.py": """
        from .base import *
        from .base import _Own

        __all__ = ["_Own", "More"]

        class More(Base):
            pass
    """,
}


@pytest.mark.parametrize(
    ("imports", "base"),
    [
        ("from layers import *", "Base"),
        ("from layers import *", "More"),
        ("from layers import *", "_Own"),
        ("from layers import *", "base.Base"),
        ("import layers", "layers.Base"),
        ("import layers", "layers.base.Base"),
        ("import layers", "layers.other._Own"),
        ("import layers.base as b", "b.Base"),
        ("from layers import base", "base.Base"),
        ("from layers.more import *", "More"),
        ("try:\n    from fast import Base\nexcept ImportError:\n    from layers import Base", "Base"),
        ("try:\n    from fast import *\nexcept ImportError:\n    from layers import *", "Base"),
        ("from torch.nn import *", "Module"),
        ("from torch import *\nfrom torch.nn import *", "Module"),
        ("from torch.nn import *\nfrom torch.nn.functional import *", "Module"),
        ("from torch.nn import *\nfrom layers import *", "Module"),
        ("from layers import *\nfrom elsewhere import *", "Base"),
        # Of a package that is not read: a class with a forward is likely a module.
        ("from elsewhere import *", "Block"),
        ("from elsewhere import *\nfrom torch import *", "Block"),
    ],
)
def test_classes_inherit_through_star_imports(found: Check, imports: str, base: str) -> None:
    code = f"{imports}\n\nclass Net({base}):{FORWARD}"
    line = code[: code.index("print")].count("\n") + 1
    assert places(found({"main.py": code, **LAYERS})) == [("main.py", line, "FG401")]


@pytest.mark.parametrize("base", ["object", "Exception", "dict"])
def test_a_star_import_leaves_python_its_names(found: Check, base: str) -> None:
    code = f"from torch.nn import *\nfrom elsewhere import *\n\nclass Net({base}):{FORWARD}"
    assert found(code) == []


def test_star_imports_of_torch_leave_python_its_functions(found: Check) -> None:
    code = """
        from torch import *
        from torch.nn import *

        class Net(Module):
            def forward(self, x: Tensor):
                print(relu(x))
                if sum(x) > 0:
                    x = -x
                return x
    """
    assert places(found(code)) == [("module.py", 7, "FG401"), ("module.py", 8, "FG101")]


LISTED = """\
__all__ = [
    "a",  # the first
    # and
    'b',
]
"""


@pytest.mark.parametrize(
    ("text", "name", "takes", "expected"),
    [
        ("x = 1\n", "a", Takes.ANY, ()),
        ("a = 1\n", "a", Takes.RUN, None),
        ("a = 1\n", "_a", Takes.RUN, ()),
        ("from .sub import *\nfrom ..more.x import *\n", "a", Takes.RUN, (".sub", "..more.x")),
        ("from .sub import *\nfrom .more  import \\\n  *\n", "a", Takes.RUN, None),
        ("from .sub import*\n", "a", Takes.RUN, (".sub",)),
        ("from .sub import *\na = 1\n", "a", Takes.RUN, None),
        (LISTED + "c = 1\n", "a", Takes.RUN, None),
        (LISTED + "c = 1\n", "c", Takes.TYPED, ()),
        (LISTED + "c = 1\n", "c", Takes.ANY, None),
        (LISTED + "from .sub import *\n", "c", Takes.RUN, ()),
        ("__all__ = ['a' 'b']\nab = 1\n", "ab", Takes.RUN, None),
        ("__all__ = ['a', *more]\nc = 1\n", "c", Takes.RUN, None),
        ("__all__ = ['a'] + more\nc = 1\n", "c", Takes.RUN, None),
        ("__all__ = ['a']; c = 1\n", "c", Takes.RUN, None),
        ("__all__: list[str] = ['a']\nc = 1\n", "c", Takes.RUN, None),
        (LISTED + "__all__ += more\nc = 1\n", "c", Takes.RUN, None),
        ("if x:\n    __all__ = ['a']\nc = 1\n", "c", Takes.RUN, None),
    ],
)
def test_what_the_bytes_of_a_module_tell(text: str, name: str, takes: Takes, expected: tuple[str, ...] | None) -> None:
    found = may_take(text.encode(), name, takes)
    assert found is None if expected is None else tuple(found or ()) == expected


LAZY = {
    "lazy/__init__.py": """\
        from typing import TYPE_CHECKING
        if TYPE_CHECKING:
            from .auto import *
            from .other import *
    """,
    "lazy/auto/__init__.py": "from .code import *\n",
    "lazy/auto/code.py": "def given(x):\n    return x\n\n\n__all__ = ['given']\n",
    "lazy/other/__init__.py": "from .code import *\n",
    "lazy/other/code.py": "from ..auto.code import given\nfrom . import more\n\n__all__ = ['g']\n",
    "lazy/other/more.py": "def given(x):\n    return x\n",
}


def test_of_packages_for_type_checkers_only_those_are_read_that_publish_a_name(tmp_path: Path) -> None:
    paths = {}
    for name, text in {**LAZY, "main.py": "from lazy import given\n"}.items():
        paths[name] = tmp_path / name
        paths[name].parent.mkdir(parents=True, exist_ok=True)
        paths[name].write_text(textwrap.dedent(text))
    project = Project(given={path: str(path) for path in paths.values()})
    interp = Interpreter(project, load(), Listeners())
    value = interp.global_name(project.enter(paths["main.py"]), "given")
    assert resolved(value) == ("definition", "lazy.auto.code", "given")
    assert {path.relative_to(tmp_path).as_posix() for path in project.by_path} == {
        "main.py",
        "lazy/__init__.py",
        "lazy/auto/__init__.py",
        "lazy/auto/code.py",
    }


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = tmp_path / "site"
    files = {"pkg/__init__.py": "from . import sub\nfrom .sub import *\n", "pkg/sub.py": BREAKS}
    for name, text in {**files, **LAYERS}.items():
        path = site / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text))
    monkeypatch.syspath_prepend(str(site))


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("imports", "call"),
    [
        ("import pkg", "pkg.sub.f"),
        ("from pkg import sub", "sub.f"),
        ("from pkg import *", "f"),
        ("import pkg", "pkg.f"),
    ],
)
def test_installed_packages_that_are_followed(found: Check, imports: str, call: str) -> None:
    code = USES.format(imports=imports, call=call)
    assert found(code, scope="explicit", follow_reached=False) == []
    assert places(found(code, scope="explicit")) == [("module.py", 6, "FG401")]
    assert places(found(code, scope="explicit", follow=("pkg",), follow_reached=False)) == [("module.py", 6, "FG401")]


@pytest.mark.usefixtures("installed")
def test_bases_in_installed_packages_that_are_followed(found: Check) -> None:
    code = f"from layers import *\n\nclass Net(More):{FORWARD}"
    assert places(found(code, follow=("layers",))) == [("module.py", 5, "FG401")]


def test_imports_inside_of_functions(found: Check) -> None:
    files = {
        "pkg/__init__.py": "from . import sub\nfrom .same import same\n",
        "pkg/sub.py": BREAKS,
        "pkg/same.py": "def same(x):\n    print(x)\n",
        "main.py": """
            import torch

            @torch.compile
            def run(x):
                from pkg import sub
                import pkg.same as other
                return sub.f(x) + other(x)
        """,
    }
    assert places(found(files)) == [("pkg/same.py", 2, "FG401"), ("pkg/sub.py", 2, "FG401")]


def test_folders_of_a_package_without_a_module_of_their_own(found: Check) -> None:
    """A folder without ``__init__.py`` in a package is a part of it (PEP 420), and still one of scripts."""
    files = {
        "pkg/__init__.py": "",
        "pkg/models/net.py": USES.format(imports="from .parts.first import f\nfrom ..tools import g", call="g(f)"),
        "pkg/models/parts/first.py": BREAKS,
        "pkg/tools.py": "def g(f):\n    return f\n",
        "pkg/scripts/run.py": USES.format(imports="from helper import f", call="f"),
        "pkg/scripts/helper.py": BREAKS,
    }
    assert places(found(files)) == [("pkg/models/parts/first.py", 2, "FG401"), ("pkg/scripts/helper.py", 2, "FG401")]


def test_modules_of_a_folder_without_init_are_imported_by_their_names(found):
    files = {
        "pkg/__init__.py": "",
        "pkg/models/parts/net.py": USES.format(imports="from . import first\nfrom .. import parts", call="first.f"),
        "pkg/models/parts/first.py": BREAKS,
    }
    assert places(found(files)) == [("pkg/models/parts/first.py", 2, "FG401")]


@pytest.mark.parametrize(
    ("names", "breaks"),
    [
        ("f, g = loud, quiet", True),
        ("g, f = loud, quiet", False),
        ("[g, (f, h)] = quiet, (loud, quiet)", True),
        ("f, *g = loud, quiet", False),  # not followed
    ],
)
def test_names_that_are_set_together(found: Check, names: str, breaks: bool) -> None:
    functions = "def loud(x):\n    print(x)\n\ndef quiet(x):\n    return x\n"
    code = f"import torch\n\n{functions}\n{names}\n\n@torch.compile\ndef run(x):\n    return f(x)\n"
    assert [code for _, _, code in places(found(code))] == ["FG401"] * breaks


@pytest.mark.parametrize(
    ("test", "safe"),
    [("x.sum() > 0", True), ("make(x).sum() > 0", False), ("self.s.sum() > 0", False), ("items[0].sum() > 0", False)],
)
def test_a_fix_with_tensors_of_an_imported_subclass_is_not_safe(found: Check, test: str, safe: bool) -> None:
    """``torch.where`` with a condition of a subclass gives a tensor of it, and the branch did not."""
    files = {
        "kinds.py": (
            "import torch\n\nclass Signal(torch.Tensor):\n    pass\n\ndef make(x):\n    return x.as_subclass(Signal)\n"
        ),
        "main.py": f"""
            import torch
            from kinds import Signal, make

            class Model(torch.nn.Module):
                def __init__(self):
                    super().__init__()
                    self.s = make(torch.ones(3))

                @torch.compile
                def forward(self, x: torch.Tensor, items: list[Signal]):
                    if {test}:
                        y = x * 2.0
                    else:
                        y = x * 3.0
                    return y
        """,
    }
    (fix,) = [one.fix for one in found(files) if one.code == "FG101"]
    assert fix is not None
    assert (fix.applicability == "safe") is safe


# Random packages, imported by Python and resolved here.

NAMES = ("f", "g", "C", "_h")
MODULES = ("pkg.sub.leaf", "pkg.two", "pkg.sub", "pkg.one", "pkg", "top")
"""Each imports from those before it, and seldom from the others."""


def write_package(draw: random.Random, root: Path) -> dict[str, Path]:
    paths = {}
    for place, module in enumerate(MODULES):
        lines = [_statement(draw, module, MODULES[:place] or MODULES[1:5]) for _ in range(draw.randint(1, 4))]
        path = root.joinpath(*module.split("."))
        path = path / "__init__.py" if module in ("pkg", "pkg.sub") else path.with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines) + "\n")
        paths[module] = path
    return paths


def _statement(draw: random.Random, module: str, others: tuple[str, ...]) -> str:
    name, other, second = draw.choice(NAMES), draw.choice(others), draw.choice(others)
    kind = draw.random()
    if kind < 0.35:
        return "class C: pass" if name == "C" else f"def {name}(): pass"
    if kind < 0.5:
        return f"from {other} import *"
    if kind < 0.7:
        return f"from {other} import {name} as {draw.choice(NAMES)}"
    if kind < 0.8:
        package, _, last = other.rpartition(".")
        return f"from {package} import {last} as {name}" if package else f"import {other} as {name}"
    if kind < 0.85:
        return f"import {other} as {name}"
    if kind < 0.95:
        return f"try:\n    from {other} import {name}\nexcept ImportError:\n    from {second} import *"
    return f"__all__ = {[name]!r}"


@pytest.fixture
def imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield tmp_path
    for module in MODULES:
        sys.modules.pop(module, None)


def import_all(paths: dict[str, Path]) -> dict[str, types.ModuleType]:
    """The modules; a statement that cannot be run is taken out of its file."""
    for _ in range(40):
        importlib.invalidate_caches()
        for module in paths:
            sys.modules.pop(module, None)
        try:
            return {module: importlib.import_module(module) for module in reversed(MODULES)}
        except (ImportError, AttributeError) as error:
            here = error.__traceback__
            line = path = None
            while here is not None:
                if Path(here.tb_frame.f_code.co_filename) in paths.values():
                    path, line = Path(here.tb_frame.f_code.co_filename), here.tb_lineno
                here = here.tb_next
            assert path is not None and line is not None
            lines = path.read_text().splitlines()
            lines[line - 1] = textwrap.indent("pass", " " * (len(lines[line - 1]) - len(lines[line - 1].lstrip())))
            path.write_text("\n".join(lines) + "\n")
    raise AssertionError("statements fail without end")


def described(value: object) -> tuple[str, ...]:
    if isinstance(value, types.ModuleType):
        return "module", value.__name__
    return "definition", getattr(value, "__module__", ""), getattr(value, "__qualname__", "")


def resolved(value: Value) -> tuple[str, ...]:
    if isinstance(value, ModuleValue):
        return "module", value.module.name
    if isinstance(value, Function):
        return "definition", value.info.module.name, value.info.qualname
    return ("definition", value.cls.module.name, value.cls.name) if isinstance(value, ClassValue) else ("unknown",)


@pytest.mark.parametrize("seed", range(40))
def test_names_mean_what_python_makes_of_them(imported: Path, seed: int) -> None:
    paths = write_package(random.Random(seed), imported)
    modules = import_all(paths)
    project = Project(given={path: str(path) for path in paths.values()})
    for module, path in paths.items():
        source = project.enter(path)
        interp = Interpreter(project, load(), Listeners())
        for name, value in vars(modules[module]).items():
            if name in NAMES:
                possible = [resolved(option) for option in alternatives(interp.global_name(source, name))]
                assert described(value) in possible, f"{module}.{name}"
