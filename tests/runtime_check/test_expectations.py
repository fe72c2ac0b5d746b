"""Expectations as data: what is new, what is gone, and the file that holds them."""

from __future__ import annotations

import dataclasses
import difflib
import itertools
from pathlib import Path
from typing import Any

import pytest
from fullgraph.runtime_check.expect import file
from fullgraph.runtime_check.expect.comparison import compare, updated
from fullgraph.runtime_check.expect.file import ExpectationsError
from fullgraph.runtime_check.expect.model import Comparison, Entry, Found, Key, Observed
from fullgraph.runtime_check.report.html import as_html
from fullgraph.runtime_check.report.text import as_text
from fullgraph.runtime_check.results import Report, Run, TargetReport, Verdict, from_json, to_json
from hypothesis import given
from hypothesis import strategies as st

KEY = Key("net.py:Net", "2.13")
FAILS = {"eager": "pass", "breaks": "fail", "fullgraph": "fail", "steady": "pass", "numerics": "pass"}


def found(identity: str, *modes: str, **values: Any) -> Found:
    return Found(identity, "net.py", "forward", "print(x)", "reason", "GB0059", [*(modes or ("default", "fullgraph"))])


def seen(*breaks: Found, **values: Any) -> Observed:
    return dataclasses.replace(Observed(KEY, 2, dict(FAILS), list(breaks)), **values)


def accepted(*breaks: Found, **values: Any) -> dict[Key, Entry]:
    return {KEY: dataclasses.replace(Entry(KEY, 2, [], list(breaks)), **values)}


def test_a_known_break_is_accepted_and_another_is_new() -> None:
    (result,) = compare(accepted(found("a")), [seen(found("a"), found("b"))])
    assert ([one.found and one.found.identity for one in result.new], result.gone, result.accepted) == (["b"], [], 1)
    assert result.exit_status == 1


def test_what_is_gone_does_not_fail() -> None:
    (result,) = compare(accepted(found("a"), found("b")), [seen(found("b"))])
    assert ([one.found and one.found.identity for one in result.gone], result.exit_status) == (["a"], 0)


def test_a_known_break_in_a_further_mode_is_new() -> None:
    (result,) = compare(accepted(found("a", "fullgraph")), [seen(found("a"))])
    (new,) = result.new
    assert new.text.endswith("; accepted, but not in the default mode")


@pytest.mark.parametrize(("graphs", "new", "gone"), [(1, 0, 1), (2, 0, 0), (3, 1, 0), (None, 0, 0)])
def test_more_graphs_are_new_and_fewer_are_gone(graphs: int | None, new: int, gone: int) -> None:
    (result,) = compare(accepted(found("a")), [seen(found("a"), graphs=graphs)])
    assert (len(result.new), len(result.gone)) == (new, gone)


def test_recompiles_are_gone_only_where_they_were_looked_for() -> None:
    expected = accepted(found("a"), recompiles=[found("r")])
    for status, gone in (("pass", 1), ("skipped", 0)):
        one = seen(found("a"), checks=FAILS | {"steady": status})
        (result,) = compare(expected, [one])
        assert len(result.gone) == gone
        assert len(updated(expected, [one])[KEY].recompiles) == 1 - gone


def test_a_failing_check_is_accepted_by_its_name_and_gone_when_it_passes() -> None:
    one = seen(found("a"), checks=FAILS | {"effects": "fail"})
    (result,) = compare(accepted(found("a")), [one])
    assert [new.text for new in result.new] == ["the check effects fails"]
    expected = updated(accepted(found("a")), [one])
    assert expected[KEY].checks == ["effects"]
    assert compare(expected, [one])[0].exit_status == 0
    (result,) = compare(expected, [seen(found("a"), checks=FAILS | {"effects": "pass"})])
    assert [gone.text for gone in result.gone] == ["the check effects passes"]


