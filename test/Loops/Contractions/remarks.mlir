// Remarks about products of matrices, and about loops that are not such products.

// RUN: chad-opt %s --chad-raise-contractions --remarks-filter=chad-raise-contractions -o /dev/null 2>&1 | FileCheck %s

func.func @raised(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %zero = arith.constant 0.0 : f64
  %r = chad.map (%row in %a : tensor<?x?xf64>) -> tensor<?x?xf64> {
    // CHECK: remarks.mlir:[[#@LINE+1]]:{{.*}}a product of matrices leaves the loop at
    %s = chad.map (%column in %b : tensor<?x?xf64>) -> tensor<?xf64> {
      %dot = chad.fold (%x in %row : tensor<?xf64>, %y in %column : tensor<?xf64>) with (%t = %zero : f64) {
        %p = arith.mulf %x, %y : f64
        %u = arith.addf %t, %p : f64
        chad.yield %u : f64
      }
      chad.yield %dot : f64
    }
    chad.yield %s : tensor<?xf64>
  }
  return %r : tensor<?x?xf64>
}

func.func @small(%a: tensor<?x3xf64>, %b: tensor<?x3xf64>) -> tensor<?x?xf64> {
  %zero = arith.constant 0.0 : f64
  %r = chad.map (%row in %a : tensor<?x3xf64>) -> tensor<?x?xf64> {
    %s = chad.map (%column in %b : tensor<?x3xf64>) -> tensor<?xf64> {
      // CHECK: remarks.mlir:[[#@LINE+1]]:{{.*}}a product of matrices with less than 8 rows, columns or terms
      %dot = chad.fold (%x in %row : tensor<3xf64>, %y in %column : tensor<3xf64>) with (%t = %zero : f64) {
        %p = arith.mulf %x, %y : f64
        %u = arith.addf %t, %p : f64
        chad.yield %u : f64
      }
      chad.yield %dot : f64
    }
    chad.yield %s : tensor<?xf64>
  }
  return %r : tensor<?x?xf64>
}

func.func @sequential(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %k: f64) -> (f64, tensor<?x?xf64>) {
  %zero = arith.constant 0.0 : f64
  %last, %r = chad.fold (%row in %a : tensor<?x?xf64>) with (%state = %k : f64) collect (tensor<?x?xf64>) {
    %s = chad.map (%column in %b : tensor<?x?xf64>) -> tensor<?xf64> {
      // CHECK: remarks.mlir:[[#@LINE+1]]:{{.*}}no product of matrices: the iterations of the loop at
      %dot = chad.fold (%x in %row : tensor<?xf64>, %y in %column : tensor<?xf64>) with (%t = %zero : f64) {
        %p = arith.mulf %x, %y : f64
        %u = arith.addf %t, %p : f64
        chad.yield %u : f64
      }
      chad.yield %dot : f64
    }
    %next = math.tanh %state : f64
    chad.yield %next, %s : f64, tensor<?xf64>
  }
  return %last, %r : f64, tensor<?x?xf64>
}

func.func @shapes(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %ns: tensor<?xindex>) -> tensor<?x?xf64> {
  %zero = arith.constant 0.0 : f64
  %r = chad.map (%row in %a : tensor<?x?xf64>, %n in %ns : tensor<?xindex>) -> tensor<?x?xf64> {
    %s = chad.map (%column in %b : tensor<?x?xf64>) -> tensor<?xf64> {
      // CHECK: remarks.mlir:[[#@LINE+1]]:{{.*}}no product of matrices: arrays in the loop at
      %dot = chad.fold (%x in %row : tensor<?xf64>, %y in %column : tensor<?xf64>) with (%t = %zero : f64) {
        %p = arith.mulf %x, %y : f64
        %u = arith.addf %t, %p : f64
        chad.yield %u : f64
      }
      chad.yield %dot : f64
    }
    %part = tensor.extract_slice %s[0] [%n] [1] : tensor<?xf64> to tensor<?xf64>
    chad.yield %part : tensor<?xf64>
  }
  return %r : tensor<?x?xf64>
}

// Many products, of which two extents are less than 16, stay in the loop over the third.
func.func @narrow(%a: tensor<100x5x10xf64>, %b: tensor<5x12x10xf64>) -> tensor<100x5x12xf64> {
  %zero = arith.constant 0.0 : f64
  %r = chad.map (%m in %a : tensor<100x5x10xf64>) -> tensor<100x5x12xf64> {
    %q = chad.map (%row in %m : tensor<5x10xf64>, %n in %b : tensor<5x12x10xf64>) -> tensor<5x12xf64> {
      %s = chad.map (%column in %n : tensor<12x10xf64>) -> tensor<12xf64> {
        // CHECK: remarks.mlir:[[#@LINE+1]]:{{.*}}one of many with two of these less than 16
        %dot = chad.fold (%x in %row : tensor<10xf64>, %y in %column : tensor<10xf64>) with (%t = %zero : f64) {
          %p = arith.mulf %x, %y : f64
          %u = arith.addf %t, %p : f64
          chad.yield %u : f64
        }
        chad.yield %dot : f64
      }
      chad.yield %s : tensor<12xf64>
    }
    chad.yield %q : tensor<5x12xf64>
  }
  return %r : tensor<100x5x12xf64>
}
