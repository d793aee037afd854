// Loops in loops that the threads of a block share, in iterations of the blocks.

// Triangles times vectors, and their squared norms, with what is before and after them.
func.func @triangles(%rows: tensor<?x?xf64>, %triangles: tensor<?x?x?xf64>, %starts: tensor<?xf64>) -> (tensor<?x?xf64>, tensor<?x?x?xf64>) {
  %c0 = arith.constant 0 : index
  %half = arith.constant 0.5 : f64
  %zero = arith.constant 0.0 : f64
  %r:2 = chad.map (%row in %rows : tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?x?xf64>) {
    %n:2 = chad.map (%triangle in %triangles : tensor<?x?x?xf64>, %start in %starts : tensor<?xf64>) -> (tensor<?xf64>, tensor<?x?xf64>) {
      %width = tensor.dim %row, %c0 : tensor<?xf64>
      %moved = chad.map (%x in %row : tensor<?xf64>) -> tensor<?xf64> {
        %m = arith.subf %x, %start : f64
        chad.yield %m : f64
      }
      %numbers = chad.build %i < %width -> tensor<?xindex> {
        chad.yield %i : index
      }
      %p:2 = chad.fold (%line in %triangle : tensor<?x?xf64>, %i in %numbers : tensor<?xindex>) with (%sum = %start : f64) collect (tensor<?xf64>) {
        %before = chad.build %j < %i -> tensor<?xf64> {
          %l = tensor.extract %line[%j] : tensor<?xf64>
          %v = tensor.extract %moved[%j] : tensor<?xf64>
          %q = arith.mulf %l, %v : f64
          chad.yield %q : f64
        }
        %product = chad.reduce (%a, %b in %before from %zero : tensor<?xf64>) {
          %s = arith.addf %a, %b : f64
          chad.yield %s : f64
        }
        %square = arith.mulf %product, %product : f64
        %next = arith.addf %sum, %square : f64
        chad.yield %next, %product : f64, f64
      }
      %scaled = arith.mulf %p#0, %half : f64
      chad.yield %scaled, %p#1 : f64, tensor<?xf64>
    }
    chad.yield %n#0, %n#1 : tensor<?xf64>, tensor<?x?xf64>
  }
  return %r#0, %r#1 : tensor<?x?xf64>, tensor<?x?x?xf64>
}

// Several sums, from the right, one of a function of what is not collected, one of an element, and one that counts.
func.func @sums(%rows: tensor<?x?xf32>, %others: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?x?xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %r:4 = chad.map (%row in %rows : tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?x?xf32>) {
    %n:4 = chad.map (%other in %others : tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?x?xf32>) {
      %s:4 = chad.fold right (%x in %other : tensor<?xf32>) with (%a = %zero : f32, %b = %one : f32, %c = %zero : f32) collect (tensor<?xf32>) {
        %least = chad.fold (%y in %row : tensor<?xf32>) with (%m = %one : f32) {
          %d = arith.subf %x, %y : f32
          %q = arith.mulf %d, %d : f32
          %t = arith.addf %m, %q : f32
          chad.yield %t : f32
        }
        %f = math.sqrt %least : f32
        %a1 = arith.addf %a, %f : f32
        %b1 = arith.addf %x, %b : f32
        %c1 = arith.addf %c, %one : f32
        chad.yield %a1, %b1, %c1, %least : f32, f32, f32, f32
      }
      chad.yield %s#0, %s#1, %s#2, %s#3 : f32, f32, f32, tensor<?xf32>
    }
    chad.yield %n#0, %n#1, %n#2, %n#3 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?x?xf32>
  }
  return %r#0, %r#1, %r#2, %r#3 : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?x?xf32>
}

// Two sums, and nothing that is collected.
func.func @distances(%rows: tensor<?x?xf64>, %others: tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>) {
  %zero = arith.constant 0.0 : f64
  %r:2 = chad.map (%row in %rows : tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>) {
    %n:2 = chad.map (%other in %others : tensor<?x?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
      %s:2 = chad.fold (%x in %other : tensor<?xf64>) with (%a = %zero : f64, %b = %zero : f64) {
        %near = chad.fold (%y in %row : tensor<?xf64>) with (%m = %zero : f64) {
          %d = arith.subf %x, %y : f64
          %e = math.absf %d : f64
          %t = arith.addf %m, %e : f64
          chad.yield %t : f64
        }
        %f = math.exp %near : f64
        %a1 = arith.addf %a, %f : f64
        %b1 = arith.addf %b, %near : f64
        chad.yield %a1, %b1 : f64, f64
      }
      chad.yield %s#0, %s#1 : f64, f64
    }
    chad.yield %n#0, %n#1 : tensor<?xf64>, tensor<?xf64>
  }
  return %r#0, %r#1 : tensor<?x?xf64>, tensor<?x?xf64>
}

