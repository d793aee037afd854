// Loops in loops that blocks run for several iterations at once.

// Sums of numbers, of arrays, and elements. A branch in the nest depends on the iteration.
func.func @scores(%rows: tensor<?x?xf64>, %weights: tensor<?xf64>, %tables: tensor<?x?x?xf64>, %starts: tensor<?xf64>)
    -> (f64, tensor<?xf64>, tensor<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %count = tensor.dim %starts, %c0 : tensor<?xf64>
  %none = tensor.splat %zero[%count] : tensor<?xf64>
  %r:3 = chad.fold (%row in %rows : tensor<?x?xf64>, %weight in %weights : tensor<?xf64>) with (%sum = %zero : f64, %all = %none : tensor<?xf64>)
      collect (tensor<?x?xf64>) {
    %positive = arith.cmpf ogt, %weight, %zero : f64
    %n:2 = chad.map (%table in %tables : tensor<?x?x?xf64>, %start in %starts : tensor<?xf64>) -> (tensor<?xf64>, tensor<?x?xf64>) {
      %p:2 = chad.fold (%line in %table : tensor<?x?xf64>) with (%own = %start : f64) collect (tensor<?xf64>) {
        %q = chad.fold (%l in %line : tensor<?xf64>, %x in %row : tensor<?xf64>) with (%s = %zero : f64) {
          %d = arith.subf %l, %x : f64
          %d2 = arith.mulf %d, %d : f64
          %d3 = arith.mulf %d2, %d : f64
          %t = arith.addf %s, %d3 : f64
          chad.yield %t : f64
        }
        %e = scf.if %positive -> (f64) {
          %v = math.sin %q : f64
          scf.yield %v : f64
        } else {
          %v = arith.mulf %q, %weight : f64
          scf.yield %v : f64
        }
        %square = arith.mulf %e, %e : f64
        %next = arith.addf %own, %square : f64
        chad.yield %next, %e : f64, f64
      }
      chad.yield %p#0, %p#1 : f64, tensor<?xf64>
    }
    %total = chad.reduce (%a, %b in %n#0 from %zero : tensor<?xf64>) {
      %s = arith.addf %a, %b : f64
      chad.yield %s : f64
    }
    %next = arith.addf %sum, %total : f64
    %weighted = chad.map (%a in %all : tensor<?xf64>, %v in %n#0 : tensor<?xf64>) -> tensor<?xf64> {
      %m = arith.mulf %v, %weight : f64
      %s = arith.addf %a, %m : f64
      chad.yield %s : f64
    }
    chad.yield %next, %weighted, %n#0 : f64, tensor<?xf64>, tensor<?xf64>
  }
  return %r#0, %r#1, %r#2 : f64, tensor<?xf64>, tensor<?x?xf64>
}

func.func @scores_back(%rows: tensor<?x?xf64>, %weights: tensor<?xf64>, %tables: tensor<?x?x?xf64>, %starts: tensor<?xf64>,
    %a: !chad.lin<f64>, %b: !chad.lin<tensor<?xf64>>, %c: !chad.lin<tensor<?x?xf64>>)
    -> (f64, tensor<?xf64>, tensor<?x?xf64>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?x?x?xf64>>, !chad.lin<tensor<?xf64>>) {
  %r:7 = chad.vjp @scores(%rows, %weights, %tables, %starts) seed(%a, %b, %c) wrt [0, 1, 2, 3] of [0, 1, 2]
      : (tensor<?x?xf64>, tensor<?xf64>, tensor<?x?x?xf64>, tensor<?xf64>, !chad.lin<f64>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?x?xf64>>)
      -> (f64, tensor<?xf64>, tensor<?x?xf64>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?x?x?xf64>>, !chad.lin<tensor<?xf64>>)
  return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5, %r#6
      : f64, tensor<?xf64>, tensor<?x?xf64>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?x?x?xf64>>, !chad.lin<tensor<?xf64>>
}

