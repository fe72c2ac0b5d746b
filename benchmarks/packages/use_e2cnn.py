import torch
from e2cnn import gspaces
from e2cnn import nn as enn
from seeded import factories
from torch import nn


class _Equivariant(nn.Module):
    """Runs an equivariant network on a plain tensor."""

    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, x):
        return self.network(enn.GeometricTensor(x, self.network.in_type)).tensor


class _Steerable(nn.Module):
    """The steerable CNN of the package's example, with fewer blocks."""

    def __init__(self, space, classes=5, width=3):
        super().__init__()
        self.input_type = enn.FieldType(space, [space.trivial_repr])
        first = enn.FieldType(space, width * [space.regular_repr])
        second = enn.FieldType(space, 2 * width * [space.regular_repr])
        self.block1 = enn.SequentialModule(
            enn.MaskModule(self.input_type, 17, margin=1),
            enn.R2Conv(self.input_type, first, kernel_size=5, padding=1, bias=False),
            enn.InnerBatchNorm(first),
            enn.ReLU(first, inplace=True),
        )
        self.pool1 = enn.PointwiseAvgPoolAntialiased(first, sigma=0.66, stride=2)
        self.block2 = enn.SequentialModule(
            enn.R2Conv(first, second, kernel_size=3, padding=1, bias=False),
            enn.InnerBatchNorm(second),
            enn.ReLU(second, inplace=True),
        )
        self.pool2 = enn.PointwiseAvgPool(second, kernel_size=4)
        self.invariant = enn.GroupPooling(second)
        self.classify = nn.Sequential(
            nn.Flatten(), nn.LazyLinear(16), nn.BatchNorm1d(16), nn.ELU(inplace=True), nn.Linear(16, classes)
        )
        self.eval()
        with torch.no_grad():
            self(torch.randn(2, 1, 17, 17))
        self.train()

    def forward(self, image):
        x = enn.GeometricTensor(image, self.input_type)
        x = self.pool1(self.block1(x))
        x = self.pool2(self.block2(x))
        return self.classify(self.invariant(x).tensor)


class _Residual(nn.Module):
    """A residual block of a wide equivariant network."""

    def __init__(self, space, width=2):
        super().__init__()
        self.type = enn.FieldType(space, width * [space.regular_repr])
        self.body = enn.SequentialModule(
            enn.InnerBatchNorm(self.type),
            enn.ReLU(self.type),
            enn.R2Conv(self.type, self.type, 3, padding=1),
            enn.PointwiseDropout(self.type, 0.3),
        )
        self.lift = enn.R2Conv(enn.FieldType(space, 3 * [space.trivial_repr]), self.type, 3, padding=1)

    def forward(self, image):
        x = self.lift(enn.GeometricTensor(image, self.lift.in_type))
        return (x + self.body(x)).tensor


class _Restricted(nn.Module):
    """Breaks the symmetry of reflections halfway."""

    def __init__(self):
        super().__init__()
        space = gspaces.FlipRot2dOnR2(4)
        image = enn.FieldType(space, [space.trivial_repr])
        hidden = enn.FieldType(space, 2 * [space.regular_repr])
        self.first = enn.SequentialModule(enn.R2Conv(image, hidden, 3, padding=1), enn.ReLU(hidden))
        self.restrict = enn.SequentialModule(
            enn.RestrictionModule(hidden, (None, 4)),
            enn.DisentangleModule(hidden.restrict((None, 4))),
        )
        inside = self.restrict.out_type
        out = enn.FieldType(inside.gspace, 2 * [inside.gspace.regular_repr])
        self.second = enn.R2Conv(inside, out, 3, padding=1)

    def forward(self, image):
        x = self.first(enn.GeometricTensor(image, self.first.in_type))
        return self.second(self.restrict(x)).tensor


class _Autoencoder(nn.Module):
    """Pools images and upsamples them again."""

    def __init__(self):
        super().__init__()
        space = gspaces.Rot2dOnR2(4)
        image = enn.FieldType(space, [space.trivial_repr])
        hidden = enn.FieldType(space, 2 * [space.regular_repr])
        self.encode = enn.SequentialModule(
            enn.R2Conv(image, hidden, 3, padding=1), enn.ELU(hidden), enn.PointwiseMaxPool(hidden, 2, stride=2)
        )
        self.decode = enn.SequentialModule(
            enn.R2Upsampling(hidden, scale_factor=2), enn.R2ConvTransposed(hidden, image, 3, padding=1)
        )

    def forward(self, image):
        x = enn.GeometricTensor(image, self.encode.in_type)
        return self.decode(self.encode(x)).tensor


class _Vectors(nn.Module):
    """Predicts a field of vectors and its norm from an image."""

    def __init__(self):
        super().__init__()
        space = gspaces.Rot2dOnR2(8)
        image = enn.FieldType(space, [space.trivial_repr])
        hidden = enn.FieldType(space, 2 * [space.regular_repr])
        self.first = enn.SequentialModule(enn.R2Conv(image, hidden, 3, padding=1), enn.VectorFieldNonLinearity(hidden))
        vectors = self.first.out_type
        self.batchnorm = enn.NormBatchNorm(vectors)
        self.norm = enn.NormPool(vectors)

    def forward(self, image):
        x = self.batchnorm(self.first(enn.GeometricTensor(image, self.first.in_type)))
        return x.tensor, self.norm(x).tensor


