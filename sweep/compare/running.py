"""Sweeps that a comparison asks for: of a project at two commits, and again of what changed."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from fullgraph.sweep.compare.comparing import RerunError
from fullgraph.sweep.compare.sides import Side
from fullgraph.sweep.rows import Planned, RunRow
from fullgraph.sweep.store.loading import load
from fullgraph.sweep.store.store import Store, StoreError


class SweepError(Exception):
    """A sweep that could not be made: one line that says why."""


def sweep_command(python: str, targets: Sequence[str], store: Path, options: Sequence[str] = ()) -> list[str]:
    """The command line of a sweep."""
    return [python, "-m", "fullgraph", "sweep", *targets, "--store", str(store), *options]


class Worktrees:
    """Sweeps commits, each in a working tree of its own beside a repository's. Made by `worktrees`."""

    def __init__(self, repository: Path, scratch: Path) -> None:
        self.repository = repository
        self.scratch = scratch
        self.folders: dict[str, Path] = {}
        """Of the revisions that were swept."""

    def sweep_at(self, revision: str, targets: Sequence[str]) -> Path:
        """Sweep targets with the code of a revision. Raises `SweepError`."""
        folder = self._checked_out(revision)
        store = self.scratch / f"{folder.name}.duckdb"
        try:
            done = subprocess.run(
                sweep_command(sys.executable, targets, store),
                cwd=folder,
                env=with_code_of(folder),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )
        except OSError as failure:
            raise SweepError(f"cannot sweep {revision}: {failure.strerror or failure}") from None
        if not store.is_file():
            raise SweepError(f"the sweep of {revision} ended with status {done.returncode} and left no store")
        return store

    def _checked_out(self, revision: str) -> Path:
        commit = self._git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
        if commit is None:
            raise SweepError(f"{revision} is neither the store of a sweep nor a git revision here")
        if revision not in self.folders:
            folder = self.scratch / f"{len(self.folders)}-{commit[:12]}"
            if self._git("worktree", "add", "--detach", str(folder), commit) is None:
                raise SweepError(f"git cannot check {revision} out next to {self.repository}")
            self.folders[revision] = folder
        return self.folders[revision]

    def remove(self) -> None:
        """Take the working trees out again."""
        for folder in self.folders.values():
            self._git("worktree", "remove", "--force", str(folder))

    def _git(self, *arguments: str) -> str | None:
        """What git says; None where it fails."""
        try:
            done = subprocess.run(
                ["git", *arguments], cwd=self.repository, stdin=subprocess.DEVNULL, capture_output=True, text=True
            )
        except OSError:
            raise SweepError("git is not installed, and comparing commits needs it") from None
        return done.stdout.strip() if done.returncode == 0 else None


@contextlib.contextmanager
def worktrees(repository: Path) -> Iterator[Worktrees]:
    """Working trees for as long as they are needed."""
    with tempfile.TemporaryDirectory(prefix="fullgraph-diff-") as scratch:
        made = Worktrees(repository, Path(scratch))
        try:
            yield made
        finally:
            made.remove()


def with_code_of(folder: Path) -> dict[str, str]:
    """The environment of a process that imports the project from this folder, whatever is installed."""
    places = [str(place) for place in (folder, folder / "src") if place.is_dir()]
    given = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([*places, *([given] if given else [])])}


class Reruns:
    """Runs of one side once more, in their environments and in its folder: all that can be of one sweep, in one."""

    def __init__(self, side: Side, folder: Path | None = None) -> None:
        """``folder``: where the code of the side lies; the current one if None."""
        self.executables = {one.planned.environment: one.environment.executable for one in side.runs}
        self.folder = folder

    def __call__(self, planned: Sequence[Planned]) -> Mapping[str, RunRow]:
        """Raises `RerunError`."""
        alike: dict[tuple[str, ...], list[Planned]] = {}
        for one in planned:
            alike.setdefault((one.environment, one.pass_, one.mode, one.dtype, one.device), []).append(one)
        found: dict[str, RunRow] = {}
        for runs in alike.values():
            found |= self._run(runs)
        return found

    def _run(self, runs: Sequence[Planned]) -> dict[str, RunRow]:
        """Do runs that differ in their targets alone."""
        one = runs[0]
        python = self.executables.get(one.environment, "")
        if not Path(python).is_file():
            raise RerunError(f"there is no interpreter {python or 'known'} here, in which it ran")
        options = ["--modes", one.mode, "--dtypes", one.dtype, "--devices", one.device]
        options += ["--environment", f"{one.environment}={python}"]
        options += ["--verify", "all"] if one.pass_ == "verify" else []
        with tempfile.TemporaryDirectory(prefix="fullgraph-rerun-") as scratch:
            store = Path(scratch, "again.duckdb")
            try:
                done = subprocess.run(
                    sweep_command(sys.executable, [each.target for each in runs], store, options),
                    cwd=self.folder,
                    env=with_code_of(self.folder) if self.folder is not None else None,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.PIPE,
                    text=True,
                    errors="replace",
                )
            except OSError as failure:
                raise RerunError(f"{sys.executable}: {failure.strerror or failure}") from None
            if not store.is_file():
                last = next((line for line in reversed(done.stderr.splitlines()) if line.strip()), "no message")
                raise RerunError(f"the sweep ended with status {done.returncode}: {last.strip()}")
            return _of(store, runs)


def _of(store: Path, planned: Sequence[Planned]) -> dict[str, RunRow]:
    """What came of runs in a store, whatever version of the code they were planned for. Raises `RerunError`."""
    try:
        with Store.open(store) as opened:
            found = {(one.planned.pass_, one.planned.target): one.row for one in load(opened)}
    except StoreError as failure:
        raise RerunError(str(failure)) from None
    return {one.run: found[key] for one in planned if (key := (one.pass_, one.target)) in found}
