# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs with sums as arguments, and what they and their derivatives are, by dual numbers."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np


class Dual:
    """A number and its derivative, which may be dual numbers of lower levels."""

    def __init__(self, level: int, value: Any, slope: Any) -> None:
        self.level, self.value, self.slope = level, value, slope


def _level(x: Any) -> int:
    return x.level if isinstance(x, Dual) else 0


def _split(x: Any, level: int) -> tuple[Any, Any]:
    return (x.value, x.slope) if _level(x) == level else (x, 0.0)


def add(x: Any, y: Any) -> Any:
    level = max(_level(x), _level(y))
    if not level:
        return x + y
    (a, da), (b, db) = _split(x, level), _split(y, level)
    return Dual(level, add(a, b), add(da, db))


def mul(x: Any, y: Any) -> Any:
    level = max(_level(x), _level(y))
    if not level:
        return x * y
    (a, da), (b, db) = _split(x, level), _split(y, level)
    return Dual(level, mul(a, b), add(mul(a, db), mul(da, b)))


def _trig(x: Any, quarter: int) -> Any:
    """sin(x + quarter·π/2)."""
    if not _level(x):
        return (math.sin(x), math.cos(x), -math.sin(x), -math.cos(x))[quarter % 4]
    return Dual(x.level, _trig(x.value, quarter), mul(_trig(x.value, quarter + 1), x.slope))


def sin(x: Any) -> Any:
    return _trig(x, 0)


# A type is "f64", "i32", "pair" (tensor<2xf64>), "list" (tensor<?xf64>), or a list of alternatives, lists of types.
TEXT = {"f64": "f64", "i32": "i32", "pair": "tensor<2xf64>", "list": "tensor<?xf64>"}
SEEDS = 2


def text(t: Any, linear: bool = False, several: bool = False) -> str:
    """The type `t`, of its tangents, or of SEEDS tangents of it."""
    if several and isinstance(t, str):
        return f"!chad.lin<tensor<{SEEDS}x{TEXT[t].removeprefix('tensor<').removesuffix('>')}>>"
    if isinstance(t, str):
        return f"!chad.lin<{TEXT[t]}>" if linear else TEXT[t]
    return "!chad.sum<" + ", ".join("(" + ", ".join(text(p, linear, several) for p in a) + ")" for a in t) + ">"


def jacobian_type(of: Any, by: Any) -> str:
    """The type of the derivatives of a value of type `of` by one of type `by`, both of which hold floats only."""
    if not isinstance(of, str):
        return (
            "!chad.sum<" + ", ".join("(" + ", ".join(jacobian_type(p, by) for p in a) + ")" for a in of) + ">"
        )
    if not isinstance(by, str):
        return (
            "!chad.sum<" + ", ".join("(" + ", ".join(jacobian_type(of, p) for p in a) + ")" for a in by) + ">"
        )
    extents = [{"pair": "2x", "list": "?x"}[p] for p in (of, by) if p != "f64"]
    return f"tensor<{''.join(extents)}f64>" if extents else "f64"


def matrix(value: Any, of: Any, by: Any) -> np.ndarray:
    """The derivatives of the floats of a value of type `of` by those of one of type `by`, as one matrix."""
    if not isinstance(of, str):
        rows = [matrix(p, q, by) for p, q in zip(value[1:], of[value[0]])]
        rows = [r for r in rows if r.shape[1]]
        return np.concatenate(rows) if rows else np.zeros((0, 0))
    return _columns(value, by, of != "f64")


def _columns(value: Any, by: Any, has_rows: bool) -> np.ndarray:
    if not isinstance(by, str):
        columns = [_columns(p, q, has_rows) for p, q in zip(value[1:], by[value[0]])]
        columns = [c for c in columns if c.shape[1]]
        return np.concatenate(columns, axis=1) if columns else np.zeros((0, 0))
    array = np.asarray(value)
    shape = (len(array) if has_rows else 1, 1 if by == "f64" else array.shape[-1])
    return array.reshape(shape)


def holds_floats(t: Any) -> bool:
    return t != "i32" if isinstance(t, str) else any(holds_floats(p) for a in t for p in a)


def count_floats(t: Any) -> int:
    """The number of values that hold floats in all alternatives."""
    return t != "i32" if isinstance(t, str) else sum(count_floats(p) for a in t for p in a)


def gradient_type(t: Any) -> Any:
    return t if isinstance(t, str) else [[gradient_type(p) for p in a if holds_floats(p)] for a in t]


