"""Layers of ``torch.nn`` by what a call of them does with memory, by their names without ``torch.nn``."""

from __future__ import annotations

IN_PLACE = {
    **dict.fromkeys(("ReLU", "ReLU6", "SELU", "Hardsigmoid", "Hardswish", "SiLU", "Mish"), 0),
    **dict.fromkeys(("LeakyReLU", "ELU", "CELU", "Dropout", "Dropout1d", "Dropout2d", "Dropout3d"), 1),
    **dict.fromkeys(("AlphaDropout", "FeatureAlphaDropout"), 1),
    **dict.fromkeys(("Hardtanh", "RReLU", "Threshold"), 2),
}
"""Layers that can be told to write to their input, with the position of the argument ``inplace``."""


RENORMING = {"Embedding": 3, "EmbeddingBag": 2}
"""Layers that can be told to write to their weights, with the position of the argument ``max_norm``."""


FRESH = frozenset(
    "Linear Bilinear Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d ConvTranspose3d LayerNorm GroupNorm RMSNorm "
    "BatchNorm1d BatchNorm2d BatchNorm3d Sigmoid Tanh GELU Softmax LogSoftmax Softplus Softsign LogSigmoid Embedding "
    "MSELoss L1Loss CrossEntropyLoss BCELoss BCEWithLogitsLoss NLLLoss SmoothL1Loss HuberLoss KLDivLoss "
    "MultiheadAttention".split()
)
"""Layers that only read, and return new memory."""


FRESH_UNLESS_IN_PLACE = frozenset("ReLU ReLU6 SELU SiLU Mish LeakyReLU ELU CELU Hardtanh Hardswish Hardsigmoid".split())
"""Layers of which that is true where they are not told to write to their input."""


VIEWING = frozenset("Identity Dropout Dropout1d Dropout2d Dropout3d Flatten Unflatten AlphaDropout".split())
"""Layers that only read, and may return their input."""


STATISTICS = ("BatchNorm", "InstanceNorm")
"""Parts of the names of layers that write to their buffers in training mode."""


DRAWING = frozenset("Transformer TransformerEncoder TransformerDecoder".split())
"""Layers that hold others that draw random numbers."""


WITHOUT_PARAMETERS = (
    *("ReLU", "GELU", "SiLU", "Sigmoid", "Tanh", "Softmax", "Softplus", "LeakyReLU", "ELU", "Identity", "Dropout"),
    *("Flatten", "Hard", "MaxPool", "AvgPool", "Adaptive", "Upsample", "Pixel", "ZeroPad", "ReflectionPad"),
)
"""Beginnings of the names of layers without parameters of their own, which would get gradients."""


def told(cls: str) -> tuple[str, int] | None:
    """The argument by which a layer of a class is told to write, and its position; None for what is never told."""
    if cls in IN_PLACE:
        return "inplace", IN_PLACE[cls]
    return ("max_norm", RENORMING[cls]) if cls in RENORMING else None


def has_statistics(cls: str) -> bool:
    """Return whether a layer of a class writes to its buffers in training mode."""
    return any(part in cls for part in STATISTICS)


def has_parameters(cls: str) -> bool:
    """Return whether a layer of a class may have parameters of its own."""
    return not cls.startswith(WITHOUT_PARAMETERS)
