"""Hold other static tools against the graph breaks that `benchmarks.accuracy` recorded.

    python -m benchmarks.comparison --environment FOLDER [--folder .accuracy]

``FOLDER`` is a virtual environment with torchfix, transformers-mlinter, torch-preflight and hotpath-ai; the packages
are those that ``make accuracy`` unpacks. A tool's finding counts as `benchmarks/accuracy/score.py` counts those of
``fullgraph check``: for recall at the line of a break, give or take one, for precision on a line that was traced.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from fullgraph import __version__

from ..accuracy.__main__ import REPOSITORY, measure, within
from ..accuracy.check import Finding
from ..accuracy.measured import Run, load_packages, load_zoo
from ..accuracy.score import BREAK_FAMILIES, ZooScore, score_zoo, share
from .tools import TOOLS, ToolError, findings_of, version_of

HEAD = (
    "| tool | findings in the files | break sites found | recall | findings on traced lines | at a break | precision |",
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
)


def main(arguments: Sequence[str] | None = None) -> int:
    given = _parser().parse_args(arguments)
    packages = [package for package in load_packages() if package.data == "zoo"]
    runs = within(load_zoo(), [package.module for package in packages])
    folder = (given.folder / "zoo").resolve()
    traced = {file for run in runs for file in [*run.traced, *(found.file for found in run.breaks)]}
    files = sorted(file for file in traced if (folder / file).is_file())
    lines = list(HEAD)
    own = measure(packages, given.folder, given.workers).zoo
    lines.append(_row(f"fullgraph {__version__}", None, own))
    for tool in TOOLS:
        try:
            found = findings_of(tool, given.environment.resolve(), files, folder)
            name = f"{tool.name} {version_of(tool, given.environment.resolve())}".strip()
        except ToolError as error:
            print(f"error: {error}", file=sys.stderr)
            return 2
        lines.append(
            _row(f"{name}, all rules" if tool.about_breaks and tool.package else name, found, _score(runs, found))
        )
        if tool.about_breaks and tool.package:
            about = [one for one in found if re.fullmatch(tool.about_breaks, one.code)]
            lines.append(_row(f"{name}, rules about such code", about, _score(runs, about)))
    print(f"{len(files)} files of {len(packages)} packages, {len(runs)} runs of models.\n")
    print("\n".join(lines))
    return 0


def _score(runs: Sequence[Run], found: Sequence[Finding]) -> ZooScore:
    """The score of findings of any code."""
    alike = [Finding(one.file, one.first, one.last, f"{BREAK_FAMILIES[0]} {one.code}") for one in found]
    return score_zoo(runs, alike)


def _row(name: str, found: Sequence[Finding] | None, score: ZooScore) -> str:
    sites, claims = share(score.sites), share(score.claims)
    count = f"{len(found):,}" if found is not None else "-"
    recall = f"{sites.value:.1%}".replace("%", " %")
    precision = f"{claims.value:.1%}".replace("%", " %") if claims.of else "-"
    return f"| {name} | {count} | {sites.hit} of {sites.of} | {recall} | {claims.of} | {claims.hit} | {precision} |"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.comparison", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument(
        "--environment", type=Path, required=True, metavar="FOLDER", help="where the tools are installed"
    )
    parser.add_argument("--folder", type=Path, default=REPOSITORY / ".accuracy", help="where packages are unpacked")
    parser.add_argument("--workers", type=int, default=2, metavar="N")
    return parser


if __name__ == "__main__":
    sys.exit(main())
