"""Where a number that was read from a tensor goes: each use is one that a tensor has too, or an obstacle."""

from __future__ import annotations

import ast
import dataclasses
import math
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from fullgraph.lint.diagnostics.obligation import Kind, Obligation
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.codemod import quote
from fullgraph.rules.rewrite.analysis.bindings import around, function_of, names, reads, stores
from fullgraph.rules.rewrite.analysis.grade import Judge
from fullgraph.rules.rewrite.analysis.number import (
    ARITHMETIC,
    DEVICES,
    FLOATS,
    GUESS,
    LAST_DIGIT,
    MATH,
    ORDERING,
    RECIPROCAL,
    Read,
    combines,
    is_flag,
    one_device,
    read_of,
    takes_tensor,
    whole,
)
from fullgraph.rules.rewrite.analysis.oracle import Obstacle, Oracle, TensorFacts
from fullgraph.rules.rewrite.analysis.text import comments
from fullgraph.rules.rewrite.analysis.trees import is_not, is_of_self, name_at
from fullgraph.rules.rewrite.branches.condition import exact
from fullgraph.rules.rewrite.numbers.web import BOOLEAN, Web

_ROUNDED = (ast.FloorDiv, ast.Mod, ast.Pow)
_CHOOSING = frozenset(("max", "min", "abs"))
_METHODS = {"add": ast.Add, "sub": ast.Sub, "mul": ast.Mult, "div": ast.Div, "true_divide": ast.Div}
_METHODS |= {"multiply": ast.Mult, "subtract": ast.Sub, "divide": ast.Div}
_COMPARING = frozenset("eq ne lt le gt ge".split())
_BOUNDS = frozenset(("clamp", "clip"))
_DECIDED = frozenset("logical_and logical_or logical_not".split())
_FILLS = frozenset(("masked_fill",))
_ALIASES = frozenset(
    "detach float double half bfloat16 long int to cpu cuda contiguous view reshape squeeze unsqueeze flatten".split()
)
"""Methods that give their object itself, a view, or a copy."""
_PLACES = {**{f"math.{name}": 1 for name in MATH}, "round": 2}
"""Functions of a number that torch has too, and how many arguments they are given at most."""
_SAYING = frozenset("print warnings.warn".split())
_LOGGING = frozenset("debug info warning error exception critical log".split())
ROUNDED = Kind.VALUE.open(
    "`{}` can round differently, and gives infinity, NaN or another error where Python raises one"
)
UNORDERED = Kind.VALUE.open("`{}` of a tensor that is NaN is NaN in the graph, where Python takes what comes first")
FOLLOWED = Kind.EXCEPTION.open(
    "it is only partly known what `{}` does with it: a tensor cannot be a size or an index there"
)
CUT = Kind.EXCEPTION.open("NaN and infinities raise no error when their fraction is cut off")
WHOLE = Kind.DTYPE.open("where {} has whole numbers, arithmetic with it gives whole numbers where a float gave floats")
UNKNOWN = Kind.DTYPE.open(
    "that `{}` is a tensor, on the same device and of a floating-point dtype, could not be proved"
)
DTYPES = Kind.DTYPE.open("where {} and `{}` differ in dtype, the result can have another one, or round differently")
NAN_BOUND = Kind.VALUE.open("before torch 2.13, a NaN number bounds nothing, while a NaN tensor makes all elements NaN")
SUBTRACTED = Kind.EXCEPTION.open("where {} is a truth value, subtracting it is an error")
COMPUTED = Kind.VALUE.open("`{}` is computed in the tensor's precision, not in Python's")
DIVIDED = Kind.EXCEPTION.open("a division by zero gives infinity or NaN instead of an error")
PRECISION = Kind.VALUE.open("`{}` is computed in the tensor's precision instead of double precision")
UNDEFINED = Kind.EXCEPTION.open("where the function is not defined it gives NaN or infinity instead of an error")
NO_INTEGER = Kind.EXCEPTION.open("`{}` of NaN and infinities raises no error")
NUMBER_ROUNDED = Kind.VALUE.open("`{}` is rounded to the dtype of {} before the two are compared")
TWO_DTYPES = Kind.VALUE.open("where {} and `{}` differ in dtype, one of them is rounded before they meet")
SUMMED = Kind.VALUE.open("`{}` adds in the tensor's precision, not in Python's")
RETURNED = Kind.DTYPE.open("the caller gets a tensor without dimensions instead of a Python number")
HELD = Kind.DTYPE.open("`{}` holds a tensor without dimensions instead of a Python number")
VISIBLE = Kind.ALIAS.open("its holders see later writes to {}")
ELSEWHERE = Kind.DTYPE.open("that all that `{}` meets is of its dtype and on its device could not be proved")
BEHIND = "put the message behind `if not torch.compiler.is_compiling():` first"
SHOWN = Kind.EFFECT.open("`{}` is shown as a tensor")
COPIED_DTYPE = Kind.DTYPE.open("where `{}` made a tensor of the default dtype, it has the dtype that is computed")
COPIED_DEVICE = Kind.DEVICE.open("where `{}` made a tensor on the default device, it is where its parts are")


