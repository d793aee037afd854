// The functions behind the loops of a body become a loop of their own, in lanes, where the iterations run in sequence.

// RUN: chad-opt %s --chad-choose-schedule=vector-bits=512 | FileCheck %s --check-prefix=SCHEDULE
// RUN: chad-opt %s --chad-choose-schedule=vector-bits=512 --chad-vectorize-lanes=vector-bits=512 --canonicalize | FileCheck %s
// RUN: chad-opt %s --chad-choose-schedule=vector-bits=512 --chad-vectorize-lanes=vector-bits=512 --remarks-filter=.* -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: chad-run %s --interpret | FileCheck %s --check-prefix=VALUE
// RUN: chad-run %s | FileCheck %s --check-prefix=VALUE
// RUN: chad-run %s --threads=3 --thread-grain=1 | FileCheck %s --check-prefix=VALUE
// RUN: chad-run %s --host-features=false | FileCheck %s --check-prefix=VALUE
// RUN: chad-run %s --entry=entropy --grad-check --arg='[[0.5, 0.25, 1.0], [0.125, 0.75, 0.5]]' --arg='[0.25, 0.5, 1.5]'

// The rows are long.
// SCHEDULE-LABEL: func.func private @long
// SCHEDULE: chad.schedule = #chad.schedule<threads = true, tail_lanes = 8>
// CHECK-LABEL: func.func private @long
// CHECK: %[[SUMS:.+]] = chad.map
// CHECK-NOT: math.tanh
// CHECK: scf.for
// CHECK: vector.transfer_read %[[SUMS]]
// CHECK: math.tanh %{{.+}} : vector<8xf64>
// REMARK: Category:chad-vectorize-lanes | Function=long | Remark="the functions behind its loops are a loop of their own: 8 iterations at a time, each in a lane of vectors"
func.func private @long(%x: tensor<?x40xf64>, %bias: tensor<?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %y = chad.map (%row in %x : tensor<?x40xf64>, %b in %bias : tensor<?xf64>) -> tensor<?xf64> {
    %sum = chad.fold (%a in %row : tensor<40xf64>) with (%t = %zero : f64) {
      %u = arith.addf %t, %a : f64
      chad.yield %u : f64
    }
    %v = arith.addf %sum, %b : f64
    %w = math.tanh %v : f64
    chad.yield %w : f64
  }
  return %y : tensor<?xf64>
}

// The length of rows is not known: only the version for long rows is distributed. A sum to which the tail adds goes with it, one
// to which the loop inside adds stays; so do results of both.
// SCHEDULE-LABEL: func.func private @either
// SCHEDULE: chad.schedule = #chad.schedule<threads = true, lanes = 16, longest_row = 16, tail_lanes = 8>
// CHECK-LABEL: func.func private @either
// CHECK: scf.if
// CHECK: } else {
// CHECK: chad.fold {{.*}} with (%{{.+}} = %{{.+}} : f64) collect (tensor<?xf64>) {
// CHECK-NOT: math.exp %{{.+}} : f64
// CHECK: math.exp %{{.+}} : vector<8xf64>
func.func private @either(%x: tensor<?x?xf64>, %w: tensor<?x?xf64>) -> (f64, f64, tensor<?xf64>, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %dots, %exps, %all, %each = chad.fold (%row in %x : tensor<?x?xf64>, %v in %w : tensor<?x?xf64>) with (%s = %zero : f64, %r = %one : f64)
      collect (tensor<?xf64>, tensor<?xf64>) {
    %dot = chad.fold (%a in %row : tensor<?xf64>, %b in %v : tensor<?xf64>) with (%t = %zero : f64) {
      %p = arith.mulf %a, %b : f64
      %u = arith.addf %t, %p : f64
      chad.yield %u : f64
    }
    %next = chad.fold (%a in %row : tensor<?xf64>) with (%t = %s : f64) {
      %u = arith.addf %t, %a : f64
      chad.yield %u : f64
    }
    %half = arith.constant 0.5 : f64
    %l = arith.mulf %dot, %half : f64
    %e = math.exp %l : f64
    %rest = arith.addf %r, %e : f64
    chad.yield %next, %rest, %dot, %e : f64, f64, f64, f64
  }
  return %dots, %exps, %all, %each : f64, f64, tensor<?xf64>, tensor<?xf64>
}

// So few iterations do not pay.
// SCHEDULE-LABEL: func.func private @few
// SCHEDULE-NOT: tail_lanes
// SCHEDULE: return
func.func private @few(%x: tensor<5x40xf64>) -> tensor<5xf64> {
  %zero = arith.constant 0.0 : f64
  %y = chad.map (%row in %x : tensor<5x40xf64>) -> tensor<5xf64> {
    %sum = chad.fold (%a in %row : tensor<40xf64>) with (%t = %zero : f64) {
      %u = arith.addf %t, %a : f64
      chad.yield %u : f64
    }
    %w = math.tanh %sum : f64
    chad.yield %w : f64
  }
  return %y : tensor<5xf64>
}

