// RUN: chad-opt %s --chad-distribute-kernels --canonicalize --cse --split-input-file | FileCheck %s
// RUN: chad-opt %s --chad-distribute-kernels=block-work=-1 --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=NEVER
// RUN: chad-opt %s --chad-distribute-kernels=jam-work=0 --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=JAM
// RUN: chad-opt %s --chad-distribute-kernels=deterministic=false --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=ATOMIC
// RUN: not chad-opt %s --chad-distribute-kernels=block-threads=100 --split-input-file 2>&1 | FileCheck %s --check-prefix=SIZE

// SIZE: error: chad-distribute-kernels: block-threads is 100, but must be a power of two of at most 1024

// Sums of numbers: in threads, in pairs of threads, and a second kernel for those of the blocks.

// CHECK-LABEL: func.func @sum
// CHECK: %[[BLOCKS:.*]] = scf.forall (%{{.*}}) in (%{{.*}}) shared_outs
// CHECK:   %[[THREADS:.*]] = scf.forall (%[[T:.*]]) in (256) shared_outs
// CHECK:     tensor.extract_slice %{{.*}}[%{{.*}}] [%{{.*}}] [256]
// CHECK:     chad.reduce
// CHECK:   } {mapping = [#gpu.thread<x>]}
// CHECK:   %[[TREE:.*]] = scf.for %{{.*}} iter_args(%{{.*}} = %[[THREADS]])
// CHECK:     scf.forall
// CHECK:     } {mapping = [#gpu.thread<x>]}
// CHECK:   tensor.extract %[[TREE]]
// CHECK: } {mapping = [#gpu.block<x>]}
// CHECK: scf.forall (%{{.*}}) in (1) shared_outs
// CHECK:   tensor.extract_slice %[[BLOCKS]]
// CHECK: } {mapping = [#gpu.block<x>]}
// CHECK-NOT: scf.forall
func.func @sum(%xs: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %sum = chad.reduce (%a, %b in %xs from %zero : tensor<?xf64>) {
    %t = arith.addf %a, %b : f64
    chad.yield %t : f64
  }
  return %sum : f64
}

// -----

// A body that is not known to be commutative: each thread has a range.

// CHECK-LABEL: func.func @any
// CHECK: scf.forall
// CHECK: scf.forall (%{{.*}}) in (256)
// CHECK-NOT: [256]
// CHECK: chad.reduce
func.func @any(%xs: tensor<?xf64>, %ys: tensor<?xf64>) -> (f64, f64) {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %p:2 = chad.reduce (%a, %b in %xs from %one : tensor<?xf64>, %c, %d in %ys from %zero : tensor<?xf64>) {
    %e = arith.mulf %a, %b : f64
    %f = arith.mulf %b, %c : f64
    %g = arith.addf %f, %d : f64
    chad.yield %e, %g : f64, f64
  }
  return %p#0, %p#1 : f64, f64
}

// -----

// Loops inside: a block for each row, whose elements its threads share.

// CHECK-LABEL: func.func @rows
// CHECK: scf.forall
// CHECK:   chad.map
// CHECK:     scf.forall (%{{.*}}) in (256)
// CHECK:       chad.reduce
// CHECK:     } {mapping = [#gpu.thread<x>]}
// CHECK: } {mapping = [#gpu.block<x>]}
func.func @rows(%m: tensor<?x?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %sums = chad.map (%row in %m : tensor<?x?xf64>) -> tensor<?xf64> {
    %s = chad.reduce (%a, %b in %row from %zero : tensor<?xf64>) {
      %t = arith.addf %a, %b : f64
      chad.yield %t : f64
    }
    chad.yield %s : f64
  }
  return %sums : tensor<?xf64>
}

// -----

// A sum of arrays: a copy for each block, and a thread for each element to add them.

// CHECK-LABEL: func.func @columns
// CHECK: %[[COPIES:.*]] = scf.forall {{.*}} -> (tensor<?x?xf64>)
// CHECK:   chad.fold
// CHECK:     scf.forall (%{{.*}}) in (256) shared_outs(%[[OUT:.*]] = %{{.*}})
// CHECK:       tensor.extract_slice %[[OUT]]
// CHECK:     } {mapping = [#gpu.thread<x>]}
// CHECK: } {mapping = [#gpu.block<x>]}
// CHECK: scf.forall
// CHECK:   tensor.extract %[[COPIES]]
// CHECK: } {mapping = [#gpu.block<x>]}
func.func @columns(%m: tensor<?x?xf64>, %start: tensor<?xf64>) -> tensor<?xf64> {
  %sums = chad.fold (%row in %m : tensor<?x?xf64>) with (%sum = %start : tensor<?xf64>) {
    %next = chad.map (%s in %sum : tensor<?xf64>, %x in %row : tensor<?xf64>) -> tensor<?xf64> {
      %t = arith.addf %s, %x : f64
      chad.yield %t : f64
    }
    chad.yield %next : tensor<?xf64>
  }
  return %sums : tensor<?xf64>
}

// -----

// A scan: the products of the blocks, and steps that begin at the state before each block, which the block finds from the
// products of the blocks before. Its threads combine their products in a tree, and the states go down the tree.

