"""Shrinking a configuration by the names of its fields."""

import pytest
from fullgraph.runtime_check.target.models import sizes


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("hidden_size", 768, 64),
        ("hidden_size", 32, 32),
        ("d_model", 1024, 64),
        ("encoder_ffn_dim", 4096, 128),
        ("num_hidden_layers", 12, 2),
        ("decoder_layers", 1, 1),
        ("num_attention_heads", 12, 4),
        ("num_key_value_heads", 8, 2),
        ("head_dim", 128, 16),
        ("vocab_size", 30522, 256),
        ("num_local_experts", 8, 4),
        ("encoder_sparse_step", 4, 1),
        ("depths", [2, 2, 18, 2], [1, 1, 1, 1]),
        ("hidden_sizes", (96, 192, 384, 768), (16, 32, 64, 128)),
        ("num_attention_heads", [3, 6, 12, 24], [1, 2, 4, 4]),
        ("conv_dim", [512, 512, 512], [64, 64, 64]),
        ("attn_layer_period", 8, 2),
        ("attn_layer_offset", 4, 1),
        ("expert_layer_offset", 0, 0),
        ("local_attn_chunk_length", 64, 8),
        ("num_quantizers", 32, 4),
        ("context_length", 16384, 128),
        ("hc_sinkhorn_iters", 20, 3),
        ("max_text_length", 500, 8),
        ("blocks_per_stage", [1, 2, 7, 2], [1, 1, 1, 1]),
        ("embed_dim_per_stage", [96, 192, 384, 768], [16, 32, 64, 128]),
        ("num_attention_heads_per_stage", [1, 2, 4, 8], [1, 2, 4, 4]),
        ("backbone_channel_list", [768, 384, 192, 96], [128, 64, 32, 16]),
    ],
)
def test_smaller(name: str, before: object, after: object) -> None:
    assert sizes.smaller(name, before) == after


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("num_feat_extract_layers", 7),
        ("type_vocab_size", 2),
        ("hidden_dropout_prob", 0.1),
        ("num_hidden_layers", True),
        ("num_channels", 3),
        ("hidden_act", "gelu"),
        ("vision_feature_layer", -2),
        ("conv_kernel", [10, 3, 3]),
        ("out_features", ["stage1", "stage2"]),
        ("hidden_size", None),
    ],
)
def test_what_is_no_size_stays(name: str, value: object) -> None:
    assert sizes.smaller(name, value) is value


def test_longer_is_twice_as_long() -> None:
    assert sizes.smaller("num_hidden_layers", 76, "longer") == 2 * sizes.smaller("num_hidden_layers", 76)


def test_layers_of_each_kind_in_turn() -> None:
    assert sizes.kinds(["a", "a", "b", "a", "b"], 2) == ["a", "b"]
    assert sizes.kinds(["a", "a", "a", "b", "a", "b"], 4) == ["a", "a", "b", "b"]


def test_a_width_follows_the_stage_that_has_it() -> None:
    fields = {"hidden_size": 96, "embed_dim_per_stage": [96, 192, 384, 768]}
    assert sizes.shrink(fields, "")["hidden_size"] == 16
    fields = {"stem_out_channels": 64, "hidden_sizes": [64, 128, 256]}
    assert sizes.shrink(fields, "")["stem_out_channels"] == 16


def test_a_stage_takes_what_the_one_before_gives() -> None:
    fields = {
        "stem_channels": [3, 32, 48],
        "stage_in_channels": [48, 128, 512, 1024],
        "stage_out_channels": [128, 512, 1024, 2048],
    }
    changed = sizes.shrink(fields, "")
    assert changed["stage_in_channels"] == [48, *changed["stage_out_channels"][:-1]]


def test_numbers_of_layers_are_among_those_left() -> None:
    changed = sizes.shrink({"global_attn_indexes": [2, 5, 8, 11], "intermediate_hook_ids": [11, 5]}, "")
    assert changed == {"global_attn_indexes": [0], "intermediate_hook_ids": [1, 1]}


def test_fewer_levels_of_a_vocoder() -> None:
    changed = sizes.shrink({"upsample_rates": [8, 8, 2, 2], "upsample_kernel_sizes": [16, 16, 4, 4]}, "")
    assert changed == {"upsample_rates": [8, 8], "upsample_kernel_sizes": [16, 16]}


