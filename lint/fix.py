"""Applies fixes: edits to text in passes, then whole files, replaced atomically."""

from __future__ import annotations

import ast
import contextlib
import difflib
import itertools
import os
import re
import stat
import tempfile
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from fullgraph.lint.diagnostics import Applicability, CheckResult, Diagnostic, Edit, Fix, InputError, Position
from fullgraph.lint.source import SourceError, SourceFile, decode

if TYPE_CHECKING:
    from fullgraph.lint.engine import Options

    Check = Callable[[Sequence[Path], Options], CheckResult]

MAX_PASSES = 10
"""Fixes that overlap wait for the next pass; more passes than this mean that two rules undo each other."""


@dataclass
class FixedFile:
    """One file that fixes change."""

    source: SourceFile
    """The file as it was read."""
    text: str
    """Its new text."""
    fixed: list[Diagnostic]
    """What was fixed, each where it stood in the pass that fixed it."""
    before: list[Diagnostic]
    """All that was found in the file before any fix."""


@dataclass
class FixResult:
    """What fixing came to. ``diagnostics`` are those that remain in the new texts."""

    files: list[FixedFile] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    errors: list[InputError] = field(default_factory=list)
    files_checked: int = 0
    read: dict[str, SourceFile] = field(default_factory=dict)
    """Every file that could be read, with its new text, by its name in the diagnostics."""

    @property
    def fixed(self) -> int:
        """How many findings were fixed."""
        return sum(len(file.fixed) for file in self.files)


class BadFix(Exception):
    """A fix that cannot be applied as its rule wrote it."""


def allowed(fix: Fix | None, unsafe: bool) -> bool:
    """Whether a fix may be applied at this level."""
    if fix is None or not fix.edits:
        return False
    return fix.applicability is Applicability.SAFE or (unsafe and fix.applicability is Applicability.UNSAFE)


def fix_paths(
    files: Sequence[Path],
    options: Options | None = None,
    unsafe: bool = False,
    *,
    write: bool = True,
    check: Check | None = None,
) -> FixResult:
    """Check files and fix what can be fixed: the safe fixes, with ``unsafe`` also those.

    Passes go on, in memory, until nothing changes; then, unless ``write`` is false, the files are replaced, each
    atomically. A file whose new text would not parse keeps its old one and gives an error that names the rule; so does
    one that cannot be written. ``check`` stands in for the engine's.
    """
    if options is None:
        from fullgraph.lint.engine import Options

        options = Options()
    if check is None:
        from fullgraph.lint import engine

        check = engine.check
    result = _Passes(files, options, unsafe, check).run()
    if write:
        _write(result)
    return result


def _write(result: FixResult) -> None:
    """Replace the files on disk. What could not be replaced is as it was, and so are its findings."""
    written = []
    for file in result.files:
        try:
            _replace(file.source, file.text)
            written.append(file)
        except SourceError as failure:
            name = file.source.display
            result.errors.append(failure.error)
            result.diagnostics = [one for one in result.diagnostics if one.filename != name] + file.before
            result.read[name] = file.source
    result.files = written
    result.diagnostics.sort(key=lambda diagnostic: diagnostic.sort_key)


def diff(file: FixedFile) -> bytes:
    """The unified diff of one file, in the file's own encoding and newlines, so that ``patch`` can apply it."""
    name = file.source.display.replace(os.sep, "/")
    # Lines end at "\n" alone here, whatever Python makes of other breaks: that is how patch reads them.
    mark = "\ufeff" if file.source.encoding == "utf-8-sig" else ""
    old, new = ((mark + text).split("\n") for text in (file.source.text, file.text))
    old, new = ([f"{line}\n" for line in lines[:-1]] + [line for line in lines[-1:] if line] for lines in (old, new))
    lines = [
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
        for line in difflib.unified_diff(old, new, name, name)
    ]
    encoding = "utf-8" if mark else file.source.encoding
    return "".join(lines).encode(encoding, "surrogateescape")


