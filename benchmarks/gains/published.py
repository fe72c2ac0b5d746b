"""The figures that are reproduced, and where they were published."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Inference:
    """Milliseconds for a batch on an A100."""

    compiled: float
    eager: float

    @property
    def speedup(self) -> float:
        return self.eager / self.compiled


VISION_SOURCE = (
    "[Optimize inference using torch.compile()](https://huggingface.co/docs/transformers/v4.40.0/perf_torch_compile), "
    "transformers' documentation: A100, torch 2.0.1, the default mode, the published weights"
)
VISION: dict[str, Inference] = {
    "vit_1": Inference(7.584, 9.325),
    "beit_1": Inference(8.448, 11.282),
    "convnext_1": Inference(10.208, 10.410),
    "resnet_1": Inference(4.124, 6.531),
    "detr_1": Inference(19.040, 34.619),
    "owlvit_1": Inference(18.420, 24.978),
    "detr_101_1": Inference(18.197, 36.276),
    "conditional_detr_1": Inference(17.993, 31.219),
    "segformer_1": Inference(10.500, 11.759),
    "mask2former_1": Inference(49.117, 60.188),
    "maskformer_1": Inference(59.487, 75.764),
    "mobilenet_1": Inference(3.974, 8.583),
    "vit_4": Inference(14.499, 14.832),
    "beit_4": Inference(13.048, 13.205),
    "convnext_4": Inference(21.631, 22.940),
    "resnet_4": Inference(4.268, 6.657),
    "detr_4": Inference(32.418, 48.657),
    "detr_101_4": Inference(44.998, 68.101),
    "conditional_detr_4": Inference(35.552, 56.470),
    "segformer_4": Inference(16.476, 18.838),
    "mask2former_4": Inference(61.781, 74.277),
    "maskformer_4": Inference(159.116, 180.700),
    "mobilenet_4": Inference(8.515, 14.174),
    "vit_16": Inference(40.010, 40.944),
    "beit_16": Inference(41.048, 41.854),
    "convnext_16": Inference(75.561, 82.258),
    "resnet_16": Inference(5.024, 7.018),
    "detr_16": Inference(161.902, 164.382),
    "detr_101_16": Inference(155.021, 232.887),
    "conditional_detr_16": Inference(124.032, 180.491),
    "segformer_16": Inference(31.144, 37.005),
    "mask2former_16": Inference(154.814, 178.945),
    "maskformer_16": Inference(579.826, 638.570),
    "mobilenet_16": Inference(30.310, 51.693),
}
"""By model and batch size. OWL-ViT was published at batch 1 only."""

CAPTIONING = {
    "fullgraph=True, after the fix": 0.66,
    "best of fixed lengths": 0.78,
    "best of varying lengths": 0.72,
}
"""More steps a second than eager, on an A100."""
COMPILE_SECONDS = {"whole model": 196.0, "from cached artifacts": 56.0, "regional": 80.0}
