"""Stands for ``python -m fullgraph sweep TARGETS --store FILE``: a target breaks where its file prints."""

from __future__ import annotations

import sys
from pathlib import Path

from small_stores import a_break, make_store, planned, run


def main(arguments: list[str]) -> int:
    assert arguments[:3] == ["-m", "fullgraph", "sweep"]
    end = next(place for place, text in enumerate(arguments) if text.startswith("--"))
    options = dict(zip(arguments[end::2], arguments[end + 1 :: 2], strict=True))
    with Path(sys.argv[1], "calls.txt").open("a") as stream:
        stream.write(f"{' '.join(arguments[3:end])} {options.get('--modes', '')}\n")
    runs = []
    for target in arguments[3:end]:
        text = Path(target.partition(":")[0]).read_text()
        if "fail" in text:
            print("warming up\nerror: no such target", file=sys.stderr)
            return 2
        sources = {"net.py": str(hash_of(text))}
        runs.append(run(planned(target), *([a_break("p")] if "print" in text else []), sources=sources))
    make_store(Path(options["--store"]), *runs, executable=sys.argv[2])
    return 1


def hash_of(text: str) -> int:
    return sum(map(ord, text))


if __name__ == "__main__":
    sys.exit(main(sys.argv[3:]))
