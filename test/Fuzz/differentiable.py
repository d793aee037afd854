"""Random programs to differentiate.

`generate(seed)` gives a function `@pSEED` and what it calls: first-order programs of
`generate.py` with arguments, in more shapes: pairs that are combined associatively,
rows, indexed reads and sums, calls, and smooth functions within their domains.
The types of the arguments and results come with it.

    python3 differentiable.py SEED        prints one program
"""

import sys

import generate
from generate import F64, I1, INDEX, array, text

ROWS = [array(None, array(2)), array(3, array(None)), array(None, array(None))]
VECTORS = [array(None), array(3), array(1), array(0)]
HELPER = ([INDEX, F64, array(None)], [F64, array(None)])


class Differentiable(generate.Generator):
    def __init__(self, seed):
        super().__init__(f"differentiable {seed}", first_order=True)
        self.callee = None

    # Statements -------------------------------------------------------------

    def statement(self, depth):
        kind = self.random.random()
        if kind < 0.2:
            self.smooth(depth)
        elif kind < 0.5 and depth > 0:
            choices = [self.pairs, self.pairs, self.rows, self.add_at, self.read, self.branch]
            self.random.choice(choices + [self.call] * (self.callee is not None))(depth)
        else:
            super().statement(depth)

    def smooth(self, depth):
        one = self.fresh()
        self.emit(f"{one} = arith.constant 1.0 : f64")
        x, square = self.pick(F64), self.fresh()
        self.emit(f"{square} = arith.mulf {x}, {x} : f64")
        positive = self.fresh()
        self.emit(f"{positive} = arith.addf {square}, {one} : f64")
        kind = self.random.randrange(5)
        if kind == 0:
            self.define(F64, f"math.log {positive} : f64")
        elif kind == 1:
            self.define(F64, f"math.sqrt {positive} : f64")
        elif kind == 2:
            self.define(F64, f"arith.divf {self.pick(F64)}, {positive} : f64")
        elif kind == 3:
            y, z = self.fresh(), self.fresh()
            self.emit(f"{y} = math.tanh {self.pick(F64)} : f64")
            self.emit(f"{z} = math.powf {positive}, {y} : f64")
            self.define(F64, f"math.atan {z} : f64")
        else:
            y = self.fresh()
            self.emit(f"{y} = math.tanh {x} : f64")
            self.define(F64, f"math.exp {y} : f64")

    def bounded(self, type_):
        """An array of elements between -1 and 1, so that long products stay moderate."""
        return self.define(type_, f"math.tanh {self.pick(type_)} : {text(type_)}")

    def pairs(self, depth):
        """Linear recurrences as associative pairs: (a, b) then (c, d) is (a c, c b + d)."""
        type_ = self.random.choice(VECTORS)
        a, b = self.bounded(type_), self.bounded(type_)
        one, zero = self.fresh(), self.fresh()
        self.emit(f"{one} = arith.constant 1.0 : f64")
        self.emit(f"{zero} = arith.constant 0.0 : f64")
        names = [self.fresh() for _ in range(8)]
        r, s, left, c, low, d, p, q = names
        scan = self.random.random() < 0.5
        direction = self.random.choice(["left", "right"])
        kind = self.random.choice(["inclusive", "exclusive"])
        op = f"scan {direction} {kind}" if scan else "reduce"
        self.emit(f"{r}, {s} = chad.{op} ({left}, {c} in {a} from {one} : {text(type_)}, "
                  f"{low}, {d} in {b} from {zero} : {text(type_)}) {{")
        self.emit(f"  {p} = arith.mulf {left}, {c} : f64")
        self.emit(f"  {q} = arith.mulf {c}, {low} : f64")
        self.emit(f"  {q}s = arith.addf {q}, {d} : f64")
        self.emit(f"  chad.yield {p}, {q}s : f64, f64")
        self.emit("}")
        for name in (r, s):
            self.add(name, type_ if scan else F64)

    def rows(self, depth):
        type_ = self.random.choice(ROWS)
        values = self.pick(type_)
        result = self.random.choice([F64, type_[2], array(3)])
        row, name = self.fresh(), self.fresh()
        self.body([(row, type_[2])], [result], depth,
                  f"{name} = chad.map ({row} in {values} : {text(type_)}) -> {text(array(type_[1], result))}")
        self.add(name, array(type_[1], result))

    def add_at(self, depth):
        type_ = self.random.choice([array(3), array(1)])
        source = self.random.choice([array(None), array(3), array(0)])
        bound, acc, values = self.fresh(), self.pick(type_), self.pick(source)
        self.emit(f"{bound} = arith.constant {type_[1]} : index")
        indices = self.indices(source[1], bound)
        if self.random.random() < 0.5:
            self.define(type_, f"chad.scatter_add {values} into {acc}[{indices}] : {text(source)} "
                               f"into {text(type_)}, {text(array(source[1], INDEX))}")
        else:
            result = array(source[1])
            self.define(result, f"chad.gather {acc}[{indices}] : {text(type_)}, "
                                f"{text(array(source[1], INDEX))} -> {text(result)}")

    def read(self, depth):
        type_ = self.random.choice([array(3), array(1)])
        bound, at = self.fresh(), self.fresh()
        self.emit(f"{bound} = arith.constant {type_[1]} : index")
        self.emit(f"{at} = arith.remui {self.pick(INDEX)}, {bound} : index")
        self.define(F64, f"tensor.extract {self.pick(type_)}[{at}] : {text(type_)}")

    # The types of what branches make.
    BRANCHES = [F64, array(3), array(None)]

    def branch(self, depth):
        """A conditional with statements in its branches."""
        condition, result = self.pick(I1), self.random.choice(self.BRANCHES)
        name = self.fresh()
        self.emit(f"{name} = scf.if {condition} -> ({text(result)}) {{")
        for end in ("} else {", "}"):
            saved = {type_: list(names) for type_, names in self.scope.items()}
            self.indent += 1
            for _ in range(self.random.randint(0, 3)):
                self.statement(depth - 1)
            self.emit(f"scf.yield {self.pick(result)} : {text(result)}")
            self.indent -= 1
            self.scope = saved
            self.emit(end)
        self.add(name, result)

    def call(self, depth):
        arguments, results = HELPER
        names = [self.fresh() for _ in results]
        given = ["%n"] + [self.pick(type_) for type_ in arguments[1:]]
        self.emit(f"{', '.join(names)} = func.call @{self.callee}({', '.join(given)}) : "
                  f"({', '.join(map(text, arguments))}) -> ({', '.join(map(text, results))})")
        for name, type_ in zip(names, results):
            self.add(name, type_)

    # Programs ---------------------------------------------------------------

    # How many values of each type a program returns at most.
    RESULTS = [(F64, 2), (array(None), 1), (array(3), 1), (ROWS[0], 1), (INDEX, 1)]

    def define_function(self, name, arguments, results, statements):
        """A function; `results` of None are chosen among what was computed."""
        self.lines, self.scope = [], {}
        names = ["%n"] + [self.fresh() for _ in arguments[1:]]
        for argument, type_ in zip(names, arguments):
            self.add(argument, type_)
        for _ in range(statements):
            self.statement(self.random.randint(1, 4))
        if results is None:
            results, returned = [], []
            for type_, most in self.RESULTS:
                for value in self.scope.get(type_, [])[-most:]:
                    results.append(type_)
                    returned.append(value)
            if F64 not in results:
                results.insert(0, F64)
                returned.insert(0, self.pick(F64))
        else:
            returned = [self.pick(type_) for type_ in results]
        header = ", ".join(f"{n}: {text(t)}" for n, t in zip(names, arguments))
        types = ", ".join(map(text, results))
        lines = [f"func.func private @{name}({header}) -> ({types}) {{", *self.lines,
                 f"  return {', '.join(returned)} : {types}", "}", ""]
        return "\n".join(lines), results


def generate_program(seed):
    """The text, the argument types (the first is the dynamic extent) and the result types."""
    generator = Differentiable(seed)
    helper = ""
    if generator.random.random() < 0.4:
        helper, _ = generator.define_function(f"q{seed}", *HELPER, generator.random.randint(1, 4))
        generator.callee = f"q{seed}"
    choices = [F64] + VECTORS[:3] + ROWS[:2]
    arguments = [INDEX, F64] + generator.random.sample(choices, generator.random.randint(1, 3))
    program, results = generator.define_function(f"p{seed}", arguments, None, generator.random.randint(2, 9))
    return helper + program, arguments, results


if __name__ == "__main__":
    print(generate_program(int(sys.argv[1]))[0])
