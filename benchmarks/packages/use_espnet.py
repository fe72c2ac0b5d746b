import torch
from espnet2.asr.ctc import CTC
from espnet2.asr.decoder.rnn_decoder import RNNDecoder
from espnet2.asr.decoder.transformer_decoder import TransformerDecoder
from espnet2.asr.encoder.conformer_encoder import ConformerEncoder
from espnet2.asr.encoder.contextual_block_transformer_encoder import ContextualBlockTransformerEncoder
from espnet2.asr.encoder.e_branchformer_encoder import EBranchformerEncoder
from espnet2.asr.encoder.vgg_rnn_encoder import VGGRNNEncoder
from espnet2.asr.espnet_model import ESPnetASRModel
from espnet2.asr.specaug.specaug import SpecAug
from espnet2.enh.separator.dprnn_separator import DPRNNSeparator
from espnet2.enh.separator.tcn_separator import TCNSeparator
from espnet2.enh.separator.tfgridnetv2_separator import TFGridNetV2
from espnet2.gan_tts.hifigan.hifigan import HiFiGANGenerator, HiFiGANMultiScaleMultiPeriodDiscriminator
from espnet2.gan_tts.vits.generator import VITSGenerator
from espnet2.lm.transformer_lm import TransformerLM
from espnet2.spk.encoder.ecapa_tdnn_encoder import EcapaTdnnEncoder
from espnet2.tts.fastspeech2.fastspeech2 import FastSpeech2
from espnet2.tts.tacotron2.tacotron2 import Tacotron2
from seeded import factories
from torch import nn

TOKENS = ["<blank>", "<unk>", *"abcdefghij", "<space>", "<sos/eos>"]


def _features(batch=2, frames=60, size=20):
    return torch.randn(batch, frames, size), torch.tensor([frames, frames - 12][:batch])


def _conformer(**options):
    return ConformerEncoder(
        20, output_size=16, attention_heads=2, linear_units=32, num_blocks=2, cnn_module_kernel=7, **options
    )


def _recognizer():
    return ESPnetASRModel(
        vocab_size=len(TOKENS),
        token_list=TOKENS,
        frontend=None,
        specaug=SpecAug(time_mask_width_range=(0, 10), freq_mask_width_range=(0, 4)),
        normalize=None,
        preencoder=None,
        encoder=_conformer(macaron_style=True, rel_pos_type="latest"),
        postencoder=None,
        decoder=TransformerDecoder(len(TOKENS), 16, attention_heads=2, linear_units=32, num_blocks=2),
        ctc=CTC(len(TOKENS), 16),
        joint_network=None,
        ctc_weight=0.3,
        lsm_weight=0.1,
        report_cer=False,
        report_wer=False,
    )


class _Greedy(nn.Module):
    """Greedy decoding with the attention decoder, one token at a time."""

    def __init__(self, steps=5):
        super().__init__()
        self.encoder = _conformer()
        self.decoder = TransformerDecoder(len(TOKENS), 16, attention_heads=2, linear_units=32, num_blocks=2)
        self.steps = steps

    def forward(self, speech, lengths):
        memory, _, _ = self.encoder(speech, lengths)
        tokens = torch.full((len(speech), 1), len(TOKENS) - 1)
        cache = None
        for _ in range(self.steps):
            mask = torch.tril(torch.ones(tokens.shape[1], tokens.shape[1], dtype=torch.bool))[None]
            scores, cache = self.decoder.forward_one_step(tokens, mask, memory, cache=cache)
            tokens = torch.cat([tokens, scores.argmax(-1, keepdim=True)], 1)
        return tokens


class _Inference(nn.Module):
    def __init__(self, model, **options):
        super().__init__()
        self.model = model
        self.options = options

    def forward(self, *args):
        return self.model.inference(*args, **self.options)


def _vits():
    return VITSGenerator(
        vocabs=12,
        aux_channels=17,
        hidden_channels=16,
        segment_size=8,
        text_encoder_blocks=1,
        decoder_channels=32,
        decoder_upsample_scales=[4, 2],
        decoder_upsample_kernel_sizes=[8, 4],
        decoder_resblock_kernel_sizes=[3],
        decoder_resblock_dilations=[[1, 3]],
        posterior_encoder_layers=2,
        flow_flows=2,
        flow_layers=2,
        stochastic_duration_predictor_flows=2,
    )


def _fastspeech(**options):
    return FastSpeech2(
        idim=12,
        odim=20,
        adim=16,
        aheads=2,
        elayers=1,
        eunits=32,
        dlayers=1,
        dunits=32,
        postnet_layers=2,
        postnet_chans=16,
        duration_predictor_chans=16,
        energy_predictor_chans=16,
        pitch_predictor_chans=16,
        **options,
    )


def _speech_of_text():
    durations = torch.tensor([[3, 2, 4, 1, 2], [2, 3, 3, 0, 0]])
    frames = durations.sum(1)
    return (
        torch.tensor([[1, 5, 3, 7, 2], [4, 6, 8, 0, 0]]),
        torch.tensor([5, 3]),
        torch.randn(2, 12, 20),
        frames,
        torch.cat([durations, torch.tensor([[0], [0]])], 1),
        torch.tensor([6, 4]),
        torch.randn(2, 6, 1),
        torch.tensor([6, 4]),
        torch.randn(2, 6, 1),
        torch.tensor([6, 4]),
    )


