// The values that loops keep for later loops, and the values that later loops compute again.

// RUN: chad-opt %s --split-input-file --chad-choose-residuals --canonicalize --cse | FileCheck %s
// RUN: chad-opt %s --split-input-file --chad-choose-residuals=max-flops-per-byte=0 | FileCheck %s --check-prefix=ALL

// The exponential is kept. From it the sum costs one operation, and the quotient, of the sum,
// is one that the second loop has anyway.
// CHECK-LABEL: @quotient
// CHECK: %[[F:.*]]:2 = chad.fold
// CHECK: %[[E:[0-9]+]] = math.exp
// CHECK: chad.yield %{{.*}}, %[[E]] : f64, f64
// CHECK: chad.fold right (%[[EXP:[a-z0-9]+]] in %[[F]]#1 : tensor<?xf64>) with
// CHECK: %[[D:[0-9]+]] = arith.addf %[[EXP]], %[[ONE:[a-z0-9_]+]]
// CHECK: %[[Q:[0-9]+]] = arith.divf %[[ONE]], %[[D]]
// CHECK-NOT: arith.divf
// CHECK: return
// ALL-LABEL: @quotient
// ALL: chad.fold {{.*}} collect (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>)
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

// -----

// Loops in loops: what the inner one keeps goes through the outer one's arrays. An element of an
// array that both read is read again.
// CHECK-LABEL: @nested
// CHECK-SAME: (%[[WS:[a-z0-9]+]]: tensor<?x?xf64>
// CHECK: %[[R:.*]]:2 = chad.fold {{.*}} collect (tensor<?x?xf64>) {
// CHECK: math.exp
// CHECK: chad.fold right (
// CHECK-SAME: %[[ES:[a-z0-9]+]] in %[[R]]#1 : tensor<?x?xf64>
// CHECK-SAME: %[[W:[a-z0-9]+]] in %[[WS]] : tensor<?x?xf64>
// CHECK: chad.map (
// CHECK-SAME: %[[E:[a-z0-9]+]] in %[[ES]] : tensor<?xf64>
// CHECK-SAME: %[[V:[a-z0-9]+]] in %[[W]] : tensor<?xf64>
// CHECK: arith.addf %[[E]], %[[V]]
// ALL-LABEL: @nested
// ALL: chad.fold {{.*}} collect (tensor<?x?xf64>, tensor<?x?xf64>)
func.func @nested(%ws: tensor<?x?xf64>, %h: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %r:3 = chad.fold (%w in %ws : tensor<?x?xf64>) with (%s = %h : tensor<?xf64>)
      collect (tensor<?x?xf64>, tensor<?x?xf64>) {
    %m:2 = chad.map (%v in %w : tensor<?xf64>, %u in %s : tensor<?xf64>)
        -> (tensor<?xf64>, tensor<?xf64>) {
      %e = math.exp %u : f64
      %p = arith.addf %e, %v : f64
      chad.yield %e, %p : f64, f64
    }
    chad.yield %m#1, %m#0, %m#1 : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
  }
  %t = chad.fold right (%e in %r#1 : tensor<?x?xf64>, %p in %r#2 : tensor<?x?xf64>)
      with (%s = %h : tensor<?xf64>) {
    %n = chad.map (%c in %s : tensor<?xf64>, %a in %e : tensor<?xf64>, %b in %p : tensor<?xf64>)
        -> tensor<?xf64> {
      %x = arith.mulf %a, %b : f64
      %y = arith.mulf %x, %c : f64
      chad.yield %y : f64
    }
    chad.yield %n : tensor<?xf64>
  }
  return %r#0, %t : tensor<?xf64>, tensor<?xf64>
}

// -----

// The inner loop collects something else than before, and its other result is kept, too.
// CHECK-LABEL: @larger
// CHECK: %[[R:.*]]:3 = chad.fold {{.*}} collect (tensor<?xf64>, tensor<?x?xf64>) {
// CHECK: %[[L:.*]]:2 = chad.fold {{.*}} collect (tensor<?xf64>) {
// CHECK: %[[E:[0-9]+]] = math.exp
// CHECK: chad.yield %{{.*}}, %[[E]] : f64, f64
// CHECK: chad.yield %{{.*}}, %[[L]]#0, %[[L]]#1 : f64, f64, tensor<?xf64>
// CHECK: chad.fold right (%[[F:[a-z0-9]+]] in %[[R]]#1 : tensor<?xf64>, %[[ES:[a-z0-9]+]] in %[[R]]#2
// ALL-LABEL: @larger
// ALL: chad.fold {{.*}} collect (tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>)
func.func @larger(%xs: tensor<?x?xf64>, %k: f64) -> (f64, f64) {
  %one = arith.constant 1.0 : f64
  %two = arith.constant 2.0 : f64
  %r:4 = chad.fold (%x in %xs : tensor<?x?xf64>) with (%s = %k : f64)
      collect (tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) {
    %l:3 = chad.fold (%a in %x : tensor<?xf64>) with (%u = %s : f64)
        collect (tensor<?xf64>, tensor<?xf64>) {
      %e = math.exp %a : f64
      %v = arith.mulf %u, %e : f64
      %b = arith.addf %e, %one : f64
      %c = arith.addf %e, %two : f64
      chad.yield %v, %b, %c : f64, f64, f64
    }
    chad.yield %l#0, %l#0, %l#1, %l#2 : f64, f64, tensor<?xf64>, tensor<?xf64>
  }
  %t = chad.fold right (%f in %r#1 : tensor<?xf64>, %b in %r#2 : tensor<?x?xf64>,
                        %c in %r#3 : tensor<?x?xf64>) with (%s = %k : f64) {
    %n = chad.fold (%p in %b : tensor<?xf64>, %q in %c : tensor<?xf64>) with (%u = %s : f64) {
      %x = arith.mulf %p, %q : f64
      %y = arith.divf %u, %x : f64
      %z = arith.addf %y, %x : f64
      chad.yield %z : f64
    }
    %m = arith.mulf %n, %f : f64
    chad.yield %m : f64
  }
  return %r#0, %t : f64, f64
}

// -----

// What is returned is there anyway, and gives the rest.
// CHECK-LABEL: @there
// CHECK: %[[R:.*]]:2 = chad.fold {{.*}} collect (tensor<?xf64>) {
// CHECK: chad.fold right (%[[Y:[a-z0-9]+]] in %[[R]]#1 : tensor<?xf64>) with
// CHECK-NEXT: arith.negf %[[Y]]
// ALL-LABEL: @there
// ALL: chad.fold {{.*}} collect (tensor<?xf64>, tensor<?xf64>)
func.func @there(%xs: tensor<?xf64>, %k: f64) -> (f64, tensor<?xf64>) {
  %r:3 = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %k : f64)
      collect (tensor<?xf64>, tensor<?xf64>) {
    %y = arith.mulf %s, %x : f64
    %n = arith.negf %y : f64
    chad.yield %y, %y, %n : f64, f64, f64
  }
  %t = chad.fold right (%n in %r#2 : tensor<?xf64>) with (%s = %k : f64) {
    %c = arith.mulf %n, %s : f64
    chad.yield %c : f64
  }
  return %t, %r#1 : f64, tensor<?xf64>
}

