"""Data classes of which very many objects are made."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass, field
else:
    import dataclasses
    from dataclasses import field

    def dataclass(cls=None, /, *, frozen=False, eq=True, **options):
        """``dataclasses.dataclass``, but that frozen classes are only kept so by the type checker.

        To freeze them when they run makes each object three times as expensive to build. They hash by their fields.
        """

        def made(cls):
            return dataclasses.dataclass(eq=eq, unsafe_hash=frozen and eq and "__hash__" not in vars(cls), **options)(
                cls
            )

        return made if cls is None else made(cls)


__all__ = ["dataclass", "field"]
