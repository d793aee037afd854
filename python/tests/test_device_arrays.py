# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays in the memory of a GPU as arguments and results, on the emulated device. The host cannot access the
memory of that device: whatever would read or write an array outside of a kernel or a copy ends the process.
"""

import numpy as np
import pytest

import chad
import chad.numpy as cnp
from chad import _chad

EMULATED = "cuda-emulated"
LOSS = """
func.func @main(%k: f64, %xs: tensor<?xf64>, %ys: tensor<?xf64>) -> (f64, tensor<?xf64>) {
  %zs = chad.map (%x in %xs : tensor<?xf64>, %y in %ys : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %x, %k : f64
    %z = arith.subf %p, %y : f64
    chad.yield %z : f64
  }
  %zero = arith.constant 0.0 : f64
  %sum = chad.reduce (%l, %r in %zs from %zero : tensor<?xf64>) {
    %t = arith.addf %l, %r : f64
    chad.yield %t : f64
  }
  return %sum, %zs : f64, tensor<?xf64>
}
func.func @twice(%xs: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
  %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %y = arith.addf %x, %x : f64
    chad.yield %y : f64
  }
  return %ys, %ys, %xs : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
}
"""


class Producer:
    """An array of another library: of CUDA's memory kinds, for an array of the emulated device."""

    def __init__(self, array, kind=2, number=0, strict=False):
        self.array, self.kind, self.number, self.strict, self.streams = array, kind, number, strict, []

    def __dlpack_device__(self):
        return self.kind, self.number

    def __dlpack__(self, *, stream=None, **options):
        if self.strict and options:
            raise TypeError("unexpected keyword argument")
        self.streams.append(stream)
        return self.array.__dlpack__(**options)


@pytest.fixture(scope="module")
def program():
    return chad.compile(LOSS, device=EMULATED)


def place(array, **kind):
    return Producer(chad.to_device(array, EMULATED), **kind)


XS, YS = np.arange(700.0) - 300, np.arange(700.0) / 2
EXPECTED = 3 * XS - YS


@pytest.mark.parametrize("kind,strict", [(2, False), (2, True), (13, False), (12, False)])
def test_in_place(program, kind, strict):
    xs, ys = place(XS, kind=kind, strict=strict), place(YS, kind=kind)
    _chad.take_device_counts()
    total, zs = program.main(3.0, xs, ys)
    counts = _chad.take_device_counts()
    # The sum is the only number that leaves the device.
    assert (counts["bytes_in"], counts["bytes_out"]) == (0, 8)
    assert isinstance(zs, chad.DeviceArray) and zs.device == "cuda-emulated:0"
    assert zs.shape == (700,) and zs.dtype == np.float64
    np.testing.assert_array_equal(zs.to_host(), EXPECTED)
    assert abs(total - EXPECTED.sum()) < 1e-10
    # Both were asked to make their memory ready in the stream of this thread.
    assert len(xs.streams) == len(ys.streams) == 1 and xs.streams == ys.streams and xs.streams[0] > 2


def test_beside_the_host(program):
    _chad.take_device_counts()
    total, zs = program.main(3.0, place(XS), YS)
    assert _chad.take_device_counts()["bytes_in"] == 8 * 700
    np.testing.assert_array_equal(zs.to_host(), EXPECTED)
    # With arrays of the host alone, so are the results.
    total, zs = program.main(3.0, XS, YS)
    np.testing.assert_array_equal(zs, EXPECTED)
    # A result is an argument of the next call.
    result = program.main(3.0, program.main(3.0, place(XS), YS)[1], YS)[1]
    np.testing.assert_array_equal(result.to_host(), 3 * EXPECTED - YS)


def test_numbers_on_the_device(program):
    total, zs = program.main(place(np.array(3.0)), XS, YS)
    np.testing.assert_array_equal(zs.to_host(), EXPECTED)


def test_results_that_share_memory(program):
    xs = place(XS)
    results = program.twice(xs)
    for result, expected in zip(results, [2 * XS, 2 * XS, XS]):
        np.testing.assert_array_equal(result.to_host(), expected)
    assert len({r._address for r in results}) == 3
    outs = tuple(chad.to_device(np.zeros(700), EMULATED) for _ in range(3))
    assert program.twice(XS, out=outs)[1] is outs[1]
    for out, expected in zip(outs, [2 * XS, 2 * XS, XS]):
        np.testing.assert_array_equal(out.to_host(), expected)


