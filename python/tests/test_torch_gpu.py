# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions in PyTorch on tensors of a GPU, without one. Tensors here are of a subclass whose memory is that of the
emulated GPU, which the host cannot access; PyTorch's own operations on them take copies. By DLPack they are CUDA's.
What PyTorch itself does on a GPU, the export and import by DLPack in its streams, is not tested.
"""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from torch.utils._pytree import tree_map

import chad
import chad.torch
from chad import _chad

EMULATED = "cuda-emulated"
rng = np.random.default_rng(7)


class OnGPU(torch.Tensor):
    """A tensor in the memory of the emulated GPU, with the extents and strides of one of the host."""

    #: How often one was exported.
    exports = 0

    @staticmethod
    def __new__(cls, host, array=None, number=0, requires_grad=False):
        return torch.Tensor._make_wrapper_subclass(
            cls, host.shape, strides=host.stride(), dtype=host.dtype, device="cpu", requires_grad=requires_grad
        )

    def __init__(self, host, array=None, number=0, requires_grad=False):
        self.number = number
        if array is None:
            plain = host.detach().resolve_conj().resolve_neg().contiguous()
            bits = plain.view(torch.int16) if plain.dtype == torch.bfloat16 else plain
            array = chad.to_device(bits.numpy().view(_numpy(plain.dtype)), EMULATED)
        #: The elements in C's order.
        self.array = array

    def __dlpack_device__(self):
        return 2, self.number

    def __dlpack__(self, *, stream=None, **options):
        # As PyTorch's own.
        if self.requires_grad or self.is_conj() or self.is_neg():
            raise BufferError("it has to be differentiated, or is not resolved")
        assert stream > 2 and self.is_contiguous()
        OnGPU.exports += 1
        return self.array.__dlpack__(**options)

    def host(self):
        return chad.torch._of_host(self.array.to_host())

    @classmethod
    def __torch_dispatch__(cls, function, types, args=(), kwargs=None):
        if function is torch.ops.aten.detach.default:
            return OnGPU(args[0], args[0].array, args[0].number)
        args, kwargs = tree_map(lambda x: x.host() if isinstance(x, OnGPU) else x, (args, kwargs or {}))
        result = function(*args, **kwargs)
        return tree_map(lambda x: OnGPU(x) if isinstance(x, torch.Tensor) else x, result)


def _numpy(dtype):
    if dtype == torch.bfloat16:
        return chad.arrays.load_bfloat16()
    return torch.empty(0, dtype=dtype).numpy().dtype


def receive(array):
    assert array._is_contiguous
    dtype = getattr(torch, array.dtype.name)
    return OnGPU(torch.empty(array.shape, dtype=dtype), array)


@pytest.fixture(autouse=True)
def emulated(monkeypatch):
    monkeypatch.setattr(chad.torch, "_GPU", EMULATED)
    monkeypatch.setattr(chad.torch, "_receive", receive)
    monkeypatch.setattr(chad.torch, "_move", lambda tensor, device: OnGPU(tensor))


def tensor(values, dtype=torch.float64, requires_grad=False):
    return OnGPU(torch.tensor(values, dtype=dtype), requires_grad=requires_grad)


def check(mine, other, rtol):
    assert type(mine) is OnGPU and mine.shape == other.shape and mine.dtype == other.dtype
    torch.testing.assert_close(mine.host(), other.detach(), rtol=rtol, atol=rtol)


def loss(p, x):
    return np.sum(np.tanh(x @ p["w"]) ** 2) * p["s"], x * 2


def reference(p, x):
    return torch.sum(torch.tanh(x @ p["w"]) ** 2) * p["s"], x * 2


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32])
@pytest.mark.parametrize("scalar_on_gpu", [True, False])
def test_autograd(dtype, scalar_on_gpu):
    w, x, s = rng.normal(size=(4, 2)), rng.normal(size=(3, 4)), 2.0
    host = [torch.tensor(v, dtype=dtype, requires_grad=True) for v in (w, s, x)]
    # A number may be on the CPU, and its gradient is then there.
    mine = [tensor(v, dtype, True) if v is not s or scalar_on_gpu else host[1] for v in (w, s, x)]
    results = []
    for function, (w, s, x) in [(chad.torch.as_torch(loss), mine), (reference, host)]:
        value, twice = function({"w": w, "s": s}, x)
        results.append([value, twice, *torch.autograd.grad(value + twice.sum(), [w, s, x])])
    rtol = 1e-12 if dtype == torch.float64 else 1e-5
    for i, (found, expected) in enumerate(zip(*results)):
        if i == 3 and not scalar_on_gpu:
            assert type(found) is torch.Tensor
            torch.testing.assert_close(found, expected, rtol=rtol, atol=rtol)
            continue
        check(found, expected, rtol)


def test_in_place():
    f = chad.torch.as_torch(lambda x, w: np.tanh(x @ w))
    x, w = (
        tensor(rng.normal(size=(50, 40)), requires_grad=True),
        tensor(rng.normal(size=(40, 30)), requires_grad=True),
    )
    f(x, w)
    OnGPU.exports = 0
    _chad.take_device_counts()
    y = f(x, w)
    counts = _chad.take_device_counts()
    # Two arguments were read where they lie, and nothing went to the host.
    assert (counts["bytes_in"], counts["bytes_out"], OnGPU.exports) == (0, 0, 2)
    cotangent = tensor(rng.normal(size=(50, 30)))
    _chad.take_device_counts()
    found = torch.autograd.grad(y, [x, w], cotangent)
    counts = _chad.take_device_counts()
    assert counts["launches"] > 0 and (counts["bytes_in"], counts["bytes_out"]) == (0, 0)
    hx, hw = (t.host().requires_grad_() for t in (x, w))
    for mine, other in zip(found, torch.autograd.grad(torch.tanh(hx @ hw), [hx, hw], cotangent.host())):
        check(mine, other, 1e-12)


def test_arguments_that_change():
    # The second part of a program reads arguments and results as they were when the first part ran.
    f = chad.torch.as_torch(lambda x, w: np.tanh(x @ w))
    x, w = (tensor(v, requires_grad=True) for v in rng.normal(size=(2, 3, 3)))
    hx, hw = (t.host().requires_grad_() for t in (x, w))
    y = f(x, w)
    assert y.grad_fn.linear is not None
    fill = chad.jit(lambda x: x * 0, device=EMULATED).program(np.zeros((3, 3)))
    for changed in (x, w, y):
        fill(np.zeros((3, 3)), out=changed.array)
        assert not changed.host().any()
    for mine, other in zip(
        torch.autograd.grad(y.sum(), [x, w]), torch.autograd.grad(torch.tanh(hx @ hw).sum(), [hx, hw])
    ):
        check(mine, other, 1e-12)


def test_without_gradient():
    f = chad.torch.as_torch(lambda x, i, m: (x[i], i + 1, m & (x > 0), np.sum(x), i[0]))
    x, i, m = rng.normal(size=5), [0, 3, 0], [True, False, True, True, False]
    for requires_grad in (False, True):
        results = f(tensor(x, requires_grad=requires_grad), tensor(i, torch.int64), tensor(m, torch.bool))
        hx, hi, hm = torch.tensor(x), torch.tensor(i), torch.tensor(m)
        for found, expected in zip(results, (hx[hi], hi + 1, hm & (hx > 0), hx.sum(), hi[0])):
            check(found, expected, 1e-12)
        assert [r.requires_grad for r in results] == [requires_grad, False, False, requires_grad, False]


@pytest.mark.parametrize("dtype", [torch.complex64, torch.complex128])
def test_complex(dtype):
    z, w = (rng.normal(size=(2, 4, 3)) + 1j * rng.normal(size=(2, 4, 3))).tolist()
    f = chad.torch.as_torch(lambda z, w: (z * w.conj(), np.sum(z)))
    results = []
    for make in (lambda v: tensor(v, dtype, True), lambda v: torch.tensor(v, dtype=dtype, requires_grad=True)):
        a, b = make(z), make(w)
        product, total = f(a, b) if type(a) is OnGPU else (a * b.conj(), a.sum())
        results.append([product, total, *torch.autograd.grad((product.abs() ** 2).sum() + total.real, [a, b])])
    for found, expected in zip(*results):
        check(found, expected, 1e-4 if dtype == torch.complex64 else 1e-12)
    # Conjugates that PyTorch leaves for later.
    conj = tensor(z, dtype).conj()
    check(f(conj, tensor(w, dtype))[0], (torch.tensor(z).conj() * torch.tensor(w).conj()).to(dtype), 1e-5)
    # The same where the tensor is passed as it is.
    double = chad.jit(lambda z: z + z, device=EMULATED)
    np.testing.assert_allclose(double(tensor(z, dtype).conj()).to_host(), 2 * np.conj(z), rtol=1e-6)


@pytest.mark.parametrize(
    "dtype", [torch.float16, torch.bfloat16, torch.int8, torch.uint8, torch.int16, torch.int32]
)
def test_types(dtype):
    if dtype == torch.bfloat16:
        pytest.importorskip("ml_dtypes")
    f = chad.torch.as_torch(lambda x: (x + x, x[1, 0]))
    host = torch.tensor([[1, 2, 3], [4, 5, 6]], dtype=dtype)
    for found, expected in zip(f(OnGPU(host)), (host + host, host[1, 0])):
        check(found, expected, 0)


def test_not_contiguous():
    f = chad.torch.as_torch(lambda x: x * 2 + 1)
    x = tensor(rng.normal(size=(3, 4)), requires_grad=True)
    y = f(x.T)
    check(y, 2 * x.host().T + 1, 0)
    check(torch.autograd.grad(y.sum(), x)[0], torch.full((3, 4), 2.0, dtype=torch.float64), 0)
    for shape in [(0,), (2, 0)]:
        check(f(tensor(np.zeros(shape))), torch.zeros(shape, dtype=torch.float64), 0)


def test_devices():
    f = chad.torch.as_torch(lambda x, y: x + y)
    x = tensor([1.0, 2.0])
    message = "Expected all tensors to be on the same device, but found at least two devices, cuda:0 and "
    with pytest.raises(RuntimeError, match=message + "cpu!"):
        f(x, torch.tensor([1.0, 2.0], dtype=torch.float64))
    with pytest.raises(RuntimeError, match=message + "cuda:1!"):
        f(x, OnGPU(torch.tensor([1.0, 2.0], dtype=torch.float64), number=1))
    check(f(x, torch.tensor(3.0, dtype=torch.float64)), torch.tensor([4.0, 5.0], dtype=torch.float64), 0)
    with pytest.raises(
        TypeError, match="a tensor is on meta: programs take those on the CPU and on GPUs of CUDA"
    ):
        f(torch.zeros(2, device="meta"), x)
    # One function for both devices.
    host = f(torch.tensor([1.0]), torch.tensor([2.0]))
    assert type(host) is torch.Tensor and host.tolist() == [3.0]


def test_programs():
    program = chad.compile(
        "func.func @f(%x: tensor<?xf64>) -> tensor<?xf64> {"
        "%y = arith.mulf %x, %x : tensor<?xf64> return %y : tensor<?xf64> }"
    )
    x = tensor([1.0, 2.0], requires_grad=True)
    y = chad.torch.as_torch(program)(x)
    y.sum().backward()
    check(y, x.host() ** 2, 0)
    check(x.grad, 2 * x.host(), 0)
    # A program for the CPU does not take it as it is.
    with pytest.raises(chad.ArgumentError, match="lies on cuda:0"):
        program(x)


def test_numbers():
    # A number of the GPU, of which arrays are made, and a gradient that is a number.
    f = chad.torch.as_torch(lambda s: (s * np.arange(3.0), s * s))
    s = tensor(2.0, requires_grad=True)
    multiples, square = f(s)
    check(multiples, torch.tensor([0.0, 2.0, 4.0], dtype=torch.float64), 0)
    check(square, torch.tensor(4.0, dtype=torch.float64), 0)
    (gradient,) = torch.autograd.grad(multiples.sum() + square, s)
    check(gradient, torch.tensor(7.0, dtype=torch.float64), 0)
    with torch.no_grad():
        assert not f(s)[0].requires_grad


def test_constants():
    w = rng.normal(size=(40, 30))
    f = chad.torch.as_torch(lambda x: np.tanh(x @ w))
    x = tensor(rng.normal(size=(5, 40)), requires_grad=True)
    y = f(x)
    cotangent = tensor(np.ones((5, 30)))
    _chad.take_device_counts()
    (found,) = torch.autograd.grad(y, x, cotangent)
    f(x)
    assert _chad.take_device_counts()["bytes_in"] == 0
    h = torch.tanh(x.host() @ torch.tensor(w))
    check(y, h, 1e-12)
    check(found, (1 - h * h) @ torch.tensor(w).T, 1e-12)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_gradients_of_few_bits(dtype):
    if dtype == torch.bfloat16:
        pytest.importorskip("ml_dtypes")
    f = chad.torch.as_torch(lambda x, k, c: np.where(c, x * x, x * 8) + k)
    x = OnGPU(torch.tensor([1, 2, 3], dtype=dtype), requires_grad=True)
    y = f(x, tensor([1, 2, 3], torch.int8).to(dtype), tensor([True, False, True], torch.bool))
    check(y, torch.tensor([2, 18, 12], dtype=dtype), 0)
    check(torch.autograd.grad(y.sum(), x)[0], torch.tensor([2, 8, 6], dtype=dtype), 0)