def _decoding():
    return (
        torch.randn(2, 15, 16),
        torch.tensor([15, 11]),
        torch.randint(2, len(TOKENS), (2, 6)),
        torch.tensor([6, 4]),
    )


ATTENTION = {
    "atype": "location",
    "num_att": 1,
    "num_encs": 1,
    "aheads": 2,
    "adim": 16,
    "awin": 5,
    "aconv_chans": 4,
    "aconv_filts": 5,
    "han_mode": False,
    "han_type": None,
    "han_heads": 2,
    "han_dim": 16,
    "han_conv_chans": -1,
    "han_conv_filts": 5,
    "han_win": 5,
}

MODELS = {
    "Recognizer": lambda: (
        _recognizer(),
        (*_features(), torch.randint(2, 12, (2, 5)), torch.tensor([5, 4])),
    ),
    "EBranchformer": lambda: (
        EBranchformerEncoder(
            20,
            output_size=16,
            attention_heads=2,
            cgmlp_linear_units=32,
            cgmlp_conv_kernel=7,
            num_blocks=2,
            use_ffn=True,
            macaron_ffn=True,
            linear_units=32,
            layer_drop_rate=0.1,
        ),
        _features(),
    ),
    "FastSpeech": lambda: (_fastspeech(), _speech_of_text()),
    "GridNet": lambda: (
        TFGridNetV2(
            1,
            n_srcs=2,
            n_fft=64,
            stride=32,
            n_layers=2,
            lstm_hidden_units=16,
            attn_n_head=2,
            attn_approx_qk_dim=64,
            emb_dim=8,
        ),
        (torch.randn(2, 800), torch.tensor([800, 700])),
    ),
    "Streaming": lambda: (
        ContextualBlockTransformerEncoder(
            20,
            output_size=16,
            attention_heads=2,
            linear_units=32,
            num_blocks=2,
            block_size=8,
            hop_size=4,
            look_ahead=2,
        ),
        _features(frames=100),
    ),
    "GreedyDecoding": lambda: (_Greedy(), _features()),
    "Vocoder": lambda: (
        HiFiGANGenerator(
            in_channels=20,
            channels=32,
            upsample_scales=[4, 2],
            upsample_kernel_sizes=[8, 4],
            resblock_kernel_sizes=[3, 5],
            resblock_dilations=[[1, 3], [1, 3]],
        ),
        (torch.randn(2, 20, 16),),
    ),
    "Vits": lambda: (
        _vits(),
        (
            torch.randint(1, 12, (2, 6)),
            torch.tensor([6, 5]),
            torch.randn(2, 17, 24),
            torch.tensor([24, 20]),
        ),
    ),
    "DualPath": lambda: (
        DPRNNSeparator(17, rnn_type="lstm", num_spk=2, layer=2, unit=16, segment_size=8),
        _features(frames=30, size=17),
    ),
    "RecurrentDecoder": lambda: (
        RNNDecoder(len(TOKENS), 16, num_layers=2, hidden_size=16, context_residual=True, att_conf=ATTENTION),
        _decoding(),
    ),
    "Tacotron": lambda: (
        Tacotron2(
            idim=12,
            odim=20,
            embed_dim=16,
            eunits=16,
            econv_layers=1,
            econv_chans=16,
            adim=16,
            aconv_chans=4,
            dunits=16,
            prenet_units=8,
            postnet_layers=2,
            postnet_chans=16,
        ),
        (
            torch.tensor([[1, 5, 3, 7, 2], [4, 6, 8, 0, 0]]),
            torch.tensor([5, 3]),
            torch.randn(2, 10, 20),
            torch.tensor([10, 8]),
        ),
    ),
    "Speaker": lambda: (
        EcapaTdnnEncoder(20, model_scale=4, ndim=32, output_size=48),
        (torch.randn(2, 50, 20),),
    ),
    "IntermediateCtc": lambda: (
        _conformer(interctc_layer_idx=[1], input_layer="conv2d2", stochastic_depth_rate=0.1),
        _features(),
    ),
    "ConvolutionalSeparator": lambda: (
        TCNSeparator(17, num_spk=2, layer=3, stack=2, bottleneck_dim=16, hidden_dim=24, predict_noise=True),
        _features(frames=30, size=17),
    ),
    "VggRecurrent": lambda: (
        VGGRNNEncoder(20, num_layers=2, hidden_size=16, output_size=16),
        _features(),
    ),
    "Discriminators": lambda: (
        HiFiGANMultiScaleMultiPeriodDiscriminator(
            scales=2,
            scale_discriminator_params={
                "in_channels": 1,
                "out_channels": 1,
                "kernel_sizes": [15, 41, 5, 3],
                "channels": 16,
                "max_downsample_channels": 32,
                "max_groups": 4,
                "bias": True,
                "downsample_scales": [2, 2, 1],
                "nonlinear_activation": "LeakyReLU",
                "nonlinear_activation_params": {"negative_slope": 0.1},
            },
            periods=[2, 3],
        ),
        (torch.randn(2, 1, 512),),
    ),
    "LanguageModel": lambda: (
        TransformerLM(len(TOKENS), embed_unit=16, att_unit=16, head=2, unit=32, layer=2),
        (torch.randint(1, len(TOKENS), (2, 8)), None),
    ),
    "SpeechOfText": lambda: (_Inference(_fastspeech()), (torch.tensor([1, 5, 3, 7, 2]),)),
}

__getattr__ = factories(MODELS)
