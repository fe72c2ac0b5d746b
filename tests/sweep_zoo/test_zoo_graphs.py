"""Models and layers of torch_geometric."""

import pytest
from fullgraph.runtime_check.target.target import TargetError, load_target, parse_spec


@pytest.mark.parametrize(
    "name",
    [
        *("GCN", "GATConv", "NNConv", "RGCNConv", "HGTConv", "DNAConv", "GAE", "LINKX", "AttentiveFP", "PointGNNConv"),
        *("SchNet", "LPFormer", "CorrectAndSmooth", "GroupAddRev"),
    ],
)
def test_models_run_on_graphs_of_several_sizes(name: str) -> None:
    torch = pytest.importorskip("torch")
    pytest.importorskip("torch_geometric")
    target = load_target(parse_spec(f"pyg:{name}"), [], None)
    assert len({call.label for call in target.calls}) == 2
    for call in target.calls:
        with torch.no_grad():
            target.fn(*call.args, **call.kwargs)


def test_what_is_missing_is_named() -> None:
    pytest.importorskip("torch_geometric")
    with pytest.raises(TargetError, match="has no model or layer GCNConf; did you mean GCNConv") as caught:
        load_target(parse_spec("pyg:GCNConf"), [], None)
    assert caught.value.cause == "the library has no model of this name"


@pytest.mark.parametrize("name", ["GPSE", "RENet"])
def test_models_run_on_a_graph_that_is_one_object(name: str) -> None:
    torch = pytest.importorskip("torch")
    pytest.importorskip("torch_geometric")
    target = load_target(parse_spec(f"pyg:{name}"), [], None)
    for call in target.calls:
        with torch.no_grad():
            target.fn(*call.args, **call.kwargs)
