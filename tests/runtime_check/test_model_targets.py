"""Targets that name a model of a library: how they are read, why they cannot be built, and that they run."""

import builtins
import sys
from types import FunctionType, ModuleType

import pytest
from fullgraph.runtime_check.process.protocol import Request
from fullgraph.runtime_check.process.worker import no_training
from fullgraph.runtime_check.session.verify import Settings, verify
from fullgraph.runtime_check.target import models
from fullgraph.runtime_check.target.inputs import parse_argument
from fullgraph.runtime_check.target.models import BuildOptions
from fullgraph.runtime_check.target.target import Target, TargetError, load_target, parse_spec

TRAIN = BuildOptions(train=True)


def load(text: str, options: BuildOptions | None = None, inputs: tuple[str, ...] = ()) -> Target:
    return load_target(parse_spec(text), [parse_argument(given) for given in inputs], None, options)


def loss_of(target: Target) -> float:
    torch = pytest.importorskip("torch")
    torch.manual_seed(0)
    output = target.fn(*target.calls[0].args, **target.calls[0].kwargs)
    loss = output.loss if target.loss is None else target.loss(output)
    loss.backward()
    return float(loss.detach())


def test_prefixes_name_libraries() -> None:
    assert parse_spec("hf:BertModel").module == "transformers"
    assert parse_spec("timm:vit_base_patch16_224.augreg_in21k").attribute == "vit_base_patch16_224.augreg_in21k"
    assert parse_spec("torchvision:resnet18").is_model
    assert not parse_spec("torchvision.models:resnet18").is_model
    assert not parse_spec("hf.py:Net").is_model


def test_library_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(models.LIBRARIES, "timm", "no_such_library")
    with pytest.raises(TargetError, match=r"timm:resnet18 needs no_such_library, which is not installed: pip install"):
        load("timm:resnet18")


def test_library_that_cannot_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "broken_library", None)
    with pytest.raises(models.ModelError, match="broken_library cannot be imported: ModuleNotFoundError"):
        models.library("broken_library")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("BertForMaskLM", "has no class BertForMaskLM; did you mean .*BertForMaskedLM"),
        ("AutoModelForCausalLM", "name the class of one, such as hf:BertModel"),
        ("BertTokenizer", "transformers.BertTokenizer is not a model"),
        ("bert-base-uncased", "names no model class, .* such as hf:BertModel or hf:BertForMaskedLM or "),
        ("openai-community/gpt2", "names no model class, .* such as hf:GPT2Model or "),
        ("Qwen/Qwen2-VL-7B-Instruct", "names no model class, .* such as hf:Qwen2VLModel or "),
        ("no-such-checkpoint", "names no model class, .* such as hf:BertModel$"),
        ("bertmodel", "names no model class, .* such as hf:BertModel$"),
    ],
)
def test_classes_that_are_no_model(name: str, message: str) -> None:
    pytest.importorskip("transformers")
    with pytest.raises(TargetError, match=message):
        load(f"hf:{name}")


def test_configuration_that_cannot_be_built() -> None:
    transformers = pytest.importorskip("transformers")

    class BadConfig(transformers.PretrainedConfig):
        model_type = "bad"

        def __init__(self, **kwargs: object) -> None:
            raise ValueError("a part is missing\nsecond line")

    class BadModel(transformers.PreTrainedModel):
        config_class = BadConfig

    with pytest.raises(TargetError, match=r"hf:BadModel cannot be built: BadConfig .*ValueError: a part is missing\)"):
        build_from(transformers, BadModel)


def test_unknown_inputs_say_how_to_give_them() -> None:
    transformers = pytest.importorskip("transformers")
    torch = pytest.importorskip("torch")

    class OddConfig(transformers.PretrainedConfig):
        model_type = "odd"

    class OddModel(transformers.PreTrainedModel):
        config_class = OddConfig
        main_input_name = "wavelets"

        def __init__(self, config: object) -> None:
            super().__init__(config)
            self.layer = torch.nn.Linear(2, 2)

        def forward(self, wavelets: object) -> object:
            return self.layer(wavelets)

    with pytest.raises(TargetError, match=r"hf:OddModel takes 'wavelets'.* --input 'wavelets=f32\[2,16\]'"):
        build_from(transformers, OddModel)
    target = build_from(transformers, OddModel, ("wavelets=f32[3,2]",))
    assert [call.label for call in target.calls] == ["wavelets=f32[3,2]"]


def build_from(transformers: ModuleType, model: type, inputs: tuple[str, ...] = ()) -> Target:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(transformers, model.__name__, model, raising=False)
        return load(f"hf:{model.__name__}", inputs=inputs)


