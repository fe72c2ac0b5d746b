"""What the rewrite of a branch looks like, how it is graded, and when there is none."""

import ast

import pytest
from fake_oracle import FakeOracle, apply, find, source_file, tensor
from fullgraph.lint.diagnostics.diagnostic import Applicability
from fullgraph.lint.diagnostics.obligation import Kind
from fullgraph.rules.rewrite.analysis.oracle import Obstacle
from fullgraph.rules.rewrite.branches.branch import where_or_cond

SAFE, UNSAFE, DISPLAY = Applicability.SAFE, Applicability.UNSAFE, Applicability.DISPLAY
X = {
    "x": tensor("x", fresh=True),
    "y": tensor("y", fresh=True),
    "m": tensor("m", "s", "bool", floating=False, boolean=True),
}
MODULES = {"self.a": "torch.nn.Linear", "self.b": "torch.nn.Linear", "self.bn": "torch.nn.BatchNorm1d"}


def rewrite(text, facts=X, index=0, kind=ast.If, **options):
    options.setdefault("modules", MODULES)
    source = source_file(text)
    node, following = find(source, kind, index)
    result = where_or_cond(node, source, FakeOracle(facts, **options), following)
    return result if isinstance(result, Obstacle) else (result, apply(source, result))


def check(text, expected, applicability, **options):
    result = rewrite(text, **options)
    assert not isinstance(result, Obstacle), result.reason
    fix, new = result
    assert new == source_file(expected).text
    assert fix.applicability is applicability, fix.message
    return fix


def refuse(text, reason, **options):
    result = rewrite(text, **options)
    assert isinstance(result, Obstacle), result
    assert reason in result.reason


def test_both_arms_assign_one_name():
    check(
        """
        def f(x):
            if x.sum() > 0:
                y = x * 2
            else:
                y = x * 3
            return y
        """,
        """
        def f(x):
            y = torch.where(x.sum() > 0, x * 2, x * 3)
            return y
        """,
        SAFE,
    )


def test_both_arms_return():
    check(
        """
        def f(x):
            if x.any():
                return x + 1
            else:
                return x / 2
        """,
        """
        def f(x):
            return torch.where(x.any(), x + 1, x / 2)
        """,
        SAFE,
    )


def test_early_returns_with_the_rest_of_the_function():
    check(
        """
        def f(x):
            if x.any():
                return x + 1
            if x.all():
                return x * 2
            return x * 3
        """,
        """
        def f(x):
            return torch.where(x.any(), x + 1, torch.where(x.all(), x * 2, x * 3))
        """,
        SAFE,
    )


def test_elif_chain_is_nested():
    check(
        """
        def f(x):
            if x.sum() > 1:
                y = x * 1
            elif x.sum() < 0:
                y = x * 2
            else:
                y = x * 3
            return y
        """,
        """
        def f(x):
            y = torch.where(x.sum() > 1, x * 1, torch.where(x.sum() < 0, x * 2, x * 3))
            return y
        """,
        SAFE,
    )


def test_an_elif_behind_a_python_test_becomes_an_else():
    check(
        """
        def f(x, flag):
            if flag:
                y = x
            elif x.sum() > 0:
                y = x * 2
            else:
                y = x * 3
            return y
        """,
        """
        def f(x, flag):
            if flag:
                y = x
            else:
                y = torch.where(x.sum() > 0, x * 2, x * 3)
            return y
        """,
        SAFE,
        index=1,
    )


def test_one_armed_update():
    text = """
        def f(x):
            if x.any():
                x = x * 2
            return x + 1
        """
    expected = """
        def f(x):
            x = torch.where(x.any(), x * 2, x)
            return x + 1
        """
    given = {"x": tensor("x")}
    fix = check(text, expected, UNSAFE, facts=given)
    assert "the result has the strides of one of the tensors it is chosen from" in fix.message  # `x` may have gaps
    fix = check(text, expected, UNSAFE, facts=given, escaping={"x"})
    assert "the result is a copy where it was `x` itself" in fix.message
    check(text, expected, UNSAFE, mutated={"x"})
    check(text, expected, SAFE)
    check(text, expected, SAFE, escaping={"x"})


def test_several_names_share_the_condition():
    check(
        """
        def f(x, y):
            if x.sum() > 0:
                x = x * 2
                y = y * 2
            else:
                x = x * 3
                y = y * 3
            return x + y
        """,
        """
        def f(x, y):
            condition = x.sum() > 0
            x = torch.where(condition, x * 2, x * 3)
            y = torch.where(condition, y * 2, y * 3)
            return x + y
        """,
        SAFE,
    )


