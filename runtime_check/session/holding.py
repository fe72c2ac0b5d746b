"""Which fixes hold: targets run on copies of their code with the fixes in it, until none is left that does harm.

A fix holds if the outputs, gradients and mutated inputs of what runs it are the original's in eager, compiled they are
as well, no check that passed before fails now, no graph break is new, and compiled code does what eager does besides,
but for the messages that a fix says it skips. One that is not safe stays only where a target ran what it has
rewritten, and it held. Wherever the text changes again, what runs it runs again.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from fullgraph.lint.facts.coding import Malformed, from_json
from fullgraph.lint.facts.schema import Recorded
from fullgraph.lint.fixes.apply import FixedFile, FixResult, Site, allowed
from fullgraph.lint.fixes.confirmed import Function, Placed, Refused, Rewrite, files_of, placed
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.lint.source.syntax import functions_of
from fullgraph.runtime_check.process.protocol import Request
from fullgraph.runtime_check.process.supervise import Limits, Observation, observe
from fullgraph.runtime_check.results import Numerics, Repair, Run
from fullgraph.runtime_check.session import repair
from fullgraph.runtime_check.session.narrowing import Problems, narrow
from fullgraph.runtime_check.statements import first_lines

ROUNDS = 12
"""So often fixes are taken back, and facts learned; then all that are not safe go back."""
ENDED = ("crash", "timeout", "memory", "exit", "internal")
"""Kinds of failures with which a process ended: what is at fault is not looked for by ending it again and again."""

Progress = Callable[[str], None]
"""Called with one line about what runs."""
Observe = Callable[[Request, Limits], Observation]
"""Runs a target in a process of its own."""


@dataclass(frozen=True)
class Judged:
    """A run of a copy with some fixes."""

    problems: Problems
    """What it has and the original has not."""
    reached: Mapping[Path, Collection[int]] = field(default_factory=dict)
    """The rows that ran in eager, by file of the copy."""
    facts: Recorded = field(default_factory=Recorded)
    compared: str = ""


class OnCopy:
    """One target that ran as it was, to be run on a copy of its code."""

    def __init__(
        self,
        name: str,
        before: Observation,
        request: Request,
        copy: repair.Copy,
        limits: Limits,
        progress: Progress,
        *,
        fixes_copy: bool = False,
        run: Observe | None = None,
    ) -> None:
        """``request`` is that for the copy. ``fixes_copy``: what is fixed are the files of the copy themselves."""
        self.name = name
        self.before = before.run
        self.request = request
        self.copy = copy
        self.limits = limits
        self.progress = progress
        self.fixes_copy = fixes_copy
        self.observe = run or observe
        self.last: Judged | None = None
        """With the fixes there are now."""
        self._reached = reached_in(before)
        self._sources: dict[Path, SourceFile] = {}
        """Whatever a fix has changed so far, as it was."""
        self._known: dict[object, Judged] = {}

    def runs(self, file: FixedFile, function: str) -> bool:
        """Whether the body of a function ran as it was."""
        path = file.source.path.resolve()
        if self.fixes_copy and path.is_relative_to(self.copy.root):
            path = self.copy.original_of(path)
        return runs_body(self._reached.get(path, ()), file.source.text, function)

    def run(self, result: FixResult, number: int) -> Judged:
        """Run the copy with the fixes of a result, unless it ran with the same texts before."""
        key = self._install(result)
        if key not in self._known:
            self.progress(f"{self.name}: running a copy with {number} fix{'' if number == 1 else 'es'}")
            self._known[key] = self._judge(result)
        return self._known[key]

    def has_run(self, file: FixedFile, site: Site) -> bool:
        """Whether something that a fix has written ran the last time."""
        where = self._place(file.source.path.resolve())
        if self.last is None or where is None:
            return False
        body = _body_of(file.text, site.function)
        written = file.origins.rows_by(site)
        rows = [row for row in written if row in body] or written or body
        first = _statements(file.text)
        ran = {first.get(row, row) for row in self.last.reached.get(where, ())}
        return any(first.get(row, row) in ran for row in rows)

    def _place(self, path: Path) -> Path | None:
        """Where the copy of a file is; None for one that is not copied."""
        if self.fixes_copy:
            return path if path == self.copy.root or path.is_relative_to(self.copy.root) else None
        mine = path == self.copy.original or path.is_relative_to(self.copy.original)
        return self.copy.of(path) if mine else None

    def _install(self, result: FixResult) -> object:
        """Give the copy the texts of a result, and the original one where that has no fix; what stands for these."""
        texts = {}
        for file in result.files:
            path = file.source.path.resolve()
            if self._place(path) is not None:
                self._sources.setdefault(path, file.source)
                texts[path] = file.text
        for path, source in self._sources.items():
            where = self._place(path)
            if where is not None and where.exists():
                where.write_bytes(source.encode(texts.get(path, source.text)))
        return frozenset((path, text) for path, text in texts.items() if text != self._sources[path].text)

    def _judge(self, result: FixResult) -> Judged:
        after = self.observe(self.request, self.limits)
        run, before = after.run, self.before
        if run.failure is not None:
            return Judged(Problems([self._in_original(run.failure.message)], run.failure.kind in ENDED))
        found = []
        agreement = Repair()
        repair.add_agreement(agreement, after)
        if agreement.agrees is None:
            found.append("its results could not be compared")
        elif agreement.agrees.status == "fail":
            found += agreement.agrees.notes or [agreement.agrees.summary]
        found += [
            f"{verdict.check}: {verdict.summary}"
            for verdict in run.verdicts
            if verdict.status == "fail" and status_of(before, verdict.check) == "pass" and verdict.check != "effects"
        ]
        found += [f"effects: {text}" for text in new_effects(before, run, skips=self._skips(result))]
        if len(run.breaks) > len(before.breaks):
            found.append(f"{len(run.breaks)} graph breaks, and {len(before.breaks)} before")
        return Judged(
            Problems(list(map(self._in_original, found))),
            reached_in(after),
            self._facts(after),
            _compared(agreement.numerics, len(before.breaks), len(run.breaks)),
        )

    def _skips(self, result: FixResult) -> bool:
        """Whether a fix of what it runs leaves messages out while compiling."""
        return any(
            done.fix is not None and done.fix.skips_messages and self.runs(file, site.function)
            for file in result.files
            for done, site in zip(file.fixed, file.sites, strict=True)
        )

    def _facts(self, after: Observation) -> Recorded:
        """What was seen of the functions of the copy, by the names of the files that are fixed."""
        found = facts_of(after)
        return found if self.fixes_copy else found.renamed({new: old for old, new in self.copy.identities.items()})

    def _in_original(self, text: str) -> str:
        return text.replace(str(self.copy.root), str(self.copy.original))


def facts_of(observation: Observation) -> Recorded:
    """The facts of a run; none where they are not what they should be."""
    if observation.facts is None:
        return Recorded()
    try:
        return from_json(observation.facts.recorded)  # written by a process in which the target ran
    except Malformed:
        return Recorded()


def reached_in(observation: Observation) -> dict[Path, Collection[int]]:
    """The rows that ran in eager, by file."""
    return {Path(name).resolve(): rows for name, rows in observation.reached.items()}


def runs_body(reached: Collection[int], text: str, function: str) -> bool:
    """Whether one of the rows that ran lies in the body of a function."""
    body = _body_of(text, function)
    return any(row in body for row in reached)


def _body_of(text: str, function: str) -> Collection[int]:
    """The rows of a function's body, or all where the text has none of that name."""
    return _bodies(text).get(function) or range(1, text.count("\n") + 2)


