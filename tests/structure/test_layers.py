"""Imports go one way: those at the top of a module, those within functions and those for type checkers alike."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterable, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("lint", "rules", "runtime_check", "sweep")
LINT = (
    *("cli", "flake8_plugin", "commands", "server", "report", "explain", "parallel", "cache", "fixes", "engine"),
    *("suppression", "results", "roots", "interpreter", "config", "registry", "domain", "dataflow", "project"),
    *("facts", "source", "torch_data", "diagnostics"),
)
"""The rooms of ``lint``: each imports those behind it alone."""
RUNTIME_CHECK = ("session", "process", "checks", "gains", "step", "report", "observe", "facts", "target")
"""The same for ``runtime_check``, whose other rooms stand apart."""
REWRITE = ("choices", "numbers", "draws", "rows", "modules", "branches", "masks", "messages", "analysis")
"""The folders of ``rules.rewrite``: each imports those behind it alone."""
PLAIN_DATA = {("fullgraph.runtime_check.step.recording", "fullgraph.runtime_check.process.protocol")}
"""What steps record travels as the protocol of processes has it."""
VOCABULARY = ("domain", "dataflow", "project", "facts", "diagnostics", "source", "torch_data", "registry")
"""The rooms of ``lint`` that rules may import."""


def modules() -> dict[str, Path]:
    """The modules of the packages, by dotted name, with their files."""
    found = {}
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            parts = path.relative_to(ROOT).with_suffix("").parts
            if "_top" not in parts:
                found[".".join(("fullgraph", *parts)).removesuffix(".__init__")] = path
    return found


MODULES = modules()


def named(text: str) -> set[str]:
    """Whatever a text imports anywhere, by dotted name."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def known(names: Iterable[str]) -> set[str]:
    """Our modules among what is imported; a name of a module's own leads to the module."""
    found = {name if name in MODULES else name.rpartition(".")[0] for name in names if name.startswith("fullgraph.")}
    return found - {"fullgraph"}


@functools.cache
def imports() -> Mapping[str, set[str]]:
    """Whatever each of our modules imports, by dotted names."""
    return {name: named(path.read_text(encoding="utf-8")) for name, path in MODULES.items()}


@functools.cache
def import_graph() -> Mapping[str, set[str]]:
    """The modules of ours that each imports."""
    return {name: known(names) for name, names in imports().items()}


def package(module: str) -> str:
    return module.split(".")[1]


def room(module: str) -> str:
    """``interpreter`` of ``fullgraph.lint.interpreter.models.torch``."""
    return ".".join(module.split(".")[2:3])


def upward(graph: Mapping[str, set[str]], rooms: Sequence[str], inside: str) -> set[tuple[str, str]]:
    """The imports of a package's modules that lead to a room in front of their own."""
    found = set()
    for name, others in graph.items():
        for other in others:
            if (
                package(name) == package(other) == inside
                and room(other) != room(name)
                and {room(name), room(other)} <= {*rooms}
            ):
                found |= {(name, other)} if rooms.index(room(other)) < rooms.index(room(name)) else set()
    return found


@pytest.mark.parametrize("name", PACKAGES)
def test_there_is_no_circle(name: str) -> None:
    inner = {one: {other for other in others if package(other) == name} for one, others in import_graph().items()}
    assert list(TopologicalSorter({one: inner[one] for one in inner if package(one) == name}).static_order())


def test_packages_import_one_way() -> None:
    """The analyzer imports no rule and nothing that imports torch; rules know nothing of the verifier."""
    order = ("lint", "rules", "runtime_check", "sweep")
    allowed = {name: {*order[: number + 1]} for number, name in enumerate(order)}
    found = {
        (name, other)
        for name, others in import_graph().items()
        for other in others
        if package(other) in allowed and package(other) not in allowed[package(name)]
    }
    assert found == set()


def test_the_rooms_of_lint_import_one_way() -> None:
    assert upward(import_graph(), LINT, "lint") == set()


