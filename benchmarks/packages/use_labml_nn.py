import torch
from labml_nn import capsule_networks, conv_mixer, resnet, unet
from labml_nn.adaptive_computation import ponder_net
from labml_nn.graphs import gat, gatv2
from labml_nn.hypernetworks import hyper_lstm
from labml_nn.lora import gpt2
from labml_nn.lstm import LSTM
from labml_nn.normalization import batch_channel_norm, deep_norm, group_norm
from labml_nn.recurrent_highway_networks import RHN
from labml_nn.sketch_rnn import EncoderRNN
from labml_nn.transformers import (
    aft,
    alibi,
    compressive,
    fast_weights,
    feedback,
    fnet,
    gmlp,
    hour_glass,
    mha,
    mlp_mixer,
    models,
    primer_ez,
    rope,
    switch,
    vit,
    xl,
)
from labml_nn.transformers.feed_forward import FeedForward
from labml_nn.transformers.retro import model as retro
from labml_nn.transformers.xl import relative_mha
from labml_nn.uncertainty import evidence
from seeded import factories


def _sequence(length=8):
    return torch.randn(length, 2, 16)


def _causal(length=8, total=None):
    return torch.ones(length, total or length).tril((total or length) - length).unsqueeze(-1).bool()


def _attention(build, mask=True):
    return lambda: (
        build(),
        ((), {"query": (x := _sequence()), "key": x, "value": x, **({"mask": _causal()} if mask else {})}),
    )


def _layer(attention=None, **kwargs):
    return models.TransformerLayer(
        d_model=16,
        self_attn=attention or mha.MultiHeadAttention(2, 16),
        feed_forward=FeedForward(16, 32),
        dropout_prob=0.1,
        **kwargs,
    )


def _encoder_decoder():
    return models.EncoderDecoder(
        models.Encoder(_layer(), 1),
        models.Decoder(_layer(src_attn=mha.MultiHeadAttention(2, 16)), 1),
        models.EmbeddingsWithPositionalEncoding(16, 20),
        models.EmbeddingsWithLearnedPositionalEncoding(16, 20),
        models.Generator(20, 16),
    )


def _switch():
    return switch.SwitchFeedForward(
        capacity_factor=1.2, drop_tokens=True, is_scale_prob=True, n_experts=3, expert=FeedForward(16, 32), d_model=16
    )


def _relative():
    return relative_mha.RelativeMultiHeadAttention(2, 16)


def _graph():
    return torch.randn(6, 8), (torch.rand(6, 6, 1) > 0.5) | torch.eye(6).bool().unsqueeze(-1)


