"""Stores of sweeps that never ran: the same for the same arguments, of any size, with texts that try to be more."""

from __future__ import annotations

import dataclasses
import datetime
import hashlib
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from fullgraph.sweep.rows import (
    BreakRow,
    CheckRow,
    Environment,
    Planned,
    PredictionRow,
    RecompileRow,
    RepairRow,
    RunMode,
    RunRow,
    RunStatus,
    SourceRow,
    TimingRow,
)
from fullgraph.sweep.store.store import About, Store

NASTY = (
    "</script><script>document.title = 'taken over'</script>",
    "<img src=x onerror=\"document.title = 'taken over'\">",
    "<!-- <script> & &lt;b&gt; ' \" ` ${1} {{ 1 }} {% raw %}",
    "größer ≥ 0 · 模型 · 🤖 · \u202eright to left\u202c · \x1b[31mred\x1b[0m · \u2028 a new line",
    "x = " + " + ".join(f"layer_{number}(hidden_states)" for number in range(400)),
    "a | table | of `Markdown` [link](javascript:alert(1)) *and* _more_",
    "[bold]markup of rich[/bold] [/] [link=file:///etc/passwd]here[/link]",
)
"""Texts that a target can print, or have as a line of code."""
LIBRARIES = {
    "hf": ("hf:{}Model", "transformers/models/{}/modeling_{}.py"),
    "timm": ("timm:{}", "timm/models/{}.py"),
    "torchvision": ("torchvision:{}", "torchvision/models/{}.py"),
    "pyg": ("pyg:{}", "torch_geometric/nn/models/{}.py"),
    "zoo.py": ("zoo.py:{}", "zoo/{}.py"),
}
"""How targets of each library are called, and where their code lies."""
ENVIRONMENTS = tuple(
    Environment(
        f"torch-{version}",
        f"/opt/torch-{version}/bin/python",
        "3.12.4",
        f"{version}.0+cpu",
        {"transformers": "4.54.1", "timm": "1.0.19", "torchvision": "0.24.1+cpu", "torch-geometric": "2.6.1"},
    )
    for version in ("2.11", "2.13", "2.15")
)
REASONS: tuple[tuple[str | None, str, str, list[str]], ...] = (
    ("GB0170", "Data-dependent branching", "if mask.sum() > 0:", ["FG101"]),
    ("GB0123", "Dynamic shape operator", "rows = hidden_states[keep.nonzero()]", ["FG301"]),
    ("GB0124", "Unsupported Tensor.item() call", "steps = int(lengths.max().item())", ["FG201"]),
    ("GB0059", "Attempted to call function marked as skipped", "with profile_region('attention'):", []),
    (None, "logging.Logger method not supported", "logger.warning_once(f'shape {x.shape}')", ["FG402", "FG404"]),
    ("GB0147", "list_richcompare_nonconst", "if sizes == [tuple(x.shape) for x in features]:", []),
)
FAILURES = (
    ("target", "needs a tokenizer", "CannotBuild: the configuration names a tokenizer, which is a download"),
    ("raised", "ImportError: no module of that name", "ImportError: No module named 'detectron2'"),
    ("memory", "more memory than its limit", "took 9.1 GiB, more than the 8 GiB it was given"),
    ("timeout", "longer than its limit", "was stopped after 300 s, in the search for graph breaks"),
    ("crash", "segmentation fault", "died of signal 11 (SIGSEGV)"),
)
STEMS = (
    "bert gpt swin conv mix vit reg efficient mobile deit beit t5 whisper mamba clip sam detr llama point graph".split()
)
FIRST = datetime.datetime(2026, 3, 1, 12, tzinfo=datetime.timezone.utc)


@dataclass(frozen=True)
class Site:
    """A line that breaks, in the library that it is of."""

    library: str
    file: str
    line: int
    reason: int
    source: str


def make(
    path: Path,
    *,
    runs: int = 60,
    environments: Sequence[Environment] = ENVIRONMENTS[:2],
    modes: Sequence[RunMode] = ("eval", "train"),
    left: int = 0,
    seed: int = 0,
) -> Path:
    """Write a store of so many runs, of which the last ``left`` are not done. Return its path."""
    about = About(FIRST, "0.1.0", f"fullgraph sweep hf: timm: --store {path.name}", {"modes": list(modes)})
    with Store.create(path, about) as store:
        store.add_environments(environments)
        every = list(planned(runs, environments, modes))
        store.plan(every)
        for number, one in enumerate(every[: runs - left]):
            store.add(ended(one, number, seed))
    return path


