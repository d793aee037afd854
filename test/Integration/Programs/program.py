"""A program's text: its functions, requests for their derivatives, another precision."""

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


def gradient(text, name, wrt=None, entry="gradient"):
    """A function that gives the results of another one and the cotangents of its arguments `wrt`
    (by default all of float type). Where the result is one float it takes the arguments; else it
    takes them and the cotangents of the results."""
    types, results = signature(text, name)
    if wrt is None:
        wrt = [i for i, type in enumerate(types) if is_float(type)]
    args = [f"%a{i}" for i in range(len(types))]
    listed = ", ".join(map(str, wrt))
    scalar = len(results) == 1 and not results[0].startswith("tensor")
    gradients = [types[i] if scalar else f"!chad.lin<{types[i]}>" for i in wrt]
    if scalar:
        seeds, seed_types = [], []
        request = f"chad.value_and_grad @{name}({', '.join(args)}) wrt [{listed}]"
    else:
        seeds = [f"%s{i}" for i in range(len(results))]
        seed_types = [f"!chad.lin<{type}>" for type in results]
        request = f"chad.vjp @{name}({', '.join(args)}) seed({', '.join(seeds)}) wrt [{listed}]"
    operands = list(zip(args + seeds, types + seed_types))
    given = ", ".join(types + seed_types)
    taken = ", ".join(results + gradients)
    count = len(results) + len(gradients)
    values = ", ".join(f"%r#{i}" for i in range(count)) if count > 1 else "%r"
    head = f"%r:{count}" if count > 1 else "%r"
    return f"""
func.func @{entry}({', '.join(f'{value}: {type}' for value, type in operands)}) -> ({taken}) {{
  {head} = {request} : ({given}) -> ({taken})
  return {values} : {taken}
}}
"""


def to_f32(text):
    """The program on floats of 32 bits."""
    text = text.replace("0x7FF0000000000000 : f64", "0x7F800000 : f32")
    text = text.replace("0xFFF0000000000000 : f64", "0xFF800000 : f32")
    return re.sub(r"\bf64\b|(?<=x)f64\b", "f32", text)
