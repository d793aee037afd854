"""Random programs against the verifier of linear regions.

A generator makes functions of linear arguments from ops, loops and function values. Some functions it keeps
linear; in others it sometimes uses an arbitrary value. The verifier must accept each function that the
generator kept linear. Each function that the verifier accepts must be a homomorphism, f(x + a y) = f(x) + a
f(y), when the interpreter runs it.
"""
import random
import re
import subprocess
import sys
import tempfile

LIN, VEC = "!chad.lin<f64>", "tensor<3xf64>"


class Function:
    """@fN(%k, %ks, %v, %vs): a scalar and a vector, Cartesian and linear."""

    def __init__(self, name, rng, slips):
        self.name, self.rng, self.slips = name, rng, slips
        self.slipped = False
        self.lines, self.indent, self.count = [], "  ", 0
        # Values in scope by class (constant or linear) and type (scalar or vector).
        self.scope = {("c", "s"): ["%k"], ("c", "v"): ["%ks"], ("l", "s"): [], ("l", "v"): []}
        self.define("l", "s", "chad.from_linear %v : !chad.lin<f64>")
        self.define("l", "v", "chad.from_linear %vs : !chad.lin<tensor<3xf64>>")
        for _ in range(rng.randint(3, 9)):
            self.step(2)
        s, v = self.linear("s"), self.linear("v")
        self.emit(f"%r0 = chad.to_linear {s} : f64")
        self.emit(f"%r1 = chad.to_linear {v} : {VEC}")

    def text(self):
        body = "\n".join(self.lines)
        return (
            f"func.func @{self.name}(%k: f64, %ks: {VEC}, %v: {LIN}, %vs: !chad.lin<{VEC}>, "
            f"%zero: f64, %one: f64, %b: i1, %i0: index, %i1: index, %i2: index)"
            f" -> ({LIN}, !chad.lin<{VEC}>) {{\n{body}\n"
            f"  return %r0, %r1 : {LIN}, !chad.lin<{VEC}>\n}}\n"
        )

    def emit(self, line):
        self.lines.append(self.indent + line)

    def fresh(self):
        self.count += 1
        return f"%x{self.count}"

    def define(self, cls, kind, text):
        name = self.fresh()
        self.emit(f"{name} = {text}")
        self.scope[cls, kind].append(name)
        return name

    def pick(self, cls, kind):
        if self.rng.random() < self.slips:
            other = "l" if cls == "c" else "c"
            if self.scope[other, kind]:
                self.slipped = True
                return self.rng.choice(self.scope[other, kind])
        return self.rng.choice(self.scope[cls, kind][-4:])

    def linear(self, kind):
        return self.pick("l", kind)

    def constant(self, kind):
        return self.pick("c", kind)

    def inside(self, build):
        """Values that are defined in here are not in scope afterwards."""
        saved = {key: list(values) for key, values in self.scope.items()}
        self.indent += "  "
        build()
        self.indent = self.indent[:-2]
        self.scope = saved

    def body(self, depth, args, yields, word="chad.yield"):
        def build():
            for cls, kind, name in args:
                self.scope[cls, kind].append(name)
            for _ in range(self.rng.randint(1, 3)):
                self.step(depth - 1)
            values = [self.pick(cls, kind) for cls, kind in yields]
            types = ", ".join({"s": "f64", "v": VEC}[kind] for _, kind in yields)
            self.emit(f"{word} {', '.join(values)} : {types}")

        self.inside(build)

    def step(self, depth):
        simple = [self.add, self.mul, self.div, self.neg, self.select, self.fma, self.index,
                  self.pack, self.gather, self.accumulate, self.constant_math, self.vector_add]
        nested = [self.map, self.build, self.reduce, self.scan, self.fold, self.loop, self.branch,
                  self.lambda_, self.lfun, self.power, self.copower, self.case, self.hist]
        self.rng.choice(simple + (nested if depth > 0 else []))()

    # One op each.
    def add(self):
        op = self.rng.choice(["arith.addf", "arith.subf"])
        self.define("l", "s", f"{op} {self.linear('s')}, {self.linear('s')} : f64")

    def vector_add(self):
        self.define("l", "v", f"arith.addf {self.linear('v')}, {self.linear('v')} : {VEC}")

    def mul(self):
        pair = [self.constant("s"), self.linear("s")]
        self.rng.shuffle(pair)
        self.define("l", "s", f"arith.mulf {pair[0]}, {pair[1]} : f64")

    def div(self):
        e = self.define("c", "s", f"math.cosh {self.constant('s')} : f64")
        self.define("l", "s", f"arith.divf {self.linear('s')}, {e} : f64")

    def neg(self):
        self.define("l", "s", f"arith.negf {self.linear('s')} : f64")

    def select(self):
        other = self.rng.choice([self.linear("s"), "%zero"])
        self.slipped |= other == "%zero"
        self.define("l", "s", f"arith.select %b, {self.linear('s')}, {other} : f64")

    def fma(self):
        self.define("l", "s", f"math.fma {self.constant('s')}, {self.linear('s')}, {self.linear('s')} : f64")

    def index(self):
        self.define("l", "s", f"tensor.extract {self.linear('v')}[%i1] : {VEC}")

    def pack(self):
        a, b, c = (self.linear("s") for _ in range(3))
        self.define("l", "v", f"tensor.from_elements {a}, {b}, {c} : {VEC}")

    def gather(self):
        i = self.fresh()
        self.emit(f"{i} = tensor.from_elements %i2, %i0, %i2 : tensor<3xindex>")
        self.define("l", "v", f"chad.gather {self.linear('v')}[{i}] : {VEC}, tensor<3xindex> -> {VEC}")

    def accumulate(self):
        self.define("l", "v", f"chad.accumulate {self.linear('s')} into {self.linear('v')}[%i2] : f64 into {VEC}")

    def constant_math(self):
        self.define("c", "s", f"math.sin {self.constant('s')} : f64")

    # Ops with regions.
    def map(self):
        name, x, y = self.fresh(), self.fresh(), self.fresh()
        self.emit(f"{name} = chad.map ({x} in {self.linear('v')} : {VEC}, {y} in {self.constant('v')} : {VEC}) -> {VEC} {{")
        self.body(1, [("l", "s", x), ("c", "s", y)], [("l", "s")])
        self.emit("}")
        self.scope["l", "v"].append(name)

    def build(self):
        name, i = self.fresh(), self.fresh()
        c3 = self.fresh()
        self.emit(f"{c3} = arith.constant 3 : index")
        self.emit(f"{name} = chad.build {i} < {c3} -> {VEC} {{")
        self.body(1, [], [("l", "s")])
        self.emit("}")
        self.scope["l", "v"].append(name)

    def sum_body(self, a, x):
        self.emit(f"  {a}s = arith.addf {a}, {x} : f64")
        self.emit(f"  chad.yield {a}s : f64")
        self.emit("}")

    def zero(self):
        name = self.fresh()
        self.emit(f"{name} = arith.constant 0.0 : f64")
        return name

    def reduce(self):
        name, a, x, z = self.fresh(), self.fresh(), self.fresh(), self.zero()
        self.emit(f"{name} = chad.reduce ({a}, {x} in {self.linear('v')} from {z} : {VEC}) {{")
        self.sum_body(a, x)
        self.scope["l", "s"].append(name)

    def hist(self):
        name, a, x, z, i, n = (self.fresh() for _ in range(6))
        self.emit(f"{i} = tensor.from_elements %i2, %i0, %i2 : tensor<3xindex>")
        self.emit(f"{n} = arith.constant 3 : index")
        self.emit(f"{z} = arith.constant 0.0 : f64")
        self.emit(f"{name} = chad.hist {i} : tensor<3xindex> bins {n} ({a}, {x} in {self.linear('v')} from {z} : {VEC}) -> {VEC} {{")
        self.sum_body(a, x)
        self.scope["l", "v"].append(name)

    def scan(self):
        """The affine pairs (a, b)(c, d) = (ac, cb + d)."""
        p, q, z = self.fresh(), self.fresh(), self.zero()
        kind = self.rng.choice(["left inclusive", "left exclusive", "right inclusive"])
        xs, ys = self.constant("v"), self.linear("v")
        self.emit(f"{p}, {q} = chad.scan {kind} ({p}a, {p}b in {xs} from %one : {VEC}, {q}a, {q}b in {ys} from {z} : {VEC}) {{")
        self.emit(f"  {p}p = arith.mulf {p}a, {p}b : f64")
        self.emit(f"  {p}q = arith.mulf {p}b, {q}a : f64")
        self.emit(f"  {p}r = arith.addf {p}q, {q}b : f64")
        self.emit(f"  chad.yield {p}p, {p}r : f64, f64")
        self.emit("}")
        self.scope["c", "v"].append(p)
        self.scope["l", "v"].append(q)

    def fold(self):
        name, x, s, t = (self.fresh() for _ in range(4))
        start = self.rng.choice([self.linear("s"), self.zero()])
        self.emit(f"{name}:3 = chad.fold ({x} in {self.linear('v')} : {VEC}) with ({s} = {start} : f64, {t} = {self.constant('s')} : f64) collect ({VEC}) {{")
        self.body(1, [("l", "s", x), ("l", "s", s), ("c", "s", t)], [("l", "s"), ("c", "s"), ("l", "s")])
        self.emit("}")
        self.scope["l", "s"].append(name + "#0")
        self.scope["c", "s"].append(name + "#1")
        self.scope["l", "v"].append(name + "#2")

    def loop(self):
        name, a, c, i = (self.fresh() for _ in range(4))
        start = self.rng.choice([self.linear("s"), self.zero()])
        self.emit(f"{name}:2 = scf.for {i} = %i0 to %i2 step %i1 iter_args({a} = {start}, {c} = {self.constant('s')}) -> (f64, f64) {{")
        self.body(1, [("l", "s", a), ("c", "s", c)], [("l", "s"), ("c", "s")], "scf.yield")
        self.emit("}")
        self.scope["l", "s"].append(name + "#0")
        self.scope["c", "s"].append(name + "#1")

    def branch(self):
        name = self.fresh()
        self.emit(f"{name}:2 = scf.if %b -> (f64, {VEC}) {{")
        self.body(1, [], [("l", "s"), ("l", "v")], "scf.yield")
        self.emit("} else {")
        self.body(1, [], [("l", "s"), ("l", "v")], "scf.yield")
        self.emit("}")
        self.scope["l", "s"].append(name + "#0")
        self.scope["l", "v"].append(name + "#1")

    def only_constants(self, build):
        """What a function value captures is constant."""
        saved = self.scope
        self.scope = dict(saved)
        self.scope["l", "s"], self.scope["l", "v"] = [], []
        build()
        self.scope = saved

    def lambda_(self):
        f, x, y, a = (self.fresh() for _ in range(4))

        def build():
            self.emit(f"{f} = chad.lambda ({y} : f64, {x} : {LIN}) -> {LIN} {{")
            self.emit(f"  {a} = chad.scale {y}, {x} : f64, {LIN}")
            self.emit(f"  chad.yield {a} : {LIN}")
            self.emit("}")

        self.only_constants(build)
        v, w = self.fresh(), self.fresh()
        self.emit(f"{v} = chad.to_linear {self.linear('s')} : f64")
        self.emit(f"{w} = chad.apply {f}({self.constant('s')}, {v}) : (f64, {LIN}) -> {LIN}")
        self.define("l", "s", f"chad.from_linear {w} : {LIN}")

    def lfun(self):
        f, x, a = (self.fresh() for _ in range(3))
        k = self.constant("s")
        self.emit(f"{f} = chad.lfun.lambda ({x} : {LIN}) -> {LIN} {{")
        self.emit(f"  {a} = chad.scale {k}, {x} : f64, {LIN}")
        self.emit(f"  chad.yield {a} : {LIN}")
        self.emit("}")
        v, w = self.fresh(), self.fresh()
        self.emit(f"{v} = chad.to_linear {self.linear('s')} : f64")
        self.emit(f"{w} = chad.lfun.apply {f}({v}) : !chad.lfun<(lin<f64>) -> (lin<f64>)>")
        self.define("l", "s", f"chad.from_linear {w} : {LIN}")

    def power(self):
        """A lambda that is linear in what it captures."""
        f, y, a, b, c = (self.fresh() for _ in range(5))
        v = self.linear("s")
        self.emit(f"{f} = chad.lambda ({y} : f64) -> {LIN} {{")
        self.emit(f"  {a} = arith.mulf {y}, {v} : f64")
        self.emit(f"  {b} = chad.to_linear {a} : f64")
        self.emit(f"  chad.yield {b} : {LIN}")
        self.emit("}")
        self.emit(f"{c} = chad.apply {f}({self.constant('s')}) : (f64) -> {LIN}")
        self.define("l", "s", f"chad.from_linear {c} : {LIN}")

    def copower(self):
        v, c, r, y, x, a = (self.fresh() for _ in range(6))
        t = "!chad.copower<(f64), (lin<f64>)>"
        self.emit(f"{v} = chad.to_linear {self.linear('s')} : f64")
        self.emit(f"{c} = chad.copower.singleton ({self.constant('s')}) tensor ({v}) : {t}")
        self.emit(f"{r} = chad.copower.fold {c} : {t} ({y} : f64, {x} : {LIN}) -> {LIN} {{")
        self.emit(f"  {a} = chad.scale {y}, {x} : f64, {LIN}")
        self.emit(f"  chad.yield {a} : {LIN}")
        self.emit("}")
        self.define("l", "s", f"chad.from_linear {r} : {LIN}")

    def case(self):
        s, r, x = self.fresh(), self.fresh(), self.fresh()
        self.emit(f"{s} = chad.inj 1({self.constant('s')}) : (f64) -> !chad.sum<(), (f64)>")
        self.emit(f"{r} = chad.case {s} : !chad.sum<(), (f64)> -> f64")
        self.emit("() {")
        self.body(1, [], [("l", "s")])
        self.emit("}")
        self.emit(f"({x} : f64) {{")
        self.body(1, [("c", "s", x)], [("l", "s")])
        self.emit("}")
        self.scope["l", "s"].append(r)


