// Rows of a state are updated by vectors that are kept for a few iterations at a time.
// RUN: chad-run %s --entry=f --arg='[[-1, 1.1], [0.3, -0.1]]' --arg=3 --threads=3 --thread-grain=1 --grad-check | FileCheck %s
// RUN: chad-run %s --entry=f --arg='[[-1, 1.1], [0.3, -0.1]]' --arg=3 --vectorize-everywhere --grad-check | FileCheck %s
// CHECK: gradient check
func.func @f(%x: tensor<?x?xf64>, %n: index) -> tensor<?x?x?xf64> {
  %r = chad.build %i < %n -> tensor<?x?x?xf64> {
    %i32 = arith.index_cast %i : index to i32
    %k = arith.sitofp %i32 : i32 to f64
    %y = chad.map (%row in %x : tensor<?x?xf64>) -> tensor<?x?xf64> {
      %z = chad.map (%e in %row : tensor<?xf64>) -> tensor<?xf64> {
        %p = arith.mulf %k, %e : f64
        chad.yield %p : f64
      }
      chad.yield %z : tensor<?xf64>
    }
    %s = math.sin %y : tensor<?x?xf64>
    chad.yield %s : tensor<?x?xf64>
  }
  return %r : tensor<?x?x?xf64>
}