def test_inputs_of_an_encoder() -> None:
    torch = pytest.importorskip("torch")
    pytest.importorskip("transformers")
    target = load("hf:BertForSequenceClassification", TRAIN)
    assert [call.label for call in target.calls] == [
        "input_ids=i64[2,16], attention_mask=i64[2,16], labels=i64[2]",
        "input_ids=i64[3,24], attention_mask=i64[3,24], labels=i64[3]",
    ]
    assert isinstance(target.fn, torch.nn.Module)
    assert target.fn.training
    padding = target.calls[0].kwargs["attention_mask"] == 0
    assert padding.any()
    assert (target.calls[0].kwargs["input_ids"][padding] == target.fn.config.pad_token_id).all()
    assert "labels" not in load("hf:BertForSequenceClassification").calls[0].kwargs


def test_decoder_tokens_are_made_of_labels_in_training() -> None:
    pytest.importorskip("transformers")
    assert "decoder_input_ids" in load("hf:BartForConditionalGeneration").calls[0].kwargs
    trained = load("hf:BartForConditionalGeneration", TRAIN).calls[0].kwargs
    assert set(trained) == {"input_ids", "attention_mask", "labels"}


def test_inputs_are_the_same_every_time() -> None:
    torch = pytest.importorskip("torch")
    pytest.importorskip("transformers")
    first, second = (load("hf:ViTModel").calls[1].kwargs["pixel_values"] for _ in range(2))
    assert torch.equal(first, second)


def test_default_size() -> None:
    pytest.importorskip("transformers")
    target = load("hf:MobileNetV2Model", BuildOptions(size="default"))
    assert target.fn.config.depth_multiplier == 1.0  # type: ignore[attr-defined]
    assert target.calls[0].kwargs["pixel_values"].shape[-1] == 224


FAMILIES = {
    "JambaForCausalLM": 2e5,
    "JambaForSequenceClassification": 2e5,
    "JambaModel": 2e5,
    "Qwen2VLForConditionalGeneration": 4e5,
    "Qwen2VLModel": 4e5,
    "Qwen2VLTextModel": 1e5,
    "ReformerForMaskedLM": 2e5,
    "ReformerForQuestionAnswering": 1e5,
    "ReformerForSequenceClassification": 1e5,
    "ReformerModel": 1e5,
    "ReformerModelWithLMHead": 2e5,
    "SpeechT5ForSpeechToSpeech": 6e5,
    "SpeechT5ForSpeechToText": 3e5,
    "SpeechT5ForTextToSpeech": 6e5,
    "SpeechT5Model": 2e5,
    "TimeSeriesTransformerForPrediction": 2e5,
    "TimeSeriesTransformerModel": 2e5,
}
"""Classes whose configuration or inputs do not follow from names alone, with the parameters that they have at most."""


@pytest.mark.parametrize("name", FAMILIES)
def test_families_run_on_every_input_set(name: str) -> None:
    torch = pytest.importorskip("torch")
    pytest.importorskip("transformers")
    target = load(f"hf:{name}")
    assert isinstance(target.fn, torch.nn.Module)
    assert sum(parameter.numel() for parameter in target.fn.parameters()) <= 1.1 * FAMILIES[name]
    assert len({call.label for call in target.calls}) == 2
    for call in target.calls:
        with torch.no_grad():
            output = target.fn(*call.args, **call.kwargs)
        assert all(bool(value.isfinite().all()) for value in output.values() if isinstance(value, torch.Tensor))


@pytest.mark.slow
@pytest.mark.parametrize("name", FAMILIES)
def test_families_train_on_every_input_set(name: str) -> None:
    torch = pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from fullgraph.runtime_check.step.step import Stepper

    target = load(f"hf:{name}", TRAIN)
    stepper = Stepper(target, torch.device("cpu"), train=True)
    stepper.settle()
    for call in target.calls:
        found = stepper.observe(target.fn, call)
        assert found.gradients
        has_head = "For" in name or name.endswith("WithLMHead")
        if has_head and name != "SpeechT5ForSpeechToSpeech":  # which computes no loss in transformers
            assert found.loss is not None and 0 < found.loss < 20


