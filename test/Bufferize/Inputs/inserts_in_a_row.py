"""Prints functions that insert elements one after the other."""


def print_function(name, count, base):
    print(f"func.func @{name}(%x: f64{', %y: tensor<10x10xf64>' if base == '%y' else ''}) -> tensor<10x10xf64> {{")
    if base != "%y":
        print(f"  {base} = arith.constant dense<5.0> : tensor<10x10xf64>")
    for i in range(10):
        print(f"  %c{i} = arith.constant {i} : index")
    for i in range(count):
        place = 7 * i % 25
        print(f"  %n{i} = arith.constant {i}.0 : f64\n  %v{i} = arith.addf %x, %n{i} : f64")
        print(f"  %a{i} = tensor.insert %v{i} into {base}[%c{place // 10}, %c{place % 10}] : tensor<10x10xf64>")
        base = f"%a{i}"
    print(f"  return {base} : tensor<10x10xf64>\n}}")


print_function("many", 40, "%base")
print_function("few", 20, "%base")
print_function("others", 40, "%y")

# Each element is made of two of the array before.
for name, size, count in ("open", "?", 80), ("small", "81", 80), ("long", "?", 192):
    array = f"tensor<{size}xf64>"
    print(f"func.func @{name}(%y: {array}) -> {array} {{")
    for i in range(count + 1):
        print(f"  %c{i} = arith.constant {i} : index")
    base = "%y"
    for i in range(count):
        print(f"  %e{i} = tensor.extract {base}[%c{i}] : {array}")
        print(f"  %f{i} = tensor.extract {base}[%c{i + 1}] : {array}")
        print(f"  %v{i} = arith.addf %e{i}, %f{i} : f64")
        print(f"  %a{i} = tensor.insert %v{i} into {base}[%c{i + 1}] : {array}")
        base = f"%a{i}"
    print(f"  return {base} : {array}\n}}")