def test_names_that_need_each_other_are_assigned_together():
    check(
        """
        def f(x, y):
            if x.sum() > 0:
                x = x * 2
                y = y * 2
            else:
                y = x * 3 + y
            return x + y
        """,
        """
        def f(x, y):
            condition = x.sum() > 0
            x, y = torch.where(condition, x * 2, x), torch.where(condition, y * 2, x * 3 + y)
            return x + y
        """,
        UNSAFE,
    )


@pytest.mark.parametrize(
    ("test", "condition"),
    [
        ("x", "(x != 0).reshape(())"),
        ("x.sum()", "x.sum() != 0"),
        ("m", "m.reshape(())"),
        ("x > 0", "(x > 0).reshape(())"),
        ("not m.any()", "torch.logical_not(m.any())"),
        ("m.any() and x.sum() > 0", "torch.logical_and(m.any(), x.sum() > 0)"),
        ("m.any() or m.all() or x.any()", "torch.logical_or(torch.logical_or(m.any(), m.all()), x.any())"),
        ("0 < s < 1", "torch.logical_and(0 < s, s < 1)"),
    ],
)
def test_conditions(test, condition):
    check(
        f"""
        def f(x):
            if {test}:
                x = x * 2
            return x + 1
        """,
        f"""
        def f(x):
            x = torch.where({condition}, x * 2, x)
            return x + 1
        """,
        SAFE,
        facts={**X, "s": tensor("x", ())},
    )


def test_the_second_test_must_be_one_element_to_be_safe():
    fix, _ = rewrite("def f(x):\n    if m.any() and m:\n        x = x * 2\n    return x + 1\n")
    assert fix.applicability is UNSAFE
    assert "`m` is evaluated even where it decides nothing" in fix.message


@pytest.mark.parametrize(
    "arm",
    [
        *("x", "x + 1", "2 * x", "x / 3", "-x", "x - 1", "1 - x", "x + x", "x * self.k"),
        *("x.relu()", "torch.relu(x)", "F.relu(x)", "x.clamp(min=0)", "torch.clamp(x, 0, 1)", "x.clone()"),
        *(
            "torch.where(x > 0, x, x * 2)",
            "x.float()",
            "torch.add(x, x)",
            "x.mul(2)",
            "torch.neg(x)",
        ),
    ],
)
def test_safe_arms(arm):
    fix, _ = rewrite(
        f"def f(x):\n    if x.any():\n        y = {arm}\n    else:\n        y = x * 2\n    return y + 1\n",
        numbers={"self.k": 2.0},
    )
    assert fix.applicability is SAFE, fix.message


@pytest.mark.parametrize(
    ("arm", "note"),
    [
        ("x * x", "`x * x` or its derivative is not finite"),
        ("x.abs()", "derivative"),
        ("torch.sigmoid(x)", "derivative"),
        ("x * k", "derivative"),
        ("x * 1e300", "derivative"),
        ("x ** 2", "derivative"),
        ("y * 2", "zero gradient instead of none"),
        ("x + y", "zero gradient instead of none"),
        ("torch.zeros_like(x)", "zero gradient instead of none"),
    ],
)
def test_unsafe_where_names_the_difference(arm, note):
    fix, new = rewrite(
        f"def f(x):\n    if x.any():\n        z = {arm}\n    else:\n        z = x * 2\n    return z + 1\n",
        numbers={"k": None},
    )
    assert "torch.where(" in new
    assert fix.applicability is UNSAFE
    assert note in fix.message


@pytest.mark.parametrize("arm", ["x / 0", "1 / x / y / m", "torch.asin(x)", "x.exp().log().sqrt()", "x / self.k"])
def test_what_ordinary_inputs_make_infinite_is_left_to_cond(arm):
    fix, new = rewrite(
        f"def f(x):\n    if x.any():\n        z = {arm}\n    else:\n        z = x * 2\n    return z + 1\n",
        numbers={"self.k": None},
    )
    assert "torch.cond(" in new
    assert fix.applicability is UNSAFE


@pytest.mark.parametrize(
    ("arm", "masked"),
    [
        ("x / x.sum()", "x / torch.where(condition, x.sum(), 1)"),
        ("x.sqrt()", "torch.where(condition, x, 1).sqrt()"),
        ("torch.exp(x)", "torch.exp(torch.where(condition, x, 1))"),
        ("x ** 0.5", "torch.where(condition, x, 1) ** 0.5"),
        ("2 * x.log()", "2 * torch.where(condition, x, 1).log()"),
    ],
)
def test_what_is_divided_by_is_1_where_the_arm_is_not_taken(arm, masked):
    fix, new = rewrite(
        f"def f(x):\n    if x.any():\n        z = {arm}\n    else:\n        z = x * 2\n    return z + 1\n"
    )
    assert f"    condition = x.any()\n    z = torch.where(condition, {masked}, x * 2)\n" in new
    assert fix.applicability is SAFE, fix.message