@dataclass
class Uses:
    """Where the number of one reading goes, through the names that it gets, up to the tensors that it meets."""

    read: Read
    web: Web
    known: TensorFacts | None = None
    """What is known of a tensor that the program does not have."""
    beside: ast.expr | None = None
    """What that tensor is on the device of."""
    source: SourceFile = field(init=False)
    oracle: Oracle = field(init=False)
    judge: Judge = field(init=False)
    notes: list[Obligation] = field(init=False)
    facts: TensorFacts = field(init=False)
    """What is known of the tensor that stands for the number where it is followed."""
    own: TensorFacts = field(init=False)
    """What is known of the tensor that is read."""
    computed: bool = False
    """Whether Python computed with the number."""
    differentiable: bool = False
    """Whether gradients could flow through it."""
    cut: bool = False
    """Whether the fraction is to be cut off."""
    saved: bool = False
    """Whether the backward pass may need the tensor."""

    def __post_init__(self) -> None:
        self.source, self.oracle, self.judge = self.web.source, self.web.oracle, self.web.judge
        self.notes = self.web.notes
        facts = BOOLEAN if self.read.how == "truth" else self.known or self.oracle.tensor(self.read.tensor)
        assert facts is not None
        self.facts = self.own = facts

    @property
    def _name(self) -> str:
        return f"`{self.judge.text(self.read.tensor)}`"

    @contextmanager
    def _holding(self, facts: TensorFacts) -> Iterator[None]:
        """Follow what is computed from the number, of which this is known."""
        before, self.facts = self.facts, facts
        try:
            yield
        finally:
            self.facts = before

    def used(self, node: ast.expr) -> Obstacle | None:
        """Follow the number up to the tensors that it meets."""
        if node in self.web.visited:
            return None
        self.web.visited.add(node)
        parent = self.oracle.parent(node)
        if combines(parent) or (isinstance(parent, (ast.If, ast.IfExp)) and node is parent.test):
            return None if self._guarded(node) else self._truth(node)
        if isinstance(parent, ast.BinOp) and isinstance(parent.op, ARITHMETIC):
            return self._operand(node, parent)
        if isinstance(parent, ast.BinOp) and isinstance(parent.op, _ROUNDED):
            self.notes.append(ROUNDED.about(self.judge.text(parent)))
            return self._operand(node, parent)
        if isinstance(parent, ast.Compare) and len(parent.ops) == 1 and isinstance(parent.ops[0], ORDERING):
            return self._compared(node, parent)
        if isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.USub):
            if not self.facts.is_floating:
                return Obstacle(f"it is negated, and the dtype of {self._name} is not known to be a floating-point one")
            return self.used(parent)
        if isinstance(parent, (ast.Call, ast.keyword)):
            return self._argument(node, parent)
        if isinstance(parent, ast.Assign) and len(parent.targets) == 1:
            return self._assigned(parent.targets[0], parent)
        if isinstance(parent, ast.AugAssign) and isinstance(parent.op, ARITHMETIC):
            return self._updating(parent)
        if isinstance(parent, (ast.Tuple, ast.List, ast.Dict)):
            return self._contained(node, parent)
        if isinstance(parent, ast.FormattedValue):
            if not self._guarded(node):
                return Obstacle(f"the number is formatted; {BEHIND}")
            if parent.conversion != -1:
                self.notes.append(SHOWN.about(self.judge.text(node)))
            return None
        if isinstance(parent, ast.IfExp) and node is not parent.test:
            return Obstacle("the number is one arm of a conditional expression")
        return _unfit(parent)

    def each_used(self, uses: list[ast.Name]) -> Obstacle | None:
        for use in uses:
            obstacle = self.used(use)
            if obstacle is not None and obstacle.placed:
                return obstacle
            if obstacle is not None:
                return Obstacle(f"in {self.source.named(use.lineno)} {obstacle.reason}", placed=True)
        return None

    def _truth(self, node: ast.expr) -> Obstacle | None:
        """The number is asked for its truth: by the test of a branch, or by an expression that gets a name."""
        top = node
        while combines(above := self.oracle.parent(top)):
            assert isinstance(above, ast.expr)
            top = above
        holder = self.oracle.parent(top)
        if isinstance(holder, (ast.If, ast.IfExp)) and holder.test is top:
            if self.web.branches is None:
                return Obstacle("the number decides a branch")
            self.web.tests[holder] = None
            return self.web.join(top)
        if (
            not isinstance(holder, ast.Assign)
            or len(holder.targets) != 1
            or not isinstance(holder.targets[0], ast.Name)
        ):
            return _unfit(holder if top is node else self.oracle.parent(node))
        if isinstance(top, ast.BoolOp) and not all(self._is_truth(value) for value in top.values):
            return Obstacle(f"`{self.judge.text(top)}` gives one of its operands, which are not all truth values")
        if top is not self.read.node:
            self.web.flags[top] = holder
        with self._holding(BOOLEAN):
            return self.web.join(top) or self.named(holder.targets[0].id, holder)

    def _is_truth(self, expr: ast.expr) -> bool:
        if isinstance(expr, ast.BoolOp):
            return all(map(self._is_truth, expr.values))
        if isinstance(expr, (ast.UnaryOp, ast.Compare)):
            return not isinstance(expr, ast.UnaryOp) or isinstance(expr.op, ast.Not)
        if isinstance(expr, ast.Name) and (value := self.web.definition(expr)) is not None:
            return self._is_truth(value)
        read = read_of(expr, self.oracle)
        facts = self.oracle.tensor(read.tensor if read is not None else expr)
        return is_flag(expr) or (read is not None and read.how == "bool") or (facts is not None and facts.boolean)

    def _compared(self, node: ast.expr, parent: ast.Compare) -> Obstacle | None:
        other = parent.left if node is parent.comparators[0] else parent.comparators[0]
        if self.oracle.tensor(other) is not None:
            return self._meets(other, None, comparing=True)
        number, text = self.oracle.number(other), self.judge.text(other)
        if number is not None:
            if not exact(number.value) and not _holds(self.facts, number.value):
                self.notes.append(NUMBER_ROUNDED.about(text, self._name))
        elif self.oracle.reads_number(other):
            if (obstacle := self.web.join(other)) is not None:
                return obstacle
            self._meets_reading(other)
        else:
            return Obstacle(f"it is compared with `{text}`, which is not known to be a tensor or a number")
        with self._holding(BOOLEAN):
            return self.used(parent)

    def _meets_reading(self, other: ast.expr) -> None:
        """Two numbers that were read meet, and are tensors then."""
        value = self.web.definition(other) if isinstance(other, ast.Name) else other
        read = read_of(value, self.oracle) if value is not None else None
        if self.read.reduced == "each" and isinstance(other, ast.Name) and other.id in self.web.names:
            return  # both are rows of one tensor
        facts = self.oracle.tensor(read.tensor) if read is not None else None
        text = self.judge.text(other)
        truth = self.facts.boolean and self._is_truth(other)
        same = facts is not None and facts.dtype is not None and facts.dtype == self.facts.dtype
        if self.computed or not (truth or (same and read is not None and read.how in ("item", "float"))):
            self.notes.append(TWO_DTYPES.about(self._name, text))
        if read is None or not one_device(self.beside or self.read.tensor, read.tensor, self.oracle):
            self.notes.append(DEVICES.about(self._name, f"`{text}`"))

    def _operand(self, node: ast.expr, parent: ast.BinOp) -> Obstacle | None:
        other = parent.right if node is parent.left else parent.left
        if self.facts.boolean and isinstance(parent.op, ast.Sub):
            return Obstacle(f"`{self.judge.text(parent)}` subtracts a truth value, which tensors of them cannot be")
        if isinstance(parent.op, ast.Sub) and self.facts.is_floating is None and not self.computed:
            self.notes.append(SUBTRACTED.about(self._name))
        if self.oracle.tensor(other) is not None:
            if isinstance(parent.op, ast.Div) and node is parent.left:
                self.notes.append(RECIPROCAL)
            return self._meets(other, parent.op)
        read = self.oracle.reads_number(other)
        if read and (obstacle := self.web.join(other)) is not None:
            return obstacle
        if not read and not self._is_number(other) and self.oracle.unknown(other):
            self.differentiable = self.saved = True
            self.notes += [UNKNOWN.about(self.judge.text(other)), LAST_DIGIT]
            return None
        if not read and not self._is_number(other):
            return Obstacle(f"it meets `{self.judge.text(other)}`, which is not known to be a tensor or a number")
        if read:
            self._meets_reading(other)
        if self.facts.boolean and self._is_truth(other):
            return Obstacle(f"`{self.judge.text(parent)}` counts truth values, of which two tensors give another")
        self.computed = True
        self.notes.append(COMPUTED.about(self.judge.text(parent)))
        if isinstance(parent.op, ast.Div):
            self.notes.append(DIVIDED)
        return self.used(parent)

    def _is_number(self, expr: ast.expr) -> bool:
        """Whether an expression is a Python number, or the length of a tensor."""
        if self.oracle.number(expr) is not None:
            return True
        of: ast.expr | None = None
        match expr:
            case ast.Call(func=ast.Attribute(value=value, attr="numel" | "nelement" | "dim"), args=[], keywords=[]):
                of = value
            case ast.Call(func=ast.Attribute(value=value, attr="size"), args=[_], keywords=[]):
                of = value
            case ast.Subscript(value=ast.Attribute(value=value, attr="shape"), slice=ast.Constant() | ast.UnaryOp()):
                of = value
        return of is not None and self.oracle.tensor(of) is not None

    def _meets(self, other: ast.expr, op: ast.operator | None, comparing: bool = False) -> Obstacle | None:
        """The number as the operand of a tensor operation."""
        self.differentiable |= not comparing and not self.facts.boolean
        facts = self.oracle.tensor(other)
        if facts is None:
            text = self.judge.text(other)
            return Obstacle(f"it meets `{text}`, which is not known to be a tensor")
        if self.read.how == "float" and whole(self.facts) and (facts.is_floating is False or facts.zero_dim):
            return Obstacle(FLOATS)
        if isinstance(op, ast.Div):
            self.notes.append(LAST_DIGIT)
        if isinstance(op, (ast.Mult, ast.Div, ast.Pow)):
            self.saved = True
        if facts.confidence != "high":
            self.notes.append(GUESS)
        if not one_device(self.beside or self.read.tensor, other, self.oracle):
            self.notes.append(DEVICES.about(self._name, f"`{self.judge.text(other)}`"))
        same = facts.dtype is not None and facts.dtype == self.facts.dtype
        if self.computed:
            same = same and bool(self.facts.is_floating)
        truth = self.facts.boolean and not self.computed and (facts.is_floating or facts.boolean)
        if not same and not truth:
            self.notes.append(DTYPES.about(self._name, self.judge.text(other)))
        return None

    def _argument(self, node: ast.expr, parent: ast.Call | ast.keyword) -> Obstacle | None:
        keyword = parent.arg if isinstance(parent, ast.keyword) else None
        call = self.oracle.parent(parent) if isinstance(parent, ast.keyword) else parent
        if not isinstance(call, ast.Call) or (keyword is None and node not in call.args):
            return _unfit(parent)
        operands = list(call.args)
        name = self.oracle.qualname(call.func) or ""
        method = call.func.attr if isinstance(call.func, ast.Attribute) else ""
        if name == "torch.tensor" and self.computed and call.args == [node] and not call.keywords:
            self.notes += [COPIED_DTYPE.about(self.judge.text(call)), COPIED_DEVICE.about(self.judge.text(call))]
            self.web.swaps[call] = node
            return None
        if name.startswith("torch.") and name.count(".") == 1:
            method = name.removeprefix("torch.")
        elif isinstance(call.func, ast.Attribute) and self.oracle.tensor(call.func.value) is not None:
            operands.insert(0, call.func.value)
        elif name in _CHOOSING and keyword is None and not call.keywords:
            return self._chosen(name, node, call)
        elif not call.keywords and call.args[0] is node and len(call.args) <= _PLACES.get(name, 0):
            return self._by_function(name, node, call)
        elif call.args == [node] and not call.keywords and name in ("int", "float", "bool"):
            return self._converted(name, node, call)
        elif self._says(call, name):
            if not self._guarded(node):
                return Obstacle(f"the number is printed; {BEHIND}")
            self.notes.append(SHOWN.about(self.judge.text(node)))
            return None
        else:
            return self._passed(call, node, keyword)
        plain = not any(isinstance(operand, ast.Starred) for operand in operands) and operands
        place = operands.index(node) if node in operands else -1
        if plain and place == 1 and len(operands) == 2 and not call.keywords and method in {*_METHODS, *_COMPARING}:
            op = _METHODS.get(method)
            if op is ast.Sub and self.facts.boolean:
                return Obstacle(f"`{method}` subtracts a truth value, which tensors of them cannot be")
            return self._meets(operands[0], op() if op is not None else None, comparing=op is None)
        bound = place in (1, 2) or keyword in ("min", "max")
        if plain and method in _BOUNDS and bound and self._only_bound(operands, call, node):
            self.notes.append(NAN_BOUND)
            return self._meets(operands[0], None)
        if plain and self.facts.boolean and (method in _DECIDED or (method in ("where", "cond") and place == 0)):
            return None
        if plain and method == "where" and place in (1, 2) and len(operands) == 3 and not call.keywords:
            return self._meets(operands[3 - place], None)
        if plain and method in _FILLS and (place == 2 or keyword == "value"):
            return self._meets(operands[0], None)
        return Obstacle(f"`{method}` takes it as a number: pass it in as one")

    def _chosen(self, name: str, node: ast.expr, call: ast.Call) -> Obstacle | None:
        """``max(1, number)``, which TorchDynamo computes in the graph for tensors."""
        others = [argument for argument in call.args if argument is not node]
        for other in others:
            if self.oracle.reads_number(other):
                if (obstacle := self.web.join(other)) is not None:
                    return obstacle
                self._meets_reading(other)
            elif self.oracle.number(other) is None and self.oracle.tensor(other) is None:
                return Obstacle(f"`{name}` compares it with what is not known to be a number")
        if self.facts.boolean:
            return Obstacle(f"`{name}` is given a truth value")
        if not others and name != "abs":
            return Obstacle(f"`{name}` compares it with what is not known to be a number")
        self.computed = True
        if self.facts.is_floating is not False and others:
            self.notes.append(UNORDERED.about(name))
        return self.used(call)

    def _by_function(self, name: str, node: ast.expr, call: ast.Call) -> Obstacle | None:
        """``math.sqrt(number)`` and ``round(number, 2)``, by the function of torch."""
        if isinstance(torch := self.web.torch(), Obstacle):
            return torch
        if comments(self.source, self.source.start(call), self.source.end(call)):
            return Obstacle("there is a comment inside the expression")
        self.computed = True
        function = name.removeprefix("math.")
        keywords = [ast.keyword("decimals", places) for places in call.args[1:]]
        self.web.swaps[call] = ast.Call(quote.name(f"{torch}.{function}"), call.args[:1], keywords)
        facts = dataclasses.replace(self.facts, fresh=True)
        if function == "round":
            self.notes.append(NO_INTEGER.about(self.judge.text(call)))
            if keywords:
                self.notes.append(PRECISION.about("round"))
        else:
            self.notes += [PRECISION.about(function), UNDEFINED]
            facts = dataclasses.replace(
                facts, dtype=facts.dtype if facts.is_floating else None, is_floating=True, boolean=False
            )
        self.web.kept[call] = facts
        with self._holding(facts):
            return self.used(call)

    def _converted(self, name: str, node: ast.expr, call: ast.Call) -> Obstacle | None:
        """``int(number)``, ``float(number)``, ``bool(number)`` of a number that has a name."""
        if comments(self.source, self.source.start(call), self.source.end(call)):
            return Obstacle("there is a comment inside the expression")
        made, facts = node, self.facts
        if name == "bool":
            facts, made = BOOLEAN, node if self.facts.boolean else quote.expression("NUMBER != 0", NUMBER=node)
        elif name == "int" and not whole(self.facts):
            self.notes.append(CUT)
            facts = dataclasses.replace(self.facts, dtype="torch.int64", is_floating=False, boolean=False)
            made = quote.method(node, "long")
        elif name == "float" and not self.facts.is_floating:
            self.notes.append(WHOLE.about(f"`{self.judge.text(node)}`"))
        if not isinstance(node, ast.Name):
            return Obstacle(f"`{name}` converts what is computed; give that a name first")
        self.web.kept[call] = facts
        self.web.swaps[call] = made
        with self._holding(facts):
            return self.used(call)

    def _passed(self, call: ast.Call, node: ast.expr, keyword: str | None) -> Obstacle | None:
        """A function of the project is given it: what its source does with the parameter."""
        place = call.args.index(node) if node in call.args else -1
        starred = any(isinstance(argument, ast.Starred) for argument in call.args[: max(place, 0)])
        definition = None if starred else self.oracle.definition(call.func)
        if definition is None:
            return Obstacle(f"it is passed to `{self.judge.text(call.func)}`")
        function, bound = definition
        arguments = [*function.args.posonlyargs, *function.args.args]
        found = [argument.arg for argument in [*arguments, *function.args.kwonlyargs] if argument.arg == keyword]
        if keyword is None and 0 <= place + bound < len(arguments):
            found = [arguments[place + bound].arg]
        if not found or not takes_tensor(function, found[0]):
            return Obstacle(f"`{self.judge.text(call.func)}` needs it as a number: pass it in as one")
        self.differentiable = self.saved = True
        self.notes.append(FOLLOWED.about(self.judge.text(call.func)))
        return None

    @staticmethod
    def _says(call: ast.Call, name: str) -> bool:
        return name in _SAYING or (isinstance(call.func, ast.Attribute) and call.func.attr in _LOGGING)

    def _only_bound(self, operands: list[ast.expr], call: ast.Call, node: ast.expr) -> bool:
        """Whether the other bound is not given: clamp takes two numbers or two tensors."""
        bounds = [*operands[1:], *(keyword.value for keyword in call.keywords)]
        return all(bound is node or (isinstance(bound, ast.Constant) and bound.value is None) for bound in bounds)

    def _assigned(self, target: ast.expr, statement: ast.Assign) -> Obstacle | None:
        if isinstance(target, ast.Name):
            return self.named(target.id, statement)
        own = is_of_self(target)
        if not own or not isinstance(target, ast.Attribute):
            return Obstacle("the number is stored")
        readers = [
            node
            for node in ast.walk(self.source.tree)
            if isinstance(node, ast.Attribute) and node.attr == target.attr and isinstance(node.ctx, ast.Load)
        ]
        if readers:
            row = self.source.named(readers[0].lineno)
            return Obstacle(f"the number is stored, and `{ast.unparse(readers[0])}` in {row} may need it as one")
        self.notes += [HELD.about(ast.unparse(target)), *self._visible()]
        self.differentiable = True
        return None

    def named(self, name: str, statement: ast.Assign) -> Obstacle | None:
        """The number gets a name: all that the name is used for."""
        self.web.names.add(name)
        uses = self.oracle.uses(name)
        if uses is None:
            uses = reads(statement, self.oracle)
        if uses is None:
            return self._everywhere(name, statement)
        if not uses and statement.value is self.read.node:
            return Obstacle(f"`{name}` is not used: the line can go")
        return self.each_used(uses)

    def _everywhere(self, name: str, statement: ast.stmt) -> Obstacle | None:
        """All that binds a name and all that reads it, where what the name holds depends on the way taken."""
        function = function_of(statement, self.oracle)
        known = Obstacle(f"not all uses of `{name}` are known: it is bound again or used in another function")
        if function is None or isinstance(function, (ast.ClassDef, ast.Lambda)):
            return known
        for store in stores(function, name):
            binding = self.oracle.parent(store)
            if binding is statement or binding in self.web.visited or self.oracle.parent(binding or store) is statement:
                continue
            if isinstance(binding, ast.AugAssign):
                if (obstacle := self._update(binding)) is not None:
                    return obstacle
                continue
            if not isinstance(binding, ast.Assign) or binding.targets != [store]:
                return known
            constant = isinstance(binding.value, ast.Constant) and isinstance(binding.value.value, (int, float))
            if constant or any(node.id == name for node in ast.walk(binding.value) if isinstance(node, ast.Name)):
                continue
            if not self.oracle.reads_number(binding.value):
                return known
            if (obstacle := self.web.join(binding.value)) is not None:
                return obstacle
        self.notes.append(ELSEWHERE.about(name))
        found = [node for node in names(function, name) if isinstance(node.ctx, ast.Load)]
        if any(function_of(node, self.oracle) is not function for node in found):
            return known
        return self.each_used(found)

    def _updating(self, parent: ast.AugAssign) -> Obstacle | None:
        """``x *= number``, which changes the tensor in place, and ``total += number``."""
        if not isinstance(parent.target, ast.Name):
            return Obstacle("it updates an attribute or an item")
        target = name_at(parent.target.id, parent.target)
        if self.oracle.tensor(target) is None:
            if self.oracle.number(target) is None and not self.oracle.reads_number(target):
                return Obstacle(f"it meets `{target.id}`, which is not known to be a tensor or a number")
            self.computed = self.differentiable = self.saved = True
            self.web.names.add(target.id)
            return self._update(parent) or self._everywhere(target.id, parent)
        if not self.facts.fresh:
            return Obstacle(f"{self._name} may share memory with what is changed in place")
        return self._meets(target, parent.op)

    def _update(self, statement: ast.AugAssign) -> Obstacle | None:
        """``total += x`` as ``total = total + x``: a tensor would be changed in place, for others that hold it too."""
        if statement in self.web.visited:
            return None
        self.web.visited.add(statement)
        target, value = statement.target, statement.value
        assert isinstance(target, ast.Name)
        if type(statement.op) not in ARITHMETIC:
            return Obstacle(f"`{target.id}` is updated in place; write `{target.id} = {target.id} …`")
        self.web.swaps[statement] = quote.out_of_place(statement)
        self.notes.append(SUMMED.about(self.judge.text(value)))
        return self.web.join(value)

    def _contained(self, node: ast.expr, parent: ast.expr) -> Obstacle | None:
        """The number is one of several that are bound to names, or part of what the function returns."""
        above = self.oracle.parent(parent)
        if isinstance(parent, ast.Tuple) and isinstance(above, ast.Assign) and len(above.targets) == 1:
            targets = above.targets[0]
            if isinstance(targets, ast.Tuple) and len(targets.elts) == len(parent.elts):
                target = targets.elts[parent.elts.index(node)]
                starred = any(isinstance(one, ast.Starred) for one in targets.elts + parent.elts)
                if isinstance(target, ast.Name) and not starred:
                    return self.named(target.id, above)
        at: ast.AST | None = parent
        while isinstance(at, (ast.Tuple, ast.List, ast.Dict)):
            at = self.oracle.parent(at)
        if not isinstance(at, ast.Return) or (isinstance(parent, ast.Dict) and node not in parent.values):
            return _unfit(parent)
        self.differentiable = True
        self.notes += [RETURNED, *self._visible()]
        return None

    def _visible(self) -> list[Obligation]:
        """What comes of it where others get the tensor."""
        is_new = self.computed or self.read.how in ("bool", "truth", *MATH) or self._is_temporary()
        return [] if is_new else [VISIBLE.about(self._name)]

    def _asks_eager(self, test: ast.expr) -> bool:
        """Whether a test is ``not torch.compiler.is_compiling()``."""
        if not is_not(test) or not isinstance(test.operand, ast.Call):
            return False
        return (self.oracle.qualname(test.operand.func) or "").endswith("is_compiling")

    def _guarded(self, node: ast.AST) -> bool:
        """Whether a node is skipped while compiling."""
        below: ast.AST = node
        for above in around(node, self.oracle):
            if isinstance(above, ast.BoolOp) and isinstance(above.op, ast.And):
                if below is not above.values[0] and self._asks_eager(above.values[0]):
                    return True
            elif isinstance(above, ast.If) and below in above.body:
                combined = isinstance(above.test, ast.BoolOp) and isinstance(above.test.op, ast.And)
                asked = above.test.values[0] if combined and isinstance(above.test, ast.BoolOp) else above.test
                if self._asks_eager(asked):
                    return True
            below = above
        return False

    def _origin(self) -> tuple[ast.expr, ast.expr]:
        """The tensor that is read without what may only show it in another way, and the name at its bottom."""
        origin = self.read.tensor
        while isinstance(origin, ast.Call) and isinstance(origin.func, ast.Attribute) and origin.func.attr in _ALIASES:
            origin = origin.func.value
        root: ast.expr = origin
        while isinstance(root, (ast.Attribute, ast.Subscript, ast.Call)):
            root = root.func if isinstance(root, ast.Call) else root.value
        return origin, root

    def _is_temporary(self) -> bool:
        """Whether the tensor is computed for the reading alone, so that nothing else refers to its memory."""
        origin, _ = self._origin()
        facts = self.oracle.tensor(origin)
        fresh = facts is not None and facts.fresh
        return fresh and not isinstance(origin, ast.Name) and not self.judge.grade(origin).alias


