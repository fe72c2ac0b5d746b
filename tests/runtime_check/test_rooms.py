"""The imports of runtime_check, those for typing and those within functions included, go one way."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import fullgraph.runtime_check

PACKAGE = "fullgraph.runtime_check"
FOLDER = Path(fullgraph.runtime_check.__path__[0])
MODULES = {
    ".".join((PACKAGE, *path.relative_to(FOLDER).with_suffix("").parts)).removesuffix(".__init__"): path
    for path in FOLDER.rglob("*.py")
}
LAYERS = ("session", "process", "checks", "gains", "step", "report", "observe", "target")
"""A room imports those behind it only. The protocol of processes is plain data, which `step.recording` reads."""


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in MODULES else node.module for name in names}
    return found & MODULES.keys()


def room(module: str) -> str:
    return module.removeprefix(f"{PACKAGE}.").partition(".")[0]


def test_there_is_no_circle() -> None:
    graph = {name: imports(path) for name, path in MODULES.items()}
    assert list(TopologicalSorter(graph).static_order())


def test_the_rooms_import_one_way() -> None:
    upward = {
        (name, other)
        for name, path in MODULES.items()
        for other in imports(path)
        if room(name) in LAYERS and room(other) in LAYERS and LAYERS.index(room(other)) < LAYERS.index(room(name))
    }
    assert upward == {(f"{PACKAGE}.step.recording", f"{PACKAGE}.process.protocol")}


def test_the_product_does_not_import_the_prover_of_the_cases() -> None:
    found = {name for name, path in MODULES.items() if any(room(other) == "conformance" for other in imports(path))}
    assert {room(name) for name in found} == {"conformance"}


def test_few_modules_are_in_no_room() -> None:
    assert len(list(FOLDER.glob("*.py"))) <= 12
