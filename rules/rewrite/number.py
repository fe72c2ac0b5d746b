"""Rewrite the reading of a tensor as a Python number to the tensor itself.

``x * t.item()`` becomes ``x * t.detach()``: a tensor without dimensions takes part in arithmetic and comparisons as a
number does, and ``.detach()`` keeps it from having gradients, which a number has not. That is offered as *safe* only
where nothing can tell the two apart:

- what it meets is a tensor of provably the same dtype (a number changes no dtype and is rounded later, a tensor of
  another dtype can do both), or the number is a truth value;
- both come from a common tensor, and so are on one device: a number can meet a tensor on any;
- it is added, subtracted, multiplied or compared there: to divide by a number CUDA multiplies by its reciprocal;
- nothing is computed with it before, which Python does in double precision;
- the tensor that is read is new memory: nobody can change it while it is needed.

Otherwise what differs is told. Where the number is used for something else than that, nothing is rewritten.
"""

from __future__ import annotations

import ast
import dataclasses
from dataclasses import dataclass, field

from fullgraph.lint.diagnostics.diagnostic import Edit, Fix
from fullgraph.lint.diagnostics.obligation import Kind, Obligation
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.memory import Write
from fullgraph.rules.rewrite.bindings import reads
from fullgraph.rules.rewrite.grade import Judge
from fullgraph.rules.rewrite.host_math import number_by_math
from fullgraph.rules.rewrite.oracle import Obstacle, Oracle, TensorFacts
from fullgraph.rules.rewrite.text import comments, inside, own_text, postfix, replace
from fullgraph.rules.rewrite.torch_name import torch_name

KEEP = "Keep it a tensor, detached: like a number it has no gradients"
COMPARE = "Compare with the tensor instead of its number"
COPY = "Copy the tensor instead of making a new one of its number"

_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.Div)
_ROUNDED = (ast.FloorDiv, ast.Mod, ast.Pow)
_CHOOSING = frozenset(("max", "min", "abs"))
ORDERING = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
_METHODS = {"add": ast.Add, "sub": ast.Sub, "mul": ast.Mult, "div": ast.Div, "true_divide": ast.Div}
_METHODS |= {"multiply": ast.Mult, "subtract": ast.Sub, "divide": ast.Div}
_COMPARING = frozenset("eq ne lt le gt ge".split())
_BOUNDS = frozenset(("clamp", "clip"))
_FILLS = frozenset(("masked_fill",))
_MATH = frozenset("exp sqrt log log2 log10 log1p expm1 sin cos tan tanh sinh cosh atan".split())
"""Functions of ``math`` that torch has under the same name, and that give a float."""

_ALIASES = frozenset(
    "detach float double half bfloat16 long int to cpu cuda contiguous view reshape squeeze unsqueeze flatten".split()
)
"""Methods that give their object itself, a view, or a copy."""

LAST_DIGIT = Kind.VALUE.open(
    "to divide by a number CUDA multiplies by its reciprocal, so that the last digit can differ there"
)
RECIPROCAL = Kind.VALUE.open(
    "a number divided by a tensor is multiplied by the tensor's reciprocal, so that the last digit can differ"
)
ROUNDED = Kind.VALUE.open(
    "`{}` can be rounded in another way, and gives infinity, NaN or another error where Python raises one"
)
UNORDERED = Kind.VALUE.open("`{}` of a tensor that is NaN is NaN in the graph, where Python takes what comes first")
FOLLOWED = Kind.EXCEPTION.open(
    "what `{}` does with it is known only in part: a tensor cannot be a size or an index there"
)
CUT = Kind.EXCEPTION.open("NaN and infinities raise no error when their fraction is cut off")
WHOLE = Kind.DTYPE.open("where {} has whole numbers, arithmetic with it gives whole numbers where a float gave floats")
UNKNOWN = Kind.DTYPE.open(
    "that `{}` is a tensor, on the same device and of a floating-point dtype, could not be proved"
)
FLOATS = "`float()` makes floats of whole numbers"
DTYPES = Kind.DTYPE.open(
    "where {} and `{}` differ in dtype, the result can have another one, or be rounded in another way"
)
NAN_BOUND = Kind.VALUE.open(
    "before torch 2.13 a number that is NaN bounds nothing, where a tensor makes all elements NaN"
)
DEVICES = Kind.DEVICE.open("{} and {} have to be on one device")
GUESS = Kind.PLAIN.open("that both are tensors is only a guess")
WARNED = Kind.EFFECT.open("PyTorch no longer warns that a tensor that needs gradients becomes a number")


