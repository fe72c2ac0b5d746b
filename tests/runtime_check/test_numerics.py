"""When two outcomes count as the same computation."""

from __future__ import annotations

import pytest
import torch
from fullgraph.runtime_check.step.numerics import TF32, compare, precision_of, reference
from fullgraph.runtime_check.step.step import Outcome, Stepper
from fullgraph.runtime_check.target.inputs import CallArguments
from fullgraph.runtime_check.target.target import Target


def outputs(**values: object) -> list[Outcome]:
    return [Outcome(outputs=dict(values))]


def problems(eager: object, compiled: object, wide: object = None) -> list[str]:
    reference_outcome = None if wide is None else outputs(y=wide)
    return compare(outputs(y=eager), outputs(y=compiled), reference_outcome).problems


def test_equal() -> None:
    x = torch.randn(4)
    result = compare(outputs(y=x, n=3, name="a"), outputs(y=x.clone(), n=3, name="a"), None)
    assert result.problems == []
    assert (result.numerics.compared, result.numerics.max_error) == (1, 0.0)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32, torch.float64])
def test_one_rounding_step_is_the_same_and_ten_percent_is_not(dtype: torch.dtype) -> None:
    x = torch.linspace(0.5, 2, 16).to(dtype)
    wide = x.double()
    near = x * (1 + torch.finfo(dtype).eps)
    for reference_value in (None, wide):
        assert problems(x, near, reference_value) == []
        assert len(problems(x, x * 1.25, reference_value)) == 1


def test_small_error_in_float32_is_found_even_without_a_reference() -> None:
    x = torch.ones(8)
    assert len(problems(x, x + 1e-3)) == 1
    assert len(problems(x, x + 1e-3, x.double())) == 1


def test_as_inexact_as_eager_is_allowed() -> None:
    wide = torch.ones(8, dtype=torch.float64)
    eager, compiled = torch.full((8,), 1.001), torch.full((8,), 0.9985)
    assert problems(eager, compiled, wide) == []
    assert len(problems(eager, torch.full((8,), 0.99), wide)) == 1


def _stepper(module: torch.nn.Module, device: str = "cpu") -> Stepper:
    made = Stepper(Target(module, [CallArguments((torch.ones(1, 3),))]), torch.device("cpu"))
    made.device = torch.device(device)
    return made


@pytest.mark.parametrize("has_reference", [False, True])
def test_where_less_is_computed_in_a_rounding_step_is_one_of_that(has_reference: bool) -> None:
    """Eager is exact here by luck, so that its own error allows nothing."""
    stepper = _stepper(torch.nn.Linear(3, 3))
    stepper.autocast = torch.bfloat16
    x = torch.linspace(0.5, 2, 2000)
    wide = outputs(y=x.double()) if has_reference else None
    for precision in (TF32, precision_of(stepper)):
        assert precision is not None
        near, far = outputs(y=x + precision.eps), outputs(y=x * (1 + 50 * precision.eps))
        assert len(compare(outputs(y=x), near, wide).problems) == 1
        assert compare(outputs(y=x), near, wide, precision=precision).problems == []
        assert len(compare(outputs(y=x), far, wide, precision=precision).problems) == 1
        double = outputs(y=x.double())
        assert len(compare(double, outputs(y=near[0].outputs["y"].double()), None, precision=precision).problems) == 1


def test_in_what_a_step_computes(monkeypatch: pytest.MonkeyPatch) -> None:
    linear, convolution = torch.nn.Linear(3, 3), torch.nn.Sequential(torch.nn.Conv1d(1, 1, 1))
    monkeypatch.setattr(torch.cuda, "get_device_capability", lambda _device: (9, 0))
    monkeypatch.setattr(torch.version, "hip", None)
    assert precision_of(_stepper(convolution)) is None
    assert precision_of(_stepper(linear, "cuda")) is None
    assert precision_of(_stepper(convolution, "cuda")) is TF32
    monkeypatch.setattr(torch.backends.cudnn, "allow_tf32", False)
    assert precision_of(_stepper(convolution, "cuda")) is None
    monkeypatch.setattr(torch, "get_float32_matmul_precision", lambda: "high")
    assert precision_of(_stepper(linear, "cuda")) is TF32
    monkeypatch.setattr(torch.cuda, "get_device_capability", lambda _device: (7, 5))
    assert precision_of(_stepper(linear, "cuda")) is None


def _as_the_benchmarks_judge(eager: torch.Tensor, compiled: torch.Tensor, wide: torch.Tensor) -> bool:
    from torch._dynamo.utils import same

    return same(eager, compiled, wide, tol=1e-4, log_error=lambda *_arguments: None)


@pytest.mark.parametrize(("times", "agrees"), [(0.2, True), (1.0, True), (1.8, True), (2.3, False), (6.0, False)])
def test_error_beside_eagers_own_is_judged_as_in_the_benchmarks_of_pytorch(times: float, agrees: bool) -> None:
    torch.manual_seed(0)
    wide = torch.randn(5000, dtype=torch.float64)
    eager = (wide + 1e-2 * torch.rand_like(wide)).float()
    compiled = (wide - times * 1e-2 * torch.rand_like(wide)).float()
    assert (problems(eager, compiled, wide) == []) is agrees
    assert _as_the_benchmarks_judge(eager, compiled, wide) is agrees
    if times == 2.3:
        assert "root mean square" in problems(eager, compiled, wide)[0]


