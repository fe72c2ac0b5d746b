import torch
from brevitas import nn as qnn
from brevitas.quant import (
    Int8ActPerTensorFixedPoint,
    Int8Bias,
    Int8WeightPerTensorFixedPoint,
    ShiftedUint8ActPerTensorFloat,
    SignedBinaryActPerTensorConst,
    SignedBinaryWeightPerTensorConst,
    SignedTernaryWeightPerTensorConst,
)
from seeded import factories
from torch import nn


class QuantizedBlock(nn.Module):
    """A quantized convolution block whose activations stay quantized tensors."""

    def __init__(self):
        super().__init__()
        self.entry = qnn.QuantIdentity(bit_width=8, return_quant_tensor=True)
        self.conv = qnn.QuantConv2d(3, 4, 3, weight_bit_width=4, bias_quant=Int8Bias, return_quant_tensor=True)
        self.act = qnn.QuantReLU(bit_width=4, return_quant_tensor=True)
        self.head = qnn.QuantLinear(4 * 36, 5, bias=True, weight_bit_width=4)

    def forward(self, x):
        out = self.act(self.conv(self.entry(x)))
        return self.head(out.flatten(1))


class QuantizedResidual(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = qnn.QuantConv2d(3, 3, 3, padding=1, bias=False, weight_quant=Int8WeightPerTensorFixedPoint)
        self.add = qnn.QuantEltwiseAdd(return_quant_tensor=False)

    def forward(self, x):
        return self.add(x, self.conv(x))


def _image():
    return (torch.randn(2, 3, 8, 8),)


def _vector():
    return (torch.randn(2, 6),)


MODELS = {
    "ConvBlock": lambda: (QuantizedBlock(), _image()),
    "ResidualBlock": lambda: (QuantizedResidual(), _image()),
    "QuantLinear": lambda: (qnn.QuantLinear(6, 4, bias=True, weight_bit_width=4), _vector()),
    "QuantConv1d": lambda: (qnn.QuantConv1d(3, 4, 3), (torch.randn(2, 3, 10),)),
    "QuantConv2d": lambda: (qnn.QuantConv2d(3, 4, 3, weight_bit_width=3), _image()),
    "QuantConvTranspose2d": lambda: (qnn.QuantConvTranspose2d(3, 4, 3, stride=2), _image()),
    "FixedPointConv": lambda: (
        qnn.QuantConv2d(3, 4, 3, weight_quant=Int8WeightPerTensorFixedPoint, input_quant=Int8ActPerTensorFixedPoint),
        _image(),
    ),
    "BinaryLinear": lambda: (
        qnn.QuantLinear(6, 4, bias=False, weight_quant=SignedBinaryWeightPerTensorConst, weight_scaling_init=0.1),
        _vector(),
    ),
    "TernaryLinear": lambda: (
        qnn.QuantLinear(
            6,
            4,
            bias=False,
            weight_quant=SignedTernaryWeightPerTensorConst,
            weight_scaling_init=0.1,
            weight_threshold=0.5,
        ),
        _vector(),
    ),
    "QuantReLU": lambda: (qnn.QuantReLU(bit_width=4), _vector()),
    "QuantReLUFixed": lambda: (qnn.QuantReLU(bit_width=4, max_val=6.0), _vector()),
    "QuantIdentityShifted": lambda: (qnn.QuantIdentity(act_quant=ShiftedUint8ActPerTensorFloat), _vector()),
    "BinaryActivation": lambda: (
        qnn.QuantIdentity(act_quant=SignedBinaryActPerTensorConst, scaling_init=1.0),
        _vector(),
    ),
    "QuantHardTanh": lambda: (qnn.QuantHardTanh(max_val=1.0, min_val=-1.0), _vector()),
    "QuantSigmoid": lambda: (qnn.QuantSigmoid(), _vector()),
    "QuantEmbedding": lambda: (qnn.QuantEmbedding(12, 6), (torch.randint(0, 12, (2, 5)),)),
    "QuantMultiheadAttention": lambda: (
        qnn.QuantMultiheadAttention(16, 2, batch_first=True, packed_in_proj=False),
        (torch.randn(2, 5, 16), torch.randn(2, 5, 16), torch.randn(2, 5, 16)),
    ),
    "QuantRNN": lambda: (qnn.QuantRNN(5, 6, batch_first=True), (torch.randn(2, 4, 5),)),
    "QuantLSTM": lambda: (qnn.QuantLSTM(5, 6, batch_first=True), (torch.randn(2, 4, 5),)),
    "QuantScaleBias": lambda: (qnn.QuantScaleBias(3, bias=True), _image()),
    "BatchNormToQuantScaleBias": lambda: (qnn.BatchNorm2dToQuantScaleBias(3), _image()),
}

__getattr__ = factories(MODELS)
