"""Inputs for a model of diffusers, by the names of the parameters of its ``forward``.

How many channels an argument has, and how wide it is, is known to the layer that takes it: each gets a size of its own
at first, and where a layer says that it wants another one than that, the argument gets it. Arguments with a default
that turn out to be needed are given. Whether a model takes images, films, sound or a list of patches is found by
trying, beginning with what its convolutions look like.
"""

from __future__ import annotations

import inspect
import itertools
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from fullgraph.runtime_check.target.models.diffusion.call import SIDE, Call, parts_of
from fullgraph.runtime_check.target.models.diffusion.layouts import Layout, layouts, likely_layouts
from fullgraph.runtime_check.target.models.diffusion.values import LISTED, USUAL, UnknownInputError, make
from fullgraph.runtime_check.target.models.diffusion.watch import Progress, WidthError, watched
from fullgraph.runtime_check.target.models.left_out import asked_for, named_where

BATCHES = (2, 3)
TOKENS = 8
SCALES = ((16, 5, 64), (16, 1, 256), (64, 5, 1024), (64, 17, 8192), (32, 33, 16384))
"""Sides of images, numbers of frames (one, and so many that compressing them leaves a whole number), and samples."""
SMALL = SCALES[:3]
"""Those for which all layouts are tried, and not just the likely ones."""
LONGEST = 4096
"""Tokens of a text."""
RETRIES = 40
MARKS = (37, 43, 53, 59, 67, 73, 79, 89, 97, 103, 109, 127, 139, 149, 157, 163, 173, 179)
"""Widths that arguments have as long as it is not known which they should have: no layer has such."""
ADDED = 4
"""Channels that a model adds to those of an argument."""
LARGEST_PATCH = 1024
"""Values of an argument that may become one."""


class NoForwardError(Exception):
    """A model that is not called itself."""


