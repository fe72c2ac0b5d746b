"""Terms for the shapes and dtypes of tensors: two equal terms mean equal shapes, or dtypes, whatever they are.

The shapes that broadcast form a semilattice: that of the result is the join of the operands', in whatever order they
meet. So do the real floating-point dtypes under promotion. A result is named by the set of what met in it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator

BROADCAST, KEPT, REDUCED, SIZED, PROMOTED = "broadcast", "kept", "reduced", "sized", "promoted floats"
ONE = (1,)
"""The shape of a tensor of one element in one dimension."""

Atom = tuple[Hashable, Hashable]
"""The dtype and the shape of an operand: the dtype of a zero-dimensional tensor counts for less."""


def sized(term: Hashable) -> Hashable:
    """The term of a shape that has at least one dimension; None for an unknown one."""
    return None if term is None else (SIZED, term)


def reduced(shape: Hashable, dims: Hashable, keep: bool) -> Hashable:
    """The shape of what a reduction over some dimensions gives; those that it keeps have one element."""
    return None if shape is None else (KEPT if keep else REDUCED, shape, dims)


def has_dimensions(shape: Hashable) -> bool:
    """Return whether a shape surely has at least one dimension."""
    if not isinstance(shape, tuple) or not shape:
        return False
    if all(isinstance(size, int) for size in shape) or shape[0] == SIZED:
        return True
    if shape[0] == KEPT:
        return has_dimensions(shape[1])
    return shape[0] == BROADCAST and any(map(has_dimensions, shape[1]))


def parts(shape: Hashable) -> frozenset[Hashable]:
    """The shapes that a shape is the broadcast of; itself where it is none. Zero-dimensional tensors have none."""
    if isinstance(shape, tuple) and shape and shape[0] == BROADCAST:
        found: frozenset[Hashable] = shape[1]
        return found
    return frozenset() if shape == () else frozenset((shape,))


def broadcast(shapes: Iterable[Hashable]) -> Hashable:
    """The shape that tensors of these shapes give element by element, if they do; None where one is not known."""
    known = frozenset(shapes)
    if None in known:
        return None
    found = _needed(frozenset().union(*map(parts, known)))
    if len(found) > 1:
        return (BROADCAST, found)
    return next(iter(found), ())


def fits(shapes: Iterable[Hashable], known: Iterable[Hashable] = ()) -> bool:
    """Return whether tensors of these shapes surely broadcast. ``known``: shapes of tensors that there are."""
    given = frozenset(shapes)
    if None in given:
        return False
    found = frozenset().union(*(_bounds(shape) for shape in given))
    found = _needed(found)
    return len(found) <= 1 or any(found <= _needed(parts(shape)) for shape in (*given, *known))


def _bounds(shape: Hashable) -> frozenset[Hashable]:
    """The parts of a shape; for what a reduction kept, those of the shape that it was kept of, which it fits."""
    found: set[Hashable] = set()
    for part in parts(shape):
        kept = isinstance(part, tuple) and len(part) > 1 and part[0] == KEPT
        found |= _bounds(part[1]) if kept and isinstance(part, tuple) else {part}
    return frozenset(found)


def _needed(found: frozenset[Hashable]) -> frozenset[Hashable]:
    """Those of the parts of a broadcast that can make a difference to its result, or to whether there is one."""
    if len(found) < 2:
        return found
    kept = {one for one in found if isinstance(one, tuple) and one[0] == KEPT and _bounds(one) <= found - {one}}
    found -= kept
    return found - {ONE} if any(has_dimensions(one) for one in found - {ONE}) else found


def renamed(term: Hashable, old: Hashable, new: Hashable) -> Hashable:
    """A term in which another one, of the same shapes or dtypes, takes the place of one."""
    if term == old:
        return new
    if not isinstance(term, tuple) or len(term) < 2:
        return term
    if term[0] == BROADCAST:
        return broadcast(renamed(part, old, new) for part in term[1])
    if term[0] == PROMOTED and isinstance(term[1], frozenset):
        return promoted((renamed(dtype, old, new), renamed(shape, old, new)) for dtype, shape in term[1])
    if term[0] in (KEPT, REDUCED, SIZED):
        return (term[0], renamed(term[1], old, new), *term[2:])
    return term


def promoted(operands: Iterable[Atom]) -> Hashable:
    """The dtype of what real floating-point operands give; None where one is not known."""
    found: set[Atom] = set()
    for dtype, shape in operands:
        if dtype is None:
            return None
        found.update(_atoms(dtype, shape))
    if any(has_dimensions(shape) for _, shape in found):
        found = {(dtype, shape) for dtype, shape in found if shape != ()}
    dtypes = {dtype for dtype, _ in found}
    if len(dtypes) == 1:
        return dtypes.pop()
    if any(shape is None for _, shape in found):
        return None
    if all(has_dimensions(shape) for _, shape in found):
        return (PROMOTED, frozenset((dtype, ONE) for dtype in dtypes))
    return (PROMOTED, frozenset(found))


def _atoms(dtype: Hashable, shape: Hashable) -> Iterator[Atom]:
    """The operands that a promoted dtype came from, where the tensor has as many dimensions as they had together."""
    if isinstance(dtype, tuple) and len(dtype) == 2 and dtype[0] == PROMOTED:
        operands: frozenset[Atom] = dtype[1]
        with_dimensions = has_dimensions(shape) and all(has_dimensions(one) for _, one in operands)
        if with_dimensions or shape == broadcast(one for _, one in operands):
            yield from operands
            return
    yield dtype, shape
