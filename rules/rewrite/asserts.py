"""Rewrite an ``assert`` on tensor data to the forms that are captured: one tensor, and a literal message or none."""

from __future__ import annotations

import ast
import string

from fullgraph.lint.diagnostics.diagnostic import Edit, Fix
from fullgraph.lint.diagnostics.obligation import Kind
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.rewrite.condition import chain
from fullgraph.rules.rewrite.grade import Judge
from fullgraph.rules.rewrite.oracle import Obstacle, Oracle
from fullgraph.rules.rewrite.text import alone, comments, indentation, inside
from fullgraph.rules.rewrite.torch_name import torch_name

CHECK = "Check it inside the graph"
ANOTHER = Kind.EXCEPTION.open("in a compiled run a violation raises RuntimeError, on CUDA as a device-side assert")
CAUGHT = "the exception is caught, and would be another one in the graph; let a function return what is wrong instead"
NO_VALUES = Kind.EXCEPTION.open("the message has no values")


def assert_rewrite(statement: ast.Assert, source: SourceFile, oracle: Oracle) -> Fix | Obstacle:
    """The form of an assert on tensor data that TorchDynamo captures (measured on torch 2.8 to 2.15). Unsafe."""
    if oracle.is_caught():
        return Obstacle(CAUGHT)
    judge = Judge(source, oracle)
    name = torch_name(source, oracle)
    if isinstance(name, Obstacle):
        return name
    torch, imports = name
    checks = _conjuncts(statement.test, False, judge, torch)
    if isinstance(checks, Obstacle):
        return checks
    message, values = (None, False) if statement.msg is None else literal(statement.msg, statement.test, judge)
    if checks == [source.segment(statement.test)] and not values:
        return Obstacle("it has a form that is captured already")
    texts = [_statement(check, message) for check in checks]
    indent = indentation(source, statement.lineno)
    written = "".join(texts)
    kept = [node for node in (statement.test, statement.msg) if node and source.segment(node) in written]
    found = comments(source, source.start(statement), source.end(statement))
    lost = [text for place, text in found if not inside(place, source, kept)]
    if alone(source, statement):
        content = f"{source.newline}{indent}".join([*lost, *texts])
    elif lost:
        return Obstacle("it shares its line with another statement; put it on a line of its own")
    else:
        content = "; ".join(texts)
    if not any(f"{torch}." in text for text in texts):
        imports = ()
    edit = Edit(source.start(statement), source.end(statement), content)
    return Fix(CHECK, (*imports, edit), (ANOTHER, NO_VALUES) if values else (ANOTHER,))


def call_rewrite(call: ast.Call, statement: ast.stmt, source: SourceFile, oracle: Oracle) -> Fix | Obstacle:
    """``torch._assert(test, message)`` as the statement that it stands for. Unsafe, as that of an assert."""
    given = {keyword.arg: keyword.value for keyword in call.keywords}
    given |= dict(zip(("condition", "message"), call.args, strict=False))
    if not isinstance(statement, ast.Expr) or statement.value is not call or given.keys() != {"condition", "message"}:
        return Obstacle("it is no statement of its own with a test and a message")
    if oracle.is_caught():
        return Obstacle(CAUGHT)
    judge = Judge(source, oracle)
    test = given["condition"]
    checks = _conjuncts(test, False, judge, "torch")
    if checks != [source.segment(test)]:
        return Obstacle("its test is more than one tensor")
    message, values = literal(given["message"], test, judge)
    written = _statement(checks[0], message)
    if any(
        not inside(place, source, given.values()) for place, _ in comments(source, source.start(call), source.end(call))
    ):
        return Obstacle("a comment stands inside the call")
    edit = Edit(source.start(call), source.end(call), written)
    return Fix(CHECK, (edit,), (ANOTHER, NO_VALUES) if values else (ANOTHER,))


def _statement(check: str, message: str | None) -> str:
    check = _standing(check)
    return f"assert {check}" if message is None else f"assert {check}, {_standing(message)}"


def _standing(text: str) -> str:
    """Text that can stand outside parentheses."""
    return f"({text})" if "\n" in text or "\r" in text else text


def _conjuncts(test: ast.expr, negated: bool, judge: Judge, torch: str) -> list[str] | Obstacle:
    """The tests, as text, that together say what ``test`` (or its negation) says."""
    if isinstance(test, ast.NamedExpr):
        return Obstacle("its test binds a name with `:=`")
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return _conjuncts(test.operand, not negated, judge, torch)
    parts: list[ast.expr] | None = None
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or if negated else ast.And):
        parts = test.values
    elif isinstance(test, ast.Compare) and len(test.ops) > 1 and not negated:
        pairs = chain(test, judge)
        if isinstance(pairs, Obstacle):
            return pairs
        parts = pairs
    if parts is not None:
        found: list[str] = []
        for part in parts:
            texts = _conjuncts(part, negated, judge, torch)
            if isinstance(texts, Obstacle):
                return texts
            found += texts
        return found
    if isinstance(test, ast.BoolOp):
        return _alternatives(test, negated, judge, torch)
    text = judge.segment(test)
    if not negated:
        return [text]
    if judge.facts(test) is None:
        return [f"not ({text})"] if not isinstance(test, (ast.Name, ast.Attribute, ast.Call)) else [f"not {text}"]
    return [f"{torch}.logical_not({text})"]


