Config()
Config(size=3)
Config(size=3).size
Config().sizes
Config(1, 2.0, "a", [1])
Config() == Config()
repr(Config())
dataclasses.asdict(self.config)
dataclasses.asdict(Config())
dataclasses.astuple(self.config)
dataclasses.replace(self.config, size=3)
dataclasses.replace(self.frozen, size=3)
dataclasses.fields(self.config)
[f.name for f in dataclasses.fields(self.config)]
dataclasses.is_dataclass(self.config)
dataclasses.is_dataclass(Config)
dataclasses.make_dataclass("Made", ["a"])
dataclasses.field(default=1)
dataclasses.MISSING
Frozen(3)
Frozen(3).size
hash(Frozen(3))
Frozen(3) == Frozen(3)
Output(x)
Output(x).value
Output(x, loss=x.sum()).loss
Output(value=x).loss is None
dataclasses.replace(Output(x), loss=x.sum())
def _():
    a = Config()
    a.size = 5
    x = x * a.size
def _():
    self.config.size = 5
def _():
    self.config.sizes.append(3)
def _():
    a = Config(size=n)
    x = x * a.size
def _():
    a = Output(x)
    a.loss = x.sum()
    x = x * a.loss
def _():
    @dataclass
    class Inner:
        a: int = 1

    x = x * Inner().a
self.config.size
self.config.scale * x
self.config.name == "config"
self.config.sizes[0]
self.config == Config()
self.config.__dict__
self.config.__class__.__name__
self.frozen.size
vars(self.config)["size"]
Color.RED
Color.RED.name
Color.RED.value
Color(1)
Color["RED"]
list(Color)
len(Color)
Color.RED == Color.RED
Color.RED is Color.RED
Color.RED in Color
Color.RED in (Color.RED, Color.GREEN)
isinstance(Color.RED, Color)
Color.__members__
hash(Color.RED)
repr(Color.RED)
str(Color.RED)
[c.name for c in Color]
Level.LOW + 1
Level.LOW < Level.HIGH
Level.LOW == 1
Level(2)
int(Level.HIGH)
x * Level.HIGH
Kind.MEAN == "mean"
Kind("mean")
Kind.MEAN.value
Kind.MEAN.upper()
f"{Kind.MEAN}"
Access.READ | Access.WRITE
Access.READ in (Access.READ | Access.WRITE)
Access.READ & Access.WRITE
(Access.READ | Access.WRITE).value
enum.Enum("Made", "A B")
enum.auto()
self.color
self.color.name
self.color.value
self.color == Color.RED
self.color is Color.RED
self.color != Color.GREEN
self.kind == "mean"
self.kind == Kind.MEAN
if self.color == Color.RED:
    x = x * 2
if self.kind is Kind.SUM:
    x = x * 2
def _():
    class Inner(enum.Enum):
        A = 1

    x = x * Inner.A.value
copy.copy([1, 2])
copy.copy({"a": 1})
copy.copy(x)
copy.copy(self.config)
copy.copy(self.table)
copy.copy(self.plain)
copy.copy((1, 2))
copy.copy({1})
copy.copy(3)
copy.copy(self.linear)
copy.copy(deque([1]))
copy.copy(OrderedDict(a=1))
copy.deepcopy([1, [2]])
copy.deepcopy({"a": [1]})
copy.deepcopy(x)
copy.deepcopy(self.config)
copy.deepcopy(self.table)
copy.deepcopy(self.sizes)
copy.deepcopy(self.linear)
copy.deepcopy(self.plain)
copy.deepcopy("text")
copy.deepcopy([x])
copy.deepcopy(self.tensors)
types.SimpleNamespace(a=1)
types.SimpleNamespace(a=1).a
types.SimpleNamespace(a=x).a
types.SimpleNamespace(a=1) == types.SimpleNamespace(a=1)
repr(types.SimpleNamespace(a=1))
vars(types.SimpleNamespace(a=1))
types.SimpleNamespace(**self.table)
def _():
    a = types.SimpleNamespace()
    a.value = x
    x = a.value
self.space.size
self.space.scale * x
def _():
    self.space.size = 5
