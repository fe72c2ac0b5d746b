"""Names in code font on a page that look like ours, each with what is wrong with it."""

from __future__ import annotations

import builtins
import keyword
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase

import ours
from fullgraph.runtime_check.conformance import cases, misuse
from markdown_it import MarkdownIt

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

OPTIONS = {
    "--torch-backend": "uv",
    "--all-ranks-html": "tlparse",
    "--body-file": "gh",
    "--build-arg": "docker",
    "--detach": "git",
    "--file": "docker",
    "--force": "git",
    "--gpus": "docker",
    "--index-url": "pip",
    "--message": "git",
    "--repo": "gh",
    "--rm": "docker",
    "--sign": "git",
    "--tag": "docker",
    "--user": "docker",
    "--volume": "docker",
    "--compile": "examples/captioning/train.py",
    "--steps": "examples/captioning/train.py",
}
"""Options of other programs that pages name, with the program."""
FILES = {
    "fullgraph.toml": "a file of settings",
    "fullgraph.json": "a report",
    "fullgraph.sarif": "a report",
}
"""What begins as our dotted names do and is none."""
FOREIGN = {
    "torch.compile": "torch",
    "fullgraph=True": "torch",
    "Model": "a class of the reader's",
    "where:attribute": "how a reader names a target",
    ".venv": "Python",
    "make": "Make",
}
"""Names of others on the pages about our code, with whose they are; those of Python itself are known."""

Named = tuple[str, str | None]
"""A name, and why it is none of ours; None where it is one."""


@dataclass(frozen=True)
class Code:
    """Text in code font."""

    text: str
    language: str | None = None
    """The language of a block, empty where it has none; None for code within a sentence."""


def code_on(page: str) -> Iterator[Code]:
    """The code in a page of Markdown."""
    for token in MarkdownIt("commonmark").enable("table").parse(page):
        if token.type in ("fence", "code_block"):
            yield Code(token.content, token.info.partition(" ")[0])
            if token.info == "mermaid":
                # what a box shows, up to the words that say what it is
                labels = re.findall(r'\["([^":]+)(?::[^"]*)?"\]', token.content)
                yield from (Code(label) for label in labels if " " not in label)
        yield from (Code(child.content) for child in token.children or () if child.type == "code_inline")


def dotted(code: Code, page: str) -> Iterator[Named]:
    """``fullgraph.lint.engine``, ``benchmarks.gains``; also the names that a block of Python imports from there."""
    starts = "|".join(("fullgraph", *ours.PACKAGES, *ours.APART))
    for name in re.findall(rf"(?<![\w./:-])(?:{starts})\.[A-Za-z_]\w*(?:\.\w+)*(?![\w/])", code.text):
        if name not in FILES:
            yield name, ours.problem_of(name)
    if code.language == "python":
        for module, imported in re.findall(r"^ *from (fullgraph[\w.]*) import ([\w, ]+)$", code.text, re.M):
            for name in imported.split(", "):
                yield f"{module}.{name}", ours.problem_of(f"{module}.{name}")


def path(code: Code, page: str) -> Iterator[Named]:
    """``lint/domain/events.py``, ``tests/cases/fgNNN_name/``, ``checks/<name>.py`` of some room."""
    for name in re.findall(r"(?<![\w/:.~$<-])[A-Za-z_][\w-]*/(?:[\w.*<>-]+/?)*", code.text):
        first = name.partition("/")[0]
        pattern = re.sub(r"<\w+>", "*", name.rstrip("/")).replace("fgNNN_name", "fg[0-9]*")
        if first in ours.folders():
            there = any(fnmatchcase(one, pattern) for one in ours.paths())
        elif first in ours.rooms() and code.language is None:
            there = any(fnmatchcase(one, f"*/{pattern}{end}") for one in ours.paths() for end in ("", ".py"))
        else:
            continue
        yield name, None if there else "there is no such file or folder"


