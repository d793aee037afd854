"""Functions, linear functions and boxes that programs return: calls, transposes, lifetime, errors."""

import gc
import pathlib
import pickle
import threading
import weakref

import numpy as np
import pytest

import chad
from chad import _chad

# The program of the tests of the C interface.
PROGRAM = pathlib.Path(__file__).parents[2] / "test/Embedding/CABI/Inputs/functions.mlir"
XS = np.array([0.5, 1.5, 2.0])


@pytest.fixture(scope="module")
def program():
    return chad.load(PROGRAM)


def expected(xs, y):
    for x in xs:
        y = np.sin(x * y)
    return y


def test_function(program):
    chain = program.chain(XS)
    assert isinstance(chain, chad.Handle)
    assert chain.type == "(f64) -> f64"
    assert repr(chain) == "<chad.Handle (f64) -> f64>"
    assert chain(0.7) == pytest.approx(expected(XS, 0.7), rel=1e-6)
    # The same numbers at each call, from what was captured.
    assert chain(0.7) == chain(0.7)
    assert program.chain.results[0].text == "(f64) -> f64"
    assert program.chain.results[0].dtype is None


def test_captured_arrays_are_the_functions_own(program):
    xs = XS.copy()
    chain = program.chain(xs)
    before = chain(0.7)
    xs[:] = 0
    assert chain(0.7) == before


def test_functions_are_arguments(program):
    chain, short = program.chain(XS), program.chain(np.array([0.25]))
    both = program.compose(chain, short)
    # What a function was made of may go before it.
    del chain, short
    gc.collect()
    value = lambda y: expected(XS, expected([0.25], y))
    assert both(0.7) == pytest.approx(value(0.7), rel=1e-6)
    slope = (value(0.7 + 1e-6) - value(0.7 - 1e-6)) / 2e-6
    assert program.slope(both, 0.7) == pytest.approx(slope, rel=1e-6)


def test_derivative_of_a_function_value(program):
    h = 1e-6
    numeric = [(expected(XS + h * e, 0.7) - expected(XS - h * e, 0.7)) / (2 * h) for e in np.eye(3)]
    np.testing.assert_allclose(program.by_captured(XS, 0.7), numeric, rtol=1e-6)


def test_arrays_go_in_and_out(program):
    plus = program.choose(True, np.array([1.0, 2.0]), 3.0)
    np.testing.assert_array_equal(plus(np.array([10.0, 20.0])), [13, 26])
    out = np.empty(2)
    assert plus(np.array([10.0, 20.0]), out=out) is out
    np.testing.assert_array_equal(out, [13, 26])
    constant = program.choose(False, np.array([1.0, 2.0]), 3.0)
    result = constant(np.array([0.0]))
    del constant
    gc.collect()
    np.testing.assert_array_equal(result, [1, 2])
    # A result of another shape leaves the function as it was.
    with pytest.raises(chad.RunError):
        plus(np.array([1.0]))
    np.testing.assert_array_equal(plus(np.array([10.0, 20.0])), [13, 26])


def test_linear_function(program):
    ks = np.array([2.0, 3.0, 5.0])
    values, linear = program["derivative"](3, 0.3, ks)
    assert linear.type == "!chad.lfun<(lin<f64>) -> (lin<tensor<?xf64>>)>"
    w = np.array([1.0, 10.0, 100.0])
    transposed = linear.transpose()
    assert transposed(w) * 2 == pytest.approx(np.dot(linear(2.0), w))
    assert transposed.transpose() is linear
    assert repr(transposed) == f"<chad.Handle the transpose of {linear.type}>"
    del linear
    gc.collect()
    assert transposed(w) > 0
    original = transposed.transpose()
    np.testing.assert_allclose(original(2.0), 2 * original(1.0))


def test_linear_function_with_a_branch():
    """The transpose needs the size of the domain, where a branch gives zeros."""
    program = chad.compile("""
func.func @f(%xs: tensor<?xf64>, %p: i1) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %r = scf.if %p -> f64 {
    %x = tensor.extract %xs[%c0] : tensor<?xf64>
    %s = arith.mulf %x, %x : f64
    scf.yield %s : f64
  } else {
    scf.yield %zero : f64
  }
  return %r : f64
}""")
    value, linear = program.derivative("linearize")(np.array([3.0, 4.0]), True)
    assert (value, linear(np.array([1.0, 10.0]))) == (9, 6)
    np.testing.assert_array_equal(linear.transpose()(0.5), [3, 0])
    value, linear = program.derivative("linearize")(np.array([3.0, 4.0]), False)
    np.testing.assert_array_equal(linear.transpose()(0.5), [0, 0])


