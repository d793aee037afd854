# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays in the memory of a GPU as arguments and results, on the emulated device. The host cannot access the
memory of that device: whatever would read or write an array outside of a kernel or a copy ends the process.
"""

import ctypes
import pathlib
import warnings

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


class Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p), ("type", ctypes.c_int32), ("number", ctypes.c_int32), ("rank", ctypes.c_int32),
        ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
        ("shape", ctypes.c_void_p), ("strides", ctypes.c_void_p), ("byte_offset", ctypes.c_uint64),
    ]  # fmt: skip


DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class Managed(ctypes.Structure):
    _fields_ = [("tensor", Tensor), ("context", ctypes.c_void_p), ("deleter", DELETER)]


class Versioned(ctypes.Structure):
    _fields_ = [
        ("major", ctypes.c_uint32), ("minor", ctypes.c_uint32), ("context", ctypes.c_void_p), ("deleter", DELETER),
        ("flags", ctypes.c_uint64), ("tensor", Tensor),
    ]  # fmt: skip


NAMES = {Managed: b"dltensor", Versioned: b"dltensor_versioned"}
CODES = {"i": 0, "u": 1, "f": 2, "V": 4, "c": 5, "b": 6}
new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype, new_capsule.argtypes = (
    ctypes.py_object,
    [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p],
)
get_pointer = ctypes.pythonapi.PyCapsule_GetPointer
get_pointer.restype, get_pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]


#: What exported tensors point to. It is never freed, since a deleter cannot free itself.
EXPORTED = []


class Exporter:
    """A capsule of any form, of memory on the emulated device: an array of numpy's, with its strides, lies in a copy
    of all memory of the array that it is a view of.
    """

    def __init__(self, view, version=1, flags=0, **fields):
        base = view if view.base is None else view.base
        self.flat = chad.to_device(np.ascontiguousarray(base).reshape(-1).view(np.uint8), EMULATED)
        self.offset = view.ctypes.data - base.ctypes.data
        self.view, self.version, self.flags, self.fields = view, version, flags, fields
        self.freed = 0

    def __dlpack_device__(self):
        return 2, 0

    def __dlpack__(self, *, stream=None, max_version=None):
        view = self.view
        kind = Versioned if self.version else Managed
        managed = kind()
        self.shape = (ctypes.c_int64 * max(view.ndim, 1))(*view.shape)
        self.strides = (ctypes.c_int64 * max(view.ndim, 1))(*(s // view.itemsize for s in view.strides))
        managed.deleter = DELETER(self.free)
        EXPORTED.append((self, managed))
        if self.version:
            managed.major, managed.flags = self.version, self.flags
        # The offset is in part one of the address.
        values = dict(
            data=self.flat._address + self.offset // 2, byte_offset=self.offset - self.offset // 2, type=2, number=0,
            rank=view.ndim, code=CODES[view.dtype.kind], bits=8 * view.itemsize, lanes=1,
            shape=ctypes.addressof(self.shape), strides=ctypes.addressof(self.strides),
        )  # fmt: skip
        for name, value in {**values, **self.fields}.items():
            setattr(managed.tensor, name, value)
        return new_capsule(ctypes.addressof(managed), NAMES[kind], None)

    def free(self, _):
        self.freed += 1


def read(capsule, versioned=True):
    """What a capsule of the emulated device or the host says of its tensor, and its flags."""
    kind = Versioned if versioned else Managed
    managed = kind.from_address(get_pointer(capsule, NAMES[kind]))
    tensor = managed.tensor
    tensor.capsule = capsule  # Which has the memory.
    return tensor, managed.flags if versioned else None


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
    tensor, flags = read(array.__dlpack__(max_version=(1, 1), stream=-1))
    assert (tensor.data, tensor.type, tensor.number, tensor.rank) == (array._address, 12, 0, 2)
    assert (tensor.code, tensor.bits, tensor.lanes, flags) == (2, 32, 1, 0)
    assert read(array.__dlpack__(max_version=(0, 8)), versioned=False)[0].data == array._address
    with pytest.raises(BufferError, match="on cuda-emulated:0 is exported there, or as a copy on the CPU"):
        array.__dlpack__(dl_device=(2, 0))
    with pytest.raises(BufferError, match="'copy' is False"):
        array.__dlpack__(dl_device=(1, 0), copy=False)
    with pytest.raises(TypeError, match="number of a stream"):
        array.__dlpack__(stream="main")


def test_exported_copies():
    numbers = np.arange(6.0, dtype=np.float32).reshape(2, 3)
    array = chad.to_device(numbers, EMULATED)
    assert array.nbytes == 24
    assert repr(array) == "<chad.DeviceArray of shape (2, 3) and dtype float32 on cuda-emulated:0>"
    # A copy on the GPU.
    capsule = array.__dlpack__(max_version=(1, 0), copy=True)
    tensor, flags = read(capsule)
    assert tensor.data != array._address and (tensor.type, flags) == (12, 2)

    class Given:
        def __dlpack_device__(self):
            return 12, 0

        def __dlpack__(self, **options):
            return capsule

    double = chad.jit(lambda x: x + x, device=EMULATED)
    np.testing.assert_array_equal(double(Given()).to_host(), 2 * numbers)
    # On the host, as numpy asks for it.
    for capsule, versioned in [
        (array.__dlpack__(dl_device=(1, 0)), False),
        (array.__dlpack__(dl_device=(1, 0), max_version=(1, 0), copy=True), True),
    ]:
        tensor, flags = read(capsule, versioned)
        assert tensor.type == 1 and flags in (None, 2)
        found = np.ctypeslib.as_array(ctypes.cast(tensor.data, ctypes.POINTER(ctypes.c_float)), (2, 3))
        np.testing.assert_array_equal(found, numbers)
    if np.lib.NumpyVersion(np.__version__) >= "2.1.0":
        np.testing.assert_array_equal(np.from_dlpack(array, device="cpu"), numbers)
    assert not hasattr(array, "__cuda_array_interface__")
    # numpy would make an array of one object of it.
    with pytest.raises(TypeError, match="on cuda-emulated:0 is no array of numpy: take .to_host"):
        np.asarray(array)
    # A program has the arrays of the GPU that it is given.
    with pytest.raises(
        chad.ArgumentError, match="lies on cuda-emulated:0; take .to_host.*, or pass it to a program"
    ):
        chad.jit(lambda x: x + array)(1.0)


def test_capsules():
    xs = np.array([1.0, 2.0, 3.0])
    double = chad.jit(lambda x: x + x, device=EMULATED)
    for version in (0, 1):
        source = Exporter(xs, version)
        _chad.take_device_counts()
        ys = double(source)
        counts = _chad.take_device_counts()
        assert (counts["launches"], counts["bytes_in"], counts["bytes_out"]) == (1, 0, 0)
        np.testing.assert_array_equal(ys.to_host(), 2 * xs)
        assert source.freed == 1
    # Arrays that may only be read are arguments.
    np.testing.assert_array_equal(double(Exporter(xs, flags=1)).to_host(), 2 * xs)
    main = double.program(xs).main
    with pytest.raises(chad.ArgumentError, match="'out' for result #0 .* may only be read"):
        main(xs, out=Exporter(xs, flags=1))
    with pytest.raises(chad.ArgumentError, match="exported as a copy"):
        main(xs, out=Exporter(xs, flags=2))
    # One that is read only is exported by version 1 alone.
    kept = _chad.read_device_array(Exporter(xs, flags=1), EMULATED)
    assert read(kept.__dlpack__(max_version=(1, 0)))[1] == 1
    with pytest.raises(BufferError, match="may only be read"):
        kept.__dlpack__()
    for fields, message in [
        (dict(version=2), "version 2 of DLPack"),
        (dict(lanes=4), "vectors as elements"),
        (dict(code=3), "64 bits of DLPack's type 3"),
        (dict(code=2, bits=8), "8 bits of DLPack's type 2"),
        (dict(byte_offset=4), "no multiples of 8"),
    ]:
        source = Exporter(xs, **fields)
        with pytest.raises(chad.ArgumentError, match=message):
            double(source)
        assert source.freed == 1

    class Refusing(Exporter):
        def __dlpack__(self, **options):
            raise BufferError("it is elsewhere")

    with pytest.raises(
        chad.ArgumentError, match="an argument is not exported by DLPack: it is elsewhere"
    ) as caught:
        double(Refusing(xs))
    assert isinstance(caught.value.__cause__, BufferError)


def views(dtype, rank):
    """Views of one array: transposed, reversed, with steps, with repeated elements, with one index."""
    shape = (5, 4, 3, 6)[:rank]
    numbers = np.arange(np.prod(shape))
    if np.dtype(dtype).kind == "c":
        numbers = numbers + 1j * (numbers + 7)
    base = (numbers % 2 == 0 if dtype == np.bool_ else numbers).astype(dtype).reshape(shape)
    yield base.T
    yield base[::-1]
    yield base[1::2]
    yield base[..., 1:3]
    yield base[..., ::-2]
    yield base[:, 1] if rank > 1 else base[3:]
    yield np.broadcast_to(base, (2, *shape))
    yield base[2:2].T


@pytest.mark.parametrize("rank", [1, 2, 3, 4])
@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.float16, np.int64, np.int32, np.int16, np.int8,
                                   np.uint8, np.bool_, np.complex64, np.complex128])  # fmt: skip
def test_strides(dtype, rank):
    # The copy is a kernel, and nothing goes over the host.
    f = chad.jit(lambda x: (x, x if x.dtype == bool else x + x), device=EMULATED)
    for view in views(dtype, rank):
        source = Exporter(view)
        _chad.take_device_counts()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", chad.PerformanceWarning)
            same, twice = f(source)
        counts = _chad.take_device_counts()
        assert (counts["bytes_in"], counts["bytes_out"]) == (0, 0)
        assert same.dtype == twice.dtype == dtype and same.shape == view.shape and same._is_contiguous
        np.testing.assert_array_equal(same.to_host(), view)
        np.testing.assert_array_equal(twice.to_host(), view if dtype == np.bool_ else view + view)
        assert source.freed == 1


def test_strides_in_place():
    program = chad.compile(LOSS, device=EMULATED)
    xs = np.arange(1400.0)
    with pytest.warns(chad.PerformanceWarning, match="argument #0 of 'twice' is not contiguous in C's order"):
        results = program.twice(Exporter(xs[::2]))
    np.testing.assert_array_equal(results[0].to_host(), 2 * xs[::2])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        program.twice(Exporter(xs[:20:2]))
    with pytest.raises(
        chad.ArgumentError, match="argument #0 of 'twice' is read in place: it must be contiguous"
    ):
        program.twice.prepare(Exporter(xs[::2]))
    with pytest.raises(
        chad.ArgumentError, match="'out' for result #1 of 'twice' must be contiguous in C's order"
    ):
        program.twice(xs, out=(None, Exporter(np.zeros(2800)[::2]), None))
    kept = _chad.read_device_array(Exporter(xs[::2]), EMULATED)
    assert not kept._is_contiguous and kept._strides == (2,)
    np.testing.assert_array_equal(kept.to_host(), xs[::2])


def test_empty(program):
    total, zs = program.main(3.0, place(np.zeros(0)), place(np.zeros(0)))
    assert total == 0 and zs.shape == (0,)
    # Without memory, as PyTorch has them.
    f = chad.jit(lambda x: (x, x * 2), device=EMULATED)
    for dtype in (np.float64, np.complex64, np.int8):
        for shape in [(0,), (3, 0), (0, 2)]:
            for result in f(Exporter(np.zeros(shape, dtype), data=None, byte_offset=0)):
                assert isinstance(result, chad.DeviceArray)
                assert result.shape == shape and result.dtype == dtype and result.to_host().shape == shape


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


def test_without_dlpack(program):
    # As Numba's arrays, which numpy would copy to the host.
    class Bare:
        @property
        def __cuda_array_interface__(self):
            return {"shape": (700,), "typestr": "<f8", "data": (16, False), "version": 3}

    class Other(Bare):
        def __array__(self, *args, **kwargs):
            return XS

    for value in (Other(), Bare()):
        for call in (
            lambda x: program.main(3.0, x, YS),
            chad.jit(lambda x: x + x, device=EMULATED),
            chad.grad(cnp.sum),
        ):
            with pytest.raises(chad.ArgumentError, match="not exported by DLPack: pass cupy.asarray"):
                call(value)


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
    assert isinstance(product, chad.DeviceArray) and product.to_host().tolist() == [2 + 4j, 15j]


@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
@pytest.mark.parametrize("shape", [(1,), (700,), (3, 5), (2, 1, 3, 4)])
def test_complex_arrays(dtype, shape):
    rng = np.random.default_rng(1)
    z, w = (rng.normal(size=(2, *shape)) + 1j * rng.normal(size=(2, *shape))).astype(dtype)

    def f(z, w):
        return z * w + cnp.exp(z), cnp.sum(z), w.real

    compiled = chad.jit(f, device=EMULATED)
    compiled(place(z), place(w))
    arguments = place(z), place(w)
    _chad.take_device_counts()
    results = compiled(*arguments)
    counts = _chad.take_device_counts()
    # The two parts of the sum are numbers of the host.
    assert (counts["bytes_in"], counts["bytes_out"]) == (0, z.itemsize)
    tolerance = 1e-5 if dtype == np.complex64 else 1e-12
    assert isinstance(results[0], chad.DeviceArray) and results[0].shape == shape and results[0].dtype == dtype
    np.testing.assert_allclose(results[0].to_host(), z * w + np.exp(z), rtol=tolerance)
    assert isinstance(results[1], dtype) and abs(results[1] - z.sum()) < 100 * tolerance
    np.testing.assert_array_equal(results[2].to_host(), w.real)
    # A result is an argument, also beside one of the host, which is copied, and one that is transposed.
    again = compiled(results[0], w)[0]
    np.testing.assert_allclose(again.to_host(), f(z * w + np.exp(z), w)[0], rtol=100 * tolerance)
    if len(shape) > 1:
        np.testing.assert_allclose(
            compiled(Exporter(z.T), place(w.T))[0].to_host(), (z * w + np.exp(z)).T, rtol=tolerance
        )


@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
def test_complex_launches(dtype):
    # One kernel for the parts of an argument, one for the program, and one for the result.
    z = np.arange(1000).astype(dtype) * (1 + 2j)
    double = chad.jit(lambda z: z + z, device=EMULATED)
    source = place(z)
    double(source)
    _chad.take_device_counts()
    twice = double(source)
    assert _chad.take_device_counts() == {"launches": 3, "bytes_in": 0, "bytes_out": 0}
    np.testing.assert_array_equal(twice.to_host(), 2 * z)


def test_complex_scalars_and_gradients():
    z = np.array(2 - 3j)
    square = chad.jit(lambda z, x: (z * z, x * z), device=EMULATED)
    number, array = square(place(z), place(np.array([1.0, 2.0])))
    assert number == z * z and array.to_host().tolist() == [z, 2 * z]
    rng = np.random.default_rng(2)
    z, w = rng.normal(size=(2, 4, 3)) + 1j * rng.normal(size=(2, 4, 3))

    def loss(z, w):
        return cnp.sum(cnp.abs(z @ w.T) ** 2)

    found = chad.jit(chad.grad(loss, argnums=(0, 1)), device=EMULATED)(place(z), place(w))
    # By finite differences along each axis: JAX's convention is the derivative by x - i y.
    for which, gradient in enumerate(found):
        assert isinstance(gradient, chad.DeviceArray) and gradient.dtype == np.complex128
        gradient = gradient.to_host()
        for place_ in [(0, 0), (3, 2)]:
            for step, part in [(1e-6, gradient[place_].real), (1e-6j, -gradient[place_].imag)]:
                moved = [z.copy(), w.copy()], [z.copy(), w.copy()]
                moved[0][which][place_] += step
                moved[1][which][place_] -= step
                difference = [float((np.abs(a @ b.T) ** 2).sum()) for a, b in moved]
                assert abs((difference[0] - difference[1]) / 2e-6 - part) < 1e-6


def test_memory_is_freed(program):
    released = []

    class Owner(Producer):
        def __del__(self):
            released.append(1)

    xs = Owner(chad.to_device(XS, EMULATED))
    program.main(3.0, xs, YS)
    del xs
    assert released == [1]


def on_host(values):
    return [v.to_host() if isinstance(v, chad.DeviceArray) else v for v in chad.tree.leaves(values)]


def agree(found, expected):
    assert len(chad.tree.leaves(found)) == len(chad.tree.leaves(expected))
    for mine, other in zip(on_host(found), chad.tree.leaves(expected)):
        np.testing.assert_allclose(mine, other, rtol=1e-12, atol=1e-12)
    # Arrays stay on the GPU.
    assert all(isinstance(v, chad.DeviceArray) or np.ndim(v) == 0 for v in chad.tree.leaves(found))


def test_functions_run_where_their_arrays_lie():
    rng = np.random.default_rng(3)
    x, w = rng.normal(size=(4, 3)), rng.normal(size=(3, 3))
    gx, gw = (chad.to_device(v, EMULATED) for v in (x, w))

    def loss(x, w):
        return cnp.sum(cnp.tanh(x @ w) ** 2)

    def layer(x, w):
        return cnp.tanh(x @ w)

    def f(v):
        return cnp.sin(v) * cnp.sum(v * v)

    h = np.tanh(x @ w)
    slope = 2 * h * (1 - h * h)
    found = chad.value_and_grad(loss, argnums=(0, 1))(gx, w)
    agree(found, ((h * h).sum(), (slope @ w.T, x.T @ slope)))
    agree(chad.jit(layer)(x, gw), h)
    v = x[:, 0].copy()
    gv = chad.to_device(v, EMULATED)
    jacobian = np.diag(np.cos(v) * (v @ v)) + 2 * np.outer(np.sin(v), v)
    agree(chad.jacobian(f)(gv), jacobian)
    agree(chad.jvp(f, (gv,), (gv,)), (np.sin(v) * (v @ v), jacobian @ v))
    agree(chad.hessian(lambda v: cnp.sum(v**3))(gv), np.diag(6 * v))
    agree(chad.hvp(lambda v: cnp.sum(v**3), (gv,), (gv,)), 6 * v * v)
    agree(chad.vmap(f)(gx), np.sin(x) * (x * x).sum(1)[:, None])
    value, pullback = chad.vjp(layer, gx, gw)
    agree(value, h)
    for cotangent in (x, gx):
        late = (1 - h * h) * x
        agree(pullback(cotangent), (late @ w.T, x.T @ late))
    assert pullback.nbytes == chad.vjp(layer, x, w)[1].nbytes
    value, push = chad.linearize(layer, gx, gw)
    agree(value, h)
    agree(push(gx, w), (1 - h * h) * (x @ w + x @ w))
    # Of one function, numpy's arrays are computed with on the CPU.
    assert isinstance(chad.jit(layer)(x, w), np.ndarray)
    with pytest.raises(
        chad.ArgumentError, match="another device: take .to_host.*, or compile .* device='cuda-emulated'"
    ):
        chad.jit(layer, device="cpu")(gx, w)


def test_constants_are_copied_once():
    w = np.random.default_rng(4).normal(size=(40, 30))
    f = chad.jit(lambda x: x @ w)
    x = np.ones((2, 40))
    gx = chad.to_device(x, EMULATED)
    for _ in range(3):
        _chad.take_device_counts()
        agree(f(gx), x @ w)
        # Nothing is copied by the call itself.
        assert _chad.take_device_counts()["bytes_in"] == 0
    np.testing.assert_allclose(f(x), x @ w, rtol=1e-12)
    value, pullback = chad.vjp(lambda x: cnp.tanh(x @ w), gx)
    agree(value, np.tanh(x @ w))
    agree(pullback(value)[0], (np.tanh(x @ w) * (1 - np.tanh(x @ w) ** 2)) @ w.T)


def test_devices_by_number():
    assert chad.to_device(XS, "cuda-emulated:0").device == "cuda-emulated:0"
    for device in ("cpu", "cuda-emulated:1", "tpu", "cuda:first"):
        with pytest.raises(ValueError, match="device"):
            chad.to_device(XS, device)


def test_functions_that_programs_return():
    sine = """
    func.func @f(%x: tensor<?xf64>) -> tensor<?xf64> {
      %ys = chad.map (%a in %x : tensor<?xf64>) -> tensor<?xf64> {
        %y = math.sin %a : f64
        chad.yield %y : f64
      }
      return %ys : tensor<?xf64>
    }"""
    value, push = chad.compile(sine, device=EMULATED).derivative("linearize", "f")(place(XS))
    agree((value, push(place(YS)), push.transpose()(place(YS))), (np.sin(XS), np.cos(XS) * YS, np.cos(XS) * YS))


def test_sums():
    path = pathlib.Path(__file__).parents[2] / "test/Embedding/CABI/Inputs/sums.mlir"
    host, sums = chad.load(path), chad.load(path, device=EMULATED)
    xs = np.array([1.0, 2.0, 3.0])
    for array in (place(xs), chad.to_device(xs, EMULATED)):
        area, (tag, by), _ = sums.area_and_grad((2, array, 1), 3.0)
        assert (area, tag) == (12, 2) and isinstance(by, chad.DeviceArray)
        assert by.to_host().tolist() == [2, 8, 2]
    # Arrays of sums are the host's, also beside an array on the GPU.
    nested = (0, (2, place(np.array([1.0, 2.0])), 7), True)
    items = [(0, 2.0, 5), (1, [3.0, 4.0])]
    found = sums.same(nested, items, (0, 1.5, 2.5))
    np.testing.assert_array_equal(found[1], host.same((0, (2, [1.0, 2.0], 7), True), items, (0, 1.5, 2.5))[1])
    assert found[0][1][1].to_host().tolist() == [1, 2]
    with pytest.raises(chad.ArgumentError, match="has dtype float32, expected float64"):
        sums.area((2, place(xs.astype(np.float32)), 1), 3.0)
    with pytest.raises(chad.ArgumentError, match=r"has shape \(1, 3\), expected"):
        sums.area((2, place(xs[None]), 1), 3.0)
