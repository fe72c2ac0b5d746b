"""What can differ where both arms of a branch, or all rounds of a loop, are computed, as obligations."""

from __future__ import annotations

from fullgraph.lint.diagnostics.obligation import Kind, Question

ZERO = (
    Kind.SOURCES.open("tensors that only the arm not taken depends on get a zero gradient instead of none").asking(
        Question.NO_GRADIENT
    ),
    Kind.DERIVATIVE.open("that gradient is NaN where a derivative on the way there is not finite").asking(
        Question.NO_GRADIENT
    ),
)
SHAPES = Kind.SHAPE.open("that both arms have the same shape could not be proved").asking(Question.ONE_SHAPE)
DTYPES = Kind.DTYPE.open("that both arms have the same dtype could not be proved").asking(Question.ONE_DTYPE)
GUESSED = Kind.SHAPE.open("that both arms are tensors of one shape and dtype is only a guess").asking(Question.ALIKE)
WRITTEN = (
    Kind.ALIAS.open("a tensor written in place afterwards may now be a copy"),
    Kind.EXCEPTION.open("a tensor written in place afterwards may be needed by the backward pass"),
)
PRINTED = Kind.EFFECT.open("where `{}` is printed, its grad_fn has another name")
COPIED = Kind.ALIAS.open("the result is a copy where it was `{}` itself")
HISTORY = Kind.SOURCES.open("under `{}` the result has no gradient history, where `{}` may have had one")
DRAWN = Kind.DRAW.open("random numbers are drawn in both cases, so later draws differ")
COSTLY = Kind.EXCEPTION.open("the arm not taken is computed too: it may raise an exception, and takes its time")
KEEPS = Kind.DTYPE.open(
    "`{}` gets the shape and dtype of the new value, where an update in place keeps its own or raises"
)
REFUSED = Kind.EXCEPTION.open("the backward pass raises no error where it needs what `{}` held")
GOES_ON = Kind.EXCEPTION.open("the skipped iterations are computed, take their time, and may raise an exception")