def test_functions_return_functions(program):
    curried = program.curried(1.0)
    inner = curried(2.0)
    del curried
    assert inner(10.0) == 21


def test_boxes(program):
    items = program.nil()
    for x in [1.0, 2.0, 4.0]:
        items = program.push(x, items)
    assert program.total(items) == 7
    with pytest.raises(chad.ArgumentError, match="cannot be called"):
        items()


def test_errors(program):
    chain = program.chain(XS)
    with pytest.raises(chad.ArgumentError, match="takes 2 arguments, got 1"):
        chain()
    with pytest.raises(chad.ArgumentError, match="a function of Python is passed by chad.from_program"):
        program.slope(lambda x: x, 1.0)
    with pytest.raises(chad.ArgumentError, match="what a function of the same program has returned"):
        program.slope(None, 1.0)
    with pytest.raises(chad.ArgumentError, match="was given a value of type"):
        program.slope(program.curried(1.0), 1.0)
    with pytest.raises(chad.ArgumentError, match="of another program"):
        chad.load(PROGRAM).slope(chain, 1.0)
    with pytest.raises(chad.ArgumentError, match="has no transpose"):
        chain.transpose()
    with pytest.raises(chad.ArgumentError, match="has no place in memory"):
        program.chain.prepare(XS)
    with pytest.raises(chad.ArgumentError, match="that result is no array"):
        program.chain(XS, out=np.empty(1))
    with pytest.raises(TypeError, match="cannot be traced"):
        chad.from_program(program, "chain")
    with pytest.raises(TypeError):
        pickle.dumps(chain)


def test_transposes_are_no_arguments():
    text = """
    !l = !chad.lfun<(lin<f64>) -> (lin<f64>)>
    func.func @scale(%k: f64) -> !l {
      %m = chad.lfun.scale %k : f64, !l
      return %m : !l
    }
    func.func @twice(%m: !l) -> !l {
      %r = chad.lfun.compose %m, %m : !l, !l
      return %r : !l
    }
    """
    program = chad.compile(text)
    scale = program.scale(3.0)
    assert program.twice(scale)(1.0) == 9
    assert program.twice(scale).transpose()(1.0) == 9
    with pytest.raises(chad.ArgumentError, match="is a transpose"):
        program.twice(scale.transpose())


def test_functions_that_nobody_can_call():
    text = """
    func.func @at(%f: (f64) -> f64, %x: f64) -> f64 {
      %y = chad.apply %f(%x) : (f64) -> f64
      return %y : f64
    }
    func.func @square(%x: f64) -> f64 {
      %y = arith.mulf %x, %x : f64
      return %y : f64
    }
    """
    program = chad.compile(text)
    assert program.square(3.0) == 9
    with pytest.raises(chad.ArgumentError, match="none returns one"):
        program.at(None, 1.0)


def test_the_program_stays_as_long_as_its_functions():
    chain = chad.load(PROGRAM).chain(XS)
    gc.collect()
    assert chain(0.7) == pytest.approx(expected(XS, 0.7), rel=1e-6)


def test_memory(program):
    live = lambda: _chad.memory_statistics()["live"]

    def use(count):
        f = program.chain(XS)
        for i in range(count):
            f = program.compose(program.chain(XS), f) if i % 10 else program.chain(XS)
            f(0.5)

    use(20)
    gc.collect()
    before = live()
    use(5000)
    gc.collect()
    assert live() == before
    # A long chain of functions, each of which was made from the one before.
    f = short = program.chain(np.array([0.5]))
    for _ in range(2000):
        f = program.compose(short, f)
    assert abs(f(0.7)) < 1
    del f, short
    gc.collect()
    assert live() == before
    reference = weakref.ref(program.chain(XS))
    gc.collect()
    assert reference() is None


