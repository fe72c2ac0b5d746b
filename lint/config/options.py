"""The options of a check."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from fullgraph.lint.diagnostics.diagnostic import BOTH_MODES, Confidence, Mode
from fullgraph.lint.project.following import Following

if TYPE_CHECKING:
    from fullgraph.lint.config.settings import Patterns

Scope = Literal["auto", "all", "explicit"]


@dataclass(frozen=True)
class Options:
    """The options of a check."""

    select: tuple[str, ...] = ()
    """Codes or their beginnings; empty for all."""
    ignore: tuple[str, ...] = ()
    follow: tuple[str, ...] = ()
    """Installed packages whose code is read in any case."""
    follow_reached: bool = True
    """Whether other installed packages are read too, where the code leads into them as TorchDynamo would trace it."""
    mode: Mode = "default"
    """The compile mode of code that no ``torch.compile`` call decides."""
    in_both_modes: bool = False
    """Whether it is asked what holds in the other mode too (`fullgraph.lint.engine.api.check_modes`)."""
    confidence: Confidence = "medium"
    """Findings less sure than this are left out."""
    assume: tuple[str, ...] = ()
    """Modes, dtypes and devices that are met, beside which no others of their kind are: training, float16, cuda."""
    scope: Scope = "all"
    """``all``: every ``nn.Module.forward`` is compiled; ``explicit``: only what a ``torch.compile`` reaches.

    ``auto``: what ``torch.compile`` reaches where the files call it, and it is known of what; else all.
    """
    torch_version: str | None = None
    """The torch that compiles, such as ``2.13``; None for the one installed here, else the newest known."""
    per_file_ignores: tuple[tuple[Patterns, tuple[str, ...]], ...] = ()
    """Codes that are ignored in the files that the patterns mean."""
    fixable: tuple[str, ...] = ("FG",)
    """Codes whose fixes may be applied; the fixes of others are suggestions."""
    unfixable: tuple[str, ...] = ()
    roots: tuple[str, ...] = ()
    """Further roots, such as ``package.module:name`` or ``/file.py:Class.method``."""
    facts: Path | None = None
    """The file with what recorded runs saw of functions."""
    writes_edits: bool = True
    """Whether the texts of fixes are wanted; what a fix asks for, and its level, are known without."""
    sources: Mapping[Path, str] = field(default_factory=dict)
    """Text that stands in for what is on disk."""

    @property
    def modes(self) -> tuple[Mode, ...]:
        """The modes of which it is asked what holds."""
        return BOTH_MODES if self.in_both_modes else (self.mode,)

    @property
    def following(self) -> Following:
        return Following(self.follow, self.follow_reached)

    def selects(self, code: str) -> bool:
        chosen = not self.select or code.startswith(self.select)
        return chosen and not code.startswith(self.ignore)

    def ignored_in(self, path: Path) -> tuple[str, ...]:
        """The codes that are ignored in this file."""
        resolved = path.resolve() if self.per_file_ignores else path
        return tuple(code for patterns, codes in self.per_file_ignores if patterns.match(resolved) for code in codes)

    def may_fix(self, code: str) -> bool:
        return code.startswith(self.fixable) and not code.startswith(self.unfixable)
