import torch


def of_dense(x):
    return x + x.to_sparse().to_dense()  # break: FG613


def of_dense_csr(x):
    return x + x.to_sparse_csr().to_dense()  # break: FG613


def of_dense_bsr(x):
    return x + x.to_sparse_bsr((1, 1)).to_dense()  # break: FG613


def of_indices(x):
    return x + torch.sparse_coo_tensor(torch.tensor([[0, 1], [1, 0]]), x[0], (2, 2)).to_dense()  # break: FG613


def of_pointers(x):
    pointers, columns = torch.tensor([0, 1, 2]), torch.tensor([0, 1])
    x = x + torch.sparse_csr_tensor(pointers, columns, x[0], (2, 2)).to_dense()  # break: FG613
    return x * 2


def of_layout(x):
    return x + torch.zeros(2, 2, layout=torch.sparse_coo).to_dense()  # break: FG613


def of_diagonals(x):
    return x + torch.sparse.spdiags(torch.ones(1, 2), torch.tensor([0]), (2, 2)).to_dense()  # break: FG613


def masked(x):
    weights = x.to_sparse()  # break: FG613
    return x.sparse_mask(weights).to_dense() + x  # break: FG613


@torch.compile
def spread(x: torch.Tensor):
    x = of_dense(x) + of_dense_csr(x) + of_dense_bsr(x)
    x = of_indices(x) + of_pointers(x) + of_layout(x) + of_diagonals(x)
    return masked(x)


def make():
    return spread


def inputs():
    return [(torch.ones(2, 2),)]
