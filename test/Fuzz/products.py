"""Random products of matrices, in the many forms in which loops compute them, with derivatives.

A program is one or two sums of products of elements, Σ a[...] b[...] c[...]: nests of maps, builds and folds in
a random order of loops, over factors that are transposed, repeated, gathered, windows of larger arrays,
computed by element, or computed in the loop around; some loops run over the first rows or columns only, are
over more arrays, carry states or collect indices. Extents are static or dynamic, and some are 0 or 1. The
numbers are small integers, so that numpy's sums are exactly those of any order; derivatives are compared with
complex steps along directions, which are exact too. A program that allocates more than it frees is a failure.
With --misfit one array has an element too few in some dimension: if the interpreter then ends a run by an
error, compiled code must end it by an error, too, with the location.

    python3 products.py --from 0 --count 100
    python3 products.py --from 0 --count 100 --run-option=--threads=2 --run-option=--thread-grain=1
"""

import argparse
import concurrent.futures
import os
import random
import re
import subprocess
import tempfile

import numpy as np

NUMBER = re.compile(r"[-+]?(?:nan|inf|\d+\.?\d*(?:[eE][-+]?\d+)?)")
STEP = 2.0**-200
LETTERS = "abcdefghijklmnop"


class Symbol:
    """An index, and how many values it takes."""

    def __init__(self, letter, extent, is_static, is_short):
        self.letter, self.extent, self.is_static, self.is_short = letter, extent, is_static, is_short
        self.size = None  # the value that holds the extent, in the program


class View:
    """A value of the program, whose element at the indices `rest` is the element of the factor `array` at
    `symbols`. If `slides` is set, the sum of the first two of `rest` is one index.
    """

    def __init__(self, name, dims, rest, symbols, array, slides=False):
        self.name, self.dims, self.rest = name, list(dims), list(rest)
        self.symbols, self.array, self.slides = list(symbols), array, slides

    def at(self, name, dims, rest):
        return View(name, dims, rest, self.symbols, self.array)


def tensor(dims, element="f64"):
    return f"tensor<{''.join(f'{d}x' for d in dims)}{element}>" if dims else element