def test_half_precision_and_small_tensors_may_scatter_more() -> None:
    torch.manual_seed(0)
    for size, dtype in ((5000, torch.bfloat16), (500, torch.float32)):
        wide = torch.randn(size, dtype=torch.float64)
        eager = (wide + 0.1 * torch.rand_like(wide)).to(dtype)
        compiled = (wide - 2.5 * 0.1 * torch.rand_like(wide)).to(dtype)
        assert problems(eager, compiled, wide) == []
        assert _as_the_benchmarks_judge(eager, compiled, wide)


def test_one_wrong_value_among_many_is_found_which_a_mean_hides() -> None:
    torch.manual_seed(0)
    wide = torch.randn(100_000, dtype=torch.float64)
    eager = (wide + 1e-2 * torch.rand_like(wide)).float()
    compiled = eager.clone()
    compiled[7] += 1
    assert _as_the_benchmarks_judge(eager, compiled, wide)
    assert len(problems(eager, compiled, wide)) == 1


def test_wrong_values_near_zero_are_found_which_an_absolute_tolerance_lets_through() -> None:
    wide = torch.linspace(1e-5, 2e-5, 2000, dtype=torch.float64)
    assert _as_the_benchmarks_judge(wide.float(), wide.float() * 1.5, wide)
    assert len(problems(wide.float(), wide.float() * 1.5, wide)) == 1


def test_noise_where_the_true_value_is_zero_is_judged_by_the_other_gradients() -> None:
    eager = [Outcome(gradients={"grad of big": torch.ones(2), "grad of zero": torch.tensor([1e-9, 0.0])})]
    compiled = [Outcome(gradients={"grad of big": torch.ones(2), "grad of zero": torch.tensor([-2e-9, 1e-9])})]
    assert compare(eager, compiled, None).problems == []


@pytest.mark.parametrize(
    ("eager", "compiled", "said"),
    [
        (torch.ones(2), torch.ones(2, 1), "shape"),
        (torch.ones(2), torch.ones(2, dtype=torch.float64), "dtype"),
        (torch.tensor([1, 2]), torch.tensor([1, 3]), "values differ"),
        (torch.tensor([True]), torch.tensor([False]), "values differ"),
        (torch.tensor([1.0, float("nan")]), torch.tensor([float("nan"), 1.0]), "NaN"),
        (torch.tensor([float("inf")]), torch.tensor([float("-inf")]), "NaN or infinity"),
        (torch.tensor([float("inf")]), torch.tensor([float("nan")]), "NaN or infinity"),
        (1, 2, "1 in eager, 2 when compiled"),
        (1, 1.0, "1 in eager"),
        (torch.ones(1), None, "None when compiled"),
        (1.0, 1.1, "1.0 in eager"),
    ],
)
def test_differences_are_named(eager: object, compiled: object, said: str) -> None:
    (problem,) = problems(eager, compiled)
    assert said in problem


def test_same_nan_and_infinity() -> None:
    x = torch.tensor([float("nan"), float("inf"), float("-inf"), 1.0])
    assert problems(x, x.clone()) == []
    assert problems(x, x.clone(), x.double()) == []
    assert problems(float("nan"), float("nan")) == []


def test_missing_output_is_a_problem_but_zeros_for_no_gradient_are_a_remark() -> None:
    assert compare(outputs(y=1, z=2), outputs(y=1), None).problems == ["z is missing when compiled"]
    zeros = [Outcome(gradients={"grad of unused": torch.zeros(2)})]
    result = compare([Outcome()], zeros, None)
    assert (result.problems, result.remarks) == ([], ["grad of unused is None in eager and zeros when compiled"])
    ones = [Outcome(gradients={"grad of used": torch.ones(2)})]
    assert compare([Outcome()], ones, None).problems == ["grad of used is missing in eager"]


def test_complex_and_empty_tensors() -> None:
    z = torch.tensor([1 + 2j])
    assert problems(z, z.clone()) == []
    assert len(problems(z, z.conj())) == 1
    assert problems(torch.ones(0), torch.ones(0)) == []


def stepper(fn: object, *args: object) -> Stepper:
    made = Stepper(Target(fn, [CallArguments(args)]), torch.device("cpu"))  # type: ignore[arg-type]
    made.settle()
    return made


def test_reference_is_in_float64_and_leaves_the_model_alone() -> None:
    model = torch.nn.Linear(4, 2)
    made = stepper(model, torch.ones(3, 4))
    found, reason = reference(made)
    assert found is not None, reason
    assert found[0].outputs["output"].dtype == torch.float64
    assert found[0].gradients["grad of weight"].dtype == torch.float64
    assert model.weight.dtype == torch.float32


def test_no_reference_says_why() -> None:
    class Fixed(torch.nn.Linear):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return super().forward(x.float())

    found, reason = reference(stepper(Fixed(4, 2), torch.ones(3, 4)))
    assert found is None
    assert reason.startswith("float64 run failed: RuntimeError")
