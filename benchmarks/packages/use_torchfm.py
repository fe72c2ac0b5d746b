import torch
from seeded import factories
from torch import nn
from torchfm.layer import (
    AttentionalFactorizationMachine,
    CompressedInteractionNetwork,
    CrossNetwork,
    FactorizationMachine,
    FieldAwareFactorizationMachine,
    InnerProductNetwork,
    OuterProductNetwork,
)
from torchfm.model.afi import AutomaticFeatureInteractionModel
from torchfm.model.afm import AttentionalFactorizationMachineModel
from torchfm.model.afn import AdaptiveFactorizationNetwork
from torchfm.model.dcn import DeepCrossNetworkModel
from torchfm.model.dfm import DeepFactorizationMachineModel
from torchfm.model.ffm import FieldAwareFactorizationMachineModel
from torchfm.model.fnfm import FieldAwareNeuralFactorizationMachineModel
from torchfm.model.ncf import NeuralCollaborativeFiltering
from torchfm.model.pnn import ProductNeuralNetworkModel
from torchfm.model.wd import WideAndDeepModel
from torchfm.model.xdfm import ExtremeDeepFactorizationMachineModel

FIELDS = [20, 30, 5, 7]


def _clicks(batch=6):
    return torch.stack([torch.randint(0, size, (batch,)) for size in FIELDS], 1)


class _Train(nn.Module):
    """The loss of the package's example script."""

    def __init__(self, model):
        super().__init__()
        self.model, self.criterion = model, nn.BCELoss()

    def forward(self, fields, target):
        return self.criterion(self.model(fields), target.float())


MODELS = {
    "DeepFM": lambda: (DeepFactorizationMachineModel(FIELDS, 8, (16, 16), 0.2), (_clicks(),)),
    "XDeepFM": lambda: (
        ExtremeDeepFactorizationMachineModel(FIELDS, 8, (16,), 0.2, cross_layer_sizes=(16, 16), split_half=False),
        (_clicks(),),
    ),
    "AutoInt": lambda: (
        AutomaticFeatureInteractionModel(FIELDS, 8, 16, 2, 2, (16,), (0.1, 0.1)),
        (_clicks(),),
    ),
    "TrainFFM": lambda: (
        _Train(FieldAwareFactorizationMachineModel(FIELDS, 4)),
        (_clicks(), torch.randint(0, 2, (6,))),
    ),
    "AFM": lambda: (AttentionalFactorizationMachineModel(FIELDS, 8, 8, (0.1, 0.1)), (_clicks(),)),
    "AFN": lambda: (AdaptiveFactorizationNetwork(FIELDS, 8, 12, (16,), (0.1,)), (_clicks(),)),
    "DeepCross": lambda: (DeepCrossNetworkModel(FIELDS, 8, 3, (16,), 0.1), (_clicks(),)),
    "ProductOuter": lambda: (ProductNeuralNetworkModel(FIELDS, 8, (16,), 0.1, method="outer"), (_clicks(),)),
    "NeuralCollaborative": lambda: (
        NeuralCollaborativeFiltering([20, 30], [0], [1], 8, (16,), 0.1),
        (_clicks()[:, :2],),
    ),
    "FieldAwareNeural": lambda: (
        FieldAwareNeuralFactorizationMachineModel(FIELDS, 4, (16,), (0.1, 0.1)),
        (_clicks(),),
    ),
    "TrainWideDeep": lambda: (
        _Train(WideAndDeepModel(FIELDS, 8, (16,), 0.1)),
        (_clicks(), torch.randint(0, 2, (6,))),
    ),
    "Machine": lambda: (FactorizationMachine(reduce_sum=True), (torch.randn(6, 4, 8),)),
    "FieldAware": lambda: (FieldAwareFactorizationMachine(FIELDS, 4), (_clicks(),)),
    "Compressed": lambda: (CompressedInteractionNetwork(4, (8, 8), split_half=True), (torch.randn(6, 4, 8),)),
    "InnerProduct": lambda: (InnerProductNetwork(), (torch.randn(6, 4, 8),)),
    "OuterProductVec": lambda: (OuterProductNetwork(4, 8, kernel_type="vec"), (torch.randn(6, 4, 8),)),
    "Cross": lambda: (CrossNetwork(8, 3), (torch.randn(6, 8),)),
    "AttentionMachine": lambda: (
        AttentionalFactorizationMachine(8, 8, (0.1, 0.1)),
        (torch.randn(6, 4, 8),),
    ),
}

__getattr__ = factories(MODELS)
