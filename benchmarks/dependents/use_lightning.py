import pytorch_lightning as pl
import torch
import torchaudio
from positional_encodings.torch_encodings import PositionalEncoding1D, Summer
from torch import nn


class LitClassifier(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.save_hyperparameters()
        self.net = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 3))

    def forward(self, x):
        return self.net(x)


class LitStep(LitClassifier):
    """The module with its loss, as training_step computes it."""

    def forward(self, x, y):
        loss = nn.functional.cross_entropy(self.net(x), y)
        self.log("loss", loss)
        return loss


class PositionedEncoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.pos = Summer(PositionalEncoding1D(16))
        self.layer = nn.TransformerEncoderLayer(16, 2, 32, batch_first=True)

    def forward(self, x):
        return self.layer(self.pos(x))


class Wav2Mel(nn.Module):
    def __init__(self):
        super().__init__()
        self.mel = torchaudio.transforms.MelSpectrogram(8000, n_fft=128, n_mels=12)
        self.db = torchaudio.transforms.AmplitudeToDB(top_db=80)
        self.out = nn.Conv1d(12, 4, 3)

    def forward(self, wav):
        return self.out(self.db(self.mel(wav)))


def LitClassifier_inputs():
    return [(torch.randn(5, 6),), (torch.randn(7, 6),)]


def LitStep_inputs():
    return [(torch.randn(5, 6), torch.randint(0, 3, (5,)))]


def PositionedEncoder_inputs():
    return [(torch.randn(2, 7, 16),)]


def Wav2Mel_inputs():
    return [(torch.randn(2, 2000),)]