// Iterations that have nothing but their number, and a nest of three loops; the innermost one has as many iterations as
// the number of one of the loops around it.
func.func @numbers(%n: index, %tables: tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?x?xindex>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %width = tensor.dim %tables, %c0 : tensor<?x?xf64>
  %r:3 = chad.build %i < %n -> (tensor<?x?xf64>, tensor<?x?x?xindex>, tensor<?xf64>) {
    %rest = arith.remui %i, %c3 : index
    %word = arith.index_cast %rest : index to i64
    %own = arith.sitofp %word : i64 to f64
    %m:2 = chad.map (%table in %tables : tensor<?x?xf64>) -> (tensor<?xf64>, tensor<?x?xindex>) {
      %height = tensor.dim %table, %c0 : tensor<?xf64>
      %counts = chad.build %j < %height -> tensor<?xindex> {
        chad.yield %j : index
      }
      %s:2 = chad.fold (%x in %table : tensor<?xf64>, %j in %counts : tensor<?xindex>) with (%sum = %zero : f64) collect (tensor<?xindex>) {
        %before = chad.build %k < %j -> tensor<?xf64> {
          %sums = chad.fold (%y in %table : tensor<?xf64>) with (%a = %zero : f64) {
            %d = arith.subf %y, %own : f64
            %p = math.absf %d : f64
            %b = arith.addf %a, %p : f64
            chad.yield %b : f64
          }
          chad.yield %sums : f64
        }
        %v = chad.reduce (%a, %b in %before from %zero : tensor<?xf64>) {
          %c = arith.addf %a, %b : f64
          chad.yield %c : f64
        }
        %vx = arith.mulf %v, %x : f64
        %next = arith.addf %sum, %vx : f64
        %number = arith.addi %i, %j : index
        chad.yield %next, %number : f64, index
      }
      chad.yield %s#0, %s#1 : f64, tensor<?xindex>
    }
    %most = chad.reduce (%a, %b in %m#0 from %zero : tensor<?xf64>) {
      %c = arith.maximumf %a, %b : f64
      chad.yield %c : f64
    }
    chad.yield %m#0, %m#1, %most : tensor<?xf64>, tensor<?x?xindex>, f64
  }
  return %r#0, %r#1, %r#2 : tensor<?x?xf64>, tensor<?x?x?xindex>, tensor<?xf64>
}

// An inner loop that reads nothing but the elements of the iteration, in f32, and rows of three numbers.
func.func @powers(%rows: tensor<?x3xf32>, %factors: tensor<?x?xf32>) -> (tensor<?x?x?xf32>, tensor<?xf32>) {
  %zero = arith.constant 0.0 : f32
  %r:2 = chad.map (%row in %rows : tensor<?x3xf32>) -> (tensor<?x?x?xf32>, tensor<?xf32>) {
    %n = chad.map (%line in %factors : tensor<?x?xf32>) -> tensor<?x?xf32> {
      %m = chad.map (%factor in %line : tensor<?xf32>) -> tensor<?xf32> {
        %s = chad.fold (%x in %row : tensor<3xf32>) with (%a = %zero : f32) {
          %f = arith.mulf %a, %factor : f32
          %t = arith.addf %f, %x : f32
          chad.yield %t : f32
        }
        chad.yield %s : f32
      }
      chad.yield %m : tensor<?xf32>
    }
    %largest = chad.reduce (%a, %b in %row from %zero : tensor<3xf32>) {
      %c = arith.maximumf %a, %b : f32
      chad.yield %c : f32
    }
    chad.yield %n, %largest : tensor<?x?xf32>, f32
  }
  return %r#0, %r#1 : tensor<?x?x?xf32>, tensor<?xf32>
}

// Iterations from the right, which stay apart.
func.func @backwards(%rows: tensor<?x?xf64>, %tables: tensor<?x?x?xf64>) -> (f64, tensor<?x?xf64>) {
  %zero = arith.constant 0.0 : f64
  %r:2 = chad.fold right (%row in %rows : tensor<?x?xf64>) with (%sum = %zero : f64) collect (tensor<?x?xf64>) {
    %n:2 = chad.map (%table in %tables : tensor<?x?x?xf64>) -> (tensor<?xf64>, tensor<?x?xf64>) {
      %p:2 = chad.fold (%line in %table : tensor<?x?xf64>) with (%own = %zero : f64) collect (tensor<?xf64>) {
        %q = chad.fold (%l in %line : tensor<?xf64>, %x in %row : tensor<?xf64>) with (%s = %zero : f64) {
          %d = arith.subf %l, %x : f64
          %d2 = arith.mulf %d, %d : f64
          %d3 = arith.mulf %d2, %d : f64
          %t = arith.addf %s, %d3 : f64
          chad.yield %t : f64
        }
        %square = arith.mulf %q, %q : f64
        %next = arith.addf %own, %square : f64
        chad.yield %next, %q : f64, f64
      }
      chad.yield %p#0, %p#1 : f64, tensor<?xf64>
    }
    %total = chad.reduce (%a, %b in %n#0 from %zero : tensor<?xf64>) {
      %s = arith.addf %a, %b : f64
      chad.yield %s : f64
    }
    %next = arith.addf %sum, %total : f64
    chad.yield %next, %n#0 : f64, tensor<?xf64>
  }
  return %r#0, %r#1 : f64, tensor<?x?xf64>
}