// CHECK-LABEL: func.func @scan
// CHECK: %[[PARTS:.*]] = scf.forall (%{{.*}}) in (%{{.*}}) shared_outs
// CHECK:   scf.forall (%{{.*}}) in (256) {{.*}} -> (tensor<1280xf64>)
// CHECK:   scf.forall (%{{.*}}) in (256)
// CHECK:     %[[BEFORE:.*]] = tensor.extract %{{.*}} : tensor<256xf64>
// CHECK:     chad.fold (%{{.*}} in %{{.*}}) with (%{{.*}} = %[[BEFORE]] : f64) {
// CHECK:   scf.for
// CHECK: } {mapping = [#gpu.block<x>]}
// CHECK: scf.forall (%[[BLOCK:.*]]) in (%{{.*}}) shared_outs
// CHECK:   tensor.extract_slice %[[PARTS]][0] [%[[BLOCK]]] [1]
// CHECK:   chad.fold (%{{.*}} in %{{.*}}) with (%{{.*}} = %{{.*}} : f64) {
// CHECK:   scf.for
// CHECK:   chad.fold (%{{.*}} in %{{.*}}) with (%{{.*}} = %{{.*}} : f64) {
// CHECK:   scf.for
// CHECK:   scf.for
// CHECK:   chad.fold {{.*}} collect (tensor<?xf64>)
// CHECK: } {mapping = [#gpu.block<x>]}
// CHECK-NOT: mapping = [#gpu.block<x>]
func.func @scan(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %one = arith.constant 1.0 : f64
  %ys = chad.scan left inclusive (%a, %b in %xs from %one : tensor<?xf64>) {
    %t = arith.mulf %a, %b : f64
    chad.yield %t : f64
  }
  return %ys : tensor<?xf64>
}

// -----

// Each iteration needs the one before: a loop of the host, with a kernel inside.

// CHECK-LABEL: func.func @steps
// CHECK: chad.fold
// CHECK: scf.forall
// CHECK: } {mapping = [#gpu.block<x>]}
// CHECK: chad.yield
func.func @steps(%ts: tensor<?xf64>, %start: tensor<?xf64>) -> tensor<?xf64> {
  %end = chad.fold (%t in %ts : tensor<?xf64>) with (%x = %start : tensor<?xf64>) {
    %y = chad.map (%e in %x : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %e, %t : f64
      %q = math.exp %p : f64
      chad.yield %q : f64
    }
    chad.yield %y : tensor<?xf64>
  }
  return %end : tensor<?xf64>
}

// -----

// Updates at places that the data choose: a copy for each block, in the memory of the block if it fits
// there, in which each thread has some of the elements; the copies are added.

// CHECK-LABEL: func.func @scatter
// Many updates of many elements are sorted: the product of both numbers decides.
// CHECK: %[[MANY:.*]] = arith.cmpf oge, %{{.*}}, %cst
// CHECK: %[[WIDE:.*]] = arith.cmpi ugt, %{{.*}}, %c2048
// CHECK: %[[SORTED:.*]] = arith.andi %[[MANY]], %[[WIDE]]
// CHECK: scf.if %[[SORTED]] -> (tensor<?xf64>)
// CHECK: } else {
// CHECK: %[[FITS:.*]] = arith.cmpi ule, %{{.*}}, %c2048
// CHECK: %[[COPIES:.*]] = scf.if %[[FITS]] -> (tensor<?x?xf64>)
// CHECK: bufferization.alloc_tensor() : tensor<2048xf64>
// CHECK:   scf.forall (%[[T:.*]]) in (256)
// CHECK:     linalg.fill
// CHECK:     scf.for
// CHECK:       %[[OWNER:.*]] = arith.remui %{{.*}}, %c256
// CHECK:       arith.cmpi eq, %[[OWNER]], %[[T]]
// CHECK:       chad.accumulate
// CHECK:   } {mapping = [#gpu.thread<x>]}
// CHECK: } {mapping = [#gpu.block<x>]}
// CHECK: } else {
// CHECK: } {mapping = [#gpu.block<x>]}
// CHECK: scf.forall
// CHECK:   tensor.extract %[[COPIES]]
// CHECK: } {mapping = [#gpu.block<x>]}
// Or atomic additions, if the order may depend on timing.
// ATOMIC-LABEL: func.func @scatter
// ATOMIC: scf.forall
// ATOMIC:   scf.forall
// ATOMIC:     arith.addf %{{.*}}, %{{.*}} {device.atomic} : f64
// ATOMIC:   } {mapping = [#gpu.thread<x>]}
// ATOMIC: } {mapping = [#gpu.block<x>]}
// ATOMIC-NEXT: return
func.func @scatter(%vs: tensor<?xf64>, %is: tensor<?xindex>, %a: tensor<?xf64>) -> tensor<?xf64> {
  %b = chad.scatter_add %vs into %a[%is] : tensor<?xf64> into tensor<?xf64>, tensor<?xindex>
  return %b : tensor<?xf64>
}

// -----

