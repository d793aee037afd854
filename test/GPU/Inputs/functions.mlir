// Functions that a GPU has no instructions for.
func.func @main(%xs: tensor<?xf64>, %ys: tensor<?xf32>) -> (tensor<?xf64>, tensor<?xf32>) {
  %a = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %e = math.erf %x : f64
    %f = math.erfc %e : f64
    %g = math.atan2 %f, %x : f64
    %h = math.cbrt %g : f64
    %i = math.asin %h : f64
    %j = math.acos %i : f64
    %k = math.atan %j : f64
    chad.yield %k : f64
  }
  %b = chad.map (%x in %ys : tensor<?xf32>) -> tensor<?xf32> {
    %e = math.erf %x : f32
    %f = math.atan %e : f32
    chad.yield %f : f32
  }
  return %a, %b : tensor<?xf64>, tensor<?xf32>
}
