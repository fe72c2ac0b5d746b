"""Keep what is read from a tensor a tensor, along the whole web of its definitions and uses.

``x * t.item()`` becomes ``x * t.detach()``: a tensor without dimensions takes part in arithmetic and comparisons as a
number does, and ``.detach()`` keeps it from having gradients, which a number has not. A number or flag that has a name
is followed through the names that it gets, and each use is classified: arithmetic and comparisons with tensors and with
numbers, functions of ``math``, tests of branches, messages behind a guard, results. A use that needs a Python number,
such as an index, is in the way of the whole.

A flag that decides branches selects there, in the same fix: the branch is rewritten as it will be when the flag is a
tensor. Where readings meet, in a test or in arithmetic, they are one web, and all of them are rewritten.

It is *safe* only where nothing can tell the tensor from the number:

- what it meets is a tensor of provably the same dtype (a number changes no dtype and is rounded later, a tensor of
  another dtype can do both), or the number is a truth value;
- both come from a common tensor, and so are on one device: a number can meet a tensor on any;
- it is added, subtracted, multiplied or compared there: to divide by a number CUDA multiplies by its reciprocal;
- nothing is computed with it before, which Python does in double precision;
- the tensor that is read is new memory: nobody can change it while it is needed;
- the branches that it decides can be selections without a difference.

Otherwise what differs is told.
"""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.diagnostics.obligation import Kind, Obligation
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.codemod import quote
from fullgraph.rules.codemod.change import replace_expression
from fullgraph.rules.rewrite.analysis.memory import Write
from fullgraph.rules.rewrite.analysis.number import (
    FLOATS,
    GUESS,
    MATH,
    Read,
    detached,
    is_flag,
    read_of,
    whole,
    whole_read,
)
from fullgraph.rules.rewrite.analysis.oracle import Obstacle, Oracle, TensorFacts
from fullgraph.rules.rewrite.analysis.text import comments, inside, own_text
from fullgraph.rules.rewrite.analysis.trees import keywords_of, place
from fullgraph.rules.rewrite.branches.condition import condition
from fullgraph.rules.rewrite.numbers.host_math import number_by_math
from fullgraph.rules.rewrite.numbers.uses import CUT, PRECISION, UNDEFINED, WHOLE, Uses
from fullgraph.rules.rewrite.numbers.web import BOOLEAN, Branches, Web

COPY = "Copy the tensor instead of making a new one of its number"
COUNTED = TensorFacts((), "torch.int64", False, True, frozenset())
WARNED = Kind.EFFECT.open("PyTorch no longer warns that a tensor that needs gradients becomes a number")


def keep_tensor(node: ast.expr, source: SourceFile, oracle: Oracle, branches: Branches | None = None) -> Fix | Obstacle:
    """The rewrite of a reading, or of an expression that combines truth values of tensors, and of all its uses.

    ``branches``: how the branches that it decides are rewritten.
    """
    web = Web(source, oracle, branches, place(node), Reading)
    if is_flag(node):
        return Reading(Read(node, node, "truth"), web).fix()
    read = read_of(node, oracle)
    if read is None and isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "item":
        assert isinstance(node.func, ast.Attribute)
        return Obstacle(f"`{ast.unparse(node.func.value)}` is not known to be a tensor")
    if read is None:
        return Obstacle("only `.item()`, `float(t)`, `int(t)`, `bool(t)` and some functions of `math` can be rewritten")
    whole = whole_read(read, oracle)
    assert isinstance(whole.node, ast.Call)
    by_math = number_by_math(whole.node, whole.tensor, whole.how, source, oracle)
    return by_math if by_math is not None else Reading(whole, web).fix()


def _begun(read: Read, note: Obligation, source: SourceFile, oracle: Oracle) -> Reading:
    """A web that begins with what is read from a list of a tensor's numbers."""
    reading = Reading(read, Web(source, oracle, None, place(read.node), Reading))
    reading.web.notes.append(note)
    return reading


def reduced_kept(read: Read, note: Obligation, source: SourceFile, oracle: Oracle) -> Fix | Obstacle:
    """The rewrite of ``max(t.tolist())`` and its like."""
    reading = _begun(read, note, source, oracle)
    reading.web.notes.append(Kind.EXCEPTION.open(f"`{read.reduced}` of nothing gives another error, or 0 as a tensor"))
    reading.computed = read.reduced == "sum"
    return reading.fix()


