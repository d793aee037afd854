"""Random programs with many different extents, which change in loops.

`generate_program(seed)` gives what `differentiable.generate_program` does: a function `@pSEED` and
what it calls, and its types. Besides the statements of `differentiable.py` these programs choose
between arrays of different extents, carry arrays through loops that make them longer and shorter,
keep them in closures and sums, read constant tables, and use all ops of `tensor`. A third of
them is without any op of chad.

    python3 shapes.py SEED        prints one program
"""

import sys

import differentiable
from generate import F64, I1, INDEX, array, text

# An array of an extent of its own. Arrays of a dynamic extent otherwise have that of `%n`.
FREE = array("?")
MOST = 6


class Shapes(differentiable.Differentiable):
    def __init__(self, seed):
        super().__init__(seed)
        self.plain = self.random.random() < 0.33

    # Values -----------------------------------------------------------------

    def op(self, rest):
        """A value that is not put in scope."""
        name = self.fresh()
        self.emit(f"{name} = {rest}")
        return name

    def index(self, number):
        return self.op(f"arith.constant {number} : index")

    def extent_operand(self, extent):
        if extent == "?":
            return self.small(5)
        return super().extent_operand(extent)

    def small(self, bound):
        """An index below a bound."""
        return self.op(f"arith.remui {self.pick(INDEX)}, {self.index(bound)} : index")

    def float(self, number):
        return self.op(f"arith.constant {number!r} : f64")

    def dim(self, value, type_, axis=0):
        return self.op(f"tensor.dim {value}, {self.index(axis)} : {text(type_)}")

    def make(self, type_):
        if type_ == I1 and self.random.random() < 0.4:
            predicate = self.random.choice(["ult", "eq", "uge"])
            return self.define(I1, f"arith.cmpi {predicate}, {self.small(4)}, {self.small(3)} : index")
        if not isinstance(type_, tuple):
            return super().make(type_)
        if type_[2] == F64 and type_[1] not in (None, "?") and self.random.random() < 0.5:
            return self.table(type_)
        if not self.plain:
            return super().make(type_)
        dims, element = [], type_
        while isinstance(element, tuple):
            dims.append(element[1])
            element = element[2]
        sizes = [self.extent_operand(d) for d in dims if d in (None, "?")]
        name, binders = self.fresh(), [self.fresh() for _ in dims]
        header = f"{name} = tensor.generate {', '.join(sizes)}"
        footer = f" : {text(type_)}"
        self.region([(b, INDEX) for b in binders], [F64], 0, header, "tensor.yield", footer, label=True)
        self.add(name, type_)
        return name

    def table(self, type_):
        values = [round(self.random.uniform(-2, 2), 3) for _ in range(type_[1])]
        if len(values) > 1 and self.random.random() < 0.3:
            values[1] = values[0]
        literal = f"dense<{values}>" if values else "dense<>"
        return self.define(type_, f"arith.constant {literal} : {text(type_)}")

    def region(self, binders, results, depth, header, terminator, footer="", label=False, values=None):
        """A region of an op of another dialect."""
        self.emit(header + " {")
        if label:
            self.emit(f"^bb0({', '.join(f'{n}: {text(t)}' for n, t in binders)}):")
        with self.local():
            for name, type_ in binders:
                self.add(name, type_)
            for _ in range(self.random.randint(0, 2)):
                self.statement(depth - 1)
            yielded = values(self) if values else [self.pick(t) for t in results]
            self.emit(f"{terminator} {', '.join(yielded)} : {', '.join(map(text, results))}")
        self.emit("}" + footer)

    def any_array(self):
        """Some array of floats and its type."""
        choices = [FREE] * 4 + [array(None), array(3), array(1), array(0)]
        type_ = self.random.choice(choices)
        return self.pick(type_), type_

    def free(self):
        """An array of any extent, cast to the type `FREE`."""
        value, type_ = self.any_array()
        if type_ == FREE or text(type_) == text(FREE):
            return value
        return self.op(f"tensor.cast {value} : {text(type_)} to {text(FREE)}")

    def nonempty(self):
        """An array with at least one element."""
        return self.op_pad(self.free(), "0", "1")

    def op_pad(self, value, low, high):
        around = self.pick(F64)
        name, at = self.fresh(), self.fresh()
        self.emit(f"{name} = tensor.pad {value} low[{low}] high[{high}] {{")
        self.emit(f"^bb0({at}: index):")
        self.emit(f"  tensor.yield {around} : f64")
        self.emit(f"}} : {text(FREE)} to {text(FREE)}")
        return name

    def capped(self, value):
        """The first elements, so that arrays stay short."""
        size = self.op(f"arith.minui {self.dim(value, FREE)}, {self.index(MOST)} : index")
        return self.op(f"tensor.extract_slice {value}[0] [{size}] [1] : {text(FREE)} to {text(FREE)}")

    # Statements -------------------------------------------------------------

    def statement(self, depth):
        if self.random.random() < 0.45 and depth > 0:
            plain = [self.concat, self.tail, self.every, self.pad, self.inside, self.choose, self.choose,
                     self.switch, self.grow_for, self.grow_while, self.total_for, self.fit, self.fit,
                     self.read_table, self.read_free, self.update, self.elementwise, self.grid, self.again]
            own = [self.grow_fold, self.grow_fold, self.map_free, self.scan_free, self.total, self.closure,
                   self.closure_chosen, self.sums, self.gather_free, self.hist_free]
            self.random.choice(plain + own * (not self.plain))(depth)
        elif self.plain:
            self.random.choice([self.scalar, self.scalar, self.boolean, self.smooth, self.branch if depth > 0
                                else self.scalar])(depth)
        else:
            super().statement(depth)

    def concat(self, depth):
        (a, ta), (b, tb) = self.any_array(), self.any_array()
        joined = self.op(f"tensor.concat dim(0) {a}, {b} : ({text(ta)}, {text(tb)}) -> {text(FREE)}")
        self.add(self.capped(joined), FREE)

    def tail(self, depth):
        value = self.free()
        extent = self.dim(value, FREE)
        first = self.op(f"arith.minui {extent}, {self.small(4)} : index")
        size = self.op(f"arith.subi {extent}, {first} : index")
        self.define(FREE, f"tensor.extract_slice {value}[{first}] [{size}] [1] : {text(FREE)} to {text(FREE)}")

    def every(self, depth):
        """Takes every second element."""
        value = self.free()
        more = self.op(f"arith.addi {self.dim(value, FREE)}, {self.index(1)} : index")
        size = self.op(f"arith.divui {more}, {self.index(2)} : index")
        self.define(FREE, f"tensor.extract_slice {value}[0] [{size}] [2] : {text(FREE)} to {text(FREE)}")

    def pad(self, depth):
        low = self.random.choice(["0", "1", self.small(3)])
        high = self.random.choice(["0", "2", self.small(3)])
        self.add(self.capped(self.op_pad(self.free(), low, high)), FREE)

    def inside(self, depth):
        """Inserts an array into a larger one."""
        value = self.free()
        extent, before = self.dim(value, FREE), self.small(3)
        around = self.op(f"arith.addi {extent}, {before} : index")
        if self.random.random() < 0.5:
            dest = self.op(f"tensor.splat {self.pick(F64)}[{around}] : {text(FREE)}")
        else:
            dest = self.op_pad(value, "0", before)
        larger = self.op(f"tensor.insert_slice {value} into {dest}[{before}] [{extent}] [1] : "
                         f"{text(FREE)} into {text(FREE)}")
        self.add(self.capped(larger), FREE)

    def choose(self, depth):
        condition = self.pick(I1)
        if self.random.random() < 0.3:
            self.define(FREE, f"arith.select {condition}, {self.free()}, {self.free()} : {text(FREE)}")
            return
        name = self.fresh()
        types = [FREE, F64] if self.random.random() < 0.3 else [FREE]
        names = [name, self.fresh()][:len(types)]
        values = lambda g: [g.free(), *(g.pick(t) for t in types[1:])]
        self.region([], types, depth, f"{', '.join(names)} = scf.if {condition} -> ({', '.join(map(text, types))})",
                    "scf.yield", " else {", values=values)
        # The second region goes on where the first ended.
        with self.local():
            for _ in range(self.random.randint(0, 2)):
                self.statement(depth - 1)
            self.emit(f"scf.yield {', '.join(values(self))} : {', '.join(map(text, types))}")
        self.emit("}")
        for n, t in zip(names, types):
            self.add(n, t)

    def switch(self, depth):
        name, at = self.fresh(), self.small(3)
        self.emit(f"{name} = scf.index_switch {at} -> {text(FREE)}")
        for head in ("case 0", "case 2", "default"):
            self.region([], [FREE], depth, head, "scf.yield", values=lambda g: [g.free()])
        self.add(name, FREE)

    def step(self, state):
        """The array that a loop makes of an array: longer, shorter, or as long."""
        kind = self.random.randrange(5)
        if kind == 0:
            joined = self.op(f"tensor.concat dim(0) {state}, {self.free()} : ({text(FREE)}, {text(FREE)}) -> {text(FREE)}")
            return self.capped(joined)
        if kind == 1:
            return self.capped(self.op_pad(state, self.random.choice(["0", "1"]), "1"))
        if kind == 2:
            extent = self.dim(state, FREE)
            first = self.op(f"arith.minui {extent}, {self.small(3)} : index")
            size = self.op(f"arith.subi {extent}, {first} : index")
            return self.op(f"tensor.extract_slice {state}[{first}] [{size}] [1] : {text(FREE)} to {text(FREE)}")
        if kind == 3:
            return self.op(f"math.sin {state} : {text(FREE)}")
        name, condition = self.fresh(), self.pick(I1)
        self.emit(f"{name} = scf.if {condition} -> ({text(FREE)}) {{")
        self.emit(f"  scf.yield {state} : {text(FREE)}")
        self.emit("} else {")
        with self.local():
            other = self.op_pad(state, "1", "0")
            self.emit(f"scf.yield {self.capped(other)} : {text(FREE)}")
        self.emit("}")
        return name

    def loop_state(self):
        """The names and types of the states of a loop, and their initial values."""
        carried, total = self.fresh(), self.fresh()
        return [(carried, FREE), (total, F64)], [self.free(), self.pick(F64)]

    def stepped(self, state):
        """The next state."""
        (carried, _), (total, _) = state

        def values(generator):
            longer = generator.step(carried)
            more = generator.op(f"arith.addf {total}, {generator.pick(F64)} : f64")
            if generator.random.random() < 0.5:
                read = generator.op_pad(carried, "0", "1")
                element = generator.op(f"tensor.extract {read}[{generator.index(0)}] : {text(FREE)}")
                more = generator.op(f"arith.mulf {more}, {element} : f64")
            return [longer, generator.op(f"math.tanh {more} : f64")]

        return values

    def results(self, state):
        names = [self.fresh() for _ in state]
        return names, lambda: [self.add(n, t) for n, (_, t) in zip(names, state)]

    def grow_for(self, depth):
        state, starts = self.loop_state()
        names, done = self.results(state)
        count, i = self.small(4), self.fresh()
        low, step = self.index(0), self.index(1)
        carried = ", ".join(f"{n} = {v}" for (n, _), v in zip(state, starts))
        types = ", ".join(text(t) for _, t in state)
        self.region([*state, (i, INDEX)], [t for _, t in state], depth,
                    f"{', '.join(names)} = scf.for {i} = {low} to {count} step {step} iter_args({carried}) "
                    f"-> ({types})", "scf.yield", values=self.stepped(state))
        done()

    def grow_fold(self, depth):
        state, starts = self.loop_state()
        names, done = self.results(state)
        values, type_ = self.any_array()
        element = self.fresh()
        carried = ", ".join(f"{n} = {v} : {text(t)}" for (n, t), v in zip(state, starts))
        direction = self.random.choice(["", "right "])
        self.region([*state, (element, F64)], [t for _, t in state], depth,
                    f"{', '.join(names)} = chad.fold {direction}({element} in {values} : {text(type_)}) "
                    f"with ({carried})", "chad.yield", values=self.stepped(state))
        done()

    def grow_while(self, depth):
        """A loop that runs as often as an array has elements, or until an element ends it."""
        state, starts = self.loop_state()
        names, done = self.results(state)
        count, bound = self.fresh(), self.small(4)
        first = self.index(0)
        types = ", ".join(["index", *(text(t) for _, t in state)])
        carried = ", ".join(f"{n} = {v}" for (n, _), v in zip([(count, INDEX), *state], [first, *starts]))
        self.emit(f"{self.fresh()}_c, {', '.join(names)} = scf.while ({carried}) : ({types}) -> ({types}) {{")
        extent = self.dim(state[0][0], FREE)
        limit = self.random.choice([bound, self.op(f"arith.minui {bound}, {extent} : index")])
        go = self.op(f"arith.cmpi ult, {count}, {limit} : index")
        passed = ", ".join([count, *(n for n, _ in state)])
        self.emit(f"scf.condition({go}) {passed} : {types}")
        inner = [(self.fresh(), t) for _, t in state]
        at = self.fresh()

        def values(generator):
            more = generator.op(f"arith.addi {at}, {generator.index(1)} : index")
            return [more, *self.stepped(inner)(generator)]

        self.region([(at, INDEX), *inner], [INDEX, *(t for _, t in inner)], depth, "} do", "scf.yield", label=True,
                    values=values)
        done()

    def total_for(self, depth):
        """A loop over elements."""
        value = self.free()
        extent, low, step = self.dim(value, FREE), self.index(0), self.index(1)
        name, i, state = self.fresh(), self.fresh(), self.fresh()

        def values(generator):
            x = generator.op(f"tensor.extract {value}[{i}] : {text(FREE)}")
            y = generator.op(f"arith.mulf {x}, {generator.pick(F64)} : f64")
            z = generator.op(f"arith.addf {state}, {y} : f64")
            return [generator.op(f"math.tanh {z} : f64")]

        self.region([(i, INDEX), (state, F64)], [F64], depth,
                    f"{name} = scf.for {i} = {low} to {extent} step {step} iter_args({state} = {self.pick(F64)}) "
                    f"-> (f64)", "scf.yield", values=values)
        self.add(name, F64)

    def fit(self, depth):
        """An array of a fixed extent, made of the first elements of an array and zeros."""
        type_ = self.random.choice([array(None), array(3), array(1)])
        size = "%n" if type_[1] is None else str(type_[1])
        padded = self.op_pad(self.free(), "0", size)
        self.define(type_, f"tensor.extract_slice {padded}[0] [{size}] [1] : {text(FREE)} to {text(type_)}")

    def read_table(self, depth):
        count = self.random.choice([2, 5])
        rows = self.random.random() < 0.4
        numbers = [[round(self.random.uniform(-2, 2), 2) for _ in range(2)] for _ in range(count)]
        at = self.small(count)
        if rows:
            table = self.op(f"arith.constant dense<{numbers}> : tensor<{count}x2xf64>")
            self.define(array(2), f"tensor.extract_slice {table}[{at}, 0] [1, 2] [1, 1] : "
                                  f"tensor<{count}x2xf64> to tensor<2xf64>")
        else:
            table = self.op(f"arith.constant dense<{[a for a, _ in numbers]}> : tensor<{count}xf64>")
            element = self.op(f"tensor.extract {table}[{at}] : tensor<{count}xf64>")
            self.define(F64, f"arith.mulf {element}, {self.pick(F64)} : f64")
            if self.random.random() < 0.3:
                whole = [self.random.randrange(count) for _ in range(4)]
                indices = self.op(f"arith.constant dense<{whole}> : tensor<4xindex>")
                j = self.op(f"tensor.extract {indices}[{self.small(4)}] : tensor<4xindex>")
                self.define(F64, f"tensor.extract {table}[{j}] : tensor<{count}xf64>")

    def read_free(self, depth):
        value = self.nonempty()
        at = self.op(f"arith.remui {self.pick(INDEX)}, {self.dim(value, FREE)} : index")
        self.define(F64, f"tensor.extract {value}[{at}] : {text(FREE)}")

    def update(self, depth):
        value = self.nonempty()
        at = self.op(f"arith.remui {self.pick(INDEX)}, {self.dim(value, FREE)} : index")
        changed = self.op(f"tensor.insert {self.pick(F64)} into {value}[{at}] : {text(FREE)}")
        self.add(self.capped(changed), FREE)

    def elementwise(self, depth):
        value = self.free()
        if self.random.random() < 0.5:
            self.define(FREE, f"math.{self.random.choice(['sin', 'cos', 'tanh', 'atan'])} {value} : {text(FREE)}")
        else:
            other = self.op(f"math.tanh {value} : {text(FREE)}")
            op = self.random.choice(["addf", "subf", "mulf"])
            self.define(FREE, f"arith.{op} {value}, {other} : {text(FREE)}")

    def grid(self, depth):
        """Rows of pairs, and back; with `expand_shape`, `collapse_shape` or `reshape`."""
        value = self.free()
        extent, two = self.dim(value, FREE), self.index(2)
        if self.random.random() < 0.5:
            i, j = self.fresh(), self.fresh()
            pairs = self.fresh()
            self.emit(f"{pairs} = tensor.generate {extent} {{")
            self.emit(f"^bb0({i}: index, {j}: index):")
            with self.local():
                x = self.op(f"tensor.extract {value}[{i}] : {text(FREE)}")
                y = self.op(f"arith.mulf {x}, {self.pick(F64)} : f64")
                self.emit(f"tensor.yield {y} : f64")
            self.emit("} : tensor<?x2xf64>")
        else:
            twice = self.op(f"tensor.concat dim(0) {value}, {value} : ({text(FREE)}, {text(FREE)}) -> {text(FREE)}")
            if self.random.random() < 0.5:
                pairs = self.op(f"tensor.expand_shape {twice} [[0, 1]] output_shape [{extent}, 2] : "
                                f"{text(FREE)} into tensor<?x2xf64>")
            else:
                shape = self.op(f"tensor.from_elements {extent}, {two} : tensor<2xindex>")
                pairs = self.op(f"tensor.reshape {twice}({shape}) : ({text(FREE)}, tensor<2xindex>) -> tensor<?x2xf64>")
        if self.random.random() < 0.5:
            flat = self.op(f"tensor.collapse_shape {pairs} [[0, 1]] : tensor<?x2xf64> into {text(FREE)}")
            self.add(self.capped(flat), FREE)
        else:
            column = self.random.randrange(2)
            self.define(FREE, f"tensor.extract_slice {pairs}[0, {column}] [{extent}, 1] [1, 1] : "
                              f"tensor<?x2xf64> to {text(FREE)}")

    def again(self, depth):
        elements = [self.pick(F64) for _ in range(3)]
        self.define(array(3), f"tensor.from_elements {', '.join(elements)} : {text(array(3))}")

    # With ops of chad -------------------------------------------------------

    def map_free(self, depth):
        value, x, name = self.free(), self.fresh(), self.fresh()
        self.body([(x, F64)], [F64], depth, f"{name} = chad.map ({x} in {value} : {text(FREE)}) -> {text(FREE)}")
        self.add(name, FREE)

    def scan_free(self, depth):
        value = self.free()
        if self.random.random() < 0.5:
            value = self.op(f"math.tanh {value} : {text(FREE)}")
        op, unit = self.random.choice(self.COMBINERS[:2])
        start, name = self.op(f"arith.constant {unit} : f64"), self.fresh()
        direction, kind = self.random.choice(["left", "right"]), self.random.choice(["inclusive", "exclusive"])
        self.combine(op, f"{name} = chad.scan {direction} {kind} ({{left}}, {{right}} in {value} from {start} : "
                         f"{text(FREE)})")
        self.define(FREE, f"math.tanh {name} : {text(FREE)}")

    def total(self, depth):
        op, unit = self.combiner()
        name = self.fresh()
        self.combine(op, f"{name} = chad.reduce ({{left}}, {{right}} in {self.free()} from {unit} : {text(FREE)})")
        self.define(F64, f"math.tanh {name} : f64")

    def closure(self, depth):
        """A function of arrays, applied to arrays of several extents."""
        name, argument = self.fresh(), self.fresh()
        type_ = f"({text(FREE)}) -> {text(FREE)}"
        self.region([(argument, FREE)], [FREE], depth,
                    f"{name} = chad.lambda ({argument} : {text(FREE)}) -> {text(FREE)}", "chad.yield",
                    values=lambda g: [g.step(argument)])
        for _ in range(self.random.randint(1, 2)):
            self.define(FREE, f"chad.apply {name}({self.free()}) : {type_}")

    def closure_chosen(self, depth):
        """One of two functions that have captured different arrays."""
        made = []
        for _ in range(2):
            name, argument, captured = self.fresh(), self.fresh(), self.nonempty()

            def values(generator):
                at = generator.op(f"arith.remui {generator.pick(INDEX)}, {generator.dim(captured, FREE)} : index")
                x = generator.op(f"tensor.extract {captured}[{at}] : {text(FREE)}")
                return [generator.op(f"arith.mulf {x}, {argument} : f64")]

            self.region([(argument, F64)], [F64], depth, f"{name} = chad.lambda ({argument} : f64) -> f64",
                        "chad.yield", values=values)
            made.append(name)
        chosen = self.op(f"arith.select {self.pick(I1)}, {made[0]}, {made[1]} : (f64) -> f64")
        self.define(F64, f"chad.apply {chosen}({self.pick(F64)}) : (f64) -> f64")

    def sums(self, depth):
        """A value of a sum type, each of whose alternatives holds an array; a condition chooses the
        alternative.
        """
        type_ = f"!chad.sum<({text(FREE)}), (f64, {text(FREE)})>"
        name, condition = self.fresh(), self.pick(I1)
        left = lambda: self.op(f"chad.inj 0({self.free()}) : ({text(FREE)}) -> {type_}")
        right = lambda: self.op(f"chad.inj 1({self.pick(F64)}, {self.free()}) : (f64, {text(FREE)}) -> {type_}")
        if self.random.random() < 0.5:
            self.emit(f"{name} = arith.select {condition}, {left()}, {right()} : {type_}")
        else:
            self.emit(f"{name} = scf.if {condition} -> ({type_}) {{")
            with self.local():
                self.emit(f"scf.yield {left()} : {type_}")
            self.emit("} else {")
            with self.local():
                self.emit(f"scf.yield {right()} : {type_}")
            self.emit("}")
        results, a, x, b = [self.fresh(), self.fresh()], self.fresh(), self.fresh(), self.fresh()
        self.emit(f"{', '.join(results)} = chad.case {name} : {type_} -> (f64, {text(FREE)})")
        self.region([(a, FREE)], [F64, FREE], depth, f"({a} : {text(FREE)})", "chad.yield",
                    values=lambda g: [g.pick(F64), g.step(a)])
        self.region([(x, F64), (b, FREE)], [F64, FREE], depth, f"({x} : f64, {b} : {text(FREE)})", "chad.yield",
                    values=lambda g: [g.op(f"math.sin {x} : f64"), b])
        self.add(results[0], F64)
        self.add(results[1], FREE)

    def gather_free(self, depth):
        value = self.nonempty()
        indices = self.indices(3, self.dim(value, FREE))
        self.define(array(3), f"chad.gather {value}[{indices}] : {text(FREE)}, tensor<3xindex> -> tensor<3xf64>")

    def hist_free(self, depth):
        """Elements of an array of three, in as many bins as another array is long."""
        bins = self.dim(self.nonempty(), FREE)
        indices, name = self.indices(3, self.index(5)), self.fresh()
        op, unit = self.random.choice(self.COMBINERS[:2])
        start = self.op(f"arith.constant {unit} : f64")
        self.combine(op, f"{name} = chad.hist {indices} : tensor<3xindex> bins {bins} ({{left}}, {{right}} in "
                         f"{self.pick(array(3))} from {start} : tensor<3xf64>) -> {text(FREE)}")
        self.add(name, FREE)

    # Programs ---------------------------------------------------------------

    RESULTS = [(F64, 2), (FREE, 2), (array(None), 1), (array(3), 1), (INDEX, 1)]


def generate_program(seed):
    """The text, the argument types (the first is the dynamic extent) and the result types."""
    generator = Shapes(seed)
    helper = ""
    if generator.random.random() < 0.3 and not generator.plain:
        helper, _ = generator.define_function(f"q{seed}", *differentiable.HELPER, generator.random.randint(1, 4))
        generator.callee = f"q{seed}"
    choices = [FREE, FREE, F64, array(None), array(3), array(1)]
    arguments = [INDEX, F64, FREE] + generator.random.sample(choices, generator.random.randint(0, 2))
    program, results = generator.define_function(f"p{seed}", arguments, None, generator.random.randint(2, 12))
    return helper + program, arguments, results


if __name__ == "__main__":
    print(generate_program(int(sys.argv[1]))[0])
