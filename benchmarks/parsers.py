"""Why the analyzer reads ``ast`` and not LibCST trees: CPU time to parse the same files, as a ratio, in one run.

python benchmarks/parsers.py SITE-PACKAGES/transformers/models --files 60
"""

from __future__ import annotations

import argparse
import ast
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import libcst


def cpu_ms_per_1000_lines(parse: Callable[[str], object], texts: Sequence[str]) -> float:
    """CPU milliseconds that ``parse`` takes for 1,000 lines."""
    start = time.process_time()
    for text in texts:
        parse(text)
    return 1e6 * (time.process_time() - start) / sum(text.count("\n") for text in texts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--files", type=int, default=60)
    given = parser.parse_args()
    files = sorted(given.folder.rglob("modeling_[a-z]*.py"))[: given.files]
    if not files:
        parser.error(f"no modeling_*.py below {given.folder}")
    texts = [path.read_text(encoding="utf-8") for path in files]
    plain = cpu_ms_per_1000_lines(ast.parse, texts)
    concrete = cpu_ms_per_1000_lines(libcst.parse_module, texts)
    print(f"{len(texts)} files, {sum(text.count(chr(10)) for text in texts)} lines; CPU ms per 1,000 lines:")
    print(f"ast.parse {plain:.1f}, libcst.parse_module {concrete:.1f}, ratio {concrete / plain:.1f}")


if __name__ == "__main__":
    main()