def check_text(name):
    """@check_fN gives f(x + a y) and f(x) + a f(y)."""
    call = f"func.call @{name}(%k, %ks, {{0}}, {{1}}, %zero, %one, %b, %i0, %i1, %i2)" \
           f" : (f64, {VEC}, {LIN}, !chad.lin<{VEC}>, f64, f64, i1, index, index, index)" \
           f" -> ({LIN}, !chad.lin<{VEC}>)"
    vt = f"!chad.lin<{VEC}>"
    return f"""
func.func @check_{name}() -> ({LIN}, {vt}, {LIN}, {vt}) {{
  %k = arith.constant 0.7 : f64
  %ks = arith.constant dense<[0.3, -1.1, 0.9]> : {VEC}
  %a = arith.constant -1.7 : f64
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %b = arith.constant true
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %c0 = arith.constant 1.3 : f64
  %c1 = arith.constant -0.4 : f64
  %c2 = arith.constant dense<[0.2, 0.5, -0.6]> : {VEC}
  %c3 = arith.constant dense<[-0.8, 0.1, 1.4]> : {VEC}
  %x = chad.to_linear %c0 : f64
  %y = chad.to_linear %c1 : f64
  %xs = chad.to_linear %c2 : {VEC}
  %ys = chad.to_linear %c3 : {VEC}
  %ay = chad.scale %a, %y : f64, {LIN}
  %ays = chad.scale %a, %ys : f64, {vt}
  %s = chad.add %x, %ay : {LIN}
  %ss = chad.add %xs, %ays : {vt}
  %l:2 = {call.format('%s', '%ss')}
  %p:2 = {call.format('%x', '%xs')}
  %q:2 = {call.format('%y', '%ys')}
  %aq = chad.scale %a, %q#0 : f64, {LIN}
  %aqs = chad.scale %a, %q#1 : f64, {vt}
  %r = chad.add %p#0, %aq : {LIN}
  %rs = chad.add %p#1, %aqs : {vt}
  return %l#0, %l#1, %r, %rs : {LIN}, {vt}, {LIN}, {vt}
}}
"""


