"""Which of SciPy's functions and classes end the graph where compiled code calls them, as data.

``python -m tools.torch_data.scipy_names`` writes ``scipy.json``; reading it needs neither torch nor SciPy.
"""

from __future__ import annotations

import functools
import json
from importlib import resources

FILE = "scipy.json"


@functools.lru_cache(maxsize=1)
def scipy_names() -> frozenset[str]:
    """Return the dotted names of those that were seen to end the graph, in all versions of torch that were asked."""
    data = json.loads(resources.files(__package__).joinpath(FILE).read_bytes())
    return frozenset(data["breaks"])
