"""What is known of packages beside torch: their calls to try, and the tables that come of them.

``python -m tools.torch_data.packages`` writes ``torchvision.json`` and ``einops.json`` for those installed.
"""

from __future__ import annotations

import importlib
import json
from collections import OrderedDict
from collections.abc import Callable
from importlib import metadata
from typing import Any

import torch
from fullgraph.lint.torch_data.kinds import Kind

from tools.torch_data import FOLDER
from tools.torch_data.breaks import Subject, judge, judge_modules, quiet, run
from tools.torch_data.observe import Tags, kind_of
from tools.torch_data.samples import Sample, copied
from tools.torch_data.stubs import annotated, python_signature

Calls = dict[str, tuple[Sample, ...]]
"""The arguments to call each public name with."""
Modules = dict[str, tuple[Sample, Sample]]
"""What to build each class with, and what to call the module with."""


def torchvision_calls() -> tuple[Calls, Modules]:
    boxes = torch.tensor([[0.0, 0.0, 2.0, 2.0], [1.0, 1.0, 3.0, 3.0], [0.0, 0.0, 1.0, 4.0]])
    scores, labels = torch.tensor([0.9, 0.8, 0.7]), torch.tensor([0, 1, 1])
    images, regions = torch.ones(2, 8, 8, 8), torch.tensor([[0.0, 0.0, 0.0, 3.0, 3.0], [1.0, 1.0, 1.0, 4.0, 4.0]])
    masks = torch.zeros(2, 8, 8)
    masks[:, 2:4, 3:5] = 1
    offsets = torch.zeros(2, 18, 6, 6)
    pooled = (Sample((images, regions, 2)), Sample((images, [regions[:, 1:], regions[:, 1:]], 2)))
    pairs = (Sample((boxes, boxes)),)
    losses = (*pairs, Sample((boxes, boxes), {"reduction": "mean"}))
    calls: Calls = {
        "nms": (Sample((boxes, scores, 0.5)),),
        "batched_nms": (Sample((boxes, scores, labels, 0.5)),),
        "remove_small_boxes": (Sample((boxes, 1.0)),),
        "clip_boxes_to_image": (Sample((boxes, (4, 4))),),
        "box_convert": (Sample((boxes, "xyxy", "cxcywh")), Sample((boxes, "xyxy", "xyxy"))),
        "box_area": (Sample((boxes,)),),
        "box_iou": pairs,
        "generalized_box_iou": pairs,
        "distance_box_iou": pairs,
        "complete_box_iou": pairs,
        "generalized_box_iou_loss": losses,
        "distance_box_iou_loss": losses,
        "complete_box_iou_loss": losses,
        "masks_to_boxes": (Sample((masks,)),),
        "roi_align": pooled,
        "roi_pool": pooled,
        "ps_roi_align": pooled,
        "ps_roi_pool": pooled,
        "sigmoid_focal_loss": (Sample((scores, scores)), Sample((scores, scores), {"reduction": "mean"})),
        "stochastic_depth": tuple(Sample((images, p, mode)) for p in (0.0, 0.5) for mode in ("row", "batch")),
        "drop_block2d": (Sample((images, 0.5, 3)), Sample((images, 0.0, 3))),
        "drop_block3d": (Sample((images[None], 0.5, 3)), Sample((images[None], 0.0, 3))),
        "deform_conv2d": (Sample((images, offsets, torch.ones(4, 8, 3, 3))),),
    }
    pyramid = OrderedDict(a=images, b=images[:, :, :4, :4])
    modules: Modules = {
        "DeformConv2d": (Sample((8, 4, 3)), Sample((images, offsets))),
        "RoIAlign": (Sample((2, 1.0, -1)), Sample((images, regions))),
        "RoIPool": (Sample((2, 1.0)), Sample((images, regions))),
        "PSRoIAlign": (Sample((2, 1.0, -1)), Sample((images, regions))),
        "PSRoIPool": (Sample((2, 1.0)), Sample((images, regions))),
        "MultiScaleRoIAlign": (Sample((["a", "b"], 2, 2)), Sample((pyramid, [boxes, boxes], [(16, 16), (16, 16)]))),
        "FeaturePyramidNetwork": (Sample(([8, 8], 4)), Sample((pyramid,))),
        "StochasticDepth": (Sample((0.5, "row")), Sample((images,))),
        "FrozenBatchNorm2d": (Sample((8,)), Sample((images,))),
        "Conv2dNormActivation": (Sample((8, 4)), Sample((images,))),
        "Conv3dNormActivation": (Sample((2, 4)), Sample((images[None],))),
        "SqueezeExcitation": (Sample((8, 4)), Sample((images,))),
        "MLP": (Sample((8, [4, 2])), Sample((images,))),
        "Permute": (Sample(([0, 2, 3, 1],)), Sample((images,))),
        "DropBlock2d": (Sample((0.5, 3)), Sample((images,))),
        "DropBlock3d": (Sample((0.5, 3)), Sample((images[None],))),
    }
    return {f"torchvision.ops.{n}": s for n, s in calls.items()}, {
        f"torchvision.ops.{n}": m for n, m in modules.items()
    }


