"""The HTML page: one file that fetches nothing, and in which no text of a target is more than text."""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import quote

import made_up
import pytest
from fullgraph.sweep.report import html
from fullgraph.sweep.report.html import as_html
from fullgraph.sweep.report.page_data import as_script_data, page_data
from fullgraph.sweep.store.store import Store
from made_up import broke, came, one

BROWSER = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chrome")
FLAGS = [
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--virtual-time-budget=5000"),
]


class Page(HTMLParser):
    """The elements of a page with their attributes, what stands in its scripts, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.words = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag == "script":
            self.scripts.append("")

    def handle_data(self, data: str) -> None:
        if self.elements and self.elements[-1][0] == "script" and self.scripts and self.cdata_elem == "script":
            self.scripts[-1] += data
        else:
            self.words += data


@pytest.fixture(scope="module")
def text(swept: Path) -> str:
    with Store.open(swept) as store:
        return as_html(store)


@pytest.fixture(scope="module")
def nasty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store whose every text tries to be more."""
    runs = []
    for number, attack in enumerate(made_up.NASTY):
        planned = one(attack, library=attack)
        output = {"failure": "raised", "cause": attack, "message": attack, "during": attack, "output": attack}
        runs.append((planned, came(planned, "unusable", **output)))
        other = one(f"zoo.py:{number}", library="zoo.py")
        site = broke(
            *(f"transformers/{attack}", number),
            source=attack,
            reason=attack,
            explanation=attack,
            function=attack,
            stack=[attack],
            registry_id=attack,
            predicted_by=[attack],
            missed_in=[attack],
            modes=[attack],
        )
        runs.append((other, came(other, "breaks", breaks=[site], check_errors=[attack], inputs=[attack])))
    return made_up.written(tmp_path_factory.mktemp("nasty") / "s.duckdb", *runs)


def data_of(text: str) -> Any:
    return json.loads(Page(text).scripts[0])


def test_it_fetches_nothing(text: str) -> None:
    for tag, attributes in Page(text).elements:
        assert tag not in ("link", "img", "iframe", "object", "embed", "base", "source", "video", "audio")
        assert (
            "src" not in attributes
            and "srcset" not in attributes
            and not any(name.startswith("on") for name in attributes)
        )
        address = attributes.get("href")
        assert address is None or address.startswith(("#", "https://github.com/", "https://meta-pytorch.github.io/"))
    assert "url(" not in text.partition("</style>")[0] and "@import" not in text


def test_only_its_own_scripts_may_run(text: str) -> None:
    page = Page(text)
    policy = next(str(one["content"]) for tag, one in page.elements if one.get("http-equiv"))
    hashes = [
        f"'sha256-{base64.b64encode(hashlib.sha256(one.encode()).digest()).decode()}'" for one in page.scripts[1:]
    ]
    assert len(hashes) == 2
    assert policy.split("; ")[0] == "default-src 'none'" and f"script-src {' '.join(hashes)}" in policy


def test_the_script_makes_no_markup_of_texts() -> None:
    script = (html.TEMPLATES / "sweep.js").read_text(encoding="utf-8")
    for way in (
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "Function(",
        "DOMParser",
        "fetch(",
        "XMLHttp",
    ):
        assert way not in script


def test_totals_and_causes_are_there_without_scripts(text: str, swept: Path) -> None:
    words = Page(text).words
    assert (
        "Models that are one graph" in words
        and "What breaks graphs" in words
        and "Runs that could not be evaluated" in words
    )
    links = [str(one["href"]) for tag, one in Page(text).elements if tag == "a" and one.get("href")]
    assert "#models?library=hf&outcome=breaks" in links and "#rule/FG301" in links
    assert any(one.startswith("https://github.com/huggingface/transformers/blob/v4.54.1/src/") for one in links)


