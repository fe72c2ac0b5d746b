"""What counts as a removed break."""

import dataclasses

from benchmarks.fixes import docs, report
from benchmarks.fixes.library import Checked, Found, Lines
from benchmarks.fixes.run import Model, Runs, affected, as_runs, load_models, zoo_models
from benchmarks.fixes.score import Score, make_score
from benchmarks.fixes.worker import ModeRun, SeenBreak

FILE = "transformers/m.py"
OLD = "a\nif t:\n    x\nb\nprint(b)\nc\n"
SAFE = "a\nif t:\n    x\nb\nc\n"
"""Without line 5."""
UNSAFE = "a\nx = where(t)\nb\nc\n"
"""Without line 5, and with lines 2 and 3 rewritten."""


def seen(line: int, file: str = FILE) -> SeenBreak:
    return SeenBreak(file, line, "forward", "Data-dependent branching", "GB0170", "")


def run(*lines: int, **values: object) -> ModeRun:
    return ModeRun(breaks=[seen(line) for line in lines], **values)  # type: ignore[arg-type]


def found(line: int, level: str) -> Found:
    return Found("FG101", "branch-on-tensor", (line, line), "if depends on tensor data", level, f"the fix of {line}")


def score(original: Runs, safe: Runs, unsafe: Runs, *findings: Found) -> Score:
    return make_score(
        "1.0",
        [Model(name, "Family") for name in original],
        original,
        {"safe": safe, "observed": safe, "unsafe": unsafe},
        {"safe": {FILE: Lines(OLD, SAFE)}, "observed": {FILE: Lines(OLD, SAFE)}, "unsafe": {FILE: Lines(OLD, UNSAFE)}},
        Checked({FILE: list(findings)}),
        {(FILE, line): OLD.splitlines()[line - 1] for line in range(1, 7)},
    )


def test_each_site_is_removed_by_the_first_level_that_does() -> None:
    result = score(
        {"M": {"eval": run(2, 5, 6)}},
        {"M": {"eval": run(2, 5)}},
        {"M": {"eval": run(4)}},
        found(2, "unsafe"),
        found(5, "safe"),
        found(6, "display"),
    )
    assert {site.line: site.status for site in result.sites} == {2: "unsafe", 5: "safe", 6: "stays"}
    assert [site.why for site in result.sites] == ["", "", "the fix of 6"]
    assert result.counts.before == 3
    assert result.counts.gone == {"safe": 1, "observed": 1, "unsafe": 2}
    assert result.counts.after == {"safe": 2, "observed": 2, "unsafe": 1}


def test_a_break_that_moves_into_its_rewrite_stays() -> None:
    result = score({"M": {"eval": run(2)}}, {"M": {"eval": run(2)}}, {"M": {"eval": run(2)}}, found(2, "unsafe"))
    assert result.sites[0].status == "stays"
    assert "the rewritten line still breaks" in result.sites[0].why


def test_a_site_must_be_gone_in_every_run() -> None:
    original = {"M": {"eval": run(5), "train": run(5)}}
    after = {"M": {"eval": run(), "train": run(4, 5)}}
    result = score(original, after, {"M": {"eval": run(), "train": run(4)}}, found(6, "safe"))
    assert result.sites[0].status == "safe"
    untouched: Runs = {}
    runs = {"safe": untouched, "observed": untouched, "unsafe": untouched}
    same = make_score(
        "1.0", [Model("M", "F")], original, runs, {"safe": {}, "observed": {}, "unsafe": {}}, Checked(), {}
    )
    assert same.sites[0].status == "stays"
    assert same.counts.gone == {"safe": 0, "observed": 0, "unsafe": 0}


def test_breaks_that_show_only_afterwards_are_counted_and_named() -> None:
    result = score({"M": {"eval": run(5)}}, {"M": {"eval": run(1)}}, {"M": {"eval": run(1)}})
    assert result.counts.after == {"safe": 1, "observed": 1, "unsafe": 1}
    assert result.shown["safe"] == [f"{FILE}:1 Data-dependent branching [M (eval)]"]
    assert result.sites[0].status == "safe"
    assert result.free("unsafe") == []


def test_models_that_get_worse_are_named_and_not_free() -> None:
    original = {"A": {"eval": run(5)}, "B": {"eval": run(5)}, "C": {"eval": run(5)}, "D": {"eval": run(5)}}
    after = {
        "A": {"eval": run(differences=["output.logits differs"])},
        "B": {"eval": run(failure="NameError: x")},
        "C": {"eval": run(compiled_differences=["output differs"])},
        "D": {"eval": run()},
    }
    result = score(original, after, after)
    assert [text.split(":")[0] for text in result.changed["safe"]] == ["A (eval)", "C (eval), compiled"]
    assert result.failing["unsafe"] == ["B (eval): NameError: x"]
    assert "B" not in result.free("safe")
    assert result.sites[0].status == "stays"


