"""The programs and their derivatives through unary normal form.

  unf.py [PROGRAM...]

For each program:
  * to the normal form and out of it again is the identity, up to canonicalization;
  * reverse mode on the normal form, and out of it, ends in the code that direct reverse mode
    makes (`chad-verify-same`);
  * the derivative has the right numbers while it is on contexts.

Prints a table of the sizes of the derivatives, in ops, and `identical` or `other code`.
"""

import pathlib
import re
import subprocess
import sys

import derivatives
import inputs
from running import compare, run, transform

# Direct reverse mode counts the tokens of one sequence twice here, where the other way finds the
# extents equal: the same numbers by other code.
OTHER_CODE = {"transformer_block"}

SIMPLIFY = ["--inline", "--symbol-dce", "--chad-simplify", "--canonicalize", "--cse"]
REVERSE = ["--chad-to-unf", "--chad-unf-reverse=function={0} name=through"]


def definitions(text):
    return text[text.index("{") + 1 : text.rindex("}")]


def functions(text):
    return set(re.findall(r"func\.func (?:private )?@([\w.]+)", text))


def are_same(one, other, first, second):
    """Whether function `first` of one module is function `second` of the other."""
    for name in functions(other) - {second}:
        other = re.sub(rf"@{re.escape(name)}(?![\w.])", f"@other.{name}", other)
    if first == second:
        other = re.sub(rf"@{re.escape(second)}(?![\w.])", "@other", other)
        second = "other"
    done = subprocess.run(
        ["chad-opt", "-", f"--chad-verify-same=first={first} second={second}"],
        input="module {" + definitions(one) + definitions(other) + "}",
        text=True,
        capture_output=True,
    )
    return done.returncode == 0


def only(text, name):
    """The module with nothing but what function `name` needs."""
    public = re.sub(r"func\.func @(?!" + name + r"\b)", "func.func private @", text)
    return transform(public, ["--symbol-dce"])


def numops(text, name):
    body = text[text.index(f"@{name}(") :]
    body = body[: body.index("\n  }")]
    return len(re.findall(r"^ +(?:%[^=]*= )?[\w.]+[ (]", body, re.MULTILINE))


def check(name):
    source = "hand" if name == "hand_complicated" else name
    text = pathlib.Path(__file__).with_name(f"{source}.mlir").read_text(encoding="utf-8")
    program = only(text, name)
    plain = transform(program, SIMPLIFY)
    through = transform(program, ["--chad-to-unf", "--chad-from-unf", *SIMPLIFY])
    if not are_same(plain, through, name, name):
        sys.exit(f"error: {name} is another program after a round trip")

    direct = transform(program, [f"--chad-reverse=function={name} name=direct", *SIMPLIFY])
    passes = [option.format(name) for option in REVERSE]
    other = transform(program, [*passes, "--chad-from-unf", *SIMPLIFY])
    same = are_same(direct, other, "direct", "through")

    point = derivatives.Point(text, name, inputs.make(name, "tiny"))
    request, args = derivatives.reverse_request(text, name, point)
    code = transform(text + request, ["--chad-to-unf", "--chad-differentiate"])
    if "chad.unf.leave" not in code:
        sys.exit(f"error: {name} has no contexts")
    expected = point.values + point.gradients()
    compare(f"{name} on contexts", run(code, "reverse", args, len(expected)), expected, 1e-11)
    return numops(direct, "direct"), numops(other, "through"), same


def main():
    print(f"{'program':18}{'direct':>8}{'through':>9}")
    differ = []
    for name in sys.argv[1:] or inputs.SIZES:
        direct, through, same = check(name)
        print(f"{name:18}{direct:8}{through:9}  {'identical' if same else 'other code'}", flush=True)
        if not same and name not in OTHER_CODE:
            differ.append(name)
    if differ:
        sys.exit(f"error: the two ways end in other code for {', '.join(differ)}")


if __name__ == "__main__":
    main()
