"""The HTML report: one file, well formed, everything escaped, and each section there for its data."""

from __future__ import annotations

import dataclasses
import re
import time
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner
from fullgraph.runtime_check.arms import Arm
from fullgraph.runtime_check.cli import verify as command
from fullgraph.runtime_check.gains.fixed import add_speed
from fullgraph.runtime_check.report.html import as_html
from fullgraph.runtime_check.report.page import TEMPLATES
from fullgraph.runtime_check.results import (
    AppliedFix,
    ArmRun,
    DataParallel,
    Environment,
    Failure,
    FixedSpeed,
    Gains,
    GeneratedCode,
    ObservedBreak,
    ObservedRecompile,
    Place,
    Prediction,
    Ratio,
    Repair,
    Report,
    Run,
    SourceLines,
    TargetReport,
    Timing,
    Verdict,
)

VOID = {"meta", "br", "hr", "img", "input", "link", "rect", "line"}
HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\"'&{{ 7*7 }}\x1b[31m\u202e"
CODE = """# AOT ID: ['0_forward']
triton_poi_fused_0 = async_compile.triton('triton_poi_fused_0', '''
import triton
@triton.jit
def triton_poi_fused_0(in_ptr0, xnumel):
    tl.load(in_ptr0)  # </pre><script>
''', device_str='cuda')
def call(args):
    extern_kernels.mm(a, b, out=c)
"""


