{"a": 1}.clear()
{"a": 1}.copy()
dict.fromkeys("ab")
dict.fromkeys(["a"], 0)
{"a": 1}.get("a")
{"a": 1}.get("b", 2)
{"a": 1}.items()
list({"a": 1}.items())
{"a": 1}.keys()
list({"a": 1}.keys())
{"a": 1}.pop("a")
{"a": 1}.pop("b", None)
{"a": 1}.popitem()
{"a": 1}.setdefault("a", 2)
{"a": 1}.setdefault("b", 2)
{}.setdefault("a", []).append(x)
{"a": 1}.update({"b": 2})
{"a": 1}.update(b=2)
{"a": 1}.update([("b", 2)])
{"a": 1}.values()
list({"a": 1}.values())
{"a": 1}.__len__()
{"a": 1}.__contains__("a")
{"a": 1}.__getitem__("a")
{"a": 1}.__setitem__("b", 2)
{"a": 1}.__delitem__("a")
{"a": 1}.__iter__()
{"a": 1}.__eq__({"a": 1})
{"a": 1}.__or__({"b": 2})
{"a": 1}.__reversed__()
{"a": 1}.__class__
{"a": 1}["a"]
{"a": 1} | {"b": 2}
{"a": 1} == {"a": 1}
"a" in {"a": 1}
"a" in {"a": 1}.keys()
1 in {"a": 1}.values()
("a", 1) in {"a": 1}.items()
{"a": 1}.keys() & {"a"}
{"a": 1}.keys() | {"b"}
{"a": 1}.keys() - {"a"}
{"a": 1}.keys() ^ {"b"}
{"a": 1}.items() & {("a", 1)}
{"a": 1}.keys().isdisjoint({"b"})
{"a": 1}.keys() == {"a"}
{"a": 1}.keys().mapping
{"a": 1, **{"b": 2}}
{**self.table, "c": 3}
{x: 1}
{x: 1}[x]
{n: 1}
{n: x}[n]
{1: x}.get(n, x)
{None: 1}
{(1, 2): 3}[1, 2]
{1.5: 2}
{torch.float32: 1}[x.dtype]
{x.shape: 1}
{self.color: 1}
{self.color: 1}[Color.RED]
{self.linear: 1}
{self.linear: 1}[self.linear]
{Plain: 1}
{self.plain: 1}
{self.plain: 1}[self.plain]
{self.frozen: 1}
{doubled: 1}[doubled]
{frozenset([1]): 2}
{b"a": 1}
{x.device: 1}
{True: 1, 1: 2}
{"a": x}["a"]
len({"a": 1})
bool({})
sorted({"b": 1, "a": 2})
list(reversed({"a": 1}))
max({"a": 1}.values())
dict(sorted({"b": 1}.items()))
{k: v for k, v in self.table.items()}
{v: k for k, v in self.table.items() if v > 1}
{k: x * v for k, v in self.table.items()}
def _():
    a = {"a": 1}
    a["b"] = 2
def _():
    a = {"a": 1}
    del a["a"]
def _():
    a = {"a": 1}
    a |= {"b": 2}
def _():
    a = {"a": 1}
    a["a"] += 1
def _():
    a = {}
    a["x"] = x
    x = a["x"] * 2
def _():
    a = {}
    a[n] = x
def _():
    a = {}
    a[x.shape[0]] = x
def _():
    a = {}
    a[x] = 1
def _():
    a = {"a": 1}
    for key in a:
        x = x * a[key]
for key, value in self.table.items():
    x = x * value
for value in self.table.values():
    x = x * value
for key in self.table:
    x = x * self.table[key]
for key in self.table.keys():
    x = x + len(key)
for key in sorted(self.table):
    x = x + self.table[key]
self.table["a"]
self.table.get("z")
self.table.get("z", 3)
"a" in self.table
len(self.table)
self.table.update(c=3)
self.table.pop("a", None)
self.table.setdefault("c", 3)
self.table.clear()
self.table.copy()
self.table.popitem()
self.table | {"c": 3}
list(self.table)
list(self.table.items())
self.table == {"a": 1, "b": 2}
def _():
    self.table["c"] = 3
def _():
    self.table["c"] = 3
    del self.table["c"]
def _():
    self.table["a"] += 1
def _():
    self.cache["x"] = x
    x = self.cache["x"]
def _():
    self.cache.clear()
def _():
    if "x" not in self.cache:
        self.cache["x"] = x
TABLE["one"]
TABLE.get("three")
TABLE.update(three=3)
def _():
    TABLE["three"] = 3
def _():
    TABLE["x"] = x.shape[0]
self.table[self.name[0] if False else "a"]
self.heads["a"](x)
self.heads.keys()
list(self.heads.items())
{1}.add(2)
{1}.clear()
{1}.copy()
{1, 2}.difference({2})
{1, 2}.difference_update({2})
{1, 2}.discard(1)
{1, 2}.intersection({2})
{1, 2}.intersection_update({2})
{1, 2}.isdisjoint({3})
{1}.issubset({1, 2})
{1, 2}.issuperset({1})
{1}.pop()
{1, 2}.remove(1)
{1, 2}.symmetric_difference({2})
{1, 2}.symmetric_difference_update({2})
{1}.union({2})
{1}.union([2], (3,))
{1}.update({2})
{1}.update([2], [3])
{1, 2} & {2}
{1} | {2}
{1, 2} - {2}
{1, 2} ^ {2}
{1} < {1, 2}
{1} <= {1}
{1, 2} > {1}
{1} == {1}
1 in {1}
len({1})
sorted({2, 1})
list({1})
set()
{k * 2 for k in range(3)}
{*self.sizes}
{x}
x in {x}
{n}
n in {1, 2}
n in {7, 9}
{x.dtype}
x.dtype in {torch.float32, torch.float16}
x.device in {torch.device("cpu")}
{self.color, Color.GREEN}
{self.plain}
{(1, 2), (3, 4)}
{"a", "b"} & {"a"}
{1}.__contains__(1)
{1}.__len__()
{1}.__iter__()
{1}.__and__({1})
{1}.__or__({2})
{1}.__sub__({1})
{1}.__eq__({1})
{1}.__class__
max({1, 2})
sum({1, 2})
def _():
    a = {1}
    a |= {2}
def _():
    a = {1, 2}
    a &= {2}
def _():
    a = {1, 2}
    a -= {2}
def _():
    a = {1, 2}
    a ^= {2}
def _():
    a = set()
    a.add(x)
def _():
    a = set()
    a.add(n)
def _():
    a = set()
    a.add("text")
    x = x * len(a)
"mean" in self.names
len(self.names)
self.names.add("max")
self.names.discard("sum")
self.names | {"max"}
sorted(self.names)
list(self.names)
for name in self.names:
    x = x + len(name)
frozenset([1, 2]) | {3}
frozenset([1]).union([2])
frozenset([1]).intersection([1])
frozenset([1]).difference([1])
frozenset([1]).symmetric_difference([2])
frozenset([1]).issubset([1, 2])
frozenset([1]).issuperset([1])
frozenset([1]).isdisjoint([2])
frozenset([1]).copy()
frozenset([1]) == frozenset([1])
hash(frozenset([1]))
1 in frozenset([1])
len(frozenset([1]))
