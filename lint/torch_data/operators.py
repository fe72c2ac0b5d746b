"""Operations of torch by what they keep, and by what they give; sets of names without their modules."""

from __future__ import annotations

SAME_DTYPE = frozenset(
    (
        "clone contiguous detach neg abs relu clamp clamp_min clamp_max roll flip zeros_like ones_like "
        "empty_like full_like rand_like randn_like dropout where masked_fill triu tril nan_to_num ceil floor "
        "round trunc sign positive leaky_relu gelu silu"
    ).split()
)


SAME_SHAPE = SAME_DTYPE | frozenset(
    ("float double half bfloat16 long int bool softmax log_softmax cumsum cumprod layer_norm normalize type_as").split()
)


TO_SCALAR_SHAPE = frozenset(
    ("sum mean prod max min any all norm amax amin std var median argmax argmin logsumexp").split()
)


FLOATING_RESULTS = frozenset(
    (
        "mse_loss smooth_l1_loss huber_loss binary_cross_entropy binary_cross_entropy_with_logits kl_div cross_entropy "
        "nll_loss cosine_similarity poisson_nll_loss soft_margin_loss margin_ranking_loss triplet_margin_loss "
        "cosine_embedding_loss gaussian_nll_loss multilabel_soft_margin_loss pairwise_distance"
    ).split()
)
"""Functions that give a floating-point tensor of its own memory, of real tensors of whatever dtype, or raise.

Asked of torch for pairs of bool, integers and floating-point dtypes with each reduction; ``l1_loss`` and
``hinge_embedding_loss`` give integers too.
"""


NEW_MEMORY = (
    TO_SCALAR_SHAPE
    | FLOATING_RESULTS
    | frozenset(
        (
            "matmul mm bmm addmm baddbmm cat concat stack clone zeros ones full rand randn empty arange zeros_like "
            "ones_like full_like empty_like rand_like randn_like softmax log_softmax cumsum cumprod linear conv1d "
            "conv2d conv3d layer_norm embedding scaled_dot_product_attention"
        ).split()
    )
)
"""Operations beside the elementwise ones whose result owns its memory."""


ACTIVATIONS = frozenset(
    "relu relu6 leaky_relu elu selu celu hardtanh hardsigmoid hardswish silu mish rrelu threshold".split()
)
"""Functions that can be told, by position too, to write to their argument."""


RESHAPING = frozenset("unsqueeze_ squeeze_ t_ transpose_ swapaxes_ swapdims_ resize_ resize_as_ set_".split())
"""In-place methods after which the tensor has another shape."""


PREDICATES = frozenset(
    (
        "isnan isinf isfinite isneginf isposinf eq ne lt le gt ge logical_not logical_and logical_or "
        "logical_xor greater less equal greater_equal less_equal not_equal signbit isclose isin"
    ).split()
)


FLOATS_ONLY = frozenset(
    (
        "softmax log_softmax softmin quantile gelu softplus elu selu celu leaky_relu hardsigmoid hardswish mish "
        "logsigmoid glu hardshrink linear bilinear layer_norm group_norm conv1d conv2d conv3d"
    ).split()
)
"""Operations that raise for tensors that are not of a real floating-point dtype, unless they are told another one."""


NO_INTEGERS = frozenset("mean std var norm silu normalize".split())
"""Operations that raise for integers and bools, and not for complex numbers."""


FLOATS_ONLY_MODULES = frozenset(
    (
        "Linear LayerNorm GroupNorm Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d ConvTranspose3d BatchNorm1d "
        "BatchNorm2d BatchNorm3d GELU Softmax LogSoftmax Softplus ELU SELU CELU LeakyReLU Hardsigmoid Hardswish Mish"
    ).split()
)
"""Modules of which that is true."""
