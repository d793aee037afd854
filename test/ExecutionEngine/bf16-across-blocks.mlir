// Without instructions for bf16, x86 has such numbers as f32 in blocks behind that which makes them,
// and rounds them by a function that the code brings along.

// RUN: chad-run %s --arg=2.5 --arg=13 --arg=true | FileCheck %s
// RUN: chad-run %s --arg=2.5 --arg=13 --arg=true --host-features=false | FileCheck %s
// CHECK: bf16 3
// CHECK-NEXT: tensor<13xbf16> [3, 3, 3,

func.func @main(%z: bf16, %n: index, %c: i1) -> (bf16, tensor<?xbf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %three = arith.constant 3.0 : bf16
  %xs = chad.build %i < %n -> tensor<?xbf16> {
    %r = arith.select %c, %z, %three : bf16
    %s = scf.if %c -> bf16 {
      scf.yield %three : bf16
    } else {
      %t = arith.addf %r, %r : bf16
      scf.yield %t : bf16
    }
    chad.yield %s : bf16
  }
  %f = scf.for %i = %c0 to %n step %c1 iter_args(%a = %z) -> bf16 {
    %x = tensor.extract %xs[%i] : tensor<?xbf16>
    %g = arith.cmpf ogt, %x, %a : bf16
    %h = arith.select %g, %x, %a : bf16
    scf.yield %h : bf16
  }
  return %f, %xs : bf16, tensor<?xbf16>
}
