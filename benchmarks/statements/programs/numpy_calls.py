np.array([1, 2])
np.array(3.0)
np.array(x)
np.array(self.sizes)
np.array(x.shape)
np.asarray([1, 2])
np.asarray(x)
np.zeros(3)
np.ones((2, 3))
np.empty(3)
np.full((2,), 1.5)
np.eye(3)
np.arange(5)
np.arange(n)
np.linspace(0, 1, 5)
np.logspace(0, 1, 3)
np.zeros_like(self.array)
np.ones_like(self.array)
np.diag([1, 2])
np.identity(2)
np.meshgrid([1, 2], [3, 4])
np.concatenate([self.array, self.array])
np.stack([self.array, self.array])
np.vstack([self.array, self.array])
np.hstack([self.array, self.array])
np.split(self.array, 2)
np.tile(self.array, 2)
np.repeat(self.array, 2)
np.reshape(self.array, (2, 3))
np.transpose(np.ones((2, 3)))
np.expand_dims(self.array, 0)
np.squeeze(self.array)
np.flip(self.array)
np.roll(self.array, 1)
np.sort(self.array)
np.argsort(self.array)
np.unique(self.array)
np.where(self.array > 0)
np.where(self.array > 0, 1, 0)
np.nonzero(self.array)
np.argmax(self.array)
np.argwhere(self.array)
np.searchsorted(self.array, 0.5)
np.sum(self.array)
np.mean(self.array)
np.std(self.array)
np.var(self.array)
np.min(self.array)
np.max(self.array)
np.prod(self.array)
np.prod([2, 3])
np.prod(x.shape)
np.cumsum(self.array)
np.cumsum([1, 2])
np.median(self.array)
np.percentile(self.array, 50)
np.quantile(self.array, 0.5)
np.all(self.array)
np.any(self.array > 0)
np.abs(-1)
np.abs(self.array)
np.sqrt(2)
np.sqrt(4.0)
np.sqrt(self.array)
np.sqrt(x.shape[0])
np.sqrt(n)
np.sqrt(x)
np.exp(1)
np.exp(self.array)
np.log(2)
np.log(self.array)
np.log2(8)
np.log2(x.shape[0])
np.sin(self.array)
np.cos(0.5)
np.tanh(self.array)
np.floor(1.5)
np.ceil(1.5)
np.ceil(x.shape[0] / 3)
np.round(1.5)
np.round(self.array, 1)
np.clip(self.array, 0, 1)
np.clip(3, 0, 1)
np.maximum(self.array, 0)
np.maximum(1, 2)
np.minimum(1, 2)
np.power(2, 3)
np.power(self.array, 2)
np.sign(self.array)
np.mod(5, 3)
np.isnan(1.0)
np.isnan(self.array)
np.isfinite(self.array)
np.isclose(1.0, 1.0)
np.allclose(self.array, self.array)
np.array_equal(self.array, self.array)
np.dot(self.array, self.array)
np.matmul(np.ones((2, 2)), np.ones((2, 2)))
np.outer(self.array, self.array)
np.inner(self.array, self.array)
np.einsum("i,i->", self.array, self.array)
np.cross([1, 0, 0], [0, 1, 0])
np.linalg.norm(self.array)
np.linalg.inv(np.eye(2))
np.linalg.svd(np.eye(2))
np.linalg.det(np.eye(2))
np.linalg.eigh(np.eye(2))
np.linalg.solve(np.eye(2), np.ones(2))
np.fft.fft(self.array)
np.fft.rfft(self.array)
np.fft.fftfreq(4)
np.random.rand()
np.random.rand(3)
np.random.randn(3)
np.random.randint(0, 3)
np.random.uniform(0, 1)
np.random.normal()
np.random.choice([1, 2])
np.random.permutation(3)
np.random.shuffle([1, 2])
np.random.seed(1)
np.random.default_rng()
np.random.default_rng(1).random()
np.random.beta(1.0, 1.0)
np.random.random()
np.random.RandomState(1)
np.random.get_state()
np.pi
np.inf
np.nan
np.e
np.newaxis
np.float32
np.float32(0.5)
np.float64(0.5)
np.int64(3)
np.int32(3) + 1
np.bool_(True)
np.uint8(3)
np.float32(0.5) * x
x * np.float32(0.5)
x * np.int64(3)
x + np.pi
x * np.sqrt(2)
x / np.sqrt(x.shape[-1])
x * np.log(2.0)
x * np.array(2.0)
x * np.ones(6, dtype=np.float32)
x + self.array
self.array + x.numpy()
torch.tensor(np.ones(3))
torch.from_numpy(np.arange(3))
torch.from_numpy(np.linspace(0, 1, 3))
torch.as_tensor(np.ones(3))
torch.tensor(np.float32(1.0))
torch.zeros(np.int64(3))
torch.linspace(0, 1, int(np.ceil(2.5)))
int(np.ceil(2.5))
int(np.prod([2, 3]))
int(np.prod(x.shape))
float(np.sqrt(2))
float(np.mean([1, 2]))
range(np.int64(3))
[1, 2, 3][np.int64(1)]
x[np.int64(1)]
x[: np.int64(2)]
x[np.array([0, 1])]
x.view(np.int64(2), -1)
x.reshape(np.prod([2, 2]), 6)
np.dtype("float32")
np.dtype("float32").itemsize
np.finfo(np.float32).eps
np.finfo(np.float32).max
np.iinfo(np.int32).max
np.issubdtype(np.float32, np.floating)
np.result_type(np.float32, np.float64)
np.isscalar(3)
np.ndim(self.array)
np.shape(self.array)
np.size(self.array)
np.ndarray
isinstance(self.array, np.ndarray)
isinstance(self.number, np.floating)
isinstance(x, np.ndarray)
isinstance(3, np.integer)
np.atleast_1d(3)
np.atleast_2d(self.array)
np.broadcast_to(self.array, (2, 6))
np.pad(self.array, 1)
np.interp(0.5, [0, 1], [1, 2])
np.polyfit([0, 1, 2], [0, 1, 2], 1)
np.polyval([1, 2], 3)
np.histogram(self.array, 3)
np.bincount([1, 2])
np.digitize([0.5], [0, 1])
np.convolve([1, 2], [1, 1])
np.correlate([1, 2], [1, 1])
np.gradient([1.0, 2.0])
np.diff([1, 3])
np.trapezoid([1, 2]) if hasattr(np, "trapezoid") else 0
np.hanning(4)
np.hamming(4)
np.kaiser(4, 1.0)
np.tri(3)
np.tril(np.ones((2, 2)))
np.triu(np.ones((3, 3)), k=1)
torch.from_numpy(np.triu(np.ones((3, 3)), k=1))
np.tril_indices(3)
np.indices((2, 2))
np.ravel(self.array)
np.take(self.array, [0, 1])
np.delete(self.array, 0)
np.insert(self.array, 0, 1)
np.append(self.array, 1)
np.copy(self.array)
np.vectorize(doubled)([1, 2])
np.apply_along_axis(sum, 0, np.ones((2, 2)))
np.fromiter([1, 2], dtype=int)
np.frombuffer(b"abcd", dtype=np.uint8)
np.array2string(self.array)
np.save(io.BytesIO(), self.array)
np.errstate(all="ignore")
def _():
    with np.errstate(all="ignore"):
        x = x + 1