class _Passes:
    """The state of one run over several files."""

    def __init__(self, files: Sequence[Path], options: Options, unsafe: bool, check: Check) -> None:
        self.files = files
        self.options = options
        self.unsafe = unsafe
        self.check = check
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
        self.fixed: dict[str, list[Diagnostic]] = {}
        self.failed: dict[str, InputError] = {}

    def run(self) -> FixResult:
        result = self._check()
        before = _by_file(result.diagnostics)
        readable = {error.filename for error in result.errors}
        for _ in range(MAX_PASSES):
            changed = self._pass(result)
            if not changed:
                break
            result = self._check()
            broken = [error for error in result.errors if error.filename in changed and error.filename not in readable]
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
                    self.failed[name] = InputError(name, message)
        files = [
            FixedFile(self.sources[name], self.current[name], fixed, before.get(name, []))
            for name, fixed in self.fixed.items()
            if self.current[name] != self.sources[name].text
        ]
        read = {
            name: SourceFile(source.path, self.current[name], source.encoding, source.display)
            for name, source in self.sources.items()
        }
        errors = [*result.errors, *self.failed.values()]
        return FixResult(files, result.diagnostics, errors, result.files_checked, read)

    def _check(self) -> CheckResult:
        return self.check(self.files, replace(self.options, sources=dict(self.texts)))

    def _pass(self, result: CheckResult) -> set[str]:
        """Apply what fits together. The names of the files whose text is another now."""
        changed = set()
        for name, diagnostics in _by_file(result.diagnostics).items():
            fixable = [diagnostic for diagnostic in diagnostics if allowed(diagnostic.fix, self.unsafe)]
            if not fixable or name in self.failed or name not in self.sources:
                continue
            source, text = self.sources[name], self.current[name]
            try:
                new, applied = apply_fixes(text, fixable)
                _validate(source, text, new, applied)
            except BadFix as failure:
                if self._revert(name, f"internal error: no fix applied: {failure}; please report"):
                    changed.add(name)
                continue
            if new != text:
                self._set(name, new)
                self.fixed.setdefault(name, []).extend(applied)
                changed.add(name)
        return changed

    def _revert(self, name: str, message: str) -> bool:
        """Give a file its own text back, for good. Whether that changes anything."""
        self.failed[name] = InputError(name, message)
        self.fixed.pop(name, None)
        text = self.sources[name].text
        if self.current[name] == text:
            return False
        self._set(name, text)
        return True

    def _set(self, name: str, text: str) -> None:
        self.current[name] = text
        self.texts[self.sources[name].path.resolve()] = text


def _by_file(diagnostics: Iterable[Diagnostic]) -> dict[str, list[Diagnostic]]:
    grouped: dict[str, list[Diagnostic]] = {}
    for diagnostic in diagnostics:
        grouped.setdefault(diagnostic.filename, []).append(diagnostic)
    return grouped


def apply_fixes(text: str, diagnostics: Sequence[Diagnostic]) -> tuple[str, list[Diagnostic]]:
    """Apply the fixes of one file's diagnostics that do not get in each other's way, first come first served.

    Returns the new text and the diagnostics whose fixes are in it. An import that two fixes insert at one place is
    inserted once. Raises BadFix where an edit lies outside of the text or overlaps another of its own fix.
    """
    lines = SourceFile(Path(), text).lines
    for diagnostic in diagnostics:
        if diagnostic.fix is not None:
            try:
                _splice(text, lines, _distinct(diagnostic.fix.edits))
            except ValueError as failure:
                raise BadFix(f"the fix of {diagnostic.code} at line {diagnostic.location.row}: {failure}") from None
    chosen, applied = _compatible(diagnostics)
    return _splice(text, lines, chosen), applied


def apply_edits(text: str, edits: Sequence[Edit]) -> str:
    """The text after edits that do not overlap; insertions at one place follow each other in the order given.

    Newlines in what is inserted become those of the text's first line. Raises ValueError for an edit that overlaps
    another or lies outside of the text.
    """
    return _splice(text, SourceFile(Path(), text).lines, edits)


def _splice(text: str, lines: Sequence[str], edits: Sequence[Edit]) -> str:
    starts = [0, *itertools.accumulate(map(len, lines))]
    newline = SourceFile(Path(), "".join(lines[:1])).newline
    spans = sorted(
        ((_offset(edit.location, lines, starts), _offset(edit.end_location, lines, starts), edit) for edit in edits),
        key=lambda span: span[:2],
    )
    parts = []
    done = 0
    for start, end, edit in spans:
        if end < start:
            raise ValueError(f"an edit ends before it starts, at {_name(edit.location)}")
        if start < done:
            raise ValueError(f"two edits overlap at {_name(edit.location)}")
        parts += [text[done:start], _with_newlines(edit.content, newline)]
        done = end
    return "".join([*parts, text[done:]])


def _offset(position: Position, lines: Sequence[str], starts: Sequence[int]) -> int:
    row, column = position.row, position.column
    width = len(lines[row - 1]) if 1 <= row <= len(lines) else 0
    if not (1 <= row <= len(lines) + 1 and 1 <= column <= width + 1):
        raise ValueError(f"an edit lies outside of the file, at {_name(position)}")
    return starts[row - 1] + column - 1


def _name(position: Position) -> str:
    return f"line {position.row}, column {position.column}"


def _with_newlines(content: str, newline: str) -> str:
    """The content with its plain newlines as ``newline``; a part copied from the file may have them already."""
    return content if newline == "\n" else content.replace("\r\n", "\n").replace("\n", newline)


def _distinct(edits: Iterable[Edit]) -> list[Edit]:
    return list(dict.fromkeys(edits))


_AT_THE_HEAD = re.compile(r"import |from |[A-Z][A-Z0-9_]* = ")


