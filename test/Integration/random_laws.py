"""A random program of linear functions over components lin<f64>.

    python3 random_laws.py SEED

Its function @main applies each of them, and its transpose, to values; all numbers
are small integers, so that results are exact and canonicalization must keep them.
"""

import random
import sys

LIN = "lin<f64>"


def lfun(m, n):
    return f"!chad.lfun<({', '.join([LIN] * m)}) -> ({', '.join([LIN] * n)})>"


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.maps = {}

    def emit(self, text, results=1):
        name = f"%v{len(self.lines)}"
        self.lines.append(f"{name}{'' if results == 1 else f':{results}'} = {text}")
        return name

    def operator(self, kind, maps):
        types = ", ".join(lfun(m, n) for _, m, n in maps)
        return self.emit(f"chad.lfun.{kind} {', '.join(name for name, _, _ in maps)} : {types}")

    def positions(self, whole, part):
        return sorted(self.random.sample(range(whole), part))

    def leaf(self, m, n):
        kinds = ["zero", "lambda"]
        if m == n:
            kinds += ["id", "scale", "scale"]
        if n < m:
            kinds += ["project"] * 3
        if m < n:
            kinds += ["inject"] * 3
        kind = self.random.choice(kinds)
        if kind == "scale":
            factor = self.emit(f"arith.constant {self.random.randint(-2, 2)}.0 : f64")
            return self.emit(f"chad.lfun.scale {factor} : f64, {lfun(m, n)}")
        if kind == "project":
            return self.emit(f"chad.lfun.project {self.positions(m, n)} : {lfun(m, n)}")
        if kind == "inject":
            return self.emit(f"chad.lfun.inject {self.positions(n, m)} : {lfun(m, n)}")
        if kind != "lambda":
            return self.emit(f"chad.lfun.{kind} : {lfun(m, n)}")
        # Component i of the result is k times one component of the argument.
        factor = self.emit(f"arith.constant {self.random.randint(-3, 3)}.0 : f64")
        args = ", ".join(f"%a{i} : !chad.{LIN}" for i in range(m))
        body = [f"  %b{i} = chad.scale {factor}, %a{self.random.randrange(m)} : f64, !chad.{LIN}"
                for i in range(n)]
        types = ", ".join([f"!chad.{LIN}"] * n)
        yielded = ", ".join(f"%b{i}" for i in range(n))
        return self.emit("\n".join([f"chad.lfun.lambda ({args}) -> ({types}) {{", *body,
                                    f"  chad.yield {yielded} : {types}", "}"]))

    def split(self, n):
        cut = self.random.randint(1, n - 1)
        return cut, n - cut

    def map(self, m, n, depth):
        known = self.maps.setdefault((m, n), [])
        if known and self.random.random() < 0.15:
            return self.random.choice(known)
        kind = self.random.choice(["leaf", "compose", "compose", "compose", "add", "fork", "join"])
        if depth == 0 or (kind == "fork" and n == 1) or (kind == "join" and m == 1):
            kind = "leaf"
        if kind == "leaf":
            name = self.leaf(m, n)
        elif kind == "compose":
            k = self.random.randint(1, 3)
            name = self.operator(kind, [(self.map(k, n, depth - 1), k, n),
                                        (self.map(m, k, depth - 1), m, k)])
        elif kind == "add":
            name = self.operator(kind, [(self.map(m, n, depth - 1), m, n) for _ in range(2)])
        elif kind == "fork":
            name = self.operator(kind, [(self.map(m, k, depth - 1), m, k) for k in self.split(n)])
        else:
            name = self.operator(kind, [(self.map(k, n, depth - 1), k, n) for k in self.split(m)])
        if self.random.random() < 0.1:
            # Twice transposed, or the transpose of a map the other way round.
            once = self.emit(f"chad.lfun.transpose {name} : {lfun(m, n)}")
            name = self.emit(f"chad.lfun.transpose {once} : {lfun(n, m)}")
        known.append(name)
        return name


def main():
    program = Program(int(sys.argv[1]))
    ones = [program.emit(f"arith.constant {10 ** i}.0 : f64") for i in range(3)]
    args = [program.emit(f"chad.to_linear {one} : f64") for one in ones]
    results = []

    def apply(name, m, n):
        r = program.emit(f"chad.lfun.apply {name}({', '.join(args[:m])}) : {lfun(m, n)}", n)
        results.extend([r] if n == 1 else [f"{r}#{i}" for i in range(n)])

    for _ in range(40):
        m, n = program.random.randint(1, 3), program.random.randint(1, 3)
        apply(program.map(m, n, 5), m, n)
    types = ", ".join([f"!chad.{LIN}"] * len(results))
    body = "\n".join(program.lines)
    print(f"func.func @main() -> ({types}) {{\n{body}\nreturn {', '.join(results)} : {types}\n}}")


if __name__ == "__main__":
    main()