def test_the_rooms_of_runtime_check_import_one_way() -> None:
    assert upward(import_graph(), RUNTIME_CHECK, "runtime_check") == PLAIN_DATA


def test_the_folders_of_rewrites_import_one_way() -> None:
    """What lies beside them is for all of them: it imports what is known of the program alone.

    But ``fixes``, which is for rules, and knows all.
    """
    above = "fullgraph.rules.rewrite."
    folders = {name: name.split(".")[3] for name in import_graph() if name.startswith(above) and name.count(".") > 3}
    assert {*folders.values()} == {*REWRITE}
    order = dict(zip(REWRITE, range(len(REWRITE)), strict=True))
    beside = order["analysis"] - 0.5
    places = {
        name: order[folders[name]] if name in folders else beside for name in import_graph() if name.startswith(above)
    }
    pairs = [(name, other) for name in places if name != f"{above}fixes" for other in import_graph()[name]]
    assert f"{above}fixes" not in {other for _, other in pairs}
    assert {(name, other) for name, other in pairs if places.get(other, len(order)) < places[name]} == set()
    assert {pair for pair in pairs if pair[1].startswith("fullgraph.rules.shared")} == set()


def test_rules_lie_alone() -> None:
    """Beside the rules there are folders, whose code is for several."""
    assert {path.name for path in (ROOT / "rules").glob("*.py") if not path.name.startswith("fg")} == {"__init__.py"}


def test_the_product_does_not_import_the_prover_of_the_cases() -> None:
    prover = {name for name in import_graph() if package(name) == "runtime_check" and room(name) == "conformance"}
    assert {name for name, others in import_graph().items() if others & prover} <= prover


def test_the_product_needs_nothing_that_is_not_installed_with_it() -> None:
    """The tools and benchmarks of the repository use the packages, never the other way round."""
    apart = {"benchmarks", "examples", "tests", "tools"}
    assert all((ROOT / name).is_dir() for name in apart)
    found = {(name, other) for name, names in imports().items() for other in names if other.split(".")[0] in apart}
    assert found == set()


def test_the_analyzer_knows_of_torch_what_is_written_down() -> None:
    """What asks the torch installed is in ``tools/torch_data``."""
    asked = {"torch", "torchvision", "einops", "numpy"}
    lint = {name: names for name, names in imports().items() if package(name) == "lint"}
    assert {(name, other) for name, names in lint.items() for other in names if other.split(".")[0] in asked} == set()


def test_every_room_of_lint_has_its_place() -> None:
    rooms = {path.name for path in (ROOT / "lint").iterdir() if (path / "__init__.py").exists()} - {"_top"}
    assert rooms | {"cli", "flake8_plugin"} == {*LINT}


def test_rules_import_the_vocabulary_alone() -> None:
    found = {
        (name, other)
        for name, others in import_graph().items()
        for other in others
        if package(name) == "rules" and package(other) == "lint" and room(other) not in VOCABULARY
    }
    assert found == set()


@pytest.mark.parametrize("name", PACKAGES[::2])
def test_few_modules_are_in_no_room(name: str) -> None:
    assert len(list((ROOT / name).glob("*.py"))) <= 12


@pytest.mark.parametrize(
    "text",
    [
        "from fullgraph.lint.interpreter import interpreter",
        "import fullgraph.lint.interpreter.interpreter",
        "def f():\n    from fullgraph.lint.interpreter.interpreter import Interpreter",
        "if TYPE_CHECKING:\n    from fullgraph.lint.interpreter.interpreter import Interpreter",
    ],
)
def test_an_upward_import_is_seen_wherever_it_stands(text: str) -> None:
    name = "fullgraph.lint.domain.values"
    more = {**import_graph(), name: import_graph()[name] | known(named(text))}
    assert upward(more, LINT, "lint") == {(name, "fullgraph.lint.interpreter.interpreter")}
    with pytest.raises(CycleError):
        list(TopologicalSorter(more).static_order())
