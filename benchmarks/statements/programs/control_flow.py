def _():
    if x.sum() > 0:
        x = x * 2
def _():
    if b.any():
        x = x * 2
    else:
        x = x * 3
def _():
    if b.all():
        return x
def _():
    if x.max() > 9:
        raise ValueError("large")
    x = x + 1
def _():
    if torch.isnan(x).any():
        x = torch.nan_to_num(x)
def _():
    if n > 3:
        x = x * 2
def _():
    if n:
        x = x * 2
def _():
    if n == 7 or n == 9:
        x = x * 2
def _():
    if self.flag:
        x = x * 2
def _():
    if self.nothing is not None:
        x = x * 2
def _():
    if x.shape[0] == 4:
        x = x * 2
def _():
    if x.dim() == 2 and x.size(1) > 3:
        x = x * 2
def _():
    if x.shape == (4, 6):
        x = x * 2
def _():
    if self.count > 1 and self.name == "mean":
        x = x * 2
def _():
    if self.steps > 0:
        x = x * 2
def _():
    if self.steps == 0:
        x = x * 2
def _():
    if self.weight.sum() > 0:
        x = x * 2
def _():
    if self.number > 0:
        x = x * 2
def _():
    if self.array.sum() > 0:
        x = x * 2
def _():
    if random.random() > 0.5:
        x = x * 2
def _():
    if torch.rand(1) > 0.5:
        x = x * 2
def _():
    if torch.rand(1).item() > 0.5:
        x = x * 2
def _():
    if np.random.rand() > 0.5:
        x = x * 2
def _():
    if x.sum().item() > 0:
        x = x * 2
def _():
    if torch.equal(x, x):
        x = x * 2
def _():
    if torch.allclose(x, x):
        x = x * 2
def _():
    if x.is_contiguous():
        x = x * 2
def _():
    if not x.is_floating_point():
        x = x * 2
def _():
    if isinstance(x, Tensor) and x.requires_grad:
        x = x * 2
def _():
    if x.numel() == 0:
        return x
    x = x + 1
def _():
    if b.sum() == 0:
        return x
    x = x + 1
def _():
    if len(x[b]) > 3:
        x = x * 2
def _():
    if b.nonzero().numel() > 0:
        x = x * 2
def _():
    if b.nonzero().shape[0] == 0:
        x = x * 2
def _():
    if x.mean() > self.scale:
        x = x * 2
    elif x.mean() < 0:
        x = x * 3
def _():
    assert x.shape[0] == 4
def _():
    assert x.shape[0] == 4, "four rows"
def _():
    assert x.sum() > 0
def _():
    assert x.sum() > 0, "positive"
def _():
    assert x.sum() > 0, f"positive: {x.sum()}"
def _():
    assert not torch.isnan(x).any()
def _():
    assert torch.isfinite(x).all(), "finite"
def _():
    assert n > 0
def _():
    assert n > 0, f"positive: {n}"
def _():
    assert isinstance(x, Tensor)
def _():
    assert self.flag
def _():
    assert (x.shape[0] == x.size(0)), f"{x.shape}"
for k in range(3):
    x = x + k
for k in range(n):
    x = x + k
for k in range(x.shape[0]):
    x = x + k
for k in range(len(self.layers)):
    x = self.layers[k](x)
for row in x:
    x = x + row
for k in x.tolist():
    x = x + k[0]
for k in i.tolist():
    x = x + k
for k in i:
    x = x + k
for k in x.shape:
    x = x + k
for k in (1, 2):
    x = x + k
for k in [x, x]:
    x = x + k
for k, v in [(1, 2)]:
    x = x + k * v
for k, v in enumerate(i):
    x = x + v
for k in b.nonzero():
    x = x + k[0]
for k in range(int(i.max())):
    x = x + k
for k in x.unbind(0):
    x = x + k
for k in x.split(2):
    x = x + k[0]
for k in x.chunk(2):
    x = x + k[0]
for layer in self.layers:
    x = layer(x)
for layer in self.stack:
    x = layer(x)
for p in self.parameters():
    x = x + p.sum()
for name, p in self.named_parameters():
    x = x + len(name)
for m in self.modules():
    x = x + 1
for name, m in self.named_modules():
    x = x + len(name)
for m in self.children():
    x = x + 1
for name, t in self.named_buffers():
    x = x + 1
for k in counted(3):
    x = x + k
for k in itertools.count():
    if k > 2:
        break
    x = x + k
