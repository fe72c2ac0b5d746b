"""Names that a rewrite makes up."""

from __future__ import annotations

from dataclasses import dataclass, field

from fullgraph.rules.rewrite.analysis.oracle import Oracle


@dataclass
class NewNames:
    """Gives each name once."""

    oracle: Oracle
    _given: set[str] = field(default_factory=set)

    def fresh(self, stem: str) -> str:
        """A name like ``stem`` that neither the program nor the rewrite uses."""
        name, count = self.oracle.fresh_name(stem), 2
        while name in self._given:
            name, count = self.oracle.fresh_name(f"{stem}_{count}"), count + 1
        self._given.add(name)
        return name
