import torch
from pykt.models import (
    akt,
    atkt,
    deep_irt,
    dkt,
    dkt_forget,
    dkt_plus,
    dkvmn,
    gkt,
    kqn,
    lpkt,
    saint,
    sakt,
    skvmn,
)
from pykt.models.train_model import model_forward
from seeded import factories
from torch import nn
from torch.nn.functional import one_hot

STUDENTS, STEPS = 3, 12
CONCEPTS, QUESTIONS = 9, 20


class _Next(nn.Module):
    """The chance that the next exercise is answered correctly, as the package's training selects it."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, concepts, responses, following, *more):
        y = self.model(concepts, responses, *more)
        return (y * one_hot(following, self.model.num_c)).sum(-1)


class _Training(nn.Module):
    """The loss of a batch, as the package's training computes it."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, batch):
        return model_forward(self.model, batch)


def _ids(count, steps=STEPS):
    return torch.randint(0, count, (STUDENTS, steps))


def _responses(steps=STEPS):
    return torch.randint(0, 2, (STUDENTS, steps))


def _history():
    return _ids(CONCEPTS), _responses()


def _shifted():
    return _ids(CONCEPTS), _responses(), _ids(CONCEPTS)


def _gaps():
    """How long ago a concept and the last exercise were seen, and how often: for now and for the next step."""
    gaps = {"rgaps": 6, "sgaps": 5, "pcounts": 7}
    now = {name: _ids(count) for name, count in gaps.items()}
    return now | {f"shft_{name}": _ids(count) for name, count in gaps.items()}


def _batch():
    """A batch of the package's loader: sequences padded at the end, and the same shifted by a step."""
    lengths = torch.tensor([[STEPS], [STEPS - 3], [STEPS // 2]])
    mask = torch.arange(STEPS + 1) <= lengths
    full = {
        "qseqs": _ids(QUESTIONS, STEPS + 1),
        "cseqs": _ids(CONCEPTS, STEPS + 1),
        "rseqs": _responses(STEPS + 1).float(),
        "tseqs": torch.randint(0, 1000, (STUDENTS, STEPS + 1)).cumsum(1),
    }
    full = {name: value * mask for name, value in full.items()}
    batch = {name: value[:, :-1] for name, value in full.items()}
    batch |= {f"shft_{name}": value[:, 1:] for name, value in full.items()}
    return batch | {"masks": mask[:, :-1], "smasks": mask[:, 1:]}


def _lpkt():
    concepts = (torch.rand(QUESTIONS + 1, CONCEPTS + 1) < 0.3).float() + 0.03
    model = lpkt.LPKT(10, 10, QUESTIONS, CONCEPTS, d_a=8, d_e=16, d_k=16, dropout=0.2, q_matrix=concepts.clamp(max=1))
    return model, (_ids(QUESTIONS), _responses(), _ids(10), _ids(10))


def _graph():
    graph = torch.full((CONCEPTS, CONCEPTS), 1 / (CONCEPTS - 1))
    return graph.fill_diagonal_(0)


MODELS = {
    "DKT": lambda: (_Next(dkt.DKT(CONCEPTS, 16)), _shifted()),
    "DKVMN": lambda: (dkvmn.DKVMN(CONCEPTS, 16, 8), _history()),
    "SAKT": lambda: (sakt.SAKT(CONCEPTS, STEPS, 16, 4, 0.1, num_en=2), _shifted()),
    "AKT": lambda: (
        akt.AKT(CONCEPTS, QUESTIONS, 16, 2, 0.1, d_ff=32, final_fc_dim=32, num_attn_heads=4),
        (*_history(), _ids(QUESTIONS)),
    ),
    "SAINT": lambda: (
        saint.SAINT(QUESTIONS, CONCEPTS, STEPS, 16, 4, 0.1, n_blocks=2),
        (_ids(QUESTIONS), _ids(CONCEPTS), _responses(STEPS - 1)),
    ),
    "Training": lambda: (_Training(dkt_plus.DKTPlus(CONCEPTS, 16, 0.01, 0.03, 0.3)), (_batch(),)),
    "GKT": lambda: (gkt.GKT(CONCEPTS, 16, 16, graph=_graph(), dropout=0.1), _history()),
    "LPKT": _lpkt,
    "KQN": lambda: (kqn.KQN(CONCEPTS, 16, 16, 16, 0.1), _shifted()),
    "ATKT": lambda: (atkt.ATKT(CONCEPTS, 16, 8, 16, attention_dim=16), _history()),
    "DKTForget": lambda: (_Next(dkt_forget.DKTForget(CONCEPTS, 6, 5, 7, 16)), (*_shifted(), _gaps())),
    "DeepIRT": lambda: (deep_irt.DeepIRT(CONCEPTS, 16, 8), _history()),
    "SKVMN": lambda: (skvmn.SKVMN(CONCEPTS, 16, 8), _history()),
}

__getattr__ = factories(MODELS)
