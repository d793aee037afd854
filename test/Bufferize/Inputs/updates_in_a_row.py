# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A loop in whose body many branches and loops update one array one after the other."""

n = 40
print("""func.func @f(%x: tensor<?xf64>, %n: index, %c: i1, %v: f64) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x0 = %x) -> (tensor<?xf64>) {""")
for k in range(n):
    print(f"""    %y{k} = scf.if %c -> (tensor<?xf64>) {{
      %z = tensor.insert %v into %x{k}[%i] : tensor<?xf64>
      scf.yield %z : tensor<?xf64>
    }} else {{
      scf.yield %x{k} : tensor<?xf64>
    }}
    %x{k + 1} = scf.for %j = %c0 to %n step %c1 iter_args(%a = %y{k}) -> (tensor<?xf64>) {{
      %b = tensor.insert %v into %a[%j] : tensor<?xf64>
      scf.yield %b : tensor<?xf64>
    }}""")
print(f"""    scf.yield %x{n} : tensor<?xf64>
  }}
  return %r : tensor<?xf64>
}}""")
