"""What a function does for its messages alone: the statements that can be skipped while it is compiled.

A statement is dead while compiling where all that it binds is read only by statements that are skipped, and it has no
other effect: a backward slice from prints, log records, warnings and their like, by liveness over def-use chains. The
analysis is optimistic, as in aggressive dead code elimination: all that could be skipped is dead until something live
reads it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from fullgraph.lint.source.syntax import AnyFunction
from fullgraph.lint.torch_data.compiling import outcome
from fullgraph.rules.rewrite.analysis.chains import ENTRY, Chains, everything_inside, headers
from fullgraph.rules.rewrite.analysis.grade import CONSTANT, Grade, Judge, Level
from fullgraph.rules.rewrite.analysis.oracle import Oracle
from fullgraph.rules.rewrite.analysis.trees import LOOPS, given_to, is_not, is_of_self, names_in, nearest
from fullgraph.rules.rewrite.messages.vocabulary import CLOCKS

WATCHING = frozenset("locals vars eval exec dir".split())
"""Calls that see all names of the function."""
_PURE = frozenset("divmod ascii chr ord hex bin oct complex".split())
_GOING_THROUGH = frozenset(
    "any all set frozenset list tuple dict sorted sum max min enumerate zip reversed statistics.mean math.fsum".split()
)
_PURE_MODULES = ("math.", "statistics.", "operator.")
_NUMPY = "mean sum min max std var median percentile quantile isnan isinf isfinite any all abs round sqrt log exp array"
_PURE |= {f"numpy.{name}" for name in (*_NUMPY.split(), "asarray", "argmax", "argmin", "linalg.norm", "count_nonzero")}
_PURE |= {f"torch.cuda.{name}" for name in "memory_allocated memory_reserved mem_get_info memory_summary".split()}
_PURE |= {f"torch.cuda.max_{name}" for name in ("memory_allocated", "memory_reserved")}
_ITERATING = frozenset("enumerate zip reversed".split())
_CONTAINERS = frozenset(
    "list dict set collections.defaultdict collections.Counter collections.deque collections.OrderedDict".split()
)
_GROWS = frozenset("append appendleft extend extendleft add insert update setdefault clear reverse".split())
_MODULES = frozenset("warnings logging time sys math datetime".split())
"""Modules that are loaded whenever torch is: to import one does nothing but to bind its name."""
_CONTEXTS = frozenset(f"torch.{name}" for name in "no_grad enable_grad inference_mode autocast amp.autocast".split())
_METADATA = frozenset("shape dtype device ndim".split())


@dataclass
class Skipping(Judge):
    """Grades what is skipped: also of forms that are never moved elsewhere, and of names wherever they are bound."""

    times: frozenset[str] = frozenset()
    """The names that hold nothing but readings of the clock."""
    is_array: Callable[[ast.expr], bool] = field(default=lambda expr: False)
    """Whether an expression is an array of NumPy's that is made of a tensor."""
    says: Callable[[ast.Call], str | None] = field(default=lambda call: None)
    """The clause that says what is lost where a call is skipped that makes a message."""

    def _name(self, expr: ast.Name) -> Grade:
        return self._leaf(expr)

    def _namedexpr(self, expr: ast.NamedExpr) -> Grade:
        return self.grade(expr.value)

    def _lambda(self, expr: ast.Lambda) -> Grade:
        return self.all([*expr.args.defaults, *(one for one in expr.args.kw_defaults if one is not None)])

    def _listcomp(self, expr: ast.ListComp | ast.SetComp | ast.GeneratorExp) -> Grade:
        return self._comprehension([expr.elt], expr.generators)

    _setcomp = _generatorexp = _listcomp

    def _dictcomp(self, expr: ast.DictComp) -> Grade:
        return self._comprehension([expr.key, expr.value], expr.generators)

    def _comprehension(self, values: list[ast.expr], generators: list[ast.comprehension]) -> Grade:
        parts = [*values, *(test for one in generators for test in one.ifs)]
        grades = [self.goes_through(one.iter) for one in generators]
        return self.all(parts, Level.PURE).join(*grades)

    def goes_through(self, expr: ast.expr) -> Grade:
        """The grade of a loop over an expression."""
        if isinstance(expr, ast.Call) and self.oracle.qualname(expr.func) in _ITERATING and not expr.keywords:
            return CONSTANT.join(*map(self.goes_through, expr.args)).at_least(Level.PURE)
        grade = self.grade(expr).at_least(Level.PURE)
        if isinstance(expr, ast.GeneratorExp):
            return grade
        if self.oracle.may_consume(expr):
            return CONSTANT.join(grade, Grade(effect=f"iterating over `{self.text(expr)}` may exhaust it"))
        return grade

    def _other(self, expr: ast.Call, name: str | None, joined: Grade) -> Grade:
        bare = (name or "").removeprefix("builtins.")
        if self.says(expr) is not None:
            return self.all(evaluated(expr))
        if bare in CLOCKS or bare.startswith(_PURE_MODULES):
            return joined
        if bare in _PURE:
            return joined
        if bare in _GOING_THROUGH and not expr.keywords:
            return joined.join(*map(self.goes_through, expr.args))
        if isinstance(expr.func, ast.Attribute) and self.is_array(expr.func.value):
            method = expr.func.attr
            if method in self.data.methods and method not in self.data.inplace and method not in self.data.random:
                return joined.join(self.grade(expr.func.value))
        if bare in _CONTAINERS and not expr.args and not expr.keywords:
            return joined
        return super()._other(expr, name, joined)

    def may_raise(self, expr: ast.expr) -> bool:
        if isinstance(expr, (ast.Constant, ast.Name, ast.Lambda)):
            return False
        if isinstance(expr, ast.Attribute):
            return expr.attr not in _METADATA and not isinstance(expr.value, ast.Name)
        if isinstance(expr, (ast.Tuple, ast.List, ast.JoinedStr, ast.BoolOp)):
            return any(map(self.may_raise, expr.values if hasattr(expr, "values") else expr.elts))
        if isinstance(expr, ast.FormattedValue):
            return expr.format_spec is not None or self.may_raise(expr.value)
        if isinstance(expr, ast.NamedExpr):
            return self.may_raise(expr.value)
        if self.is_clock(expr):
            return False
        if isinstance(expr, ast.Call) and self.says(expr) is not None:
            return any(map(self.may_raise, evaluated(expr)))
        if isinstance(expr, ast.BinOp) and isinstance(expr.op, (ast.Add, ast.Sub, ast.Mult)):
            return not self._is_number(expr.left) or not self._is_number(expr.right)
        grade = self.grade(expr)
        return grade.level is not Level.TOTAL or bool(grade.notes)

    def _is_number(self, expr: ast.expr) -> bool:
        """Whether an expression is surely a number, which no exception keeps from being computed."""
        if isinstance(expr, ast.BinOp):
            return not self.may_raise(expr)
        read = isinstance(expr, ast.Name) and expr.id in self.times
        return read or self.is_clock(expr) or (self.oracle.number(expr) is not None and not self.may_raise(expr))

    def is_clock(self, expr: ast.expr) -> bool:
        """Whether an expression reads the clock, as a number."""
        name = self.oracle.qualname(expr.func) if isinstance(expr, ast.Call) and not expr.args else None
        return name in CLOCKS and not (name or "").startswith("datetime.")