class Program:
    """Functions @f and @main, their arguments, and what numpy computes."""

    def __init__(self, seed, is_misfit=False):
        self.random = random.Random(seed)
        self.numbers = np.random.RandomState(seed)
        self.count = 0
        self.lines = []
        self.arguments = []  # name, type, value
        self.steps = {}  # of float arguments: the directions
        self.results = []  # name, dims, value
        self.is_misfit = is_misfit
        self.sizes = 0
        self.make()

    # Text -------------------------------------------------------------------

    def name(self, prefix="v"):
        self.count += 1
        return f"%{prefix}{self.count}"

    def emit(self, line):
        self.lines.append(line)

    def chance(self, p):
        return self.random.random() < p

    def new_symbol(self):
        extent = self.random.choice([0, 1, 2, 8, 9, 9, 9, 9, 10, 12, 17])
        is_static = extent > 0 and self.chance(0.3)
        symbol = Symbol(LETTERS[self.sizes], extent, is_static, not is_static and self.chance(0.12))
        self.sizes += 1
        return symbol

    def dim(self, symbol):
        return symbol.extent if symbol.is_static else "?"

    def size(self, symbol):
        """The extent of an index as a value: a constant, the extent of an array, or an argument."""
        if symbol.size is None:
            symbol.size = self.name("n")
            if symbol.is_static:
                self.header.append(f"{symbol.size} = arith.constant {symbol.extent} : index")
            else:
                self.arguments.append((symbol.size, "index", symbol.extent))
        return symbol.size

    # Factors ----------------------------------------------------------------

    def argument(self, dims, shape):
        """A float array, and its value: an array of complex numbers, whose imaginary parts are the direction.
        """
        name = self.name("a")
        value = self.numbers.randint(-3, 4, shape).astype(float)
        step = self.numbers.randint(-3, 4, shape).astype(float)
        self.arguments.append((name, tensor(dims), value))
        self.steps[name] = step
        return name, value + 1j * STEP * step

    def factor(self, symbols):
        """An array with these indices, in this order."""
        symbols = list(symbols)
        kind = self.random.choice(["plain"] * 5 + ["transposed", "repeated", "gathered", "window",
                                                   "sliding", "squares"])
        if kind == "transposed" and len(symbols) > 1:
            order = self.random.sample(symbols, len(symbols))
            return self.copied(self.whole(order), symbols)
        if kind == "repeated" and len(symbols) > 1:
            gone = self.random.choice(symbols)
            left = [s for s in symbols if s != gone]
            return self.copied(self.whole(left), symbols)
        if kind == "gathered":
            return self.gathered(symbols)
        if kind == "window":
            return self.window(symbols)
        if kind == "sliding" and len(symbols) > 1:
            return self.convolved(symbols) if self.chance(0.7) else self.sliding(symbols)
        view = self.whole(symbols)
        return self.elementwise(view, "squares") if kind == "squares" else view

    def whole(self, symbols):
        dims = [self.dim(s) for s in symbols]
        shape = [s.extent + (2 if s.is_short else 0) for s in symbols]
        if self.is_misfit and shape and self.chance(0.3):
            at = self.random.randrange(len(shape))
            if dims[at] == "?" and shape[at] > 0:
                shape[at] -= 1
        name, value = self.argument(dims, shape)
        if not self.is_misfit:
            value = value[tuple(slice(s.extent) for s in symbols)]
            for s, d in zip(symbols, range(len(dims))):
                if s.size is None and not s.is_static and not s.is_short and self.chance(0.7):
                    s.size = self.name("n")
                    self.header.append(f"{s.size} = tensor.dim {name}, %c{d} : {tensor(dims)}")
        return View(name, dims, symbols, symbols, value)

    def built(self, symbols, body, depth=0, indices=()):
        """Nests of builds, whose body makes a scalar of indices."""
        if depth == len(symbols):
            return body(indices)
        result, index = self.name(), self.name("i")
        dims = [self.dim(s) for s in symbols[depth:]]
        self.emit(f"{result} = chad.build {index} < {self.size(symbols[depth])} -> {tensor(dims)} {{")
        made = self.built(symbols, body, depth + 1, (*indices, index))
        self.emit(f"chad.yield {made} : {tensor(dims[1:])}")
        self.emit("}")
        return result

    def copied(self, view, symbols):
        def body(indices):
            at = dict(zip(symbols, indices))
            element = self.name()
            self.emit(f"{element} = tensor.extract {view.name}[{', '.join(at[s] for s in view.rest)}] "
                      f": {tensor(view.dims)}")
            return element

        name = self.built(symbols, body)
        value = None if self.is_misfit else np.broadcast_to(
            np.einsum(view.array, [LETTERS.index(s.letter) for s in view.rest],
                      [LETTERS.index(s.letter) for s in symbols if s in view.rest]).reshape(
                          [s.extent if s in view.rest else 1 for s in symbols]),
            [s.extent for s in symbols])
        return View(name, [self.dim(s) for s in symbols], symbols, symbols, value)

    def gathered(self, symbols):
        first, rest = symbols[0], symbols[1:]
        rows = self.random.choice([1, 3, 11])
        dims = ["?", *map(self.dim, rest)]
        name, value = self.argument(dims, [rows] + [s.extent + 2 * s.is_short for s in rest])
        value = value[(slice(None), *(slice(s.extent) for s in rest))]
        places = self.numbers.randint(0, rows, first.extent)
        where = self.name("a")
        self.arguments.append((where, tensor([self.dim(first)], "index"), places))
        result, place, row = self.name(), self.name("i"), self.name()
        made = [self.dim(s) for s in symbols]
        self.emit(f"{result} = chad.map ({place} in {where} : {tensor(made[:1], 'index')}) -> {tensor(made)} {{")
        if rest:
            self.emit(f"{row} = tensor.extract_slice {name}[{', '.join([place] + ['0'] * len(rest))}] "
                      f"[{', '.join(['1'] + [self.extent_text(s) for s in rest])}] "
                      f"[{', '.join(['1'] * len(symbols))}] : {tensor(dims)} to {tensor(made[1:])}")
        else:
            self.emit(f"{row} = tensor.extract {name}[{place}] : {tensor(dims)}")
        self.emit(f"chad.yield {row} : {tensor(made[1:])}")
        self.emit("}")
        return View(result, made, symbols, symbols, value[places])

    def extent_text(self, symbol):
        return str(symbol.extent) if symbol.is_static else self.size(symbol)

    def window(self, symbols):
        offsets = [self.random.choice([0, 1, 2]) for _ in symbols]
        name, value = self.argument(["?"] * len(symbols), [s.extent + 3 for s in symbols])
        value = value[tuple(slice(o, o + s.extent) for o, s in zip(offsets, symbols))]
        result, made = self.name(), [self.dim(s) for s in symbols]
        self.emit(f"{result} = tensor.extract_slice {name}[{', '.join(map(str, offsets))}] "
                  f"[{', '.join(map(self.extent_text, symbols))}] [{', '.join(['1'] * len(symbols))}] "
                  f": {tensor(['?'] * len(symbols))} to {tensor(made)}")
        return View(result, made, symbols, symbols, value)

    def convolved(self, symbols):
        """x[i + j, ...], read where it is used."""
        first, second, *rest = symbols
        dims = ["?", *map(self.dim, rest)]
        extents = [s.extent + 2 * s.is_short for s in rest]
        name, value = self.argument(dims, [first.extent + second.extent, *extents])
        places = np.add.outer(np.arange(first.extent), np.arange(second.extent))
        value = value[(slice(None), *(slice(s.extent) for s in rest))][places]
        return View(name, dims, symbols, symbols, value, True)

    def sliding(self, symbols):
        """x[i + j], by windows of x."""
        first, second, *rest = symbols
        if rest:
            return self.window(symbols)
        name, value = self.argument(["?"], [first.extent + second.extent])
        result, index, row = self.name(), self.name("i"), self.name()
        made = [self.dim(s) for s in symbols]
        self.emit(f"{result} = chad.build {index} < {self.size(first)} -> {tensor(made)} {{")
        self.emit(f"{row} = tensor.extract_slice {name}[{index}] [{self.extent_text(second)}] [1] "
                  f": tensor<?xf64> to {tensor(made[1:])}")
        self.emit(f"chad.yield {row} : {tensor(made[1:])}")
        self.emit("}")
        places = np.add.outer(np.arange(first.extent), np.arange(second.extent))
        return View(result, made, symbols, symbols, value[places])

    def elementwise(self, view, kind):
        """f of each element, in nests of maps."""
        def nest(name, dims):
            if not dims:
                return self.apply(name, kind)
            result, element = self.name(), self.name("e")
            self.emit(f"{result} = chad.map ({element} in {name} : {tensor(dims)}) -> {tensor(dims)} {{")
            self.emit(f"chad.yield {nest(element, dims[1:])} : {tensor(dims[1:])}")
            self.emit("}")
            return result

        return View(nest(view.name, view.dims), view.dims, view.rest, view.symbols,
                    self.applied(view.array, kind))

    def apply(self, name, kind):
        square, result = self.name(), self.name()
        if kind == "squares":
            self.emit(f"{square} = arith.mulf {name}, {name} : f64")
            self.emit(f"{result} = arith.subf {square}, {name} : f64")
        else:
            self.emit(f"{result} = arith.addf {name}, {name} : f64")
        return result

    def applied(self, array, kind):
        return array * array - array if kind == "squares" else array + array

    # Sums of products ---------------------------------------------------------

    def stage(self, out, sums, views):
        """Loops that compute the sum of products of `views` at `out`."""
        self.post = self.random.choice([None, None, "squares", "double"])
        self.start = bool(sums) and self.chance(0.1)
        self.extras = []
        self.scaled = self.chance(0.2)
        return self.loops(out, sums, views, {}, self.post, self.chance(0.5))

    def value(self, out, views):
        """Computes the value in numpy."""
        if self.is_misfit:
            return None
        operands = []
        for view in views:
            operands += [view.array, [LETTERS.index(s.letter) for s in view.symbols]]
        value = np.einsum(*operands, [LETTERS.index(s.letter) for s in out])
        if self.scaled:
            value = value * self.scalar[1]
        if self.start:
            value = value + 2
        return self.applied(value, self.post) if self.post else value

    def read(self, view, bound):
        if not view.rest:
            return view.name
        indices = [bound[s] for s in view.rest]
        if view.slides:
            place = self.name("i")
            self.emit(f"{place} = arith.addi {indices[0]}, {indices[1]} : index")
            indices[:2] = [place]
        element = self.name()
        self.emit(f"{element} = tensor.extract {view.name}[{', '.join(indices)}] : {tensor(view.dims)}")
        return element

    def slide(self, view, bound):
        """The window of a sliding view at one of its two indices."""
        at = self.random.choice([s for s in view.rest[:2] if s in bound])
        rest = [s for s in view.rest[:2] if s != at] + view.rest[2:]
        dims = [self.dim(s) for s in rest]
        name = self.name()
        self.emit(f"{name} = tensor.extract_slice {view.name}[{', '.join([bound[at]] + ['0'] * (len(rest) - 1))}] "
                  f"[{', '.join(map(self.extent_text, rest))}] [{', '.join(['1'] * len(rest))}] "
                  f": {tensor(view.dims)} to {tensor(dims)}")
        return view.at(name, dims, rest)

    def product(self, views, bound):
        elements = [self.read(view, bound) for view in views]
        self.random.shuffle(elements)
        if self.scaled:
            elements.append(self.scalar[0])
        total = elements[0]
        for element in elements[1:]:
            result = self.name()
            self.emit(f"{result} = arith.mulf {total}, {element} : f64")
            total = result
        return total

    def slices(self, views, bound):
        """Slices of views at the indices that are already fixed."""
        result = []
        for view in views:
            known = [s for s in view.rest if s in bound]
            if view.slides:
                if any(s in bound for s in view.rest[:2]) and self.chance(0.6):
                    view = self.slide(view, bound)
            elif known and len(view.rest) > 1 and self.chance(0.4):
                dim = view.rest.index(self.random.choice(known))
                offsets = ["0"] * len(view.rest)
                offsets[dim] = bound[view.rest[dim]]
                extents = [self.extent_text(s) for s in view.rest]
                extents[dim] = "1"
                dims = [self.dim(s) for s in view.rest]
                del dims[dim]
                name = self.name()
                self.emit(f"{name} = tensor.extract_slice {view.name}[{', '.join(offsets)}] "
                          f"[{', '.join(extents)}] [{', '.join(['1'] * len(extents))}] "
                          f": {tensor(view.dims)} to {tensor(dims)}")
                view = view.at(name, dims, view.rest[:dim] + view.rest[dim + 1:])
            result.append(view)
        return result

    def open(self, symbol, views, bound, kinds):
        """The arrays that a loop over the symbol reads, with their views and indices inside."""
        arrays, inside = [], []
        for view in views:
            elements = view.rest and view.rest[0] == symbol and not symbol.is_short and not view.slides
            if elements and self.chance(0.75):
                element = self.name("e")
                arrays.append(f"{element} in {view.name} : {tensor(view.dims)}")
                inside.append(view.at(element, view.dims[1:], view.rest[1:]))
            else:
                inside.append(view)
        bound = dict(bound)
        needs_index = not arrays or any(symbol in view.rest for view in inside)
        index = None
        if needs_index or (not self.is_misfit and self.chance(0.1)):
            index = self.name("i")
            bound[symbol] = index
        kind = "build" if not arrays and "build" in kinds and self.chance(0.6) else self.random.choice(
            [k for k in kinds if k != "build"])
        if kind != "build" and index:
            iota, at = self.name(), self.name("i")
            type_ = tensor([self.dim(symbol)], "index")
            self.emit(f"{iota} = chad.build {at} < {self.size(symbol)} -> {type_} {{")
            self.emit(f"chad.yield {at} : index")
            self.emit("}")
            arrays.append(f"{index} in {iota} : {type_}")
        return kind, arrays, inside, bound, index

    def loops(self, out, sums, views, bound, post, is_rows, is_top=True):
        """Emits code that computes an array with the indices `out`."""
        views = self.slices(views, bound)
        dims = [self.dim(s) for s in out]
        if out and sums and is_rows and not post and not self.start and self.chance(0.4):
            return self.sum_of_arrays(out, sums, views, bound)
        if not out:
            name = self.sum(sums, views, bound, self.start)
            return self.apply(name, post) if post else name
        symbol = out[0]
        kind, arrays, inside, bound, index = self.open(symbol, views, bound, ["build", "map", "map", "fold"])
        result = self.name()
        types, more = [tensor(dims)], []
        with_index = is_top and index and self.chance(0.2)
        with_state = kind == "fold"
        if with_index:
            types.append(tensor(dims[:1], "index"))
            more.append((index, "index"))
        every = ([] if not with_state else ["f64"]) + types
        names = [f"{result}#{i}" for i in range(len(every))] if len(every) > 1 else [result]
        many = f":{len(every)}" if len(every) > 1 else ""
        listed = ", ".join(types)
        if kind == "build":
            self.emit(f"{result}{many} = chad.build {index} < {self.size(symbol)} -> ({listed}) {{")
        elif kind == "map":
            self.emit(f"{result}{many} = chad.map ({', '.join(arrays)}) -> ({listed}) {{")
        else:
            state = self.name("s")
            carried = f"with ({state} = %one : f64) " if with_state else ""
            way = self.random.choice(["", "right "])
            self.emit(f"{result}{many} = chad.fold {way}({', '.join(arrays)}) {carried}collect ({listed}) {{")
        made = self.loops(out[1:], sums, inside, bound, post, is_rows, False)
        yielded = [(made, tensor(dims[1:])), *more]
        if with_state:
            step = self.name()
            self.emit(f"{step} = arith.addf {state}, {self.scalar[0]} : f64")
            yielded.insert(0, (step, "f64"))
        self.emit(f"chad.yield {', '.join(n for n, _ in yielded)} : {', '.join(t for _, t in yielded)}")
        self.emit("}")
        if with_state and is_top:
            self.extras.append((names[0], [], None if self.is_misfit else
                                1 + symbol.extent * self.scalar[1]))
        if with_index:
            self.extras.append((names[-1], dims[:1], np.arange(symbol.extent)))
        return names[1 if with_state else 0]

    def sum_of_arrays(self, out, sums, views, bound):
        """A fold that adds an array in each iteration."""
        symbol = sums[0]
        dims = [self.dim(s) for s in out]
        zeros = self.name()
        dynamic = ", ".join(self.size(s) for s in out if not s.is_static)
        self.emit(f"{zeros} = tensor.splat %zero{f'[{dynamic}]' if dynamic else ''} : {tensor(dims)}")
        _, arrays, inside, bound, _ = self.open(symbol, views, bound, ["fold"])
        result, state, total = self.name(), self.name("s"), self.name()
        self.emit(f"{result} = chad.fold ({', '.join(arrays)}) with ({state} = {zeros} : {tensor(dims)}) {{")
        made = self.loops(out, sums[1:], inside, bound, None, True, False)
        both = [state, made]
        self.random.shuffle(both)
        self.emit(f"{total} = arith.addf {', '.join(both)} : {tensor(dims)}")
        self.emit(f"chad.yield {total} : {tensor(dims)}")
        self.emit("}")
        return result

    def sum(self, sums, views, bound, start):
        """A scalar: nested sums of products."""
        if not sums:
            return self.product(views, bound)
        views = self.slices(views, bound)
        symbol, zero = sums[0], "%two" if start else "%zero"
        result, state, total = self.name(), self.name("s"), self.name()
        if self.chance(0.4) and not start:
            kind, arrays, inside, bound, index = self.open(symbol, views, bound, ["build", "map"])
            products, type_ = self.name(), tensor([self.dim(symbol)])
            if kind == "build":
                self.emit(f"{products} = chad.build {index} < {self.size(symbol)} -> {type_} {{")
            else:
                self.emit(f"{products} = chad.map ({', '.join(arrays)}) -> {type_} {{")
            made = self.sum(sums[1:], inside, bound, False)
            self.emit(f"chad.yield {made} : f64")
            self.emit("}")
            element = self.name("e")
            self.emit(f"{result} = chad.reduce ({state}, {element} in {products} from %zero : {type_}) {{")
            self.emit(f"{total} = arith.addf {state}, {element} : f64")
            self.emit(f"chad.yield {total} : f64")
            self.emit("}")
            return result
        _, arrays, inside, bound, index = self.open(symbol, views, bound, ["fold"])
        self.emit(f"{result} = chad.fold ({', '.join(arrays)}) with ({state} = {zero} : f64) {{")
        made = self.sum(sums[1:], inside, bound, False)
        both = [state, made]
        self.random.shuffle(both)
        self.emit(f"{total} = arith.addf {', '.join(both)} : f64")
        self.emit(f"chad.yield {total} : f64")
        self.emit("}")
        return result

    # Whole programs -----------------------------------------------------------

    def choose(self):
        """The indices of the result and of the sum, and those of the factors."""
        batch = [self.new_symbol() for _ in range(self.random.choice([0, 0, 0, 1, 1, 2]))]
        rows, columns = [self.new_symbol()], [self.new_symbol()]
        sums = [self.new_symbol() for _ in range(self.random.choice([1, 1, 1, 1, 2, 0]))]
        out = batch + rows + columns
        if self.chance(0.3):
            self.random.shuffle(out)
        first = [s for s in batch if self.chance(0.8)] + rows + sums
        second = [s for s in batch if self.chance(0.8)] + columns + sums
        if self.chance(0.6):
            self.random.shuffle(first)
        if self.chance(0.6):
            self.random.shuffle(second)
        factors = [first, second]
        if self.chance(0.2):
            factors.append(self.random.sample(out + sums, self.random.choice([1, 2])))
        left = [s for s in batch if not any(s in f for f in factors)]
        return [s for s in out if s not in left], sums, factors

    def make(self):
        self.header = [f"%c{i} = arith.constant {i} : index" for i in range(5)]
        self.header += ["%zero = arith.constant 0.0 : f64", "%one = arith.constant 1.0 : f64",
                        "%two = arith.constant 2.0 : f64"]
        self.scalar = self.argument([], [])
        self.scaled = self.start = False
        out, sums, factors = self.choose()
        views = [self.factor(f) for f in factors]
        same = [v for v in views if len(v.symbols) == 2 and not v.slides]
        if len(same) == 2 and self.chance(0.15) and not self.is_misfit:
            self.repeat(views, same)
        name = self.stage(out, sums, views)
        value = self.value(out, views)
        extras = self.extras
        if self.chance(0.35):
            # A second product, of the first one.
            made = View(name, [self.dim(s) for s in out], out, out, value)
            gone = self.random.choice(out)
            new = self.new_symbol()
            other = self.random.sample([gone, new], 2) + [s for s in out if s != gone and self.chance(0.2)]
            is_cut = any(s.is_short for s in out)
            for s in out:
                s.is_short = False  # the first product has no elements that are left out
            views = [made, self.window(other) if is_cut else self.factor(other)]
            if self.chance(0.5):
                self.results.append((name, made.dims, value))
            out, sums = [new if s == gone else s for s in out], [gone]
            name = self.stage(out, sums, views)
            value = self.value(out, views)
            extras = extras + self.extras
        self.results.insert(0, (name, [self.dim(s) for s in out], value))
        self.results += extras

    def repeat(self, views, same):
        """The same array twice, where its extents allow it."""
        first, second = same
        if [s.extent for s in first.symbols] == [s.extent for s in second.symbols] and first.dims == second.dims \
                and [s.is_short for s in first.symbols] == [s.is_short for s in second.symbols]:
            views[views.index(second)] = View(first.name, first.dims, second.rest, second.symbols, first.array)

    def text(self):
        params = ", ".join(f"{n}: {t}" for n, t, _ in self.arguments)
        kinds = [t for _, t, _ in self.arguments]
        element = lambda r: "index" if r[2] is not None and np.asarray(r[2]).dtype.kind == "i" else "f64"
        types = [tensor(dims, element(r)) for r in self.results for dims in [r[1]]]
        floats = [(i, t) for i, t in enumerate(types) if t.endswith("f64>") or t == "f64"]
        active = [(i, n, t) for i, (n, t, _) in enumerate(self.arguments) if n in self.steps]
        lin = lambda t: f"!chad.lin<{t}>"
        body = "\n".join(["func.func private @f(" + params + f") -> ({', '.join(types)}) {{",
                          *self.header, *self.lines,
                          f"return {', '.join(r[0] for r in self.results)} : {', '.join(types)}", "}"])
        directions = [f"%d{i}: {t}" for i, _, t in active]
        cotangents = [f"%t{i}: {t}" for i, t in floats]
        args = ", ".join(n for n, _, _ in self.arguments)
        wrt = [i for i, _, _ in active]
        lines = [f"%ld{i} = chad.to_linear %d{i} : {t}" for i, _, t in active]
        lines += [f"%lt{i} = chad.to_linear %t{i} : {t}" for i, t in floats]
        lines.append(f"%v:{len(types)} = func.call @f({args}) : ({', '.join(kinds)}) -> ({', '.join(types)})")
        n, m = len(types), len(floats)
        lines.append(f"%j:{n + m} = chad.jvp @f({args}) along({', '.join(f'%ld{i}' for i in wrt)}) wrt {wrt} : "
                     f"({', '.join(kinds + [lin(t) for _, _, t in active])}) -> "
                     f"({', '.join(types + [lin(t) for _, t in floats])})")
        lines.append(f"%r:{n + len(wrt)} = chad.vjp @f({args}) seed({', '.join(f'%lt{i}' for i, _ in floats)}) wrt {wrt} : "
                     f"({', '.join(kinds + [lin(t) for _, t in floats])}) -> "
                     f"({', '.join(types + [lin(t) for _, _, t in active])})")
        lines += [f"%f{k} = chad.from_linear %j#{n + k} : {lin(t)}" for k, (_, t) in enumerate(floats)]
        lines += [f"%g{k} = chad.from_linear %r#{n + k} : {lin(t)}" for k, (_, _, t) in enumerate(active)]
        results = [f"%v#{i}" for i in range(n)] + [f"%f{k}" for k in range(m)] + [f"%g{k}" for k in range(len(wrt))]
        result_types = types + [t for _, t in floats] + [t for _, _, t in active]
        return "\n".join([body, f"func.func @main({', '.join([params, *directions, *cotangents])}) -> "
                          f"({', '.join(result_types)}) {{", *lines,
                          f"return {', '.join(results)} : {', '.join(result_types)}", "}", ""])

    def floats(self):
        return [r for r in self.results if r[2] is None or np.asarray(r[2]).dtype.kind != "i"]

    def values(self):
        """The arguments of @main."""
        self.cotangents = [self.numbers.randint(-3, 4, np.shape(r[2])).astype(float) for r in self.floats()]
        return [v for _, _, v in self.arguments] + list(self.steps.values()) + self.cotangents

    def check(self, printed):
        """The differences from numpy's numbers."""
        found = []
        for line in printed:
            head = re.match(r"tensor<[^>]*>|\w+", line)[0]
            found.append(np.array([float(v) for v in NUMBER.findall(line[len(head):])]))
        wanted = [np.ravel(np.asarray(r[2]).real).round() for r in self.results]
        slopes = [np.ravel(np.asarray(r[2]).imag / STEP).round() for r in self.floats()]
        for what, some in (("value", wanted), ("forward", slopes)):
            for i, expected in enumerate(some):
                got = found.pop(0)
                if got.shape != expected.shape or not (got == expected).all():
                    return f"{what}, result {i}: got {got}\nexpected {expected}"
        along = sum((c.ravel() * s).sum() for c, s in zip(self.cotangents, slopes))
        steps = [s.ravel() for s in self.steps.values()]
        if [len(s) for s in steps] != [len(g) for g in found]:
            return f"reverse: {[len(g) for g in found]} numbers, expected {[len(s) for s in steps]}"
        total = sum((g * s).sum() for g, s in zip(found, steps))
        return None if total == along else f"reverse: {total} along the direction, expected {along}\n{found}"