// A map of what a scan makes is computed by its last steps, in place of what the map alone reads of another one. A result of
// the scan that others read, too, is stored.

// CHECK-LABEL: func.func @joined
// CHECK-SAME: %[[XS:.*]]: tensor<?xf64>
// CHECK: %[[RIGHT:.*]] = scf.forall {{.*}} -> (tensor<?xf64>)
// CHECK: } {mapping = [#gpu.block<x>]}
// CHECK: %[[LAST:.*]] = scf.forall {{.*}} -> (tensor<?xf64>)
// CHECK: } {mapping = [#gpu.block<x>]}
// CHECK: scf.forall {{.*}} -> (tensor<?xf64>)
// CHECK: } {mapping = [#gpu.block<x>]}
// CHECK: %[[MADE:.*]]:2 = scf.forall {{.*}} shared_outs(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %[[LAST]]) -> (tensor<?xf64>, tensor<?xf64>)
// CHECK:   %[[PART:.*]] = tensor.extract_slice %[[B]]
// CHECK:   scf.for {{.*}}, %[[OWN:[a-z0-9]+]] = %[[PART]])
// CHECK:     %[[TILES:.*]]:2 = scf.forall
// CHECK:       tensor.extract_slice %[[OWN]]
// CHECK:     scf.forall {{.*}} shared_outs(%{{.*}} = %{{.*}}, %{{.*}} = %[[TILES]]#0, %[[TILE:.*]] = %[[TILES]]#1)
// CHECK:     %[[READ:.*]] = tensor.extract_slice %[[TILE]]
// CHECK:     chad.fold (%{{.*}} in %{{.*}} : tensor<?xf64>, %{{.*}} in %[[READ]] : tensor<?xf64>)
// CHECK: } {mapping = [#gpu.block<x>]}
// CHECK-NOT: mapping = [#gpu.block<x>]
// CHECK: return %[[MADE]]#0, %[[MADE]]#1
func.func @joined(%xs: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %one = arith.constant 1.0 : f64
  %ls = chad.scan left inclusive (%a, %b in %xs from %one : tensor<?xf64>) {
    %t = arith.mulf %a, %b : f64
    chad.yield %t : f64
  }
  %rs = chad.scan right exclusive (%a, %b in %xs from %one : tensor<?xf64>) {
    %t = arith.mulf %a, %b : f64
    chad.yield %t : f64
  }
  %ps = chad.map (%l in %ls : tensor<?xf64>, %r in %rs : tensor<?xf64>) -> tensor<?xf64> {
    %t = arith.subf %l, %r : f64
    chad.yield %t : f64
  }
  return %ls, %ps : tensor<?xf64>, tensor<?xf64>
}

// -----

// Many updates of many elements are sorted by buckets of 512 elements: each thread of a block counts those of
// its bucket; a scan of the counts says where they begin; each thread moves its own. A block then updates
// the elements between its first and its last bucket, and the parts of the blocks are added.

// CHECK-LABEL: func.func @buckets
// CHECK-NOT: scf.if
// CHECK: %[[COUNTS:.*]] = scf.forall (%[[B:.*]]) in
// CHECK:   scf.forall (%[[T:.*]]) in (256)
// CHECK:     %[[KEY:.*]] = tensor.extract %arg1
// CHECK:     %[[BUCKET:.*]] = arith.shrui %[[KEY]], %c9
// CHECK:     %[[DIGIT:.*]] = arith.minui %[[BUCKET]], %c255
// CHECK:     arith.cmpi eq, %[[DIGIT]], %[[T]]
// CHECK: } {mapping = [#gpu.block<x>]}
// CHECK-COUNT-2: } {mapping = [#gpu.block<x>]}
// CHECK: %[[MOVED:.*]]:2 = scf.forall {{.*}} -> (tensor<1000000xindex>, tensor<1000000xf64>)
// CHECK:   scf.forall (%{{.*}}) in (256)
// CHECK:     scf.if
// CHECK:       tensor.insert
// CHECK:       tensor.insert
// CHECK: } {mapping = [#gpu.block<x>]}
// CHECK: %[[PARTS:.*]] = scf.forall
// CHECK:   tensor.extract %[[MOVED]]#0
// CHECK:   scf.forall (%{{.*}}) in (256)
// CHECK:     chad.accumulate
// CHECK: } {mapping = [#gpu.block<x>]}
// CHECK: scf.forall
// CHECK:   tensor.extract %[[PARTS]]
// CHECK: } {mapping = [#gpu.block<x>]}
// CHECK-NEXT: return
// ATOMIC-LABEL: func.func @buckets
func.func @buckets(%vs: tensor<1000000xf64>, %is: tensor<1000000xindex>, %a: tensor<100000xf64>)
    -> tensor<100000xf64> {
  %b = chad.scatter_add %vs into %a[%is]
      : tensor<1000000xf64> into tensor<100000xf64>, tensor<1000000xindex>
  return %b : tensor<100000xf64>
}

// -----

// The numbers of updates of rows are sorted, twice; each element of the result adds up its own updates.

