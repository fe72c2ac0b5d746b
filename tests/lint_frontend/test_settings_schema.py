"""The schema of the settings: of SchemaStore's form, and about the settings that there are."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fullgraph.lint.config import settings
from fullgraph.lint.config.toml_tables import ConfigurationError, read_settings
from fullgraph.runtime_check.options import SETTINGS
from fullgraph.runtime_check.session.configuration import read_declared
from jsonschema import Draft7Validator
from markdown_it import MarkdownIt

from tools import settings_schema

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[2]
SCHEMA: dict[str, Any] = json.loads(settings_schema.FILE.read_text(encoding="utf-8"))
MAIN: dict[str, Any] = SCHEMA["properties"]
VERIFY: dict[str, Any] = MAIN["verify"]["properties"]
TARGET: dict[str, Any] = SCHEMA["definitions"]["target"]["properties"]


def valid(values: object) -> bool:
    return next(Draft7Validator(SCHEMA).iter_errors(values), None) is None


def accepted(folder: Path, text: str) -> bool:
    """Whether fullgraph itself can use a ``fullgraph.toml``."""
    (folder / "fullgraph.toml").write_text(text)
    (folder / "a.py").touch()
    try:
        table = read_settings(folder / "fullgraph.toml")
        assert table is not None
        settings.read(table)
        read_declared(folder)
    except ConfigurationError:
        return False
    return True


def test_it_is_up_to_date() -> None:
    assert settings_schema.FILE.read_text(encoding="utf-8") == settings_schema.text(), "run `make docs`"


def test_every_setting_is_in_it_and_every_setting_in_it_is_one() -> None:
    assert set(MAIN) == {"extend", "verify", *settings.NAMES}
    assert set(VERIFY) == {"targets", "target", *SETTINGS}
    assert set(TARGET) == {"target", "name", *SETTINGS}


# SchemaStore's form


def parts(schema: object) -> Iterator[dict[str, Any]]:
    """A schema, and those in it."""
    if isinstance(schema, dict):
        yield schema
        for key, value in schema.items():
            inner = value.values() if key in ("properties", "definitions") else [value]
            for one in inner:
                yield from parts(one)
    elif isinstance(schema, list):
        for one in schema:
            yield from parts(one)


def test_it_has_the_form_that_schemastore_asks_for() -> None:
    Draft7Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == "http://json-schema.org/draft-07/schema#"
    assert SCHEMA["$id"] == f"https://json.schemastore.org/{settings_schema.FILE.name}"
    assert SCHEMA["title"] and SCHEMA["description"]
    assert re.match(SCHEMA["x-taplo-info"]["patterns"][0], "project/fullgraph.toml")
    for part in parts(SCHEMA):
        assert isinstance(part.get("type", ""), str), "Ajv's strict mode takes one type"
        reference = part.get("$ref")
        assert reference is None or (reference.startswith("#/definitions/") and len(part) == 1)
        assert reference is None or reference.rpartition("/")[2] in SCHEMA["definitions"]
        assert "properties" not in part or (part["type"], part["additionalProperties"]) == ("object", False)
        assert all(part.get(key) != [] for key in ("anyOf", "allOf", "enum"))
        unknown = {key for key in part if key.startswith("x-")} - {"x-taplo-info"}
        assert not unknown


@pytest.mark.parametrize("table", [MAIN, VERIFY, TARGET], ids=["main", "verify", "target"])
def test_every_setting_has_a_description(table: dict[str, Any]) -> None:
    for key, one in table.items():
        assert re.fullmatch(r"[A-Z][^\n]*[^.:\s]", one["description"]), key
        assert "[default" not in one["description"] and "Repeatable" not in one["description"], key


# What is accepted

RIGHT = {
    "extend": '"other/fullgraph.toml"',
    "select": '["FG1", "fg101", "print-in-graph", "ALL"]',
    "per-file-ignores": '{ "tests/**" = ["FG4"], "a.py" = "FG1,FG2" }',
    "roots": '["a.py:step(batch)"]',
    "torch-version": '"2.13"',
    "verify": '{ targets = ["a.py:Net"], target = [{ target = "a.py:f", name = "f", timeout = 5 }] }',
}
VERIFY_RIGHT = {
    "targets": '"a.py:Net"',
    "target": '[{ target = "hf:BertModel", vary = { B = [1, 4], C = 2 } }]',
    "inputs": '"a.py:make"',
    "vary": '["B=1,4"]',
}


def right(schema: dict[str, Any]) -> str:
    """A value that fits, as TOML."""
    kinds = [schema, *schema.get("allOf", ()), *schema.get("anyOf", ())]
    if {"$ref": "#/definitions/texts"} in kinds or {"$ref": "#/definitions/rules"} in kinds:
        return '["FG4"]'
    first = next(one for one in kinds if "type" in one)
    if "enum" in first:
        return json.dumps(first["enum"][-1])
    numbers = {"integer": "3", "number": "2.5"}
    return {"boolean": "true", "string": '"a"', **numbers}[first["type"]]


def wrong(schema: dict[str, Any]) -> str:
    """A value of another kind, as TOML."""
    return '"text"' if schema.get("type") in ("integer", "number", "boolean") else "1.5"


@pytest.mark.parametrize("key", MAIN)
def test_fullgraph_takes_what_the_schema_takes(tmp_path: Path, key: str) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "fullgraph.toml").touch()
    for value, expected in ((RIGHT.get(key) or right(MAIN[key]), True), (wrong(MAIN[key]), False)):
        text = f"{key} = {value}\n"
        assert valid(tomllib.loads(text)) is expected, text
        assert accepted(tmp_path, text) is expected, text


@pytest.mark.parametrize("key", VERIFY)
def test_verify_takes_what_the_schema_takes(tmp_path: Path, key: str) -> None:
    for value, expected in ((VERIFY_RIGHT.get(key) or right(VERIFY[key]), True), (wrong(VERIFY[key]), False)):
        for head in ("[verify]", '[[verify.target]]\ntarget = "a.py:f"'):
            if head == "[verify]" or key in SETTINGS:
                text = f"{head}\n{key} = {value}\n"
                assert valid(tomllib.loads(text)) is expected, text
                assert accepted(tmp_path, text) is expected, text


def test_every_choice_is_one(tmp_path: Path) -> None:
    for table, head in ((MAIN, ""), (VERIFY, "[verify]\n")):
        for key, one in table.items():
            for choice in one.get("enum", ()):
                assert accepted(tmp_path, f"{head}{key} = {json.dumps(choice)}\n"), (key, choice)
    assert accepted(tmp_path, f"assume = {json.dumps(MAIN['assume']['anyOf'][0]['enum'])}\n")
    for rule in SCHEMA["definitions"]["rule"]["anyOf"][0]["enum"]:
        assert accepted(tmp_path, f"select = [{json.dumps(rule)}]\n"), rule


def test_the_defaults_are_the_defaults() -> None:
    values = {name: value for name, value, _ in settings.described(settings.Settings())}
    told = {key: one["default"] for key, one in MAIN.items() if "default" in one}
    assert told == {key: values[key] for key in told}
    assert {"scope", "mode", "confidence", "output-format", "follow-reached", "force-exclude"} == set(told)
    assert VERIFY["timeout"]["default"] == 1800.0 and VERIFY["mode"]["default"] == "default"


@pytest.mark.parametrize(
    "text",
    [
        "selekt = []",
        'select = ["FG1", 1]',
        'select = [""]',
        'scope = "some"',
        'assume = ["float8"]',
        "per-file-ignores = { 'a' = 1 }",
        "[verify]\ntimeout = 0",
        "[verify]\nddp = 1",
        "[verify]\nddp = true",
        "[verify]\nvary = { B = [] }",
        "[verify]\nvary = { B = ['1'] }",
        "[verify]\nmode = 'fast'",
        "[[verify.target]]\nname = 'a'",
        "[verify.target]\ntarget = 'a.py:f'",
        "[verify]\nselect = ['FG1']",
    ],
)
def test_both_decline_what_is_wrong(tmp_path: Path, text: str) -> None:
    assert not valid(tomllib.loads(text))
    assert not accepted(tmp_path, text)


def test_what_pages_show_is_valid() -> None:
    found = 0
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        for token in MarkdownIt("commonmark").parse(page.read_text(encoding="utf-8")):
            if token.type == "fence" and token.info == "toml":
                given = tomllib.loads(token.content).get("tool", {}).get("fullgraph")
                if given is not None:
                    found += 1
                    assert [error.message for error in Draft7Validator(SCHEMA).iter_errors(given)] == [], page
    assert found >= 2