def execute(command, text):
    try:
        return subprocess.run(command, input=text, capture_output=True, text=True, timeout=600)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 124, "", "no end")


def saved(values, folder):
    for i, value in enumerate(values):
        if np.ndim(value) == 0:
            yield f"--arg={value}"
            continue
        path = os.path.join(folder, f"{i}.npy")
        np.save(path, np.asarray(value))
        yield f"--arg={path}"


def failure(options, seed):
    program = Program(seed, options.misfit)
    text = program.text()
    if options.print:
        print(text)
    with tempfile.TemporaryDirectory() as folder:
        run = [options.run, "-", "--entry=main", "--full", *options.run_option]
        if options.misfit:
            return misfit(options, seed, program, text, folder)
        run += saved(program.values(), options.keep or folder)
        if "--interpret" not in options.run_option:
            run.insert(4, "--count-allocations")
        if options.print:
            print(" ".join(run))
        done = execute(run, text)
    lines = done.stdout.splitlines()
    why = None
    if done.returncode:
        why = f"status {done.returncode}: {done.stderr[:2000]}"
    elif "--interpret" not in options.run_option:
        head = lines.pop(0)
        why = None if head.endswith("left 0") else f"a run leaks: {head}"
    why = why or program.check(lines)
    return why and f"seed {seed}: {why}\n{text}"