class _Branches(nn.Module):
    """Sums features of an image of several kinds directly."""

    def __init__(self):
        super().__init__()
        space = gspaces.Rot2dOnR2(-1, maximum_frequency=2)
        image = enn.FieldType(space, [space.trivial_repr])
        scalars = enn.FieldType(space, 3 * [space.trivial_repr])
        vectors = enn.FieldType(space, 2 * [space.irrep(1)])
        self.scalars = enn.R2Conv(image, scalars, 3, padding=1)
        self.vectors = enn.R2Conv(image, vectors, 3, padding=1)
        self.out = enn.R2Conv(scalars + vectors, image, 3, padding=1)

    def forward(self, image):
        x = enn.GeometricTensor(image, self.scalars.in_type)
        return self.out(enn.tensor_directsum([self.scalars(x), self.vectors(x)])).tensor


def _regular(space, nonlinearity=enn.ReLU, classes=2):
    image = enn.FieldType(space, 2 * [space.trivial_repr])
    hidden = enn.FieldType(space, classes * [space.regular_repr])
    return _Equivariant(
        enn.SequentialModule(
            enn.R2Conv(image, hidden, 5, padding=2), nonlinearity(hidden), enn.R2Conv(hidden, hidden, 3, padding=1)
        )
    )


def _gated():
    space = gspaces.Rot2dOnR2(-1, maximum_frequency=2)
    image = enn.FieldType(space, [space.trivial_repr])
    vectors = enn.FieldType(space, 2 * [space.irrep(1)] + [space.irrep(2)])
    gates = enn.FieldType(space, len(vectors) * [space.trivial_repr])
    return _Equivariant(
        enn.SequentialModule(
            enn.R2Conv(image, gates + vectors, 5, padding=2),
            enn.GatedNonLinearity1(gates + vectors, gates=["gate"] * len(vectors) + ["gated"] * len(vectors)),
            enn.R2Conv(vectors, image, 3, padding=1),
        )
    )


def _norms():
    space = gspaces.Rot2dOnR2(-1, maximum_frequency=2)
    image = enn.FieldType(space, [space.trivial_repr])
    hidden = enn.FieldType(space, 3 * [space.irrep(1)])
    return _Equivariant(
        enn.SequentialModule(
            enn.R2Conv(image, hidden, 5),
            enn.NormBatchNorm(hidden),
            enn.NormNonLinearity(hidden, function="n_relu"),
            enn.NormMaxPool(hidden, 2),
            enn.R2Conv(hidden, image, 3),
        )
    )


def _fields():
    space = gspaces.Rot2dOnR2(6)
    image = enn.FieldType(space, [space.trivial_repr])
    scalars = enn.FieldType(space, 2 * [space.trivial_repr])
    vectors = enn.FieldType(space, 2 * [space.irrep(1)])
    return _Equivariant(
        enn.SequentialModule(
            enn.R2Conv(image, scalars + vectors, 3, padding=1),
            enn.MultipleModule(
                scalars + vectors,
                ["scalar"] * 2 + ["vector"] * 2,
                [(enn.ELU(scalars), "scalar"), (enn.NormNonLinearity(vectors, "squash", bias=False), "vector")],
            ),
        )
    )


MODELS = {
    "Steerable": lambda: (_Steerable(gspaces.Rot2dOnR2(4)), (torch.randn(2, 1, 17, 17),)),
    "Residual": lambda: (_Residual(gspaces.Rot2dOnR2(8)), (torch.randn(2, 3, 9, 9),)),
    "Gated": lambda: (_gated(), (torch.randn(2, 1, 9, 9),)),
    "Autoencoder": lambda: (_Autoencoder(), (torch.randn(2, 1, 12, 12),)),
    "Vectors": lambda: (_Vectors(), (torch.randn(2, 1, 9, 9),)),
    "Norms": lambda: (_norms(), (torch.randn(2, 1, 13, 13),)),
    "Restricted": lambda: (_Restricted(), (torch.randn(2, 1, 9, 9),)),
    "Fields": lambda: (_fields(), (torch.randn(2, 1, 9, 9),)),
    "Flips": lambda: (_regular(gspaces.Flip2dOnR2()), (torch.randn(2, 2, 9, 9),)),
    "Branches": lambda: (_Branches(), (torch.randn(2, 1, 9, 9),)),
    "Pooled": lambda: (
        _Equivariant(_pooled()),
        (torch.randn(2, 1, 9, 9),),
    ),
}


def _pooled():
    space = gspaces.Rot2dOnR2(4)
    image = enn.FieldType(space, [space.trivial_repr])
    hidden = enn.FieldType(space, 2 * [space.regular_repr])
    relu = enn.PointwiseNonLinearity(hidden, "p_sigmoid")
    return enn.SequentialModule(
        enn.R2Conv(image, hidden, 3, padding=1), relu, enn.PointwiseAdaptiveMaxPool(hidden, 3), enn.GroupPooling(hidden)
    )


__getattr__ = factories(MODELS)