@pytest.mark.parametrize(
    ("values", "failing"),
    [
        ({"checks": {"numerics": "fail"}}, ["numerics"]),
        ({"checks": {"ddp": "fail"}}, ["ddp"]),
        ({"raises": True}, ["breaks"]),
        ({"breaks": [found("a", "default")]}, ["fullgraph"]),
        ({"breaks": []}, ["breaks", "fullgraph"]),
        ({"checks": FAILS | {"steady": "fail"}}, ["steady"]),
        ({"checks": FAILS | {"steady": "fail"}, "recompiles": [found("r")]}, []),
    ],
)
def test_what_raises_and_what_is_wrong_is_never_accepted(values: dict[str, Any], failing: list[str]) -> None:
    one = seen(found("a"), **values)
    expected = updated({}, [one])
    assert not set(expected[KEY].checks) & set(failing)
    (result,) = compare(expected, [one])
    assert (result.failing, result.exit_status) == (failing, int(bool(failing)))


def test_no_entry_is_one_line_and_status_2() -> None:
    others = {dataclasses.replace(KEY, torch=torch): Entry(KEY) for torch in ("2.11", "2.15")}
    others[Key("other.py:f", "2.9")] = Entry(KEY)
    (result,) = compare(others, [seen()])
    assert result.exit_status == 2
    assert result.problem == (
        "there are no expectations for net.py:Net (torch 2.13, eval, cpu), only for torch 2.11, 2.15: "
        "--update adds what was observed"
    )


def test_an_update_tells_what_it_accepts_and_passes() -> None:
    (result,) = compare({}, [seen(found("a"))], update=True)
    assert (len(result.new), result.known, result.updated, result.exit_status) == (1, False, True, 0)


def test_what_could_not_be_run_changes_nothing() -> None:
    expected = accepted(found("a"))
    one = Observed(KEY, problem="it could not be run")
    assert compare(expected, [one], update=True)[0].exit_status == 2
    assert updated(expected, [one]) == expected


def test_an_update_leaves_what_was_not_run_and_keeps_notes() -> None:
    other = Key("other.py:f", "2.13")
    noted = dataclasses.replace(found("a"), note="wanted")
    expected = accepted(noted, found("b"), note="see the plan") | {other: Entry(other, 1)}
    result = updated(expected, [seen(dataclasses.replace(found("a"), line=12), found("c"))])
    assert result[other] is expected[other]
    assert (result[KEY].breaks, result[KEY].note) == ([noted, found("c")], "see the plan")


def test_the_file_comes_back_and_is_sorted(tmp_path: Path) -> None:
    path = tmp_path / "e.toml"
    expected = accepted(found("b"), found("a"), checks=["effects"], recompiles=[Found("r", "a.py", "", "", "size: N")])
    expected |= {Key("a.py:f", "2.9", "train", "cuda", "bfloat16"): Entry(Key("a.py:f", "2.9"), None)}
    expected = {key: dataclasses.replace(entry, key=key) for key, entry in expected.items()}
    file.write(path, expected)
    text = path.read_text()
    back = file.read(path)
    assert [*back] == sorted(expected)
    assert back[KEY].breaks == [found("a"), found("b")]
    file.write(path, dict(reversed(back.items())))
    assert path.read_text() == text


def test_one_more_break_is_one_block_of_the_file() -> None:
    before = file.as_text(accepted(found("a"), found("c"))).splitlines()
    after = file.as_text(accepted(found("c"), found("b"), found("a"))).splitlines()
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    changes = [code for code in matcher.get_opcodes() if code[0] != "equal"]
    assert [code[0] for code in changes] == ["insert"]


