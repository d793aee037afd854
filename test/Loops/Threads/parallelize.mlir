// Outermost loops whose iterations may run in any order are divided.

// RUN: chad-opt %s --split-input-file --chad-choose-schedule --chad-parallelize-loops=threads=4 --canonicalize --cse | FileCheck %s
// RUN: chad-opt %s --split-input-file --chad-choose-schedule --chad-parallelize-loops=threads=4 --remarks-filter='chad-(choose-schedule|parallelize-loops)' \
// RUN:   -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: chad-opt %s --split-input-file --chad-choose-schedule=everywhere --chad-parallelize-loops='threads=3 grain=1' \
// RUN:   --chad-vectorize-lanes --convert-chad-to-scf --canonicalize -o /dev/null

// An array has a range of each thread's; the number of threads follows from how much there is to do.
// CHECK-LABEL: @map
// CHECK-SAME: %[[XS:[a-z0-9]+]]: tensor<?xf64>
// CHECK-DAG: %[[C4:[a-z0-9_]+]] = arith.constant 4 : index
// CHECK-DAG: %[[GRAIN:[a-z0-9_]+]] = arith.constant 131072 : index
// CHECK: %[[N:.+]] = tensor.dim %[[XS]]
// CHECK: %[[WORK:.+]] = arith.muli %[[N]], %c21
// CHECK: %[[MANY:.+]] = arith.divui %[[WORK]], %[[GRAIN]]
// CHECK: %[[SOME:.+]] = arith.minui %[[MANY]], %[[N]]
// CHECK: %[[FEW:.+]] = arith.minui %[[SOME]], %[[C4]]
// CHECK: %[[T:.+]] = arith.maxui %[[FEW]], %c1
// CHECK: scf.forall (%{{.+}}) in (%[[T]]) shared_outs(%[[OUT:.+]] = %{{.+}}) -> (tensor<?xf64>)
// CHECK:   %[[PART:.+]] = tensor.extract_slice %[[XS]][%[[FIRST:.+]]] [%[[SIZE:.+]]] [1]
// CHECK:   %[[Y:.+]] = chad.map (%{{.+}} in %[[PART]] : tensor<?xf64>)
// CHECK:   tensor.parallel_insert_slice %[[Y]] into %[[OUT]][%[[FIRST]]] [%[[SIZE]]] [1]
// REMARK: Function=map | Remark="iterations divided among threads"
func.func @map(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %y = math.exp %x : f64
    chad.yield %y : f64
  }
  return %ys : tensor<?xf64>
}

// -----

// Sums have a copy for each thread, which starts from zero; the start is added once, at the end.
// CHECK-LABEL: @sums
// CHECK-SAME: %{{.+}}: tensor<?x?xf64>, %[[S0:.+]]: f64, %[[R0:.+]]: tensor<?xf64>
// CHECK-DAG: %[[ZERO:.+]] = arith.constant -0.0
// CHECK: %[[R:.+]]:2 = scf.forall (%[[ID:.+]]) in (%{{.+}}) shared_outs(%[[S:.+]] = %{{.+}}, %[[V:.+]] = %{{.+}}) -> (tensor<?xf64>, tensor<?x?xf64>)
// CHECK:   %[[OWN:.+]] = tensor.extract_slice %[[V]][%[[ID]], 0] [1, %{{.+}}] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
// CHECK:   %[[CLEAR:.+]] = linalg.fill ins(%[[ZERO]] : f64) outs(%[[OWN]] : tensor<?xf64>)
// CHECK:   %[[P:.+]]:2 = chad.fold {{.*}} with (%{{.+}} = %[[ZERO]] : f64, %{{.+}} = %[[CLEAR]] : tensor<?xf64>)
// CHECK:   tensor.parallel_insert_slice %{{.+}} into %[[S]][%[[ID]]] [1] [1]
// CHECK:   tensor.parallel_insert_slice %[[P]]#1 into %[[V]][%[[ID]], 0] [1, %{{.+}}] [1, 1]
// CHECK: chad.fold (%{{.+}} in %[[R]]#0 : tensor<?xf64>) with (%{{.+}} = %[[S0]] : f64)
// CHECK: chad.fold (%{{.+}} in %[[R]]#1 : tensor<?x?xf64>) with (%{{.+}} = %[[R0]] : tensor<?xf64>)
// REMARK: Function=sums | Remark="iterations divided among threads, which sum in copies"
func.func @sums(%xs: tensor<?x?xf64>, %s0: f64, %r0: tensor<?xf64>) -> (f64, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %s, %r = chad.fold (%x in %xs : tensor<?x?xf64>) with (%a = %s0 : f64, %b = %r0 : tensor<?xf64>) {
    %e = tensor.extract %x[%c0] : tensor<?xf64>
    %t = arith.addf %a, %e : f64
    %q = chad.map (%u in %b : tensor<?xf64>, %v in %x : tensor<?xf64>) -> tensor<?xf64> {
      %w = arith.addf %u, %v : f64
      chad.yield %w : f64
    }
    chad.yield %t, %q : f64, tensor<?xf64>
  }
  return %s, %r : f64, tensor<?xf64>
}

