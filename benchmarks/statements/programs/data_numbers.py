def _():
    k = int(x.sum())
    x = x * k
def _():
    k = x.sum().item()
    x = x * k
def _():
    k = float(x.mean())
    x = x * k
def _():
    k = bool(b.any())
    x = x * k
def _():
    k = i.max().item()
    x = torch.zeros(k)
def _():
    k = i.max().item() + 1
    x = torch.arange(k)
def _():
    k = i[0].item()
    x = x[:, k]
def _():
    k = i[0].item()
    x = x[:, :k]
def _():
    k = int(i[0])
    x = x[:, k:]
def _():
    k = i.tolist()
    x = x[:, k]
def _():
    k = i.tolist()
    x = x[:, k[0]]
def _():
    k, *rest = i.tolist()
    x = x * k
def _():
    k = len(x[b])
    x = x * k
def _():
    k = x[b].shape[0]
    x = x * k
def _():
    k = b.sum().item()
    x = x / k
def _():
    k = b.nonzero()
    x = x[k[:, 0]]
def _():
    k = b.nonzero().shape[0]
    x = torch.zeros(k)
def _():
    k = i.unique()
    x = torch.zeros(k.shape[0])
def _():
    k = i.unique()
    x = x * len(k)
def _():
    k = x[b]
    x = k.sum()
def _():
    k = x[b]
    x = k.view(-1, 1)
def _():
    k = x[b]
    x = torch.cat([k, k])
def _():
    k = x[b]
    x = F.relu(k)
def _():
    k = x[b]
    x = k * torch.rand_like(k)
def _():
    k = x[b]
    if k.numel() > 0:
        x = x * 2
def _():
    k = x[b[:, 0]]
    x = self.linear(k)
def _():
    k = x[b[:, 0]]
    x = self.norm(k) if k.shape[0] > 1 else x
def _():
    k = x[b[:, 0]]
    x[b[:, 0]] = k * 2
def _():
    k = x[b[:, 0]]
    x = k.mean(0)
def _():
    k = x[b[:, 0]]
    x = k @ k.T
def _():
    k = x[b[:, 0]]
    x = torch.softmax(k, 0)
def _():
    k = x[b[:, 0]]
    x = k.sort(0)[0]
def _():
    k = x[b[:, 0]]
    for row in k:
        x = x + row
def _():
    k = x[b[:, 0]]
    a = k.unbind(0)
def _():
    k = x[b[:, 0]]
    a = k.split(1)
def _():
    k = x[b[:, 0]]
    a = k.chunk(2)
def _():
    k = x[b[:, 0]]
    a = k.tolist()
def _():
    k = x[b[:, 0]]
    x = k.expand(2, -1, -1)
def _():
    k = x[b[:, 0]]
    x = k.repeat(2, 1)
def _():
    k = x[b[:, 0]]
    x = k[:2]
def _():
    k = x[b[:, 0]]
    x = k[0]
def _():
    k = x[b[:, 0]]
    x = k[-1]
def _():
    k = x[b[:, 0]]
    x = torch.stack([k, k])
def _():
    k = x[b[:, 0]]
    x = k.transpose(0, 1).contiguous()
def _():
    k = x[b[:, 0]]
    x = F.cross_entropy(k, i[b[:, 0]])
def _():
    k = x[b[:, 0]]
    x = F.scaled_dot_product_attention(k[None], k[None], k[None])
def _():
    k = x[b[:, 0]]
    x = self.lstm(k[None])[0]
def _():
    k = x[b[:, 0]]
    x = F.layer_norm(k, (6,))
def _():
    k = x[b[:, 0]]
    x = F.dropout(k)
def _():
    k = x[b[:, 0]]
    x = k.max()
def _():
    k = x[b[:, 0]]
    x = k.max(0)[0]
def _():
    k = x[b[:, 0]]
    x = k.argmax(1)
def _():
    k = x[b[:, 0]]
    x = torch.cdist(k, k)
def _():
    k = x[b[:, 0]]
    x = k.cumsum(0)
def _():
    k = x[b[:, 0]]
    x = k.flip(0)
def _():
    k = x[b[:, 0]]
    x = k.roll(1, 0)
def _():
    k = x[b[:, 0]]
    x = k.std(0)
def _():
    k = x[b[:, 0]]
    x = k.norm()
def _():
    k = x[b[:, 0]]
    x = k.logsumexp(0)
def _():
    k = x[b[:, 0]]
    x = k.numpy()
def _():
    k = x[b[:, 0]]
    x = F.conv1d(k[None].transpose(1, 2), torch.ones(2, 6, 1))
def _():
    k = x[b[:, 0]]
    x = F.interpolate(k[None, None], size=(2, 6))
def _():
    k = x[b[:, 0]]
    x = torch.arange(k.shape[0])
