import torch
from seeded import factories
from supar.models.const import CRFConstituencyModel, VIConstituencyModel
from supar.models.dep import BiaffineDependencyModel, VIDependencyModel
from supar.models.sdp import BiaffineSemanticDependencyModel, VISemanticDependencyModel
from supar.modules import CharLSTM, VariationalLSTM
from supar.modules.affine import Biaffine, Triaffine
from supar.modules.dropout import IndependentDropout
from supar.modules.scalar_mix import ScalarMix
from supar.modules.transformer import RelativePositionTransformerEncoder, TransformerEncoder
from supar.structs.vi import ConstituencyLBP, DependencyLBP, DependencyMFVI, SemanticDependencyMFVI

SMALL = {
    "n_chars": 20,
    "n_embed": 16,
    "n_pretrained": 16,
    "n_feat_embed": 8,
    "n_char_embed": 8,
    "n_char_hidden": 8,
    "n_encoder_hidden": 16,
    "n_encoder_layers": 2,
}


def _words():
    words = torch.randint(1, 50, (2, 7))
    words[1, 5:] = 0
    return words


def _chars():
    chars = torch.randint(1, 20, (2, 7, 6))
    chars[:, :, 4:] = 0
    chars[1, 5:] = 0
    return chars


def _mask():
    mask = torch.ones(2, 6, dtype=torch.bool)
    mask[1, 4:] = False
    return mask


def _spans():
    mask = _mask()
    return (mask.unsqueeze(1) & mask.unsqueeze(2)).triu_(1)


MODELS = {
    "BiaffineDependency": lambda: (
        BiaffineDependencyModel(50, 6, n_arc_mlp=12, n_rel_mlp=8, **SMALL),
        (_words(), [_chars()]),
    ),
    "CRFConstituency": lambda: (
        CRFConstituencyModel(50, 6, n_span_mlp=12, n_label_mlp=8, **SMALL),
        (_words(), [_chars()]),
    ),
    "VIDependency": lambda: (
        VIDependencyModel(50, 6, n_arc_mlp=12, n_sib_mlp=8, n_rel_mlp=8, **SMALL),
        (_words(), [_chars()]),
    ),
    "SemanticDependency": lambda: (
        BiaffineSemanticDependencyModel(50, 6, feat=["char"], n_edge_mlp=12, n_label_mlp=8, **SMALL),
        (_words(), [_chars()]),
    ),
    "SmallCharLSTM": lambda: (CharLSTM(20, 8, 12, 10), (_chars(),)),
    "SmallTransformerEncoder": lambda: (TransformerEncoder(2, 2, 16, 32), (torch.randn(2, 6, 16), _mask())),
    "RelativeTransformer": lambda: (
        RelativePositionTransformerEncoder(2, 2, 16, 32),
        (torch.randn(2, 6, 16), _mask()),
    ),
    "SmallDependencyMFVI": lambda: (
        DependencyMFVI(2),
        ((torch.randn(2, 6, 6), torch.randn(2, 6, 6, 6)), _mask()),
    ),
    "VIConstituency": lambda: (
        VIConstituencyModel(50, 6, n_span_mlp=12, n_pair_mlp=8, n_label_mlp=8, **SMALL),
        (_words(), [_chars()]),
    ),
    "VISemanticDependency": lambda: (
        VISemanticDependencyModel(50, 6, feat=["char"], n_edge_mlp=12, n_pair_mlp=8, n_label_mlp=8, **SMALL),
        (_words(), [_chars()]),
    ),
    "SmallVariationalLSTM": lambda: (
        VariationalLSTM(8, 12, 2, bidirectional=True, dropout=0.2),
        (
            torch.nn.utils.rnn.pack_padded_sequence(
                torch.randn(2, 6, 8), torch.tensor([6, 4]), batch_first=True, enforce_sorted=False
            ),
        ),
    ),
    "SmallBiaffine": lambda: (Biaffine(12, 4, bias_y=False), (torch.randn(2, 6, 12), torch.randn(2, 6, 12))),
    "SmallTriaffine": lambda: (Triaffine(8, bias_x=True), tuple(torch.randn(2, 6, 8) for _ in range(3))),
    "SmallIndependentDropout": lambda: (IndependentDropout(0.3), (torch.randn(2, 6, 8), torch.randn(2, 6, 4))),
    "SmallScalarMix": lambda: (ScalarMix(3), ([torch.randn(2, 6, 8) for _ in range(3)],)),
    "SmallDependencyLBP": lambda: (
        DependencyLBP(2),
        ((torch.randn(2, 6, 6), torch.randn(2, 6, 6, 6)), _mask()),
    ),
    "SmallConstituencyLBP": lambda: (
        ConstituencyLBP(2),
        ((torch.randn(2, 6, 6), torch.randn(2, 6, 6, 6)), _spans()),
    ),
    "SemanticMFVI": lambda: (
        SemanticDependencyMFVI(2),
        (
            (torch.randn(2, 6, 6), torch.randn(2, 6, 6, 6), torch.randn(2, 6, 6, 6), torch.randn(2, 6, 6, 6)),
            _mask().unsqueeze(1).expand(-1, 6, -1),
        ),
    ),
}

__getattr__ = factories(MODELS)
