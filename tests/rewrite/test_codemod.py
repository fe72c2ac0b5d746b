"""How changes are written: what is kept of the text around, and how what is made is laid out."""

import ast
from pathlib import Path

import pytest
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.lint.source.text_edits import apply_edits
from fullgraph.rules.codemod import quote
from fullgraph.rules.codemod.change import insert_after, insert_before, replace_expression, replace_statements


def source_file(text):
    return SourceFile(Path("example.py"), text)


def call_in(source):
    return next(node for node in ast.walk(source.tree) if isinstance(node, ast.Call))


def after(source, change):
    text = apply_edits(source.text, [change.edit])
    ast.parse(text)
    return text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f()\n", "f(new=1)\n"),
        ("f(a, b=2)\n", "f(a, b=2, new=1)\n"),
        ("f(a, *b, **c)\n", "f(a, *b, **c, new=1)\n"),
        ("f(a,\n  b)\n", "f(\n    a,\n    b,\n    new=1,\n)\n"),
        ("f(\n    a,\n    b=2\n)\n", "f(\n    a,\n    b=2,\n    new=1\n)\n"),
        ("f(\n    a,  # one\n    b=2,  # two\n)\n", "f(\n    a,  # one\n    b=2,  # two\n    new=1,\n)\n"),
        ("f(\n    # why\n    a\n)\n", "f(\n    # why\n    a,\n    new=1\n)\n"),
    ],
)
def test_an_argument_more(text, expected):
    source = source_file(text)
    call = call_in(source)
    more = quote.changed(call, keywords=[*call.keywords, ast.keyword("new", ast.Constant(1))])
    assert after(source, replace_expression(source, call, more)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f(old=1)\n", "f()\n"),
        ("f(\n    old=1,\n)\n", "f()\n"),
        ("f(a, old=1)\n", "f(a)\n"),
        ("f(old=1, b=2,)\n", "f(b=2,)\n"),
        ("f(\n    a,  # one\n    old=1,\n    b=2,\n)\n", "f(\n    a,  # one\n    b=2,\n)\n"),
        ("x = f(\n    a,\n    old=1,  # old\n)\n", "# old\nx = f(\n    a,\n)\n"),
    ],
)
def test_an_argument_less(text, expected):
    source = source_file(text)
    call = call_in(source)
    less = quote.changed(call, keywords=[word for word in call.keywords if word.arg != "old"])
    assert after(source, replace_expression(source, call, less)) == expected


def test_a_comment_inside_of_an_expression_goes_above_its_statement():
    source = source_file("def g(x):\n    if f(  # why\n        x\n    ):\n        return 1  # one\n")
    call = call_in(source)
    text = after(source, replace_expression(source, call, call.args[0]))
    assert text == "def g(x):\n    # why\n    if x:\n        return 1  # one\n"


def test_a_decorator_less():
    text = "class A:\n    # above\n    @one\n    @two()  # second\n    def f(self): # head\n        return 1\n"
    source = source_file(text)
    function = source.tree.body[0].body[0]
    new = quote.changed(function, decorator_list=function.decorator_list[:1])
    expected = "class A:\n    # above\n    # second\n    @one\n    def f(self): # head\n        return 1\n"
    assert after(source, replace_statements(source, [function], [new])) == expected


@pytest.mark.parametrize(
    ("text", "before", "behind"),
    [
        ("a = 1  # one\n", "new()\na = 1  # one\n", "a = 1  # one\nnew()\n"),
        ("if x: a = 1\n", "if x:\n    new()\n    a = 1\n", "if x:\n    a = 1\n    new()\n"),
        ("pass; a = 1  # one\n", "pass\nnew()\na = 1  # one\n", "pass\na = 1\nnew()  # one\n"),
        ("@one\nclass A:\n    a: int\n", "new()\n@one\nclass A:\n    a: int\n", "@one\nclass A:\n    a: int\nnew()\n"),
    ],
)
def test_statements_beside_one(text, before, behind):
    source = source_file(text)
    kinds = (ast.Assign, ast.ClassDef)
    statement = next(node for node in ast.walk(source.tree) if isinstance(node, kinds))
    new = [quote.statement("new()")]
    assert after(source, insert_before(source, statement, new)) == before
    assert after(source, insert_after(source, statement, new)) == behind


def test_a_statement_taken_out():
    source = source_file("a = 1\nb = 2\nc = 3; d = 4\n")
    _, b, _, d = source.tree.body
    assert after(source, replace_statements(source, [b], [])) == "a = 1\nc = 3; d = 4\n"
    assert after(source, replace_statements(source, [d], [])) == "a = 1\nb = 2\nc = 3\n"


def test_an_expression_of_another_function_keeps_its_text():
    source = source_file("def f():\n    a = 1\n\n\ndef g():\n    return h( 'x',2 )\n")
    first, second = source.tree.body
    text = after(source, insert_after(source, first.body[0], [quote.assign("b", second.body[0].value)]))
    assert text.startswith("def f():\n    a = 1\n    b = h( 'x',2 )\n")


def test_what_is_wrapped_leaves_empty_lines_in_front():
    source = source_file("def f():\n    a = 1\n\n    # why\n    b = 2\n")
    function = source.tree.body[0]
    first, last = function.body
    new = quote.changed(function, body=[first, quote.statement("with c:\n    BODY", BODY=[last])])
    text = after(source, replace_statements(source, [function], [new]))
    assert text == "def f():\n    a = 1\n\n    with c:\n        # why\n        b = 2\n"


def test_a_message_that_is_too_long_has_a_line_of_its_own():
    source = source_file("def f(x):\n    pass\n")
    words = "A message that is longer than what is left of the line behind the test that it is about."
    new = quote.statements("if a:\n    assert f(x, y), WORDS", WORDS=ast.Constant(words))
    text = after(source, replace_statements(source, source.tree.body[0].body, new))
    assert text == f'def f(x):\n    if a:\n        assert f(x, y), (\n            "{words}"\n        )\n'


def test_a_branch_that_is_the_other_arm_of_a_made_one_is_an_elif():
    source = source_file("if a:\n    pass\nelif b:  # one\n    c = 1  # two\n")
    branch = source.tree.body[0].orelse[0]
    new = quote.statements("if new:\n    d()\nelse:\n    OLD", OLD=[branch])
    text = after(source, replace_statements(source, [branch], new))
    assert text == "if a:\n    pass\nelif new:\n    d()\nelif b:  # one\n    c = 1  # two\n"
