"""Prints and logging calls behind a guard."""

import ast

import pytest
from fake_oracle import FakeOracle, apply, source_file, tensor
from fullgraph.lint.diagnostics.diagnostic import Applicability
from fullgraph.rules.rewrite.analysis.oracle import Obstacle
from fullgraph.rules.rewrite.messages.guard import guard

FACTS = {"x": tensor("x")}


def writes(node):
    return isinstance(node, ast.Call) and ast.unparse(node.func).startswith(("print", "log"))


def statements(source, count=1):
    """The first ``count`` consecutive statements with a call of print or of a logger, in source order."""
    found = [
        node
        for node in ast.walk(source.tree)
        if isinstance(node, ast.stmt)
        and not hasattr(node, "body")
        and any(
            isinstance(sub, ast.Call) and ast.unparse(sub.func).startswith(("print", "log")) for sub in ast.walk(node)
        )
    ]
    return sorted(found, key=lambda node: node.lineno)[:count]


def rewrite(text, count=1, **options):
    source = source_file(text)
    result = guard(statements(source, count), source, FakeOracle(FACTS, **options))
    return result if isinstance(result, Obstacle) else (result, apply(source, result))


def check(text, expected, count=1):
    result = rewrite(text, count)
    assert not isinstance(result, Obstacle), result.reason
    fix, new = result
    assert new == source_file(expected).text
    assert fix.applicability is Applicability.UNSAFE
    assert "not printed while compiled" in fix.message


def test_one_statement_with_its_comment():
    check(
        """
        def f(x):
            # about x
            print(x.sum())  # shown
            return x
        """,
        """
        def f(x):
            # about x
            if not torch.compiler.is_compiling():
                print(x.sum())  # shown
            return x
        """,
    )


def test_consecutive_statements_share_a_guard():
    check(
        """
        def f(x):
            print("a",
                  x)

            # more
            logger.info("b")
            return x
        """,
        """
        def f(x):
            if not torch.compiler.is_compiling():
                print("a",
                      x)

                # more
                logger.info("b")
            return x
        """,
        count=2,
    )


def test_lines_inside_strings_are_not_moved():
    text = 'def f(x):\n    print("""a\n  b\n""",\n          x, f"""c\n d {x}\n""")\n    return x\n'
    expected = (
        "def f(x):\n    if not torch.compiler.is_compiling():\n"
        '        print("""a\n  b\n""",\n              x, f"""c\n d {x}\n""")\n    return x\n'
    )
    check(text, expected)


def test_backslash_inside_a_string_is_not_moved():
    check(
        'def f(x):\n    print("a\\\n    b", \\\n        x)\n',
        'def f(x):\n    if not torch.compiler.is_compiling():\n        print("a\\\n    b", \\\n        x)\n',
    )


def test_a_suite_on_the_line_of_its_header():
    check(
        """
        def f(x, verbose):
            if verbose: print(x)  # now
            return x
        """,
        """
        def f(x, verbose):
            if verbose:
                if not torch.compiler.is_compiling():
                    print(x)  # now
            return x
        """,
    )


def test_tabs_and_windows_newlines():
    check(
        "def f(x):\r\n\tprint(x,\r\n\t\t1)\r\n",
        "def f(x):\r\n\tif not torch.compiler.is_compiling():\r\n\t\tprint(x,\r\n\t\t\t1)\r\n",
    )


def test_mixed_indentation_goes_on_as_it_begins():
    check(
        "def f(x):\n \tprint(x)\n \tprint(x,\n1)\n",
        "def f(x):\n \tif not torch.compiler.is_compiling():\n \t \tprint(x)\n \t \tprint(x,\n1)\n",
        count=2,
    )


def test_the_import_is_added():
    _, new = rewrite('"""Doc."""\n\ndef f(x):\n    print(1)\n', torch=None, unbound={"torch"})
    assert new == (
        '"""Doc."""\n\nimport torch\n\ndef f(x):\n    if not torch.compiler.is_compiling():\n        print(1)\n'
    )


def test_torch_by_another_name():
    _, new = rewrite("def f(x):\n    print(1)\n", torch="th")
    assert "if not th.compiler.is_compiling():" in new


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("y = print(x)", "the value of the call is used"),
        ("return logger.info(x)", "the value of the call is used"),
        ("print(next(it))", "`next(it)` may do anything"),
        ("print(y := 1)", "more than the rewrite understands"),
        ("print(x.add_(1))", "writes to a tensor"),
        ("print(torch.rand(2))", "a random number is drawn"),
        ("make_logger().info(1)", "`make_logger()` may do anything"),
    ],
)
def test_obstacles(line, reason):
    source = source_file(f"def f(x):\n    {line}\n")
    found = statements(source) or source.tree.body[0].body
    result = guard(found, source, FakeOracle(FACTS))
    assert isinstance(result, Obstacle), result
    assert reason in result.reason


@pytest.mark.parametrize(
    "line",
    [
        *('print(f"{x.shape}", x.mean().item())', 'logger.debug("%s", len(x))', 'logging.getLogger("a").info("b")'),
        *('print("{}".format(x.shape))', "print(*x, sep=', ')", "print(str(x), self.name, x[0])", "print()"),
    ],
)
def test_ordinary_arguments(line):
    result = rewrite(f"def f(x):\n    {line}\n    return x * 2\n")
    assert not isinstance(result, Obstacle), result.reason


def test_guarded_code_is_one_graph_and_prints_when_not_compiled(capsys):
    torch = pytest.importorskip("torch")
    _, new = rewrite("def f(x):\n    y = x + 1\n    print('sum', x.sum())\n    return y * 2\n")
    scope = {"torch": torch}
    exec(new, scope)
    x = torch.ones(2)
    eager = scope["f"](x)
    assert capsys.readouterr().out == "sum tensor(2.)\n"
    torch._dynamo.reset()
    compiled = torch.compile(scope["f"], backend="eager", fullgraph=True)(x)
    assert capsys.readouterr().out == ""
    assert torch.equal(eager, compiled)