// -----

// Reductions: what is associative is done in parts. Positions stay those in the whole.
// CHECK-LABEL: @reduce
// CHECK-SAME: %{{.+}}: tensor<?xf64>, %[[UNIT:.+]]: f64, %[[NONE:.+]]: index
// CHECK: %[[R:.+]]:2 = scf.forall
// CHECK:   chad.fold (%{{.+}} in %{{.+}} : tensor<?xf64>, %[[I:.+]] in %{{.+}} : tensor<?xindex>) with (%{{.+}} = %[[UNIT]] : f64, %{{.+}} = %[[NONE]] : index)
// CHECK:     arith.addi %{{.+}}, %[[I]]
// CHECK: chad.reduce (%{{.+}}, %{{.+}} in %[[R]]#0 from %[[UNIT]] : tensor<?xf64>, %{{.+}}, %{{.+}} in %[[R]]#1 from %[[NONE]] : tensor<?xindex>)
func.func @reduce(%xs: tensor<?xf64>, %unit: f64, %none: index) -> index {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %xs, %c0 : tensor<?xf64>
  %is = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %m, %at = chad.reduce (%a, %x in %xs from %unit : tensor<?xf64>, %i, %j in %is from %none : tensor<?xindex>) {
    %c = arith.cmpf oge, %a, %x : f64
    %v = arith.select %c, %a, %x : f64
    %k = arith.select %c, %i, %j : index
    chad.yield %v, %k : f64, index
  }
  return %at : index
}

// -----

