"""Random programs in the chad dialect.

`generate(seed)` gives the text of a module whose function `@main` takes no
argument and returns floats, tensors of floats and integers. Programs are
well-typed, terminate, index inside of their arrays and stay within a moderate
range, so that every correct transformation leaves their results as they are up
to rounding.

    python3 generate.py SEED        prints one program

With `first_order` it has array combinators, but no function and no sum as a value
and nothing linear.
"""

import contextlib
import random
import sys

F64, INDEX, I1 = "f64", "index", "i1"


def array(extent, element=F64):
    """The type of an array; an extent of None, or with a name, is dynamic."""
    return ("array", extent, element)


def text(type_):
    """A type in MLIR's syntax."""
    if isinstance(type_, str):
        return type_
    dims, element = [], type_
    while isinstance(element, tuple):
        dims.append(str(element[1]) if isinstance(element[1], int) else "?")
        element = element[2]
    return f"tensor<{'x'.join(dims)}x{element}>"


def lin(type_):
    return f"!chad.lin<{text(type_)}>"


def lfun(inputs, outputs):
    def short(types):
        return ", ".join(f"lin<{text(t)}>" for t in types)

    return f"!chad.lfun<({short(inputs)}) -> ({short(outputs)})>"


class Generator:
    def __init__(self, seed, first_order=False):
        self.random = random.Random(seed)
        self.first_order = first_order
        self.lines = []
        self.next = 0
        self.indent = 1
        # The values in scope, by type; arrays of a dynamic extent have the
        # extent of `%n`, whose value is `self.extent`.
        self.scope = {}

    # Emission ---------------------------------------------------------------

    def fresh(self):
        self.next += 1
        return f"%v{self.next}"

    def emit(self, line):
        self.lines.append("  " * self.indent + line)

    def define(self, type_, rest):
        name = self.fresh()
        self.emit(f"{name} = {rest}")
        self.add(name, type_)
        return name

    def add(self, name, type_):
        self.scope.setdefault(type_, []).append(name)

    def pick(self, type_):
        """A value of the given type that is in scope, or a new one."""
        values = self.scope.get(type_)
        if values and self.random.random() < 0.9:
            # Late values more often, so that programs are deep.
            return values[-1 - int(abs(self.random.gauss(0, 3))) % len(values)]
        return self.make(type_)

    @contextlib.contextmanager
    def local(self):
        """Values defined in here are not in scope afterwards."""
        saved = {type_: list(names) for type_, names in self.scope.items()}
        self.indent += 1
        yield
        self.indent -= 1
        self.scope = saved

    def body(self, binders, results, depth, header, footer=""):
        """A region: `binders` are (name, type); yields values of `results`."""
        saved = {type_: list(names) for type_, names in self.scope.items()}
        self.emit(header + " {")
        self.indent += 1
        for name, type_ in binders:
            self.add(name, type_)
        for _ in range(self.random.randint(0, 3)):
            self.statement(depth - 1)
        yielded = [self.pick(type_) for type_ in results]
        # Bodies should use the values that they bind.
        for name, type_ in binders:
            if type_ == F64 and F64 in results and self.random.random() < 0.8:
                position = results.index(F64)
                yielded[position] = self.define(
                    F64, f"arith.addf {yielded[position]}, {name} : f64"
                )
                yielded[position] = self.define(F64, f"math.sin {yielded[position]} : f64")
        types = ", ".join(map(text, results))
        self.emit(f"chad.yield {', '.join(yielded)} : {types}")
        self.indent -= 1
        self.emit("}" + footer)
        self.scope = saved

    # Values -----------------------------------------------------------------

    def make(self, type_):
        if type_ == F64:
            value = self.random.choice([0.0, 1.0, -1.0, 0.5, 2.0, self.random.uniform(-2, 2)])
            return self.define(F64, f"arith.constant {value!r} : f64")
        if type_ == INDEX:
            return self.define(INDEX, f"arith.constant {self.random.randint(0, 4)} : index")
        if type_ == I1:
            a, b = self.pick(F64), self.pick(F64)
            return self.define(I1, f"arith.cmpf olt, {a}, {b} : f64")
        name = self.fresh()
        extent = self.extent_operand(type_[1])
        index = self.fresh()
        self.body(
            [(index, INDEX)], [type_[2]], 0, f"{name} = chad.build {index} < {extent} -> {text(type_)}"
        )
        self.add(name, type_)
        return name

    def extent_operand(self, extent):
        if extent is None:
            return "%n"
        name = self.fresh()
        self.emit(f"{name} = arith.constant {extent} : index")
        return name

    def array_type(self, depth=1):
        extent = self.random.choice([None, None, 3, 1, 0])
        element = F64
        if depth > 1 and self.random.random() < 0.3:
            element = array(self.random.choice([None, 2]))
        return array(extent, element)

    def indices(self, count, bound):
        """An array of `count` indices below `bound` (SSA name), which is positive."""
        name, index, wrapped = self.fresh(), self.fresh(), self.fresh()
        type_ = array(count, INDEX)
        shift = self.pick(INDEX)
        self.emit(f"{name} = chad.build {index} < {self.extent_operand(count)} -> {text(type_)} {{")
        shifted = self.fresh()
        self.emit(f"  {shifted} = arith.addi {index}, {shift} : index")
        self.emit(f"  {wrapped} = arith.remui {shifted}, {bound} : index")
        self.emit(f"  chad.yield {wrapped} : index")
        self.emit("}")
        return name

    # Statements -------------------------------------------------------------

    def statement(self, depth):
        choices = [self.scalar, self.scalar, self.boolean]
        if depth > 0:
            choices += [
                self.map, self.map, self.reduce, self.scan, self.fold, self.hist, self.access,
                self.argmax, self.conditional, self.thread,
            ]
        if depth > 0 and not self.first_order:
            choices += [self.function, self.sum, self.linear, self.linear]
        self.random.choice(choices)(depth)

    def scalar(self, depth):
        kind = self.random.randrange(4)
        if kind == 0:
            op = self.random.choice(["addf", "subf", "mulf", "maximumf", "minimumf"])
            value = self.define(F64, f"arith.{op} {self.pick(F64)}, {self.pick(F64)} : f64")
            if op == "mulf":
                self.define(F64, f"math.tanh {value} : f64")
        elif kind == 1:
            op = self.random.choice(["sin", "cos", "tanh", "absf", "atan"])
            self.define(F64, f"math.{op} {self.pick(F64)} : f64")
        elif kind == 2:
            condition = self.pick(I1)
            self.define(F64, f"arith.select {condition}, {self.pick(F64)}, {self.pick(F64)} : f64")
        else:
            self.define(F64, f"arith.negf {self.pick(F64)} : f64")

    def boolean(self, depth):
        predicate = self.random.choice(["olt", "oge", "oeq", "une"])
        self.define(I1, f"arith.cmpf {predicate}, {self.pick(F64)}, {self.pick(F64)} : f64")

    def map(self, depth):
        type_ = self.array_type(depth)
        types = [type_] + [array(type_[1])] * self.random.randint(0, 2)
        arrays = [self.pick(t) for t in types]
        results = [array(type_[1], self.random.choice([F64, F64, type_[2]]))]
        if self.random.random() < 0.3:
            results.append(array(type_[1]))
        binders = [(self.fresh(), t[2]) for t in types]
        bound = ", ".join(
            f"{b[0]} in {a} : {text(t)}" for b, a, t in zip(binders, arrays, types)
        )
        names = [self.fresh() for _ in results]
        self.body(
            binders, [r[2] for r in results], depth,
            f"{', '.join(names)} = chad.map ({bound}) -> ({', '.join(map(text, results))})",
        )
        for name, result in zip(names, results):
            self.add(name, result)

    # An associative body with its unit.
    COMBINERS = [("addf", "0.0"), ("mulf", "1.0"), ("maximumf", "0xFFF0000000000000"),
                 ("minimumf", "0x7FF0000000000000")]

    def combiner(self):
        op, unit = self.random.choice(self.COMBINERS)
        name = self.fresh()
        self.emit(f"{name} = arith.constant {unit} : f64")
        return op, name

    def combine(self, op, head):
        left, right, result = self.fresh(), self.fresh(), self.fresh()
        self.emit(head.format(left=left, right=right) + " {")
        self.emit(f"  {result} = arith.{op} {left}, {right} : f64")
        self.emit(f"  chad.yield {result} : f64")
        self.emit("}")

    def reduce(self, depth):
        type_ = array(self.random.choice([None, 3, 1]))
        values = self.pick(type_)
        op, unit = self.combiner()
        name = self.fresh()
        self.combine(
            op, f"{name} = chad.reduce ({{left}}, {{right}} in {values} from {unit} : {text(type_)})"
        )
        self.define(F64, f"math.tanh {name} : f64")

    def scan(self, depth):
        type_ = array(self.random.choice([None, 3, 1, 0]))
        values = self.pick(type_)
        op, unit = self.random.choice(self.COMBINERS[:2])
        name = self.fresh()
        self.emit(f"{name}u = arith.constant {unit} : f64")
        direction = self.random.choice(["left", "right"])
        kind = self.random.choice(["inclusive", "exclusive"])
        self.combine(
            op,
            f"{name} = chad.scan {direction} {kind} "
            f"({{left}}, {{right}} in {values} from {name}u : {text(type_)})",
        )
        self.add(name, type_)

    def fold(self, depth):
        type_ = array(self.random.choice([None, 3, 1, 0]))
        values, start = self.pick(type_), self.pick(F64)
        element, state = self.fresh(), self.fresh()
        collect = self.random.random() < 0.5
        final, all_ = self.fresh(), self.fresh()
        direction = self.random.choice(["", "right "])
        tail = f" collect ({text(array(type_[1]))})" if collect else ""
        names = f"{final}, {all_}" if collect else final
        self.body(
            [(element, F64), (state, F64)], [F64, F64] if collect else [F64], depth,
            f"{names} = chad.fold {direction}({element} in {values} : {text(type_)}) "
            f"with ({state} = {start} : f64){tail}",
        )
        self.add(final, F64)
        if collect:
            self.add(all_, array(type_[1]))

    def thread(self, depth):
        """Accumulators, a scalar and an array, that pass through folds, as in reverse sweeps."""
        results = [self.fresh(), self.fresh()]
        self.folds(self.random.randint(1, 3), self.pick(F64), self.pick(array(3)), results, depth)
        self.define(F64, f"math.sin {results[0]} : f64")
        self.define(array(3), f"math.sin {results[1]} : {text(array(3))}")

    def folds(self, levels, scalar, acc, results, depth):
        type_ = array(self.random.choice([None, 3, 1]))
        values = self.pick(type_)
        element, state, carried = self.fresh(), self.fresh(), self.fresh()
        direction = self.random.choice(["", "right "])
        self.emit(
            f"{', '.join(results)} = chad.fold {direction}({element} in {values} : {text(type_)}) "
            f"with ({state} = {scalar} : f64, {carried} = {acc} : {text(array(3))}) {{"
        )
        self.indent += 1
        saved = {t: list(names) for t, names in self.scope.items()}
        self.add(element, F64)
        for _ in range(self.random.randint(0, 2)):
            self.statement(depth - 1)
        for _ in range(self.random.randint(0, 2)):
            at, bound, after = self.fresh(), self.extent_operand(3), self.fresh()
            if self.random.random() < 0.7:
                self.emit(f"{at} = arith.remui {self.pick(INDEX)}, {bound} : index")
                self.emit(f"{after} = chad.accumulate {self.pick(F64)} into {carried}[{at}] "
                          f": f64 into {text(array(3))}")
            else:
                self.emit(f"{after} = arith.addf {carried}, {self.pick(array(3))} : {text(array(3))}")
            carried = after
        if levels > 1:
            inner = [self.fresh(), self.fresh()]
            self.folds(levels - 1, state, carried, inner, depth - 1)
            state, carried = inner
        next_ = self.fresh()
        self.emit(f"{next_} = arith.addf {state}, {self.pick(F64)} : f64")
        damped = self.fresh()
        self.emit(f"{damped} = math.tanh {next_} : f64")
        self.emit(f"chad.yield {damped}, {carried} : f64, {text(array(3))}")
        self.indent -= 1
        self.emit("}")
        self.scope = saved

    def hist(self, depth):
        type_ = array(self.random.choice([None, 3]))
        values = self.pick(type_)
        bins = self.random.choice([None, 3, 1])
        bound = self.fresh()
        self.emit(f"{bound} = arith.constant 5 : index")
        indices = self.indices(type_[1], bound)
        op, unit = self.random.choice(self.COMBINERS[:2])
        name = self.fresh()
        self.emit(f"{name}u = arith.constant {unit} : f64")
        extent = self.extent_operand(bins)
        self.combine(
            op,
            f"{name} = chad.hist {indices} : {text(array(type_[1], INDEX))} bins {extent} "
            f"({{left}}, {{right}} in {values} from {name}u : {text(type_)}) -> {text(array(bins))}",
        )
        self.add(name, array(bins))

    def access(self, depth):
        type_ = array(self.random.choice([3, 1]))
        values = self.pick(type_)
        bound = self.extent_operand(type_[1])
        count = self.random.choice([None, 2])
        if self.random.random() < 0.4:
            i = self.fresh()
            self.emit(f"{i} = arith.remui {self.pick(INDEX)}, {bound} : index")
            if self.random.random() < 0.5:
                self.define(F64, f"tensor.extract {values}[{i}] : {text(type_)}")
            else:
                self.define(
                    type_, f"chad.accumulate {self.pick(F64)} into {values}[{i}] : f64 into {text(type_)}"
                )
            return
        indices = self.indices(count, bound)
        index_type = text(array(count, INDEX))
        gathered = self.define(
            array(count),
            f"chad.gather {values}[{indices}] : {text(type_)}, {index_type} -> {text(array(count))}",
        )
        if self.random.random() < 0.5:
            self.define(
                type_,
                f"chad.scatter_add {gathered} into {values}[{indices}] : "
                f"{text(array(count))} into {text(type_)}, {index_type}",
            )

    def argmax(self, depth):
        type_ = array(self.random.choice([None, 3]))
        values = self.pick(type_)
        positions, index = self.fresh(), self.fresh()
        index_type = array(type_[1], INDEX)
        self.emit(f"{positions} = chad.build {index} < {self.extent_operand(type_[1])} -> {text(index_type)} {{")
        self.emit(f"  chad.yield {index} : index")
        self.emit("}")
        low, first = self.fresh(), self.fresh()
        self.emit(f"{low} = arith.constant 0xFFF0000000000000 : f64")
        self.emit(f"{first} = arith.constant 0 : index")
        a, x, ia, ix, c, m, j = (self.fresh() for _ in range(7))
        best, where = self.fresh(), self.fresh()
        self.emit(
            f"{best}, {where} = chad.reduce ({a}, {x} in {values} from {low} : {text(type_)}, "
            f"{ia}, {ix} in {positions} from {first} : {text(index_type)}) {{"
        )
        self.emit(f"  {c} = arith.cmpf oge, {a}, {x} : f64")
        self.emit(f"  {m} = arith.select {c}, {a}, {x} : f64")
        self.emit(f"  {j} = arith.select {c}, {ia}, {ix} : index")
        self.emit(f"  chad.yield {m}, {j} : f64, index")
        self.emit("}")
        self.define(F64, f"math.tanh {best} : f64")
        self.add(where, INDEX)

    def function(self, depth):
        name, argument = self.fresh(), self.fresh()
        self.body([(argument, F64)], [F64], depth, f"{name} = chad.lambda ({argument} : f64) -> f64")
        for _ in range(self.random.randint(1, 2)):
            self.define(F64, f"chad.apply {name}({self.pick(F64)}) : (f64) -> f64")

    def sum(self, depth):
        type_ = "!chad.sum<(), (f64), (f64, index)>"
        tag = self.random.randrange(3)
        payload = [[], [F64], [F64, INDEX]][tag]
        values = [self.pick(t) for t in payload]
        name = self.fresh()
        made = f"chad.inj {tag}({', '.join(values)}) : ({', '.join(payload)}) -> {type_}"
        if self.random.random() < 0.5:
            # Behind a condition, so that no rule sees the tag.
            other = self.fresh()
            self.emit(f"{other} = chad.inj 0() : () -> {type_}")
            condition = self.pick(I1)
            hidden = self.fresh()
            self.emit(f"{hidden} = {made}")
            self.emit(f"{name} = arith.select {condition}, {hidden}, {other} : {type_}")
        else:
            self.emit(f"{name} = {made}")
        x, y, i = self.fresh(), self.fresh(), self.fresh()
        result = self.fresh()
        self.emit(f"{result} = chad.case {name} : {type_} -> f64")
        self.body([], [F64], depth, "()")
        self.body([(x, F64)], [F64], depth, f"({x} : f64)")
        self.body([(y, F64), (i, INDEX)], [F64], depth, f"({y} : f64, {i} : index)")
        self.add(result, F64)

    def conditional(self, depth):
        condition, result = self.pick(I1), self.fresh()
        branches = []
        for _ in range(2):
            saved, lines = {t: list(n) for t, n in self.scope.items()}, self.lines
            self.lines = []
            self.indent += 1
            for _ in range(self.random.randint(0, 2)):
                self.statement(depth - 1)
            self.emit(f"scf.yield {self.pick(F64)} : f64")
            self.indent -= 1
            branches.append(self.lines)
            self.scope, self.lines = saved, lines
        self.emit(f"{result} = scf.if {condition} -> (f64) {{")
        self.lines += branches[0]
        self.emit("} else {")
        self.lines += branches[1]
        self.emit("}")
        self.add(result, F64)

    # Linear functions -------------------------------------------------------

    def shapes(self):
        return [self.random.choice([F64, F64, array(3), array(None)])
                for _ in range(self.random.randint(1, 2))]

    def sizes(self, keyword, types):
        dynamic = ["%n" for t in types if isinstance(t, tuple) and t[1] is None]
        return f" {keyword}({', '.join(dynamic)})" if dynamic else ""

    def make_map(self, inputs, outputs, fuel):
        """A linear function between products of the given types."""
        name = self.fresh()
        type_ = lfun(inputs, outputs)
        kinds = ["zero"]
        if inputs == outputs:
            kinds += ["id", "scale", "scale", "lambda"]
        if len(outputs) == 1 and outputs[0] in inputs:
            kinds += ["project", "project"]
        if len(inputs) == 1 and inputs[0] in outputs:
            kinds += ["inject"]
        if outputs == [array(None)] and fuel > 0:
            kinds += ["vfork", "vfork"]
        if inputs == [array(None)] and fuel > 0:
            kinds += ["vjoin", "vjoin"]
        if fuel > 0:
            kinds = [k for k in kinds if k != "zero" or self.random.random() < 0.2]
            kinds += ["compose", "compose", "add", "transpose"]
            if len(outputs) > 1:
                kinds += ["fork"] * 3
            if len(inputs) > 1:
                kinds += ["join"] * 3
        kind = self.random.choice(kinds)
        if kind == "zero":
            self.emit(f"{name} = chad.lfun.zero{self.sizes('domain', inputs)}"
                      f"{self.sizes('codomain', outputs)} : {type_}")
        elif kind == "id":
            self.emit(f"{name} = chad.lfun.id{self.sizes('domain', inputs)} : {type_}")
        elif kind == "scale":
            factor = self.pick(F64)
            self.emit(f"{name} = chad.lfun.scale {factor}{self.sizes('domain', inputs)} : f64, {type_}")
        elif kind == "lambda":
            args = [self.fresh() for _ in inputs]
            bound = ", ".join(f"{a} : {lin(t)}" for a, t in zip(args, inputs))
            types = ", ".join(map(lin, outputs))
            factor = self.pick(F64)
            self.emit(f"{name} = chad.lfun.lambda ({bound}){self.sizes('domain', inputs)} -> ({types}) {{")
            results = []
            for a, t in zip(args, inputs):
                r = self.fresh()
                self.emit(f"  {r} = chad.scale {factor}, {a} : f64, {lin(t)}")
                if self.random.random() < 0.5:
                    self.emit(f"  {r}d = chad.add {r}, {a} : {lin(t)}")
                    r += "d"
                results.append(r)
            self.emit(f"  chad.yield {', '.join(results)} : {types}")
            self.emit("}")
        elif kind == "project":
            position = self.random.choice([i for i, t in enumerate(inputs) if t == outputs[0]])
            self.emit(f"{name} = chad.lfun.project [{position}]{self.sizes('domain', inputs)} : {type_}")
        elif kind == "inject":
            position = self.random.choice([i for i, t in enumerate(outputs) if t == inputs[0]])
            self.emit(f"{name} = chad.lfun.inject [{position}]{self.sizes('codomain', outputs)} : {type_}")
        elif kind == "compose":
            between = self.shapes()
            f = self.make_map(between, outputs, fuel - 1)
            g = self.make_map(inputs, between, fuel - 1)
            self.emit(f"{name} = chad.lfun.compose {f}, {g} : {lfun(between, outputs)}, {lfun(inputs, between)}")
        elif kind == "add":
            f = self.make_map(inputs, outputs, fuel - 1)
            g = f if self.random.random() < 0.2 else self.make_map(inputs, outputs, fuel - 1)
            self.emit(f"{name} = chad.lfun.add {f}, {g} : {type_}, {type_}")
        elif kind == "transpose":
            f = self.make_map(outputs, inputs, fuel - 1)
            self.emit(f"{name} = chad.lfun.transpose {f} : {lfun(outputs, inputs)}")
        elif kind == "fork":
            f = self.make_map(inputs, outputs[:1], fuel - 1)
            g = self.make_map(inputs, outputs[1:], fuel - 1)
            self.emit(f"{name} = chad.lfun.fork {f}, {g} : {lfun(inputs, outputs[:1])}, {lfun(inputs, outputs[1:])}")
        elif kind == "join":
            f = self.make_map(inputs[:1], outputs, fuel - 1)
            g = self.make_map(inputs[1:], outputs, fuel - 1)
            self.emit(f"{name} = chad.lfun.join {f}, {g} : {lfun(inputs[:1], outputs)}, {lfun(inputs[1:], outputs)}")
        else:
            index = self.fresh()
            fork = kind == "vfork"
            sizes = self.sizes("domain", inputs) if fork else self.sizes("codomain", outputs)
            self.emit(f"{name} = chad.lfun.{kind} {index} < %n{sizes} -> {type_} {{")
            self.indent += 1
            saved = {t: list(n) for t, n in self.scope.items()}
            i64, weight = self.fresh(), self.fresh()
            self.emit(f"{i64} = arith.index_cast {index} : index to i64")
            self.emit(f"{weight} = arith.sitofp {i64} : i64 to f64")
            self.add(weight, F64)
            if fork:
                f, ftype = self.make_map(inputs, [F64], fuel - 1), lfun(inputs, [F64])
            else:
                f, ftype = self.make_map([F64], outputs, fuel - 1), lfun([F64], outputs)
            if fork:
                scaled, total = self.fresh(), self.fresh()
                self.emit(f"{scaled} = chad.lfun.scale {weight} : f64, {lfun([F64], [F64])}")
                self.emit(f"{total} = chad.lfun.compose {scaled}, {f} : {lfun([F64], [F64])}, {ftype}")
                f = total
            self.emit(f"chad.yield {f} : {ftype}")
            self.indent -= 1
            self.emit("}")
            self.scope = saved
        return name

    def linear(self, depth):
        inputs, outputs = self.shapes(), self.shapes()
        f = self.make_map(inputs, outputs, self.random.randint(1, 4))
        arguments = []
        for t in inputs:
            v = self.fresh()
            self.emit(f"{v} = chad.to_linear {self.pick(t)} : {text(t)}")
            arguments.append(v)
        names = [self.fresh() for _ in outputs]
        self.emit(f"{', '.join(names)} = chad.lfun.apply {f}({', '.join(arguments)}) : {lfun(inputs, outputs)}")
        for name, t in zip(names, outputs):
            if self.random.random() < 0.3:
                scaled = self.fresh()
                absorbing = "zero_absorbing " if self.random.random() < 0.5 else ""
                self.emit(f"{scaled} = chad.scale {absorbing}{self.pick(F64)}, {name} : f64, {lin(t)}")
                name = scaled
            raw = self.fresh()
            self.emit(f"{raw} = chad.from_linear {name} : {lin(t)}")
            # Keep magnitudes moderate.
            if t == F64:
                self.define(F64, f"math.tanh {raw} : f64")
            else:
                self.define(t, f"math.tanh {raw} : {text(t)}")

    # Program ----------------------------------------------------------------

    def program(self, name="main"):
        extent = self.random.choice([0, 1, 2, 5])
        self.add("%n", INDEX)
        self.emit(f"%n = arith.constant {extent} : index")
        for _ in range(self.random.randint(4, 12)):
            self.statement(self.random.randint(1, 4))
        results = []
        for type_ in (F64, array(None), array(3), INDEX):
            for value in self.scope.get(type_, [])[-4:]:
                results.append((value, type_))
        types = ", ".join(text(t) for _, t in results)
        self.emit(f"return {', '.join(n for n, _ in results)} : {types}")
        return "\n".join([f"func.func @{name}() -> ({types}) {{"] + self.lines + ["}", ""])


def generate(seed, first_order=False, name="main"):
    return Generator(seed, first_order).program(name)


if __name__ == "__main__":
    print(generate(int(sys.argv[1])))
