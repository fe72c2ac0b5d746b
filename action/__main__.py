"""``python action check|comment|verify``: the steps of ``action.yml``, run by path so that no module of the checked
repository is imported."""

import sys

from fullgraph_action.steps import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