@dataclass
class Slices:
    """The statements of one function that are dead while compiling."""

    function: AnyFunction
    parents: Mapping[ast.AST, ast.AST]
    oracle: Oracle
    """What holds at the function's begin, and of every expression in it."""
    judge: Skipping
    says: Callable[[ast.Call], str | None]
    """The clause that says what is lost where a call is skipped, of which the value is not used."""
    refuses: Callable[[ast.Call], str | None]
    """Why a call that says something cannot be skipped."""
    attribute: Callable[[ast.Attribute], str | None]
    """Why an attribute cannot be left as it is."""
    reasons: dict[ast.stmt, str] = field(default_factory=dict)
    """Why statements are live."""
    lost: dict[ast.stmt, list[str]] = field(default_factory=dict)
    """The clauses that say what is lost, by statement."""
    skipped: set[ast.stmt] = field(default_factory=set)
    """The statements that are behind a guard already."""
    known: Chains | None = None
    """The function's chains, if they have been made."""
    live: Collection[ast.stmt] = ()
    """Statements that are live by their form alone, so that nothing more is asked of them."""

    def __post_init__(self) -> None:
        self.chains = self.known or Chains(self.function, self.parents)
        self.units = list(self.chains.reads)
        self._mutates: dict[ast.stmt, str] = {}
        self._stores: dict[ast.stmt, str] = {}
        self.judge.times = frozenset(self._times())
        self._find_skipped()
        for unit in self.units:
            if unit in self.skipped or unit in self.live:
                continue
            if (reason := self._local(unit)) is not None:
                self.reasons[unit] = reason
            elif unit not in self.lost and (clauses := list(filter(None, map(self.judge.says, _calls_in(unit))))):
                self.lost[unit] = clauses
        self.dead = {unit for unit in self.units if unit not in self.reasons and unit not in self.live}
        self._settle()

    def reason(self, unit: ast.stmt) -> str | None:
        """Why a statement is live."""
        return self.reasons.get(unit) or (self._local(unit) or self._needed(unit) if unit in self.live else None)

    def _times(self) -> Iterator[str]:
        bound: dict[str, list[ast.stmt]] = {}
        for unit in self.units:
            for name in self._binds(unit):
                bound.setdefault(name, []).append(unit)
        for name, units in bound.items():
            if all(isinstance(one, ast.Assign) and self.judge.is_clock(one.value) for one in units):
                yield name

    # --- liveness ---

    def _settle(self) -> None:
        """Make live what something live reads or contains, until nothing changes."""
        changed = True
        while changed:
            changed = False
            for unit in self.units:
                if unit in self.dead and unit not in self.skipped and (reason := self._needed(unit)) is not None:
                    self.dead.discard(unit)
                    self.reasons[unit] = reason
                    changed = True

    def _needed(self, unit: ast.stmt) -> str | None:
        for user in sorted(self.users(unit), key=lambda one: one.lineno):
            if user not in self.dead:
                names = sorted(name for name, found in self.chains.reads[user].items() if unit in found)
                what = f"`{names[0]}`" if names else "it"
                return f"{what} is used in line {user.lineno}, too"
        if any(one not in self.dead for one in everything_inside(unit)):
            return "it does more than make messages"
        if isinstance(unit, (ast.Break, ast.Continue)) and self._loop_of(unit) not in self.dead:
            return "it leaves a loop"
        return None

    def users(self, unit: ast.stmt) -> set[ast.stmt]:
        """The statements that may read what a statement binds or changes."""
        found = set(self.chains.users.get(unit, ()))
        if (name := self._mutates.get(unit)) is not None:
            for definition in self.chains.reads[unit].get(name, ()):
                found |= self.chains.users.get(definition, set())
            found.discard(unit)
        if (attribute := self._stores.get(unit)) is not None:
            found |= self._attribute_reads.get(attribute, set()) - {unit}
        return found

    def feeders(self, unit: ast.stmt) -> set[ast.stmt]:
        """The statements that bind or change what a statement reads."""
        found: set[ast.stmt] = set()
        for name, definitions in self.chains.reads.get(unit, {}).items():
            found |= definitions
            for definition in definitions:
                users = self.chains.users.get(definition, ())
                found.update(one for one in users if self._mutates.get(one) == name)
        found.update(one for one, name in self._stores.items() if unit in self._attribute_reads.get(name, ()))
        return found - {ENTRY, unit}

    def lives_on(self, unit: ast.stmt) -> bool:
        """Whether a statement sets what outlives the call."""
        return unit in self._stores

    def _loop_of(self, unit: ast.stmt) -> ast.AST | None:
        return nearest(self.parents.get(unit), LOOPS, self.parents.get)

    @cached_property
    def _attribute_reads(self) -> dict[str, set[ast.stmt]]:
        found: dict[str, set[ast.stmt]] = {}
        for unit in self.units:
            for expr in headers(unit):
                for node in ast.walk(expr):
                    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                        found.setdefault(node.attr, set()).add(unit)
        return found

    @cached_property
    def _pinned(self) -> set[str]:
        names = names_in(self.function)
        return names if names & WATCHING else self.chains.pinned

    # --- what is skipped already ---

    def _find_skipped(self) -> None:
        for unit in self.units:
            if not isinstance(unit, ast.If):
                continue
            asked = self.asks_first(unit)
            answer = self.answer(unit.test) if asked is None else asked
            if answer is not None:
                for statement in unit.orelse if answer else unit.body:
                    self.skipped.update(everything_inside(statement))
                self.skipped.update(() if asked is None else (unit,))
        self.skipped &= set(self.units)

    def asks_first(self, branch: ast.If) -> bool | None:
        """How the test of an ``if`` comes out while compiling, if it asks for that before anything else."""
        test = branch.test
        first = test.values[0] if isinstance(test, ast.BoolOp) else test
        found = self._variableanswer(branch, first.id) if isinstance(first, ast.Name) else self.answer(first)
        return None if isinstance(test, ast.BoolOp) and found is not isinstance(test.op, ast.Or) else found

    def _variableanswer(self, unit: ast.stmt, name: str) -> bool | None:
        bound = self.chains.reads[unit].get(name, frozenset())
        answers = {self.answer(one.value) if isinstance(one, ast.Assign) else None for one in bound}
        return answers.pop() if len(answers) == 1 else None

    def answer(self, test: ast.expr) -> bool | None:
        """How a test comes out while compiling, by ``torch.compiler.is_compiling``; None: it is not known.

        Other functions that ask for this may differ from that one where code is exported.
        """
        if isinstance(test, ast.Call):
            return True if self.oracle.qualname(test.func) == "torch.compiler.is_compiling" else None
        if is_not(test):
            inner = self.answer(test.operand)
            return None if inner is None else not inner
        if isinstance(test, ast.BoolOp):
            answers = list(map(self.answer, test.values))
            decides = isinstance(test.op, ast.Or)
            return decides if decides in answers else None if None in answers else not decides
        return None

    # --- what a statement does itself ---

    def _local(self, unit: ast.stmt) -> str | None:
        """Why a statement could not be skipped whatever its neighbours are."""
        method = getattr(self, f"_{type(unit).__name__.lower()}", None)
        if method is None:
            return "it is not a statement that can be skipped"
        names = [name for name in self._binds(unit) if name in self._pinned]
        if names:
            return f"`{names[0]}` may be read by other code"
        reason: str | None = method(unit)
        return reason

    def _binds(self, unit: ast.stmt) -> Iterator[str]:
        nodes = [node for expr in headers(unit) for node in ast.walk(expr)]
        yield from (node.id for node in nodes if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load))
        if (name := self._mutates.get(unit)) is not None:
            yield name

    def _quiet(self, exprs: Iterable[ast.expr]) -> str | None:
        return unfit(self.judge.all(exprs))

    def _pass(self, unit: ast.Pass) -> str | None:
        return None

    def _break(self, unit: ast.Break | ast.Continue) -> str | None:
        return None

    _continue = _break

    def _return(self, unit: ast.Return) -> str | None:
        return "it is returned"

    def _import(self, unit: ast.Import) -> str | None:
        known = all(alias.name in _MODULES for alias in unit.names)
        return None if known else "an import runs code"

    def _delete(self, unit: ast.Delete) -> str | None:
        names = all(isinstance(target, ast.Name) for target in unit.targets)
        return None if names else "something is deleted"

    def _if(self, unit: ast.If) -> str | None:
        return self._quiet([unit.test])

    def _try(self, unit: ast.Try) -> str | None:
        return self._quiet(handler.type for handler in unit.handlers if handler.type is not None)

    def _with(self, unit: ast.With) -> str | None:
        for item in unit.items:
            call = item.context_expr
            known = isinstance(call, ast.Call) and self.oracle.qualname(call.func) in _CONTEXTS
            if not known or item.optional_vars is not None:
                return "it enters a context"
            assert isinstance(call, ast.Call)
            if (reason := self._quiet(given_to(call))) is not None:
                return reason
        return None

    def _for(self, unit: ast.For) -> str | None:
        if not _names_only(unit.target):
            return "the loop sets more than names"
        return unfit(self.judge.goes_through(unit.iter))

    def _assign(self, unit: ast.Assign) -> str | None:
        if outcome(unit.value) is not None:
            return "it tests whether code is being compiled"
        if all(_names_only(target) for target in unit.targets):
            unpacked = any(not isinstance(target, ast.Name) for target in unit.targets)
            return unfit(self.judge.goes_through(unit.value)) if unpacked else self._quiet([unit.value])
        if len(unit.targets) > 1:
            return "it sets more than names"
        return self._stored(unit, unit.targets[0], unit.value)

    def _annassign(self, unit: ast.AnnAssign) -> str | None:
        if unit.value is None or not isinstance(unit.target, ast.Name):
            return "it sets more than a name"
        return self._quiet([unit.value])

    def _augassign(self, unit: ast.AugAssign) -> str | None:
        if not isinstance(unit.target, ast.Name):
            return self._stored(unit, unit.target, unit.value)
        makers = self._makers(unit, unit.target.id)
        if makers is None or not all(self._is_number(one) or self._is_new(one) for one in makers):
            return f"it may write to the source of `{unit.target.id}`"
        if not all(map(self._is_number, makers)):
            self._mutates[unit] = unit.target.id
        return unfit(self.judge.goes_through(unit.value))

    def _stored(self, unit: ast.stmt, target: ast.expr, value: ast.expr) -> str | None:
        """Why an item or attribute has to be set."""
        if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name) and isinstance(unit, ast.Assign):
            if not self._owned(unit, target.value.id):
                return f"`{target.value.id}` is changed, which may be used elsewhere"
            self._mutates[unit] = target.value.id
            return self._quiet([target.slice, value])
        if is_of_self(target):
            plain = isinstance(value, ast.Constant) or self.oracle.number(value) is not None
            plain |= isinstance(value, ast.Call) and self.oracle.qualname(value.func) in CLOCKS
            if not plain:
                return f"`{self.judge.text(target)}` lives on"
            if (reason := self.attribute(target)) is not None:
                return reason
            self._stores[unit] = target.attr
            self.lost.setdefault(unit, []).append(f"`self.{target.attr}` stays as it is")
            return self._quiet([value])
        return f"`{self.judge.text(target)}` lives on"

    def _expr(self, unit: ast.Expr) -> str | None:
        parts = calls(unit.value)
        if parts is None:
            return self._quiet([unit.value])
        mutated = self._mutation(unit)
        if mutated is not None:
            return mutated or None
        found = []
        for part in parts:
            said = self.says(part) if isinstance(part, ast.Call) else None
            if said is None or not isinstance(part, ast.Call):
                reason = self._quiet([part])
            else:
                found.append(said)
                reason = self._quiet(evaluated(part)) or self.refuses(part)
            if reason is not None:
                return reason
        if found:
            self.lost[unit] = found
        return None

    def _mutation(self, unit: ast.Expr) -> str | None:
        """Why a container of the function's own cannot be left unchanged, or nothing; None: it is another call."""
        call = unit.value
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or call.func.attr not in _GROWS:
            return None
        owner = call.func.value
        if not isinstance(owner, ast.Name) or not self._owned(unit, owner.id):
            return None
        self._mutates[unit] = owner.id
        given = given_to(call)
        if call.func.attr in ("extend", "update", "extendleft"):
            grades = [self.judge.goes_through(one) for one in given if not isinstance(one, ast.GeneratorExp)]
            if (reason := next(filter(None, map(unfit, grades)), None)) is not None:
                return reason
        return self._quiet(given) or ""

    def _owned(self, unit: ast.stmt, name: str) -> bool:
        """Whether a name certainly holds a container that the function has made for it."""
        makers = self._makers(unit, name)
        return makers is not None and all(map(self._is_container, makers))

    def _makers(self, unit: ast.stmt, name: str) -> list[ast.expr] | None:
        """The expressions that may have made what a name holds, which ``+=`` changes; None: others may have."""
        todo, seen, found = [unit], {unit}, []
        while todo:
            definitions = self.chains.reads[todo.pop()].get(name, frozenset())
            if not definitions:
                return None
            for one in definitions - seen:
                seen.add(one)
                if isinstance(one, ast.AugAssign) and isinstance(one.target, ast.Name):
                    todo.append(one)
                    continue
                targets = one.targets if isinstance(one, ast.Assign) else [getattr(one, "target", one)]
                value = one.value if isinstance(one, (ast.Assign, ast.AnnAssign)) else None
                if value is None or not all(isinstance(target, ast.Name) for target in targets):
                    return None
                found.append(value)
        return found

    def _is_number(self, expr: ast.expr) -> bool:
        return isinstance(expr, (ast.Constant, ast.JoinedStr)) or self.oracle.number(expr) is not None

    def _is_new(self, expr: ast.expr) -> bool:
        fact = self.oracle.tensor(expr)
        return self._is_container(expr) or (fact is not None and fact.fresh and not isinstance(expr, ast.Name))

    def _is_container(self, expr: ast.expr) -> bool:
        if isinstance(expr, ast.Call):
            return self.oracle.qualname(expr.func) in _CONTAINERS
        return isinstance(expr, (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp))

    def parts(self, unit: ast.stmt) -> list[ast.expr]:
        """The expressions that a statement evaluates before it does what is known to be lost with it."""
        if not isinstance(unit, ast.Expr) or (unit not in self.lost and unit not in self._mutates):
            return [expr for expr in headers(unit) if isinstance(getattr(expr, "ctx", ast.Load()), ast.Load)]
        found: list[ast.expr] = []
        for part in calls(unit.value) or ():
            found += evaluated(part)
            if isinstance(part, ast.Call) and self.oracle.definition(part.func) is not None:
                found.append(part)
        return found


