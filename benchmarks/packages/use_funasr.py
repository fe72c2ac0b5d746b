import torch
from funasr.losses.label_smoothing_loss import LabelSmoothingLoss
from funasr.models.conformer.encoder import ConformerEncoder
from funasr.models.ctc.ctc import CTC
from funasr.models.e_branchformer.encoder import EBranchformerEncoder
from funasr.models.fsmn_vad_streaming.encoder import FSMN
from funasr.models.paraformer.cif_predictor import CifPredictorV2
from funasr.models.paraformer.decoder import ParaformerSANMDecoder
from funasr.models.sanm.encoder import SANMEncoder
from funasr.models.specaug.specaug import SpecAug
from funasr.models.transducer.joint_network import JointNetwork
from funasr.models.transducer.rnnt_decoder import RNNTDecoder
from funasr.models.transformer.decoder import DynamicConvolutionTransformerDecoder, TransformerDecoder
from funasr.models.transformer.encoder import TransformerEncoder
from seeded import factories
from torch import nn

SIZE = {"output_size": 32, "attention_heads": 2, "num_blocks": 2, "dropout_rate": 0.1}


def _speech(frames=40, bins=40):
    return torch.randn(2, frames, bins), torch.tensor([frames, frames - 7])


def _text(vocabulary=50):
    return (
        torch.randn(2, 20, 32),
        torch.tensor([20, 16]),
        torch.randint(1, vocabulary, (2, 7)),
        torch.tensor([7, 5]),
    )


class _Transducer(nn.Module):
    """The prediction network and the joint network over all pairs of frame and label."""

    def __init__(self):
        super().__init__()
        self.decoder = RNNTDecoder(50, embed_size=16, hidden_size=24)
        self.joint = JointNetwork(50, 32, 24, joint_space_size=16)

    def forward(self, hidden, labels, lengths):
        predicted = self.decoder(labels, lengths)
        return self.joint(hidden.unsqueeze(2), predicted.unsqueeze(1))


class _Paraformer(nn.Module):
    """Encoder, predictor and decoder, as the non-autoregressive recogniser runs them."""

    def __init__(self):
        super().__init__()
        self.encoder = SANMEncoder(input_size=40, linear_units=48, input_layer="pe", kernel_size=5, **SIZE)
        self.predictor = CifPredictorV2(32, 1, 1, threshold=1.0, tail_threshold=0.45)
        self.decoder = ParaformerSANMDecoder(
            50, 32, attention_heads=2, linear_units=48, num_blocks=2, att_layer_num=2, kernel_size=5
        )

    def forward(self, speech, lengths):
        hidden, lengths, _ = self.encoder(speech, lengths)
        mask = (torch.arange(hidden.shape[1]) < lengths[:, None])[:, None].to(hidden.dtype)
        acoustic, count, _, _ = self.predictor(hidden, None, mask, ignore_id=-1)
        count = count.round().long()
        logits, _ = self.decoder(hidden, lengths, acoustic, count)
        return logits, count


MODELS = {
    "Conformer": lambda: (
        ConformerEncoder(
            40,
            linear_units=48,
            macaron_style=True,
            rel_pos_type="latest",
            cnn_module_kernel=7,
            interctc_layer_idx=[1],
            **SIZE,
        ),
        _speech(),
    ),
    "Paraformer": lambda: (_Paraformer(), _speech()),
    "CTCLoss": lambda: (CTC(50, 32), _text()),
    "IntegrateAndFire": lambda: (
        CifPredictorV2(32, 1, 1, tail_threshold=0.45),
        (torch.randn(2, 20, 32), None, (torch.arange(20) < torch.tensor([[20], [16]]))[:, None].float()),
    ),
    "EBranchformer": lambda: (
        EBranchformerEncoder(
            40,
            cgmlp_linear_units=48,
            cgmlp_conv_kernel=7,
            linear_units=48,
            use_ffn=True,
            macaron_ffn=True,
            merge_conv_kernel=3,
            **SIZE,
        ),
        _speech(),
    ),
    "DecoderAttention": lambda: (
        TransformerDecoder(50, 32, attention_heads=2, linear_units=48, num_blocks=2),
        _text(),
    ),
    "Transducer": lambda: (
        _Transducer(),
        (torch.randn(2, 20, 32), torch.randint(1, 50, (2, 7)), torch.tensor([7, 5])),
    ),
    "VoiceActivity": lambda: (FSMN(40, 16, 2, 24, 16, 5, 2, 1, 1, 16, 10), (torch.randn(1, 30, 40), {})),
    "SubsampledTransformer": lambda: (
        TransformerEncoder(40, linear_units=48, input_layer="conv2d6", positionwise_layer_type="conv1d", **SIZE),
        _speech(),
    ),
    "LabelSmoothing": lambda: (
        LabelSmoothingLoss(50, -1, 0.1, normalize_length=True),
        (torch.randn(2, 7, 50), torch.randint(-1, 50, (2, 7))),
    ),
    "DynamicConvolution": lambda: (
        DynamicConvolutionTransformerDecoder(
            50, 32, attention_heads=2, linear_units=48, num_blocks=2, conv_wshare=4, conv_kernel_length=(5, 5)
        ),
        _text(),
    ),
    "Augment": lambda: (SpecAug(time_mask_width_range=(0, 5), freq_mask_width_range=(0, 8)), _speech()),
}

__getattr__ = factories(MODELS)
