import torch
from seeded import factories
from torch import nn
from torchcrf import CRF


class Decode(nn.Module):
    def __init__(self, crf):
        super().__init__()
        self.crf = crf

    def forward(self, emissions, mask=None):
        return self.crf.decode(emissions, mask)


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(6, 8, batch_first=True, bidirectional=True)
        self.project = nn.Linear(16, 5)
        self.crf = CRF(5, batch_first=True)

    def forward(self, x, tags, mask):
        return -self.crf(self.project(self.lstm(x)[0]), tags, mask, reduction="token_mean")


def _batch():
    return torch.randn(4, 2, 5), torch.randint(0, 5, (4, 2))


def _mask():
    return torch.tensor([[1, 1], [1, 1], [1, 1], [1, 0]], dtype=torch.bool)


MODELS = {
    "CRFModule": lambda: (CRF(5), _batch()),
    "CRFMasked": lambda: (CRF(5), (*_batch(), _mask())),
    "DecodeModule": lambda: (Decode(CRF(5)), (torch.randn(4, 2, 5),)),
    "DecodeMasked": lambda: (Decode(CRF(5)), (torch.randn(4, 2, 5), _mask())),
    "TaggerModule": lambda: (Tagger(), (torch.randn(2, 4, 6), torch.randint(0, 5, (2, 4)), _mask().T.contiguous())),
}

__getattr__ = factories(MODELS)