def test_a_divisor_in_the_other_arm():
    _, new = rewrite("def f(x):\n    return x if x.any() else x / x.sum()\n", kind=ast.IfExp)
    assert "return torch.where(x.any(), x, x / torch.where(x.any(), 1, x.sum()))" in new


def test_an_unknown_dtype_can_raise():
    facts = {"x": tensor("x", floating=None)}
    fix, _ = rewrite(
        "def f(x):\n    if x.any():\n        y = -x\n    else:\n        y = x * 2\n    return y + 1\n", facts=facts
    )
    assert fix.applicability is UNSAFE
    assert "`-x` raises for some dtypes" in fix.message


def test_module_calls_become_cond():
    fix = check(
        """
        def forward(self, x):
            if x.sum() > 0:
                y = self.a(x)
            else:
                y = self.b(x)
            return y
        """,
        """
        def forward(self, x):
            y = torch.cond(x.sum() > 0, lambda: self.a(x).clone(), lambda: self.b(x).clone())
            return y
        """,
        UNSAFE,
    )
    assert "CUDA graphs" in fix.message


def test_cond_clones_what_is_not_new_memory():
    check(
        """
        def forward(self, x):
            if x.sum() > 0:
                x = x @ x
            return x
        """,
        """
        def forward(self, x):
            x = torch.cond(x.sum() > 0, lambda: x @ x, lambda: x.clone())
            return x
        """,
        UNSAFE,
        facts={"x": tensor("x")},
    )


def test_cond_of_several_names_and_nested():
    check(
        """
        def forward(self, x, y):
            if x.sum() > 0:
                x = x @ x
                y = y * 2
            elif y.sum() > 0:
                y = y @ y
            return x, y
        """,
        """
        def forward(self, x, y):
            x, y = torch.cond(
                x.sum() > 0,
                lambda: (x @ x, y * 2),
                lambda: torch.cond(y.sum() > 0, lambda: (x.clone(), y @ y), lambda: (x.clone(), y.clone())),
            )
            return x, y
        """,
        UNSAFE,
    )


def test_arms_of_several_steps_become_functions():
    check(
        """
        def forward(self, x):
            if x.sum() > 0:
                h = x @ x
                x = h + 1
            else:
                x = x * 2
                x = x + 3
            return x
        """,
        """
        def forward(self, x):
            def when_true(x):
                h = x @ x
                x = h + 1
                return x

            def when_false(x):
                x = x * 2
                x = x + 3
                return x

            x = torch.cond(x.sum() > 0, when_true, when_false, (x,))
            return x
        """,
        UNSAFE,
        facts={**X, "h": tensor("x", fresh=True)},
        unbound={"h"},
        unused={"h"},
    )


def test_the_rest_of_the_function_becomes_the_other_arm():
    check(
        """
        def forward(self, x):
            if x.sum() > 0:
                return x * 2
            h = x @ x
            return h + 1
        """,
        """
        def forward(self, x):
            def when_true():
                return x * 2

            def when_false():
                h = x @ x
                return h + 1

            return torch.cond(x.sum() > 0, when_true, when_false)
        """,
        UNSAFE,
        facts={**X, "h": tensor("x", fresh=True)},
    )


def test_unproved_shapes_are_named():
    facts = {"x": tensor("x", None), "y": tensor("y", "t")}
    fix, new = rewrite("def f(x, y):\n    if x.any():\n        x = y\n    return x\n", facts=facts)
    assert fix.applicability is UNSAFE
    assert "that both arms have the same shape could not be proved" in fix.message
    assert "torch.where(x.any(), y, x)" in new


def test_a_sum_in_one_arm_is_selected():
    """Its gradient has strides of 0, which torch.cond refuses beside others."""
    for arm, form in (("x.sum()", "where"), ("(x / x.sum()).sum()", "cond")):
        text = f"def f(x, m):\n    if x.any():\n        return {arm}\n    return self.a(x).clone().sum()\n"
        fix, new = rewrite(text)
        assert fix.applicability is UNSAFE
        assert f"torch.{form}(" in new, arm