def test_models_of_timm_inside_of_others() -> None:
    assert sizes.timm_arguments("vit_pe_core_large_patch14_336")["depth"] == 2
    assert sizes.timm_arguments("resnet50") == {}


def test_widths_fit_together() -> None:
    changed = sizes.shrink({"hidden_size": 768, "projection_dim": 512, "num_attention_heads": 12, "head_dim": 64}, "")
    assert changed["hidden_size"] == changed["projection_dim"]
    assert changed["num_attention_heads"] * changed["head_dim"] == changed["hidden_size"]


def test_heads_that_share_no_keys_share_none_in_a_small_model() -> None:
    fields = {"num_attention_heads": 128, "num_key_value_heads": 128}
    assert sizes.shrink(fields, "") == {"num_attention_heads": 4, "num_key_value_heads": 4}
    assert sizes.shrink(fields | {"num_key_value_heads": 8}, "")["num_key_value_heads"] == 2


def test_only_what_changes_is_named() -> None:
    assert sizes.shrink({"hidden_size": 16, "vocab_size": 1000}, "") == {"vocab_size": 256}


def test_a_pyramid_begins_narrow() -> None:
    changed = sizes.shrink({"embed_dim": 96, "depths": [2, 2, 6, 2]}, "")
    assert changed == {"embed_dim": 16, "depths": [1, 1, 1, 1]}


def test_kinds_of_layers_are_as_many_as_layers() -> None:
    changed = sizes.shrink({"num_hidden_layers": 4, "layer_types": ["full", "sliding", "full", "sliding"]}, "")
    assert changed == {"num_hidden_layers": 2, "layer_types": ["full", "sliding"]}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (["sliding", "sliding", "sliding", "full"], ["sliding", "full"]),
        (("mamba", "mamba", "attention", "mamba"), ("mamba", "attention")),
        (["full", "full", "full", "full"], ["full", "full"]),
        (["a", "b", "c", "a"], ["a", "b"]),
    ],
)
def test_a_small_model_has_layers_of_each_kind(before: object, after: object) -> None:
    assert sizes.shrink({"num_hidden_layers": 4, "layer_types": before}, "")["layer_types"] == after
    assert sizes.shrink({"attn_layers": before}, "")["attn_layers"] == after


def test_parts_of_a_width_make_up_the_new_one() -> None:
    changed = sizes.shrink({"hidden_size": 256, "axial_pos_embds_dim": [64, 192]}, "")
    assert changed == {"hidden_size": 64, "axial_pos_embds_dim": [16, 48]}
    assert sizes.shrink({"hidden_size": 64, "some_dims": (16, 48)}, "") == {}


@pytest.mark.parametrize(("rotated", "sections"), [(64, [16, 24, 24]), (32, [8, 12, 12]), (8, [2, 3, 3])])
def test_sections_of_a_rotated_head(rotated: int, sections: list[int]) -> None:
    assert sizes.rope_sections(rotated) == sections


@pytest.mark.parametrize(
    ("size", "patch", "after"),
    [(224, 16, 64), ([384, 384], 32, [128, 128]), (224, 4, 64), (224, None, 64), (30, 14, 30)],
)
def test_images_hold_whole_patches(size: object, patch: object, after: object) -> None:
    assert sizes.small_image(size, patch) == after


def test_families_come_last() -> None:
    assert sizes.shrink({"hidden_size": 768, "coordinate_size": 128}, "layoutlmv3") == {
        "hidden_size": 64,
        **sizes.FAMILIES["layoutlmv3"],
    }


def test_special_tokens_of_the_parts_of_a_model_stay_apart() -> None:
    moved: dict[int, int] = {}
    assert sizes.inside_vocabulary({"eos_token_id": 151645}, 256, moved) == {"eos_token_id": 255}
    assert sizes.inside_vocabulary({"image_token_id": 151655}, 256, moved) == {"image_token_id": 254}
    assert sizes.inside_vocabulary({"eos_token_id": 151645}, 256, moved) == {"eos_token_id": 255}


def test_special_tokens_move_into_the_vocabulary() -> None:
    values = {"pad_token_id": 58100, "decoder_start_token_id": 58100, "eos_token_id": 0, "image_token_index": 70000}
    moved = sizes.inside_vocabulary(values | {"suppress_token_ids": [3, 90000], "size": 100000}, 256)
    assert moved == {
        "pad_token_id": 255,
        "decoder_start_token_id": 255,
        "image_token_index": 254,
        "suppress_token_ids": [3, 253],
    }
