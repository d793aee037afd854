// Records whose arrays have several extents stay records: a loop that reads them stays on the CPU, also if it reads
// nothing but numbers.

// RUN: chad-run %s --interpret --arg=[2,0,3] --arg=[1.0,2.0,3.0] | FileCheck %s
// RUN: chad-run %s --arg=[2,0,3] --arg=[1.0,2.0,3.0] --target=cuda-emulated --remarks=place-arrays 2>&1 | FileCheck %s --check-prefixes=PLACES,CHECK
// PLACES: remark: stays on the CPU: it makes or reads records
// CHECK: tensor<3xf64> [2, 0, 9]
// CHECK: index 4

chad.record @row (tensor<?xindex>, f64)
func.func @main(%ns: tensor<?xindex>, %ys: tensor<?xf64>) -> (tensor<?xf64>, index) {
  %zero = arith.constant 0 : index
  %records = chad.map (%n in %ns : tensor<?xindex>) -> tensor<?x!chad.box<@row>> {
    %e = chad.build %i < %n -> tensor<?xindex> {
      chad.yield %i : index
    }
    %i = arith.index_cast %n : index to i64
    %x = arith.sitofp %i : i64 to f64
    %r = chad.box(%e, %x) : (tensor<?xindex>, f64) -> !chad.box<@row>
    chad.yield %r : !chad.box<@row>
  }
  %products = chad.map (%r in %records : tensor<?x!chad.box<@row>>, %y in %ys : tensor<?xf64>) -> tensor<?xf64> {
    %e, %x = chad.open %r : !chad.box<@row> -> tensor<?xindex>, f64
    %p = arith.mulf %x, %y : f64
    chad.yield %p : f64
  }
  %sum = chad.fold (%r in %records : tensor<?x!chad.box<@row>>) with (%t = %zero : index) {
    %e, %x = chad.open %r : !chad.box<@row> -> tensor<?xindex>, f64
    %s = chad.reduce (%a, %b in %e from %zero : tensor<?xindex>) {
      %u = arith.addi %a, %b : index
      chad.yield %u : index
    }
    %n = arith.addi %t, %s : index
    chad.yield %n : index
  }
  return %products, %sum : tensor<?xf64>, index
}