// CHECK-LABEL: func.func @sorted_rows
// CHECK-COUNT-4: scf.forall {{.*}} -> (tensor<8192xindex>, tensor<8192xindex>)
// CHECK: %[[BEGINS:.*]] = scf.forall
// CHECK: scf.forall {{.*}} -> (tensor<38400000xf32>)
// CHECK:   tensor.extract %[[BEGINS]]
// CHECK:   scf.for
// CHECK:     scf.if
// CHECK:       tensor.extract %arg0
// CHECK: } {mapping = [#gpu.block<x>]}
// CHECK-NOT: scf.forall
// CHECK: return
// ATOMIC-LABEL: func.func @sorted_rows
func.func @sorted_rows(%vs: tensor<8192x768xf32>, %is: tensor<8192xi32>, %a: tensor<50000x768xf32>)
    -> tensor<50000x768xf32> {
  %b = chad.scatter_add %vs into %a[%is]
      : tensor<8192x768xf32> into tensor<50000x768xf32>, tensor<8192xi32>
  return %b : tensor<50000x768xf32>
}

// -----

// What a fold adds at indices is collected by one kernel, and added by another.

// CHECK-LABEL: func.func @split
// CHECK: scf.forall {{.*}} -> (tensor<?xf64>, tensor<?xindex>, tensor<?xf64>)
// CHECK-NOT: chad.accumulate
// CHECK: } {mapping = [#gpu.block<x>]}
// CHECK: scf.forall {{.*}} -> (tensor<?x?xf64>)
// CHECK:   chad.accumulate
func.func @split(%xs: tensor<?xf64>, %is: tensor<?xindex>, %a: tensor<?xf64>) -> (f64, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %r:2 = chad.fold (%x in %xs : tensor<?xf64>, %i in %is : tensor<?xindex>) with (%s = %zero : f64, %acc = %a : tensor<?xf64>) {
    %e = math.exp %x : f64
    %t = arith.addf %s, %e : f64
    %next = chad.accumulate %e into %acc[%i] : f64 into tensor<?xf64>
    chad.yield %t, %next : f64, tensor<?xf64>
  }
  return %r#0, %r#1 : f64, tensor<?xf64>
}

// -----

// A nest of loops is one loop: its blocks divide the iterations of both.

// CHECK-LABEL: func.func @nest
// CHECK: %[[ALL:.*]] = arith.muli
// CHECK: arith.cmpi uge, %[[ALL]], %c16384
// CHECK: scf.if
// CHECK: } else {
// CHECK:   scf.forall (%{{.*}}) in (%{{.*}})
// CHECK:     arith.divui
// CHECK:     arith.remui
// CHECK:     scf.forall (%{{.*}}) in (256)
// CHECK: tensor.expand_shape
func.func @nest(%xs: tensor<?x?x?xf64>) -> tensor<?x?xf64> {
  %zero = arith.constant 0.0 : f64
  %ys = chad.map (%m in %xs : tensor<?x?x?xf64>) -> tensor<?x?xf64> {
    %sums = chad.map (%row in %m : tensor<?x?xf64>) -> tensor<?xf64> {
      %sum = chad.reduce (%a, %b in %row from %zero : tensor<?xf64>) {
        %t = arith.addf %a, %b : f64
        chad.yield %t : f64
      }
      chad.yield %sum : f64
    }
    chad.yield %sums : tensor<?xf64>
  }
  return %ys : tensor<?x?xf64>
}

// -----

// A nest without iterations, whose rows have extents that are not known, stays one: no row gives these.

// CHECK-LABEL: func.func @no_rows
// CHECK-NOT: tensor.expand_shape
// CHECK: return
func.func @no_rows(%xs: tensor<0x?x?xf64>) -> tensor<0x?x?xf64> {
  %ys = chad.map (%x in %xs : tensor<0x?x?xf64>) -> tensor<0x?x?xf64> {
    %y = chad.map (%row in %x : tensor<?x?xf64>) -> tensor<?x?xf64> {
      %z = chad.map (%a in %row : tensor<?xf64>) -> tensor<?xf64> {
        %b = math.exp %a : f64
        chad.yield %b : f64
      }
      chad.yield %z : tensor<?xf64>
    }
    chad.yield %y : tensor<?x?xf64>
  }
  return %ys : tensor<0x?x?xf64>
}

// -----

// The threads of a reduction compute the map that it reads. Nothing else is stored.

// CHECK-LABEL: func.func @largest
// CHECK: scf.forall (%{{.*}}) in (%{{.*}}) shared_outs(%{{[a-z0-9]*}} = %{{[a-z0-9]*}}) -> (tensor<?xf64>)
// CHECK:   scf.forall (%{{.*}}) in (256) shared_outs(%{{[a-z0-9]*}} = %{{[a-z0-9]*}}) -> (tensor<256xf64>)
// CHECK:     %[[MAPPED:.*]] = chad.map
// CHECK:     chad.reduce (%{{.*}}, %{{.*}} in %[[MAPPED]]
func.func @largest(%xs: tensor<?xf64>) -> f64 {
  %lowest = arith.constant 0xFFF0000000000000 : f64
  %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %y = math.exp %x : f64
    chad.yield %y : f64
  }
  %max = chad.reduce (%a, %b in %ys from %lowest : tensor<?xf64>) {
    %m = arith.maximumf %a, %b : f64
    chad.yield %m : f64
  }
  return %max : f64
}