@dataclass
class Maker:
    """Makes the arguments of calls; knows the sizes that it has learned of the model."""

    model: Any
    layout: Layout
    side: int = SCALES[0][0]
    frames: int = SCALES[0][1]
    samples: int = SCALES[0][2]
    tokens: int = TOKENS
    repeated: bool = False
    """Texts come once for each frame of a film."""
    batches: tuple[int, ...] = BATCHES
    widths: dict[str, int] = field(default_factory=dict)
    """Of each argument: channels or width."""
    ranks: dict[str, int] = field(default_factory=dict)
    """Of arguments that have another number of dimensions than most models give them."""
    extra: tuple[str, ...] = ()
    """Arguments with a default that are given all the same."""
    progress: int = 0
    """So many layers were called when an attempt failed."""

    @classmethod
    def that_runs(cls, model: Any) -> Maker:
        """The one for whose arguments the model runs. Raises `UnknownInputError`, or what the model raises."""
        failures: list[tuple[int, Exception]] = []
        for maker in _makers(model):
            try:
                maker.adapt()
                return maker
            except (UnknownInputError, NoForwardError):
                raise
            except Exception as error:
                failures.append((maker.progress, error))
        raise max(failures, key=lambda failure: failure[0])[1]

    def adapt(self) -> None:
        """Run the model, and change sizes as its layers ask for, until it runs. Raises what it raises else."""
        known = set()
        furthest: Exception | None = None
        while True:
            known.add(self.state())
            progress = Progress()
            try:
                with watched(self.model) as progress:
                    self.run(self.batches[0])
                break
            except (UnknownInputError, NoForwardError):
                raise
            except Exception as error:
                if furthest is None or progress.calls >= self.progress:
                    furthest, self.progress = error, progress.calls
                if not self.learn(error) or self.state() in known or len(known) > RETRIES:
                    raise furthest from None
        try:
            for batch in self.batches[1:]:
                self.run(batch)
        except Exception:
            self.batches = self.batches[:1]

    def has_gradients(self) -> bool:
        """Return whether the model runs where its parameters ask for gradients."""
        import torch

        try:
            with torch.enable_grad(), torch.random.fork_rng(devices=[]):
                self.model(**self.call(self.batches[0]))
        except Exception:
            return False
        return True

    def state(self) -> tuple[Any, ...]:
        """What has been learned."""
        return tuple(self.widths.items()), tuple(self.ranks.items()), self.extra, self.tokens, self.repeated

    def run(self, batch: int) -> None:
        import torch

        with torch.no_grad(), torch.random.fork_rng(devices=[]):
            output = self.model(**self.call(batch))
        if output is None:
            raise NoForwardError("its forward returns nothing")

    def learn(self, error: Exception) -> bool:
        """Change what the error says is wrong with the arguments; False: it says nothing of the kind."""
        if isinstance(error, WidthError):
            return self.fit(error.was, error.wanted)
        text = str(error)
        for pattern in _WRONG:
            found = pattern.search(text)
            if found is not None and self.fit(int(found["was"]), int(found["wanted"])):
                return True
        return self.fit_view(text) or self.fit_rank(error) or self.give(error)

    def fit_view(self, text: str) -> bool:
        """Give an argument the width for which a tensor can be laid out as the model wants it."""
        found = _VIEW.search(text)
        shape = [int(size) for size in re.findall(r"-?\d+", found[1])] if found else []
        if found is None or min(shape, default=-1) < 1:
            return False
        has, wanted = int(found[2]), math.prod(shape)
        for name, width in self.widths.items():
            if width in MARKS and has % width == 0 and wanted * width % has == 0:
                self.widths[name] = wanted * width // has
                return True
        return False

    def fit_rank(self, error: Exception) -> bool:
        """Give an argument as many dimensions as the model wants to take apart."""
        unpacked, indexed = _UNPACK.search(str(error)), _INDEXED.search(str(error))
        if unpacked is None and indexed is None:
            return False
        rank = int(unpacked[1]) if unpacked is not None else int(indexed[1]) + 1 if indexed is not None else 0
        for name in named_where(error, inspect.signature(self.model.forward).parameters):
            if self.ranks.get(name) != rank:
                self.ranks[name] = rank
                return True
        return False

    def fit(self, was: int, wanted: int) -> bool:
        """Give the argument a width for which a layer gets the wanted one; False: it is not known which argument."""
        if was == wanted:
            return False
        for name, width in self.widths.items():
            if width == was:
                self.widths[name] = wanted
                return True
        if was == self.tokens and 1 < wanted <= LONGEST:
            self.tokens = wanted
            return True
        if not self.repeated and max(was, wanted) == min(was, wanted) * self.frames:
            self.repeated = True
            return True
        changed = self.patched(was, wanted) or self.joined(was, wanted) or self.completed(was, wanted)
        self.widths |= changed
        return bool(changed)

    def patched(self, was: int, wanted: int) -> dict[str, int]:
        """The width of an argument several values of which, or of it and of what the model adds, become one."""
        for name, width in sorted(self.widths.items(), key=lambda item: item[1] not in MARKS):
            times = was // width
            if was % width == 0 and wanted % times == 0 and 1 < times <= LARGEST_PATCH:
                return {name: wanted // times}
        for name, width in self.widths.items():
            for times in range(2, SIDE + 1):
                new = width + (wanted - was) // times
                if width * times < was <= (width + ADDED) * times and (wanted - was) % times == 0 and new > 0:
                    return {name: new}
        return {}

    def joined(self, was: int, wanted: int) -> dict[str, int]:
        """The widths of two arguments that a layer gets side by side."""
        for one, other in itertools.combinations(self.widths, 2):
            if self.widths[one] + self.widths[other] == was:
                if {self.widths[one], self.widths[other]} <= {*MARKS}:
                    return {other: wanted // 2, one: wanted - wanted // 2}
                for name in sorted((one, other), key=lambda name: self.widths[name] not in MARKS):
                    if self.widths[name] + wanted - was > 0:
                        return {name: self.widths[name] + wanted - was}
        return {}

    def completed(self, was: int, wanted: int) -> dict[str, int]:
        """The width of an argument that a layer gets beside what the model adds."""
        marked = [name for name, width in self.widths.items() if width in MARKS and width < was]
        near = [name for name, width in self.widths.items() if 0 < was - width <= ADDED]
        for name in [*near, *marked[-1:]]:
            new = self.widths[name] + wanted - was
            if new > 0 and was not in (self.frames, self.side):
                return {name: new}
        return {}

    def give(self, error: Exception) -> bool:
        """Give an argument that is None where the error is raised."""
        known = inspect.signature(self.model.forward).parameters
        left_out = [name for name, one in known.items() if one.default is None and name not in self.extra]
        for name in asked_for(error, left_out):
            try:
                if make(Call(self, self.batches[0]), name) is None:
                    continue
            except UnknownInputError:
                continue
            self.extra = (*self.extra, name)
            return True
        return False

    def call(self, batch: int) -> dict[str, Any]:
        """The arguments by name, the same for the same batch."""
        parameters = inspect.signature(self.model.forward).parameters
        wanted = [name for name, one in parameters.items() if _is_required(one) or name in self.extra]
        call = Call(self, batch)
        return {name: make(call, name) for name in wanted}

    def width(self, name: str, fallback: int | None = None) -> int:
        """The width of an argument: what was learned, or a mark of its own."""
        if name not in self.widths:
            self.widths[name] = fallback if fallback is not None else MARKS[len(self.widths) % len(MARKS)]
        return self.widths[name]


_WRONG = tuple(
    re.compile(pattern, re.DOTALL)
    for pattern in (
        r"shapes cannot be multiplied \(\d+x(?P<was>\d+) and (?P<wanted>\d+)x",
        r"expected input\[\d+, (?P<was>\d+)[^\]]*\] to have (?P<wanted>\d+) channels",
        r"normalized_shape=\[(?P<wanted>\d+)\].*input of size ?\[(?:\d+, )*(?P<was>\d+)\]",
        r"size of tensor a \((?P<was>\d+)\) must match the size of tensor b \((?P<wanted>\d+)\)",
        r"size of tensor a \((?P<wanted>\d+)\) must match the size of tensor b \((?P<was>\d+)\)",
        r"weight to be a vector of size equal to the number of channels in input, but got weight of shape "
        r"\[(?P<wanted>\d+)\] and input of shape \[\d+, (?P<was>\d+)",
        r"normalized over last dimension.*(?P<was>\d+).*(?P<wanted>\d+)",
        r"\[[A-Za-z_]+, (?P<wanted>\d+), \w+\], got \(\d+, (?P<was>\d+)",
        r"[Ee]xpected (?P<wanted>\d+) \w* ?channels, got (?P<was>\d+)",
        r"Expected size (?P<wanted>\d+) but got size (?P<was>\d+)",
        r"Expected size (?P<was>\d+) but got size (?P<wanted>\d+)",
    )
)


_VIEW = re.compile(r"shape '\[([^\]]*)\]' is invalid for input of size (\d+)")
_INDEXED = re.compile(r"too many indices for tensor of dimension (\d+)")
_UNPACK = re.compile(r"values to unpack \(expected (\d+)")


def calls(maker: Maker) -> list[dict[str, Any]]:
    """The arguments of each call."""
    return [maker.call(batch) for batch in maker.batches]


def _is_required(parameter: inspect.Parameter) -> bool:
    named = parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)
    return named and parameter.default is parameter.empty


def _makers(model: Any) -> Iterator[Maker]:
    """What is tried, the likeliest first."""
    known = inspect.signature(model.forward).parameters
    given = USUAL | LISTED if parts_of(model) else USUAL
    usual = tuple(name for name, one in known.items() if name in given and not _is_required(one))
    extras = dict.fromkeys([usual, ()])
    for extra, (side, frames, samples) in itertools.product(extras, SCALES):
        for layout in layouts(model) if (side, frames, samples) in SMALL else likely_layouts(model):
            yield Maker(model, layout, side, frames, samples, extra=extra)
    for extra, layout in itertools.product(extras, likely_layouts(model)):
        yield Maker(model, layout, batches=(1,), extra=extra)
