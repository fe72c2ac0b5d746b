"""Small targets of every sort of outcome, on which the quick pass has to say what the checks of ``verify`` say."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn


def inputs() -> list[torch.Tensor]:
    return [torch.arange(6.0).reshape(2, 3) + 1]


def whole(x: torch.Tensor) -> torch.Tensor:
    return x.sin() + 1


def prints(x: torch.Tensor) -> torch.Tensor:
    print("seen")
    return x * 2


def prints_twice(x: torch.Tensor) -> torch.Tensor:
    print("seen")
    x = x * 2
    print("seen again")
    return x + 1


def prints_in_a_call(x: torch.Tensor) -> torch.Tensor:
    return prints(x.sin()).cos()


def prints_last(x: torch.Tensor) -> torch.Tensor:
    y = x * 2
    print("seen")
    return y


def branches(x: torch.Tensor) -> torch.Tensor:
    if x.sum() > 0:
        return x + 1
    return x - 1


def branches_on_an_item(x: torch.Tensor) -> torch.Tensor:
    if x.sum().item() > 0:
        return x + 1
    return x - 1


def takes_an_item(x: torch.Tensor) -> torch.Tensor:
    return x * x.sum().item()


def takes_an_int(x: torch.Tensor) -> torch.Tensor:
    return x + int(x[0, 0])


def converts_to_float(x: torch.Tensor) -> torch.Tensor:
    return x * float(x.mean())


def sizes_from_data(x: torch.Tensor) -> torch.Tensor:
    return x[x > 2] * 2


def sizes_from_data_then_branch(x: torch.Tensor) -> torch.Tensor:
    found = torch.nonzero(x > 2)
    if found.shape[0] > 1:
        return found * 2
    return found


def makes_a_list(x: torch.Tensor) -> torch.Tensor:
    return x + sum(x[0].tolist())


def of_nothing(x: torch.Tensor) -> int:
    return 3


def gives_its_argument(x: torch.Tensor) -> torch.Tensor:
    return x


def does_numpy(x: torch.Tensor) -> torch.Tensor:
    return torch.from_numpy(x.numpy() * 2)


@torch.compiler.disable
def _left_alone(x: torch.Tensor) -> torch.Tensor:
    return x * 3


def calls_what_is_disabled(x: torch.Tensor) -> torch.Tensor:
    return _left_alone(x + 1) - 1


def catches(x: torch.Tensor) -> torch.Tensor:
    try:
        print("in a block that catches")
        return x * 2
    except ValueError:
        return x


def breaks_within_with(x: torch.Tensor) -> torch.Tensor:
    with torch.no_grad():
        print("within")
        return x * 2


def _numbers(x: torch.Tensor):  # type: ignore[no-untyped-def]
    for row in x:
        print("row")
        yield row * 2


def generates(x: torch.Tensor) -> torch.Tensor:
    return torch.stack(list(_numbers(x)))


def raises_only_when_compiled(x: torch.Tensor) -> torch.Tensor:
    if torch.compiler.is_compiling():
        raise ValueError("not here")
    return x * 2


def raises_an_unknown_error_when_compiled(x: torch.Tensor) -> torch.Tensor:
    if torch.compiler.is_compiling():
        return torch.ones(2) @ torch.ones(3)
    return x * 2


def draws(x: torch.Tensor) -> torch.Tensor:
    return x + torch.rand_like(x)


def sets_a_generator(x: torch.Tensor) -> torch.Tensor:
    torch.manual_seed(3)
    return x + torch.rand_like(x)


def changes_its_input(x: torch.Tensor) -> torch.Tensor:
    x.add_(1)
    return x * 2


class Counts(nn.Module):
    """Guarded on a number that every call changes."""

    def __init__(self) -> None:
        super().__init__()
        self.calls = 0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.calls += 1
        return x * self.calls


class CountsInFloats(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.scale = 1.0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.scale *= 1.5
        return x * self.scale


class NamesItsCalls(nn.Module):
    """Guarded on a text that every call changes: one more compilation a call, up to the limit."""

    def __init__(self) -> None:
        super().__init__()
        self.name = ""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.name += "a"
        return x + len(self.name)


class ChangesLate(nn.Module):
    """Changes what is guarded on after so many calls that it counts as warm."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("calls", torch.zeros((), dtype=torch.int64))
        self.log: list[str] = []

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.log.append("call")
        return x * 2 if len(self.log) < 4 else x * 3


class CountsAndPrints(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.calls = ""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.calls += "a"
        x = x + len(self.calls)
        print("seen")
        return x * 2


class ItemOfState(nn.Module):
    """An item that differs in each call: nothing new under ``fullgraph=True``, another constant otherwise."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("scale", torch.ones(()))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.scale.mul_(1.25)
        return x * self.scale.item()


class Small(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Linear(3, 8)
        self.dropout = nn.Dropout(0.5)
        self.norm = nn.BatchNorm1d(8)
        self.last = nn.Linear(8, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.last(self.dropout(F.relu(self.norm(self.first(x)))))


class SmallWithBreak(Small):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        hidden = self.first(x)
        print("seen")
        return self.last(self.dropout(hidden))


class BreaksInTraining(Small):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if self.training:
            print("training")
        return super().forward(x)


class Remembers(nn.Module):
    """Keeps its last output, which is another kind of thing in the first call."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(3, 3)
        self.last: torch.Tensor | None = None

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.linear(x)
        if self.last is not None:
            y = y + self.last
        self.last = y.detach()
        return y


class Grows(nn.Module):
    """Keeps all that it saw: longer in each call."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: torch.Tensor | None = None

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.seen = x if self.seen is None else torch.cat([self.seen, x])
        return self.seen.sum(0)


def several_sizes(x: torch.Tensor) -> torch.Tensor:
    return x.flatten() * 2


several_sizes_inputs = [{"x": torch.ones(size, 3)} for size in (2, 4, 5, 7)]


def several_types(x: torch.Tensor) -> torch.Tensor:
    return x + 1


several_types_inputs = [{"x": torch.ones(3, dtype=dtype)} for dtype in (torch.float32, torch.float64, torch.int64)]


def many_ranks(x: torch.Tensor) -> torch.Tensor:
    return x * 2


many_ranks_inputs = [{"x": torch.ones((2,) * rank)} for rank in range(1, 13)]


def breaks_on_the_second_set(x: torch.Tensor) -> torch.Tensor:
    if x.dim() == 1:
        print("a vector")
    return x * 2


breaks_on_the_second_set_inputs = [{"x": torch.ones(2, 3)}, {"x": torch.ones(3)}]


def trains(model: nn.Module, x: torch.Tensor) -> None:
    model(x).sum().backward()


def step() -> dict[str, object]:
    return {"step": trains, "model": Small(), "inputs": [torch.ones(4, 3)]}


def step_with_break() -> dict[str, object]:
    return {"step": trains, "model": SmallWithBreak(), "inputs": [torch.ones(4, 3)]}


def unequal_backends(x: torch.Tensor) -> torch.Tensor:
    y = x.sum().item()
    z = torch.zeros(int(y) + 1)
    return z + x.sum()


def module_with_inputs() -> tuple[nn.Module, torch.Tensor]:
    return nn.Sequential(nn.Linear(3, 3), nn.ReLU()), torch.ones(2, 3)