def planned(runs: int, environments: Sequence[Environment], modes: Sequence[RunMode]) -> Iterator[Planned]:
    """Plan so many runs, in the order of a sweep."""
    names = list(LIBRARIES)
    for number in range(runs):
        rest, mode = divmod(number, len(modes))
        model, environment = divmod(rest, len(environments))
        library = names[model % len(names)]
        name = f"{STEMS[model % len(STEMS)].capitalize()}{model // len(STEMS) or ''}"
        target = LIBRARIES[library][0].format(name)
        if model % 97 == 13:
            target += NASTY[model % len(NASTY)][:60]
        chosen = environments[environment].environment
        yield Planned("identify", target, modes[mode], "float32", "cpu", chosen, "", library)


def ended(one: Planned, number: int, seed: int = 0) -> RunRow:
    """What came of a run: about half are whole, a tenth cannot be run."""
    chance = random.Random(f"{seed} {one.target}")  # the same model breaks at the same lines in all its runs
    here = random.Random(f"{seed} {one.run}")
    status: RunStatus = chance.choices(("whole", "breaks", "recompiles", "fails", "unusable"), (50, 28, 6, 6, 10))[0]
    if one.mode == "train" and status == "whole" and here.random() < 0.1:
        status = "breaks"
    row = RunRow(
        one.run,
        status,
        seconds=round(here.lognormvariate(1, 0.8), 3),
        finished=FIRST + datetime.timedelta(seconds=number * 0.3),
        node=f"node-{number % 3}",
        peak_memory=here.randrange(400, 4000) << 20,
    )
    if status == "unusable":
        row.failure, row.cause, row.message = chance.choice(FAILURES)
        row.during = "import and construction" if row.failure in ("target", "raised") else "the search for graph breaks"
        row.output = "\n".join(["Traceback (most recent call last):", *here.sample(NASTY, 3), row.message])
        return row
    row.inputs, row.step, row.backend = ["input_ids=int64[2, 16]"], "forward", "eager"
    if one.mode == "train":
        row.step = "forward and backward"
    row.source_hash = hashlib.sha256(one.target.encode()).hexdigest()
    row.breaks = [_break(site, chance, here) for site in _sites(one.library, chance)] if status == "breaks" else []
    row.graphs = 1 + len(row.breaks)
    if status == "recompiles" or (status == "breaks" and chance.random() < 0.2):
        row.recompiles = [_recompile(one.library, chance)]
    row.predictions = _predictions(one.library, chance)
    row.checks = _checks(row, chance)
    row.sources = [SourceRow(LIBRARIES[one.library][1].format("base", "base"), "0" * 64)]
    if status in ("whole", "fails") and chance.random() < 0.7:
        row.timing = _timing(here)
    if status == "breaks":
        row.repairs = [_repair(row, chance)]
    return row


def _sites(library: str, chance: random.Random) -> list[Site]:
    """Some of a library's lines; the first ones are in many of its models."""
    every = []
    for number in range(24):
        fixed = random.Random(f"{library} {number}")
        stem = fixed.choice(STEMS)
        reason = fixed.randrange(len(REASONS))
        source = fixed.choice(NASTY) if number % 8 == 5 else REASONS[reason][2]
        file = LIBRARIES[library][1].format(stem, stem)
        every.append(Site(library, file, fixed.randrange(40, 1900), reason, source))
    weights = [1 / (number + 1) for number in range(len(every))]
    return list(dict.fromkeys(chance.choices(every, weights, k=chance.randrange(1, 5))))


def _break(site: Site, chance: random.Random, here: random.Random) -> BreakRow:
    known, reason, _, codes = REASONS[site.reason]
    depth = chance.randrange(2, 12)
    measured = chance.random() < 0.5
    return BreakRow(
        identity=hashlib.sha256(repr(site).encode()).hexdigest()[:16],
        file=site.file,
        line=site.line,
        function="forward",
        source=site.source,
        kind="skip" if known is None else "break",
        registry_id=known,
        reason=reason,
        explanation=f"Dynamo does not know the value: {site.source}",
        modes=["default", "fullgraph"] if site.line % 3 else ["fullgraph"],
        predicted_by=list(codes),
        missed_in=[] if codes else ["default", "fullgraph"] if site.line % 3 else ["fullgraph"],
        stack=[f"{site.file}:{level * 31 + 7} Block{level}.forward" for level in range(depth)]
        + [f"{site.file}:{site.line} forward"],
        operators=float(chance.randrange(1, 90)) if measured else None,
        syncs=float(chance.randrange(0, 4)) if measured else None,
        cost_seconds=here.uniform(1e-5, 4e-3) if measured else None,
        share=chance.uniform(0.001, 0.4) if measured else None,
    )