// -----

// The index of a build is known to the other loop, too; nothing is kept.
// CHECK-LABEL: @index
// CHECK: %[[IS:[0-9]+]] = chad.build
// CHECK: chad.fold (%[[I:[a-z0-9]+]] in %[[IS]] : tensor<?xindex>)
// CHECK: arith.muli %[[I]], %[[I]]
// ALL-LABEL: @index
// ALL: chad.build
// ALL: arith.muli
// ALL: chad.fold
func.func @index(%n: index, %k: index) -> index {
  %squares = chad.build %i < %n -> tensor<?xindex> {
    %s = arith.muli %i, %i : index
    chad.yield %s : index
  }
  %t = chad.fold (%s in %squares : tensor<?xindex>) with (%u = %k : index) {
    %v = arith.muli %u, %s : index
    chad.yield %v : index
  }
  return %t : index
}

// -----

// f32: a byte is worth as much, so that a division is not done again for four.
// CHECK-LABEL: @single
// CHECK: chad.map {{.*}} -> tensor<?xf32>
// CHECK: arith.divf
// CHECK: chad.fold
// CHECK-NOT: arith.divf
// CHECK: return
// ALL-LABEL: @single
func.func @single(%xs: tensor<?xf32>, %k: f32) -> f32 {
  %ys = chad.map (%x in %xs : tensor<?xf32>) -> tensor<?xf32> {
    %y = arith.divf %k, %x : f32
    chad.yield %y : f32
  }
  %t = chad.fold (%y in %ys : tensor<?xf32>) with (%s = %k : f32) {
    %v = arith.mulf %s, %y : f32
    %w = arith.addf %v, %y : f32
    chad.yield %w : f32
  }
  return %t : f32
}

// -----

