"""Why a model cannot be built, in words that are the same for all models with this cause."""

import dataclasses

import pytest
from fullgraph.runtime_check.process.worker import describe_failure
from fullgraph.runtime_check.results import Failure, from_json
from fullgraph.runtime_check.target.models import NOT_RUN, failing, missing_package
from fullgraph.runtime_check.target.target import TargetError, load_target, parse_spec


@pytest.mark.parametrize(
    ("name", "cause"),
    [
        ("NoSuchModel", "the library has no model of this name"),
        ("bert-base-uncased", "the library has no model of this name"),
        ("AutoModel", "no model class of PyTorch"),
        ("BertTokenizer", "no model class of PyTorch"),
    ],
)
def test_the_cause_reaches_the_failure(name: str, cause: str) -> None:
    pytest.importorskip("transformers")
    with pytest.raises(TargetError) as caught:
        load_target(parse_spec(f"hf:{name}"), [], None)
    failure = describe_failure(caught.value, "load")
    assert failure.cause == cause
    assert name not in failure.cause and name in failure.message


def test_other_targets_have_no_cause() -> None:
    with pytest.raises(TargetError) as caught:
        load_target(parse_spec("no_such_module:f"), [], None)
    assert describe_failure(caught.value, "load").cause == ""


def test_a_failure_keeps_its_cause_as_json() -> None:
    failure = Failure("target", "hf:X cannot be built", "load", cause="no model class of PyTorch")
    assert from_json(Failure, dataclasses.asdict(failure)) == failure


@pytest.mark.parametrize(
    ("error", "package"),
    [
        (ModuleNotFoundError("No module named 'scipy.optimize'", name="scipy.optimize"), "scipy"),
        (ImportError("DinatModel requires the natten library but it was not found in your environment."), "natten"),
        (ImportError("'radius_graph' requires 'pyg-lib>=0.6.0'"), "pyg-lib"),
        (ImportError("cannot load"), ""),
        (ValueError("requires the natten library"), ""),
    ],
)
def test_the_package_that_is_missing(error: Exception, package: str) -> None:
    assert missing_package(error) == package
    cause = failing(NOT_RUN, error)
    expected = f"needs a package that is not installed: {package}" if package else f"{NOT_RUN}: {type(error).__name__}"
    assert cause == expected