@functools.lru_cache(maxsize=64)
def _bodies(text: str) -> Mapping[str, Collection[int]]:
    """By name, the rows of the bodies of functions and classes."""
    found: dict[str, set[int]] = {}
    for first, last, name in functions_of(text):
        rows = range(first, last + 1)
        # The head of a function runs where it is defined, its body only when it is called.
        found.setdefault(name, set()).update(rows[1:] or rows)
    return found


@functools.lru_cache(maxsize=64)
def _statements(text: str) -> Mapping[int, int]:
    return first_lines(text)


def new_effects(before: Run, after: Run, *, skips: bool) -> list[str]:
    """The side effects that differ since the fixes, but for what these fixes say they leave out while compiling.

    A difference that was there before is not theirs, and where nothing was compiled before nothing is known.
    ``skips``: a fix skips messages while compiling; then they are lost, and the flags that keep them from being
    repeated.
    """
    if status_of(before, "effects") not in ("pass", "fail"):
        return []
    known = {one.text for one in before.effects}
    return [
        one.text
        for one in after.effects
        if one.text not in known and not (skips and one.lost and (one.kind == "output" or one.is_flag))
    ]


def status_of(run: Run, check: str) -> str | None:
    """The verdict of a check; None where there is none."""
    verdict = run.verdict(check)
    return verdict.status if verdict is not None else None


def _compared(numerics: Numerics | None, before: int, after: int) -> str:
    if numerics is None:
        return "nothing to compare"
    gradients = f", {numerics.gradients} of them gradients" if numerics.gradients else ""
    breaks = f"graph breaks: {before} before, {after} after"
    return f"{numerics.compared} tensors{gradients} equal; {breaks}"


