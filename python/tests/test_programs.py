"""Programs in MLIR: compilation, calls, errors, memory."""

import pickle
import sys
import threading
import timeit

import numpy as np
import pytest

import chad
from chad import _chad

LOSS = """
func.func private @loss(%w: f64, %xs: tensor<?xf64>, %ys: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %squares = chad.map (%x in %xs : tensor<?xf64>, %y in %ys : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %w, %x : f64
    %e = arith.subf %p, %y : f64
    %q = arith.mulf %e, %e : f64
    chad.yield %q : f64
  }
  %sum = chad.reduce (%a, %q in %squares from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %q : f64
    chad.yield %s : f64
  }
  return %sum : f64
}
func.func @main(%w: f64, %xs: tensor<?xf64>, %ys: tensor<?xf64>) -> (f64, f64, tensor<?xf64>) {
  %loss, %slope, %by_xs = chad.value_and_grad @loss(%w, %xs, %ys) wrt [0, 1]
      : (f64, tensor<?xf64>, tensor<?xf64>) -> (f64, f64, tensor<?xf64>)
  return %loss, %slope, %by_xs : f64, f64, tensor<?xf64>
}
"""
TYPES = """
func.func @id(%a: tensor<?xf32>, %b: tensor<f16>, %c: f32, %d: i1, %e: i8, %f: tensor<?x0xi32>,
              %g: index, %h: tensor<2xi1>, %l: !chad.lin<index>, %m: !chad.lin<tensor<2xf64>>)
    -> (tensor<?xf32>, tensor<f16>, f32, i1, i8, tensor<?x0xi32>, index, tensor<2xi1>,
        !chad.lin<index>, !chad.lin<tensor<2xf64>>) {
  return %a, %b, %c, %d, %e, %f, %g, %h, %l, %m
      : tensor<?xf32>, tensor<f16>, f32, i1, i8, tensor<?x0xi32>, index, tensor<2xi1>,
        !chad.lin<index>, !chad.lin<tensor<2xf64>>
}
func.func @nothing() { return }
func.func @twice(%x: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %z = arith.addf %x, %x : tensor<?xf64>
  return %z, %z : tensor<?xf64>, tensor<?xf64>
}
func.func @first(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %y = tensor.extract_slice %x[0] [%n] [1] : tensor<?xf64> to tensor<?xf64>
  return %y : tensor<?xf64>
}
"""


@pytest.fixture(scope="module")
def loss():
    return chad.compile(LOSS, file_name="loss.mlir")


@pytest.fixture(scope="module")
def types():
    return chad.compile(TYPES)


def xs_ys(n=5):
    return np.arange(float(n)), np.ones(n)


def test_value_and_gradient(loss):
    xs, ys = xs_ys()
    value, slope, by_xs = loss(2.0, xs, ys)
    assert value == ((2 * xs - ys) ** 2).sum()
    assert slope == (2 * xs * (2 * xs - ys)).sum()
    np.testing.assert_array_equal(by_xs, 4 * (2 * xs - ys))
    assert isinstance(value, float)


def test_all_types(types):
    results = types.id(
        np.arange(3, dtype=np.float32), np.float16(2), 1.5, True, -3, np.empty((4, 0), np.int32),
        7, [True, False], None, [1, 2],
    )  # fmt: skip
    dtypes = [r.dtype for r in results if r is not None]
    assert dtypes == ["f4", "f2", "f4", "?", "i1", "i4", "i8", "?", "f8"]
    assert [np.shape(r) for r in results] == [(3,), (), (), (), (), (4, 0), (), (2,), (), (2,)]
    assert results[4] == -3 and results[6] == 7 and results[8] is None
    assert types.nothing() is None


def test_bfloat16():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    program = chad.compile(
        "func.func @f(%x: bf16, %y: tensor<2xbf16>) -> (bf16, tensor<2xbf16>)"
        "{ return %x, %y : bf16, tensor<2xbf16> }"
    )
    x, y = program(1.5, np.array([1, 2], ml_dtypes.bfloat16))
    assert x == 1.5 and y.dtype == ml_dtypes.bfloat16 and list(y) == [1, 2]


def test_described_types(types):
    assert types.functions == ("id", "nothing", "twice", "first")
    assert types.id.args[0] == ("tensor<?xf32>", "float32", (None,))
    assert types.id.args[2] == ("f32", "float32", None)
    assert types.id.args[5].shape == (None, 0)
    assert types.id.args[8].dtype is None


