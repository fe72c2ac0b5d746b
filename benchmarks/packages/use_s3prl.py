"""Modules of s3prl: self-supervised models of speech, from checkpoints with random weights."""

import tempfile
from types import SimpleNamespace

import torch
from s3prl.upstream.apc.apc import APC
from s3prl.upstream.cpc.model import CPCAR, CPCEncoder, CPCModel
from s3prl.upstream.data2vec.data2vec_model import Data2VecAudioConfig, Data2VecAudioModel
from s3prl.upstream.distiller.expert import UpstreamExpert as DistillerExpert
from s3prl.upstream.distiller.model import DistillerConfig, DistillerModel
from s3prl.upstream.hubert.expert import UpstreamExpert as HubertExpert
from s3prl.upstream.hubert.hubert_model import HubertConfig, HubertModel, HubertPretrainingConfig
from s3prl.upstream.mae_ast.mae_ast import MAE_AST, MAE_AST_Config
from s3prl.upstream.mockingjay.builder import PretrainedTransformer
from s3prl.upstream.mockingjay.model import TransformerConfig, TransformerModel
from s3prl.upstream.npc.npc import NPC
from s3prl.upstream.wav2vec.wav2vec_model import Wav2VecConfig, Wav2VecModel
from s3prl.upstream.wav2vec2.wav2vec2_model import Wav2Vec2Config, Wav2Vec2Model
from s3prl.upstream.wavlm.expert import UpstreamExpert as WavLMExpert
from s3prl.upstream.wavlm.WavLM import WavLM, WavLMConfig
from seeded import factories

CONVOLUTIONS = "[(16, 10, 5)] + [(16, 3, 2)] * 4 + [(16, 2, 2)] * 2"
SMALL = {"encoder_layers": 2, "encoder_embed_dim": 32, "encoder_ffn_embed_dim": 64, "encoder_attention_heads": 4}
SMALL.update(conv_feature_layers=CONVOLUTIONS, conv_pos=16, conv_pos_groups=4)


def _waves():
    return [torch.randn(6400), torch.randn(4800)]


def _padded():
    padding = torch.zeros(2, 6400, dtype=torch.bool)
    padding[1, 4800:] = True
    return torch.randn(2, 6400), padding


def _loaded(expert, state):
    with tempfile.NamedTemporaryFile(suffix=".pt") as file:
        torch.save(state, file.name)
        return expert(file.name)


def _hubert():
    task = {"label_rate": 50.0, "sample_rate": 16000, "normalize": True}
    config = {**SMALL, "label_rate": 50.0, "final_dim": 16}
    symbols = [[str(index) for index in range(20)]]
    model = HubertModel(HubertConfig(**config), HubertPretrainingConfig(**task), symbols)
    state = {"task_cfg": task, "model_cfg": config, "model_weight": model.state_dict(), "dictionaries_symbols": symbols}
    return _loaded(HubertExpert, state), (_waves(),)


def _wavlm():
    config = {**SMALL, "relative_position_embedding": True, "gru_rel_pos": True, "num_buckets": 32, "max_distance": 64}
    model = WavLM(WavLMConfig(config))
    return _loaded(WavLMExpert, {"cfg": config, "model": model.state_dict()}), (_waves(),)


def _distiller():
    config = {**SMALL, "final_dim": 32, "n_tasks": 2, "extractor_conv_feature_layers": CONVOLUTIONS}
    config.update(task_emb_type="expand-last", pred_layer_id=[1, 2])
    model = DistillerModel(DistillerConfig(config))
    state = {"Config": {"distiller": config}, "Distiller": model.state_dict()}
    return _loaded(DistillerExpert, state), (_waves(),)


def _wav2vec2():
    config = Wav2Vec2Config(
        **SMALL, quantize_targets=True, final_dim=16, latent_vars=8, latent_groups=2, num_negatives=4
    )
    return Wav2Vec2Model(config), _padded()


def _data2vec():
    config = Data2VecAudioConfig(**SMALL, average_top_k_layers=2, max_update=100, ema_anneal_end_step=10)
    return Data2VecAudioModel(config), _padded(), {"mask": False, "features_only": True}


def _mae():
    config = MAE_AST_Config(
        encoder_layers=2,
        encoder_embed_dim=32,
        encoder_ffn_embed_dim=64,
        encoder_attention_heads=4,
        decoder_embed_dim=32,
        decoder_layers=1,
        max_token_length=64,
    )
    task = SimpleNamespace(feature_type="fbank", feature_rate=100, feature_dim=128, mask_type="random_mask")
    padding = torch.zeros(2, 64, dtype=torch.bool)
    padding[1, 48:] = True
    return MAE_AST(config, task), (torch.randn(2, 64, 128), padding)


def _mockingjay():
    config = {
        "hidden_size": 32,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "hidden_act": "gelu",
        "intermediate_size": 64,
        "hidden_dropout_prob": 0.1,
        "attention_probs_dropout_prob": 0.1,
        "initializer_range": 0.02,
        "layer_norm_eps": 1e-12,
        "share_layer": False,
        "pre_layer_norm": False,
        "input_dim": 20,
    }
    model = TransformerModel(TransformerConfig(config), 20)
    state = {"Config": {"transformer": config, "task": {"sequence_length": 0}}, "Transformer": model.state_dict()}
    options = {"load_pretrain": "True", "no_grad": "False", "dropout": "default", "spec_aug": "False"}
    options.update(spec_aug_prev="True", output_hidden_states="True", permute_input="False", select_layer=-1)

    def expert(file):
        return PretrainedTransformer({**options, "ckpt_file": file}, 20)

    features = torch.randn(2, 30, 20)
    features[1, 25:] = 0.0
    return _loaded(expert, state), (features,)


def _wav2vec():
    config = Wav2VecConfig(
        conv_feature_layers="[(16, 10, 5), (16, 8, 4), (16, 4, 2), (16, 4, 2), (16, 4, 2)]",
        conv_aggregator_layers="[(16, 3, 1)] * 3",
        prediction_steps=3,
        num_negatives=4,
        vq_type="gumbel",
        vq_vars=8,
        vq_dim=16,
        infonce=True,
    )
    return Wav2VecModel(config), (torch.randn(2, 6400),)


def _npc():
    vq = {"codebook_size": [8], "code_dim": [32], "gumbel_temperature": 1.0}
    return NPC(20, 32, 2, 0.1, True, 15, 5, vq=vq), (torch.randn(2, 30, 20), True)


def _apc():
    vq = {"codebook_size": [8], "code_dim": [32], "gumbel_temperature": 0.5}
    return APC(20, 32, 2, 0.1, True, vq=vq), (torch.randn(2, 30, 20), torch.tensor([30, 25]), True)


MODELS = {
    "Hubert": _hubert,
    "Wav2Vec2": _wav2vec2,
    "Gated": _wavlm,
    "Masked": _mockingjay,
    "Predictive": _apc,
    "Patches": _mae,
    "Distilled": _distiller,
    "Data2Vec": _data2vec,
    "Wav2Vec": _wav2vec,
    "NonAutoregressive": _npc,
    "Contrastive": lambda: (CPCModel(CPCEncoder(16), CPCAR(16, 16, False, 1)), (torch.randn(2, 1, 6400), None)),
}
__getattr__ = factories(MODELS)