// Nothing but a nest: the blocks divide the iterations of both loops.
func.func @lines(%rows: tensor<?x?xf64>, %others: tensor<?x?xf64>, %starts: tensor<?xf64>) -> tensor<?x?xf64> {
  %r = chad.map (%row in %rows : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %n = chad.map (%other in %others : tensor<?x?xf64>, %start in %starts : tensor<?xf64>) -> tensor<?xf64> {
      %s = chad.fold (%x in %other : tensor<?xf64>, %y in %row : tensor<?xf64>) with (%a = %start : f64) {
        %d = arith.subf %x, %y : f64
        %e = math.absf %d : f64
        %t = arith.addf %a, %e : f64
        chad.yield %t : f64
      }
      chad.yield %s : f64
    }
    chad.yield %n : tensor<?xf64>
  }
  return %r : tensor<?x?xf64>
}

// Elements alone, numbers beside them, and an array of integers. The inner loop counts.
func.func @elements(%rows: tensor<?x?xf64>, %factors: tensor<?xf64>) -> (tensor<?x?xf64>, tensor<?x?x?xf64>, tensor<?x?x?xindex>) {
  %c0 = arith.constant 0 : index
  %r:3 = chad.map (%row in %rows : tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?x?xf64>, tensor<?x?x?xindex>) {
    %width = tensor.dim %row, %c0 : tensor<?xf64>
    %n:3 = chad.map (%factor in %factors : tensor<?xf64>) -> (tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xindex>) {
      %double = arith.addf %factor, %factor : f64
      %e:2 = chad.build %i < %width -> (tensor<?xf64>, tensor<?xindex>) {
        %x = tensor.extract %row[%i] : tensor<?xf64>
        %y = arith.mulf %x, %double : f64
        %j = arith.addi %i, %i : index
        chad.yield %y, %j : f64, index
      }
      chad.yield %double, %e#0, %e#1 : f64, tensor<?xf64>, tensor<?xindex>
    }
    chad.yield %n#0, %n#1, %n#2 : tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xindex>
  }
  return %r#0, %r#1, %r#2 : tensor<?x?xf64>, tensor<?x?x?xf64>, tensor<?x?x?xindex>
}

// Sums of arrays of two dimensions, which the threads of a block overwrite, and what each iteration makes.
func.func @added(%rows: tensor<?x?xf64>, %weights: tensor<?x?xf64>, %sums: tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?x?xf64>) {
  %r:3 = chad.fold (%row in %rows : tensor<?x?xf64>, %weight in %weights : tensor<?x?xf64>) with (%sum = %sums : tensor<?x?xf64>, %other = %sums : tensor<?x?xf64>)
      collect (tensor<?x?x?xf64>) {
    %next:3 = chad.map (%w in %weight : tensor<?xf64>, %own in %sum : tensor<?x?xf64>, %line in %other : tensor<?x?xf64>)
        -> (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) {
      %n:3 = chad.map (%x in %row : tensor<?xf64>, %s in %own : tensor<?xf64>, %o in %line : tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
        %d = arith.subf %x, %w : f64
        %e = math.exp %d : f64
        %t = arith.addf %s, %e : f64
        %p = arith.mulf %x, %w : f64
        %u = arith.addf %o, %p : f64
        %twice = arith.addf %e, %e : f64
        chad.yield %t, %u, %twice : f64, f64, f64
      }
      chad.yield %n#0, %n#1, %n#2 : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
    }
    chad.yield %next#0, %next#1, %next#2 : tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>
  }
  return %r#0, %r#1, %r#2 : tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?x?xf64>
}

func.func @triangles_back(%rows: tensor<?x?xf64>, %triangles: tensor<?x?x?xf64>, %starts: tensor<?xf64>,
    %a: !chad.lin<tensor<?x?xf64>>, %b: !chad.lin<tensor<?x?x?xf64>>)
    -> (tensor<?x?xf64>, tensor<?x?x?xf64>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?x?x?xf64>>, !chad.lin<tensor<?xf64>>) {
  %r:5 = chad.vjp @triangles(%rows, %triangles, %starts) seed(%a, %b) wrt [0, 1, 2] of [0, 1]
      : (tensor<?x?xf64>, tensor<?x?x?xf64>, tensor<?xf64>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?x?x?xf64>>)
      -> (tensor<?x?xf64>, tensor<?x?x?xf64>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?x?x?xf64>>, !chad.lin<tensor<?xf64>>)
  return %r#0, %r#1, %r#2, %r#3, %r#4
      : tensor<?x?xf64>, tensor<?x?x?xf64>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?x?x?xf64>>, !chad.lin<tensor<?xf64>>
}
