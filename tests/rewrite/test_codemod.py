"""The text that LibCST writes for changes."""

from fake_oracle import source_file
from fullgraph.lint.source.text_edits import apply_edits
from fullgraph.rules.codemod import quote
from fullgraph.rules.codemod.change import replace_all, replace_expression, replace_statements


def written(source, change):
    return apply_edits(source.text, [change.edit])


def test_one_of_several_indices_is_replaced():
    source = source_file("def f(x, i):\n    return x[ i[0],  : ]\n")
    value = source.tree.body[0].body[0].value
    index = value.slice.elts[0]
    change = replace_expression(source, value, quote.replaced(value, {index: quote.name("i")}))
    assert written(source, change) == "def f(x, i):\n    return x[ i,  : ]\n"


def test_comments_of_an_expression_stay_above_its_statement():
    source = source_file("def f(x):\n    if g(  # why\n        x):\n        h(x)  # so\n    return x\n")
    test = source.tree.body[0].body[0].test
    change = replace_expression(source, test, quote.name("x"))
    assert written(source, change) == "def f(x):\n    # why\n    if x:\n        h(x)  # so\n    return x\n"


def test_the_longest_call_of_a_line_is_parted():
    source = source_file("def f(x):\n    return x\n")
    long = quote.expression("x.unsqueeze(-1) + h(NAME, x)", NAME="y" * 90)
    change = replace_expression(source, source.tree.body[0].body[0].value, long)
    name = "y" * 90
    expected = f"def f(x):\n    return x.unsqueeze(-1) + h(\n        {name},\n        x,\n    )\n"
    assert written(source, change) == expected


def test_statements_without_others_in_their_place_leave_their_comments():
    source = source_file(
        "def f(x):\n    a = 1\n\n    # above\n    b = 2  # behind\n    c = (\n        3)\n\n    return x\n"
    )
    _, *old, _ = source.tree.body[0].body
    assert written(source, replace_statements(source, old, [])) == (
        "def f(x):\n    a = 1\n\n    # above\n    # behind\n\n    return x\n"
    )
    assert written(source, replace_statements(source, old[1:], [])) == (
        "def f(x):\n    a = 1\n\n    # above\n    b = 2  # behind\n\n    return x\n"
    )


def test_a_block_that_loses_all_its_statements_passes():
    source = source_file("def f(x):\n    if x: return\n    a = 1; b = 2\n")
    branch, first, _ = source.tree.body[0].body
    assert written(source, replace_statements(source, branch.body, [])) == (
        "def f(x):\n    if x: pass\n    a = 1; b = 2\n"
    )
    assert written(source, replace_statements(source, [first], [])) == "def f(x):\n    if x: return\n    b = 2\n"


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