self.space.__dict__
types.MethodType(doubled, 3)
types.MethodType(doubled, 3)()
types.FunctionType
isinstance(doubled, types.FunctionType)
isinstance(self.helper, types.MethodType)
isinstance(math, types.ModuleType)
isinstance(len, types.BuiltinFunctionType)
isinstance((k for k in []), types.GeneratorType)
isinstance(None, types.NoneType)
types.GenericAlias(list, (int,))
types.DynamicClassAttribute
types.new_class("Made")
types.CellType
types.ModuleType("made")
typing.cast(int, 3)
typing.cast("Tensor", x)
typing.Optional[int]
typing.Union[int, str]
typing.List[int]
typing.Any
list[int]
dict[str, int]
int | None
typing.get_type_hints(doubled)
typing.get_origin(list[int])
typing.get_args(list[int])
typing.TYPE_CHECKING
typing.NamedTuple("P", [("a", int)])
typing.TypeVar("T")
typing.Generic
typing.Protocol
typing.assert_never
typing.NewType("Id", int)(3)
typing.no_type_check(doubled)
typing.final(Plain)
typing.overload
typing.is_typeddict(dict)
typing.Literal["a"]
typing.Callable[[int], int]
typing.ClassVar[int]
abc.ABC
abc.abstractmethod(doubled)
abc.ABCMeta("Made", (), {})
weakref.ref(self)
weakref.ref(self)()
weakref.ref(x)
weakref.ref(x)()
weakref.ref(self.plain)
weakref.ref(self.plain)()
weakref.proxy(self.plain)
weakref.WeakKeyDictionary()
weakref.WeakValueDictionary()
weakref.WeakSet()
weakref.finalize(self.plain, doubled, 1)
def _():
    a = weakref.WeakKeyDictionary()
    a[x] = 1
contextvars.ContextVar("a", default=1)
VARIABLE.get()
VARIABLE.set(2)
VARIABLE.reset(VARIABLE.set(2))
contextvars.copy_context()
Plain()
Plain(3)
Plain(3).size
Plain(3).double
Plain(3).grow()
Plain(3).grow(by=2)
Plain.made(3)
Plain.made(3).size
Plain.shifted(3)
Plain(3).shifted(2)
Plain.kind
Plain(3).kind
len(Plain(3))
Plain(3) == Plain(3)
Plain(3) != Plain(4)
hash(Plain(3))
bool(Plain(3))
Plain(3) + 1
Plain(3)[0]
Plain(3)(x)
3 in Plain(3)
list(Plain(3))
Plain(3).__class__
Plain(3).__dict__
Plain.__name__
Plain.__doc__
Plain.__mro__
Plain.__module__
Plain.__qualname__
Plain.__init__
Plain.__subclasses__()
Plain.mro()
Plain(n)
Plain(n).size
def _():
    a = Plain(3)
    a.size = 5
    x = x * a.size
def _():
    a = Plain(3)
    a.state["k"] = 1
def _():
    a = Plain(3)
    a.new = x
    x = a.new
def _():
    a = Plain(3)
    del a.state
def _():
    self.plain.new = 1
    del self.plain.new
def _():
    a = Plain(0)
    if a:
        x = x * 2
def _():
    a = Plain.__new__(Plain)
object.__new__(Plain)
self.plain.size
self.plain.double
self.plain.grow()
self.plain(x)
self.plain == Plain(3)
self.plain.kind
self.plain.state
self.plain.__class__.__name__
self.plain + 1
self.plain[1]
bool(self.plain)
len(self.plain)
3 in self.plain
def _():
    self.plain.size = 5
def _():
    self.plain.size += 1
def _():
    self.plain.new = 3
def _():
    self.plain.state["k"] = 1
def _():
    if self.plain:
        x = x * 2
def _():
    Plain.kind = "other"
def _():
    class Inner:
        a = 1

    x = x * Inner.a
def _():
    class Inner:
        def __init__(self):
            self.a = 2

    x = x * Inner().a
def _():
    class Inner(Plain):
        def grow(self, by=1):
            return super().grow(by) + 1

    x = x * Inner(3).grow()
def _():
    class Inner(nn.Module):
        def forward(self, x):
            return x

    x = Inner()(x)
def _():
    class Inner:
        def __enter__(self):
            return self

        def __exit__(self, *args):
            return False

    with Inner():
        x = x + 1
def _():
    class Inner:
        def __iter__(self):
            return iter([1, 2])

    for k in Inner():
        x = x + k
def _():
    class Inner:
        def __getattr__(self, name):
            return 3

    x = x * Inner().anything
def _():
    class Inner:
        @property
        def a(self):
            return 3

    x = x * Inner().a
def _():
    class Inner:
        __slots__ = ("a",)

        def __init__(self):
            self.a = 1

    x = x * Inner().a
def _():
    class Inner(dict):
        pass

    a = Inner(k=1)
    x = x * a["k"]
def _():
    class Inner(list):
        pass

    a = Inner([1, 2])
    x = x * a[0]
def _():
    class Inner(tuple):
        pass

    a = Inner([1, 2])
    x = x * a[0]
def _():
    class Inner(int):
        pass

    x = x * Inner(3)
def _():
    class Inner(str):
        pass

    x = x * len(Inner("abc"))
def _():
    class Meta(type):
        pass

    class Inner(metaclass=Meta):
        pass
def _():
    class Inner:
        def __init_subclass__(cls):
            cls.a = 1

    class More(Inner):
        pass
def _():
    class Inner(typing.NamedTuple):
        a: int = 1

    x = x * Inner().a
def _():
    class Inner(typing.TypedDict):
        a: int

    x = x * Inner(a=1)["a"]
