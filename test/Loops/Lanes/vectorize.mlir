// Loops whose iterations run in lanes of vectors.

// RUN: chad-opt %s --split-input-file --chad-choose-schedule --chad-vectorize-lanes | FileCheck %s
// RUN: chad-opt %s --split-input-file --chad-choose-schedule=vector-bits=256 --chad-vectorize-lanes=vector-bits=256 | FileCheck %s --check-prefix=NARROW
// RUN: chad-opt %s --split-input-file --chad-choose-schedule --remarks-filter=chad-choose-schedule -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// A map of rows: sixteen at a time, and the last ones repeat the last row.
// CHECK-LABEL: @rows
// CHECK: scf.for
// CHECK-COUNT-16: arith.minsi
// CHECK-COUNT-16: vector.transfer_read {{.*}} : tensor<?x?xf64>, vector<8xf64>
// CHECK: scf.for {{.*}} -> (tensor<?xvector<16xf64>>)
// CHECK: %[[ROW:[0-9]+]] = scf.for {{.*}} step %c1{{.*}} -> (tensor<?xvector<16xf64>>)
// CHECK: chad.reduce {{.*}} tensor<?xvector<16xf64>>
// CHECK: chad.map ({{.*}} in %[[ROW]] : tensor<?xvector<16xf64>>
// CHECK: math.exp %{{.*}} : vector<16xf64>
// CHECK-COUNT-16: tensor.insert
// NARROW-LABEL: @rows
// NARROW: math.exp %{{.*}} : vector<8xf64>
func.func @rows(%xs: tensor<?x?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %low = arith.constant 0xFFF0000000000000 : f64
  %r = chad.map (%x in %xs : tensor<?x?xf64>) -> tensor<?xf64> {
    %max = chad.reduce (%a, %b in %x from %low : tensor<?xf64>) {
      %m = arith.maximumf %a, %b : f64
      chad.yield %m : f64
    }
    %es = chad.map (%e in %x : tensor<?xf64>) -> tensor<?xf64> {
      %d = arith.subf %e, %max : f64
      %f = math.exp %d : f64
      chad.yield %f : f64
    }
    %sum = chad.reduce (%a, %b in %es from %zero : tensor<?xf64>) {
      %s = arith.addf %a, %b : f64
      chad.yield %s : f64
    }
    chad.yield %sum : f64
  }
  return %r : tensor<?xf64>
}

// -----

// Sums have the lanes of one vector, which are added up at the end. The lanes behind the last
// element are not added.
// CHECK-LABEL: @sums
// CHECK: %[[Z:[a-z0-9_]+]] = tensor.splat {{.*}} : tensor<?xvector<8xf64>>
// CHECK: %[[R:[0-9]+]]:2 = scf.for {{.*}} iter_args({{.*}}, %{{.*}} = %[[Z]]) -> (vector<8xf64>, tensor<?xvector<8xf64>>)
// CHECK: %[[LOW:[0-9]+]] = vector.create_mask
// CHECK: %[[HIGH:[0-9]+]] = vector.create_mask
// CHECK: chad.fold {{.*}} with (%[[S:[a-z0-9]+]] = %{{[a-z0-9]+}} : vector<8xf64>
// CHECK: %[[E:[0-9]+]] = math.exp %{{.*}} : vector<16xf64>
// CHECK: %[[E0:[0-9]+]] = vector.extract_strided_slice %[[E]] {offsets = [0], sizes = [8]
// CHECK: %[[S0:[0-9]+]] = arith.addf %[[S]], %[[E0]] : vector<8xf64>
// CHECK: %[[T0:[0-9]+]] = arith.select %[[LOW]], %[[S0]], %[[S]]
// CHECK: %[[E1:[0-9]+]] = vector.extract_strided_slice %[[E]] {offsets = [8], sizes = [8]
// CHECK: %[[S1:[0-9]+]] = arith.addf %[[T0]], %[[E1]] : vector<8xf64>
// CHECK: arith.select %[[HIGH]], %[[S1]], %[[T0]]
// CHECK: tensor.insert {{.*}} : tensor<?xvector<8xf64>>
// CHECK: vector.reduction <add>, %[[R]]#0
func.func @sums(%xs: tensor<?xf64>, %ks: tensor<?xf64>, %acc: tensor<?xf64>, %is: tensor<?xindex>)
    -> (f64, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %r:2 = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %zero : f64, %a = %acc : tensor<?xf64>) {
    %t:2 = chad.fold (%k in %ks : tensor<?xf64>, %i in %is : tensor<?xindex>)
        with (%u = %s : f64, %b = %a : tensor<?xf64>) {
      %p = arith.mulf %x, %k : f64
      %e = math.exp %p : f64
      %v = arith.addf %u, %e : f64
      %c = chad.accumulate %e into %b[%i] : f64 into tensor<?xf64>
      chad.yield %v, %c : f64, tensor<?xf64>
    }
    chad.yield %t#0, %t#1 : f64, tensor<?xf64>
  }
  return %r#0, %r#1 : f64, tensor<?xf64>
}