def misfit(options, seed, program, text, folder):
    """The reason why a run of @f that should end by an error does not do so; None otherwise."""
    source = text.split("func.func @main")[0].replace("private @f", "@f")
    run = [options.run, "-", "--entry=f", "--full", *saved([v for _, _, v in program.arguments], folder)]
    expected = execute([*run, "--interpret"], source)
    compiled = execute([*run, "--check-bounds", *options.run_option], source)
    why = None
    if compiled.returncode not in (0, 1):
        why = f"status {compiled.returncode}: {compiled.stderr[:1000]}"
    elif compiled.returncode and not re.search(r":\d+:\d+: ", compiled.stderr):
        why = f"an error without a place: {compiled.stderr[:1000]}"
    elif expected.returncode and not compiled.returncode:
        why = f"no error where the interpreter has one: {expected.stderr[:1000]}"
    elif expected.returncode == compiled.returncode and normal(expected.stdout) != normal(compiled.stdout):
        why = "other numbers"
    return why and f"seed {seed}: {why}\n{source}"


def normal(printed):
    return re.sub(r"-0\b", "0", printed)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--run", default="chad-run")
    parser.add_argument("--run-option", action="append", default=[], help="for chad-run")
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--misfit", action="store_true", help="an array that is too short")
    parser.add_argument("--print", action="store_true", help="the programs")
    parser.add_argument("--keep", help="a folder for the arguments")
    options = parser.parse_args()
    seeds = range(options.first, options.first + options.count)
    failures = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for why in pool.map(lambda seed: failure(options, seed), seeds):
            failures += bool(why)
            if why:
                print(why, flush=True)
    print(f"{options.count - failures} programs agree, {failures} do not")


if __name__ == "__main__":
    main()
