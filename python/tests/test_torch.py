"""Functions and programs in PyTorch."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

import chad
import chad.torch

rng = np.random.default_rng(5)


def loss(p, x):
    return np.sum(np.tanh(x @ p["w"]) ** 2) * p["s"], x * 2


def reference(p, x):
    return torch.sum(torch.tanh(x @ p["w"]) ** 2) * p["s"], x * 2


def tensors(dtype=torch.float64):
    w = torch.tensor(rng.normal(size=(4, 2)), dtype=dtype, requires_grad=True)
    x = torch.tensor(rng.normal(size=(3, 4)), dtype=dtype, requires_grad=True)
    return {"w": w, "s": torch.tensor(2.0, dtype=dtype, requires_grad=True)}, x


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32])
def test_autograd(dtype):
    f = chad.torch.as_torch(loss)
    params, x = tensors(dtype)
    results = []
    for function in (f, reference):
        value, twice = function(params, x)
        assert value.dtype == dtype
        results.append([value, twice, *torch.autograd.grad(value + twice.sum(), [params["w"], params["s"], x])])
    for mine, other in zip(*results):
        torch.testing.assert_close(mine, other, rtol=1e-10 if dtype == torch.float64 else 1e-4, atol=1e-5)


def test_gradcheck():
    f = chad.torch.as_torch(lambda x, i: np.sin(x)[i])
    x = torch.tensor(rng.normal(size=5), requires_grad=True)
    assert torch.autograd.gradcheck(lambda x: f(x, torch.tensor([0, 3, 0])), (x,))


def test_complex():
    """Gradients by complex numbers follow PyTorch's convention, the conjugate of that of programs."""
    f = chad.torch.as_torch(lambda z, x: (np.exp(z) * x, np.abs(z)))
    z = torch.tensor(rng.normal(size=(3, 4)) + 1j * rng.normal(size=(3, 4)), requires_grad=True)
    x = torch.tensor(rng.normal(size=(3, 4)), requires_grad=True)
    results = []
    for function in (f, lambda z, x: (torch.exp(z) * x, torch.abs(z))):
        product, size = function(z, x)
        loss = (product.abs() ** 2 + product.real).sum() + (size**3).sum()
        results.append([product, size, *torch.autograd.grad(loss, [z, x])])
    for mine, other in zip(*results):
        torch.testing.assert_close(mine, other, rtol=1e-10, atol=1e-10)
    torch.testing.assert_close(f(z.conj(), x)[0], torch.exp(z.conj()) * x)


def test_other_memory_and_types():
    f = chad.torch.as_torch(lambda x: (x * 2, x > 0))
    x = torch.tensor(rng.normal(size=(3, 4)))
    twice, positive = f(x.T)
    torch.testing.assert_close(twice, 2 * x.T)
    assert positive.dtype == torch.bool
    pytest.importorskip("ml_dtypes")
    assert f(x.to(torch.bfloat16))[0].dtype == torch.bfloat16


def test_tensors_as_they_are():
    # Conjugates and negations that PyTorch leaves for later, and subclasses of tensors.
    double = chad.jit(lambda x: x + x)
    z = torch.tensor([1 + 2j, 3 - 1j], dtype=torch.complex128)
    np.testing.assert_array_equal(double(z.conj()), [2 - 4j, 6 + 2j])
    np.testing.assert_array_equal(double(z.conj().imag), [-4, 2])
    np.testing.assert_array_equal(chad.torch.as_torch(lambda x: x + x)(z.conj().imag), [-4, 2])

    class Named(torch.Tensor):
        pass

    x = torch.tensor([1.0, 2.0], requires_grad=True).as_subclass(Named)
    np.testing.assert_array_equal(double(x), [2, 4])
    with pytest.raises(
        TypeError, match="a tensor is on meta: programs take those on the CPU and on GPUs of CUDA"
    ):
        chad.torch.as_torch(lambda x: x)(torch.zeros(2, device="meta"))


def test_programs_take_tensors():
    program = chad.compile(
        "func.func @f(%x: tensor<?xf64>) -> tensor<?xf64> {"
        "%y = arith.mulf %x, %x : tensor<?xf64> return %y : tensor<?xf64> }"
    )
    x = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
    np.testing.assert_array_equal(program(x), [1, 4])
    y = chad.torch.as_torch(program)(x)
    y.sum().backward()
    torch.testing.assert_close(x.grad, 2 * x.detach())
