"""Which files a change has to do with, and that checking these alone gives what checking everything does."""

from __future__ import annotations

from pathlib import Path

import pytest
from fullgraph.lint.config.options import Options
from fullgraph.lint.engine import api
from fullgraph.lint.engine.incremental import IncrementalCheck
from fullgraph.lint.source.discovery import discover
from fullgraph.lint.source.related import affected, imported, imported_by


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("import a.b as c, d\n", {"a", "b", "as", "c", "d"}),
        ("from . import (\n    one,  # 1\n    two,\n)\n", {"import", "one", "two", "1"}),
        ("    from .a import b\\\n        , c\n", {"a", "import", "b", "c"}),
        ("x = 'import a'\nimportant = 1\nfrom_a = 2\n", set()),
        ("import a\ndef f(:\n", {"a"}),
    ],
)
def test_the_words_of_imports(text: str, words: set[str]) -> None:
    assert imported(text) == words


def test_a_notebooks_words_are_all_its_words(tmp_path: Path) -> None:
    notebook = tmp_path / "a.ipynb"
    notebook.write_text('{"cells": [{"source": ["import model\\n"]}]}')
    assert "model" in {word.removeprefix("n") for word in imported_by(notebook)}


def test_files_that_only_share_what_they_import_have_nothing_to_do_with_each_other() -> None:
    imports = {
        Path("pkg/one.py"): {"utils"},
        Path("pkg/two.py"): {"utils"},
        Path("pkg/utils.py"): set[str](),
        Path("train.py"): {"pkg", "one"},
        Path("pkg/__init__.py"): set[str](),
    }
    words = {path: frozenset(names) for path, names in imports.items()}

    def names(changed: str, *reported: str) -> set[str]:
        return {path.stem for path in affected({Path(changed)}, [Path(one) for one in reported], words)}

    models = ("pkg/one.py", "pkg/two.py")
    assert names("pkg/one.py", *models) == {"one"}
    assert names("pkg/utils.py", *models) == {"one", "two"}
    assert names("pkg/one.py", *models, "train.py") == {"one", "train"}
    assert names("train.py", *models, "train.py") == {"one", "train"}
    # What is found in utils depends on all that import it.
    assert names("pkg/one.py", *models, "pkg/utils.py") == {"one", "two", "utils"}
    assert names("pkg/__init__.py", *models, "train.py") == {"one", "train"}


SHOWN = {
    "train.py": "import torch\nfrom pkg.steps import step\n\nfast = torch.compile(step)\nfast(torch.ones(3))\n",
    "pkg/__init__.py": "",
    "pkg/steps.py": (
        "from .sizes import size\n\n\ndef step(x):\n    if size(x) > 1:\n        print('a')\n    return x\n"
    ),
    "pkg/sizes.py": "def size(x):\n    return x.shape[0]\n",
    "alone.py": "import torch\n\n\n@torch.compile\ndef f(x: torch.Tensor):\n    return x.item()\n",
}


def test_after_every_change_the_findings_are_those_of_a_whole_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pkg").mkdir()
    for name, text in SHOWN.items():
        (tmp_path / name).write_text(text)
    options = Options(scope="explicit", confidence="low")
    watched = IncrementalCheck(discover, lambda files: api.check(files, options))
    changes = [
        ("pkg/sizes.py", "def size(x):\n    return x.sum()\n"),
        ("train.py", SHOWN["train.py"].replace("torch.compile(step)", "step")),
        ("alone.py", SHOWN["alone.py"].replace("x.item()", "x")),
        ("train.py", SHOWN["train.py"]),
        ("pkg/steps.py", SHOWN["pkg/steps.py"].replace("from .sizes import size", "def size(x):\n    return 2\n")),
        ("pkg/sizes.py", SHOWN["pkg/sizes.py"]),
        ("pkg/steps.py", "def step(:\n"),
        ("pkg/steps.py", SHOWN["pkg/steps.py"]),
        ("train.py", None),
        ("other.py", SHOWN["train.py"]),
    ]
    seen = set()
    for name, text in changes:
        path = tmp_path / name
        if text is None:
            path.unlink()
        else:
            path.write_text(text)
        update = watched.update({path})
        assert update is not None
        whole = api.check(watched.files, options)
        assert watched.result().diagnostics == whole.diagnostics
        assert watched.result().errors == whole.errors
        assert watched.result().files_checked == whole.files_checked
        seen.add(tuple((one.filename, one.code) for one in whole.diagnostics))
    assert len(seen) > 4, "the changes change what is found"
    assert watched.update({tmp_path / "notes.py"}) is None