def _is_import(edit: Edit) -> bool:
    """Whether an edit only inserts imports or constants of the module: the same one serves any number of fixes."""
    statements = [line for line in edit.content.splitlines() if line.strip()]
    return (
        edit.location == edit.end_location
        and edit.location.column == 1
        and bool(statements)
        and all(_AT_THE_HEAD.match(line) for line in statements)
    )


def _compatible(diagnostics: Sequence[Diagnostic]) -> tuple[list[Edit], list[Diagnostic]]:
    """The edits of as many fixes as fit together, in the order of the places that they change.

    A fix is taken or left as a whole. All that lies between its first and its last edit is its own, imports apart.
    """
    candidates = []
    for diagnostic in diagnostics:
        if diagnostic.fix is not None:
            edits = _distinct(diagnostic.fix.edits)
            own = sorted(edit for edit in edits if not _is_import(edit))
            candidates.append((own, [edit for edit in edits if _is_import(edit)], diagnostic))
    candidates.sort(key=lambda candidate: (candidate[0][:1], candidate[2].sort_key))
    chosen: dict[Edit, None] = {}
    spans: list[tuple[Position, Position]] = []
    applied = []
    known: set[tuple[Edit, ...]] = set()
    for own, imports, diagnostic in candidates:
        if tuple(own) in known:  # one fix that answers two findings
            span = []
        else:
            span = [(own[0].location, max(edit.end_location for edit in own))] if own else []
        if any(_collide(span[0], other) for other in spans if span):
            continue
        inserted = [*imports, *(edit for edit in chosen if _is_import(edit))]
        if any(_splits(one, other) for one in inserted for other in (*chosen, *own)):
            continue
        spans += span
        known.add(tuple(own))
        chosen.update(dict.fromkeys([*imports, *own]))
        applied.append(diagnostic)
    return list(chosen), applied


def _collide(one: tuple[Position, Position], other: tuple[Position, Position]) -> bool:
    """Whether two spans share text, or touch within a line, where what they write could run together."""
    (start, end), (other_start, other_end) = one, other
    if end <= other_start:
        return end == other_start and end.column != 1
    if other_end <= start:
        return other_end == start and start.column != 1
    return True


def _splits(insertion: Edit, other: Edit) -> bool:
    """Whether an insertion falls inside of what another edit replaces."""
    return other.location < insertion.location < other.end_location


def _validate(source: SourceFile, old: str, new: str, applied: Sequence[Diagnostic]) -> None:
    """Raises BadFix, naming the rule, where the new text is not Python or cannot be saved in the file's encoding."""
    problem = _problem(source, old, new)
    if problem is None:
        return
    culprits = [one for one in applied if _problem(source, old, apply_fixes(old, [one])[0]) is not None]
    names = sorted({f"{one.code} at line {one.location.row}" for one in culprits or applied})
    raise BadFix(f"the fix of {', '.join(names)} {problem}")


def _problem(source: SourceFile, old: str, new: str) -> str | None:
    try:
        source.encode(new)
    except UnicodeEncodeError as failure:
        return f"writes {new[failure.start]!r}, which the file's encoding {source.encoding} does not have"
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


def _libcst_failure(text: str) -> str | None:
    import libcst  # slow to import, and needed only where something is rewritten

    try:
        libcst.parse_module(text)
    except Exception as failure:  # LibCST's native parser raises more than it documents
        return str(failure).splitlines()[0] if str(failure) else type(failure).__name__
    return None


def _replace(source: SourceFile, text: str) -> None:
    """Put ``text`` in the place of a file. Raises SourceError, with the file as it was."""

    def refuse(message: str) -> SourceError:
        return SourceError(InputError(source.display, message))

    target = Path(os.path.realpath(source.path))  # a link stays one, and what it leads to changes
    try:
        status = target.stat()
        data = target.read_bytes()
    except OSError as failure:
        raise refuse(f"cannot write the fixes: {failure.strerror or failure}") from None
    if data != source.encode(source.text):
        same_text = False
        with contextlib.suppress(SourceError):
            same_text = decode(data, source.display)[0] == source.text
        if same_text:
            raise refuse(f"fixes not written: {source.encoding} cannot give the file's other bytes back exactly")
        raise refuse("fixes not written: the file changed on disk while it was checked; run again")
    if not status.st_mode & 0o222 or not os.access(target, os.W_OK):
        raise refuse("fixes not written: the file is read-only")
    temporary: str | None = None
    try:
        descriptor, temporary = tempfile.mkstemp(prefix=f".{target.name[:100]}.", suffix=".tmp", dir=target.parent)
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(source.encode(text))
            stream.flush()
            os.fsync(stream.fileno())
        if hasattr(os, "chown"):
            with contextlib.suppress(OSError):  # only root can keep another's ownership
                os.chown(temporary, status.st_uid, status.st_gid)
        Path(temporary).chmod(stat.S_IMODE(status.st_mode))
        Path(temporary).replace(target)
        temporary = None
    except OSError as failure:
        raise refuse(f"fixes not written: {failure.strerror or failure} ({target.parent})") from None
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                Path(temporary).unlink()
