[1, 2].append(3)
[1, 2].clear()
[1, 2].copy()
[1, 2].count(1)
[1, 2].extend([3])
[1, 2].index(2)
[1, 2].insert(0, 3)
[1, 2].pop()
[1, 2].pop(0)
[1, 2].remove(1)
[1, 2].reverse()
[2, 1].sort()
[2, 1].sort(reverse=True)
["bb", "a"].sort(key=len)
[1, 2].__len__()
[1, 2].__contains__(1)
[1, 2].__getitem__(0)
[1, 2].__setitem__(0, 3)
[1, 2].__delitem__(0)
[1, 2].__iter__()
[1, 2].__add__([3])
[1, 2].__iadd__([3])
[1, 2].__mul__(2)
[1, 2].__eq__([1, 2])
[1, 2].__reversed__()
[1, 2].__class__
[1, 2].__repr__()
[1, 2].__sizeof__()
[1, 2] + [3]
[1, 2] * 2
[0] * n
[0] * x.shape[0]
[x] * 3
[x] * n
[1, 2] == [1, 2]
[1, 2] < [1, 3]
1 in [1, 2]
x in [x]
3 not in [1, 2]
[1, 2][0]
[1, 2, 3][-1]
[1, 2, 3][::2]
[1, 2, 3][1:]
[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11][n]
[x, x * 2][0]
[x for _ in range(10)][n]
[*self.sizes, 3]
[*range(3)]
[*x]
[[1, 2], [3]]
def _():
    a = [1, 2]
    a[0] = 3
def _():
    a = [1, 2, 3]
    del a[0]
def _():
    a = [1, 2, 3]
    a[1:] = [4]
def _():
    a = [1, 2, 3]
    del a[::2]
def _():
    a = [1]
    a += [2]
def _():
    a = [1]
    a *= 2
def _():
    a = []
    a.append(x)
    x = torch.stack(a)
def _():
    a = [x, x + 1]
    x = torch.cat(a)
def _():
    a = [x]
    a.append(a)
def _():
    a, c = [1, 2]
    x = x * a
def _():
    a, *rest = [1, 2, 3]
    x = x * len(rest)
def _():
    a = [1, 2]
    c = a
    c.append(3)
    x = x * len(a)
def _():
    a = [3, 1]
    a.sort(key=lambda value: -value)
    x = x * a[0]
def _():
    a = [x.sum(), x.mean()]
    a.sort()
def _():
    a = [x, x + 1]
    a.index(x)
def _():
    a = [x, x + 1]
    a.remove(x)
def _():
    a = list(range(20))
    x = x * a[n]
def _():
    a = list(range(20))
    x = x * a[n:][0]
def _():
    a = list(range(20))
    a[n] = 5
def _():
    a = list(range(20))
    a.pop(n)
def _():
    a = []
    for k in range(n):
        a.append(x + k)
self.sizes[0]
self.sizes.append(4)
self.sizes.pop()
self.sizes.extend([1])
self.sizes.insert(0, 1)
self.sizes.remove(self.sizes[0]) if self.sizes else None
self.sizes.index(3)
self.sizes.count(2)
self.sizes.reverse()
self.sizes.sort()
self.sizes.clear()
self.sizes.copy()
self.sizes[-1]
self.sizes[:1]
self.sizes == [2, 3]
self.history.append(x)
self.history.append(x.detach())
len(self.history)
self.tensors[0]
self.tensors.append(x)
def _():
    self.sizes[0] = 5
def _():
    del self.sizes[0]
def _():
    self.sizes += [1]
def _():
    self.sizes = [*self.sizes, 1]
def _():
    self.tensors[0] = x
for k in self.sizes:
    x = x * k
for t in self.tensors:
    x = x + t
ITEMS.append(3)
ITEMS[0]
ITEMS.copy()
len(ITEMS)
def _():
    ITEMS[0] = 5
(1, 2).count(1)
(1, 2).index(2)
(1, 2) + (3,)
(1, 2) * 2
(1, 2)[0]
(1, 2)[1:]
(1, 2) == (1, 2)
(1, 2) < (1, 3)
1 in (1, 2)
len((1, 2))
hash((1, 2))
(1, 2).__len__()
(1, 2).__add__((3,))
(1, 2).__contains__(1)
(1, 2).__getitem__(0)
(1, 2).__hash__()
(1, 2).__iter__()
(1, 2).__class__
(x, x + 1)[0]
(x, 1)[n > 100]
(*self.sizes, 1)
(*x.shape, 2)
tuple(reversed((1, 2)))
def _():
    a, c = (1, 2)
    x = x * a
def _():
    a = c = 3
    x = x * a + c
def _():
    (a, c), d = (1, 2), 3
    x = x * a
def _():
    a, c = 1, 2
    a, c = c, a
    x = x * a
range(5)[2]
range(5)[1:3]
range(5).start
range(5).stop
range(5).step
range(5).count(2)
range(5).index(2)
len(range(5))
3 in range(5)
range(3) == range(3)
list(range(5, 0, -1))
list(reversed(range(5)))
range(5).__len__()
range(5).__contains__(2)
range(5).__iter__()
range(5).__getitem__(1)
hash(range(3))
bool(range(0))
range(n)[0]
range(n).stop
len(range(n))
2 in range(n)
list(range(n))
n in range(20)
sum(range(5))
max(range(5))
self.range[1]
self.range.stop
list(self.range)
for k in self.range:
    x = x + k
slice(1, 2).start
slice(1, 2).stop
slice(1, 2).step
slice(1, 2).indices(4)
slice(1, 2) == slice(1, 2)
slice(None)
slice(n)
slice(0, n).stop
x[self.slice]
self.slice.start
[1, 2, 3][self.slice]
