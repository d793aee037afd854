"""Prints a function that is one block of many operations: long_block.py STEPS"""
import sys

steps = int(sys.argv[1])
print("func.func @f(%x0: f64) -> f64 {")
for i in range(steps):
    print(f"  %a{i} = math.cos %x{i} : f64")
    print(f"  %x{i + 1} = arith.mulf %a{i}, %x{i} : f64")
print(f"  return %x{steps} : f64")
print("}")
