"""Applies fixes in passes, until nothing changes; then whole files are replaced."""

from __future__ import annotations

import ast
import warnings
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from fullgraph.lint.diagnostics.diagnostic import (
    Applicability,
    CheckResult,
    Compiles,
    Diagnostic,
    Edit,
    Fault,
    Fix,
    Problem,
    UnusedIgnore,
)
from fullgraph.lint.fixes.edits import BadFix, apply_fixes
from fullgraph.lint.fixes.origins import Origins
from fullgraph.lint.source.atomic_write import replace_file
from fullgraph.lint.source.source_file import SourceError, SourceFile
from fullgraph.lint.source.syntax import functions_of
from fullgraph.lint.suppression import insertion

if TYPE_CHECKING:
    from fullgraph.lint.config.options import Options

    Check = Callable[[Sequence[Path], Options], CheckResult]

MAX_PASSES = 10
"""Fixes that overlap wait for the next pass; more passes than this mean that two rules undo each other."""

MAX_PATTERNS = 8
"""Patterns inside of each other. LibCST's parser takes twice the time for each further one."""


@dataclass(frozen=True)
class Site:
    """The identity of a fix, wherever other fixes have moved its line to."""

    filename: str
    function: str
    """The dotted name of the function or class that it stands in; empty for the module."""
    code: str
    message: str


@dataclass
class FixedFile:
    """One file that fixes change."""

    source: SourceFile
    """The file as it was read."""
    text: str
    """Its new text."""
    fixed: list[Diagnostic]
    """The findings fixed, each at its place in the pass that fixed it."""
    before: list[Diagnostic]
    """All that was found in the file before any fix."""
    sites: list[Site] = field(default_factory=list)
    """The same as ``fixed``."""
    removed: int = 0
    """Suppression comments that silence nothing, taken out."""
    rows: list[int] = field(default_factory=list)
    """The rows of ``fixed`` in the text as it was read."""
    origins: Origins = field(default_factory=lambda: Origins(0), repr=False)
    """Of the lines of the new text."""


@dataclass
class FixResult:
    """The result of fixing. ``diagnostics`` are those that remain in the new texts."""

    files: list[FixedFile] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    errors: list[Problem] = field(default_factory=list)
    files_checked: int = 0
    read: dict[str, SourceFile] = field(default_factory=dict)
    """Every file that could be read, with its new text, by its name in the diagnostics."""
    compiles: dict[str, set[Compiles]] = field(default_factory=dict)
    beyond: int = 0
    in_part: set[Path] = field(default_factory=set)
    """As in ``CheckResult``, of the new texts."""

    @property
    def fixed(self) -> int:
        """Return how many findings were fixed."""
        return sum(len(file.fixed) for file in self.files)


def allowed(fix: Fix | None, unsafe: bool) -> bool:
    """Return whether a fix may be applied at this level."""
    if fix is None or not fix.edits:
        return False
    level = fix.applicability
    return level in (Applicability.SAFE, Applicability.OBSERVED) or (unsafe and level is Applicability.UNSAFE)


def fix_paths(
    files: Sequence[Path],
    options: Options | None = None,
    unsafe: bool = False,
    *,
    write: bool = True,
    check: Check | None = None,
    without: Collection[Site] = (),
) -> FixResult:
    """Check files and fix what can be fixed: the safe fixes, with ``unsafe`` also those.

    Passes go on, in memory, until nothing changes; then, unless ``write`` is false, the files are replaced, each
    atomically. A fix with which the text would not parse is left out, with an error that names the rule; a file that
    would not parse whichever is left out keeps its text, as one does that cannot be written. ``check`` stands in for
    the engine's; the fixes ``without`` are left out.
    """
    if options is None:
        from fullgraph.lint.config.options import Options

        options = Options()
    if check is None:
        from fullgraph.lint.engine import api

        check = api.check
    result = _Passes(files, options, unsafe, check, without).run()
    if write:
        write_fixes(result)
    return result


def write_fixes(result: FixResult) -> None:
    """Replace the files on disk. What could not be replaced is as it was, and so are its findings."""
    written = []
    for file in result.files:
        try:
            replace_file(file.source, file.text)
            written.append(file)
        except SourceError as failure:
            name = file.source.display
            result.errors.append(failure.error)
            result.diagnostics = [one for one in result.diagnostics if one.filename != name] + file.before
            result.read[name] = file.source
    result.files = written
    result.diagnostics.sort(key=lambda diagnostic: diagnostic.sort_key)


