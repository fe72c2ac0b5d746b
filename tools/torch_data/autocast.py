"""Ask a GPU which elementwise operations autocast computes in float32: ``IN_SINGLE`` in lint/domain/dtypes.py.

    python -m tools.torch_data.autocast

Prints the names of those that give float32 of float16, one on a line. Needs CUDA.
"""

import json
import warnings

import torch

from tools.torch_data import FOLDER

DATA = FOLDER / "torch-2.11.json"
HOMES = (torch, torch.special, torch.nn.functional, torch.Tensor)


def in_single(names: set[str]) -> list[str]:
    """The functions and methods that give float32 of tensors of float16, in one of the usual ways to call them."""
    found = set()
    layer = torch.nn.Linear(4, 4, device="cuda")
    with torch.autocast("cuda", dtype=torch.float16), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        half = layer(torch.rand(2, 4, device="cuda") + 1)
        for name in names:
            functions = [getattr(home, name) for home in HOMES if hasattr(home, name)]
            for function in functions:
                for args in ((half,), (half, half), (half, 2), (half, half, half), (half, 0.1, 0.9)):
                    try:
                        given = function(*args)
                    except (TypeError, RuntimeError, ValueError, NotImplementedError):
                        continue  # not called in this way
                    if isinstance(given, torch.Tensor) and given.dtype == torch.float32:
                        found.add(name)
    return sorted(found)


if __name__ == "__main__":
    if not torch.cuda.is_available():
        raise SystemExit("autocast asks a GPU: torch finds no CUDA here")
    pointwise = json.loads(DATA.read_text(encoding="utf-8"))["pointwise"]
    print("\n".join(in_single({name.rpartition(".")[2] for name in pointwise})))
