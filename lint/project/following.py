"""Which installed packages are read where the code leads into them."""

from __future__ import annotations

import sys
from dataclasses import dataclass

SKIPPED = frozenset(
    (
        *("fx2trt_oss", "hypothesis", "networkx", "onnx", "onnxruntime", "onnx_tf", "pandas", "sklearn", "tabulate"),
        *("tensorflow", "tensorrt", "torch2trt", "tvm", "xarray"),
    )
)
"""Packages that TorchDynamo lists as not to be traced (``torch._dynamo.trace_rules.THIRDPARTY_SKIPLIST``)."""
_TORCH = frozenset("torch torchgen functorch triton torchvision einops tensordict".split())
"""Torch itself, and what the torch data or TorchDynamo describe: their functions are known without their source."""
_NAMED = frozenset(
    "numpy scipy tqdm rich click PIL cv2 IPython ipdb jaxtyping pydantic safetensors sentencepiece tokenizers".split()
)
"""Packages whose functions rules and models know by name: what is in them would hide that."""
_PLAIN = frozenset(("packaging",))
"""Packages of plain Python into which no tensor gets: what they do ends no graph, and takes time to interpret."""
_NEVER_READ = SKIPPED | _TORCH | _NAMED | _PLAIN | sys.stdlib_module_names


@dataclass(frozen=True)
class Following:
    """Which installed packages are read, beside those that the checked files belong to."""

    named: tuple[str, ...] = ()
    """These in any case."""
    reached: bool = False
    """All others too that TorchDynamo would trace into, and nothing else here describes."""

    def takes(self, top: str) -> bool:
        """Whether a top-level package is read if it is installed."""
        return top in self.named or (self.reached and top not in _NEVER_READ)