def project(v: Any, t: Any) -> Any:
    """A value of the type of gradients at a value."""
    return (
        v if isinstance(t, str) else (v[0], *(project(p, q) for p, q in zip(v[1:], t[v[0]]) if holds_floats(q)))
    )


def random_type(r: random.Random, depth: int, lists: bool) -> Any:
    leaves = ["f64", "f64", "f64", "i32", "pair"] + ["list"] * lists

    def part() -> Any:
        return random_type(r, depth - 1, lists) if depth and r.random() < 0.25 else r.choice(leaves)

    while True:
        t = [[part() for _ in range(r.randrange(4))] for _ in range(r.randrange(1, 5))]
        if holds_floats(t):
            return t


def random_value(r: random.Random, t: Any) -> Any:
    def number() -> float:
        return round(r.uniform(-1.5, 1.5), 3)

    if t == "f64":
        return number()
    if t == "i32":
        return r.randrange(-3, 4)
    if t == "pair" or t == "list":
        return [number() for _ in range(2 if t == "pair" else r.randrange(4))]
    tag = r.randrange(len(t))
    return (tag, *(random_value(r, p) for p in t[tag]))


def leaves(v: Any, t: Any) -> list[Any]:
    """The floats of a value."""
    if t == "f64":
        return [v]
    if t == "i32":
        return []
    if isinstance(t, str):
        return list(v)
    return [x for p, q in zip(v[1:], t[v[0]]) for x in leaves(p, q)]


def replace(v: Any, t: Any, new: list[Any]) -> Any:
    """The value with other floats, which are taken from the front of `new`."""
    if t == "f64":
        return new.pop(0)
    if t == "i32":
        return v
    if isinstance(t, str):
        return [new.pop(0) for _ in v]
    return (v[0], *(replace(p, q, new) for p, q in zip(v[1:], t[v[0]])))