def einops_calls() -> tuple[Calls, Modules]:
    images = torch.ones(2, 3, 4, 5)
    shapes = [torch.Size([3]), torch.Size([3])]
    calls: Calls = {
        "rearrange": (Sample((images, "b c h w -> b (c h w)")), Sample(([images, images], "n b c h w -> b n c h w"))),
        "reduce": tuple(Sample((images, "b c h w -> b c", how)) for how in ("mean", "max", "sum")),
        "repeat": (Sample((images, "b c h w -> b c h w d"), {"d": 2}),),
        "einsum": (Sample((images, "b c h w -> b w h c")), Sample((images, images, "b c h w, b c h v -> b w v"))),
        "pack": (Sample(([images, images], "b c h *")),),
        "unpack": (Sample((torch.ones(2, 6), shapes, "b *")),),
        "parse_shape": (Sample((images, "b c h w")),),
        "asnumpy": (Sample((images,)),),
    }
    modules: Modules = {
        "Rearrange": (Sample(("b c h w -> b (c h w)",)), Sample((images,))),
        "Reduce": (Sample(("b c h w -> b c", "max")), Sample((images,))),
        "EinMix": (
            Sample(("b c h w -> b c h v",), {"weight_shape": "w v", "bias_shape": "v", "w": 5, "v": 2}),
            Sample((images,)),
        ),
    }
    return {f"einops.{n}": s for n, s in calls.items()}, {f"einops.layers.torch.{n}": m for n, m in modules.items()}


PACKAGES: dict[str, tuple[str, Callable[[], tuple[Calls, Modules]]]] = {
    # Package: the namespace whose public names must all have a call, and the calls.
    "torchvision": ("torchvision.ops", torchvision_calls),
    "einops": ("einops", einops_calls),
}


class PackageTables:
    """Collects the tables of one package."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.tables: dict[str, dict[str, Kind]] = {"functions": {}, "modules": {}, "breaks": {}}
        self.sets: dict[str, set[str]] = {name: set() for name in ("data_read", "dynamic_shape", "random", "views")}

    def build(self) -> dict[str, Any]:
        namespace, calls_and_modules = PACKAGES[self.package]
        calls, modules = calls_and_modules()
        public = {f"{namespace}.{name}" for name in importlib.import_module(namespace).__all__}
        missing = {name for name in public - calls.keys() - modules.keys() if not _is_exception(found(name))}
        if missing:
            raise LookupError(f"no calls to try for {', '.join(sorted(missing))}")
        for name, samples in calls.items():
            function = found(name)
            signature = python_signature(function)
            subject = Subject(name, function, [signature] if signature is not None else [], samples=list(samples))
            self._note("functions", [subject], annotated(function, {}))
        for name, (made, sample) in modules.items():
            cls = found(name)
            built = [cls(*made.args, **made.kwargs).train(training) for training in (True, False)]
            self._note("modules", [Subject(name, one, samples=[sample]) for one in built], annotated(cls.forward, {}))
        tables = {name: dict(sorted(table.items())) for name, table in self.tables.items()}
        versions = {"version": metadata.version(self.package), "torch": torch.__version__.partition("+")[0]}
        return {**versions, **tables, **{name: sorted(names) for name, names in self.sets.items()}}

    def _note(self, table: str, subjects: list[Subject], said: Kind) -> None:
        """Put a function or a class into the tables, under every public name that it has."""
        names = public_names(subjects[0].name)
        kinds = [kind_of(run(subject.call, sample)) for subject in subjects for sample in subject.samples]
        kind = kinds[0] if all(other == kinds[0] for other in kinds) else "any"
        if isinstance(said, str) and said not in ("any", kind) and (said, kind) != ("list", "tensors"):
            raise ValueError(f"{subjects[0].name} is annotated with {said} and returned {kind}")
        if kind != "any":
            self.tables[table].update(dict.fromkeys(names, kind))
        for subject in subjects:
            for sample in subject.samples:
                tags, aliases = observed(subject, sample)
                if torch.Tag.nondeterministic_seeded in tags:
                    self.sets["random"].update(names)
                if aliases:
                    self.sets["views"].update(names)
        with quiet():
            verdict = judge_modules(subjects) if table == "modules" else judge(subjects[0])
        if verdict is not None:
            self.tables["breaks"].update(dict.fromkeys(names, verdict.kind))
            self.sets["dynamic_shape" if verdict.shape else "data_read"].update(names)


def observed(subject: Subject, sample: Sample) -> tuple[set[torch.Tag], bool]:
    """The tags of the operators that a call runs, and whether a result shares memory with an argument."""
    args, kwargs = copied(sample.args), copied(dict(sample.kwargs))
    with Tags() as tags:
        result = subject.call(*args, **kwargs)

    def storages(values: Any) -> set[int]:
        if isinstance(values, torch.Tensor):
            return {values.untyped_storage().data_ptr()}
        parts = values.values() if isinstance(values, dict) else values if isinstance(values, (list, tuple)) else ()
        return {pointer for part in parts for pointer in storages(part)}

    return tags.seen, bool(storages(result) & storages([*args, *kwargs.values()]))


def found(name: str) -> Any:
    module, _, attribute = name.rpartition(".")
    return getattr(importlib.import_module(module), attribute)


def _is_exception(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Exception)


def public_names(name: str) -> list[str]:
    """The name, and the one in the module of its definition if that is public."""
    value = found(name)
    other = f"{value.__module__}.{name.rpartition('.')[2]}"
    return [name] if "._" in other or getattr(value, "__name__", "") != name.rpartition(".")[2] else [name, other]


def content(package: str) -> str:
    """The text of a package's file."""
    return json.dumps(PackageTables(package).build(), separators=(",", ":")) + "\n"


def main() -> None:
    """Write the files of the packages that are installed."""
    for package in PACKAGES:
        try:
            importlib.import_module(package)
        except ImportError:
            print(f"{package} is not installed")
            continue
        path = FOLDER / f"{package}.json"
        path.write_text(content(package))
        print(path)


if __name__ == "__main__":
    main()
