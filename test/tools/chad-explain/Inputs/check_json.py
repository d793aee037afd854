"""Checks a derivation of two-lets.mlir in JSON: check_json.py FILE PROGRAM"""
import json
import sys

with open(sys.argv[1]) as file:
    derivation = json.load(file)
with open(sys.argv[2]) as file:
    source = file.read().split("\n")
assert derivation["function"] == "f" and derivation["headline"] == "The derivative of @f", derivation
stages = {stage["id"]: stage for stage in derivation["stages"]}
assert len(stages) == 17, list(stages)
for name, stage in stages.items():
    if stage["missing"]:
        assert stage["remark"], name
        continue
    lines = stage["code"].split("\n")
    assert len(lines) == len(stage["lines"]), name
    assert stage["title"] and stage["what"] and stage["cost"], name
    for line, number in zip(lines, stage["lines"]):
        assert 0 <= number <= len(source), (name, line, number)
# The function is its own source.
function = stages["function"]
for line, number in zip(function["code"].split("\n"), function["lines"]):
    assert not line or line.strip() == "}" or line.split("(")[0].strip() in source[number - 1], (line, number)
# The reverse derivative computes the function, too.
reverse = stages["vjp-simplified"]
w2 = next(i for i, text in enumerate(source, 1) if "%w2 =" in text)
assert w2 in reverse["lines"], reverse["lines"]
