// Remarks about the choice of residuals, and about other changes of loops.

// RUN: chad-opt %s --chad-choose-residuals --remarks-filter=chad-choose-residuals -o /dev/null 2>&1 | FileCheck %s
// RUN: chad-opt %s --chad-to-cpu --remarks-filter=.* -o /dev/null 2>&1 | FileCheck %s --check-prefix=PIPELINE
// RUN: chad-run %s --entry=quotient --remarks --arg='[1,2]' --arg=3 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: chad-run %s --entry=quotient --remarks=fuse --arg='[1,2]' --arg=3 2>&1 | FileCheck %s --check-prefix=SOME
// RUN: chad-run %s --entry=quotient --arg='[1,2]' --arg=3 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not chad-run %s --entry=quotient --remarks='(' --arg='[1,2]' --arg=3 2>&1 | FileCheck %s --check-prefix=BAD

// CHECK: remarks.mlir:[[#@LINE+20]]:{{.*}}: remark: [Passed] residuals | Category:chad-choose-residuals | Function=quotient | Remark="each iteration keeps 1 number (8 bytes) for a loop that follows instead of 3 numbers (24 bytes), and 1 operation is done again"
// CHECK: remarks.mlir:[[#@LINE+22]]:{{.*}} kept {{.*}}"f64 is kept: 'math.exp' again would cost 20 operations"
// CHECK: remarks.mlir:[[#@LINE+23]]:{{.*}} recomputed {{.*}}"f64 is computed again, by 'arith.divf'"
// CHECK: remarks.mlir:[[#@LINE+21]]:{{.*}} recomputed {{.*}}"f64 is computed again, by 'arith.addf'"

// PIPELINE-DAG: [Passed] raised | Category:chad-raise-contractions | Function=product | Remark="a product of matrices leaves the loop at remarks.mlir:
// PIPELINE-DAG: [Missed] not-fused | Category:chad-fuse-loops | Function=quotient | Remark="not fused with the loop at remarks.mlir:[[#@LINE+14]]:10: its iterations follow each other"
// PIPELINE-DAG: [Passed] fused | Category:chad-fuse-loops | Function=rows | Remark="fused with the loop at remarks.mlir:
// PIPELINE-DAG: [Passed] kept | Category:chad-choose-residuals
// PIPELINE-DAG: [Passed] vectorized | Category:chad-vectorize-lanes | Function=rows | Remark="16 iterations at a time, each in a lane of vectors"

// SAID: remark: not fused with the loop at {{.*}} [chad-fuse-loops]
// SAID: remark: each iteration keeps 1 number (8 bytes){{.*}} [chad-choose-residuals]
// SOME: [chad-fuse-loops]
// SOME-NOT: [chad-choose-residuals]
// NONE-NOT: remark
// BAD: error: --remarks is no regular expression: parentheses not balanced

func.func @quotient(%xs: tensor<?xf64>, %k: f64) -> (f64, f64) {
  %one = arith.constant 1.0 : f64
  %r:4 = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %k : f64)
      collect (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
    %a = arith.mulf %s, %x : f64
    %e = math.exp %a : f64
    %d = arith.addf %e, %one : f64
    %q = arith.divf %one, %d : f64
    chad.yield %q, %e, %d, %q : f64, f64, f64, f64
  }
  %t = chad.fold right (%e in %r#1 : tensor<?xf64>, %d in %r#2 : tensor<?xf64>,
                        %q in %r#3 : tensor<?xf64>) with (%s = %k : f64) {
    %i = arith.divf %one, %d : f64
    %a = arith.mulf %q, %i : f64
    %b = arith.mulf %a, %e : f64
    %c = arith.mulf %b, %s : f64
    chad.yield %c : f64
  }
  return %r#0, %t : f64, f64
}

func.func @product(%a: tensor<?x?xf64>, %bt: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %zero = arith.constant 0.0 : f64
  %c = chad.map (%row in %a : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %r = chad.map (%column in %bt : tensor<?x?xf64>) -> tensor<?xf64> {
      %d = chad.fold (%x in %row : tensor<?xf64>, %y in %column : tensor<?xf64>)
          with (%s = %zero : f64) {
        %p = arith.mulf %x, %y : f64
        %t = arith.addf %s, %p : f64
        chad.yield %t : f64
      }
      chad.yield %d : f64
    }
    chad.yield %r : tensor<?xf64>
  }
  return %c : tensor<?x?xf64>
}

func.func @rows(%xs: tensor<?x?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %sums = chad.map (%x in %xs : tensor<?x?xf64>) -> tensor<?xf64> {
    %sum = chad.fold (%e in %x : tensor<?xf64>) with (%s = %zero : f64) {
      %f = math.exp %e : f64
      %t = arith.addf %s, %f : f64
      chad.yield %t : f64
    }
    chad.yield %sum : f64
  }
  %logs = chad.map (%s in %sums : tensor<?xf64>) -> tensor<?xf64> {
    %l = math.log %s : f64
    chad.yield %l : f64
  }
  return %sums, %logs : tensor<?xf64>, tensor<?xf64>
}