class _Passes:
    """The state of one run over several files."""

    def __init__(
        self, files: Sequence[Path], options: Options, unsafe: bool, check: Check, without: Collection[Site] = ()
    ) -> None:
        self.files = files
        self.options = options
        self.unsafe = unsafe
        self.check = check
        self.without = frozenset(without)
        self.sources: dict[str, SourceFile] = {}
        self.texts: dict[Path, str] = {path.resolve(): text for path, text in options.sources.items()}
        for path in files:
            # What is fixed is what was read here, once: the engine sees the same text, and what is
            # on disk is compared with it before it is replaced.
            try:
                given = self.texts.get(path.resolve())
                source = SourceFile.read(path) if given is None else SourceFile(path, given)
            except SourceError:
                continue  # the engine reports it
            self.sources[source.display] = source
            self.texts[path.resolve()] = source.text
        self.current = {name: source.text for name, source in self.sources.items()}
        self.fixed: dict[str, list[tuple[Diagnostic, Site, int]]] = {}
        """With the row of each in the text as it was read."""
        self.origins = {name: Origins(len(source.lines)) for name, source in self.sources.items()}
        self.failed: dict[str, Problem] = {}
        """The files that keep their text, each with the reason."""
        self.faults: list[Fault] = []
        """Of the fixes that no file can take."""
        self.faulty: set[Site] = set()

    def run(self) -> FixResult:
        result = self._check()
        before = _by_file(result.diagnostics)
        unread = {error.filename for error in result.errors if error.costs_file}
        for _ in range(MAX_PASSES):
            changed = self._pass(result)
            if not changed:
                break
            result = self._check()
            broken = [error for error in result.errors if error.costs_file and error.filename in changed - unread]
            for error in broken:
                # It parses, and still the engine cannot read what the fixes made of it.
                self._revert(
                    error.filename, f"no fix applied, the rewritten file could not be checked: {error.message}"
                )
            if broken:
                result = self._check()
        else:
            for name, diagnostics in _by_file(result.diagnostics).items():
                codes = sorted({one.code for one in diagnostics if allowed(one.fix, self.unsafe)})
                if codes and name in self.sources and name not in self.failed:
                    message = f"internal error: the fixes of {', '.join(codes)} do not settle; please report"
                    self.failed[name] = Fault(name, message, part="fix", code=codes[0])
        removed = self._remove_unused(result.unused)
        files = [
            FixedFile(
                self.sources[name],
                self.current[name],
                [diagnostic for diagnostic, _, _ in self.fixed.get(name, ())],
                before.get(name, []),
                [site for _, site, _ in self.fixed.get(name, ())],
                removed[name],
                [row for _, _, row in self.fixed.get(name, ())],
                self.origins[name],
            )
            for name in dict.fromkeys((*self.fixed, *removed))
            if self.current[name] != self.sources[name].text
        ]
        read = {
            name: SourceFile(source.path, self.current[name], source.encoding, source.display)
            for name, source in self.sources.items()
        }
        errors = [*result.errors, *self.failed.values(), *self.faults]
        counts = result.files_checked, read, result.compiles, result.beyond, result.in_part
        return FixResult(files, result.diagnostics, errors, *counts)

    def _remove_unused(self, unused: Sequence[UnusedIgnore]) -> Counter[str]:
        """Take out the suppression comments that silence nothing in the last texts; how many, by file."""
        by_file: dict[str, list[UnusedIgnore]] = {}
        for one in unused:
            if one.filename in self.sources and one.filename not in self.failed:
                by_file.setdefault(one.filename, []).append(one)
        removed: Counter[str] = Counter()
        for name, mine in by_file.items():
            text = insertion.remove(self.current[name], mine)
            if _problem(self.sources[name], self.current[name], text) is None:
                self.origins[name].changed(_lines(self.current[name]), _lines(text))
                self._set(name, text)
                removed[name] = len(mine)
        return removed

    def _check(self) -> CheckResult:
        return self.check(self.files, replace(self.options, sources=dict(self.texts)))

    def _pass(self, result: CheckResult) -> set[str]:
        """Apply what fits together. The names of the files whose text is another now."""
        changed = set()
        for name, diagnostics in _by_file(result.diagnostics).items():
            if name in self.failed or name not in self.sources:
                continue
            source, text = self.sources[name], self.current[name]
            sites = _sites([one for one in diagnostics if allowed(one.fix, self.unsafe)], text)
            sites = [pair for pair in sites if pair[1] not in self.without and pair[1] not in self.faulty]
            if not sites:
                continue
            try:
                new, applied = _applied(source, text, [diagnostic for diagnostic, _ in sites])
            except BadFix:
                sites = self._sound(source, text, sites)
                try:
                    new, applied = _applied(source, text, [diagnostic for diagnostic, _ in sites])
                except BadFix as failure:
                    if self._revert(name, f"internal error: no fix applied: {failure}; please report"):
                        changed.add(name)
                    continue
            if new != text:
                self._set(name, new)
                done = set(map(id, applied))
                self._note(name, [pair for pair in sites if id(pair[0]) in done])
                changed.add(name)
        return changed

    def _note(self, name: str, done: Sequence[tuple[Diagnostic, Site]]) -> None:
        """Keep what was fixed in a file, and which lines it has written."""
        origins = self.origins[name]
        self.fixed.setdefault(name, []).extend((one, site, origins.row(one.location.row)) for one, site in done)
        written: dict[Edit, frozenset[Site]] = {}
        for one, site in done:
            for edit in one.fix.written if one.fix is not None else ():
                written[edit] = written.get(edit, frozenset()) | (frozenset() if edit.is_shared else {site})
        origins.edited(written)

    def _sound(
        self, source: SourceFile, text: str, sites: Sequence[tuple[Diagnostic, Site]]
    ) -> list[tuple[Diagnostic, Site]]:
        """The fixes but for those that the text cannot take even alone, which are faults."""
        sound = []
        for one, site in sites:
            try:
                _applied(source, text, [one])
                sound.append((one, site))
            except BadFix as failure:
                self.faulty.add(site)
                row, cell = one.location.row, None
                if one.cells is not None:
                    cell, row = one.cells.place(row)
                message = f"internal error: {failure}; please report"
                name = type(failure).__name__
                self.faults.append(Fault(one.filename, message, row, one.location.column, cell, "fix", one.code, name))
        return sound

    def _revert(self, name: str, message: str) -> bool:
        """Give a file its own text back, for good. Whether that changes anything."""
        self.failed[name] = Fault(name, message, part="fix")
        self.fixed.pop(name, None)
        text = self.sources[name].text
        self.origins[name] = Origins(len(self.sources[name].lines))
        if self.current[name] == text:
            return False
        self._set(name, text)
        return True

    def _set(self, name: str, text: str) -> None:
        self.current[name] = text
        self.texts[self.sources[name].path.resolve()] = text