// -----

// Branches choose by lane. What is added at an index of each lane's own is added lane by lane, in a loop.
// CHECK-LABEL: @branches
// CHECK: %[[C:[0-9]+]] = arith.cmpf {{.*}} : vector<16xf64>
// CHECK: math.sqrt %{{.*}} : vector<16xf64>
// CHECK: arith.select %[[C]], %{{.*}}, %{{.*}} : vector<16xi1>, vector<16xf64>
// CHECK: %[[X:[0-9]+]] = vector.transfer_write {{.*}} : vector<8xf64>, tensor<16xf64>
// CHECK: %[[IS:[0-9]+]] = vector.transfer_write {{.*}} : vector<16xindex>, tensor<16xindex>
// CHECK: scf.for %[[LANE:[a-z0-9]+]] = {{.*}} iter_args(%[[A:[a-z0-9]+]] = {{.*}} -> (tensor<?xvector<8xf64>>)
// CHECK: %[[I:[a-z0-9_]+]] = tensor.extract %[[IS]][%[[LANE]]] : tensor<16xindex>
// CHECK: %[[E:[a-z0-9_]+]] = tensor.extract %[[A]][%[[I]]] : tensor<?xvector<8xf64>>
// CHECK: %[[PLACE:[0-9]+]] = arith.andi %[[LANE]], %c7
// CHECK-DAG: %[[B:[0-9]+]] = vector.extract %[[E]][%[[PLACE]]]
// CHECK-DAG: %[[Y:[a-z0-9_]+]] = tensor.extract %{{[0-9]+}}[%[[LANE]]] : tensor<16xf64>
// CHECK: %[[S:[0-9]+]] = arith.addf %[[B]], %[[Y]] : f64
// CHECK: %[[N:[0-9]+]] = vector.insert %[[S]], %[[E]] [%[[PLACE]]]
// CHECK: tensor.insert %[[N]] into %[[A]][%[[I]]] : tensor<?xvector<8xf64>>
func.func @branches(%xs: tensor<?xf64>, %is: tensor<?xindex>, %acc: tensor<?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %r = chad.fold (%x in %xs : tensor<?xf64>, %i in %is : tensor<?xindex>) with (%a = %acc : tensor<?xf64>) {
    %c = arith.cmpf ogt, %x, %zero : f64
    %y = scf.if %c -> f64 {
      %q = math.sqrt %x : f64
      %s = math.sin %q : f64
      scf.yield %s : f64
    } else {
      scf.yield %zero : f64
    }
    %b = chad.accumulate %y into %a[%i] : f64 into tensor<?xf64>
    chad.yield %b : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

// -----

// A sum that each lane chooses has all lanes.
// CHECK-LABEL: @chosen
// CHECK: scf.for {{.*}} -> (vector<16xf64>)
func.func @chosen(%xs: tensor<?x?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %r = chad.fold (%x in %xs : tensor<?x?xf64>) with (%a = %zero : f64) {
    %q = chad.fold (%e in %x : tensor<?xf64>) with (%s = %zero : f64) {
      %f = math.exp %e : f64
      %t = arith.addf %s, %f : f64
      chad.yield %t : f64
    }
    %c = arith.cmpf ogt, %q, %zero : f64
    %b = scf.if %c -> f64 {
      %s = arith.addf %a, %q : f64
      scf.yield %s : f64
    } else {
      %s = arith.subf %a, %q : f64
      scf.yield %s : f64
    }
    chad.yield %b : f64
  }
  return %r : f64
}

// -----

// Rows that are gathered are read where they are.
// CHECK-LABEL: @gathered
// CHECK-SAME: %[[XS:[a-z0-9]+]]: tensor<?x?xf64>, %[[IS:[a-z0-9]+]]: tensor<?xindex>
// CHECK-NOT: chad.gather
// CHECK: scf.for {{.*}} -> (tensor<?xvector<16xf64>>)
// CHECK: %[[I:[a-z0-9_]+]] = tensor.extract %[[IS]]
// CHECK: vector.transfer_read %[[XS]][%[[I]],
func.func @gathered(%xs: tensor<?x?xf64>, %is: tensor<?xindex>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %rows = chad.gather %xs[%is] : tensor<?x?xf64>, tensor<?xindex> -> tensor<?x?xf64>
  %r = chad.map (%x in %rows : tensor<?x?xf64>) -> tensor<?xf64> {
    %sum = chad.fold (%a in %x : tensor<?xf64>) with (%s = %zero : f64) {
      %e = math.exp %a : f64
      %t = arith.addf %s, %e : f64
      chad.yield %t : f64
    }
    chad.yield %sum : f64
  }
  return %r : tensor<?xf64>
}

// -----

// What does not pay, or cannot be: little to compute for each element that is read with a
// stride; extents that differ between iterations.
// CHECK-LABEL: @not
// CHECK-NOT: vector
// REMARK: remark: [Missed] not-vectorized {{.*}} Function=not {{.*}}"not vectorized over its iterations: 'chad.build' inside is an extent that differs between iterations"
func.func @not(%xs: tensor<?x?xf64>, %is: tensor<?xindex>) -> (tensor<?xf64>, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %r = chad.map (%x in %xs : tensor<?x?xf64>) -> tensor<?xf64> {
    %sum = chad.reduce (%a, %b in %x from %zero : tensor<?xf64>) {
      %s = arith.addf %a, %b : f64
      chad.yield %s : f64
    }
    chad.yield %sum : f64
  }
  %t = chad.map (%i in %is : tensor<?xindex>, %z in %r : tensor<?xf64>) -> tensor<?xf64> {
    %v = chad.build %j < %i -> tensor<?xf64> {
      %e = math.exp %z : f64
      chad.yield %e : f64
    }
    %sum = chad.reduce (%a, %b in %v from %zero : tensor<?xf64>) {
      %s = arith.addf %a, %b : f64
      chad.yield %s : f64
    }
    chad.yield %sum : f64
  }
  return %r, %t : tensor<?xf64>, tensor<?xf64>
}

// -----

// A flat loop: whole vectors, then one with a mask, in the place of the row that it replaces.
// CHECK-LABEL: @flat
// CHECK: chad.map (%[[ROW:[a-z0-9]+]] in
// CHECK: %[[A:[0-9]+]] = scf.for {{.*}} iter_args(%[[O:[a-z0-9]+]] = %[[ROW]])
// CHECK: vector.transfer_read %[[O]]{{.*}} {in_bounds = [true]} : tensor<?xf64>, vector<8xf64>
// CHECK: vector.transfer_write {{.*}} {in_bounds = [true]}
// CHECK: scf.for {{.*}} iter_args(%[[P:[a-z0-9]+]] = %[[A]])
// CHECK: vector.transfer_read %[[P]]{{\[.*\]}}, %{{[a-z0-9_]+}} : tensor<?xf64>, vector<8xf64>
// CHECK: vector.transfer_write %{{.*}}, %[[P]]{{\[.*\]}} : vector<8xf64>, tensor<?xf64>
func.func @flat(%steps: tensor<?xf64>, %start: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %r = chad.fold (%t in %steps : tensor<?xf64>) with (%s = %start : tensor<?x?xf64>) {
    %n = chad.map (%row in %s : tensor<?x?xf64>) -> tensor<?x?xf64> {
      %q = chad.map (%e in %row : tensor<?xf64>) -> tensor<?xf64> {
        %p = arith.mulf %t, %e : f64
        %f = math.tanh %p : f64
        chad.yield %f : f64
      }
      chad.yield %q : tensor<?xf64>
    }
    chad.yield %n : tensor<?x?xf64>
  }
  return %r : tensor<?x?xf64>
}
