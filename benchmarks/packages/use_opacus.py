import torch
from opacus.grad_sample import GradSampleModule
from opacus.layers import DPGRU, DPLSTM, DPRNN, DPMultiheadAttention, SequenceBias
from opacus.layers.dp_rnn import DPLSTMCell
from opacus.validators import ModuleValidator
from seeded import factories
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence


class _Packed(nn.Module):
    """A recurrent net over sequences of different lengths."""

    def __init__(self, rnn):
        super().__init__()
        self.rnn = rnn

    def forward(self, x, lengths):
        out, state = self.rnn(pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False))
        padded, _ = pad_packed_sequence(out, batch_first=True)
        return padded, state


class _CharNN(nn.Module):
    """The classifier of names of the package's example."""

    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(30, 8)
        self.rnn = DPLSTM(8, 16, num_layers=2, batch_first=True, bidirectional=True)
        self.out = nn.Linear(32, 5)

    def forward(self, x, hidden=None):
        x, hidden = self.rnn(self.embedding(x), hidden)
        return self.out(x[:, -1])


class _Decoder(nn.Module):
    """Steps a cell by hand, feeding its output back."""

    def __init__(self):
        super().__init__()
        self.cell = DPLSTMCell(6, 12, bias=True)
        self.cell.set_max_batch_length(3)
        self.out = nn.Linear(12, 6)

    def forward(self, x, state):
        outs = []
        for _ in range(5):
            state = self.cell(x, state)
            x = self.out(state[0])
            outs.append(x)
        return torch.stack(outs, 1)


class _Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.attention = DPMultiheadAttention(16, 4, batch_first=True)
        self.norm = nn.LayerNorm(16)
        self.mlp = nn.Sequential(nn.Linear(16, 32), nn.GELU(), nn.Linear(32, 16))

    def forward(self, x, lengths):
        padding = torch.arange(x.shape[1])[None] >= lengths[:, None]
        y, _ = self.attention(x, x, x, key_padding_mask=padding, need_weights=False)
        return self.mlp(self.norm(x + y))


def _convnet():
    return nn.Sequential(
        nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(8 * 16, 5)
    )


MODELS = {
    "TanhRNN": lambda: (DPRNN(6, 10, num_layers=2, nonlinearity="tanh"), (torch.randn(7, 3, 6),)),
    "BiGRU": lambda: (
        DPGRU(6, 10, num_layers=2, bidirectional=True, batch_first=True, dropout=0.1),
        (torch.randn(3, 7, 6),),
    ),
    "LSTMWithState": lambda: (
        DPLSTM(6, 10, batch_first=True),
        (torch.randn(3, 7, 6), (torch.randn(1, 3, 10), torch.randn(1, 3, 10))),
    ),
    "PackedLSTM": lambda: (
        _Packed(DPLSTM(6, 10, num_layers=2, batch_first=True)),
        (torch.randn(3, 7, 6), torch.tensor([3, 7, 5])),
    ),
    "PackedBiGRU": lambda: (
        _Packed(DPGRU(6, 10, batch_first=True, bidirectional=True)),
        (torch.randn(3, 7, 6), torch.tensor([7, 2, 5])),
    ),
    "CharNN": lambda: (_CharNN(), (torch.randint(0, 30, (4, 9)),)),
    "CellDecoder": lambda: (_Decoder(), (torch.randn(3, 6), (torch.zeros(3, 12), torch.zeros(3, 12)))),
    "SelfAttention": lambda: (
        DPMultiheadAttention(16, 4, add_bias_kv=True, add_zero_attn=True),
        (torch.randn(5, 2, 16), torch.randn(5, 2, 16), torch.randn(5, 2, 16)),
    ),
    "CrossAttention": lambda: (
        DPMultiheadAttention(16, 4, kdim=8, vdim=12, dropout=0.1),
        (torch.randn(5, 2, 16), torch.randn(7, 2, 8), torch.randn(7, 2, 12)),
        {"attn_mask": torch.zeros(5, 7, dtype=torch.bool)},
    ),
    "PaddedBlock": lambda: (_Block(), (torch.randn(3, 6, 16), torch.tensor([6, 4, 2]))),
    "BiasToSequence": lambda: (SequenceBias(16), (torch.randn(5, 2, 16),)),
    "PrivateConvNet": lambda: (GradSampleModule(ModuleValidator.fix(_convnet())), (torch.randn(4, 3, 8, 8),)),
    "PrivateCharNN": lambda: (GradSampleModule(_CharNN()), (torch.randint(0, 30, (4, 9)),)),
    "FixedAttention": lambda: (
        ModuleValidator.fix(nn.TransformerEncoderLayer(16, 4, 32, batch_first=True)),
        (torch.randn(3, 6, 16),),
    ),
}

__getattr__ = factories(MODELS)
