"""``python -m fullgraph``: the same command line as the ``fullgraph`` script."""

import sys
from pathlib import Path

if __name__ == "__main__":
    # -m puts the current folder first among those that are imported from; the files there are to be read, never run.
    if not getattr(sys.flags, "safe_path", False) and sys.path and sys.path[0] in ("", str(Path.cwd())):
        del sys.path[0]

    from fullgraph.lint.cli import main

    main(prog_name="fullgraph")