for k in range(3):
    if k == 1:
        continue
    x = x + k
for k in range(3):
    if x.sum() > 5:
        break
    x = x + k
for k in range(3):
    if x.sum() > 5:
        continue
    x = x + k
for k in range(3):
    x = x + k
else:
    x = x * 2
for k in "abc":
    x = x + 1
for k in {1, 2}:
    x = x + k
for k in map(doubled, [1, 2]):
    x = x + k
for k in zip([1], [2]):
    x = x + k[0]
for a in range(2):
    for c in range(2):
        x = x + a * c
for k in range(2):
    print(k)
for k in reversed(range(3)):
    x = x + k
for k in np.arange(3):
    x = x + k
for k in self.array:
    x = x + k
for k in torch.arange(3):
    x = x + k
for k in torch.arange(3):
    x = x + x[k]
for k in range(0, x.shape[0], 2):
    x = x + x[k : k + 1]
for _ in range(self.count):
    x = self.linear(x)
def _():
    k = 0
    while k < 3:
        x = x + k
        k += 1
def _():
    while x.sum() < 0:
        x = x + 1
def _():
    while x.sum() < 100:
        x = x * 2
def _():
    while True:
        x = x + 1
        if x.sum() > 100:
            break
def _():
    while True:
        x = x + 1
        break
def _():
    k = n
    while k > 0:
        x = x + 1
        k -= 1
def _():
    k = 0
    while k < x.shape[0]:
        k += 1
    else:
        x = x + k
def _():
    while (k := len(self.history)) > 5:
        self.history.pop()
def _():
    a = [1, 2]
    while a:
        x = x + a.pop()
def _():
    if (k := x.shape[0]) > 3:
        x = x + k
def _():
    if (total := x.sum()) > 3:
        x = x + total
def _():
    y = (z := x + 1) * 2
[k for k in range(3)]
[x * k for k in range(3)]
[row.sum() for row in x]
[k for k in range(n)]
[x + k for k in range(n)]
[k for k in self.sizes if k > 2]
[t for t in x if t.sum() > 0]
[t.item() for t in i]
[int(t) for t in i]
[layer(x) for layer in self.layers]
[a * c for a in range(2) for c in range(2)]
[[a for a in range(2)] for c in range(2)]
{k for k in range(3)}
{k: k * 2 for k in range(3)}
{k: x for k in self.sizes}
{name: p.sum() for name, p in self.named_parameters()}
(k for k in range(3))
list(k for k in range(3))
list(x * k for k in range(3))
sum(x * k for k in range(3))
any(k for k in [x.sum() > 0])
all(t.shape == x.shape for t in [x, x])
torch.stack([x * k for k in range(3)])
torch.cat(list(x for _ in range(2)))
"".join(str(k) for k in range(3))
def _():
    try:
        x = x + 1
    except ValueError:
        x = x + 2
def _():
    try:
        raise ValueError("text")
    except ValueError:
        x = x + 2
def _():
    try:
        raise ValueError("text")
    except ValueError as error:
        text = str(error)
def _():
    try:
        raise ValueError("text", 2)
    except ValueError as error:
        x = x * error.args[1]
def _():
    try:
        x = x.view(5, 5)
    except RuntimeError:
        x = x + 2
def _():
    try:
        x = x @ x
    except RuntimeError:
        x = x + 2
def _():
    try:
        a = self.table["z"]
    except KeyError:
        x = x + 2
def _():
    try:
        a = self.missing
    except AttributeError:
        x = x + 2
def _():
    try:
        a = [1][4]
    except IndexError:
        x = x + 2
def _():
    try:
        a = int("text")
    except ValueError:
        x = x + 2
def _():
    try:
        a = 1 / 0
    except ZeroDivisionError:
        x = x + 2
def _():
    try:
        a = next(iter([]))
    except StopIteration:
        x = x + 2
def _():
    try:
        a = "a" + 1
    except TypeError:
        x = x + 2
def _():
    try:
        x = x + 1
    finally:
        x = x + 2
def _():
    try:
        x = x + 1
    except Exception:
        x = x + 3
    else:
        x = x + 2
    finally:
        x = x * 2
def _():
    try:
        raise KeyError("a")
    except (KeyError, ValueError):
        x = x + 2
def _():
    try:
        raise KeyError("a")
    except Exception as error:
        a = type(error).__name__
def _():
    try:
        try:
            raise ValueError
        except ValueError as error:
            raise KeyError("a") from error
    except KeyError as error:
        a = error.__cause__