// Loops whose iterations wait for each other: what is in them is divided.
// CHECK-LABEL: @sequential
// CHECK: chad.fold
// CHECK:   scf.forall
// CHECK:     chad.build
// REMARK: Function=sequential | Remark="each iteration waits for the one before: only what is inside is divided"
func.func @sequential(%n: index, %m: index, %x: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %ks = chad.build %k < %n -> tensor<?xf64> {
    %z = arith.constant 0.0 : f64
    chad.yield %z : f64
  }
  %r = chad.fold (%k in %ks : tensor<?xf64>) with (%s = %x : tensor<?xf64>) {
    %e = tensor.extract %s[%c0] : tensor<?xf64>
    %t = chad.build %i < %m -> tensor<?xf64> {
      %u = arith.index_cast %i : index to i64
      %v = arith.sitofp %u : i64 to f64
      %w = arith.mulf %v, %e : f64
      chad.yield %w : f64
    }
    chad.yield %t : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

// -----

// Rows of a product of matrices, here those of the transposed result.
// CHECK-LABEL: @product
// CHECK-SAME: %[[A:.+]]: tensor<?x?xf64>, %[[B:.+]]: tensor<?x?xf64>, %{{.+}}: tensor<?x?xf64>
// CHECK: scf.forall {{.*}} shared_outs(%[[OUT:.+]] = %{{.+}})
// CHECK:   tensor.extract_slice %[[B]][0, %[[FIRST:.+]]] [%{{.+}}, %[[SIZE:.+]]] [1, 1]
// CHECK:   %[[OWN:.+]] = tensor.extract_slice %[[OUT]][%[[FIRST]], 0] [%[[SIZE]], %{{.+}}] [1, 1]
// CHECK:   %[[P:.+]] = linalg.generic {{.*}} ins(%[[A]], %{{.+}} : tensor<?x?xf64>, tensor<?x?xf64>) outs(%[[OWN]] : tensor<?x?xf64>)
// CHECK:   tensor.parallel_insert_slice %[[P]] into %[[OUT]][%[[FIRST]], 0] [%[[SIZE]], %{{.+}}] [1, 1]
// REMARK: Function=product | Remark="rows of the product divided among threads"
func.func @product(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>,
                       affine_map<(i, j, k) -> (j, i)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<?x?xf64>, tensor<?x?xf64>) outs(%c : tensor<?x?xf64>) {
  ^bb0(%x: f64, %y: f64, %s: f64):
    %p = arith.mulf %x, %y : f64
    %t = arith.addf %s, %p : f64
    linalg.yield %t : f64
  } -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// -----

// Where one thread is enough whatever the arguments are, nothing is left behind; nor is an array
// divided that is empty.
// CHECK-LABEL: @little
// CHECK-NOT: arith.{{(divui|minui)}}
// CHECK-NOT: scf.forall
// REMARK: Function=little | Remark="one thread: there is too little to do for more"
func.func @little(%xs: tensor<100xf64>, %n: index) -> (tensor<100xf64>, tensor<?x0xf64>) {
  %ys = chad.map (%x in %xs : tensor<100xf64>) -> tensor<100xf64> {
    %y = math.exp %x : f64
    chad.yield %y : f64
  }
  %es = chad.build %i < %n -> tensor<?x0xf64> {
    %e = tensor.empty() : tensor<0xf64>
    chad.yield %e : tensor<0xf64>
  }
  return %ys, %es : tensor<100xf64>, tensor<?x0xf64>
}

// -----

// A map that does little with what a scan makes goes with the scan.
// CHECK-LABEL: @scanned
// CHECK-NOT: scf.forall
// REMARK: Function=scanned | Remark="one thread: it goes with the sequential loop before it"
func.func @scanned(%xs: tensor<?xf64>, %one: f64) -> tensor<?xf64> {
  %ps = chad.scan left exclusive (%a, %x in %xs from %one : tensor<?xf64>) {
    %p = arith.mulf %a, %x : f64
    chad.yield %p : f64
  }
  %ys = chad.map (%p in %ps : tensor<?xf64>, %x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %y = arith.addf %p, %x : f64
    chad.yield %y : f64
  }
  return %ys : tensor<?xf64>
}

// -----

// A sequential loop has two versions, if what is in it may be worth threads: that is decided before
// the outermost one.
// CHECK-LABEL: @versions
// CHECK: %[[SHARE:.+]] = arith.cmpi ugt, %{{.+}}, %{{.+}} : index
// CHECK: %[[R:.+]] = scf.if %[[SHARE]] -> (tensor<?xf64>) {
// CHECK:   chad.fold
// CHECK:     scf.for
// CHECK:       scf.forall
// CHECK: } else {
// CHECK-NOT: scf.forall
// CHECK:   chad.fold
// CHECK-NOT: scf.forall
// CHECK:     scf.for
// CHECK-NOT: scf.forall
// CHECK: return %[[R]]
// REMARK: Function=versions | Remark="has a version for threads, and one without, by how much there is to do inside"
func.func @versions(%n: index, %xs: tensor<?xf64>, %x: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = chad.fold (%k in %xs : tensor<?xf64>) with (%s = %x : tensor<?xf64>) {
    %q = scf.for %i = %c0 to %n step %c1 iter_args(%t = %s) -> tensor<?xf64> {
      %e = tensor.extract %t[%c0] : tensor<?xf64>
      %u = chad.map (%y in %xs : tensor<?xf64>) -> tensor<?xf64> {
        %v = arith.mulf %y, %e : f64
        chad.yield %v : f64
      }
      scf.yield %u : tensor<?xf64>
    }
    chad.yield %q : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

// -----

// A scan reduces each range but the last one first, scans these sums, and then the elements of
// each range.
// CHECK-LABEL: @scan
// CHECK-SAME: %[[XS:[a-z0-9]+]]: tensor<?xf64>, %[[ONE:[a-z0-9]+]]: f64
// CHECK: %[[SUMS:.*]] = scf.forall (%[[T:.*]]) in (%[[NUM:.*]]) shared_outs
// CHECK: %[[LAST:.*]] = arith.subi %[[NUM]], %c1
// CHECK: %[[ISLAST:.*]] = arith.cmpi eq, %[[T]], %[[LAST]]
// CHECK: arith.select %[[ISLAST]], %c0
// CHECK: chad.reduce
// CHECK: arith.mulf
// CHECK: %[[BEFORE:.*]] = chad.scan left exclusive (%{{.*}}, %{{.*}} in %[[SUMS]] from %[[ONE]] : tensor<?xf64>)
// CHECK: scf.forall (%[[U:.*]]) in (%[[NUM]])
// CHECK: %[[START:.*]] = tensor.extract %[[BEFORE]][%[[U]]]
// CHECK: chad.fold (%{{.*}} in %{{.*}} : tensor<?xf64>) with (%[[STATE:.*]] = %[[START]] : f64) collect
// CHECK-NEXT: %[[NEXT:.*]] = arith.mulf %[[STATE]],
// CHECK-NEXT: chad.yield %[[NEXT]], %[[NEXT]]
// REMARK: Function=scan | Remark="elements divided among threads, which reduce them first and then scan them"
func.func @scan(%xs: tensor<?xf64>, %one: f64) -> tensor<?xf64> {
  %ps = chad.scan left inclusive (%a, %x in %xs from %one : tensor<?xf64>) {
    %p = arith.mulf %a, %x : f64
    chad.yield %p : f64
  }
  return %ps : tensor<?xf64>
}

// -----

// To the left the first range is the last one; what is collected is what was before.
// CHECK-LABEL: @scan_right
// CHECK: scf.forall (%[[T:.*]]) in (%[[NUM:.*]]) shared_outs
// CHECK: arith.cmpi eq, %[[T]], %c0
// CHECK: chad.scan right exclusive
// CHECK: chad.fold right ({{.*}}) with (%[[STATE:[a-z0-9]+]] = %{{.*}} : f64) collect
// CHECK-NEXT: %[[NEXT:.*]] = arith.addf %{{.*}}, %[[STATE]]
// CHECK-NEXT: chad.yield %[[NEXT]], %[[STATE]]
// REMARK: Function=scan_right | Remark="elements divided among threads, which reduce them first and then scan them"
func.func @scan_right(%xs: tensor<?xf64>, %zero: f64) -> tensor<?xf64> {
  %ps = chad.scan right exclusive (%x, %a in %xs from %zero : tensor<?xf64>) {
    %p = arith.addf %x, %a : f64
    chad.yield %p : f64
  }
  return %ps : tensor<?xf64>
}

// -----

// A scan of more than that would take twice as long in each thread.
// CHECK-LABEL: @recurrence
// CHECK-NOT: scf.forall
// CHECK: return
// REMARK: Function=recurrence | Remark="each iteration waits for the one before: only what is inside is divided"
func.func @recurrence(%as: tensor<?xf64>, %bs: tensor<?xf64>, %one: f64, %zero: f64) -> tensor<?xf64> {
  %ps, %qs = chad.scan left inclusive (%a0, %a1 in %as from %one : tensor<?xf64>,
                                       %b0, %b1 in %bs from %zero : tensor<?xf64>) {
    %p = arith.mulf %a0, %a1 : f64
    %q = arith.mulf %b0, %a1 : f64
    %r = arith.addf %q, %b1 : f64
    chad.yield %p, %r : f64, f64
  }
  return %qs : tensor<?xf64>
}

// -----

// There is never enough to do in each iteration.
// CHECK-LABEL: @rows_of_eight
// CHECK-NOT: scf.
// CHECK: chad.fold
// CHECK-NOT: scf.
// REMARK: Function=rows_of_eight | Remark="one thread: there is too little to do for more"
func.func @rows_of_eight(%xs: tensor<?x8xf64>, %x: tensor<8xf64>) -> tensor<8xf64> {
  %r = chad.fold (%row in %xs : tensor<?x8xf64>) with (%s = %x : tensor<8xf64>) {
    %u = chad.map (%y in %s : tensor<8xf64>, %e in %row : tensor<8xf64>) -> tensor<8xf64> {
      %v = arith.mulf %y, %e : f64
      %t = math.tanh %v : f64
      chad.yield %t : f64
    }
    chad.yield %u : tensor<8xf64>
  }
  return %r : tensor<8xf64>
}

// -----

// Each thread gathers what it needs.
// CHECK-LABEL: @gathered
// CHECK-SAME: %[[XS:.+]]: tensor<?x3xf64>, %[[IS:.+]]: tensor<?xindex>
// CHECK-NOT: chad.gather
// CHECK: scf.forall
// CHECK:   %[[PART:.+]] = tensor.extract_slice %[[IS]]
// CHECK:   %[[ROWS:.+]] = chad.gather %[[XS]][%[[PART]]]
// CHECK:   chad.map (%{{.+}} in %[[ROWS]]
func.func @gathered(%xs: tensor<?x3xf64>, %is: tensor<?xindex>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %rows = chad.gather %xs[%is] : tensor<?x3xf64>, tensor<?xindex> -> tensor<?x3xf64>
  %ys = chad.map (%row in %rows : tensor<?x3xf64>) -> tensor<?xf64> {
    %x = tensor.extract %row[%c0] : tensor<3xf64>
    %y = math.exp %x : f64
    chad.yield %y : f64
  }
  return %ys : tensor<?xf64>
}

// -----

// A sum that starts from an array of no known rank.
// CHECK-LABEL: @unranked
// CHECK: scf.forall
// CHECK: chad.accumulate
func.func @unranked(%xs: tensor<100000xf64>, %is: tensor<100000xindex>, %u: tensor<*xf64>) -> tensor<?xf64> {
  %start = tensor.cast %u : tensor<*xf64> to tensor<?xf64>
  %r = chad.fold (%x in %xs : tensor<100000xf64>, %i in %is : tensor<100000xindex>) with (%s = %start : tensor<?xf64>) {
    %y = math.exp %x : f64
    %t = chad.accumulate %y into %s[%i] : f64 into tensor<?xf64>
    chad.yield %t : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

// -----

// The extent is known of one array, and so of each result.
// CHECK-LABEL: @one_static
// CHECK: %[[SCANS:.*]]:2 = scf.forall {{.*}} -> (tensor<100000xf64>, tensor<100000xf64>)
// CHECK: %[[SECOND:.*]] = tensor.cast %[[SCANS]]#1 : tensor<100000xf64> to tensor<?xf64>
// CHECK: return %[[SCANS]]#0, %[[SECOND]]
func.func @one_static(%xs: tensor<100000xf64>, %ys: tensor<?xf64>) -> (tensor<100000xf64>, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %r:2 = chad.scan left inclusive (%a, %x in %xs from %zero : tensor<100000xf64>, %b, %y in %ys from %zero : tensor<?xf64>) {
    %0 = arith.addf %a, %x : f64
    %1 = arith.addf %b, %y : f64
    chad.yield %0, %1 : f64, f64
  }
  return %r#0, %r#1 : tensor<100000xf64>, tensor<?xf64>
}

// -----

// Products with nothing to sum, without a dimension to divide, and of short ones only are left;
// so is what other threads do already.
// CHECK-LABEL: @left
// CHECK-NOT: scf.forall
// CHECK-LABEL: @divided
// CHECK-COUNT-1: scf.forall (
// CHECK-NOT: scf.forall (
func.func @left(%a: tensor<5x0xf64>, %b: tensor<0x1000xf64>, %c: tensor<5x1000xf64>, %d: tensor<5x6xf64>, %e: tensor<6x4xf64>, %f: tensor<5x4xf64>, %v: tensor<100xf64>, %z: tensor<f64>) -> (tensor<5x1000xf64>, tensor<5x4xf64>, tensor<f64>) {
  %0 = linalg.matmul ins(%a, %b : tensor<5x0xf64>, tensor<0x1000xf64>) outs(%c : tensor<5x1000xf64>) -> tensor<5x1000xf64>
  %1 = linalg.matmul ins(%d, %e : tensor<5x6xf64>, tensor<6x4xf64>) outs(%f : tensor<5x4xf64>) -> tensor<5x4xf64>
  %2 = linalg.dot ins(%v, %v : tensor<100xf64>, tensor<100xf64>) outs(%z : tensor<f64>) -> tensor<f64>
  return %0, %1, %2 : tensor<5x1000xf64>, tensor<5x4xf64>, tensor<f64>
}
func.func @divided(%xs: tensor<1000xf64>, %o: tensor<1000xf64>) -> tensor<1000xf64> {
  %r = scf.forall (%i) in (1000) shared_outs(%out = %o) -> tensor<1000xf64> {
    %s = chad.map (%x in %xs : tensor<1000xf64>) -> tensor<1000xf64> {
      %0 = math.exp %x : f64
      chad.yield %0 : f64
    }
    %p = tensor.extract_slice %s[%i] [1] [1] : tensor<1000xf64> to tensor<1xf64>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %p into %out[%i] [1] [1] : tensor<1xf64> into tensor<1000xf64>
    }
  }
  return %r : tensor<1000xf64>
}