np.seterr()
np.set_printoptions()
np.gcd(4, 6)
np.lcm(4, 6)
np.vander([1, 2])
np.kron([1, 2], [1, 1])
np.trace(np.eye(2))
np.nan_to_num(self.array)
np.nanmean(self.array)
np.logical_and(True, False)
np.bitwise_and(1, 3)
np.deg2rad(180)
np.hypot(3, 4)
np.arctan2(1, 2)
np.float32(1.0).item()
np.float32(1.0).dtype
np.float32(1.0).astype(np.float64)
np.int64(3).item()
np.int64(3) // 2
np.int64(3) == 3
np.float64(0.5) > 0
def _():
    if np.float64(0.5) > 0:
        x = x * 2
def _():
    if np.prod(x.shape) > 3:
        x = x * 2
def _():
    if np.random.rand() > 0.5:
        x = x * 2
def _():
    if self.array.sum() > 3:
        x = x * 2
def _():
    if (self.array > 0).all():
        x = x * 2
def _():
    if np.isnan(self.number):
        x = x * 2
def _():
    if self.whole > 2:
        x = x * 2
def _():
    if self.number == 0.5:
        x = x * 2
def _():
    for k in range(self.whole):
        x = x + k
def _():
    for k in np.arange(3):
        x = x + float(k)
def _():
    for k in np.linspace(0, 1, 3):
        x = x * k
def _():
    a = np.zeros(3)
    a[0] = 1
def _():
    a = np.zeros(3)
    a += 1
def _():
    a = x.numpy()
    a[0] = 1
def _():
    a = x.numpy().copy()
    x = torch.from_numpy(a * 2)
def _():
    a = np.linspace(0, 0.5, 3)
    x = x * a[1]
def _():
    a = [float(k) for k in np.linspace(0, 0.5, 3)]
    x = x * a[1]
def _():
    a = np.arange(3).tolist()
    x = x * a[1]
def _():
    a, c = np.array([1, 2])
self.array.mean()
self.array.max()
self.array.astype(np.float64)
self.array.reshape(2, 3)
self.array.T
self.array.copy()
self.array.item(0)
self.array.size
self.array.ndim
self.array.dtype
self.array.dtype == np.float32
self.array.flatten()
self.array.ravel()
self.array.argmax()
self.array.sort()
self.array.fill(1)
self.array.clip(0, 1)
self.array.cumsum()
self.array.dot(self.array)
self.array.nbytes
self.array.itemsize
self.array.strides
self.array.flags
self.array.tobytes()
self.array.view(np.int32)
self.array.any()
self.array.round()
self.array.repeat(2)
self.array.squeeze()
self.array.transpose()
self.array.nonzero()
self.array.min()
self.array.std()
self.array.prod()
self.array > 0
self.array[self.array > 0]
self.array[0] > 0
self.array[1:3]
self.array[None]
self.array[::-1]
self.array @ self.array
-self.array
self.array ** 2
self.array // 2
self.array == self.array
len(self.array)
list(self.array)
float(self.array[0])
int(self.array.sum())
bool(self.array[0])
str(self.array)
def _():
    self.array[0] = 2
def _():
    self.array += 1