def test_texts_with_an_image_have_a_token_for_each_feature() -> None:
    pytest.importorskip("transformers")
    for call in (target := load("hf:Qwen2VLForConditionalGeneration")).calls:
        ids, grid = call.kwargs["input_ids"], call.kwargs["image_grid_thw"]
        config = target.fn.config  # type: ignore[attr-defined]
        assert ((ids == config.image_token_id).sum(1) == grid.prod(1) // 4).all()
        assert ((ids == config.vision_start_token_id).sum(1) == 1).all()
        assert len({config.image_token_id, config.video_token_id, config.vision_start_token_id}) == 3
        assert len(call.kwargs["pixel_values"]) == grid.prod(1).sum()


def refuses() -> None:
    raise NotImplementedError("Training is not supported yet.")


def lacks_an_operator() -> None:
    import torch

    torch.ones(1, device="meta").cpu()


@pytest.mark.parametrize(
    ("function", "package", "request_", "told"),
    [
        (refuses, "transformers.models.vits", Request("hf:VitsModel", "/", train=True), True),
        (refuses, "transformers.models.vits", Request("hf:VitsModel", "/"), False),
        (refuses, "elsewhere", Request("hf:VitsModel", "/", train=True), False),
        (refuses, "transformers.models.vits", Request("model.py:Net", "/", train=True), False),
        (lacks_an_operator, "transformers.models.vits", Request("hf:VitsModel", "/", train=True), False),
    ],
)
def test_a_model_that_refuses_to_be_trained_has_no_training(
    function: FunctionType, package: str, request_: Request, told: bool
) -> None:
    pytest.importorskip("torch")
    inside = FunctionType(function.__code__, {"__name__": package, "__builtins__": builtins})
    with pytest.raises(NotImplementedError) as caught:
        inside()
    failure = no_training(caught.value, request_, "eager")
    if not told:
        assert failure is None
        return
    assert failure is not None and failure.kind == "target"
    expected = "hf:VitsModel has no training in transformers (Training is not supported yet.): leave out --train"
    assert failure.message == expected


@pytest.mark.slow
def test_of_vits_it_is_said_that_it_has_no_training() -> None:
    pytest.importorskip("transformers")
    run = verify("hf:VitsModel", Settings(backend="eager", bench_seconds=0, train=True)).targets[0].before
    assert run.failure is not None
    assert run.failure.message.startswith("hf:VitsModel has no training in transformers (Training of VITS is not supp")
    assert run.failure.during == "the eager run"


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "BartForConditionalGeneration",
        "BeitForSemanticSegmentation",
        "BertForMultipleChoice",
        "CLIPModel",
        "ClapModel",
        "FunnelForMaskedLM",
        "LayoutLMv3ForTokenClassification",
        "LEDForConditionalGeneration",
        "LongformerForQuestionAnswering",
        "MarianMTModel",
        "MistralForSequenceClassification",
        "MixtralForCausalLM",
        "NllbMoeForConditionalGeneration",
        "Phi3ForCausalLM",
        "Phi4MultimodalForCausalLM",
        "SEWForCTC",
        "SegformerForSemanticSegmentation",
        "T5ForConditionalGeneration",
        "TimesformerForVideoClassification",
        "VisionEncoderDecoderModel",
        "Wav2Vec2ForCTC",
        "WhisperForConditionalGeneration",
    ],
)
def test_small_models_train(name: str) -> None:
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    if not hasattr(transformers, name):
        pytest.skip(f"transformers {transformers.__version__} has no {name}")
    target = load(f"hf:{name}", TRAIN)
    assert isinstance(target.fn, torch.nn.Module)
    assert sum(parameter.numel() for parameter in target.fn.parameters()) < 4e6
    assert 0 < loss_of(target) < float("inf")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["timm:resnet18", "timm:vit_tiny_patch16_224", "timm:deit_tiny_distilled_patch16_224"])
def test_timm_models_train(name: str) -> None:
    pytest.importorskip("timm")
    target = load(name, TRAIN)
    assert target.calls[0].args[0].shape[-1] < 224
    assert 0 < loss_of(target) < float("inf")


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "resnet18",
        "inception_v3",
        "fcn_resnet50",
        "fasterrcnn_mobilenet_v3_large_320_fpn",
        "ssdlite320_mobilenet_v3_large",
    ],
)
def test_torchvision_models_train(name: str) -> None:
    pytest.importorskip("torchvision")
    assert 0 < loss_of(load(f"torchvision:{name}", TRAIN)) < float("inf")


@pytest.mark.slow
def test_verify_compiles_a_model_and_predicts_only_where_it_went() -> None:
    pytest.importorskip("transformers")
    report = verify("hf:BertForMaskedLM", Settings(backend="eager", bench_seconds=0, train=True))
    run = report.targets[0].before
    assert report.exit_status == 0
    assert "training step" in run.what
    assert not run.unobserved or len({prediction.place.filename for prediction in run.unobserved}) < 10