// Kept as they are: what is compared, what is read as a whole, rows that a loop inside reads in
// each of its iterations, and what is read in another order.
// CHECK-LABEL: @not
// CHECK: chad.fold {{.*}} collect (tensor<?xf64>, tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>)
// ALL-LABEL: @not
// ALL: chad.fold {{.*}} collect (tensor<?xf64>, tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>)
func.func @not(%xs: tensor<?xf64>, %ws: tensor<?xf64>, %is: tensor<?xindex>, %k: f64)
    -> (f64, tensor<?x?xf64>, f64) {
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %r:5 = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %k : f64)
      collect (tensor<?xf64>, tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>) {
    %y = arith.mulf %s, %x : f64
    %n = arith.negf %x : f64
    %c = arith.addf %x, %one : f64
    %o = arith.subf %x, %one : f64
    %row = chad.map (%w in %ws : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %w, %x : f64
      chad.yield %p : f64
    }
    chad.yield %y, %n, %c, %row, %o : f64, f64, f64, tensor<?xf64>, f64
  }
  %t:2 = chad.fold right (%c in %r#2 : tensor<?xf64>, %row in %r#3 : tensor<?x?xf64>)
      with (%s = %r#0 : f64) collect (tensor<?x?xf64>) {
    %isLarge = arith.cmpf ogt, %c, %s : f64
    %d = arith.select %isLarge, %s, %one : f64
    %many = chad.map (%w in %ws : tensor<?xf64>) -> tensor<?xf64> {
      %sum = chad.fold (%e in %row : tensor<?xf64>) with (%u = %w : f64) {
        %a = arith.mulf %u, %e : f64
        chad.yield %a : f64
      }
      chad.yield %sum : f64
    }
    chad.yield %d, %many : f64, tensor<?xf64>
  }
  %g = chad.gather %r#1[%is] : tensor<?xf64>, tensor<?xindex> -> tensor<?xf64>
  %some = tensor.extract_slice %r#4[1] [2] [1] : tensor<?xf64> to tensor<2xf64>
  %u = chad.fold (%e in %g : tensor<?xf64>) with (%s = %zero : f64) {
    %v = arith.mulf %s, %e : f64
    chad.yield %v : f64
  }
  %v = chad.fold (%e in %some : tensor<2xf64>) with (%s = %u : f64) {
    %w = arith.mulf %s, %e : f64
    chad.yield %w : f64
  }
  return %t#0, %t#1, %v : f64, tensor<?x?xf64>, f64
}

// -----

// A value from outside, which an iteration yields and others read, is there for all of them.
// CHECK-LABEL: @outside
// CHECK-SAME: (%[[XS:[a-z0-9]+]]: tensor<?xf64>, %[[K:[a-z0-9]+]]: f64)
// CHECK: chad.fold right (%[[X:[a-z0-9]+]] in %[[XS]] : tensor<?xf64>)
// CHECK-NEXT: %[[P:[0-9]+]] = arith.mulf %[[X]], %[[K]]
// CHECK-NEXT: arith.mulf %{{.*}}, %[[P]]
// ALL-LABEL: @outside
func.func @outside(%xs: tensor<?xf64>, %k: f64) -> (tensor<?xf64>, f64) {
  %zero = arith.constant 0.0 : f64
  %as, %ks = chad.map (%x in %xs : tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
    %p = arith.mulf %x, %k : f64
    chad.yield %p, %k : f64, f64
  }
  %last = chad.fold right (%a in %as : tensor<?xf64>) with (%s = %zero : f64) {
    %t = arith.mulf %s, %a : f64
    chad.yield %t : f64
  }
  return %ks, %last : tensor<?xf64>, f64
}

// -----

// A row that is repeated for each column, as a product by rows keeps it, is read where it stands, at
// all depths; so is a transposed copy.
// CHECK-LABEL: @copies
// CHECK-SAME: %[[A:[a-z0-9]+]]: tensor<?x?x?xf64>
// CHECK: chad.map (%{{.*}} in %[[A]] : tensor<?x?x?xf64>) -> tensor<?xf64>
// CHECK: chad.map (%[[X:[a-z0-9]+]] in %[[A]] : tensor<?x?x?xf64>)
// CHECK: chad.fold (%[[ROW:[a-z0-9]+]] in %[[X]] : tensor<?x?xf64>)
// CHECK-NOT: in %{{[0-9]+}}#
// CHECK: return
func.func @copies(%as: tensor<?x?x?xf64>, %n: index) -> (tensor<?xf64>, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %r:3 = chad.map (%a in %as : tensor<?x?x?xf64>) -> (tensor<?xf64>, tensor<?x?x?x?xf64>, tensor<?x?x?xf64>) {
    %rows = chad.map (%row in %a : tensor<?x?xf64>) -> tensor<?x?x?xf64> {
      %same = chad.build %j < %n -> tensor<?x?xf64> {
        chad.yield %row : tensor<?xf64>
      }
      chad.yield %same : tensor<?x?xf64>
    }
    %columns = chad.build %j < %n -> tensor<?x?xf64> {
      %column = chad.map (%row in %a : tensor<?x?xf64>) -> tensor<?xf64> {
        %e = tensor.extract %row[%j] : tensor<?xf64>
        chad.yield %e : f64
      }
      chad.yield %column : tensor<?xf64>
    }
    %first = tensor.extract %a[%c0, %c0] : tensor<?x?xf64>
    chad.yield %first, %rows, %columns : f64, tensor<?x?x?xf64>, tensor<?x?xf64>
  }
  %s = chad.map (%rows in %r#1 : tensor<?x?x?x?xf64>, %columns in %r#2 : tensor<?x?x?xf64>) -> tensor<?xf64> {
    %t = chad.fold (%same in %rows : tensor<?x?x?xf64>) with (%u = %zero : f64) {
      %v = chad.fold (%row in %same : tensor<?x?xf64>, %column in %columns : tensor<?x?xf64>) with (%w = %u : f64) {
        %e = tensor.extract %row[%c0] : tensor<?xf64>
        %f = tensor.extract %column[%c0] : tensor<?xf64>
        %p = arith.mulf %e, %f : f64
        %q = arith.addf %w, %p : f64
        chad.yield %q : f64
      }
      chad.yield %v : f64
    }
    chad.yield %t : f64
  }
  return %r#0, %s : tensor<?xf64>, tensor<?xf64>
}

