// Functions of one number for each row: in lanes where the rows are short.

// RUN: chad-opt %s --chad-choose-schedule --chad-vectorize-lanes | FileCheck %s
// RUN: chad-opt %s --chad-choose-schedule --chad-vectorize-lanes | chad-opt --chad-choose-schedule --chad-vectorize-lanes | FileCheck %s --check-prefix=TWICE
// RUN: chad-run %s --interpret > %t.expected
// RUN: chad-run %s | diff %t.expected -
// RUN: chad-run %s --threads=2 | diff %t.expected -

// CHECK-LABEL: func.func private @lengths
// CHECK: %[[D:.+]] = tensor.dim %{{.+}}, %c1
// CHECK: %[[SHORT:.+]] = arith.cmpi ule, %[[D]], %c16
// CHECK: scf.if %[[SHORT]]
// CHECK: math.sqrt %{{.+}} : vector<
// CHECK: } else {
// CHECK: chad.fold
// CHECK: math.sqrt %{{.+}} : f64
// TWICE-COUNT-2: scf.if
func.func private @lengths(%x: tensor<?x?xf64>, %w: tensor<?x?xf64>) -> (f64, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %total, %all = chad.fold (%row in %x : tensor<?x?xf64>, %v in %w : tensor<?x?xf64>) with (%s = %zero : f64) collect (tensor<?xf64>) {
    %dot = chad.fold (%a in %row : tensor<?xf64>, %b in %v : tensor<?xf64>) with (%t = %zero : f64) {
      %p = arith.mulf %a, %b : f64
      %u = arith.addf %t, %p : f64
      chad.yield %u : f64
    }
    %root = math.sqrt %dot : f64
    %next = arith.addf %s, %root : f64
    chad.yield %next, %root : f64, f64
  }
  return %total, %all : f64, tensor<?xf64>
}

// Known to be short: without a question.
// CHECK-LABEL: func.func private @short
// CHECK-NOT: scf.if
// CHECK: math.sqrt %{{.+}} : vector<
func.func private @short(%x: tensor<?x3xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %all = chad.map (%row in %x : tensor<?x3xf64>) -> tensor<?xf64> {
    %sum = chad.fold (%a in %row : tensor<3xf64>) with (%t = %zero : f64) {
      %u = arith.addf %t, %a : f64
      chad.yield %u : f64
    }
    %root = math.sqrt %sum : f64
    chad.yield %root : f64
  }
  return %all : tensor<?xf64>
}

// Known to be long: left as it is.
// CHECK-LABEL: func.func private @long
// CHECK-NOT: vector<
// CHECK: return
func.func private @long(%x: tensor<?x300xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %all = chad.map (%row in %x : tensor<?x300xf64>) -> tensor<?xf64> {
    %sum = chad.fold (%a in %row : tensor<300xf64>) with (%t = %zero : f64) {
      %u = arith.addf %t, %a : f64
      chad.yield %u : f64
    }
    %root = math.sqrt %sum : f64
    chad.yield %root : f64
  }
  return %all : tensor<?xf64>
}

// A number of which there are `columns` in each of 19 rows, whose squares have the root 4 or 8.
func.func private @rows(%columns: index, %square: f64) -> tensor<?x?xf64> {
  %rows = arith.constant 19 : index
  %int = arith.index_cast %columns : index to i64
  %count = arith.sitofp %int : i64 to f64
  %each = arith.divf %square, %count : f64
  %x = tensor.splat %each[%rows, %columns] : tensor<?x?xf64>
  return %x : tensor<?x?xf64>
}

func.func @main() -> (f64, tensor<?xf64>, f64, tensor<?xf64>, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
  %one = arith.constant 1.0 : f64
  %sixteen = arith.constant 16.0 : f64
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %none = tensor.splat %one[%c4, %c0] : tensor<?x?xf64>
  %t0, %a0 = func.call @lengths(%none, %none) : (tensor<?x?xf64>, tensor<?x?xf64>) -> (f64, tensor<?xf64>)
  %x1 = func.call @rows(%c4, %sixteen) : (index, f64) -> tensor<?x?xf64>
  %t1, %a1 = func.call @lengths(%x1, %x1) : (tensor<?x?xf64>, tensor<?x?xf64>) -> (f64, tensor<?xf64>)
  %x2 = func.call @rows(%c64, %sixteen) : (index, f64) -> tensor<?x?xf64>
  %t2, %a2 = func.call @lengths(%x2, %x2) : (tensor<?x?xf64>, tensor<?x?xf64>) -> (f64, tensor<?xf64>)
  %short = tensor.splat %one[%c4] : tensor<?x3xf64>
  %a3 = func.call @short(%short) : (tensor<?x3xf64>) -> tensor<?xf64>
  %long = tensor.splat %one[%c4] : tensor<?x300xf64>
  %a4 = func.call @long(%long) : (tensor<?x300xf64>) -> tensor<?xf64>
  return %t0, %a0, %t1, %a1, %t2, %a2, %a3, %a4 : f64, tensor<?xf64>, f64, tensor<?xf64>, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
}