@dataclass(frozen=True)
class Read:
    """``tensor`` is read by ``node``; ``how``: ``item``, ``float``, ``int``, or a function of ``math``."""

    node: ast.Call
    tensor: ast.expr
    how: str
    reduced: str = ""
    """What is done with its elements before: ``max``, ``min`` or ``sum``; ``each``: they are taken one by one."""
    by_item: bool = False
    """``.item()`` reads it, and ``node`` converts what that gives."""


def read_of(node: ast.AST, oracle: Oracle) -> Read | None:
    """The reading of a tensor as a number, if the node is one that is understood."""
    if not isinstance(node, ast.Call) or node.keywords:
        return None
    func = node.func
    if isinstance(func, ast.Attribute) and func.attr == "item" and not node.args:
        return Read(node, func.value, "item") if oracle.tensor(func.value) is not None else None
    if len(node.args) != 1 or isinstance(node.args[0], ast.Starred) or oracle.tensor(node.args[0]) is None:
        return None
    name = (oracle.qualname(func) or "").removeprefix("builtins.")
    if name in ("float", "int", "bool"):
        return Read(node, node.args[0], name)
    module, _, function = name.partition(".")
    return Read(node, node.args[0], function) if module == "math" and function in _MATH else None


def keep_tensor(node: ast.expr, source: SourceFile, oracle: Oracle) -> Fix | Obstacle:
    """The rewrite of a reading, and of all that is done with the number."""
    read = read_of(node, oracle)
    if (
        read is None
        and isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "item"
    ):
        return Obstacle(f"`{ast.unparse(node.func.value)}` is not known to be a tensor")
    if read is None or read.how == "bool":
        return Obstacle("only `.item()`, `float(t)`, `int(t)` and some functions of `math` can be rewritten")
    whole_read = _whole_read(read, oracle)
    by_math = number_by_math(whole_read.node, whole_read.tensor, whole_read.how, source, oracle)
    return by_math if by_math is not None else _Rewrite(whole_read, source, oracle).fix()


def reduced_kept(read: Read, note: Obligation, source: SourceFile, oracle: Oracle) -> Fix | Obstacle:
    """The rewrite of ``max(t.tolist())`` and its like."""
    rewrite = _Rewrite(read, source, oracle)
    empty = Kind.EXCEPTION.open(f"`{read.reduced}` of nothing gives another error or 0 as a tensor")
    rewrite.notes += [note, empty]
    rewrite.computed = read.reduced == "sum"
    return rewrite.fix()


def each_kept(read: Read, uses: list[ast.Name], note: Obligation, source: SourceFile, oracle: Oracle) -> Fix | Obstacle:
    """The rewrite of ``t.tolist()`` whose numbers are taken one by one."""
    rewrite = _Rewrite(read, source, oracle)
    rewrite.notes.append(note)
    for use in uses:
        if (obstacle := rewrite.used(use)) is not None:
            return Obstacle(f"in {source.named(use.lineno)} {obstacle.reason}", placed=True)
    return rewrite.kept()


def _whole_read(read: Read, oracle: Oracle) -> Read:
    """``float(t.item())`` reads ``t`` as ``float(t)`` does."""
    outer = oracle.parent(read.node)
    if read.how != "item" or not isinstance(outer, ast.Call) or outer.args != [read.node] or outer.keywords:
        return read
    name = (oracle.qualname(outer.func) or "").removeprefix("builtins.")
    return Read(outer, read.tensor, name, by_item=True) if name in ("float", "int") else read


