"""How changes are written: what is kept of the text around, and how what is made is laid out."""

import ast
from pathlib import Path

import libcst as cst
import pytest
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.lint.source.text_edits import apply_edits
from fullgraph.rules.codemod import quote
from fullgraph.rules.codemod.change import (
    insert_after,
    insert_before,
    replace_all,
    replace_expression,
    replace_statements,
)


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


@pytest.mark.parametrize("behind", ["", "\n    b = 2\n\n\nc = 3\n"])
def test_a_decorator_less(behind):
    text = "class A:\n    # above\n    @one\n    @two()  # second\n    def f(self): # head\n        return 1\n" + behind
    source = source_file(text)
    function = source.tree.body[0].body[0]
    new = quote.changed(function, decorator_list=function.decorator_list[:1])
    expected = "class A:\n    # above\n    # second\n    @one\n    def f(self): # head\n        return 1\n"
    assert after(source, replace_statements(source, [function], [new])) == expected + behind


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


def test_one_of_several_indices_is_replaced():
    source = source_file("def f(x, i):\n    return x[ i[0],  : ]\n")
    value = source.tree.body[0].body[0].value
    index = value.slice.elts[0]
    change = replace_expression(source, value, quote.replaced(value, {index: quote.name("i")}))
    assert after(source, change) == "def f(x, i):\n    return x[ i,  : ]\n"


def test_comments_of_an_expression_stay_above_its_statement():
    source = source_file("def f(x):\n    if g(  # why\n        x):\n        h(x)  # so\n    return x\n")
    test = source.tree.body[0].body[0].test
    change = replace_expression(source, test, quote.name("x"))
    assert after(source, change) == "def f(x):\n    # why\n    if x:\n        h(x)  # so\n    return x\n"


def test_the_longest_call_of_a_line_is_parted():
    source = source_file("def f(x):\n    return x\n")
    long = quote.expression("x.unsqueeze(-1) + h(NAME, x)", NAME="y" * 90)
    change = replace_expression(source, source.tree.body[0].body[0].value, long)
    name = "y" * 90
    expected = f"def f(x):\n    return x.unsqueeze(-1) + h(\n        {name},\n        x,\n    )\n"
    assert after(source, change) == expected


def test_statements_without_others_in_their_place_leave_their_comments():
    source = source_file(
        "def f(x):\n    a = 1\n\n    # above\n    b = 2  # behind\n    c = (\n        3)\n\n    return x\n"
    )
    _, *old, _ = source.tree.body[0].body
    assert after(source, replace_statements(source, old, [])) == (
        "def f(x):\n    a = 1\n\n    # above\n    # behind\n\n    return x\n"
    )
    assert after(source, replace_statements(source, old[1:], [])) == (
        "def f(x):\n    a = 1\n\n    # above\n    b = 2  # behind\n\n    return x\n"
    )


def test_a_block_that_loses_all_its_statements_passes():
    source = source_file("def f(x):\n    if x: return\n    a = 1; b = 2\n")
    branch, first, _ = source.tree.body[0].body
    assert after(source, replace_statements(source, branch.body, [])) == (
        "def f(x):\n    if x: pass\n    a = 1; b = 2\n"
    )
    assert after(source, replace_statements(source, [first], [])) == "def f(x):\n    if x: return\n    b = 2\n"


def test_calls_of_the_program_are_laid_out_as_they_were():
    source = source_file("def f(x):\n    print(x,\n          1)\n    g('a',\n        x)\n")
    body = source.tree.body[0].body
    change = replace_statements(source, body, [quote.statement("if x:\n    BODY", BODY=body)])
    assert after(source, change) == (
        "def f(x):\n    if x:\n        print(x,\n              1)\n        g('a',\n            x)\n"
    )


def test_the_comment_behind_a_suite_on_the_line_of_its_header_is_written_once():
    source = source_file("def f(x):\n    if x: print(1); print(2)  # both\n    return x\n")
    branch = source.tree.body[0].body[0]
    change = replace_statements(source, [branch], [quote.statement("if y:\n    BODY", BODY=[branch])])
    assert after(source, change) == ("def f(x):\n    if y:\n        if x: print(1); print(2)  # both\n    return x\n")


def test_a_changed_statement_keeps_the_rest_of_its_text():
    source = source_file("def f(x):\n    if (x  and 1):  # why\n        g( x )  # what\n    return x\n")
    branch = source.tree.body[0].body[0]
    more = quote.changed(branch, body=[*branch.body, quote.statement("h(x)")])
    assert after(source, replace_statements(source, [branch], [more])) == (
        "def f(x):\n    if (x  and 1):  # why\n        g( x )  # what\n        h(x)\n    return x\n"
    )


def test_changes_all_over_a_function():
    text = (
        "def f(x):\n    a = g(x); b = 2\n    if h(x):\n"
        "        c = h(g(x))\n        d = 4\n        # five\n        e = 5\n    "
        "return g(h(x)), g(a)\n"
    )
    source = source_file(text)
    first, second, branch, end = source.tree.body[0].body
    inner, one, other = end.value.elts[0].args[0], *end.value.elts
    new = {
        first.value: quote.name("x"),
        second: [],
        branch.test: quote.name("x"),
        branch.body[0]: [quote.assign("c", quote.name("y")), quote.statement("k()")],
        branch.body[1]: [],
        branch.body[2]: [],
        inner: quote.name("x"),
        one: quote.call("k", inner),
        other: quote.name("a"),
    }
    changes = replace_all(source, new)
    assert apply_edits(source.text, [one.edit for one in changes]) == (
        "def f(x):\n    a = x\n    if x:\n        c = y\n        k()\n        # five\n    return k(x), a\n"
    )


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


def test_a_function_that_has_only_moved_is_not_parsed_again(monkeypatch):
    parsed = []
    parse = cst.parse_module

    def counted(text, config):
        parsed.append(text)
        return parse(text, config)

    monkeypatch.setattr(cst, "parse_module", counted)
    function = "def moved(x):\n    return (x + 41)\n"
    new = ast.Constant(1)
    for above in ("", "a = 1\n\n", "a = 1\nb = 2\n\n"):
        source = source_file(above + function)
        statement = source.tree.body[-1].body[0]
        change = replace_expression(source, statement.value, new)
        assert after(source, change) == f"{above}def moved(x):\n    return 1\n"
    assert parsed == [function]
    source = source_file(function.replace("41", "42"))
    assert after(source, replace_expression(source, source.tree.body[0].body[0].value, new)).endswith("return 1\n")
    assert len(parsed) == 2