class Page(HTMLParser):
    """Checks that tags nest, and keeps what the tests ask for."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == [], self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _ in attrs}) == len(attrs), (tag, attrs)
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open[-1] == tag, (tag, self.open, self.getpos())
        self.open.pop()

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("style", "script"):
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join("".join(self.words).split())

    def headings(self) -> list[str]:
        found = re.findall(r"<h3>(.*?)</h3>", self.rawdata or "")
        return [re.sub(r"<.*?>", "", heading) for heading in found]


def gains(speed: float = 0.002, **values: object) -> Gains:
    known = {
        "peak_memory_eager": 3 << 30,
        "peak_memory_compiled": 1 << 30,
        "kernels_eager": 40,
        "kernels_compiled": 7,
        "items": 8.0,
        "cudagraphs": False,
        "cudagraph_skips": ["mutated inputs (1 instances)"],
        "hints": ["the reduction is not fused"],
    }
    compiled = Timing(speed, speed * 0.9, speed * 1.1, 9)
    return Gains("forward", Timing(0.004, 0.003, 0.005, 9), compiled, "default mode", 3.0, 2, **(known | values))  # type: ignore[arg-type]


def broken(name: str = "/src/model.py", line: int = 7, **values: object) -> ObservedBreak:
    known = {"predicted_by": ["FG101"], "modes": ["default", "fullgraph"], "kind": "break"}
    known["stack"] = [Place("/src/outer.py", 3, "call"), Place(name, line, "forward")]  # type: ignore[assignment]
    return ObservedBreak(
        Place(name, line, "forward", "if x[0] > 1:"),
        "Data-dependent branching",
        "GB0170",
        "https://example.org/gb0170",
        "cannot trace that",
        **(known | values),  # type: ignore[arg-type]
    )


def full_run() -> Run:
    return Run(
        environment=Environment("cuda:0", "NVIDIA H200", "2.11.0", "3.12.1"),
        what="training step",
        input_sets=["x=f32[2,3]", "x=f32[4,3]"],
        graphs=2,
        verdicts=[
            Verdict("eager", "pass", "forward"),
            Verdict("breaks", "fail", "1 graph break", ["a note"]),
            Verdict("steady", "skipped", "nothing to do"),
        ],
        breaks=[broken(), broken(line=9, predicted_by=[], modes=["default"], kind="skip")],
        unobserved=[
            Prediction("FG401", "print breaks", Place("/src/model.py", 8), reached=True, modes=["fullgraph"]),
            Prediction("FG402", "logging breaks", Place("/src/model.py", 11), reached=False),
        ],
        recompiles=[ObservedRecompile(Place("/src/model.py", 5, "forward"), "self.n == 3", True, "make n a buffer")],
        gains=gains(),
        arms=[
            ArmRun(Arm("max-autotune", mode="max-autotune"), gains(0.001), note="two graphs"),
            ArmRun(Arm("reduce-overhead"), failure=Failure("crash", "ended by SIGSEGV", "the timing")),
            ArmRun(Arm("amp"), gains(0.001), agrees=Verdict("numerics", "fail", "2 differences")),
        ],
        code=[GeneratedCode("graph 0, forward", CODE, ["triton_poi_fused_0"])],
        source=[SourceLines("/src/model.py", 4, ["class M:", "    def forward(self, x):", "", "        if x[0] > 1:"])],
    )


def page(*targets: TargetReport) -> Page:
    text = as_html(Report(list(targets), command="fullgraph verify a.py:f", version="1.2", created="2026-01-02T03:04"))
    found = Page(text)
    found.rawdata = text
    return found


def test_every_section_is_there_for_its_data() -> None:
    found = page(TargetReport("a.py:f", full_run()))
    assert found.headings() == [
        "Verdicts",
        "Time per step · forward",
        "Graph breaks (2)",
        "Annotated source",
        "Predicted by check, and not tested by these inputs (1)",
        "Recompiles",
        "Generated code",
    ]
    for part in (
        "fullgraph verify a.py:f",
        "cuda:0 · NVIDIA H200 · torch 2.11.0 · Python 3.12.1 · inductor",
        "a note",
        "/src/model.py:7 in forward",
        "in both modes",
        "only in the default mode",
        "the whole function runs in eager",
        "reached from /src/outer.py:3 in call",
        "FG401: predicted only under fullgraph=True, and did not happen",
        "Predicted by check, and not tested by these inputs (1)",
        "/src/model.py:11",
        "logging breaks",
        "self.n == 3",
        "make n a buffer",
        "max-autotune",
        "ended by SIGSEGV",
        "computes something else: 2 differences",
        "mutated inputs (1 instances)",
        "the reduction is not fused",
        "3.00 GiB → 1.00 GiB",
        "40 → 7",
        "4000/s",
        "triton_poi_fused_0",
        "extern_kernels.mm",
        "not run",
    ):
        assert part in found.text, part


def test_data_parallel_has_a_section_of_its_own() -> None:
    compiled = DataParallel(
        2,
        "nccl",
        "ddp_optimizer",
        25.0,
        breaks=[broken("/torch/nn/parallel/distributed.py", 1566)],
        around=Verdict("ddp", "pass", "2 graphs, split into 6 at the gradient buckets"),
        inside=Verdict("ddp", "fail", "1 difference", ["grad of 0.weight: off by 1"]),
    )
    found = page(TargetReport("a.py:f", Run(environment=Environment(torch="2.13"), ddp=compiled)))
    assert found.headings() == ["DistributedDataParallel on 2 ranks"]
    for part in ("split into 6", "1 difference", "grad of 0.weight: off by 1", "nccl, buckets of 25 MiB", ":1566"):
        assert part in found.text, part
    dead = DataParallel(2, failure=Failure("crash", "rank 1 was ended by SIGSEGV", "the run", output=HOSTILE))
    text = page(TargetReport("a.py:f", Run(ddp=dead))).rawdata
    assert "rank 1 was ended by SIGSEGV" in text
    assert "<script>alert" not in text


def test_without_data_there_is_no_empty_section() -> None:
    run = Run(environment=Environment(torch="2.13"), verdicts=[Verdict("eager", "pass", "forward")])
    assert page(TargetReport("a.py:f", run)).headings() == ["Verdicts"]
    assert page(TargetReport("a.py:f", Run())).headings() == []
    assert page().headings() == []


def test_the_line_has_prediction_and_observation_beside_each_other() -> None:
    rows = re.findall(r"<tr[^>]*>.*?</tr>", page(TargetReport("a.py:f", full_run())).rawdata, re.S)
    marked = next(row for row in rows if '<th scope="row" class="ln">7</th>' in row)
    check, compiler, source = re.findall(r"<td[^>]*>(.*?)</td>", marked)
    assert "FG101" in check and "hit" in check
    assert "break" in compiler
    assert re.sub(r"<.*?>", "", source).strip() == "if x[0] &gt; 1:"
    wrong = next(row for row in rows if '<th scope="row" class="ln">8</th>' in row)
    check, compiler, _ = re.findall(r"<td[^>]*>(.*?)</td>", wrong)
    assert "FG401" in check and "wrong" in check and not compiler
    missed = next(row for row in rows if '<th scope="row" class="ln">9</th>' in row)
    assert "missed" in missed and "skip" in missed


def test_links_lead_to_lines_that_are_there_and_to_the_registry_alone() -> None:
    found = page(TargetReport("a.py:f", full_run()), TargetReport("b.py:g", full_run()))
    ids = [values["id"] for _, values in found.tags if "id" in values]
    assert len(ids) == len(set(ids))
    links = [str(values["href"]) for tag, values in found.tags if tag == "a"]
    assert any(link.startswith("#target-") for link in links)
    for link in links:
        assert link.removeprefix("#") in ids if link.startswith("#") else link == "https://example.org/gb0170"


def test_it_is_one_file_that_fetches_nothing() -> None:
    found = page(TargetReport("a.py:f", full_run()))
    assert not [tag for tag, values in found.tags if tag in ("link", "img", "iframe", "object") or "src" in values]
    style = found.rawdata.partition("<style>")[2].partition("</style>")[0]
    assert "url(" not in style and "@import" not in style and "%DARK%" not in style
    assert style.count("  color-scheme: dark;") == 2
    policy = next(str(v["content"]) for _, v in found.tags if v.get("http-equiv") == "Content-Security-Policy")
    assert "default-src 'none'" in policy
    assert [tag for tag, _ in found.tags].count("script") == 1


def test_the_script_is_the_one_that_the_policy_allows() -> None:
    import base64
    import hashlib

    text = page(TargetReport("a.py:f", full_run())).rawdata
    script = text.partition("<script>")[2].partition("</script>")[0]
    assert base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() in text.partition("<body>")[0]


def hostile(value: object) -> object:
    """The same data, with every free text hostile."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        kept = {"check", "status", "kind", "mode", "modes", "lengths", "optimizer", "torch", "graph"}
        return dataclasses.replace(
            value,
            **{
                f.name: getattr(value, f.name) if f.name in kept else hostile(getattr(value, f.name))
                for f in dataclasses.fields(value)
            },
        )
    if isinstance(value, list):
        return [hostile(item) for item in value]
    return f"{HOSTILE}\n{value}" if isinstance(value, str) else value


