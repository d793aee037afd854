"""A million calls, of every kind, and a hundred thousand errors leave no memory and no objects behind."""

import gc
import pathlib
import sys
import time

import numpy as np
import pytest

import chad
from chad import _chad

PROGRAM = """
func.func @add(%x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %z = chad.map (%a in %x : tensor<?xf64>, %b in %y : tensor<?xf64>) -> tensor<?xf64> {
    %c = arith.addf %a, %b : f64
    chad.yield %c : f64
  }
  return %z : tensor<?xf64>
}
func.func @several(%x: tensor<?xf64>, %k: f64) -> (f64, tensor<?xf64>, tensor<?xf64>, i1) {
  %true = arith.constant true
  %z = arith.addf %x, %x : tensor<?xf64>
  return %k, %x, %z, %true : f64, tensor<?xf64>, tensor<?xf64>, i1
}
func.func @times(%k: f64) -> ((f64) -> f64) {
  %f = chad.lambda (%x : f64) -> f64 {
    %p = arith.mulf %k, %x : f64
    chad.yield %p : f64
  }
  return %f : (f64) -> f64
}
func.func @apply(%f: (f64) -> f64, %x: f64) -> f64 {
  %y = chad.apply %f(%x) : (f64) -> f64
  return %y : f64
}
func.func @at(%x: tensor<?xf64>, %i: index) -> f64 {
  %y = tensor.extract %x[%i] : tensor<?xf64>
  return %y : f64
}
"""
X, Y = np.arange(40.0), np.ones(40)


class DLPack:
    """An array of another library."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def resident():
    """The memory of this process in bytes."""
    pages = pathlib.Path("/proc/self/statm").read_text().split()[1]
    return int(pages) * 4096


def live():
    """Arrays and functions of programs, blocks of Python's memory, and objects that its collector knows."""
    gc.collect()
    return _chad.memory_statistics()["live"], sys.getallocatedblocks(), len(gc.get_objects())


def stays(run, rounds):
    """Runs `run(count)` some times to warm up, and then as often as is asked."""
    run(rounds // 20)
    objects, memory = live(), resident()
    run(rounds)
    arrays, blocks, known = (after - before for before, after in zip(objects, live()))
    # The allocator returns pages late: a leak of eight bytes a round would be more.
    assert resident() - memory < max(2**20, 8 * rounds), resident() - memory
    assert arrays <= 0 and blocks < 500 and known < 100, (arrays, blocks, known)


@pytest.fixture(scope="module")
def program():
    return chad.compile(PROGRAM, check_bounds=True)


def test_a_million_calls(program):
    add, several, times, apply = program.add, program.several, program.times, program.apply
    place, number = np.empty(40), np.empty(())
    prepared, into = add.prepare(X, Y), add.prepare(X, Y, out=place)
    run, run_into = prepared.run, into.run
    traced = chad.jit(lambda x, y: x * y + 1)
    two = chad.jit(lambda x, k: (x * k, x + k))
    slope = chad.grad(lambda x: np.sum(x * x))
    both = chad.value_and_grad(lambda x, y: np.sum(x * y), (0, 1))
    sine = lambda x: np.sin(x)
    pull, push = chad.vjp(sine, X)[1], chad.linearize(sine, X)[1]
    tree = chad.jit(lambda p: {"w": p["w"] * p["b"], "n": p["n"] + 1})
    params = {"w": X, "b": 2.0, "n": 3}
    whole = chad.jit(lambda z: z * z)
    unsigned = chad.jit(lambda i: i + i)
    z, i = X + 1j, np.arange(40, dtype=np.uint8)
    kept = times(2.0)
    packed, view, listed = DLPack(X), memoryview(X), X[:3].tolist()
    large = np.ones(2000)

    def calls(rounds):
        for _ in range(rounds):
            # Ten kinds, each often.
            add(X, Y)
            run()
            run_into()
            add(X, Y, out=place)
            several(X, 2.0)
            traced(X, Y)
            two(X, 3.0)
            slope(X)
            both(X, Y)
            kept(1.5)
        for _ in range(rounds // 25):
            prepared()
            several(X, 2.0, out=(number, None, place, None))
            times(3.0)(1.0)
            apply(kept, 2.0)
            add(packed, Y)
            add(view, Y)
            add(listed, listed)
            add(X[::2], Y[::2])
            np.from_dlpack(add(X, Y))
            add(large, large)
            memoryview(traced(X, Y))
            tree(params)
            whole(z)
            unsigned(i)
            pull(X)
            push(X)
            add.prepare(X, Y)()
            chad.vjp(sine, X)[1](X)

    start = time.perf_counter()
    stays(calls, 93_300)
    # 97,965 rounds of ten calls, and 3,918 of eighteen or more.
    print(f"{97_965 * 10 + 3_918 * 18} calls in {time.perf_counter() - start:.1f} s")


def test_a_hundred_thousand_errors(program):
    at, add = program.at, program.add
    index = chad.jit(lambda x, i: x[i])
    wrong = [
        (chad.RunError, lambda: at(X, 40)), (chad.RunError, lambda: add(X, Y[:3])), (chad.ArgumentError, lambda: add(X)),
        (chad.ArgumentError, lambda: add(X, i32)), (chad.ArgumentError, lambda: add(X, None)), (chad.ArgumentError, lambda: program.apply(None, 1.0)),
        (chad.ArgumentError, lambda: add(X, Y, out=X)), (chad.RunError, lambda: index(X, 41)), (TypeError, lambda: at(X, 1.5)),
    ]  # fmt: skip
    rare = [
        (chad.TraceError, lambda: chad.jit(lambda x: float(x))(X)),
        (chad.TraceError, lambda: chad.jit(lambda x: x.reshape(7))(X)),
    ]
    i32 = np.arange(40, dtype=np.int32)

    def errors(rounds):
        def fails(kind, call):
            try:
                call()
            except kind:
                return
            raise AssertionError("there was no error")

        for _ in range(rounds):
            for kind, call in wrong:
                fails(kind, call)
        for _ in range(rounds // 20):
            for kind, call in rare:
                fails(kind, call)

    stays(errors, 10_600)


def test_programs_that_are_compiled_and_dropped():
    text = "func.func @f(%x: tensor<?xf64>) -> tensor<?xf64> {{ %y = arith.addf %x, %x : tensor<?xf64> return %y : tensor<?xf64> }} // {}"

    def compiled(rounds):
        for i in range(rounds):
            chad.compile(text.format(i), optimization=0)(X)
            try:
                chad.compile("func.func @f(")
            except chad.CompileError:
                pass

    compiled(20)
    objects, memory = live(), resident()
    compiled(100)
    arrays, blocks, known = (after - before for before, after in zip(objects, live()))
    assert resident() - memory < 100 * 2**15, (resident() - memory) / 100
    assert arrays <= 0 and blocks < 500 and known < 100, (arrays, blocks, known)