// -----

// Neighbours, that are parts of a padded copy, are read from a copy that is padded again.
// CHECK-LABEL: @neighbours
// CHECK: chad.map (%{{.*}} in %{{.*}} : tensor<?x?xf64>) -> tensor<?xf64>
// CHECK: chad.map (%[[ROW:[a-z0-9]+]] in %{{.*}} : tensor<?x?xf64>) -> tensor<?x?xf64>
// CHECK: tensor.pad %[[ROW]]
func.func @neighbours(%xs: tensor<?x?xf64>, %n: index) -> (tensor<?xf64>, tensor<?x?xf64>) {
  %zero = arith.constant 0.0 : f64
  %r:2 = chad.map (%x in %xs : tensor<?x?xf64>) -> (tensor<?xf64>, tensor<?x?xf64>) {
    %padded = tensor.pad %x low[1] high[1] {
    ^bb0(%i: index):
      tensor.yield %zero : f64
    } : tensor<?xf64> to tensor<?xf64>
    %left = tensor.extract_slice %padded[0] [%n] [1] : tensor<?xf64> to tensor<?xf64>
    %sum = chad.fold (%e in %left : tensor<?xf64>) with (%s = %zero : f64) {
      %t = arith.addf %s, %e : f64
      chad.yield %t : f64
    }
    chad.yield %sum, %left : f64, tensor<?xf64>
  }
  %s = chad.map (%left in %r#1 : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %t = chad.map (%e in %left : tensor<?xf64>) -> tensor<?xf64> {
      %q = arith.mulf %e, %e : f64
      chad.yield %q : f64
    }
    chad.yield %t : tensor<?xf64>
  }
  return %r#0, %s : tensor<?xf64>, tensor<?x?xf64>
}

// -----

// Arithmetic on indices is free: a row that is read backwards is not kept.
// CHECK-LABEL: @reversed
// CHECK: chad.map (%{{.*}} in %{{.*}} : tensor<?x?xf64>) -> tensor<?xf64>
// CHECK: chad.map (%[[ROW:[a-z0-9]+]] in %{{.*}} : tensor<?x?xf64>) -> tensor<?xf64>
// CHECK: arith.subi
// CHECK: tensor.extract %[[ROW]]
// ALL-LABEL: @reversed
// ALL: chad.map {{.*}} -> (tensor<?xf64>, tensor<?x?xf64>)
func.func @reversed(%xs: tensor<?x?xf64>, %n: index) -> (tensor<?xf64>, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = chad.map (%x in %xs : tensor<?x?xf64>) -> (tensor<?xf64>, tensor<?x?xf64>) {
    %back = chad.build %i < %n -> tensor<?xf64> {
      %j = arith.subi %n, %i : index
      %k = arith.subi %j, %c1 : index
      %e = tensor.extract %x[%k] : tensor<?xf64>
      chad.yield %e : f64
    }
    %sum = chad.fold (%e in %back : tensor<?xf64>) with (%s = %zero : f64) {
      %t = arith.addf %s, %e : f64
      chad.yield %t : f64
    }
    chad.yield %sum, %back : f64, tensor<?xf64>
  }
  %s = chad.map (%back in %r#1 : tensor<?x?xf64>) -> tensor<?xf64> {
    %e = tensor.extract %back[%c0] : tensor<?xf64>
    %q = arith.mulf %e, %e : f64
    chad.yield %q : f64
  }
  return %r#0, %s : tensor<?xf64>, tensor<?xf64>
}
