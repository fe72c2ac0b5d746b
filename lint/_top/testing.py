"""For tests: ``assert_fullgraph``. Needs what ``fullgraph[verify]`` installs."""

from fullgraph.runtime_check.testing import Compiled, FullgraphError, assert_fullgraph

__all__ = ["Compiled", "FullgraphError", "assert_fullgraph"]
