list(itertools.accumulate([1, 2]))
list(itertools.accumulate([1, 2], operator.mul))
list(itertools.accumulate(self.sizes, initial=0))
list(itertools.accumulate(self.sizes, lambda a, c: a + c))
list(itertools.chain([1], [2]))
list(itertools.chain(self.parameters(), self.buffers()))
list(itertools.chain.from_iterable([[1], [2]]))
list(itertools.combinations([1, 2, 3], 2))
list(itertools.combinations_with_replacement([1, 2], 2))
list(itertools.compress([1, 2], [True, False]))
next(itertools.count(3))
list(zip(itertools.count(), [1, 2]))
next(itertools.cycle([1, 2]))
list(zip([1, 2], itertools.cycle([3])))
list(itertools.dropwhile(lambda k: k < 2, [1, 2]))
list(itertools.filterfalse(lambda k: k < 2, [1, 2]))
[(k, list(g)) for k, g in itertools.groupby([1, 1, 2])]
[(k, list(g)) for k, g in itertools.groupby(["a", "bb"], len)]
list(itertools.groupby([1, 1, 2]))
list(itertools.islice([1, 2, 3], 2))
list(itertools.islice(range(10), 1, 8, 2))
list(itertools.islice(itertools.count(), 3))
list(itertools.pairwise([1, 2, 3]))
list(itertools.permutations([1, 2]))
list(itertools.permutations([1, 2, 3], 2))
list(itertools.product([1, 2], [3]))
list(itertools.product([1, 2], repeat=2))
list(itertools.repeat(1, 2))
next(itertools.repeat(x))
list(itertools.starmap(pow, [(2, 3)]))
list(itertools.takewhile(lambda k: k < 2, [1, 2]))
itertools.tee([1, 2])
list(itertools.tee([1, 2])[0])
list(itertools.zip_longest([1, 2], [3]))
list(itertools.zip_longest([1, 2], [3], fillvalue=0))
for a, c in itertools.product(range(2), range(2)):
    x = x + a * c
for a, c in itertools.pairwise(self.sizes):
    x = x + a * c
for t in itertools.chain(self.tensors, [x]):
    x = x + t
list(itertools.chain(*[[1], [2]]))
functools.partial(doubled, 3)()
functools.partial(added, other=2)(x)
functools.partial(torch.clamp, min=0)(x)
functools.partial(doubled, 3).func
functools.partial(added, other=2).keywords
functools.partial(doubled, 3).args
self.partial(x)
self.partial.func
self.partial.keywords
functools.reduce(lambda a, c: a + c, [1, 2, 3])
functools.reduce(operator.add, [x, x])
functools.reduce(operator.mul, self.sizes, 1)
functools.reduce(lambda a, c: c(a), self.layers, x)
functools.lru_cache(doubled)(3)
functools.cache(doubled)(3)
functools.lru_cache(maxsize=4)(doubled)(3)
cached(3)
cached(n)
cached.cache_info()
cached.cache_clear()
functools.wraps(doubled)(lambda value: value)(3)
functools.cmp_to_key(lambda a, c: a - c)
sorted([2, 1], key=functools.cmp_to_key(lambda a, c: a - c))
functools.singledispatch(doubled)(3)
functools.update_wrapper(functools.partial(doubled), doubled)
functools.partialmethod(doubled)
decorated(x)
wrapped(doubled)(x)
wrapped(lambda value: value)(x)
Counter([1, 1, 2])
Counter("aab")
Counter("aab").most_common(1)
Counter("aab").most_common()
Counter("aab")["a"]
Counter("aab")["z"]
Counter("aab") + Counter("b")
Counter("aab") - Counter("b")
Counter("aab") & Counter("b")
Counter("aab").update("b")
Counter("aab").subtract("b")
Counter("aab").total()
Counter("aab").elements()
list(Counter("aab").elements())
Counter(a=1).items()
self.counter["a"]
self.counter.update("c")
self.counter.most_common(1)
self.counter["a"] > 1
OrderedDict(a=1)
OrderedDict([("a", 1)])
OrderedDict(a=1, b=2).move_to_end("a")
OrderedDict(a=1, b=2).popitem()
OrderedDict(a=1, b=2).popitem(last=False)
OrderedDict(a=1)["a"]
OrderedDict(a=1).items()
list(OrderedDict(a=1).keys())
list(reversed(OrderedDict(a=1)))
OrderedDict(a=1) == OrderedDict(a=1)
OrderedDict(a=1) | {"b": 2}
OrderedDict(a=1).copy()
OrderedDict(a=1).update(b=2)
OrderedDict(a=1).pop("a")
OrderedDict.fromkeys("ab")
OrderedDict(a=1).setdefault("b", 2)
self.ordered["a"]
self.ordered.move_to_end("a")
self.ordered.popitem(last=False)
list(self.ordered.items())
def _():
    self.ordered["c"] = 3