def rejected(functions):
    """The names of the functions that the verifier rejects."""
    lines, starts = [], []
    for function in functions:
        starts.append(len(lines) + 1)
        lines += function.text().split("\n")
    run = subprocess.run(["chad-opt", "--chad-verify-linear", "-o", "/dev/null", "-"],
                         input="\n".join(lines), capture_output=True, text=True)
    names = set()
    for match in re.finditer(r"^<stdin>:(\d+):\d+: error: (.*)$", run.stderr, re.M):
        line = int(match[1])
        which = max(i for i, start in enumerate(starts) if start <= line)
        if not re.search("linear|joins", match[2]):
            sys.exit(f"unexpected error: {match[2]}\n{functions[which].text()}")
        names.add(functions[which].name)
    if (run.returncode != 0) != bool(names):
        sys.exit(f"exit code {run.returncode}, {len(names)} rejected\n{run.stderr[:2000]}")
    return names


def is_homomorphism(function, path):
    with open(path, "w") as file:
        file.write(function.text() + check_text(function.name))
    run = subprocess.run(["chad-run", path, "--interpret", f"--entry=check_{function.name}"],
                         capture_output=True, text=True)
    if run.returncode:
        sys.exit(f"the interpreter fails\n{run.stderr}\n{function.text()}")
    rows = [[float(x) for x in re.findall(r"[-+]?(?:\d+\.?\d*(?:e[-+]?\d+)?|inf|nan)", line.split(">", 1)[1].replace(">", " "))]
            for line in run.stdout.strip().split("\n")]
    left, right = rows[0] + rows[1], rows[2] + rows[3]
    if len(left) != 4 or len(right) != 4:
        sys.exit(f"cannot read the results\n{run.stdout}")
    scale = max(map(abs, left + right)) + 1
    return all(abs(a - b) <= 1e-9 * scale for a, b in zip(left, right))


