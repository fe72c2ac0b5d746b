"""What is told of a store, as data, as text, as Markdown and as JSON."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import made_up
import pytest
from fullgraph.sweep.report import links, text
from fullgraph.sweep.report.summary import Counts, Summary, summarize
from fullgraph.sweep.rows import Environment
from fullgraph.sweep.store.store import Store
from made_up import broke, came, one
from rich.console import Console


@pytest.fixture
def summary(store: Store) -> Summary:
    return summarize(store)


def test_counts_add_up(summary: Summary, store: Store) -> None:
    assert (
        summary.counts.runs == summary.planned == 120 and summary.counts.not_done == 3 == summary.planned - summary.done
    )
    for name in ("whole", "breaks", "recompiles", "fails", "unusable"):
        ((there,),) = store.rows("SELECT count(*) FROM runs WHERE status = ?", [name])
        assert getattr(summary.counts, name) == there > 0 or name in ("fails", "recompiles")
    for fields in (("library",), ("environment", "mode"), ("library", *summary.varied)):
        assert sum((counts for _, counts in summary.by(*fields)), Counts()) == summary.counts
    assert summary.varied == ["environment", "mode"]


def test_a_share_is_of_what_could_be_judged() -> None:
    assert Counts(runs=10, whole=3, breaks=3, unusable=3, not_done=1).share == 0.5
    assert Counts(runs=4, unusable=4).share is None


def test_lines_of_releases_have_addresses(summary: Summary) -> None:
    found = {one.link for one in summary.causes if one.file.startswith("transformers/")}
    assert found and all(
        re.fullmatch(
            r"https://github\.com/huggingface/transformers/blob/v4\.54\.1/src/transformers/models/\S+#L\d+", link
        )
        for link in found
        if link is not None
    )
    assert {one.link for one in summary.causes if one.file.startswith("zoo/")} == {None}


@pytest.mark.parametrize(
    ("file", "address"),
    [
        ("torch/nn/modules/a b.py", "https://github.com/pytorch/pytorch/blob/v2.13.0/torch/nn/modules/a%20b.py#L3"),
        ("torchvision/models/vit.py", "https://github.com/pytorch/vision/blob/v0.24.1/torchvision/models/vit.py#L3"),
        ("timm/layers/x.py", "https://github.com/huggingface/pytorch-image-models/blob/v1.0.19/timm/layers/x.py#L3"),
        (
            "torch_geometric/nn/x.py",
            "https://github.com/pyg-team/pytorch_geometric/blob/2.6.1/torch_geometric/nn/x.py#L3",
        ),
        ("diffusers/x.py", None),
        ("transformers.py", None),
        ("transformers/x.py", None),
    ],
)
def test_address_of_a_line(file: str, address: str | None) -> None:
    packages = {"timm": "1.0.19", "torchvision": "0.24.1+cpu", "torch-geometric": "2.6.1", "transformers": "5.0.0.dev0"}
    known = links.prefixes(Environment("e", "python", "3.12", "2.13.0+cu126", packages))
    assert links.source(known, file, 3) == address


def test_address_of_the_registry() -> None:
    assert links.registry("GB0170") == "https://meta-pytorch.github.io/compile-graph-break-site/gb/gb0170.html"
    assert links.registry(None) is links.registry("GB0170/../x") is links.registry("") is None


def test_text_for_a_terminal(summary: Summary) -> None:
    shown = text.as_text(summary, width=160)
    assert (
        "120 runs: " in shown
        and "What breaks graphs" in shown
        and "Checks" in shown
        and "of 120 planned are done" in shown
    )
    assert all(line.isprintable() for line in shown.split("\n"))
    assert "[/]" not in "".join(one.reason for one in summary.causes)
    runs, _, repaired = shown.partition("After --fix")
    assert len([line for line in runs.split("\n") if line.startswith(("hf ", "timm ", "pyg "))]) == 12
    found = [line.split() for line in repaired.split("\n\n")[0].split("\n")[2:]]
    assert [(line[0], line[1], line[2], int(line[3])) for line in found] == [
        (one.library, one.torch, one.level, one.runs) for one in summary.repaired
    ]


def test_nasty_texts_stay_texts(tmp_path: Path) -> None:
    runs = []
    for number, nasty in enumerate(made_up.NASTY):
        planned = one(f"zoo.py:{nasty}", library=nasty)
        failure = {"failure": "raised", "cause": nasty, "message": nasty}
        runs.append((planned, came(planned, "unusable", **failure)))
        other = one(f"zoo.py:{number}", library="zoo.py")
        runs.append(
            (other, came(other, "breaks", breaks=[broke(file=f"zoo/{nasty}", line=number, source=nasty, reason=nasty)]))
        )
    with Store.open(made_up.written(tmp_path / "s.duckdb", *runs)) as store:
        found = summarize(store)
    stream = io.StringIO()
    text.print_summary(found, Console(file=stream, width=200, force_terminal=True, color_system="truecolor"))
    plain = re.sub(r"\x1b\[[0-9;]*m", "", stream.getvalue())
    assert all(line.isprintable() for line in plain.split("\n"))
    assert "[bold]markup of rich[/bold]" in plain and "\x1b]8" not in stream.getvalue()
    markdown = text.as_markdown(found)
    tables = [line for line in markdown.split("\n") if line.startswith("|")]
    widths = {len(re.findall(r"(?<!\\)\|", line)) for line in tables}
    assert len(tables) > 20 and max(widths) < 15
    assert "<script" not in markdown and "<img" not in markdown and "[link](" not in markdown
    assert "`Markdown`" not in re.sub(r"\\`", "", markdown)
    assert json.loads(text.as_json(found))["failures"]


def test_escaped_markdown() -> None:
    assert text.escape("a_b|c <b> & https://x.org www.x.org") == "a\\_b\\|c &lt;b&gt; &amp; https\\://x.org www\\.x.org"


def test_markdown_has_addresses_of_lines_and_rules(summary: Summary) -> None:
    shown = text.as_markdown(summary, rules="rules")
    assert (
        "[FG301](rules/FG301.md)" in shown
        and "](https://github.com/" in shown
        and "](https://meta-pytorch.github.io/" in shown
    )
    assert "](rules/" not in text.as_markdown(summary)


def test_json_has_everything(summary: Summary) -> None:
    found = json.loads(text.as_json(summary))
    assert len(found["causes"]) == len(summary.causes) > text.MOST
    assert found["totals"][0]["counts"]["runs"] == summary.totals[0].counts.runs
    assert found["created"] == "2026-03-01T12:00:00+00:00" and found["environments"][0]["packages"]["timm"] == "1.0.19"


def test_an_empty_store_can_be_told_of(empty: Store) -> None:
    found = summarize(empty)
    assert "no runs are planned" in text.as_text(found) and "no runs are planned" in text.as_markdown(found)
    assert json.loads(text.as_json(found))["causes"] == []


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.4, "0 s"), (59.6, "1:00 min"), (61, "1:01 min"), (3600, "1:00 h"), (36061, "10:01 h")]
)
def test_durations(seconds: float, words: str) -> None:
    assert text.hours(seconds) == words