def _sites(diagnostics: Sequence[Diagnostic], text: str) -> list[tuple[Diagnostic, Site]]:
    """Diagnostics of one text, each with what names it."""
    if not diagnostics:
        return []
    spans = functions_of(text)
    found = []
    for one in diagnostics:
        around = [name for first, last, name in spans if first <= one.location.row <= last]  # the innermost comes last
        found.append((one, Site(one.filename, around[-1] if around else "", one.code, one.message)))
    return found


def _lines(text: str) -> Sequence[str]:
    return SourceFile(Path(), text).lines


def _by_file(diagnostics: Iterable[Diagnostic]) -> dict[str, list[Diagnostic]]:
    grouped: dict[str, list[Diagnostic]] = {}
    for diagnostic in diagnostics:
        grouped.setdefault(diagnostic.filename, []).append(diagnostic)
    return grouped


def _applied(source: SourceFile, old: str, diagnostics: Sequence[Diagnostic]) -> tuple[str, list[Diagnostic]]:
    """The text with fixes that fit together, and those.

    Raises BadFix, naming the rules, where it is not Python or cannot be saved in the file's encoding.
    """
    new, applied = apply_fixes(old, diagnostics)
    problem = _problem(source, old, new)
    if problem is not None:
        names = sorted({f"{one.code} at line {one.location.row}" for one in applied})
        raise BadFix(f"the fix of {', '.join(names)} {problem}")
    return new, applied


def _problem(source: SourceFile, old: str, new: str) -> str | None:
    try:
        source.encode(new)
    except UnicodeEncodeError as failure:
        return f"writes {new[failure.start]!r}, which the file's encoding {source.encoding} does not have"
    except ValueError as failure:
        return str(failure)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(new)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as reason:
        return f"would leave no valid Python ({reason})"
    problem = _libcst_failure(new)
    if problem is None or _libcst_failure(old) is not None:  # syntax newer than LibCST's is no fault of the fix
        return None
    return f"would leave no valid Python ({problem})"


def _patterns_deep(tree: ast.AST) -> int:
    """Return how many patterns of a ``match`` stand inside of each other."""
    deepest, todo = 0, [(tree, 0)]
    while todo:
        node, deep = todo.pop()
        deepest = max(deepest, deep)
        children = ast.iter_child_nodes(node)
        todo += [(child, deep + isinstance(child, ast.pattern)) for child in children]
    return deepest


def _libcst_failure(text: str) -> str | None:
    import libcst  # slow to import, and needed only where something is rewritten

    if "match" in text and _patterns_deep(ast.parse(text)) > MAX_PATTERNS:
        return None
    try:
        libcst.parse_module(text)
    except Exception as failure:  # LibCST's native parser raises more than it documents
        return str(failure).splitlines()[0] if str(failure) else type(failure).__name__
    return None
