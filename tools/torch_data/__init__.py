"""The generators of the tables in ``lint/torch_data``, from the torch and the packages that are installed.

Run from the repository's root, each as ``python -m tools.torch_data.NAME``: ``generate`` writes what is known of torch,
``numbers`` adds which parameters are numbers, ``calls`` writes what the methods of tensors can be called with,
``packages`` what is known of packages beside torch, ``numpy_names`` which functions of NumPy are traced, and
``scipy_names`` which functions of SciPy end the graph.
``autocast`` asks a GPU which operations autocast computes in float32. The product
reads the tables and never runs these.
"""

from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "lint" / "torch_data"
"""The folder of the tables."""