def detached(read: Read, judge: Judge, facts: TensorFacts, needed: bool = True) -> str:
    """The tensor as text, where it is ``needed`` without gradients, and, as a number, without dimensions."""
    text, tensor = judge.segment(read.tensor), read.tensor
    done = isinstance(tensor, ast.Call) and isinstance(tensor.func, ast.Attribute) and tensor.func.attr == "detach"
    constant = facts.boolean or (facts.is_floating is False and facts.sources == frozenset())
    suffix = "" if done or constant or not needed else ".detach()"
    if read.reduced:
        suffix += "" if read.reduced == "each" else f".{read.reduced}()"
    elif not facts.zero_dim:
        suffix += ".reshape(())"
    return postfix(text, tensor, suffix)


@dataclass
class _Rewrite:
    read: Read
    source: SourceFile
    oracle: Oracle
    judge: Judge = field(init=False)
    facts: TensorFacts = field(init=False)
    notes: list[Obligation] = field(default_factory=list)
    computed: bool = False
    """Whether Python computed with the number."""
    differentiable: bool = False
    """Whether gradients could flow through it."""
    cut: bool = False
    """Whether the fraction is to be cut off."""
    saved: bool = False
    """Whether the backward pass may need the tensor."""

    def __post_init__(self) -> None:
        self.judge = Judge(self.source, self.oracle)
        facts = self.oracle.tensor(self.read.tensor)
        assert facts is not None
        self.facts = facts

    @property
    def _name(self) -> str:
        return f"`{self.judge.text(self.read.tensor)}`"

    def fix(self) -> Fix | Obstacle:
        node = self.read.node
        if not own_text(self.read.tensor, self.source):
            return Obstacle("it stands inside an f-string")
        tensor = self.read.tensor
        unsure = self.read.how != "item" and not self.read.by_item and self.facts.confidence != "high"
        if unsure and isinstance(tensor, ast.Name) and self.oracle.asked_for_its_type(tensor.id):
            return Obstacle(f"{self._name} may be a number here: the function asks for its type")
        found = comments(self.source, self.source.start(node), self.source.end(node))
        if any(not inside(place, self.source, [tensor]) for place, _ in found):
            return Obstacle("a comment stands inside the expression")
        made = self.oracle.parent(node)
        if isinstance(made, ast.Call) and node in made.args and self.oracle.qualname(made.func) == "torch.tensor":
            return self._copied(made)
        if obstacle := self._conversion() or self.used(node):
            return obstacle
        return self.kept()

    def kept(self) -> Fix | Obstacle:
        """The tensor in the place of the reading, once it is known to be used as a tensor can be."""
        node = self.read.node
        if obstacle := self._memory():
            return obstacle
        text, imports = detached(self.read, self.judge, self.facts, self.differentiable and not self.cut), ()
        if self.cut:
            text = f"{text}.long()" if text.endswith(")") else postfix(text, self.read.tensor, ".long()")
        if self.read.how in _MATH:
            name = torch_name(self.source, self.oracle)
            if isinstance(name, Obstacle):
                return name
            torch, imports = name  # type: ignore[assignment]
            text = f"{torch}.{self.read.how}({text})"
        if self.facts.confidence != "high":
            self.notes.append(GUESS)
        return self._fix(KEEP if self.differentiable else COMPARE, (*imports, replace(self.source, node, text)))

    def _fix(self, message: str, edits: tuple[Edit, ...]) -> Fix:
        return Fix(message, edits, tuple(dict.fromkeys(self.notes)))

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
        if converted and facts.is_floating is not False and facts.sources != frozenset():
            self.notes.append(WARNED)
        if how in _MATH:
            self.computed = True
            self.notes += [
                Kind.VALUE.open(f"`{how}` is computed in the tensor's precision instead of double precision"),
                Kind.EXCEPTION.open("where the function is not defined it gives NaN or infinity instead of an error"),
            ]
        return None

    # --- where the number goes ---

    def used(self, node: ast.expr) -> Obstacle | None:
        """Follow the number up to the tensors that it meets."""
        parent = self.oracle.parent(node)
        if isinstance(parent, ast.BinOp) and isinstance(parent.op, _ARITHMETIC):
            return self._operand(node, parent)
        if isinstance(parent, ast.BinOp) and isinstance(parent.op, _ROUNDED):
            self.notes.append(ROUNDED.about(self.judge.text(parent)))
            return self._operand(node, parent)
        if isinstance(parent, ast.Compare) and len(parent.ops) == 1 and isinstance(parent.ops[0], ORDERING):
            other = parent.left if node is parent.comparators[0] else parent.comparators[0]
            if self.oracle.tensor(other) is None:
                return Obstacle(f"it is compared with `{self.judge.text(other)}`, which is not known to be a tensor")
            return self._meets(other, None, comparing=True)
        if isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.USub):
            if not self.facts.is_floating:
                return Obstacle(f"it is negated, and the dtype of {self._name} is not known to be a floating-point one")
            return self.used(parent)
        if isinstance(parent, (ast.Call, ast.keyword)):
            return self._argument(node, parent)
        if isinstance(parent, ast.Assign) and len(parent.targets) == 1 and isinstance(parent.targets[0], ast.Name):
            return self._named(parent.targets[0].id, parent)
        if isinstance(parent, ast.AugAssign) and isinstance(parent.op, _ARITHMETIC):
            return self._updating(parent)
        if isinstance(parent, ast.IfExp) and node is not parent.test:
            return Obstacle("the number is one arm of a conditional expression")
        return _unfit(parent)

    def _operand(self, node: ast.expr, parent: ast.BinOp) -> Obstacle | None:
        other = parent.right if node is parent.left else parent.left
        if self.oracle.tensor(other) is not None:
            if isinstance(parent.op, ast.Div) and node is parent.left:
                self.notes.append(RECIPROCAL)
            return self._meets(other, parent.op)
        if self.oracle.number(other) is None and self.oracle.unknown(other):
            self.differentiable = self.saved = True
            self.notes += [UNKNOWN.about(self.judge.text(other)), LAST_DIGIT]
            return None
        if self.oracle.number(other) is None:
            return Obstacle(f"it meets `{self.judge.text(other)}`, which is not known to be a tensor or a number")
        self.computed = True
        self.notes.append(
            Kind.VALUE.open(f"`{self.judge.text(parent)}` is computed in the tensor's precision, not in Python's")
        )
        if isinstance(parent.op, ast.Div):
            self.notes.append(Kind.EXCEPTION.open("a division by zero gives infinity or NaN instead of an error"))
        return self.used(parent)

    def _meets(self, other: ast.expr, op: ast.operator | None, comparing: bool = False) -> Obstacle | None:
        """The number as the operand of a tensor operation."""
        self.differentiable |= not comparing
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
        if not one_device(self.read.tensor, other, self.oracle):
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
        if name.startswith("torch.") and name.count(".") == 1:
            method = name.removeprefix("torch.")
        elif isinstance(call.func, ast.Attribute) and self.oracle.tensor(call.func.value) is not None:
            operands.insert(0, call.func.value)
        elif name in _CHOOSING and keyword is None and not call.keywords:
            return self._chosen(name, node, call)
        else:
            return self._passed(call, node, keyword)
        plain = not any(isinstance(operand, ast.Starred) for operand in operands) and operands
        place = operands.index(node) if node in operands else -1
        if plain and place == 1 and len(operands) == 2 and not call.keywords and method in {*_METHODS, *_COMPARING}:
            op = _METHODS.get(method)
            return self._meets(operands[0], op() if op is not None else None, comparing=op is None)
        bound = place in (1, 2) or keyword in ("min", "max")
        if plain and method in _BOUNDS and bound and self._only_bound(operands, call, node):
            self.notes.append(NAN_BOUND)
            return self._meets(operands[0], None)
        if plain and method == "where" and place in (1, 2) and len(operands) == 3 and not call.keywords:
            return self._meets(operands[3 - place], None)
        if plain and method in _FILLS and (place == 2 or keyword == "value"):
            return self._meets(operands[0], None)
        return Obstacle(f"`{method}` takes it as a number")

    def _chosen(self, name: str, node: ast.expr, call: ast.Call) -> Obstacle | None:
        """``max(1, number)``, which TorchDynamo computes in the graph for tensors."""
        others = [argument for argument in call.args if argument is not node]
        unknown = [o for o in others if self.oracle.number(o) is None and self.oracle.tensor(o) is None]
        if unknown or (not others and name != "abs"):
            return Obstacle(f"`{name}` compares it with what is not known to be a number")
        self.computed = True
        if self.facts.is_floating is not False and others:
            self.notes.append(UNORDERED.about(name))
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
        if not found or not _takes_tensor(function, found[0]):
            return Obstacle(f"`{self.judge.text(call.func)}` needs it as a number")
        self.differentiable = self.saved = True
        self.notes.append(FOLLOWED.about(self.judge.text(call.func)))
        return None

    def _only_bound(self, operands: list[ast.expr], call: ast.Call, node: ast.expr) -> bool:
        """Whether the other bound is not given: clamp takes two numbers or two tensors."""
        bounds = [*operands[1:], *(keyword.value for keyword in call.keywords)]
        return all(bound is node or (isinstance(bound, ast.Constant) and bound.value is None) for bound in bounds)

    def _named(self, name: str, statement: ast.Assign) -> Obstacle | None:
        """The number gets a name: all that the name is used for."""
        uses = self.oracle.uses(name)
        if uses is None:
            uses = reads(statement, self.oracle)
        if uses is None:
            return Obstacle(f"not all that happens to `{name}` is known: it is bound again or used in another function")
        if not uses:
            return Obstacle(f"`{name}` is not used")
        for use in uses:
            obstacle = self.used(use)
            if obstacle is not None and obstacle.placed:
                return obstacle
            if obstacle is not None:
                return Obstacle(f"in {self.source.named(use.lineno)} {obstacle.reason}", placed=True)
        return None

    def _updating(self, parent: ast.AugAssign) -> Obstacle | None:
        """``x *= number``, which changes the tensor in place."""
        if not isinstance(parent.target, ast.Name):
            return Obstacle("it updates an attribute or an item")
        if not self.facts.fresh:
            return Obstacle(f"{self._name} may share memory with what is changed in place")
        target = ast.copy_location(ast.Name(parent.target.id, ast.Load()), parent.target)
        return self._meets(target, parent.op)

    def _memory(self) -> Obstacle | None:
        """Whether the tensor can change while it is needed."""
        origin = self.read.tensor
        while isinstance(origin, ast.Call) and isinstance(origin.func, ast.Attribute) and origin.func.attr in _ALIASES:
            origin = origin.func.value
        root: ast.expr = origin
        while isinstance(root, (ast.Attribute, ast.Subscript, ast.Call)):
            root = root.func if isinstance(root, ast.Call) else root.value
        facts = self.oracle.tensor(origin)
        fresh = facts is not None and facts.fresh
        if fresh and not isinstance(origin, ast.Name) and not self.judge.grade(origin).alias:
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
                Kind.EXCEPTION.open(f"to change {self._name} in place before the backward pass is then an error")
            )
        return None

    # --- torch.tensor(t.item()) ---

    def _copied(self, made: ast.Call) -> Fix | Obstacle:
        keywords = {keyword.arg: keyword.value for keyword in made.keywords}
        if len(made.args) != 1 or not keywords.keys() <= {"dtype", "device"} or self.read.how in _MATH:
            return Obstacle("`torch.tensor` is given more than the number")
        if comments(self.source, self.source.start(made), self.source.start(self.read.node)):
            return Obstacle("a comment stands inside the expression")
        if obstacle := self._conversion():
            return obstacle
        facts = self.facts
        if self.read.how == "float" and not facts.is_floating:
            return Obstacle(FLOATS)
        if "device" not in keywords:
            self.notes.append(
                Kind.DEVICE.open(f"it stays on the device of {self._name}, where `torch.tensor` makes it on the CPU")
            )
        if "dtype" not in keywords and not (facts.boolean or facts.dtype == "torch.int64"):
            self.notes.append(
                Kind.DTYPE.open(f"it keeps the dtype of {self._name}, where `torch.tensor` gives the default dtype")
            )
        elif "dtype" in keywords and not (facts.is_floating or facts.boolean):
            self.notes.append(Kind.VALUE.open("whole numbers above 2**53 can be rounded in another way"))
        if facts.confidence != "high":
            self.notes.append(GUESS)
        text = detached(self.read, self.judge, facts) + (".long()" if self.cut else "")
        if not keywords:
            content = f"{text}.clone()"
        else:
            given = [f"{keyword.arg}={self.source.segment(keyword.value)}" for keyword in made.keywords]
            content = f"{text}.to({', '.join([*given, 'copy=True'])})"
        return self._fix(COPY, (replace(self.source, made, content),))