def test_shapes_and_dtypes_that_differ_are_a_suggestion():
    text = "def f(x, y):\n    if x.any():\n        x = y\n    return x\n"
    for other in (tensor("y", (2, 4), "torch.float32"), tensor("y", (2, 3), "torch.float64")):
        fix, _ = rewrite(text, facts={"x": tensor("x", (2, 3), "torch.float32"), "y": other})
        assert fix.applicability is DISPLAY
        assert "do not have the same shape and dtype" in fix.message


def test_what_keeps_the_shape_of_an_unknown_tensor_by_its_form():
    facts = {"x": tensor("x", None, None)}
    for expr, kept in (
        ("x * 0.5", True),
        ("-x", True),
        ("torch.clamp(x, min=-3, max=limit)", True),
        ("x.clamp(0, 1) + 1", True),
        ("x * x.mean()", False),
        ("x.sum(0)", False),
    ):
        text = f"def f(x, limit):\n    if x.any():\n        x = {expr}\n    return x\n"
        found = rewrite(text, facts=facts, numbers={"limit": None})
        assert isinstance(found, Obstacle) or ("could not be proved" in found[0].message) is not kept, expr


def test_numbers_of_an_arm_are_computed_in_front():
    fix = check(
        """
        def f(x):
            if not torch.isfinite(x).all():
                limit = torch.finfo(x.dtype).max - 1000  # of half precision
                x = torch.clamp(x, min=-limit, max=limit)
            return x
        """,
        """
        def f(x):
            # of half precision
            limit = torch.finfo(x.dtype).max - 1000
            x = torch.where(
                torch.logical_not(torch.isfinite(x).all()),
                torch.clamp(x, min=-limit, max=limit),
                x,
            )
            return x
        """,
        UNSAFE,
        unbound=("limit",),
        unused=("limit",),
        effects={"torch.finfo(x.dtype)": None},
    )
    assert "`torch.finfo(x.dtype).max - 1000` is computed always" in fix.message


def test_arms_that_draw_are_both_computed():
    text = "def f(x):\n    if x.any():\n        y = F.dropout(x)\n    else:\n        y = x * 2\n    return y\n"
    fix, new = rewrite(text, unbound={"y"})
    assert "y = torch.where(x.any(), F.dropout(x), x * 2)" in new
    assert "random numbers are drawn in both cases" in fix.message
    assert any(one.kind is Kind.DRAW and one.is_open for one in fix.obligations)


def test_conditional_expression():
    check("y = f(x * 2 if x.any() else x * 3)\n", "y = f(torch.where(x.any(), x * 2, x * 3))\n", SAFE, kind=ast.IfExp)
    check(
        "y = (a\n     if x.any()\n     else b)\n",
        "y = torch.where(x.any(), a, b)\n",
        UNSAFE,
        kind=ast.IfExp,
        facts={**X, "a": tensor("a"), "b": tensor("b")},
    )


def test_comments_survive():
    check(
        """
        def f(x):
            # above
            if x.any():  # break: FG101
                # why two
                y = x * 2  # two
            else:
                # why three
                y = x * 3
            return y
        """,
        """
        def f(x):
            # above
            # why two
            # two
            # why three
            y = torch.where(x.any(), x * 2, x * 3)  # break: FG101
            return y
        """,
        SAFE,
    )


def test_comments_within_an_expression_survive():
    check(
        """
        def f(x):
            if x.any():
                y = (
                    x * 2  # two
                    + 1
                )
            else:
                y = x * 3  # three
            return y
        """,
        """
        def f(x):
            y = torch.where(
                x.any(),
                x * 2  # two
                + 1,
                x * 3,
            )  # three
            return y
        """,
        SAFE,
    )


def test_long_lines_are_split():
    name = "a_rather_long_name_for_a_tensor_value"
    check(
        f"""
        def f({name}):
            if {name}.any():
                y = {name} * 2
            else:
                y = {name} * 3
            return y
        """,
        f"""
        def f({name}):
            y = torch.where(
                {name}.any(),
                {name} * 2,
                {name} * 3,
            )
            return y
        """,
        SAFE,
        facts={name: tensor("x")},
    )


def test_windows_newlines_and_tabs_stay():
    text = "def f(x):\r\n\tif x.any():\r\n\t\ty = x * 2 # a\r\n\telse:\r\n\t\ty = x * 3\r\n\treturn y\r\n"
    _, new = rewrite(text)
    assert new == "def f(x):\r\n\t# a\r\n\ty = torch.where(x.any(), x * 2, x * 3)\r\n\treturn y\r\n"


