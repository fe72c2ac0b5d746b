"""What the documentation names in code font is there, where it looks like ours."""

from __future__ import annotations

from pathlib import Path

import ours
import page_names
import pytest
from page_names import Code, code_on, wrong_on

DOCS = ours.ROOT / "docs"
PAGES = [
    *(ours.ROOT / name for name in ("README.md", "CONTRIBUTING.md")),
    *sorted(page for page in DOCS.glob("*.md") if page.name != "registry-coverage.md"),
]
"""Those that people write."""
ABOUT_CODE = ("CONTRIBUTING.md", "architecture.md", "writing-a-rule.md")
"""Where everything in code font has to be ours, or be said to be another's."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_names_is_there(page: Path) -> None:
    assert wrong_on(page.read_text(encoding="utf-8"), page.name in ABOUT_CODE) == {}


@pytest.mark.parametrize("look", page_names.LOOKS, ids=lambda look: look.__name__)
def test_each_kind_of_name_is_on_some_page(look: page_names.Look) -> None:
    """So that the test above says something."""
    texts = [page.read_text(encoding="utf-8") for page in PAGES]
    assert len({name for text in texts for code in code_on(text) for name, _ in look(code, text)}) >= 5


def test_no_name_of_others_is_listed_for_nothing() -> None:
    codes = [code.text for page in PAGES for code in code_on(page.read_text(encoding="utf-8"))]
    listed = (*page_names.OPTIONS, *page_names.FILES, *page_names.FOREIGN)
    assert [name for name in listed if not any(name in code for code in codes)] == []


RIGHT = """\
# A page

`fullgraph.lint.domain.events.Call` in `lint/domain/events.py`, `rules/fgNNN_name.py`, `checks/<name>.py`, `make test`;
`fullgraph check --fix`, `check --diff` or `--torch-version 2.13`, and `FG101`, `FG4`, `FULLGRAPH_CACHE_DIR`.

```
$ fullgraph verify --record train.py --option-of-the-script     # as --vary has it
make docs
python -m benchmarks.soak plot FILE --image docs/soak.png
```

```toml
[tool.fullgraph]
select = ["FG1"]
[[tool.fullgraph.verify.target]]
target = "model.py:Net"
```

```python
from fullgraph.testing import assert_fullgraph
```

A sentence has `scope = "explicit"`, `[tool.fullgraph.verify]`, `fix_*.fixed.py`, `# break: FG101`; `Interpreter`,
`Analysis` in `lint/domain/frame.py`, `FileChecker` (`lint/engine/file_checker.py`),
`WorkerProcess.failure`, `process.supervise.observe`, `event.interp`, `cases.py`, `observe()`, `engine → report`.
"""


@pytest.mark.parametrize(
    ("right", "wrong", "named"),
    [
        ("`fullgraph.lint.domain.events.Call`", "`fullgraph.lint.domain.events.Called`", None),
        ("`fullgraph.lint.domain.events.Call`", "`fullgraph.lint.domain.event`", None),
        ("`fullgraph.lint.domain.events.Call`", "`lint.engine.no_such_module`", None),
        ("benchmarks.soak", "benchmarks.soaked", None),
        ("import assert_fullgraph", "import assert_graph", "fullgraph.testing.assert_graph"),
        ("`lint/domain/events.py`", "`lint/domain/event.py`", None),
        ("`lint/domain/events.py`", "`tests/no_such_folder/`", None),
        ("`rules/fgNNN_name.py`", "`rules/fgNNN_name.txt`", None),
        ("`checks/<name>.py`", "`checks/<name>.txt`", None),
        ("docs/soak.png", "docs/soaked.png", None),
        ("`make test`", "`make tests`", None),
        ("make docs", "make pages", None),
        ("`fullgraph check --fix`", "`fullgraph checks --fix`", "fullgraph checks"),
        ("`fullgraph check --fix`", "`fullgraph check --vary`", "--vary"),
        ("`check --diff`", "`check --difference`", "--difference"),
        ("`--torch-version 2.13`", "`--torch-versions 2.13`", "--torch-versions"),
        ("verify --record", "verify --statistics --record", "--statistics"),
        ("--image", "--picture", None),
        ("as --vary has it", "as --varied has it", "--varied"),
        ("`FG101`", "`FG199`", None),
        ("`FG4`", "`FG0999`", None),
        ("`FULLGRAPH_CACHE_DIR`", "`FULLGRAPH_CACHE`", None),
        ("\nselect", "\nselects", "selects"),
        ("\ntarget", "\ntargeted", "targeted"),
        ('`scope = "explicit"`', '`scopes = "explicit"`', "scopes"),
        ("`[tool.fullgraph.verify]`", "`[tool.fullgraph.verified]`", None),
        ("`fix_*.fixed.py`", "`fixes_*.py`", None),
        ("`# break: FG101`", "`# breaks: FG101`", None),
        ("`Interpreter`", "`Interpreters`", None),
        ("`Analysis`", "`Report`", None),
        ("`FileChecker`", "`Roots`", None),
        ("`WorkerProcess.failure`", "`WorkerProcess.failures`", None),
        ("`process.supervise.observe`", "`process.supervise.observing`", None),
        ("`event.interp`", "`event.interpreters`", None),
        ("`cases.py`", "`no_such_file.py`", None),
        ("`observe()`", "`observed_by_nobody()`", None),
        ("`engine → report`", "`engine → reported_by_nobody`", "reported_by_nobody"),
    ],
)
def test_a_wrong_name_is_found(right: str, wrong: str, named: str | None) -> None:
    assert wrong_on(RIGHT, about_code=True) == {}
    assert RIGHT.count(right) == 1
    assert [*wrong_on(RIGHT.replace(right, wrong), about_code=True)] == [named or wrong.strip("`")]


def test_code_is_what_markdown_says_it_is() -> None:
    blocks = "~~~toml title\nd = 1\n~~~\n\n- in a list\n\n  ```\n  e\n  ```\n"
    page = f"`` a ` b `` and \\`c\\`\n\n{blocks}\n| `f` |\n| --- |\n| `g` |\n"
    found = [("a ` b", None), ("d = 1\n", "toml"), ("e\n", ""), ("f", None), ("g", None)]
    assert [*code_on(page)] == [Code(*one) for one in found]