@given(st.text())
def test_any_text_comes_back(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.getbasetemp() / "any.toml"
    entry = Entry(Key(text, "2.13"), 1, [], [Found("a", text, text, text, text, note=text)])
    file.write(path, {entry.key: entry})
    assert file.read(path) == {entry.key: entry}


def test_code_is_written_as_it_is() -> None:
    text = file.as_text(accepted(dataclasses.replace(found("a"), source='print("a\\n", x)')))
    assert """source = 'print("a\\n", x)'""" in text


def test_half_a_surrogate_pair_does_not_spoil_the_file(tmp_path: Path) -> None:
    file.write(tmp_path / "e.toml", accepted(dataclasses.replace(found("a"), source="'\ud800'")))
    assert file.read(tmp_path / "e.toml")[KEY].breaks[0].source == "'\ufffd'"


def test_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "e.toml").symlink_to(tmp_path / "real.toml")
    file.write(tmp_path / "e.toml", accepted())
    assert (tmp_path / "e.toml").is_symlink()
    assert (tmp_path / "real.toml").is_file()


RECOMPILE = Found("r", "net.py", "forward", "def forward(self, x):", "size: N")
VALID = file.as_text({KEY: Entry(KEY, 2, ["effects"], [found("a")], [RECOMPILE])})


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("version = 1", "version = 2", "has version 2 of expectations, this fullgraph reads 1"),
        ("version = 1", "version = true", "has version True of expectations"),
        ("version = 1", "", "has version none of expectations"),
        ("version = 1", "version = 1\nextra = 1", "the file has 'extra', which is none of version, expected"),
        ("graphs = 2", "graphs = -1", "graphs of expected 1 must be a whole number"),
        ("graphs = 2", "graphs = true", "graphs of expected 1 must be a whole number"),
        ('mode = "eval"', 'mode = "test"', "mode of expected 1 must be one of eval, train"),
        ('torch = "2.13"', "torch = 2.13", "torch of expected 1 must be a string"),
        ('torch = "2.13"', "", "torch of expected 1 is not there"),
        ('identity = "a"', "", "identity of expected 1, break 1 is not there"),
        ('["effects"]', '"effects"', "checks of expected 1 must be a list of strings"),
        ('"fullgraph"]', '"other"]', "modes of expected 1, break 1 has 'other', which is none of default, fullgraph"),
        ("[[expected]]", "[expected]", "expected of the file must be tables"),
        ("[[expected]]", VALID.partition("version = 1")[2] + "\n[[expected]]", "expected 2 is there twice"),
    ],
)
def test_each_mistake_is_one_line(tmp_path: Path, before: str, after: str, said: str) -> None:
    path = tmp_path / "e.toml"
    assert before in VALID
    path.write_text(VALID.replace(before, after, 1))
    with pytest.raises(ExpectationsError) as error:
        file.read(path)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def report(comparison: Comparison) -> Report:
    run = Run(graphs=2, verdicts=[Verdict("breaks", "fail", "1 graph break")])
    return Report([TargetReport("net.py:Net", run, known_as="net.py:Net", expected=comparison)])


def test_the_exit_status_is_that_of_the_comparison() -> None:
    for new, updating in itertools.product((0, 1), (False, True)):
        expected = accepted(*[found("a")] * (1 - new))
        (result,) = compare(expected, [seen(found("a"))], update=updating)
        whole = report(result)
        assert whole.exit_status == int(new and not updating)
        data = to_json(whole)
        assert data["targets"][0]["expected"]["exit_status"] == data["exit_status"] == whole.exit_status
        assert from_json(Report, data) == whole


def test_reports_name_what_is_new_and_what_is_gone() -> None:
    (result,) = compare(accepted(found("b")), [seen(dataclasses.replace(found("a"), line=7))])
    text = as_text(report(result))
    assert "Compared with the expectations\n  new  break: net.py:7 in forward: reason (GB0059): print(x)\n" in text
    assert "  gone  break: net.py in forward: reason (GB0059): print(x); --update takes it out\n" in text
    page = as_html(report(result))
    assert '<span class="badge fail">new</span>' in page
    assert "net.py:7 in forward: reason (GB0059): print(x)" in page
    assert "nothing is new, nothing is gone" in as_text(report(compare(accepted(found("a")), [seen(found("a"))])[0]))
