"""Grade an expression: may it be evaluated although the original program would not have evaluated it?

The grades rest on two assumptions: tensors that meet in an operation are on one device, and a number that a constructor
is given, and keeps in an attribute, is finite.
"""

from __future__ import annotations

import ast
import enum
import math
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from fullgraph.lint.diagnostics.obligation import Kind, Obligation, Question
from fullgraph.lint.domain.terms import broadcast, fits
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.lint.torch_data import TorchData, layers, load, takes
from fullgraph.rules.codemod.quote import is_made
from fullgraph.rules.rewrite.analysis.effects.summary import Effects
from fullgraph.rules.rewrite.analysis.oracle import Oracle, TensorFacts
from fullgraph.rules.rewrite.analysis.trees import given_to


class Level(enum.IntEnum):
    TOTAL = 0
    """Cannot raise; derivatives are finite on every input, NaN and infinities included."""
    CHEAP = 1
    """Element by element and without exceptions; only infinite or NaN inputs make a value or derivative infinite."""
    FRAGILE = 2
    """The same, but ordinary inputs can too: a square root, a logarithm, a division."""
    PURE = 3
    """No effects, but it may raise or be expensive."""


@dataclass(frozen=True)
class Grade:
    level: Level = Level.TOTAL
    notes: tuple[Obligation, ...] = ()
    """What evaluating it needlessly can change."""
    leaves: frozenset[Hashable] = frozenset()
    """The tensors (as source text) that it depends on differentiably."""
    alias: bool = False
    """It may be one of its leaves, or a view of one."""
    random: bool = False
    effect: str | None = None
    """What it does besides giving a value, as a clause; None: nothing."""
    runs: str | None = None
    """The attribute, as text, that is a property, or is read by a ``__getattr__``."""

    def join(self, *others: Grade) -> Grade:
        """The grade of something computed from several; it is new memory."""
        grades = (self, *others)
        return Grade(
            level=max(grade.level for grade in grades),
            notes=tuple(dict.fromkeys(note for grade in grades for note in grade.notes)),
            leaves=frozenset().union(*(grade.leaves for grade in grades)),
            random=any(grade.random for grade in grades),
            effect=next((grade.effect for grade in grades if grade.effect is not None), None),
            runs=next((grade.runs for grade in grades if grade.runs is not None), None),
        )

    def at_least(self, level: Level, note: Obligation | None = None) -> Grade:
        notes = self.notes if note is None or note in self.notes else (*self.notes, note)
        return replace(self, level=max(self.level, level), notes=notes)


CONSTANT = Grade()
NEEDLESS = Kind.EXCEPTION.open("`{}` is evaluated even where it decides nothing")
NEEDLESSLY = (
    Kind.EXCEPTION.open("needlessly computed code may raise"),
    Kind.DERIVATIVE.open("if a needlessly computed value is not finite, gradients become NaN").asking(
        Question.NO_GRADIENT
    ),
)

_BITWISE = (ast.BitAnd, ast.BitOr, ast.BitXor)

