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
            made = dataclasses.dataclass(eq=eq, unsafe_hash=frozen and eq and "__hash__" not in vars(cls), **options)(
                cls
            )
            if frozen and eq:
                made.__eq__ = _equality([one.name for one in dataclasses.fields(made) if one.compare])
            return made

        return made if cls is None else made(cls)

    def _equality(names):
        """An ``__eq__`` of the same class and fields, which compare as in tuples; with another class it is False."""
        fields = " and ".join(f"(self.{name} is other.{name} or self.{name} == other.{name})" for name in names)
        text = (
            "def __eq__(self, other):\n"
            "    if self is other:\n"
            "        return True\n"
            f"    return self.__class__ is other.__class__ and {fields or 'True'}\n"
        )
        namespace = {}
        exec(text, namespace)
        return namespace["__eq__"]


__all__ = ["dataclass", "field"]