def main():
    rng = random.Random(int(sys.argv[1]))
    count = int(sys.argv[2])
    functions = [Function(f"f{i}", rng, 0.0 if i % 2 else 0.03) for i in range(count)]
    bad = rejected(functions)
    for function in functions:
        if function.name in bad and not function.slipped:
            sys.exit(f"a linear function is rejected:\n{function.text()}")
    accepted = [function for function in functions if function.name not in bad]
    with tempfile.TemporaryDirectory() as folder:
        for function in accepted:
            if not is_homomorphism(function, f"{folder}/{function.name}.mlir"):
                sys.exit(f"accepted, but no homomorphism:\n{function.text()}")
        # The check can fail: it refutes what the verifier rejects, unless what is
        # wrong does not reach the results.
        refuted = sum(
            not is_homomorphism(function, f"{folder}/{function.name}.mlir")
            for function in functions
            if function.name in bad
        )
        if 5 * refuted < len(bad):
            sys.exit(f"only {refuted} of {len(bad)} rejected functions are no homomorphisms")
    slipped = sum(function.slipped for function in functions)
    print(f"{count} functions, {slipped} with slips: {len(accepted)} accepted homomorphisms, "
          f"{len(bad)} rejected, {refuted} of them refuted")


if __name__ == "__main__":
    main()