// -----

// What costs little is computed by each reader.

// CHECK-LABEL: func.func @twice
// CHECK: scf.forall {{.*}} -> (tensor<?xf64>)
// CHECK:   chad.map
// CHECK:   chad.reduce
// CHECK: scf.forall (%{{.*}}) in (1)
// CHECK: scf.forall {{.*}} -> (tensor<?xf64>)
// CHECK:   chad.map (%[[X:.*]] in
// CHECK:     %[[Y:.*]] = arith.mulf %[[X]], %[[X]]
// CHECK:     arith.subf %[[Y]]
func.func @twice(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %lowest = arith.constant 0xFFF0000000000000 : f64
  %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %y = arith.mulf %x, %x : f64
    chad.yield %y : f64
  }
  %max = chad.reduce (%a, %b in %ys from %lowest : tensor<?xf64>) {
    %m = arith.maximumf %a, %b : f64
    chad.yield %m : f64
  }
  %zs = chad.map (%y in %ys : tensor<?xf64>) -> tensor<?xf64> {
    %z = arith.subf %y, %max : f64
    chad.yield %z : f64
  }
  return %zs : tensor<?xf64>
}

// -----

// A gather is fused with the only loop that reads its elements.

// CHECK-LABEL: func.func @gather
// CHECK: scf.forall
// CHECK:   chad.map (%[[I:.*]] in %{{.*}}) -> tensor<?xf64> {
// CHECK:     %[[X:.*]] = tensor.extract %arg0[%[[I]]]
// CHECK:     math.exp %[[X]]
// CHECK: } {mapping = [#gpu.block<x>]}
// CHECK-NOT: scf.forall
func.func @gather(%xs: tensor<?xf64>, %is: tensor<?xindex>) -> tensor<?xf64> {
  %read = chad.gather %xs[%is] : tensor<?xf64>, tensor<?xindex> -> tensor<?xf64>
  %ys = chad.map (%x in %read : tensor<?xf64>) -> tensor<?xf64> {
    %y = math.exp %x : f64
    chad.yield %y : f64
  }
  return %ys : tensor<?xf64>
}

// -----

// The columns of a triangle are added at places that threads cannot share, but the rows of a column are: the loops are
// interchanged.

// CHECK-LABEL: func.func @triangles
// CHECK: mapping = [#gpu.block<x>]
// CHECK: scf.forall {{.*}} shared_outs(%[[ALL:.*]] = %{{.*}})
// CHECK:   chad.map (%[[P:.*]] in
// CHECK:     chad.fold (%[[J:.*]] in %{{.*}} : tensor<?xindex>)
// CHECK:       scf.forall
// CHECK:         chad.fold
// CHECK:           %[[ROW:.*]] = arith.subi
// CHECK:           tensor.extract %[[P]][%[[J]], %[[ROW]]]
// CHECK:           chad.accumulate
// CHECK:       } {mapping = [#gpu.thread<x>]}
func.func @triangles(%ps: tensor<?x?x?xf64>, %d: index, %t: index) -> tensor<?x?xf64> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %rows = chad.build %i < %d -> tensor<?xindex> {
    chad.yield %i : index
  }
  %packed = chad.map (%p in %ps : tensor<?x?x?xf64>) -> tensor<?x?xf64> {
    %zeros = tensor.splat %zero[%t] : tensor<?xf64>
    %all = chad.fold (%i in %rows : tensor<?xindex>) with (%a = %zeros : tensor<?xf64>) {
      %columns = chad.build %j < %i -> tensor<?xindex> {
        chad.yield %j : index
      }
      %next = chad.fold (%j in %columns : tensor<?xindex>) with (%b = %a : tensor<?xf64>) {
        %after = arith.addi %j, %c1 : index
        %double = arith.muli %j, %after : index
        %triangle = arith.divui %double, %c2 : index
        %begin = arith.muli %j, %d : index
        %column = arith.subi %begin, %triangle : index
        %below = arith.subi %i, %after : index
        %at = arith.addi %column, %below : index
        %e = tensor.extract %p[%j, %i] : tensor<?x?xf64>
        %c = chad.accumulate %e into %b[%at] : f64 into tensor<?xf64>
        chad.yield %c : tensor<?xf64>
      }
      chad.yield %next : tensor<?xf64>
    }
    chad.yield %all : tensor<?xf64>
  }
  return %packed : tensor<?x?xf64>
}

// -----

