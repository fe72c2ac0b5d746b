"""Several stores as one that lies in memory: sweeps of other libraries, of another torch, or of what was left."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import duckdb
from fullgraph.sweep.store.store import PARTS, Store, StoreError

_OF_A_RUN = ("planned", "runs", *PARTS, "timings")


def combined(paths: Sequence[Path]) -> Store:
    """Read stores into one. Of a run that is in several, the last is taken that has done it. Raises `StoreError`."""
    if not paths:
        raise StoreError("no store is given")
    if len(paths) == 1:
        return Store.open(paths[0])
    for path in paths:
        Store.open(path).connection.close()  # says what is wrong with it
    store = Store(paths[-1], duckdb.connect(":memory:"))
    try:
        store.connection.execute(Path(__file__).with_name("schema.sql").read_text(encoding="utf-8"))
        for path in reversed(paths):
            _add(store, path)
    except StoreError:
        store.connection.close()
        raise
    except duckdb.Error as error:
        store.connection.close()
        raise StoreError(f"cannot combine stores: {str(error).splitlines()[0]}") from error
    return store


def _add(store: Store, path: Path) -> None:
    """Take what one store knows, and those after it do not."""
    run = store.connection.execute
    quoted = str(path).replace("'", "''")
    run(f"ATTACH '{quoted}' AS other (READ_ONLY)")
    _check_environments(store, path)
    run("INSERT INTO sweep SELECT * FROM other.sweep WHERE NOT EXISTS (FROM sweep)")
    run("INSERT INTO environments SELECT * FROM other.environments ON CONFLICT DO NOTHING")
    run(
        "CREATE TEMP TABLE new AS SELECT run FROM other.planned WHERE run NOT IN (SELECT run FROM runs) "
        "AND (run IN (SELECT run FROM other.runs) OR run NOT IN (SELECT run FROM planned))"
    )
    run("DELETE FROM planned WHERE run IN (FROM new)")
    for table in _OF_A_RUN:
        run(f"INSERT INTO {table} SELECT * FROM other.{table} WHERE run IN (FROM new)")
    run("DROP TABLE new")
    run("DETACH other")


def _check_environments(store: Store, path: Path) -> None:
    other = store.rows(
        "SELECT environment FROM environments JOIN other.environments AS o USING (environment) "
        "WHERE environments.torch <> o.torch"
    )
    if other:
        raise StoreError(f"{path}: its environment {other[0][0]} has a different torch from the other stores")
