"""``pyg:ClassName``: a model of ``torch_geometric.nn.models`` or a layer of ``torch_geometric.nn.conv``.

What a constructor requires and what ``forward`` takes is made by the names of the parameters. All widths are one
number, so that parts fit together, and layers that are given to others find the width of their input when they first
run. Graphs are small and random.
"""

from __future__ import annotations

import functools
import inspect
import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from fullgraph.runtime_check.target import models
from fullgraph.runtime_check.target.models import BuildOptions, ModelError, first_line, library, near

WIDTH = {"small": 16, "default": 64}
LAYERS = 2
NODES = (24, 30)
"""Of the input sets: the numbers of nodes and of edges vary."""
EDGES_PER_NODE = 3
GRAPHS = 2
"""The nodes belong to so many graphs."""
RELATIONS = 3
SPACE = 3
"""Dimensions of positions."""
STEPS = 4
"""Points of time."""
EVENTS = 6
ATOMS = 9
CLASSES = 4
TYPES = ("paper", "author")
"""Of nodes, where there are several."""
RELATION = ("paper", "to", "author")
ABSTRACT = ("MessagePassing",)
"""Classes to derive others from."""
OPTIONAL = ((), ("edge_index",), ("edge_attr",), ("edge_type",), ("edge_attr", "edge_type"), ("batch",))
"""Arguments with a default that some cannot do without, in the order in which they are tried."""


def names(_every: bool) -> list[str]:
    """The models and the layers."""
    return [name for name in _classes() if name not in ABSTRACT]


def _classes() -> dict[str, Any]:
    import torch

    modules = [library(f"torch_geometric.nn.{folder}") for folder in ("models", "conv")]
    found = {name: getattr(module, name) for module in modules for name in module.__all__}
    return {name: one for name, one in found.items() if isinstance(one, type) and issubclass(one, torch.nn.Module)}


def build(name: str, options: BuildOptions) -> Mapping[str, Any]:
    """The model and its inputs. Raises `ModelError`."""
    known = _classes()
    if name not in known:
        version = library("torch_geometric").__version__
        raise ModelError(f"torch_geometric {version} has no model or layer {name}{near(name, known)}", models.UNKNOWN)
    kind, width = known[name], WIDTH[options.size]
    try:
        _construct(kind, width)
    except _UnknownArgumentError as error:
        raise ModelError(
            f"pyg:{name} is built from {error}, for which no value is known: give a factory in a file instead",
            f"{models.NO_VALUE}: {error}",
        ) from None
    except Exception as error:
        raise ModelError(
            f"pyg:{name} cannot be built: {first_line(error)}", models.failing("cannot be built", error)
        ) from error
    try:
        _call(kind, _Graph(NODES[0], width), ())
    except _UnknownArgumentError as error:
        raise ModelError(
            f"pyg:{name} takes {error}, for which no input is known: give all of them with --input or --inputs",
            f"{models.NO_INPUT}: {error}",
        ) from None
    attempts = [functools.partial(_attempt, kind, width, more, plain) for plain, more in _ways(kind)]
    model, (more, plain) = _first_that_runs(f"pyg:{name}", attempts)
    model.train(options.train)
    counts = NODES[:1] * 2 if "num_nodes" in inspect.signature(kind.__init__).parameters else NODES
    graphs = [_Graph(nodes, width, EDGES_PER_NODE + more_edges, plain) for more_edges, nodes in enumerate(counts)]
    return {"model": model, "inputs": lambda: [_call(kind, graph, more) for graph in graphs]}


def _ways(kind: Any) -> Iterator[tuple[bool, Sequence[str]]]:
    known = inspect.signature(kind.forward).parameters
    for whole, more in itertools.product((False, True), OPTIONAL):
        if set(more) <= set(known):
            yield whole, more


def _attempt(kind: Any, width: int, more: Sequence[str], whole: bool) -> tuple[Any, Any]:
    model = _construct(kind, width)
    return model, _call(kind, _Graph(NODES[0], width, whole=whole), more)


def _first_that_runs(what: str, attempts: Sequence[functools.partial[Any]]) -> tuple[Any, tuple[Sequence[str], bool]]:
    """The first model that runs, and the way in which it was called. Raises `ModelError` with the first failure."""
    import torch

    failure: Exception | None = None
    for attempt in attempts:
        try:
            model, (positional, named) = attempt()
            model.eval()
            with torch.no_grad():
                model(*positional, **named)
            return model, attempt.args[2:4]
        except Exception as error:
            failure = failure or error
    assert failure is not None
    raise ModelError(
        f"{what} does not run on the graph made for it: {first_line(failure)}", models.failing(models.NOT_RUN, failure)
    ) from failure


