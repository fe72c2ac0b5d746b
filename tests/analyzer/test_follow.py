"""Across files: the project's own, and installed packages that are followed."""

from __future__ import annotations

import importlib.machinery
import textwrap
from pathlib import Path

import pytest
from checking import Check, places

LIBRARY = {
    "zoo/__init__.py": """
        from typing import TYPE_CHECKING
        if TYPE_CHECKING:
            from .models import *
    """,
    "zoo/models.py": """
        import logging
        from torch import nn
        from .losses import LOSSES

        logger = logging.getLogger(__name__)

        class Base(nn.Module):
            def __init__(self, config):
                super().__init__()
                name = self.__class__.__name__
                self.kind = name if name in LOSSES else None

            @property
            def loss_function(self):
                if hasattr(self, "_loss"):
                    return self._loss
                kind = self.kind
                if kind is None:
                    logger.warning("no loss for this class")
                    kind = "Default"
                return LOSSES[kind]

            @loss_function.setter
            def loss_function(self, value):
                self._loss = value

        class Known(Base):
            def forward(self, x, labels=None):
                return self.loss_function(x, labels)

        class Other(Base):
            def forward(self, x, labels=None):
                return self.loss_function(x, labels)

        class Loud(nn.Module):
            def forward(self, x):
                if x.max() > 1:
                    x = x / 2
                return x

        class Quiet(nn.Module):
            def forward(self, x):
                return x / 2
    """,
    "zoo/losses.py": """
        def default_loss(x, labels):
            return (x - labels).pow(2).mean()

        def known_loss(x, labels):
            return (x - labels).abs().mean()

        LOSSES = {"Default": default_loss, "Known": known_loss}
    """,
}


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package that breaks as soon as it is imported: check must only read it."""
    site = tmp_path / "site"
    for name, text in LIBRARY.items():
        path = site / name
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = [line[8:] for line in text.splitlines()]
        path.write_text("\n".join([*lines, "raise SystemExit('imported')", ""]))
    monkeypatch.syspath_prepend(str(site))


APP = """
import torch
from zoo import {cls}


def build():
    model = {cls}(None)
    return model


def main():
    model = build()
    compiled = torch.compile(model)
    compiled(torch.ones(2), labels=torch.ones(2))


