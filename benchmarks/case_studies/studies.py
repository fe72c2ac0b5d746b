"""The list of studies: a model of a released package each, and how it is run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from fullgraph.runtime_check.arms import Mode


@dataclass(frozen=True)
class Package:
    """A released distribution."""

    name: str
    version: str
    module: str
    """Its folder."""
    needs: tuple[tuple[str, str, str], ...] = ()
    """What it imports beside torch and may not be there: distribution, version and module."""

    @property
    def label(self) -> str:
        return f"{self.name} {self.version}"


@dataclass(frozen=True)
class Study:
    """A target, before and after the fixes of the tool."""

    name: str
    package: Package
    targets: str
    """The file of `benchmarks.case_studies.targets` with the factory of the study's name."""
    title: str
    step: str
    """What is timed, in words."""
    checked: tuple[str, ...]
    """What ``check`` is given to fix, in the package's folder."""
    train: bool
    """Forward and backward, else forward alone."""
    modes: tuple[Mode, ...] = ("default",)
    amp: Literal["bfloat16", "float16"] | None = None
    """Both versions run under autocast."""
    whole: bool = True
    """The fixes leave one graph."""
    root: str = ""
    """What counts as compiled beside the modules of ``checked``: a function that ``study.py`` calls."""
    by_hand: str = ""
    """What the tool leaves to do, in words."""

    def target(self, small: bool) -> str:
        return f"study.py:{self.name}{'_small' if small else ''}"


NFLOWS = Package("nflows", "0.14", "nflows")
PIQ = Package("piq", "0.8.0", "piq")
TORCHMETRICS = Package(
    "torchmetrics",
    "1.9.0",
    "torchmetrics",
    needs=(("lightning-utilities", "0.15.3", "lightning_utilities"),),
)
TRANSFORMERS = Package("transformers", "5.17.0", "transformers")
OUTPUTS = "transformers/utils/output_capturing.py"
"""What collects the outputs of layers, in all models of transformers 5."""
BOTH: tuple[Mode, ...] = ("default", "reduce-overhead")

STUDIES: tuple[Study, ...] = (
    Study(
        "rational_splines",
        NFLOWS,
        "nflows_flows",
        "A flow of rational-quadratic splines",
        "A training step (forward and backward) of eight coupling layers on 512 points of the unit cube in eight "
        "dimensions; residual networks of width 128, float32.",
        ("nflows",),
        train=True,
        modes=BOTH,
        by_hand="nothing for splines without tails. With `tails='linear'` one break is left: the spline is computed "
        "for the points inside of the interval alone, picked out by a mask",
    ),
    Study(
        "bart_half",
        TRANSFORMERS,
        "transformers_models",
        "BART in half precision",
        "`BartForConditionalGeneration` in the size of bart-large scores 32 tokens for a text of 128; inference, batch "
        "1, float16.",
        ("transformers/models/bart", OUTPUTS),
        train=False,
    ),
    Study(
        "fidelity",
        TORCHMETRICS,
        "torchmetrics_images",
        "Visual information fidelity",
        "`visual_information_fidelity` of eight images of 256 x 256 pixels; float32.",
        ("torchmetrics/functional/image/vif.py",),
        train=False,
        modes=BOTH,
        root="torchmetrics/functional/image/vif.py:visual_information_fidelity(preds, target)",
    ),
    Study(
        "forecaster",
        TRANSFORMERS,
        "transformers_models",
        "A forecaster with LayerDrop",
        "A training step (forward, loss and backward) of `TimeSeriesTransformerForPrediction` in the size of the "
        "library's tutorial on 256 series; float32. One layer in ten is dropped by default; the fixed one computes it.",
        ("transformers/models/time_series_transformer", OUTPUTS),
        train=True,
        modes=BOTH,
    ),
    Study(
        "bart_training",
        TRANSFORMERS,
        "transformers_models",
        "BART with LayerDrop",
        "A training step (forward, loss and backward) of `BartForConditionalGeneration` in the size of bart-base on "
        "four texts of 128 tokens with 32 labels; bfloat16 autocast. No layer is dropped by default, and the number "
        "is drawn for each all the same.",
        ("transformers/models/bart", OUTPUTS),
        train=True,
        amp="bfloat16",
    ),
    Study(
        "ssim",
        PIQ,
        "piq_losses",
        "SSIM as a loss",
        "A training step (forward and backward) of a small convolutional network that restores four images of "
        "128 x 128 pixels, with `piq.SSIMLoss`; float32.",
        ("piq/ssim.py", "piq/utils"),
        train=True,
    ),
    Study(
        "marian_half",
        TRANSFORMERS,
        "transformers_models",
        "A translator in half precision",
        "`MarianMTModel` in the size of opus-mt scores 64 tokens for eight texts of 64; inference, float16.",
        ("transformers/models/marian", OUTPUTS),
        train=False,
    ),
    Study(
        "detr",
        TRANSFORMERS,
        "transformers_models",
        "DETR in training",
        "A training step (forward and backward) of `DetrModel` in the size of detr-resnet-50 on two images of "
        "480 x 640 pixels, with a stand-in for the loss; bfloat16 autocast.",
        ("transformers/models/detr", OUTPUTS),
        train=True,
        amp="bfloat16",
        by_hand="the loss, which is left out here: SciPy matches boxes with objects, and the graph ends there",
    ),
    Study(
        "whisper",
        TRANSFORMERS,
        "transformers_models",
        "Whisper with LayerDrop",
        "A training step (forward, loss and backward) of `WhisperForConditionalGeneration` in the size of whisper-tiny "
        "on four recordings of 30 s with 64 labels; bfloat16 autocast.",
        ("transformers/models/whisper", OUTPUTS),
        train=True,
        amp="bfloat16",
    ),
)


def chosen(only: tuple[str, ...]) -> list[Study]:
    """The studies whose names hold one of these texts, or all. Raises `ValueError` if there is none."""
    found = [study for study in STUDIES if not only or any(text in study.name for text in only)]
    if not found:
        raise ValueError(f"no study is called {' or '.join(only)}: {', '.join(study.name for study in STUDIES)}")
    return found
