// Transposed rows of each lane, whose numbers are a multiple of eight or not. All numbers are small integers.

// DEFINE: %{args} = --arg='[1, -2, 3, 5, 0, 7, 2, 4, -6, 1, 3, 9, 8, 6, 5, -1, 2, 11, 4]' --full
// RUN: chad-run %s --entry=main %{args} --interpret > %t.expected
// RUN: chad-run %s --entry=main %{args} | diff %t.expected -
// RUN: chad-run %s --entry=main %{args} --vectorize-everywhere | diff %t.expected -
// RUN: chad-run %s --entry=main %{args} --vectorize-everywhere --target-cpu=x86-64-v3 | diff %t.expected -
// RUN: sed s/f64/f32/g %s > %t.f32.mlir
// RUN: chad-run %t.f32.mlir --entry=main %{args} --interpret > %t.expected.f32
// RUN: chad-run %t.f32.mlir --entry=main %{args} --vectorize-everywhere | diff %t.expected.f32 -

func.func private @wide(%xs: tensor<?xf64>) -> tensor<?x3x26xf64> {
  %ca = arith.constant 26 : index
  %cb = arith.constant 3 : index
  %r = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?x3x26xf64> {
    %y = chad.build %i < %ca -> tensor<26x3xf64> {
      %z = chad.build %j < %cb -> tensor<3xf64> {
        %k = arith.muli %i, %cb : index
        %l = arith.addi %k, %j : index
        %m = arith.index_cast %l : index to i64
        %n = arith.sitofp %m : i64 to f64
        %p = arith.mulf %x, %n : f64
        %q = arith.addf %p, %x : f64
        chad.yield %q : f64
      }
      chad.yield %z : tensor<3xf64>
    }
    %t = chad.build %j < %cb -> tensor<3x26xf64> {
      %u = chad.build %i < %ca -> tensor<26xf64> {
        %v = tensor.extract %y[%i, %j] : tensor<26x3xf64>
        chad.yield %v : f64
      }
      chad.yield %u : tensor<26xf64>
    }
    chad.yield %t : tensor<3x26xf64>
  }
  return %r : tensor<?x3x26xf64>
}

func.func private @tall(%xs: tensor<?xf64>) -> tensor<?x26x3xf64> {
  %ca = arith.constant 3 : index
  %cb = arith.constant 26 : index
  %r = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?x26x3xf64> {
    %y = chad.build %i < %ca -> tensor<3x26xf64> {
      %z = chad.build %j < %cb -> tensor<26xf64> {
        %k = arith.muli %i, %cb : index
        %l = arith.addi %k, %j : index
        %m = arith.index_cast %l : index to i64
        %n = arith.sitofp %m : i64 to f64
        %p = arith.mulf %x, %n : f64
        %q = arith.addf %p, %x : f64
        chad.yield %q : f64
      }
      chad.yield %z : tensor<26xf64>
    }
    %t = chad.build %j < %cb -> tensor<26x3xf64> {
      %u = chad.build %i < %ca -> tensor<3xf64> {
        %v = tensor.extract %y[%i, %j] : tensor<3x26xf64>
        chad.yield %v : f64
      }
      chad.yield %u : tensor<3xf64>
    }
    chad.yield %t : tensor<26x3xf64>
  }
  return %r : tensor<?x26x3xf64>
}

func.func private @whole(%xs: tensor<?xf64>) -> tensor<?x10x8xf64> {
  %ca = arith.constant 8 : index
  %cb = arith.constant 10 : index
  %r = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?x10x8xf64> {
    %y = chad.build %i < %ca -> tensor<8x10xf64> {
      %z = chad.build %j < %cb -> tensor<10xf64> {
        %k = arith.muli %i, %cb : index
        %l = arith.addi %k, %j : index
        %m = arith.index_cast %l : index to i64
        %n = arith.sitofp %m : i64 to f64
        %p = arith.mulf %x, %n : f64
        %q = arith.addf %p, %x : f64
        chad.yield %q : f64
      }
      chad.yield %z : tensor<10xf64>
    }
    %t = chad.build %j < %cb -> tensor<10x8xf64> {
      %u = chad.build %i < %ca -> tensor<8xf64> {
        %v = tensor.extract %y[%i, %j] : tensor<8x10xf64>
        chad.yield %v : f64
      }
      chad.yield %u : tensor<8xf64>
    }
    chad.yield %t : tensor<10x8xf64>
  }
  return %r : tensor<?x10x8xf64>
}

func.func @main(%xs: tensor<?xf64>) -> (tensor<?x3x26xf64>, tensor<?x26x3xf64>, tensor<?x10x8xf64>) {
  %wide = func.call @wide(%xs) : (tensor<?xf64>) -> tensor<?x3x26xf64>
  %tall = func.call @tall(%xs) : (tensor<?xf64>) -> tensor<?x26x3xf64>
  %whole = func.call @whole(%xs) : (tensor<?xf64>) -> tensor<?x10x8xf64>
  return %wide, %tall, %whole : tensor<?x3x26xf64>, tensor<?x26x3xf64>, tensor<?x10x8xf64>
}
