"""Draw which packages are set aside and which of their modules are targets, and write looked_at.toml and aside.toml.

python benchmarks/packages/draw.py        in the environment with the packages
"""

import importlib
import random
import sys
from pathlib import Path

import tomllib

SEED = 20261125
ASIDE = 10
MOST = 20
"""Targets of a package."""
AT_ONCE = 4
"""The first so many of every package come before the others, so that a sweep that is cut off has seen every package."""
HERE = Path(__file__).parent


def main() -> None:
    """Write both files."""
    sys.path.insert(0, str(HERE))
    listings = [HERE / "swept_once.toml", HERE / "swept_once_more.toml"]
    once = [one for path in listings for one in tomllib.loads(path.read_text(encoding="utf-8"))["targets"]]
    others = {target.partition(":")[0] for target in once}
    files = sorted(path.name for path in HERE.glob("use_*.py") if path.name not in others)
    chance = random.Random(SEED)
    aside = set(chance.sample(files, ASIDE))
    drawn = {}
    for file in files:
        names = list(importlib.import_module(file.removesuffix(".py")).MODELS)
        drawn[file] = chance.sample(names, min(MOST, len(names)))
    for listing, chosen in ("looked_at.toml", [f for f in files if f not in aside]), ("aside.toml", sorted(aside)):
        lines = [
            f'    "{file}:{name}",'
            for start in range(0, MOST, AT_ONCE)
            for file in chosen
            for name in drawn[file][start : start + AT_ONCE]
        ]
        (HERE / listing).write_text("targets = [\n" + "\n".join(lines) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
