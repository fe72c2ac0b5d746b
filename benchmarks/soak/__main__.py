"""Edit for so long, and say what was held meanwhile and how long answers took.

python -m benchmarks.soak --minutes 30 --output-file server.json server      (or workspace, or watch)
python -m benchmarks.soak plot server.json watch.json --image soak.png
"""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import tempfile
from pathlib import Path

from benchmarks.soak.editing import make_project
from benchmarks.soak.results import Soak, plot, table

ROOT = Path(__file__).resolve().parents[2]


def sources(number: int) -> list[Path]:
    """Files to edit: cases of the rules and, where transformers is installed, models, half of each."""
    found = sorted((ROOT / "tests" / "cases").rglob("*.py"))
    spec = importlib.util.find_spec("transformers")
    models: list[Path] = []
    if spec is not None and spec.submodule_search_locations:
        folder = Path(spec.submodule_search_locations[0]) / "models"
        models = sorted(folder.glob("*/modeling_[a-m]*.py"))
    half = number // 2 if models else 0
    return [*_spread(models, half), *_spread(found, number - half)]


def _spread(files: list[Path], number: int) -> list[Path]:
    return [files[index * len(files) // number] for index in range(number)] if files else []


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.soak", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["server", "workspace", "watch", "plot"])
    parser.add_argument("runs", nargs="*", type=Path, help="with plot: what runs have written")
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--files", type=int, default=60, help="how many files to edit")
    parser.add_argument("--pause", type=float, default=0.5, help="seconds between two edits, on the average")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output-file", type=Path, help="write the samples there, as JSON")
    parser.add_argument("--image", type=Path, default=Path("soak.png"), help="with plot: where to draw")
    given = parser.parse_args()
    if given.what == "plot":
        soaks = [Soak.read(path) for path in given.runs]
        plot(soaks, given.image)
        print("\n".join(f"{soak.what}\n\n{table(soak)}" for soak in soaks))
        return
    with tempfile.TemporaryDirectory(prefix="fullgraph-soak-") as name:
        folder = Path(name).resolve()
        files = make_project(folder, sources(given.files))
        lines = sum(path.read_bytes().count(b"\n") for path in files)
        titles = {"server": "fullgraph server", "workspace": "fullgraph server, whole folder"}
        title = titles.get(given.what, "fullgraph check --watch")
        soak = Soak(title, given.minutes * 60, len(files), lines)
        if given.what == "watch":
            from benchmarks.soak.watch import soak_watch

            soak_watch(soak, folder, files, given.seed, given.pause)
        else:
            from benchmarks.soak.server import soak_server

            mode = "workspace" if given.what == "workspace" else "openFilesOnly"
            asyncio.run(soak_server(soak, folder, files, given.seed, given.pause, mode))
    if given.output_file is not None:
        soak.write(given.output_file)
    print(table(soak))


if __name__ == "__main__":
    main()
