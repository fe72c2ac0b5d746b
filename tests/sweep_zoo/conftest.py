"""The benchmark is run from the repository's root, where its package is found."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