def _alternatives(test: ast.BoolOp, negated: bool, judge: Judge, torch: str) -> list[str] | Obstacle:
    """``t or u``, or ``not (t and u)``: one tensor operation."""
    texts = []
    for index, value in enumerate(test.values):
        parts = _conjuncts(value, negated, judge, torch)
        if isinstance(parts, Obstacle):
            return parts
        if len(parts) > 1 or judge.facts(_bare(value)) is None:
            return Obstacle("its test mixes tensor data with other conditions in a way that no one tensor can say")
        grade = judge.grade(value)
        if index and grade.effect is not None:
            return Obstacle(f"its test would be evaluated as a whole, and {grade.effect}")
        texts.append(parts[0])
    text = texts[0]
    for other in texts[1:]:
        text = f"{torch}.logical_or({text}, {other})"
    return [text]


def _bare(test: ast.expr) -> ast.expr:
    while isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test = test.operand
    return test


def literal(message: ast.expr, test: ast.expr, judge: Judge) -> tuple[str, bool]:
    """A message as a literal, and whether values were left out of it; a value's place takes its source text."""
    if isinstance(message, ast.Constant) and isinstance(message.value, str):
        return judge.segment(message), False
    if isinstance(message, ast.JoinedStr) and all(isinstance(part, ast.Constant) for part in message.values):
        return judge.segment(message), False
    words = _words(message)
    return _quoted(words if words is not None else f"{judge.text(test)} does not hold"), True


def _words(expr: ast.expr) -> str | None:
    """What a string expression says, with source text for values; None where it says nothing literally."""
    if isinstance(expr, ast.Constant):
        return str(expr.value)
    if isinstance(expr, ast.JoinedStr):
        return "".join(
            ast.unparse(part.value) if isinstance(part, ast.FormattedValue) else str(getattr(part, "value", ""))
            for part in expr.values
        )
    if isinstance(expr, ast.BinOp) and isinstance(expr.op, ast.Add):
        left, right = _words(expr.left), _words(expr.right)
        if left is None and right is None:
            return None
        return (left if left is not None else _source(expr.left)) + (
            right if right is not None else _source(expr.right)
        )
    if isinstance(expr, ast.BinOp) and isinstance(expr.op, ast.Mod):
        return _percent(expr.left, expr.right)
    if isinstance(expr, ast.Call) and isinstance(expr.func, ast.Attribute) and expr.func.attr == "format":
        return _formatted(expr.func.value, expr)
    if isinstance(expr, ast.Tuple) and expr.elts:
        first = _words(expr.elts[0])
        return None if first is None else " ".join([first, *(_source(item) for item in expr.elts[1:])])
    return None


def _source(expr: ast.expr) -> str:
    """The text of a value; ``str(x)`` and ``repr(x)`` are about ``x``."""
    if isinstance(expr, ast.Call) and isinstance(expr.func, ast.Name) and expr.func.id in ("str", "repr") and expr.args:
        return ast.unparse(expr.args[0])
    return ast.unparse(expr)


def _percent(template: ast.expr, values: ast.expr) -> str | None:
    if not (isinstance(template, ast.Constant) and isinstance(template.value, str)):
        return None
    given = [_source(item) for item in (values.elts if isinstance(values, ast.Tuple) else [values])]
    pieces = template.value.replace("%%", "\0").split("%")
    words = pieces[0]
    for piece in pieces[1:]:
        rest = piece.lstrip("0123456789.+-# *")
        words += (given.pop(0) if given else "") + rest[1:]
    return words.replace("\0", "%")


def _formatted(template: ast.expr, call: ast.Call) -> str | None:
    if not (isinstance(template, ast.Constant) and isinstance(template.value, str)):
        return None
    named = {keyword.arg: _source(keyword.value) for keyword in call.keywords if keyword.arg is not None}
    given = [_source(argument) for argument in call.args]
    words, index = "", 0
    try:
        for text, place, _, _ in string.Formatter().parse(template.value):
            words += text
            if place is None:
                continue
            key = place.split(".")[0].split("[")[0]
            if not key:
                key, index = str(index), index + 1
            words += given[int(key)] if key.isdigit() and int(key) < len(given) else named.get(key, key)
    except ValueError:
        return template.value
    return words


def _quoted(words: str) -> str:
    """A string literal of one line, in double quotes."""
    escaped = repr(words)[1:-1]
    if repr(words)[0] == "'":
        escaped = escaped.replace("\\'", "'").replace('"', '\\"')
    return f'"{escaped}"'
