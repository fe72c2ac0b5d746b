x.abs()
x.abs_()
x.add(1)
x.add_(1)
x.addmm(x @ x.T, x)
x.all()
x.allclose(x)
x.amax(1)
x.amin()
x.aminmax()
x.any(1)
x.apply_(lambda value: value + 1)
x.argmax()
x.argmin(1)
x.argsort()
x.as_strided((2, 2), (1, 1))
x.as_subclass(Tensor)
x.backward
x.sigmoid().bernoulli()
x.bernoulli_(0.5)
x.bfloat16()
x.bmm
x.bool()
x.broadcast_to((2, 4, 6))
x.byte()
x.cauchy_()
x.ceil()
x.char()
x.chunk(2)
x.clamp(0, 1)
x.clamp(min=0)
x.clamp_(0)
x.clamp(0, n)
x.clip(0, 1)
x.clone()
x.conj()
x.contiguous()
x.copy_(x + 1)
x.cos()
x.count_nonzero()
x.cpu()
x.cumsum(0)
x.data
x.data_ptr()
x.dense_dim()
x.dequantize()
x.detach()
x.detach_()
x.device
x.device.type
x.device.index
x.device == self.device
x.diag()
x.diagonal()
x.dim()
x.dim_order()
x.dist(x)
x.div(2)
x.div(2, rounding_mode="floor")
x.div_(2)
x.double()
x.dtype
x.dtype == torch.float32
x.dtype.is_floating_point
x.element_size()
x.eq(x)
x.equal(x)
x.exp()
x.exp_()
x.expand(2, 4, 6)
x.expand(-1, -1)
x.expand_as(x)
x.exponential_()
x.fill_(1)
x.fill_(n)
x.fill_diagonal_(1)
x.flatten()
x.flip(0)
x.float()
x.floor()
x.fmod(2)
x.gather(1, i[:, None])
x.ge(0)
x.geometric_(0.5)
x.get_device()
x.grad
x.grad is None
x.grad_fn
x.grad_fn is None
x.gt(0)
x.half()
x.hardshrink()
x.has_names()
x.histc(4)
x.index_add(1, i, x[:, :4])
x.index_add_(1, i, x[:, :4])
x.index_copy_(1, i, x[:, :4])
x.index_fill_(1, i, 1)
x.index_put_((i, i), torch.ones(4))
x.index_select(1, i)
x.int()
x.is_complex()
x.is_conj()
x.is_contiguous()
x.is_cpu
x.is_cuda
x.is_floating_point()
x.is_inference()
x.is_leaf
x.is_mps
x.is_meta
x.is_neg()
x.is_nested
x.sum().is_nonzero()
x.is_pinned()
x.is_quantized
x.is_same_size(x)
x.is_set_to(x)
x.is_shared()
x.is_signed()
x.is_sparse
x.is_xpu
x.isfinite()
x.isnan()
x.isnan().any()
x.sum().item()
x[0, 0].item()
x.itemsize
x.kthvalue(2)
x.layout
x.le(0)
x.lerp(x, 0.5)
x.log()
x.log_softmax(1)
x.log_normal_()
x.logsumexp(1)
x.long()
x.lt(0)
x.masked_fill(b, 0)
x.masked_fill_(b, 0)
x.masked_fill(b, float("-inf"))
x.masked_scatter(b, x)
x.masked_scatter_(b, x)
x.masked_select(b)
x.matmul(x.T)
x.max()
x.max(1)
x.max(1).values
x.max(1)[0]
x.mean()
x.mean((0, 1))
x.median()
x.mH
x.min(1)
x.mm(x.T)
x.mode()
x.movedim(0, 1)
x.mT
x.mul(2)
x.mul_(2)
x.name
x.names
x.narrow(0, 0, 2)
x.narrow(0, 0, n - 5)
x.nbytes
x.ndim
x.ndimension()
x.ne(0)
x.neg()
x.nelement()
x.new([1.0])
x.new_empty(3)
x.new_full((3,), 1)
x.new_full((3,), n)
x.new_ones(3)
x.new_tensor([1, 2])
x.new_tensor(n)
x.new_tensor(self.sizes)
x.new_zeros(3)
x.new_zeros(n)
x.new_zeros(x.shape[0])
x.nonzero()
b.nonzero(as_tuple=True)
b.nonzero().squeeze(1)
x.norm()
x.normal_()
x.numel()
x.numpy()
x.detach().numpy()
x.detach().cpu().numpy()
x.numpy().sum()
x.numpy().shape
x.numpy().tolist()
x.numpy(force=True)
x.output_nr
x.permute(1, 0)
x.pow(2)
x.prod()
x.put_(i, torch.ones(4))
x.quantile(0.5)
x.random_()
x.random_(0, 5)
x.real
x.reciprocal()
x.refine_names("a", "b")
x.register_hook
x.relu()
x.relu_()
x.rename("a", "b")
x.renorm(2, 0, 1)
x.repeat(2, 1)
x.repeat(n, 1)
x.repeat_interleave(2)
x.repeat_interleave(i, 0)
x.requires_grad
x.requires_grad_()
x.requires_grad_(False)
x.clone().requires_grad_()
x.reshape(-1)
x.reshape(2, -1)
x.reshape_as(x)
x.resize_(2, 2)
x.resize_as_(x)
x.resolve_conj()
x.retains_grad
x.roll(1)
x.roll(n, 0)
x.rot90()
x.round()
x.round(decimals=2)
x.scatter(1, i[:, None], 1)
x.scatter_(1, i[:, None], 1)
x.scatter_add_(1, i[:, None], torch.ones(4, 6))
x.scatter_reduce(1, i[:, None], x, "amax")
x.select(0, 1)
x.select(0, n - 7)
x.set_(x)
x.shape
x.shape[0]
x.shape[-1]
x.shape[1:]
x.shape == (4, 6)
x.shape + (1,)
x.shape.numel()
x.shape.count(4)
x.shape.index(6)
x.shape[0] * 2
x.shape[0] // 2
x.shape[0] / 2
x.shape[0] % 2 == 0
x.shape[0] > 2
(*x.shape, 1)
list(x.shape)
x.share_memory_()
x.short()
x.sigmoid()
x.sign()
x.size()
x.size(0)
x.size()[0]
x.softmax(1)
x.softmax(-1, dtype=torch.float64)
x.sort()
x.sort(descending=True)
x.sparse_dim()
x.split(2)
x.split([1, 3])
x.split(n)
x.sqrt()
x.square()
x.squeeze()
x.squeeze(0)
x.std()
x.storage()
x.storage_offset()
x.storage_type()
x.stride()
x.stride(0)
x.sub(1)
x.sum()
x.sum(1, keepdim=True)
x.sum_to_size(1, 6)
x.swapaxes(0, 1)
x.T
x.t()
x.take(i)
x.tensor_split(2)
x.tile(2)
x.to("cpu")
x.to(torch.float64)
x.to(self.device)
x.to(x)
x.to(self.device, self.dtype)
x.to("cpu", non_blocking=True)
x.to(dtype=torch.bfloat16)
x.to(torch.float16).to(torch.float32)
x.to_dense()
x.to_mkldnn()
x.to_sparse()
x.to_sparse_csr()
x.to_sparse().to_dense()
x.tolist()
x.tolist()[0]
x.tolist()[0][0]
x.sum().tolist()
i.tolist()
x.shape[0:1]
x.topk(2)
x.topk(2).indices
x.topk(2)[0]
x.trace()
x.transpose(0, 1)
x.tril()
x.triu_()
x.trunc()
x.type()
x.type(torch.float64)
x.type("torch.DoubleTensor")
x.type() == "torch.FloatTensor"
x.type_as(x)
x.unbind()
x.unflatten(1, (2, 3))
x.unfold(0, 2, 1)
x.uniform_()
x.uniform_(0, 1)
x.unique()
i.unique()
i.unique().numel()
i.unique(return_counts=True)
x.unique(dim=0)
i.unique_consecutive()
x.unsafe_chunk(2)
x.unsafe_split(2)
x.unsqueeze(0)
x.unsqueeze_(0)
x.untyped_storage()
x.untyped_storage().size()
x.untyped_storage().data_ptr()
x.var()
x.view(-1)
x.view(2, 12)
x.view(torch.int32)
x.view(*x.shape)
x.view(x.shape[0], -1)
x.view_as(x)
x.where(b, -x)
x.xlogy(x)
x.zero_()
x.__len__()
x.__iter__()
x.__getitem__(0)
x.__contains__(1)
x.__class__
x.__class__.__name__
x.__array__()
x.__dict__
x.__hash__()
x.__repr__()
x.__format__("")
x.__deepcopy__({})
x.__add__(1)
x.__radd__(1)
x.__eq__(x)
x.sum().__float__()
x.sum().__int__()
x.sum().__bool__()
i[0].__index__()
x._version
x._base
x._is_view()
x.attribute if hasattr(x, "attribute") else None
x.imag if x.is_complex() else None
x.max().item()
x.argmax().item()
x.mean().item()
x.norm().item()
b.any().item()
b.sum().item()
b.all()
b.float()
b.sum()
b.any()
b.long()
b.logical_not()
b.count_nonzero()
i.max()
i.max().item()
i.float()
i.sum()
i.bincount()
i.bincount(minlength=6)
i.unique().shape[0]
i.numpy()
i.bitwise_and(1)
i.new_tensor([1])
i.sort()
i.cumsum(0)
i.flip(0)
i.repeat_interleave(2)
i.cpu().tolist()
i.to(torch.int32)
def _():
    x.data = x + 1
def _():
    x.grad = x
def _():
    x.grad = None
def _():
    x.requires_grad = False
def _():
    x.requires_grad = True
def _():
    x.extra = 3
def _():
    x.extra = 3
    x = x * x.extra
def _():
    y = x + 1
    y.extra = 3
    x = x * y.extra
def _():
    y = x * 2
    y.add_(1)
    x = y
def _():
    y = x.view(-1)
    y[0] = 1
def _():
    y = x.detach().clone()
    y.zero_()
def _():
    y = x.data
    y.add_(1)
def _():
    y = x.T
    y += 1
def _():
    y = x.clone()
    y.resize_(2, 3)
def _():
    y = x.clone()
    y.set_(torch.ones(2))
def _():
    y = (x * self.weight).register_hook(doubled)
def _():
    y = x * self.weight
    y.retain_grad()
def _():
    y = x * self.weight
    a = y.grad_fn
def _():
    y = x * self.weight
    a = y.grad_fn.name()
def _():
    y = x * self.weight
    a = y.is_leaf
def _():
    y = x * self.weight
    y.sum().backward()
def _():
    y = x * self.weight
    a = torch.autograd.grad(y.sum(), self.weight)
def _():
    y = x * self.weight
    a = y.detach().numpy()