def test_a_failed_call_leaves_no_memory():
    text = """
    func.func @make(%xs: tensor<?xf64>, %ys: tensor<?xf64>) -> ((f64) -> tensor<?xf64>) {
      %zs = chad.map (%x in %xs : tensor<?xf64>, %y in %ys : tensor<?xf64>) -> tensor<?xf64> {
        %z = arith.mulf %x, %y : f64
        chad.yield %z : f64
      }
      %f = chad.lambda (%k : f64) -> tensor<?xf64> {
        %m = chad.map (%z in %zs : tensor<?xf64>) -> tensor<?xf64> {
          %p = arith.mulf %z, %k : f64
          chad.yield %p : f64
        }
        chad.yield %m : tensor<?xf64>
      }
      return %f : (f64) -> tensor<?xf64>
    }
    """
    program = chad.compile(text)
    np.testing.assert_array_equal(program.make([1.0, 2.0], [3.0, 4.0])(2.0), [6, 16])
    before = _chad.memory_statistics()["live"]
    for _ in range(10):
        with pytest.raises(chad.RunError, match="several extents"):
            program.make([1.0, 2.0], [3.0])
    assert _chad.memory_statistics()["live"] == before


def test_deep_recursion(program):
    """The stack of Python is not that of a program that recurs."""
    deep = program.chain(np.full(1_000_000, 0.5))
    assert abs(deep(0.3)) < 1e-300
    assert np.isfinite(program.slope(deep, 0.3))
    results = []
    thread = threading.Thread(target=lambda: results.append(deep(0.3)))
    thread.start()
    thread.join()
    assert results == [deep(0.3)]
    # A failure leaves such a stack, too.
    text = """
    func.func private @down(%n: index, %xs: tensor<?xf64>, %ys: tensor<?xf64>) -> f64 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %zero = arith.constant 0.0 : f64
      %end = arith.cmpi eq, %n, %c0 : index
      %r = scf.if %end -> f64 {
        %zs = chad.map (%x in %xs : tensor<?xf64>, %y in %ys : tensor<?xf64>) -> tensor<?xf64> {
          %z = arith.mulf %x, %y : f64
          chad.yield %z : f64
        }
        %s = chad.reduce (%a, %b in %zs from %zero : tensor<?xf64>) {
          %t = arith.addf %a, %b : f64
          chad.yield %t : f64
        }
        scf.yield %s : f64
      } else {
        %m = arith.subi %n, %c1 : index
        %s = func.call @down(%m, %xs, %ys) : (index, tensor<?xf64>, tensor<?xf64>) -> f64
        %t = math.sin %s : f64
        scf.yield %t : f64
      }
      return %r : f64
    }
    func.func @f(%n: index, %xs: tensor<?xf64>, %ys: tensor<?xf64>) -> f64 {
      %r = func.call @down(%n, %xs, %ys) : (index, tensor<?xf64>, tensor<?xf64>) -> f64
      return %r : f64
    }
    """
    down = chad.compile(text).f
    for _ in range(3):
        with pytest.raises(chad.RunError, match="several extents"):
            down(1000, [1.0, 2.0], [1.0])
        assert down(1, [1.0, 2.0], [3.0, 4.0]) == pytest.approx(np.sin(11.0))


def test_threads(program):
    chain = program.chain(XS)
    wrong = []

    def work():
        for i in range(200):
            f = program.compose(chain, chain)
            if not np.isclose(f(0.1 * i), expected(XS, expected(XS, 0.1 * i)), rtol=1e-6):
                wrong.append(i)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


NEWTON = """
func.func private @at(%f: (f64) -> f64, %x: f64) -> f64 {
  %y = chad.apply %f(%x) : (f64) -> f64
  return %y : f64
}
func.func @newton(%f: (f64) -> f64, %x: f64) -> f64 {
  %y, %d = chad.value_and_grad @at(%f, %x) wrt [1] : ((f64) -> f64, f64) -> (f64, f64)
  %q = arith.divf %y, %d : f64
  %z = arith.subf %x, %q : f64
  return %z : f64
}
func.func @both(%f: (f32, tensor<f32>) -> tensor<2xf32>, %g: (tensor<2x?xi64>) -> (index, f64), %x: f32,
                %i: tensor<2x?xi64>) -> (tensor<2xf32>, index, f64) {
  %t = tensor.from_elements %x : tensor<f32>
  %a = chad.apply %f(%x, %t) : (f32, tensor<f32>) -> tensor<2xf32>
  %b, %c = chad.apply %g(%i) : (tensor<2x?xi64>) -> (index, f64)
  return %a, %b, %c : tensor<2xf32>, index, f64
}
func.func @constant(%f: () -> f64) -> f64 {
  %y = chad.apply %f() : () -> f64
  return %y : f64
}
func.func @higher(%f: ((f64) -> f64) -> f64) -> f64 {
  %y = arith.constant 0.0 : f64
  return %y : f64
}
"""