def each_kept(read: Read, uses: list[ast.Name], note: Obligation, source: SourceFile, oracle: Oracle) -> Fix | Obstacle:
    """The rewrite of ``t.tolist()`` whose numbers are taken one by one."""
    reading = _begun(read, note, source, oracle)
    reading.web.readings[read.node] = reading
    return reading.each_used(uses) or reading.web.fix()


def unpacked_kept(
    read: Read, statement: ast.Assign, targets: list[ast.Name], note: Obligation, source: SourceFile, oracle: Oracle
) -> Fix | Obstacle:
    """The rewrite of ``a, b = t.tolist()``."""
    reading = _begun(read, note, source, oracle)
    reading.web.readings[read.node] = reading
    reading.web.names |= {target.id for target in targets}
    reading.facts = dataclasses.replace(reading.facts, shape=())
    obstacles = (reading.named(target.id, statement) for target in targets)
    return next(filter(None, obstacles), None) or reading.web.fix()


@dataclass(frozen=True)
class Count:
    """A Python number ``node`` that counts where a ``condition`` is true, and the ``tensor`` of it, made anew."""

    node: ast.expr
    tensor: ast.expr
    condition: ast.expr


def counts_kept(
    counts: list[Count], made: Mapping[ast.expr, ast.expr], source: SourceFile, oracle: Oracle, branches: Branches
) -> Fix | Obstacle:
    """The rewrite of numbers that count, with what is ``made`` in the places of other expressions for it."""
    web = Web(source, oracle, branches, place(counts[0].node), Reading)
    for old, new in made.items():
        web.swaps[old] = new
    for count in counts:
        reading = Reading(Read(count.node, count.tensor, "item"), web, COUNTED, count.condition)
        if obstacle := reading.follow():
            return obstacle
    return web.fix()