def test_out(loss):
    xs, ys = xs_ys()
    place = np.empty(5)
    value, slope, by_xs = loss(2.0, xs, ys, out=(None, np.empty(()), place))
    assert by_xs is place and slope.shape == ()
    np.testing.assert_array_equal(place, 4 * (2 * xs - ys))
    for out, message in [
        ((None, None, xs), "overlaps argument #1"),
        ((None, None, np.empty(4)), "has another shape"),
        ((None, None, np.empty(5, np.float32)), "float32"),
        ((None, None, np.empty(10)[::2]), "contiguous"),
        (place, "tuple"),
    ]:
        with pytest.raises(chad.ArgumentError, match=message):
            loss(2.0, xs, ys, out=out)
    # After a failure the function works as before.
    assert loss(2.0, xs, ys)[0] == value


def test_results_own_their_memory(types):
    x = np.random.rand(10000)
    a, b = types.twice(x)
    a[0] = -1
    assert b[0] != -1
    kept = [types.first(x, 5000) for _ in range(20)]
    for array in kept:
        np.testing.assert_array_equal(array, x[:5000])


def test_prepared(loss):
    xs, ys = xs_ys()
    w = np.array(2.0)
    call = loss.prepare(w, xs, ys)
    with pytest.raises(chad.RunError, match="not run yet"):
        call.results
    first = call()
    assert first[0] == ((2 * xs - ys) ** 2).sum()
    w[()] = 3
    xs[0] = 7
    call.run()
    assert call.results[2] is first[2]
    assert first[0] == ((3 * xs - ys) ** 2).sum()
    with pytest.raises(chad.ArgumentError, match="in place"):
        loss.prepare(w, np.arange(10.0)[::2], ys)


def test_prepared_with_out_and_other_shapes(types):
    x, n, place = np.arange(6.0), np.array(3), np.zeros(3)
    call = types.first.prepare(x, n, out=place)
    assert call() is place and list(place) == [0, 1, 2]
    n[()] = 4
    with pytest.raises(chad.ArgumentError, match="another shape"):
        call.run()
    n[()] = 3
    x[0] = 9
    assert call()[0] == 9


@pytest.mark.parametrize(
    "args, message",
    [
        ((2.0, np.zeros(3, np.float32), np.zeros(3)), "argument #1 of 'main' is of float64.*float32"),
        ((2.0, np.zeros((2, 2)), np.zeros(3)), r"tensor<\?xf64>, but the array has shape \(2, 2\)"),
        ((2.0, np.zeros(3)), "takes 3 arguments, got 2"),
        (("a", np.zeros(3), np.zeros(3)), "argument #0"),
        ((2.0, ["a"], np.zeros(3)), "argument #1"),
        ((2.0, object(), np.zeros(3)), "argument #1"),
        ((np.zeros(1), np.zeros(3), np.zeros(3)), "argument #0"),
        ((2.0, np.zeros(3, np.int64), np.zeros(3)), "int64"),
    ],
)
def test_wrong_arguments(loss, args, message):
    with pytest.raises(chad.ArgumentError, match=message):
        loss(*args)


def test_numbers_that_do_not_fit(types):
    args = [np.zeros(1, np.float32), 1, 1, True, 300, np.empty((0, 0), np.int32), 1, [1, 0], 0, [1, 2]]
    with pytest.raises(chad.ArgumentError, match="int8, which does not hold 300"):
        types.id(*args)
    args[4] = 1.5
    with pytest.raises(chad.ArgumentError, match="int8"):
        types.id(*args)


def test_other_arrays(loss):
    class Interface:
        def __init__(self, array):
            self.array, self.__array_interface__ = array, array.__array_interface__

    class DLPack:
        def __init__(self, array):
            self.array = array

        def __dlpack__(self, **kwargs):
            return self.array.__dlpack__(**kwargs)

        def __dlpack_device__(self):
            return self.array.__dlpack_device__()

    import array

    xs, ys = xs_ys()
    expected = loss(2.0, xs, ys)[0]
    for other in [Interface(xs), DLPack(xs), memoryview(xs), array.array("d", xs), list(xs),
                  xs.astype(">f8"), np.repeat(xs, 2)[::2]]:  # fmt: skip
        assert loss(2.0, other, ys)[0] == expected
    frozen = xs.copy()
    frozen.flags.writeable = False
    assert loss(np.float64(2), frozen, ys)[0] == expected


