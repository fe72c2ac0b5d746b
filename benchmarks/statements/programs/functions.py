doubled(x)
added(x)
added(x, 2)
added(x, other=2)
added(x, 1, 2, 3, key=4)
added(*[x, 1])
added(x, **{"key": 2})
added(x, 1, *[2], key=3, **{"more": 4})
self.helper(x)
self.helper(x, scale=2.0)
self.fixed(x)
self.twice
self.triple
self.shared
(lambda value: value * 2)(x)
(lambda *args, **kwargs: args[0])(x)
self.activation(x)
self.function(x)
list(counted(3))
next(counted(3))
sum(counted(3))
counted(3)
doubled.__name__
doubled.__doc__
doubled.__module__
doubled.__qualname__
doubled.__defaults__
added.__kwdefaults__
doubled.__code__
doubled.__code__.co_name
doubled.__code__.co_varnames
doubled.__dict__
doubled.__annotations__
doubled.__closure__
doubled.__globals__
doubled.__wrapped__ if hasattr(doubled, "__wrapped__") else None
decorated.__wrapped__
decorated.__name__
self.helper.__name__
self.helper.__func__
self.helper.__self__
self.forward.__name__
self.__class__
self.__class__.__name__
self.__class__.__mro__
self.__dict__
self.__dict__["count"]
self.__module__
self.__doc__
doubled is doubled
doubled == doubled
setattr(doubled, "count", 1)
def _():
    doubled.count = 1
def inner():
    return 1
def _():
    def inner(value):
        return value * 2

    x = inner(x)
def _():
    k = 2

    def inner(value):
        return value * k

    x = inner(x)
def _():
    k = 0

    def inner():
        nonlocal k
        k += 1

    inner()
    x = x * k
def _():
    def inner(value=x):
        return value

    x = inner()
def _():
    def inner(value, /, *, key=1):
        return value * key

    x = inner(x, key=2)
def _():
    def inner(*args):
        return sum(args)

    x = inner(x, x)
def _():
    def inner(**kwargs):
        return kwargs["a"]

    x = inner(a=x)
def _():
    def inner(k):
        return 1 if k < 1 else k * inner(k - 1)

    x = x * inner(3)
def _():
    def inner(k):
        if k > 0:
            yield k
            yield from inner(k - 1)

    x = x * sum(inner(3))
def _():
    def inner():
        yield x
        yield x + 1

    for t in inner():
        x = x + t
def _():
    def inner():
        received = yield 1
        yield received

    g = inner()
    next(g)
    x = x * g.send(3)
def _():
    def inner():
        yield 1
        return 2

    g = inner()
    next(g)
    g.close()
def _():
    def inner():
        try:
            yield 1
        except ValueError:
            yield 2

    g = inner()
    next(g)
    x = x * g.throw(ValueError())
def _():
    def inner():
        return (yield from [1, 2])

    x = x * len(list(inner()))
def _():
    def inner():
        try:
            yield 1
        finally:
            pass

    for k in inner():
        x = x * k
        break
def _():
    @wrapped
    def inner(value):
        return value * 2

    x = inner(x)
def _():
    @functools.lru_cache
    def inner(value):
        return value * 2

    x = x * inner(2)
def _():
    @torch.no_grad()
    def inner(value):
        return value * 2

    x = inner(x)
def _():
    @torch.compile
    def inner(value):
        return value * 2

    x = inner(x)
def _():
    @contextlib.contextmanager
    def inner():
        yield 1

    with inner() as k:
        x = x * k
def _():
    @torch.compiler.disable
    def inner(value):
        return value * 2

    x = inner(x)
def _():
    async def inner():
        return 1

    inner().close()
def _():
    inner = [lambda value, k=k: value * k for k in range(2)]
    x = inner[1](x)
def _():
    table = {"a": doubled, "b": added}
    x = table["a"](x)
def _():
    inner = functools.partial(lambda value, k: value * k, k=2)
    x = inner(x)
def _():
    inner = self.helper
    x = inner(x)
def _():
    inner = x.mean
    x = x + inner()
def _():
    inner = torch.relu if self.flag else torch.tanh
    x = inner(x)
def _():
    inner = getattr(self, "helper")
    x = inner(x)
def _():
    inner = Plain.grow
    x = x * inner(Plain(3))
def _():
    inner = nn.Module.__call__
    x = inner(self.linear, x)
def _():
    inner = Base.helper
    x = inner(self, x)
def _():
    inner = lambda: (yield)
    g = inner()
def _():
    inner = torch.Tensor.mul
    x = inner(x, 2)
def _():
    def inner(value: int = 1) -> int:
        return value

    a = inner.__annotations__
def _():
    def inner(value):
        return value

    inner.size = 3
    x = x * inner.size
def _():
    def inner(value):
        if value.sum() > 0:
            return value
        return -value

    x = inner(x)
def _():
    def inner(value):
        print("text")
        return value

    x = inner(x)
Double.apply(x)
F.relu(added(x))
callable(doubled)
isinstance(doubled, collections.abc.Callable)
map(doubled, [x])
doubled.__call__(x)
doubled.__get__(x)()
self.linear.forward(x)
self.linear.__call__(x)
self.linear(input=x)
nn.Linear.forward(self.linear, x)
torch.relu.__name__
x.mean.__name__
eval("doubled")(x)
globals()["doubled"](x)
locals().get("x")