// Each iteration of a loop waits for the one before. One block runs all of them where its threads have little to do in
// each; else the host launches a kernel for each.
// CHECK-LABEL: func.func @relaxed
// CHECK-SAME: (%[[XS:.*]]: tensor<?xf64>, %[[N:.*]]: index)
// CHECK: %[[PAYS:.*]] = arith.cmpi ule
// CHECK: scf.if %[[PAYS]]
// CHECK:   scf.forall (%{{.*}}) in (1) shared_outs(%[[OWN:.*]] = %[[XS]])
// CHECK:     scf.for {{.*}} iter_args(%{{.*}} = %[[OWN]])
// CHECK:       scf.forall
// CHECK:       } {mapping = [#gpu.thread<x>]}
// CHECK:   } {device.version, mapping = [#gpu.block<x>]}
// CHECK: else
// CHECK:   scf.for
// CHECK:     scf.forall
// CHECK:     } {mapping = [#gpu.block<x>]}
// NEVER-LABEL: func.func @relaxed
// NEVER-NOT: scf.if
// NEVER: scf.for
func.func @relaxed(%xs: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %half = arith.constant 0.5 : f64
  %end = scf.for %i = %c0 to %n step %c1 iter_args(%state = %xs) -> (tensor<?xf64>) {
    %next = chad.map (%x in %state : tensor<?xf64>) -> tensor<?xf64> {
      %y = arith.mulf %x, %half : f64
      chad.yield %y : f64
    }
    scf.yield %next : tensor<?xf64>
  }
  return %end : tensor<?xf64>
}

// -----

// Static extents choose when the program is compiled. A scan collects its states.
// CHECK-LABEL: func.func @products
// CHECK-NOT: scf.if
// CHECK: %[[ALL:.*]] = tensor.empty() : tensor<7x300xf64>
// CHECK: scf.forall (%{{.*}}) in (1) shared_outs(%{{.*}} = %[[ALL]])
// CHECK:   chad.scan
// CHECK:     scf.forall
// CHECK: } {mapping = [#gpu.block<x>]}
func.func @products(%xs: tensor<7x300xf64>, %unit: tensor<300xf64>) -> tensor<7x300xf64> {
  %r = chad.scan left inclusive (%a, %b in %xs from %unit : tensor<7x300xf64>) {
    %c = chad.map (%l in %a : tensor<300xf64>, %m in %b : tensor<300xf64>) -> tensor<300xf64> {
      %p = arith.mulf %l, %m : f64
      chad.yield %p : f64
    }
    chad.yield %c : tensor<300xf64>
  }
  return %r : tensor<7x300xf64>
}

// -----

// CHECK-LABEL: func.func @large
// CHECK-NOT: scf.if
// CHECK: chad.scan
// CHECK:   scf.forall
// CHECK:   } {mapping = [#gpu.block<x>]}
func.func @large(%xs: tensor<7x300000xf64>, %unit: tensor<300000xf64>) -> tensor<7x300000xf64> {
  %r = chad.scan left inclusive (%a, %b in %xs from %unit : tensor<7x300000xf64>) {
    %c = chad.map (%l in %a : tensor<300000xf64>, %m in %b : tensor<300000xf64>) -> tensor<300000xf64> {
      %p = arith.mulf %l, %m : f64
      chad.yield %p : f64
    }
    chad.yield %c : tensor<300000xf64>
  }
  return %r : tensor<7x300000xf64>
}

// -----

// The extents of a state change: no kernel has memory for it.
// CHECK-LABEL: func.func @growing
// CHECK-NOT: scf.if
// CHECK: scf.for
// CHECK:   scf.forall
// CHECK:   } {mapping = [#gpu.block<x>]}
func.func @growing(%xs: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = scf.for %i = %c0 to %n step %c1 iter_args(%state = %xs) -> (tensor<?xf64>) {
    %m = tensor.dim %state, %c0 : tensor<?xf64>
    %more = arith.addi %m, %c1 : index
    %next = chad.build %k < %more -> tensor<?xf64> {
      %at = arith.minui %k, %i : index
      %x = tensor.extract %xs[%at] : tensor<?xf64>
      chad.yield %x : f64
    }
    scf.yield %next : tensor<?xf64>
  }
  return %end : tensor<?xf64>
}

// -----

