"""Why a line is not in compile scope."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from fullgraph.lint.config.options import Options
from fullgraph.lint.domain.values import External, Function, Value, alternatives, truth
from fullgraph.lint.explain import places, words
from fullgraph.lint.explain.watch import Run, Watch, place_of
from fullgraph.lint.explain.ways import Ways
from fullgraph.lint.interpreter import budget
from fullgraph.lint.interpreter.functions import LEAVES_SCOPE
from fullgraph.lint.interpreter.models import autograd
from fullgraph.lint.project.index import FunctionInfo, Module
from fullgraph.lint.project.module_classes import is_module_class
from fullgraph.lint.torch_data.compiling import compiler_answer

MAX_MENTIONS = 3
"""Of the places at which a function's name stands, the first ones are told."""

NO_ROOT = "no root leads to"


class Reasons:
    """Looks for what keeps a statement or lambda out of compile scope. Reasons are sentences without their stop."""

    def __init__(self, watch: Watch, ways: Ways, alternatives: Options, modules: Sequence[Module]) -> None:
        self.watch = watch
        self.ways = ways
        self.options = alternatives
        self.modules = modules
        """The modules that are searched for calls."""

    def of(self, node: ast.stmt | ast.Lambda, function: places.FunctionNode | ast.Lambda | None) -> list[str]:
        """Why none of the runs of the function comes to the node, or why there is no run."""
        if function is None:
            return [self._outside(node)]
        runs = [run for run in self.watch.runs if run.function is not None and run.function.node is function]
        compiled = [run for run in runs if run.compiled]
        if compiled:
            return list(dict.fromkeys(reason for run in compiled if (reason := self.in_run(run, node)) is not None))
        return list(dict.fromkeys(self._not_compiled(function, runs)))

    # Outside of functions

    def _outside(self, node: ast.AST) -> str:
        cls = places.class_around(self.watch.module, node)
        if cls is not None:
            return f"it is in the body of class {cls.name}, which runs when the module is imported"
        return "it is module-level code, which runs when the module is imported"

    # In a function of which there are runs

    def in_run(self, run: Run, node: ast.stmt | ast.Lambda) -> str | None:
        """Why a compiled run of the function around the node does not come to it; None if it does."""
        if not self.ways.count(run):
            return self._silent_calls(run)
        if isinstance(node, ast.Lambda):
            return None
        if node in run.ran:
            return run.silent(node)
        return self._not_reached(run, node)

    def _silent_calls(self, run: Run) -> str:
        name = run.function.qualname if run.function is not None else "it"
        for caller, node in run.calls:
            why = caller.silent(node)
            if why is not None:
                return f"{name} is only called where a compiled run does not come: {_at(caller.module, node)}, {why}"
        return f"{name} is only called by code that a compiled run does not come to"

    def _not_reached(self, run: Run, node: ast.stmt) -> str:
        """Follow the blocks from the function down to the statement, to where the run left them."""
        assert run.function is not None
        block: Sequence[ast.stmt] = run.function.node.body if isinstance(run.function.node.body, list) else []
        while True:
            index = next((i for i, statement in enumerate(block) if _holds(statement, node)), None)
            if index is None:
                break
            around = block[index]
            if around not in run.ran:
                for earlier in block[:index]:
                    if earlier in run.ended:
                        return f"control does not go on after {_head(run.module, earlier)}"
                break
            block = next((inner for inner in places.blocks(around) if _block_holds(inner, node)), [])
            if block and block[0] not in run.ran:
                reason = self._arm(run, around, block)
                if reason is not None:
                    return reason
        if run.stopped:
            root = run.root.text if run.root is not None else "its root"
            return f"{root} took too many steps ({_steps()}): the rest of it was not interpreted"
        return "no run of the function came to it"

    def _arm(self, run: Run, around: ast.stmt, block: Sequence[ast.stmt]) -> str | None:
        """Why a block of a statement that was run was not entered."""
        known = run.tested.get(around)
        if known is None or len(known) != 1 or None in known:
            if isinstance(around, ast.Try) and block in (around.orelse, around.finalbody):
                return f"control never leaves the `try` of {run.module.source.named(around.lineno)}"
            return None
        answer = next(iter(known))
        if isinstance(around, (ast.For, ast.AsyncFor)):
            return f"there is nothing to iterate over in {_head(run.module, around)}"
        if isinstance(around, (ast.If, ast.While)):
            because = _because(run, around.test, bool(answer))
            kind = "while" if isinstance(around, ast.While) else "if"
            test = words.source_text(run.module, around.test)
            where = run.module.source.named(around.lineno)
            return f"`{kind} {test}` ({where}) is always {answer} here{f': {because}' if because else ''}"
        return None

    # In a function of which there is no compiled run

    def _not_compiled(self, function: places.FunctionNode | ast.Lambda, runs: Sequence[Run]) -> Iterator[str]:
        info = next((run.function for run in runs if run.function is not None), None)
        info = info or function_info(self.watch.module, function)
        name = _name(self.watch.module, function)
        if isinstance(function, ast.Lambda):
            yield from self._missed()
            yield "nothing that is compiled calls this lambda"
            return
        leaves = sorted(info.decorator_names & LEAVES_SCOPE)
        if leaves:
            decorator = next(d for d in function.decorator_list if leaves[0] in words.source_text(self.watch.module, d))
            text = words.source_text(self.watch.module, decorator)
            where = self.watch.module.source.named(decorator.lineno)
            yield f"{name} leaves compile scope by `@{text}` ({where})"
            yield from self._missed()
            return
        yield from self._missed()
        cls = places.class_around(self.watch.module, function)
        if cls is not None:
            yield from self._method(function, cls)
        elif (outer := places.function_around(self.watch.module, function)) is not None:
            inside = _name(self.watch.module, outer)
            compiled = any(run.compiled and run.function and run.function.node is outer for run in self.watch.runs)
            yield f"{name} is defined inside {inside}, which is {'' if compiled else 'not '}compiled"
        if any(not run.assumed for run in runs) and function.name != "__init__":
            yield f"{name} was met, but only in code around compiled code: it makes objects or leads to `torch.compile`"
        yield from self._mentions(function, name)

    def _missed(self) -> Iterator[str]:
        for missed in self.watch.missed:
            where = _at(missed.run.module, missed.node)
            if missed.why == "disabled":
                yield f"compiled code calls it at {where}, which ends there"
            elif missed.why == "depth":
                yield f"its call at {where} is more than {budget.MAX_DEPTH} calls deep: it was not followed"
            elif missed.why == "recursion":
                yield f"its call at {where} is made by itself, directly or not: it was not followed again"
            else:
                root = missed.run.root.text if missed.run.root is not None else "its root"
                yield f"{root} took too many steps before the call at {where} ({_steps()}): not followed"

    def _method(self, function: places.FunctionNode, cls: ast.ClassDef) -> Iterator[str]:
        info = self.watch.module.class_info(cls)
        if function.name == "__init__":
            yield f"no compiled code is seen to make an object of {info.qualname}: it is made before"
        if autograd.is_function(info):
            yield f"no compiled code is seen to call {info.qualname}.apply"
        elif function.name == "forward":
            if not is_module_class(info):
                bases = ", ".join(words.source_text(self.watch.module, base) for base in cls.bases) or "none"
                yield f"{info.qualname} is not known to be an nn.Module (its bases: {bases})"
            elif self.options.scope == "explicit":
                yield "with --scope explicit a forward is compiled only where a `torch.compile` reaches it"

    def _mentions(self, function: places.FunctionNode, name: str) -> Iterator[str]:
        """Return where the function's name stands, and why that does not lead here: first what may be a call of it."""
        if function.name in ("forward", "__init__"):
            return
        if function.name.startswith("__") and function.name.endswith("__"):
            yield f"no compiled code is seen to use {name}"
            return
        found = sorted(
            (self._mention(function, module, node) for module in self.modules for node in _uses(module, function)),
            key=lambda mention: mention[0],
        )
        if not found:
            yield f"{NO_ROOT} {name}: nothing that was read uses its name"
            return
        yield f"{NO_ROOT} {name}"
        yield from (text for _, text in found[:MAX_MENTIONS])
        if len(found) > MAX_MENTIONS:
            yield f"and {len(found) - MAX_MENTIONS} more uses of the name {function.name}"

    def _mention(
        self, function: places.FunctionNode, module: Module, node: ast.Name | ast.Attribute
    ) -> tuple[int, str]:
        """Return what a use of the function's name is, and how little it speaks for a call of the function."""
        around = places.function_around(module, node)
        inside = _name(module, around) if around is not None else "module-level code"
        parent = module.parents.get(node)
        is_call = isinstance(parent, ast.Call) and parent.func is node
        where = _at(module, parent if isinstance(parent, ast.Call) and is_call else node)
        met = self.watch.named.get((module.source.display, node.lineno))
        if met is None:
            verb = "may be called" if is_call else "is named"
            return 3, f"it {verb} at {where}, in {inside}, where no compiled run comes"
        run, value = met
        statement = _statement(module, node)
        silent = run.silent(statement) if statement is not None else None
        if silent is not None:
            return 2, f"it may be called at {where}, in {inside}, but {silent}"
        functions = [option for option in alternatives(value) if isinstance(option, Function)]
        if functions and all(option.info.node is not function for option in functions):
            others = ", ".join(dict.fromkeys(words.function_name(option.info) for option in functions))
            return 4, f"the call at {where} leads to {others} instead"
        if functions and not is_call:
            return 0, f"it is named at {where}, in {inside}: what then calls it is not seen"
        return 1, f"it may be called at {where}, in {inside}, where the callee is {words.describe(value)}"