class OnGPU:
    """An array that DLPack says is on a GPU: nothing may read it."""

    def __init__(self, kind):
        self.kind = kind

    def __dlpack__(self, **kwargs):
        raise AssertionError("its memory is not the CPU's")

    def __dlpack_device__(self):
        return self.kind, 1


@pytest.mark.parametrize("device", ["cpu", "cuda-emulated"])
def test_arrays_on_a_gpu(device):
    program = chad.compile(LOSS, device=device)
    xs, ys = xs_ys()
    kinds = [(10, "rocm:1"), (7, "DLPack's device 7:1")] + ([(2, "cuda:1")] if device == "cpu" else [])
    for kind, name in kinds:
        with pytest.raises(chad.ArgumentError, match=f"argument #1 of 'main' .*it lies on {name}; copy it"):
            program.main(2.0, OnGPU(kind), ys)
    # Arrays of the CPU by DLPack are read by kernels, too.
    expected = chad.compile(LOSS).main(2.0, xs, ys)[0]
    assert abs(program.main(2.0, xs, ys)[0] - expected) < 1e-12


def test_warns_of_large_copies(loss):
    xs = np.zeros(4000)[::2]
    with pytest.warns(chad.PerformanceWarning, match="argument #1 of 'main'"):
        loss(2.0, xs, np.zeros(2000))


def test_errors_of_programs():
    with pytest.raises(chad.CompileError, match="bad.mlir:2: error") as caught:
        chad.compile("func.func @f() -> f64 {\n  return\n}", file_name="bad.mlir")
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.severity, diagnostic.line, diagnostic.column) == ("error", 2, 3)
    with pytest.raises(chad.CompileError):
        chad.compile("func.func @f(")
    with pytest.raises(TypeError, match="a program is text or bytes, and this is int"):
        chad.compile(3)
    with pytest.raises(
        TypeError, match="the option 'threads' is a number that is not negative, and this is -1"
    ):
        chad.compile("func.func @f(%x: f64) -> f64 { return %x : f64 }", threads=-1)
    with pytest.raises(TypeError, match="there is no option 'fast'"):
        chad.compile(LOSS, fast=True)
    with pytest.raises(chad.CompileError, match="no such processor"):
        chad.compile(LOSS, target_cpu="z80")


def test_errors_while_running(loss):
    with pytest.raises(chad.RunError, match=r"loss.mlir:4:14: .*several extents: 5 and 3"):
        loss(2.0, np.zeros(5), np.zeros(3))
    checked = chad.compile(
        "func.func @f(%x: tensor<?xf64>, %i: index) -> f64 {\n"
        "  %r = tensor.extract %x[%i] : tensor<?xf64>\n  return %r : f64\n}",
        check_bounds=True,
    )
    assert checked(np.arange(3.0), 2) == 2
    with pytest.raises(chad.RunError, match="<program>:2"):
        checked(np.arange(3.0), 3)


def test_functions_by_name(types):
    with pytest.raises(KeyError):
        types["other"]
    with pytest.raises(AttributeError):
        types.other
    with pytest.raises(chad.ArgumentError, match="choose one by its name"):
        types()
    assert "first" in types and list(types)[0] == "id"


def test_derivatives_of_functions():
    program = chad.compile(
        "func.func @f(%x: tensor<2xf64>, %n: index) -> (tensor<2xf64>, f64) {\n"
        "  %c = arith.constant 0 : index\n  %a = tensor.extract %x[%c] : tensor<2xf64>\n"
        "  %y = arith.mulf %x, %x : tensor<2xf64>\n  return %y, %a : tensor<2xf64>, f64\n}"
    )
    x = np.array([2.0, 3.0])
    np.testing.assert_array_equal(program.grad(of=[1])(x, 0), [1, 0])
    y, a, by_x = program.value_and_grad("f", of=[1], wrt=[0])(x, 0)
    assert list(y) == [4, 9] and a == 2 and list(by_x) == [1, 0]
    np.testing.assert_array_equal(program.derivative("jacobian", of=[0])(x, 0), [[4, 0], [0, 6]])
    assert list(program.derivative("vjp", of=[0])(x, 0, np.ones(2))[2]) == [4, 6]
    assert list(program.derivative("jvp", of=[0])(x, 0, np.ones(2))[2]) == [4, 6]
    with pytest.raises(chad.CompileError, match="no argument #1 of floats"):
        program.grad(wrt=[1], of=[1])
    # Conditions of the request that is made are errors, too.
    for kind in ("grad", "value_and_grad", "hvp", "hessian"):
        for of in ([0], [0, 1], []):
            with pytest.raises(chad.CompileError, match="one float to differentiate"):
                program.derivative(kind, of=of)
    with pytest.raises(ValueError):
        program.derivative("integral")


