"""Checks prose against the style guide (docs/style.md): phrases that it replaces, and sentences that are too long.

``python tools/check_style.py [FILE...]``. Without files it reads the README, the pages of the documentation, the other
guides, the help of each command, and the texts in the code. The phrases are in ``tools/style/phrases.toml``.

Exit statuses: 0 nothing found, 1 something found.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[1]
PHRASES = ROOT / "tools" / "style" / "phrases.toml"
PAGES = (
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "benchmarks/*/README.md",
    "docs/*.md",
    "docs/rules/*.md",
    "editors/*/README.md",
    "examples/*/README.md",
)
CODE = ("lint", "rules", "runtime_check", "sweep")
QUOTING = ("docs/style.md",)
"""Pages that show what not to write."""


@dataclass(frozen=True)
class Phrase:
    """Words that the style guide replaces."""

    pattern: re.Pattern[str]
    instead: str
    pages_only: bool = False
    """Whether texts in the code may have it."""


@dataclass(frozen=True)
class Problem:
    """One place that does not follow the style guide."""

    place: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.place}:{self.line}: {self.text}"


def phrases(path: Path = PHRASES) -> list[Phrase]:
    """Read the phrases; each is a regular expression that matches whole words."""
    entries = tomllib.loads(path.read_text(encoding="utf-8"))["phrase"]
    return [
        Phrase(
            re.compile(rf"(?<![\w-])(?:{one['find']})(?![\w-])", re.IGNORECASE),
            one["instead"],
            one.get("pages-only", False),
        )
        for one in entries
    ]


def prose_of_page(text: str) -> Iterator[tuple[int, str]]:
    """Yield the prose of a page of Markdown by line, without code, addresses and what measurements generated."""
    fence = False
    generated = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            fence = not fence
        elif "<!-- generated" in line and line.rstrip().endswith("begin -->"):
            generated = True
        elif "<!-- generated: end" in line:
            generated = False
        elif not fence and not generated and not line.startswith("    "):
            line = re.sub(r"`[^`]*`", "`", line)
            line = re.sub(r"\]\([^)]*\)|<[^>]*>", "", line)
            yield number, line


def prose_of_code(text: str) -> Iterator[tuple[int, str]]:
    """Yield the texts of a module: strings and parts of formatted strings with at least three words."""
    tree = ast.parse(text)
    bare = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in bare:
            continue
        if len(re.findall(r"[A-Za-z]{2,}", node.value)) >= 3:
            yield node.lineno, re.sub(r"`[^`]*`", "`", node.value)


def helps() -> Iterator[tuple[str, str]]:
    """Yield the name of each command and its help."""
    import click
    from fullgraph.lint.cli import ImportedCommand, cli

    for name, one in {"": cli, **cli.commands}.items():
        command = one.command if isinstance(one, ImportedCommand) else one
        context = click.Context(command, info_name=f"fullgraph {name}".strip())
        yield f"fullgraph {name} --help".replace("  ", " "), command.get_help(context)


def problems_in(place: str, lines: Iterable[tuple[int, str]], found: Sequence[Phrase]) -> Iterator[Problem]:
    """Yield each phrase that the style guide replaces."""
    for number, line in lines:
        for phrase in found:
            for match in phrase.pattern.finditer(line):
                yield Problem(place, number, f'write "{phrase.instead}", not "{match[0]}"')


def problems(files: Sequence[Path] = ()) -> Iterator[Problem]:
    """Yield all problems, of some files or of everything."""
    found = phrases()
    pages = files or [page for pattern in PAGES for page in sorted(ROOT.glob(pattern))]
    for page in pages:
        place = str(page.resolve().relative_to(ROOT)) if page.resolve().is_relative_to(ROOT) else str(page)
        if place not in QUOTING:
            text = page.read_text(encoding="utf-8")
            prose = prose_of_code(text) if page.suffix == ".py" else prose_of_page(text)
            yield from problems_in(place, prose, found)
    if files:
        return
    found = [one for one in found if not one.pages_only]
    for module in (path for folder in CODE for path in sorted((ROOT / folder).rglob("*.py"))):
        place = str(module.relative_to(ROOT))
        yield from problems_in(place, prose_of_code(module.read_text(encoding="utf-8")), found)
    for name, text in helps():
        yield from problems_in(name, enumerate(text.splitlines(), 1), found)


def main(arguments: Sequence[str]) -> int:
    """Print what does not follow the style guide."""
    found = list(problems([Path(one) for one in arguments]))
    for problem in found:
        print(problem)
    if found:
        print(f"{len(found)} places do not follow docs/style.md.")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