def _():
    try:
        try:
            raise ValueError
        except ValueError:
            raise
    except ValueError:
        x = x + 2
def _():
    try:
        print("text")
    except ValueError:
        x = x + 2
def _():
    try:
        a = x.sum().item()
    except ValueError:
        x = x + 2
def _():
    try:
        raise RuntimeError("a")
    except:
        x = x + 2
def _():
    try:
        raise ExceptionGroup("a", [ValueError(1)])
    except* ValueError:
        x = x + 2
def _():
    try:
        a = torch.ones(2)[5]
    except IndexError:
        x = x + 2
def _():
    try:
        import nothing_here
    except ImportError:
        x = x + 2
def _():
    class Failure(Exception):
        pass

    try:
        raise Failure("a")
    except Failure:
        x = x + 2
def _():
    error = ValueError("a")
    error.add_note("note")
def _():
    try:
        raise ValueError
    except ValueError as error:
        a = traceback.format_exception(error)
def _():
    try:
        raise ValueError
    except ValueError as error:
        a = error.__traceback__
def _():
    try:
        raise ValueError
    except ValueError:
        a = sys.exc_info()
def _():
    match self.name:
        case "mean":
            x = x.mean()
        case "sum":
            x = x.sum()
        case _:
            x = x + 1
def _():
    match self.count:
        case 1 | 2:
            x = x + 1
def _():
    match self.sizes:
        case [a, c]:
            x = x * a
def _():
    match self.sizes:
        case [a, *rest]:
            x = x * a
def _():
    match self.table:
        case {"a": a}:
            x = x * a
def _():
    match self.table:
        case {"a": a, **rest}:
            x = x * a
def _():
    match self.config:
        case Config(size=4):
            x = x * 2
def _():
    match self.color:
        case Color.RED:
            x = x * 2
def _():
    match self.point:
        case Point(left, right):
            x = x * left
def _():
    match x:
        case Tensor():
            x = x * 2
def _():
    match x.shape:
        case (4, a):
            x = x * a
def _():
    match x.dim():
        case 2:
            x = x * 2
def _():
    match n:
        case 7:
            x = x * 2
def _():
    match n:
        case k if k > 3:
            x = x * 2
def _():
    match self.count:
        case int(k):
            x = x * k
def _():
    match (self.count, self.name):
        case (2, "mean"):
            x = x * 2
def _():
    match self.nothing:
        case None:
            x = x * 2
def _():
    return x
def _():
    return None
def _():
    return x, x
def _():
    return {"x": x}
def _():
    return [x]
def _():
    return Output(x)
def _():
    return Pair(x, x)
def _():
    return Point(x, 1)
def _():
    return n
def _():
    return x.shape
def _():
    return x.shape[0]
def _():
    return self.config
def _():
    return "text", x
def _():
    return {1, 2}, x
def _():
    return self
def _():
    return OrderedDict(a=x)
def _():
    return types.SimpleNamespace(x=x)
def _():
    return Plain(), x
def _():
    return lambda: x
def _():
    return (x for _ in range(2))
def _():
    return range(3), x
def _():
    return x.dtype, x
def _():
    return slice(1), x
def _():
    return Color.RED, x
def _():
    return iter([x])
def _():
    return np.float32(1.0), x
def _():
    return x.numpy()
def _():
    return deque([x])
def _():
    return 1 + 2j, x
def _():
    return b"text", x
def _():
    return torch.Size([1]), x
def _():
    return defaultdict(list, a=[x])
def _():
    return x[b]
def _():
    return x.sum().item()
def _():
    return x.tolist()
pass
assert True
del x.grad
import math
import math as mathematics
from math import sqrt
import os.path
import torch.nn.functional as functional
from torch import nn as networks
from collections import deque as queue_
import json, re
def _():
    import math

    x = x * math.sqrt(4)
def _():
    from torch.nn import functional

    x = functional.relu(x)
def _():
    import colorsys
def _():
    y = x
    del y
def _():
    y: int = 3
def _():
    y: Tensor
    y = x
def _():
    global COUNT
    COUNT += 1
def _():
    global COUNT
    COUNT = 3
def _():
    global SCALE
    SCALE = x.sum()
def _():
    global NEW
    NEW = 1
    x = x * NEW
x * SCALE
x * LIMIT
x * COUNT
x + ITEMS[0]
def _():
    a = 1; c = 2
    x = x * a * c