def target(code: Code, page: str) -> Iterator[Named]:
    """``make check``."""
    for name in re.findall(r"(?:^|(?<=[;&$] ))make ([a-z][\w-]*)", code.text, re.M):
        yield f"make {name}", None if name in ours.targets() else "the Makefile has no such target"


def option(code: Code, page: str) -> Iterator[Named]:
    """``fullgraph check --fix``, ``check --fix``, and options alone: of any command or module that the page runs."""
    if code.language in ("python", "lua", "elisp", "diff"):
        return
    run = (ours.options_of(module) or () for module, _ in MODULE.findall(page))
    alone = {*OPTIONS, *ours.flake8_options(), *ours.pytest_options()}.union(*ours.commands().values(), *run)
    for line in code.text.splitlines():
        name, known, told = _run(line, code.language is None)
        rest = line
        if name:
            yield name, None if known is not None else "there is no such command"
            # what stands in a comment is said of any command; behind --record it is for the script
            told, rest = re.fullmatch(r"(.*?)(  .*| #.*|)", told).groups()  # type: ignore[union-attr]
            told = re.sub(r"(?<= --record ).*", "", told)
        for text, there, whose in ((told, known, name), (rest, alone, "no command")):
            for word in re.findall(r"(?<![\w-])--[a-z][\w-]*", text):
                yield word, None if there is None or word in there else f"{whose} has no such option"


MODULE = re.compile(r"python -m ((?:fullgraph|benchmarks|tools)\.[\w.]+)(.*)")
COMMAND = re.compile(r"\s*(?:[-$] |run: )*fullgraph ([a-z]\w*)(?=\s|$)(.*)")


def _run(line: str, in_sentence: bool) -> tuple[str, frozenset[str] | None, str]:
    """What of ours a line runs, the options that there are, what it is given; an empty name where it runs nothing."""
    if module := MODULE.search(line):
        return module[1], ours.options_of(module[1]), module[2]
    some = "|".join(name for name in ours.commands() if name)
    bare = re.match(rf"({some})( --.*)", line) if in_sentence else None
    if command := COMMAND.match(line) or bare:
        return f"fullgraph {command[1]}", ours.commands().get(command[1]), command[2]
    return "", None, ""


def rule(code: Code, page: str) -> Iterator[Named]:
    """``FG101``, and ``FG1`` for all that begin so."""
    for name in re.findall(r"\bFG\d+\b", code.text):
        there = name in ours.rule_codes() or (len(name) < 5 and any(one.startswith(name) for one in ours.rule_codes()))
        yield name, None if there else "there is no such rule"


def setting(code: Code, page: str) -> Iterator[Named]:
    """The keys of tables of settings, the tables' names, and ``scope = "explicit"`` in a sentence."""
    if code.language is None:
        if header := re.fullmatch(r"\[+(tool\.fullgraph[\w.]*)\]+", code.text):
            yield code.text, None if ours.setting_keys(header[1]) else "there is no such table"
        if re.fullmatch(r"[a-z]+(-[a-z]+)* = .+", code.text):
            try:
                keys = tomllib.loads(code.text)
            except tomllib.TOMLDecodeError:
                return
            every = [ours.setting_keys(f"tool.fullgraph{one}") or frozenset() for one in ("", ".verify")]
            yield from _keys(keys, frozenset().union(*every))
    elif code.language == "toml":
        given = tomllib.loads(code.text).get("tool", {}).get("fullgraph", {})
        yield from _tables(given, "tool.fullgraph")


def _tables(given: dict[str, object], name: str) -> Iterator[Named]:
    yield from _keys(given, ours.setting_keys(name) or frozenset())
    for key, value in given.items():
        inner = f"{name}.{key}"
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, dict) and ours.setting_keys(inner):
                yield from _tables(one, inner)


def _keys(given: dict[str, object], known: frozenset[str]) -> Iterator[Named]:
    for key in given:
        yield key, None if key in known else "there is no such setting"


