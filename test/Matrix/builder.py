"""Types and the text of functions in MLIR's syntax."""

FLOATS = ("f64", "f32", "f16", "bf16")


class Type:
    """A scalar type if `dims` is None, otherwise a tensor type, each of whose extents is static or dynamic."""

    def __init__(self, element, dims=None):
        self.element = element
        self.dims = dims if dims is None else tuple(dims)

    def __eq__(self, other):
        return (self.element, self.dims) == (other.element, other.dims)

    @property
    def shape(self):
        return () if self.dims is None else tuple(extent for extent, _ in self.dims)

    @property
    def is_float(self):
        return self.element in FLOATS

    @property
    def is_scalar(self):
        return self.dims is None

    def text(self, static=False):
        if self.dims is None:
            return self.element
        dims = "".join(f"{extent}x" if known or static else "?x" for extent, known in self.dims)
        return f"tensor<{dims}{self.element}>"

    __str__ = text

    @property
    def lin(self):
        return f"!chad.lin<{self}>"

    def rows(self):
        """The type of an element of the leading dimension."""
        return Type(self.element, self.dims[1:] or None)

    def array(self, extent, known):
        """The type of an array of such elements."""
        return Type(self.element, ((extent, known), *(self.dims or ())))


INDEX = Type("index")
BOOLEAN = Type("i1")


def texts(types):
    return ", ".join(map(str, types))


class Builder:
    """The functions of a module, and the lines of the one that is being written."""

    def __init__(self, prefix, element):
        self.prefix, self.element = prefix, element
        self.functions, self.lines, self.count, self.symbols = [], [], 0, 0

    @property
    def scalar(self):
        return Type(self.element)

    def fresh(self):
        self.count += 1
        return f"%v{self.count}"

    def symbol(self):
        self.symbols += 1
        return f"@{self.prefix}_{self.symbols}"

    def emit(self, line):
        self.lines.append(line)

    def define(self, rest):
        name = self.fresh()
        self.emit(f"{name} = {rest}")
        return name

    def constant(self, number):
        return self.define(f"arith.constant {number:e} : {self.element}")

    def index(self, number):
        return self.define(f"arith.constant {number} : index")

    def binary(self, op, a, b, type_):
        return self.define(f"arith.{op} {a}, {b} : {type_}")

    def dim(self, value, type_, position):
        extent, known = type_.dims[position]
        if known:
            return self.index(extent)
        return self.define(f"tensor.dim {value}, {self.index(position)} : {type_}")

    def sizes(self, value, type_):
        """The extents of `value` that its type leaves open."""
        return [self.dim(value, type_, i) for i, (_, known) in enumerate(type_.dims) if not known]

    def splat(self, number, like, type_):
        """A value of a type, all elements of which are `number`."""
        if type_.is_scalar:
            return number
        return self.define(f"tensor.splat {number}[{', '.join(self.sizes(like, type_))}] : {type_}")

    def map(self, function, values, types, result):
        """A map over the leading dimension; `function` emits the code for the elements."""
        names = [self.fresh() for _ in values]
        bound = ", ".join(f"{n} in {v} : {t}" for n, v, t in zip(names, values, types))
        made = self.fresh()
        self.emit(f"{made} = chad.map ({bound}) -> {result} {{")
        yielded = function(names)
        self.emit(f"chad.yield {yielded} : {result.rows()}")
        self.emit("}")
        return made

    def elementwise(self, function, values, types):
        """Nested maps that apply `function` to scalars. All operands have one type, or are scalars."""
        main = next((t for t in types if not t.is_scalar), None)
        if main is None:
            return function(values)
        if not main.dims:
            inner = [v if t.is_scalar else self.define(f"tensor.extract {v}[] : {t}")
                     for v, t in zip(values, types)]
            return self.define(f"tensor.from_elements {function(inner)} : {main}")
        mapped = [i for i, t in enumerate(types) if not t.is_scalar]

        def body(names):
            inner, inner_types = list(values), list(types)
            for i, name in zip(mapped, names):
                inner[i], inner_types[i] = name, types[i].rows()
            return self.elementwise(function, inner, inner_types)

        return self.map(body, [values[i] for i in mapped], [types[i] for i in mapped], main)

    def scale(self, factor, value, type_):
        product = lambda v: self.binary("mulf", v[0], v[1], self.element)
        return self.elementwise(product, [factor, value], [self.scalar, type_])

    def total(self, value, type_):
        """The sum of all elements."""
        if type_.is_scalar:
            return value
        if not type_.dims:
            return self.define(f"tensor.extract {value}[] : {type_}")
        if len(type_.dims) > 1:
            sums = self.scalar.array(*type_.dims[0])
            value = self.map(lambda row: self.total(row[0], type_.rows()), [value], [type_], sums)
            type_ = sums
        zero, name, a, x = self.constant(0), self.fresh(), self.fresh(), self.fresh()
        self.emit(f"{name} = chad.reduce ({a}, {x} in {value} from {zero} : {type_}) {{")
        self.emit(f"chad.yield {self.binary('addf', a, x, self.element)} : {self.element}")
        self.emit("}")
        return name

    def at(self, function):
        """The lines that `function` emits, separately, and the value that it returns."""
        saved, self.lines = self.lines, []
        returned = function()
        lines, self.lines = self.lines, saved
        return lines, returned

    def function(self, symbol, types, results, body, attributes=""):
        """Adds a private function; `body` gets the names of its arguments, and returns those of
        its results."""
        names = [self.fresh() for _ in types]
        lines, returned = self.at(lambda: body(names))
        header = ", ".join(f"{n}: {t}" for n, t in zip(names, types))
        self.functions.append("\n".join([
            f"func.func private {symbol}({header}) -> ({', '.join(map(str, results))}){attributes} {{",
            *("  " + line for line in lines),
            f"  return {', '.join(returned)} : {', '.join(map(str, results))}", "}"]))