main()
"""


def test_a_dispatch_in_a_followed_package_is_reported_where_the_model_is_built(found: Check, library: None) -> None:
    (diagnostic,) = found({"app.py": APP.format(cls="Other")}, follow=("zoo",))
    assert (diagnostic.code, diagnostic.location.row, diagnostic.confidence) == ("FG501", 7, "high")
    assert "default_loss" in diagnostic.message
    assert diagnostic.fix is not None
    assert diagnostic.fix.applicability == "safe"
    assert [edit.content.strip() for edit in diagnostic.fix.edits] == [
        "from zoo.losses import default_loss",
        "model.loss_function = default_loss",
    ]
    last = diagnostic.evidence[-1]
    assert last.filename is not None
    assert last.filename.endswith("models.py")
    assert "logger.warning" in last.text


def test_a_class_that_the_registry_knows_does_not_break(found: Check, library: None) -> None:
    assert found({"app.py": APP.format(cls="Known")}, follow=("zoo",)) == []


def test_a_bound_loss_does_not_break(found: Check, library: None) -> None:
    text = APP.format(cls="Other").replace("    return model\n", "    model.loss_function = mine\n    return model\n")
    assert found({"app.py": text + "\ndef mine(x, labels):\n    return x\n"}, follow=("zoo",)) == []


def test_another_finding_in_a_followed_package_is_reported_at_the_line_that_leads_there(
    found: Check, library: None
) -> None:
    (diagnostic,) = found({"app.py": APP.format(cls="Loud")}, follow=("zoo",))
    assert (diagnostic.code, diagnostic.location.row) == ("FG101", 13)
    assert "models.py:38" in diagnostic.message
    assert diagnostic.fix is None or not diagnostic.fix.edits


@pytest.mark.parametrize(
    ("base", "user", "rows"),
    [("Loud", "torch.compile(Mine())", [5, 8]), ("Loud", "Mine", [5]), ("Quiet", "torch.compile(Mine())", [])],
)
def test_a_class_that_only_inherits_from_a_followed_package_is_reported(
    found: Check, library: None, base: str, user: str, rows: list[int]
) -> None:
    app = f"import torch\nimport zoo.models\n\n\nclass Mine(zoo.models.{base}):\n    pass\n\nkept = {user}\n"
    diagnostics = found({"app.py": app})
    assert [one.location.row for one in diagnostics] == rows
    assert all(one.code == "FG101" and "models.py:38" in one.message for one in diagnostics)


def test_a_part_that_only_inherits_from_a_followed_package_is_reported_where_it_is_called(
    found: Check, library: None
) -> None:
    app = """
        from torch import nn
        from zoo.models import Loud

        class Mine(Loud):
            pass

        class Model(nn.Module):
            def __init__(self):
                super().__init__()
                self.part = Mine()

            def forward(self, x):
                return self.part(x)
    """
    (_, called) = found({"app.py": app})
    assert (called.code, called.location.row) == ("FG101", 14)
    assert called.trace[-1].text == "Loud.forward"


def test_all_places_in_a_package_that_a_line_leads_to_are_named(found: Check, library: None, tmp_path: Path) -> None:
    path = tmp_path / "site" / "zoo" / "checks.py"
    path.write_text(
        "def positive(x):\n"
        "    if (x <= 0).any():\n"
        "        x = x.abs()\n"
        "    return bounded(x)\n"
        "def bounded(x):\n"
        "    if x.max() > 1:\n"
        "        x = x / x.max()\n"
        "    if x.min() > 1:\n"
        "        x = x / x.min()\n"
        "    return x\n"
    )
    app = (
        "import torch\nfrom zoo.checks import positive, bounded\n\n@torch.compile\ndef step(x):\n    {}\n    return x\n"
    )
    (diagnostic,) = found({"app.py": app.format("x = positive(x)")}, follow=("zoo",))
    assert diagnostic.location.row == 6
    assert "checks.py:2" in diagnostic.message
    assert [(step.text, step.filename, step.row) for step in diagnostic.also] == [
        ("x.max() > 1", str(path), 6),
        ("x.min() > 1", str(path), 8),
    ]


def test_without_follow_nothing_is_said_of_the_package(found: Check, library: None) -> None:
    assert found({"app.py": APP.format(cls="Other")}, follow_reached=False) == []


def test_what_the_code_leads_into_is_followed_unasked(found: Check, library: None) -> None:
    app = {"app.py": APP.format(cls="Other")}
    assert found(app) == found(app, follow=("zoo",)) != []


@pytest.mark.parametrize("name", ["pandas", "tqdm", "numpy"])
def test_what_is_skipped_or_described_is_read_only_if_named(
    found: Check, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / f"{name}.py").write_text("def halved(x):\n    if x.sum() > 0:\n        x = x / 2\n    return x\n")
    monkeypatch.syspath_prepend(str(site))
    app = f"""
        import torch
        from {name} import halved

        @torch.compile
        def run(x):
            return halved(x)
    """
    assert [one.code for one in found(app) if one.code == "FG101"] == []
    assert [one.code for one in found(app, follow=(name,)) if one.code == "FG101"] == ["FG101"]


def test_the_current_folder_is_not_installed(found: Check, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    files = {
        "app/main.py": """
            import torch
            import beside

            @torch.compile
            def run(x):
                return beside.loud(x)
        """,
        "beside.py": "def loud(x):\n    print(x)\n    return x\n",
    }
    assert found(files, only=["app/main.py"]) == []
    assert places(found(files, only=["app/main.py"], follow=("beside",))) == [("app/main.py", 7, "FG401")]


def test_a_checkout_is_not_mixed_with_the_package_as_it_is_installed(
    found: Check, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "site" / "mine"
    site.mkdir(parents=True)
    (site / "__init__.py").write_text("")
    (site / "gone.py").write_text("def loud(x):\n    print(x)\n    return x\n")
    monkeypatch.syspath_prepend(str(site.parent))
    files = {
        "mine/__init__.py": "",
        "mine/main.py": """
            import torch
            from mine.gone import loud

            @torch.compile
            def run(x):
                return loud(x)
        """,
    }
    assert found(files) == []


PROJECT = {
    "pkg/__init__.py": "",
    "pkg/parts.py": "import torch\n\ndef gate(h):\n    if h.sum() > 0:\n        return h\n    return -h\n",
    "pkg/model.py": """
        from torch import Tensor, nn
        from .parts import gate
        from . import parts as p

        class M(nn.Module):
            def forward(self, x: Tensor):
                return gate(x) + p.gate(x)
    """,
}


def test_helpers_in_other_files_are_reported_in_their_own_file(found: Check) -> None:
    assert places(found(PROJECT)) == [("pkg/parts.py", 4, "FG101")]


def test_files_that_were_not_given_get_no_findings(found: Check) -> None:
    assert found(PROJECT, only=["pkg/model.py"]) == []


def test_a_package_that_is_not_installed_is_one_clear_error(tmp_path: Path) -> None:
    from fullgraph.lint.config.options import Options
    from fullgraph.lint.engine.api import check

    path = tmp_path / "a.py"
    path.write_text("x = 1\n")
    (error,) = check([path], Options(follow=("surely_not_installed",))).errors
    assert "not installed" in str(error)


@pytest.mark.parametrize(("imports", "call"), [("from pkg import fast", "fast(x)"), ("import alone", "alone.run(x)")])
def test_functions_of_extension_modules(
    found: Check, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, imports: str, call: str
) -> None:
    site = tmp_path / "site"
    (site / "pkg").mkdir(parents=True)
    (site / "pkg" / "__init__.py").write_text("from ._native import *\n")
    suffix = importlib.machinery.EXTENSION_SUFFIXES[0]
    (site / "pkg" / f"_native{suffix}").write_bytes(b"")
    (site / f"alone{suffix}").write_bytes(b"")
    monkeypatch.syspath_prepend(str(site))
    app = f"""
        import torch
        {imports}

        @torch.compile
        def run(x):
            return {call}

        def host(x):
            return {call}
    """
    assert [(one.code, one.location.row) for one in found(app)] == [("FG502", 7)]
    assert found(app, follow_reached=False) == []


DISABLED = {
    "shelf/__init__.py": """
        import torch
        from torch import nn

        class Trimmer(nn.Module):
            @torch.compiler.disable
            def forward(self, x):
                return x[..., :2]
    """
}


def test_what_a_package_keeps_out_of_the_graph_breaks_by_default_too(
    found: Check, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = "import torch\nfrom torch import nn\nfrom {module} import Trimmer\n\n\nclass Model(nn.Module):\n"
    model += "    def __init__(self):\n        super().__init__()\n        self.trimmer = Trimmer()\n\n"
    model += "    def forward(self, x: torch.Tensor):\n        return self.trimmer(x) + 1\n"
    for name, text in DISABLED.items():
        path = tmp_path / "site" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path / "site")
    (theirs,) = found({"app.py": model.format(module="shelf")}, follow=("shelf",))
    assert (theirs.code, theirs.location.row, theirs.modes) == ("FG513", 12, ("default", "fullgraph"))
    own = {"parts.py": DISABLED["shelf/__init__.py"], "app.py": model.format(module="parts")}
    assert found(own) == []
    (mine,) = found(own, mode="fullgraph")
    assert (mine.code, mine.location.row, mine.modes) == ("FG513", 12, ("fullgraph",))