def _unfit(parent: ast.AST | None) -> Obstacle:
    """Why a number that is used so cannot be a tensor."""
    for kind, reason in _REASONS.items():
        if isinstance(parent, kind):
            return Obstacle(reason)
    return Obstacle("the number is used for more than arithmetic with tensors")


def _holds(facts: TensorFacts, value: float | None) -> bool:
    """Whether the dtype has a number, exactly."""
    if value is None or not math.isfinite(value):
        return False
    if isinstance(value, int) and facts.dtype in _LARGEST_WHOLE:
        return -_LARGEST_WHOLE[str(facts.dtype)] <= value <= _LARGEST_WHOLE[str(facts.dtype)]
    if facts.is_floating and (exact(abs(value)) or (value == int(value) and abs(value) <= 256)):
        return True
    if facts.dtype == "torch.float64":
        return float(value) == value
    return (
        facts.dtype == "torch.float32" and abs(value) < 1e38 and struct.unpack("f", struct.pack("f", value))[0] == value
    )


_LARGEST_WHOLE = {"torch.int64": 2**63 - 1, "torch.int32": 2**31 - 1, "torch.int16": 2**15 - 1, "torch.int8": 127}


_REASONS: dict[type[ast.AST], str] = {
    ast.Return: "the number is returned: return the tensor, and read it outside the graph",
    ast.Subscript: "the number is an index: pass it in as a Python number",
    ast.Slice: "the number is an index: pass it in as a Python number",
    ast.Dict: "the number is put into a container: keep the tensor there, and read it outside the graph",
    ast.List: "the number is put into a container: keep the tensor there, and read it outside the graph",
    ast.Tuple: "the number is put into a container: keep the tensor there, and read it outside the graph",
    ast.FormattedValue: "the number is formatted",
    ast.BinOp: "only arithmetic and comparisons are rewritten",
    ast.If: "the number decides a branch",
    ast.While: "the number decides a loop: let it run for a fixed number of iterations",
    ast.IfExp: "the number decides a branch",
    ast.BoolOp: "the number decides a branch",
    ast.Assert: "the number is asserted",
    ast.Expr: "the number is not used",
    ast.Assign: "the number is stored",
    ast.AnnAssign: "the number is stored",
}
