x + 1
x - 1
x * 2
x / 2
x // 2
x % 2
x ** 2
2 ** x
1 - x
1 / (x + 5)
5 // (x + 5)
5 % (x + 5)
x @ x.T
-x
+x
abs(x)
~b
b & b
b | b
b ^ b
i & 1
i | 1
i ^ 1
i << 1
i >> 1
1 << i
x < 0
x <= 0
x > 0
x >= 0
x == 0
x != 0
0 < x
x is None
x is not None
x is x
x == None
x[0, 0] in [1, 2]
0.0 in x
not x.any()
not b.all()
x.sum() > 0 and x.mean() > 0
x.sum() > 0 or x.mean() > 0
x.sum() and 1
x.sum() or 1
0 < x.sum() < 10
1 if x.sum() > 0 else 2
x if b.any() else -x
x if self.flag else -x
x if self.nothing is None else -x
x if x.shape[0] > 2 else -x
x if x.dtype == torch.float32 else -x
x if n > 3 else -x
x if x is not None else -x
x if isinstance(x, Tensor) else -x
x if len(x) else -x
x if x.requires_grad else -x
x if x.is_cuda else -x
x if torch.is_grad_enabled() else -x
x if self.training else -x
x + n
x * n
n * x
x ** n
n - x
n // 2
n % 2
n ** 2
n / 2
-n
n & 1
n | 1
n ^ 1
n << 1
n >> 1
~n
n == 3
n > 3
n > 3 and n < 10
not n
n in (1, 2)
n is None
n + 0.5
n * "a"
x[n - 7]
x[:n]
x[:, :n]
x[n - 5 :]
x[0]
x[-1]
x[0, 1]
x[0][1]
x[:, 0]
x[..., 0]
x[None]
x[:, None]
x[1:3]
x[::2]
x[:-1]
x[[0, 1]]
x[[0, 1], [1, 2]]
x[(0, 1)]
x[i]
x[:, i]
x[i, i]
x[i[0]]
x[i[0] : 3]
x[b]
x[~b]
x[b[:, 0]]
x[:, b[0]]
x[b.nonzero()[:, 0]]
x[x > 0]
x[True]
x[torch.tensor([0, 1])]
x[torch.tensor(0)]
x[np.array([0, 1])]
x[range(2)]
x[slice(1, 2)]
x[x.shape[0] - 1]
x[x.sum().long() % 4]
x[self.sizes[0]]
x[self.whole]
x[tuple([0, 1])]
def _():
    x += 1
def _():
    x -= 1
def _():
    x *= 2
def _():
    x /= 2
def _():
    x //= 2
def _():
    x %= 2
def _():
    x **= 2
def _():
    x @= x.T @ x
def _():
    b &= b
def _():
    b |= b
def _():
    b ^= b
def _():
    i <<= 1
def _():
    i >>= 1
def _():
    x[0] = 1
def _():
    x[0] += 1
def _():
    x[:, 0] = 0
def _():
    x[b] = 0
def _():
    x[b] *= 2
def _():
    x[b] = x[b] * 2
def _():
    x[b] = -x[b]
def _():
    x[i] = 0
def _():
    x[i, 0] = 1
def _():
    x[i[0]] = 0
def _():
    x[:n] = 0
def _():
    x[n - 7] = 0
def _():
    x[0, 0] = x.sum()
def _():
    x[0, 0] = x.sum().item()
def _():
    x[...] = 1
def _():
    x[:2], x[2:] = x[2:], x[:2]
def _():
    n += 1
def _():
    n += x.shape[0]
def _():
    a, c = x[:2], x[2:]
    x = torch.cat([c, a])
def _():
    a, c, d, e = x
    x = a + c + d + e
def _():
    a, *rest = x
    x = a + len(rest)
def _():
    a, c = x.shape
    x = x.view(c, a)
def _():
    a, c = x.max(1)
    x = x + a[:, None]
def _():
    a, c = x.sum(), x.mean()
    if a > c:
        x = x * 2
operator.add(x, 1)
operator.sub(x, 1)
operator.mul(x, x)
operator.truediv(x, 2)
operator.floordiv(5, 2)
operator.mod(5, 2)
operator.pow(2, 3)
operator.matmul(x, x.T)
operator.neg(x)
operator.pos(x)
operator.abs(x)
operator.inv(b)
operator.invert(5)
operator.not_(True)
operator.not_(b.any())
operator.truth(1)
operator.truth(x.sum())
operator.and_(b, b)
operator.or_(1, 2)
operator.xor(1, 2)
operator.lshift(1, 2)
operator.rshift(4, 1)
operator.eq(1, 1)
operator.ne(x, 0)
operator.lt(1, 2)
operator.le(x, 0)
operator.gt(x, 0)
operator.ge(1, 2)
operator.is_(x, x)
operator.is_not(x, None)
operator.contains([1], 1)
operator.concat([1], [2])
operator.countOf([1, 1], 1)
operator.indexOf([1, 2], 2)
operator.getitem([1, 2], 0)
operator.getitem(x, 0)
operator.setitem([1, 2], 0, 3)
operator.delitem([1, 2], 0)
operator.index(3)
operator.index(n)
operator.length_hint([1])
operator.itemgetter(0)([1, 2])
operator.itemgetter(0, 1)([1, 2])
operator.attrgetter("shape")(x)
operator.attrgetter("config.size")(self)
operator.attrgetter("shape", "dtype")(x)
operator.methodcaller("mean")(x)
operator.methodcaller("sum", 1)(x)
operator.iadd([1], [2])
operator.iadd(x, 1)
operator.imul(2, 3)
operator.isub(3, 1)
operator.ior({1}, {2})
operator.iand(3, 1)
operator.iconcat([1], [2])
operator.ifloordiv(7, 2)
operator.ilshift(1, 2)
operator.imatmul(x, x.T)
operator.imod(7, 2)
operator.ipow(2, 3)
operator.irshift(4, 1)
operator.itruediv(4, 2)
operator.ixor(3, 1)
operator.call(doubled, x)
sorted([(2, 1), (1, 2)], key=operator.itemgetter(1))
list(map(operator.itemgetter("a"), [self.table]))
functools.reduce(operator.mul, x.shape)