class _UnknownArgumentError(Exception):
    """An argument that is required and that nobody knows how to make."""


# What constructors take


def _construct(kind: Any, width: int) -> Any:
    made = {}
    for name in _required(kind.__init__):
        made[name] = _argument(kind, name, width)
    return kind(**made, **{name: make(width) for name, make in OTHERS.get(kind.__name__, {}).items()})


def _required(function: Any) -> dict[str, inspect.Parameter]:
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return {
        name: parameter
        for name, parameter in inspect.signature(function).parameters.items()
        if name != "self" and parameter.kind in named and parameter.default is inspect.Parameter.empty
    }


def _argument(kind: Any, name: str, width: int) -> Any:
    own = ARGUMENTS.get((kind.__name__, name)) or ARGUMENTS.get(("", name))
    if own is not None:
        return own(width)
    number = next((value for pattern, value in _NUMBERS if re.fullmatch(pattern, name)), None)
    if number is not None:
        return number
    if "channels" in name or name.endswith(("_dim", "_size")) or name.startswith("dim_") or "emb" in name:
        return width
    raise _UnknownArgumentError(name)


_NUMBERS: tuple[tuple[str, float], ...] = (
    (r"num_(\w+_)?layers|num_blocks|num_timesteps|K|depth|filter_size|num_(correction|smoothing)_layers", LAYERS),
    (r"k|walk_length", 4),
    (r"context_size", 2),
    (r"num_nodes", NODES[0]),
    (r"num_classes", CLASSES),
    (r"num_(relations|rels|edge_types)", RELATIONS),
    (r"num_node_types", len(TYPES)),
    (r"(\w+_)?alpha", 0.5),
    (r"dim", SPACE),
    (r"kernel_size", 4),
    (r"num_spherical|num_radial", 4),
    (r"num_bilinear|(space|propagate)_dimensions", 4),
    (r"seq_len", STEPS),
    (r"first_aggr", True),
)


def _linear(width: int) -> Any:
    """A layer whose input has the width that it first sees."""
    import torch

    return torch.nn.LazyLinear(width)


def _layer(width: int) -> Any:
    return library("torch_geometric.nn").GCNConv(width, width)


def _degrees(_width: int) -> Any:
    import torch

    return torch.ones(2 * EDGES_PER_NODE, dtype=torch.long)


def _random_edges(_width: int) -> Any:
    return _Graph(NODES[0], 1).edges()


def _metadata(_width: int) -> Any:
    return list(TYPES), [RELATION, RELATION[::-1]]


def _relu(_width: int) -> Any:
    return library("torch").nn.ReLU()