def function_info(module: Module, function: places.FunctionNode | ast.Lambda) -> FunctionInfo:
    """The function as the interpreter knows it."""
    if not isinstance(function, ast.Lambda):
        cls = places.class_around(module, function)
        if cls is not None:
            info = module.class_info(cls)
            for method in [*info.methods.values(), *info.setters.values()]:
                if method.node is function:
                    return method
    return module.function_info(function)


def _steps() -> str:
    """The limits of steps."""
    return f"at most {budget.MAX_STEPS:,} of one, {budget.MAX_FILE_STEPS:,} of a file"


def _because(run: Run, test: ast.expr, outcome: bool) -> str:
    """The values that decide a test, in words."""
    return "; ".join(dict.fromkeys(_deciding(run, test, outcome)))


def _deciding(run: Run, test: ast.expr, outcome: bool) -> Iterator[str]:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        yield from _deciding(run, test.operand, not outcome)
        return
    if isinstance(test, ast.BoolOp):
        alone = outcome is isinstance(test.op, ast.Or)  # one operand decides
        for operand in test.values:
            if not alone or _truth(run, operand) is outcome:
                yield from _deciding(run, operand, outcome)
        return
    if isinstance(test, ast.Constant):
        return
    text = words.source_text(run.module, test)
    value = _value(run, test)
    if isinstance(test, ast.Call):
        callee = _value(run, test.func)
        if isinstance(callee, External) and compiler_answer(callee.name) is not None:
            yield f"`{text}` is {outcome} while compiling"
            return
    parts = [test.left, *test.comparators] if isinstance(test, ast.Compare) else []
    if isinstance(test, ast.Call):
        parts = list(test.args)
    known = [
        f"`{words.source_text(run.module, part)}` is {words.describe(held)}"
        for part in parts
        if not isinstance(part, ast.Constant) and (held := _value(run, part)) is not None
    ]
    if parts:
        since = f", since {' and '.join(known)}" if known else ""
        yield f"`{text}` is {outcome}{since}"
    elif value is not None:
        yield f"`{text}` is {words.describe(value)}"


