"""The reference of a store, written between the marks of a page: its queries, and the tables of its schema.

python -m fullgraph.sweep.store.reference docs/sweeping.md
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from fullgraph.sweep.store.queries import QUERIES

SCHEMA = Path(__file__).with_name("schema.sql")
_COLUMN = re.compile(
    r"^    ([a-z_]+) ([A-Z]+(?:\[\]|\([A-Z, ]+\)| WITH TIME ZONE)?)(?: NOT NULL| PRIMARY KEY)*,?(?: +-- (.*))?$"
)


@dataclass(frozen=True)
class Column:
    """A column of a table, with its comment."""

    name: str
    type: str
    meaning: str


@dataclass(frozen=True)
class Table:
    """A table of the schema, with the comment above it; a view has no columns of its own."""

    name: str
    meaning: str
    columns: list[Column]


def tables() -> list[Table]:
    """The tables of ``schema.sql``, as its comments describe them."""
    found: list[Table] = []
    for part in re.split(r"\n\n", SCHEMA.read_text(encoding="utf-8")):
        lines = part.strip().split("\n")
        comment = " ".join(line.removeprefix("-- ") for line in lines if line.startswith("-- "))
        if made := re.search(r"^CREATE (?:TABLE|VIEW) (\w+)", part, re.MULTILINE):
            columns = [Column(one[1], one[2], one[3] or "") for one in map(_COLUMN.match, lines) if one is not None]
            found.append(Table(made[1], comment, columns))
    return found


def _queries() -> Iterator[str]:
    for query in QUERIES.values():
        yield from (f"### `{query.name}`", "", query.answers, "", "```sql", query.sql, "```", "")


def _schema() -> Iterator[str]:
    for table in tables():
        yield from (f"### Table `{table.name}`" if table.columns else f"### View `{table.name}`", "")
        if table.meaning:
            yield from (table.meaning, "")
        if table.columns:
            yield from ("| column | type | what it is |", "| --- | --- | --- |")
            yield from (f"| `{one.name}` | {one.type} | {one.meaning} |" for one in table.columns)
            yield ""


PARTS = {"queries": _queries, "schema": _schema}
"""What is generated on a page, by the name in its marks."""


def filled(page: str) -> str:
    """The page with what is generated between its marks."""
    for name, write in PARTS.items():
        begin, end = (f"<!-- {name}: {word} -->" for word in ("begin", "end"))
        before, found, rest = page.partition(begin)
        _, ended, after = rest.partition(end)
        if not found or not ended:
            raise ValueError(f"the page has no marks {begin} and {end}")
        page = before + "\n".join([begin, "", *write(), end]) + after
    return page


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m fullgraph.sweep.store.reference", description="Write the queries and the schema to a page."
    )
    parser.add_argument("page", type=Path)
    page: Path = parser.parse_args(arguments).page
    page.write_text(filled(page.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