MODELS = {
    "MultiHeadAttention": _attention(lambda: mha.MultiHeadAttention(2, 16)),
    "AlibiAttention": _attention(lambda: alibi.AlibiMultiHeadAttention(2, 16)),
    "RotaryAttention": _attention(lambda: rope.RotaryPEMultiHeadAttention(2, 16, 0.5)),
    "PrimerAttention": _attention(lambda: primer_ez.MultiDConvHeadAttention(2, 16)),
    "AttentionFree": _attention(lambda: aft.AFTLocal(16, 8, 3)),
    "FNet": lambda: (fnet.FNetMix(), (x := _sequence(), x, x)),
    "TransformerEncoder": lambda: (models.Encoder(_layer(), 2), (_sequence(), _causal())),
    "EncoderDecoder": lambda: (
        _encoder_decoder(),
        (torch.randint(0, 20, (8, 2)), torch.randint(0, 20, (6, 2)), None, _causal(6)),
    ),
    "TransformerXL": lambda: (
        xl.TransformerXL(
            xl.TransformerXLLayer(
                d_model=16, self_attn=_relative(), feed_forward=FeedForward(16, 32), dropout_prob=0.1
            ),
            1,
        ),
        (_sequence(), [_sequence(4)], _causal(8, 12)),
    ),
    "CompressiveTransformer": lambda: (
        compressive.CompressiveTransformer(
            compressive.CompressiveTransformerLayer(
                d_model=16,
                self_attn=_relative(),
                feed_forward=FeedForward(16, 32),
                dropout_prob=0.1,
                compress=compressive.Conv1dCompression(2, 16),
            ),
            1,
        ),
        (_sequence(), [_sequence(4)], [_sequence(2)], _causal(8, 14)),
    ),
    "SwitchFeedForward": lambda: (_switch(), (_sequence(),)),
    "FeedbackTransformer": lambda: (
        feedback.FeedbackTransformer(
            feedback.FeedbackTransformerLayer(
                d_model=16, attn=feedback.FeedbackAttention(2, 16), feed_forward=FeedForward(16, 32), dropout_prob=0.1
            ),
            1,
        ),
        (_sequence(5),),
    ),
    "FastWeights": lambda: (
        fast_weights.FastWeightsAttention(2, 16, 0.1, fast_weights.DPFP()),
        (_sequence(5),),
    ),
    "HourGlass": lambda: (hour_glass.HourGlass(2, 16, 0.1, 32, [2]), (_sequence(),)),
    "GMLP": lambda: (gmlp.GMLPBlock(16, 32, 8), ((), {"x": _sequence()})),
    "MLPMixer": lambda: (mlp_mixer.MLPMixer(FeedForward(8, 16)), (x := _sequence(), x, x)),
    "VisionTransformer": lambda: (
        vit.VisionTransformer(
            _layer(),
            1,
            vit.PatchEmbeddings(16, 4, 3),
            vit.LearnedPositionalEmbeddings(16),
            vit.ClassificationHead(16, 16, 5),
        ),
        (torch.randn(2, 3, 16, 16),),
    ),
    "RetroAttention": lambda: (
        retro.ChunkedCrossAttention(16, 2, 8, 4),
        (torch.randn(2, 10, 16), torch.randn(2, 2, 3, 4, 16)),
    ),
    "LoRAGPT": lambda: (gpt2.MultiHeadAttention(16, 2, 4), (torch.randn(2, 6, 16),)),
    "ConvMixer": lambda: (
        conv_mixer.ConvMixer(
            conv_mixer.ConvMixerLayer(8, 3), 2, conv_mixer.PatchEmbeddings(8, 4, 3), conv_mixer.ClassificationHead(8, 5)
        ),
        (torch.randn(2, 3, 16, 16),),
    ),
    "ResNet": lambda: (resnet.ResNetBase([1, 1], [8, 16]), (torch.randn(2, 3, 16, 16),)),
    "UNet": lambda: (unet.UNet(3, 2), (torch.randn(1, 3, 64, 64),)),
    "CapsuleRouter": lambda: (capsule_networks.Router(6, 4, 8, 8, 3), (torch.randn(2, 6, 8),)),
    "CapsuleMargin": lambda: (capsule_networks.MarginLoss(n_labels=4), (torch.randn(2, 4, 8), torch.tensor([1, 3]))),
    "StackedLSTM": lambda: (LSTM(16, 8, 2), (_sequence(5),)),
    "HyperLSTM": lambda: (hyper_lstm.HyperLSTM(16, 8, 6, 4, 1), (_sequence(5),)),
    "HighwayRNN": lambda: (RHN(16, 8, 2, 1), (_sequence(5),)),
    "PonderGRU": lambda: (ponder_net.ParityPonderGRU(8, 16, 4), (torch.randn(2, 8),)),
    "SketchEncoder": lambda: (EncoderRNN(4, 8), (torch.randn(6, 2, 5),)),
    "GraphAttention": lambda: (gat.GraphAttentionLayer(8, 8, 2), _graph()),
    "GraphAttentionV2": lambda: (gatv2.GraphAttentionV2Layer(8, 8, 2), _graph()),
    "BatchChannelNorm": lambda: (batch_channel_norm.BatchChannelNorm(8, 2), (torch.randn(2, 8, 4, 4),)),
    "EstimatedBatchNorm": lambda: (
        batch_channel_norm.EstimatedBatchNorm(8),
        (torch.randn(2, 8, 4, 4),),
    ),
    "GroupNorm": lambda: (group_norm.GroupNorm(2, 8), (torch.randn(2, 8, 4, 4),)),
    "DeepNormLayer": lambda: (
        deep_norm.DeepNormTransformerLayer(
            d_model=16,
            self_attn=mha.MultiHeadAttention(2, 16),
            feed_forward=FeedForward(16, 32),
            deep_norm_alpha=0.8,
            deep_norm_beta=0.2,
        ),
        (_sequence(),),
    ),
    "EvidenceLoss": lambda: (
        evidence.CrossEntropyBayesRisk(),
        (torch.rand(2, 4), torch.nn.functional.one_hot(torch.tensor([1, 3]), 4).float()),
    ),
}

__getattr__ = factories(MODELS)
