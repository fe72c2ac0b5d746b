"""``tools`` is imported from the repository, as ``python -m`` finds it there."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
