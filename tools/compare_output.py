"""Hold what two checkouts print against each other: ``python tools/compare_output.py BEFORE AFTER PATH...``

BEFORE and AFTER are Python executables in whose environments a checkout is installed, or folders of links to one, each
with the package ``fullgraph`` in it. The paths are checked in every format, with all fixes as a diff; help, rules and
settings are printed as well. Versions are made alike, and nothing else. Exit statuses: 0 all is the same, 1 something
differs, which is printed as a diff.
"""

from __future__ import annotations

import difflib
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SHOWN = 40
"""Lines of each diff."""
VERSION = re.compile(rb'("version": ")[^"]+|^fullgraph [\d.]+\S*', re.M)
CHECK = ("check", "--isolated", "--no-cache")
FORMATS = ("text", "concise", "json", "json-lines", "sarif", "github", "gitlab", "junit")


def commands(paths: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The arguments of what is run."""
    for command in ("", "check", "explain", "rule", "config", "server", "verify"):
        yield tuple(filter(None, (command, "--help")))
    yield "rule", "--all"
    yield "rule", "--all", "--output-format", "json"
    yield ("config",)
    yield "check", "--no-such-option"
    yield "check", "no/such/file.py"
    for path in paths:
        for form in FORMATS:
            yield *CHECK, "--output-format", form, "--confidence", "low", path
        yield *CHECK, "--statistics", path
        yield *CHECK, "--fix", "--diff", path
        yield *CHECK, "--fix", "--unsafe-fixes", "--diff", path
        yield *CHECK, "--mode", "fullgraph", "--scope", "explicit", "--output-format", "json", path
        yield *CHECK, "--torch-version", "2.11", "--output-format", "json", path


def printed(where: str, arguments: Sequence[str]) -> bytes:
    """Exit status, standard output and standard error."""
    environment = dict(os.environ)
    executable = where
    if Path(where).is_dir():
        executable = sys.executable
        environment["PYTHONPATH"] = str(Path(where).resolve())
    done = subprocess.run([executable, "-P", "-m", "fullgraph", *arguments], capture_output=True, env=environment)
    return VERSION.sub(b"", b"status %d\n%s\n%s" % (done.returncode, done.stdout, done.stderr))


def main(before: str, after: str, paths: Sequence[str]) -> int:
    differing = 0
    with ThreadPoolExecutor(2) as pool:
        for arguments in commands(paths):
            one, other = pool.map(printed, (before, after), (arguments, arguments))
            if one == other:
                print(f"same, {len(one):,} bytes: {' '.join(arguments)}", flush=True)
                continue
            differing += 1
            print(f"DIFFERS: {' '.join(arguments)}", flush=True)
            old, new = (text.decode(errors="replace").splitlines() for text in (one, other))
            for line in list(difflib.unified_diff(old, new, "before", "after", lineterm="", n=1))[:SHOWN]:
                print(f"    {line[:300]}")
    print(f"{differing} differ" if differing else "all is the same")
    return 1 if differing else 0


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