def _():
    k = x[b[:, 0]]
    x = torch.randperm(k.shape[0])
def _():
    k = x[b[:, 0]]
    a = range(k.shape[0])
def _():
    k = x[b[:, 0]]
    a = [0] * k.shape[0]
def _():
    k = x[b[:, 0]]
    x = k.shape == x.shape
def _():
    k = x[b[:, 0]]
    assert k.shape[0] > 0
def _():
    k = x[b[:, 0]]
    torch._check(k.shape[0] > 0)
def _():
    k = x[b[:, 0]]
    a = f"{k.shape}"
def _():
    k = x[b[:, 0]]
    a = str(k.shape[0])
def _():
    k = x[b[:, 0]]
    x = min(k.shape[0], 3)
def _():
    k = x[b[:, 0]]
    x = k.shape[0] / 2
def _():
    k = x[b[:, 0]]
    x = math.sqrt(k.shape[0])
def _():
    k = x[b[:, 0]]
    x = k.size(0) if k.dim() == 2 else 0
def _():
    k = x[b[:, 0]]
    x = k / k.shape[0]
def _():
    k = x[b[:, 0]]
    x = k + k
x * n
x + n / 2
x * (n // 2)
x * n**2
x * math.sqrt(n)
x * abs(n)
x * max(n, 3)
x * min(n, 3)
x * float(n)
x * round(n)
x * (n % 3)
x * (n > 3)
x * bool(n)
x.repeat(n, 1)
x.expand(n, 4, 6)
torch.ones(n) * 2
torch.ones(n, n)
torch.arange(n).float()
torch.arange(0, n, 2)
x[:n]
x[:, :n]
x[n - 7 :]
x[n % 4]
F.pad(x, (0, n))
F.pad(x, (n, 0), value=1.0)
x.roll(n)
torch.linspace(0, 1, n)
torch.full((2,), n)
torch.tensor(n)
torch.tensor([n, 2])
torch.clamp(x, max=n)
x.fill_(n)
x.masked_fill(b, n)
torch.where(b, x, n)
x.view(n - 5, -1) if n == 7 else x
torch.zeros(n).view(-1, 1)
torch.zeros(n).split(1)
torch.zeros(n).sum()
torch.zeros(n).unsqueeze(0)
torch.zeros(n, 6) @ x.T
torch.zeros(n, 6) + torch.zeros(1, 6)
self.linear(torch.zeros(n, 6))
self.embedding(torch.arange(n) % 10)
F.one_hot(i, n)
F.interpolate(x[None, None], size=(n, n))
F.adaptive_avg_pool1d(x, n)
torch.tril(torch.ones(n, n))
torch.randn(n, 6)
torch.randint(0, n, (2,))
torch.topk(x, n % 3 + 1)
x.unfold(1, n % 3 + 1, 1)
torch.repeat_interleave(x, n)
x.new_zeros(n)
x.new_full((n,), 1.0)
x.sum(n % 2)
x.narrow(1, 0, n % 3 + 1)
x.select(1, n % 3)
[k for k in range(n)]
list(range(n))
[x] * n
[0] * n
"a" * n
str(n)
f"{n}"
"%d" % n
{n: x}
{n}
(n, x)
[n, 1]
sorted([n, 1])
sum([n, 1])
n in [1, 2]
n == 7
n is None
hash(n)
isinstance(n, int)
type(n)
divmod(n, 2)
pow(n, 2)
n & 1
n << 1
-n
not n
n and x
n or x
x if n else -x
x if n > 3 else -x
x if n == 7 else -x
x if n % 2 else -x
self.sizes[n % 2]
self.layers[n % 2](x)
self.table.get(n)
math.ceil(n / 2)
math.log(n)
int(n / 2)
int(n * 0.5)
np.sqrt(n)
np.arange(n)
np.array([n])
random.randint(0, n)
range(n)
slice(n)
print(n)
torch.Size([n])
functools.partial(torch.clamp, max=n)(x)
cached(n)
doubled(n)
added(x, n)
Point(n, 1)
Config(size=n)
Plain(n)
copy.copy(n)
copy.deepcopy([n])
json.dumps(n)
time.sleep(n * 0)
operator.add(n, 1)
bisect.bisect([1, 2], n)
heapq.nlargest(1, [n, 2])
list(itertools.repeat(1, n))
list(itertools.islice([1, 2], n))
chr(n)
bin(n)
n.bit_length()
statistics.mean([n, 1])
decimal.Decimal(n)
fractions.Fraction(n, 2)
collections.Counter([n])
deque([n])
deque(maxlen=n)
np.float32(n)
complex(n)
torch.sym_max(n, 2)
Color(n % 2 + 1)
os.environ.get(str(n))
self.name[n % 2]
setattr(self, "count", n)
weakref.ref(self.plain)() is n
logger.info(n)
warnings.warn(f"{n}")