// An inner loop needs the function: nothing is distributed. Nor is anything where the tail has no function.
// SCHEDULE-LABEL: func.func private @needed
// SCHEDULE-NOT: tail_lanes
// SCHEDULE-LABEL: func.func @entropy
func.func private @needed(%x: tensor<?x40xf64>) -> (tensor<?x40xf64>, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %y, %z = chad.map (%row in %x : tensor<?x40xf64>) -> (tensor<?x40xf64>, tensor<?xf64>) {
    %sum = chad.fold (%a in %row : tensor<40xf64>) with (%t = %zero : f64) {
      %u = arith.addf %t, %a : f64
      chad.yield %u : f64
    }
    %e = math.exp %sum : f64
    %scaled = chad.map (%a in %row : tensor<40xf64>) -> tensor<40xf64> {
      %p = arith.mulf %a, %e : f64
      chad.yield %p : f64
    }
    %double = arith.addf %sum, %sum : f64
    chad.yield %scaled, %double : tensor<40xf64>, f64
  }
  return %y, %z : tensor<?x40xf64>, tensor<?xf64>
}

// A sequential fold, whose state is a row, with a logarithm of each step added up; the tail reads the index of the step.
func.func @entropy(%x: tensor<?x?xf64>, %start: tensor<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?x?xf64>
  %numbers = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %last, %sum = chad.fold (%row in %x : tensor<?x?xf64>, %i in %numbers : tensor<?xindex>) with (%s = %start : tensor<?xf64>, %l = %zero : f64) {
    %total = chad.fold (%a in %s : tensor<?xf64>, %b in %row : tensor<?xf64>) with (%t = %zero : f64) {
      %p = arith.mulf %a, %b : f64
      %u = arith.addf %t, %p : f64
      chad.yield %u : f64
    }
    %next = chad.map (%a in %s : tensor<?xf64>, %b in %row : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %a, %b : f64
      %q = arith.divf %p, %total : f64
      chad.yield %q : f64
    }
    %log = math.log %total : f64
    %int = arith.index_cast %i : index to i64
    %weight = arith.sitofp %int : i64 to f64
    %term = arith.mulf %weight, %log : f64
    %m = arith.addf %l, %term : f64
    chad.yield %next, %m : tensor<?xf64>, f64
  }
  return %sum : f64
}

// VALUE: tensor<3xf64> [0, 0.96402758007{{[0-9]*}}, 0.99505475368{{[0-9]*}}]
// VALUE-NEXT: f64 49.84375
// VALUE-NEXT: f64 21.95622071982{{[0-9]*}}
// VALUE-NEXT: tensor<11xf64> [0.60302734375, 0.70068359375, 0.80810546875, 0.92529296875, 1.05224609375, 1.18896484375, 1.33544921875, 1.49169921875, 1.65771484375, 1.83349609375, 2.01904296875]
// VALUE-NEXT: tensor<11xf64> [1.35190359806{{[0-9]*}}, 1.41955266434{{[0-9]*}}, 1.49788293479{{[0-9]*}}, 1.58827176427{{[0-9]*}}, 1.69235837933{{[0-9]*}}, 1.81209280260{{[0-9]*}}, 1.94979572245{{[0-9]*}}, 2.10823184783{{[0-9]*}}, 2.29069994081{{[0-9]*}}, 2.50114354896{{[0-9]*}}, 2.74428751632{{[0-9]*}}]
// VALUE-NEXT: f64 -54.12138392001{{[0-9]*}}
func.func @main() -> (tensor<?xf64>, f64, f64, tensor<?xf64>, tensor<?xf64>, f64) {
  %bias = arith.constant dense<[0.0, 2.0, 3.0]> : tensor<3xf64>
  %xs = arith.constant dense<0.0> : tensor<3x40xf64>
  %x = tensor.cast %xs : tensor<3x40xf64> to tensor<?x40xf64>
  %b = tensor.cast %bias : tensor<3xf64> to tensor<?xf64>
  %y = call @long(%x, %b) : (tensor<?x40xf64>, tensor<?xf64>) -> tensor<?xf64>
  %rows = arith.constant 11 : index
  %columns = arith.constant 20 : index
  %table = chad.build %i < %rows -> tensor<?x?xf64> {
    %row = chad.build %j < %columns -> tensor<?xf64> {
      %k = arith.addi %i, %j : index
      %int = arith.index_cast %k : index to i64
      %float = arith.sitofp %int : i64 to f64
      %scale = arith.constant 0.015625 : f64
      %e = arith.mulf %float, %scale : f64
      chad.yield %e : f64
    }
    chad.yield %row : tensor<?xf64>
  }
  %either:4 = call @either(%table, %table) : (tensor<?x?xf64>, tensor<?x?xf64>) -> (f64, f64, tensor<?xf64>, tensor<?xf64>)
  %c0 = arith.constant 0 : index
  %first = tensor.extract_slice %table[0, 0] [1, %columns] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
  %entropy = call @entropy(%table, %first) : (tensor<?x?xf64>, tensor<?xf64>) -> f64
  return %y, %either#0, %either#1, %either#2, %either#3, %entropy : tensor<?xf64>, f64, f64, tensor<?xf64>, tensor<?xf64>, f64
}