def test_the_data_are_the_store(text: str, swept: Path) -> None:
    data = data_of(text)
    runs = {run[0]: run for model in data["models"] for run in model["runs"]}
    names = [name for name, _ in data["fields"]["runs"]]
    tables = list(data["fields"])
    with Store.open(swept) as store:
        for run, status, seconds in store.rows("SELECT run, status, seconds FROM runs"):
            (found,) = runs[run][4]
            assert data["texts"][found[names.index("status")]] == status
            assert found[names.index("seconds")] == pytest.approx(seconds, rel=1e-3)
        for table in tables[1:]:
            ((there,),) = store.rows(f"SELECT count(*) FROM {table}")
            assert sum(len(run[4 + tables.index(table)]) for run in runs.values()) == there > 0
        assert len(runs) == len(store.planned)
    assert all(model["runs"] for model in data["models"]) and len(data["texts"]) == len(set(data["texts"]))
    assert {"FG101", "FG301"} <= set(data["rules"]) and data["rules"]["FG101"][0].startswith("# branch-on-tensor")


def test_nasty_texts_stay_texts(nasty: Path) -> None:
    with Store.open(nasty) as store:
        text = as_html(store)
    page = Page(text)
    assert [tag for tag, _ in page.elements].count("script") == 3
    assert not {"img", "b", "iframe"} & {tag for tag, _ in page.elements}
    body = text.replace("\n", "")
    assert body.isprintable() and "\u202e" not in text
    data = json.loads(page.scripts[0])
    assert made_up.NASTY[0] in data["texts"]
    assert all(line.isprintable() for one in data["texts"] for line in one.split("\n"))
    addresses = [str(one["href"]) for tag, one in page.elements if tag == "a" and "href" in one]
    assert all(
        address.startswith(("#", "https://github.com/huggingface/transformers/blob/v4.54.1/src/"))
        for address in addresses
    )


def test_json_in_a_script_cannot_end_it() -> None:
    value = {"a": "</script><!--<script>\u2028\u2029&"}
    written = as_script_data(value)
    assert json.loads(written) == value and not set("<>&\u2028\u2029") & set(written)


def test_an_empty_store_has_a_page(empty: Store) -> None:
    assert "no runs are planned" in as_html(empty)
    assert page_data(empty)["models"] == []


def shown(page: Path, address: str) -> str:
    """What a browser makes of the page, at an address within it."""
    assert BROWSER is not None
    command = [BROWSER, *FLAGS, f"--user-data-dir={page.parent / 'browser'}", "--dump-dom", f"{page.as_uri()}{address}"]
    done = subprocess.run(command, capture_output=True, timeout=120, check=True)
    return done.stdout.decode()


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="there is no Chromium")
def test_in_a_browser(text: str, tmp_path: Path, swept: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(text, encoding="utf-8")
    data = data_of(text)
    hf = sum(model["library"] == "hf" for model in data["models"])
    found = Page(shown(page, "#models?library=hf"))
    assert f"{hf} of {len(data['models'])} models" in found.words
    with Store.open(swept) as store:
        ((target, run, file, line),) = store.rows(
            "SELECT target, run, file, line FROM breaks JOIN results USING (run) "
            "WHERE library = 'hf' ORDER BY target, run, file LIMIT 1"
        )
        ((models,),) = store.rows(
            "SELECT count(DISTINCT target) FROM breaks JOIN results USING (run) WHERE file = ? AND line = ?",
            [file, line],
        )
    assert f"{models} of " in Page(shown(page, f"#models?text={quote(f'{file}:{line}')}")).words
    model = Page(shown(page, f"#model/{quote(target, safe='')}?run={run}"))
    assert f"{file}:{line}" in model.words and run in model.words and "Graph breaks" in model.words
    assert any(str(one.get("href")).endswith(f"/src/{file}#L{line}") for _, one in model.elements)
    assert "What it does" in Page(shown(page, "#rule/FG101")).words


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="there is no Chromium")
def test_nasty_texts_stay_texts_in_a_browser(nasty: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    with Store.open(nasty) as store:
        page.write_text(as_html(store), encoding="utf-8")
    for address in (
        "#models",
        f"#model/{quote(made_up.NASTY[1], safe='')}",
        "#model/zoo.py%3A0",
        "#model/%",
        "#rule/__proto__",
    ):
        made = shown(page, address)
        found = Page(made)
        assert "<title>fullgraph sweep" in made and [tag for tag, _ in found.elements].count("script") == 3
        assert "img" not in {tag for tag, _ in found.elements}
    assert made_up.NASTY[1] in Page(shown(page, f"#model/{quote(made_up.NASTY[1], safe='')}")).words