def test_other_random_numbers_are_told_apart() -> None:
    after = {"M": {"train": run(draws=["output.loss differs"])}}
    result = score({"M": {"train": run(5)}}, after, after)
    assert result.draws["unsafe"] == ["M (train): output.loss differs"]
    assert result.changed == {"safe": [], "observed": [], "unsafe": []}
    assert result.free("safe") == ["M"]


def test_runs_that_fail_as_released_are_left_out() -> None:
    result = score({"M": {"eval": run(5, failure="ImportError: scipy"), "train": run()}}, {}, {})
    assert result.sites == []
    assert result.failures == ["M (eval): ImportError: scipy"]


def test_a_run_that_crashes_removes_nothing() -> None:
    released = {"M": {"eval": run(5, crash="AssertionError")}}
    result = score(released, {"M": {"eval": run(crash="AssertionError")}}, {"M": {"eval": run()}})
    assert result.crashes == ["M (eval): AssertionError"]
    assert result.failing == {"safe": [], "observed": [], "unsafe": []}
    assert result.sites[0].status == "unsafe"
    after = {"M": {"eval": run(crash="AssertionError")}}
    result = score({"M": {"eval": run(5)}}, after, after)
    assert result.failing["safe"] == ["M (eval): compiled it raises AssertionError"]
    assert result.sites[0].status == "stays"


def test_only_runs_through_changed_functions_run_again() -> None:
    models = [Model(name, "Family") for name in "ABC"]
    original: Runs = {
        "A": {"eval": run(reached={FILE: [3, 4]}), "train": run(reached={FILE: [3, 9]})},
        "B": {"eval": run(reached={FILE: [4]}), "train": run(reached={"transformers/other.py": [1]})},
        "C": {"eval": run(reached={"transformers/last.py": [1]}), "train": run()},
    }
    changed = {FILE: [range(8, 12)], "transformers/other.py": [], "transformers/last.py": [range(5, 6)]}
    again = {model.name: modes for model, modes in affected(models, original, changed).items()}
    assert again == {"A": ["train"], "B": ["train"], "C": ["eval"]}


def test_findings_of_other_families_explain_no_break() -> None:
    other = dataclasses.replace(found(5, "safe"), code="FG701")
    result = score({"M": {"eval": run(5)}}, {}, {}, other)
    assert result.sites[0].finding is None
    assert result.sites[0].pattern == "not found: Data-dependent branching"


def test_reports_name_every_site() -> None:
    result = score({"M": {"eval": run(2, 5)}}, {"M": {"eval": run(2)}}, {"M": {"eval": run(2)}}, found(2, "display"))
    assert f"{FILE}:5" in report.text(result)
    page = docs.tables([result])
    assert f"| {FILE}:2 | `if t:` | FG101 branch-on-tensor | GB0170 | the fix of 2 |" in page
    assert f"| {FILE}:5 |" in page
    assert '"why": "the fix of 2"' in report.as_json([result])


def test_runs_survive_json() -> None:
    original = {"M": {"eval": run(2, loss=1.5)}}
    plain = {name: {mode: dataclasses.asdict(one) for mode, one in modes.items()} for name, modes in original.items()}
    assert as_runs(plain) == original


def test_the_models_are_each_there_once() -> None:
    names = [model.name for model in load_models()]
    assert len(names) == len(set(names)) > 40


def test_the_zoo_is_made_of_targets_of_its_packages() -> None:
    from fullgraph.runtime_check.target.target import parse_spec

    from benchmarks.fixes.library import ZOO_RELEASES, packages

    for release in ZOO_RELEASES:
        models = zoo_models(packages()[release].name)
        assert models
        assert len({model.name for model in models}) == len(models)
        assert all(parse_spec(model.target) for model in models)


def test_sections_of_other_releases_stay() -> None:
    page = f"# Title\n\n{docs.BEGIN}\n\n## a 1\n\nold\n\n## b 1\n\n### kept\n\nb\n\n{docs.END}\n"
    new = docs.rewrite(page, "## a 1\n\nnew\n\n### more\n\n## c 1\n\nc\n")
    assert [line for line in new.splitlines() if line] == [
        "# Title",
        docs.BEGIN,
        "## a 1",
        "new",
        "### more",
        "## b 1",
        "### kept",
        "b",
        "## c 1",
        "c",
        docs.END,
    ]
    assert docs.rewrite(new, "## c 1\n\nc\n") == new