_OPERATORS: dict[str, type[ast.operator]] = {
    "add": ast.Add,
    "sub": ast.Sub,
    "subtract": ast.Sub,
    "mul": ast.Mult,
    "multiply": ast.Mult,
    "div": ast.Div,
    "divide": ast.Div,
    "true_divide": ast.Div,
    "bitwise_and": ast.BitAnd,
    "bitwise_or": ast.BitOr,
    "bitwise_xor": ast.BitXor,
}
_COMPARISONS = {"eq", "ne", "lt", "le", "gt", "ge", "greater", "greater_equal", "less", "less_equal", "not_equal"}
_TESTS = {"isnan", "isinf", "isfinite", "isposinf", "isneginf"}
_LOGICAL = {"logical_and", "logical_or", "logical_xor", "logical_not"}
_CASTS = {"float", "double", "half", "bfloat16"}
_DTYPES = {f"torch.{name}" for name in ("float32", "float", "float64", "double", "float16", "half", "bfloat16")}
_CLAMPS = {"clamp", "clip", "clamp_min", "clamp_max"}
_BOUNDS = ("min", "max")
_REPLACEMENTS = 3
"""The numbers that ``nan_to_num`` takes: for NaN, and for either infinity."""
_REDUCTIONS = {"sum", "mean"}
_CONSTANT_LIKE = {"zeros_like", "ones_like"}
_WITHOUT_HISTORY = frozenset(
    "zeros_like ones_like full_like empty_like rand_like randn_like randint_like new_zeros new_ones new_full "
    "new_empty new_tensor argmax argmin argsort argwhere nonzero count_nonzero bucketize searchsorted bincount "
    "multinomial".split()
)
"""Operations whose result has no gradient history, whatever they are given."""
# Finite, with finite derivatives, on all finite inputs.
_SMOOTH = {"sigmoid", "tanh", "sin", "cos", "atan", "erf", "softplus", "gelu", "silu", "elu", "selu", "celu", "mish"}
_SMOOTH |= {"abs", "leaky_relu", "hardtanh", "hardsigmoid", "hardswish", "relu6", "softsign", "logsigmoid", "sign"}
_SMOOTH |= {"maximum", "minimum", "lerp", "nan_to_num", "special_expit", "sech", "floor", "ceil", "round", "trunc"}

# Of one tensor, and finite, with finite derivatives, at 1.
_MASKABLE = {"sqrt", "rsqrt", "log", "log2", "log10", "log1p", "reciprocal", "exp", "expm1", "square"}

# Pointwise, but they raise on some values or dtypes.
_RAISING = {"remainder", "fmod", "floor_divide", "pow", "float_power", "gcd", "lcm", "bitwise_left_shift"}
_RAISING |= {"bitwise_right_shift", "__lshift__", "__rshift__", "__mod__", "__floordiv__", "__pow__"}

_PURE_BUILTINS = {"abs", "bool", "float", "format", "getattr", "hasattr", "id", "int", "isinstance", "len", "list"}
_PURE_BUILTINS |= {"max", "min", "range", "repr", "round", "str", "sum", "tuple", "type", "dict", "logging.getLogger"}
_PURE_BUILTINS |= {"sorted", "time.time", "time.perf_counter", "os.getpid", "os.getenv", "os.environ.get"}
_PURE_BUILTINS |= {
    "torch.finfo",
    "torch.iinfo",
    "Warning",
    "UserWarning",
    "DeprecationWarning",
    "FutureWarning",
    "RuntimeWarning",
}
_GOING_THROUGH = {"list", "tuple", "dict", "sorted", "sum", "max", "min"}
_PURE_METHODS = {"format", "join", "get", "keys", "values", "items", "upper", "lower", "strip", "count", "index"}
_PURE_METHODS |= {"numel", "nelement", "size", "dim"}

# What ``torch.finfo`` says.
_LIMITS = {"max", "min", "eps", "tiny", "smallest_normal", "resolution", "bits"}

_LARGEST = {"torch.float32": 3.4e38, "torch.bfloat16": 3.3e38, "torch.float64": 1.7e308}
_SMALLEST = 65504.0
"""The largest number that every floating-point dtype of arithmetic can hold: that of ``torch.float16``."""