@dataclass
class Reading(Uses):
    """One reading of the web, and the ways of its number."""

    def fix(self) -> Fix | Obstacle:
        node = self.read.node
        made = self.oracle.parent(node)
        if isinstance(made, ast.Call) and node in made.args and self.oracle.qualname(made.func) == "torch.tensor":
            return self._unreadable() or self._copied(made)
        return self.follow() or self.web.fix()

    def follow(self) -> Obstacle | None:
        """Take the reading into the web, with all that is done with its number."""
        self.web.readings[self.read.node] = self
        if self.read.how == "truth" and not self.oracle.number(self.read.node):
            return self._unreadable() or self._truth(self.read.node)
        return self._unreadable() or self._conversion() or self.used(self.read.node)

    def _unreadable(self) -> Obstacle | None:
        node, tensor = self.read.node, self.read.tensor
        if not own_text(node if self.known is not None else tensor, self.source):
            return Obstacle("it is inside an f-string")
        unsure = self.read.how != "item" and not self.read.by_item and self.facts.confidence != "high"
        if unsure and isinstance(tensor, ast.Name) and self.oracle.asked_for_its_type(tensor.id):
            return Obstacle(f"{self._name} may be a number here: the function tests its type")
        found = comments(self.source, self.source.start(node), self.source.end(node))
        if any(not inside(place, self.source, [tensor]) for place, _ in found):
            return Obstacle("there is a comment inside the expression")
        return None

    def held(self) -> TensorFacts:
        """What is known of the tensor in the place of the reading."""
        if self.read.how in ("bool", "truth"):
            return BOOLEAN
        facts = dataclasses.replace(self.own, shape=(), sources=frozenset(), fresh=self.read.how in MATH)
        if self.cut:
            return dataclasses.replace(facts, dtype="torch.int64", is_floating=False, boolean=False)
        if self.read.how in MATH and not facts.is_floating:
            return dataclasses.replace(facts, dtype=None, is_floating=True, boolean=False)
        return facts

    def write(self) -> Obstacle | None:
        """The tensor in the place of the reading, once it is known to be used as a tensor can be."""
        node = self.read.node
        if self.read.how in ("bool", "truth"):
            return self._written_flag()
        made = detached(self.read, self.own, self.differentiable and not self.cut)
        if self.cut:
            made = quote.method(made, "long")
        if self.read.how in MATH:
            if isinstance(torch := self.web.torch(), Obstacle):
                return torch
            made = quote.call(f"{torch}.{self.read.how}", made)
        if self.own.confidence != "high":
            self.notes.append(GUESS)
        self.web.swaps[node] = made
        return None

    def _written_flag(self) -> Obstacle | None:
        if isinstance(torch := self.web.torch(), Obstacle):
            return torch
        asked = self.read.node if self.read.how == "truth" else self.read.tensor
        if isinstance(found := condition(asked, self.judge, torch), Obstacle):
            return found
        self.notes.extend(found.eager.notes)
        self.web.swaps[self.read.node] = found.scalar
        return None

    def _conversion(self) -> Obstacle | None:
        """What reading it in this way does to the number."""
        how, facts = self.read.how, self.facts
        if how == "int" and not whole(facts):
            self.notes.append(CUT)
            self.cut = True
            self.facts = dataclasses.replace(facts, dtype="torch.int64", is_floating=False, boolean=False)
        if how == "float" and not facts.is_floating:
            self.notes.append(WHOLE.about(self._name))
        converted = how != "item" and not self.read.by_item
        if converted and how != "bool" and facts.is_floating is not False and facts.sources != frozenset():
            self.notes.append(WARNED)
        if how in MATH:
            self.computed = True
            self.notes += [PRECISION.about(how), UNDEFINED]
        if how == "bool":
            self.facts = BOOLEAN
        return None

    def memory(self) -> Obstacle | None:
        """Whether the tensor can change while it is needed."""
        if self.read.how == "truth" or (self.read.how == "bool" and not self.own.boolean) or self.known is not None:
            return None
        origin, root = self._origin()
        facts = self.oracle.tensor(origin)
        fresh = facts is not None and facts.fresh
        if self._is_temporary():
            return None
        name = root.id if isinstance(root, ast.Name) else ""
        written = self.oracle.written_later([name]) if name else Write.CERTAIN
        if written is Write.POSSIBLE:
            self.notes.append(
                Kind.ALIAS.open(
                    f"where code that is not known here changes {self._name} in place, the tensor changes too"
                )
            )
        if written is Write.CERTAIN:
            return Obstacle(f"{self._name} may be changed in place afterwards, which a number does not notice")
        alone = fresh and origin is root and not self.oracle.shared(name) and not self.oracle.escapes(name)
        if self.saved and not alone:
            self.notes.append(
                Kind.EXCEPTION.open(f"changing {self._name} in place before the backward pass is then an error")
            )
        return None

    def _copied(self, made: ast.Call) -> Fix | Obstacle:
        keywords = keywords_of(made)
        if len(made.args) != 1 or not keywords.keys() <= {"dtype", "device"} or self.read.how in MATH:
            return Obstacle("`torch.tensor` is given more than the number")
        if comments(self.source, self.source.start(made), self.source.start(self.read.node)):
            return Obstacle("there is a comment inside the expression")
        if obstacle := self._conversion():
            return obstacle
        facts = self.facts
        if self.read.how == "float" and not facts.is_floating:
            return Obstacle(FLOATS)
        if self.read.how == "bool":
            return Obstacle("`torch.tensor` is given a truth value")
        if "device" not in keywords:
            self.notes.append(
                Kind.DEVICE.open(f"it stays on the device of {self._name}, where `torch.tensor` makes it on the CPU")
            )
        if "dtype" not in keywords and not (facts.boolean or facts.dtype == "torch.int64"):
            self.notes.append(
                Kind.DTYPE.open(f"it keeps the dtype of {self._name}, where `torch.tensor` gives the default dtype")
            )
        elif "dtype" in keywords and not (facts.is_floating or facts.boolean):
            self.notes.append(Kind.VALUE.open("integers above 2**53 can round differently"))
        if facts.confidence != "high":
            self.notes.append(GUESS)
        tensor = detached(self.read, facts)
        if self.cut:
            tensor = quote.method(tensor, "long")
        copied = quote.method(tensor, "clone")
        if keywords:
            copied = quote.method(tensor, "to")
            copied.keywords = [*made.keywords, ast.keyword("copy", ast.Constant(True))]
        return Fix(COPY, (replace_expression(self.source, made, copied),), tuple(dict.fromkeys(self.notes)))
