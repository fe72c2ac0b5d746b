"""Print what inductor generates for the two sines, as JSON; in a process of its own.

python -m benchmarks.gains.kernel [DEVICE]
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import Any

from .jobs import REPOSITORY

SECONDS = 180
_TEMPLATES = (
    re.compile(r"^(?P<indent>[ ]*)@triton\.jit\n.*?(?=^[ ]*'''|\Z)", re.MULTILINE | re.DOTALL),
    re.compile(r'extern "C".*?(?=^[ ]*(?:\'\'\'|""")|\Z)', re.MULTILINE | re.DOTALL),
)
"""Where a kernel lies in the module that inductor writes: Triton's, or C++."""


def of_two_sines(device: str | None) -> dict[str, Any]:
    """The kernels that a process with a fresh compiler generates. Raises `ValueError` with what it said."""
    command = [sys.executable, "-m", "benchmarks.gains.kernel", *([device] if device else [])]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, timeout=SECONDS)
    if done.returncode:
        said = done.stderr.strip().splitlines()
        raise ValueError(f"inductor does not compile the two sines: {said[-1] if said else done.returncode}")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def kernels_in(code: str) -> list[str]:
    """The source of each kernel in a module that inductor wrote."""
    return [found.group().rstrip() for template in _TEMPLATES for found in template.finditer(code)]


def main() -> int:
    import torch
    from torch._inductor.utils import run_and_get_code

    from .targets.classics import two_sines

    device = sys.argv[1] if len(sys.argv) > 1 else "cuda" if torch.cuda.is_available() else "cpu"
    x = torch.randn(10000, device=device)
    _, codes = run_and_get_code(torch.compile(two_sines), x)
    print(json.dumps({"device": device, "kernels": [kernel for code in codes for kernel in kernels_in(code)]}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