def _calls_in(unit: ast.stmt) -> list[ast.Call]:
    return [node for expr in headers(unit) for node in ast.walk(expr) if isinstance(node, ast.Call)]


def unfit(grade: Grade) -> str | None:
    """Why what has this grade cannot be skipped."""
    if grade.effect is not None:
        return grade.effect
    if grade.random:
        return "a random number is drawn"
    return f"reading `{grade.runs}` runs code" if grade.runs is not None else None


def _names_only(target: ast.expr) -> bool:
    if isinstance(target, (ast.Tuple, ast.List)):
        return all(map(_names_only, target.elts))
    return isinstance(target.value if isinstance(target, ast.Starred) else target, ast.Name)


def evaluated(part: ast.expr) -> list[ast.expr]:
    """What a call whose value is not used evaluates: its method's object, where a call gives that, and its arguments.

    Of a condition, all of it.
    """
    if not isinstance(part, ast.Call):
        return [part]
    function = part.func
    given = [one.value if isinstance(one, ast.Starred) else one for one in part.args]
    given += [keyword.value for keyword in part.keywords]
    made = isinstance(function, ast.Attribute) and any(isinstance(node, ast.Call) for node in ast.walk(function.value))
    return [function.value, *given] if made else given  # type: ignore[attr-defined]


def calls(expr: ast.expr) -> list[ast.expr] | None:
    """The calls, of which no value is used, and the conditions of ``f() if c else None`` or ``c and f()``, in order."""
    if isinstance(expr, ast.Call):
        return [expr]
    if isinstance(expr, ast.IfExp):
        arms = [[] if isinstance(arm, ast.Constant) else calls(arm) for arm in (expr.body, expr.orelse)]
        return [expr.test, *arms[0], *arms[1]] if arms[0] is not None and arms[1] is not None else None
    if isinstance(expr, ast.BoolOp):
        last = calls(expr.values[-1])
        return [*expr.values[:-1], *last] if last is not None else None
    return None