// The threads of a block divide the iterations of a loop and of the one inside of it, which has most of the work: what is
// before it, and the sum, are loops of their own.
// The arrays between them are few for each block: else a thread has an iteration of the outer loop.
// CHECK-LABEL: func.func @nests
// CHECK: %[[MOST:.*]] = arith.constant 32768 : index
// CHECK: %[[FEW:.*]] = arith.cmpi ule, %{{.*}}, %[[MOST]]
// CHECK: scf.if %[[FEW]]
// CHECK: scf.forall
// CHECK:   chad.map
// CHECK:     %[[MOVED:.*]] = scf.forall
// CHECK:       arith.divui
// CHECK:       arith.remui
// CHECK:       chad.map
// CHECK:         chad.map
// CHECK:           arith.subf
// CHECK:     } {mapping = [#gpu.thread<x>]}
// CHECK:     scf.forall
// CHECK:       chad.build
// CHECK:         %[[K:.*]] = arith.divui
// CHECK:         arith.remui
// CHECK:         tensor.extract_slice %[[MOVED]][%[[K]], 0]
// CHECK:         chad.reduce
// CHECK:     } {mapping = [#gpu.thread<x>]}
// CHECK:     %[[PRODUCTS:.*]] = tensor.expand_shape
// CHECK:     scf.forall
// CHECK:       tensor.extract_slice %[[PRODUCTS]]
// CHECK:       chad.map
// CHECK:         chad.fold
// CHECK:           %[[SQUARE:.*]] = arith.mulf
// CHECK:           arith.addf %{{.*}}, %[[SQUARE]]
// CHECK:     } {mapping = [#gpu.thread<x>]}
// CHECK: } {mapping = [#gpu.block<x>]}
func.func @nests(%rows: tensor<100x?xf64>, %matrices: tensor<?x?x?xf64>, %starts: tensor<?xf64>) -> tensor<100xf64> {
  %zero = arith.constant 0.0 : f64
  %r = chad.map (%row in %rows : tensor<100x?xf64>) -> tensor<100xf64> {
    %n = chad.map (%matrix in %matrices : tensor<?x?x?xf64>, %start in %starts : tensor<?xf64>) -> tensor<?xf64> {
      %moved = chad.map (%x in %row : tensor<?xf64>) -> tensor<?xf64> {
        %m = arith.subf %x, %start : f64
        chad.yield %m : f64
      }
      %p:2 = chad.fold (%line in %matrix : tensor<?x?xf64>) with (%sum = %start : f64) collect (tensor<?xf64>) {
        %products = chad.map (%l in %line : tensor<?xf64>, %v in %moved : tensor<?xf64>) -> tensor<?xf64> {
          %q = arith.mulf %l, %v : f64
          chad.yield %q : f64
        }
        %product = chad.reduce (%a, %b in %products from %zero : tensor<?xf64>) {
          %s = arith.addf %a, %b : f64
          chad.yield %s : f64
        }
        %square = arith.mulf %product, %product : f64
        %next = arith.addf %sum, %square : f64
        chad.yield %next, %product : f64, f64
      }
      chad.yield %p#0 : f64
    }
    %t = chad.reduce (%a, %b in %n from %zero : tensor<?xf64>) {
      %s = arith.addf %a, %b : f64
      chad.yield %s : f64
    }
    chad.yield %t : f64
  }
  return %r : tensor<100xf64>
}

// -----

// Nothing can be inserted into an array that is known to be empty: no block runs the loop.
// CHECK-LABEL: func.func @empty
// CHECK-NOT: device.version
// CHECK: scf.for
func.func @empty(%xs: tensor<?xf64>, %none: tensor<0xf64>, %n: index) -> (tensor<?xf64>, tensor<0xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %half = arith.constant 0.5 : f64
  %end:2 = scf.for %i = %c0 to %n step %c1 iter_args(%state = %xs, %other = %none) -> (tensor<?xf64>, tensor<0xf64>) {
    %next = chad.map (%x in %state : tensor<?xf64>) -> tensor<?xf64> {
      %y = arith.mulf %x, %half : f64
      chad.yield %y : f64
    }
    scf.yield %next, %other : tensor<?xf64>, tensor<0xf64>
  }
  return %end#0, %end#1 : tensor<?xf64>, tensor<0xf64>
}

// -----

// A nest that depends on nothing but the element of its iteration: a block runs it for eight points at once, and reads
// the rows once for all; then it goes on with one point after the other. With few points there are not enough eights for all blocks.

// JAM-LABEL: func.func @jammed
// JAM: scf.for %[[FIRST:.*]] = %{{.*}} to %{{.*}} step %c8 iter_args
// JAM:   %[[COUNT:.*]] = arith.minui %{{.*}}, %c8
// JAM:   %[[TILE:.*]] = tensor.extract_slice %[[OWN:.*]][%[[FIRST]]] [%[[COUNT]]] [1]
// JAM:   arith.minui %[[FIRST]], %[[LAST:.*]] : index
// JAM-COUNT-8: tensor.extract %[[OWN]][%{{.*}}]
// JAM:   %[[PLACE:.*]] = tensor.empty() : tensor<8x1200xf64>
// JAM:   %[[ALL:.*]] = scf.forall (%{{.*}}) in (256) shared_outs(%{{.*}} = %[[PLACE]])
// JAM:     chad.fold (%[[Y:.*]] in %{{.*}} : tensor<40xf64>) with
// JAM-COUNT-8: arith.subf %[[Y]], %{{.*}}
// JAM-COUNT-8: tensor.insert
// JAM:   } {mapping = [#gpu.thread<x>]}
// JAM:   %[[ROWS:.*]] = tensor.extract_slice %[[ALL]][0, 0] [%[[COUNT]], 1200]
// JAM:   chad.map (%{{.*}} in %[[TILE]] : tensor<?xf64>, %{{.*}} in %[[ROWS]] : tensor<?x1200xf64>)
// JAM:   tensor.insert_slice %{{.*}} into %{{.*}}[%[[FIRST]], 0] [%[[COUNT]], 30]