def test_the_import_is_added():
    _, new = rewrite(
        "import os\n\ndef f(x):\n    if x.any():\n        x = x * 2\n    return x + 1\n", torch=None, unbound={"torch"}
    )
    assert new.startswith("import os\nimport torch\n\ndef f(x):")


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("x[0] = 1", "writes into"),
        ("f(x).y = x", "writes to an attribute"),
        ("raise ValueError", "raises an exception"),
        ("print(x)", "for its effect"),
        ("x = x.add_(1)", "writes to a tensor"),
        ("x = F.relu(x, inplace=True)", "writes to a tensor"),
        ("x = F.relu(x, True)", "writes to a tensor"),
        ("x = torch.add(x, 1, out=x)", "writes to a tensor"),
        ("x = self.bn(x)", "updates the running statistics of a BatchNorm1d"),
        ("x = helper(x)", "`helper(x)` may do anything"),
        ("x = (z := x) * 2", "more than the rewrite understands"),
        ("x = 0.0", "Python number"),
        ("self.x = x", "`self.x` is not known to be a tensor"),
        ("self.n = 1", "gives `self.n` the Python number `1`"),
        ("x = (x, x)", "another structure"),
        ("a, b = x", "`b` is assigned in one arm only"),
        ("break", "ends the loop"),
        ("x.resize_(3)", "for its effect"),
        ("g = x\n        x += 1\n        x = g", "with which `g` may share memory"),
        ("x = unknown", "not known to be a tensor"),
        ("z = x * 2", "`z` is assigned in one arm only"),
        ("for i in x: pass", "more than assign"),
        ("return x", "the code after the other"),
        ("return", "returns None"),
        ("pass", "do nothing"),
    ],
)
def test_obstacles(body, reason):
    refuse(f"def f(x):\n    if x.any():\n        {body}\n    x = g(x)\n    g(x)\n", reason, unbound={"z", "b"})


@pytest.mark.parametrize(
    ("test", "reason"),
    [
        ("flag", "`flag` is not known to be a tensor"),
        ("flag and x.any()", "mixes tensor data with Python values"),
        ("(z := x.any())", "binds a name"),
        ("0 < x.bernoulli().sum() < 1", "would be evaluated twice"),
        ("x.any() and x.add_(1).any()", "may do anything"),
    ],
)
def test_obstacles_in_the_test(test, reason):
    facts = {**X, "x.add_(1).any()": tensor("x", ()), "x.add_(1)": tensor("x")}
    if "add_" in test:
        reason = "writes to a tensor"
    refuse(f"def f(x):\n    if {test}:\n        x = x * 2\n    return x\n", reason, facts=facts)


def test_what_stands_behind_an_early_return_must_be_simple():
    text = "def f(x):\n    if x.any():\n        return x\n    g(x)\n    return x * 2\n"
    refuse(text, "the code after the other is more than a few assignments")


def test_super_cannot_move_into_a_function():
    fix, new = rewrite(
        "def f(self, x):\n    if x.any():\n        x = super().g(x)\n    return x\n",
        facts={**X, "super().g(x)": tensor("x")},
        effects={"super().g": None, "super": None},
    )
    assert fix.applicability is UNSAFE
    assert "x = torch.where(x.any(), super().g(x), x)" in new


NUMBERS = {
    "x.sum().item() > 0": ("x.sum() > 0", SAFE),
    "float(x.sum()) >= 0.5": ("x.sum() >= 0.5", SAFE),
    "x.sum().item()": ("x.sum() != 0", SAFE),
    "m.any().item()": ("m.any()", SAFE),
    "not m.any().item()": ("torch.logical_not(m.any())", SAFE),
    "0 < x.sum().item()": ("0 < x.sum()", SAFE),
    "x.sum().item() > 0.1": ("x.sum() > 0.1", UNSAFE),
    "x.sum().item() > -1": ("x.sum() > -1", UNSAFE),
    "x.sum().item() > y.sum().item()": ("x.sum() > y.sum()", UNSAFE),
}


@pytest.mark.parametrize("test", NUMBERS)
def test_a_number_that_the_test_reads_is_its_tensor(test):
    text, applicability = NUMBERS[test]
    fix = check(
        f"""
        def f(x, y, m):
            if {test}:
                x = x * 2
            return x + 1
        """,
        f"""
        def f(x, y, m):
            x = torch.where({text}, x * 2, x)
            return x + 1
        """,
        applicability,
    )
    assert ("rounded" in fix.message) is (applicability is UNSAFE)


@pytest.mark.parametrize("test", ["int(x.sum()) > 0", "x.sum().item() > n", "x.sum().item() is None"])
def test_numbers_that_are_not_their_tensors(test):
    refuse(f"def f(x, n):\n    if {test}:\n        x = x * 2\n    return x + 1", "is not known to be a tensor")