class Settling:
    """Takes fixes back until what is left holds; with what is learned on the way, further ones may apply."""

    def __init__(
        self, rewrite: Rewrite, trials: Sequence[OnCopy], recorded: Recorded, *, keeps_safe: bool = False
    ) -> None:
        """``keeps_safe``: safe fixes are not taken back, whatever comes of them."""
        self.rewrite = rewrite
        self.trials = trials
        self.recorded = recorded
        self.keeps_safe = keeps_safe
        self.refused: dict[Site, Refused] = {}
        self.files: dict[str, FixedFile] = {}
        """All that a fix has changed at some time."""
        self._proved = _safe_in(rewrite((), Recorded())) if recorded.functions else {}
        """What is safe without any fact, with the text of its function."""
        self.result = self._rewritten()

    def _is_safe(self, one: Placed) -> bool:
        """Return whether a fix is proved: as it is, or where it writes what is proved without any fact."""
        if one.is_safe or one.site not in self._proved:
            return one.is_safe
        return self._proved[one.site] == _text_of(files_of(self.result)[one.site.filename].text, one.site.function)

    def run(self) -> None:
        """Go on until nothing changes."""
        for _ in range(ROUNDS):
            if not (self._refuse_unreached() or self._run_all() or self._refuse_unrun() or self._learn()):
                return
        while risky := [one for one in placed(self.result).values() if not self._is_safe(one)]:
            self._refuse(Refused(one, ["it does not settle with the others"]) for one in risky)

    @property
    def is_uncertain(self) -> bool:
        """Whether a fix is not safe, or more could be once it is known how what was rewritten runs."""
        if any(not self._is_safe(one) for one in placed(self.result).values()):
            return True
        return bool(self.result.files) and any(allowed(one.fix, unsafe=True) for one in self.result.diagnostics)

    def ran_by(self, site: Site) -> list[str]:
        """The targets that ran what a fix has written."""
        file = files_of(self.result)[site.filename]
        return [trial.name for trial in self.trials if trial.has_run(file, site)]

    def runs(self, trial: OnCopy, function: Function) -> bool:
        """Whether a target ran a function that holds a fix, or did."""
        return trial.runs(self.files[function[0]], function[1])

    def _rewritten(self, but: Collection[Site] = ()) -> FixResult:
        result = self.rewrite({*self.refused, *but}, self.recorded)
        for name, file in files_of(result).items():
            self.files.setdefault(name, file)
        return result

    def _refuse(self, refused: Iterable[Refused]) -> bool:
        new = {one.fix.site: one for one in refused}
        self.refused |= new
        if new:
            self.result = self._rewritten()
        return bool(new)

    def _refuse_unreached(self) -> bool:
        """Take back what is not safe and lies in no function that a target runs."""
        return self._refuse(
            Refused(one, ["nothing ran it"])
            for one in placed(self.result).values()
            if not self._is_safe(one) and not any(self._reaches(trial, one.site) for trial in self.trials)
        )

    def _reaches(self, trial: OnCopy, site: Site) -> bool:
        return self.runs(trial, (site.filename, site.function))

    def _run_all(self) -> bool:
        """Run every target that runs a fix, and take back what does not hold with it."""
        for trial in self.trials:
            trial.last = None
            mine = [one for one in placed(self.result).values() if self._reaches(trial, one.site)]
            if not mine:
                continue
            movable = [one for one in mine if not (self.keeps_safe and self._is_safe(one))]
            problems = self._narrowed(trial, movable) if movable else {}
            if self._refuse(Refused(one, found, trial.name) for one, found in problems.items()):
                return True
            trial.last = trial.run(self.result, len(mine))
        return False

    def _narrowed(self, trial: OnCopy, mine: Sequence[Placed]) -> dict[Placed, list[str]]:
        def problems(chosen: Sequence[Placed]) -> Problems:
            left_out = {one.site for one in mine} - {one.site for one in chosen}
            result = self._rewritten(left_out) if left_out else self.result
            return trial.run(result, len(chosen)).problems

        return narrow(mine, problems, self._is_safe)

    def _refuse_unrun(self) -> bool:
        """Take back what is not safe and lies where nothing got to."""
        return self._refuse(
            Refused(one, [self._passed(one.site)])
            for one in placed(self.result).values()
            if not self._is_safe(one) and not self.ran_by(one.site)
        )

    def _passed(self, site: Site) -> str:
        names = ", ".join(trial.name for trial in self.trials if self._reaches(trial, site))
        return f"{names} ran {site.function or 'the module'}, but not these lines"

    def _learn(self) -> bool:
        """Take up what was seen of the new texts; whether other fixes follow."""
        new = Recorded()
        for trial in self.trials:
            if trial.last is not None and not trial.last.problems.texts:
                new = new.join(trial.last.facts.beside(self.recorded))
        if not new.functions:
            return False
        self.recorded = self.recorded.join(new)
        before, self.result = self.result, self._rewritten()
        return _texts(before) != _texts(self.result)


def _safe_in(result: FixResult) -> dict[Site, str]:
    files = files_of(result)
    safe = (one.site for one in placed(result).values() if one.is_safe)
    return {site: _text_of(files[site.filename].text, site.function) for site in safe}


def _text_of(text: str, function: str) -> str:
    """The text of a function; all of it where it has none of that name."""
    rows = [range(first, last + 1) for first, last, name in functions_of(text) if name == function]
    lines = text.splitlines()
    return "\n".join(lines[row - 1] for one in rows for row in one) if rows else text


def _texts(result: FixResult) -> dict[str, str]:
    return {name: file.text for name, file in files_of(result).items()}