class Body:
    """Emits code, and evaluates it: a formula for each alternative, chosen once."""

    def __init__(self, r: random.Random) -> None:
        self.r, self.count = r, 0

    def fresh(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def op(self, out: list[str], line: str) -> str:
        name = self.fresh()
        out.append(f"{name} = {line}")
        return name

    def formula(self, n: int) -> list[tuple[str, int, int]]:
        """Steps that leave one of n + 1 numbers, of which the last is k."""
        steps = []
        for size in range(n + 1, 1, -1):
            if self.r.random() < 0.5:
                steps.append(("sin", self.r.randrange(size), 0))
            steps.append((self.r.choice(["add", "mul"]), self.r.randrange(size - 1), 0))
        return steps

    def plan(self, t: Any, square: bool) -> Any:
        """How numbers are made of a value of type `t`: by random formulas, or the sum of all squares."""
        if isinstance(t, str):
            return None
        return [([self.plan(p, square) for p in a], None if square else self.formula(len(a))) for a in t]

    def emit(self, out: list[str], t: Any, plan: Any, value: str, k: str | None) -> str:
        square = k is None
        if t == "f64":
            return self.op(out, f"arith.mulf {value}, {value} : f64") if square else value
        if t == "i32":
            return self.op(out, f"arith.sitofp {value} : i32 to f64")
        if isinstance(t, str):
            a, b = self.fresh(), self.fresh()
            squares = self.op(
                out,
                f"chad.map ({a} in {value} : {TEXT[t]}) -> {TEXT[t]} {{\n {b} = arith.mulf {a}, {a} : f64\n"
                f" chad.yield {b} : f64\n}}",
            )
            x, y, z = self.fresh(), self.fresh(), self.fresh()
            return self.op(
                out,
                f"chad.reduce ({x}, {y} in {squares} from %zero : {TEXT[t]}) {{\n"
                f" {z} = arith.addf {x}, {y} : f64\n chad.yield {z} : f64\n}}",
            )
        regions = []
        for alternative, (plans, formula) in zip(t, plan):
            inner: list[str] = []
            names = [self.fresh() for _ in alternative]
            numbers = [self.emit(inner, p, q, n, k) for p, q, n in zip(alternative, plans, names)]
            numbers.append("%zero" if k is None else k)
            for kind, i, _ in formula or [("add", 0, 0)] * (len(numbers) - 1):
                if kind == "sin":
                    numbers[i] = self.op(inner, f"math.sin {numbers[i]} : f64")
                else:
                    last = numbers.pop()
                    numbers[i] = self.op(inner, f"arith.{kind}f {numbers[i]}, {last} : f64")
            args = ", ".join(f"{n}: {text(p)}" for n, p in zip(names, alternative))
            regions.append(f"({args}) {{\n" + "\n".join(inner) + f"\nchad.yield {numbers[0]} : f64\n}}")
        return self.op(out, f"chad.case {value} : {text(t)} -> f64\n" + "\n".join(regions))

    def evaluate(self, t: Any, plan: Any, value: Any, k: Any) -> Any:
        if t == "f64":
            return value
        if t == "i32":
            return float(value)
        if isinstance(t, str):
            total: Any = 0.0
            for x in value:
                total = add(total, mul(x, x))
            return total
        plans, formula = plan[value[0]]
        numbers = [self.evaluate(p, q, v, k) for p, q, v in zip(t[value[0]], plans, value[1:])]
        numbers.append(k)
        for kind, i, _ in formula:
            if kind == "sin":
                numbers[i] = sin(numbers[i])
            else:
                last = numbers.pop()
                numbers[i] = (add if kind == "add" else mul)(numbers[i], last)
        return numbers[0]


def _stack(values: list[Any], t: Any) -> Any:
    """Several tangents of a sum, with one tag."""
    if isinstance(t, str):
        return np.array(values, dtype=float).reshape(len(values), *(() if t == "f64" else (len(values[0]),)))
    tag = values[0][0]
    return (tag, *(_stack([v[1 + j] for v in values], p) for j, p in enumerate(t[tag])))


class Program:
    """Functions f, of a sum or an array of sums and a number, its gradient, and the gradient of the sum of the
    squares of its gradient.
    """

    def __init__(self, seed: int) -> None:
        r = random.Random(seed)
        self.name = f"f{seed}"
        self.is_array = r.random() < 0.4
        self.type = random_type(r, 2, not self.is_array)
        while self.is_array and self.type[1:] == [] and not self.type[0]:
            self.type = random_type(r, 2, False)
        self.body = Body(r)
        self.plan = self.body.plan(self.type, False)
        self.k = round(r.uniform(-1, 1), 3)
        count = r.randrange(5) if self.is_array else 1
        values = [random_value(r, self.type) for _ in range(count)]
        self.value = values if self.is_array else values[0]

    def function(self, name: str, t: Any, plan: Any, square: bool) -> tuple[str, list[str]]:
        """Code that reduces the argument `%s`, of type `t` or an array of such, to a number."""
        out: list[str] = []
        k = None if square else "%k"
        if not self.is_array:
            return self.body.emit(out, t, plan, name, k), out
        e, array = self.body.fresh(), f"tensor<?x{text(t)}>"
        inner: list[str] = []
        result = self.body.emit(inner, t, plan, e, k)
        a, b, c = self.body.fresh(), self.body.fresh(), self.body.fresh()
        mapped = self.body.op(
            out,
            f"chad.map ({e} in {name} : {array}) -> tensor<?xf64> {{\n"
            + "\n".join(inner)
            + f"\nchad.yield {result} : f64\n}}",
        )
        return self.body.op(
            out,
            f"chad.reduce ({a}, {b} in {mapped} from %zero : tensor<?xf64>) {{\n {c} = arith.addf {a}, {b} : f64\n"
            f" chad.yield {c} : f64\n}}",
        ), out

    def products(self) -> str:
        """The functions f_jvp, f_vjp and f_jacobian."""
        t, g, n = self.type, gradient_type(self.type), self.name
        wrap = (lambda x: f"tensor<?x{x}>") if self.is_array else (lambda x: x)
        ts, gs, ls, lk = wrap(text(t)), wrap(text(g)), wrap(text(g, linear=True)), "!chad.lin<f64>"
        return (
            f"func.func @{n}_jvp(%s: {ts}, %k: f64, %ds: {ls}, %dk: {lk}) -> (f64, {lk}) {{\n"
            f"%y, %dy = chad.jvp @{n}(%s, %k) along(%ds, %dk) wrt [0, 1] : ({ts}, f64, {ls}, {lk}) -> (f64, {lk})\n"
            f"return %y, %dy : f64, {lk}\n}}\n"
            f"func.func @{n}_vjp(%s: {ts}, %k: f64, %dy: {lk}) -> ({ls}, {lk}) {{\n"
            f"%y, %ds, %dk = chad.vjp @{n}(%s, %k) seed(%dy) wrt [0, 1] : ({ts}, f64, {lk}) -> (f64, {ls}, {lk})\n"
            f"return %ds, %dk : {ls}, {lk}\n}}\n"
            f"func.func @{n}_jacobian(%s: {ts}, %k: f64) -> ({gs}, f64) {{\n"
            f"%ds, %dk = chad.jacobian @{n}(%s, %k) wrt [0, 1] : ({ts}, f64) -> ({gs}, f64)\n"
            f"return %ds, %dk : {gs}, f64\n}}\n"
        )

    def second_products(self) -> str:
        """The functions f_hvp, f_along, which applies the linear function of a derivative and its transpose, f_seeds
        and f_back, of several tangents and cotangents, and f_hessian, of programs that have one.
        """
        t, g, n = self.type, gradient_type(self.type), self.name
        wrap = (lambda x: f"tensor<?x{x}>") if self.is_array else (lambda x: x)
        ts, gs, ls, lk = wrap(text(t)), wrap(text(g)), wrap(text(g, linear=True)), "!chad.lin<f64>"
        lss = f"tensor<{SEEDS}x?x{text(g, linear=True)}>" if self.is_array else text(g, several=True)
        lks = f"!chad.lin<tensor<{SEEDS}xf64>>"
        forward, back = f"!chad.lfun<({ls}, {lk}) -> ({lk})>", f"!chad.lfun<({lk}) -> ({ls}, {lk})>"
        code = (
            f"func.func @{n}_hvp(%s: {ts}, %k: f64, %v: {gs}, %w: f64) -> ({gs}, f64) {{\n"
            f"%ds, %dk = chad.hvp @{n}(%s, %k) along(%v, %w) wrt [0, 1] : ({ts}, f64, {gs}, f64) -> ({gs}, f64)\n"
            f"return %ds, %dk : {gs}, f64\n}}\n"
            f"func.func @{n}_along(%s: {ts}, %k: f64, %ds: {ls}, %dk: {lk}) -> ({lk}, {ls}, {lk}) {{\n"
            f"%y, %m = chad.linearize @{n}(%s, %k) wrt [0, 1] : ({ts}, f64) -> (f64, {forward})\n"
            f"%t = chad.lfun.transpose %m : {forward}\n%dy = chad.lfun.apply %m(%ds, %dk) : {forward}\n"
            f"%b:2 = chad.lfun.apply %t(%dy) : {back}\nreturn %dy, %b#0, %b#1 : {lk}, {ls}, {lk}\n}}\n"
            f"func.func @{n}_seeds(%s: {ts}, %k: f64, %ds: {lss}, %dk: {lks}) -> {lks} {{\n"
            f"%y, %dy = chad.jvp @{n}(%s, %k) along(%ds, %dk) wrt [0, 1] : ({ts}, f64, {lss}, {lks}) -> (f64, {lks})\n"
            f"return %dy : {lks}\n}}\n"
            f"func.func @{n}_back(%s: {ts}, %k: f64, %dy: {lks}) -> ({lss}, {lks}) {{\n"
            f"%y, %d:2 = chad.vjp @{n}(%s, %k) seed(%dy) wrt [0, 1] : ({ts}, f64, {lks}) -> (f64, {lss}, {lks})\n"
            f"return %d#0, %d#1 : {lss}, {lks}\n}}\n"
        )
        if self.is_array:
            return code
        js = jacobian_type(g, g)
        return (
            f"{code}func.func @{n}_hessian(%s: {ts}, %k: f64) -> ({js}, {gs}) {{\n"
            f"%h:4 = chad.hessian @{n}(%s, %k) wrt [0, 1] : ({ts}, f64) -> ({js}, {gs}, {gs}, f64)\n"
            f"return %h#0, %h#1 : {js}, {gs}\n}}\n"
            # The gradient is a function that returns a sum.
            f"func.func @{n}_grad_jacobian(%s: {ts}, %k: f64) -> {js} {{\n"
            f"%j = chad.jacobian @{n}_grad(%s, %k) wrt [0] of [0] : ({ts}, f64) -> {js}\n"
            f"return %j : {js}\n}}\n"
        )

    def tangents(self, all_floats: list[list[float]]) -> Any:
        """Tangents of the sum, or of the array of sums, at once."""
        each = [self.tangent(floats) for floats in all_floats]
        return each if self.is_array else _stack(each, gradient_type(self.type))

    def tangent(self, floats: list[float]) -> Any:
        """A tangent of the sum, or of the array of sums."""
        g, rest = gradient_type(self.type), list(floats)
        if self.is_array:
            return [replace(project(v, self.type), g, rest) for v in self.value]
        return replace(project(self.value, self.type), g, rest)

    def code(self, second: bool = True) -> str:
        """The functions f, f_grad and, if derivatives of second order are wanted, f_slope and f_second."""
        t, g, n = self.type, gradient_type(self.type), self.name
        wrap = (lambda x: f"tensor<?x{x}>") if self.is_array else (lambda x: x)
        ts, gs = wrap(text(t)), wrap(text(g))
        zero = "%zero = arith.constant 0.0 : f64\n"
        value, lines = self.function("%s", t, self.plan, False)
        grad = f"wrt [0, 1] : ({ts}, f64) -> ({gs}, f64)"
        first = (
            f"func.func @{n}(%s: {ts}, %k: f64) -> f64 {{\n{zero}"
            + "\n".join(lines)
            + f"\nreturn {value} : f64\n}}\n"
            f"func.func @{n}_grad(%s: {ts}, %k: f64) -> ({gs}, f64) {{\n"
            f"%ds, %dk = chad.grad @{n}(%s, %k) {grad}\nreturn %ds, %dk : {gs}, f64\n}}\n"
        )
        if not second:
            return first
        square, squares = self.function("%ds", g, self.body.plan(g, True), True)
        return (
            f"{first}func.func @{n}_slope(%s: {ts}, %k: f64) -> f64 {{\n{zero}"
            f"%ds, %dk = chad.grad @{n}(%s, %k) {grad}\n" + "\n".join(squares) + "\n"
            f"%kk = arith.mulf %dk, %dk : f64\n%r = arith.addf {square}, %kk : f64\nreturn %r : f64\n}}\n"
            f"func.func @{n}_second(%s: {ts}, %k: f64) -> ({gs}, f64) {{\n"
            f"%ds, %dk = chad.grad @{n}_slope(%s, %k) {grad}\nreturn %ds, %dk : {gs}, f64\n}}\n"
        )

    def leaves(self, value: Any, t: Any) -> list[Any]:
        return [x for v in value for x in leaves(v, t)] if self.is_array else leaves(value, t)

    def at(self, x: list[Any]) -> Any:
        """f at its floats and k."""
        rest = list(x[:-1])
        if not self.is_array:
            return self.body.evaluate(self.type, self.plan, replace(self.value, self.type, rest), x[-1])
        total: Any = 0.0
        for v in self.value:
            total = add(total, self.body.evaluate(self.type, self.plan, replace(v, self.type, rest), x[-1]))
        return total

    def point(self) -> list[float]:
        return [*self.leaves(self.value, self.type), self.k]

    def slope(self, x: list[Any]) -> Any:
        total: Any = 0.0
        for d in gradient(self.at, x, 2):
            total = add(total, mul(d, d))
        return total


def gradient(f: Any, x: list[Any], level: int) -> list[Any]:
    all_slopes = []
    for i in range(len(x)):
        y = f([Dual(level, v, 1.0 if i == j else 0.0) for j, v in enumerate(x)])
        all_slopes.append(_split(y, level)[1])
    return all_slopes


def flat(program: Program, result: tuple[Any, Any]) -> np.ndarray:
    """The floats of a gradient as Python has it."""
    t = gradient_type(program.type)

    def of_array(rows: np.ndarray, t: Any) -> list[float]:
        return [x for row in rows for x in of_structure(row, t)]

    def of_structure(row: Any, t: Any) -> list[float]:
        parts = []
        for j, p in enumerate(t[int(row["tag"])]):
            field = row[f"alt{int(row['tag'])}_{j}"]
            parts += of_structure(field, p) if not isinstance(p, str) else list(np.ravel(field))
        return parts

    by_sum, by_k = result
    first = of_array(by_sum, t) if program.is_array else leaves(by_sum, t)
    return np.array([*first, by_k], dtype=float)


def flat_several(program: Program, by_sum: Any, by_k: np.ndarray) -> np.ndarray:
    """The floats of several gradients, a row for each."""
    if program.is_array:
        return np.array([flat(program, (row, k)) for row, k in zip(by_sum, by_k)])

    def rows(v: Any, t: Any) -> np.ndarray:
        if isinstance(t, str):
            return np.asarray(v).reshape(len(v), 1 if t == "f64" else np.shape(v)[1])
        parts = [rows(p, q) for p, q in zip(v[1:], t[v[0]])]
        return np.concatenate(parts, axis=1) if parts else np.zeros((SEEDS, 0))

    return np.concatenate([rows(by_sum, gradient_type(program.type)), by_k.reshape(SEEDS, 1)], axis=1)