def _takes_tensor(function: ast.FunctionDef | ast.AsyncFunctionDef, name: str) -> bool:
    """Whether a function only computes, compares or passes on what a parameter holds."""
    parents = {child: node for node in ast.walk(function) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(function):
        if not isinstance(node, ast.Name) or node.id != name:
            continue
        parent = parents.get(node)
        call = parents.get(parent) if isinstance(parent, ast.keyword) else parent
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in _NUMERIC:
            return False
        if not isinstance(parent, (ast.BinOp, ast.Call, ast.keyword)) or (
            isinstance(parent, ast.Call) and parent.func is node
        ):
            return False
        if isinstance(parent, ast.BinOp) and not isinstance(parent.op, _ARITHMETIC):
            return False
        above: ast.AST | None = node
        while above is not None and not isinstance(above, ast.stmt):
            below, above = above, parents.get(above)
            tested = isinstance(above, (ast.If, ast.While, ast.IfExp, ast.Assert)) and above.test is below
            if tested or isinstance(above, (ast.Subscript, ast.FormattedValue)):
                return False
    return True


_NUMERIC = frozenset("range isinstance int float bool len str repr round print hash slice".split())


def whole(facts: TensorFacts) -> bool:
    """Whether the dtype is one of whole numbers."""
    return facts.dtype in ("torch.int64", "torch.int32", "torch.int16", "torch.int8", "torch.uint8")


def _unfit(parent: ast.AST | None) -> Obstacle:
    """Why a number that is used so cannot be a tensor."""
    for kind, reason in _REASONS.items():
        if isinstance(parent, kind):
            return Obstacle(reason)
    return Obstacle("the number is used for more than arithmetic with tensors")


_REASONS: dict[type[ast.AST], str] = {
    ast.Return: "the number is returned",
    ast.Subscript: "the number is an index",
    ast.Slice: "the number is an index",
    ast.Dict: "the number is put into a container",
    ast.List: "the number is put into a container",
    ast.Tuple: "the number is put into a container",
    ast.FormattedValue: "the number is formatted",
    ast.BinOp: "only arithmetic and comparisons are rewritten",
    ast.If: "the number decides a branch",
    ast.While: "the number decides a branch",
    ast.IfExp: "the number decides a branch",
    ast.BoolOp: "the number decides a branch",
    ast.Assert: "the number is asserted",
    ast.Expr: "the number is not used",
    ast.Assign: "the number is stored",
    ast.AnnAssign: "the number is stored",
}


def keeps_value(read: Read, facts: TensorFacts) -> bool:
    """Whether the number is the value of the tensor's one element."""
    return read.how in ("item", "float") or (read.how == "int" and whole(facts))


def one_device(left: ast.expr, right: ast.expr, oracle: Oracle) -> bool:
    """Whether two tensors are computed from a common one, and so are on its device: a number has none."""
    one, two = oracle.tensor(left), oracle.tensor(right)
    if one is None or two is None:
        return False
    if one.dtype is not None and one.dtype == two.dtype and not isinstance(one.dtype, str):
        return True  # a dtype that has no name is that of one tensor
    if one.sources and two.sources and one.sources & two.sources:
        return True
    return bool(_tensors_in(left, oracle) & _tensors_in(right, oracle))


def _tensors_in(expr: ast.expr, oracle: Oracle) -> set[str]:
    return {node.id for node in ast.walk(expr) if isinstance(node, ast.Name) and oracle.tensor(node) is not None}