def test_hostile_text_is_escaped_everywhere() -> None:
    repair = Repair(
        [AppliedFix("FG101", "a.py", 3, "m")], "--- a\n+++ b\n-x\n+y\n", "note", Verdict("a", "fail", "s", ["n"])
    )
    run = full_run()
    run.failure = Failure("crash", "m", "eager", "trace", "out\nput")
    run.check_errors = ["error"]
    target = hostile(TargetReport("a.py:f", run, repair, full_run()))
    report = Report([target], command=HOSTILE, version=HOSTILE, created=HOSTILE)  # type: ignore[list-item]
    text = as_html(report)
    found = Page(text)
    tags = [tag for tag, _ in found.tags]
    assert tags.count("script") == 1 and "img" not in tags
    assert not any(name.startswith("on") for _, values in found.tags for name in values)
    assert not [v["href"] for t, v in found.tags if t == "a" and not str(v["href"]).startswith("#")]
    assert "\x1b" not in text and "\u202e" not in text
    assert "alert(1)" in found.text and "49" not in re.sub(r"\d{3,}", "", found.text)


@pytest.mark.parametrize("url", ["javascript:alert(1)", "http://example.org", "data:text/html,x"])
def test_only_https_becomes_a_link(url: str) -> None:
    run = full_run()
    run.breaks[0].url = url
    run.breaks = run.breaks[:1]
    assert url not in page(TargetReport("a.py:f", run)).rawdata


def test_before_and_after_with_the_fix_and_what_it_costs() -> None:
    after = full_run()
    after.breaks, after.gains = [], gains(0.009)
    repair = Repair(
        [AppliedFix("FG101", "a.py", 3, "use torch.where")],
        "--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n",
        "",
        Verdict("agreement", "pass", "3 tensors equal"),
        speeds=[FixedSpeed("", *[Timing(0.009, 0.008, 0.01, 9)] * 4, ratio=Ratio(0.25, 0.2, 0.3, 3, 30))],
    )
    before = full_run()
    add_speed(repair, before, after)
    found = page(TargetReport("a.py:f", before, repair, after))
    for part in (
        "As it is",
        "Fixed",
        "use torch.where",
        "3 tensors equal",
        "compiled, fixed",
        "default, checked, fixed",
    ):
        assert part in found.text, part
    assert found.rawdata.count("slower than before the fix, 4.00x the time (3.33 to 5.00, 3 processes)") == 2
    kinds = {values.get("class") for tag, values in found.tags if tag == "span"}
    assert {"add", "del", "hunk", "head"} <= kinds
    assert any(tag == "rect" and values.get("class") == "fixed" for tag, values in found.tags)


def test_both_versions_say_whether_they_pass() -> None:
    after = full_run()
    after.breaks, after.verdicts = [], [Verdict("eager", "pass", "forward"), Verdict("gains", "slower", "2.00x")]
    fixed = TargetReport("a.py:f", full_run(), Repair([AppliedFix("FG101", "a.py", 3, "use torch.where")]), after)
    head = page(fixed).rawdata.partition("<main>")[0]
    assert "as it is: ✗ failed" in head and "fixed: ✓ passed" in head
    found = page(fixed, TargetReport("b.py:g", full_run()))
    assert "as it is: failed, not: no graph break (2 graph breaks)" in found.text
    assert "fixed: passed" in found.text
    assert "With --fix the exit status is that of the fixed copy" in found.text
    assert '<span class="badge slower">slow</span>' in found.rawdata
    plain = page(TargetReport("a.py:f", full_run()))
    assert "as it is" not in plain.text and "--fix" not in plain.text