defaultdict(int)
defaultdict(list)
defaultdict(list)["a"]
defaultdict(int, a=1)["a"]
defaultdict(lambda: 3)["a"]
defaultdict(list)["a"].append(x)
defaultdict(int).default_factory
defaultdict(int).get("a")
defaultdict(int).items()
"a" in defaultdict(int)
defaultdict(set)["a"].add(1)
defaultdict(dict)["a"]
defaultdict(int).copy()
defaultdict(int) | {"a": 1}
def _():
    a = defaultdict(int)
    a["k"] += 1
def _():
    a = defaultdict(list)
    for k in self.sizes:
        a[k].append(x)
self.default["a"]
def _():
    self.default["a"] += 1
deque([1, 2])
deque([1, 2]).append(3)
deque([1, 2]).appendleft(3)
deque([1, 2]).pop()
deque([1, 2]).popleft()
deque([1, 2]).extend([3])
deque([1, 2]).extendleft([3])
deque([1, 2]).rotate(1)
deque([1, 2]).clear()
deque([1, 2]).copy()
deque([1, 2]).count(1)
deque([1, 2]).index(1)
deque([1, 2]).insert(0, 3)
deque([1, 2]).remove(1)
deque([1, 2]).reverse()
deque([1, 2], maxlen=1)
deque([1, 2], maxlen=3).maxlen
deque([1, 2])[0]
deque([1, 2]) == deque([1, 2])
deque([1]) + deque([2])
len(deque([1, 2]))
list(deque([1, 2]))
1 in deque([1, 2])
list(reversed(deque([1, 2])))
def _():
    a = deque([1, 2])
    a[0] = 3
self.queue.append(3)
self.queue.popleft()
self.queue[0]
self.queue.maxlen
list(self.queue)
len(self.queue)
self.queue.appendleft(0)
self.queue.rotate()
self.queue.clear()
for k in self.queue:
    x = x + k
namedtuple("P", "a b")
namedtuple("P", "a b")(1, 2)
Point(1, 2)
Point(x, 2).left
Point(1, 2)[0]
Point(1, 2)._asdict()
Point(1, 2)._replace(left=3)
Point(1, 2)._fields
Point._make([1, 2])
Point(left=1, right=2)
Point(1, 2) == (1, 2)
Point(1, 2) + (3,)
len(Point(1, 2))
isinstance(Point(1, 2), tuple)
Point(1, 2).__class__
Point(1, 2).count(1)
Point(1, 2).index(1)
repr(Point(1, 2))
Point.__name__
Pair(x, x).first
Pair(x, x)._replace(first=x + 1)
Pair(x, x)._asdict()
def _():
    a, c = Point(1, 2)
    x = x * a
self.point.left
self.point._replace(left=3)
self.point[0]
self.point._asdict()
self.point._fields
ChainMap({"a": 1}, {"b": 2})
ChainMap({"a": 1}, {"b": 2})["b"]
ChainMap({"a": 1}).new_child()
collections.UserDict({"a": 1})
collections.UserDict({"a": 1})["a"]
collections.UserList([1])
collections.UserString("a")
collections.abc.Sequence
isinstance([1], collections.abc.Sequence)
isinstance({"a": 1}, collections.abc.Mapping)
isinstance(doubled, collections.abc.Callable)
isinstance(iter([1]), collections.abc.Iterator)
isinstance({1}, collections.abc.Set)
isinstance(1, collections.abc.Hashable)
types.MappingProxyType({"a": 1})
types.MappingProxyType({"a": 1})["a"]
types.MappingProxyType({"a": 1}).items()