def test_stages(loss):
    assert "chad.value_and_grad" in loss.text
    assert "chad.value_and_grad" not in loss.first_order
    assert "llvm.func" in loss.mlir
    assert "define" in loss.llvm


def test_files_and_pickles(loss, tmp_path):
    path = tmp_path / "loss.mlir"
    path.write_text(LOSS)
    xs, ys = xs_ys()
    expected = loss(2.0, xs, ys)[0]
    assert chad.load(path, threads=2)(2.0, xs, ys)[0] == expected
    assert pickle.loads(pickle.dumps(loss))(2.0, xs, ys)[0] == expected


def test_threads_of_python(types):
    x = np.arange(1000.0)
    errors = []

    def work():
        try:
            for _ in range(500):
                a, _ = types.twice(x)
                assert a[7] == 14
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors


def test_products_share_machine_code():
    """Compiles programs with products of matrices in sequence and concurrently, for two dtypes and two levels
    of optimization.
    """

    def program(type_, rows):
        a, b, c = (f"tensor<{m}x{n}x{type_}>" for m, n in ((rows, 40), (40, 30), (rows, 30)))
        return f"""
        func.func @main(%a: {a}, %b: {b}) -> {c} {{
          %zero = arith.constant 0.0 : {type_}
          %empty = tensor.empty() : {c}
          %init = linalg.fill ins(%zero : {type_}) outs(%empty : {c}) -> {c}
          %c = linalg.matmul ins(%a, %b : {a}, {b}) outs(%init : {c}) -> {c}
          return %c : {c}
        }}"""

    numbers = np.random.default_rng(0).integers(-9, 9, (2, 60, 40)).astype(float)
    errors = []

    def work(cases):
        try:
            for dtype, rows, level in cases:
                a, b = numbers[0, :rows].astype(dtype), numbers[1, :40, :30].astype(dtype)
                a, b = np.ascontiguousarray(a), np.ascontiguousarray(b)
                c = chad.compile(program("f64" if dtype == "d" else "f32", rows), optimization=level)(a, b)
                np.testing.assert_array_equal(c, a @ b)
        except Exception as error:
            errors.append(error)

    cases = [(dtype, rows, level) for rows in (50, 60) for dtype in "df" for level in (3, 1)]
    threads = [threading.Thread(target=work, args=(part,)) for part in (cases[:4], cases[2:6], cases[4:])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    work(cases)
    assert not errors


def resident_kib():
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))


def test_nothing_leaks(loss, types):
    xs, ys = xs_ys(300)
    place = np.empty(300)
    bad = np.zeros(2)

    def calls(count):
        for _ in range(count):
            loss(2.0, xs, ys)
            types.twice(xs)
            loss(2.0, xs, ys, out=(None, None, place))
        for _ in range(count // 100):
            loss.prepare(2.0, xs, ys)()
            for wrong in [(2.0, xs, bad), (2.0, xs, xs.astype("f4"))]:
                with pytest.raises(chad.Error):
                    loss(*wrong)

    calls(2000)
    live, resident = _chad.memory_statistics()["live"], resident_kib()
    objects = sys.getallocatedblocks()
    calls(20000)
    assert _chad.memory_statistics()["live"] <= live + 4
    assert resident_kib() < resident + 4096
    assert sys.getallocatedblocks() < objects + 1000


def test_overhead(loss):
    """The bounds are generous, for busy machines; docs/Python.md has the measured times."""
    xs, ys = xs_ys()
    w = np.array(2.0)
    call, function = loss.prepare(w, xs, ys), loss.main

    def best(f, number=2000):
        return min(timeit.repeat(f, number=number, repeat=20)) / number

    assert best(lambda: function(w, xs, ys)) < 6e-6
    assert best(call.run) < 1e-6
