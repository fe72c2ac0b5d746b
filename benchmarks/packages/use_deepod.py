import torch
from deepod.core.base_networks import ConvSeqEncoder, MlpAE, TcnAE
from deepod.core.networks.ts_network_dilated_conv import DilatedConvEncoder
from deepod.models.tabular.feawad import FeaWADLoss, FeaWadNet
from deepod.models.tabular.goad import GoadLoss, GoadNet
from deepod.models.tabular.icl import ICLNet
from deepod.models.tabular.neutral import DCL, TabNeutralADNet
from deepod.models.tabular.rca import RCANet
from deepod.models.time_series.anomalytransformer import AnomalyTransformerModel
from deepod.models.time_series.couta import COUTANet, DSVDDUncLoss
from deepod.models.time_series.timesnet import TimesNetModel
from deepod.models.time_series.usad import UsadModel
from seeded import factories
from torch import nn


class _Association(nn.Module):
    """The reconstruction and the association discrepancy of the anomaly transformer."""

    def __init__(self):
        super().__init__()
        self.network = AnomalyTransformerModel(
            win_size=20, enc_in=3, c_out=3, d_model=16, n_heads=2, e_layers=2, d_ff=32, device="cpu"
        )

    def forward(self, x):
        output, series, prior, _ = self.network(x)
        loss = 0.0
        for s, p in zip(series, prior, strict=False):
            p = p / p.sum(-1, keepdim=True)
            loss = loss + (s * (torch.log(s + 1e-4) - torch.log(p + 1e-4))).sum(-1).mean(1)
        return (output - x).square().mean(-1) * torch.softmax(-loss, -1)


class _Neutral(nn.Module):
    def __init__(self):
        super().__init__()
        self.network = TabNeutralADNet(
            10, n_trans=5, enc_hidden_dims="16,16", trans_hidden_dims=12, rep_dim=8, device="cpu"
        )
        self.criterion = DCL(temperature=0.1, reduction="none")

    def forward(self, x):
        return self.criterion(self.network(x))


class _Feawad(nn.Module):
    def __init__(self):
        super().__init__()
        self.network = FeaWadNet(10, network="MLP", n_hidden="16,12", n_hidden2="12,6", n_emb=6)
        self.criterion = FeaWADLoss()

    def forward(self, x, labels):
        score, residual = self.network(x)
        return self.criterion(labels, score, residual)


class _Usad(nn.Module):
    """The two losses of an epoch of USAD."""

    def __init__(self):
        super().__init__()
        self.model = UsadModel(40, 8)

    def forward(self, windows):
        n = 3
        z = self.model.encoder(windows)
        w1, w2 = self.model.decoder1(z), self.model.decoder2(z)
        w3 = self.model.decoder2(self.model.encoder(w1))
        first = (windows - w1).square().mean() / n + (1 - 1 / n) * (windows - w3).square().mean()
        second = (windows - w2).square().mean() / n - (1 - 1 / n) * (windows - w3).square().mean()
        return first, second


class _Couta(nn.Module):
    def __init__(self):
        super().__init__()
        self.network = COUTANet(input_dim=3, hidden_dims=[8], rep_hidden=8, pretext_hidden=8, n_output=6)
        self.criterion = DSVDDUncLoss(torch.randn(6), reduction="mean")

    def forward(self, x):
        out = self.network(x)
        return self.criterion(out[0], out[1]), out


class _Goad(nn.Module):
    """Random affine transformations, their classification, and the triplet loss."""

    def __init__(self, transformations=6, size=5):
        super().__init__()
        self.register_buffer("maps", torch.randn(transformations, 10, size))
        self.network = GoadNet(size, kernel_size=1, n_hidden=8, n_layers=3, n_output=transformations)
        self.criterion = GoadLoss(alpha=0.1, margin=1.0, device="cpu")

    def forward(self, x):
        transformed = torch.einsum("bi,tio->bot", x, self.maps)
        representation, prediction = self.network(transformed)
        labels = torch.arange(len(self.maps)).expand(len(x), -1)
        return self.criterion(representation.permute(0, 2, 1), prediction, labels)


MODELS = {
    "TimesNet": lambda: (
        TimesNetModel(
            seq_len=24,
            pred_len=0,
            enc_in=3,
            c_out=3,
            e_layers=2,
            d_model=8,
            d_ff=8,
            dropout=0.1,
            top_k=2,
            num_kernels=3,
        ),
        (torch.randn(2, 24, 3),),
    ),
    "AnomalyTransformer": lambda: (_Association(), (torch.randn(3, 20, 3),)),
    "NeutralContrast": lambda: (_Neutral(), (torch.randn(6, 10),)),
    "Couta": lambda: (_Couta(), (torch.randn(4, 20, 3),)),
    "InternalContrast": lambda: (ICLNet(10, 3, hidden_dims="16,8", rep_dim=8), (torch.randn(5, 10),)),
    "TcnAutoencoder": lambda: (TcnAE(3, n_hidden="16,8", n_emb=4), (torch.randn(4, 20, 3),)),
    "Goad": lambda: (_Goad(), (torch.randn(5, 10),)),
    "Usad": lambda: (_Usad(), (torch.rand(6, 40),)),
    "FeatureWeighted": lambda: (_Feawad(), (torch.randn(6, 10), torch.tensor([0.0, 0, 1, 0, 1, 0]))),
    "Collaborative": lambda: (
        RCANet(10, hidden_dims="16,8", rep_dim=4, dropout=0.2),
        (torch.randn(5, 10), torch.randn(5, 10)),
    ),
    "DilatedConvolutions": lambda: (DilatedConvEncoder(3, n_hidden="8,8", n_output=6), (torch.randn(4, 20, 3),)),
    "SequenceConvolutions": lambda: (
        ConvSeqEncoder(3, n_hidden="12", n_output=8, n_layers=2, seq_len=20),
        (torch.randn(4, 20, 3),),
    ),
    "Autoencoder": lambda: (
        MlpAE(10, n_hidden="16,8", n_emb=4, batch_norm=True, dropout=0.1),
        (torch.randn(6, 10),),
    ),
}

__getattr__ = factories(MODELS)
