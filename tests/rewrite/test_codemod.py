"""The text that LibCST writes for changes."""

from fake_oracle import source_file
from fullgraph.lint.source.text_edits import apply_edits
from fullgraph.rules.codemod import quote
from fullgraph.rules.codemod.change import replace_statements


def written(source, change):
    return apply_edits(source.text, [change.edit])


def test_calls_of_the_program_are_laid_out_as_they_were():
    source = source_file("def f(x):\n    print(x,\n          1)\n    g('a',\n        x)\n")
    body = source.tree.body[0].body
    change = replace_statements(source, body, [quote.statement("if x:\n    BODY", BODY=body)])
    assert written(source, change) == (
        "def f(x):\n    if x:\n        print(x,\n              1)\n        g('a',\n            x)\n"
    )


def test_the_comment_behind_a_suite_on_the_line_of_its_header_is_written_once():
    source = source_file("def f(x):\n    if x: print(1); print(2)  # both\n    return x\n")
    branch = source.tree.body[0].body[0]
    change = replace_statements(source, [branch], [quote.statement("if y:\n    BODY", BODY=[branch])])
    assert written(source, change) == ("def f(x):\n    if y:\n        if x: print(1); print(2)  # both\n    return x\n")


def test_a_changed_statement_keeps_the_rest_of_its_text():
    source = source_file("def f(x):\n    if (x  and 1):  # why\n        g( x )  # what\n    return x\n")
    branch = source.tree.body[0].body[0]
    more = quote.changed(branch, body=[*branch.body, quote.statement("h(x)")])
    assert written(source, replace_statements(source, [branch], [more])) == (
        "def f(x):\n    if (x  and 1):  # why\n        g( x )  # what\n        h(x)\n    return x\n"
    )