def _half(width: int) -> Any:
    return _layer(width // 2)


ARGUMENTS: Mapping[tuple[str, str], Callable[[int], Any]] = {
    ("", "nn"): _linear,
    ("NNConv", "nn"): lambda width: _linear(width * width),
    ("", "mlp_h"): lambda _width: _linear(SPACE),
    ("", "mlp_f"): _linear,
    ("", "mlp_g"): _linear,
    ("", "encoder"): _layer,
    ("", "discriminator"): lambda width: library("torch").nn.Linear(width, width),
    ("GPSENodeEncoder", "dim_emb"): lambda width: 2 * width,
    ("", "conv"): _layer,
    ("GroupAddRev", "conv"): _half,
    ("", "convs"): lambda width: {RELATION: library("torch_geometric.nn").SAGEConv(width, width)},
    ("", "deg"): _degrees,
    ("", "aggregators"): lambda _width: ["mean", "max"],
    ("", "scalers"): lambda _width: ["identity"],
    ("", "mode"): lambda _width: "cat",
    ("", "types"): lambda _width: list(TYPES),
    ("", "edge_index"): _random_edges,
    ("", "edge_index_dict"): lambda width: _Graph(NODES[0], width).edges_by_type(),
    ("", "metadata"): _metadata,
    ("", "metapath"): lambda _width: [RELATION, RELATION[::-1]],
    ("", "summary"): lambda _width: _summary,
    ("", "corruption"): lambda _width: _corruption,
    ("TGNMemory", "message_module"): lambda width: library(_MEMORY).IdentityMessage(width, width, width),
    ("TGNMemory", "aggregator_module"): lambda _width: library(_MEMORY).LastAggregator(),
}
"""Arguments of constructors, by class (empty: any) and name."""
OTHERS: Mapping[str, Mapping[str, Callable[[int], Any]]] = {
    "DeepGCNLayer": {"conv": _layer, "norm": lambda width: library("torch").nn.LayerNorm(width), "act": _relu},
    "FusedGATConv": {"in_channels": int, "out_channels": int, "add_self_loops": lambda _width: False},
    # What it does to save memory leaves nothing of the arguments, which are compared afterwards.
    "GroupAddRev": {"num_groups": lambda _width: 2, "disable": lambda _width: True},
    "GPSE": {"dim_in": lambda width: width},
    "MLP": {"channel_list": lambda width: [width] * 3},
    "SchNet": {"interaction_graph": lambda _width: _neighbors},
    "PNA": {"aggregators": lambda _width: ["mean", "max"], "scalers": lambda _width: ["identity"], "deg": _degrees},
}
"""Arguments of constructors that have a default, or no name, and are needed."""
_MEMORY = "torch_geometric.nn.models.tgn"


def _summary(embedded: Any, *_inputs: Any, **_named: Any) -> Any:
    return embedded.mean(0).sigmoid()


def _neighbors(pos: Any, batch: Any) -> Any:
    """The edges between the next nodes of a graph in their order, and how long they are: no package looks for them."""
    torch = library("torch")
    begin = torch.arange(len(pos) - 1, device=pos.device)
    begin = begin[batch[:-1] == batch[1:]]
    edges = torch.stack([torch.cat([begin, begin + 1]), torch.cat([begin + 1, begin])])
    return edges, (pos[edges[0]] - pos[edges[1]]).norm(dim=-1)


def _corruption(x: Any, edge_index: Any) -> Any:
    return x.flip(0), edge_index


# What forward takes


def _call(kind: Any, graph: _Graph, more: Sequence[str]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The positional arguments, where the parameters have no names of their own, and those with names."""
    known = inspect.signature(kind.forward).parameters
    free = any(parameter.kind is inspect.Parameter.VAR_POSITIONAL for parameter in known.values())
    required = _required(kind.forward)
    if "args_dict" in known:
        return (graph.by_type(), graph.edges_by_type()), {}
    if kind.__name__ in POSITIONAL:
        return tuple(graph.make(kind.__name__, name) for name in POSITIONAL[kind.__name__]), {}
    if free and not required:
        return (graph.features(), graph.edges()), {}
    made = {name: graph.make(kind.__name__, name) for name in [*required, *more]}
    if free and "x" in made and "edge_index" not in made:
        made["edge_index"] = graph.edges()
    return (), made


POSITIONAL = {"CorrectAndSmooth": ("y_soft", "y", "mask", "edge_index")}
"""By class: arguments that ``forward`` passes on without a name for them."""


class _Graph:
    """A random graph, the same for the same numbers."""

    def __init__(self, nodes: int, width: int, per_node: int = EDGES_PER_NODE, whole: bool = False) -> None:
        import torch

        self.torch = torch
        self.nodes, self.width, self.count = nodes, width, nodes * per_node
        self.whole = whole
        """Features are whole numbers, as of atoms and words."""
        self.generator = torch.Generator().manual_seed(nodes)

    def make(self, kind: str, name: str) -> Any:
        own = _INPUTS.get((kind, name)) or _INPUTS.get(("", name))
        if own is None:
            raise _UnknownArgumentError(name)
        return own(self)

    def numbers(self, high: int, *shape: int) -> Any:
        return self.torch.randint(0, high, shape, generator=self.generator)

    def floats(self, *shape: int) -> Any:
        return self.torch.randn(shape, generator=self.generator)

    def features(self) -> Any:
        return self.numbers(CLASSES, self.nodes) if self.whole else self.floats(self.nodes, self.width)

    def edges(self) -> Any:
        """Each node has as many edges; the first graph's nodes are joined with each other alone."""
        half = self.nodes // GRAPHS
        begin = self.torch.arange(self.nodes).repeat(self.count // self.nodes)
        return self.torch.stack([self.numbers(half, self.count) + begin // half * half, begin])

    def edges_by_type(self) -> Any:
        return {RELATION: self.edges(), RELATION[::-1]: self.edges().flip(0)}

    def graphs(self) -> Any:
        return self.torch.arange(self.nodes) // (self.nodes // GRAPHS)

    def data(self) -> Any:
        """The graph as one object."""
        data = library("torch_geometric.data")
        return data.Data(
            x=self.features(),
            edge_index=self.edges(),
            batch=self.graphs(),
            y=self.floats(self.nodes, 51),
            y_graph=self.floats(GRAPHS, 11),
        )

    def events(self) -> Any:
        """Events between two nodes each, with what each of the two took part in before."""
        rows = self.torch.arange(EVENTS)
        data = library("torch_geometric.data").Data(
            sub=self.numbers(self.nodes, EVENTS),
            rel=self.numbers(RELATIONS, EVENTS),
            obj=self.numbers(self.nodes, EVENTS),
        )
        for side in ("h_sub", "h_obj"):
            data[side] = self.numbers(self.nodes, EVENTS)
            data[f"{side}_t"] = self.numbers(STEPS, EVENTS)
            data[f"{side}_batch"] = rows
        return data

    def ranks(self) -> Any:
        """How near nodes are to each other, for those that are joined."""
        edges = self.edges()
        return self.torch.sparse_coo_tensor(
            edges, self.floats(self.count).sigmoid(), (self.nodes,) * 2, check_invariants=True
        ).coalesce()

    def by_type(self) -> Any:
        return {name: self.features() for name in TYPES}


_INPUTS: Mapping[tuple[str, str], Callable[[_Graph], Any]] = {
    ("", "x"): _Graph.features,
    ("", "x_0"): _Graph.features,
    ("", "edge_index"): _Graph.edges,
    ("", "pos_edge_index"): _Graph.edges,
    ("", "neg_edge_index"): _Graph.edges,
    ("", "hyperedge_index"): _Graph.edges,
    ("", "edge_attr"): lambda graph: graph.floats(graph.count, graph.width),
    ("GMMConv", "edge_attr"): lambda graph: graph.floats(graph.count, SPACE),
    ("SplineConv", "edge_attr"): lambda graph: graph.floats(graph.count, SPACE).sigmoid(),
    ("", "edge_type"): lambda graph: graph.numbers(RELATIONS, graph.count),
    ("", "node_type"): lambda graph: graph.numbers(len(TYPES), graph.nodes),
    ("MetaPath2Vec", "node_type"): lambda _graph: TYPES[0],
    ("", "pos"): lambda graph: graph.floats(graph.nodes, SPACE),
    ("", "normal"): lambda graph: graph.floats(graph.nodes, SPACE),
    ("", "batch"): _Graph.graphs,
    ("", "z"): lambda graph: graph.numbers(ATOMS, graph.nodes) + 1,
    ("InnerProductDecoder", "z"): _Graph.features,
    ("", "y"): lambda graph: graph.numbers(CLASSES, graph.nodes),
    ("", "y_soft"): lambda graph: graph.floats(graph.nodes, CLASSES).softmax(-1),
    ("", "mask"): lambda graph: graph.numbers(2, graph.nodes).bool(),
    ("", "n_id"): lambda graph: graph.torch.arange(graph.nodes),
    ("", "x_dict"): _Graph.by_type,
    ("", "edge_index_dict"): _Graph.edges_by_type,
    ("", "xs"): lambda graph: [graph.features() for _ in range(LAYERS)],
    ("", "xs_dict"): lambda graph: {name: [graph.features() for _ in range(LAYERS)] for name in TYPES},
    ("", "pos_enc"): lambda graph: graph.floats(graph.nodes, graph.width),
    ("DNAConv", "x"): lambda graph: graph.floats(graph.nodes, LAYERS, graph.width),
    ("SignedConv", "x"): _Graph.features,
    ("MeshCNNConv", "x"): lambda graph: graph.floats(graph.nodes, graph.width),
    ("MeshCNNConv", "edge_index"): lambda graph: graph.torch.stack(
        [graph.torch.arange(graph.nodes).repeat_interleave(4), graph.numbers(graph.nodes, 4 * graph.nodes)]
    ),
    ("GPSE", "batch"): _Graph.data,
    ("RENet", "data"): _Graph.events,
    ("CorrectAndSmooth", "y"): lambda graph: graph.numbers(CLASSES, graph.nodes // 2),
    ("CorrectAndSmooth", "mask"): lambda graph: graph.torch.arange(graph.nodes) < graph.nodes // 2,
    ("LPFormer", "ppr_matrix"): _Graph.ranks,
    ("LPFormer", "batch"): lambda graph: graph.numbers(graph.nodes, 2, 4),
}
"""Arguments of ``forward``, by class (empty: any) and name."""