// CHECK-LABEL: func.func @jammed
// CHECK: %[[MANY:.*]] = arith.cmpi uge, %{{.*}}, %c2048
// CHECK: scf.if %[[MANY]]
// CHECK:   tensor<8x1200xf64>
// CHECK: } else {
// CHECK-NOT: tensor<8x1200xf64>
func.func @jammed(%points: tensor<?xf64>, %rows: tensor<30x40xf64>) -> (tensor<?x30xf64>, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %r:2 = chad.map (%point in %points : tensor<?xf64>) -> (tensor<?x30xf64>, tensor<?xf64>) {
    %sums = chad.map (%row in %rows : tensor<30x40xf64>) -> tensor<30xf64> {
      %sum = chad.fold (%x in %row : tensor<40xf64>) with (%s = %zero : f64) {
        %near = chad.fold (%y in %row : tensor<40xf64>) with (%t = %x : f64) {
          %d = arith.subf %y, %point : f64
          %next = arith.maximumf %t, %d : f64
          chad.yield %next : f64
        }
        %next = arith.addf %s, %near : f64
        chad.yield %next : f64
      }
      chad.yield %sum : f64
    }
    %square = arith.mulf %point, %point : f64
    chad.yield %sums, %square : tensor<30xf64>, f64
  }
  return %r#0, %r#1 : tensor<?x30xf64>, tensor<?xf64>
}

// -----

// The threads of a block share rows and columns of a sum, which they overwrite.

// CHECK-LABEL: func.func @rows
// CHECK: chad.fold (%[[POINT:.*]] in %{{.*}} : tensor<?x?xf64>, %[[WEIGHT:.*]] in %{{.*}} : tensor<?x?xf64>) with (%[[SUM:.*]] = %{{.*}} : tensor<?x?xf64>)
// CHECK:   %[[WIDTH:.*]] = tensor.dim %[[POINT]]
// CHECK:   %[[LEAST:.*]] = arith.minui %[[WIDTH]], %c256
// CHECK:   %[[APART:.*]] = arith.maxui %[[LEAST]], %c1
// CHECK:   %[[ATONCE:.*]] = arith.divui %c256, %[[APART]]
// CHECK:   %[[NEXT:.*]] = scf.forall (%[[T:.*]]) in (256) shared_outs(%[[OWN:.*]] = %[[SUM]])
// CHECK:     arith.divui %[[T]], %[[APART]]
// CHECK:     arith.remui %[[T]], %[[APART]]
// CHECK:     %[[PART:.*]] = tensor.extract_slice %[[OWN]][%[[ROW:.*]], %[[COLUMN:.*]]] [%[[ROWS:.*]], %[[COLUMNS:.*]]] [%[[ATONCE]], %[[APART]]]
// CHECK:     chad.map (%{{.*}} in %{{.*}} : tensor<?xf64>, %[[LINE:.*]] in %[[PART]] : tensor<?x?xf64>)
// CHECK:       chad.map (%{{.*}} in %{{.*}} : tensor<?xf64>, %{{.*}} in %[[LINE]] : tensor<?xf64>)
// CHECK:     tensor.parallel_insert_slice %{{.*}} into %[[OWN]][%[[ROW]], %[[COLUMN]]] [%[[ROWS]], %[[COLUMNS]]] [%[[ATONCE]], %[[APART]]]
// CHECK:   chad.yield %[[NEXT]]
func.func @rows(%points: tensor<?x?xf64>, %weights: tensor<?x?xf64>, %sums: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %r = chad.fold (%point in %points : tensor<?x?xf64>, %weight in %weights : tensor<?x?xf64>) with (%sum = %sums : tensor<?x?xf64>) {
    %next = chad.map (%w in %weight : tensor<?xf64>, %row in %sum : tensor<?x?xf64>) -> tensor<?x?xf64> {
      %n = chad.map (%x in %point : tensor<?xf64>, %s in %row : tensor<?xf64>) -> tensor<?xf64> {
        %d = arith.subf %x, %w : f64
        %e = math.exp %d : f64
        %t = arith.addf %s, %e : f64
        chad.yield %t : f64
      }
      chad.yield %n : tensor<?xf64>
    }
    chad.yield %next : tensor<?x?xf64>
  }
  return %r : tensor<?x?xf64>
}

// -----

// The work of a loop that has as many iterations as the number of one of the loop around it is that of half of these.

// CHECK-LABEL: func.func @triangle
// CHECK: %[[N:.*]] = tensor.dim %arg1
// CHECK: %[[HALF:.*]] = arith.ceildivui %[[N]], %c2
// CHECK: arith.addi %[[HALF]], %c1
// CHECK: math.sqrt
func.func @triangle(%points: tensor<?xf64>, %sums: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %sums, %c0 : tensor<?xf64>
  %zero = arith.constant 0.0 : f64
  %r = chad.fold (%point in %points : tensor<?xf64>) with (%sum = %sums : tensor<?xf64>) {
    %numbers = chad.build %i < %n -> tensor<?xindex> {
      chad.yield %i : index
    }
    %next = chad.map (%s in %sum : tensor<?xf64>, %i in %numbers : tensor<?xindex>) -> tensor<?xf64> {
      %before = chad.build %j < %i -> tensor<?xf64> {
        chad.yield %point : f64
      }
      %t = chad.reduce (%a, %b in %before from %zero : tensor<?xf64>) {
        %c = arith.addf %a, %b : f64
        chad.yield %c : f64
      }
      %u = arith.addf %s, %t : f64
      chad.yield %u : f64
    }
    chad.yield %next : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}