def _truth(run: Run, test: ast.expr) -> bool | None:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        inner = _truth(run, test.operand)
        return None if inner is None else not inner
    if isinstance(test, ast.BoolOp):
        answers = [_truth(run, operand) for operand in test.values]
        stop = isinstance(test.op, ast.Or)
        if stop in answers:
            return stop
        return None if None in answers else not stop
    value = _value(run, test)
    return truth(value) if value is not None else None


def _value(run: Run, node: ast.expr) -> Value | None:
    place = place_of(node)
    return run.values.get(place) if place is not None else None


def _holds(statement: ast.stmt, node: ast.AST) -> bool:
    return places.first_row(statement) <= _row(node) and _end(node) <= _end(statement) and _inside(statement, node)


def _inside(statement: ast.stmt, node: ast.AST) -> bool:
    return any(inner is node for inner in ast.walk(statement))


def _block_holds(block: Sequence[ast.stmt], node: ast.AST) -> bool:
    return any(_holds(statement, node) for statement in block)


def _row(node: ast.AST) -> int:
    return places.first_row(node) if isinstance(node, ast.stmt) else getattr(node, "lineno", 0)


def _end(node: ast.AST) -> int:
    return int(getattr(node, "end_lineno", None) or 0)


def _statement(module: Module, node: ast.AST) -> ast.stmt | None:
    around: ast.AST | None = node
    while around is not None and not isinstance(around, ast.stmt):
        around = module.parents.get(around)
    return around


def _uses(module: Module, function: places.FunctionNode) -> Iterator[ast.Name | ast.Attribute]:
    """Return where something of the function's name is read, outside of the function itself."""
    if function.name not in module.source.text:
        return
    for node in ast.walk(module.tree):
        if not isinstance(node, (ast.Name, ast.Attribute)) or not isinstance(node.ctx, ast.Load):
            continue
        named = node.attr if isinstance(node, ast.Attribute) else node.id
        if named == function.name and places.function_around(module, node) is not function:
            yield node


def _head(module: Module, statement: ast.stmt) -> str:
    """A statement's beginning and its line."""
    first = words.source_text(module, statement)
    if places.blocks(statement):
        first = " ".join(module.source.segment(statement).split("\n")[0].split()).rstrip(":")
    return f"`{first}` ({module.source.named(statement.lineno)})"


def _at(module: Module, node: ast.AST) -> str:
    text = f" `{words.source_text(module, node)}`" if isinstance(node, ast.expr) else ""
    return f"{words.place(module, node)}{text}"


def _name(module: Module, function: places.FunctionNode | ast.Lambda) -> str:
    if isinstance(function, ast.Lambda):
        return "a lambda"
    cls = places.class_around(module, function)
    return f"{cls.name}.{function.name}" if cls is not None else function.name
