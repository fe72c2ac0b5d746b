"""What a graph break or a recompile is known by, from run to run and on every machine, though lines move.

It is the content: the file, the function, the text of the line, and the kind of break or guard. Two that are alike in
all of these are told apart by their order in the file. The text is `Place.source`, which has to be filled in before.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fullgraph.lint.facts.identity import of_file
from fullgraph.lint.source.digest import of_parts
from fullgraph.lint.suppression.fingerprint import occurrences
from fullgraph.runtime_check.results import ObservedBreak, ObservedRecompile, Place

VERSION = 1
"""Of how identities are made."""
DIGITS = 16
"""Hexadecimal digits of a digest."""

_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]+\b")
_PATH = re.compile(r"(?<![\w.])(?:[A-Za-z]:)?(?:[/\\][\w.+@-]+)+[/\\](?=[\w.+@-])")
_SYMBOL = re.compile(r"\b(s|u|zuf)\d+\b")
"""A size without a value: TorchDynamo counts them through."""
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?:e[-+]?\d+)?(?!\w)")
_GENERATED = re.compile(r"\d+")


@dataclass(frozen=True)
class Identity:
    """The parts of an identity, as people read them."""

    file: str
    """Below the installed packages, or below the project."""
    function: str
    """Empty where it is not known."""
    source: str
    """The text of the line, with single blanks; empty where it could not be read."""
    cause: str
    """The id in PyTorch's registry, else the reason without numbers, addresses and folders; of a recompile the kind
    of the guard and its text without these."""
    ordinal: int = 0
    """How many before it in the file are alike."""

    @property
    def digest(self) -> str:
        """Some hexadecimal digits that stand for all of it."""
        parts = (str(VERSION), self.file, self.function, self.source, self.cause, str(self.ordinal))
        return of_parts(parts)[:DIGITS]


def of_breaks(found: Sequence[ObservedBreak]) -> list[Identity]:
    """The identity of each break of a run."""
    return _numbered([(one.place, one.registry_id or without_numbers(one.reason), one.reason) for one in found])


def of_recompiles(found: Sequence[ObservedRecompile]) -> list[Identity]:
    """The identity of each recompile of a run; one guard that failed again has the same one again."""
    return _numbered([(one.place, _cause(one), one.guard) for one in found])


def _cause(found: ObservedRecompile) -> str:
    text = f"{found.kind}: {without_numbers(found.guard)}"
    return text if found.to_mend else f"{text} (warm-up)"


def file_name(filename: str) -> str:
    """The name of a file wherever the project or the package lies; of generated code, without its number."""
    if filename.startswith("<"):
        return _GENERATED.sub("N", filename)
    path = Path(filename)
    return of_file(path.resolve()) if path.is_absolute() else path.as_posix()


def without_numbers(text: str) -> str:
    """A text without what differs between machines and runs: addresses, folders, numbers and counted symbols."""
    for pattern, instead in ((_ADDRESS, "0xN"), (_PATH, ""), (_SYMBOL, r"\1N"), (_NUMBER, "N")):
        text = pattern.sub(instead, text)
    return " ".join(text.split())


def _numbered(found: Sequence[tuple[Place, str, str]]) -> list[Identity]:
    """The identities of places with their causes; those that are alike in the order of their lines, then of a text."""
    plain = [
        Identity(file_name(place.filename), place.function or "", " ".join((place.source or "").split()), cause)
        for place, cause, _ in found
    ]
    # What is the same in all of it, number and text too, is one.
    wholes = [(identity, place.line, text) for identity, (place, _, text) in zip(plain, found, strict=True)]
    order = sorted(set(wholes), key=lambda whole: (whole[1], whole[2]))
    ordinals = dict(zip(order, occurrences(identity for identity, _, _ in order), strict=True))
    return [dataclasses.replace(whole[0], ordinal=ordinals[whole]) for whole in wholes]