def test_what_the_recompile_limit_was_hit_for_is_no_detail_of_the_warm_up() -> None:
    run = full_run()
    run.recompiles[0].steady = False
    assert "while warming up" in page(TargetReport("a.py:f", run)).text
    run.recompiles[0].over_limit = True
    text = page(TargetReport("a.py:f", run)).text
    assert "while warming up" not in text and "make n a buffer" in text and "Recompiled up to the limit" in text


def test_bars_are_to_scale_and_can_be_read_aloud() -> None:
    run = full_run()
    run.arms = []
    found = page(TargetReport("a.py:f", run))
    bars = {values["class"]: float(str(values["width"])) for tag, values in found.tags if tag == "rect"}
    assert bars["eager"] == pytest.approx(100 * 0.004 / 0.005)
    assert bars["compiled"] == pytest.approx(100 * 0.002 / 0.005)
    labels = [values.get("aria-label") for tag, values in found.tags if tag == "svg"]
    assert labels == ["eager: 4 ms (3 ms to 5 ms)", "compiled: 2 ms (1.8 ms to 2.2 ms)"]


def test_several_targets_have_a_table_of_all() -> None:
    crashed = Run(failure=Failure("crash", "ended by SIGSEGV", "eager", output="last <words>"))
    found = page(TargetReport("a.py:f", full_run()), TargetReport("b.py:g", crashed))
    assert "All targets" in found.text
    assert "last <words>" in found.text
    assert found.rawdata.count('<details class="card"') == 2


@pytest.mark.slow
def test_large_reports_stay_usable() -> None:
    run = full_run()
    run.breaks = [broken(line=line) for line in range(1, 701)]
    run.source = [SourceLines("/src/model.py", 1, ["    x = f(x)  # " + "y" * 40] * 720)]
    kernel = CODE.replace("    tl.load(in_ptr0)", "    tl.load(in_ptr0)\n" * 20_000)
    run.code = [GeneratedCode(f"graph {n}, forward", kernel, ["triton_poi_fused_0"]) for n in range(20)]
    start = time.perf_counter()
    text = page(TargetReport("a.py:f", run)).rawdata
    assert time.perf_counter() - start < 60
    assert len(text) < 6_000_000
    assert "Cut after 200000 of " in text
    assert "Left out to keep the page short" in text
    assert "The first 500 of 700" in text


def test_the_command_writes_it_beside_what_it_prints(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text("import torch\n\n\ndef f(x):\n    print('</td>')\n    return x + 1\n")
    options = ["--input", "f32[3]", "--backend", "eager", "--bench-seconds", "0", "--device", "cpu"]
    file = tmp_path / "report.html"
    result = CliRunner().invoke(command, [f"{tmp_path / 'm.py'}:f", *options, "--html", str(file)])
    assert result.exit_code == 1, result.output
    assert "Failed to trace builtin operator" in result.stdout
    found = Page(file.read_text(encoding="utf-8"))
    assert "print('</td>')" in found.text
    assert "GB0059" in found.text and "FG401" in found.text and "missed" not in found.text


def test_a_folder_that_is_not_there_is_said_before_anything_runs(tmp_path: Path) -> None:
    result = CliRunner().invoke(command, ["nowhere.py:f", "--html", str(tmp_path / "no" / "report.html")])
    assert result.exit_code == 2
    assert "--html: there is no folder" in result.output


def luminance(colour: str) -> float:
    """WCAG 2.2's relative luminance."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_colours_have_the_contrast_that_reading_takes(theme: str) -> None:
    style = (TEMPLATES / ("style.css" if theme == "light" else "dark.css")).read_text()
    colour = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", style.partition("}")[0]))
    tokens = ["key", "str", "com", "num", "fun", "dec", "bui", "text", "dim"]
    pairs = [(token, ground) for token in tokens for ground in ("card", "bg", "fail-soft", "skip-soft")]
    pairs += [(word, f"{word}-soft") for word in ("pass", "fail", "skip")]
    pairs += [
        ("pass", "card"),
        ("fail", "card"),
        ("skip", "card"),
        ("accent", "card"),
        ("dim", "soft"),
        ("text", "soft"),
    ]
    low = {}
    for text, ground in pairs:
        light, dark = sorted((luminance(colour[text]), luminance(colour[ground])), reverse=True)
        if (light + 0.05) / (dark + 0.05) < 4.5:
            low[text, ground] = round((light + 0.05) / (dark + 0.05), 2)
    assert not low
