"""``python -m fullgraph``: the same command line as the ``fullgraph`` script."""

import os
import sys

if __name__ == "__main__":
    # -m puts the current folder first among those that are imported from; what lies there is to be read, never run.
    # Nothing may be imported before that but what Python itself has imported by now.
    if not getattr(sys.flags, "safe_path", False) and sys.path and sys.path[0] in ("", os.getcwd()):  # noqa: PTH109
        del sys.path[0]

    from fullgraph.lint.cli import main

    main(prog_name="fullgraph")
