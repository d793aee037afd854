// The examples of Ellis et al. 2020: f2 of §9, p(q(r(x))) of §3.1, sqrt(x + y·z) of §5.1, sum and ixR of
// Fig. 2, build and product of §4, and a conditional.
func.func @f2(%x: f64) -> f64 {
  %y = arith.mulf %x, %x : f64
  %z = arith.addf %x, %y : f64
  %r = arith.mulf %y, %z : f64
  return %r : f64
}
func.func @chain(%x: f64) -> f64 {
  %a = math.sin %x : f64
  %b = math.exp %a : f64
  %c = math.tanh %b : f64
  return %c : f64
}
func.func @root(%x: f64, %y: f64, %z: f64) -> f64 {
  %p = arith.mulf %y, %z : f64
  %s = arith.addf %x, %p : f64
  %r = math.sqrt %s : f64
  return %r : f64
}
func.func @sum(%x: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %s = chad.reduce (%a, %b in %x from %zero : tensor<?xf64>) {
    %c = arith.addf %a, %b : f64
    chad.yield %c : f64
  }
  return %s : f64
}
func.func @ixR(%x: tensor<?xf64>, %i: index) -> f64 {
  %e = tensor.extract %x[%i] : tensor<?xf64>
  return %e : f64
}
func.func @squares(%x: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %r = chad.build %i < %n -> tensor<?xf64> {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %f = tensor.extract %x[%c0] : tensor<?xf64>
    %q = arith.mulf %e, %f : f64
    chad.yield %q : f64
  }
  return %r : tensor<?xf64>
}
func.func @product(%x: tensor<?xf64>) -> f64 {
  %one = arith.constant 1.0 : f64
  %p = chad.fold (%a in %x : tensor<?xf64>) with (%s = %one : f64) {
    %t = arith.mulf %a, %s : f64
    chad.yield %t : f64
  }
  return %p : f64
}
func.func @choice(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %c = arith.cmpf ogt, %x, %one : f64
  %r = scf.if %c -> f64 {
    %t = math.sin %x : f64
    scf.yield %t : f64
  } else {
    %t = arith.mulf %x, %x : f64
    scf.yield %t : f64
  }
  return %r : f64
}