@dataclass
class Judge:
    """Grades the expressions of one statement."""

    source: SourceFile
    oracle: Oracle
    data: TorchData = field(default_factory=load)
    numbers: Mapping[str, ast.expr | None] = field(default_factory=dict)
    """The names that the rewrite binds to Python numbers in front of the statement; to which ones, where known."""
    locals: Mapping[str, Grade] = field(default_factory=dict)
    """What an arm has bound before the expression: names, and attributes as text."""
    values: dict[ast.expr, ast.expr] = field(default_factory=dict)
    """What the names in an arm hold that the arm has bound; themselves where that is a part of a value."""
    masked: frozenset[ast.expr] = frozenset()
    """The operands that are 1 wherever the program would not evaluate the expression."""
    maskable: list[ast.expr] = field(default_factory=list)
    """The operands that had better be: divisors, and what roots and logarithms are taken of."""
    anticipated: frozenset[Hashable] = frozenset()
    """Shapes that tensors are broadcast to whichever way the program goes: where they do not fit, it raises anyway."""

    def segment(self, expr: ast.expr) -> str:
        """The expression's own text; a made-up expression has none and is written out."""
        return ast.unparse(expr) if is_made(expr) else self.source.segment(expr)

    def text(self, expr: ast.expr) -> str:
        """The expression on one line, for messages."""
        return " ".join(self.segment(expr).split())

    def facts(self, expr: ast.expr) -> TensorFacts | None:
        """As the oracle says; of a comparison with a tensor, also what follows from its operands."""
        known = self.oracle.tensor(expr) if hasattr(expr, "lineno") else None
        if known is not None or not isinstance(expr, ast.Compare) or len(expr.ops) > 1:
            return known
        if isinstance(expr.ops[0], (ast.Is, ast.IsNot, ast.In, ast.NotIn)):
            return None
        operands = [self.oracle.tensor(operand) for operand in (expr.left, expr.comparators[0])]
        tensors = [fact for fact in operands if fact is not None]
        if not tensors:
            return None
        shape = broadcast(fact.shape for fact in tensors)
        shape = shape if self._compatible(expr.left, expr.comparators[0]) else None
        return TensorFacts(shape, fresh=True, dense=True, is_floating=False, sources=frozenset(), boolean=True)

    def grade(self, expr: ast.expr) -> Grade:
        if isinstance(expr, ast.Constant):
            return CONSTANT
        method = getattr(self, f"_{type(expr).__name__.lower()}", None)
        if method is not None:
            result: Grade = method(expr)
            return result
        return Grade(Level.PURE, alias=True, effect=f"`{self.text(expr)}` is more than the rewrite understands")

    def all(self, exprs: Iterable[ast.expr], level: Level = Level.TOTAL) -> Grade:
        return Grade(level).join(*(self.grade(expr) for expr in exprs))

    # --- names ---

    def _name(self, expr: ast.Name) -> Grade:
        if expr.id in self.numbers:
            return CONSTANT
        if expr.id in self.locals:
            return self.locals[expr.id]
        if not self.oracle.name_bound(expr.id):
            return Grade(Level.PURE, (Kind.EXCEPTION.open(f"`{expr.id}` may not be bound"),))
        return self._leaf(expr)

    def _attribute(self, expr: ast.Attribute) -> Grade:
        if self.locals and (bound := self.locals.get(ast.unparse(expr))) is not None:
            return bound
        if (of := self._limited(expr)) is not None and of.is_floating:
            return CONSTANT
        owner = self.grade(expr.value)
        if self.oracle.tensor(expr.value) is None:
            leaf = self._leaf(expr)
            found = replace(owner.join(leaf), alias=leaf.alias)
            runs = self.oracle.runs_code(expr)
            if runs is False:
                return found
            note = Kind.EFFECT.open(
                f"`{self.text(expr)}`{'' if runs else ', if it is a property,'} runs its code always"
            )
            return replace(found.at_least(Level.CHEAP, note), runs=self.text(expr) if runs else found.runs)
        if self.data.properties.get(expr.attr) == "tensor":
            leaves = frozenset() if expr.attr in ("data", "grad") else owner.leaves
            return replace(owner.at_least(Level.PURE), alias=True, leaves=leaves)
        return replace(owner, leaves=frozenset())

    def _leaf(self, expr: ast.Name | ast.Attribute) -> Grade:
        if self.oracle.tensor(expr) is not None:
            return Grade(leaves=frozenset({ast.unparse(expr)}), alias=True)
        return CONSTANT

    # --- operators ---

    def _unaryop(self, expr: ast.UnaryOp) -> Grade:
        inner = self.grade(expr.operand).join()
        facts = self.oracle.tensor(expr.operand)
        if facts is None:
            return inner
        if isinstance(expr.op, ast.USub):
            return self._needs_floating(inner, expr, facts)
        if isinstance(expr.op, ast.Invert):
            return replace(inner.at_least(Level.TOTAL if facts.boolean else Level.PURE), leaves=frozenset())
        if isinstance(expr.op, ast.UAdd):
            return replace(inner, alias=True)
        return inner.at_least(Level.PURE)

    def _needs_floating(self, grade: Grade, expr: ast.expr, *facts: TensorFacts) -> Grade:
        if all(fact.is_floating for fact in facts):
            return grade
        return grade.at_least(Level.CHEAP, Kind.EXCEPTION.open(f"`{self.text(expr)}` raises for some dtypes"))

    def _needs_room(self, grade: Grade, expr: ast.expr, facts: TensorFacts, numbers: Iterable[ast.expr]) -> Grade:
        """A number that the tensor's dtype cannot hold is an error there."""
        known = self._needs_floating(grade, expr, facts)
        largest = _LARGEST.get(str(facts.dtype), _SMALLEST)
        if all(self._fits(number, facts, largest) for number in numbers):
            return known
        return known.at_least(
            Level.CHEAP, Kind.EXCEPTION.open(f"`{self.text(expr)}` raises for dtypes that cannot hold the number")
        )

    def _fits(self, number: ast.expr, facts: TensorFacts, largest: float) -> bool:
        """Whether a tensor's dtype holds a number: one that is known, or of the dtype's own limits."""
        if isinstance(number, ast.Constant) and number.value is None:
            return True  # a bound that is not given
        if (constant := self._constant(number)) is not None:
            return abs(constant) <= largest
        if isinstance(number, ast.Name):
            bound = self.numbers.get(number.id)
            return bound is not None and self._fits(bound, facts, largest)
        if isinstance(number, ast.UnaryOp) and isinstance(number.op, (ast.USub, ast.UAdd)):
            return self._fits(number.operand, facts, largest)
        if isinstance(number, ast.BinOp):
            by = self._constant(number.right)
            if by is None or not self._fits(number.left, facts, largest):
                return False
            if isinstance(number.op, (ast.Add, ast.Sub)):
                limit = number.left.attr if isinstance(number.left, ast.Attribute) else None
                lowers = isinstance(number.op, ast.Sub) == (by >= 0)
                return limit == ("max" if lowers else "min") and abs(by) <= largest
            if isinstance(number.op, ast.Mult):
                return abs(by) <= 1
            return isinstance(number.op, ast.Div) and abs(by) >= 1
        of = self._limited(number)
        return of is not None and of.dtype is not None and of.dtype == facts.dtype

    def _limited(self, expr: ast.expr) -> TensorFacts | None:
        """The tensors of whose dtype an expression is a limit: ``torch.finfo(x.dtype).max``."""
        if not isinstance(expr, ast.Attribute) or not isinstance(expr.value, ast.Call) or not self.is_number(expr):
            return None
        if self.oracle.qualname(expr.value.func) != "torch.finfo" or len(expr.value.args) != 1:
            return None
        asked = expr.value.args[0]
        named = self.oracle.qualname(asked)
        if named in _DTYPES:
            return TensorFacts(dtype=named, is_floating=True)
        return self.oracle.tensor(asked.value) if isinstance(asked, ast.Attribute) and asked.attr == "dtype" else None

    def _binop(self, expr: ast.BinOp) -> Grade:
        return self._binary(type(expr.op), expr.left, expr.right, expr)

    def _binary(self, op: type[ast.operator], left: ast.expr, right: ast.expr, expr: ast.expr) -> Grade:
        joined = self.all((left, right))
        first, second = self.oracle.tensor(left), self.oracle.tensor(right)
        if first is None and second is None:
            number = self.oracle.number(expr)
            if number is not None and (number.value is not None or self._never_overflows(op, left, right)):
                return joined
            return joined.at_least(Level.PURE)
        if not self._compatible(left, right):
            return joined.at_least(
                Level.PURE, Kind.EXCEPTION.open(f"`{self.text(expr)}` is evaluated although its operands may not fit")
            )
        facts = [fact for fact in (first, second) if fact is not None]
        if op in _BITWISE:
            boolean = all(fact.boolean for fact in facts)
            return replace(joined.at_least(Level.TOTAL if boolean else Level.PURE), leaves=frozenset())
        if op is ast.Add:
            return joined
        if op is ast.Sub:
            numbers = [self.oracle.number(one) for one in (left, right) if self.oracle.tensor(one) is None]
            if any(number is not None and number.may_be_flag for number in numbers):
                return joined.at_least(Level.CHEAP, Kind.EXCEPTION.open(f"`{self.text(expr)}` raises for truth values"))
            return self._needs_floating(joined, expr, *facts)
        if op is ast.Mult:
            factor = left if first is None else right
            constant = self._constant(factor)
            if (constant is not None and abs(constant) <= 1e30) or self.oracle.configured(factor):
                return joined
            return self._polluting(joined, expr, Level.CHEAP)
        if op is ast.Div:
            constant = self._constant(right)
            if constant is not None and 1e-30 <= abs(constant) <= 1e30:
                return joined
            if second is not None and self._is_masked(right):
                return joined
            return self._polluting(joined, expr)
        if op is ast.Pow and all(fact.is_floating for fact in facts):
            power = self._constant(right) if second is None else None
            whole = power is not None and power >= 1 and power == int(power)
            if power is not None and not whole and first is not None and self._is_masked(left):
                return joined
            return self._polluting(joined, expr, Level.CHEAP if whole else Level.FRAGILE)
        return joined.at_least(Level.PURE)

    def _never_overflows(self, op: type[ast.operator], left: ast.expr, right: ast.expr) -> bool:
        """Whether a number is added to or multiplied by a small one; an integer too large for a float would raise."""
        first, second = self.oracle.number(left), self.oracle.number(right)
        if first is None or second is None or op not in (ast.Add, ast.Sub, ast.Mult):
            return False
        return any(
            one.value is not None and abs(one.value) <= 1e30 and (isinstance(one.value, int) or other.is_float)
            for one, other in ((first, second), (second, first))
        )

    def _is_masked(self, operand: ast.expr) -> bool:
        """Whether the operand is 1 where the expression is evaluated needlessly; that it had better be is noted."""
        self.maskable.append(operand)
        return operand in self.masked

    def _polluting(self, grade: Grade, expr: ast.expr, level: Level = Level.FRAGILE) -> Grade:
        note = Kind.DERIVATIVE.open(f"where `{self.text(expr)}` or its derivative is not finite, gradients become NaN")
        note = note.asking(Question.NO_GRADIENT)
        return grade.at_least(level, note)

    def _constant(self, expr: ast.expr) -> float | None:
        """The value of a finite number, None for anything else."""
        number = self.oracle.number(expr)
        value = number.value if number is not None else None
        return float(value) if value is not None and math.isfinite(value) else None

    def _compatible(self, *operands: ast.expr) -> bool:
        """Whether the operands surely broadcast, or do so whenever the program goes on."""
        shapes: set[Hashable] = set()
        for operand in operands:
            facts = self.oracle.tensor(operand)
            if facts is not None:
                shapes.add(facts.shape)
            elif self.oracle.number(operand) is None:
                return False
        if len(operands) == 1 or (None in shapes and self._same_or_numbers(operands)):
            return True
        return fits(shapes, (*self.oracle.shapes(), *self.anticipated))

    def _same_or_numbers(self, operands: tuple[ast.expr, ...]) -> bool:
        """One tensor of unknown shape, perhaps several times, with numbers and zero-dimensional tensors."""
        names = set()
        for operand in operands:
            facts = self.oracle.tensor(operand)
            if facts is not None and not facts.zero_dim:
                names.add(ast.unparse(operand) if isinstance(operand, (ast.Name, ast.Attribute)) else id(operand))
        return len(names) <= 1

    def _compare(self, expr: ast.Compare) -> Grade:
        operands = [expr.left, *expr.comparators]
        joined = self.all(operands)
        facts = [fact for fact in map(self.oracle.tensor, operands) if fact is not None]
        if not facts:
            return joined
        plain = replace(joined, leaves=frozenset())
        if len(operands) > 2 or isinstance(expr.ops[0], (ast.In, ast.NotIn)):
            return plain.at_least(Level.PURE)
        if isinstance(expr.ops[0], (ast.Is, ast.IsNot)):
            return plain
        return self._comparison(plain, operands, expr, facts)

    def _comparison(self, plain: Grade, operands: list[ast.expr], expr: ast.expr, facts: list[TensorFacts]) -> Grade:
        if not self._compatible(*operands):
            return plain.at_least(
                Level.PURE, Kind.EXCEPTION.open(f"`{self.text(expr)}` is evaluated although its operands may not fit")
            )
        if all(fact.is_floating or fact.boolean for fact in facts):
            return plain
        return plain.at_least(Level.CHEAP, Kind.EXCEPTION.open(f"`{self.text(expr)}` raises for some dtypes"))

    def _boolop(self, expr: ast.BoolOp | ast.JoinedStr) -> Grade:
        return replace(self.all(expr.values, Level.PURE), alias=True)

    def _ifexp(self, expr: ast.IfExp) -> Grade:
        return replace(self.all((expr.test, expr.body, expr.orelse), Level.PURE), alias=True)

    # --- containers and text ---

    def _tuple(self, expr: ast.Tuple | ast.List) -> Grade:
        return self.all(expr.elts)

    _list = _tuple

    def _dict(self, expr: ast.Dict) -> Grade:
        return self.all([*(key for key in expr.keys if key is not None), *expr.values])

    def _starred(self, expr: ast.Starred) -> Grade:
        return self.grade(expr.value).at_least(Level.PURE)

    def _subscript(self, expr: ast.Subscript) -> Grade:
        return replace(self.all((expr.value, expr.slice), Level.PURE), alias=True)

    def _slice(self, expr: ast.Slice) -> Grade:
        return self.all(part for part in (expr.lower, expr.upper, expr.step) if part is not None)

    _joinedstr = _boolop

    def _formattedvalue(self, expr: ast.FormattedValue) -> Grade:
        parts = [expr.value] if expr.format_spec is None else [expr.value, expr.format_spec]
        return self.all(parts, Level.PURE)

    # --- calls ---

    def _call(self, expr: ast.Call) -> Grade:
        arguments = given_to(expr)
        joined = self.all(arguments, Level.PURE)
        keywords = {keyword.arg for keyword in expr.keywords}
        name = self.oracle.qualname(expr.func)
        module = self.oracle.module_class(expr.func)
        if module is not None:
            cls = module.rpartition(".")[2]
            if module not in self.data.modules or cls.startswith("Lazy"):
                return replace(joined, alias=True, effect=f"it is not known what `{self.text(expr.func)}` does")
            if layers.has_statistics(cls):
                text = f"`{self.text(expr)}` updates the running statistics of a {cls} in training"
                return replace(joined, effect=text)
            if self.oracle.inplace_module(expr.func):
                return replace(joined, alias=True, effect=f"`{self.text(expr)}` may write to its input")
            leaves = joined.leaves | {self.text(expr.func)} if layers.has_parameters(cls) else joined.leaves
            draws = joined.random or module in self.data.random or cls in layers.DRAWING
            return replace(joined, random=draws, alias=True, leaves=leaves)
        if name is not None and name in self.data.functions:
            if "out" in keywords or name.endswith("_") or self._inplace(expr, name):
                return replace(joined, alias=True, effect=f"`{self.text(expr)}` writes to a tensor")
            return self._torch(expr, name, name.rpartition(".")[2], [*expr.args], joined)
        if isinstance(expr.func, ast.Attribute) and self.oracle.tensor(expr.func.value) is not None:
            receiver = self.grade(expr.func.value)
            joined = joined.join(receiver)
            method = expr.func.attr
            if method in self.data.inplace or "out" in keywords or method not in self.data.methods:
                writes = f"`{self.text(expr)}` writes to a tensor or has unknown effects"
                return replace(joined, alias=True, effect=writes)
            return self._torch(expr, method, method, [expr.func.value, *expr.args], joined)
        return self._other(expr, name, joined)

    def _inplace(self, expr: ast.Call, name: str) -> bool:
        """Whether an activation function may be told to write to its argument, by keyword or by position."""
        for keyword in expr.keywords:
            if keyword.arg == "inplace":
                return not (isinstance(keyword.value, ast.Constant) and keyword.value.value is False)
        flags = expr.args[3:] if name in self.data.random else expr.args[1:]
        return any(isinstance(flag, ast.Constant) and flag.value is True for flag in flags)

    def _torch(self, expr: ast.Call, key: str, name: str, operands: list[ast.expr], joined: Grade) -> Grade:
        """A function or method of torch; ``key`` is its name in the data, ``name`` its last part."""
        if name in _WITHOUT_HISTORY:
            joined = replace(joined, leaves=frozenset())
        pure = replace(joined, random=joined.random or key in self.data.random, alias=key in self.data.views)
        if not operands or any(isinstance(operand, ast.Starred) for operand in operands):
            return pure
        operand, rest = operands[0], operands[1:]
        words = {keyword.arg or "" for keyword in expr.keywords}
        if not takes(name, len(rest), words) or (name in _CLAMPS and words & set(_BOUNDS[: len(rest)])):
            return pure  # it always raises
        facts = self.oracle.tensor(operand)
        given = [*rest, *(keyword.value for keyword in expr.keywords)]
        inner = self.all([operand, *given])
        if facts is None and name != "where":
            return pure
        assert facts is not None or name == "where"
        bare = not expr.keywords
        if name in _OPERATORS and len(rest) == 1 and bare:
            return self._binary(_OPERATORS[name], operand, rest[0], expr)
        if name in _COMPARISONS and len(rest) == 1 and bare:
            found = [fact for fact in map(self.oracle.tensor, operands) if fact is not None]
            return self._comparison(replace(inner, leaves=frozenset()), operands, expr, found)
        if name in ("neg", "negative", "relu") and facts is not None and not rest:
            return self._needs_floating(inner, expr, facts)
        if name in _CLAMPS and facts is not None and self._bounds(given):
            return self._needs_room(inner, expr, facts, given)  # one that is NaN gives gradients of zero
        if (
            name == "nan_to_num"
            and facts is not None
            and len(given) <= _REPLACEMENTS
            and all(self._constant(one) is not None for one in given)
        ):
            return self._needs_room(inner, expr, facts, given)
        if name == "clone" and not rest and bare:
            return inner
        if name == "detach" and not rest:
            return replace(inner, leaves=frozenset(), alias=True)
        if name == "item" and facts is not None and facts.zero_dim and not rest and bare:
            return replace(inner, leaves=frozenset())
        if (name in _CASTS and not rest and bare and key == name) or (key == "to" and bare and self._is_dtype(rest)):
            return replace(inner, alias=True)
        if name in _CONSTANT_LIKE and not rest and bare:
            return replace(inner, leaves=frozenset())
        if name in _TESTS and not rest:
            return replace(inner, leaves=frozenset())
        if name in _LOGICAL and bare and self._compatible(*operands):
            return replace(inner, leaves=frozenset())
        if name in ("any", "all") and not rest and bare:
            return replace(inner, leaves=frozenset())
        if name in _REDUCTIONS and not rest and bare and facts is not None and (name == "sum" or facts.is_floating):
            return inner
        if name == "where" and len(operands) == 3 and bare and key.startswith("torch."):
            return self._where(operands, inner)
        if name == "masked_fill" and len(rest) == 2 and bare and self.is_number(rest[1]):
            mask = self.oracle.tensor(rest[0])
            if facts is not None and mask is not None and mask.boolean and self._compatible(operand, rest[0]):
                filled = self._needs_room(inner, expr, facts, rest[1:])
                return replace(filled, leaves=self.grade(operand).leaves)
        if name in _MASKABLE and facts is not None and not rest and bare and self._is_masked(operand):
            return inner
        if key in self.data.pointwise and name not in _RAISING and self._compatible(*operands):
            return self._polluting(inner, expr, Level.CHEAP if name in _SMOOTH else Level.FRAGILE)
        return pure

    def _is_dtype(self, given: list[ast.expr]) -> bool:
        """Whether the one argument is a dtype: ``torch.float32`` or that of a tensor."""
        if len(given) != 1 or not isinstance(given[0], ast.Attribute):
            return False
        of, named = given[0].value, self.oracle.qualname(given[0]) or ""
        return (given[0].attr == "dtype" and self.oracle.tensor(of) is not None) or named in _DTYPES

    def _bounds(self, bounds: list[ast.expr]) -> bool:
        """Whether bounds are numbers, or one of them is not given."""
        given = [bound for bound in bounds if not (isinstance(bound, ast.Constant) and bound.value is None)]
        return bool(given) and all(map(self.is_number, given))

    def is_number(self, expr: ast.expr) -> bool:
        """Whether an expression is a Python number, also of one that the rewrite binds in front of the statement."""
        if isinstance(expr, ast.UnaryOp) and isinstance(expr.op, (ast.USub, ast.UAdd)):
            return self.is_number(expr.operand)
        if isinstance(expr, ast.Name) and expr.id in self.numbers:
            return True
        if isinstance(expr, ast.BinOp):
            return self.is_number(expr.left) and self.is_number(expr.right)
        if isinstance(expr, ast.Attribute) and isinstance(expr.value, ast.Call):
            called = self.oracle.qualname(expr.value.func)
            return called in ("torch.finfo", "torch.iinfo") and expr.attr in _LIMITS
        return self.oracle.number(expr) is not None

    def _where(self, operands: list[ast.expr], inner: Grade) -> Grade:
        condition = self.oracle.tensor(operands[0])
        if condition is None or not condition.boolean or not self._compatible(*operands):
            return inner.at_least(Level.PURE)
        return replace(inner, leaves=self.all(operands[1:]).leaves)

    def _other(self, expr: ast.Call, name: str | None, joined: Grade) -> Grade:
        """A builtin, a method of something that is no tensor, or a call into the project."""
        if name is not None and (bare := name.removeprefix("builtins.")) in _PURE_BUILTINS:
            given = given_to(expr)
            if bare in _GOING_THROUGH and any(self.oracle.may_consume(argument) for argument in given):
                consumes = f"`{self.text(expr)}` may run code, or use up an iterator"
                return replace(joined, effect=consumes, alias=True)
            return replace(joined, alias=True)
        function, found = expr.func, self.oracle.effects(expr)
        pure = isinstance(function, ast.Attribute) and function.attr in _PURE_METHODS and name is None
        pure = pure and found.unknown is not None and self.oracle.definition(function) is None
        if isinstance(function, ast.Attribute) and pure:
            return replace(joined.join(self.grade(function.value)), alias=True)
        effect = found.clause(self.text(function))
        if effect is not None:
            return replace(joined, effect=effect, alias=True)  # it may return what something else holds: `d.pop()`
        return self._followed(expr, found, joined)

    def _followed(self, expr: ast.Call, found: Effects, joined: Grade) -> Grade:
        """A call of the project's code that does nothing but compute, draw and raise."""
        given: dict[str, ast.expr] = {str(place): argument for place, argument in enumerate(expr.args)}
        given |= {str(keyword.arg): keyword.value for keyword in expr.keywords}
        leaves: set[Hashable] = set() if found.exact else {f"{self.text(expr)} ({expr.lineno}, {expr.col_offset})"}
        for source in found.sources:
            leaves |= self.grade(given[source]).leaves if source in given else {source}
        notes = [*joined.notes]
        if found.raises:
            notes.append(Kind.EXCEPTION.open(f"`{self.text(expr.func)}` checks what it is given, and may raise"))
        asks = (Kind.EFFECT.open(f"`{read}`, if it is a property, runs its code always") for read in found.asks)
        notes += sorted(asks, key=lambda note: note.text)
        random, alias = joined.random or found.draws, bool(found.returned)
        return replace(joined, notes=tuple(notes), leaves=frozenset(leaves), alias=alias, random=random)


def computed(expr: ast.expr) -> Iterator[ast.expr]:
    """An expression with those of its parts that are computed whenever it is."""
    yield expr
    inner: list[ast.expr] = []
    if isinstance(expr, ast.BinOp):
        inner = [expr.left, expr.right]
    elif isinstance(expr, ast.UnaryOp):
        inner = [expr.operand]
    elif isinstance(expr, ast.Compare):
        inner = [expr.left, expr.comparators[0]]
    elif isinstance(expr, ast.Call):
        owner = [expr.func.value] if isinstance(expr.func, ast.Attribute) else []
        inner = [*owner, *given_to(expr)]
    for part in inner:
        yield from computed(part)