def test_out(program):
    zs, total = place(np.zeros(700)), place(np.array(0.0))
    assert program.main(3.0, XS, YS, out=(total, zs)) == (total, zs)
    np.testing.assert_array_equal(zs.array.to_host(), EXPECTED)
    assert abs(total.array.to_host() - EXPECTED.sum()) < 1e-10
    # One on the device, and one on the host.
    host = np.zeros(700)
    program.main(3.0, place(XS), YS, out=(None, host))
    np.testing.assert_array_equal(host, EXPECTED)
    xs = place(XS)
    with pytest.raises(chad.ArgumentError, match="overlaps argument #1"):
        program.main(3.0, xs, YS, out=(None, xs))
    with pytest.raises(chad.ArgumentError, match="another shape than the result, which is .700"):
        program.main(3.0, xs, YS, out=(None, place(np.zeros(9))))


def test_prepared(program):
    source = chad.to_device(XS, EMULATED)
    call = program.main.prepare(3.0, source, YS)
    call.run()
    total, zs = call.results
    np.testing.assert_array_equal(zs.to_host(), EXPECTED)
    call.run()
    assert call.results[1] is zs
    np.testing.assert_array_equal(zs.to_host(), EXPECTED)


def test_exchange():
    array = chad.to_device(np.arange(6.0, dtype=np.float32).reshape(2, 3), EMULATED)
    assert array.__dlpack_device__() == (12, 0)
    for capsule in (array.__dlpack__(), array.__dlpack__(max_version=(1, 0), dl_device=(12, 0))):
        assert "dltensor" in repr(capsule)
    with pytest.raises(BufferError):
        array.__dlpack__(dl_device=(1, 0))
    with pytest.raises(BufferError):
        array.__dlpack__(copy=True)


def test_empty(program):
    total, zs = program.main(3.0, place(np.zeros(0)), place(np.zeros(0)))
    assert total == 0 and zs.shape == (0,)


def test_wrong_arrays(program):
    with pytest.raises(chad.ArgumentError, match="argument #1 .* of type|argument #1 .*float32"):
        program.main(3.0, place(XS.astype(np.float32)), YS)
    with pytest.raises(chad.ArgumentError, match="shape"):
        program.main(3.0, place(XS.reshape(2, 350)), YS)
    with pytest.raises(chad.ArgumentError, match="GPU 0 and on GPU 1: copy them to one"):
        program.main(3.0, place(XS), place(YS, number=1))
    with pytest.raises(chad.ArgumentError, match="lies on cuda-emulated:0, .* take .to_host"):
        chad.compile(LOSS).main(3.0, chad.to_device(XS, EMULATED), YS)
    with pytest.raises(chad.ArgumentError, match="it lies on cuda:0; .*device='cuda'"):
        chad.compile(LOSS).main(3.0, place(XS), YS)
    with pytest.raises(chad.RunError, match="several extents"):
        program.main(3.0, place(XS), YS[:5])


def test_traced():
    def f(w, x):
        return cnp.sum(cnp.tanh(x @ w) ** 2), x @ w

    rng = np.random.default_rng(0)
    w, x = rng.normal(size=(3, 2)), rng.normal(size=(5, 3))
    g = chad.grad(lambda w, x: f(w, x)[0])
    gradient = chad.jit(g, device=EMULATED)(place(w), x)
    np.testing.assert_allclose(gradient.to_host(), g(w, x), rtol=1e-12)
    value, product = chad.jit(f, device=EMULATED)(place(w), place(x))
    assert abs(value - f(w, x)[0]) < 1e-12
    np.testing.assert_allclose(product.to_host(), x @ w, rtol=1e-12)
    counts = chad.jit(lambda n: n + n, device=EMULATED)(place(np.arange(4, dtype=np.uint32)))
    assert counts.dtype == np.uint32 and counts.to_host().tolist() == [0, 2, 4, 6]


def test_complex_numbers():
    z, x = np.array([1 + 2j, 3j]), np.array([2.0, 5.0])
    product = chad.jit(lambda z, x: z * x, device=EMULATED)(place(z), place(x))
    assert product.tolist() == [2 + 4j, 15j]


def test_memory_is_freed(program):
    released = []

    class Owner(Producer):
        def __del__(self):
            released.append(1)

    xs = Owner(chad.to_device(XS, EMULATED))
    program.main(3.0, xs, YS)
    del xs
    assert released == [1]
