"""Modules of pyqlib: forecasts of stock prices."""

import torch
from qlib.contrib.model.pytorch_adarnn import AdaRNN
from qlib.contrib.model.pytorch_add import ADDModel
from qlib.contrib.model.pytorch_alstm import ALSTMModel
from qlib.contrib.model.pytorch_gats import GATModel
from qlib.contrib.model.pytorch_igmtf import IGMTFModel
from qlib.contrib.model.pytorch_localformer import Transformer
from qlib.contrib.model.pytorch_sandwich import SandwichModel
from qlib.contrib.model.pytorch_sfm import SFM_Model
from qlib.contrib.model.pytorch_tabnet import TabNet, TabNet_Decoder
from qlib.contrib.model.pytorch_tra import RNN, TRA
from seeded import factories
from torch import nn

SMALL = {"d_feat": 6, "hidden_size": 16, "num_layers": 2}


class _Predicted(nn.Module):
    """What a model that is adapted over time predicts."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, x):
        return self.model.predict(x)


class _PreTrained(_Predicted):
    """The forecasts of a model and the distance between the two halves of a batch."""

    def forward(self, x):
        return self.model.forward_pre_train(x, len_win=1)


class _Routed(nn.Module):
    """The predictors that a router chooses."""

    def __init__(self, model, router):
        super().__init__()
        self.model = model
        self.router = router

    def forward(self, x, losses):
        predictions, choice, probability = self.router(self.model(x), losses)
        return (predictions * probability).sum(1), choice


class _Reconstructed(nn.Module):
    """A table's features from an encoding of the others."""

    def __init__(self, encoder, decoder):
        super().__init__()
        self.encoder = encoder
        self.decoder = decoder

    def forward(self, x, priors):
        encoded, sparsity = self.encoder(x, priors)
        return self.decoder(encoded), sparsity


def _series(stocks=12, steps=10):
    return torch.randn(stocks, 6 * steps)


def _ada():
    return AdaRNN(n_input=6, n_hiddens=[16, 16], n_output=1, len_seq=10, trans_loss="mmd")


def _routed():
    model = RNN(input_size=6, hidden_size=16, num_layers=2, use_attn=True)
    router = TRA(model.output_size, num_states=3, hidden_size=8, src_info="LR_TPE")
    return _Routed(model, router), (torch.randn(12, 10, 6), torch.rand(12, 8, 3))


def _similar():
    days = torch.randn(15, 16)
    hidden = torch.stack([torch.randn(12, 16) for _ in range(15)])
    return (
        IGMTFModel(**SMALL),
        (_series(),),
        {"train_hidden": hidden, "train_hidden_day": days, "k_day": 3, "n_neighbor": 4},
    )


def _tabnet():
    options = {"n_shared": 2, "n_ind": 2, "n_steps": 3, "vbs": 8}
    encoder = TabNet(inp_dim=20, out_dim=16, n_d=16, n_a=16, **options)
    return _Reconstructed(encoder, TabNet_Decoder(16, 20, **options)), (torch.randn(16, 20), torch.ones(16, 20))


MODELS = {
    "Routed": _routed,
    "Attentive": lambda: (ALSTMModel(**SMALL), (_series(),)),
    "Similar": _similar,
    "Disentangled": lambda: (ADDModel(**SMALL), (_series(),)),
    "Adapted": lambda: (_Predicted(_ada()), (torch.randn(12, 10, 6),)),
    "Transfer": lambda: (_PreTrained(_ada()), (torch.randn(12, 10, 6),)),
    "Frequencies": lambda: (SFM_Model(d_feat=6, hidden_size=16), (_series(),)),
    "Table": _tabnet,
    "Attention": lambda: (GATModel(**SMALL), (_series(),)),
    "Sandwich": lambda: (SandwichModel(6, 16, 8, 3, 8, 4, 3, 2, 0.0, torch.device("cpu")), (_series(),)),
    "Localformer": lambda: (Transformer(d_feat=6, d_model=8, nhead=4), (_series(),)),
}
__getattr__ = factories(MODELS)
