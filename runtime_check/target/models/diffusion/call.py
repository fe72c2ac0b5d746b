"""What the arguments of one call of a model of diffusers are made of."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from fullgraph.runtime_check.target.models.diffusion.documented import shape_of
from fullgraph.runtime_check.target.models.diffusion.layouts import Layout

if TYPE_CHECKING:
    import torch

SIDE = 16
PATCHES = 4
"""Patches along one side of an image that comes as a list of them."""
FRAME = 32
"""Samples of a wave for each sample of what is computed of it."""
FEW = 2
"""Places along each side of a film that becomes many times as large."""
WORDS = 64
"""Different ones, of a text."""
_AXES = ("axes_dims_rope", "axes_dim_rope", "rope_axes_dim", "axes_dims", "mrope_section")
_POOLED = re.compile(r"\w*(pool|projections|global)\w*|proj_embedding|image_embeddings")


class Sizes(Protocol):
    """The sizes that have been learned of a model."""

    model: Any
    layout: Layout
    side: int
    frames: int
    samples: int
    """Of sound."""
    tokens: int
    """Of a text."""
    repeated: bool
    """Texts come once for each frame of a film."""
    widths: dict[str, int]
    ranks: dict[str, int]
    """Of arguments that have another number of dimensions than most models give them."""

    def width(self, name: str, fallback: int | None = None) -> int:
        """The width of an argument."""


def parts_of(model: Any) -> list[Any]:
    """The models that a model is made of, where each of them takes a condition of its own."""
    return list(next((getattr(model, name) for name in ("nets", "adapters") if hasattr(model, name)), []))


class Call:
    """Makes the arguments of one call, which are the same for the same batch."""

    def __init__(self, sizes: Sizes, batch: int) -> None:
        import torch

        self.torch = torch
        self.sizes = sizes
        self.model = sizes.model
        self.batch = batch
        self.generator = torch.Generator().manual_seed(batch)
        own = next(iter(parts_of(sizes.model)), sizes.model)
        self.config: Mapping[str, Any] = getattr(own, "config", {})
        self.parameters = inspect.signature(sizes.model.forward).parameters

    # Numbers

    def floats(self, *shape: int) -> torch.Tensor:
        return self.torch.randn(shape, generator=self.generator)

    def integers(self, high: int, *shape: int) -> torch.Tensor:
        return self.torch.randint(0, high, shape, generator=self.generator)

    def ones(self, *shape: int, kind: str = "float32") -> torch.Tensor:
        return self.torch.ones(shape, dtype=getattr(self.torch, kind))

    def number(self, name: str, fallback: int) -> int:
        """A field of the model's configuration."""
        value = self.config.get(name)
        return value if type(value) is int else fallback

    def annotation(self, name: str) -> str:
        return str(self.parameters[name].annotation).lower() if name in self.parameters else ""

    # Inputs that many models have

    def main(self, name: str, channels: int | None = None) -> Any:
        """An argument that has the layout of the model."""
        channels = self.sizes.width(name, channels)
        batch, side, frames = self.batch, self.sizes.side, self.sizes.frames
        if self.sizes.layout == "image":
            return self.floats(batch, channels, side, side)
        if self.sizes.layout == "film":
            return self.floats(batch, channels, frames, side, side)
        if self.sizes.layout == "frames":
            return self.floats(batch, frames, channels, side, side)
        if self.sizes.layout == "film_last":
            return self.floats(batch, frames, side, side, channels)
        if self.sizes.layout == "tokens":
            return self.floats(batch, PATCHES**2, channels)
        if self.sizes.layout == "list":
            return [self.floats(channels, 1, side, side) for _ in range(batch)]
        if self.sizes.layout == "vector":
            return self.floats(batch, channels)
        if self.sizes.layout == "wave":
            return self.floats(batch, self.sizes.samples * FRAME)
        return self.floats(batch, channels, self.sizes.samples)

    def latents(self, name: str) -> Any:
        """A main input, the first of which has as many channels as the configuration says."""
        channels = self.config.get("in_channels")
        first = not any(width == channels for other, width in self.sizes.widths.items() if other != name)
        return self.main(name, channels if type(channels) is int and first else None)

    def condition(self, name: str) -> Any:
        """An image that says what is wanted: in pixels where latents are eight times smaller."""
        if self.sizes.layout != "image":
            return self.main(name)
        in_pixels = any(field.endswith("conditioning_embedding_out_channels") for field in self.config)
        side = self.sizes.side * (8 if in_pixels else 1)
        return self.floats(self.batch, self.sizes.width(name, 3 if in_pixels else None), side, side)

    def wide(self, name: str) -> Any:
        """What another model made of a text, for example: a row of vectors, or one vector."""
        width = self.sizes.width(name)
        if self.sizes.layout == "list" and "list[" in self.annotation(name):
            return [self.floats(self.sizes.tokens, width) for _ in range(self.batch)]
        if _POOLED.fullmatch(name) or self.sizes.ranks.get(name) == 2:
            return self.floats(self.batch, width)
        rows = self.batch * (self.sizes.frames if self.sizes.repeated else 1)
        stacked = [self.number("num_text_layers", 1)] if "num_text_layers" in self.config else []
        return self.floats(rows, self.sizes.tokens, *stacked, width)

    def time(self, name: str) -> torch.Tensor:
        """A step of the diffusion for each row, or for each frame of each row."""
        return self.ones(self.batch, *([self.sizes.frames] if self.sizes.ranks.get(name) == 2 else []))

    def text_mask(self) -> torch.Tensor:
        """All of the tokens are some of the text."""
        return self.ones(self.batch, self.sizes.tokens, kind="bool")

    def frame_mask(self) -> torch.Tensor:
        """A channel that says for each place of a film whether it is given."""
        return self.ones(self.batch, 1, self.sizes.frames, self.sizes.side, self.sizes.side)

    def places(self, count: int) -> torch.Tensor:
        """Where each of so many parts of the input is: in as many dimensions as the model turns heads by."""
        axes = next((self.config[name] for name in _AXES if isinstance(self.config.get(name), (list, tuple))), (0,) * 3)
        return self.torch.arange(count)[:, None].repeat(1, len(axes)).float()

    def documented(self, name: str) -> Any:
        """An argument of the shape that the docstring of ``forward`` tells; None if it does not."""
        sizes = shape_of(self.model.forward, name)
        if sizes is None:
            return None
        shape = [self.size(name, size) for size in sizes]
        if any(word in name for word in ("ids", "indices", "index", "segment", "indicator", "tags")):
            return self.torch.zeros(shape, dtype=self.torch.long)
        return self.ones(*shape, kind="bool") if "mask" in name else self.floats(*shape)

    def size(self, name: str, size: str) -> int:
        """The size of a dimension by the name that a docstring has for it."""
        if size.isdigit():
            return int(size)
        if "+" in size:
            return sum(self.size(name, part.strip()) for part in size.split("+"))
        if size in self.config and type(self.config[size]) is int:
            return int(self.config[size])
        known = (
            (r"batch|^[nb]$", self.batch),
            (r"text|prompt|caption", self.sizes.tokens),
            (r"seq|image|token|length", PATCHES**2 if self.sizes.layout == "tokens" else self.sizes.tokens),
            (r"frames", self.sizes.frames),
            (r"height|width", self.sizes.side),
        )
        found = next((value for pattern, value in known if re.search(pattern, size.lower())), None)
        return self.sizes.width(name) if found is None else found