def _recompile(library: str, chance: random.Random) -> RecompileRow:
    line = chance.choice((88, 120, 431))
    return RecompileRow(
        identity=hashlib.sha256(f"{library} {line}".encode()).hexdigest()[:16],
        file=LIBRARIES[library][1].format("base", "base"),
        line=line,
        function="forward",
        kind="size",
        guard="tensor 'x' size mismatch at index 0. expected 2, actual 3" if line != 431 else NASTY[0],
        advice="mark the size as dynamic: torch._dynamo.mark_dynamic(x, 0)",
        steady=True,
        over_limit=line == 431,
    )


def _predictions(library: str, chance: random.Random) -> list[PredictionRow]:
    file = LIBRARIES[library][1].format("head", "head")
    return [
        PredictionRow(
            "FG101", "if depends on tensor data: x.any()", file, line, ["default", "fullgraph"], line != 77, line == 77
        )
        for line in chance.sample((77, 78, 190), chance.randrange(0, 3))
    ]


def _checks(row: RunRow, chance: random.Random) -> list[CheckRow]:
    wrong = {
        "breaks": ("breaks", "fullgraph"),
        "recompiles": ("steady",),
        "fails": (chance.choice(("numerics", "effects")),),
    }
    failed = {*wrong.get(row.status, ()), *(("steady",) if row.recompiles else ())}
    found = [
        CheckRow(
            name,
            "fail" if name in failed else "pass",
            f"{len(row.breaks)} found" if name == "breaks" else "as it should",
        )
        for name in ("eager", "breaks", "fullgraph", "steady", "numerics", "effects")
    ]
    if row.status == "fails":
        found[4].summary = NASTY[1]
    return [*found, CheckRow("gains", chance.choice(("pass", "pass", "slower", "skipped")), "1.3 times as fast")]


def _timing(here: random.Random) -> TimingRow:
    eager, ratio = here.uniform(1e-3, 0.2), here.lognormvariate(0.3, 0.3)
    return TimingRow(
        *("inductor", eager, eager / ratio, ratio, ratio * 0.95, ratio * 1.06, here.uniform(2, 60)),
        *(here.randrange(1 << 28), here.randrange(1 << 28), None, None),
    )


def _repair(row: RunRow, chance: random.Random) -> RepairRow:
    codes = [code for one in row.breaks for code in one.predicted_by]
    left = sum(not one.predicted_by for one in row.breaks)
    agrees = None if not codes else "pass" if chance.random() < 0.95 else "fail"
    return RepairRow("safe", codes, chance.randrange(2), "breaks" if left else "whole", left, agrees, "same values")


ABOUT = About(FIRST, "0.1.0", "fullgraph sweep zoo.py", {})


def one(target: str = "zoo.py:Net", **changes: object) -> Planned:
    """One planned run, of the first environment where nothing else is said."""
    planned = Planned(
        pass_="identify",
        target=target,
        mode="eval",
        dtype="float32",
        device="cpu",
        environment=ENVIRONMENTS[0].environment,
        version="",
        library=target.partition(":")[0],
    )
    return dataclasses.replace(planned, **changes)  # type: ignore[arg-type]


def came(planned: Planned, status: RunStatus = "whole", **changes: object) -> RunRow:
    """What came of one run, with nothing else found in it where nothing is said."""
    row = RunRow(planned.run, status, seconds=1.0, finished=FIRST, node="node")
    for name, value in changes.items():
        assert hasattr(row, name)
        setattr(row, name, value)
    return row


def broke(file: str = "zoo/net.py", line: int = 7, **changes: object) -> BreakRow:
    """A break in both modes that nobody predicted."""
    row = BreakRow(
        *(f"{file}:{line}", file, line, "forward", "if x.sum() > 0:", "break", "GB0170", "Data-dependent branching"),
        *(None, ["default", "fullgraph"], [], ["default", "fullgraph"], [f"{file}:{line} forward"]),
    )
    for name, value in changes.items():
        assert hasattr(row, name)
        setattr(row, name, value)
    return row


def written(path: Path, *runs: tuple[Planned, RunRow | None]) -> Path:
    """A store with these runs, of which those without a row are not done. Return its path."""
    with Store.create(path, ABOUT) as store:
        store.add_environments(ENVIRONMENTS)
        store.plan(planned for planned, _ in runs)
        for _, row in runs:
            if row is not None:
                store.add(row)
    return path