@pytest.fixture(scope="module")
def newton():
    return chad.from_program(chad.compile(NEWTON), "newton")


def test_python_functions_are_arguments(newton):
    assert newton(lambda x: x * x - 2, 1.5) == 1.5 - 0.25 / 3
    assert newton(chad.numpy.sin, 3.0) == pytest.approx(3.0 - np.tan(3.0))


def test_python_functions_capture_what_is_traced(newton):
    def root(a):
        x = a
        for _ in range(6):
            x = newton(lambda y: y * y - a, x)
        return x

    assert chad.jit(root)(2.0) == pytest.approx(np.sqrt(2))
    assert chad.grad(root)(2.0) == pytest.approx(0.5 / np.sqrt(2))
    assert chad.grad(chad.grad(root))(2.0) == pytest.approx(-0.25 * 2**-1.5)
    np.testing.assert_allclose(chad.vmap(root)(np.array([1.0, 4.0, 9.0])), [1, 2, 3])


def test_python_functions_of_arrays():
    program = chad.compile(NEWTON)
    both = chad.from_program(program, "both")
    a, b, c = both(
        lambda x, t: chad.numpy.stack([x * t, t + t]),
        lambda i: (i.shape[1], 0.5),
        3.0,
        np.zeros((2, 3), np.int64),
    )
    assert a.dtype == np.float32 and list(a) == [9, 6] and (b, c) == (3, 0.5)
    assert chad.from_program(program, "constant")(lambda: 4.0) == 4


def test_errors_of_python_functions(newton):
    with pytest.raises(
        chad.TraceError, match="argument #0 of 'newton' returns 1 values, and the function returned 2"
    ):
        newton(lambda x: (x, x), 1.0)
    with pytest.raises(chad.TraceError, match="result #0 of argument #0 of 'newton' has type f64"):
        newton(lambda x: chad.numpy.stack([x]), 1.0)
    with pytest.raises(chad.TraceError, match="argument #0 of 'newton' is a function of arrays, and is 3"):
        chad.jit(lambda x: newton(3.0, x))(1.0)
    with pytest.raises(chad.ArgumentError, match="takes 2 arguments, got 1"):
        newton(lambda x: x)
    with pytest.raises(chad.ArgumentError, match="none returns one"):
        chad.compile(NEWTON).newton(lambda x: x, 1.0)
    with pytest.raises(TypeError, match="cannot be traced"):
        chad.from_program(chad.compile(NEWTON), "higher")


SUMS = pathlib.Path(__file__).parents[2] / "test/ExecutionEngine/sums.mlir"


def test_sums_are_tuples_with_a_tag():
    program = chad.load(SUMS)
    xs = np.array([1.0, 2.0])
    assert program.f(2.0, xs, 0) == ((0, 2.0), 2.0)
    (tag, array, number), _ = program.f(2.0, xs, 1)
    assert (tag, number) == (1, 1)
    np.testing.assert_array_equal(array, xs)
    assert program.f(2.0, xs, 2) == ((2,), 2.0)
    assert program.g(2.0, 3) == (0, 2.0, 3)
    assert program.h(1.0, True) == (0, (0, 1.0)) and program.h(1.0, False) == (1, 1.0)
    assert program.g.results[0].text == "!chad.sum<(f32, i64)>" and program.g.results[0].dtype is None
    with pytest.raises(chad.ArgumentError, match="returns a sum, which has no place in memory"):
        program.g(2.0, 3, out=np.empty(1))
    with pytest.raises(chad.ArgumentError, match="returns a sum, which has no place in memory"):
        program.g.prepare(2.0, 3)
    with pytest.raises(TypeError, match="cannot be traced"):
        chad.from_program(program, "g")
