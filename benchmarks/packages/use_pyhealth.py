"""Modules of pyhealth: predictions from health records and signals."""

import contextlib
import io

import numpy as np
import torch
from pyhealth.datasets import SampleEHRDataset, SampleSignalDataset
from pyhealth.models import (
    GRASP,
    RETAIN,
    TCN,
    AdaCare,
    Agent,
    ConCare,
    ContraWR,
    GAMENetLayer,
    MICRONLayer,
    SparcNet,
    StageNet,
    Transformer,
)
from seeded import factories

DIM = 16
CODES = ["A05B", "A05C", "A06A", "A11D", "A11E", "A04A", "B035", "C129"]
EHR_KEYS = ["list_codes", "list_vectors", "list_list_codes"]


def _visit(index, label):
    random = np.random.RandomState(index)
    codes = [CODES[code] for code in random.permutation(len(CODES))]
    return {
        "patient_id": f"patient-{index // 2}",
        "visit_id": f"visit-{index}",
        "list_codes": codes[: 3 + index % 3],
        "list_vectors": random.rand(2 + index % 2, 3).tolist(),
        "list_list_codes": [codes[:2], codes[2:5]][: 1 + index % 2],
        "list_codes_time": random.rand(3 + index % 3, 1).tolist(),
        "list_vectors_time": random.rand(2 + index % 2, 1).tolist(),
        "list_list_codes_time": random.rand(1 + index % 2, 1).tolist(),
        "demographic": random.rand(3).tolist(),
        "label": label,
    }


def _dataset(labels=(1, 0, 1, 0)):
    return SampleEHRDataset([_visit(index, label) for index, label in enumerate(labels)], dataset_name="records")


def _kwargs(dataset):
    return {key: [sample[key] for sample in dataset.samples] for key in dataset.samples[0]}


def _records(model, labels=(1, 0, 1, 0), mode="binary", keys=EHR_KEYS, **options):
    dataset = _dataset(labels)
    model = model(dataset, feature_keys=keys, label_key="label", mode=mode, **options)
    return model, (), _kwargs(dataset)


def _static(model, **options):
    return _records(
        model, use_embedding=[True, False, True], static_key="demographic", embedding_dim=DIM, hidden_dim=DIM, **options
    )


class _Signals(SampleSignalDataset):
    """Signals that lie in memory."""

    def _validate(self):
        channels, length = np.array(self.samples[0]["signal"]).shape
        return {"signal": {"n_channels": channels, "length": length}, "label": {"type": str, "dim": 0}}

    def __getitem__(self, index):
        return self.samples[index]


def _signals(model, channels=2, length=400, **options):
    random = np.random.RandomState(0)
    samples = [
        {
            "patient_id": f"patient-{index}",
            "record_id": f"record-{index}",
            "signal": random.randn(channels, length).tolist(),
            "label": ("W", "N1", "REM")[index % 3],
        }
        for index in range(4)
    ]
    dataset = _Signals(samples, dataset_name="signals")
    with contextlib.redirect_stdout(io.StringIO()):
        model = model(dataset, feature_keys=["signal"], label_key="label", mode="multiclass", **options)
    return model, (), _kwargs(dataset)


def _drugs(*shape):
    return torch.randint(2, shape).float()


def _mask():
    return torch.tensor([[1, 1, 1, 1, 1], [1, 1, 1, 0, 0], [1, 0, 0, 0, 0]], dtype=torch.bool)


MODELS = {
    "Retain": lambda: _records(RETAIN, embedding_dim=DIM),
    "Transformers": lambda: _records(
        Transformer, [["a", "b"], ["b"], ["c"], ["a", "c"]], "multilabel", embedding_dim=DIM
    ),
    "Scales": lambda: _records(AdaCare, use_embedding=[True, False, True], embedding_dim=DIM, hidden_dim=DIM),
    "Agents": lambda: _records(Agent, static_key="demographic", embedding_dim=DIM),
    "Context": lambda: _static(ConCare),
    "Clusters": lambda: _static(GRASP, cluster_num=2),
    "Stages": lambda: _records(
        StageNet,
        time_keys=["list_codes_time", "list_vectors_time", "list_list_codes_time"],
        embedding_dim=DIM,
        chunk_size=8,
        levels=2,
    ),
    "Convolutions": lambda: _records(TCN, ["x", "y", "z", "x"], "multiclass", embedding_dim=DIM, num_channels=8),
    "Seizures": lambda: _signals(SparcNet),
    "Sleep": lambda: _signals(ContraWR, n_fft=64),
    "Medication": lambda: (
        GAMENetLayer(DIM, _drugs(20, 20), _drugs(20, 20)),
        (torch.randn(3, 5, DIM), _drugs(3, 5, 20), _drugs(3, 20), _mask()),
    ),
    "Changes": lambda: (MICRONLayer(DIM, 24, 20), (torch.randn(3, 5, DIM), _drugs(3, 20), _mask())),
}

__getattr__ = factories(MODELS)