def variable(code: Code, page: str) -> Iterator[Named]:
    """``FULLGRAPH_CACHE_DIR``."""
    for name in re.findall(r"\bFULLGRAPH_\w*[A-Z]\b", code.text):
        yield name, None if name in ours.variables() else "nothing reads such a variable"


def case(code: Code, page: str) -> Iterator[Named]:
    """``fix_*.fixed.py``, ``# break: FG101``, ``make()``: what the prover of the cases reads."""
    if code.language is not None:
        return
    if kind := re.fullmatch(r"([a-z]+)_\*(\.fixed)?\.py", code.text):
        yield code.text, None if kind[1] in cases.KINDS else "there are no such cases"
    if re.fullmatch(r"# \w+(\[\w+\])?:? FG\w+", code.text):
        marks = (cases._MARKS, cases._RECOMPILE)
        yield code.text, None if any(one.match(code.text) for one in marks) else "the prover reads no such mark"
    if re.fullmatch(r"[a-z]+\(\)", code.text) and f"``{code.text}``" in f"{cases.__doc__}{misuse.__doc__}":
        yield code.text, None


def cls(code: Code, page: str) -> Iterator[Named]:
    """``Interpreter``: on pages about our code a class is ours, or said to be another's."""
    if code.language is None:
        for name in re.findall(r"(?<![\w.:/])[A-Z][a-z]\w*", code.text):
            yield name, None if name in ours.classes() or _is_foreign(name) else "there is no such class"


def other(code: Code, page: str) -> Iterator[Named]:
    """Whatever else stands in a sentence of a page about our code: files, functions, fields, rooms, commands."""
    if code.language is not None:
        return
    for name in code.text.split(" → "):
        bare = re.sub(r"\(.*\)$", "", name)
        there = _is_foreign(bare) or bare in ours.commands() or _is_somewhere(bare)
        yield name, None if there else "nothing of ours is called so"


def _is_foreign(name: str) -> bool:
    return name in FOREIGN or hasattr(builtins, name) or keyword.iskeyword(name)


def _is_somewhere(name: str) -> bool:
    """Whether a file, a function, a member or a room of ours is called so; the packages above may be left out."""
    if any(f"/{one}".endswith(f"/{name}") for one in ours.paths()):
        return True
    if "<name>" in name:
        return any(fnmatchcase(one, name.replace("<name>", "*")) for one in ours.names())
    above, _, last = name.rpartition(".")
    if not above:
        return name in ours.names()
    if ours.ends(name) or last in ours.classes().get(above, ()) or name in ours.held():
        return True
    return any(ours.problem_of(f"{place}.{last}") is None for place in ours.ends(above))


def placed(page: str) -> Iterator[Named]:
    """A name with a module behind it, in brackets or after "in": the module defines it."""
    inside = rf"(?:{'|'.join(ours.PACKAGES)})/[\w/]+\.py"
    for name, file in re.findall(rf"`(\w+)`(?:,? in |,? \()`({inside})`", page):
        module = ours.modules().get(f"fullgraph.{file.removesuffix('.py').replace('/', '.')}")
        there = module is None or name in module.defined
        yield name, None if there else f"{file} does not define it"


Look = Callable[[Code, str], Iterator[Named]]
LOOKS: tuple[Look, ...] = (*(dotted, path, target, option, rule, setting, variable, case),)
"""What looks like ours on every page."""


def wrong_on(page: str, about_code: bool = False) -> dict[str, str]:
    """The names on a page that are not there, each with why. On pages about our code all names are looked at."""
    found: dict[str, str] = {}
    for code in code_on(page):
        named = [one for look in LOOKS for one in look(code, page)]
        if about_code:
            # a class is one part of what it stands in, and says nothing of the rest
            more = [] if named else list(other(code, page))
            named += [*cls(code, page), *more]
        found |= {name: problem for name, problem in named if problem is not None}
    return found | {name: problem for name, problem in placed(page) if about_code and problem is not None}
