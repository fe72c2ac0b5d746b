"""Check, fix and verify a copy of this example, and show what each command prints (``make demo``).

Exits with 1 as soon as a step does not do what it is here to show.
"""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

HERE = Path(__file__).resolve().parent
COPY = HERE.parents[1] / ".demo" / "captioning"
TARGET = "train.py:captioning"

console = Console(highlight=False, width=None if sys.stdout.isatty() else 110)


def fullgraph(*arguments: str, exits_with: int) -> None:
    """Run the command in the copy, with its output going to the terminal."""
    console.print(f"\n[bold]$ {shlex.join(['fullgraph', *arguments])}[/]")
    done = subprocess.run([sys.executable, "-m", "fullgraph", *arguments], cwd=COPY)
    expect(done.returncode == exits_with, f"exit status {exits_with}, not {done.returncode}")


def expect(holds: bool, claim: str) -> None:
    if not holds:
        console.print(f"[red]The demo expected this, and it does not hold:[/] {claim}")
        raise SystemExit(1)


def verdict(run: dict[str, Any], check: str) -> tuple[bool, str]:
    """Whether a check of ``fullgraph verify`` passed, and its one line of explanation."""
    found = next((v for v in run["verdicts"] if v["check"] == check), None)
    return (False, "not run") if found is None else (found["status"] == "pass", found["summary"])


def describe(run: dict[str, Any]) -> dict[str, str]:
    """The column of one version of the code, by row."""
    breaks = [f"{Path(b['place']['filename']).name}:{b['place']['line']} ({b['registry_id']})" for b in run["breaks"]]
    numerics, gains = run["numerics"], run["gains"]
    milliseconds = {name: f"{gains[name]['median'] * 1e3:.1f} ms" for name in ("eager", "compiled")}
    return {
        "graph breaks": ", ".join(breaks) or "none",
        "graphs": str(run["graphs"]),
        "compiles with fullgraph=True": "yes" if verdict(run, "fullgraph")[0] else "no",
        "recompiles in the steady state": "none" if verdict(run, "steady")[0] else verdict(run, "steady")[1],
        "loss, eager": f"{numerics['loss_eager']:.6f}",
        "loss, compiled": f"{numerics['loss_compiled']:.6f}",
        f"largest error of {numerics['gradients']} gradients and the outputs": f"{numerics['max_error']:.1e}",
        "eager, per training step": milliseconds["eager"],
        "compiled, per training step": milliseconds["compiled"],
        "compiled is faster by": f"{gains['speedup']:.2f}x",
        "time to compile": f"{gains['compile_seconds']:.0f} s",
    }


def show(report: dict[str, Any]) -> None:
    before, after = report["before"], report["after"]
    where = before["environment"]
    console.print(f"\n[bold]{report['target']}[/], {before['what']}, torch {where['torch']} on {where['device_name']}")
    table = Table()
    for title in ("", "before", "after the fix"):
        table.add_column(title)
    columns = describe(before), describe(after)
    for row, value in columns[0].items():
        table.add_row(row, value, columns[1].get(row, ""))
    table.add_section()
    agrees = report["repair"]["agrees"]
    table.add_row("fixed and original agree in eager", "", "yes" if agrees["status"] == "pass" else agrees["summary"])
    console.print(table)


def main() -> None:
    started = time.perf_counter()
    shutil.rmtree(COPY, ignore_errors=True)
    COPY.mkdir(parents=True)
    shutil.copy(HERE / "train.py", COPY)
    console.print(f"The example is copied to {COPY}; compiling takes some minutes.")

    fullgraph("check", ".", exits_with=1)
    fullgraph("check", "--fix", "--diff", ".", exits_with=1)

    result = COPY.parent / "verify.json"
    options = ["--fix", "--cold", "--processes", "1", "--follow", "transformers"]
    options += ["--output-format", "json", "--output-file", str(result)]
    fullgraph("verify", TARGET, *options, exits_with=0)
    (report,) = json.loads(result.read_text())["targets"]
    show(report)
    before, after = report["before"], report["after"]
    expect(bool(before["breaks"]) and not verdict(before, "fullgraph")[0], "the original breaks, and fails fullgraph")
    expect(all(b["predicted_by"] for b in before["breaks"]), "check predicts every break")
    expect(after is not None and not after["breaks"] and after["graphs"] == 1, "the fixed copy is one graph")
    for check in ("fullgraph", "steady", "numerics", "gains"):
        expect(verdict(after, check)[0], f"after the fix, {check}: {verdict(after, check)[1]}")
    expect(report["repair"]["agrees"]["status"] == "pass", "the fix changes neither values nor gradients")

    fullgraph("check", "--fix", ".", exits_with=0)
    fullgraph("check", ".", exits_with=0)
    console.print(
        f"\nEverything held, in {time.perf_counter() - started:.0f} s. The fixed script is {COPY / 'train.py'}"
    )


if __name__ == "__main__":
    main()
