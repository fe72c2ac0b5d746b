"""Write and read a store: every run is one transaction, so that a store that was cut off holds whole runs alone."""

from __future__ import annotations

import contextlib
import dataclasses
import datetime
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
from fullgraph.sweep.rows import Environment, Planned, RunRow

SCHEMA = 2
"""The version of ``schema.sql``."""
PARTS = ("checks", "breaks", "predictions", "recompiles", "sources", "repairs")
"""The tables that hold what was found in a run; the fields of `RunRow` have their names."""
TABLES = ("sweep", "environments", "planned", "runs", *PARTS, "timings")
NUMBERED = frozenset(("breaks", "recompiles"))
"""Those of which the rows of a run have a number."""


class StoreError(Exception):
    """A store that cannot be made, read or written: one line that says why and what to do."""


class RowError(StoreError):
    """A row that no store can hold."""


@dataclass(frozen=True)
class About:
    """The one row of the table ``sweep``."""

    created: datetime.datetime
    fullgraph: str
    command: str
    settings: Mapping[str, Any]


class Store:
    """An open store. A context manager; one process at a time may write to a file."""

    def __init__(self, path: Path, connection: duckdb.DuckDBPyConnection) -> None:
        self.path = path
        self.connection = connection

    @classmethod
    def create(
        cls, path: Path, about: About, environments: Iterable[Environment] = (), runs: Iterable[Planned] = ()
    ) -> Store:
        """Make a new file that holds the plan of a sweep: whole, or not at all. Raises `StoreError`."""
        cls.require_new(path)
        with cls._unfinished(path) as store:
            with store._writing():
                store.connection.execute(Path(__file__).with_name("schema.sql").read_text(encoding="utf-8"))
                store.connection.execute(
                    "INSERT INTO sweep VALUES (?, ?, ?, ?, ?)",
                    [SCHEMA, about.created, about.fullgraph, about.command, json.dumps(about.settings)],
                )
            store.add_environments(environments)
            store.plan(runs)
        return cls.open(path, read_only=False)

    @classmethod
    @contextlib.contextmanager
    def _unfinished(cls, path: Path) -> Iterator[Store]:
        """A store in a file beside the path that gets its name at the end; whoever is killed leaves no half store."""
        part = path.with_name(f".{path.name}.{os.getpid()}.part")
        try:
            with cls._opened(path, read_only=False, file=part) as store:
                yield store
                with store._explained():
                    store._execute("CHECKPOINT")
            cls.require_new(path)
            part.rename(path)
        except OSError as error:
            raise StoreError(f"cannot make {path}: {_line(error)}") from error
        finally:
            for left in (part, part.with_name(f"{part.name}.wal")):
                with contextlib.suppress(OSError):
                    left.unlink()

    @staticmethod
    def require_new(path: Path) -> None:
        """Raises `StoreError` where there is a file already."""
        if path.exists():
            raise StoreError(f"{path} already exists: --resume continues it, or name another --store")

    @classmethod
    def open(cls, path: Path, *, read_only: bool = True) -> Store:
        """Open a file that is there. Raises `StoreError`."""
        if not path.is_file():
            raise StoreError(f"there is no store {path}")
        store = cls._opened(path, read_only=read_only)
        try:
            found = store.connection.execute("SELECT schema FROM sweep").fetchone()
        except duckdb.Error:
            store.connection.close()
            raise StoreError(f"{path} is a DuckDB file, but not the store of a sweep") from None
        if found is None or found[0] != SCHEMA:
            store.connection.close()
            version = found[0] if found else "none"
            raise StoreError(
                f"{path} has schema {version}, this fullgraph reads {SCHEMA}: sweep again into another file"
            )
        return store

    @classmethod
    def _opened(cls, path: Path, *, read_only: bool, file: Path | None = None) -> Store:
        """The store that will be at a path, or is there; ``file`` is where it lies now."""
        try:
            return cls(path, duckdb.connect(str(file or path), read_only=read_only))
        except duckdb.Error as error:
            text = _line(error)
            if "lock" in text.lower():
                raise StoreError(f"{path} is open in another process: one sweep at a time writes to a store") from None
            raise StoreError(f"{path} cannot be opened as a store: {text}") from None

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        # What was committed is in the file or its log, whatever closing makes of a full disk.
        with contextlib.suppress(duckdb.Error):
            self.connection.close()

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        """A transaction. Raises `StoreError`, and then nothing of it was written."""
        with self._explained():
            try:
                self._execute("BEGIN")
                yield
                self._execute("COMMIT")
            except duckdb.Error:
                with contextlib.suppress(duckdb.Error):
                    self._execute("ROLLBACK")
                raise

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        """Have what DuckDB raises as a `StoreError`."""
        try:
            yield
        except duckdb.Error as error:
            # The others are about the file: a full disk, or one that is gone.
            about_the_row = isinstance(error, (duckdb.DataError, duckdb.IntegrityError, duckdb.ProgrammingError))
            kind = RowError if about_the_row else StoreError
            raise kind(f"cannot write to {self.path}: {_line(error)}") from error

    @property
    def about(self) -> About:
        created, version, command, settings = self.rows("SELECT created, fullgraph, command, settings FROM sweep")[0]
        return About(created, version, command, json.loads(settings))

    def _execute(self, sql: str, values: Sequence[Any] | None = None) -> None:
        with _interruptible():
            self.connection.execute(sql, values)

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """The rows of a query."""
        with _interruptible():
            return self.connection.execute(sql, list(values)).fetchall()

    def records(self, sql: str, values: Sequence[Any] = ()) -> list[dict[str, Any]]:
        """The rows of a query, by the names of its columns."""
        with _interruptible():
            found = self.connection.execute(sql, list(values))
            names = [column[0] for column in found.description]
            return [dict(zip(names, row, strict=True)) for row in found.fetchall()]

    def add_environments(self, environments: Iterable[Environment]) -> None:
        """Write environments down; one that is there is replaced. Raises `StoreError`."""
        with self._writing():
            for one in environments:
                self._execute(
                    "INSERT OR REPLACE INTO environments VALUES (?, ?, ?, ?, MAP(?::VARCHAR[], ?::VARCHAR[]))",
                    [
                        *(one.environment, one.executable, one.python, one.torch),
                        *(list(one.packages), list(one.packages.values())),
                    ],
                )

    def plan(self, runs: Iterable[Planned]) -> None:
        """Add runs to what is planned; those that are there stay as they are. Raises `StoreError`."""
        with self._writing():
            (first,) = self.rows("SELECT coalesce(max(number), -1) + 1 FROM planned")[0]
            rows = [
                (one.run, number, *(getattr(one, item.name) for item in dataclasses.fields(Planned)))
                for number, one in enumerate(runs, first)
            ]
            columns = "run, number, pass, target, mode, dtype, device, environment, version, library"
            if rows:
                marks = ", ".join("?" * len(rows[0]))
                with _interruptible():
                    self.connection.executemany(
                        f"INSERT INTO planned ({columns}) VALUES ({marks}) ON CONFLICT DO NOTHING", rows
                    )

    @property
    def left(self) -> list[Planned]:
        """What is planned and not done, in order."""
        return self._planned("WHERE run NOT IN (SELECT run FROM runs)")

    @property
    def planned(self) -> list[Planned]:
        """All that is planned, in order."""
        return self._planned("")

    def _planned(self, where: str) -> list[Planned]:
        columns = "pass, target, mode, dtype, device, environment, version, library"
        return [Planned(*row) for row in self.rows(f"SELECT {columns} FROM planned {where} ORDER BY number")]

    def forget(self, runs: Iterable[str]) -> None:
        """Take out what came of runs, so that they are left to do. Raises `StoreError`."""
        with self._writing():
            for run in runs:
                for table in ("runs", *PARTS, "timings"):
                    self._execute(f"DELETE FROM {table} WHERE run = ?", [run])

    def add(self, row: RunRow) -> None:
        """Write down what came of a run; a run that is there stays as it is. Raises `StoreError` or `RowError`."""
        with self._writing():
            if self.rows("SELECT run FROM runs WHERE run = ?", [row.run]):
                return
            self._insert("runs", {name: value for name, value in vars(row).items() if name not in (*PARTS, "timing")})
            for table in PARTS:
                for number, part in enumerate(getattr(row, table)):
                    numbered = {"number": number} if table in NUMBERED else {}
                    self._insert(table, {"run": row.run, **numbered, **vars(part)})
            if row.timing is not None:
                self._insert("timings", {"run": row.run, **vars(row.timing)})

    def _insert(self, table: str, values: Mapping[str, Any]) -> None:
        names, marks = ", ".join(values), ", ".join("?" * len(values))
        self._execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", list(values.values()))

    def export(self, folder: Path, form: str) -> list[Path]:
        """Write each table to a file of the folder; ``form`` is ``parquet`` or ``csv``. Raises `StoreError`."""
        written = []
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for table in TABLES:
                path = folder / f"{table}.{form}"
                options = "FORMAT parquet" if form == "parquet" else "FORMAT csv, HEADER"
                self._execute(f"COPY {table} TO '{str(path).replace(chr(39), chr(39) * 2)}' ({options})")
                written.append(path)
        except (duckdb.Error, OSError) as error:
            raise StoreError(f"cannot export to {folder}: {_line(error)}") from error
        return written


@contextlib.contextmanager
def _interruptible() -> Iterator[None]:
    """Have a signal during a query end it as `KeyboardInterrupt`.

    DuckDB looks for signals while it works, and replaces what their handler raises by a bare ``RuntimeError`` (2.0);
    its own errors are all ``duckdb.Error``.
    """
    try:
        yield
    except RuntimeError as error:
        if type(error) is RuntimeError:
            raise KeyboardInterrupt from error
        raise


def _line(error: BaseException) -> str:
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)
