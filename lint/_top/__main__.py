"""``python -m fullgraph``: the same command line as the ``fullgraph`` script."""

from fullgraph.lint.cli import main

if __name__ == "__main__":
    main(prog_name="fullgraph")
