"""The runs of a store against expectations: the same file serves `verify` and sweeps."""

from __future__ import annotations

from pathlib import Path

from fullgraph.runtime_check import identity
from fullgraph.runtime_check.expect import observed as of_verify
from fullgraph.runtime_check.expect.comparison import compare, updated
from fullgraph.runtime_check.expect.file import read, write
from fullgraph.runtime_check.expect.model import Key
from fullgraph.runtime_check.results import Environment, ObservedBreak, Place, Run, TargetReport, Verdict
from fullgraph.sweep.expectations import observed
from fullgraph.sweep.store.store import Store
from small_stores import a_break, a_recompile, make_store, planned, run

CHECKS = {"eager": "pass", "breaks": "fail", "fullgraph": "fail", "steady": "pass"}


def test_rows_become_what_expectations_compare(tmp_path: Path) -> None:
    early = a_recompile("early", steady=False)
    path = make_store(
        tmp_path / "s.duckdb",
        run(None, a_break("a"), checks=CHECKS, recompiles=[early, a_recompile("r")]),
        run(planned("hf:Gone"), status="unusable", failure="crash", cause="SIGSEGV"),
        run(planned("hf:Half", dtype="bfloat16", device="cuda:1", mode="train")),
        torch="2.13.0+cpu",
    )
    with Store.open(path) as store:
        net, gone, half = observed(store)
    assert net.key == Key("hf:Net", "2.13", "eval", "cpu")
    assert ([one.identity for one in net.breaks], [one.identity for one in net.recompiles]) == (["a"], ["r"])
    assert (net.graphs, net.checks, net.recompiles[0].reason) == (2, CHECKS, "number: self.n == N")
    assert gone.problem == "hf:Gone could not be run (SIGSEGV), so that nothing was compared"
    assert half.key == Key("hf:Half", "2.13", "train", "cuda", "bfloat16")


def test_of_both_passes_verify_counts(tmp_path: Path) -> None:
    checked, seen = planned(pass_="verify"), planned()
    runs = [run(checked, a_break("a"), checks={"numerics": "fail"}), run(seen, a_break("a"), checks=CHECKS)]
    with Store.open(make_store(tmp_path / "s.duckdb", *runs)) as store:
        (found,) = observed(store)
    assert found.checks == {"numerics": "fail"}


def test_a_sweep_is_held_against_what_verify_has_written(tmp_path: Path) -> None:
    """By identities that both have from the same breaks."""
    broken = ObservedBreak(
        Place("/x/site-packages/net/modeling.py", 7, "forward", "print(x)"),
        *("Failed to trace builtin operator", "GB0059", None, "", "break"),
        modes=["default", "fullgraph"],
    )
    verdicts = [Verdict(name, status, "") for name, status in CHECKS.items()]  # type: ignore[arg-type]
    verified = Run(Environment("cpu", torch="2.13.0"), graphs=2, verdicts=verdicts, breaks=[broken])
    write(tmp_path / "e.toml", updated({}, [of_verify.of_target(TargetReport("hf:Net", verified))]))
    (known,) = identity.of_breaks([broken])
    row = a_break(known.digest, file=known.file, line=70, source="print(x)")
    for breaks, status in (((row,), 0), ((row, a_break("b")), 1)):
        path = make_store(tmp_path / f"{status}.duckdb", run(None, *breaks, checks=CHECKS, graphs=2))
        with Store.open(path) as store:
            (found,) = compare(read(tmp_path / "e.toml"), observed(store))
        assert (found.exit_status, found.accepted) == (status, 1)
