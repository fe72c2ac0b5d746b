import torch
from seeded import factories
from speechbrain.lobes import features
from speechbrain.lobes.models import (
    CRDNN,
    ECAPA_TDNN,
    RNNLM,
    ContextNet,
    HifiGAN,
    MetricGAN,
    Xvector,
    conv_tasnet,
    convolution,
    dual_path,
)
from speechbrain.lobes.models.transformer import Branchformer, Conformer, TransformerASR, TransformerLM
from speechbrain.nnet import CNN, RNN, attention, hypermixing, normalization, pooling, quantisers
from speechbrain.nnet.loss import guidedattn_loss


def _lengths(*values):
    return torch.tensor(values)


MODELS = {
    "CRDNNModel": lambda: (
        CRDNN.CRDNN(
            input_shape=(2, 20, 24),
            cnn_channels=(8, 8),
            cnn_blocks=2,
            rnn_neurons=16,
            rnn_layers=1,
            dnn_blocks=1,
            dnn_neurons=16,
        ),
        (torch.randn(2, 20, 24),),
    ),
    "RNNLMModel": lambda: (
        RNNLM.RNNLM(output_neurons=32, embedding_dim=16, rnn_neurons=16, rnn_layers=1, dnn_neurons=16),
        (torch.randint(0, 32, (2, 10)),),
    ),
    "ContextNetModel": lambda: (
        ContextNet.ContextNet(
            input_shape=(2, 40, 24), out_channels=16, conv_channels=[16] * 21, num_layers=1, inner_dim=4
        ),
        (torch.randn(2, 40, 24),),
    ),
    "ECAPATDNN": lambda: (
        ECAPA_TDNN.ECAPA_TDNN(
            24, lin_neurons=16, channels=[16, 16, 16, 16, 32], attention_channels=8, res2net_scale=4, se_channels=8
        ),
        (torch.randn(2, 40, 24), _lengths(1.0, 0.7)),
    ),
    "AttentiveStatisticsPooling": lambda: (
        ECAPA_TDNN.AttentiveStatisticsPooling(16, attention_channels=8),
        (torch.randn(2, 16, 30), _lengths(1.0, 0.5)),
    ),
    "XvectorModel": lambda: (
        Xvector.Xvector(in_channels=24, tdnn_channels=[16, 16, 16, 16, 32], lin_neurons=16),
        (torch.randn(2, 40, 24), _lengths(1.0, 0.6)),
    ),
    "HifiganGenerator": lambda: (
        HifiGAN.HifiganGenerator(
            in_channels=20,
            out_channels=1,
            resblock_type="1",
            resblock_dilation_sizes=[[1, 3, 5], [1, 3, 5]],
            resblock_kernel_sizes=[3, 5],
            upsample_kernel_sizes=[8, 8],
            upsample_initial_channel=16,
            upsample_factors=[4, 4],
            inference_padding=1,
            cond_channels=0,
            conv_post_bias=True,
        ),
        (torch.randn(2, 20, 16),),
    ),
    "MultiPeriodDiscriminator": lambda: (HifiGAN.DiscriminatorP(3), (torch.randn(1, 1, 500),)),
    "MultiScaleDiscriminator": lambda: (HifiGAN.DiscriminatorS(), (torch.randn(1, 1, 500),)),
    "EnhancementGenerator": lambda: (
        MetricGAN.EnhancementGenerator(input_size=33, hidden_size=200, num_layers=1),
        (torch.randn(2, 20, 33), _lengths(1.0, 0.5)),
    ),
    "MetricDiscriminator": lambda: (MetricGAN.MetricDiscriminator(), (torch.randn(2, 2, 40, 40),)),
    "MaskNet": lambda: (
        conv_tasnet.MaskNet(16, 8, 16, 3, 2, 1, 2, norm_type="gLN", causal=False, mask_nonlinear="relu"),
        (torch.randn(2, 16, 30),),
    ),
    "ConvolutionFrontEnd": lambda: (
        convolution.ConvolutionFrontEnd(
            (2, 20, 24),
            num_blocks=2,
            num_layers_per_block=1,
            out_channels=[8, 8],
            kernel_sizes=[3, 3],
            strides=[1, 2],
            residuals=[False, False],
        ),
        (torch.randn(2, 20, 24),),
    ),
    "DualPathModel": lambda: (
        dual_path.Dual_Path_Model(
            16,
            16,
            dual_path.SBTransformerBlock(1, 16, 2, d_ffn=32),
            dual_path.SBTransformerBlock(1, 16, 2, d_ffn=32),
            num_layers=1,
            K=10,
            num_spks=2,
        ),
        (torch.randn(2, 16, 45),),
    ),
    "SepformerWrapper": lambda: (
        dual_path.SepformerWrapper(
            encoder_kernel_size=8,
            encoder_out_nchannels=16,
            masknet_chunksize=10,
            masknet_numlayers=1,
            intra_numlayers=1,
            inter_numlayers=1,
            intra_nhead=2,
            inter_nhead=2,
            intra_dffn=16,
            inter_dffn=16,
        ),
        (torch.randn(2, 400),),
    ),
    "CumulativeLayerNorm": lambda: (dual_path.CumulativeLayerNorm(16), (torch.randn(2, 16, 20),)),
    "BranchformerEncoder": lambda: (
        Branchformer.BranchformerEncoder(num_layers=1, d_model=16, nhead=2, kernel_size=5, csgu_linear_units=32),
        ((torch.randn(2, 12, 16),), {"pos_embs": torch.randn(1, 23, 16)}),
    ),
    "ConformerEncoder": lambda: (
        Conformer.ConformerEncoder(num_layers=1, d_model=16, d_ffn=32, nhead=2, kernel_size=5),
        ((torch.randn(2, 12, 16),), {"pos_embs": torch.randn(1, 23, 16)}),
    ),
    "ConvolutionModule": lambda: (
        Conformer.ConvolutionModule(16, kernel_size=5, causal=True),
        (torch.randn(2, 12, 16),),
    ),
    "TransformerASRModel": lambda: (
        TransformerASR.TransformerASR(
            tgt_vocab=32, input_size=24, d_model=16, nhead=2, num_encoder_layers=1, num_decoder_layers=1, d_ffn=32
        ),
        (torch.randn(2, 12, 24), torch.randint(1, 32, (2, 6)), _lengths(1.0, 0.5)),
    ),
    "TransformerLMModel": lambda: (
        TransformerLM.TransformerLM(vocab=32, d_model=16, nhead=2, num_encoder_layers=1, d_ffn=32),
        (torch.randint(1, 32, (2, 10)),),
    ),
    "Fbank": lambda: (features.Fbank(deltas=True, context=True), (torch.randn(2, 8000),)),
    "MFCC": lambda: (features.MFCC(), (torch.randn(2, 8000),)),
    "Leaf": lambda: (features.Leaf(out_channels=20, in_channels=1), (torch.randn(2, 8000),)),
    "SincConv": lambda: (CNN.SincConv(out_channels=8, kernel_size=11, in_channels=1), (torch.randn(2, 100),)),
    "Conv1d": lambda: (CNN.Conv1d(8, 5, in_channels=6, padding="causal"), (torch.randn(2, 30, 6),)),
    "LiGRU": lambda: (RNN.LiGRU(8, (2, 10, 6), num_layers=2), (torch.randn(2, 10, 6),)),
    "SLiGRU": lambda: (RNN.SLiGRU(8, (2, 10, 6), bidirectional=True), (torch.randn(2, 10, 6),)),
    "QuasiRNN": lambda: (RNN.QuasiRNN(8, (2, 10, 6), bidirectional=False, num_layers=2), (torch.randn(2, 10, 6),)),
    "PackedLSTM": lambda: (
        RNN.LSTM(8, (2, 10, 6), bidirectional=True),
        (torch.randn(2, 10, 6), None, _lengths(1.0, 0.6)),
    ),
    "AttentionalRNNDecoder": lambda: (
        RNN.AttentionalRNNDecoder("gru", "location", 8, 8, 1, 12, 6, channels=4, kernel_size=3),
        (torch.randn(2, 5, 6), torch.randn(2, 9, 12), _lengths(1.0, 0.7)),
    ),
    "ContentBasedAttention": lambda: (
        attention.ContentBasedAttention(12, 8, 8, 6),
        (torch.randn(2, 9, 12), torch.tensor([9, 6]), torch.randn(2, 8)),
    ),
    "RelPosMHAXL": lambda: (
        attention.RelPosMHAXL(16, 2),
        (torch.randn(2, 8, 16), torch.randn(2, 8, 16), torch.randn(2, 8, 16), torch.randn(1, 15, 16)),
    ),
    "RoPEMHA": lambda: (
        attention.RoPEMHA(16, 2),
        (torch.randn(2, 8, 16), torch.randn(2, 8, 16), torch.randn(2, 8, 16)),
    ),
    "HyperMixing": lambda: (
        hypermixing.HyperMixing(16, 32, 2),
        (torch.randn(2, 8, 16), torch.randn(2, 8, 16), torch.randn(2, 8, 16)),
    ),
    "PCEN": lambda: (normalization.PCEN(8), (torch.rand(2, 20, 8),)),
    "StatisticsPooling": lambda: (pooling.StatisticsPooling(), (torch.randn(2, 20, 8), _lengths(1.0, 0.5))),
    "GaussianLowpassPooling": lambda: (pooling.GaussianLowpassPooling(8, 5, 2), (torch.randn(2, 40, 8),)),
    "AttentionPooling": lambda: (pooling.AttentionPooling(16), (torch.randn(2, 12, 16),)),
    "GumbelVectorQuantizer": lambda: (
        quantisers.GumbelVectorQuantizer(16, 8, (2, 0.5, 0.9), 2, 8),
        (torch.randn(2, 10, 16),),
    ),
    "RandomProjectionQuantizer": lambda: (
        quantisers.RandomProjectionQuantizer(16, 8, 12),
        (torch.randn(2, 10, 16),),
    ),
    "GuidedAttentionLoss": lambda: (
        guidedattn_loss.GuidedAttentionLoss(),
        (torch.rand(2, 9, 7), torch.tensor([7, 5]), torch.tensor([9, 6])),
    ),
}

__getattr__ = factories(MODELS)
