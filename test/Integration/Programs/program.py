"""Functions on the text of a program: its signatures, requests for derivatives, conversion to f32."""

import re

FUNCTION = r"func\.func (?:private )?@%s\((.*?)\)\s*(?:->\s*(.*?))?\s*\{\n"


def split_types(text):
    """The types in a list `A, B` or `(A, B)`."""
    return re.findall(r"![\w.]+<[^<>]*(?:<[^<>]*>)?>|[\w]+<[^<>]*>|[\w]+", text or "")


def signature(text, name):
    """The types of the arguments and of the results of a function."""
    found = re.search(FUNCTION % re.escape(name), text, re.DOTALL)
    if not found:
        raise SystemExit(f"error: there is no function '{name}'")
    arguments = [part.split(":")[1] for part in re.split(r",\s*(?=%)", found[1])]
    return [split_types(a)[0] for a in arguments], split_types(found[2])


def is_float(type):
    return "f64" in type or "f32" in type


def linear(types):
    return [type if type.startswith("!") else f"!chad.lin<{type}>" for type in types]


def request(text, entry, op, name, wrt, of=None, mode=None):
    """A function `entry` with the operands and results of a request. The operands are the arguments of `name`,
    followed by tangents of those in `wrt` for a jvp, or cotangents of the results in `of` for a vjp.
    """
    types, results = signature(text, name)
    of = list(range(len(results))) if of is None else of
    differentiated = [types[i] for i in wrt]
    returned = [results[i] for i in of]
    clause, extra = {
        "jvp": ("along", linear(differentiated)),
        "vjp": ("seed", linear(returned)),
    }.get(op, ("", []))
    given = {
        "jvp": results + linear(returned),
        "vjp": results + linear(differentiated),
        "grad": differentiated,
        "value_and_grad": results + differentiated,
        "jacobian": [joined(result, arg) for result in returned for arg in differentiated],
    }[op]
    args = [f"%a{i}" for i in range(len(types))]
    vectors = [f"%v{i}" for i in range(len(extra))]
    taken = ", ".join(f"{value}: {type}" for value, type in zip(args + vectors, types + extra))
    operands = f"({', '.join(args)})" + (f" {clause}({', '.join(vectors)})" if clause else "")
    options = f"wrt {wrt} of {of}" + (f" mode<{mode}>" if mode else "")
    count = len(given)
    head, values = ("%r", ["%r"]) if count == 1 else (f"%r:{count}", [f"%r#{i}" for i in range(count)])
    return f"""
func.func @{entry}({taken}) -> ({', '.join(given)}) {{
  {head} = chad.{op} @{name}{operands} {options}
      : ({', '.join(types + extra)}) -> ({', '.join(given)})
  return {', '.join(values)} : {', '.join(given)}
}}
"""


def joined(result, arg):
    """The type of a block of a Jacobian."""
    dims = [re.match(r"tensor<((?:[\d?]+x)*)", type)[1] if "tensor" in type else "" for type in (result, arg)]
    scalar = "f32" if "f32" in result else "f64"
    return f"tensor<{dims[0]}{dims[1]}{scalar}>" if dims[0] or dims[1] else scalar


def to_f32(text):
    """The program on floats of 32 bits."""
    text = text.replace("0x7FF0000000000000 : f64", "0x7F800000 : f32")
    text = text.replace("0xFFF0000000000000 : f64", "0xFF800000 : f32")
    return re.sub(r"\bf64\b|(?<=x)f64\b", "f32", text)
