// Linear functions as forward mode makes them.
!v = !chad.lin<tensor<?xf64>>
!vv = !chad.lfun<(lin<tensor<?xf64>>) -> (lin<tensor<?xf64>>)>
!vs = !chad.lfun<(lin<tensor<?xf64>>) -> (lin<f64>)>
!sv = !chad.lfun<(lin<f64>) -> (lin<tensor<?xf64>>)>
!ss = !chad.lfun<(lin<f64>) -> (lin<f64>)>
func.func @map(%x: tensor<?xf64>) -> !vv {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %m = chad.lfun.lambda (%dx : !v) domain(%n) -> !v {
    %y = chad.map (%a in %x : tensor<?xf64>, %da in %dx : !v) -> !v {
      %k = arith.addf %a, %a : f64
      %r = chad.scale %k, %da : f64, !chad.lin<f64>
      %s = chad.add %r, %da : !chad.lin<f64>
      chad.yield %s : !chad.lin<f64>
    }
    chad.yield %y : !v
  }
  return %m : !vv
}
func.func @sum(%x: tensor<?xf64>) -> !vs {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %m = chad.lfun.lambda (%dx : !v) domain(%n) -> !chad.lin<f64> {
    %zero = chad.zero : !chad.lin<f64>
    %y = chad.reduce (%a, %b in %dx from %zero : !v) {
      %s = chad.add %a, %b : !chad.lin<f64>
      chad.yield %s : !chad.lin<f64>
    }
    chad.yield %y : !chad.lin<f64>
  }
  return %m : !vs
}
func.func @product(%x: tensor<?xf64>) -> !vs {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %m = chad.lfun.lambda (%dx : !v) domain(%n) -> !chad.lin<f64> {
    %zero = chad.zero : !chad.lin<f64>
    %p:2 = chad.fold (%a in %x : tensor<?xf64>, %da in %dx : !v) with (%s = %one : f64, %ds = %zero : !chad.lin<f64>) {
      %t = arith.mulf %a, %s : f64
      %u = chad.scale %s, %da : f64, !chad.lin<f64>
      %w = chad.scale %a, %ds : f64, !chad.lin<f64>
      %dt = chad.add %u, %w : !chad.lin<f64>
      chad.yield %t, %dt : f64, !chad.lin<f64>
    }
    chad.yield %p#1 : !chad.lin<f64>
  }
  return %m : !vs
}
func.func @reduced(%x: tensor<?xf64>) -> !vs {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %m = chad.lfun.lambda (%dx : !v) domain(%n) -> !chad.lin<f64> {
    %zero = chad.zero : !chad.lin<f64>
    %p:2 = chad.reduce (%s, %a in %x from %one : tensor<?xf64>, %ds, %da in %dx from %zero : !v) {
      %t = arith.mulf %s, %a : f64
      %u = chad.scale %s, %da : f64, !chad.lin<f64>
      %w = chad.scale %a, %ds : f64, !chad.lin<f64>
      %dt = chad.add %u, %w : !chad.lin<f64>
      chad.yield %t, %dt : f64, !chad.lin<f64>
    }
    chad.yield %p#1 : !chad.lin<f64>
  }
  return %m : !vs
}
func.func @branch(%x: f64, %c: i1) -> !ss {
  %m = chad.lfun.lambda (%dx : !chad.lin<f64>) -> !chad.lin<f64> {
    %r = scf.if %c -> (!chad.lin<f64>) {
      %k = math.cos %x : f64
      %s = chad.scale %k, %dx : f64, !chad.lin<f64>
      scf.yield %s : !chad.lin<f64>
    } else {
      %k = arith.addf %x, %x : f64
      %s = chad.scale %k, %dx : f64, !chad.lin<f64>
      scf.yield %s : !chad.lin<f64>
    }
    chad.yield %r : !chad.lin<f64>
  }
  return %m : !ss
}
func.func @branch_transposed(%x: f64, %c: i1) -> !ss {
  %m = func.call @branch(%x, %c) : (f64, i1) -> !ss
  %n = chad.lfun.lambda (%dx : !chad.lin<f64>) -> !chad.lin<f64> {
    %r = scf.if %c -> (!chad.lin<f64>) {
      %s = chad.scale %x, %dx : f64, !chad.lin<f64>
      scf.yield %s : !chad.lin<f64>
    } else {
      scf.yield %dx : !chad.lin<f64>
    }
    chad.yield %r : !chad.lin<f64>
  }
  %t = chad.lfun.transpose %n : !ss
  return %t : !ss
}
func.func @built(%x: tensor<?xf64>, %i: index) -> !vv {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %m = chad.lfun.lambda (%dx : !v) domain(%n) -> !v {
    %y = chad.build %j < %n -> !v {
      %k = arith.subi %n, %j : index
      %c1 = arith.constant 1 : index
      %l = arith.subi %k, %c1 : index
      %e = tensor.extract %x[%l] : tensor<?xf64>
      %f = chad.from_linear %dx : !v
      %g = tensor.extract %f[%l] : tensor<?xf64>
      %h = chad.to_linear %g : f64
      %s = chad.scale %e, %h : f64, !chad.lin<f64>
      chad.yield %s : !chad.lin<f64>
    }
    chad.yield %y : !v
  }
  return %m : !vv
}
func.func @product_transposed(%x: tensor<?xf64>) -> !sv {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %m = chad.lfun.lambda (%dx : !v) domain(%n) -> !chad.lin<f64> {
    %zero = chad.zero : !chad.lin<f64>
    %p:2 = chad.fold (%a in %x : tensor<?xf64>, %da in %dx : !v) with (%s = %one : f64, %ds = %zero : !chad.lin<f64>) {
      %t = arith.mulf %a, %s : f64
      %u = chad.scale %s, %da : f64, !chad.lin<f64>
      %w = chad.scale %a, %ds : f64, !chad.lin<f64>
      %dt = chad.add %u, %w : !chad.lin<f64>
      chad.yield %t, %dt : f64, !chad.lin<f64>
    }
    chad.yield %p#1 : !chad.lin<f64>
  }
  %t = chad.lfun.transpose %m : !vs
  return %t : !sv
}
// A branch in a map, and a fold in a map that reads an array from outside.
func.func @nested(%x: tensor<?xf64>, %w: tensor<?xf64>) -> !vv {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %m = chad.lfun.lambda (%dx : !v) domain(%n) -> !v {
    %y = chad.map (%a in %x : tensor<?xf64>, %da in %dx : !v) -> !v {
      %c = arith.cmpf ogt, %a, %one : f64
      %r = scf.if %c -> (!chad.lin<f64>) {
        %p:2 = chad.fold (%k in %w : tensor<?xf64>, %dk in %dx : !v) with (%s = %a : f64, %ds = %da : !chad.lin<f64>) {
          %t = arith.mulf %k, %s : f64
          %u = chad.scale %t, %dk : f64, !chad.lin<f64>
          %v = chad.scale %k, %ds : f64, !chad.lin<f64>
          %dt = chad.add %u, %v : !chad.lin<f64>
          chad.yield %t, %dt : f64, !chad.lin<f64>
        }
        scf.yield %p#1 : !chad.lin<f64>
      } else {
        %k = math.sin %a : f64
        %s = chad.scale %k, %da : f64, !chad.lin<f64>
        scf.yield %s : !chad.lin<f64>
      }
      chad.yield %r : !chad.lin<f64>
    }
    chad.yield %y : !v
  }
  return %m : !vv
}
// A sum beside a product that does not depend on the argument.
func.func @sum_beside(%x: tensor<?xf64>) -> !vs {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %m = chad.lfun.lambda (%dx : !v) domain(%n) -> !chad.lin<f64> {
    %zero = chad.zero : !chad.lin<f64>
    %p:2 = chad.reduce (%s, %a in %x from %one : tensor<?xf64>, %ds, %da in %dx from %zero : !v) {
      %t = arith.mulf %s, %a : f64
      %u = chad.add %ds, %da : !chad.lin<f64>
      chad.yield %t, %u : f64, !chad.lin<f64>
    }
    %r = chad.scale %p#0, %p#1 : f64, !chad.lin<f64>
    chad.yield %r : !chad.lin<f64>
  }
  return %m : !vs
}
// Reads and updates at indices, of which one occurs twice.
func.func @gathered(%x: tensor<?xf64>) -> !vv {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %is = arith.constant dense<[2, 0, 2]> : tensor<3xindex>
  %js = tensor.cast %is : tensor<3xindex> to tensor<?xindex>
  %m = chad.lfun.lambda (%dx : !v) domain(%n) -> !v {
    %y = chad.gather %dx[%js] : !v, tensor<?xindex> -> !v
    %z = chad.map (%a in %x : tensor<?xf64>, %da in %y : !v) -> !v {
      %r = chad.scale %a, %da : f64, !chad.lin<f64>
      chad.yield %r : !chad.lin<f64>
    }
    %w = chad.gather %z[%js] : !v, tensor<?xindex> -> !v
    chad.yield %w : !v
  }
  return %m : !vv
}
func.func @scattered(%x: tensor<?xf64>) -> !vv {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %is = arith.constant dense<[2, 0, 2]> : tensor<3xindex>
  %js = tensor.cast %is : tensor<3xindex> to tensor<?xindex>
  %m = chad.lfun.lambda (%dx : !v) domain(%n) -> !v {
    %zero = chad.zero (%n) : !v
    %y = chad.scatter_add %dx into %zero[%js] : !v into !v, tensor<?xindex>
    %z = chad.scatter_add %y into %dx[%js] : !v into !v, tensor<?xindex>
    chad.yield %z : !v
  }
  return %m : !vv
}
// Slices, and what is put into a zero and into another value.
func.func @sliced(%x: tensor<?xf64>, %o: index) -> !vv {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %k = arith.subi %n, %o : index
  %m = chad.lfun.lambda (%dx : !v) domain(%n) -> !v {
    %a = chad.from_linear %dx : !v
    %s = tensor.extract_slice %a[%o] [%k] [1] : tensor<?xf64> to tensor<?xf64>
    %sl = chad.to_linear %s : tensor<?xf64>
    %b = chad.from_linear %sl : !v
    %zero = chad.zero (%n) : !v
    %z = chad.from_linear %zero : !v
    %p = tensor.insert_slice %b into %z[0] [%k] [1] : tensor<?xf64> into tensor<?xf64>
    %pl = chad.to_linear %p : tensor<?xf64>
    chad.yield %pl : !v
  }
  return %m : !vv
}
func.func @put(%x: tensor<?xf64>) -> !vv {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %m = chad.lfun.lambda (%dx : !v) domain(%n) -> !v {
    %a = chad.from_linear %dx : !v
    %s = tensor.extract_slice %a[1] [2] [1] : tensor<?xf64> to tensor<2xf64>
    %p = tensor.insert_slice %s into %a[0] [2] [1] : tensor<2xf64> into tensor<?xf64>
    %pl = chad.to_linear %p : tensor<?xf64>
    chad.yield %pl : !v
  }
  return %m : !vv
}
// Rows that are scaled, each element by its own factor and all by one.
func.func @rows(%x: tensor<3x2xf64>, %k: f64) -> !chad.lfun<(lin<tensor<3x2xf64>>) -> (lin<tensor<3x2xf64>>)> {
  %m = chad.lfun.lambda (%dx : !chad.lin<tensor<3x2xf64>>) -> !chad.lin<tensor<3x2xf64>> {
    %y = chad.map (%r in %x : tensor<3x2xf64>, %dr in %dx : !chad.lin<tensor<3x2xf64>>) -> !chad.lin<tensor<3x2xf64>> {
      %s = chad.map (%a in %r : tensor<2xf64>, %da in %dr : !chad.lin<tensor<2xf64>>) -> !chad.lin<tensor<2xf64>> {
        %t = chad.scale %a, %da : f64, !chad.lin<f64>
        chad.yield %t : !chad.lin<f64>
      }
      %u = chad.scale %k, %s : f64, !chad.lin<tensor<2xf64>>
      %w = chad.add %u, %dr : !chad.lin<tensor<2xf64>>
      chad.yield %w : !chad.lin<tensor<2xf64>>
    }
    chad.yield %y : !chad.lin<tensor<3x2xf64>>
  }
  return %m : !chad.lfun<(lin<tensor<3x2xf64>>) -> (lin<tensor<3x2xf64>>)>
}
