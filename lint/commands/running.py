"""Runs the engine on files, each with the settings that apply to it, and fixes what it finds."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from fullgraph.lint.commands.options import Chosen
from fullgraph.lint.commands.reading import reader
from fullgraph.lint.source.discovery import shorten

if TYPE_CHECKING:
    from fullgraph.lint.config.options import Options
    from fullgraph.lint.diagnostics.diagnostic import CheckResult
    from fullgraph.lint.engine.api import OnFile
    from fullgraph.lint.fixes.apply import FixResult, Site
    from fullgraph.lint.source.discovery import Discovered
    from fullgraph.lint.suppression.baseline import Baseline


@dataclass(frozen=True)
class FactsUse:
    """What became of the facts of recorded runs."""

    files: tuple[Path, ...] = ()
    """With facts."""
    used: int = 0
    """Functions of which facts were found."""
    stale: int = 0
    """Functions that have changed since."""

    def warnings(self) -> Iterator[str]:
        """Return in a line what of the facts was not used, and why."""
        names = ", ".join(str(shorten(path)) for path in self.files)
        if self.stale:
            were = "1 function has" if self.stale == 1 else f"{self.stale} functions have"
            yield f"{were} changed since the facts in {names} were recorded; what is known of them is not used"
        elif self.files and not self.used:
            yield f"the facts in {names} are about none of the functions that were checked: of another project?"


def _in_part(path: Path) -> str:
    return f"{path}: not all that is compiled was looked at, since it takes too many steps: see fullgraph explain"


class Runner:
    """Checks and fixes files by what was chosen for them. ``baseline``: findings that are not to be reported.

    ``on_file`` is told of each file of a check that is done.
    """

    def __init__(self, chosen: Chosen, baseline: Baseline | None = None, on_file: OnFile | None = None) -> None:
        self.chosen = chosen
        self.baseline = baseline
        self.how = chosen.how()
        self.on_file = on_file
        self.facts: FactsUse | None = None
        """What became of the facts of recorded runs, in the first check."""
        self.in_part: set[Path] = set()
        """The files of which the last check did not look at all that is compiled."""
        self.writes_edits = True
        """Whether the texts of the fixes are wanted."""
        self.facts_for: Callable[[Path | None], Path | None] = lambda given: given
        """The file of facts to use in the place of one that is given, or of none."""
        self.checks_parts = False
        """Whether a check is of some of the files, so that it is not seen what all of them compile."""

    def warnings(self, files: Sequence[Path]) -> list[str]:
        """Warnings about choices that had no effect on the files, and about files that were checked in part."""
        of_facts = self.facts.warnings() if self.facts is not None else ()
        return [*self.chosen.warnings(files), *of_facts, *map(_in_part, sorted(self.in_part))]

    def discover(self, paths: Sequence[str]) -> Discovered:
        """The files below the paths that the settings do not leave out."""
        from fullgraph.lint.source.discovery import discover

        return discover(paths, self.chosen.settings)

    def check(self, files: Sequence[Path], options: Options | None = None) -> CheckResult:
        """Of ``options``, the texts count that stand in for files; all else is chosen."""
        from fullgraph.lint.commands import runner
        from fullgraph.lint.diagnostics.diagnostic import CheckResult
        from fullgraph.lint.engine.merge import within_scope

        texts = dict(options.sources) if options is not None else {}
        groups: dict[int, tuple[Options, list[Path]]] = {}
        for path in files:
            own = self.chosen.options(path)
            groups.setdefault(id(own), (own, []))[1].append(path)
        result = CheckResult()
        passed = 0
        for own, mine in groups.values():
            options = replace(own, sources=texts, writes_edits=self.writes_edits, facts=self.facts_for(own.facts))
            single = runner.check(mine, options, self.how, self._later(passed, len(files)))
            passed += len(mine)
            result.diagnostics += single.diagnostics
            result.errors += [error for error in single.errors if error not in result.errors]
            result.files_checked += single.files_checked
            result.unused += single.unused
            result.commented += single.commented
            result.involved |= single.involved
            result.compiles |= single.compiles
            result.in_part |= single.in_part
            result.with_facts |= single.with_facts
            result.stale_facts |= single.stale_facts
        if self.facts is None:
            given = dict.fromkeys(own.facts for own, _ in groups.values() if own.facts is not None)
            self.facts = FactsUse(tuple(given), len(result.with_facts), len(result.stale_facts))
        self.in_part = result.in_part
        result.diagnostics.sort(key=lambda one: one.sort_key)
        if not self.checks_parts:
            result = within_scope(result)
        if self.baseline is not None:
            names = {one.filename: Path(one.filename) for one in result.diagnostics}
            known = {name: texts.get(path, texts.get(path.resolve())) for name, path in names.items()}
            lines = reader(result, {name: text for name, text in known.items() if text is not None})
            result.diagnostics = self.baseline.new(result.diagnostics, lines)
        return result

    def _later(self, passed: int, total: int) -> OnFile | None:
        """Report progress on a part of a check, counted behind the files that passed before."""
        tell = self.on_file
        if tell is None:
            return None
        return lambda done, _, path: tell(passed + done, total, path)

    def fixed(
        self,
        files: Sequence[Path],
        unsafe: bool,
        without: Collection[Site] = (),
        options: Options | None = None,
    ) -> FixResult:
        """Return what the fixes make of the files; nothing is written."""
        from fullgraph.lint.fixes.apply import fix_paths

        return fix_paths(files, options, unsafe, write=False, check=self.check, without=without)
